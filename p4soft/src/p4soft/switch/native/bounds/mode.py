# SPDX-License-Identifier: Apache-2.0
"""Whether this process checks, and what that means for a module and for its machine code."""

from __future__ import annotations

import ctypes
import os
from itertools import count

from llvmlite import ir

from p4soft.switch.native.bounds.instrument import instrument
from p4soft.switch.native.bounds.objects import OBJECTS, Objects
from p4soft.switch.native.bounds.runtime import ATTACH, CONSTANT
from p4soft.switch.native.machine import Code

VARIABLE = "MRC_NATIVE_BOUNDS"
CHECKED = os.environ.get(VARIABLE, "") not in ("", "0")
"""Fixed when the process starts, so that all code and all memory of a process are of one kind."""
_INTRODUCED: list[Code] = []
"""Code whose constants are objects: they stay."""


def guard(module: ir.Module) -> None:
    """Put the checks into a module, if this process checks."""
    if CHECKED:
        instrument(module)


def attach(code: Code) -> None:
    """Tell machine code of a guarded module where this process's objects are, of which its constants are some."""
    if CHECKED:
        introduce(code, OBJECTS)
        _INTRODUCED.append(code)


def introduce(code: Code, objects: Objects) -> None:
    """The same for any objects; `code` must live as long as they do."""
    code.function(ATTACH, ctypes.c_uint64, result=ctypes.c_uint64)(objects.address)
    constant = code.function(CONSTANT, ctypes.c_uint64, result=ctypes.c_uint64)
    for number in count(0, 2):
        start = constant(number)
        if not start:
            return
        objects.add(start, constant(number + 1), "a constant")
