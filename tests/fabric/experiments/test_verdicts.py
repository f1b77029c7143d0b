# SPDX-License-Identifier: Apache-2.0
"""Verdicts, the numbers that they are about, panels and the page of all figures."""

from __future__ import annotations

import dataclasses
import json
import re

import pytest
from click.testing import CliRunner
from experiments_kit import TINY, Tiny, kept, result
from house_kit import ROOT
from msgspec.structs import replace

from common.written_tables import END, begin
from fabric.experiments import verdicts
from fabric.experiments.__main__ import cli
from fabric.experiments.figure import (
    SCALES,
    Criterion,
    Curve,
    Cut,
    ExperimentError,
    Level,
    Panel,
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
from fabric.experiments.figures import FIGURES
from fabric.experiments.page import drawn, section, write
from fabric.experiments.store import code_digest
from fabric.experiments.verdicts import COMMANDS, FILES, Verdict

# --- Verdicts --------------------------------------------------------------------------------------------------------
# Stored verdicts, and the table that docs/experiments.md shows of them.

RED = Verdict(
    "fig0", "Two | NICs write", "0123456789ab", 5,
    (Criterion("no queue pair lost", "4 of 4", held=True), Criterion("at most 2 us", "3 us", held=False)),
    {"marks-ignored": True, "window-fixed": False}, {"marks-ignored": "0123456789ab", "window-fixed": "0123456789ab"},
)  # fmt: skip
FILE = FILES["small"]
BEGIN = begin(COMMANDS["small"])
PAGE = f"# Figures\n\n{BEGIN}\nold\n{END}\n\nMore.\n"


def test_a_row_has_the_criterion_that_does_not_hold_and_what_was_noticed():
    assert RED.row() == "| `fig0` | Two / NICs write | at most 2 us | 3 us | **no** | 1 of 2 |"
    green = replace(RED, criteria=RED.criteria[:1], noticed={})
    assert green.row() == "| `fig0` | Two / NICs write | no queue pair lost | 4 of 4 | holds |  |"


def test_the_table_replaces_what_is_between_its_marks(tmp_path):
    green = replace(RED, figure="fig1", criteria=RED.criteria[:1])
    page = verdicts.replaced(PAGE, [RED, green], tmp_path / "page.md", "small")
    assert page.startswith(f"# Figures\n\n{BEGIN}\n1 of 2 figures hold. These do not:\n\n| figure | what happens |")
    assert page.endswith(f"\n{END}\n\nMore.\n")
    assert "\nold\n" not in page and RED.row() in page.splitlines() and green.row() not in page


def test_every_stored_verdict_can_be_shown(tmp_path):
    page = tmp_path / "page.md"
    green = replace(RED, figure="fig1", criteria=RED.criteria[:1])
    verdicts.write(tmp_path / FILE, [RED, green])
    said = CliRunner().invoke(cli, ["table", "--show", "--page", str(page)])
    assert said.exit_code == 0 and {RED.row(), green.row()} <= set(said.output.splitlines())
    assert not page.exists()


@pytest.mark.parametrize("page", ["# Figures\n", f"{BEGIN}\n", f"{END}\n{BEGIN}\n"])
def test_a_page_without_the_marks_is_refused(page, tmp_path):
    with pytest.raises(ExperimentError, match=r"page\.md: no table; accepted: a page with the lines <!-- table"):
        verdicts.replaced(page, [RED], tmp_path / "page.md", "small")


def test_a_row_that_nobody_can_read_is_refused(tmp_path):
    with pytest.raises(ExperimentError, match=r"a row of \d+ letters .* accepted: at most 220"):
        verdicts.replaced(PAGE, [replace(RED, title="x" * 190)], tmp_path / "page.md", "small")


def test_verdicts_are_read_as_they_were_written(tmp_path):
    assert verdicts.read(tmp_path / "none.json") == {}
    verdicts.write(tmp_path / "v.json", [RED])
    assert verdicts.read(tmp_path / "v.json") == {"fig0": RED}


@pytest.mark.parametrize("text", ["", "[1]", '[{"figure": "fig0"}]', '{"a": 1}', '[{"figure": "f", "criteria": 3}]'])
def test_a_damaged_file_is_refused_and_not_lost(text, tmp_path):
    file = tmp_path / "experiments.json"
    file.write_text(text)
    (tmp_path / "page.md").write_text(PAGE)
    said = CliRunner().invoke(cli, ["table", "--out", str(tmp_path), "--page", str(tmp_path / "page.md")])
    assert isinstance(said.exception, ExperimentError) and "no verdicts" in str(said.exception)
    assert (file.read_text(), (tmp_path / "page.md").read_text()) == (text, PAGE)


def test_a_figure_that_was_not_run_keeps_its_row_and_one_that_was_gets_a_new_one(tmp_path):
    there = kept(tmp_path, Tiny(1, TINY))
    fresh = verdicts.verdict(Tiny(1, TINY), there)
    assert fresh is not None and (fresh.runs, fresh.held, fresh.criteria[0].seen) == (1, True, "1 runs")
    assert verdicts.verdict(Tiny(2, TINY), there) is None, "the run of its second seed is not there"
    figures = [Tiny(1, TINY, name="fig0", sabotages=tuple(RED.noticed)), Tiny(1, TINY), Tiny(1, TINY, name="never run")]
    stored = {"fig0": RED, "tiny": replace(RED, figure="tiny"), "gone": replace(RED, figure="gone")}
    assert verdicts.merged(figures, stored, [fresh]) == [RED, fresh]
    assert verdicts.older([RED, fresh]) == ["fig0"]


def test_a_sabotage_that_was_not_tried_again_keeps_what_was_noticed_and_its_code():
    now = code_digest()[:12]
    fresh = replace(RED, code=now, noticed={"window-fixed": True}, tried={"window-fixed": now})
    figure = Tiny(1, TINY, name="fig0", sabotages=("marks-ignored", "window-fixed"))
    (made,) = verdicts.merged([figure], {"fig0": RED}, [fresh])
    assert made.noticed == {"marks-ignored": True, "window-fixed": True}
    assert made.tried == {"marks-ignored": "0123456789ab", "window-fixed": now}
    assert verdicts.tried_on_older([RED, fresh, made]) == ["fig0"]
    (fewer,) = verdicts.merged([dataclasses.replace(figure, sabotages=("window-fixed",))], {"fig0": RED}, [fresh])
    assert fewer.noticed == {"window-fixed": True}, "a sabotage that it names no more"
    assert fewer.tried == {"window-fixed": now}


def test_a_file_without_the_code_of_trials_had_that_of_its_row(tmp_path):
    verdicts.write(tmp_path / "v.json", [RED])
    entries = json.loads((tmp_path / "v.json").read_text())
    del entries[0]["tried"]
    (tmp_path / "v.json").write_text(json.dumps(entries))
    assert verdicts.read(tmp_path / "v.json") == {"fig0": RED}


@pytest.mark.parametrize("scale", SCALES)
def test_the_docs_have_the_table_of_the_stored_verdicts(scale):
    file = ROOT / "docs" / "experiments.md"
    stored = verdicts.read(file.with_name(FILES[scale]))
    page = file.read_text(encoding="utf-8")
    assert verdicts.replaced(page, list(stored.values()), file, scale) == page, COMMANDS[scale]
    names = [figure.name for figure in FIGURES]
    assert list(stored) == [name for name in names if scale == "small" or name in stored]


def test_a_table_says_when_it_is_of_fewer_seeds(tmp_path):
    page = PAGE.replace(BEGIN, begin(COMMANDS["paper"]))
    one = replace(RED, figure="fig1", criteria=RED.criteria[:1], seeds=1)
    made = verdicts.replaced(page, [one, replace(one, figure="fig2", seeds=2)], tmp_path / "page.md", "paper")
    assert "\nJudged on 1 or 2 of 5 seeds, 2 of 2 figures hold.\n" in made
    made = verdicts.replaced(page, [one, replace(RED, seeds=1)], tmp_path / "page.md", "paper")
    assert "\nJudged on 1 of 5 seeds, 1 of 2 figures hold. These do not: `fig0`.\n" in made, "rows would be the same"


def test_the_table_of_the_papers_scale_is_stored_apart_with_its_seeds(tmp_path):
    page = tmp_path / "page.md"
    page.write_text(PAGE + PAGE.replace(BEGIN, begin(COMMANDS["paper"])))
    given = ["--scale", "paper", "--seeds", "1", "--out", str(tmp_path), "--page", str(page)]
    verdicts.write(tmp_path / FILES["paper"], [replace(RED, figure="fig4")])
    said = CliRunner().invoke(cli, ["table", *given])
    assert said.exit_code == 0 and "`make experiments ONLY=fig4 SCALE=paper SEEDS=1` makes it anew" in said.output
    assert not (tmp_path / FILES["small"]).exists() and page.read_text().startswith(PAGE), "the other is as it was"


def test_fewer_seeds_than_there_are_results_are_judged_alone(tmp_path):
    there = kept(tmp_path, Tiny(3, TINY))
    few = verdicts.verdict(Tiny(3, TINY), replace(there, seeds=2))
    assert few is not None and (few.runs, few.seeds, few.criteria[0].seen) == (2, 2, "2 runs")


# --- Numbers ---------------------------------------------------------------------------------------------------------
# What figures read out of results: several seeds as one curve, and numbers beside their bounds.


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


# --- Panels ----------------------------------------------------------------------------------------------------------
# What a panel looks like, as far as its reader is told by it: colours, marks, spread, names and title.

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


# --- The page --------------------------------------------------------------------------------------------------------
# The page of all figures.


def test_the_page_has_every_figure_and_loads_nothing(tmp_path):
    figure, absent = Tiny(1, TINY), Tiny(2, TINY, name="absent", title="another")
    there = kept(tmp_path, figure)
    sections = [section(figure, there), section(absent, there)]
    assert [(each.verdict, each.held) for each in sections] == [("holds", True), ("not run", False)]
    page = write(there, sections).read_text()
    assert "a tiny &lt;figure&gt;" in page and "1 runs" in page and "1 run: " in page
    assert "<summary>1 not run</summary>" in page and "<code>make experiments ONLY=absent</code>: another." in page
    assert 'id="tiny"' in page and 'id="absent"' not in page
    assert "paper-8plane: 8 x 100 Gb/s" in page and "single plane, 3 tiers: 1 x 800 Gb/s" in page and "131,072" in page
    assert "all that was run" in page and '<td class="n">2</td></tr></tfoot>' in page
    assert "http://" not in page.replace("http://www.w3.org/", "") and "<script" not in page
    data = json.loads((tmp_path / "tiny" / "data.json").read_text())
    assert data["held"] is True and data["criteria"][0]["text"] == "all there"
    assert data["cost"] == {"seconds": 1.5, "packets": 10, "switch_passes": 30, "peak_bytes": 1 << 20}
    assert (tmp_path / "tiny" / "data.csv").read_text().splitlines()[:2] == [
        "panel,curve,x,y,least,most",
        "p,ours,0,1,0,2",
    ]


def test_a_run_that_met_its_limit_says_so_and_on_which_paths_its_packets_were(tmp_path):
    figure = Tiny(1, TINY)
    there = kept(tmp_path, figure, finished=False)
    (sentence,) = section(figure, there).unfinished
    assert sentence == (
        "seed1 met its limit of 5.000 ms: 1 of 2 writes open, 1.43 MiB missing. "
        "c → d: 1.43 MiB, for a SACK; 7 by p0-t0-0 → p0-t1-3 → p0-t0-1"
    )
    assert f'<p class="failed">{sentence}</p>' in write(there, [section(figure, there)]).read_text()


def test_a_run_that_is_meant_to_end_at_its_limit_is_not_told_as_a_fault(tmp_path):
    figure = Tiny(2, TINY, endless=True)
    there = kept(tmp_path, figure, finished=False)
    made = section(figure, there)
    assert (made.unfinished, made.endless) == ([], 2)
    page = write(there, [made]).read_text()
    assert "2 runs ended at the limit, as meant" in page and 'class="failed"' not in page


def test_a_page_of_fewer_seeds_says_so_and_how_it_is_made(tmp_path):
    figure = Tiny(3, TINY)
    there = replace(kept(tmp_path, figure), seeds=2)
    made = section(figure, there)
    page = write(there, [made]).read_text()
    assert made.finding is not None and made.finding.criteria[0].seen == "2 runs"
    assert "at scale <b>small</b>, with 2 of 5 seeds." in page
    assert "<code>make experiments ONLY=tiny SEEDS=2</code>" in page
    assert "seeds." not in write(replace(there, seeds=5), [section(figure, replace(there, seeds=5))]).read_text()


def test_a_result_without_its_switches_has_no_switch_passes(tmp_path):
    figure = Tiny(2, TINY)
    there = kept(tmp_path, figure)
    costs = [{"seconds": 1.0, "packets": 9, "switch_passes": passes, "peak_bytes": 1 << 20} for passes in (7, 0)]
    made = replace(section(figure, there), costs=costs)
    assert made.cost == {"seconds": 2.0, "packets": 18, "peak_bytes": 1 << 20}
    assert "switch passes" not in write(there, [made]).read_text()
