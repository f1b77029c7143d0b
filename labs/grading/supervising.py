# SPDX-License-Identifier: Apache-2.0
"""Grades an answer in a child process with limits: an answer that loops, or kills its process, is a failed item."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from pathlib import Path

from labs.grading.grader import SEED
from labs.grading.lesson import UngradableError
from labs.grading.lessons import Lab
from labs.grading.limits import Ended, Limits, run
from labs.grading.orphans import no_orphans
from labs.grading.results import Grade, Item, ItemResult, collect

_MEMORY = 6 << 30
"""Bytes of address space: of the compiler, the switch and gRPC together, most of it never touched."""
_WALL = 20
"""How much longer it may take by the clock: the machine may be busy, BMv2 works in real time."""
_TAIL = 1500


class _Told:
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
            result = ItemResult.model_validate(record["ended"])
            self.results[result.name] = result
            self.begun = None
        else:
            self.ungradable = str(record["ungradable"])


def supervise(lab: Lab, answer: Path, target: str, seed: int, student: str = "") -> Grade:
    """Grade an answer as `grader.grade_here` does, in a child that is given `lab.limit_s` seconds of processor time.

    Raises:
        UngradableError: the answer cannot be graded.
    """
    told = _Told()
    reading, writing = os.pipe()
    command = [
        sys.executable,
        "-m",
        "labs.grading.grader",
        lab.number,
        str(answer.resolve()),
        target,
        student,
        str(writing),
    ]
    # What is killed cannot remove its files: everything that it makes is in a folder that is ours.
    with tempfile.TemporaryDirectory(prefix="grading-", ignore_cleanup_errors=True) as room:
        try:
            with no_orphans():
                ended = run(
                    command, Limits(lab.limit_s, lab.limit_s * _WALL, _MEMORY), cwd=Path.cwd(),
                    env={"TMPDIR": room, SEED: str(seed)}, pass_fd=writing, on_readable=(reading, told.take),
                )  # fmt: skip
        except OSError as error:
            raise UngradableError(f"cannot start the grader: {error.strerror}") from None
        finally:
            os.close(reading)
    if told.ungradable:
        raise UngradableError(told.ungradable)
    if not told.items:
        raise UngradableError(f"the grader {ended.why or 'said nothing'}: {ended.output[-_TAIL:].strip()}")
    items = tuple(collect(told.items, told.results, told.begun, _why(ended)))
    return Grade(
        lab=lab.number,
        title=told.title,
        answer=str(answer),
        target=told.target,
        student=student,
        seed=seed,
        items=items,
    )


def _why(ended: Ended) -> str:
    tail = ended.output[-_TAIL:].strip()
    return f"the grading {ended.why or 'broke off'}" + (f":\n{tail}" if tail else "")
