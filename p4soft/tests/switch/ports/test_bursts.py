# SPDX-License-Identifier: Apache-2.0
"""Bursts: over sockets, and through a switch that runs natively."""

from __future__ import annotations

import contextlib
import ctypes
import errno
import importlib
import os
import shutil
import socket
import struct
import subprocess
import threading
import time
from pathlib import Path

import pytest
from port_kit import attached, running
from program_kit import assign, bytes_program, field, header, std

from p4soft.packet_socket import open_interface
from p4soft.switch import SimpleSwitch
from p4soft.switch.native.burst import Frame, Sent
from p4soft.switch.ports.bursts import BURST, BurstTransfer
from p4soft.switch.state import MulticastGroup, Replica

# --- Sockets ---------------------------------------------------------------------------------------------------------
# Bursts over sockets: every frame arrives once and in order, and what a socket does not take is told.


def _pair() -> tuple[socket.socket, socket.socket]:
    ends = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    for end in ends:
        end.setblocking(False)
    return ends


def _frames(transfer: BurstTransfer, count: int) -> list[tuple[int, int, bytes]]:
    records = (Frame * count).from_address(transfer.records)
    where = [ctypes.c_void_p.from_buffer(record, Frame.data.offset).value for record in records]
    return [(r.port, r.now_us, ctypes.string_at(at, r.length)) for r, at in zip(records, where, strict=True)]


def _send(transfer: BurstTransfer, frames: list[tuple[int, bytes]]) -> list[int]:
    data = b"".join(frame for _, frame in frames)
    records, offset = (Sent * max(1, len(frames)))(), 0
    for record, (port, frame) in zip(records, frames, strict=False):
        record.port, record.priority, record.offset, record.length = port, 0, offset, len(frame)
        offset += len(frame)
    memory = ctypes.create_string_buffer(data, len(data) + 1)
    return transfer.send(ctypes.addressof(records), len(frames), ctypes.addressof(memory))


def _drain(end: socket.socket) -> list[bytes]:
    got = []
    while True:
        try:
            got.append(end.recv(70000))
        except BlockingIOError:
            return got


def test_a_burst_in_is_records_in_order() -> None:
    near, far = _pair()
    sent = [bytes([i]) * (60 + i) for i in range(100)]
    far.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 20)
    for frame in sent:
        far.send(frame)
    transfer = BurstTransfer()
    taken = []
    for now_us, count in ((5, BURST), (6, 100 - BURST)):
        received = transfer.receive(near.fileno(), 7, now_us, now_us)
        assert received == (count, False)
        taken += _frames(transfer, count)
    assert [frame for _, _, frame in taken] == sent
    assert [(port, now) for port, now, _ in taken] == [(7, 5)] * BURST + [(7, 6)] * (100 - BURST)
    with pytest.raises(BlockingIOError):
        transfer.receive(near.fileno(), 7, 7, 7)


def test_the_end_of_a_connection_is_told_with_the_last_frames() -> None:
    near, far = _pair()
    far.send(b"last one")
    far.close()
    transfer = BurstTransfer()
    assert transfer.receive(near.fileno(), 0, 0, 0) == (1, True)
    assert _frames(transfer, 1) == [(0, 0, b"last one")]
    assert transfer.receive(near.fileno(), 0, 0, 0) == (0, True)


def test_a_socket_that_is_gone_is_an_error() -> None:
    near, far = _pair()
    number = near.fileno()
    near.close()
    with pytest.raises(OSError, match="Bad file descriptor"):
        BurstTransfer().receive(number, 0, 0, 0)
    far.close()


def test_a_burst_out_goes_to_the_socket_of_each_port_in_order() -> None:
    ends = {port: _pair() for port in (0, 3, 9)}
    transfer = BurstTransfer()
    transfer.serve({port: near.fileno() for port, (near, _) in ends.items()})
    frames = [((0, 3, 9, 3)[i % 4], struct.pack("!I", i) * 20) for i in range(300)]
    assert _send(transfer, frames) == []
    for port, (_, far) in ends.items():
        assert _drain(far) == [frame for to, frame in frames if to == port]
    assert _send(transfer, []) == []


def test_what_no_socket_takes_is_left_in_order() -> None:
    near, far = _pair()
    gone, other = _pair()
    other.close()
    transfer = BurstTransfer()
    transfer.serve({1: near.fileno(), 4: gone.fileno()})
    ports = [1, 2, 4, 511, 4, 1, 70000, 0]
    left = _send(transfer, [(port, bytes([i]) * 64) for i, port in enumerate(ports)])
    assert sorted(left) == [1, 2, 3, 4, 6, 7]
    assert [i for i in left if ports[i] == 4] == [2, 4]
    assert _drain(far) == [bytes([i]) * 64 for i in (0, 5)]


def test_a_full_socket_leaves_the_rest_of_its_port_and_nothing_of_others() -> None:
    full, slow = _pair()
    free, quick = _pair()
    full.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 20_000)
    transfer = BurstTransfer()
    transfer.serve({0: full.fileno(), 1: free.fileno()})
    frames = [(i % 2, struct.pack("!I", i) * 256) for i in range(120)]
    left = _send(transfer, frames)
    arrived = _drain(slow)
    assert 0 < len(arrived) < 60
    assert arrived + [frames[i][1] for i in left] == [frame for port, frame in frames if port == 0]
    assert _drain(quick) == [frame for port, frame in frames if port == 1]


def test_without_sockets_everything_is_left() -> None:
    assert _send(BurstTransfer(), [(0, b"a" * 60), (5, b"b" * 60)]) == [0, 1]


@pytest.fixture
def cable():
    """The names of a veth pair's ends."""
    name, peer = f"bst{os.getpid() % 100000}a", f"bst{os.getpid() % 100000}b"
    made = subprocess.run(["ip", "link", "add", name, "type", "veth", "peer", "name", peer], check=False, timeout=30)
    if made.returncode:
        pytest.skip("veth interfaces cannot be made here")
    try:
        for end in (name, peer):
            Path(f"/proc/sys/net/ipv6/conf/{end}/disable_ipv6").write_text("1", encoding="ascii")
            subprocess.run(["ip", "link", "set", end, "up"], check=True, timeout=30)
        yield name, peer
    finally:
        subprocess.run(["ip", "link", "delete", name], check=False, timeout=30)


@pytest.mark.root
@pytest.mark.skipif(os.geteuid() != 0 or shutil.which("ip") is None, reason="needs root and the ip command")
def test_an_interface_gives_whole_frames_with_their_tags_and_none_of_its_own(cable) -> None:
    macs = bytes.fromhex("02aaaaaaaaaa02bbbbbbbbbb")
    plain, tagged, provider = (
        macs + bytes.fromhex(head) + bytes(range(60)) for head in ("0800", "8100a07b0800", "88a800058100600986dd")
    )
    near, far = (open_interface(name) for name in cable)
    with near, far:
        transfer = BurstTransfer()
        transfer.serve({1: near.fileno(), 2: far.fileno()})
        assert _send(transfer, [(1, b"\xff" * 64), (2, plain), (2, tagged), (2, provider)]) == []
        assert transfer.receive(near.fileno(), 1, 9, 9) == (3, False)
        assert _frames(transfer, 3) == [(1, 9, plain), (1, 9, tagged), (1, 9, provider)]
        assert transfer.receive(far.fileno(), 2, 9, 9) == (1, False)
        assert _frames(transfer, 1) == [(2, 9, b"\xff" * 64)]
        subprocess.run(["ip", "link", "set", cable[0], "down"], check=True, timeout=30)
        with pytest.raises(OSError, match="down"):
            transfer.receive(near.fileno(), 1, 10, 10)
        assert _send(transfer, [(1, plain), (1, tagged)]) == [0, 1]


def test_frames_of_a_burst_are_taken_to_have_come_evenly() -> None:
    near, far = _pair()
    for number in range(4):
        far.send(bytes([number]) * 60)
    transfer = BurstTransfer()
    assert transfer.receive(near.fileno(), 0, 1000, 1080) == (4, False)
    assert [now_us for _, now_us, _ in _frames(transfer, 4)] == [1020, 1040, 1060, 1080]


# --- Through a switch ------------------------------------------------------------------------------------------------
# Ports of a switch that runs natively: bursts do what single frames do, in the same order, and lose nothing.

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
