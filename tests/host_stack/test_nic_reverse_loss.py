# SPDX-License-Identifier: Apache-2.0
"""A healthy EV is not blamed for what was lost on the way back: SACKs, and NACKs of trims."""

import pytest
from host_stack_kit import NACK, PROBE, SACK, Peer, delivered, ev_set, is_data, kinds, opcode_of, psn_of, trim
from nic_ports_kit import MIB, Planes

from host_stack import EvState, TransportOptions
from host_stack.wire.headers import CcState, Neth, Peth, Seth
from host_stack.wire.ip import read_network

FIRST = 0xFFFFF0
PACKET = 4148
"""Nominal bytes of a full packet: UDP length + 40."""


def sack(peer, number, ack, *, base=0, bitmap=0, received=0, entropy=0xC0010001, probe=None, rtx=False):
    """As `Peer.sack`, with what has been received in all, in packets."""
    offset = ack - number if probe is None else probe
    seth = Seth(0, probe is not None, offset, entropy, 0, 0, FIRST + number & 0xFFFFFF, 0, base - number, bitmap)
    return peer.control(SACK, seth.pack() + CcState(0, 0, -(-received * PACKET // 256)).pack(), rtx=rtx)


def sent(peer, count):
    """A peer whose NIC has sent so many packets, 0.7 us apart; EV of each."""
    peer.qp.post_write(bytes(4096 * count), 0x1000, 1)
    entropies = []
    for _ in range(count):
        peer.now += 700
        _, frame = peer.nic.transmit(0b11, peer.now)
        entropies.append(peer.parser.parse(frame).entropy)
        assert peer.nic.transmit(0, peer.now) is None
    return entropies


def bad(peer):
    return {entry.entropy for entry in peer.qp.evs if entry.state is EvState.ASSUMED_BAD}


def test_overdue_packets_that_the_peer_has_counted_are_asked_for_and_not_blamed():
    """Reports of packets 1 to 8 were lost on the way back: 40 packets arrived, and the newest SACK names 31 of them."""
    peer = Peer(cwnd=1 << 20)
    sent(peer, 40)
    bitmap = sum(1 << bit for bit in range(31))
    out = peer.give(sack(peer, 0, 39, base=9, bitmap=bitmap, received=40))
    assert kinds(out).count(0xDE) == 1  # a reliability probe
    assert not any(packet.kind.data for packet in out)
    assert bad(peer) == set()
    assert peer.qp.counters.reports_doubted == 1
    peer.give(sack(peer, 39, 0, received=40, probe=1))
    assert peer.qp.counters.losses_inferred == 0
    assert bad(peer) == set()


def test_what_the_answer_leaves_open_is_lost():
    peer = Peer(cwnd=1 << 20)
    entropies = sent(peer, 40)
    bitmap = sum(1 << bit for bit in range(31))
    peer.give(sack(peer, 0, 39, base=9, bitmap=bitmap, received=36))
    out = peer.give(sack(peer, 3, 0, base=8, bitmap=bitmap << 1 | 1, received=36, probe=1))
    assert [p.bth.psn - FIRST & 0xFFFFFF for p in out if p.kind.data] == [4, 5, 6, 7]
    assert bad(peer) == {entropies[4], entropies[5], entropies[6], entropies[7]} & bad(peer) != set()


def test_overdue_packets_that_the_peer_has_not_counted_are_lost_at_once():
    peer = Peer(cwnd=1 << 20)
    sent(peer, 40)
    bitmap = sum(1 << bit for bit in range(31))
    out = peer.give(sack(peer, 0, 39, base=9, bitmap=bitmap, received=32))
    assert [p.bth.psn - FIRST & 0xFFFFFF for p in out if p.kind.data] == list(range(1, 9))
    assert bad(peer)
    assert peer.qp.counters.reports_doubted == 0


def test_reports_that_are_missing_from_the_answer_to_a_probe_send_nothing_again_but_the_oldest_packet():
    """Of 40 packets, and no more follow, 38 arrived; the SACK that named 10 to 39 was lost, the answer was not."""
    peer = Peer(cwnd=1 << 20)
    sent(peer, 40)
    peer.now += 15_000
    assert kinds(peer.drain()) == [0xDE]
    peer.now += 7_000
    out = peer.give(sack(peer, 0, 0, base=2, bitmap=0xFF, received=38, probe=1))
    assert [p.bth.psn - FIRST & 0xFFFFFF for p in out if p.kind.data] == [1]


def test_doubt_ends_when_no_answer_comes():
    peer = Peer(cwnd=1 << 20)
    sent(peer, 40)
    bitmap = sum(1 << bit for bit in range(31))
    peer.give(sack(peer, 0, 39, base=9, bitmap=bitmap, received=40))
    peer.now += 20_000
    out = peer.give(sack(peer, 0, 39, base=9, bitmap=bitmap, received=40))
    assert len([p for p in out if p.kind.data]) == 8


def test_a_packet_that_turns_up_clears_its_ev():
    peer = Peer(cwnd=1 << 20)
    entropies = sent(peer, 30)
    peer.give(sack(peer, -1, 29, base=1, bitmap=(1 << 29) - 1, received=29))  # 0 is overdue
    blamed = entropies[0]
    assert peer.qp.evs.get(blamed).state is EvState.ASSUMED_BAD
    # The first sending of 0 had only been slow: its own SACK says by which EV it came.
    peer.give(sack(peer, 29, 0, received=30, entropy=blamed))
    assert peer.qp.evs.get(blamed).state is EvState.GOOD
    assert peer.nic.events.take()[-1].reason in ("exonerated", "parked")


def test_a_trim_that_is_told_late_clears_its_ev_of_the_loss():
    peer = Peer(cwnd=1 << 20)
    entropies = sent(peer, 30)
    peer.give(sack(peer, -1, 29, base=1, bitmap=(1 << 29) - 1, received=29))
    blamed = entropies[0]
    neth = Neth(0x01, blamed, 0, 0, FIRST, 0)
    peer.give(peer.control(NACK, neth.pack(), psn=FIRST))
    assert peer.qp.evs.get(blamed).state is not EvState.ASSUMED_BAD


def test_an_answer_to_what_was_sent_again_clears_nobody():
    peer = Peer(cwnd=1 << 20)
    entropies = sent(peer, 30)
    peer.give(sack(peer, -1, 29, base=1, bitmap=(1 << 29) - 1, received=29))
    peer.now += 12_000
    peer.give(sack(peer, 29, 0, received=30, entropy=0xC0000001, rtx=True))
    assert peer.qp.evs.get(entropies[0]).state is EvState.ASSUMED_BAD


def test_an_ev_is_cleared_when_all_that_was_held_against_it_turned_up():
    evs, _, _ = ev_set()
    delivered(evs, 0xC0000001, 100)
    assert [evs.on_loss(0xC0000000, 10, "loss", 50), evs.on_loss(0xC0000000, 11, "loss", 50)] == [True, True]
    evs.exonerate(0xC0000000, 60)
    assert evs.get(0xC0000000).state is EvState.ASSUMED_BAD
    evs.exonerate(0xC0000000, 61)
    assert evs.get(0xC0000000).state is EvState.GOOD
    evs.exonerate(0xC0000000, 62)
    assert evs.get(0xC0000000).losses == 0


def test_the_nack_of_a_trim_that_does_not_come_again_is_repeated_once():
    """The sender waits 20 us for a hole; after three quarters of that the NACK is said again."""
    peer = Peer()
    assert kinds(peer.give(trim(peer.data(0)))) == [NACK]
    peer.now += 14_000
    assert NACK not in kinds(peer.give(peer.data(1)))
    peer.now += 1_000
    again = [p for p in peer.give(peer.data(2)) if p.bth.opcode == NACK]
    assert [(p.control[0].psn, p.control[0].reason) for p in again] == [(FIRST, 0x01)]
    peer.now += 100_000
    assert NACK not in kinds(peer.give(peer.data(3)))
    assert peer.qp.counters.nacks_repeated == 1


def test_the_nack_of_a_trim_that_came_again_is_not_repeated():
    peer = Peer()
    peer.give(trim(peer.data(0)))
    peer.give(peer.data(0, rtx=True))
    peer.now += 100_000
    assert NACK not in kinds(peer.give(peer.data(1)))


def test_trims_whose_nacks_are_lost_blame_no_path():
    """One packet in 50 is trimmed, and the first NACK of every second trim is lost."""
    planes = Planes(planes=2, uplinks=8)
    trimmed, lost = set(), set()

    def hook(_name, _port, frame, _now):
        if is_data(frame) and psn_of(frame) % 50 == 7 and psn_of(frame) not in trimmed:
            trimmed.add(psn_of(frame))
            return [(0, trim(frame))]
        if opcode_of(frame) == NACK and psn_of(frame) % 100 == 7 and psn_of(frame) not in lost:
            lost.add(psn_of(frame))
            return []
        return [(0, frame)]

    planes.pipe.hook = hook
    planes.write(4 * MIB)
    planes.run(5_000_000)
    assert [done.status.value for done in planes.qa.poll_completions()] == ["success"]
    assert len(lost) >= 10
    assert planes.qa.counters.losses_inferred == 0
    assert planes.qa.counters.evs_retired == 0


def test_a_way_back_that_dies_for_a_while_blames_no_path():
    """Of two planes, one loses everything towards the sender and nothing towards the receiver."""
    planes = Planes(planes=2, uplinks=8)
    planes.pipe.hook = lambda name, port, frame, now: (
        [] if name == "b" and port == 1 and 50_000 < now < 300_000 else [(0, frame)]
    )
    planes.write(8 * MIB)
    planes.run(5_000_000)
    assert [done.status.value for done in planes.qa.poll_completions()] == ["success"]
    assert planes.qa.counters.evs_retired == 0
    assert planes.qa.counters.retransmissions == 0


@pytest.mark.parametrize("dies_ns", range(44_000, 72_000, 7_000))
@pytest.mark.parametrize("left", range(4))
def test_a_way_back_is_found_while_the_sender_can_only_ask(left, dies_ns):
    """Of one plane's four paths three die both ways at once: nothing of a full window is reported any more.

    Who is asked by the path that is left answers by it, before the local ACK timeout would blame whatever was used.
    """
    planes = Planes(planes=1, uplinks=4)
    planes.pipe.hook = lambda _name, _port, frame, now: (
        [] if now > dies_ns and read_network(frame).label & 0xFFFF != left else [(0, frame)]
    )
    planes.write(2 * MIB)
    planes.run(400_000)  # the bytes alone take 180 us
    assert [done.status.value for done in planes.qa.poll_completions()] == ["success"]
    assert planes.qa.counters.timeouts == 0


def ask(peer, probe_id, entropy):
    """The EVs by which a reliability probe on `entropy` is answered."""
    frame = peer.control(PROBE, Peth(probe_id, 0, 0, 0).pack(), entropy=entropy)
    return [packet.entropy for packet in peer.give(frame)]


def ways_back(peer):
    """By plane, the EVs of the SACKs for data."""
    answers = [packet for _ in range(4) for packet in peer.give(peer.data(0, ack=True))]
    return {packet.entropy >> 16 & 0xFF: packet.entropy for packet in answers}


def another(peer, used):
    return next(entry.entropy for entry in peer.qp.evs if entry.plane == 0 and entry.entropy != used)


def test_who_is_asked_again_answers_by_the_path_of_the_question_and_by_its_own_in_turn():
    """Neither may lead back: paths need not work in both directions."""
    peer = Peer()
    own = ways_back(peer)[0]
    asked = another(peer, own)
    assert [ask(peer, number, asked) for number in range(4)] == [[asked], [own], [asked], [own]]


def test_the_path_of_a_question_is_the_way_back_when_data_follows_the_answer():
    peer = Peer()
    own = ways_back(peer)
    asked = another(peer, own[0])
    ask(peer, 1, asked)
    peer.now += 2 * TransportOptions().base_rtt_ns
    assert ways_back(peer) == own  # too late to be the answer's effect
    ask(peer, 2, asked)
    assert ways_back(peer) == own  # too soon: it was on its way when the answer left
    peer.now += TransportOptions().base_rtt_ns
    assert ways_back(peer) == own
    ask(peer, 3, asked)
    peer.now += TransportOptions().base_rtt_ns
    assert ways_back(peer) == {0: asked, 1: own[1]}


def test_a_question_by_an_unknown_denied_or_closed_path_is_answered_by_another():
    peer = Peer()
    own = ways_back(peer)
    assert ask(peer, 1, 0xC0000077) == [own[0]]
    denied = another(peer, own[0])
    peer.qp.evs.deny(denied, peer.now)
    peer.give(peer.data(0))
    assert ask(peer, 2, denied) == [own[0]]
    peer.give(peer.data(0))
    peer.qp.evs.close(0b01, peer.now)
    assert ask(peer, 3, own[0]) == [own[1]]
