# SPDX-License-Identifier: Apache-2.0
"""What answers cost: bytes for those of a question, and work, however many wait."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType

import pytest
from host_stack_kit import ACK, NACK, PROBE, SACK, Peer, kinds, trim

from host_stack import TransportOptions
from host_stack.wire.frames import Packet
from host_stack.wire.headers import Peth

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
