# SPDX-License-Identifier: Apache-2.0
"""An interface that brings more frames than a burst takes, or than its socket holds: bursts, and the ring."""

from __future__ import annotations

import contextlib
import ctypes
import errno
import importlib
import itertools
import os
import selectors
import shutil
import socket
import struct
import subprocess
import time
from collections.abc import Callable, Iterator

import pytest
from port_kit import WAIT_S, attached, running
from program_kit import assign, bytes_program, call, const, field, op, std
from waiting_kit import until

from p4soft.llvm.bounds import CHECKED
from p4soft.packet_socket import open_interface
from p4soft.switch import Emission, SimpleSwitch
from p4soft.switch.native.burst import Frame
from p4soft.switch.ports import BURST, Received, bursts, interface
from p4soft.switch.ports.bursts import BurstTransfer, FrameRing, SendRing
from p4soft.switch.ports.control import Commands
from p4soft.switch.ports.interface import InterfacePort
from p4soft.switch.ports.loop import PortLoop
from p4soft.switch.state import MulticastGroup, Replica
from p4soft.targets.links import PortSocket, VethPair, create_pairs, delete_links, open_attachment

SO_RCVBUFFORCE = 33

pytestmark = [
    pytest.mark.root,
    pytest.mark.skipif(os.geteuid() != 0 or shutil.which("ip") is None, reason="needs root and the ip command"),
]


@pytest.fixture
def pairs() -> Iterator[list[VethPair]]:
    made = create_pairs([1, 2])
    try:
        yield made
    finally:
        delete_links(pair.switch_end for pair in made)


def numbered(number: int, size: int = 64, *, port: int = 2, group: int = 0) -> bytes:
    return bytes([0, port, group, 0, 0]) + struct.pack("!I", number).ljust(size - 5, b"x")


def ip(words: str) -> None:
    subprocess.run(["ip", *words.split()], check=True, capture_output=True)


# --- Bursts ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answers", "calls", "single"),
    [
        ([Received(BURST, ended=False)] * 9, 4, 0),
        ([Received(BURST, ended=False), Received(3, ended=False)], 2, 0),
        ([None], 1, 1),
    ],
    ids=["others must have their turn", "nothing waits any more", "one by one for now"],
)
def test_how_many_bursts_are_taken_at_a_time(pairs, answers, calls, single):
    asked: list[object] = []
    frames: list[bytes] = []

    def take(_port: int, source: object) -> Received | None:
        asked.append(source)
        return answers[len(asked) - 1]

    port = InterfacePort(1, pairs[0].switch_end, lambda _, frame: frames.append(frame), take)
    with selectors.DefaultSelector() as selector, open_attachment(pairs[0].tester_end) as tester:
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


@pytest.mark.parametrize("kind", ["SendRing", "FrameRing"])
def test_a_ring_that_cannot_be_had_is_asked_for_again_later(kind, pairs, monkeypatch):
    """Not at once, and not once there is one."""
    real, now, asked = getattr(bursts, kind), [100.0], []

    def scarce(name: str, **given: object) -> object:
        asked.append(now[0])
        if len(asked) < 3:
            raise OSError(errno.ENOMEM, "no memory")
        return real(name, **given)

    monkeypatch.setattr(bursts, kind, scarce)
    monkeypatch.setattr(interface.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(interface, "lost_since", lambda _sock: 1)
    port = InterfacePort(1, pairs[0].switch_end, lambda *_: None, lambda *_: Received(BURST - 1, ended=False))
    had = []
    try:
        for now[0] in (100.0, 100.5, 101.0, 101.5, 102.5, 110.0):
            if kind == "SendRing":
                had.append(port.begin_send_ring())
            else:
                for _ in range(5):  # so many frames that it looks for what was lost
                    port._take_bursts()
                had.append(port._coming is not None)
    finally:
        port.close()
    assert asked == [100.0, 101.0, 102.5]
    assert had == [False] * 4 + [True, kind == "FrameRing"]


@pytest.mark.parametrize("step", ["see_all", "see_nothing"])
def test_a_ring_that_is_not_set_up_is_closed(step, pairs, monkeypatch):
    opened: list[socket.socket] = []

    def fail(*_: object) -> None:
        raise OSError(errno.ENOPROTOOPT, "no such option")

    def open_one(*given: str, **named: bool) -> socket.socket:
        opened.append(open_interface(*given, **named))
        return opened[-1]

    monkeypatch.setattr(bursts, "open_interface", open_one)
    monkeypatch.setattr(bursts, step, fail)
    with open_interface(pairs[0].switch_end) as sock, pytest.raises(OSError, match="no such option"):
        FrameRing(pairs[0].switch_end, instead_of=sock)
    assert [sock.fileno() for sock in opened] == [-1]


# --- The ring alone --------------------------------------------------------------------------------------------------


@pytest.fixture
def ring(pairs) -> Iterator[FrameRing]:
    made = FrameRing(pairs[0].switch_end)
    try:
        made.start()
        yield made
    finally:
        made.close()


@pytest.fixture
def far(pairs) -> Iterator[PortSocket]:
    with open_attachment(pairs[0].tester_end) as made:
        yield made


def drained(ring: FrameRing) -> list[bytes]:
    found: list[bytes] = []
    while True:
        try:
            found += ring.frames()
        except BlockingIOError:
            return found


def test_a_ring_gives_every_frame_once_and_in_order_however_often_it_is_full(ring, far):
    slots = 586 * (65536 // 4608)  # of an MTU of 9500, with a rest at the end of each block
    assert slots >= 8192
    for count in (slots, slots + 40, 100, slots + 1):
        sent = [numbered(number, 60 + number % 4400) for number in range(count)]
        for frame in sent:
            far.send(frame)
        assert drained(ring) == sent[:slots]


def test_frames_in_a_ring_have_their_tags_and_are_none_of_our_own(pairs, ring, far):
    macs = bytes.fromhex("02aaaaaaaaaa02bbbbbbbbbb")
    heads = ("0800", "8100a07b0800", "88a800058100600986dd")
    frames = [macs + bytes.fromhex(head) + bytes(range(60)) for head in heads]
    with open_interface(pairs[0].switch_end, receives=False) as near:
        near.send(bytes(64))
    for frame in frames:
        far.send(frame)
    assert drained(ring) == frames


def test_records_of_a_ring_stay_until_they_are_given_back(ring, far):
    for number in range(BURST + 3):
        far.send(numbered(number))
    records = (Frame * BURST)()
    for since_us, count in ((0, BURST), (BURST, 3)):
        assert ring.take(ctypes.addressof(records), 7, since_us, since_us + count) == (count, False)
        assert [(r.port, r.length, r.now_us - since_us) for r in records[:count]] == [
            (7, 64, i + 1) for i in range(count)
        ]
        with selectors.DefaultSelector() as selector:
            selector.register(ring.socket, selectors.EVENT_READ)
            assert selector.select(0)
            ring.give_back()
            assert bool(selector.select(0)) == (count == BURST)


def test_frames_longer_than_the_mtu_was_are_whole_and_in_their_place(pairs, far):
    for end in (pairs[0].switch_end, pairs[0].tester_end):
        ip(f"link set {end} mtu 1500")
    ring = FrameRing(pairs[0].switch_end)
    try:
        ring.start()
        for end in (pairs[0].switch_end, pairs[0].tester_end):
            ip(f"link set {end} mtu 9000")
        tag = bytes(12) + bytes.fromhex("8100a07b0800")
        sent = [
            numbered(0),
            numbered(1, 8000),
            tag.ljust(5000, b"y"),
            numbered(3),
            numbered(4, 1614),
            numbered(5, 1700),
        ]
        for frame in sent:
            far.send(frame)
        assert drained(ring) == sent
        records = (Frame * BURST)()
        far.send(sent[1])
        assert ring.take(ctypes.addressof(records), 1, 0, 0) is None
        many = [numbered(number, 9000) for number in range(5000)]
        for frame in many:
            far.send(frame)
        first, *got = drained(ring)
        assert first == sent[1]
        assert 0 < len(got) < len(many), "those that neither slot nor socket had room for are lost"
        assert got == many[: len(got)]
        far.send(numbered(9))
        assert drained(ring) == [numbered(9)]
    finally:
        ring.close()


def test_a_ring_goes_on_after_its_interface_was_down(pairs, ring, far):
    ip(f"link set {pairs[0].switch_end} down")
    with pytest.raises(OSError, match="down"):
        ring.frames()
    with pytest.raises(BlockingIOError), selectors.DefaultSelector() as selector:
        selector.register(ring.socket, selectors.EVENT_READ)
        assert not selector.select(0), "told once"
        ring.frames()
    ip(f"link set {pairs[0].switch_end} up")
    assert until(lambda: far.send(numbered(1)) or drained(ring))[0] == numbered(1)  # the far end takes its time


# --- From the socket to the ring -------------------------------------------------------------------------------------


class Taker:
    """Takes the bursts of a port, and keeps the frames."""

    def __init__(self, interface: str) -> None:
        self.frames: list[bytes] = []
        self._transfer = BurstTransfer()
        self.port = InterfacePort(1, interface, lambda _port, _frame: None, self._take)
        self.port._sock.setsockopt(socket.SOL_SOCKET, SO_RCVBUFFORCE, 8 << 20)

    def _take(self, _port: int, source: int | FrameRing) -> Received | None:
        if isinstance(source, FrameRing):
            self.frames += source.frames()
            return Received(0, ended=False)
        received = self._transfer.receive(source, 1, 0, 0)
        for record in (Frame * received.frames).from_address(self._transfer.records):
            at = ctypes.c_void_p.from_buffer(record, Frame.data.offset).value
            self.frames.append(ctypes.string_at(at, record.length))
        return received

    @property
    def has_ring(self) -> bool:
        return not isinstance(self.port._source, int)


def test_what_waits_at_the_socket_comes_before_what_the_ring_has(pairs, far):
    taker = Taker(pairs[0].switch_end)
    with selectors.DefaultSelector() as selector, contextlib.closing(taker.port) as port:
        port.register(selector)
        many = [numbered(number, 9000) for number in range(3000)]
        for frame in many:
            far.send(frame)
        ((key, events),) = selector.select(0)
        key.data(events)
        assert len(taker.frames) == 4 * BURST and not taker.has_ring
        after = [numbered(number) for number in range(100)]
        for frame in after:
            far.send(frame)
        while ready := selector.select(0):
            for key, events in ready:
                key.data(events)
        assert taker.has_ring
        before = len(taker.frames)
        long = [numbered(number, 9000) for number in range(100)]  # no slot has room for one: they wait at the socket
        for frame in long:
            far.send(frame)
        while ready := selector.select(0):
            for key, events in ready:
                key.data(events)
        assert taker.frames[before:] == long
    assert 4 * BURST < before - len(after) < len(many)
    assert taker.frames[:before] == many[: before - len(after)] + after


def test_without_memory_for_a_ring_the_socket_stays(pairs, far, monkeypatch):
    asked: list[str] = []

    def none(name: str, **_: object) -> None:
        asked.append(name)
        raise OSError(errno.ENOMEM, "Cannot allocate memory")

    monkeypatch.setattr(importlib.import_module("p4soft.switch.ports.bursts"), "FrameRing", none)
    taker = Taker(pairs[0].switch_end)
    with selectors.DefaultSelector() as selector, contextlib.closing(taker.port) as port:
        port.register(selector)
        for turn in range(3):
            for number in range(3000):
                far.send(numbered(number, 9000))
            while ready := selector.select(0):
                for key, events in ready:
                    key.data(events)
            assert taker.frames[-1] != numbered(2999, 9000), f"turn {turn} has lost something"
        far.send(numbered(7))
        ((key, events),) = selector.select(0)
        key.data(events)
    assert taker.frames[-1] == numbered(7)
    assert asked == [pairs[0].switch_end]


def test_frames_longer_than_a_block_have_no_ring_to_send_by():
    """The MTU of the loopback interface is 65,536 bytes, as many as a block has."""
    with pytest.raises(OSError, match=os.strerror(errno.EMSGSIZE)):
        SendRing("lo")


def test_a_port_that_loses_nothing_has_no_ring(pairs, far):
    taker = Taker(pairs[0].switch_end)
    with selectors.DefaultSelector() as selector, contextlib.closing(taker.port) as port:
        port.register(selector)
        for number in range(1000):
            far.send(numbered(number))
        while ready := selector.select(0):
            for key, events in ready:
                key.data(events)
        assert not taker.has_ring
        assert port._coming is None
    assert taker.frames == [numbered(number) for number in range(1000)]


# --- A port that gets one --------------------------------------------------------------------------------------------


@pytest.fixture
def switch() -> SimpleSwitch:
    """To the port of a frame's second byte; in Python to the multicast group of the third. Counts, stamps the time."""
    program = bytes_program({"count": 32})
    program.json["register_arrays"].append({"name": "r", "id": 0, "size": 1, "bitwidth": 32})
    count, register = field("meta", "count"), ({"type": "register_array", "value": "r"}, const(0))
    program.run(
        "in",
        assign(std("egress_spec"), field("h", "x")),
        assign(std("mcast_grp"), field("h", "y")),
        assign(field("h", "z"), std("ingress_global_timestamp")),
        call("register_read", count, *register),
        call("register_write", *register, op("+", count, const(1))),
        start=True,
    )
    switch = program.load(engine="native")
    assert switch.state is not None
    switch.state.pre.insert_group(MulticastGroup(7, (Replica(2, 1), Replica(3, 1))))
    return switch


def frames(end: PortSocket) -> Iterator[bytes]:
    """Those that have arrived."""
    return iter(lambda: end.recv(0.0) or b"", b"")


def waiting(end: PortSocket) -> list[int]:
    """The numbers of those."""
    return [struct.unpack_from("!I", frame, 5)[0] for frame in frames(end)]


def flooded(loop: PortLoop, one: PortSocket, two: PortSocket) -> tuple[int, list[int]]:
    """Send more than the port's socket holds, until it has a ring: how many frames, and the numbers that arrived.

    Frames with the number after the last may still arrive.
    """
    sent, got = 0, []

    def is_done() -> bool:
        one.send(numbered(sent))
        got.extend(waiting(two))
        return got[-1:] == [sent]

    for _ in range(20):
        with loop.switch.lock:
            for _ in range(3000):
                one.send(numbered(sent, 9000))
                sent += 1
        until(is_done)
        got = got[: got.index(sent)]
        if isinstance(loop.call(lambda: loop._ports[1]._source), FrameRing):
            return sent, got
    raise AssertionError("no ring")


@pytest.mark.parametrize("event", ["none", "trace", "port goes", "other port goes"])
def test_a_flooded_port_gets_a_ring_and_loses_and_doubles_nothing_from_then_on(switch, pairs, tmp_path, event):
    interfaces = {pair.port: pair.switch_end for pair in pairs}
    with (
        running(switch, tmp_path, range(0), interfaces=interfaces) as loop,
        open_attachment(pairs[0].tester_end) as one,
        open_attachment(pairs[1].tester_end) as two,
    ):
        sent, got = flooded(loop, one, two)
        assert got == sorted(set(got))
        assert len(got) < sent
        events: dict[str, Callable[[], object]] = {
            "none": lambda: None,
            "trace": lambda: Commands(loop, {}).execute(f"trace_start {tmp_path}/trace"),
            "port goes": lambda: (loop.remove_port(1), loop.add_port(1, pairs[0].switch_end)),
            "other port goes": lambda: (loop.remove_port(2), loop.add_port(2, pairs[1].switch_end)),
        }
        loop.call(events[event])
        arrived: list[int] = []
        for first in range(sent + 1, sent + 3001, 300):
            for number in range(first, first + 300):
                one.send(numbered(number, 64 + number % 300))
            until(lambda last=number: arrived.extend(waiting(two)) or arrived[-1:] == [last])
        assert [number for number in arrived if number != sent] == list(range(sent + 1, sent + 3001))
    assert switch.faults == 0


def test_what_a_ring_brings_leaves_in_order_whoever_handles_it(switch, pairs, tmp_path):
    """Port 3 is slow: its socket is full before the end of a burst. Group 7 needs Python, port 9 is nobody's."""
    interfaces = {pair.port: pair.switch_end for pair in pairs}
    plan = [((2, 0), (3, 0), (2, 7 * (i > 700)), (2, 0), (9 * (i < 400) or 3, 0))[i * i % 7 % 5] for i in range(1500)]
    with (
        running(switch, tmp_path, range(3, 4), interfaces=interfaces) as loop,
        open_attachment(pairs[0].tester_end) as one,
        open_attachment(pairs[1].tester_end) as two,
        attached(tmp_path, 3) as three,
    ):
        flooded(loop, one, two)
        unknown, start = loop.unknown_port_drops, time.monotonic()
        with switch.lock:
            for number, (port, group) in enumerate(plan):
                one.send(numbered(number, {2: 60, 3: 4000, 9: 70}[port], port=port, group=group))
        wanted = {own: [i for i, (port, group) in enumerate(plan) if group == 7 or port == own] for own in (2, 3)}
        got: list[bytes] = []
        until(lambda: got.extend(frame for frame in frames(two) if len(frame) == 60) or len(got) >= len(wanted[2]))
        elapsed_us = (time.monotonic() - start) * 1e6
        assert [struct.unpack_from("!I", frame, 5)[0] for frame in got] == wanted[2]
        assert [struct.unpack_from("!I", three.recv(5000), 5)[0] for _ in wanted[3]] == wanted[3]
        stamps = [struct.unpack_from("!H", frame, 3)[0] for frame in got]
        assert sum((b - a) % 65536 for a, b in itertools.pairwise(stamps)) < elapsed_us, "time went back"
        with switch.lock:
            assert switch.state.register("r").cells == [switch.fast_path.packets]
        assert loop.call(lambda: loop.unknown_port_drops) - unknown == plan.count((9, 0))


# --- The ring that frames leave by -----------------------------------------------------------------------------------


@pytest.fixture
def rings(switch, pairs, tmp_path) -> Iterator[tuple[PortLoop, PortSocket, PortSocket]]:
    """A switch with a ring that frames come by on port 1, and one that they leave by on port 2."""
    if CHECKED:
        pytest.skip(
            "with bounds checks, Python takes each burst through the program, and no port gets a ring to send by"
        )
    interfaces = {pair.port: pair.switch_end for pair in pairs}
    with (
        running(switch, tmp_path, range(0), interfaces=interfaces) as loop,
        open_attachment(pairs[0].tester_end) as one,
        open_attachment(pairs[1].tester_end) as two,
    ):
        flooded(loop, one, two)
        assert len(through(loop, one, two, [numbered(number, 100) for number in range(3 * BURST)], 100)) == 3 * BURST
        assert has_send_ring(loop)
        yield loop, one, two
    assert switch.faults == 0


def has_send_ring(loop: PortLoop) -> bool:
    return loop.call(loop._ports[2].send_ring) != 0


def place(loop: PortLoop) -> int:
    """Of the slot of port 2's ring that is next."""
    ring = loop._ports[2]._send_ring
    assert ring is not None
    return loop.call(lambda: int(ring._state.slots.next))


def through(loop: PortLoop, one: PortSocket, two: PortSocket, sent: list[bytes], last: int) -> list[bytes]:
    """What arrives of frames that come at once, until one of `last` bytes with the number of the last one."""
    with loop.switch.lock:
        for frame in sent:
            one.send(frame)
    got: list[bytes] = []
    until(lambda: got.extend(frames(two)) or (got and len(got[-1]) == last and got[-1][5:] == sent[-1][5:]))
    wanted = {frame[5:] for frame in sent}
    return [frame for frame in got if frame[5:] in wanted]


def bodies(found: list[bytes]) -> list[bytes]:
    """Without what the program changes."""
    return [frame[5:] for frame in found]


def lost(loop: PortLoop) -> dict[str, int]:
    return loop.call(lambda: dict(loop._ports[2].lost))


def test_frames_of_all_lengths_leave_whole_and_in_order(rings):
    loop, one, two = rings
    for first in range(60, 9500, 400):
        sent = [numbered(size, size) for size in range(first, min(first + 400, 9500), 3)]
        assert bodies(through(loop, one, two, sent, len(sent[-1]))) == bodies(sent)


@pytest.mark.parametrize("lowered", [True, False])
def test_frames_longer_than_the_mtu_are_lost_and_counted_and_others_are_not(rings, pairs, lowered):
    """Tagged ones may be longer, by a tag."""
    loop, one, two = rings
    ip(f"link set {pairs[1].switch_end} mtu 1500")
    if not lowered:
        loop.call(lambda: (loop.remove_port(2), loop.add_port(2, pairs[1].switch_end)))
    before = lost(loop)
    head = bytes([0, 2]) + bytes(10) + bytes.fromhex("8100a07b0800")
    tagged = [head.ljust(size, b"t") for size in (1518, 300)]
    sent = [tagged[i % 2] if i % 9 == 0 else numbered(i, (100, 1514, 1515, 2000)[i % 4]) for i in range(4 * BURST)]
    sent.append(numbered(9999, 101))
    for _ in range(2):
        got = through(loop, one, two, sent, 101)
        assert bodies(got) == bodies([frame for frame in sent if len(frame) <= 1514 or frame is tagged[0]])
    assert has_send_ring(loop)
    (reason,) = lost(loop).keys() - before.keys()
    assert (reason, lost(loop)[reason]) == ("longer than the interface's MTU", 2 * (len(sent) - len(got)))


def test_a_renamed_interface_keeps_its_own_mtu(rings, pairs):
    loop, one, two = rings
    was, now = pairs[1].switch_end, f"{pairs[1].switch_end}x"
    through(loop, one, two, [*(numbered(i) for i in range(4 * BURST)), numbered(9998, 101)], 101)
    assert has_send_ring(loop)
    for words in (f"link set {was} down", f"link set {was} name {now}", f"link set {now} mtu 1500 up"):
        ip(words)
    try:
        until(lambda: dict(loop.call(loop.links))[2])
        before = lost(loop)
        sent = [*(numbered(i, 2000 if i % 2 else 200) for i in range(4 * BURST)), numbered(9999, 101)]
        assert bodies(through(loop, one, two, sent, 101)) == bodies([frame for frame in sent if len(frame) <= 1514])
        assert lost(loop)["longer than the interface's MTU"] == 2 * BURST, before
    finally:
        for words in (f"link set {now} down", f"link set {now} name {was}", f"link set {was} up"):
            ip(words)


def test_frames_that_an_interface_keeps_waiting_leave_in_order(rings, pairs):
    loop, one, two = rings
    words = f"tc qdisc replace dev {pairs[1].switch_end} root tbf rate 20mbit burst 3kb limit 10mb"
    if subprocess.run(words.split(), check=False, capture_output=True).returncode:
        pytest.skip("needs the tbf queueing discipline: kernel module sch_tbf")
    loop.switch.set_queue_depth(2000)
    for first in (0, 1000):
        sent = [numbered(first + number, 300 + number % 500) for number in range(800)]
        assert bodies(through(loop, one, two, sent, len(sent[-1]))) == bodies(sent)
    assert lost(loop) == {}


def test_frames_to_an_interface_that_is_down_are_lost_and_counted(rings, pairs):
    loop, one, two = rings
    ip(f"link set {pairs[1].switch_end} down")
    with loop.switch.lock:
        for number in range(3 * BURST):
            one.send(numbered(number))
    until(lambda: lost(loop) == {"the interface is down": 3 * BURST})
    ip(f"link set {pairs[1].switch_end} up")
    until(lambda: one.send(numbered(1)) or any(len(frame) == 64 for frame in frames(two)))
    before = place(loop)
    sent = [numbered(10_000 + number, 70) for number in range(2 * BURST + 1)]
    assert bodies(through(loop, one, two, sent, 70)) == bodies(sent)
    assert place(loop) != before, "they went by the socket"


def test_frames_do_not_leave_by_the_ring_of_a_port_that_has_gone(rings, monkeypatch):
    """Not even those that come before the loop waits again: the ring's memory is nobody's then."""
    loop, one, _two = rings
    ring = loop._ports[2]._send_ring
    monkeypatch.setattr(type(ring), "close", lambda _ring: None)
    places = []

    def go() -> None:
        for then in (lambda: None, lambda: loop.remove_port(2)):
            for number in range(3 * BURST):
                one.send(numbered(number))
            then()
            places.append(ring._state.slots.next)
            loop._ports[1]._receive(selectors.EVENT_READ)
        places.append(ring._state.slots.next)

    unknown = loop.unknown_port_drops
    loop.call(go)
    assert loop.call(lambda: loop.unknown_port_drops) - unknown == 3 * BURST
    assert places[0] != places[1] == places[2]
    monkeypatch.undo()
    ring.close()


def test_ports_are_not_asked_again_and_again_for_their_sockets_while_a_ring_brings_frames(rings, monkeypatch):
    loop, one, two = rings
    asked: list[int] = []
    ask = InterfacePort.burst_socket
    monkeypatch.setattr(InterfacePort, "burst_socket", lambda port: asked.append(port.number) or ask(port))
    sent = [numbered(number, 80) for number in range(8 * 4 * BURST)]
    assert bodies(through(loop, one, two, sent, 80)) == bodies(sent)
    assert 2 <= len(asked) < 8, "once for each port, and not in each of eight turns"


def test_frames_of_a_ring_do_not_overtake_one_that_waits(rings, monkeypatch):
    """It leaves one of the switch's queues, or comes from a controller, between two turns of the ring's port."""
    loop, one, two = rings
    sent = [numbered(number, 90) for number in range(2 * BURST)]

    def go() -> None:
        one.send(numbered(0, 85))
        loop._ports[1]._receive(selectors.EVENT_READ)
        with monkeypatch.context() as busy:
            busy.setattr(InterfacePort, "_send", lambda _port, _frame: None)
            loop._emit([Emission(2, 0, sent[0])])
        for frame in sent[1:]:
            one.send(frame)
        loop._ports[1]._receive(selectors.EVENT_READ)

    loop.call(go)
    got: list[bytes] = []
    until(lambda: got.extend(frame for frame in frames(two) if len(frame) == 90) or len(got) == len(sent))
    assert bodies(got) == bodies(sent)
