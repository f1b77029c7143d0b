# SPDX-License-Identifier: Apache-2.0
"""Deadlines fire in order, once, and can be moved."""

from host_stack.transport.timers import Timers


def test_timers_fire_in_order_and_rearm():
    timers: Timers[str] = Timers()
    assert timers.earliest() is None
    timers.set("a", 30)
    timers.set("b", 10)
    timers.set("a", 5)
    assert timers.earliest() == 5
    assert timers.pop_due(4) is None
    assert [timers.pop_due(40), timers.pop_due(40), timers.pop_due(40)] == ["a", "b", None]
    assert timers.earliest() is None
