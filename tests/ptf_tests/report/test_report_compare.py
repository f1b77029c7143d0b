# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import io

from report_kit import HOSTILE, VERDICTS, Page, hostile_report, report, requirement, words
from rich.console import Console

from ptf_tests.report import files
from ptf_tests.report.compare import compare, comparison, page, write_comparison
from ptf_tests.report.verdicts import summary
from ptf_tests.results import NO_CASE, Subject


def printed(show, *reports, width: int = 140) -> str:
    console = Console(file=io.StringIO(), width=width, color_system="truecolor", force_terminal=True)
    show(*reports, console)
    text = console.file.getvalue()
    # Only rich's own colours may be left.
    plain = Console(file=io.StringIO(), width=width, color_system=None)
    show(*reports, plain)
    assert "\x1b" not in plain.file.getvalue()
    assert "\x00" not in text
    return plain.file.getvalue()


def other():
    return report(
        device=Subject(
            name="leaf-2", dut="bmv2", claims=("trimming", "uA"), choices={"lengths": "all", "ecn": "rfc6040"},
            versions={"suite": "1"},
        ),
        requirements=(
            requirement("TRIM-001", "held"),
            requirement("TRIM-002", "held", statement="worded anew"),
            requirement("TRIM-003", "held"),
            requirement("TRIM-004", "failed", level="should"),
            requirement("TRIM-006", "held", level="choice"),
        ),
    )  # fmt: skip


def test_what_differs_comes_first_failures_and_musts_before_the_rest():
    found = comparison(report(), other())
    assert found.names == ("leaf-1", "leaf-2")
    assert [row.id for row in found.differing] == ["TRIM-001", "TRIM-004", "TRIM-003", "TRIM-005", "TRIM-006"]
    assert [(row.id, row.reworded) for row in found.same] == [("TRIM-002", True)]
    assert [(row.name, row.a, row.b) for row in found.choices] == [("ecn", "", "rfc6040"), ("lengths", "outer", "all")]
    assert [(row.name, row.a, row.b) for row in found.claims] == [("uA", "", "claimed"), ("uN", "claimed", "")]
    assert found.versions == ()


def test_terminal_comparison():
    text = printed(compare, report(), other())
    lines = [words(line) for line in text.splitlines()]
    assert "leaf-1: 1 of 5 musts failed, 1 not tested, 1 chosen otherwise, 1 not claimed" in lines
    assert "TRIM-001 (must) ✗ failed ✓ held what TRIM-001 asks" in lines
    assert "TRIM-005 (must) ○ not tested absent what TRIM-005 asks" in lines
    assert words(text).count("what TRIM-003 asks note of TRIM-003") == 1
    assert "lengths outer all" in lines
    assert "uA none claimed" in lines
    assert "1 requirements have the same verdict on both." in lines


def test_html_comparison(tmp_path):
    path = write_comparison(report(), other(), tmp_path / "c.html")
    content = path.read_text(encoding="utf-8")
    text = words(Page(content).text)
    assert "5 requirements with another verdict" in text
    assert text.index("TRIM-001") < text.index("TRIM-004") < text.index("TRIM-003") < text.index("TRIM-002")
    assert "worded anew" in text
    assert content == page(report(), other())


def test_the_same_device_twice_is_told_apart():
    assert comparison(report(), report(started="later")).names == ("leaf-1, 2026-05-05T10:00:00Z", "leaf-1, later")
    assert comparison(report(), report()).names == ("leaf-1 #1", "leaf-1 #2")
    assert "No verdict differs." in printed(compare, report(), report())


def test_partial_runs_are_marked():
    assert "(partial run)" in printed(compare, report(partial=True), other())
    assert "Partial run." in Page(page(report(partial=True), other())).text
    assert "Partial run. The run was interrupted" in words(printed(summary, report(partial=True)))


def test_summary_counts_per_area_and_lists_failures_with_statement_and_reason():
    extra = requirement("ECN-001", "held", area="ecn")
    text = printed(summary, report(requirements=(*report().requirements, extra)))
    lines = [words(line) for line in text.splitlines()]
    assert lines[0] == "area ✗ failed ✓ held ≠ chosen otherwise – not claimed ○ not tested all"
    assert lines[1] == "ecn · 1 · · · 1"
    assert lines[2] == "trimming 1 1 1 1 1 5"
    assert lines[3] == "all 1 2 1 1 1 6"
    assert "✗ TRIM-001 (must) what TRIM-001 asks" in lines
    assert "trimming.Case1: the DSCP is wrong" in lines
    assert "≠ TRIM-003 (must) note of TRIM-003" in lines
    assert lines[-1] == "leaf-1: 1 of 6 musts failed, 1 not tested, 1 chosen otherwise, 1 not claimed"


def test_a_reading_that_cannot_be_tested_is_among_those_chosen_otherwise():
    """QOS-016 was missing; a run of some cases lists what these show."""
    untested = requirement("QOS-016", "chosen_otherwise", cases=(), note="leaf-1 chose trim_queue_service strict")
    requirements = (*report().requirements, untested)
    assert "QOS-016 (must) leaf-1 chose trim_queue_service strict" in printed(
        summary, report(requirements=requirements)
    )
    assert "QOS-016" in files.page(report(requirements=requirements)).partition('id="requirements"')[0]
    some = (*requirements, requirement("QOS-001", "not_tested", cases=(), note=NO_CASE))
    assert "QOS-016" not in printed(summary, report(requirements=some))


def test_text_of_others_cannot_drive_the_terminal_or_the_page():
    hostile = hostile_report()
    assert r"\x1b[31m" in printed(summary, hostile)
    assert "alert(1)" in printed(compare, hostile, report())
    checked = Page(page(hostile, report()))
    assert checked.scripts == 0
    assert checked.links == checked.handlers == []
    assert HOSTILE not in page(hostile, report())


def test_every_verdict_is_in_the_comparison():
    changed = tuple(requirement(f"T-{number}", verdict) for number, verdict in enumerate(VERDICTS))
    turned = tuple(requirement(f"T-{number}", verdict) for number, verdict in enumerate(reversed(VERDICTS)))
    text = printed(compare, report(requirements=changed), report(requirements=turned, started="b"))
    for label in ("failed", "held", "chosen otherwise", "not claimed", "not tested"):
        assert label in text
