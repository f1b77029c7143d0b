# SPDX-License-Identifier: Apache-2.0
"""A switch as a node: times, ports, trims, drops, stops."""

from __future__ import annotations

import threading

from fabric.emulation.events import EventLoop, Transit
from fabric.emulation.nodes import Direction, SwitchNode
from p4soft.switch import Emission


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


class Sink:
    def __init__(self):
        self.got = []

    def deliver(self, port, transit):
        assert port == 0
        self.got.append(transit)


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
