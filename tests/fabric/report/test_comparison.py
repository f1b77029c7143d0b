# SPDX-License-Identifier: Apache-2.0
"""Results side by side."""

from __future__ import annotations

import copy

import pytest
from fabric_kit import Page

from fabric.report import comparison


def test_a_comparison_says_what_got_worse(made):
    other = copy.deepcopy(made)
    other["scenario"]["name"] = "variant"
    other["checks"].update({
        "completion_us": made["checks"]["completion_us"] * 3,
        "goodput_fraction.min": made["checks"]["goodput_fraction.min"] / 2,
        "retransmissions.total": 0,
        "trims.total": 0,
        "all_intact": False,
        "latency.worst_us": None,
    })  # fmt: skip
    trends = {row.name: row.cells[1].trend for row in comparison.rows([made, other]) if row.changed}
    assert trends == {
        "all_intact": "worse",
        "completion_us": "worse",
        "goodput_fraction.min": "worse",
        "latency.worst_us": "worse",
        "trims.total": "different",
        "retransmissions.total": "better",
    }
    cells = {row.name: row.cells[1] for row in comparison.rows([made, other])}
    assert cells["completion_us"].change == "× 3.00"
    assert cells["goodput_fraction.min"].change == "-50 %"
    text = comparison.comparison_page([made, other])
    page = Page(text)
    assert (page.open, page.loads) == ([], [])
    assert "variant: 4 numbers are worse and 1 are better than in small." in text
    assert comparison.comparison_page([made, other]) == text


@pytest.mark.usefixtures("sketched")
def test_a_result_against_itself_changes_nothing(made):
    text = comparison.comparison_page([made, made])
    assert "small #2 is neither better nor worse than small." in text
