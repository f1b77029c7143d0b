# SPDX-License-Identifier: Apache-2.0
"""Mutated frames over many programs: shares the frames out, runs processes, and finds out what ended one."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from targets.softswitch.native.bounds import VARIABLE as BOUNDS
from tools.fidelity.mutation.frames import BATCH, Mutator
from tools.fidelity.mutation.progress import NOTHING, WHOLE_BATCH, Position, Progress
from tools.fidelity.mutation.subject import Choices, prepare
from tools.fidelity.mutation.worker import Result, Task, turn_of

WORKER = (sys.executable, "-m", "tools.fidelity.mutation.worker")
_POLL_S = 0.2
_LAST_WORDS = 2000


@dataclass(frozen=True, slots=True)
class Settings:
    """What is the same for all programs.

    Attributes:
        frames: all together. The first program gets as many as all others.
        seed: of entries and frames.
        jobs: processes at a time.
        checked: compile bounds checks in.
        defines: for the preprocessor.
        still_s: so long a process may be with one batch, or with preparing a program, before it is ended.
        worker: the command that is a process, for tests.
    """

    frames: int
    seed: int = 0
    jobs: int = 1
    checked: bool = False
    defines: Mapping[str, str | None] = field(default_factory=dict)
    still_s: float = 300.0
    worker: Sequence[str] = WORKER


@dataclass(frozen=True, slots=True)
class Death:
    """A process that ended, or stood still, with a program.

    Attributes:
        how: the signal or status.
        where: batch, and frame if one frame does it; the frame's port and bytes.
        words: the end of what it wrote to standard error.
    """

    program: str
    how: str
    where: str
    words: str


@dataclass(slots=True)
class Outcome:
    """What came of it all."""

    results: list[Result] = field(default_factory=list)
    deaths: list[Death] = field(default_factory=list)

    @property
    def frames(self) -> int:
        """How many frames went through machine code."""
        return sum(result.frames for result in self.results)

    @property
    def programs(self) -> int:
        """How many programs they went through."""
        return sum(not result.left_out for result in self.results)

    @property
    def wrong(self) -> list[Result]:
        """Programs in which the switch went wrong."""
        return [result for result in self.results if result.wrong]

    @property
    def holds(self) -> bool:
        """Whether machine code did nothing that it must not."""
        return not self.deaths and not self.wrong and self.programs > 0


def shares(programs: int, frames: int) -> list[int]:
    """How many frames each of so many programs gets."""
    if programs == 1:
        return [frames]
    each = frames // (2 * (programs - 1))
    return [frames - each * (programs - 1), *[each] * (programs - 1)]


def run(programs: Sequence[Path], settings: Settings, note: Callable[[Result | Death], None]) -> Outcome:
    """Send mutated frames through programs; `note` is told what comes of each, as it comes."""
    outcome = Outcome()
    given = list(zip(map(str, programs), shares(len(programs), settings.frames), strict=True))

    def told(found: Result | Death) -> None:
        if isinstance(found, Result):
            outcome.results.append(found)
        else:
            outcome.deaths.append(found)
        note(found)

    with tempfile.TemporaryDirectory(prefix="mutation-") as work, ThreadPoolExecutor(settings.jobs) as pool:
        waiting = [
            pool.submit(_one_by_one, settings, given[job :: settings.jobs], Path(work, f"progress{job}"), told)
            for job in range(settings.jobs)
        ]
        for each in waiting:
            each.result()
    return outcome


def _one_by_one(
    settings: Settings, given: Sequence[tuple[str, int]], progress: Path, told: Callable[[Result | Death], None]
) -> None:
    """One process after the other, until all programs were run."""
    left = list(given)
    while left:
        task = Task(
            tuple(name for name, _ in left),
            tuple(frames for _, frames in left),
            settings.seed,
            str(progress),
            dict(settings.defines),
        )
        results, how, words = _process(settings, task)
        for result in results:
            told(result)
        left = left[len(results) :]
        if left:
            position = Progress.read(progress)
            here = position if position.program == len(results) else None
            told(Death(left[0][0], how, _found(settings, task, len(results), here), words))
            del left[0]


def _process(settings: Settings, task: Task) -> tuple[list[Result], str, str]:
    """Results of one process, how it ended, and its last words."""
    path = Path(task.progress)
    Progress.create(path)
    environment = {**os.environ, BOUNDS: "1" if settings.checked else ""}
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as words:
        with subprocess.Popen(
            settings.worker, stdin=subprocess.PIPE, stdout=out, stderr=words, text=True, env=environment
        ) as process:
            assert process.stdin is not None
            process.stdin.write(json.dumps(asdict(task)))
            process.stdin.close()
            stood_still = not _ended(process, path, settings.still_s)
        out.seek(0)
        words.seek(0)
        results = [Result(**{**found, "wrong": tuple(found["wrong"])}) for found in map(json.loads, out)]
        how = "stood still" if stood_still else _status(process.returncode)
        return results, how, words.read()[-_LAST_WORDS:]


def _ended(process: subprocess.Popen[str], progress: Path, still_s: float) -> bool:
    """Wait for a process; end one that gets nowhere."""
    seen, since = -1, time.monotonic()
    while True:
        try:
            process.wait(_POLL_S)
        except subprocess.TimeoutExpired:
            steps = Progress.steps(progress)
            if steps != seen:
                seen, since = steps, time.monotonic()
            elif time.monotonic() - since > still_s:
                process.kill()
                return False
        else:
            return True


def _status(code: int) -> str:
    return signal.Signals(-code).name if code < 0 else f"exit status {code}"


def _found(settings: Settings, task: Task, number: int, position: Position | None) -> str:
    """Which frame ended a process: the batch again, its frames one by one."""
    if position is None or position.program == NOTHING:
        return "before its first frame"
    batch = f"batch {position.batch}"
    name, frames = task.programs[number], task.frames[number]
    again = replace(task, programs=(name,), frames=(frames,), one_by_one=position.batch)
    results, _, _ = _process(settings, again)
    at = Progress.read(Path(task.progress))
    if results or at.frame == WHOLE_BATCH:
        return f"{batch}; not again when its frames go one by one"
    return f"batch {at.batch}, frame {at.frame}: {_frame(settings, name, frames, at)}"


def _frame(settings: Settings, name: str, frames: int, at: Position) -> str:
    subject = prepare(Path(name), Choices(settings.seed, settings.defines), turn_of(at.batch))
    mutator = Mutator(subject.seeds, settings.seed, Path(name).name)
    port, frame = mutator.batch(at.batch, min(BATCH, frames - at.batch * BATCH)).frame(at.frame)
    return f"port {port}, {frame.hex()}"
