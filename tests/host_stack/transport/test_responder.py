# SPDX-License-Identifier: Apache-2.0
"""What exactly a NIC answers to data, its bitmap, and how far ahead it lets the sender be."""

import pytest
from host_stack_kit import (
    ACK,
    FIRST,
    NACK,
    SACK,
    Peer,
    config,
    is_data,
    join,
    kinds,
    opcode_of,
    psn_of,
    trim,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from nic_ports_kit import MIB, Planes
from nic_wire_kit import with_ce

from host_stack import (
    ConfigError,
    EvProfile,
    Nic,
    QpState,
    QpStateError,
    TransportOptions,
    WireOptions,
)
from host_stack.transport.windows import Arrival, ReceiveLimits, ReceiveWindow
from host_stack.wire.constants import Role
from host_stack.wire.headers import Aeth, CcState, Peth, Seth
from host_stack.wire.options import OutOfWindow, RcvdBytesBasis

# --- Answers ---------------------------------------------------------------------------------------------------------
# What exactly a NIC answers to data, one packet at a time (endpoint §2, §3).

# --- SACK triggers (endpoint §3) ----------------------------------------------------------------------------------


def test_trigger_1_bytes_since_last_sack_exceed_the_threshold():
    peer = Peer()
    assert peer.give(*(peer.data(i) for i in range(4))) == []  # 16384 bytes do not exceed 16384
    sacks = peer.give(peer.data(4))
    assert kinds(sacks) == [SACK]
    seth = sacks[0].control[0]
    assert (seth.cack, seth.ack_offset, seth.mark, seth.probe) == (FIRST + 4, 0, 0, False)
    assert sacks[0].role is Role.CONTROL
    assert (seth.spdcid, seth.dpdcid) == (peer.qp.qpn, peer.peer_qpn)
    assert peer.give(*(peer.data(i) for i in range(5, 9))) == []


def test_trigger_1_small_packets_count_1024_each():
    peer = Peer()
    for number in range(16):
        assert kinds(peer.give(peer.data(number, b"tiny"))) == [ACK]
    assert kinds(peer.give(peer.data(16, b"tiny"))) == [SACK, ACK]


def test_trigger_2_ack_req():
    peer = Peer()
    sacks = peer.give(peer.data(0, ack=True))
    assert kinds(sacks) == [SACK]


def test_trigger_3_ce_echoes_the_ev_as_skip_once():
    peer = Peer()
    sacks = peer.give(with_ce(peer.data(0)))
    assert [(s.control[0].mark, s.control[0].entropy) for s in sacks] == [(1, 0xC0010001)]
    assert peer.qp.counters.marked_received == 1


def test_trigger_4_rtx_is_echoed():
    peer = Peer()
    sacks = peer.give(peer.data(0, rtx=True))
    assert kinds(sacks) == [SACK]
    assert sacks[0].bth.rtx


def test_trigger_5_reliability_probe():
    peer = Peer()
    peer.give(*(peer.data(i) for i in (0, 2, 3)))
    probe = peer.control(0xDE, Peth(0xBEEF, peer.peer_qpn, peer.qp.qpn, 0x1234).pack())
    sacks = peer.give(probe)
    assert kinds(sacks) == [SACK]
    seth = sacks[0].control[0]
    assert seth.probe
    assert seth.ack_offset == 0xBEEF
    assert (seth.cack, seth.sack_offset, seth.bitmap) == (FIRST, 1, 0b110)
    assert sacks[0].control[1].timestamp == 0x1234
    # PSNs were not consumed.
    assert peer.give(peer.data(1, ack=True))[0].control[0].cack == FIRST + 3


def test_sack_fields_with_holes():
    peer = Peer()
    sacks = peer.give(*(peer.data(i) for i in (0, 1, 3, 5)), peer.data(20, ack=True))
    assert len(sacks) == 1
    seth, state = sacks[0].control[0], sacks[0].control[1]
    assert seth.cack == FIRST + 1
    assert seth.ack_offset == 19  # PSN 20
    assert seth.sack_offset == 1
    assert seth.bitmap == 1 << 1 | 1 << 3 | 1 << 18  # base is PSN 2: 3, 5, 20
    assert state.timestamp == 1_000_000 // 128  # when the packet was made, in ticks of 128 ns
    assert state.ooo_count == 3
    # 5 packets of UDP length 8+36+4096+4 = 4144, + 40 each, in units of 256 bytes, rounded up.
    assert state.rcvd_bytes == -(-5 * (4144 + 40) // 256)


def test_rcvd_bytes_other_basis():
    peer = Peer(WireOptions(rcvd_bytes=RcvdBytesBasis.MAX_PAYLOAD_1024))
    sacks = [p for p in peer.give(peer.data(0, b"tiny"), peer.data(1, b"tiny", ack=True)) if p.bth.opcode == SACK]
    assert sacks[0].control[1].rcvd_bytes == 2 * 1024 // 256


def test_more_than_64_held_takes_several_sacks():
    peer = Peer()
    frames = [peer.data(i) for i in range(1, 200)]
    for frame in frames:
        peer.now += 128
        peer.nic.receive(1, frame, peer.now)
    peer.drain()
    probe = peer.control(0xDE, Peth(7, peer.peer_qpn, peer.qp.qpn, 1).pack())
    sacks = peer.give(probe)
    told = set()
    for s in sacks:
        base = (s.control[0].cack + s.control[0].sack_offset) - FIRST
        told |= {base + i for i in range(64) if s.control[0].bitmap >> i & 1}
    assert told == set(range(1, 200))
    assert [s.control[0].probe for s in sacks] == [False] * (len(sacks) - 1) + [True]


# --- Placement, duplicates, windows, completion ---------------------------------------------------------------------


def test_out_of_order_placement_and_in_order_completion():
    peer = Peer()
    base, mtu = peer.region.address, peer.mtu
    size = 2 * mtu + 2
    last = peer.data(2, b"cc", opcode=0xC9, imm=5, va=base + 2 * mtu, ack=True, length=size)
    out = peer.give(last)
    assert kinds(out) == [SACK]
    assert peer.region.data[2 * mtu : size] == b"cc"
    assert peer.qp.poll_completions() == []  # stashed
    out = peer.give(peer.data(0, length=size), peer.data(1, length=size))
    assert kinds(out) == [ACK]
    assert out[0].control == (Aeth(0x1F, 1),)
    assert out[0].bth.psn == FIRST + 2
    assert peer.region.data[:size] == b"x" * 2 * mtu + b"cc"
    done = peer.qp.poll_completions()
    assert [(c.imm, c.wr_id, c.length) for c in done] == [(5, 1, size)]


def test_duplicate_below_cack_is_not_written_and_repeats_ack_and_sack():
    peer = Peer()
    peer.give(peer.data(0, b"good", opcode=0xCA, ack=True))
    out = peer.give(peer.data(0, b"evil", opcode=0xCA))
    assert sorted(kinds(out)) == [ACK, SACK]
    assert peer.region.data[:4] == b"good"
    assert peer.qp.counters.duplicates == 1
    assert peer.qp.counters.messages_received == 1


def test_duplicate_above_cack_only_sacks():
    peer = Peer()
    peer.give(peer.data(3, b"good"))
    out = peer.give(peer.data(3, b"evil"))
    assert kinds(out) == [SACK]
    assert peer.region.data[:4] == b"good"
    assert out[0].control[0].bitmap == 1 << 3


def test_out_of_window_is_dropped_or_nacked():
    peer = Peer()
    assert peer.give(peer.data(1024, b"evil")) == []
    assert peer.qp.counters.out_of_window == 1
    assert peer.region.data[:4] == bytes(4)
    assert peer.give(peer.data(1023, b"good")) == []
    assert peer.region.data[:4] == b"good"
    other = Peer(WireOptions(out_of_window=OutOfWindow.NACK))
    out = other.give(other.data(1024))
    assert [p.control[0].reason for p in out] == [0x0B]


def test_trim_is_nacked_with_the_role_of_its_dscp():
    peer = Peer()
    for number, (dscp, reason) in enumerate(((12, 1), (16, 2))):
        out = peer.give(trim(peer.data(number), dscp))
        assert kinds(out) == [NACK]
        (neth,) = out[0].control
        assert (neth.reason, neth.psn, neth.entropy) == (reason, FIRST + number, 0xC0010001)
        assert (neth.spdcid, neth.dpdcid) == (peer.qp.qpn, peer.peer_qpn)
        assert neth.timestamp == peer.now - 128 >> 7 & 0xFFFF
        assert out[0].role is Role.CONTROL
    # The packet itself, later, is new.
    assert peer.give(peer.data(0, b"here", rtx=True))
    assert peer.region.data[:4] == b"here"


def test_trim_of_something_received_is_sacked_not_nacked():
    peer = Peer()
    peer.give(peer.data(0))
    assert kinds(peer.give(trim(peer.data(0)))) == [SACK]


def test_ack_is_coalesced():
    peer = Peer()
    frames = [peer.data(i, b"a", opcode=0xCA) for i in range(5)]
    out = peer.give(*frames)
    assert kinds(out) == [ACK]
    assert (out[0].bth.psn, out[0].control[0].msn) == (FIRST + 4, 5)


def test_too_many_immediates_in_flight_is_refused():
    peer = Peer()
    out = []
    for number in range(1, 34):  # PSN 0 is missing, so none can complete; 32 are allowed
        out += peer.give(peer.data(number, b"i", opcode=0xCB, imm=number))
    assert [p.control[0].syndrome for p in out if p.bth.opcode == ACK] == [0x61]
    assert peer.qp.state is QpState.ERROR


def test_a_deregistered_region_is_refused():
    peer = Peer()
    peer.nic.deregister_memory(peer.region)
    assert [p.control[0].syndrome for p in peer.give(peer.data(0, b"late"))] == [0x62]
    assert not any(peer.region.data)


def test_unknown_key_is_naked_and_ends_the_queue_pair():
    peer = Peer()
    out = peer.give(peer.data(0, b"evil", key=peer.region.r_key ^ 1))
    assert [p.control[0].syndrome for p in out] == [0x62]
    assert peer.qp.state is QpState.ERROR
    assert [p.control[0].syndrome for p in peer.give(peer.data(0, b"evil"))] == [0x62]  # told again
    assert peer.nic.counters["drop.qp_state"] == 1
    assert not any(peer.region.data)


def test_rcvd_bytes_wraps_after_4_gib():
    """24 bits of 256 bytes each: the next packet after 2^32 bytes counts from zero again."""
    peer = Peer()
    size = 4144 + 40
    peer.qp.responder.reception.rcvd_bytes = (1 << 32) - size
    first, second = (peer.give(peer.data(i, ack=True))[0].control[1].rcvd_bytes for i in (0, 1))
    assert (first, second) == (0, -(-size // 256))


def test_aeth_msn_wraps_after_2_to_the_24_messages():
    peer = Peer()
    peer.qp.responder.reception.messages = (1 << 24) - 1
    acks = [packet for packet in peer.give(peer.data(0, b"x", opcode=0xCA, ack=True)) if packet.bth.opcode == ACK]
    assert [ack.control[0] for ack in acks] == [Aeth(0x1F, 0)]


# --- The bitmap ------------------------------------------------------------------------------------------------------
# The responder's bitmap against a set.


@given(st.lists(st.integers(0, 300), max_size=400), st.integers(0, 0xFFFFFF))
@settings(max_examples=80, deadline=None)
def test_window_against_a_set(offsets, first):
    size = 256
    window = ReceiveWindow(first, size)
    seen: set[int] = set()
    reported: set[int] = set()
    for number, offset in enumerate(offsets):
        index = first + offset
        cack = window.cack
        assert all(i in seen for i in range(first, cack + 1))
        assert cack + 1 not in seen
        expected = (
            Arrival.DUPLICATE_BELOW
            if index <= cack
            else Arrival.OUTSIDE
            if index > cack + size
            else Arrival.DUPLICATE_ABOVE
            if index in seen
            else Arrival.NEW
        )
        assert window.classify(index) is expected
        if expected is Arrival.NEW:
            moved = window.accept(index)
            seen.add(index)
            assert moved == (window.cack > cack)
        assert window.max_received == max(seen, default=first - 1)
        assert window.held == sum(1 for i in seen if i > window.cack)
        if number % 7 == 0:
            base, bitmap = window.report()
            assert base > window.cack
            told = {base + i for i in range(64) if bitmap >> i & 1}
            assert told == {i for i in seen if base <= i < base + 64}
            reported |= told
    # Reporting on and on leaves nothing unsaid.
    for _ in range(10):
        base, bitmap = window.report()
        reported |= {base + i for i in range(64) if bitmap >> i & 1}
    assert not window.has_unreported
    assert reported >= {i for i in seen if i > window.cack}


def test_reopen_reports_again():
    window = ReceiveWindow(0, 256)
    for index in (1, 150, 200):
        window.accept(index)
    while window.has_unreported:
        window.report()
    assert window.report()[0] == 200 - 63  # nothing new: the latest 64
    window.reopen(1)
    assert window.report() == (1, 1)
    window.reopen_all()
    assert window.report() == (1, 1)
    assert window.has_unreported


def test_old_psns_are_duplicates_and_ancient_ones_are_outside():
    window = ReceiveWindow(1 << 30, 128)
    assert window.classify((1 << 30) - 5) is Arrival.DUPLICATE_BELOW
    assert window.classify((1 << 30) - (1 << 23)) is Arrival.OUTSIDE


# --- Dynamic MPR -----------------------------------------------------------------------------------------------------
# Dynamic MPR: the receiver says in every SACK how far ahead the sender may be, and neither side loses by it.

DYNAMIC = TransportOptions(reverse_probe_interval_ns=1 << 60, dynamic_mpr=True)


def test_a_smaller_window_still_takes_what_was_allowed():
    window = ReceiveWindow(100, 256)
    assert (window.edge, window.classify(355), window.classify(356)) == (355, Arrival.NEW, Arrival.OUTSIDE)
    window.resize(128)
    assert window.classify(355) is Arrival.NEW
    for index in range(100, 228):
        window.accept(index)
    assert window.edge == 355  # 227 + 128: now the smaller window is what holds
    window.accept(228)
    assert (window.edge, window.classify(357)) == (356, Arrival.OUTSIDE)
    window.resize(512)
    assert window.classify(228 + 512) is Arrival.NEW


def connected(dynamic=True):
    """A hand-driven peer of a NIC with a window of 256 PSNs that both ends agreed to change, or not."""
    return Peer(transport=DYNAMIC, dynamic=dynamic, mpr=2, cwnd=1 << 24)


def sack(peer, number, mpr, rcvd_units=0):
    seth = Seth(0, False, 0, 0xC0010001, 0, 0, FIRST + number & 0xFFFFFF, mpr, 1, 0)
    return peer.control(SACK, seth.pack() + CcState(0, 0, rcvd_units).pack())


def sent_psns(packets):
    return [packet.bth.psn - FIRST & 0xFFFFFF for packet in packets if packet.kind.data]


def test_the_sender_keeps_to_the_window_of_the_newest_sack():
    peer = connected()
    peer.qp.post_write(bytes(4096 * 2000), 0x1000, 1)
    assert len(sent_psns(peer.drain(2000))) == 256
    assert sent_psns(peer.give(sack(peer, 0, 4, 20)) + peer.drain(2000))[-1] == 512
    assert sent_psns(peer.give(sack(peer, 1, 1, 40))) == []
    # 512 is out: with a window of 128 nothing follows before 385 is acknowledged.
    assert sent_psns(peer.give(sack(peer, 384, 1, 6000))) == []
    assert sent_psns(peer.give(sack(peer, 385, 1, 6020))) == [513]


def test_a_sack_that_was_overtaken_or_says_nothing_changes_no_window():
    peer = connected()
    peer.qp.post_write(bytes(4096 * 2000), 0x1000, 1)
    peer.drain(2000)
    peer.give(sack(peer, 10, 1, 200))
    assert peer.qp.requestor.state.window == 128
    peer.give(sack(peer, 5, 8, 100))
    assert peer.qp.requestor.state.window == 128
    peer.give(sack(peer, 11, 0, 220))
    assert peer.qp.requestor.state.window == 128


def test_without_the_agreement_nobody_says_or_heeds_a_window():
    peer = connected(dynamic=False)
    peer.qp.post_write(bytes(4096 * 2000), 0x1000, 1)
    peer.drain(2000)
    peer.give(sack(peer, 0, 8, 20))
    assert peer.qp.requestor.state.window == 256
    (answer,) = [p for p in peer.give(peer.data(0, ack=True)) if p.bth.opcode == SACK]
    assert answer.control[0].mpr == 0
    with pytest.raises(ConfigError, match=r"window of queue pair .* is fixed; accepted: dynamic_mpr at both ends"):
        peer.qp.advertise_mpr(4)


def test_the_receiver_advertises_what_it_was_told_to():
    peer = connected()
    (answer,) = [p for p in peer.give(peer.data(0, ack=True)) if p.bth.opcode == SACK]
    assert answer.control[0].mpr == 2
    peer.qp.advertise_mpr(5)
    (answer,) = [p for p in peer.give(peer.data(1, ack=True)) if p.bth.opcode == SACK]
    assert answer.control[0].mpr == 5
    assert [p.bth.opcode for p in peer.give(peer.data(1 + 640, ack=True))] == [SACK]
    assert peer.give(peer.data(1 + 641, ack=True)) == []
    assert peer.qp.counters.out_of_window == 1


@pytest.mark.parametrize("mpr", [0, 256])
def test_a_window_out_of_range_is_refused(mpr):
    peer = connected()
    with pytest.raises(ConfigError, match=r"mpr: .*accepted: 1\.\.255"):
        peer.qp.advertise_mpr(mpr)


def test_a_window_of_a_queue_pair_that_does_not_receive_is_refused():
    qp = Nic(config("n", 1, [2]), seed=1).create_qp()
    with pytest.raises(QpStateError, match="RESET; accepted: RTR or RTS"):
        qp.advertise_mpr(4)


def test_queue_pairs_share_what_the_nic_can_track():
    planes = Planes(planes=2, limits=ReceiveLimits(bitmap_psns=512), dynamic=True, mpr=8)
    assert planes.qb.responder.reception.mpr == 4
    profile = EvProfile(planes.qa.ev_profile.template)
    second = join(planes.a, planes.b, profile=profile, mpr=8, dynamic=True)[1]
    assert (planes.qb.responder.reception.mpr, second.responder.reception.mpr) == (2, 2)
    third = join(planes.a, planes.b, profile=profile, mpr=8)[1]  # a static window takes no part
    assert (planes.qb.responder.reception.mpr, second.responder.reception.mpr) == (2, 2)
    assert third.responder.reception.mpr == 0
    planes.b.destroy_qp(second)
    assert planes.qb.responder.reception.mpr == 4


def test_a_transfer_under_a_window_that_changes_all_the_time_arrives():
    planes = Planes(planes=2, dynamic=True, mpr=8)
    region = planes.write(8 * MIB)
    for number in range(100):
        planes.pipe.at(5_000 * number, lambda n=number: planes.qb.advertise_mpr((8, 1, 3, 2)[n % 4]))
    worst = 0
    planes.run(3_000_000)
    assert [done.status.value for done in planes.qa.poll_completions()] == ["success"]
    assert planes.qb.counters.out_of_window == 0
    assert len(region.data) == 8 * MIB
    una, indices = 0, [psn_of(frame) - FIRST & 0xFFFFFF for _, _, frame in planes.sent("a") if is_data(frame)]
    worst = max(indices) - una
    assert worst == 2047
    assert {frame[131] for _, _, frame in planes.sent("b") if opcode_of(frame) == SACK} <= {1, 2, 3, 8}
