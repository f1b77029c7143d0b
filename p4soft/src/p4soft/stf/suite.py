# SPDX-License-Identifier: Apache-2.0
"""Runs tests and says how each ended."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from p4soft.stf.checks import Failure
from p4soft.stf.device import Device
from p4soft.stf.embedded import Recorder
from p4soft.stf.errors import StfError
from p4soft.stf.parser import parse_file
from p4soft.stf.runner import Runner
from p4soft.stf.statements import Statement
from p4soft.switch.trace import TableApplied, TraceEvent
from p4soft.switch.trace_output import HIDDEN, render


@dataclass(frozen=True, slots=True)
class Case:
    """One test and its program: P4 source, or BMv2 JSON (with the P4Info that a remote target needs)."""

    program: Path
    test: Path
    is_json: bool = False
    p4info: Path | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """How a test ended.

    `outcome` is "pass", "fail" (the switch did something else than the test expects) or "error" (the test could not be
    run: it or its program is wrong). `text` is for people, "" for a pass; `notes` are what read commands found.
    """

    case: Case
    outcome: str
    text: str
    notes: tuple[str, ...]
    seconds: float

    @property
    def passed(self) -> bool:
        """Whether all is as expected."""
        return self.outcome == "pass"


OpenDevice = Callable[[Case, Sequence[Statement], Recorder | None], Device]
"""Makes a device that runs a case's program and records what happens to packets; raises StfError."""


def run_case(case: Case, open_device: OpenDevice, *, with_trace: bool = False) -> Result:
    """Run one test; `with_trace` adds what happened to the packet behind each failure, where the device can tell."""
    start = time.monotonic()
    recorder = Recorder() if with_trace else None
    notes: list[str] = []
    try:
        statements = parse_file(case.test)
        device = open_device(case, statements, recorder)
        try:
            runner = Runner(device, str(case.test))
            notes = runner.notes
            failures = runner.run(statements)
        finally:
            device.close()
    except StfError as error:
        return Result(case, "error", str(error), tuple(notes), time.monotonic() - start)
    text = "\n".join(_lines(case, failures, {} if recorder is None else recorder.events))
    return Result(case, "fail" if failures else "pass", text, tuple(notes), time.monotonic() - start)


def _lines(case: Case, failures: Sequence[Failure], traces: Mapping[int, Sequence[TraceEvent]]) -> list[str]:
    lines = []
    shown: set[int] = set()
    for failure in failures:
        lines.append(f"{case.test}:{failure.line}: {failure.message}")
        if failure.cause is not None and failure.cause in traces and failure.cause not in shown:
            shown.add(failure.cause)
            lines.append(f"  what the switch did with packet {failure.cause}:")
            lines += [f"    {render(e)}" for e in traces[failure.cause] if not _hidden(e)]
    return lines


def _hidden(event: TraceEvent) -> bool:
    return isinstance(event, TableApplied) and event.table.startswith(HIDDEN)
