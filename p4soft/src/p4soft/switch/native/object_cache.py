# SPDX-License-Identifier: Apache-2.0
"""Compiled programs on disk, so that a program's second start does not compile it.

They are kept in `$XDG_CACHE_HOME/p4soft/native` (`~/.cache/...`), by the program, this engine's own source, LLVM
and the processor. Nothing is read from a folder that others can write to, or from a file that is not what was written
under its name; what cannot be read or written is compiled again, silently. `MRC_NATIVE_CACHE=off` keeps away from the
disk, another value is the folder to use.
"""

from __future__ import annotations

import hashlib
import os
import stat
from functools import cache
from pathlib import Path

from p4soft.outputs import OutputError, write_bytes
from p4soft.switch.native.artifact import Artifact
from p4soft.switch.native.machine import llvm_version, processor

VARIABLE = "MRC_NATIVE_CACHE"
KEPT = 1024
"""Files beyond are removed, the ones used longest ago first; 30 kB each. `make test` makes some hundreds of them."""


def folder() -> Path | None:
    """Where they are kept; None: nowhere."""
    said = os.environ.get(VARIABLE)
    if said == "off":
        return None
    if said:
        return Path(said)
    base = os.environ.get("XDG_CACHE_HOME")
    try:
        return (Path(base) if base else Path.home() / ".cache") / "p4soft" / "native"
    except RuntimeError:  # nobody's home
        return None


def key(text: str, *choices: object) -> str:
    """What a program's file is called; `choices` is how it is compiled."""
    parts = (text, _engine(), llvm_version(), *processor(), *map(str, choices))
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def read(name: str) -> Artifact | None:
    """The artifact kept under a name, if it is there and to be trusted."""
    where = folder()
    if where is None or not _is_ours(where):
        return None
    path = where / name
    try:
        artifact = Artifact.from_bytes(path.read_bytes(), name)
        os.utime(path)
    except OSError:
        return None
    return artifact


def write(name: str, artifact: Artifact) -> None:
    """Keep an artifact, if that can be done."""
    where = folder()
    if where is None:
        return
    try:
        where.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not _is_ours(where):
            return
        write_bytes(where / name, artifact.to_bytes(name))
        _tidy(where)
    except (OSError, OutputError):
        return


def _is_ours(where: Path) -> bool:
    """Whether nobody else can put machine code there."""
    try:
        found = where.stat()
    except OSError:
        return False
    return found.st_uid == os.getuid() and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _tidy(where: Path) -> None:
    files = [(path.stat().st_mtime, path) for path in where.iterdir() if path.is_file()]
    for _, path in sorted(files)[: max(0, len(files) - KEPT)]:
        path.unlink(missing_ok=True)


@cache
def _engine() -> str:
    """A digest of the source that the machine code depends on."""
    here = Path(__file__).parent
    digest = hashlib.sha256()
    beside = [here.parent / name for name in ("codegen", "program", "externs")]
    for room in (here, here / "tables", here / "bounds", *beside):
        for path in sorted(room.glob("*.py")):
            digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()
