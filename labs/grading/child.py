# SPDX-License-Identifier: Apache-2.0
"""The child process in which an answer is graded: `... labs.grading.child NN ANSWER TARGET STUDENT FD`.

The seed is in its environment, which a student's program can neither inherit nor read, as it could arguments. The child
writes a line of JSON to the file descriptor FD for whatever it knows: `{"title", "target", "items"}` first,
`{"began": name}` and `{"ended": result}` for each item, `{"ungradable": message}` when it cannot be graded.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import traceback
from collections.abc import Callable
from pathlib import Path
from random import Random

from msgspec import structs

from common.text import one_line
from labs.grading.lesson import Grade, ItemResult, UngradableError, Work, collect, grade
from labs.grading.lessons import Lab, find_lab

SEED = "MRC_LAB_SEED"
"""Environment variable of the command's child."""


def grade_here(
    lab: Lab, answer: Path, target: str, seed: int, *,
    student: str = "", tell: Callable[[dict[str, object]], None] = lambda _: None,
) -> Grade:  # fmt: skip
    """Grade an answer in this process, without limits: what loops, loops here.

    Args:
        lab: of the table.
        answer: the student's file, or folder.
        target: `embedded` or `bmv2`.
        seed: of everything random.
        student: whose answer it is to be; empty: whose it says.
        tell: gets what the module's docstring says, as it happens.

    Raises:
        UngradableError: it cannot be graded.
    """
    lesson = lab.lesson()
    items = [structs.asdict(item) for item in lesson.items]
    tell({"title": lesson.title, "target": lesson.only or target, "items": items})

    def ended(result: ItemResult) -> None:
        tell({"ended": structs.asdict(result)})

    with tempfile.TemporaryDirectory(prefix="lab-") as room:
        work = Work(
            answer.resolve(), target, Random(seed), Path(room), lesson.items, student=student,
            began=lambda name: tell({"began": name}), ended=ended,
        )  # fmt: skip
        grade(lesson, work)
    return Grade(
        lab=lab.number, title=lesson.title, answer=one_line(str(answer)), target=lesson.only or target, student=student,
        seed=seed, items=tuple(collect(lesson.items, work.results, None, "")),
    )  # fmt: skip


def grade_as_child() -> None:
    number, answer, target, student, descriptor = sys.argv[1:]
    seed = os.environ.pop(SEED)
    with os.fdopen(int(descriptor), "w", encoding="utf-8") as pipe:

        def tell(record: dict[str, object]) -> None:
            print(json.dumps(record), file=pipe, flush=True)

        try:
            grade_here(find_lab(number), Path(answer), target, int(seed), student=student, tell=tell)
        except UngradableError as error:
            tell({"ungradable": str(error)})
        except Exception:  # noqa: BLE001 (a fault of ours must not count against a student)
            tell({"ungradable": f"the grader itself failed; please report this:\n{traceback.format_exc()}"})


if __name__ == "__main__":
    grade_as_child()
