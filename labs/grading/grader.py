# SPDX-License-Identifier: Apache-2.0
"""The command line of the graders, and the limits of the child process in which an answer is graded (`child`).

An answer that loops, or kills its process, is a failed item.

A class of submissions to one lab is graded side by side, into a table and CSV. A submission is a folder with the lab's
answer file in it, or a file `STUDENT.SUFFIX`, in the folder of the class. All get the same packets and tables,
and each is graded in a child like a single one.
"""

from __future__ import annotations

import csv
import io
import json
import os
import secrets
import shutil
import sys
import tempfile
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from functools import partial
from itertools import islice
from pathlib import Path

import click
from msgspec import Struct, convert
from msgspec.structs import replace
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from common.text import one_line, plural
from labs.grading.child import SEED
from labs.grading.confined import end_with
from labs.grading.lesson import MARKS, Grade, Item, ItemResult, UngradableError, as_json, as_text, collect
from labs.grading.lessons import Lab, find_lab
from labs.grading.sandbox import Ended, Limits, no_orphans, run
from p4soft.command_line import InterruptedCommandError, run_command
from p4soft.outputs import write_text
from p4soft.targets import TARGET_NAMES

# --- The child, as its parent sees it --------------------------------------------------------------------------------


_MEMORY = 6 << 30
"""Bytes of address space: of the compiler, the switch and gRPC together, most of it never touched."""
_WALL = 20
"""How much longer it may take by the clock: the machine may be busy, BMv2 works in real time."""
_TAIL = 1500


class _Progress:
    """What the child has said so far."""

    def __init__(self) -> None:
        self.title = ""
        self.target = ""
        self.items: list[Item] = []
        self.results: dict[str, ItemResult] = {}
        self.begun: str | None = None
        self.ungradable = ""
        self._rest = b""

    def take(self, chunk: bytes) -> None:
        """Take bytes of the pipe, whole lines or not."""
        *lines, self._rest = (self._rest + chunk).split(b"\n")
        for line in lines:
            self._record(json.loads(line))

    def _record(self, record: dict[str, object]) -> None:
        if "items" in record:
            self.title = str(record["title"])
            self.target = str(record["target"])
            items = record["items"]
            assert isinstance(items, list)
            self.items = [Item(**each) for each in items]
        elif "began" in record:
            self.begun = str(record["began"])
        elif "ended" in record:
            result = convert(record["ended"], ItemResult)
            self.results[result.name] = result
            self.begun = None
        else:
            self.ungradable = str(record["ungradable"])


def supervise(lab: Lab, answer: Path, target: str, seed: int, student: str = "") -> Grade:
    """Grade an answer as `child.grade_here` does, in a child that is given `lab.limit_s` seconds of processor time.

    Raises:
        UngradableError: the answer cannot be graded.
    """
    progress = _Progress()
    reading, writing = os.pipe()
    command = [
        sys.executable,
        "-m",
        "labs.grading.child",
        lab.number,
        str(answer.resolve()),
        target,
        student,
        str(writing),
    ]
    # A killed process cannot remove its files: all of them are in a folder of ours.
    with tempfile.TemporaryDirectory(prefix="grading-", ignore_cleanup_errors=True) as room:
        try:
            with no_orphans():
                ended = run(
                    command, Limits(lab.limit_s, lab.limit_s * _WALL, _MEMORY), cwd=Path.cwd(),
                    env={"TMPDIR": room, SEED: str(seed)}, pass_fd=writing, on_readable=(reading, progress.take),
                )  # fmt: skip
        except OSError as error:
            raise UngradableError(f"cannot start the grader: {error.strerror}") from None
        finally:
            os.close(reading)
    if progress.ungradable:
        raise UngradableError(progress.ungradable)
    if not progress.items:
        raise UngradableError(f"the grader {ended.why or 'said nothing'}: {ended.output[-_TAIL:].strip()}")
    items = tuple(collect(progress.items, progress.results, progress.begun, _why(ended)))
    return Grade(
        lab=lab.number,
        title=progress.title,
        answer=one_line(str(answer)),
        target=progress.target,
        student=student,
        seed=seed,
        items=items,
    )


def _why(ended: Ended) -> str:
    tail = ended.output[-_TAIL:].strip()
    return f"the grading {ended.why or 'broke off'}" + (f":\n{tail}" if tail else "")


# --- A class ---------------------------------------------------------------------------------------------------------


_STYLES = {"ok": "green", "FAIL": "bold red", "--": "dim"}
_NOTE = 600
"""Characters of a note: a cell that can still be read."""
_LOOKED_AT = 1000
"""How many files of a folder are looked at for one that may be meant."""
#: More items than this do not fit beside each other in a terminal; the CSV has all.
_MOST_ITEMS = 8

Judge = Callable[[Path, str], Grade]
"""Grades an answer as that of a student, whose name is empty where it does not matter."""


class Submission(Struct, frozen=True):
    """What one student handed in; `answer` is None where there is no answer file, and `why` says what there is."""

    student: str
    answer: Path | None
    why: str = ""


class Mark(Struct, frozen=True):
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
    from concurrent.futures import ProcessPoolExecutor, as_completed  # noqa: PLC0415 - one answer needs no pool
    from multiprocessing import active_children  # noqa: PLC0415 - the same

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


# --- The command -----------------------------------------------------------------------------------------------------


ERRORS = (UngradableError,)
_PATH = click.Path(path_type=Path)
_WIDE = 140
"""Columns of a class's table where there is no terminal."""


@click.command(
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Exit status: 0 every item holds, 1 one does not, 2 it could not be graded.",
)
@click.argument("number", metavar="NN")
@click.option(
    "--answer", type=_PATH, help="What to grade: a file, or the folder it is in (default: the starter in place)."
)
@click.option(
    "--target", type=click.Choice(TARGET_NAMES), default="embedded", help="Where it runs (default: embedded)."
)
@click.option("--json", "report", type=_PATH, metavar="FILE", help="Write the grade as JSON, for autograding.")
@click.option("--seed", type=int, help="Repeat a run: its packets and tables (default: random, and printed).")
@click.option(
    "--material",
    type=_PATH,
    metavar="DIR",
    help="Write what the lab hands out to --student into a folder, and grade nothing.",
)
@click.option("--student", default="", help="Whose material it is; or as whose the answer is marked.")
@click.option(
    "--class",
    "classroom",
    type=_PATH,
    metavar="DIR",
    help="Grade all submissions in a folder, STUDENT/ANSWER or STUDENT.SUFFIX, into a table and a CSV file.",
)
@click.option("--csv", "sheet", type=_PATH, metavar="FILE", help="Where --class writes (default: DIR/grades-NN.csv).")
@click.option("--jobs", type=click.IntRange(1), help="How many --class grades at a time (default: all processors).")
def main(
    *,
    number: str,
    answer: Path | None,
    target: str,
    report: Path | None,
    seed: int | None,
    material: Path | None,
    student: str,
    classroom: Path | None,
    sheet: Path | None,
    jobs: int | None,
) -> None:
    """Grade an answer to lab NN: what works, what does not, and where to look."""
    lab = find_lab(number)
    if classroom is not None:
        if answer is not None or material is not None or student or report is not None:
            raise click.UsageError("--class goes with --csv, --jobs, --target and --seed only")
        sheet = sheet or classroom / f"grades-{lab.number}.csv"
        _grade_class(lab, classroom, sheet, jobs, target=target, seed=_seed(seed))
        return
    if sheet is not None or jobs is not None:
        raise click.UsageError("--csv and --jobs go with --class only")
    if material is not None:
        lesson = lab.lesson()
        if lesson.material is None:
            raise UngradableError(f"lab {lab.number} hands out nothing but its starter, {lab.starter.parent}")
        if not student:
            raise click.UsageError("--material needs --student NAME: everybody gets their own")
        lesson.material(student, material)
        click.echo(f"{material}: the material of lab {lab.number} for {student}")
        return
    path = _found(_near(lab.starter) if answer is None else answer, lab.answer)
    grade = _judged(lab, target, _seed(seed), path, student)
    click.echo(as_text(grade), nl=False)
    if report is not None:
        write_text(report, as_json(grade))
    if not grade.passed:
        sys.exit(1)


def _seed(given: int | None) -> int:
    return secrets.randbelow(1 << 32) if given is None else given


def _grade_class(lab: Lab, folder: Path, sheet: Path, jobs: int | None, *, target: str, seed: int) -> None:
    """Grade a class into a table and a CSV file; status 2 if an answer could not be graded."""
    handed_in, others = submissions(folder, lab)
    answers = sum(each.answer is not None for each in handed_in)
    marks = {each.student: Mark(each.student, None, each.why or "not graded: interrupted") for each in handed_in}
    done = 0
    try:
        with (
            closing(graded(lab, handed_in, partial(_judged, lab, target, seed), jobs=jobs)) as coming,
            click.progressbar(length=answers, label=f"lab {lab.number}", file=sys.stderr) as bar,
        ):
            for mark in coming:
                marks[mark.student] = mark
                done += 1
                bar.update(1)
    except InterruptedCommandError:
        if done:
            rest = sheet.with_stem(f"{sheet.stem}-interrupted")
            write_text(rest, class_csv(lab, [*marks.values()]))
            click.echo(f"{done} of {plural(answers, 'answer')} graded; seed {seed}; {rest}", err=True)
        raise
    found = [*marks.values()]
    Console(width=None if sys.stdout.isatty() else _WIDE).print(class_table(lab, found))
    write_text(sheet, class_csv(lab, found))
    if others:
        click.echo(f"passed over: {', '.join(others)}; accepted: {accepted_names(lab)}")
    passed = sum(mark.grade is not None and mark.grade.passed for mark in found)
    click.echo(f"{passed} of {plural(len(found), 'submission')} passed; seed {seed}; {sheet}")
    if answers > sum(mark.grade is not None for mark in found):
        sys.exit(2)


def _judged(lab: Lab, target: str, seed: int, answer: Path, student: str) -> Grade:
    """Grade an answer, or a copy of it: what an old system named is no UTF-8, which compilers want."""
    if str(answer).isprintable() and one_line(str(answer)) == str(answer):
        return supervise(lab, answer, target, seed, student)
    with tempfile.TemporaryDirectory(prefix="class-") as room:
        if answer.name == lab.answer:
            copy = Path(shutil.copytree(answer.parent, Path(room) / "answer", symlinks=True)) / lab.answer
        else:
            copy = Path(shutil.copyfile(answer, Path(room) / lab.answer))
        return replace(supervise(lab, copy, target, seed, student), answer=one_line(str(answer)))


def _found(path: Path, name: str) -> Path:
    file = path / name if path.is_dir() else path
    if not file.is_file():  # a pipe would be waited for
        raise UngradableError(f"{file}: no such file; accepted: --answer PATH of your {name}, or the folder it is in")
    try:
        wrong = file.read_bytes().decode().find("\0")
    except OSError as error:
        raise UngradableError(f"{file}: cannot read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        wrong = error.start
    if wrong >= 0:
        raise UngradableError(f"{file}: byte {wrong} is not text in UTF-8; accepted: {name} as an editor saves it")
    return file


def _near(path: Path) -> Path:
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path


def entry() -> None:
    run_command(main, ERRORS, status=2, name="python -m labs.grading")
