# SPDX-License-Identifier: Apache-2.0
"""The real p4c-bm2-ss."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from finsy.proto.p4.config.v1 import p4info_pb2
from google.protobuf import text_format

from p4soft.fidelity.reference.errors import ReferenceFault

_TIMEOUT_S = 150.0
_TAIL = 2000
_NO_DEFINES: Mapping[str, str | None] = MappingProxyType({})


def _errors(messages: str) -> str:
    """The messages from the first error or compiler bug on."""
    lines = messages.splitlines()
    first = next((i for i, line in enumerate(lines) if " error: " in line or "Bug" in line or "BUG" in line), 0)
    return "\n".join(lines[first:])[:_TAIL]


def available() -> bool:
    """Whether p4c-bm2-ss is on the PATH."""
    return shutil.which("p4c-bm2-ss") is not None


def compile_program(
    source: Path, workdir: Path, defines: Mapping[str, str | None] = _NO_DEFINES, include_dirs: Sequence[Path] = ()
) -> tuple[dict[str, object], p4info_pb2.P4Info, str]:
    """BMv2 JSON, P4Info and the messages of one compilation.

    Raises:
        ReferenceFault: p4c refused the program, crashed or took too long.
    """
    output, info = workdir / "p4c.json", workdir / "p4c.txtpb"
    macros = [f"-D{name}" + ("" if value is None else f"={value}") for name, value in defines.items()]
    macros += [f"-I{folder}" for folder in include_dirs]
    command = ["p4c-bm2-ss", "--std", "p4-16", *macros, str(source), "-o", str(output), "--p4runtime-files", str(info)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=_TIMEOUT_S, check=False)
    except subprocess.TimeoutExpired:
        raise ReferenceFault(f"p4c took longer than {_TIMEOUT_S:g} s") from None
    if done.returncode != 0:
        raise ReferenceFault(f"p4c ended with status {done.returncode}: {_errors(done.stderr)}")
    parsed = p4info_pb2.P4Info()
    text_format.Parse(info.read_text(), parsed)
    return json.loads(output.read_text()), parsed, done.stderr
