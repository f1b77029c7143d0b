# SPDX-License-Identifier: Apache-2.0
"""Scripted exchanges, one packet at a time: what exactly a NIC answers, and what it refuses (endpoint §2 to §6)."""

import pytest
from host_stack_kit import address, config, join, mac, opcode_of, pattern, psn_of, trim, with_ce, with_dscp

from host_stack import (
    CcProfile,
    ConfigError,
    EvProfile,
    EvState,
    InitAttributes,
    Nic,
    QpState,
    QpStateError,
    RtrAttributes,
    RtsAttributes,
    TransportOptions,
    WireOptions,
)
from host_stack.wire.build import FrameBuilder, ethernet
from host_stack.wire.codec import Aeth, Bth, BthCodec, CcState, Meth, Neth, Peth, Reth, Seth, pack_data, pack_immdt
from host_stack.wire.constants import Role
from host_stack.wire.options import BthFlagOrder, IntactTrim, OutOfWindow, ProbeSkipOnce, RcvdBytesBasis
from host_stack.wire.parse import FrameParser, Packet

SACK, NACK, ACK = 0xDC, 0xDD, 0xD1
FIRST = 0xFFFFF0


class Peer:
    """A hand-driven peer of one NIC: sends what it likes, sees what comes back."""

    def __init__(self, wire: WireOptions | None = None, transport: TransportOptions | None = None, **kw):
        self.wire = wire or WireOptions()
        # No reverse probes in between: they are tested over the pipe.
        transport = transport or TransportOptions(reverse_probe_interval_ns=1 << 60)
        self.nic = Nic(config("n", 1, [2], wire=wire, transport=transport), seed=1)
        other = Nic(config("o", 2, [1], wire=wire, transport=transport), seed=2)
        self.qp, peer_qp = join(self.nic, other, psn=FIRST, **kw)
        self.peer_qpn = peer_qp.qpn
        self.region = self.nic.register_memory(1 << 20)
        self.builder = FrameBuilder(self.wire)
        self.parser = FrameParser(self.wire, address(2))
        self.now = 1_000_000

    def frame(self, headers: bytes, payload: bytes = b"", *, dscp=4, ecn=2, ev=0xC0010001) -> bytes:
        return self.builder.build(
            link_header=ethernet(mac(1), mac(1)),
            outer_addresses=address(2) + bytes(16),
            inner_addresses=address(2) + address(1),
            traffic_class=dscp << 2 | ecn,
            ev=ev,
            headers=headers,
            payload=payload,
        )

    def data(self, number: int, payload=b"x" * 4096, *, opcode=0xC7, imm=None, ack=False, rtx=False, va=None, key=None):
        headers = pack_data(
            opcode=opcode,
            flags=(-len(payload) & 3) << 4,
            pkey=0xFFFF,
            dest_qpn=self.qp.qpn,
            bits=(0x80 if ack else 0) | (0x20 if rtx else 0),
            psn=FIRST + number & 0xFFFFFF,
            meth=Meth(0, 1),
            timestamp=self.now // 128 & 0xFFFF,
            reth=Reth(
                self.region.address if va is None else va,
                self.region.r_key if key is None else key,
                1 << 20,
            ),
        )
        if imm is not None:
            headers += pack_immdt(imm)
        return self.frame(headers, payload)

    def control(self, opcode: int, body: bytes, psn: int = 0, rtx: bool = False) -> bytes:
        bth = BthCodec(BthFlagOrder.IBTA).pack(Bth(opcode, self.qp.qpn, psn, rtx=rtx))
        return self.frame(bth + body, dscp=46, ecn=0)

    def give(self, *frames: bytes) -> list[Packet]:
        """Hand in frames, 128 ns apart; what the NIC sends in answer, parsed."""
        for frame in frames:
            self.now += 128
            self.nic.receive(1, frame, self.now)
        return self.drain()

    def drain(self, limit: int = 1000) -> list[Packet]:
        out = []
        while len(out) < limit and (sent := self.nic.transmit(0b11, self.now)) is not None:
            packet = self.parser.parse(sent[1])
            assert isinstance(packet, Packet)
            out.append(packet)
        return out

    def sack(self, number: int, ack: int, *, base=0, bitmap=0, mark=0, ev=0xC0010001, probe=None, rtx=False, ts=None):
        """cack = FIRST + number; acked and base as indices from FIRST."""
        seth = Seth(
            mark,
            probe is not None,
            probe if probe is not None else ack - number,
            ev,
            self.peer_qpn,
            self.qp.qpn,
            FIRST + number & 0xFFFFFF,
            0,
            base - number,
            bitmap,
        )
        state = CcState((self.now if ts is None else ts) // 128 & 0xFFFF, 0, 0)
        return self.control(SACK, seth.pack() + state.pack(), rtx=rtx)


def kinds(packets: list[Packet]) -> list[int]:
    return [p.bth.opcode for p in packets]


# --- SACK triggers (endpoint §3) ----------------------------------------------------------------------------------


def test_trigger_1_bytes_since_last_sack_exceed_the_threshold():
    peer = Peer()
    assert peer.give(*(peer.data(i) for i in range(4))) == []  # 16384 bytes do not exceed 16384
    sacks = peer.give(peer.data(4))
    assert kinds(sacks) == [SACK]
    seth = sacks[0].seth
    assert (seth.cack, seth.ack_offset, seth.mark, seth.probe) == (FIRST + 4, 0, 0, False)
    assert sacks[0].role is Role.CONTROL
    assert (seth.spdcid, seth.dpdcid) == (peer.qp.qpn, peer.peer_qpn)
    assert peer.give(*(peer.data(i) for i in range(5, 9))) == []


def test_trigger_1_small_packets_count_1024_each():
    peer = Peer()
    assert peer.give(*(peer.data(i, b"tiny") for i in range(16))) == []
    assert kinds(peer.give(peer.data(16, b"tiny"))) == [SACK]


def test_trigger_2_ack_req():
    peer = Peer()
    sacks = peer.give(peer.data(0, ack=True))
    assert kinds(sacks) == [SACK]


def test_trigger_3_ce_echoes_the_ev_as_skip_once():
    peer = Peer()
    sacks = peer.give(with_ce(peer.data(0)))
    assert [(s.seth.mark, s.seth.entropy) for s in sacks] == [(1, 0xC0010001)]
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
    seth = sacks[0].seth
    assert seth.probe
    assert seth.ack_offset == 0xBEEF
    assert (seth.cack, seth.sack_offset, seth.bitmap) == (FIRST, 1, 0b110)
    assert sacks[0].cc_state.timestamp == 0x1234
    # PSNs were not consumed.
    assert peer.give(peer.data(1, ack=True))[0].seth.cack == FIRST + 3


def test_sack_fields_with_holes():
    peer = Peer()
    sacks = peer.give(*(peer.data(i) for i in (0, 1, 3, 5)), peer.data(20, ack=True))
    assert len(sacks) == 1
    seth, state = sacks[0].seth, sacks[0].cc_state
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
    sacks = peer.give(peer.data(0, b"tiny"), peer.data(1, b"tiny", ack=True))
    assert sacks[0].cc_state.rcvd_bytes == 2 * 1024 // 256


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
        base = (s.seth.cack + s.seth.sack_offset) - FIRST
        told |= {base + i for i in range(64) if s.seth.bitmap >> i & 1}
    assert told == set(range(1, 200))
    assert [s.seth.probe for s in sacks] == [False] * (len(sacks) - 1) + [True]


# --- Placement, duplicates, windows, completion ---------------------------------------------------------------------


def test_out_of_order_placement_and_in_order_completion():
    peer = Peer()
    base = peer.region.address
    last = peer.data(2, b"cc", opcode=0xC9, imm=5, va=base + 8, ack=True)
    out = peer.give(last)
    assert kinds(out) == [SACK]
    assert peer.region.data[8:10] == b"cc"
    assert peer.qp.poll_completions() == []  # stashed
    out = peer.give(peer.data(0, b"aaaa", opcode=0xC6, va=base), peer.data(1, b"bbbb", va=base + 4))
    assert kinds(out) == [ACK]
    assert out[0].control == Aeth(0x1F, 1)
    assert out[0].bth.psn == FIRST + 2
    assert peer.region.data[:10] == b"aaaabbbbcc"
    done = peer.qp.poll_completions()
    assert [(c.imm, c.wr_id) for c in done] == [(5, 1)]


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
    assert out[0].seth.bitmap == 1 << 3


def test_out_of_window_is_dropped_or_nacked():
    peer = Peer()
    assert peer.give(peer.data(1024, b"evil")) == []
    assert peer.qp.counters.out_of_window == 1
    assert peer.region.data[:4] == bytes(4)
    assert peer.give(peer.data(1023, b"good")) == []
    assert peer.region.data[:4] == b"good"
    other = Peer(WireOptions(out_of_window=OutOfWindow.NACK))
    out = other.give(other.data(1024))
    assert [p.control.reason for p in out] == [0x0B]


def test_trim_is_nacked_with_the_role_of_its_dscp():
    peer = Peer()
    for number, (dscp, reason) in enumerate(((12, 1), (16, 2))):
        out = peer.give(trim(peer.data(number), dscp))
        assert kinds(out) == [NACK]
        neth = out[0].control
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
    assert (out[0].bth.psn, out[0].control.msn) == (FIRST + 4, 5)


def test_too_many_immediates_in_flight_is_refused():
    peer = Peer()
    out = []
    for number in range(1, 34):  # PSN 0 is missing, so none can complete; 32 are allowed
        out += peer.give(peer.data(number, b"i", opcode=0xCB, imm=number))
    assert [p.control.syndrome for p in out if p.bth.opcode == ACK] == [0x61]
    assert peer.qp.state is QpState.ERROR


def test_a_deregistered_region_is_refused():
    peer = Peer()
    peer.nic.deregister_memory(peer.region)
    assert [p.control.syndrome for p in peer.give(peer.data(0, b"late"))] == [0x62]
    assert not any(peer.region.data)


def test_unknown_key_is_naked_and_ends_the_queue_pair():
    peer = Peer()
    out = peer.give(peer.data(0, b"evil", key=peer.region.r_key ^ 1))
    assert [p.control.syndrome for p in out] == [0x62]
    assert peer.qp.state is QpState.ERROR
    assert peer.give(peer.data(0, b"evil")) == []
    assert peer.nic.counters["drop.qp_state"] == 1
    assert not any(peer.region.data)


# --- Requestor ------------------------------------------------------------------------------------------------------


def writing(size=40 * 4096, **kw):
    peer = Peer(**kw)
    peer.qp.post_write(pattern(size), 0x5000, 0xABCD)
    return peer, peer.drain()


def test_every_data_packet_says_where_it_goes():
    _, sent = writing(3 * 4096 + 5)
    assert [p.reth for p in sent] == [Reth(0x5000 + 4096 * i, 0xABCD, 3 * 4096 + 5) for i in range(4)]
    assert [p.bth.psn for p in sent] == [FIRST + i for i in range(4)]
    assert [p.bth.ack_req for p in sent] == [False, False, False, True]
    assert [p.bth.pad for p in sent] == [0, 0, 0, 3]
    assert {p.meth for p in sent} == {Meth(0, 1)}
    assert not any(p.bth.rtx for p in sent)


def test_nack_retransmits_oldest_gap_first_with_rtx():
    peer, sent = writing()
    for number in (9, 4, 6):
        neth = Neth(1, sent[number].ev, peer.peer_qpn, peer.qp.qpn, sent[number].bth.psn, 0)
        peer.nic.receive(1, peer.control(NACK, neth.pack()), peer.now)
    again = peer.drain()
    assert [p.bth.psn for p in again] == [sent[n].bth.psn for n in (4, 6, 9)]
    assert all(p.bth.rtx for p in again)
    assert [p.reth for p in again] == [sent[n].reth for n in (4, 6, 9)]
    assert all(p.ev != sent[n].ev for p, n in zip(again, (4, 6, 9), strict=True))
    assert all(p.role is Role.TRIMMABLE_RETX for p in again)


def test_nack_about_an_earlier_transmission_is_ignored():
    peer, sent = writing()
    neth = Neth(1, sent[4].ev, 0, 0, sent[4].bth.psn, 0)
    assert len(peer.give(peer.control(NACK, neth.pack()))) == 1
    assert peer.give(peer.control(NACK, neth.pack())) == []
    assert peer.qp.counters.retransmissions == 1


def test_holes_are_lost_only_after_the_reorder_time():
    peer = Peer()
    peer.qp.post_write(pattern(100 * 4096), 0x5000, 0xABCD)
    start = peer.now
    for _ in range(30):  # one packet per us
        peer.drain(1)
        peer.now += 1000
    # 0..19 arrived but 3; the last of them was sent 16 us after 3: not yet.
    peer.now = start + 40_000
    peer.nic.receive(1, peer.sack(2, 19, base=3, bitmap=(1 << 17) - 2, ts=start + 19_000), peer.now)
    assert not any(p.bth.rtx for p in peer.drain())
    # 24 was sent 21 us after 3: now.
    peer.nic.receive(1, peer.sack(2, 24, base=3, bitmap=(1 << 22) - 2, ts=start + 24_000), peer.now)
    assert [p.bth.psn for p in peer.drain() if p.bth.rtx] == [FIRST + 3]
    assert peer.qp.counters.losses_inferred == 1
    assert peer.qp.counters.evs_retired == 1


def test_an_overtaking_retransmission_is_no_evidence_about_first_transmissions():
    peer, sent = writing(30 * 4096)
    neth = Neth(1, sent[0].ev, 0, 0, sent[0].bth.psn, 0)
    peer.now += 60_000
    assert len(peer.give(peer.control(NACK, neth.pack()))) == 1
    late = peer.now
    peer.now += 8_000
    peer.nic.receive(1, peer.sack(0, 0, base=1, bitmap=0, ts=late, rtx=True), peer.now)
    assert peer.qp.counters.losses_inferred == 0
    assert peer.qp.counters.evs_retired == 0


def test_ack_completes_in_order_and_cumulatively():
    peer = Peer()
    for number in range(3):
        peer.qp.post_write(b"abc", 0x5000, 1, wr_id=number)
    peer.drain()
    peer.give(peer.control(ACK, Aeth(0x1F, 2).pack(), psn=FIRST + 1))
    assert [c.wr_id for c in peer.qp.poll_completions()] == [0, 1]
    peer.give(peer.control(ACK, Aeth(0x1F, 2).pack(), psn=FIRST + 1))
    assert peer.qp.poll_completions() == []
    peer.give(peer.control(ACK, Aeth(0x1F, 3).pack(), psn=FIRST + 2))
    assert [c.wr_id for c in peer.qp.poll_completions()] == [2]


def test_a_sack_alone_completes_nothing():
    peer, _ = writing(4096)
    peer.give(peer.sack(0, 0))
    assert peer.qp.poll_completions() == []


@pytest.mark.parametrize("opcode", [SACK, NACK, ACK])
def test_answers_about_psns_never_sent_are_ignored(opcode):
    peer, _ = writing(4096)
    frames = {
        SACK: peer.sack(50, 50),
        NACK: peer.control(NACK, Neth(1, 0xC0010001, 0, 0, FIRST + 9, 0).pack()),
        ACK: peer.control(ACK, Aeth(0x1F, 1).pack(), psn=FIRST + 9),
    }
    assert peer.give(frames[opcode]) == []
    assert peer.nic.counters["drop.unsent_psn"] == 1
    assert peer.qp.counters.messages_completed == 0
    assert peer.qp.requestor.flight.records.keys() == {FIRST}


def test_fatal_nack_and_naks_end_the_queue_pair():
    for frame, status in (
        (lambda p: p.control(NACK, Neth(0x19, 0, 0, 0, FIRST, 0).pack()), "fatal_nack"),
        (lambda p: p.control(ACK, Aeth(0x62, 0).pack(), psn=FIRST), "remote_access"),
        (lambda p: p.control(ACK, Aeth(0x61, 0).pack(), psn=FIRST), "remote_invalid_request"),
        (lambda p: p.control(ACK, Aeth(0x63, 0).pack(), psn=FIRST), "remote_operation"),
    ):
        peer, _ = writing(4096)
        peer.give(frame(peer))
        assert peer.qp.state is QpState.ERROR
        assert [c.status.value for c in peer.qp.poll_completions()] == [status]


def test_recoverable_nacks_draw_on_the_retry_counter_and_trims_do_not():
    rts = RtsAttributes(linear_retries=1, exponential_retries=1)
    for reason, ends in ((0x06, True), (0x07, True), (0x0A, True), (0x0B, True), (0x01, False), (0x02, False)):
        peer, sent = writing(4096, rts=rts)
        for _ in range(3):
            ev = sent[-1].ev
            sent = peer.give(peer.control(NACK, Neth(reason, ev, 0, 0, FIRST, 0).pack())) or sent
        assert (peer.qp.state is QpState.ERROR) is ends


# --- Paths ----------------------------------------------------------------------------------------------------------


def test_a_whole_packet_with_a_trimmed_dscp_is_placed_and_reports_its_ev():
    peer = Peer(WireOptions(intact_trim=IntactTrim.PLACE))
    sacks = peer.give(with_dscp(peer.data(0, b"whole"), 12))
    assert peer.region.data[:5] == b"whole"
    assert [(s.bth.opcode, s.seth.mark, s.seth.entropy) for s in sacks] == [(SACK, 1, 0xC0010001)]
    sacks = peer.give(with_dscp(peer.data(1, b"last hop", ack=True), 16))  # LASTHOP does not blame the path
    assert [(s.bth.opcode, s.seth.mark) for s in sacks] == [(SACK, 0)]


@pytest.mark.parametrize(("choice", "state"), [(ProbeSkipOnce.GOOD, EvState.GOOD), (ProbeSkipOnce.SKIP, EvState.SKIP)])
def test_a_marked_answer_to_a_reliability_probe_revives_as_the_option_says(choice, state):
    transport = TransportOptions(ev_probe_successes=1, reverse_probe_interval_ns=1 << 60)
    peer = Peer(WireOptions(probe_skip_once=choice), transport)
    peer.qp.post_write(b"data", 0x5000, 1)
    peer.drain()
    peer.now += 31_000
    (probe,) = [p for p in peer.drain() if p.bth.opcode == 0xDE]
    entry = peer.qp.evs.get(probe.ev)
    peer.nic.receive(1, peer.sack(0, 0, base=1, mark=2, ev=probe.ev), peer.now)
    assert entry.state is EvState.ASSUMED_BAD
    answer = peer.sack(0, 0, base=1, mark=1, ev=probe.ev, probe=probe.control.probe_id)
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
        link_header=ethernet(mac(1), mac(1)),
        outer_addresses=address(7) + bytes(16),
        inner_addresses=address(7) + address(1),
        traffic_class=0,
        ev=0xC0000000,
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
    request = peer.frame(bth + bytes.fromhex("0001 00 00 00000000 00000000 4321 0001"), ev=0xC0010001)
    peer.nic.receive(1, request, peer.now)
    assert peer.nic.transmit(0b01, peer.now) is None  # its plane's port is busy
    port, frame = peer.nic.transmit(0b11, peer.now)
    assert port == 1
    answer = peer.parser.parse(frame)
    assert (answer.bth.opcode, answer.bth.dest_qpn, answer.bth.psn, answer.ev) == (0xD9, 2, 0xBEEF, 0xC0010001)
    assert (answer.control.op, answer.control.timestamp) == (1, 0x4321)
    assert answer.role is Role.CONTROL
    unknown = peer.frame(bth + bytes.fromhex("0001 00 00 00000000 00000000 4321 0001"), ev=0xC0090001)
    assert peer.give(unknown) == []
    assert peer.nic.counters["drop.probe_bad_ev"] == 1
    update = peer.frame(bth + bytes.fromhex("0000 00 00 00000003 00000000 4321 0001"))
    assert peer.give(update) == []
    assert peer.nic.counters["drop.endpoint_op"] == 1
    stray = peer.frame(BthCodec(BthFlagOrder.IBTA).pack(Bth(0xD9, 2, 5)) + bytes(36))
    assert peer.give(stray) == []
    assert peer.nic.counters["drop.probe_response"] == 1


def test_marked_control_is_dropped_by_rfc6040():
    peer = Peer()
    peer.give(with_ce(peer.sack(0, 0)))
    assert peer.nic.counters["drop.ecn"] == 1


# --- The surface ----------------------------------------------------------------------------------------------------


def test_state_machine_and_its_messages():
    nic = Nic(config("n", 1, [2]), 1)
    qp = nic.create_qp()
    assert qp.state is QpState.RESET
    with pytest.raises(QpStateError, match=r"queue pair 16 is in RESET; accepted: RTS to post a write"):
        qp.post_write(b"x", 0, 0)
    with pytest.raises(QpStateError, match=r"is in RESET; accepted: INIT to go to RTR"):
        qp.modify_to_rtr(RtrAttributes(address(2), 17))
    template = nic.config.paths.template(address(2))
    qp.modify_to_init(InitAttributes(EvProfile(template), CcProfile(cwnd=1000)))
    qp.modify_to_rtr(RtrAttributes(address(2), 17))
    with pytest.raises(QpStateError):
        qp.post_write(b"x", 0, 0)
    qp.modify_to_rts(RtsAttributes())
    for bad, message in (
        (lambda: qp.post_write(b"", 0, 0), r"length: 0 bytes is not a message; accepted: 1..4294967295"),
        (lambda: qp.post_write(b"xy", (1 << 64) - 1, 0), "leaves the 64-bit address space"),
        (lambda: qp.post_write(b"x", 0, 1 << 32), r"r_key: 0x100000000 is out of range"),
        (lambda: qp.post_write_imm(b"x", 0, 0, 1 << 32), r"imm: 4294967296 is out of range"),
    ):
        with pytest.raises(ValueError, match=message):
            bad()
    qp.post_write(b"x", 0, 0, wr_id=4)
    qp.modify_to_error()
    assert [c.wr_id for c in qp.poll_completions()] == [4]
    qp.reset()
    assert qp.state is QpState.RESET


def test_attribute_ranges():
    for bad, message in (
        (lambda: RtrAttributes(address(2), 2), r"dest_qpn: 2 is out of range; accepted: 3..16777215"),
        (lambda: RtrAttributes(b"", 5), "a 16-byte IPv6 address"),
        (lambda: RtrAttributes(address(2), 5, max_immediates=31), r"max_immediates: 31 is out of range; accepted: 32"),
        (lambda: RtsAttributes(ack_timeout=25), r"ack_timeout: 25 is out of range; accepted: 0..24"),
        (lambda: RtsAttributes(mpr=0), r"mpr: 0 is out of range; accepted: 1..255"),
    ):
        with pytest.raises(ConfigError, match=message):
            bad()
    with pytest.raises(ValueError, match="'nscc' is unknown; accepted: null"):
        CcProfile("nscc")


def test_ack_timeout_formula():
    rts = RtsAttributes(ack_timeout=8, linear_retries=7, exponential_retries=25)
    assert rts.timeout_ns(0) == rts.timeout_ns(7) == 262_144  # 1.024 us * 2^8
    assert rts.timeout_ns(8) == 524_288
    assert rts.timeout_ns(1000) == 1024 << 24  # 17.17 s, for ever
    assert RtsAttributes(linear_retries=0, exponential_retries=0).timeout_ns(1) is None


def test_the_data_class_of_a_remarked_probe_does_not_matter():
    peer = Peer()
    probe = with_dscp(peer.control(0xDE, Peth(1, 0, 0, 0).pack()), 0)
    assert kinds(peer.give(probe)) == [SACK]
    assert opcode_of(probe) == 0xDE
    assert psn_of(probe) == 0
