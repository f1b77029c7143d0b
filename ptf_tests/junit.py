# SPDX-License-Identifier: Apache-2.0
"""PTF writes one JUnit file per case; this reads them back and writes one file for CI."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree as ET


@dataclass(frozen=True, slots=True)
class CaseResult:
    """One case.

    Attributes:
        name: `module.Class`.
        outcome: `passed`, `failed`, `error` or `skipped`.
        seconds: how long it took.
        text: why it did not pass; empty when it did.
    """

    name: str
    outcome: str
    seconds: float
    text: str


def read_results(directory: Path) -> list[CaseResult]:
    """All cases found in PTF's xunit directory, in file name order."""
    results = []
    for file in sorted(directory.glob("*.xml")):
        for case in ET.parse(file).getroot().iter("testcase"):
            results.append(_result(case))
    return results


def _result(case: ET.Element) -> CaseResult:
    name = f"{case.get('classname', '?')}.{case.get('name', '?')}".removesuffix(".runTest")
    seconds = float(case.get("time", "0"))
    for tag, outcome in (("failure", "failed"), ("error", "error"), ("skipped", "skipped")):
        found = case.find(tag)
        if found is not None:
            return CaseResult(name, outcome, seconds, (found.text or found.get("message") or "").strip())
    return CaseResult(name, "passed", seconds, "")


def write_junit(results: Iterable[CaseResult], suite: str, file: Path) -> None:
    """One JUnit file with all cases in one suite."""
    cases = list(results)
    root = ET.Element("testsuites")
    element = ET.SubElement(
        root,
        "testsuite",
        name=suite,
        tests=str(len(cases)),
        failures=str(sum(c.outcome == "failed" for c in cases)),
        errors=str(sum(c.outcome == "error" for c in cases)),
        skipped=str(sum(c.outcome == "skipped" for c in cases)),
        time=f"{sum(c.seconds for c in cases):.3f}",
    )
    tags = {"failed": "failure", "error": "error", "skipped": "skipped"}
    for case in cases:
        module, _, name = case.name.rpartition(".")
        child = ET.SubElement(element, "testcase", classname=module, name=name, time=f"{case.seconds:.3f}")
        if case.outcome in tags:
            ET.SubElement(
                child, tags[case.outcome], message=case.text.splitlines()[0] if case.text else ""
            ).text = case.text
    ET.indent(root)
    ET.ElementTree(root).write(file, encoding="utf-8", xml_declaration=True)
