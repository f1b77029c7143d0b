# SPDX-License-Identifier: Apache-2.0
"""The way back: one EV per plane, replaced when it fails, believed again when it works."""

from random import Random

import pytest
from host_stack_kit import ev_set, template

from host_stack import EvProfile
from host_stack.paths.reverse_evs import ReverseEvs

ALL = 0xFF


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
        entry = reverse.choose(1 << idle, soon=ALL & ~(1 << idle))
        if entry is None:  # the plane whose turn it is comes free
            entry = next(e for p in range(8) if p != idle and (e := reverse.choose(1 << p, soon=ALL)) is not None)
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
    assert {reverse.choose(ALL).plane for _ in range(8)} == {1}
    assert reverse.choose(ALL, only=0).plane == 1  # not even for the answer to a probe that came by it


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
