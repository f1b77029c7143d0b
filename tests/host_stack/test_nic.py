# SPDX-License-Identifier: Apache-2.0
"""What a NIC does with a single frame: who may talk to it, and on which path it answers."""

from collections import Counter

import pytest
from host_stack_kit import (
    ACK,
    FIRST,
    SACK,
    Peer,
    address,
    kinds,
    opcode_of,
    psn_of,
    with_dscp,
)
from nic_wire_kit import with_ce

from host_stack import (
    EvState,
    TransportOptions,
    WireOptions,
)
from host_stack.wire.constants import ENDPOINT_QPN, Role
from host_stack.wire.headers import PACKET_TYPES, TSETH, Bth, BthCodec, PacketType, Peth, Recipient, Service
from host_stack.wire.options import BthFlagOrder, IntactTrim, ProbeSkipOnce

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
