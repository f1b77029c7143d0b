# SPDX-License-Identifier: Apache-2.0
"""Results as JUnit XML, which every CI system shows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.etree import ElementTree

from targets.stf.suite import Result

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def document(results: Sequence[Result]) -> bytes:
    """The XML document: one suite, one test case per result; times in seconds."""
    suite = ElementTree.Element(
        "testsuite",
        name="stf",
        tests=str(len(results)),
        failures=str(sum(r.outcome == "fail" for r in results)),
        errors=str(sum(r.outcome == "error" for r in results)),
        time=f"{sum(r.seconds for r in results):.3f}",
    )
    for result in results:
        case = ElementTree.SubElement(
            suite,
            "testcase",
            classname=_clean(str(result.case.program)),
            name=_clean(str(result.case.test)),
            time=f"{result.seconds:.3f}",
        )
        if not result.passed:
            tag = "failure" if result.outcome == "fail" else "error"
            message = _clean(result.text.split("\n", 1)[0])
            ElementTree.SubElement(case, tag, message=message).text = _clean(result.text)
        if result.notes:
            ElementTree.SubElement(case, "system-out").text = _clean("\n".join(result.notes))
    ElementTree.indent(suite)
    text: bytes = ElementTree.tostring(suite, encoding="utf-8", xml_declaration=True)
    return text + b"\n"


def _clean(text: str) -> str:
    return _NOT_XML.sub("?", text)
