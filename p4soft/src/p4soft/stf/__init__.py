# SPDX-License-Identifier: Apache-2.0
"""The Simple Test Framework: packets in, packets out, for any v1model program. `python -m p4soft.stf --help`.

`run_case` runs a test and says how it ended. A case's program is compiled, or read where it is compiled already, and
loaded into a device. `document` has results as JUnit XML.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from p4soft.command_line import EngineChoice
from p4soft.outputs import JunitCase, junit_document
from p4soft.stf.device import Device, EmbeddedDevice, Recorder
from p4soft.stf.parser import parse_file
from p4soft.stf.runner import Failure, Runner
from p4soft.stf.statements import Statement, StfError
from p4soft.switch import Program, ProgramError, load_program
from p4soft.switch.trace import HIDDEN, TableApplied, TraceEvent, render

# --- Cases -----------------------------------------------------------------------------------------------------------


class Case(Struct, frozen=True):
    """One test and its program: P4 source, or BMv2 JSON (with the P4Info that a remote target needs)."""

    program: Path
    test: Path
    is_json: bool = False
    p4info: Path | None = None


class Result(Struct, frozen=True):
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


# --- Devices for cases -----------------------------------------------------------------------------------------------


class Options(Struct, frozen=True):
    include_dirs: Sequence[Path] = ()
    defines: Mapping[str, str | None] | None = None
    cpu_port: int | None = None
    engine: EngineChoice = "auto"


def embedded_opener(options: Options) -> Callable[[Case, Sequence[Statement], Recorder | None], Device]:
    """An `OpenDevice` for the switch in this process; each program is compiled and loaded once for all its tests."""
    programs: dict[Path, Program] = {}

    def open_device(case: Case, _statements: Sequence[Statement], recorder: Recorder | None) -> Device:
        if case.program not in programs:
            programs[case.program] = _load(case, options)
        try:
            return EmbeddedDevice(
                programs[case.program], cpu_port=options.cpu_port, recorder=recorder, engine=options.engine
            )
        except ProgramError as error:
            raise StfError(str(error)) from None

    return open_device


def _load(case: Case, options: Options) -> Program:
    document: str | dict[str, object]
    if case.is_json:
        try:
            document = case.program.read_text()
        except (OSError, UnicodeDecodeError) as error:
            reason = error.strerror if isinstance(error, OSError) else "not text"
            raise StfError(f"{case.program}: cannot read: {reason}") from None
    else:
        document = compile_source(case.program, options)
    return load_json(document, str(case.program))


def load_json(document: str | dict[str, object], source: str) -> Program:
    """The program in a BMv2 JSON document; raises StfError."""
    try:
        return load_program(document, source=source)
    except ProgramError as error:
        raise StfError(str(error)) from None


def compile_source(path: Path, options: Options) -> dict[str, object]:
    """The BMv2 JSON of a P4 program; raises StfError with the compiler's diagnostics."""
    # The compiler is a large import, and a program that is compiled already does not need it.
    from p4soft.compiler import CompileErrors, compile_file  # noqa: PLC0415

    try:
        return compile_file(path, include_dirs=options.include_dirs, defines=options.defines).json
    except CompileErrors as error:
        raise StfError("\n".join(str(d) for d in error.errors)) from None


# --- JUnit XML -------------------------------------------------------------------------------------------------------


_TAGS = {"pass": "", "fail": "failure", "error": "error"}


def document(results: Sequence[Result]) -> bytes:
    return junit_document(
        "stf",
        [
            JunitCase(
                str(result.case.program),
                str(result.case.test),
                result.seconds,
                _TAGS[result.outcome],
                result.text.split("\n", 1)[0],
                result.text,
                "\n".join(result.notes),
            )
            for result in results
        ],
    )
