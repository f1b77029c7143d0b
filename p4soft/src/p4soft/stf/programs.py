# SPDX-License-Identifier: Apache-2.0
"""Devices for cases: compiles a case's program, or reads a compiled one, and loads it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from p4soft.engine_choice import EngineChoice
from p4soft.stf.device import Device
from p4soft.stf.embedded import EmbeddedDevice, Recorder
from p4soft.stf.errors import StfError
from p4soft.stf.statements import Statement
from p4soft.stf.suite import Case
from p4soft.switch import Program, ProgramError, load_program


@dataclass(frozen=True, slots=True)
class Options:
    """How programs are compiled and switches set up."""

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
    # The compiler is a large import that somebody else's compiled program does not need.
    from p4soft.compiler import CompileErrors, compile_file  # noqa: PLC0415

    try:
        return compile_file(path, include_dirs=options.include_dirs, defines=options.defines).json
    except CompileErrors as error:
        raise StfError("\n".join(str(d) for d in error.errors)) from None
