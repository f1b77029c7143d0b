# SPDX-License-Identifier: Apache-2.0
"""The report as one HTML page: nothing is loaded from elsewhere; without JavaScript only the filters are missing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import quote

import jinja2
from markupsafe import Markup

from p4soft.outputs import write_text
from ptf_tests.headers.mrc import WireRules
from ptf_tests.report import evidence, verdicts
from ptf_tests.report.text import plural, visible
from ptf_tests.results import Case, Report, Requirement

NAME = "conformance.html"

_HERE = Path(__file__).parent
_TRACE_LINES = 400
_PAGE_FRAMES = 150
"""Frames in full on one page, so that a device that fails everything still gives one that a browser opens."""


@cache
def environment() -> jinja2.Environment:
    """The templates of this package. Everything is escaped, and control characters are spelled out."""
    env = jinja2.Environment(
        loader=jinja2.FileSystemLoader(_HERE),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        finalize=lambda value: visible(value) if type(value) is str else value,
    )
    env.filters.update(
        anchor=anchor, breakable=breakable, plural=plural, seconds=show_seconds, place=evidence.counter_place
    )
    env.globals.update(
        looks=verdicts.LOOKS,
        outcome_symbols=verdicts.OUTCOME_SYMBOLS,
        web=web_address,
        here=relative_link,
        css=Markup((_HERE / "page.css").read_text(encoding="utf-8")),
        trace_lines=_TRACE_LINES,
    )
    return env


def anchor(prefix: str, name: str) -> str:
    """An HTML id. Different names get different ids."""
    return f"{prefix}-" + re.sub(r"[^A-Za-z0-9.-]", lambda match: f"_{ord(match.group()):x}_", name)


def breakable(name: str) -> Markup:
    """A case's name as markup that may break behind its dots."""
    return Markup(".<wbr>").join(visible(part) for part in name.split("."))


def web_address(url: str) -> str:
    """`url` when a browser may follow it (http and https), else empty: results can come from anywhere."""
    return url if re.match(r"https?://[^\s]", url) else ""


def relative_link(path: str) -> str:
    """A link to a file below the page, percent-encoded; empty for anything else (absolute, `..`, a scheme)."""
    parts = PurePosixPath(path).parts
    safe = bool(parts) and not path.startswith("/") and ".." not in parts and "\\" not in path
    return "./" + quote(visible(path)) if safe else ""


def show_seconds(seconds: float) -> str:
    """Milliseconds below a second, minutes above 90 seconds."""
    if seconds < 1:
        return f"{seconds * 1000:.0f} ms"
    if seconds < 90:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s"


@dataclass(frozen=True, slots=True)
class Failure:
    """A case that failed or could not be carried out.

    Attributes:
        case: as in the results.
        broken: its requirements that failed, musts first.
        other: its requirements with another verdict.
        evidence: arranged; None when there is none.
    """

    case: Case
    broken: tuple[Requirement, ...]
    other: tuple[Requirement, ...]
    evidence: evidence.EvidenceView | None


@dataclass(frozen=True, slots=True)
class Group:
    """The requirements of one source document."""

    key: str
    title: str
    url: str
    requirements: tuple[Requirement, ...]


def page(report: Report) -> str:
    """The page. The same results give the same bytes."""
    failures = _failures(report)
    covered = {requirement.id for failure in failures for requirement in failure.broken}
    return (
        environment()
        .get_template("page.html.j2")
        .render(
            report=report,
            headline=verdicts.headline(report),
            partial=verdicts.partial_note(report),
            shares=shares(report.requirements),
            levels=[(level, shares(_of_level(report, level))) for level in verdicts.LEVELS if _of_level(report, level)],
            areas=[(area, shares(found)) for area, found in sorted(verdicts.areas(report).items())],
            groups=_groups(report),
            failures=failures,
            unexplained=[each for each in verdicts.failed(report) if each.id not in covered],
            otherwise=[each for each in report.requirements if each.verdict == "chosen_otherwise"],
            cases={case.name: case for case in report.cases},
            script=Markup((_HERE / "filter.js").read_text(encoding="utf-8")),
        )
    )


def write(report: Report, path: Path) -> Path:
    """Write the page whole. Raises OutputError."""
    return write_text(path, page(report))


def shares(requirements: Iterable[Requirement]) -> Mapping[str, Any]:
    """`total` and, by verdict, `counts`: what a bar is drawn from."""
    counts = verdicts.counts(requirements)
    return {"total": sum(counts.values()), "counts": counts}


def _of_level(report: Report, level: str) -> list[Requirement]:
    return [requirement for requirement in report.requirements if requirement.level == level]


def _groups(report: Report) -> list[Group]:
    """By source document, in the order in which the catalogue first names them."""
    found: dict[str, list[Requirement]] = {}
    for requirement in report.requirements:
        found.setdefault(requirement.document, []).append(requirement)
    groups = []
    for key, members in found.items():
        source = report.sources.get(key)
        groups.append(Group(key, source.title if source else key, source.url if source else "", tuple(members)))
    return groups


def _failures(report: Report) -> list[Failure]:
    """Cases that need looking at: those that break a must first."""
    known = {requirement.id: requirement for requirement in report.requirements}
    weight = {level: position for position, level in enumerate(verdicts.LEVELS)}
    found: list[tuple[Case, list[Requirement], tuple[Requirement, ...]]] = []
    for case in report.cases:
        if case.outcome in ("failed", "error"):
            shown = [known[each] for each in case.requirements if each in known]
            broken = sorted((each for each in shown if each.verdict == "failed"), key=lambda each: weight[each.level])
            found.append((case, broken, tuple(each for each in shown if each.verdict != "failed")))
    found.sort(key=lambda each: weight[each[1][0].level] if each[1] else len(weight))
    failures = []
    rules = WireRules.of(report.device.choices)
    left = _PAGE_FRAMES
    for case, broken, other in found:
        arranged = evidence.view(case.evidence, rules, min(left, evidence.SHOWN)) if case.evidence else None
        left -= len(arranged.frames) if arranged else 0
        failures.append(Failure(case, tuple(broken), other, arranged))
    return failures
