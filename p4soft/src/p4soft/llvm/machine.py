# SPDX-License-Identifier: Apache-2.0
"""LLVM IR to object files of this processor, and object files to functions of this process."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable, Mapping, Sequence, Set

import llvmlite
import llvmlite.binding as llvm
from llvmlite import ir

from p4soft.llvm.child import REGISTERS_ONLY, target_machine
from p4soft.llvm.process import LLVM

__all__ = ["REGISTERS_ONLY", "Code", "assemble", "assemble_all", "llvm_version", "pieces", "processor"]

PIECE = 12_000
"""Instructions of a piece, about: a second of LLVM's time. What has fewer stays in one."""
MOST_PIECES = 16


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


def assemble_all(texts: Sequence[tuple[str, int]]) -> tuple[bytes, ...]:
    """The object files of modules, each with its speed: as many at once as there are processors; raises Unsupported."""
    return LLVM.assemble_all(texts)


def pieces(module: ir.Module) -> list[tuple[str, int]]:
    """A module as modules that can be compiled at the same time, each with the blocks of its longest function.

    It is cut where LLVM would not look anyway: at functions that others call by name, and at those that are never
    inlined. What such a function calls beside them goes with it, into several pieces if several need it. How a module
    is cut depends on the module alone.
    """
    functions = {f.name: f for f in module.functions if f.blocks}
    sizes = {name: sum(len(block.instructions) for block in f.blocks) for name, f in functions.items()}
    count = min(MOST_PIECES, 1 + sum(sizes.values()) // PIECE)
    longest = {name: len(f.blocks) for name, f in functions.items()}
    if count == 1:
        return [(str(module), max(longest.values(), default=0))]
    seams = {name for name, f in functions.items() if f.linkage != "internal" or "noinline" in f.attributes}
    texts = {name: str(value) for name, value in module.globals.items()}
    used = {name: {other for other in _NAME.findall(text) if other in texts} - {name} for name, text in texts.items()}
    bins: list[set[str]] = [set() for _ in range(count)]
    loads = [0] * count
    with_it = {name: _inside(name, used, functions.keys() - seams) for name in sorted(seams)}
    weights = {name: sum(sizes[each] for each in inside) for name, inside in with_it.items()}
    for name in sorted(seams, key=lambda name: (-weights[name], name)):
        at = loads.index(min(loads))
        bins[at] |= with_it[name]
        loads[at] += weights[name]
    head = f'target triple = "{module.triple}"\ntarget datalayout = "{module.data_layout}"\n'
    found = []
    for defined in bins:
        if not defined:
            continue
        parts = [head]
        for name in sorted(defined | set[str]().union(*(used[each] for each in defined))):
            text = texts[name]
            if name in seams:
                text = text.replace("define internal ", "define ", 1)
            if name in functions and name not in defined:
                text = "declare " + text.partition("\n")[0].removeprefix("define ")
            parts.append(text)
        found.append(("\n".join(parts), max(longest[name] for name in defined)))
    return found


_NAME = re.compile(r'@"([^"]+)"')


def _inside(name: str, used: Mapping[str, Set[str]], common: Set[str]) -> set[str]:
    """A function and what it calls of the `common` ones, and they in turn."""
    inside, ahead = {name}, [name]
    while ahead:
        new = (used[ahead.pop()] & common) - inside
        inside |= new
        ahead += new
    return inside


class Code:
    """The functions of object files; they live as long as this object."""

    def __init__(self, *images: bytes) -> None:
        self._machine = target_machine(1)
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), self._machine)
        for image in images:
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
