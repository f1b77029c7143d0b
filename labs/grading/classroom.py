# SPDX-License-Identifier: Apache-2.0
"""A class of submissions to one lab: graded side by side, as a table and as CSV.

A submission is a folder with the lab's answer file in it, or a file `STUDENT.SUFFIX`, in the folder of the class. All
get the same packets and tables, and each is graded in a process of its own, with the limits and the sandbox of a single
grading.
"""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from itertools import islice
from multiprocessing import active_children
from pathlib import Path

from rich import box
from rich.table import Table
from rich.text import Text

from common.text import one_line
from labs.grading.confined import end_with
from labs.grading.lesson import MARKS, Grade, UngradableError
from labs.grading.lessons import Lab

_STYLES = {"ok": "green", "FAIL": "bold red", "--": "dim"}
_NOTE = 600
"""Characters of a note: a cell that can still be read."""
_LOOKED_AT = 1000
"""How many files of a folder are looked at for one that may be meant."""
#: More items than this do not fit beside each other in a terminal; the CSV has all.
_MOST_ITEMS = 8

Judge = Callable[[Path, str], Grade]
"""Grades an answer as that of a student, whose name is empty where it does not matter."""


@dataclass(frozen=True, slots=True)
class Submission:
    """What one student handed in; `answer` is None where there is no answer file, and `why` says what there is."""

    student: str
    answer: Path | None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Mark:
    """What came of a submission: its grade, or why there is none."""

    student: str
    grade: Grade | None
    why: str = ""


def submissions(folder: Path, lab: Lab) -> tuple[list[Submission], list[str]]:
    """The submissions in a folder, by students' names, and what is none of them. What begins with a dot is neither.

    Raises:
        UngradableError: the folder is not there or cannot be read, has no submission, or two of one name.
    """
    try:
        entries = sorted(each for each in folder.iterdir() if not each.name.startswith("."))
    except OSError as error:
        accepted = f"a folder with a folder for each student, and {lab.answer} in it"
        raise UngradableError(f"{folder}: {error.strerror}; accepted: {accepted}") from None
    suffix = Path(lab.answer).suffix
    found: list[Submission] = []
    others: list[str] = []
    for entry in entries:
        if entry.is_dir():
            found.append(_in_folder(entry, lab))
        elif entry.suffix == suffix and (entry.is_file() or entry.is_symlink()):
            outside = _why_outside(entry, folder, lab.answer)
            found.append(Submission(one_line(entry.stem), None if outside else entry, outside))
        elif not entry.match("grades-*.csv"):
            others.append(one_line(entry.name))
    names = [each.student for each in found]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise UngradableError(f"{folder}: {twice} is there twice, as a folder and as a file; accepted: one of them")
    if not found:
        raise UngradableError(f"{folder}: no submissions; accepted: {accepted_names(lab)}")
    return found, others


def accepted_names(lab: Lab) -> str:
    return f"STUDENT/{lab.answer} or STUDENT{Path(lab.answer).suffix}"


def _in_folder(folder: Path, lab: Lab) -> Submission:
    student, answer = one_line(folder.name), folder / lab.answer
    outside = _why_outside(answer, folder, lab.answer)
    if outside:
        return Submission(student, None, outside)
    if answer.is_file():
        return Submission(student, answer)
    return Submission(student, None, f"no {lab.answer}; {_instead(folder, lab)}")


def _why_outside(answer: Path, folder: Path, name: str) -> str:
    """Why a link is no answer, or "": it may be the neighbour's, or the solution."""
    if not answer.is_symlink() or answer.resolve().is_relative_to(folder.resolve()):
        return ""
    return f"{name} is a symbolic link to elsewhere; accepted: the file itself"


def _instead(folder: Path, lab: Lab) -> str:
    """What a folder has that may be meant for the answer."""
    files = sorted(each for each in islice(folder.rglob("*"), _LOOKED_AT) if each.is_file())
    suffix = Path(lab.answer).suffix
    meant = [each for each in files if each.name.casefold() == lab.answer] or [
        each for each in files if each.suffix.casefold() == suffix
    ]
    shown = [one_line(str(each.relative_to(folder))) for each in meant or files]
    if not shown:
        return "the folder is empty" if not any(folder.iterdir()) else "there is no file"
    return f"there is {', '.join(shown[:3])}{' ...' if len(shown) > 3 else ''}"


def graded(
    lab: Lab, handed_in: Sequence[Submission], judge: Judge, *, jobs: int | None = None
) -> Generator[Mark, None, None]:
    """Grade all submissions that have an answer; each mark as it comes, in any order.

    Args:
        lab: of all of them.
        handed_in: by `submissions`.
        judge: grades one; it is called in other processes.
        jobs: how many at a time; None: as many as there are processors.
    """
    jobs = jobs or os.cpu_count() or 1
    with ProcessPoolExecutor(max_workers=jobs, initializer=end_with, initargs=(os.getpid(),)) as pool:
        coming = [
            pool.submit(_mark, judge, lab, each.student, each.answer) for each in handed_in if each.answer is not None
        ]
        try:
            for future in as_completed(coming):
                yield future.result()
        except BaseException:  # interrupted, or closed before its end: leaving the pool would wait for what has begun
            pool.shutdown(wait=False, cancel_futures=True)
            for worker in active_children():
                worker.terminate()
            raise


def _mark(judge: Judge, lab: Lab, student: str, answer: Path) -> Mark:
    """Grade one submission. The student's name counts where each student has material of their own."""
    try:
        return Mark(student, judge(answer, student if lab.lesson().material is not None else ""))
    except UngradableError as error:
        return Mark(student, None, str(error))


def lab_points(lab: Lab) -> int:
    return sum(item.points for item in lab.lesson().items)


def class_table(lab: Lab, marks: Sequence[Mark]) -> Table:
    """One row a student: points, and a mark for each item while there is room."""
    items = lab.lesson().items
    shown = items if len(items) <= _MOST_ITEMS else ()
    table = Table(title=f"Lab {lab.number}", title_justify="left", title_style="bold", box=box.SIMPLE_HEAD)
    table.add_column("student", overflow="fold")
    table.add_column("points", justify="right", no_wrap=True)
    for item in shown:
        table.add_column(item.name, overflow="fold")
    table.add_column("first to fail", overflow="fold")
    of = lab_points(lab)
    for mark in marks:
        grade = mark.grade
        if grade is None:
            table.add_row(Text(mark.student), f"0/{of}", *("" for _ in shown), Text(one_line(mark.why), "bold red"))
            continue
        signs = [MARKS[each.verdict] for each in grade.items[: len(shown)]]
        texts = [Text(sign, _STYLES[sign]) for sign in signs]
        first = grade.first_failed
        table.add_row(Text(mark.student), f"{grade.points}/{grade.of}", *texts, "" if first is None else first.name)
    return table


def class_csv(lab: Lab, marks: Sequence[Mark]) -> str:
    """A header, and a row for each student: points, how many there are, a column for each item, and a note.

    It begins with a byte order mark, without which Excel does not take it for UTF-8.
    """
    items = lab.lesson().items
    text = io.StringIO("\ufeff")
    text.seek(0, io.SEEK_END)
    writer = csv.writer(text, lineterminator="\n")
    of = lab_points(lab)
    writer.writerow(["student", "points", "of", "passed", *(item.name for item in items), "note"])
    for mark in marks:
        grade = mark.grade
        if grade is None:
            writer.writerow([_cell(mark.student), 0, of, "no", *("" for _ in items), _note(mark.why)])
            continue
        signs, first = [MARKS[each.verdict] for each in grade.items], grade.first_failed
        passed, note = ("yes", "") if first is None else ("no", _note(f"{first.name}: {first.seen}"))
        writer.writerow([_cell(mark.student), grade.points, grade.of, passed, *signs, note])
    return text.getvalue()


def _note(text: str) -> str:
    """A note as one line; a grading of the answer alone has all of it."""
    line = one_line(text)
    return _cell(line if len(line) <= _NOTE else f"{line[: _NOTE - 4]} ...")


def _cell(text: str) -> str:
    """Text that a spreadsheet does not take for a formula."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text
