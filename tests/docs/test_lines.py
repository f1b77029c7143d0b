# SPDX-License-Identifier: Apache-2.0
"""Pages: short lines, a limit to all, links to the glossary, and every `§` leads somewhere."""

import re
from functools import cache
from pathlib import Path

import house_kit
import pytest
from house_kit import ROOT

from ptf_tests.catalogue.requirements import Catalogue

# --- Lengths ---------------------------------------------------------------------------------------------------------
# Pages stay short: lines of 120 characters, rows of tables of 160, or of 220 where a command writes them; a limit to
# all pages together (docs/style.md).

LINE, ROW, WRITTEN_ROW = 120, 160, 220
BEGIN, END = "<!-- table: ", "<!-- end of table -->"
"""Around a table that a command writes."""

PAGES = ("README.md", "CONTRIBUTING.md", "docs", "p4soft/README.md", "p4soft/docs", "topologies")
"""Pages, and folders of pages, that keep to the limits."""

TOTAL = 3_500
"""Lines of `PAGES` together. A page that grows makes room for itself."""

ONE_LINK = re.compile(r"\s*(?:[*-] )?!?\[[^\]]*\]\S*")
"""A link that alone fills its line cannot be wrapped."""


@cache
def pages():
    """The Markdown files below `PAGES`, by name."""
    found = {
        path for place in PAGES for path in ([ROOT / place] if place.endswith(".md") else (ROOT / place).rglob("*.md"))
    }
    return {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8").splitlines() for path in sorted(found)}


def too_long(lines):
    """Number and length of each line over its limit; blocks of code have none."""
    code = written = False
    for number, line in enumerate(lines, start=1):
        written = line.startswith(BEGIN) or (written and line != END)
        if line.lstrip().startswith("```"):
            code = not code
        limit = (WRITTEN_ROW if written else ROW) if line.startswith("|") else LINE
        if not code and len(line) > limit and not ONE_LINK.fullmatch(line):
            yield f"{number}: {len(line)} characters; accepted: at most {limit}"


@pytest.mark.parametrize("page", pages())
def test_no_line_is_too_long(page):
    assert [f"{page}:{problem}" for problem in too_long(pages()[page])] == []


def test_all_pages_together_are_short():
    lines = {page: len(lines) for page, lines in pages().items()}
    assert sum(lines.values()) <= TOTAL, "\n".join(f"{count:5} {page}" for page, count in lines.items())


def test_the_limits_are_those_of_lines_rows_and_code():
    word = "a" * 39 + " "
    assert list(too_long([word * 3, "| " + word * 4, "```", word * 9, "```", "* [" + word * 3 + "](x.md)"])) == [
        "2: 162 characters; accepted: at most 160"
    ]
    row = "| " + word * 5
    assert len(list(too_long([BEGIN, row, END, row]))) == 1
    assert len(list(too_long([word * 3 + "b", "[a](b.md) " + word * 3]))) == 2


# --- The glossary ----------------------------------------------------------------------------------------------------
# A guide links to the glossary where it uses one of these words first (docs/style.md).

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


# --- Sections --------------------------------------------------------------------------------------------------------
# Every `§` of the repository names a document, and those of docs/protocol lead to a section that is there.
#
# `PAGE §1.2` cites docs/protocol/PAGE.md, `RFC 8986 §4.1` a public document. A bare `§` belongs to the document named
# before it on the same line; in a page of docs/protocol, to the page itself.

PROTOCOL = ROOT / "docs" / "protocol"
THIS = Path(__file__).resolve().relative_to(ROOT).as_posix()

PUBLIC = r"YAML 1\.2|RFC \d+|P4_16|P4Runtime|IBTA|arXiv \d+\.\d+|OCP MRC"
"""Documents outside the repository that a `§` may cite."""

NUMBER = r"\d+(?:\.\d+)*"


@cache
def texts():
    """Text files by name; this one has examples of wrong citations."""
    names = [name for name in house_kit.files() if name != THIS and b"\0" not in (ROOT / name).read_bytes()]
    return {name: house_kit.text(name) for name in names}


@cache
def sections(page):
    """Numbers of the sections: of headings, and of items that begin with a number in bold."""
    text = page.read_text(encoding="utf-8")
    found = re.findall(rf"^(?:#{{2,4}} |\* \*\*)({NUMBER})\.? ", text, re.MULTILINE)
    assert len(found) == len(set(found)), f"{page.name}: two sections of one number"
    return frozenset(found)


def anchor(heading):
    """As GitHub makes it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


PAGES_WITH_SECTIONS = {page.stem: page for page in sorted(PROTOCOL.glob("*.md")) if page.name != "README.md"}
CITATION = re.compile(rf"(?:({PUBLIC}|\b(?:{'|'.join(PAGES_WITH_SECTIONS)})) )?§ ?({NUMBER})?")


def wrong(text, own_page=None):
    """Citations that lead nowhere, with their lines."""
    for number, line in enumerate(text.splitlines(), start=1):
        document = own_page
        for name, section in CITATION.findall(line):
            document = name or document
            if document is None:
                yield f"{number}: §{section}: of which document?"
            elif document in PAGES_WITH_SECTIONS and section not in sections(PAGES_WITH_SECTIONS[document]):
                yield f"{number}: {document} §{section}: no such section"
            elif not section:
                yield f"{number}: {document} §: which section?"


@pytest.mark.parametrize("name", [name for name, text in texts().items() if "§" in text])
def test_every_section_cited_is_there(name):
    path = ROOT / name
    own_page = path.stem if path in PAGES_WITH_SECTIONS.values() else None
    text = re.sub(r"`§`", "", texts()[name]) if name.startswith("docs/") else texts()[name]
    assert [f"{name}:{problem}" for problem in wrong(text, own_page)] == []


@pytest.mark.parametrize(
    ("line", "problems"),
    [
        ("RFC 8986 §4.1, §4.6", 0),
        ("see wire-format §6.7 and §6.8", 0),
        ("(endpoint §5.3; RFC 6040 §4.2)", 0),
        ("wire-format §99", 1),
        ("endpoint §3, wire-format §6.77", 1),
        ("as §4.1 says", 1),
        ("the notes §4.1", 1),
        ("endpoint §", 1),
    ],
)
def test_a_citation_that_leads_nowhere_is_found(line, problems):
    assert len(list(wrong(line))) == problems


@pytest.mark.parametrize(
    "page", sorted((ROOT / "docs").rglob("*.md")), ids=lambda page: page.relative_to(ROOT).as_posix()
)
def test_links_into_pages_lead_to_a_heading(page):
    text = page.read_text(encoding="utf-8")
    targets = re.findall(r"\]\(([^):]+)\)", text)
    targets += [target for _, target in re.findall(r"^\[([^\]]+)\]: (\S+)$", text, re.MULTILINE)]
    for target in targets:
        place, _, fragment = target.partition("#")
        linked = (page.parent / place).resolve() if place else page
        assert linked.exists(), target
        if fragment:
            lines = re.sub(r"```.*?```", "", linked.read_text(encoding="utf-8"), flags=re.DOTALL)
            assert fragment in [anchor(heading) for heading in re.findall(r"^#+ (.*)$", lines, re.MULTILINE)], target


def own_sources():
    """Requirement, page of this project, section: what the catalogue takes from our own pages."""
    catalogue = Catalogue.own()
    for requirement in catalogue.values():
        page = catalogue.sources[requirement.source.document].url
        if "://" not in page:
            yield requirement.id, page, requirement.source.section


@pytest.mark.parametrize(("requirement", "page", "section"), list(own_sources()))
def test_requirements_taken_from_our_pages_are_on_them(requirement, page, section):
    """A section is a heading, or a heading and something under it, or the first cell of a row."""
    text = (ROOT / page).read_text(encoding="utf-8")
    heading, _, inside = section.partition(", ")
    below = re.search(rf"^#+ {re.escape(heading)}\n(.*?)(?=^#|\Z)", text, re.MULTILINE | re.DOTALL)
    if below is None:
        assert f"\n| {section} |" in text, f"{requirement}: {page} has no {section!r}"
    else:
        assert inside.lower() in below[1].lower(), f"{requirement}: {page}, {heading}, has no {inside!r}"
