# SPDX-License-Identifier: Apache-2.0
"""Compiles a Program to machine code once for every switch that runs it."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from llvmlite import ir

from p4soft.interpreter import deep_recursion
from p4soft.llvm import bounds
from p4soft.llvm import cache as object_cache
from p4soft.llvm.cache import Artifact
from p4soft.llvm.machine import REGISTERS_ONLY, Code, assemble_all, pieces
from p4soft.llvm.process import LLVM
from p4soft.switch.codegen.layout import Layout
from p4soft.switch.native.burst import emit_burst
from p4soft.switch.native.calculations import emit_calculation, emit_checksums
from p4soft.switch.native.context import Host
from p4soft.switch.native.control import emit_action, emit_control
from p4soft.switch.native.layout import NativeLayout
from p4soft.switch.native.memory import Arena
from p4soft.switch.native.parser import emit_deparser, emit_parser, room_for_headers
from p4soft.switch.native.tables import make_native_index
from p4soft.switch.native.unit import Unit
from p4soft.switch.program.cursor import ProgramError
from p4soft.switch.program.model import Program

SPEED = 2
LARGE = 1000
"""Blocks of a function from which on a program is not optimised: LLVM would take too long over it, or give up."""

MOST_IN_MEMORY = 64
"""Programs whose machine code stays in memory."""


@dataclass(frozen=True, slots=True, eq=False)
class NativeProgram:
    """The machine code of a program, shared by every switch that runs it or one that reads the same."""

    program: Program
    layout: NativeLayout
    code: Code
    artifact: Artifact


def build(program: Program, layout: NativeLayout) -> Unit:
    """The module of a program.

    Raises:
        Unsupported: the program has something that the native engine does not do.
        ProgramError: it cannot be run at all.
    """
    with deep_recursion():
        try:
            return _build(program, layout)
        except (RecursionError, MemoryError) as error:
            raise ProgramError(program.source, "$", "an expression is nested too deeply") from error


def _build(program: Program, layout: NativeLayout) -> Unit:
    unit = Unit(layout)
    for name, calculation in program.calculations.items():
        function = f"calculation.{calculation.id}"
        emit_calculation(unit, function, calculation.algo, calculation.inputs, (Host.HASH, calculation.id))
        unit.calculations[name] = unit.module.globals[function]
    for name, profile in program.action_profiles.items():
        if profile.selector_algo is not None:
            function = f"selector.{profile.id}"
            host = (Host.SELECT, profile.id)
            emit_calculation(unit, function, profile.selector_algo, profile.selector_input, host)
            unit.selectors[name] = unit.module.globals[function]
    for action in program.actions.values():
        emit_action(unit, action)
    arena = Arena()
    for table in program.tables():
        if table.key and not table.is_constant:
            index = make_native_index(table, arena)
            unit.lookups[table.name] = index.emit_lookup(unit.module, f"lookup.{table.id}")
            unit.lookups[table.name].linkage = "internal"
            ahead = index.emit_ahead(unit.module, f"lookup.{table.id}")
            if ahead is not None:
                unit.ahead[table.name] = ahead
                for function in ahead.functions:
                    function.linkage = "internal"
    emit_checksums(unit)
    emit_parser(unit, program.parsers["parser"])
    emit_control(unit, "ingress", program.pipelines["ingress"])
    emit_control(unit, "egress", program.pipelines["egress"])
    emit_deparser(unit, program.deparsers["deparser"])
    emit_burst(unit, room_for_headers(unit, program.deparsers["deparser"]))
    return unit


@lru_cache(maxsize=MOST_IN_MEMORY)
def compile_native(program: Program) -> NativeProgram:
    """The machine code of a program.

    Raises:
        Unsupported: native code cannot run it.
        ProgramError: nothing can.
    """
    return finish(begin(program))


@dataclass(frozen=True, slots=True)
class Begun:
    """A program before LLVM's work on it.

    Attributes:
        unit: what LLVM has to compile; None: nothing, since the machine code is in memory or on disk.
    """

    program: Program
    layout: NativeLayout
    unit: Unit | None


def begin(program: Program) -> Begun:
    """What is quick of `compile_native`, which finds nearly all that native code cannot run; raises as that does."""
    layout = NativeLayout(Layout(program))
    if _find(_name(program)) is not None:
        return Begun(program, layout, None)
    LLVM.start()
    return Begun(program, layout, build(program, layout))


def finish(begun: Begun) -> NativeProgram:
    """The rest, which may take LLVM long, in any thread; raises Unsupported."""
    program, name = begun.program, _name(begun.program)
    known = _find(name)
    if known is None:
        unit = begun.unit if begun.unit is not None else build(program, begun.layout)
        artifact = _compiled(program, unit)
        object_cache.write(name, artifact)
        known = _keep(name, artifact)
    code, artifact = known
    return NativeProgram(program, begun.layout, code, artifact)


_known: OrderedDict[str, tuple[Code, Artifact]] = OrderedDict()
_lock = threading.Lock()
"""Of `_known`: a switch's machine code may be made in a thread."""


def _name(program: Program) -> str:
    with deep_recursion():
        return object_cache.key(program.text, _engine_source(), SPEED, LARGE, bounds.CHECKED)


def _engine_source() -> str:
    """A digest of the source that a program's machine code depends on; `p4soft.llvm` adds its own."""
    here = Path(__file__).parent
    switch = here.parent
    rooms = (here, here / "tables", switch / "codegen", switch / "program", switch / "hashes.py")
    return object_cache.source_digest(*rooms)


def _find(name: str) -> tuple[Code, Artifact] | None:
    with _lock:
        known = _known.get(name)
        if known is not None:
            _known.move_to_end(name)
            return known
    artifact = object_cache.read(name)
    return None if artifact is None else _keep(name, artifact)


def _keep(name: str, artifact: Artifact) -> tuple[Code, Artifact]:
    code = Code(*artifact.images)
    bounds.attach(code)
    with _lock:
        known = _known[name] = code, artifact
        if len(_known) > MOST_IN_MEMORY:
            _known.popitem(last=False)
    return known


def _compiled(program: Program, unit: Unit) -> Artifact:
    images = assemble_all(
        [(text, REGISTERS_ONLY if longest > LARGE else SPEED) for text, longest in _pieces(unit.module)]
    )
    headers = room_for_headers(unit, program.deparsers["deparser"])
    return Artifact(images, headers, tuple(unit.failures), tuple(unit.messages))


def _pieces(module: ir.Module) -> list[tuple[str, int]]:
    """What LLVM gets, and how many blocks the longest function of each piece has."""
    if not bounds.CHECKED:
        return pieces(module)
    longest = max(len(f.blocks) for f in module.functions)  # without the checks
    bounds.add_checks(module)  # what they find is in the module: it stays one
    return [(str(module), longest)]
