# SPDX-License-Identifier: Apache-2.0
"""JUnit XML for CI: a testcase per case, with the ids of its requirements as properties."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from xml.etree import ElementTree as ET

from p4soft.outputs import write_bytes
from ptf_tests.headers.mrc import WireRules
from ptf_tests.report import evidence, verdicts
from ptf_tests.report.text import one_line, visible
from ptf_tests.results import Case, Report, Requirement

NAME = "junit.xml"

_TAGS = {"failed": "failure", "error": "error", "skipped": "skipped"}


def document(report: Report) -> bytes:
    """The file's bytes: UTF-8 XML."""
    root = ET.Element("testsuites")
    cases = report.cases
    suite = ET.SubElement(
        root,
        "testsuite",
        name=one_line(f"conformance of {report.device.name}"),
        tests=str(len(cases)),
        failures=str(sum(case.outcome == "failed" for case in cases)),
        errors=str(sum(case.outcome == "error" for case in cases)),
        skipped=str(sum(case.outcome == "skipped" for case in cases)),
        time=f"{report.seconds:.3f}",
        timestamp=one_line(report.started),
    )
    _properties(suite, _about(report))
    known = {requirement.id: requirement for requirement in report.requirements}
    rules = WireRules.of(report.device.choices)
    for case in cases:
        suite.append(_testcase(case, known, rules))
    note = verdicts.partial_note(report)
    if note:
        ET.SubElement(suite, "system-err").text = visible(f"Partial run. {note}")
    ET.indent(root)
    body: str = ET.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{body}\n'.encode()


def write(report: Report, path: Path) -> Path:
    """Write the file whole. Raises OutputError."""
    return write_bytes(path, document(report))


def _about(report: Report) -> Iterable[tuple[str, str]]:
    yield "device", report.device.name
    yield "dut", report.device.dut
    yield "verdict", verdicts.headline(report).text
    yield "seed", str(report.seed)
    yield "partial", str(report.partial).lower()
    for name, version in sorted(report.device.versions.items()):
        yield f"version.{name}", version
    for verdict, count in verdicts.counts(report.requirements).items():
        yield f"requirements.{verdict}", str(count)


def _testcase(case: Case, known: dict[str, Requirement], rules: WireRules) -> ET.Element:
    module, _, name = case.name.rpartition(".")
    element = ET.Element("testcase", classname=one_line(module), name=one_line(name), time=f"{case.seconds:.3f}")
    _properties(element, (("requirement", each) for each in case.requirements))
    if case.outcome in _TAGS:
        message = case.reason or (case.evidence.message if case.evidence else "")
        outcome = ET.SubElement(element, _TAGS[case.outcome], message=one_line(message))
        outcome.text = visible("\n".join(_lines(case, known, rules)))
    return element


def _properties(parent: ET.Element, pairs: Iterable[tuple[str, str]]) -> None:
    element = ET.SubElement(parent, "properties")
    for name, value in pairs:
        ET.SubElement(element, "property", name=one_line(name), value=one_line(value))


def _lines(case: Case, known: dict[str, Requirement], rules: WireRules) -> list[str]:
    lines = [case.title]
    for each in case.requirements:
        requirement = known.get(each)
        lines.append(f"{each} ({requirement.level}): {requirement.statement}" if requirement else each)
    if case.reason:
        lines.append(case.reason)
    if case.evidence is not None:
        lines += ["", *evidence.as_text(case.evidence, rules)]
    return lines
