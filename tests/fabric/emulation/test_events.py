# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from fabric.emulation.events import EventLoop


def test_events_run_in_time_order_and_ties_in_the_order_of_scheduling():
    loop = EventLoop()
    seen = []
    for when, name in ((30, "c"), (10, "a1"), (10, "a2"), (20, "b"), (10, "a3")):
        loop.at(when, lambda label: seen.append((loop.now, label)), name)
    assert loop.run(100) is False
    assert seen == [(10, "a1"), (10, "a2"), (10, "a3"), (20, "b"), (30, "c")]
    assert loop.processed == 5


def test_run_includes_its_last_nanosecond_and_stops_the_clock_there():
    loop = EventLoop()
    seen = []
    for when in (50, 51):
        loop.at(when, seen.append, when)
    loop.run(50)
    assert seen == [50]
    assert loop.now == 50
    assert len(loop) == 1


def test_an_event_may_schedule_another_for_the_same_nanosecond():
    loop = EventLoop()
    seen = []
    loop.at(5, lambda _: loop.at(5, seen.append, "later"))
    loop.at(5, seen.append, "earlier")
    loop.run(5)
    assert seen == ["earlier", "later"]


def test_the_past_is_refused():
    loop = EventLoop()
    loop.at(10, lambda _: None)
    loop.run(10)
    with pytest.raises(ValueError, match="9 ns: the clock is already at 10 ns"):
        loop.at(9, lambda _: None)


def test_stop_ends_a_run():
    loop = EventLoop()
    seen = []
    for when in range(10):
        loop.at(when, seen.append, when)
    assert loop.run(100, stop=lambda: len(seen) >= 4, every=1) is True
    assert seen == [0, 1, 2, 3]
