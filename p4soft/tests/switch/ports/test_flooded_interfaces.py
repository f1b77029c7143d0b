# SPDX-License-Identifier: Apache-2.0
"""An interface that brings more frames than a burst takes."""

from __future__ import annotations

import os
import selectors
import shutil
from collections.abc import Iterator

import pytest

from p4soft.switch.ports import BURST, Received
from p4soft.switch.ports.interface import InterfacePort
from p4soft.targets.links import VethPair, create_pairs, delete_links, open_attachment

WAIT_S = 30.0


@pytest.fixture
def pair() -> Iterator[VethPair]:
    if os.geteuid() != 0 or not shutil.which("ip"):
        pytest.skip("needs root and ip")
    (made,) = create_pairs([1])
    try:
        yield made
    finally:
        delete_links([made.switch_end])


@pytest.mark.parametrize(
    ("answers", "calls", "single"),
    [
        ([Received(BURST, ended=False)] * 9, 4, 0),
        ([Received(BURST, ended=False), Received(3, ended=False)], 2, 0),
        ([None], 1, 1),
    ],
    ids=["others must have their turn", "nothing waits any more", "one by one for now"],
)
def test_how_many_bursts_are_taken_at_a_time(pair, answers, calls, single):
    asked: list[int] = []
    frames: list[bytes] = []

    def take(_port: int, sock: int) -> Received | None:
        asked.append(sock)
        return answers[len(asked) - 1]

    port = InterfacePort(1, pair.switch_end, lambda _, frame: frames.append(frame), take)
    with selectors.DefaultSelector() as selector, open_attachment(pair.tester_end) as tester:
        port.register(selector)
        try:
            assert port.burst_socket() not in selector.get_map()  # where the kernel would tell of each frame sent
            tester.send(bytes(64))
            ((key, events),) = selector.select(WAIT_S)
            key.data(events)
        finally:
            port.close()
    assert asked == [key.fd] * calls
    assert frames == [bytes(64)] * single
