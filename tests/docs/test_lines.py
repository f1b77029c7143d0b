# SPDX-License-Identifier: Apache-2.0
"""Pages stay short: lines of 120 characters, rows of tables of 160, or of 220 where a command writes them; a limit to
all pages together (docs/style.md)."""

import re
from functools import cache

import pytest
from house_kit import ROOT

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
