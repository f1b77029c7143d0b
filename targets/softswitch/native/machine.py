# SPDX-License-Identifier: Apache-2.0
"""LLVM IR to an object file of this processor, and an object file to functions of this process."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache

import llvmlite
import llvmlite.binding as llvm
from llvmlite import ir

from targets.softswitch.native.errors import Unsupported


@cache
def _target() -> llvm.Target:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.Target.from_default_triple()


def processor() -> tuple[str, str]:
    """This processor's name and features, in LLVM's words."""
    return llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()


def llvm_version() -> str:
    """Of LLVM, and of the library that brings it."""
    return f"{llvmlite.__version__} {llvm.llvm_version_info}"


def _machine(speed: int) -> llvm.TargetMachine:
    cpu, features = processor()
    return _target().create_target_machine(cpu=cpu, features=features, opt=speed, reloc="pic", jit=True)


REGISTERS_ONLY = -1
"""A speed: variables are kept in registers, and nothing else is done. For what LLVM has too much work with."""


def assemble(module: ir.Module, speed: int) -> bytes:
    """The object file of a module; `speed` is LLVM's optimisation level, 0 (a few passes) to 3, or REGISTERS_ONLY.

    Raises:
        Unsupported: LLVM does not take it (an internal error, told as the reason why the program runs in Python).
    """
    machine = _machine(max(0, speed))
    module.triple, module.data_layout = machine.triple, str(machine.target_data)
    try:
        parsed = llvm.parse_assembly(str(module))
        parsed.verify()
    except RuntimeError as error:
        raise Unsupported(f"internal error (a report is welcome): {' '.join(str(error).split())}") from error
    passes = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=max(0, speed)))
    manager = passes.getModulePassManager() if speed > 0 else _few_passes(speed)
    manager.run(parsed, passes)
    return bytes(machine.emit_object(parsed))


def _few_passes(speed: int) -> llvm.ModulePassManager:
    manager = llvm.create_new_module_pass_manager()
    manager.add_sroa_pass()
    if speed != REGISTERS_ONLY:
        manager.add_instruction_combine_pass()
        manager.add_simplify_cfg_pass()
    return manager


class Code:
    """The functions of an object file; they live as long as this object."""

    def __init__(self, image: bytes) -> None:
        self._machine = _machine(1)
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
