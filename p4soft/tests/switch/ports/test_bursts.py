# SPDX-License-Identifier: Apache-2.0
"""Bursts over sockets: every frame arrives once and in order, and what a socket does not take is told."""

from __future__ import annotations

import ctypes
import os
import shutil
import socket
import struct
import subprocess
from pathlib import Path

import pytest

from p4soft.packet_socket import open_interface
from p4soft.switch.native.burst import Frame, Sent
from p4soft.switch.ports.bursts import BURST, BurstTransfer


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
