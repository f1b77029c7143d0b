# SPDX-License-Identifier: Apache-2.0
"""Turns a small module into machine code of this process; what was compiled once is read from disk the next time."""

from __future__ import annotations

from llvmlite import ir

from targets.softswitch.native import object_cache
from targets.softswitch.native.artifact import Artifact
from targets.softswitch.native.machine import Code, assemble


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
            artifact = Artifact(assemble(module, speed), 0, (), ())
            object_cache.write(name, artifact)
        self._code = Code(artifact.image)

    def address(self, name: str) -> int:
        """Where the function called `name` starts; raises KeyError."""
        return self._code.address(name)
