# SPDX-License-Identifier: Apache-2.0
"""What a lab is to its grader: items, a function that goes through them, and the grade that comes of it.

A grade is what `python -m labs.grading` prints, and writes as JSON for autograding. What a lab hands out to one student
is made from the student's name and of a word that only the teacher knows.
"""

from __future__ import annotations

import json
import os
import re
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Literal

from msgspec import Struct, structs

from common.text import plural, visible

# --- Items and grades ------------------------------------------------------------------------------------------------


_WIDTH = 116
MARKS = {"passed": "ok", "failed": "FAIL", "not tried": "--"}
_RAISED = re.compile(r"(?:[\w.-]+\.py:\d+: \w+|\b(?!AssertionError)\w+(?:Error|Exception|Iteration))(?:: .*)?$", re.M)
"""What Python says of an exception, at the end of a line, with its place or not. An assertion is a test's answer."""
_PLACE = re.compile(r'^ *File "[^"]*", line \d+', re.M)

_SAME = "the same error as in "

Verdict = Literal["passed", "failed", "not tried"]


class Item(Struct, frozen=True):
    """One line of a grade.

    Attributes:
        name: a word or two with hyphens, unique in its lab.
        shows: what holds when it passes, in a sentence.
        look: where to look when it does not: a section of a page, or what to think about.
    """

    name: str
    shows: str
    look: str
    points: int = 1


class ItemResult(Struct, frozen=True, forbid_unknown_fields=True):
    """One item of a grade.

    Attributes:
        shows: what holds when it passes.
        verdict: "passed", "failed", or "not tried": an item before it failed, or the grading broke off.
        seen: what was seen instead, or why it was not tried; empty when it holds.
    """

    name: str
    shows: str
    points: int
    verdict: Verdict
    seen: str
    look: str

    @property
    def passed(self) -> bool:
        return self.verdict == "passed"

    @classmethod
    def of(cls, item: Item, seen: str = "", verdict: Verdict | None = None) -> ItemResult:
        """An item that holds, or for which something else was seen: that it fails, unless `verdict` says otherwise."""
        return cls(
            name=item.name, shows=item.shows, points=item.points, verdict=verdict or ("failed" if seen else "passed"),
            seen=visible(seen), look=item.look,
        )  # fmt: skip

    @property
    def raised(self) -> tuple[str, ...]:
        """The exception that ended it, and where; empty if none did."""
        return (*_RAISED.findall(self.seen)[-1:], *_PLACE.findall(self.seen)[-1:]) if _RAISED.search(self.seen) else ()


class Grade(Struct, frozen=True):
    """How an answer did.

    Attributes:
        lab: two digits.
        answer: the path of the answer.
        student: whose answer it was marked as; empty if that was not given.
        items: in the lab's order.
    """

    lab: str
    title: str
    answer: str
    target: str
    student: str
    seed: int
    items: tuple[ItemResult, ...]

    @property
    def passed(self) -> bool:
        return all(each.passed for each in self.items)

    @property
    def points(self) -> int:
        return sum(each.points for each in self.items if each.passed)

    @property
    def of(self) -> int:
        return sum(each.points for each in self.items)

    @property
    def first_failed(self) -> ItemResult | None:
        """The first item that does not hold; None if all do."""
        return next((each for each in self.items if not each.passed), None)


def collect(items: Sequence[Item], results: Mapping[str, ItemResult], begun: str | None, why: str) -> list[ItemResult]:
    """A result for every item, in order."""
    found = []
    for item in items:
        if item.name in results:
            found.append(results[item.name])
        elif item.name == begun:
            found.append(ItemResult.of(item, seen=why))
        else:
            failed = next((each.name for each in found if not each.passed), None)
            seen = f"not tried: first comes {failed}" if failed else why or "not tried"
            found.append(ItemResult.of(item, seen, "not tried"))
    return _each_error_once(found)


def _each_error_once(results: Iterable[ItemResult]) -> list[ItemResult]:
    """An exception that ends one item after the other is told by the first; the others fail, and name that one."""
    named: dict[tuple[str, ...], str] = {}
    found = []
    for each in results:
        first = named.setdefault(each.raised, each.name) if each.verdict == "failed" and each.raised else each.name
        same = first != each.name
        found.append(structs.replace(each, seen=f"{_SAME}{first}") if same else each)
    return found


def as_json(grade: Grade) -> str:
    items = [{**structs.asdict(each), "passed": each.passed} for each in grade.items]
    sums = {"passed": grade.passed, "points": grade.points, "of": grade.of}
    return json.dumps({**structs.asdict(grade), "items": items, **sums}, indent=2, ensure_ascii=False) + "\n"


def as_text(grade: Grade) -> str:
    whose = f", marked as {grade.student}'s" if grade.student else ""
    lines = [f"Lab {grade.lab}: {grade.title} ({grade.answer}, on {grade.target}{whose})", ""]
    width = max(len(each.name) for each in grade.items)
    for each in grade.items:
        lines.append(f"  {MARKS[each.verdict]:4}  {each.name:<{width}}  {each.shows}")
        lines += _indented(each.seen.splitlines())
        if each.verdict == "failed" and not each.seen.startswith(_SAME):
            lines += _indented([f"look: {each.look}"])
    untried = sum(each.verdict == "not tried" for each in grade.items)
    rest = "; all holds" if grade.passed else f"; {plural(untried, 'item')} not tried" if untried else ""
    again = f"the same packets again: --seed {grade.seed} (make: SEED={grade.seed})"
    lines += ["", f"{grade.points} of {grade.of} points{rest}; {again}"]
    return "\n".join(lines) + "\n"


def _indented(lines: Iterable[str]) -> list[str]:
    margin = " " * 8
    found: list[str] = []
    for line in lines:
        own = line[: len(line) - len(line.lstrip())]
        found += textwrap.wrap(
            line, _WIDTH, initial_indent=margin, subsequent_indent=margin + own + "  ", break_on_hyphens=False
        ) or [""]
    return found


# --- Lessons ---------------------------------------------------------------------------------------------------------


class WrongError(Exception):
    """An item does not hold. The message says for people what was sent, what was expected and why, and what came."""


class UngradableError(Exception):
    """The answer could not be graded: no such lab, no file, no target. The message is complete and meant for people."""


class Lesson(Struct, frozen=True):
    """A lab: see the package's docstring for how to write one.

    Attributes:
        items: in the order of the grade.
        grade: goes through them, `Work.item` or `Work.must` around each.
        material: writes what the lab hands out to one student into a folder, made from the name; None: nothing.
        only: where it runs whatever target is asked for: `embedded`, or `no switch`; None: on the target.
    """

    title: str
    items: Sequence[Item]
    grade: Callable[[Work], None]
    material: Callable[[str, Path], None] | None = None
    only: str | None = None


class _StopGradingError(Exception):
    """A must did not hold: the items behind it cannot be tried."""


@dataclass(slots=True)
class Work:
    """One answer while it is graded.

    Attributes:
        answer: the student's file, or folder.
        target: `embedded` or `bmv2`.
        student: whose answer it is to be; empty: whose it says.
        rng: everything random comes from it, so that a seed repeats a run.
        room: an empty folder for files, removed afterwards.
        began: called with the name of each item that is begun.
        ended: called with how it ended.
    """

    answer: Path
    target: str
    rng: Random
    room: Path
    items: Sequence[Item]
    student: str = ""
    began: Callable[[str], None] = lambda _: None
    ended: Callable[[ItemResult], None] = lambda _: None
    results: dict[str, ItemResult] = field(default_factory=dict)

    @property
    def all_passed_so_far(self) -> bool:
        """Whether everything so far holds: the first failure is shown at length."""
        return all(each.passed for each in self.results.values())

    @contextmanager
    def item(self, name: str) -> Iterator[None]:
        """Grade one item: it fails when the block raises WrongError, and the next one follows all the same.

        Raises:
            KeyError: the lab has no such item.
        """
        item = {each.name: each for each in self.items}[name]
        self.began(name)
        try:
            yield
        except WrongError as wrong:
            self._end(ItemResult.of(item, seen=str(wrong) or "it does not hold"))
        except MemoryError:
            self._end(ItemResult.of(item, seen="it took more memory than a grading may"))
        else:
            self._end(ItemResult.of(item))

    @contextmanager
    def must(self, name: str) -> Iterator[None]:
        """As `item`, but without it nothing behind it is tried."""
        with self.item(name):
            yield
        if not self.results[name].passed:
            raise _StopGradingError

    def passed(self, name: str) -> bool:
        """Whether an item has been graded, and holds."""
        return name in self.results and self.results[name].passed

    def _end(self, result: ItemResult) -> None:
        self.results[result.name] = result
        self.ended(result)


def grade(lesson: Lesson, work: Work) -> None:
    """Grade an answer, item by item; what `work` is not told of at the end could not be tried.

    Raises:
        UngradableError: the answer cannot be graded here.
    """
    try:
        lesson.grade(work)
    except _StopGradingError:
        return


# --- Students --------------------------------------------------------------------------------------------------------


COURSE = "MRC_LAB_COURSE"
"""Environment variable with a course's secret; the material of every student is another with another one."""


def identity(student: str) -> str:
    """What a student's material is made from: the name, whatever its spaces and capitals, and the course's secret."""
    name, course = _plain(student), os.environ.get(COURSE, "")
    return f"{name}\0{course}" if course else name


def marked_as(said: str, student: str) -> str:
    """Whose answer it is: what it says itself, or `student` where the one who marks it says so.

    Raises:
        WrongError: it says that it is another student's.
    """
    if student and _plain(said) != _plain(student):
        raise WrongError(f"it is the answer of {said}, and is marked as {student}'s")
    return student or said


def _plain(name: str) -> str:
    return " ".join(name.split()).casefold()
