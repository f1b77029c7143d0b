# SPDX-License-Identifier: Apache-2.0
"""The conformance page in a browser: it is short, fits a phone, and shows what a link or a filter asks for."""

from __future__ import annotations

import pytest
from report_kit import evidence, report, requirement

from ptf_tests.report import files
from ptf_tests.results import Case

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
