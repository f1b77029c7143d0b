# SPDX-License-Identifier: Apache-2.0
"""Finds programs in a checkout of p4c, by what they include, and says how each of them did."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_SAMPLES = Path("testdata", "p4_16_samples")
_ERRORS = Path("testdata", "p4_16_errors")
_INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"\n]+)[>"]', re.MULTILINE)
V1MODEL = "v1model.p4"
NO_ARCHITECTURE = frozenset({"core.p4"})
"""What an architecture-free program may include besides files of its own."""

PASS, FAIL, ERROR, CRASH, SKIP = "pass", "fail", "error", "crash", "not counted"


class CorpusError(Exception):
    """The measurement cannot be made: no such corpus, or a program it needs is missing. The message is complete."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one program did.

    `result` is PASS, FAIL (a difference), ERROR (could not be run or compiled), CRASH (an internal error or no end) or
    SKIP (says nothing about us). `row` is the line of the table it counts in, `detail` is for people.
    """

    program: str
    result: str
    row: str
    detail: str = ""
    seconds: float = 0.0


def samples(corpus: Path) -> list[Path]:
    """Every v1model program under testdata/p4_16_samples, recursively; raises CorpusError."""
    return [path for path in _programs(corpus, _SAMPLES) if V1MODEL in system_includes(path)]


def samples_with_tests(corpus: Path) -> list[Path]:
    """Those of `samples` that have an .stf beside them; raises CorpusError."""
    found = [path for path in samples(corpus) if path.with_suffix(".stf").is_file()]
    if not found:
        raise CorpusError(f"{corpus / _SAMPLES}: no v1model program has an .stf beside it; accepted: a checkout of p4c")
    return found


def error_programs(corpus: Path) -> list[Path]:
    """The programs under testdata/p4_16_errors that are for v1model or for no architecture; raises CorpusError."""
    return [
        path
        for path in _programs(corpus, _ERRORS)
        if V1MODEL in system_includes(path) or system_includes(path) <= NO_ARCHITECTURE
    ]


def _programs(corpus: Path, under: Path) -> Iterator[Path]:
    folder = corpus / under
    found = sorted(folder.rglob("*.p4"))
    if not found:
        raise CorpusError(f"{folder}: no P4 programs there; accepted: --corpus DIR, a checkout of the p4c repository")
    yield from found


@cache
def system_includes(path: Path) -> frozenset[str]:
    """The base names of all files a program includes, itself or through its own files, that do not lie beside it."""
    return frozenset(_includes(path, set()))


def own_includes(path: Path) -> frozenset[Path]:
    """A program's file and those that lie beside it and are included, by their resolved paths."""
    seen: set[Path] = set()
    list(_includes(path.resolve(), seen))
    return frozenset(seen)


def _includes(path: Path, seen: set[Path]) -> Iterator[str]:
    if path in seen:
        return
    seen.add(path)
    for form, name in _INCLUDE.findall(path.read_text(encoding="utf-8", errors="replace")):
        beside = (path.parent / name).resolve()
        if form == '"' and beside.is_file():
            yield from _includes(beside, seen)
        else:
            yield Path(name).name
