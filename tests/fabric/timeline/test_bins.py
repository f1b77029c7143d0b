# SPDX-License-Identifier: Apache-2.0
"""Bins in bounded memory: nothing that was counted is lost when they are joined."""

from fabric.timeline.recording import Bins, Joined


def test_two_bins_become_one_that_covers_both():
    bins = Bins([Joined.SUM, Joined.PEAK, Joined.LAST], from_ns=100, step_ns=10, most=4)
    for row in ([1, 5, 7], [2, 3, 8], [3, 1, 9]):
        bins.add(row)
    assert (bins.step_ns, bins.next_ns) == (10, 140)
    bins.add([4, 2, 6])
    assert bins.rows == [[3, 5, 8], [7, 2, 6]]
    assert (bins.step_ns, bins.next_ns, bins.start_ns(1)) == (20, 160, 120)


def test_a_long_run_takes_no_more_room_than_a_short_one():
    bins = Bins([Joined.SUM], from_ns=0, step_ns=1, most=8)
    for _ in range(1000):
        while_ns = bins.step_ns
        bins.add([while_ns])  # as many as nanoseconds
        assert len(bins.rows) < 8
    assert all(row == [bins.step_ns] for row in bins.rows)


def test_an_odd_bin_at_the_end_stays_as_it_is():
    bins = Bins([Joined.SUM], from_ns=0, step_ns=1, most=100)
    for value in (1, 2, 4):
        bins.add([value])
    bins.halve()
    assert bins.rows == [[3], [4]]
