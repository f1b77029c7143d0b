# SPDX-License-Identifier: Apache-2.0
"""DCQCN in a NIC: marks become CNPs, and CNPs a pace."""

import itertools

from nic_wire_kit import pattern, with_ce
from roce_kit import (
    Peer,
    Wire,
    config,
    is_request,
    join,
    opcode_of,
)

from host_stack.roce import CompletionStatus, DcqcnParameters, Nic
from host_stack.roce.wire import Bth

CNP = 0x81


def test_a_marked_packet_is_answered_with_a_cnp():
    peer = Peer(dcqcn=DcqcnParameters())
    got = peer.give(peer.request(0, 0x0A, b"abcd", body=peer.reth(4), ecn=3))
    assert [packet.bth.opcode for packet in got] == [CNP, 0x11]
    assert got[0].bth.becn and not got[0].bth.fecn and got[0].bth.psn == 0
    # Within 50 us no other, and at their end one for all.
    marked = [peer.request(n, 0x0A, b"abcd", body=peer.reth(4), ecn=3, ack=False) for n in (1, 2, 3)]
    assert peer.give(*marked) == []
    assert peer.nic.next_wakeup() == peer.now - 300 + 50_000
    assert [packet.bth.opcode for packet in peer.later(50_000)] == [CNP]
    assert peer.later(50_000) == [] and peer.nic.next_wakeup() is None
    assert (peer.qp.counters.marked, peer.qp.counters.cnps_sent) == (4, 2)


def test_a_port_may_pace_the_cnps_of_all_its_queue_pairs():
    """ConnectX: min_time_between_cnps is of the port. Two marked queue pairs get one CNP, of whose it was first."""
    for pacing, cnps in (("qp", [1, 1]), ("port", [1, 0])):
        a, b = (Nic(config(n, dcqcn=DcqcnParameters(cnp_pacing=pacing)), seed=n) for n in (1, 2))
        pairs = [join(a, b) for _ in range(2)]
        region = b.register_memory(4)
        for own, _ in pairs:
            own.post_write(b"abcd", region.address, region.r_key)
        now = 0
        while (sent := a.transmit(1, now)) is not None:
            b.receive(0, with_ce(sent[1]), now)
            now += 400
        while b.transmit(1, now) is not None:
            now += 400
        assert [other.counters.cnps_sent for _, other in pairs] == cnps


def test_without_dcqcn_marks_are_counted_only():
    peer = Peer()
    peer.give(peer.request(0, 0x0A, b"abcd", body=peer.reth(4), ecn=3))
    assert (peer.qp.counters.marked, peer.qp.counters.cnps_sent) == (1, 0)


def test_a_marked_packet_out_of_sequence_counts_too():
    peer = Peer(dcqcn=DcqcnParameters())
    got = peer.give(peer.request(5, 0x0A, b"abcd", body=peer.reth(4), ecn=3))
    assert [packet.bth.opcode for packet in got] == [CNP, 0x11]


def test_a_cnp_is_no_part_of_the_connections_sequence():
    peer = Peer(dcqcn=DcqcnParameters())
    peer.qp.post_write(b"x" * 4096, 0, 0)
    cnp = peer.frame(Bth(CNP, peer.qp.qpn, 0, becn=True), payload=bytes(16), ecn=0)
    peer.nic.receive(0, cnp, peer.now)
    assert peer.qp.counters.cnps_received == 1
    assert peer.qp.reaction_point.rate_bps == 50_000_000_000
    assert peer.qp.counters.data_packets == 0


def test_a_rate_is_kept():
    """Halved twice from 100 Gb/s: 25 Gb/s on the wire, until the timer raises it."""
    peer = Peer(dcqcn=DcqcnParameters(increase_timer_ns=1 << 40))
    cnp = peer.frame(Bth(CNP, peer.qp.qpn, 0, becn=True), payload=bytes(16), ecn=0)
    peer.give(cnp, cnp)
    peer.qp.post_write(b"x" * 1024 * 100, 0, 0)
    times = []
    while len(times) < 100:
        sent = peer.nic.transmit(1, peer.now)
        if sent is None:
            peer.now = peer.nic.next_wakeup()
        else:
            times.append(peer.now)
    # Of a full packet: 14 Ethernet, 40 IPv6, 8 UDP, 12 BTH, 4 ICRC, 24 of the wire.
    gaps = {later - earlier for earlier, later in itertools.pairwise(times[2:-1])}
    assert gaps == {(1024 + 78 + 24) * 8 // 25}


def test_one_flow_through_a_marking_wire():
    """Everything is marked: the rate falls until hardly anything is sent, and all of it arrives."""
    a, b = (Nic(config(n, dcqcn=DcqcnParameters()), seed=n) for n in (1, 2))
    qa, qb = join(a, b)
    region = b.register_memory(400_000)
    qa.post_write(pattern(400_000), region.address, region.r_key)
    wire = Wire(a, b, hook=lambda frame, _now: [(0, with_ce(frame) if is_request(frame) else frame)])
    wire.run()
    assert bytes(region.data) == pattern(400_000)
    assert qa.poll_completions()[0].status is CompletionStatus.SUCCESS
    cnps = [now for now, name, _, frame in wire.sent if name == "n2" and opcode_of(frame) == CNP]
    assert len(cnps) == qb.counters.cnps_sent == qa.counters.cnps_received > 2
    assert all(later - earlier >= 49_000 for earlier, later in itertools.pairwise(cnps))
