# SPDX-License-Identifier: Apache-2.0
"""What every run has, whatever is tested: what to run and where to write, and how far it came."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from p4soft.command_line import InterruptedCommandError
from ptf_tests.catalogue.requirements import CaseInfo, Declared
from ptf_tests.dut.api import TRACE
from ptf_tests.results import CaseOutcome, Subject

MARK = "ptf.txt"
"""PTF's output. There from the start of a run, it tells a directory of an earlier one."""
OUTCOMES = "outcomes.jsonl"
REFUSAL = "refused.txt"
"""Beside the outcomes: why the device could not be driven, or not any longer."""
SESSION = "session.json"
RECORD = "record.jsonl"
FAILED_TRACES = "failed-traces.txt"
"""What goes into `TRACE` when PTF has ended."""
AGAIN = "again"
"""Where cases that failed run once more, for their traces."""
WRITTEN = (
    MARK,
    OUTCOMES,
    REFUSAL,
    SESSION,
    RECORD,
    TRACE,
    FAILED_TRACES,
    AGAIN,
    "junit.xml",
    "conformance.json",
    "conformance.html",
    "captures",
    "build",
    "log",
    "configuration",
    "switch-1.log",
)
"""What a run writes into its directory, and so may delete of an earlier one."""


class RunError(Exception):
    """The suite could not be run; the message is complete and meant for people."""


@dataclass(frozen=True, slots=True)
class Request:
    """What to run.

    Attributes:
        out: directory for logs, outcomes and records: new, empty, or of an earlier run, whose files are deleted first.
        tests: modules (`srv6`), cases (`trimming.TrimDscp`) or requirements (`TRIM-007`); empty for all.
        seed: shuffles the order of the cases; 0 leaves it.
        record: also write every case's inputs and outputs to `out/record.jsonl`.
        traces: keep the switch's trace of every case in `out/switch-trace.txt`, not only of those that failed.
    """

    out: Path
    tests: tuple[str, ...] = ()
    seed: int = 0
    record: bool = False
    traces: bool = False


@dataclass(frozen=True, slots=True)
class Ran:
    """How far a run came.

    Attributes:
        outcomes: of the cases that ended, in the order they did.
        versions: of the programs involved.
        interruption: who ended the run early, if anybody did; raise it once the results are safe.
        ended: what ended the run early, if anything else did; raise a RunError that says so once the results are safe.
    """

    outcomes: tuple[CaseOutcome, ...] = ()
    versions: Mapping[str, str] | None = None
    interruption: InterruptedCommandError | None = None
    ended: str = ""


def answered(outcomes: Sequence[CaseOutcome]) -> Sequence[CaseOutcome]:
    """The outcomes of a run whose device was gone at the end, without those at its end in which it was silent."""
    count = len(outcomes)
    while count and outcomes[count - 1].unanswered:
        count -= 1
    return outcomes[:count]


class Runner(Protocol):
    """One device, the cases for its kind, and how they are run."""

    @property
    def subject(self) -> Subject: ...

    @property
    def declared(self) -> Declared: ...

    @property
    def areas(self) -> tuple[str, ...]: ...

    @property
    def cases(self) -> Mapping[str, CaseInfo]: ...

    def reloads(self, names: Sequence[str]) -> tuple[int, float] | None:
        """How often these cases let the device be configured anew, and the seconds each takes; None: as good as never.

        Seconds are 0 where a person does it.
        """

    def run(self, request: Request, on_outcome: Callable[[CaseOutcome], None]) -> Ran:
        """Run the cases that `request.tests` names one by one; a run that ends early returns what there is.

        Raises:
            RunError: the device is unavailable, would not start or was gone before a case ended, or `out` is not ours
                to write in.
        """


def prepare(out: Path) -> None:
    """Make `out`, without what an earlier run left there; what we did not write is never deleted. Raises RunError."""
    try:
        out.mkdir(parents=True, exist_ok=True)
        if any(out.iterdir()) and not (out / MARK).is_file():
            raise RunError(f"{out}: holds files of something else; accepted: a new, an empty or an earlier run's --out")
        for path in (out / name for name in WRITTEN):
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            else:
                path.unlink(missing_ok=True)
        (out / MARK).touch()
    except OSError as error:
        raise RunError(f"{out}: cannot write: {error.strerror}; accepted: a directory") from None
