# SPDX-License-Identifier: Apache-2.0
"""Which EV a packet leaves by: retransmissions, silence, answers, marks."""

from collections import Counter
from math import inf
from random import Random

import pytest
from host_stack_kit import Peer, delivered, ev_set, template

from host_stack import EvProfile, EvSet, EvState, TransportOptions
from host_stack.paths.ev_set import SkipEnd
from host_stack.paths.reverse_evs import ReverseEvs
from host_stack.wire.constants import SackMark

# --- Retransmissions -------------------------------------------------------------------------------------------------
# What must not be lost again leaves by an EV that has just been seen to work.

ALL = 0b11
RTT = TransportOptions().base_rtt_ns


def test_it_is_the_one_by_which_the_newest_packet_has_arrived_of_each_plane_in_turn():
    evs, _, _ = ev_set()
    for at, entropy in enumerate((0xC0000003, 0xC0010005, 0xC0000001, 0xC0010002)):
        delivered(evs, entropy, 100 + at)
    chosen = Counter(evs.choose_proven(ALL, 200).entropy for _ in range(10))
    assert chosen == {0xC0000001: 5, 0xC0010002: 5}


def test_the_one_to_avoid_is_not_chosen():
    evs, _, _ = ev_set()
    delivered(evs, 0xC0000003, 100)
    delivered(evs, 0xC0000001, 101)
    assert evs.choose_proven(ALL, 200, 0xC0000001).entropy == 0xC0000003


def test_a_plane_of_which_nothing_came_for_a_round_trip_is_not_used_although_its_port_is_free():
    evs, _, _ = ev_set()
    delivered(evs, 0xC0010002, 100)
    delivered(evs, 0xC0000001, 101 + RTT)
    assert evs.choose_proven(0b10, 2 * RTT) is None
    assert {evs.choose_proven(ALL, 2 * RTT).plane for _ in range(4)} == {0}


def test_where_none_is_proven_any_takes_its_turn():
    evs, _, _ = ev_set()
    delivered(evs, 0xC0000001, 100)
    evs.deny(0xC0000001, 110)
    delivered(evs, 0xC0000001, 100 + 2 * RTT)
    assert {evs.choose_proven(ALL, 3 * RTT).plane for _ in range(4)} == {0, 1}


def test_a_proof_does_not_last():
    evs, _, _ = ev_set()
    delivered(evs, 0xC0000001, 100)
    assert {evs.choose_proven(ALL, 8 * RTT).entropy for _ in range(4)} == {0xC0000001}
    assert len({evs.choose_proven(ALL, 9 * RTT).entropy for _ in range(4)}) == 4


def test_a_closed_plane_proves_nothing():
    evs, _, _ = ev_set()
    delivered(evs, 0xC0000001, 100)
    evs.close(0b01, 110)
    assert evs.choose_proven(ALL, 120).plane == 1


def test_its_turn_is_over_then():
    """Every EV of a plane carries one packet per turn, whether for the first time or again."""
    evs, _, _ = ev_set()
    delivered(evs, 0xC0000004, 100)
    first = evs.choose_proven(0b01, 200)
    rest = [evs.choose(0b01, 200) for _ in range(7)]
    assert first.entropy == 0xC0000004
    assert len({entry.entropy for entry in (first, *rest)}) == 8


# --- EVs without an answer -------------------------------------------------------------------------------------------
# EVs of which nothing is heard: left out, not blamed, and used again when they have been heard of.


def turn(evs, count=32):
    return {entry.entropy for _ in range(count) if (entry := evs.choose(0xFF, 0)) is not None}


def test_it_rests_until_every_packet_of_it_is_settled():
    evs, events, _ = ev_set()
    every = turn(evs)
    one = min(every)
    evs.rest(one)
    evs.rest(one)
    assert turn(evs) == every - {one}
    assert evs.usable() == len(every)
    evs.wake(one)
    assert turn(evs) == every - {one}
    evs.wake(one)
    assert turn(evs) == every
    assert evs.get(one).state is EvState.GOOD
    assert not [event for event in events if event.entropy == one and event.new is not EvState.GOOD]


def test_the_last_one_does_not_rest():
    evs, _, _ = ev_set(EvProfile(template(2, 2)))
    for entropy in sorted(turn(evs)):
        evs.rest(entropy)
    assert len(turn(evs)) == 1


def _two():
    evs, _, _ = ev_set(EvProfile(template(2, 1), min_active=1))
    return evs, *sorted(turn(evs))


def test_a_plane_that_closes_wakes_what_rests_in_the_others():
    evs, first, second = _two()
    evs.rest(first)
    evs.close(0b10, 0)
    assert evs.usable() == 2  # a plane that is closed says nothing of its EVs
    assert turn(evs) == {first}
    evs.close(0, 10)
    evs.wake(first)
    assert turn(evs) == {first, second}


def test_the_only_one_of_the_open_planes_does_not_rest():
    evs, first, _ = _two()
    evs.close(0b10, 0)
    evs.rest(first)
    assert turn(evs) == {first}


@pytest.mark.parametrize("gone", ["denied", "lost"])
def test_what_rests_is_used_when_the_others_are_gone(gone):
    evs, first, second = _two()
    evs.rest(first)
    if gone == "denied":
        evs.deny(second, 0)
    else:
        evs.on_loss(second, 0, "loss", 0)
    assert turn(evs) == {first}
    evs.wake(first)
    assert turn(evs) == {first}


def test_one_that_is_lost_while_it_rests_is_assumed_bad_and_revived_once():
    evs, _, counters = ev_set(EvProfile(template(2, 4), min_active=1))
    every = turn(evs)
    one = min(every)
    evs.rest(one)
    evs.on_loss(one, 5, "loss", 10)
    evs.wake(one)
    assert evs.get(one).state is EvState.ASSUMED_BAD
    assert turn(evs) == every - {one}
    for _ in range(3):
        evs.on_probe_answer(one, 0, 20)
    assert turn(evs) == every
    assert evs.usable() == len(every)
    assert (counters.evs_retired, counters.evs_revived) == (1, 1)


def test_a_denied_one_leaves_its_rest():
    evs, _, _ = ev_set()
    every = turn(evs)
    one = min(every)
    evs.rest(one)
    evs.deny(one, 0)
    evs.wake(one)
    assert turn(evs) == every - {one}
    evs.allow(one, 0)
    assert turn(evs) == every


def test_what_left_a_round_trip_before_a_reported_packet_makes_its_ev_rest_and_is_not_sent_again():
    """Of packets 0 to 19, 0.7 us apart, 1 to 3 are not reported: they left a round trip (10 us) before the last."""
    peer = Peer(cwnd=1 << 20)
    peer.qp.post_write(bytes(4096 * 20), 0x1000, 1)
    entropies = []
    for _ in range(20):
        peer.now += 700
        entropies.append(peer.parser.parse(peer.nic.transmit(0b11, peer.now)[1]).entropy)
    out = peer.give(peer.sack(0, 19, base=4, bitmap=0xFFFF))
    assert not [packet for packet in out if packet.kind.data]
    resting = {entry.entropy for entry in peer.qp.evs if entry.resting}
    assert resting == set(entropies[1:4])
    assert all(entry.state is EvState.GOOD for entry in peer.qp.evs)
    peer.give(peer.sack(19, 3))
    assert not [entry for entry in peer.qp.evs if entry.resting or entry.silent]
    assert peer.qp.counters.losses_inferred == 0


# --- The way back ----------------------------------------------------------------------------------------------------
# The way back: one EV per plane, replaced when it fails, believed again when it works.

EVERY_PLANE = 0xFF


def test_reverse_evs_cover_every_plane_and_drop_what_fails():
    evs, _, _ = ev_set()
    reverse = ReverseEvs(evs, Random(1), 20_000)
    used = {plane: {e.entropy for e in (reverse.choose(1 << plane) for _ in range(4))} for plane in (0, 1)}
    assert all(len(values) == 1 for values in used.values())
    current = reverse.choose(0b01)
    reverse.fail(current)
    assert reverse.choose(0b11).plane == 1  # plane 0 rests ...
    assert reverse.choose(0b01) is None
    other = next(e for e in evs if e.plane == 0 and e is not current)
    reverse.confirm(other)
    assert reverse.choose(0b01) is other  # ... until something there works
    evs.on_loss(other.entropy, 0, "loss", 1)
    assert reverse.choose(0b01) is not other
    for plane in (0, 1):
        reverse.fail(reverse.choose(1 << plane) or reverse._by_plane[plane])
    assert reverse.choose(0b11) is not None  # all suspect: better than silence


def test_an_idle_plane_does_not_get_the_answers_of_the_busy_ones():
    """Data keeps every port busy but that of a plane whose EVs are out of use: it is free whenever an answer is due."""
    evs, _, _ = ev_set(EvProfile(template(8, 2)))
    reverse = ReverseEvs(evs, Random(1), 20_000)
    idle, used = 1, []
    for _ in range(80):
        entry = reverse.choose(1 << idle, soon=EVERY_PLANE & ~(1 << idle))
        if entry is None:  # the plane whose turn it is comes free
            entry = next(
                e for p in range(8) if p != idle and (e := reverse.choose(1 << p, soon=EVERY_PLANE)) is not None
            )
        used.append(entry.plane)
    assert all(used.count(plane) == 10 for plane in range(8))


def test_a_port_that_does_not_come_free_is_not_waited_for():
    evs, _, _ = ev_set(EvProfile(template(8, 2)))
    reverse = ReverseEvs(evs, Random(1), 20_000)
    assert all(reverse.choose(0b10).plane == 1 for _ in range(10))


def test_a_closed_plane_rests():
    evs, _, _ = ev_set(EvProfile(template(8, 2)))
    reverse = ReverseEvs(evs, Random(1), 20_000)
    evs.close(0b1111_1101, 0)
    assert reverse.choose(0b0000_0101) is None
    assert {reverse.choose(EVERY_PLANE).plane for _ in range(8)} == {1}
    assert reverse.choose(EVERY_PLANE, only=0).plane == 1  # not even for the answer to a probe that came by it


def test_every_plane_is_looked_at_in_turn_by_random_evs_of_it():
    """One probe a round trip: a plane that comes only by chance may be left on a dead path for dozens of them."""
    for seed in range(8):
        evs, _, _ = ev_set(EvProfile(template(8, 4)))
        reverse = ReverseEvs(evs, Random(seed), 20_000)
        asked = [reverse.candidate() for _ in range(80)]
        for first in range(72):
            assert {entry.plane for entry in asked[first : first + 8]} == set(range(8))
        assert len({entry.entropy for entry in asked}) > 16


def test_closed_planes_are_not_looked_at():
    evs, _, _ = ev_set(EvProfile(template(4, 2)))
    reverse = ReverseEvs(evs, Random(1), 20_000)
    evs.close(0b0101, 0)
    assert [reverse.candidate().plane for _ in range(4)] in ([1, 3, 1, 3], [3, 1, 3, 1])
    reverse.fail(next(e for e in evs if e.plane == 1 and e is not reverse.choose(0b10)))
    evs.close(0b0111, 0)
    assert reverse.candidate().plane == 3  # a plane in doubt that has closed since is no question any more
    evs.close(0b1111, 0)
    assert reverse.candidate() is None


@pytest.mark.parametrize("seed", range(8))
def test_answers_leave_a_dead_path_within_a_few_round_trips(seed):
    """A T1 dies that one plane's answers take: probes by it are not answered, and those by others are."""
    planes, uplinks = 4, 8
    evs, _, _ = ev_set(EvProfile(template(planes, uplinks)))
    reverse = ReverseEvs(evs, Random(seed), 20_000)
    dead = reverse.choose(1)
    last, asked = 0, []
    for interval in range(60):
        if len(asked) == 2 and (oldest := asked.pop(0)) is dead:
            reverse.fail(oldest)
        asked.append(reverse.candidate())
        if asked[-1] is not dead:
            reverse.confirm(asked[-1])
        if any(reverse.choose(1 << plane) is dead for plane in range(planes)):
            last = interval
    assert last <= planes + 2


# --- Marks -----------------------------------------------------------------------------------------------------------
# Neighbours on full uplinks see the same marks: what they make of them must not set the queues swinging.

_SENDERS = _UPLINKS = 4
_BDP = 18
"""Packets of a plane of 100 Gb/s in a round trip of 6 us; a queue as long is trimmed (switch §3)."""


def queues_of_full_uplinks(
    sets: list[EvSet], steps: int, *, uplinks: int = _UPLINKS, rate: int = 1, window: float = inf
) -> list[tuple[int, ...]]:
    """Queues, in packets, of uplinks that NICs fill, by step: each takes a packet, and each NIC sends ``rate``.

    None has more than ``window`` packets in flight. Uplinks mark from a fifth of a BDP on, and from four fifths every
    packet; a mark is heard a round trip, and what the packet had to wait, later.
    """
    rng, queues, heard, seen = Random(1), [_BDP // 3] * uplinks, {}, []
    in_flight = dict.fromkeys(sets, 0)
    for now in range(1, steps):
        for evs, entropy, sent, marked in heard.pop(now, ()):
            in_flight[evs] -= 1
            if marked:
                evs.on_mark(entropy, SackMark.SKIP_ONCE, sent, now)
            delivered(evs, entropy, sent)
        for evs in (evs for evs in sets for _ in range(rate)):
            if in_flight[evs] >= window:
                continue
            in_flight[evs] += 1
            entry = evs.choose(1, now)
            queue = queues[entry.uplink]
            marked = rng.random() < (queue / _BDP - 0.2) / 0.6
            heard.setdefault(now + _BDP + queue, []).append((evs, entry.entropy, now, marked))
            queues[entry.uplink] += 1
        queues = [max(0, queue - 1) for queue in queues]
        seen.append(tuple(queues))
    return seen


@pytest.mark.parametrize("end", [SkipEnd.TURN, SkipEnd.DOUBLING])
def test_full_uplinks_are_neither_overrun_nor_left_idle(end):
    options = TransportOptions(skip_end=end, base_rtt_ns=_BDP)
    for seed in range(4):
        sets = [
            ev_set(EvProfile(template(1, _UPLINKS)), seed=100 * seed + sender, planes=1, options=options)[0]
            for sender in range(_SENDERS)
        ]
        seen = queues_of_full_uplinks(sets, 3000)[500:]
        assert max(max(queues) for queues in seen) < _BDP
        assert sum(min(queues) == 0 for queues in seen) < len(seen) / 100


def test_a_flow_that_fills_both_its_paths_by_itself_goes_on_using_both():
    """A NIC of four times their rate, in whose window a few packets more have room than both paths take.

    Each queue is marked now and then. An EV left out for that leaves its path idle, and floods the other's.
    """
    for seed in range(8):
        evs, _, _ = ev_set(EvProfile(template(1, 2)), seed=seed, planes=1, options=TransportOptions(base_rtt_ns=_BDP))
        seen = queues_of_full_uplinks([evs], 6000, uplinks=2, rate=4, window=2 * _BDP + 7)[500:]
        assert max(max(queues) for queues in seen) < _BDP
        assert sum(min(queues) == 0 for queues in seen) < len(seen) / 100
