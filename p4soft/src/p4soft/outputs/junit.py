# SPDX-License-Identifier: Apache-2.0
"""Results as JUnit XML, which every CI system shows: one suite, one test case per result, times in seconds."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from xml.etree import ElementTree

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class Case:
    """One result. `tag` is "" for a pass, or "failure", "error" or "skipped", with a line and the whole text of why."""

    classname: str
    name: str
    seconds: float
    tag: str = ""
    message: str = ""
    text: str = ""
    notes: str = ""


def document(name: str, cases: Sequence[Case]) -> bytes:
    """The XML document. A character that XML cannot hold becomes `?`."""
    tags = Counter(case.tag for case in cases)
    suite = ElementTree.Element(
        "testsuite",
        name=_clean(name),
        tests=str(len(cases)),
        failures=str(tags["failure"]),
        errors=str(tags["error"]),
        skipped=str(tags["skipped"]),
        time=f"{sum(case.seconds for case in cases):.3f}",
    )
    for case in cases:
        attributes = {"classname": _clean(case.classname), "name": _clean(case.name), "time": f"{case.seconds:.3f}"}
        element = ElementTree.SubElement(suite, "testcase", attributes)
        if case.tag:
            ElementTree.SubElement(element, case.tag, message=_clean(case.message)).text = _clean(case.text)
        if case.notes:
            ElementTree.SubElement(element, "system-out").text = _clean(case.notes)
    ElementTree.indent(suite)
    text: bytes = ElementTree.tostring(suite, encoding="utf-8", xml_declaration=True)
    return text + b"\n"


def _clean(text: str) -> str:
    return _NOT_XML.sub("?", text)
