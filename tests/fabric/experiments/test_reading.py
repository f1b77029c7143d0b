# SPDX-License-Identifier: Apache-2.0
"""What figures read out of results: several seeds as one curve, and numbers beside their bounds."""

from __future__ import annotations

import pytest
from experiments_kit import result

from fabric.experiments.figure import (
    Curve,
    Run,
    distribution,
    number,
    of_seeds,
    over_seeds_of_flow,
    percent,
    percents,
    span,
    spread,
)


def test_seeds_are_one_curve_with_the_least_and_the_most_of_those_that_reach_so_far():
    seeds = [Curve("", [0, 1], [2, 4]), Curve("", [0, 1, 2], [4, 8, 7])]
    assert spread("all", seeds) == Curve("all", [0, 1, 2], [3, 6, 7], low=[2, 4, 7], high=[4, 8, 7])


def test_a_flow_that_has_completed_is_no_part_of_the_mean():
    seeds = [result([[10.0, 10.0, 4.0, 0.0]], ends_us=[25]), result([[20.0, 20.0, 20.0, 20.0]], ends_us=[40])]
    curve = over_seeds_of_flow("victim", seeds, 0)
    assert (curve.x, curve.y, curve.low) == ([0, 10, 20, 30], [15, 15, 20, 20], [10, 10, 20, 20])


@pytest.mark.parametrize(
    ("value", "digits", "bounds", "shown"),
    [
        (2.02, 1, (2.0,), "2.02"), (1.96, 1, (2.0,), "1.96"), (2.0, 1, (2.0,), "2.0"), (1.4, 1, (2.0,), "1.4"),
        (735.996, 0, (736,), "735.996"), (1234.5, 0, (736,), "1,234"), (5.04, 1, (5.0, 15.0), "5.04"),
        (2.0000000001, 1, (2.0,), "2.000000"),
    ],
)  # fmt: skip
def test_a_number_has_a_digit_more_where_it_would_look_like_its_bound(value, digits, bounds, shown):
    assert number(value, digits, *bounds) == shown


def test_shares_are_told_in_percent_with_bounds_that_are_shares_too():
    assert percent(0.0202, 0.02) == "2.02 %"
    assert percents([0.9502, 0.96], 0.95) == "95.02 to 96.0 %"
    assert span([1.19, 2.0], 1, 1.2) == "1.19 to 2.0"


def test_a_run_is_of_the_seed_that_its_name_ends_with():
    assert [Run(name, {}).seed for name in ("mrc-1qp-seed3", "seed2", "calm")] == [3, 2, 1]
    assert [Run(name, {}).but_for_seed for name in ("mrc-1qp-seed3", "seed2", "calm")] == ["mrc-1qp", "", "calm"]


def test_results_of_a_run_are_those_of_the_seeds_that_are_there():
    results = {"a-seed2": {"at": 2}, "a-seed1": {"at": 1}, "ab-seed1": {"at": 3}, "a": {"at": 4}}
    assert [each["at"] for each in of_seeds(results, "a")] == [1, 2]


def test_a_distribution_goes_from_the_least_to_the_most():
    assert distribution("all", [3.0, 1.0, 2.0]) == Curve("all", [1.0, 2.0, 3.0], [0.0, 0.5, 1.0])
    assert distribution("one", [3.0]) == Curve("one", [3.0], [1.0])
