# SPDX-License-Identifier: Apache-2.0
"""Deadlines fire in order, once, and can be moved."""

from host_stack.scheduler import Timers


def test_timers_fire_in_order_and_rearm():
    timers = Timers()
    first, second = 8, 16
    assert timers.earliest() is None
    timers.set(first, 30)
    timers.set(second, 10)
    timers.set(first, 5)
    assert timers.earliest() == 5
    assert timers.pop_due(4) is None
    assert [timers.pop_due(40), timers.pop_due(40), timers.pop_due(40)] == [first, second, None]
    assert timers.earliest() is None
