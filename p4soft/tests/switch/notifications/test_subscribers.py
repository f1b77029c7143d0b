# SPDX-License-Identifier: Apache-2.0
"""Whoever connects to the notification socket: garbage, crowds, subscribers that never read. The others hear all."""

from __future__ import annotations

import contextlib
import resource
import socket
import time

import pytest
from waiting_kit import until

from p4soft.switch import SimpleSwitch, notifications
from p4soft.switch.notifications import Publisher

pynng = pytest.importorskip("pynng")

WAIT_S = 20.0


class World:
    """A switch with one port that goes up and down, and its publisher."""

    def __init__(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.up = False
        self.now = 0
        self.publisher = Publisher(SimpleSwitch(), self.address, lambda: [(1, self.up)], lambda: 0)

    @property
    def address(self) -> str:
        return f"tcp://127.0.0.1:{self.port}"

    def toggle(self) -> None:
        self.up = not self.up
        self.now += 200_000
        self.publisher.tick(self.now)

    def subscriber(self):
        made = pynng.Sub0(recv_timeout=int(WAIT_S * 1000))
        made.subscribe(b"PRT|")
        made.dial(self.address, block=True)
        return made


@pytest.fixture
def world():
    made = World()
    yield made
    made.publisher.close()


def pipes(world: World) -> int:
    return len(world.publisher._socket._socket.pipes)


def hears(world: World, subscriber) -> bool:
    world.toggle()
    return subscriber.recv()[:4] == b"PRT|"


def test_garbage_is_nothing_to_the_others(world):
    with world.subscriber() as subscriber, contextlib.ExitStack() as stack:
        until(lambda: pipes(world) == 1)
        for said in (b"", b"GET / HTTP/1.1\r\n\r\n", bytes(1000), b"\0SP\0\0\x21\0\0" + b"\xff" * 100_000) * 20:
            raw = stack.enter_context(socket.create_connection(("127.0.0.1", world.port)))
            with contextlib.suppress(OSError):
                raw.sendall(said)
            assert hears(world, subscriber)


def test_a_crowd_has_so_many_places_and_no_more(world, monkeypatch):
    monkeypatch.setattr(notifications, "MAX_SUBSCRIBERS", 20)
    with contextlib.ExitStack() as stack:
        first = [stack.enter_context(world.subscriber()) for _ in range(20)]
        until(lambda: pipes(world) == 20)
        for _ in range(40):
            late = stack.enter_context(pynng.Sub0())
            with contextlib.suppress(pynng.NNGException):
                late.dial(world.address, block=False)
        until(lambda: world.publisher.counts["refused: too many subscribers"] >= 40)
        assert pipes(world) <= 21  # one may be on its way out
        world.toggle()
        assert {subscriber.recv()[:4] for subscriber in first} == {b"PRT|"}


def test_a_place_that_is_left_can_be_taken(world, monkeypatch):
    monkeypatch.setattr(notifications, "MAX_SUBSCRIBERS", 1)
    with world.subscriber():
        until(lambda: pipes(world) == 1)
    until(lambda: not pipes(world))
    with world.subscriber() as subscriber:
        until(lambda: pipes(world) == 1)
        assert hears(world, subscriber)


def test_subscribers_that_never_read_cost_neither_memory_nor_time(world):
    with contextlib.ExitStack() as stack:
        for _ in range(30):
            stack.enter_context(world.subscriber())
        until(lambda: pipes(world) == 30)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        started = time.monotonic()
        for _ in range(20_000):  # 40 bytes each, to 30 subscribers: 24 MB
            world.toggle()
        assert time.monotonic() - started < WAIT_S
        assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20 << 10  # KiB, both ends of the sockets
