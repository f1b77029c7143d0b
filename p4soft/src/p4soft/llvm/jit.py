# SPDX-License-Identifier: Apache-2.0
"""Turns a small module into machine code of this process; what was compiled once is read from disk the next time.

Compiled programs are kept in `$XDG_CACHE_HOME/p4soft/native` (`~/.cache/...`), by the program, the source of what
compiles it, LLVM and the processor. Nothing is read from a folder that others can write to, or from a file that is not
what was written under its name; what cannot be read or written is compiled again, silently. `MRC_NATIVE_CACHE=off`
keeps away from the disk, another value is the folder to use.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
import os
import stat
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from llvmlite import ir
from msgspec import Struct
from typing_extensions import override

from p4soft.llvm import Code, assemble, bounds, linked, llvm_version, processor
from p4soft.llvm.bounds import OBJECTS, Extent
from p4soft.outputs import OutputError, write_bytes

# --- What compiling gives: object files and what Python needs to know about them -------------------------------------


_MAGIC = b"softswitch native 3\n"
_DIGEST = hashlib.sha256().digest_size


class Artifact(Struct, frozen=True):
    """One compiled program.

    Attributes:
        images: the object files; functions of one call those of another.
        headers: bytes that all headers together can take on the wire.
        failures: messages of the assertions, see `unit`.
        messages: texts of log_msg, each with the sizes of its values in 64-bit words.
    """

    images: tuple[bytes, ...]
    headers: int
    failures: tuple[str, ...]
    messages: tuple[tuple[str, tuple[int, ...]], ...]

    def to_bytes(self, name: str) -> bytes:
        """Everything, with a digest that notices any change, another name among them."""
        sizes = [len(image) for image in self.images]
        facts = json.dumps([self.headers, self.failures, self.messages, sizes]).encode()
        payload = len(facts).to_bytes(8, "big") + facts + b"".join(self.images)
        return _MAGIC + _digest(name, payload) + payload

    @classmethod
    def from_bytes(cls, data: bytes, name: str) -> Artifact | None:
        """The reverse; None unless the bytes are whole, unchanged, and what was written under this name."""
        start = len(_MAGIC) + _DIGEST
        payload = data[start:]
        if not data.startswith(_MAGIC) or _digest(name, payload) != data[len(_MAGIC) : start]:
            return None
        end = 8 + int.from_bytes(payload[:8], "big")
        headers, failures, messages, sizes = json.loads(payload[8:end])
        texts = tuple((text, tuple(words)) for text, words in messages)
        images = []
        for size in sizes:
            images.append(payload[end : end + size])
            end += size
        return cls(tuple(images), headers, tuple(failures), texts)


def _digest(name: str, payload: bytes) -> bytes:
    return hashlib.sha256(name.encode() + b"\0" + payload).digest()


# --- The files -------------------------------------------------------------------------------------------------------


VARIABLE = "MRC_NATIVE_CACHE"
MOST_FILES = 1024
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


def cache_key(text: str, *choices: object) -> str:
    """The name of a program's file; `choices` says how it is compiled, and by which source outside this package."""
    parts = (text, source_digest(Path(__file__).parent), llvm_version(), *processor(), *map(str, choices))
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def read_cached(name: str) -> Artifact | None:
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


def write_cached(name: str, artifact: Artifact) -> None:
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
    """Whether only this user can put machine code there."""
    try:
        found = where.stat()
    except OSError:
        return False
    return found.st_uid == os.getuid() and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _tidy(where: Path) -> None:
    files = [(path.stat().st_mtime, path) for path in where.iterdir() if path.is_file()]
    for _, path in sorted(files)[: max(0, len(files) - MOST_FILES)]:
        path.unlink(missing_ok=True)


@cache
def source_digest(*places: Path) -> str:
    """A digest of source files: those given, and those in the folders given, LLVM IR too."""
    digest = hashlib.sha256()
    for place in places:
        for path in sorted((*place.glob("*.py"), *place.glob("*.ll"))) if place.is_dir() else [place]:
            digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


# --- Jit -------------------------------------------------------------------------------------------------------------


class Compiled:
    """The machine code of one module; it lives as long as this object."""

    def __init__(self, module: ir.Module, others: Sequence[str] = (), *, speed: int = 2) -> None:
        """Compile `module`, linked with others (`Fixed.public`, `Fixed.linked`), for this processor.

        `speed` is a level of `child.assemble`; 0 compiles several times as fast as 1, to code that keeps variables in
        registers and is plain otherwise.
        """
        text = linked(str(module), others)
        name = cache_key(text, speed)
        artifact = read_cached(name)
        if artifact is None:
            artifact = Artifact((assemble(text, speed),), 0, (), ())
            write_cached(name, artifact)
        self._code = Code(*artifact.images)

    def address(self, name: str) -> int:
        """Where the function called `name` starts; raises KeyError."""
        return self._code.address(name)


class TableCode(Compiled):
    """The machine code of functions that read or change tables: with bounds checks, in a process that checks."""

    @override
    def __init__(self, module: ir.Module, others: Sequence[str] = (), *, speed: int = 2) -> None:
        super().__init__(module, bounds.add_checks(module, others), speed=speed)
        bounds.attach(self._code)

    def function(self, name: str, result: type | None, *arguments: type) -> Callable[..., int]:
        """A function as Python calls it, with Python's lock; it may touch arguments that are bytes or arrays."""
        found: Callable[..., int] = ctypes.PYFUNCTYPE(result, *arguments)(self.address(name))
        return _checked(found) if bounds.CHECKED else found


def _checked(function: Callable[..., int]) -> Callable[..., int]:
    def call(*arguments: object) -> int:
        with OBJECTS.visiting(*(e for e in map(_extent, arguments) if e is not None)):
            result = function(*arguments)
        OBJECTS.check()
        return result

    return call


def _extent(argument: object) -> Extent | None:
    """The memory of an argument that is a pointer."""
    if isinstance(argument, ctypes.Array):
        return Extent(ctypes.addressof(argument), ctypes.sizeof(argument), "an array of Python's")
    if isinstance(argument, bytes):
        start = ctypes.cast(ctypes.c_char_p(argument), ctypes.c_void_p).value or 0
        return Extent(start, len(argument), "a key")
    return None
