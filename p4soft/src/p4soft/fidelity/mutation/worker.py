# SPDX-License-Identifier: Apache-2.0
"""The process that may die: runs batches of mutated frames through programs' machine code.

`python -m p4soft.fidelity.mutation.worker` reads a `Task` as JSON from standard input, and writes a line of JSON, a
`Result`, for each program.
"""

from __future__ import annotations

import faulthandler
import json
import logging
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from p4soft.fidelity.mutation.frames import BATCH, RECORD, Mutator
from p4soft.fidelity.mutation.progress import WHOLE_BATCH, Position, Progress
from p4soft.fidelity.mutation.subject import Choices, NoSubject, prepare
from p4soft.llvm.bounds import CHECKED
from p4soft.switch import Emission

_SHOWN = 3
_STEP = 64 if CHECKED else BATCH
"""Frames at a time: those that are left after a stop are staged again where bounds are checked."""
BATCHES = 128
"""Of a turn."""


@dataclass(frozen=True, slots=True)
class Task:
    """What a process is to do.

    Attributes:
        programs: main files.
        frames: for each of them.
        seed: of entries and frames.
        progress: the file of `Progress`.
        defines: for the preprocessor.
        workload: `Settings.workload`.
        one_by_one: from this batch on, frames go alone, so that the one that ends the process is known; None: never.
    """

    programs: tuple[str, ...]
    frames: tuple[int, ...]
    seed: int
    progress: str
    defines: dict[str, str | None] = field(default_factory=dict)
    workload: str = ""
    one_by_one: int | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a program.

    Attributes:
        left_out: why it was not run, or "".
        frames, left: how many frames went in, and how many came out.
        seconds: in the switch, mutation apart.
        wrong: internal errors of the switch, the first few.
    """

    program: str
    left_out: str = ""
    frames: int = 0
    left: int = 0
    seconds: float = 0.0
    wrong: tuple[str, ...] = ()


class Counting:
    """What leaves is counted, and forgotten."""

    def __init__(self) -> None:
        self.left = 0

    def records(self, records: int, count: int, data: int) -> None:
        """Frames that leave machine code."""
        del records, data
        self.left += count

    def emissions(self, emissions: Sequence[Emission]) -> None:
        """Frames that leave Python."""
        self.left += len(emissions)


def run(task: Task, number: int, progress: Progress) -> Result:
    """Run one program of a task."""
    name, wanted = task.programs[number], task.frames[number]
    choices, sink, spent = Choices(task.seed, task.defines, task.workload), Counting(), 0.0
    wrong: list[str] = []
    batches = -(-wanted // BATCH)
    for turn in range(turn_of(task.one_by_one or 0), turn_of(batches - 1) + 1):
        try:
            subject = prepare(Path(name), choices, turn)
        except NoSubject as reason:
            return Result(name, left_out=str(reason))
        mutator = Mutator(subject.seeds, task.seed, Path(name).name)
        for batch in range(turn * BATCHES, min(batches, (turn + 1) * BATCHES)):
            frames = mutator.batch(batch, min(BATCH, wanted - batch * BATCH))
            alone = task.one_by_one is not None and batch >= task.one_by_one
            start = time.perf_counter()
            step = 1 if alone else _STEP
            for first in range(0, len(frames.records), step):
                progress.write(Position(number, batch, first if alone else WHOLE_BATCH))
                at = frames.records.ctypes.data + first * RECORD.itemsize
                subject.switch.receive_records(at, min(step, len(frames.records) - first), sink)
            spent += time.perf_counter() - start
        wrong += subject.switch.wrong
    return Result(name, "", wanted, sink.left, spent, tuple(wrong[:_SHOWN]))


def turn_of(batch: int) -> int:
    """Which turn a batch belongs to: after `BATCHES`, the switch starts anew with other entries."""
    return batch // BATCHES


def main() -> None:
    """Do the task."""
    faulthandler.enable()
    logging.getLogger("p4soft.switch").setLevel(logging.CRITICAL)  # a million asserts that fail need no line each
    given = json.load(sys.stdin)
    task = Task(**{**given, "programs": tuple(given["programs"]), "frames": tuple(given["frames"])})
    progress = Progress(Path(task.progress))
    for number in range(len(task.programs)):
        print(json.dumps(asdict(run(task, number, progress))), flush=True)


if __name__ == "__main__":
    main()
