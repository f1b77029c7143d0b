# SPDX-License-Identifier: Apache-2.0
"""Results of STF tests as JUnit XML."""

from __future__ import annotations

from collections.abc import Sequence

from p4soft.outputs import junit
from p4soft.stf.suite import Result

_TAGS = {"pass": "", "fail": "failure", "error": "error"}


def document(results: Sequence[Result]) -> bytes:
    """The XML document: one suite, one test case per result."""
    return junit.document(
        "stf",
        [
            junit.Case(
                str(result.case.program),
                str(result.case.test),
                result.seconds,
                _TAGS[result.outcome],
                result.text.split("\n", 1)[0],
                result.text,
                "\n".join(result.notes),
            )
            for result in results
        ],
    )
