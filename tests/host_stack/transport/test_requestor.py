# SPDX-License-Identifier: Apache-2.0
"""What a NIC that writes makes of SACKs, NACKs and ACKs, one packet at a time (endpoint §4)."""

import pytest
from host_stack_kit import (
    ACK,
    FIRST,
    NACK,
    SACK,
    Peer,
)
from nic_wire_kit import pattern

from host_stack import (
    QpState,
    RtsAttributes,
)
from host_stack.wire.constants import Role
from host_stack.wire.headers import Aeth, Meth, Neth, Reth


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
        neth = Neth(1, sent[number].entropy, peer.peer_qpn, peer.qp.qpn, sent[number].bth.psn, 0)
        peer.nic.receive(1, peer.control(NACK, neth.pack()), peer.now)
    again = peer.drain()
    assert [p.bth.psn for p in again] == [sent[n].bth.psn for n in (4, 6, 9)]
    assert all(p.bth.rtx for p in again)
    assert [p.reth for p in again] == [sent[n].reth for n in (4, 6, 9)]
    assert all(p.entropy != sent[n].entropy for p, n in zip(again, (4, 6, 9), strict=True))
    assert all(p.role is Role.TRIMMABLE_RETX for p in again)


def test_nack_about_an_earlier_transmission_is_ignored():
    peer, sent = writing()
    neth = Neth(1, sent[4].entropy, 0, 0, sent[4].bth.psn, 0)
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
    neth = Neth(1, sent[0].entropy, 0, 0, sent[0].bth.psn, 0)
    peer.now += 60_000
    assert len([p for p in peer.give(peer.control(NACK, neth.pack())) if p.kind.data]) == 1
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
            ev = sent[-1].entropy
            sent = [p for p in peer.give(peer.control(NACK, Neth(reason, ev, 0, 0, FIRST, 0).pack())) if p.kind.data]
            while not sent and peer.qp.state is QpState.RTS:  # what is refused again and again waits a while
                peer.now = peer.nic.next_wakeup()
                sent = [p for p in peer.drain() if p.kind.data]
        assert (peer.qp.state is QpState.ERROR) is ends


def test_a_fatal_nack_counts_only_for_a_packet_that_is_in_flight():
    peer, sent = writing(4096 * 4)
    peer.give(peer.sack(1, 1, base=3, bitmap=1))  # 0, 1 and 3 have arrived
    for number in (-1000, -1, 0, 1, 3):
        peer.give(peer.control(NACK, Neth(0x19, 0, 0, 0, FIRST + number & 0xFFFFFF, 0).pack()))
    assert peer.qp.state is QpState.RTS
    assert peer.nic.counters["drop.stale_psn"] == 5
    peer.give(peer.control(NACK, Neth(0x19, 0, 0, 0, sent[2].bth.psn, 0).pack()))
    assert peer.qp.state is QpState.ERROR


def test_a_fatal_nack_blames_the_write_of_its_packet():
    peer = Peer()
    for number in range(3):
        peer.qp.post_write(bytes(5000), 0x5000, 1, wr_id=number)
    peer.drain()
    peer.give(peer.control(NACK, Neth(0x19, 0, 0, 0, FIRST + 3 & 0xFFFFFF, 0).pack()))
    done = [(c.wr_id, c.status.value) for c in peer.qp.poll_completions()]
    assert done == [(0, "flushed"), (1, "fatal_nack"), (2, "flushed")]


def test_nack_reasons_that_nobody_defined_are_ignored():
    peer, sent = writing(4096 * 4)
    for reason in set(range(256)) - {0x01, 0x02, 0x06, 0x07, 0x0A, 0x0B, 0x19}:
        peer.give(peer.control(NACK, Neth(reason, sent[1].entropy, 0, 0, sent[1].bth.psn, 0).pack()))
    assert peer.qp.state is QpState.RTS
    assert peer.nic.counters["drop.nack_reason"] == 249
    assert peer.qp.counters.nacks_received == {}
    assert peer.qp.counters.retransmissions == 0
