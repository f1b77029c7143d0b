# SPDX-License-Identifier: Apache-2.0
"""A guide links to the glossary where it uses one of these words first (docs/style.md)."""

import re

import pytest
from house_kit import ROOT

GUIDES = (
    "architecture", "clustermapper", "congestion-control", "nic", "pipeline", "roce", "scapy", "status", "timeline",
    "wire-profile",
)  # fmt: skip

WORDS = (
    "T0s?", "T1s?", "planes?", "incasts?", "SRv6", "uSIDs?", "SRH", "EVs?", "denylists?", "ECMP", "PSNs?", "MPR",
    "ICRC", "SACKs?", "NACKs?", "trim(?:s|med|ming)?", "ECN", "DSCP", "NSCC", "DCQCN", "CNPs?", "BDP", "BMv2", "P4Info",
    "P4Runtime", "scenarios?", "emulated time",
)  # fmt: skip

NOT_PROSE = re.compile(r"^```.*?^```$|^[#|!].*?$|`[^`]*`", re.MULTILINE | re.DOTALL)
OTHER_LINK = re.compile(r"\[[^\]]*\]\((?![^)]*glossary\.md)[^)]*\)")
GLOSSARY_LINK = re.compile(r"\[([^\]]*)\]\([^)]*glossary\.md#[^)]*\)")


def prose(text):
    return OTHER_LINK.sub(" ", NOT_PROSE.sub(" ", text))


def unlinked(text):
    """Words whose first use in prose is not a link to the glossary."""
    text = prose(text)
    linked = [(link.start(1), link.end(1)) for link in GLOSSARY_LINK.finditer(text)]
    for word in WORDS:
        first = re.search(rf"(?<![\w#/-])(?:{word})(?![\w-])", text)
        if first and not any(begin <= first.start() < end for begin, end in linked):
            yield first[0]


@pytest.mark.parametrize("guide", GUIDES)
def test_the_first_use_of_a_word_links_to_the_glossary(guide):
    text = (ROOT / "docs" / f"{guide}.md").read_text(encoding="utf-8")
    assert list(unlinked(text)) == [], f"docs/{guide}.md: link the first use: [word](glossary.md#section)"


def test_what_counts_as_a_first_use():
    assert list(unlinked("The [EV](glossary.md#paths) and another EV; `SACK`; [a PSN](nic.md)\n| NACK |\n")) == []
    assert list(unlinked("An EV, then an [EV](glossary.md#paths)")) == ["EV"]
