# SPDX-License-Identifier: Apache-2.0
"""The report of a device: `conformance.json`, `junit.xml`, `conformance.html` and captures of what failed."""

from __future__ import annotations

from pathlib import Path

from ptf_tests.headers.mrc import WireRules
from ptf_tests.report import html, json_file, junit_file, pcap
from ptf_tests.report.compare import compare, write_comparison
from ptf_tests.report.terminal import summary
from ptf_tests.results import Case, Report

__all__ = ["compare", "summary", "write_all", "write_comparison"]

CAPTURES = "captures"
"""Directory of the captures, beside the results file."""


def write_all(report: Report, out: Path) -> list[Path]:
    """Write every report of a run into `out`; returns the files written.

    A failed case with frames and no capture of its own (`Evidence.pcap` empty) gets one, and the reports refer to it.
    Equal reports give equal files.

    Raises:
        OutputError: a file cannot be written.
    """
    written: list[Path] = []
    cases = []
    rules = WireRules.of(report.device.choices)
    for case in report.cases:
        named = _with_capture(case)
        if named is not case and named.evidence is not None:
            frames = pcap.frames_of(named.evidence, rules)
            written.append(pcap.write_capture(out / named.evidence.pcap, frames, f"{case.name}: {case.title}"))
        cases.append(named)
    complete = report.model_copy(update={"cases": tuple(cases)})
    written += [
        json_file.write(complete, out / json_file.NAME),
        junit_file.write(complete, out / junit_file.NAME),
        html.write(complete, out / html.NAME),
    ]
    return written


def _with_capture(case: Case) -> Case:
    """The case with its capture named, or the same object when it needs none."""
    evidence = case.evidence
    if evidence is None or evidence.pcap or not (evidence.sent or evidence.received):
        return case
    name = f"{CAPTURES}/{html.anchor('case', case.name).removeprefix('case-')}.pcapng"
    return case.model_copy(update={"evidence": evidence.model_copy(update={"pcap": name})})
