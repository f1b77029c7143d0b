# SPDX-License-Identifier: Apache-2.0
"""Frames that other threads bring (packet-outs): they wait for room, in order, and ports are served meanwhile."""

from __future__ import annotations

import contextlib
import threading

import pytest
from port_kit import WAIT_S, attached, running
from program_kit import assign, bytes_program, field, std
from waiting_kit import until

from p4soft.switch.ports import loop as loop_module
from p4soft.switch.ports.loop import PortLoop


def to_the_port_it_names(engine: str = "python"):
    program = bytes_program()
    program.run("in", assign(std("egress_spec"), field("h", "x")), start=True)
    return program.load(engine=engine)


def test_a_flood_waits_outside_until_there_is_room():
    loop = PortLoop(to_the_port_it_names())
    total = 3 * loop_module.MOST_INJECTED
    flood = threading.Thread(
        target=lambda: [loop.inject(255, bytes([0, 9, 0, 0, 0, n & 0xFF])) for n in range(total)], daemon=True
    )
    flood.start()
    until(lambda: len(loop._injected) == loop_module.MOST_INJECTED)
    flood.join(0.2)
    assert flood.is_alive()
    assert len(loop._injected) == loop_module.MOST_INJECTED
    worker = threading.Thread(target=loop.run)
    worker.start()
    flood.join(WAIT_S)
    until(lambda: loop.unknown_port_drops >= total)
    loop.stop()
    worker.join(WAIT_S)
    loop.close()
    assert loop.unknown_port_drops == total


def test_nobody_waits_for_a_loop_that_ends():
    loop = PortLoop(to_the_port_it_names())
    flood = threading.Thread(
        target=lambda: [loop.inject(255, bytes(5)) for _ in range(2 * loop_module.MOST_INJECTED)], daemon=True
    )
    flood.start()
    until(lambda: len(loop._injected) == loop_module.MOST_INJECTED)
    loop.stop()
    flood.join(WAIT_S)
    assert not flood.is_alive()
    loop.close()


@pytest.mark.parametrize("engine", ["native", "python"])
def test_ports_are_served_during_a_flood(engine, tmp_path):
    with running(to_the_port_it_names(engine), tmp_path, range(1, 3)) as loop, contextlib.ExitStack() as stack:
        one, two = (stack.enter_context(attached(tmp_path, port)) for port in (1, 2))
        ended = threading.Event()

        def flood() -> None:
            while not ended.is_set():
                loop.inject(255, bytes([0, 9, 0, 0, 0]))

        threads = [threading.Thread(target=flood, daemon=True) for _ in range(2)]
        for thread in threads:
            thread.start()
        try:
            for number in range(50):
                one.sendall(bytes([number, 2, 0, 0, 0]))
                assert two.recv(100)[0] == number
        finally:
            ended.set()
        for thread in threads:
            thread.join(WAIT_S)
