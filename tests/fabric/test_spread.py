# SPDX-License-Identifier: Apache-2.0
"""What is said of many values: how they are spread, and how equal they are."""

from __future__ import annotations

from fabric.measurements import FlowNumbers, jain, spread, summed


def test_percentiles_are_values_by_nearest_rank():
    assert spread([]) is None
    of_hundred = spread(list(range(100, 0, -1)))
    assert (of_hundred.count, of_hundred.min, of_hundred.mean, of_hundred.max) == (100, 1, 50.5, 100)
    assert (of_hundred.p50, of_hundred.p95, of_hundred.p99) == (50, 95, 99)
    of_three = spread([7, 5, 9])
    assert (of_three.p50, of_three.p95, of_three.p99, of_three.mean) == (7, 9, 9, 7.0)


def test_jains_index():
    assert jain([3.0] * 7) == 1.0
    assert jain([8.0, 0.0, 0.0, 0.0]) == 0.25
    assert jain([1.0, 2.0, 3.0]) == round(36 / (3 * 14), 4)
    assert jain([]) is jain([0.0, 0.0]) is None


def test_queue_pairs_of_a_flow_are_summed_but_for_the_worst_latency():
    one, other = FlowNumbers(1, 2, 3, 4, 5, 6, 7, 80, 9), FlowNumbers(10, 20, 30, 40, 50, 60, 70, 60, 90)
    assert summed([one, other]) == FlowNumbers(11, 22, 33, 44, 55, 66, 77, 80, 99)
