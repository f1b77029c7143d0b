# SPDX-License-Identifier: Apache-2.0
"""Samples of switches' ports: one value per interval of a port that is in use, none of one at which nothing waits."""

from __future__ import annotations

import threading
from types import SimpleNamespace

import pytest
from parts_kit import between_two_nics, both

from fabric.emulation.measuring import Sampler
from p4soft.switch import Emission


def test_a_port_that_is_used_late_has_zeros_before_and_one_that_never_is_has_nothing():
    looks = iter([([0, 0, 0], [0, 0, 0]), ([70, 0, 0], [0, 1, 0]), ([0, 0, 0], [0, 4, 0])])
    network = SimpleNamespace(
        topology=SimpleNamespace(planes=0),
        switch_ports=[SimpleNamespace(name=name) for name in "abc"],
        sample_ports=lambda: next(looks),
    )
    sampler = Sampler(network, [], 1000)
    for _ in range(3):
        sampler.take()
    first, second, third = sampler.series.ports
    assert (first.peak_bytes, first.trims, first.peak) == ([0, 70, 0], [0, 0, 0], 70)
    assert (second.peak_bytes, second.trims, second.total_trims) == ([0, 0, 0], [0, 1, 3], 4)
    assert (third.peak_bytes, third.trims, third.peak, third.total_trims) == ([], [], 0, 0)


class Trimmer:
    """Sends three short copies of each frame out of port 1."""

    def __init__(self):
        self.lock = threading.RLock()

    def receive(self, _port, frame, _now_us):
        return [Emission(1, 1, frame[:150])] * 3

    def advance(self, _now_us):
        return []

    def next_event_us(self):
        return None


@pytest.mark.parametrize("parts", both(), ids=["python", "native"])
def test_a_look_tells_the_longest_queue_since_the_last_one_and_all_trims(parts):
    loop, _, _, wires, *_ = between_two_nics(parts, Trimmer(), begin=True)  # 200 bytes: 16 ns, and 500 ns of way
    to_second, to_first = wires[3], wires[1]
    look = parts.sample([to_second, to_first])
    loop.run(517)  # the first copy is on the wire, which takes 12 ns for each
    assert [list(each) for each in look()] == [[300, 0], [3, 0]]
    assert [list(each) for each in look()] == [[300, 0], [3, 0]]  # two wait still
    loop.run(10_000)
    assert [list(each) for each in look()] == [[300, 0], [3, 0]]
    assert [list(each) for each in look()] == [[0, 0], [3, 0]]
