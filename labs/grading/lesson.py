# SPDX-License-Identifier: Apache-2.0
"""What a lab is to its grader: items, and a function that goes through them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from labs.grading.results import Item, ItemResult


class WrongError(Exception):
    """What an item asks does not hold. The message is what was seen: sent, expected and why, came; for people."""


class UngradableError(Exception):
    """The answer could not be graded: no such lab, no file, no target. The message is complete and meant for people."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lab: see the package's docstring for how to write one.

    Attributes:
        title: as its README.
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
        began: is told the name of each item that is begun.
        ended: is told how it ended.
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
    def first_failure(self) -> bool:
        """Whether everything so far holds: what is seen first is told at length."""
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
