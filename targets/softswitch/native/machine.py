# SPDX-License-Identifier: Apache-2.0
"""LLVM IR to an object file of this processor, and an object file to functions of this process."""

from __future__ import annotations

import ctypes
from collections.abc import Callable

import llvmlite
import llvmlite.binding as llvm
from llvmlite import ir

from targets.softswitch.native.llvm_child import REGISTERS_ONLY, target_machine
from targets.softswitch.native.llvm_process import LLVM

__all__ = ["REGISTERS_ONLY", "Code", "assemble", "llvm_version", "processor"]


def processor() -> tuple[str, str]:
    """This processor's name and features, in LLVM's words."""
    return llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()


def llvm_version() -> str:
    """Of LLVM, and of the library that brings it."""
    return f"{llvmlite.__version__} {llvm.llvm_version_info}"


def assemble(module: ir.Module, speed: int) -> bytes:
    """The object file of a module; `speed` is LLVM's optimisation level, 0 (a few passes) to 3, or REGISTERS_ONLY.

    Raises:
        Unsupported: LLVM does not take it, or does not get through it: the reason why the program runs in Python.
    """
    return LLVM.assemble(str(module), speed)


class Code:
    """The functions of an object file; they live as long as this object."""

    def __init__(self, image: bytes) -> None:
        self._machine = target_machine(1)
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), self._machine)
        self._engine.add_object_file(llvm.ObjectFileRef.from_data(image))
        self._engine.finalize_object()

    def address(self, name: str) -> int:
        """Where a function starts; raises KeyError."""
        found = int(self._engine.get_function_address(name))
        if not found:
            raise KeyError(name)
        return found

    def function(self, name: str, *arguments: type, result: type) -> Callable[..., int]:
        """A function as Python calls it, without Python's lock."""
        return ctypes.CFUNCTYPE(result, *arguments)(self.address(name))
