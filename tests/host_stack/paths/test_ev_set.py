# SPDX-License-Identifier: Apache-2.0
"""EV sets: striping, rotation, the transitions of endpoint §5.3, backups, floor, revival."""

from collections import Counter
from itertools import pairwise
from random import Random

import pytest
from host_stack_kit import delivered, ev_set, template

from host_stack import EvProfile, EvSet, EvState, TransportOptions
from host_stack.paths.ev_set import SkipEnd
from host_stack.paths.rotation import shuffle
from host_stack.wire.constants import SackMark
from host_stack.wire.options import ProbeSkipOnce

ALL = 0xFF


def draw(evs: EvSet, count: int, free: int = ALL, now: int = 0) -> list[int]:
    return [entry.entropy for _ in range(count) if (entry := evs.choose(free, now)) is not None]


def test_striped_equally_and_rotating():
    evs, _, _ = ev_set(EvProfile(template(2, 8), active_per_plane=4, backup_per_plane=2))
    active = [e for e in evs if e.active]
    assert Counter(e.plane for e in active) == {0: 4, 1: 4}
    assert Counter(e.plane for e in evs if not e.active) == {0: 2, 1: 2}
    turn = draw(evs, 8)
    assert sorted(turn) == sorted(e.entropy for e in active)  # each once per turn
    assert all(a >> 16 != b >> 16 for a, b in pairwise(turn))  # planes alternate


def test_order_is_drawn_again_every_turn_and_by_seed():
    first, _, _ = ev_set(seed=5)
    turns = [tuple(draw(first, 16)) for _ in range(4)]
    assert len(set(turns)) == 4
    again, _, _ = ev_set(seed=5)
    assert [tuple(draw(again, 16)) for _ in range(4)] == turns
    assert draw(ev_set(seed=6)[0], 16) != list(turns[0])


@pytest.mark.parametrize("count", [1, 2, 3, 8, 100])
def test_the_order_is_as_python_shuffles(count):
    ours, pythons = list(range(count)), list(range(count))
    shuffle(Random(3), ours)
    Random(3).shuffle(pythons)
    assert ours == pythons


def test_only_a_plane_whose_port_is_free():
    evs, _, _ = ev_set()
    assert {ev >> 16 & 0xFF for ev in draw(evs, 20, free=0b10)} == {1}
    assert evs.choose(0, 0) is None


def test_profile_limits():
    assert EvProfile(template(2, 8), paths=1).sizes() == {0: (1, 0)}
    assert EvProfile(template(2, 8), paths=3).sizes() == {0: (2, 0), 1: (1, 0)}
    assert EvProfile(template(2, 8), active_per_plane=4, planes=(1,)).sizes() == {1: (4, 4)}
    with pytest.raises(ValueError, match=r"planes: 2 does not exist; accepted: 0..1"):
        EvProfile(template(2, 8), planes=(2,))
    with pytest.raises(ValueError, match="every path is denied"):
        ev_set(EvProfile(template(1, 1), denied=frozenset({0xC0000000})))


def test_mark_and_trim_skip_until_the_cursor_comes_by():
    for reason, mark in (("marked", True), ("trimmed", False)):
        evs, events, counters = ev_set()
        ev = draw(evs, 1)[0]
        if mark:
            evs.on_mark(ev, SackMark.SKIP_ONCE, None, 10)
        else:
            evs.on_trim(ev, 10)
        assert evs.get(ev).state is EvState.SKIP
        assert counters.evs_skipped == 1
        drawn = draw(evs, 64)
        # One turn without it: the visit resets it, the following GOOD EV is used.
        assert drawn[:16].count(ev) <= 1
        assert 2 <= drawn.count(ev) <= 4
        assert [(e.old, e.new, e.reason) for e in events] == [
            (EvState.GOOD, EvState.SKIP, reason),
            (EvState.SKIP, EvState.GOOD, "visited"),
        ]


def test_a_mark_of_what_left_before_its_ev_was_left_out_counts_unless_others_were_marked_since():
    """Alone it is what is full; if others are as full, leaving it out again moves a queue from one to the other."""
    evs, _, counters = ev_set(EvProfile(template(2, 4)), options=TransportOptions(skip_end=SkipEnd.TURN))
    ev, other = (entry.entropy for entry in list(evs.in_plane(0))[:2])
    elsewhere = evs.in_plane(1)[0].entropy

    def left_out(sent: int, now: int) -> bool:
        draw(evs, 16)
        assert evs.get(ev).state is EvState.GOOD
        evs.on_mark(ev, SackMark.SKIP_ONCE, sent, now)
        return evs.get(ev).state is EvState.SKIP

    assert left_out(0, 10)
    assert left_out(3, 12)  # alone
    evs.on_mark(elsewhere, SackMark.SKIP_ONCE, 4, 13)
    assert left_out(4, 14)  # of its plane, alone
    evs.on_mark(other, SackMark.SKIP_ONCE, 5, 15)
    assert not left_out(5, 16)
    assert not left_out(13, 17)
    assert left_out(14, 18)  # as new as may be: it left when the EV had been left out
    assert left_out(6, 20)
    assert evs.get(ev).marks == 7
    assert counters.evs_skipped == 7


def test_at_most_one_skip_is_reset_per_packet_and_all_skip_still_sends():
    evs, events, _ = ev_set(EvProfile(template(1, 4)), planes=1)
    for entry in list(evs):
        evs.on_trim(entry.entropy, 0)
    before = len(events)
    entry = evs.choose(ALL, 1)
    assert entry is not None
    assert len(events) == before + 1
    assert [e.state for e in evs].count(EvState.SKIP) == 3


def test_skip_timer():
    options = TransportOptions(skip_timer_ns=500)
    evs, events, _ = ev_set(EvProfile(template(1, 1)), options=options, planes=1, uplinks=1)
    evs.on_trim(0xC0000000, 1000)
    assert evs.choose(ALL, 1500).entropy == 0xC0000000
    assert list(events)[-1].reason == "skip_timer"


def test_with_a_skip_timer_the_cursor_resets_nothing():
    options = TransportOptions(skip_timer_ns=500)
    evs, _, _ = ev_set(EvProfile(template(1, 2)), options=options, planes=1, uplinks=2)
    one, other = (entry.entropy for entry in evs)
    evs.on_mark(one, SackMark.SKIP_ONCE, None, 1000)
    assert {evs.choose(ALL, 1499).entropy for _ in range(20)} == {other}
    assert {evs.choose(ALL, 1500).entropy for _ in range(20)} == {one, other}
    evs.on_mark(other, SackMark.SKIP_ONCE, None, 2000)
    evs.on_mark(one, SackMark.SKIP_ONCE, None, 2100)
    assert {evs.choose(ALL, 2200).entropy for _ in range(20)} == {other}  # none is GOOD: the one out longest comes back
    evs.on_mark(other, SackMark.SKIP_ONCE, None, 2300)
    assert {evs.choose(ALL, 2400).entropy for _ in range(20)} == {one}


RTT = 10_000


def two_paths(end, *, rate_bps=0):
    """An EV set of two paths on one plane, and their EVs; ``rate_bps``: of its port."""
    options = TransportOptions(skip_end=end, base_rtt_ns=RTT)
    evs, _, _ = ev_set(EvProfile(template(1, 2)), options=options, planes=1, uplinks=2, rate_bps=rate_bps)
    one, other = (entry.entropy for entry in evs)
    return evs, one, other


def used(evs, now):
    """The EVs of a few packets that leave now and arrive."""
    chosen = set()
    for _ in range(6):
        entry = evs.choose(ALL, now)
        delivered(evs, entry.entropy, now)
        chosen.add(entry.entropy)
    return chosen


def left_out_for(evs, entropy, begin):
    """How many base RTTs it is used by nothing, from ``begin`` on, in tenths."""
    for tenths in range(2000):
        if entropy in used(evs, begin + tenths * RTT // 10):
            return tenths / 10
    raise AssertionError("for ever")


def test_an_ev_that_is_marked_whenever_it_is_used_is_left_out_for_longer_and_longer():
    """With two EVs one turn is one packet: a third of the flow stayed on the full path, whatever the marks said."""
    evs, full, _ = two_paths(SkipEnd.DOUBLING)
    now, times = 1_000_000, []
    for _ in range(14):
        evs.on_mark(full, SackMark.SKIP_ONCE, now, now)
        times.append(left_out_for(evs, full, now))
        now += int(times[-1] * RTT) + 2 * RTT
    # Five marks may be chance.
    assert times == [0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 64, 64]
    # It is not marked for as long as it was left out, nor are nine packets: then one mark is one turn again.
    for _ in range(9):
        delivered(evs, full, now)
    now += 64 * RTT
    evs.on_mark(full, SackMark.SKIP_ONCE, now, now)
    assert left_out_for(evs, full, now) == 0


def test_trims_of_a_path_count_as_marks_do():
    evs, full, _ = two_paths(SkipEnd.DOUBLING)
    times = []
    for now in range(1_000_000, 1_120_000, 20_000):
        evs.on_trim(full, now)
        times.append(left_out_for(evs, full, now))
    assert times == [0, 0, 0, 0, 0, 1]


@pytest.mark.parametrize(("others", "rests"), [(0, True), (8, True), (9, False), (32, False)])
def test_only_while_it_stands_out(others, rests):
    """Four times as many marks for each packet as the other one of its plane: where both are full none is at fault."""
    evs, full, other = two_paths(SkipEnd.DOUBLING)
    # Nothing is sent meanwhile: what SKIP does is not the matter here.
    for entropy, marks in ((full, 31), (other, others)):
        for number in range(32):
            delivered(evs, entropy, number)
            if number < marks:
                evs.on_mark(entropy, SackMark.SKIP_ONCE, number, 1000 + number)
    used(evs, 2000)
    assert evs.get(full).state is evs.get(other).state is EvState.GOOD
    evs.on_mark(full, SackMark.SKIP_ONCE, 2000, 3000)
    assert (left_out_for(evs, full, 3000) > 0) is rests


def share_on_full(paths, full, every):
    """What part of a flow's packets, one ``every`` ns, leaves by full paths once the flow has had time to notice."""
    options = TransportOptions(base_rtt_ns=RTT)
    evs, _, _ = ev_set(EvProfile(template(1, paths)), options=options, planes=1, uplinks=paths)
    entropies = [entry.entropy for entry in evs]
    by = Counter()
    for number in range(4000):
        entry = evs.choose(ALL, number * every)
        by[entry.entropy] += number >= 2000
        delivered(evs, entry.entropy, number * every)
        if entry.entropy in entropies[:full]:
            evs.on_mark(entry.entropy, SackMark.SKIP_ONCE, number * every, number * every)
    return sum(by[entropy] for entropy in entropies[:full]) / by.total()


@pytest.mark.parametrize(("paths", "full"), [(2, 1), (4, 1), (4, 2), (5, 2), (8, 4), (16, 5)])
def test_up_to_half_of_the_paths_are_left_out_as_one_is(paths, full):
    """Each comes back for a packet or two in 64 base RTTs, of 16 packets each."""
    assert share_on_full(paths, full, RTT // 16) < 2 * full / (64 * 16)


@pytest.mark.parametrize(("paths", "full"), [(3, 2), (4, 3), (4, 4)])
def test_where_most_paths_are_full_a_mark_is_worth_a_turn(paths, full):
    """Neighbours would do the same, and carry the queues to the few that are left."""
    assert share_on_full(paths, full, RTT // 16) > full / paths / 2


def test_a_full_path_is_left_out_however_small_the_window():
    """A packet in three round trips: one EV's are so far apart that none is marked soon after it came back."""
    assert share_on_full(4, 1, 3 * RTT) < 0.06


def share_on_slow(paths, slow):
    """As ``share_on_full``, of paths that take four base RTTs, where others take three, and do not mark."""
    options = TransportOptions(base_rtt_ns=RTT)
    evs, _, _ = ev_set(EvProfile(template(1, paths)), options=options, planes=1, uplinks=paths)
    entropies = [entry.entropy for entry in evs]
    by = Counter()
    for now in range(0, 250 * RTT, RTT // 16):
        entropy = evs.choose(ALL, now).entropy
        by[entropy] += now >= 125 * RTT
        delivered(evs, entropy, now)
        evs.on_trip(entropy, 4 * RTT if entropy in entropies[:slow] else 3 * RTT, now)
    return sum(by[entropy] for entropy in entropies[:slow]) / by.total()


@pytest.mark.parametrize(("paths", "slow"), [(2, 1), (4, 1), (4, 2), (8, 3)])
def test_a_path_that_is_slow_and_not_marked_is_left_out_as_a_full_one(paths, slow):
    assert share_on_slow(paths, slow) < 2 * slow / (64 * 16)


def test_a_packet_that_is_late_and_marked_counts_once():
    evs, one, _ = two_paths(SkipEnd.DOUBLING)
    for now in range(20):
        evs.on_mark(one, SackMark.SKIP_ONCE, now, now)
        evs.on_trip(one, 4 * RTT, now, marked=True)
        evs.on_trip(one, 3 * RTT, now)
    assert evs.get(one).marked_lately == 20


def test_where_all_are_slow_none_is_left_out():
    """Behind a receiver's full port: then what is late says nothing of paths."""
    evs, events, _ = ev_set(options=TransportOptions(base_rtt_ns=RTT))
    for now in range(0, 100 * RTT, RTT // 16):
        entropy = evs.choose(ALL, now).entropy
        delivered(evs, entropy, now)
        evs.on_trip(entropy, 4 * RTT, now)
    assert not events


@pytest.mark.parametrize(("marks", "rests"), [(5, False), (9, False), (13, True), (31, True)])
def test_fewer_marks_than_a_third_of_its_packets_are_chance(marks, rests):
    """Six of fifty beside one of the other had half a flow's paths left out, each full of that flow alone."""
    evs, full, other = two_paths(SkipEnd.DOUBLING)
    for number in range(32):
        delivered(evs, full, number)
        delivered(evs, other, number)
        if number < marks:
            evs.on_mark(full, SackMark.SKIP_ONCE, number, 1000 + number)
    used(evs, 2000)
    evs.on_mark(full, SackMark.SKIP_ONCE, 2000, 3000)
    assert (left_out_for(evs, full, 3000) > 0) is rests


def test_an_ev_that_was_alone_is_not_left_out_for_longer_once_another_is_back():
    """Nothing is as good while the other is bad: that it was marked all the time says nothing of them both."""
    evs, full, other = two_paths(SkipEnd.DOUBLING)
    evs.put(other, EvState.ASSUMED_BAD, 1)
    now = 1_000_000
    for _ in range(20):
        evs.on_mark(full, SackMark.SKIP_ONCE, now, now)
        assert left_out_for(evs, full, now) == 0
        now += 2 * RTT
    evs.put(other, EvState.GOOD, now)
    evs.on_mark(full, SackMark.SKIP_ONCE, now, now)
    assert left_out_for(evs, full, now) <= 1


def test_marks_of_another_plane_do_not_matter():
    evs, _, _ = ev_set(EvProfile(template(2, 2)), options=TransportOptions(base_rtt_ns=RTT), uplinks=2)
    full, _ = (entry.entropy for entry in evs.in_plane(0))
    for entry in evs.in_plane(1):
        delivered(evs, entry.entropy, 1)
        evs.on_mark(entry.entropy, SackMark.SKIP_ONCE, 1, 1)
    times = []
    for now in range(1_000_000, 1_120_000, 20_000):
        evs.on_mark(full, SackMark.SKIP_ONCE, now, now)
        times.append(left_out_for(evs, full, now))
    assert times == [0, 0, 0, 0, 0, 1]


def test_where_all_are_left_out_the_one_that_was_longest_comes_back():
    evs, one, other = two_paths(SkipEnd.ROUND_TRIPS, rate_bps=100_000_000_000)
    evs.on_trim(other, 1000)
    evs.on_trim(one, 2000)
    assert evs.choose(ALL, 3000).entropy == other


@pytest.mark.parametrize(("rate_bps", "rests"), [(100_000_000_000, 8), (1_000_000_000, 0)])
def test_few_evs_are_left_out_for_eight_round_trips(rate_bps, rests):
    """Fewer than a window has packets: 45 here with a port of 100 Gb/s, none with one of 1 Gb/s."""
    evs, full, _ = two_paths(SkipEnd.ROUND_TRIPS, rate_bps=rate_bps)
    evs.on_mark(full, SackMark.SKIP_ONCE, 0, 1000)
    assert left_out_for(evs, full, 1000) == rests


def test_by_turns_alone_nothing_is_left_out_for_long():
    evs, full, _ = two_paths(SkipEnd.TURN)
    for now in range(100_000, 200_000, 20_000):
        evs.on_mark(full, SackMark.SKIP_ONCE, now, now)
        assert left_out_for(evs, full, now) == 0


@pytest.mark.parametrize("how", ["loss", "timeout", "always_skip"])
@pytest.mark.parametrize("from_skip", [False, True])
def test_loss_retires_and_a_backup_of_the_same_plane_joins(how, from_skip):
    evs, events, counters = ev_set(EvProfile(template(2, 8), active_per_plane=4, backup_per_plane=4))
    ev = draw(evs, 1)[0]
    if from_skip:
        evs.on_trim(ev, 5)
    if how == "always_skip":
        evs.on_mark(ev, SackMark.ALWAYS_SKIP, None, 10)
    else:
        evs.on_loss(ev, 8, how, 10)
    assert evs.get(ev).state is EvState.ASSUMED_BAD
    assert counters.evs_retired == 1
    retired, joined = list(events)[-2:]
    assert (retired.entropy, retired.new, retired.reason) == (ev, EvState.ASSUMED_BAD, how)
    assert (joined.old, joined.reason, joined.plane) == (None, "activated", retired.plane)
    assert evs.usable() == 8
    drawn = draw(evs, 64)
    assert ev not in drawn
    assert joined.entropy in drawn


def test_floor_keeps_the_last_quarter():
    evs, _, counters = ev_set(EvProfile(template(2, 8), active_per_plane=8, backup_per_plane=0))
    for entry in list(evs):
        evs.on_loss(entry.entropy, 0, "loss", 1)
    assert evs.usable() == 4  # 16 // 4
    assert counters.demotions_refused == 4
    two, _, _ = ev_set(EvProfile(template(2, 1)), uplinks=1)
    for entry in list(two):
        two.on_loss(entry.entropy, 0, "loss", 1)
    assert two.usable() == 1  # never none
    explicit, _, _ = ev_set(EvProfile(template(2, 8), min_active=7))
    for entry in list(explicit):
        explicit.on_loss(entry.entropy, 0, "loss", 1)
    assert explicit.usable() == 7


def test_probes_revive_after_enough_answers_in_a_row():
    evs, events, counters = ev_set()
    ev = draw(evs, 1)[0]
    evs.on_loss(ev, 0, "loss", 0)
    assert evs.next_probe_ns() == 100
    assert evs.due_probes(99) == []
    for now in (100, 200):
        assert [e.entropy for e in evs.due_probes(now)] == [ev]
        evs.on_probe_answer(ev, SackMark.NONE, now + 10)
    assert evs.get(ev).state is EvState.ASSUMED_BAD
    evs.due_probes(300)  # not answered
    evs.due_probes(400)
    assert evs.get(ev).successes == 0
    evs.on_probe_answer(ev, SackMark.NONE, 410)
    for now in (500, 600):
        evs.due_probes(now)
        evs.on_probe_answer(ev, SackMark.NONE, now + 10)
    assert evs.get(ev).state is EvState.GOOD
    assert counters.evs_revived == 1
    assert (list(events)[-1].reason, list(events)[-1].time_ns) == ("probed", 610)
    assert evs.next_probe_ns() is None
    assert ev in draw(evs, 32)
    # Packets that were lost before the revival do not count against it, later ones do.
    evs.on_loss(ev, 609, "loss", 700)
    assert evs.get(ev).state is EvState.GOOD
    evs.on_loss(ev, 611, "loss", 700)
    assert evs.get(ev).state is EvState.ASSUMED_BAD


@pytest.mark.parametrize(("option", "state"), [(ProbeSkipOnce.SKIP, EvState.SKIP), (ProbeSkipOnce.GOOD, EvState.GOOD)])
def test_probe_answered_with_skip_once(option, state):
    evs, _, _ = ev_set(skip=option)
    ev = draw(evs, 1)[0]
    evs.on_loss(ev, 0, "loss", 0)
    for _ in range(3):
        evs.on_probe_answer(ev, SackMark.SKIP_ONCE, 10)
    assert evs.get(ev).state is state


def test_a_revived_ev_whose_place_is_taken_becomes_a_backup():
    evs, events, _ = ev_set(EvProfile(template(1, 4), active_per_plane=2, backup_per_plane=1), planes=1)
    ev = draw(evs, 1)[0]
    evs.on_loss(ev, 0, "loss", 0)
    for _ in range(3):
        evs.on_probe_answer(ev, SackMark.NONE, 10)
    assert list(events)[-1].reason == "parked"
    assert ev not in draw(evs, 16)
    evs.on_loss(draw(evs, 1)[0], 20, "loss", 20)
    assert ev in draw(evs, 16, now=30)


def test_denied_only_by_the_controller_and_back():
    evs, events, _ = ev_set(EvProfile(template(2, 8), active_per_plane=2, backup_per_plane=1))
    ev = draw(evs, 1)[0]
    evs.deny(ev, 5)
    assert evs.get(ev).state is EvState.DENIED
    assert evs.usable() == 4
    assert ev not in draw(evs, 32)
    for event in (lambda: evs.on_trim(ev, 6), lambda: evs.on_loss(ev, 6, "loss", 6)):
        event()
        assert evs.get(ev).state is EvState.DENIED
    for _ in range(3):
        evs.on_probe_answer(ev, SackMark.NONE, 7)
    assert evs.get(ev).state is EvState.DENIED
    evs.allow(ev, 8)
    assert evs.get(ev).state is EvState.GOOD
    bad = draw(evs, 1)[0]
    evs.on_loss(bad, 9, "loss", 9)
    evs.deny(bad, 10)
    assert evs.next_probe_ns() is None
    with pytest.raises(KeyError):
        evs.deny(0xC0FF0000, 11)
    assert {e.reason for e in events} >= {"controller", "activated", "parked"}


def test_avoided_ev_only_when_alone():
    evs, _, _ = ev_set(EvProfile(template(2, 1)), uplinks=1)
    assert {evs.choose(ALL, 0, avoid=0xC0000000).entropy for _ in range(5)} == {0xC0010000}
    assert evs.choose(0b01, 0, avoid=0xC0000000) is None  # another exists, its port is busy
    alone, _, _ = ev_set(EvProfile(template(1, 1)), planes=1, uplinks=1)
    assert alone.choose(ALL, 0, avoid=0xC0000000).entropy == 0xC0000000
