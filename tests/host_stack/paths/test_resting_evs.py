# SPDX-License-Identifier: Apache-2.0
"""EVs of which nothing is heard: left out, not blamed, and used again when they have been heard of."""

import pytest
from host_stack_kit import Peer, ev_set, template

from host_stack import EvProfile, EvState


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
