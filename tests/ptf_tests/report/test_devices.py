# SPDX-License-Identifier: Apache-2.0
"""The table of devices, and the conformance page in a browser."""

from __future__ import annotations

import pytest
from click.testing import CliRunner
from house_kit import ROOT
from report_kit import TUNNEL, WRONG_DSCP, WRONG_HOP_LIMIT, evidence, report, requirement

from common.written_tables import END, begin
from ptf_tests.__main__ import main
from ptf_tests.catalogue.requirements import Catalogue
from ptf_tests.report import devices, files
from ptf_tests.results import NO_CASE, Case, ResultsError, Subject
from ptf_tests.switch.profile import PROFILES, load

# --- Devices ---------------------------------------------------------------------------------------------------------
# The table of devices: what is kept of a report, which packet shows a difference, and that the page is as stored.

PAGE = ROOT / "docs" / "devices.md"


def of(name, **changes):
    case = Case(name="m.Wrong", title="It is wrong.", requirements=("A-1",), outcome="failed", evidence=evidence())
    values = {
        "device": Subject(name=name, dut="linux", choices={"lengths": "all"}, versions={"it": "1"}),
        "started": "2026-11-24T10:00:00+00:00",
        "partial": False,
        "cases": (case,),
        "requirements": (
            requirement("A-1", "failed", cases=("m.Wrong",)),
            requirement("A-2", "not_claimed", note="limit: it cannot"),
            requirement("A-3", "not_claimed"),
            requirement("A-4", "held", level="should"),
        ),
    }
    return report(**{**values, **changes})


def test_the_page_shows_what_is_stored():
    """Written by `python -m ptf_tests devices`; of requirements and profiles that are there."""
    page = PAGE.read_text(encoding="utf-8")
    store = devices.read(PAGE.with_name(devices.FILE))
    assert devices.with_tables(page, store, "devices.md") == page
    assert [device.name for device in store.devices] == list(devices.ORDER)
    catalogue = Catalogue.own()
    assert {i: catalogue[i].statement for i in store.requirements} == {
        i: each.statement for i, each in store.requirements.items()
    }
    for device in store.devices:
        profile = load(PROFILES / f"{device.name}.yaml")
        limits = {identity for identity in device.verdicts if device.shown(identity) == "limit"}
        assert limits == set(profile.limits), device.name


def test_what_is_kept_of_a_run():
    found = devices.entry(of("one"))
    assert [found.shown(f"A-{number}") for number in range(1, 6)] == ["**fails**", "limit", "–", "holds", "–"]
    assert (found.date, found.cases, found.versions) == ("2026-11-24", 1, {"it": "1"})
    assert found.reasons == {"A-2": "limit: it cannot"}
    packet = found.packets["A-1"]
    assert (packet.sent, packet.sent_to) == (WRONG_HOP_LIMIT.hex(), 0)
    assert (packet.expected, packet.expected_from) == (TUNNEL.hex(), 1)
    assert (packet.received, packet.received_from) == (WRONG_DSCP.hex(), 1)
    assert packet.counted == ("table my_sid: hit",)


def test_a_later_run_takes_the_place_of_the_earlier_one():
    first = devices.with_reports(devices.Store(), [of("zz"), of("linux")])
    assert [device.name for device in first.devices] == ["linux", "zz"]
    second = devices.with_reports(first, [of("zz", started="2026-11-25T10:00:00+00:00")])
    assert [device.date for device in second.devices] == ["2026-11-24", "2026-11-25"]


def test_results_of_a_part_are_refused():
    some = (requirement("A-1", "not_tested", note=NO_CASE),)
    for changes in ({"partial": True}, {"requirements": some}):
        with pytest.raises(ResultsError, match="one: results of a part of the cases; accepted: those of a whole run"):
            devices.with_reports(devices.Store(), [of("one", **changes)])


def test_the_tables(tmp_path):
    page = tmp_path / "page.md"
    page.write_text(f"before\n{begin(devices.COMMAND)}\nold\n{END}\nafter\n")
    stored = devices.with_reports(devices.Store(), [of("linux"), of("two", cases=(), requirements=())])
    devices.write(stored, page)
    lines = page.read_text().splitlines()
    assert (lines[0], lines[-1]) == ("before", "after")
    assert "old" not in lines
    assert "| `linux` |  | it 1 | 2026-11-24 | 1 | 0 | 1 | 1 | 1 |" in lines
    assert "| A-1 | what A-1 asks | **fails** | – |" in lines
    assert not [line for line in lines if line.startswith("| A-4")]
    said = CliRunner().invoke(main, ["devices", "--packets", "--page", str(page)])
    shown = next(line for line in said.output.splitlines() if line.startswith("| A-1 | `linux` |"))
    assert "Wrong: IPv6 fcbb:bbbb:2001::" in shown
    assert devices.read(page.with_name(devices.FILE)) == stored


@pytest.mark.parametrize(("text", "message"), [("{", "the file: "), ('{"devices": [{}]}', "devices.0.name: ")])
def test_a_file_of_something_else(tmp_path, text, message):
    file = tmp_path / "devices.json"
    file.write_text(text)
    with pytest.raises(ResultsError) as caught:
        devices.read(file)
    assert str(caught.value).startswith(f"{file}: {message}")
    assert str(caught.value).endswith("; accepted: what this command wrote")


def test_a_page_without_a_place_for_the_tables(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("nothing\n")
    with pytest.raises(ResultsError, match=r"page.md: no table; accepted: a page with the lines"):
        devices.write(devices.Store(), page)


# --- The page --------------------------------------------------------------------------------------------------------
# The conformance page in a browser: it is short, fits a phone, and shows what a link or a filter asks for.

SOURCES = 30
EACH = 9
"""Requirements of a source."""
FAILED = ("D07-3", "D07-4", "D21-0")


def large():
    """270 requirements of 30 sources, and nine cases that failed on three of them."""
    requirements = tuple(
        requirement(
            f"D{source:02}-{number}",
            "failed" if f"D{source:02}-{number}" in FAILED else "held",
            document=f"source {source} with a name that is as long as those of standards",
            statement="what it asks " * 12,
            cases=tuple(f"trimming.A{identity}" for identity in range(3)),
        )
        for source in range(SOURCES)
        for number in range(EACH)
    )
    cases = tuple(
        Case(name=f"trimming.Case{identity}{copy}", title="t", requirements=(identity,), outcome="failed",
             evidence=evidence())
        for identity in FAILED for copy in range(3)
    )  # fmt: skip
    return report(requirements=requirements, cases=cases)


@pytest.fixture
def opened(browser, tmp_path):
    def open_page(made, width, anchor=""):
        file = tmp_path / "conformance.html"
        file.write_text(files.page(made), encoding="utf-8")
        page = browser.new_page(viewport={"width": width, "height": 800})
        page.goto(file.as_uri() + anchor)
        return page

    return open_page


def rows_seen(page):
    """Ids of the requirements whose rows are not folded away."""
    return page.eval_on_selector_all(
        "tr.requirement", "all => all.filter(row => row.checkVisibility()).map(row => row.id.slice(2))"
    )


@pytest.mark.parametrize(("width", "height"), [(1280, 4500), (400, 8500)])
def test_a_page_without_failures_is_short_and_fits(opened, width, height):
    made = large()
    held = tuple(each.model_copy(update={"verdict": "held"}) for each in made.requirements)
    page = opened(made.model_copy(update={"requirements": held, "cases": ()}), width)
    assert rows_seen(page) == []
    assert page.evaluate("document.documentElement.scrollHeight") <= height
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_letters_are_legible_on_a_phone(opened):
    """None is below 12 px, and nothing is wider than the screen."""
    page = opened(large(), 400)
    page.eval_on_selector_all("details", "all => all.forEach(each => { each.open = true; })")
    small = page.evaluate(
        """() => [...document.querySelectorAll("body *")].filter(each => each.checkVisibility()
             && [...each.childNodes].some(node => node.nodeType == 3 && node.data.trim())
             && parseFloat(getComputedStyle(each).fontSize) < 12).map(each => each.outerHTML.slice(0, 80))"""
    )
    assert small == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 400


def test_failing_rows_are_open_and_the_others_a_click_away(opened):
    page = opened(large(), 1280)
    assert rows_seen(page) == list(FAILED)
    page.get_by_text("8 more of it, not failed").click()
    assert rows_seen(page) == [*FAILED, *(f"D21-{number}" for number in range(1, EACH))]
    seen = page.locator("details.evidence").evaluate_all("all => all.map(each => each.open)")
    assert seen == [True] * 5 + [False] * 4, "frames of the first failures"


def test_the_contents_lead_to_each_source_with_its_failures(opened):
    page = opened(large(), 1280)
    page.get_by_text(f"Contents: {SOURCES} sources").click()
    entries = page.locator(".contents li").all_inner_texts()
    assert len(entries) == SOURCES
    assert [entry for entry in entries if "✗" in entry] == [
        "source 7 with a name that is as long as those of standards 9 ✗ 2",
        "source 21 with a name that is as long as those of standards 9 ✗ 1",
    ]
    page.locator(".contents a").nth(11).click()
    assert page.locator("details.group").nth(11).evaluate("each => each.open")


@pytest.mark.parametrize("anchor", ["D11-2", "D07-8"])
def test_a_link_to_a_row_unfolds_it(opened, anchor):
    page = opened(large(), 1280, f"#r-{anchor}")
    page.wait_for_selector(f"#r-{anchor}", state="visible")
    page.select_option("select[name=verdict]", "failed")
    page.evaluate("location.hash = ''")
    page.evaluate(f"location.hash = 'r-{anchor}'")
    page.wait_for_selector(f"#r-{anchor}", state="visible")


def test_a_filter_shows_what_it_finds_and_folds_it_again(opened):
    page = opened(large(), 1280)
    page.fill("input[name=text]", "D11")
    assert rows_seen(page) == [f"D11-{number}" for number in range(EACH)]
    page.click("button[type=reset]")
    page.wait_for_selector("#shown:text-matches('^all ')")
    assert rows_seen(page) == list(FAILED)
