# SPDX-License-Identifier: Apache-2.0
"""JUnit XML: counts, outcomes, and text of any kind."""

from __future__ import annotations

from xml.etree import ElementTree

from p4soft.outputs import JunitCase, junit_document


def test_counts_follow_the_cases_and_any_text_is_xml():
    suite = ElementTree.fromstring(
        junit_document(
            "a\x1bb",
            [
                JunitCase("p", "good", 0.25, notes="r = 1\x00"),
                JunitCase("p", "bad", 1, "failure", "<first>", "<first>\nsecond \ud800"),
                JunitCase("p", "broken", 1, "error"),
                JunitCase("p", "left out", 0, "skipped", "no time"),
            ],
        )
    )
    counts = {"name": "a?b", "tests": "4", "failures": "1", "errors": "1", "skipped": "1", "time": "2.250"}
    assert suite.attrib == counts
    assert [[child.tag for child in case] for case in suite] == [["system-out"], ["failure"], ["error"], ["skipped"]]
    assert suite[0].findtext("system-out") == "r = 1?"
    assert suite[1][0].attrib == {"message": "<first>"}
    assert suite[1][0].text == "<first>\nsecond ?"
