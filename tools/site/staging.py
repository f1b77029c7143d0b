# SPDX-License-Identifier: Apache-2.0
"""The folder that the site is built from: the pages of the repository where they are, and what they link to.

Links between pages stay as they are. A file that a page links to comes along, a folder's link becomes its name. The
pages of runs, and the pages of the API, are added.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path

from p4soft import outputs

PAGES_OF_RUNS: Mapping[str, str] = {
    "demo/report.html": "runs/report.html",
    "demo/timeline.html": "runs/timeline.html",
    "conformance/conformance.html": "runs/conformance.html",
}
"""A page that a run writes: where it is on the site."""

API: Mapping[str, str] = {
    "host_stack": "The NIC",
    "topologies": "Topologies",
    "controller.tables": "Plans of tables",
    "fabric.running": "Runs of scenarios",
    "p4soft.compiler": "The compiler",
    "p4soft.switch": "The switch",
}
"""Public modules: the titles of their pages."""

_ROOMS = ("docs", "labs", "p4soft", "topologies")
_LEFT_OUT = ("labs/solutions/", "p4soft/tests/")
"""Solutions are not for students, and tests are read with their code."""

_CODE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s#]+)(#[^)\s]*)?\)")
_BAR = "\\|"
_BARS = re.compile(r"(?<!`)`([^`\n]*\\\|[^`\n]*)`(?!`)")
_BESIDE = re.compile(r"\] ?\[")


def pages(root: Path) -> Iterator[Path]:
    """The pages of the site, relative to `root`, in order."""
    yield from sorted(each.relative_to(root) for each in root.glob("*.md"))
    for room in _ROOMS:
        found = sorted(each.relative_to(root) for each in (root / room).rglob("*.md"))
        yield from (each for each in found if not each.as_posix().startswith(_LEFT_OUT))


def stage(root: Path, target: Path, runs: Path) -> None:
    """Fill an empty folder with what the site is built from.

    Args:
        root: of the repository.
        target: is made.
        runs: has `PAGES_OF_RUNS`.

    Raises:
        OutputError: a file cannot be written.
    """
    named = set(pages(root))
    for page in sorted(named):
        outputs.write_text(target / page, _staged(root, page, named, target))
    for source, page_of_run in PAGES_OF_RUNS.items():
        _copy(runs / source, target / page_of_run)
    for module, title in API.items():
        outputs.write_text(target / "api" / f"{module}.md", f"# {title}: `{module}`\n\n::: {module}\n")
    rows = "".join(f"* [`{module}`]({module}.md): {title.lower()}\n" for module, title in API.items())
    outputs.write_text(target / "api" / "index.md", f"# API\n\nFrom the docstrings of what is public.\n\n{rows}")


def _staged(root: Path, page: Path, named: set[Path], target: Path) -> str:
    """A page's text; what it links to is copied, unless it is a page itself."""

    def followed(match: re.Match[str]) -> str:
        text, address = match[1], match[2]
        if "://" in address or address.startswith("mailto:"):
            return match[0]
        linked = Path(os.path.normpath(page.parent / address))
        if linked in named:
            return match[0]
        if (root / linked).is_dir():
            readme = linked / "README.md"
            return f"[{text}]({address.rstrip('/')}/README.md{match[3] or ''})" if readme in named else text
        if (root / linked).suffix == ".md" and (root / linked).is_file():
            return text  # a page that is not on the site
        if (root / linked).is_file():
            _copy(root / linked, target / linked)
        return match[0]

    def plain(part: str) -> str:
        """What is no block of code.

        Two sources side by side, `[SAI][OC1458]`, are no link to a definition. A bar in code in a table is a bar, and
        not the backslash before it, too (GFM; Python-Markdown differs).
        """
        linked = _BESIDE.sub("], [", _LINK.sub(followed, part))
        return _BARS.sub(lambda code: f"<code>{escape(code[1]).replace(_BAR, '&#124;')}</code>", linked)

    text = (root / page).read_text(encoding="utf-8")
    parts, at = [], 0
    for code in _CODE.finditer(text):
        parts += [plain(text[at : code.start()]), code[0]]
        at = code.end()
    return "".join([*parts, plain(text[at:])])


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)
