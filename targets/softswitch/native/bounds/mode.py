# SPDX-License-Identifier: Apache-2.0
"""Whether this process checks, and what that means for a module and for its machine code."""

from __future__ import annotations

import ctypes
import os

from llvmlite import ir

from targets.softswitch.native.bounds.instrument import instrument
from targets.softswitch.native.bounds.objects import OBJECTS
from targets.softswitch.native.bounds.runtime import ATTACH
from targets.softswitch.native.machine import Code

VARIABLE = "MRC_NATIVE_BOUNDS"
CHECKED = os.environ.get(VARIABLE, "") not in ("", "0")
"""Fixed when the process starts, so that all code and all memory of a process are of one kind."""


def guard(module: ir.Module) -> None:
    """Put the checks into a module, if this process checks."""
    if CHECKED:
        instrument(module)


def attach(code: Code) -> None:
    """Tell machine code of a guarded module where this process's objects are."""
    if CHECKED:
        code.function(ATTACH, ctypes.c_uint64, result=ctypes.c_uint64)(OBJECTS.address)
