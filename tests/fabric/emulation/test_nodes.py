# SPDX-License-Identifier: Apache-2.0
"""Nodes: a NIC, and a switch."""

from __future__ import annotations

import threading

from fabric.emulation.events import EventLoop, Transit
from fabric.emulation.nodes import Direction, NicNode, SwitchNode
from p4soft.switch import Emission

# --- A NIC -----------------------------------------------------------------------------------------------------------
# A NIC as a node: pulled when a port frees, after arrivals, and when it asked to be woken.


class Sink:
    def __init__(self):
        self.got = []

    def deliver(self, port, transit):
        assert port == 0
        self.got.append(transit)


class Nic:
    """Sends what it is given as (port, frame); wakes when told."""

    def __init__(self, frames=(), wakeups=()):
        self.frames = list(frames)
        self.wakeups = list(wakeups)
        self.asked = []
        self.got = []
        self.carriers = []

    def set_carrier(self, port, up, now_ns):
        self.carriers.append((port, up, now_ns))

    def receive(self, port, frame, now_ns):
        self.got.append((port, frame, now_ns))

    def transmit(self, free_ports, now_ns):
        self.asked.append((free_ports, now_ns))
        if self.frames and free_ports >> self.frames[0][0] & 1:
            return self.frames.pop(0)
        return None

    def next_wakeup(self):
        return self.wakeups.pop(0) if self.wakeups else None


def nic_node(nic, signal_ns=10_000):
    loop = EventLoop()
    sink = Sink()
    node = NicNode(loop, "nic5", 5, nic)
    node.signal_ns = signal_ns
    settings = {"rate_bps": 10**11, "delay_ns": 0, "sink": sink, "sink_port": 0, "seed": "1"}
    node.attach([Direction(loop, f"nic5:{port}", **settings) for port in (0, 1)])
    return loop, sink, node


def test_a_nic_is_asked_until_none_and_again_when_a_port_frees():
    nic = Nic(frames=[(0, b"a" * 1226), (1, b"b" * 1226), (0, b"c" * 1226)])
    loop, sink, node = nic_node(nic)
    node.pump()
    assert nic.asked == [(0b11, 0), (0b10, 0)]
    loop.run(10**6)
    assert sorted(t.frame[:1] for t in sink.got) == [b"a", b"b", b"c"]
    assert nic.asked[2] == (0b01, 100)  # 1226 + 24 bytes at 100 Gb/s
    assert {t.origin for t in sink.got} == {5}


def test_a_nic_notices_that_its_link_is_down_a_while_later():
    nic = Nic()
    loop, _, node = nic_node(nic, signal_ns=5_000)
    node.outputs[1].set_state(False)
    node.link_changed(1, False)
    nic.asked.clear()
    node.pump()
    assert nic.asked == [(0b11, 0)]
    loop.run(4_999)
    assert nic.carriers == []
    loop.run(5_000)
    assert nic.carriers == [(1, False, 5_000)]
    assert nic.asked[-1] == (0b01, 5_000)
    node.outputs[1].set_state(True)
    node.link_changed(1, True)
    loop.run(20_000)
    assert nic.carriers[1:] == [(1, True, 10_000)]
    assert nic.asked[-1] == (0b11, 10_000)


def test_until_it_notices_a_nic_sends_at_line_rate_into_nothing():
    nic = Nic(frames=[(1, bytes(1226))] * 100)
    loop, sink, node = nic_node(nic, signal_ns=500)
    node.pump()
    node.outputs[1].set_state(False)
    node.link_changed(1, False)
    loop.run(10**6)
    # 100 ns each: what is on the wire at 0 is lost, and what leaves at 0, 100, ... 500; then it knows.
    assert len(nic.frames) == 94
    assert node.outputs[1].lost_down == 6
    assert sink.got == []


def test_a_link_that_hides_its_fault_is_never_noticed():
    nic = Nic()
    loop, _, node = nic_node(nic, signal_ns=None)
    node.outputs[1].set_state(False)
    node.link_changed(1, False)
    loop.run(10**9)
    assert nic.carriers == []
    node.pump()
    assert nic.asked[-1][0] == 0b11


def test_a_nic_is_woken_when_it_asked_to_be():
    nic = Nic(wakeups=[500])
    loop, _, node = nic_node(nic)
    node.pump()
    nic.frames.append((0, b"late"))
    loop.run(10**6)
    assert (0b11, 500) in nic.asked
    assert not nic.frames


def test_a_nic_with_no_port_free_is_asked_when_something_is_due():
    nic = Nic(frames=[(0, b"a" * 1226), (1, b"b" * 1226)], wakeups=[0, None])
    _, _, node = nic_node(nic)
    node.pump()
    assert nic.asked == [(0b11, 0), (0b10, 0), (0b00, 0)]
    assert nic.wakeups == []


def test_a_wakeup_in_the_past_does_not_stop_time():
    class Impatient(Nic):
        def next_wakeup(self):
            return 0

    nic = Impatient()
    loop, _, node = nic_node(nic)
    node.pump()
    loop.run(10_000)
    assert loop.now <= 10_000
    assert 50 <= len(nic.asked) <= 200


def test_an_arrival_is_handed_over_and_pumps():
    nic = Nic()
    loop, _, node = nic_node(nic)
    seen = []
    node.watch(lambda index, transit, port: seen.append((index, transit.frame, port)))
    loop.at(33, lambda _: node.deliver(1, Transit(b"hi", 0, 0)))
    loop.run(100)
    assert (nic.got, seen) == ([(1, b"hi", 33)], [(5, b"hi", 1)])
    assert nic.asked == [(0b11, 33)]


# --- A switch --------------------------------------------------------------------------------------------------------
# A switch as a node: times, ports, trims, drops, stops.


class Switch:
    def __init__(self, *outs):
        self.lock = threading.RLock()
        self.outs = outs
        self.calls = []
        self.held = None

    def receive(self, port, frame, now_us):
        self.calls.append((port, frame, now_us))
        return list(self.outs)

    def advance(self, now_us):
        self.calls.append(("advance", now_us))
        self.held = None
        return list(self.outs)

    def next_event_us(self):
        return self.held


def switch_node(*outs):
    loop = EventLoop()
    sink = Sink()
    switch = Switch(*outs)
    node = SwitchNode(loop, "p0-t0-0", 3, switch)
    node.outputs[1] = Direction(loop, "x", rate_bps=10**11, delay_ns=0, sink=sink, sink_port=0, seed="1")
    return loop, sink, switch, node


def test_a_switch_gets_microseconds_and_its_emission_goes_to_the_port():
    loop, sink, switch, node = switch_node(Emission(1, 5, b"x" * 100))
    loop.at(7_999, lambda _: node.deliver(4, Transit(b"y" * 100, 2, 10)))
    loop.run(10**6)
    assert switch.calls == [(4, b"y" * 100, 7)]
    assert [(t.frame, t.origin, t.born_ns, t.trail, t.trimmed) for t in sink.got] == [
        (b"x" * 100, 2, 10, 0b1000, False)
    ]


def test_a_stopped_switch_is_silent_and_one_that_started_again_forwards():
    loop, sink, switch, node = switch_node(Emission(1, 0, b"x"))
    node.stopped = True
    node.deliver(0, Transit(b"y", 0, 0))
    loop.run(10**6)
    assert (sink.got, switch.calls, node.blackholed, node.received) == ([], [], 1, 1)
    node.stopped = False
    node.deliver(0, Transit(b"y", 0, 0))
    loop.run(10**6)
    assert len(sink.got) == 1


def test_a_shorter_frame_counts_as_trimmed_at_its_port():
    loop, sink, _, node = switch_node(Emission(1, 6, b"x" * 256))
    node.deliver(0, Transit(b"y" * 4238, 0, 0))
    loop.run(10**6)
    assert (node.trimmed, node.outputs[1].trims, sink.got[0].trimmed) == (1, 1, True)


def test_drops_unconnected_ports_and_copies_are_counted():
    loop, sink, switch, node = switch_node(Emission(1, 0, b"x"), Emission(1, 0, b"x"), Emission(9, 0, b"x"))
    node.deliver(0, Transit(b"y", 0, 0))
    switch.outs = ()
    node.deliver(0, Transit(b"y", 0, 0))
    loop.run(10**6)
    assert (node.emitted, node.unconnected, node.consumed, len(sink.got)) == (3, 1, 1, 2)
    assert sink.got[0] is not sink.got[1]


def test_a_copy_is_not_trimmed_because_another_is():
    loop, sink, _, node = switch_node(Emission(1, 6, b"x" * 256), Emission(1, 0, b"y" * 4238))
    node.deliver(0, Transit(b"y" * 4238, 0, 0))
    loop.run(10**6)
    assert [(t.frame[:1], t.trimmed) for t in sink.got] == [(b"x", True), (b"y", False)]
    assert (node.trimmed, node.outputs[1].trims) == (1, 1)


def test_a_priority_out_of_range_is_served_not_fatal():
    loop, sink, _, node = switch_node(Emission(1, 99, b"x"), Emission(1, -1, b"x"), Emission(1, 8, b"z"))
    node.deliver(0, Transit(b"y", 0, 0))
    loop.run(10**6)
    assert len(sink.got) == 3


def test_frames_a_switch_holds_back_leave_when_it_says():
    loop, sink, switch, node = switch_node()
    switch.held = 40
    node.deliver(0, Transit(b"y", 0, 0))
    switch.outs = (Emission(1, 0, b"late"),)
    loop.run(10**6)
    assert ("advance", 40) in switch.calls
    assert [t.frame for t in sink.got] == [b"late"]
