# SPDX-License-Identifier: Apache-2.0
"""Compiles programs of the corpus with either compiler, into files or into a reason why not."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from finsy.proto.p4.config.v1 import p4info_pb2
from google.protobuf import text_format

from p4soft.compiler import CompileErrors, compile_file
from p4soft.compiler.front_end import check_file
from p4soft.fidelity.reference import p4c
from p4soft.fidelity.reference.errors import ReferenceFault

OURS, P4C = "ours", "p4c"
_LIMIT_S = 120
_NO_DEFINES: Mapping[str, str | None] = MappingProxyType({})
_BUG = re.compile(r"Compiler Bug|terminate called|Assertion|Attempt to add|BUG")
_PLACE = re.compile(r"^ *\S*?\.p4\((\d+)\)", re.MULTILINE)


class Refused(Exception):  # noqa: N818 - a result, not a fault
    """A compiler refused a program; the text is its errors. `lines` are the source lines they name."""

    def __init__(self, text: str, lines: frozenset[int] = frozenset()) -> None:
        super().__init__(text)
        self.lines = lines


@dataclass(frozen=True, slots=True)
class Compiled:
    """One compiler's output, in memory and as the files it was read from or written to."""

    json: Path
    p4info_file: Path
    p4info: p4info_pb2.P4Info
    no_p4info: str = ""
    """Why who asks for P4Info gets none."""


def compile_with(compiler: str, program: Path, workdir: Path) -> Compiled:
    """Compile into `workdir`; raises Refused. An internal error of our compiler passes through."""
    return compile_ours(program, workdir) if compiler == OURS else compile_p4c(program, workdir)


def compile_ours(
    program: Path,
    workdir: Path,
    defines: Mapping[str, str | None] = _NO_DEFINES,
    include_dirs: Sequence[Path] = (),
) -> Compiled:
    """Compile with the embedded compiler."""
    try:
        result = compile_file(program, defines=defines, include_dirs=include_dirs)
    except CompileErrors as errors:
        raise _refusal(errors) from None
    without = "\n".join(map(str, result.p4info_errors))
    files = Compiled(workdir / "ours.json", workdir / "ours.txtpb", result.p4info, without)
    files.json.write_text(json.dumps(result.json))
    files.p4info_file.write_text(text_format.MessageToString(result.p4info))
    return files


def check_ours(program: Path) -> None:
    """The front end alone, for programs without an architecture to compile for; raises Refused."""
    try:
        check_file(program)
    except CompileErrors as errors:
        raise _refusal(errors) from None


def _refusal(errors: CompileErrors) -> Refused:
    return Refused("\n".join(str(e) for e in errors.errors), frozenset(e.line for e in errors.errors))


def compile_p4c(
    program: Path,
    workdir: Path,
    defines: Mapping[str, str | None] = _NO_DEFINES,
    include_dirs: Sequence[Path] = (),
) -> Compiled:
    """Compile with p4c-bm2-ss; raises Refused with its messages."""
    try:
        _json, p4info, _messages = p4c.compile_program(program, workdir, defines, include_dirs)
    except ReferenceFault as fault:
        raise Refused(str(fault)) from None
    return Compiled(workdir / "p4c.json", workdir / "p4c.txtpb", p4info)


def reject_p4c(command: str, program: Path, workdir: Path) -> None:
    """Run p4c-bm2-ss or p4test on a program that should be refused; raises Refused when it is, by an error message.

    Raises:
        ReferenceFault: it crashed, or had no end.
    """
    arguments = [command, "--std", "p4-16", str(program)]
    if command != "p4test":
        arguments += ["-o", str(workdir / "out.json"), "--p4runtime-files", str(workdir / "out.txtpb")]
    try:
        done = subprocess.run(
            arguments, capture_output=True, text=True, errors="replace", timeout=_LIMIT_S, check=False
        )
    except subprocess.TimeoutExpired:
        raise ReferenceFault(f"{command} had no end after {_LIMIT_S} s") from None
    if done.returncode == 0:
        return
    if done.returncode < 0 or _BUG.search(done.stderr):
        raise ReferenceFault(f"{command} crashed: {done.stderr.strip()[:500]}")
    text = _errors_only(done.stderr)
    raise Refused(text, frozenset(int(n) for n in _PLACE.findall(text)))


def _errors_only(messages: str) -> str:
    """p4c's messages without its warnings (a message starts with a place or a tag and goes on to the next)."""
    kept, keeping = [], True
    for line in messages.splitlines():
        if " warning: " in line:
            keeping = False
        elif " error: " in line or "syntax error" in line:
            keeping = True
        if keeping:
            kept.append(line)
    return "\n".join(kept)
