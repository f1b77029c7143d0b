# SPDX-License-Identifier: Apache-2.0
"""Every `§` of the repository names a document, and those of docs/protocol lead to a section that is there.

`PAGE §1.2` cites docs/protocol/PAGE.md, `RFC 8986 §4.1` a public document. A bare `§` belongs to the document named
before it on the same line; in a page of docs/protocol, to the page itself.
"""

import re
from functools import cache
from pathlib import Path

import house_kit
import pytest
from house_kit import ROOT

from ptf_tests.catalogue.requirements import Catalogue

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


PAGES = {page.stem: page for page in sorted(PROTOCOL.glob("*.md")) if page.name != "README.md"}
CITATION = re.compile(rf"(?:({PUBLIC}|\b(?:{'|'.join(PAGES)})) )?§ ?({NUMBER})?")


def wrong(text, own_page=None):
    """Citations that lead nowhere, with their lines."""
    for number, line in enumerate(text.splitlines(), start=1):
        document = own_page
        for name, section in CITATION.findall(line):
            document = name or document
            if document is None:
                yield f"{number}: §{section}: of which document?"
            elif document in PAGES and section not in sections(PAGES[document]):
                yield f"{number}: {document} §{section}: no such section"
            elif not section:
                yield f"{number}: {document} §: which section?"


@pytest.mark.parametrize("name", [name for name, text in texts().items() if "§" in text])
def test_every_section_cited_is_there(name):
    path = ROOT / name
    own_page = path.stem if path in PAGES.values() else None
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
