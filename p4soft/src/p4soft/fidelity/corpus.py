# SPDX-License-Identifier: Apache-2.0
"""Programs of a checkout of p4c, measured one by one: how they are found, tried, counted and shown.

Programs are found by what they include. Each is measured in a worker process that may crash or hang without harm to
the rest. The report is a table, the programs that fail, and JUnit XML.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import re
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from functools import cache, partial
from pathlib import Path
from types import FrameType

from msgspec import Struct
from msgspec.structs import replace

from p4soft.outputs import JunitCase, junit_document

# --- Programs and outcomes -------------------------------------------------------------------------------------------


_SAMPLES = Path("testdata", "p4_16_samples")
_ERRORS = Path("testdata", "p4_16_errors")
_INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"\n]+)[>"]', re.MULTILINE)
V1MODEL = "v1model.p4"
NO_ARCHITECTURE = frozenset({"core.p4"})
"""What an architecture-free program may include in addition to its own files."""

OURS, P4C = "ours", "p4c"
"""Whose compiler."""
EMBEDDED, BMV2 = "embedded", "bmv2"
"""Which switch runs what was compiled."""

PASS, FAIL, ERROR, CRASH, SKIP = "pass", "fail", "error", "crash", "not counted"


class CorpusError(Exception):
    """The measurement cannot be made: no such corpus, or a program it needs is missing. The message is complete."""


class Outcome(Struct, frozen=True):
    """How one program did.

    `result` is PASS, FAIL (a difference), ERROR (could not be run or compiled), CRASH (an internal error or no end) or
    SKIP (says nothing about us). `row` is the line of the table it counts in, `detail` is for people.
    """

    program: str
    result: str
    row: str
    detail: str = ""
    seconds: float = 0.0


def samples(corpus: Path) -> list[Path]:
    """Every v1model program under testdata/p4_16_samples, recursively; raises CorpusError."""
    return [path for path in _programs(corpus, _SAMPLES) if V1MODEL in system_includes(path)]


def samples_with_tests(corpus: Path) -> list[Path]:
    """The `samples` with an .stf next to them; raises CorpusError."""
    found = [path for path in samples(corpus) if path.with_suffix(".stf").is_file()]
    if not found:
        raise CorpusError(f"{corpus / _SAMPLES}: no v1model program has an .stf beside it; accepted: a checkout of p4c")
    return found


def error_programs(corpus: Path) -> list[Path]:
    """The programs under testdata/p4_16_errors that are for v1model or for no architecture; raises CorpusError."""
    return [
        path
        for path in _programs(corpus, _ERRORS)
        if V1MODEL in system_includes(path) or system_includes(path) <= NO_ARCHITECTURE
    ]


def _programs(corpus: Path, under: Path) -> Iterator[Path]:
    folder = corpus / under
    found = sorted(path for path in folder.rglob("*.p4") if path.is_file())  # and no link to what was not fetched
    if not found:
        raise CorpusError(f"{folder}: no P4 programs there; accepted: --corpus DIR, a checkout of the p4c repository")
    yield from found


@cache
def system_includes(path: Path) -> frozenset[str]:
    """The base names of all files a program includes, itself or through its own files, that do not lie beside it."""
    return frozenset(_includes(path, set()))


def own_includes(path: Path) -> frozenset[Path]:
    """A program's file and those that lie beside it and are included, by their resolved paths."""
    seen: set[Path] = set()
    list(_includes(path.resolve(), seen))
    return frozenset(seen)


def _includes(path: Path, seen: set[Path]) -> Iterator[str]:
    if path in seen:
        return
    seen.add(path)
    for form, name in _INCLUDE.findall(path.read_text(encoding="utf-8", errors="replace")):
        beside = (path.parent / name).resolve()
        if form == '"' and beside.is_file():
            yield from _includes(beside, seen)
        else:
            yield Path(name).name


# --- The report ------------------------------------------------------------------------------------------------------


_ORDER = (PASS, FAIL, ERROR, CRASH, SKIP)
_TAGS = {FAIL: "failure", ERROR: "error", CRASH: "error", SKIP: "skipped"}


class Report(Struct, frozen=True):
    """A finished measurement. `target` says what must hold ("" for the reference), `holds` whether it does."""

    title: str
    outcomes: Sequence[Outcome]
    target: str
    holds: bool
    remarks: Sequence[str] = ()

    @property
    def counted(self) -> list[Outcome]:
        """The outcomes that measure our compiler or switch."""
        return [o for o in self.outcomes if o.result != SKIP]

    def text(self, *, with_list: bool) -> str:
        """The table; with `with_list`, also every program that did not pass or not plainly, with why."""
        rows = Counter((o.result, o.row) for o in self.outcomes)
        ordered = sorted(rows.items(), key=lambda item: (_ORDER.index(item[0][0]), -item[1], item[0][1]))
        width = max([len(row) for (_, row), _ in ordered] + [len("programs")])
        lines = [self.title, *(f"  {row:{width}}  {count:5}" for (_, row), count in ordered)]
        lines += [f"  {'programs':{width}}  {len(self.outcomes):5}", *(f"  {remark}" for remark in self.remarks)]
        if self.target:
            lines.append(f"  target: {self.target}: {'holds' if self.holds else 'DOES NOT HOLD'}")
        if with_list:
            for outcome in sorted(self.outcomes, key=lambda o: (_ORDER.index(o.result), o.row, o.program)):
                if outcome.result == PASS and not outcome.detail:
                    continue
                lines.append(f"{outcome.program}: {outcome.row}")
                lines += [f"    {line}" for line in outcome.detail.splitlines()]
        return "\n".join(lines)

    def junit(self) -> bytes:
        return junit_document(
            self.title,
            [
                JunitCase(self.title, o.program, o.seconds, _TAGS.get(o.result, ""), o.row, o.detail)
                for o in self.outcomes
            ],
        )


def share(part: int, whole: int) -> str:
    """`part of whole (percent)`."""
    return f"{part} of {whole} ({100 * part / whole:.1f} %)" if whole else "0 of 0"


# --- Worker processes ------------------------------------------------------------------------------------------------


Measure = Callable[[Path], Outcome]
"""Measures one program. Must be picklable."""

_STEP = 25


class _TooLongError(BaseException):
    """Not an Exception, so that nothing under measurement swallows it."""


class Pool(Struct, frozen=True):
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
            # A process that dies takes the pool with it; each program that was left then gets a pool of its own.
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
