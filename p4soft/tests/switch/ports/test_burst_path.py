# SPDX-License-Identifier: Apache-2.0
"""Ports of a switch that runs natively: bursts do what single frames do, in the same order, and lose nothing."""

from __future__ import annotations

import contextlib
import errno
import importlib
import socket
import struct
import threading
import time

import pytest
from port_kit import attached, running
from program_kit import assign, bytes_program, field, header, std

from p4soft.switch import SimpleSwitch
from p4soft.switch.state import MulticastGroup, Replica

WAIT_S = 30.0


def by_first_bytes(engine: str) -> SimpleSwitch:
    """A frame leaves by the port of its second byte; if its third is not 0, to that multicast group, in Python."""
    program = bytes_program()
    program.run(
        "in", assign(std("egress_spec"), field("h", "x")), assign(std("mcast_grp"), field("h", "y")), start=True
    )
    switch = program.load(engine=engine)
    assert switch.state is not None
    switch.state.pre.insert_group(MulticastGroup(7, (Replica(2, 1), Replica(3, 1))))
    return switch


def frame(port: int, group: int, number: int, size: int = 64) -> bytes:
    return bytes([0, port, group, 0, 0]) + struct.pack("!I", number).ljust(size - 5, b"x")


def numbers(end: socket.socket, count: int) -> list[int]:
    return [struct.unpack_from("!I", end.recv(70000), 5)[0] for _ in range(count)]


@pytest.fixture(params=["native", "python"])
def switch(request: pytest.FixtureRequest) -> SimpleSwitch:
    return by_first_bytes(request.param)


def test_frames_leave_in_the_order_in_which_they_came_whoever_handled_them(switch, tmp_path):
    with running(switch, tmp_path, range(1, 4)), contextlib.ExitStack() as stack:
        one, two, three = (stack.enter_context(attached(tmp_path, port)) for port in (1, 2, 3))
        plan = [((2, 0), (3, 0), (2, 7), (2, 0), (9, 0))[i % 5] for i in range(1000)]
        for number, (port, group) in enumerate(plan):
            one.sendall(frame(port, group, number))
        for end, own in ((two, 2), (three, 3)):
            wanted = [i for i, (port, group) in enumerate(plan) if group == 7 or port == own]
            assert numbers(end, len(wanted)) == wanted


def test_what_a_slow_tester_leaves_waits_in_order(switch, tmp_path):
    with running(switch, tmp_path, range(1, 3)), attached(tmp_path, 1) as one, attached(tmp_path, 2) as two:
        for number in range(3000):  # more than a socket holds, less than a port keeps waiting
            one.sendall(frame(2, 0, number, 4000))
        assert numbers(two, 3000) == list(range(3000))


def test_frames_to_nobody_are_counted(switch, tmp_path):
    with running(switch, tmp_path, range(1, 3)) as loop, attached(tmp_path, 1) as one:
        for number in range(200):
            one.sendall(frame(2 + 3 * (number % 2), 0, number))
        one.sendall(frame(1, 0, 1234))
        assert numbers(one, 1) == [1234]
        assert loop.unknown_port_drops == 100
        assert loop._ports[2].lost == {"no tester attached": 100}


def test_a_message_longer_than_a_frame_is_none(switch, tmp_path):
    with running(switch, tmp_path, range(1, 3)), attached(tmp_path, 1) as tester, attached(tmp_path, 2) as receiver:
        for number, size in enumerate((65535, 65536, 65540, 64)):
            tester.send(frame(2, 0, number, size))
        assert numbers(receiver, 2) == [0, 3]


@pytest.mark.parametrize("engine", ["native", "python"])
def test_a_frame_of_which_the_program_leaves_nothing_is_not_the_end_of_a_connection(engine, tmp_path):
    program = bytes_program()
    invalid = {"op": "remove_header", "parameters": [header("h")]}
    program.run("in", assign(std("egress_spec"), field("h", "x")), invalid, start=True)
    with (
        running(program.load(engine=engine), tmp_path, range(1, 3)) as loop,
        attached(tmp_path, 1) as tester,
        attached(tmp_path, 2) as receiver,
    ):
        for payload in (b"one", b"", b"two"):
            tester.send(bytes([0, 2, 0, 0, 0]) + payload)
        assert [receiver.recv(100) for _ in range(2)] == [b"one", b"two"]
        assert loop.call(lambda: dict(loop._ports[2].lost)) == {"a frame of no bytes": 1}


def test_testers_are_served_where_no_file_can_be_opened_for_the_first_burst(tmp_path, monkeypatch):
    """The burst path is loaded when the machine code is there, which may be when a process has no file left."""

    def without_files(*_given):
        raise OSError(errno.EMFILE, "Too many open files")

    monkeypatch.setattr(importlib.import_module("p4soft.switch.ports.bursts"), "BurstPath", without_files)
    with (
        running(by_first_bytes("native"), tmp_path, range(1, 3)),
        attached(tmp_path, 1) as one,
        attached(tmp_path, 2) as two,
    ):
        for number in range(8):
            one.sendall(frame(2, 0, number))
            assert numbers(two, 1) == [number]


def test_testers_come_and_go(switch, tmp_path):
    with running(switch, tmp_path, range(1, 3)), attached(tmp_path, 1) as one:
        for turn in range(3):
            with attached(tmp_path, 2) as two:
                for number in range(100):
                    one.sendall(frame(2, 0, 100 * turn + number))
                assert numbers(two, 100) == list(range(100 * turn, 100 * turn + 100))
                two.sendall(frame(1, 0, turn))
                assert numbers(one, 1) == [turn]


def test_captures_have_every_frame(switch, tmp_path):
    captures = tmp_path / "captures"
    captures.mkdir()
    with running(switch, tmp_path, range(1, 3), captures), attached(tmp_path, 1) as one, attached(tmp_path, 2) as two:
        for number in range(100):
            one.sendall(frame(2, 0, number))
        assert numbers(two, 100) == list(range(100))
    for name in ("port1_in.pcap", "port2_out.pcap"):
        assert (captures / name).stat().st_size == 24 + 100 * (16 + 64), name


def test_a_pipeline_that_is_replaced_under_load_loses_no_frame(tmp_path):
    switch = by_first_bytes("native")
    program = switch.program
    with running(switch, tmp_path, range(1, 3)), attached(tmp_path, 1) as one, attached(tmp_path, 2) as two:
        sender = threading.Thread(target=lambda: [one.sendall(frame(2, 0, number)) for number in range(5000)])
        receiver = threading.Thread(target=lambda: got.extend(numbers(two, 5000)))
        got: list[int] = []
        sender.start()
        receiver.start()
        deadline = time.monotonic() + WAIT_S
        swaps = 0
        while receiver.is_alive() and time.monotonic() < deadline:
            with switch.lock:
                switch.load(program)
            swaps += 1
        sender.join(WAIT_S)
        receiver.join(WAIT_S)
        assert got == list(range(5000))
        assert swaps
