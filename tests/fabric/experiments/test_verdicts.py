# SPDX-License-Identifier: Apache-2.0
"""Stored verdicts, and the table that docs/experiments.md shows of them."""

from __future__ import annotations

import dataclasses
import json

import pytest
from click.testing import CliRunner
from experiments_kit import TINY, Tiny, kept
from house_kit import ROOT
from msgspec.structs import replace

from common.written_tables import END, begin
from fabric.experiments import verdicts
from fabric.experiments.__main__ import cli
from fabric.experiments.figure import SCALES, Criterion, ExperimentError
from fabric.experiments.figures import FIGURES
from fabric.experiments.store import code_digest
from fabric.experiments.verdicts import COMMANDS, FILES, Verdict

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
