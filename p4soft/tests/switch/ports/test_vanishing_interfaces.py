# SPDX-License-Identifier: Apache-2.0
"""Interfaces that vanish under load: what was for them is counted, the others lose nothing, and the switch goes on."""

from __future__ import annotations

import os
import shutil
import struct
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from port_kit import WAIT_S, running
from program_kit import assign, bytes_program, field, std

from p4soft.switch import SimpleSwitch
from p4soft.targets.links import AttachError, VethPair, create_pairs, delete_links, open_attachment

TOTAL = 3000
LAST = 0xFFFF_FFFF


@pytest.fixture
def pairs() -> Iterator[list[VethPair]]:
    if os.geteuid() != 0 or not shutil.which("ip"):
        pytest.skip("needs root and ip")
    made = create_pairs([1, 2, 3])
    try:
        yield made
    finally:
        delete_links(pair.switch_end for pair in made)


@pytest.fixture(params=["native", "python"])
def switch(request: pytest.FixtureRequest) -> SimpleSwitch:
    """A frame leaves by the port of its second byte."""
    return bytes_program().run("in", assign(std("egress_spec"), field("h", "x")), start=True).load(engine=request.param)


def frame(number: int, port: int) -> bytes:
    return bytes([0, port, 0, 0, 0]) + struct.pack("!I", number).ljust(59, b"x")


def numbers(end, last: int) -> list[int]:
    """Numbers of the frames that arrive, up to one with a number."""
    deadline, found = time.monotonic() + WAIT_S, []
    while not found or found[-1] != last:
        got = end.recv(deadline)
        assert got is not None, f"only {len(found)} came, not {last}"
        found.append(struct.unpack_from("!I", got, 5)[0])
    return found


def flood(one, at: int, event: Callable[[], object]) -> None:
    """Frames to ports 2 and 3 in turns; after `at` of them something happens."""
    for number in range(TOTAL):
        if number == at:
            event()
        one.send(frame(number, 2 + number % 2))


def test_an_interface_that_frames_leave_by(switch, pairs):
    interfaces = {pair.port: pair.switch_end for pair in pairs}
    with running(switch, Path(), range(0), interfaces=interfaces) as loop:
        one, two, three = (open_attachment(pair.tester_end) for pair in pairs)
        with one, two, three:
            flood(one, TOTAL // 3, lambda: delete_links([pairs[1].switch_end]))
            assert numbers(three, TOTAL - 1) == list(range(1, TOTAL, 2))
            assert sum(loop.call(lambda: dict(loop._ports[2].lost)).values()) >= TOTAL // 3 - 1
            loop.call(lambda: loop.remove_port(2))
            made = create_pairs([2])
            try:
                loop.call(lambda: loop.add_port(2, made[0].switch_end))
                with open_attachment(made[0].tester_end) as again:
                    one.send(frame(LAST, 2))
                    assert numbers(again, LAST) == [LAST]
            finally:
                delete_links([made[0].switch_end])
    assert switch.faults == 0


def test_an_interface_that_frames_come_from(switch, pairs):
    interfaces = {pair.port: pair.switch_end for pair in pairs}
    with running(switch, Path(), range(0), interfaces=interfaces):
        one, two, three = (open_attachment(pair.tester_end) for pair in pairs)
        with one, two, three:
            with pytest.raises(AttachError):
                flood(one, TOTAL // 2, lambda: delete_links([pairs[0].switch_end]))
            two.send(frame(LAST, 3))
            *got, _ = numbers(three, LAST)
            assert got == list(range(1, TOTAL, 2))[: len(got)]
    assert switch.faults == 0
