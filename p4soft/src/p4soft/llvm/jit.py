# SPDX-License-Identifier: Apache-2.0
"""Turns a small module into machine code of this process; what was compiled once is read from disk the next time."""

from __future__ import annotations

import ctypes
from collections.abc import Callable

from llvmlite import ir
from typing_extensions import override

from p4soft.llvm import bounds
from p4soft.llvm import cache as object_cache
from p4soft.llvm.bounds import OBJECTS, Extent
from p4soft.llvm.cache import Artifact
from p4soft.llvm.machine import Code, assemble


class Compiled:
    """The machine code of one module; it lives as long as this object."""

    def __init__(self, module: ir.Module, *, speed: int = 2) -> None:
        """Compile `module` for this processor.

        `speed` is LLVM's level, 0 to 3; 0 compiles several times as fast as 1, to code that keeps variables in
        registers and is plain otherwise.
        """
        name = object_cache.key(str(module), speed)
        artifact = object_cache.read(name)
        if artifact is None:
            artifact = Artifact((assemble(module, speed),), 0, (), ())
            object_cache.write(name, artifact)
        self._code = Code(*artifact.images)

    def address(self, name: str) -> int:
        """Where the function called `name` starts; raises KeyError."""
        return self._code.address(name)


class TableCode(Compiled):
    """The machine code of functions that read or change tables: with bounds checks, in a process that checks."""

    @override
    def __init__(self, module: ir.Module, *, speed: int = 2) -> None:
        bounds.add_checks(module)
        super().__init__(module, speed=speed)
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
