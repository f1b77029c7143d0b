# SPDX-License-Identifier: Apache-2.0
"""Priority flow control between links, switches and NICs: nothing is lost, and that needs the computed headroom."""

from __future__ import annotations

import threading

import pytest

from common.quantities import parse_rate, parse_time
from fabric.emulation.events import Transit
from fabric.emulation.lossless import LosslessParts, Thresholds
from host_stack.roce import pause
from host_stack.roce.nic import Pauses
from p4soft.switch import Emission
from topologies.schema import LinkSpec, headroom_bytes

RATE = 100_000_000_000
DATA, URGENT = 1, 7
MTU = 4096
FRAME = MTU + 190


class Switch:
    """Everything that comes by other ports leaves by port 0, at the priority of its first byte."""

    def __init__(self):
        self.lock = threading.RLock()

    def receive(self, _port, frame, _now_us):
        return [Emission(0, frame[0], frame)]

    def advance(self, _now_us):
        return []

    def next_event_us(self):
        return None


class Blaster:
    """Sends so many frames as fast as its port takes them, and heeds pauses."""

    def __init__(self, frames, *, obeys=True):
        self.left = frames
        self.obeys = obeys
        self.got = 0
        self.seen = []
        self.pauses = Pauses([RATE])

    def receive(self, port, frame, now_ns):
        if not self.pauses.receive(port, frame, now_ns):
            self.got += 1
            self.seen.append((frame[0], now_ns))

    def transmit(self, free_ports, now_ns):
        if not free_ports or not self.left or (self.obeys and self.pauses.ports(DATA, now_ns)):
            return None
        self.left -= 1
        return 0, bytes((DATA,)) * FRAME

    def next_wakeup(self):
        return None

    def set_carrier(self, port, up, now_ns):
        pass


def incast(senders, thresholds, *, frames=400, delay_ns=1000, obeys=True, blocked=False):
    """So many NICs send to one through one switch; all of it when it is over. `blocked`: the one is paused at first."""
    parts = LosslessParts(thresholds)
    node = parts.switch("s", 0, Switch())
    sink, sources = Blaster(0), [Blaster(frames, obeys=obeys) for _ in range(senders)]
    nics = [parts.nic(f"n{i}", i, nic) for i, nic in enumerate((sink, *sources))]
    for i in range(len(nics)):
        for source, to in (((f"n{i}", 0), ("s", i)), (("s", i), (f"n{i}", 0))):
            parts.wire(source, to, rate_bps=RATE, delay_ns=delay_ns, seed="1")
    parts.attach()
    if blocked:
        node.pausable[0].pause({DATA: 0xFFFF})
    for nic in nics[1:]:
        nic.pump()
    parts.loop.run(10**9)
    return node, sink, sources


def link(delay):
    return LinkSpec(rate=parse_rate("100 Gb/s"), delay=parse_time(delay))


@pytest.mark.parametrize("blocked", [False, True])
@pytest.mark.parametrize("senders", [2, 7])
@pytest.mark.parametrize("delay", ["0 ns", "1 us", "20 us"])
def test_nothing_is_lost(senders, delay, blocked):
    headroom = headroom_bytes(link(delay), MTU)
    thresholds = Thresholds(1 << DATA, xoff=100_000, xon=50_000, headroom=headroom)
    node, sink, sources = incast(senders, thresholds, delay_ns=parse_time(delay), blocked=blocked)
    assert sink.got == senders * 400
    assert [source.left for source in sources] == [0] * senders
    assert node.pauses > 0
    assert 100_000 < node.accounts.peak_bytes <= 100_000 + headroom
    assert sum(output.lost_overflow for output in node.pausable.values()) == 0


@pytest.mark.parametrize("delay", ["1 us", "20 us"])
def test_less_headroom_loses(delay):
    """The bound is not generous: where nothing drains, two frames and a tenth less lose some."""
    headroom = headroom_bytes(link(delay), MTU) * 9 // 10 - 2 * FRAME
    thresholds = Thresholds(1 << DATA, xoff=100_000, xon=50_000, headroom=headroom)
    node, sink, _ = incast(3, thresholds, delay_ns=parse_time(delay), blocked=True)
    assert node.pausable[0].lost_overflow > 0
    assert sink.got + node.pausable[0].lost_overflow == 3 * 400


def test_a_nic_that_does_not_obey_loses():
    thresholds = Thresholds(1 << DATA, xoff=100_000, xon=50_000, headroom=headroom_bytes(link("1 us"), MTU))
    node, sink, _ = incast(3, thresholds, obeys=False)
    assert 0 < node.pausable[0].lost_overflow == 3 * 400 - sink.got


def test_a_priority_without_flow_control_is_not_paused():
    node, sink, _ = incast(3, Thresholds(1 << 5, xoff=1000, xon=500, headroom=1000))
    assert node.pauses == 0 and sink.got == 3 * 400


# --- A port that is asked to pause -----------------------------------------------------------------------------------


@pytest.fixture
def port():
    """The direction from a switch to a NIC, and what arrives there, with its time."""
    parts = LosslessParts(Thresholds(1 << DATA, xoff=10**9, xon=0, headroom=0))
    node = parts.switch("s", 0, Switch())
    nic = Blaster(0)
    parts.nic("n", 0, nic)
    for source, to in ((("n", 0), ("s", 0)), (("s", 0), ("n", 0))):
        parts.wire(source, to, rate_bps=RATE, delay_ns=0, seed="1")
    parts.attach()
    return parts.loop, node, node.pausable[0], nic.seen


def frame(priority):
    return Transit(bytes((priority,)) * 1226, 0, 0)  # 100 ns on the wire


def test_a_held_priority_waits_and_others_pass(port):
    loop, node, out, got = port
    node.deliver(0, Transit(pause.pack(bytes(6), {DATA: 100}), 0, 0))  # 512 ns
    for priority in (DATA, URGENT, DATA):
        out.send(frame(priority), priority)
    loop.run(10_000)
    assert got == [(URGENT, 100), (DATA, 612), (DATA, 712)]


def test_a_frame_that_is_being_sent_is_finished(port):
    loop, node, out, got = port
    out.send(frame(DATA), DATA)
    out.send(frame(DATA), DATA)
    node.deliver(0, Transit(pause.pack(bytes(6), {DATA: 0xFFFF}), 0, 0))
    loop.run(1_000)
    assert got == [(DATA, 100)]
    assert out.queued_bytes == 1226
    node.deliver(0, Transit(pause.pack(bytes(6), {DATA: 0}), 0, 0))
    loop.run(2_000)
    assert [priority for priority, _ in got] == [DATA, DATA]
    assert out.queued_bytes == 0


def test_a_link_that_goes_down_forgets(port):
    loop, node, out, got = port
    node.deliver(0, Transit(pause.pack(bytes(6), {DATA: 0xFFFF}), 0, 0))
    out.send(frame(DATA), DATA)
    out.set_state(False)
    assert out.lost_down == 1
    out.set_state(True)
    out.send(frame(DATA), DATA)
    loop.run(1_000)
    assert [priority for priority, _ in got] == [DATA]


def test_a_long_pause_is_asked_for_again():
    """65,535 quanta are 336 us at 100 Gb/s; the way out is blocked for nearly ten times as long."""
    thresholds = Thresholds(1 << DATA, xoff=10_000, xon=5_000, headroom=headroom_bytes(link("1 us"), MTU))
    parts = LosslessParts(thresholds)
    node = parts.switch("s", 0, Switch())
    sink, source = Blaster(0), Blaster(50)
    nics = [parts.nic(f"n{i}", i, nic) for i, nic in enumerate((sink, source))]
    for i in (0, 1):
        for begin, to in (((f"n{i}", 0), ("s", i)), (("s", i), (f"n{i}", 0))):
            parts.wire(begin, to, rate_bps=RATE, delay_ns=1000, seed="1")
    parts.attach()
    node.pausable[0].pause({DATA: 0xFFFF})
    for n in range(1, 10):
        parts.loop.at(n * 300_000, lambda _: node.pausable[0].pause({DATA: 0xFFFF}), None)
    nics[1].pump()
    parts.loop.run(2_900_000)
    assert sink.got == 0 and source.left > 0
    assert node.pausable[0].lost_overflow == 0
    parts.loop.run(10_000_000)
    assert sink.got == 50
