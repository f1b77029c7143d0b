# SPDX-License-Identifier: Apache-2.0
"""Ports that take no more frames for a while: what the queues in front of them do, what is lost, and who says so."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from port_kit import attached, running
from process_kit import command
from program_kit import assign, bytes_program, field, std
from waiting_kit import until

from p4soft.switch import SimpleSwitch
from p4soft.switch.ports import PortError
from p4soft.switch.ports.loop import PortLoop
from p4soft.targets.links import VethPair, create_pairs, delete_links, open_attachment

BACKLOG = 16 << 20  # bytes that a unix-socket port keeps for its tester
LARGE = 65_000


def reporting(engine: str) -> SimpleSwitch:
    """Port in byte x; egress writes enq_qdepth to x, deq_qdepth to y and the delay to z."""
    b = bytes_program()
    b.run("in", assign(std("egress_spec"), field("h", "x")), start=True)
    b.run(
        "eg",
        assign(field("h", "x"), std("enq_qdepth")),
        assign(field("h", "y"), std("deq_qdepth")),
        assign(field("h", "z"), std("deq_timedelta")),
        control=1,
        start=True,
    )
    return b.load(engine=engine)


@pytest.fixture(params=["native", "python"])
def switch(request: pytest.FixtureRequest) -> SimpleSwitch:
    return reporting(request.param)


def frame(number: int, port: int, size: int) -> bytes:
    return bytes([number & 0xFF, port, 0, 0, 0]) + number.to_bytes(4, "big").ljust(size - 5, b"x")


def number_of(got: bytes) -> int:
    return int.from_bytes(got[5:9], "big")


def depths(got: bytes) -> tuple[int, int]:
    """enq_qdepth and deq_qdepth."""
    return got[1], got[2]


def received(end: socket.socket, last: int) -> list[bytes]:
    """Frames up to the one of that number."""
    got = [end.recv(70_000)]
    while number_of(got[-1]) != last:
        got.append(end.recv(70_000))
    return got


def fill(loop: PortLoop, one: socket.socket) -> int:
    """Send to port 2 until nothing more fits there, and ten frames more; how many that were."""
    number = 0
    while not loop.call(lambda: len(loop._busy)):
        one.sendall(frame(number, 2, LARGE))
        number += 1
        assert number < 2000, "the port is never busy"
    for _ in range(10):
        one.sendall(frame(number, 2, LARGE))
        number += 1
    return number


def test_the_queue_grows_behind_a_tester_that_does_not_read(switch, tmp_path):
    total = 500  # the socket holds some of them, the port 16 MiB, the queue 64
    with running(switch, tmp_path, range(1, 4)) as loop, contextlib.ExitStack() as stack:
        one, two, three = (stack.enter_context(attached(tmp_path, port)) for port in (1, 2, 3))
        for number in range(total):
            one.sendall(frame(number, 2, LARGE))
        # Another port has nothing to do with it.
        one.sendall(frame(9999, 3, 100))
        assert depths(received(three, 9999)[0]) == (0, 0)
        until(lambda: switch.drops["queue full"])
        dropped = switch.drops["queue full"]
        two.setblocking(False)
        got: list[bytes] = []

        def read() -> bool:
            with contextlib.suppress(BlockingIOError):
                while True:
                    got.append(two.recv(70_000))
            return len(got) == total - dropped

        until(read)
        assert loop.call(lambda: dict(loop._ports[2].lost)) == {}
    assert [number_of(g) for g in got] == list(range(total - dropped))
    straight = [g for g in got if depths(g) == (0, 0)]
    waited = got[len(straight) :]
    assert len(straight) > BACKLOG // LARGE
    assert [g[1] for g in waited] == list(range(64))
    assert all(int.from_bytes(g[3:5], "big") for g in waited)


def test_a_port_that_was_busy_is_as_before(switch, tmp_path):
    with running(switch, tmp_path, range(1, 3)) as loop, attached(tmp_path, 1) as one, attached(tmp_path, 2) as two:
        for _turn in range(2):
            sent = fill(loop, one)
            one.sendall(frame(1000, 1, 100))  # port 1 is not busy
            received(one, 1000)
            assert len(received(two, sent - 1)) == sent
            until(lambda: not loop.call(lambda: len(loop._busy)))
            one.sendall(frame(2000, 2, 100))
            assert depths(received(two, 2000)[-1]) == (0, 0)


def test_a_tester_that_leaves_frees_its_port(switch, tmp_path):
    with running(switch, tmp_path, range(1, 3)) as loop, attached(tmp_path, 1) as one:
        with attached(tmp_path, 2) as two:
            fill(loop, one)
            one.sendall(frame(1000, 1, 100))
            received(one, 1000)
            two.close()
        until(lambda: not loop.call(lambda: len(loop._busy)))
        lost = loop.call(lambda: dict(loop._ports[2].lost))
        assert lost["the tester left without reading"] >= BACKLOG // LARGE
        with attached(tmp_path, 2) as two:
            one.sendall(frame(1, 2, 100))
            assert depths(received(two, 1)[-1]) == (0, 0)


def test_a_busy_port_that_is_removed_does_not_hold_its_queue_for_ever(switch, tmp_path):
    with running(switch, tmp_path, range(1, 3)) as loop, attached(tmp_path, 1) as one, attached(tmp_path, 2):
        fill(loop, one)
        one.sendall(frame(1000, 1, 100))
        received(one, 1000)
        waiting = loop.call(lambda: switch._queues.size(2, 0))
        assert waiting
        loop.call(lambda: loop.remove_port(2))
        until(lambda: loop.unknown_port_drops == waiting)
        assert not loop.call(lambda: len(loop._busy))


def test_an_empty_message_is_no_frame_and_no_end(switch, tmp_path):
    with running(switch, tmp_path, range(1, 3)) as loop, attached(tmp_path, 2) as two:
        with attached(tmp_path, 1) as one:
            for number in range(200):
                one.send(frame(number, 2, 100))
                one.send(b"")
                one.send(b"")
            assert [number_of(g) for g in received(two, 199)] == list(range(200))
            one.send(frame(1, 1, 100))
            assert number_of(one.recv(100)) == 1
            one.send(b"")
            one.send(frame(777, 2, 100))
            one.send(b"")
        assert number_of(two.recv(100)) == 777
        until(lambda: loop.call(lambda: loop._ports[1]._peer) is None)
        with attached(tmp_path, 1) as one:
            one.send(frame(2, 2, 100))
            assert number_of(two.recv(100)) == 2


def test_a_port_whose_capture_cannot_be_written_is_not_there(tmp_path):
    switch = reporting("python")
    captures = tmp_path / "captures"
    captures.mkdir()
    loop = PortLoop(switch)
    loop.open({1: f"unix:{tmp_path}/1"}, captures)
    try:
        (captures / "port2_out.pcap").mkdir()
        with pytest.raises(PortError, match=r"port 2: cannot write capture .*port2_out.pcap: Is a directory"):
            loop.add_port(2, f"unix:{tmp_path}/2")
        assert loop.port_numbers() == [1]
        assert [info.number for info in loop.port_infos()] == [1]
        assert not (tmp_path / "2").exists()
        (captures / "port2_out.pcap").rmdir()
        loop.add_port(2, f"unix:{tmp_path}/2")
        assert loop.port_numbers() == [1, 2]
    finally:
        loop.close()


def test_the_control_socket_says_what_ports_lost(start, tmp_path, loopback_program):
    process = start(
        loopback_program, "-i", f"1@unix:{tmp_path}/1", "--control", tmp_path / "c", "--", "--grpc-server-addr", "off"
    )
    until((tmp_path / "c").exists)
    with contextlib.closing(socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)) as tester:
        tester.connect(str(tmp_path / "1"))
        for number in range(600):
            tester.sendall(frame(number, 1, LARGE))
    until(lambda: "port 1: the tester left without reading" in " ".join(command(tmp_path / "c", "show_drops")))
    assert process.stop() == 0


def slow(interface: str, rate: str = "4mbit") -> bool:
    """Let an interface send at this rate, and whether the kernel can."""
    words = f"tc qdisc replace dev {interface} root tbf rate {rate} burst 3kb limit 10mb".split()
    return subprocess.run(words, capture_output=True, check=False).returncode == 0


@pytest.fixture
def pairs() -> Iterator[list[VethPair]]:
    """Two pairs of veths; what is behind port 2 is slow."""
    if os.geteuid() != 0 or not shutil.which("tc") or not shutil.which("ip"):
        pytest.skip("needs root, ip and tc")
    made = create_pairs([1, 2])
    try:
        if not slow(made[1].switch_end):
            pytest.skip("needs the tbf queueing discipline: kernel module sch_tbf")
        yield made
    finally:
        delete_links(pair.switch_end for pair in made)


def test_the_queue_grows_behind_a_slow_interface(switch, pairs):
    total, size = 500, 1000
    loop_thread = running(switch, Path(), range(0), interfaces={p.port: p.switch_end for p in pairs})
    with loop_thread as loop, open_attachment(pairs[0].tester_end) as one, open_attachment(pairs[1].tester_end) as two:
        for number in range(total):
            one.send(frame(number, 2, size))
        until(lambda: switch.drops["queue full"])
        got: list[bytes] = []

        def read() -> bool:
            while (each := two.recv(0.0)) is not None:
                got.append(each)
            return len(got) + switch.drops["queue full"] == total

        until(read)
        assert loop.call(lambda: dict(loop._ports[2].lost)) == {}
    kept = [number_of(g) for g in got]
    assert kept == sorted(kept)
    assert max(g[1] for g in got) == 63
    straight = next(i for i, g in enumerate(got) if depths(g) != (0, 0))
    assert straight >= 130  # as many as wait between queue and interface, and more in the interface
    assert int.from_bytes(got[straight + 63][3:5], "big") > 0


def test_a_slow_interface_that_goes_down_or_away_frees_its_queue(switch, pairs):
    interfaces = {p.port: p.switch_end for p in pairs}
    assert slow(pairs[1].switch_end, "4kbit")  # a frame in two seconds: nothing leaves while a command starts
    with running(switch, Path(), range(0), interfaces=interfaces) as loop, open_attachment(pairs[0].tester_end) as one:
        for command_line in ("link set {} down", "link set {} up", "link delete {}"):
            if not command_line.endswith("up"):
                for number in range(2000):
                    one.send(frame(number, 2, 1000))
                    if loop.call(lambda: len(loop._busy)):
                        break
            words = command_line.format(pairs[1].switch_end).split()
            subprocess.run(["ip", *words], check=True, capture_output=True)
            until(lambda: not loop.call(lambda: len(loop._busy)))
        lost = loop.call(lambda: dict(loop._ports[2].lost))
    assert lost["the interface is down"] >= 130
    assert sum(lost.values()) >= 2 * 130
