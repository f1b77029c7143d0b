# SPDX-License-Identifier: Apache-2.0
"""Turns LLVM IR into machine code of this process."""

from __future__ import annotations

from functools import cache

import llvmlite.binding as llvm
from llvmlite import ir


class Compiled:
    """The machine code of one module; it lives as long as this object."""

    def __init__(self, module: ir.Module, *, speed: int = 2) -> None:
        """Compile `module` for this processor.

        `speed` is LLVM's level, 0 to 3; 0 compiles several times as fast as 1, to code that keeps variables in
        registers and is plain otherwise.
        """
        machine = _target().create_target_machine(
            cpu=llvm.get_host_cpu_name(), features=llvm.get_host_cpu_features().flatten(), opt=speed, jit=True
        )
        module.triple, module.data_layout = machine.triple, str(machine.target_data)
        parsed = llvm.parse_assembly(str(module))
        parsed.verify()
        passes = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=speed))
        manager = passes.getModulePassManager() if speed else _few_passes()
        manager.run(parsed, passes)
        self._engine = llvm.create_mcjit_compiler(parsed, machine)
        self._engine.finalize_object()

    def address(self, name: str) -> int:
        """Where the function called `name` starts."""
        return int(self._engine.get_function_address(name))


def _few_passes() -> llvm.ModulePassManager:
    manager = llvm.create_new_module_pass_manager()
    manager.add_sroa_pass()
    manager.add_instruction_combine_pass()
    manager.add_simplify_cfg_pass()
    return manager


@cache
def _target() -> llvm.Target:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.Target.from_default_triple()
