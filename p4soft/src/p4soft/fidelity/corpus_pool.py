# SPDX-License-Identifier: Apache-2.0
"""Measures many programs, some at a time, each in a worker process that may crash or hang without harm to the rest."""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from types import FrameType

from p4soft.fidelity.corpus import CRASH, Outcome

Measure = Callable[[Path], Outcome]
"""Measures one program. Must be picklable."""

_STEP = 25


class _TooLongError(BaseException):
    """Not an Exception, so that nothing under measurement swallows it."""


@dataclass(frozen=True, slots=True)
class Pool:
    """Where and how long: `jobs` processes, `limit_s` seconds for each program; names are relative to `root`."""

    root: Path
    jobs: int = 2
    limit_s: int = 180

    def run(self, title: str, measure: Measure, programs: Sequence[Path]) -> list[Outcome]:
        """The outcome of every program, in the order given; progress goes to standard error."""
        outcomes: dict[Path, Outcome] = {}

        def note(program: Path, outcome: Outcome) -> None:
            outcomes[program] = outcome
            _progress(title, len(outcomes), len(programs))

        work = partial(_guarded, measure, self.root, self.limit_s)
        _run_batch(work, programs, self.jobs, note)
        for program in programs:
            # A process that dies takes the pool with it; whoever was left then gets a pool alone.
            if program not in outcomes:
                _run_batch(work, [program], 1, note)
                if program not in outcomes:
                    note(program, _crashed(program, self.root, "the process ended abruptly"))
        return [outcomes[p] for p in programs]


def _run_batch(work: Measure, batch: Sequence[Path], jobs: int, note: Callable[[Path, Outcome], None]) -> None:
    # gRPC does not survive a fork.
    with ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn")) as executor:
        waiting: dict[Future[Outcome], Path] = {executor.submit(work, program): program for program in batch}
        try:
            for future in as_completed(waiting):
                with contextlib.suppress(BrokenProcessPool):
                    note(waiting[future], future.result())
        except KeyboardInterrupt:
            executor.shutdown(wait=False, cancel_futures=True)
            raise


def _progress(title: str, done: int, total: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{title}: {done} of {total}", end="\n" if done == total else "", file=sys.stderr, flush=True)
    elif done % _STEP == 0 or done == total:
        print(f"{title}: {done} of {total}", file=sys.stderr, flush=True)


def _guarded(measure: Measure, root: Path, limit_s: int, program: Path) -> Outcome:
    start = time.monotonic()
    signal.signal(signal.SIGALRM, _too_long)
    signal.alarm(limit_s)
    try:
        outcome = measure(program)
    except _TooLongError:
        outcome = _crashed(program, root, f"no end after {limit_s} s")
    except Exception:  # noqa: BLE001 - an internal error of what is measured is a result
        outcome = _crashed(program, root, traceback.format_exc(limit=-6))
    finally:
        signal.alarm(0)
    return replace(outcome, program=_name(program, root), seconds=time.monotonic() - start)


def _too_long(_number: int, _frame: FrameType | None) -> None:
    raise _TooLongError


def _crashed(program: Path, root: Path, why: str) -> Outcome:
    return Outcome(_name(program, root), CRASH, "crash or hang", why)


def _name(program: Path, root: Path) -> str:
    return program.relative_to(root).as_posix()
