# SPDX-License-Identifier: Apache-2.0
"""What must not be lost again leaves by an EV that has just been seen to work."""

from collections import Counter

from host_stack_kit import delivered, ev_set

from host_stack import TransportOptions

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
