# SPDX-License-Identifier: Apache-2.0
"""What a NIC that writes makes of SACKs, NACKs and ACKs, and what answers to its probes cost."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType

import pytest
from host_stack_kit import (
    ACK,
    FIRST,
    NACK,
    PROBE,
    SACK,
    Peer,
    kinds,
    trim,
)
from nic_wire_kit import pattern

from host_stack import (
    QpState,
    RtsAttributes,
    TransportOptions,
)
from host_stack.wire.constants import Role
from host_stack.wire.frames import Packet
from host_stack.wire.headers import Aeth, Meth, Neth, Peth, Reth

# --- SACKs, NACKs and ACKs -------------------------------------------------------------------------------------------
# What a NIC that writes makes of SACKs, NACKs and ACKs, one packet at a time (endpoint §4).


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
    assert [packet.index for packet in peer.qp.requestor.flight.records.in_order()] == [FIRST]


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


# --- Answers to probes -----------------------------------------------------------------------------------------------
# What answers cost: bytes for those of a question, and work, however many wait.

RTT = TransportOptions().base_rtt_ns
#: Bytes that leave for each that has come, docs/wire-profile.md.
FACTOR = 4


def probe(peer: Peer, number: int) -> bytes:
    return peer.control(PROBE, Peth(number, peer.peer_qpn, peer.qp.qpn, 0).pack())


def ask(peer: Peer, number: int, wait_ns: int = RTT) -> list[tuple[int, Packet]]:
    """Answers to a probe a round trip later, each with the bytes of its frame."""
    peer.now += wait_ns
    peer.nic.receive(1, probe(peer, number), peer.now)
    out = []
    while (sent := peer.nic.transmit(0b11, peer.now)) is not None:
        packet = peer.parser.parse(sent[1])
        assert isinstance(packet, Packet)
        out.append((len(sent[1]), packet))
    return out


def told(answers: list[tuple[int, Packet]]) -> set[int]:
    """Numbers of the packets above the cumulative one that SACKs report."""
    found = set()
    for _, packet in answers:
        seth = packet.control[0]
        base = seth.cack + seth.sack_offset - 0xFFFFF0 & 0xFFFFFF
        found |= {base + bit for bit in range(64) if seth.bitmap >> bit & 1}
    return found


def holed(mpr: int, payload: bytes | None = None) -> tuple[Peer, set[int], int]:
    """A window of which every second packet has come, which these are, and in how many bytes."""
    peer = Peer(mpr=mpr)
    held = range(1, mpr * 128, 2)
    came = 0
    for number in held:
        frame = peer.data(number, payload)
        came += len(frame)
        peer.nic.receive(1, frame, peer.now)
        peer.drain()
    return peer, set(held), came


@pytest.mark.parametrize("mpr", [8, 255])
def test_a_probe_draws_no_more_than_four_times_its_bytes_again_and_again(mpr):
    peer, _, _ = holed(mpr, b"x")
    while len(ask(peer, 0)) > 4:
        pass  # what the data itself has earned
    came = drawn = 0
    for number in range(1, 50):
        came += len(probe(peer, number))
        drawn += sum(size for size, _ in ask(peer, number))
        assert 0 < drawn <= FACTOR * came


def test_all_that_probes_draw_is_no_more_than_four_times_what_has_come():
    peer, _, came = holed(255, b"x")
    drawn = 0
    for number in range(1000):
        came += len(probe(peer, number))
        drawn += sum(size for size, _ in ask(peer, number, wait_ns=RTT // 10))
        assert drawn <= FACTOR * came


def test_within_a_round_trip_a_report_is_not_begun_again():
    peer, held, _ = holed(8)
    assert told(ask(peer, 1)) == held
    assert len(ask(peer, 2, wait_ns=RTT - 1)) == 1
    assert told(ask(peer, 3, wait_ns=1)) >= set(range(1, 192, 2))


@pytest.mark.parametrize("mpr", [8, 255])
def test_who_has_sent_data_hears_everything_by_one_probe(mpr):
    peer, held, _ = holed(mpr)
    answers = ask(peer, 7)
    assert told(answers) == held
    assert [packet.control[0].probe for _, packet in answers] == [False] * (len(answers) - 1) + [True]


def test_one_packet_earns_another_report():
    peer, held, _ = holed(64)
    ask(peer, 7)
    ask(peer, 8)
    peer.give(peer.data(0, rtx=True))
    assert told(ask(peer, 9)) == held - {1}


def test_who_lost_the_report_and_only_asks_hears_the_rest_by_and_by():
    peer, held, _ = holed(8)
    ask(peer, 0)  # all of it is lost
    heard: set[int] = set()
    for number in range(1, 7):
        answers = ask(peer, number)
        assert [packet.control[0].probe for _, packet in answers][-1]
        heard |= told(answers)
    assert heard == held


def test_a_probe_that_waits_for_its_answer_is_answered_once():
    peer = Peer()
    for number in (5, 5, 6, 5):
        peer.nic.receive(1, probe(peer, number), peer.now)
    assert [p.control[0].ack_offset for p in peer.drain()] == [5, 6]
    assert kinds(peer.give(probe(peer, 5))) == [SACK]


# --- Work -----------------------------------------------------------------------------------------------------------


def lines(work: Callable[[], object]) -> int:
    """Lines of Python that it takes, those of generators and comprehensions at each turn."""
    count = 0

    def trace(_frame: FrameType, event: str, _arg: object) -> object:
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


def behind(nacks: int) -> Peer:
    """A peer that has heard nothing yet: so many NACKs wait, one packet has been received, and no port is free."""
    peer = Peer(mpr=255)
    peer.nic.receive(1, peer.data(0, b"x", opcode=0xCA), peer.now)
    peer.drain()
    for number in range(1, nacks + 1):
        peer.nic.receive(1, trim(peer.data(number, b"x")), peer.now)
    return peer


@pytest.mark.parametrize("what", ["a duplicate", "a probe"])
def test_one_more_answer_is_as_much_work_whatever_waits(what):
    def work(nacks: int) -> int:
        peer = behind(nacks)
        frame = peer.data(0, b"x") if what == "a duplicate" else probe(peer, 3)
        return max(lines(lambda: peer.nic.receive(1, frame, peer.now)) for _ in range(3))

    assert work(3000) <= work(30) + 20


def test_what_waits_is_bounded_however_large_the_window():
    peer = behind(255 * 128)
    answers = peer.qp.responder.answers
    assert len(answers) == 4096 + 64
    assert peer.qp.counters.answers_refused == 255 * 128 - len(answers)


def test_a_nak_takes_the_place_of_an_ack_that_waits():
    peer = Peer()
    peer.nic.receive(1, peer.data(0, b"good"), peer.now)
    peer.nic.receive(1, trim(peer.data(2)), peer.now)
    peer.nic.receive(1, peer.data(1, b"evil", key=0), peer.now)
    out = peer.drain()
    assert [(p.control[0].syndrome, p.control[0].msn) for p in out if p.bth.opcode == ACK] == [(0x62, 1)]
    assert NACK in kinds(out)
