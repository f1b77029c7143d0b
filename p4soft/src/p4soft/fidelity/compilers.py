# SPDX-License-Identifier: Apache-2.0
"""Both compilers on the same programs: their P4Info (point 4), and which wrong programs they refuse (point 5)."""

from __future__ import annotations

import difflib
import json
import re
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from google.protobuf import text_format
from google.protobuf.descriptor import FieldDescriptor
from msgspec import Struct

from p4soft.compiler import CompileErrors, compile_file
from p4soft.compiler.front_end import check_file
from p4soft.fidelity.corpus import (
    CRASH,
    FAIL,
    OURS,
    PASS,
    SKIP,
    V1MODEL,
    CorpusError,
    Outcome,
    Pool,
    Report,
    error_programs,
    samples,
    share,
    system_includes,
)
from p4soft.fidelity.reference import P4C_BM2_SS, ReferenceFault, available, p4c_program
from p4soft.messages import p4info_pb2

# --- One program -----------------------------------------------------------------------------------------------------


_LIMIT_S = 120
_NO_DEFINES: Mapping[str, str | None] = MappingProxyType({})
_BUG = re.compile(r"Compiler Bug|terminate called|Assertion|Attempt to add|BUG")
_PLACE = re.compile(r"^ *\S*?\.p4\((\d+)\)", re.MULTILINE)


class Refused(Exception):  # noqa: N818 - a result, not a fault
    """A compiler refused a program; the text is its errors. `lines` are the source lines they name."""

    def __init__(self, text: str, lines: frozenset[int] = frozenset()) -> None:
        super().__init__(text)
        self.lines = lines


class Compiled(Struct, frozen=True):
    """One compiler's output, in memory and as the files it was read from or written to."""

    json: Path
    p4info_file: Path
    p4info: p4info_pb2.P4Info
    no_p4info: str = ""
    """Why there is no P4Info."""


def compile_with(compiler: str, program: Path, workdir: Path) -> Compiled:
    """Compile into `workdir`; raises Refused. An internal error of our compiler passes through."""
    return compile_ours(program, workdir) if compiler == OURS else compile_p4c(program, workdir)


def compile_ours(
    program: Path,
    workdir: Path,
    defines: Mapping[str, str | None] = _NO_DEFINES,
    include_dirs: Sequence[Path] = (),
) -> Compiled:
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
        _json, p4info, _messages = p4c_program(program, workdir, defines, include_dirs)
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


# --- P4Info, point 4 -------------------------------------------------------------------------------------------------


_DIFF_LINES = 12
_ROW_ONLY_P4C = "compiled by p4c only"


def measure_p4info(corpus: Path, pool: Pool) -> Report:
    """Compile every v1model program with both compilers and compare their P4Info.

    Raises:
        CorpusError: p4c-bm2-ss is not on the PATH, or there is no corpus.
    """
    if not available(P4C_BM2_SS):
        raise CorpusError("p4info: p4c-bm2-ss is not on the PATH")
    outcomes = pool.run("P4Info", _measure, samples(corpus))
    compared = [o for o in outcomes if o.result != SKIP]
    same = sum(o.result == PASS for o in compared)
    only_p4c = sum(o.row == _ROW_ONLY_P4C for o in outcomes)
    remarks = [
        f"equal {share(same, len(compared))}",
        f"we compile {share(len(compared), len(compared) + only_p4c)} of the programs that p4c compiles",
    ]
    target = "equal for every program that both compile"
    return Report("P4Info: ours and p4c's", outcomes, target, same == len(compared) and bool(same), remarks)


def _measure(program: Path) -> Outcome:
    with tempfile.TemporaryDirectory(prefix="corpus-") as work:
        theirs = _try(compile_p4c, program, Path(work))
        ours = _try(compile_ours, program, Path(work))
    name = str(program)
    if isinstance(ours, str) and isinstance(theirs, str):
        return Outcome(name, SKIP, "refused by both compilers", f"ours: {ours}\np4c: {theirs}")
    if isinstance(ours, str):
        return Outcome(name, SKIP, _ROW_ONLY_P4C, ours)
    if isinstance(theirs, str):
        return Outcome(name, SKIP, "compiled by us only", theirs)
    difference = differences(ours.p4info, theirs.p4info)
    if difference:
        return Outcome(name, FAIL, "different P4Info", difference)
    return Outcome(name, PASS, "equal P4Info")


def _try(compiler: Any, program: Path, work: Path) -> Compiled | str:  # noqa: ANN401 - two functions of one shape
    try:
        result: Compiled = compiler(program, work)
        if result.no_p4info:
            return result.no_p4info
    except Refused as refusal:
        return str(refusal)
    except text_format.ParseError as error:
        return f"the P4Info is not of P4Runtime's version in use here: {error}"
    return result


def differences(ours: p4info_pb2.P4Info, theirs: p4info_pb2.P4Info) -> str:
    """The first lines of a diff of the two, whatever order they are written in; "" when they say the same."""
    mine, other = canonical(ours).splitlines(), canonical(theirs).splitlines()
    diff = list(difflib.unified_diff(other, mine, "p4c", "ours", lineterm="", n=2))
    return "\n".join(diff[:_DIFF_LINES])


def canonical(info: p4info_pb2.P4Info) -> str:
    """P4Info as text. Objects with an id, and annotations, are sorted: their order means nothing."""
    copy = p4info_pb2.P4Info()
    copy.CopyFrom(info)
    _sort(copy)
    text: str = text_format.MessageToString(copy)
    return text


def _sort(message: Any) -> None:  # noqa: ANN401 - generated messages are untyped
    for field, value in message.ListFields():
        if field.type != FieldDescriptor.TYPE_MESSAGE:
            if field.name == "annotations":
                value.sort()
            continue
        if field.message_type.GetOptions().map_entry:
            # Printed in order of the key. Values can be messages or plain.
            for item in value.values():
                if hasattr(item, "ListFields"):
                    _sort(item)
        elif field.is_repeated:
            for item in value:
                _sort(item)
            if _has_identity(field.message_type) or field.name == "structured_annotations":
                value.sort(key=lambda item: item.SerializeToString(deterministic=True))
        else:
            _sort(value)


def _has_identity(message_type: Any) -> bool:  # noqa: ANN401 - generated messages are untyped
    return bool({"id", "preamble"} & set(message_type.fields_by_name))


# --- Wrong programs, point 5 -----------------------------------------------------------------------------------------


_WANTED_SHARE = 0.8
_ROW_SAME_LINE = "refused, on a line that p4c's errors name"
_ROW_OTHER_LINE = "refused, on another line"
_ROW_NO_LINE = "refused; p4c names no line"
_V1MODEL_REFERENCE = "p4c-bm2-ss"
_LANGUAGE_REFERENCE = "p4test"


def measure_errors(corpus: Path, pool: Pool) -> Report:
    """Compile every wrong program for v1model or for no architecture.

    A program counts when p4c refuses it with an error message: p4c-bm2-ss for those of v1model, p4test (its front and
    mid end) for the others. Those others go through our front end only: without an architecture our back end would
    refuse them all, which would say nothing.

    Raises:
        CorpusError: p4c is not on the PATH, or there is no corpus.
    """
    missing = [c for c in (_V1MODEL_REFERENCE, _LANGUAGE_REFERENCE) if not available(c)]
    if missing:
        raise CorpusError(f"errors: not on the PATH: {', '.join(missing)}")
    outcomes = pool.run("wrong programs", _measure_refusal, error_programs(corpus))
    counted = [o for o in outcomes if o.result in (PASS, FAIL, CRASH)]
    refused = sum(o.result == PASS for o in counted)
    crashes = sum(o.result == CRASH for o in outcomes)
    same_line = sum(o.row == _ROW_SAME_LINE for o in counted)
    holds = bool(refused) and refused >= _WANTED_SHARE * len(counted) and not crashes
    remarks = [f"refused {share(refused, len(counted))}, {share(same_line, refused)} of them on one of p4c's lines"]
    target = f"at least {_WANTED_SHARE:.0%} of what p4c refuses are refused, and none crashes us"
    return Report("wrong programs (p4_16_errors)", outcomes, target, holds, remarks)


def _measure_refusal(program: Path) -> Outcome:
    for_v1model = V1MODEL in system_includes(program)
    name = str(program)
    with tempfile.TemporaryDirectory(prefix="corpus-") as work:
        # Ours first: a crash of ours counts whatever p4c does.
        ours: Refused | None = None
        try:
            if for_v1model:
                compile_ours(program, Path(work))
            else:
                check_ours(program)
        except Refused as refusal:
            ours = refusal
        try:
            reject_p4c(_V1MODEL_REFERENCE if for_v1model else _LANGUAGE_REFERENCE, program, Path(work))
        except Refused as theirs:
            if ours is None:
                return Outcome(name, FAIL, "accepted", f"p4c: {theirs}")
            if ours.lines & theirs.lines:
                return Outcome(name, PASS, _ROW_SAME_LINE)
            row = _ROW_OTHER_LINE if theirs.lines else _ROW_NO_LINE
            return Outcome(name, PASS, row, f"ours: {ours}\np4c: {theirs}")
        except ReferenceFault as fault:
            return Outcome(name, SKIP, "p4c itself crashes", str(fault))
    return Outcome(name, SKIP, "p4c accepts it", f"ours: {ours}" if ours is not None else "")
