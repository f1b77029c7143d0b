# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import copy
import re
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from fabric.report import comparison, plots, theme
from fabric.report.page import run_page
from fabric.report.picture import picture
from fabric.report.series import Axis, fault_windows
from fabric.results import document as result


@pytest.fixture
def made(scenario_file, fake_run, tmp_path):
    return result.build(fake_run(scenario_file(), out=tmp_path / "out"))


class Page(HTMLParser):
    VOID = frozenset(("meta", "br", "img", "link", "hr", "path", "rect", "line", "use", "circle"))

    def __init__(self, text):
        super().__init__()
        self.open, self.ids, self.references, self.loads = [], [], [], []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if "id" in given:
            self.ids.append(given["id"])
        for value in given.values():
            self.references.extend(re.findall(r"url\(#([^)]*)\)", value or ""))
        for name in ("href", "xlink:href"):
            if (given.get(name) or "").startswith("#"):
                self.references.append(given[name][1:])
            elif given.get(name):
                self.loads.append(given[name])
        if "src" in given or tag in ("script", "iframe", "object"):
            self.loads.append(tag)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in self.VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        if tag in self.VOID:
            return
        assert self.open, f"</{tag}> without start"
        assert self.open.pop() == tag


def test_the_page_is_well_formed_and_self_contained(made):
    page = Page(run_page(made))
    assert page.open == []
    assert page.loads == []
    assert len(page.ids) == len(set(page.ids))
    assert set(page.references) <= set(page.ids)


def test_the_same_result_gives_the_same_page(made):
    text = run_page(made)
    assert run_page(copy.deepcopy(made)) == text
    assert not re.search(r"20\d\d-\d\d-\d\d", text)
    assert "DejaVu Sans', " not in text


def test_the_page_shows_what_a_reader_looks_for(made):
    text = run_page(made)
    for part in (
        "A small &lt;incast&gt;",
        "Passed",
        made["flows"][0]["sha256_received"],
        "stopped 20 – 50 µs",
        'class="f-switch f-dead"',
        "p0-t1-0 stopped from 20 µs to 50 µs",
        "frames.blackholed",
        "How to read this",
        "captures/nic3_0--p0-t0-1_1.pcapng",
        "nic0 via p0-t0-0 → p0-t1-0 → p0-t0-1",
        "prefers-color-scheme:dark",
    ):
        assert part in text
    assert "#fe00" not in text  # every marker colour became a variable


def test_text_from_a_scenario_is_escaped(made):
    made["scenario"]["title"] = "<script>alert(1)</script>"
    made["scenario"]["description"] = '"><img src=x>'
    made["flows"][0]["failure"] = "<b>"
    text = run_page(made)
    assert "<script" not in text
    assert "<img" not in text


def test_a_failed_run_has_a_page_too(scenario_file, fake_run):
    failed = result.build(fake_run(scenario_file(replace={"limit: 3ms": "limit: 30us"})))
    text = run_page(failed)
    assert "Failed" in text
    assert "unfinished" in text
    assert "stopped 20 – end" in text


def test_a_run_without_faults_trims_or_expectations(scenario_file, fake_run):
    file = scenario_file(
        text="""\
        name: calm
        topology: LAB
        workload: [{from: nic0, to: nic1, bytes: 64KiB}]
        """
    )
    calm = result.build(fake_run(file, trim_every=0))
    assert Page(run_page(calm)).open == []
    assert "Nothing failed in this run." in run_page(calm)


@pytest.mark.parametrize(
    ("faults", "shown"),
    [
        (("1us switch p0-t1-0 stop", "2us switch p0-t1-1 stop", "3us switch p0-t1-0 start"),
         [(1, 3, "p0-t1-0 stopped"), (2, None, "p0-t1-1 stopped")]),
        (("1us link A down", "2us link A up", "3us link A down"), [(1, 2, "A down"), (3, None, "A down")]),
        (("1us link A loss 0.1", "2us link A loss 0"), [(1, 2, "A loss 0.1")]),
        (("1us link A loss 0.10", "2us link A loss 0.00"), [(1, 2, "A loss 0.1")]),
        (("1us link A loss 0.1", "2us link A loss 0.2", "3us link A loss 0e1"),
         [(1, 2, "A loss 0.1"), (2, 3, "A loss 0.2")]),
        (("1us link A rate 25Gb/s", "2us link A down", "3us link A rate 0.1 Tb/s"),
         [(1, 3, "A rate 25.0 Gb/s"), (2, None, "A down")]),
    ],
)  # fmt: skip
def test_fault_windows(scenario_file, fake_run, faults, shown):
    cable = "p0-t0-0:2--p0-t1-0:0"
    lines = [f"{{at: {fault.split()[0]}, do: {fault.split(maxsplit=1)[1]}}}" for fault in faults]
    file = scenario_file(replace={
        "{at: 20us, do: switch p0-t1-0 stop}": "\n  - ".join(lines).replace(" A ", f" {cable} "),
        "  - {at: 50us, do: switch p0-t1-0 start}\n": "",
        "limit: 3ms": "limit: 40us",
    })  # fmt: skip
    made = result.build(fake_run(file))
    assert [
        (w.start_us, None if w.open else w.end_us, w.label.replace(cable.replace("--", " — "), "A"))
        for w in fault_windows(made)
    ] == shown


def test_long_runs_are_thinned(made):
    timeline = made["timeline"]
    timeline["samples"] = 5000
    axis = Axis(made)
    assert axis.stride == 9
    assert axis.unit == "ms"
    assert len(axis.edges) == len(axis.thin([1] * 5000, sum)) == 556
    assert axis.end == pytest.approx(50)


def test_plots_come_in_two_widths_with_their_own_ids(made):
    plot = plots.throughput(made)
    wide, narrow = (set(re.findall(r'id="([^"]*)"', svg)) for svg in (plot.wide, plot.narrow))
    assert wide
    assert not wide & narrow
    assert 'width="' not in plot.wide.split(">")[0]


def test_a_picture_is_one_well_formed_svg(made):
    text = picture(made)
    document = ElementTree.fromstring(text)
    assert document.tag == "{http://www.w3.org/2000/svg}svg"
    assert "f-switch f-dead" in text
    assert "#fe00" not in text
    assert picture(copy.deepcopy(made)) == text


def test_every_role_has_two_colours():
    css = theme.css_variables()
    for role in theme.COLOURS:
        assert css.count(f"--{role}:") == 2


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


def test_a_result_against_itself_changes_nothing(made):
    text = comparison.comparison_page([made, made])
    assert "small #2 is neither better nor worse than small." in text
