# SPDX-License-Identifier: Apache-2.0
"""What exactly a NIC answers to data, one packet at a time (endpoint §2, §3)."""

from host_stack_kit import (
    ACK,
    FIRST,
    NACK,
    SACK,
    Peer,
    kinds,
    trim,
)
from nic_wire_kit import with_ce

from host_stack import (
    QpState,
    WireOptions,
)
from host_stack.wire.constants import Role
from host_stack.wire.headers import Aeth, Peth
from host_stack.wire.options import OutOfWindow, RcvdBytesBasis

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
