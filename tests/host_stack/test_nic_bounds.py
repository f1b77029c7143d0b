# SPDX-License-Identifier: Apache-2.0
"""No queue, table or log of a NIC grows without bound, and each counts what it refused."""

import random
from dataclasses import replace

from host_stack_kit import FIRST, PROBE, Peer, address, config, ev_set, kinds, trim

import topologies
from host_stack import EvState, Nic, NicConfig
from host_stack.paths.ev import EvEvents
from host_stack.provision import FabricPaths
from host_stack.scheduler import Timers
from host_stack.transport.recovery import InFlight
from host_stack.transport.work import SentPacket, WorkRequest
from host_stack.wire.constants import EndpointOp
from host_stack.wire.headers import Bth, BthCodec, Erth, Peth
from host_stack.wire.options import BthFlagOrder

LIMIT = 1024 + 64  # answers of a queue pair: one for each packet of its window, and 64


def flood(peer, frame, count):
    """Frames that arrive while no port is free."""
    for _ in range(count):
        peer.nic.receive(1, frame, peer.now)
        assert peer.nic.transmit(0, peer.now) is None


def test_sacks_that_cannot_leave():
    peer = Peer()
    flood(peer, peer.data(3, b"x", ack=True, rtx=True), 50_000)
    assert len(peer.qp.responder.answers) == LIMIT
    assert peer.qp.counters.answers_refused == 50_000 - LIMIT
    assert len(peer.drain(5000)) == LIMIT


def test_answers_to_reliability_probes_that_cannot_leave():
    peer = Peer()
    for number in range(50_000):
        peer.nic.receive(1, peer.control(PROBE, Peth(number & 0xFFFF, 0, 0, 0).pack()), peer.now)
    assert len(peer.qp.responder.answers) == LIMIT
    assert peer.qp.counters.answers_refused == 50_000 - LIMIT


def test_the_same_probe_twice_is_answered_once_if_the_first_answer_has_not_left():
    peer = Peer()
    flood(peer, peer.control(PROBE, Peth(7, 0, 0, 0).pack()), 100)
    assert len(peer.drain()) == 1


def test_a_full_queue_still_has_room_for_a_nak():
    peer = Peer()
    flood(peer, peer.data(3, b"x", ack=True, rtx=True), 2000)
    peer.nic.receive(1, peer.data(0, b"evil", key=0), peer.now)
    peer.nic.receive(1, peer.data(1, b"more"), peer.now)
    out = peer.drain(5000)
    assert [p.control[0].syndrome for p in out if p.bth.opcode == 0xD1] == [0x62]


def test_answers_to_ev_probes_that_cannot_leave():
    peer = Peer()
    bth = BthCodec(BthFlagOrder.IBTA).pack(Bth(0xD8, 2, 5))
    flood(peer, peer.frame(bth + Erth(EndpointOp.EV_PROBE, 1).pack(), dscp=46, ecn=0), 50_000)
    assert peer.nic.counters["drop.probe_queue_full"] == 50_000 - 256
    assert len(peer.drain(1000)) <= 256


def test_paths_of_spoofed_sources_are_not_remembered():
    peer = Peer()
    bth = BthCodec(BthFlagOrder.IBTA).pack(Bth(0xD8, 2, 5))
    for number in range(2000):
        frame = peer.builder.build(
            port=1, outer_addresses=address(2) + bytes(16), inner_addresses=address(1000 + number) + address(1),
            traffic_class=46 << 2, entropy=0xC0010001, headers=bth + Erth(EndpointOp.EV_PROBE, 1).pack(),
        )  # fmt: skip
        peer.nic.receive(1, frame, peer.now)
    assert peer.nic.counters["drop.probe_unknown_peer"] == 2000
    assert len(peer.nic.prober._templates) == 0
    fabric = topologies.load("topologies/lab.yaml")
    paths = FabricPaths(fabric, fabric.nic(0))
    for number in range(2000):
        assert paths.template(address(1 << 20 | number)) is None
    assert len(paths._known) == 0
    assert paths.template(fabric.nic(1).address.to_bytes(16, "big")) is not None


def test_ev_events_are_bounded_and_counted():
    events = EvEvents(depth=10)
    evs, _, _ = ev_set(events=events)
    entropy = next(iter(evs)).entropy
    for turn in range(20):
        evs.deny(entropy, turn)
        evs.allow(entropy, turn)
    assert len(events) == 10
    assert events.dropped == 30
    assert [e.time_ns for e in events.take(4)] == [0, 0, 1, 1]
    assert len(events) == 6
    evs.deny(entropy, 99)
    assert events.take()[-1].time_ns == 99
    assert len(events) == 0


def test_ev_events_can_be_masked():
    events = EvEvents(depth=10, mask=frozenset({EvState.DENIED}))
    evs, _, _ = ev_set(events=events)
    entropy = next(iter(evs)).entropy
    evs.on_trim(entropy, 1)
    evs.deny(entropy, 2)
    evs.allow(entropy, 3)
    evs.on_trim(entropy, 4)
    assert [(e.time_ns, e.new) for e in events] == [(2, EvState.DENIED), (3, EvState.GOOD)]
    assert events.dropped == 0


def test_a_nic_is_told_depth_and_mask():
    plain = config("n", 1, [2])
    given: NicConfig = replace(plain, ev_event_depth=3, ev_event_mask=frozenset({EvState.DENIED}))
    nic = Nic(given, 1)
    assert (nic.events.depth, nic.events.mask) == (3, frozenset({EvState.DENIED}))


def test_the_send_order_holds_each_packet_once():
    flight = InFlight(0)
    work = WorkRequest(0, memoryview(bytes(1 << 16)), remote_address=0, r_key=0, imm=None, mtu=256)
    work.last_index = 255
    stuck, again = SentPacket(0, work, 300, 0), SentPacket(1, work, 300, 0)
    flight.sent(stuck, 0)
    for turn in range(10_000):
        flight.sent(again, turn)
        flight.requeue(again, turn)
        flight.take_lost()
    assert sum(len(order) for order in flight.orders) <= 2
    assert len(flight.lost) <= 1


def test_timers_moved_again_and_again_leave_nothing():
    timers = Timers()
    rng = random.Random(1)
    due: dict[int, int] = {}
    for _ in range(100_000):
        key, at_ns = rng.randrange(4), rng.randrange(1 << 40)
        timers.set(key, at_ns)
        due[key] = at_ns
    assert len(timers._heap) < 100
    for at_ns in sorted(due.values()):
        assert timers.earliest() == at_ns
        timers.pop_due(at_ns)


def test_a_nack_of_a_packet_that_has_come_since_is_not_sent():
    peer = Peer()
    peer.nic.receive(1, trim(peer.data(0)), peer.now)
    out = peer.give(peer.data(0, ack=True))
    assert 0xDD not in kinds(out)
    assert peer.qp.responder.reception.window.cack == FIRST
