# SPDX-License-Identifier: Apache-2.0
"""The page of a run, tables for a terminal, and results side by side."""

from __future__ import annotations

import copy
import io
import re
from pathlib import Path

import pytest
from fabric_kit import Page, emulate
from rich.console import Console
from shown_kit import shown

from common.pages import TERMS
from fabric.live.scale import advice
from fabric.report import comparison, tables
from fabric.report.comparison import comparison_page
from fabric.report.drawing import panels
from fabric.report.page import run_page
from fabric.results import live_facts

# --- The page --------------------------------------------------------------------------------------------------------
# The page of a run.

CABLE = "p0-t0-0:2--p0-t1-0:0"


def test_the_page_is_well_formed_and_self_contained(made):
    page = Page(shown(made))
    assert page.open == []
    assert page.loads == []
    assert len(page.ids) == len(set(page.ids))
    assert set(page.references) <= set(page.ids)


def test_the_same_result_gives_the_same_page(made):
    text = shown(made)
    assert run_page(copy.deepcopy(made)) == text
    assert not re.search(r"20\d\d-\d\d-\d\d", text)
    assert "DejaVu Sans', " not in text


def test_the_page_shows_what_a_reader_looks_for(made):
    text = shown(made)
    for part in (
        "A small &lt;incast&gt;",
        "Passed",
        made["flows"][0]["sha256_received"],
        "stopped 20 – 50 µs",
        'class="f-switch f-dead"',
        "p0-t1-0 stopped from 20 µs to 50 µs",
        "frames.blackholed",
        "How to read this: ",
        "captures/nic3_0--p0-t0-1_1.pcapng",
        "nic0 via p0-t0-0 → p0-t1-0 → p0-t0-1",
        "prefers-color-scheme:dark",
    ):
        assert part in text
    assert "#fe00" not in text  # every marker colour became a variable


def test_a_fault_that_only_restores_breaks_nothing(with_faults):
    made = emulate(with_faults("20us switch p0-t1-0 start", f"30us link {CABLE} rate 100Gb/s")).result()
    assert [part["name"] for kind in ("switches", "links") for part in made["fabric"][kind] if part["failed"]] == []
    drawn = "".join(panel.svg for panel in panels(made))
    assert "f-dead" not in drawn
    assert "failed" not in drawn


def test_every_time_that_a_switch_was_stopped_is_noted(with_faults):
    switch = "us switch p0-t1-0"
    file = with_faults(*(f"{at}{switch} {does}" for at, does in ((2, "stop"), (5, "start"), (7, "stop"), (9, "start"))))
    drawing = panels(emulate(file).result())[0].svg
    notes = re.findall(r'class="f-note" x="\d+" y="([^"]+)"[^>]*>([^<]*)<', drawing)
    assert [text for _, text in notes] == ["stopped 2 – 5 µs", "stopped 7 – 9 µs"]
    assert len({y for y, _ in notes}) == 2


@pytest.mark.parametrize(
    ("does", "kind", "state"),
    [
        ("down", "f-dead", "down"),
        ("rate 25Gb/s", "f-impaired", "rate 25.0 Gb/s"),
        ("loss 0.2", "f-impaired", "loss 0.2"),
    ],
)
def test_a_link_is_drawn_dead_when_it_was_down_and_says_what_it_was(with_faults, does, kind, state):
    drawing = panels(
        emulate(
            with_faults(f"20us link {CABLE} {does}", f"30us link {CABLE} up"),
        ).result()
    )[0].svg
    [(drawn, tip)] = re.findall(rf'<line class="f-link ([^"]*)"[^>]*><title>{CABLE}: ([^<]*)<', drawing)
    assert drawn == kind
    assert tip.endswith(f"; {state} 20 – " + ("30 µs" if does == "down" else "end"))


@pytest.mark.usefixtures("sketched")
def test_text_from_a_scenario_is_escaped(made):
    made["scenario"]["title"] = "<script>alert(1)</script>"
    made["scenario"]["description"] = '"><img src=x>'
    made["flows"][0]["failure"] = "<b>"
    text = shown(made)
    assert text.count("<script") == 1, "the page's own"
    assert "<img" not in text


@pytest.mark.usefixtures("sketched")
def test_a_failed_run_has_a_page_too(scenario_file):
    failed = emulate(scenario_file(replace={"limit: 3ms": "limit: 30us"})).result()
    text = shown(failed)
    assert "Failed" in text
    assert "unfinished" in text
    assert "stopped 20 – end" in text


@pytest.mark.usefixtures("sketched")
def test_a_run_without_faults_trims_or_expectations(scenario_file):
    file = scenario_file(
        text="""\
        name: calm
        topology: LAB
        workload: [{from: nic0, to: nic1, bytes: 64KiB}]
        """
    )
    calm = emulate(file, trim_every=0).result()
    assert Page(shown(calm)).open == []
    assert "Nothing failed in this run." in shown(calm)


def live(made, reasons=(), stand_ins=()):
    """As if it had been run live, on a machine that was too busy for these reasons."""
    made["live"] = live_facts(
        "embedded", "veth", 10_000, delays=True, overloaded=list(reasons), advice=advice(reasons, 10_000),
        steering_ns=None, stand_ins=dict(stand_ins),
    )  # fmt: skip
    return made


@pytest.mark.usefixtures("sketched")
def test_what_forwarded_in_the_place_of_a_switch_is_told(made):
    text = shown(live(made, stand_ins=[("p0-t0-0", "VPP v26.06-release")]))
    assert Page(text).open == []
    assert "VPP v26.06-release forwarded in the place of p0-t0-0." in text


@pytest.mark.usefixtures("sketched")
def test_a_machine_that_was_too_busy_is_told_above_everything(made):
    text = shown(live(made, ["overloaded: full sockets lost frames: nic0 12"]))
    page = Page(text)
    assert page.open == []
    notice = text[text.index('<div class="note"') : text.index('<div class="tiles">')]
    assert "may be its doing and not the network&#39;s" in notice
    assert "--scale 20000 (make: SCALE=20000)" in notice
    assert "full sockets lost frames: nic0 12" in notice
    assert "Before you blame the network" not in notice
    made["verdict"].update(passed=False, all_intact=False)
    assert "Before you blame the network for this verdict, run it again so." in shown(made)
    assert 'class="note"' not in shown(live(made))
    other = copy.deepcopy(made)
    assert 'class="note"' not in comparison_page([made, other])
    busy = comparison_page([made, live(other, ["overloaded: nic0 was late"])])
    assert "small live on embedded #2:</b> The machine is too busy for 1 : 10,000." in busy


def many_flows(made, count):
    """The result with its first flow again and again, the last one the slowest, and the one before it damaged."""
    flows = [{**made["flows"][0], "index": index, "from": f"nic{index}"} for index in range(count)]
    flows[-1]["goodput_fraction"] = 0.1
    flows[-2]["intact"] = False
    made["flows"] = flows
    made["timeline"]["flows"] = [made["timeline"]["flows"][0]] * count
    return made


@pytest.mark.usefixtures("sketched")
def test_of_many_flows_the_worst_ten_are_seen_and_the_others_fold(made):
    text = shown(many_flows(made, 40))
    flows = text[text.index(">Flows</h2>") : text.index(">Verdict</h2>")]
    seen, _, folded = flows.partition("<summary>30 other flows</summary>")
    assert re.findall(r"(nic\d+) → ", seen)[:2] == ["nic38", "nic39"]
    assert len(re.findall(r'class="head">nic', seen)) == 10
    assert len(re.findall(r'class="head">nic', folded.partition("</details>")[0])) == 30
    verdict = text[text.index("Verdict</h2>") :].partition("<details")[0]
    assert re.findall(r"(nic\d+) → ", verdict) == ["nic38"], "what is not intact is not folded"
    assert "39 of 40 flows have the same SHA-256 at both ends" in text


@pytest.mark.usefixtures("sketched")
def test_a_dozen_flows_are_all_seen(made):
    text = shown(many_flows(made, 12))
    assert "other flows" not in text
    assert len(re.findall(r'class="head">nic', text[text.index("Flows</h2>") :].partition("</table>")[0])) == 12


def test_how_to_read_it_comes_first_and_words_explain_themselves(made):
    text = shown(made)
    assert text.index("How to read this") < text.index('<div class="tiles">')
    for word in ("EV", "plane", "path", "NACK", "loss"):
        assert f'<abbr title="{TERMS[word]}">{word}</abbr>' in text.replace("&#39;", "'")


def test_every_word_that_pages_explain_is_in_the_glossary():
    glossary = (Path(__file__).parents[3] / "docs" / "glossary.md").read_text(encoding="utf-8").lower()
    assert [word for word in TERMS if word.lower() not in glossary] == []


# --- Tables ----------------------------------------------------------------------------------------------------------
# Tables for a terminal.


def test_tables_show_flows_digests_expectations_and_the_verdict(scenario_file):
    made = emulate(scenario_file(replace={"trims.total: {min: 1}": "trims.total: 0"})).result()
    stream = io.StringIO()
    tables.print_result(made, Console(file=stream, width=tables.MINIMUM_WIDTH))
    text = stream.getvalue()
    assert "EVs out/back" in text  # no column is cut
    for part in (
        "nic0 → nic3",
        made["flows"][0]["sha256_sent"][:24],
        "NOT HELD",
        "FAILED: not held: trims.total",
    ):
        assert part in text


@pytest.mark.parametrize("width", [60, 80, 100])
def test_a_narrow_terminal_gets_folded_tables_with_every_column(scenario_file, width):
    made = emulate(scenario_file()).result()
    stream = io.StringIO()
    console = Console(file=stream, width=width, force_terminal=True, color_system=None)
    tables.print_result(made, tables.wide_enough(console))
    lines = stream.getvalue().splitlines()
    assert max(map(len, lines)) <= width
    flows = lines[: next(number for number, line in enumerate(lines) if line.startswith("SHA-256"))]
    heads = " ".join(line for line in flows if line.strip().startswith("flow "))
    for column in ("bytes", "took", "Gb/s", "paths", "trims", "NACKs", "losses", "resent", "EVs out/back", "worst"):
        assert heads.count(f" {column}") == 1, column
    for flow in made["flows"]:
        name = f"{flow['from']} → {flow['to']}"
        assert sum(line.strip().startswith(name) for line in flows) == heads.count("flow ")


def test_a_pipe_gets_a_row_to_a_flow():
    piped = tables.wide_enough(Console(file=io.StringIO(), width=80))
    assert piped.width == tables.MINIMUM_WIDTH


# --- Comparison ------------------------------------------------------------------------------------------------------
# Results side by side.


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
