# SPDX-License-Identifier: Apache-2.0
"""What a NIC does with a single frame, what it answers when it cannot receive, and what it never lets grow."""

import random
from collections import Counter
from dataclasses import replace

import pytest
from host_stack_kit import (
    ACK,
    FIRST,
    NACK,
    PROBE,
    SACK,
    Peer,
    address,
    config,
    ev_set,
    is_data,
    join,
    kinds,
    opcode_of,
    psn_of,
    trim,
    with_dscp,
)
from nic_ports_kit import MIB, Planes
from nic_wire_kit import with_ce

import topologies
from host_stack import (
    CompletionStatus,
    ConfigError,
    EvState,
    Nic,
    NicConfig,
    TransportOptions,
    WireOptions,
)
from host_stack.paths.ev import EvEvents
from host_stack.provision import FabricPaths
from host_stack.scheduler import Timers
from host_stack.transport.windows import ReceiveLimits
from host_stack.wire.constants import ENDPOINT_QPN, EndpointOp, Role
from host_stack.wire.headers import PACKET_TYPES, TSETH, Bth, BthCodec, Erth, PacketType, Peth, Recipient, Service
from host_stack.wire.options import BthFlagOrder, IntactTrim, ProbeSkipOnce

# --- Single frames ---------------------------------------------------------------------------------------------------
# What a NIC does with a single frame: who may talk to it, and on which path it answers.

# --- Paths ----------------------------------------------------------------------------------------------------------


def test_a_whole_packet_with_a_trimmed_dscp_is_placed_and_reports_its_ev():
    peer = Peer(WireOptions(intact_trim=IntactTrim.PLACE))
    sacks = peer.give(with_dscp(peer.data(0), 12))
    assert peer.region.data[:5] == b"xxxxx"
    assert [(s.bth.opcode, s.control[0].mark, s.control[0].entropy) for s in sacks] == [(SACK, 1, 0xC0010001)]
    sacks = peer.give(with_dscp(peer.data(1, ack=True), 16))  # LASTHOP does not blame the path
    assert [(s.bth.opcode, s.control[0].mark) for s in sacks] == [(SACK, 0)]


@pytest.mark.parametrize(("choice", "state"), [(ProbeSkipOnce.GOOD, EvState.GOOD), (ProbeSkipOnce.SKIP, EvState.SKIP)])
def test_a_marked_answer_to_a_reliability_probe_revives_as_the_option_says(choice, state):
    transport = TransportOptions(ev_probe_successes=1, reverse_probe_interval_ns=1 << 60)
    peer = Peer(WireOptions(probe_skip_once=choice), transport)
    peer.qp.post_write(b"data", 0x5000, 1)
    peer.drain()
    peer.now += 31_000
    (probe,) = [p for p in peer.drain() if p.bth.opcode == 0xDE]
    entry = peer.qp.evs.get(probe.entropy)
    peer.nic.receive(1, peer.sack(0, 0, base=1, mark=2, entropy=probe.entropy), peer.now)
    assert entry.state is EvState.ASSUMED_BAD
    answer = peer.sack(0, 0, base=1, mark=1, entropy=probe.entropy, probe=probe.control[0].probe_id)
    peer.nic.receive(1, answer, peer.now)
    assert entry.state is state


def test_whoever_receives_a_packet_now_and_then_probes_its_reverse_path_too():
    peer = Peer(transport=TransportOptions(reverse_probe_interval_ns=10_000))
    for number in range(5):
        peer.give(peer.data(number))
        wake = peer.nic.next_wakeup()
        assert wake == peer.now + 10_000
        peer.now = wake + 700  # drivers may be late
        assert kinds(peer.drain()) == [0xD8]
        peer.now += 15_000
        assert peer.drain() == []  # nothing came in the round trip after that


def test_the_data_class_of_a_remarked_probe_does_not_matter():
    peer = Peer()
    probe = with_dscp(peer.control(0xDE, Peth(1, 0, 0, 0).pack()), 0)
    assert kinds(peer.give(probe)) == [SACK]
    assert opcode_of(probe) == 0xDE
    assert psn_of(probe) == 0


# --- Who may talk ---------------------------------------------------------------------------------------------------


def test_frames_for_others_are_counted_and_dropped():
    peer = Peer()
    good = peer.data(0)
    cases = {
        "wrong_mac": b"\x02\x00\x00\x00\x00\x07" + good[6:],
        "not_our_address": good[:78] + address(3) + good[94:],
    }
    for reason, frame in cases.items():
        assert peer.give(frame) == []
        assert peer.nic.counters["drop." + reason] == 1
    stranger = peer.builder.build(
        port=1,
        outer_addresses=address(7) + bytes(16),
        inner_addresses=address(7) + address(1),
        traffic_class=0,
        entropy=0xC0000000,
        headers=good[102:138],
        payload=b"x" * 4096,
    )
    peer.give(stranger)
    assert peer.nic.counters["drop.wrong_peer"] == 1
    for qpn, opcode, reason in ((0x999, ACK, "unknown_qpn"), (0x2, ACK, "endpoint_qpn"), (0x10, 0xD8, "endpoint_qpn")):
        body = bytes(4 if opcode == ACK else 16)
        before = peer.nic.counters["drop." + reason]
        peer.give(peer.frame(BthCodec(BthFlagOrder.IBTA).pack(Bth(opcode, qpn, 0)) + body))
        assert peer.nic.counters["drop." + reason] == before + 1
    assert not any(peer.region.data)
    with pytest.raises(ValueError, match=r"port: 2 does not exist; accepted: 0..1"):
        peer.nic.receive(2, good, peer.now)


def test_ev_probe_is_answered_on_its_own_path():
    peer = Peer()
    bth = BthCodec(BthFlagOrder.IBTA).pack(Bth(0xD8, 2, 0xBEEF))
    request = peer.frame(bth + bytes.fromhex("0001 00 00 00000000 00000000 4321 0001"), entropy=0xC0010001)
    peer.nic.receive(1, request, peer.now)
    assert peer.nic.transmit(0b01, peer.now) is None  # its plane's port is busy
    port, frame = peer.nic.transmit(0b11, peer.now)
    assert port == 1
    answer = peer.parser.parse(frame)
    assert (answer.bth.opcode, answer.bth.dest_qpn, answer.bth.psn, answer.entropy) == (0xD9, 2, 0xBEEF, 0xC0010001)
    assert (answer.control[0].op, answer.control[0].timestamp) == (1, 0x4321)
    assert answer.role is Role.CONTROL
    unknown = peer.frame(bth + bytes.fromhex("0001 00 00 00000000 00000000 4321 0001"), entropy=0xC0090001)
    assert peer.give(unknown) == []
    assert peer.nic.counters["drop.probe_bad_ev"] == 1
    undefined = peer.frame(bth + bytes.fromhex("0002 00 00 00000003 00000000 4321 0001"))
    assert peer.give(undefined) == []
    assert peer.nic.counters["drop.endpoint_op"] == 1
    stray = peer.frame(BthCodec(BthFlagOrder.IBTA).pack(Bth(0xD9, 2, 5)) + bytes((0, 4, *bytes(34))))
    assert peer.give(stray) == []
    assert peer.nic.counters["drop.probe_response"] == 1


def test_marked_control_is_dropped_by_rfc6040():
    peer = Peer()
    peer.give(with_ce(peer.sack(0, 0)))
    assert peer.nic.counters["drop.ecn"] == 1


# --- Every opcode ---------------------------------------------------------------------------------------------------

NEW = 0xDF
"""An opcode that no source has."""


def noticed(kind: PacketType) -> Counter[str]:
    """What a NIC counts of one packet of a kind, whole and of zeros, and of what it sends for it."""
    peer = Peer()
    qpn = ENDPOINT_QPN if kind.recipient is Recipient.ENDPOINT else peer.qp.qpn
    bth = BthCodec(BthFlagOrder.IBTA).pack(Bth(kind.opcode, qpn, FIRST))
    body = bytes(sum(header.length for header in kind.headers if header is not TSETH))
    # Ones at the end of the RETH: a message long enough for the payload.
    peer.give(peer.frame(bth + (bytes(16) + b"\xff" * 4 + body[20:] + b"payload." if kind.data else body)))
    flat = {name: value for name, value in peer.qp.counters.as_dict().items() if isinstance(value, int)}
    return +(Counter(flat) + peer.nic.counters)


@pytest.mark.parametrize("kind", PACKET_TYPES.values(), ids=lambda kind: kind.opcode.name)
def test_every_opcode_has_a_handler_or_is_counted_as_unhandled(kind):
    assert noticed(kind) > Counter({"rx.frames": 1}), f"{kind.recipient} neither handles {kind.opcode.name} nor counts"


SHAPES = dict.fromkeys((kind.service, kind.headers) for kind in PACKET_TYPES.values())
UNHANDLED = [
    PacketType(NEW, service, recipient, headers)
    for service, headers in ((Service.CONTROL, ()), *SHAPES)
    for recipient in Recipient
    if (service, recipient) != (Service.DATA, Recipient.RESPONDER)  # which places whatever is data
]


@pytest.mark.parametrize(
    "kind", UNHANDLED, ids=lambda kind: f"{kind.recipient.value}-{[header.name for header in kind.headers]}"
)
def test_a_row_that_nobody_handles_is_counted_as_that(kind, monkeypatch):
    """Whatever its headers: those of another opcode do not make it that one."""
    monkeypatch.setitem(PACKET_TYPES, NEW, kind)
    assert noticed(kind) == {"rx.frames": 1, "drop.unhandled_opcode": 1}


# --- A NIC that cannot receive ---------------------------------------------------------------------------------------
# What a NIC answers when it cannot receive: NACKs of reasons 0x06, 0x07, 0x0A and 0x19; and M = ALWAYS_SKIP.

GBPS = 1_000_000_000


def limited(**limits):
    return Peer(limits=ReceiveLimits(**limits))


def reasons(packets):
    return [(packet.control[0].reason, packet.control[0].entropy) for packet in packets if packet.bth.opcode == NACK]


def test_psns_that_cannot_be_tracked_are_refused_and_the_next_in_order_never_is():
    peer = limited(bitmap_psns=3)
    out = peer.give(*(peer.data(number) for number in (1, 2, 3)))
    assert reasons(out) == []
    assert reasons(peer.give(peer.data(4))) == [(0x06, 0xC0010001)]
    assert peer.qp.counters.packets_placed == 3
    assert reasons(peer.give(peer.data(0))) == []  # fills the hole: 0 to 3 are received, nothing is tracked
    assert reasons(peer.give(*(peer.data(number) for number in (5, 6, 7)))) == []
    assert peer.qp.counters.nacks_sent == {0x06: 1}
    assert peer.nic.resources.psns == 3


def test_what_is_tracked_is_counted_over_all_queue_pairs_and_given_back():
    peer = limited(bitmap_psns=3)
    peer.give(*(peer.data(number) for number in (1, 2, 3)))
    assert peer.nic.resources.psns == 3
    peer.qp.reset()
    assert peer.nic.resources.psns == 0


def test_ends_of_messages_whose_beginning_is_missing_are_limited():
    peer = limited(messages=2)
    out = peer.give(peer.data(1, b"one"), peer.data(3, b"two"), peer.data(5, b"three"))
    assert reasons(out) == [(0x0A, 0xC0010001)]
    assert reasons(peer.give(peer.data(6))) == []  # no end
    assert peer.nic.resources.messages == 2
    peer.give(peer.data(0, b"zero"))
    assert peer.nic.resources.messages == 1


def test_a_host_that_is_slower_than_the_network_fills_the_buffer():
    peer = limited(buffer_bytes=8192, host_bps=8 * GBPS)  # a byte each ns
    assert reasons(peer.give(peer.data(0), peer.data(1))) == []
    assert reasons(peer.give(peer.data(2))) == [(0x07, 0xC0010001)]
    peer.now += 4096
    assert reasons(peer.give(peer.data(2))) == []


def test_a_buffer_smaller_than_a_packet_takes_one_at_a_time():
    peer = limited(buffer_bytes=1, host_bps=8 * GBPS)
    assert reasons(peer.give(peer.data(0))) == []
    assert reasons(peer.give(peer.data(1))) == [(0x07, 0xC0010001)]
    peer.now += 5000
    assert reasons(peer.give(peer.data(1))) == []


@pytest.mark.parametrize(
    ("limits", "reason"),
    [
        (ReceiveLimits(bitmap_psns=8), 0x06),
        (ReceiveLimits(buffer_bytes=32 << 10, host_bps=150 * GBPS), 0x07),
        (ReceiveLimits(messages=1), 0x0A),
    ],
)
def test_a_transfer_that_is_refused_now_and_then_still_arrives(limits, reason):
    planes = Planes(planes=2, uplinks=8, limits=limits)
    # A packet in sixty comes late, so that something has to be tracked.
    planes.pipe.hook = lambda _n, port, frame, now: [(7_000 if port and is_data(frame) and now % 60 == 0 else 0, frame)]
    regions = [planes.write(size) for size in (MIB // 2, *range(4000, 10_000, 100))]
    planes.run(20_000_000)
    assert [done.status.value for done in planes.qa.poll_completions()] == ["success"] * 61
    assert all(bytes(region.data[:4]) == b"\x01\x08\x0f\x16" for region in regions)
    assert planes.qb.counters.nacks_sent.get(reason, 0) > 0
    assert planes.qa.counters.nacks_received[reason] == planes.qb.counters.nacks_sent[reason]
    assert planes.b.resources.psns == planes.b.resources.messages == 0


def test_a_host_that_takes_nothing_ends_the_write_by_its_retry_budget():
    planes = Planes(planes=2, limits=ReceiveLimits(buffer_bytes=8192, host_bps=1))
    planes.write(MIB)
    planes.run(1_000_000_000)
    assert planes.qa.error is CompletionStatus.RETRY_EXCEEDED


def test_a_queue_pair_in_error_for_its_own_reasons_says_that_it_expects_nothing():
    peer = Peer()
    peer.give(peer.data(0))
    peer.qp.modify_to_error()
    out = peer.give(peer.data(1), peer.data(2))
    assert reasons(out) == [(0x19, 0xC0010001)] * len(out)
    assert len(out) == 1  # one answer to what came together
    assert peer.qp.counters.packets_placed == 1
    assert reasons(peer.give(peer.data(3, rtx=True))) == [(0x19, 0xC0010001)]


def test_the_writer_learns_of_it_at_once():
    planes = Planes(planes=2)
    planes.write(8 * MIB)
    planes.pipe.at(50_000, planes.qb.modify_to_error)
    planes.run(100_000)
    assert planes.qa.error is CompletionStatus.FATAL_NACK


def test_a_queue_pair_that_sent_a_nak_repeats_that_and_no_nack():
    peer = Peer()
    peer.give(peer.data(0, key=peer.region.r_key ^ 1))
    out = peer.give(peer.data(1))
    assert NACK not in kinds(out)


def test_what_comes_by_a_port_out_of_service_is_taken_and_its_ev_called_off():
    peer = Peer()
    peer.nic.set_port_enabled(1, False, peer.now)
    peer.drain()
    out = peer.give(peer.data(0))
    (sack,) = [packet for packet in out if packet.bth.opcode == SACK]
    assert (sack.control[0].mark, sack.control[0].entropy) == (2, 0xC0010001)
    assert peer.qp.counters.packets_placed == 1
    peer.nic.set_port_enabled(1, True, peer.now)
    assert [p.control[0].mark for p in peer.give(peer.data(1, ack=True)) if p.bth.opcode == SACK] == [0]


def test_a_sender_that_no_update_reaches_leaves_the_plane_by_its_sacks():
    planes = Planes()
    planes.pipe.hook = lambda _n, _p, frame, _t: [] if opcode_of(frame) == 0xD8 else [(0, frame)]
    planes.write(8 * MIB)
    planes.pipe.at(50_000, lambda: planes.b.set_port_enabled(1, False, planes.pipe.now))
    planes.run(100_000)
    assert {e.state for e in planes.qa.evs if e.plane == 1} == {EvState.ASSUMED_BAD}
    used = {port for at, port, frame in planes.sent("a", 70_000) if is_data(frame)}
    assert used == {0, 2, 3}


@pytest.mark.parametrize("field", ["bitmap_psns", "buffer_bytes", "host_bps", "messages"])
def test_a_negative_limit_is_refused(field):
    with pytest.raises(ConfigError, match=rf"receive_limits\.{field}: -1 .*accepted: 0"):
        ReceiveLimits(**{field: -1})


def test_without_limits_nothing_is_counted():
    a, b = (Nic(config(name, number, [3 - number]), seed=number) for name, number in (("a", 1), ("b", 2)))
    join(a, b)
    assert not b.resources.limited


# --- Bounds ----------------------------------------------------------------------------------------------------------
# No queue, table or log of a NIC grows without bound, and each counts what it refused.

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
