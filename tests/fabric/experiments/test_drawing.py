# SPDX-License-Identifier: Apache-2.0
"""What a panel looks like, as far as its reader is told by it: colours, marks, spread, names and title."""

from __future__ import annotations

import re

import pytest

from fabric.experiments.figure import Curve, Cut, Level, Panel
from fabric.experiments.page import drawn

FIRST, SECOND = "var(--s0)", "var(--s1)"
OURS = (
    Curve("mrc", [1, 2], [10, 20], low=[9, 15], high=[11, 25]),
    Curve("roce", [1, 2], [5, 6], low=[1, 2], high=[8, 9]),
)
HOLLOW = re.compile(r'<use [^>]*style="fill-opacity: 0; stroke: (var\(--\w+\))')


def points(svg):
    """Colours of hollow points, legend included."""
    return HOLLOW.findall(svg)


def test_points_of_the_paper_are_hollow_and_have_the_colour_of_their_curve():
    paper = (
        Curve("the paper's roce", [1, 2, 4], [4, 5, 6], paper=True, of="roce"),
        Curve("the paper's mrc", [1], [9], paper=True, of="mrc"),
    )
    svg = drawn("p", Panel("t", "x", "y", (*paper, *OURS)))
    assert points(svg).count(SECOND) == 3 + 1
    assert points(svg).count(FIRST) == 1 + 1
    assert len(points(svg)) == 6


def test_spread_is_a_band_in_the_colour_of_its_curve():
    svg = drawn("p", Panel("t", "x", "y", OURS))
    bands = re.findall(r"fill: (var\(--s\d\)); fill-opacity: 0.22", svg)
    assert bands == [FIRST, SECOND]
    assert "fill-opacity: 0.22" not in drawn("p", Panel("t", "x", "y", [Curve("alone", [1, 2], [3, 4])]))


def test_a_level_of_the_paper_is_dashed_and_stands_once_in_the_legend():
    svg = drawn("p", Panel("t", "x", "y", OURS, [Level("the paper's roce", (38, 80), "roce")]))
    dashed = re.findall(r"stroke-dasharray[^;]*;[^\"]*?stroke: (var\(--\w+\))", svg)
    assert dashed == [SECOND] * 3  # two lines, and the legend's
    assert svg.count("the paper&#x27;s roce") + svg.count("the paper's roce") == 1


def test_what_is_not_judged_is_shaded_and_says_why_once():
    plain = drawn("p", Panel("t", "x", "y", OURS))
    svg = drawn("p", Panel("t", "x", "y", OURS, cuts=[Cut("it starts", [(1, 1.2), (1.5, 1.7)]), Cut("it ends", [])]))
    shaded = re.compile(r"fill-opacity: 0.09|opacity: 0.09")
    assert len(shaded.findall(svg)) == 2 + 1  # both, and the legend's
    assert not shaded.search(plain)
    assert svg.count("not judged: it starts") == 1
    assert "it ends" not in svg


def test_what_has_names_is_not_joined_and_every_name_is_there():
    names = ["a NIC's link", "a T1 stops", "a T0 stops"]
    svg = drawn(
        "p",
        Panel("t", "", "us", [Curve("mrc", range(3), [20, 40, 60], low=[10, 10, 10], high=[70, 70, 70])], names=names),
    )
    texts = re.findall(r"<text[^>]*>([^<]*)</text>", svg)
    assert [text.replace("&#x27;", "'") for text in texts[:3]] == names
    assert "1.5" not in "".join(texts)
    lines = re.findall(r'<path d="([^"]*)"[^>]*fill: none; stroke: var\(--s0\)', svg)
    assert len(lines) == 3  # the bars: each straight up, none from one name to the next
    for line in lines:
        first, last = re.findall(r"[ML] (\S+) ", line)
        assert first == last


def test_a_long_title_is_told_whole():
    title = " ".join(f"word{at}" for at in range(40))
    told = " ".join(re.findall(r"<t(?:ext|span)[^>]*>([^<]*word[^<]*)<", drawn("p", Panel(title, "x", "y", OURS))))
    assert told == title


@pytest.mark.parametrize(("axis", "shown"), [("x", "1,024"), ("y", "1,000,000")])
def test_a_logarithmic_axis_has_plain_numbers(axis, shown):
    curve = Curve("mrc", [4, 16384], [10, 2_000_000])
    assert shown in drawn("p", Panel("t", "x", "y", [curve], logarithmic=axis))


def test_faults_are_shaded_once_in_the_legend_and_the_axis_ends_where_it_is_to():
    svg = drawn("p", Panel("t", "x", "y", OURS, faults=[(1.0, 1.2), (1.5, 2.0)], top=500.0))
    assert svg.count("a fault is there") == 1
    assert len(re.findall(r"fill: var\(--bad\)[^\"]*", svg)) >= 2
    assert ">500<" in svg and "a fault is there" not in drawn("p", Panel("t", "x", "y", OURS))


def test_an_axis_that_begins_above_0_says_so_but_a_logarithmic_one_never_begins_there():
    curve = Curve("c", [1, 2, 3], [100, 101, 102])
    assert "Gb/s (not from 0)" in drawn("p", Panel("t", "x", "Gb/s", [curve]))
    assert "not from 0" not in drawn("p", Panel("t", "x", "Gb/s", [curve], logarithmic="y"))
