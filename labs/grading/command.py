# SPDX-License-Identifier: Apache-2.0
"""The command line of the graders."""

from __future__ import annotations

import secrets
import sys
from pathlib import Path

import click

from labs.grading.lesson import UngradableError
from labs.grading.lessons import find_lab
from labs.grading.results import as_text
from labs.grading.supervising import supervise
from p4soft.command_line import run_command
from p4soft.outputs import write_text
from p4soft.targets import TARGET_NAMES

_PATH = click.Path(path_type=Path)


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
def main(
    *,
    number: str,
    answer: Path | None,
    target: str,
    report: Path | None,
    seed: int | None,
    material: Path | None,
    student: str,
) -> None:
    """Grade an answer to lab NN: what works, what does not, and where to look."""
    lab = find_lab(number)
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
    grade = supervise(lab, path, target, secrets.randbelow(1 << 32) if seed is None else seed, student)
    click.echo(as_text(grade), nl=False)
    if report is not None:
        write_text(report, grade.model_dump_json(indent=2) + "\n")
    if not grade.passed:
        sys.exit(1)


def _found(path: Path, name: str) -> Path:
    file = path / name if path.is_dir() else path
    if not file.is_file():  # a pipe would be waited for
        raise UngradableError(f"{file}: no such file; accepted: --answer PATH of your {name}, or the folder it is in")
    return file


def _near(path: Path) -> Path:
    """The path as seen from here, if it lies below."""
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path


def entry() -> None:
    """Entry point: exit status as the help says."""
    run_command(main, (UngradableError,), status=2, name="python -m labs.grading")
