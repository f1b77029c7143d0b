# SPDX-License-Identifier: Apache-2.0
"""Mutated frames through the machine code of many programs, in processes whose crashes are found and reported.

Frames are shared out among processes; when one ends, its last batch is sent again frame by frame to find the cause.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import asdict, replace

from p4soft.fidelity.corpus import CorpusError
from p4soft.fidelity.mutation_worker import (
    BATCH,
    NOTHING,
    WHOLE_BATCH,
    Choices,
    Mutator,
    Position,
    Progress,
    Result,
    Task,
    epoch_of,
    prepare,
)
from p4soft.fidelity.wild import programs
from p4soft.llvm.bounds import VARIABLE as BOUNDS

# --- Processes -------------------------------------------------------------------------------------------------------


WORKER = (sys.executable, "-m", "p4soft.fidelity.mutation_worker")
_POLL_S = 0.2
_LAST_WORDS = 2000


class Settings(Struct, frozen=True):
    """Settings for all programs.

    Attributes:
        frames: all together. The first program gets as many as all others.
        seed: of entries and frames.
        jobs: processes at a time.
        checked: compile bounds checks in.
        defines: for the preprocessor.
        workload: a function that gives a program its own entries and frames in every second epoch, as
            `module:function`; see `subject.Workload`. "": no such function.
        still_s: so much processor time a process may take for one batch, or for preparing a program, and so long may
            it take none at all, before it is ended. A machine that is busy otherwise ends nobody.
        worker: the command that is a process, for tests.
    """

    frames: int
    seed: int = 0
    jobs: int = 1
    checked: bool = False
    defines: Mapping[str, str | None] = msgspec.field(default_factory=dict)
    workload: str = ""
    still_s: float = 300.0
    worker: Sequence[str] = WORKER


class Death(Struct, frozen=True):
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
    results: list[Result] = field(default_factory=list)
    deaths: list[Death] = field(default_factory=list)

    @property
    def frames(self) -> int:
        """How many frames went through machine code."""
        return sum(result.frames for result in self.results)

    @property
    def programs(self) -> int:
        return sum(not result.left_out for result in self.results)

    @property
    def wrong(self) -> list[Result]:
        return [result for result in self.results if result.wrong]

    @property
    def holds(self) -> bool:
        """Whether machine code did nothing that it must not."""
        return not self.deaths and not self.wrong and self.programs > 0


def shares(programs: int, frames: int) -> list[int]:
    """How many frames each program gets."""
    if programs == 1:
        return [frames]
    each = frames // (2 * (programs - 1))
    return [frames - each * (programs - 1), *[each] * (programs - 1)]


def run(programs: Sequence[Path], settings: Settings, note: Callable[[Result | Death], None]) -> Outcome:
    """Send mutated frames through programs; `note` gets what comes of each, as it comes."""
    outcome = Outcome()
    given = list(zip(map(str, programs), shares(len(programs), settings.frames), strict=True))

    def report(found: Result | Death) -> None:
        if isinstance(found, Result):
            outcome.results.append(found)
        else:
            outcome.deaths.append(found)
        note(found)

    campaign = _Campaign(settings, report)
    with tempfile.TemporaryDirectory(prefix="mutation-") as work, ThreadPoolExecutor(settings.jobs) as pool:
        try:
            waiting = [
                pool.submit(campaign.one_by_one, given[job :: settings.jobs], Path(work, f"progress{job}"))
                for job in range(settings.jobs)
            ]
            for each in waiting:
                while not each.done():  # a signal that another thread has taken is noticed between two waits
                    wait([each], _POLL_S)
                each.result()
        finally:
            campaign.over.set()  # interrupted: processes end, and nothing is said of them
    return outcome


class _Campaign:
    def __init__(self, settings: Settings, report: Callable[[Result | Death], None]) -> None:
        self._settings = settings
        self._report = report
        self.over = threading.Event()

    def one_by_one(self, given: Sequence[tuple[str, int]], progress: Path) -> None:
        """One process after the other, until all programs were run."""
        left = list(given)
        while left and not self.over.is_set():
            task = Task(
                tuple(name for name, _ in left),
                tuple(frames for _, frames in left),
                self._settings.seed,
                str(progress),
                dict(self._settings.defines),
                self._settings.workload,
            )
            results, how, words = self._process(task)
            if self.over.is_set():
                return
            for result in results:
                self._report(result)
            left = left[len(results) :]
            if left:
                position = Progress.read(progress)
                here = position if position.program == len(results) else None
                self._report(Death(left[0][0], how, self._found(task, len(results), here), words))
                del left[0]

    def _process(self, task: Task) -> tuple[list[Result], str, str]:
        """Results of one process, how it ended, and its last words."""
        path = Path(task.progress)
        Progress.create(path)
        environment = {**os.environ, BOUNDS: "1" if self._settings.checked else ""}
        with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as words:
            with subprocess.Popen(
                self._settings.worker, stdin=subprocess.PIPE, stdout=out, stderr=words, text=True, env=environment
            ) as process:
                assert process.stdin is not None
                try:
                    with contextlib.suppress(BrokenPipeError):
                        process.stdin.write(json.dumps(asdict(task)))
                        process.stdin.close()
                    stood_still = not self._ended(process, path)
                except BaseException:
                    process.kill()  # it would be waited for
                    raise
            out.seek(0)
            words.seek(0)
            results = [Result(**{**found, "wrong": tuple(found["wrong"])}) for found in map(json.loads, out)]
            how = "stood still" if stood_still else _status(process.returncode)
            return results, how, words.read()[-_LAST_WORDS:]

    def _ended(self, process: subprocess.Popen[str], progress: Path) -> bool:
        """Wait for a process; end one that makes no progress, or whose result is no longer wanted."""
        limit, seen, began, last, moved = self._settings.still_s, -1, 0.0, 0.0, time.monotonic()
        while True:
            try:
                process.wait(_POLL_S)
            except subprocess.TimeoutExpired:
                if self.over.is_set():  # the file of its progress may be gone by now
                    process.kill()
                    return False
                steps, spent = Progress.steps(progress), _processor_s(process.pid)
                if steps != seen:
                    seen, began = steps, spent
                if spent != last:
                    last, moved = spent, time.monotonic()
                if spent - began > limit or time.monotonic() - moved > limit:
                    process.kill()
                    return False
            else:
                return True

    def _found(self, task: Task, number: int, position: Position | None) -> str:
        """Which frame ended a process: the batch again, its frames one by one."""
        if position is None or position.program == NOTHING:
            return "before its first frame"
        batch = f"batch {position.batch}"
        name, frames = task.programs[number], task.frames[number]
        again = replace(task, programs=(name,), frames=(frames,), one_by_one=position.batch)
        results, _, _ = self._process(again)
        at = Progress.read(Path(task.progress))
        if results or at.frame == WHOLE_BATCH:
            return f"{batch}; not again when its frames go one by one"
        return f"batch {at.batch}, frame {at.frame}: {_frame(self._settings, name, frames, at)}"


def _processor_s(pid: int) -> float:
    """Processor time of a process that has not been waited for yet, in seconds (proc(5): stat, utime and stime)."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _status(code: int) -> str:
    return signal.Signals(-code).name if code < 0 else f"exit status {code}"


def _frame(settings: Settings, name: str, frames: int, at: Position) -> str:
    subject = prepare(Path(name), Choices(settings.seed, settings.defines, settings.workload), epoch_of(at.batch))
    mutator = Mutator(subject.seeds, settings.seed, Path(name).name)
    port, frame = mutator.batch(at.batch, min(BATCH, frames - at.batch * BATCH)).frame(at.frame)
    return f"port {port}, {frame.hex()}"


# --- Programs and results --------------------------------------------------------------------------------------------


def chosen(paths: Sequence[Path], most: int | None) -> list[Path]:
    """The programs at and below paths; at most ``most``, the first and some others.

    Raises:
        CorpusError: there are none.
    """
    found: dict[Path, None] = {}
    for path in paths:
        found.update(dict.fromkeys([path.resolve()] if path.is_file() else [p.resolve() for p in programs(path)]))
    if not found:
        raise CorpusError(f"{', '.join(map(str, paths))}: no v1model programs there")
    first, *others = found
    if most is not None and most - 1 < len(others):
        others = [others[i * len(others) // (most - 1)] for i in range(most - 1)]
    return [first, *others]


def line_of(found: Result | Death) -> str:
    name = Path(found.program).name
    if isinstance(found, Death):
        last = found.words.strip()
        return f"{name}: DIED: {found.how}, {found.where}" + (f"\n{last}" if last else "")
    if found.left_out:
        return f"{name}: left out: {found.left_out}"
    wrong = "".join(f"\n  WRONG: {text}" for text in found.wrong)
    rate = found.frames / found.seconds if found.seconds else 0
    return f"{name}: {found.frames} frames, {found.left} left the switch, {rate:,.0f}/s{wrong}"


def summary(outcome: Outcome) -> str:
    out = sum(bool(result.left_out) for result in outcome.results)
    frames, left = outcome.frames, sum(result.left for result in outcome.results)
    verdict = "no crash, nothing wrong" if outcome.holds else ""
    if outcome.deaths or outcome.wrong:
        verdict = f"{len(outcome.deaths)} crashes, {len(outcome.wrong)} programs with internal errors"
    elif not outcome.holds:
        verdict = "nothing was tried"
    return f"{frames} frames through {outcome.programs} programs, {left} left ({out} programs left out): {verdict}"
