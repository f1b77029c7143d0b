# SPDX-License-Identifier: Apache-2.0
"""Compiles a Program to a Python module once, and binds the module to the state of a switch."""

from __future__ import annotations

import logging
import random
from functools import lru_cache
from types import CodeType
from typing import Any

from p4soft.interpreter import deep_recursion
from p4soft.switch import trace
from p4soft.switch.codegen import runtime
from p4soft.switch.codegen.actions import emit_action
from p4soft.switch.codegen.calculations import CalculationGen
from p4soft.switch.codegen.control import ControlGen
from p4soft.switch.codegen.deparser import emit_deparser
from p4soft.switch.codegen.engine import Engine
from p4soft.switch.codegen.layout import Layout
from p4soft.switch.codegen.parser import ParserGen
from p4soft.switch.codegen.tracing import deparsed_headers, describe_via, trace_copy, trace_table, trace_validity
from p4soft.switch.codegen.writer import Writer
from p4soft.switch.program.errors import ProgramError
from p4soft.switch.program.model import Program
from p4soft.switch.state import SwitchState
from p4soft.switch.state.entry import NO_ACTION_ID
from p4soft.switch.trace import Tracer

_LOG = logging.getLogger("p4soft.switch.p4")
_HELPERS = (
    "ParseFault",
    "AssertionFailed",
    "shl",
    "shr",
    "div",
    "mod",
    "two_comp_mod",
    "usat_cast",
    "sat_cast",
    "index",
    "cell",
    "header_equal",
    "copy_header",
    "push_front",
    "pop_front",
    "peek",
    "in_set",
    "format_message",
)


class CompiledProgram:
    """The generated module of a program, shared by every switch that runs it.

    Raises ProgramError for a program with expressions deeper than Python can read, or when the code generated for it is
    wrong.

    Attributes:
        layout: the slots.
        text: the generated source.
    """

    def __init__(self, program: Program, traced: bool) -> None:
        self.program = program
        self.traced = traced
        try:
            with deep_recursion():
                self._generate()
            self._code: CodeType = compile(self.text, f"<generated from {program.source}>", "exec")
        except (SyntaxError, RecursionError, MemoryError) as error:
            raise ProgramError(program.source, "$", _refusal(error)) from error

    def _generate(self) -> None:
        program, traced = self.program, self.traced
        self.layout = Layout(program)
        writer = Writer(traced)
        offered = {i for t in program.tables() if not (t.is_constant and t.name.startswith("tbl_")) for i in t.actions}
        for action in program.actions.values():
            emit_action(writer, self.layout, action, hidden=action.id not in offered)
        calculations = CalculationGen(writer, self.layout)
        for calc in program.calculations.values():
            calculations.emit_function(
                f"C{calc.id}", f"H{calc.id}", calc.inputs, f"calculation {calc.name} ({calc.algo})"
            )
        for profile in program.action_profiles.values():
            if profile.selector_algo is not None:
                comment = f"selector of {profile.name} ({profile.selector_algo})"
                calculations.emit_function(f"S{profile.id}", f"HS{profile.id}", profile.selector_input, comment)
        calculations.emit_checksums()
        ParserGen(writer, self.layout, program.parsers["parser"]).emit()
        ControlGen(writer, self.layout, program.pipelines["ingress"]).emit("ingress")
        ControlGen(writer, self.layout, program.pipelines["egress"]).emit("egress")
        emit_deparser(writer, self.layout, program.deparsers["deparser"])
        self.text = writer.text()
        self._constants = writer.constants
        self._sources = tuple(writer.sources)

    def bind(self, state: SwitchState, *, drop_port: int, rng: random.Random, tracer: Tracer | None) -> Engine:
        """Functions of this program over `state`."""
        program = self.program
        names: dict[str, Any] = {name: getattr(runtime, name) for name in _HELPERS}
        names.update(self._constants)
        names.update({name: getattr(trace, name) for name in dir(trace) if name[0].isupper()})
        names.update(runtime.parser_errors(program), ERRORS=runtime.error_names(program))
        names.update(
            SRC=self._sources,
            SIBLINGS=self.layout.siblings,
            DROP_PORT=drop_port,
            LOG=_LOG,
            RANDINT=rng.randint,
            from_bytes=int.from_bytes,
            trace_copy=trace_copy,
            COLOURS=("green", "yellow", "red"),
            trace_table=trace_table,
            trace_validity=trace_validity,
            deparsed_headers=deparsed_headers,
            describe_via=describe_via,
        )
        if tracer is not None:
            names["TR"] = tracer.event
        for table in program.tables():
            names[f"T{table.id}"] = state.tables[table.name]
            names[f"L{table.id}"] = state.tables[table.name].index.lookup
        for counter in state.counters.values():
            number = program.counters[counter.name].id
            names[f"CP{number}"], names[f"CB{number}"] = counter.packets, counter.bytes
        for meter in state.meters.values():
            names[f"M{program.meters[meter.name].id}"] = meter
        for register in state.registers.values():
            names[f"R{program.registers[register.name].id}"] = register.cells
        for value_set in state.value_sets.values():
            names[f"V{program.value_sets[value_set.name].id}"] = value_set.members
        for calc in program.calculations.values():
            names[f"H{calc.id}"] = state.hashes[calc.name]
        for profile in program.action_profiles.values():
            if profile.selector_algo is not None:
                names[f"HS{profile.id}"] = state.selector_hashes[profile.name]
        exec(self._code, names)
        actions = {i: names[f"A{i}"] for i in program.actions}
        actions[NO_ACTION_ID] = _no_action
        names["ACTIONS"] = actions
        functions = (names[name] for name in ("parse", "verify", "ingress", "egress", "deparse"))
        parse, verify, ingress, egress, deparse = functions
        return Engine(self.layout, parse, verify, ingress, egress, deparse, self.layout.template)


def _refusal(error: Exception) -> str:
    """What is wrong when generated text cannot be compiled: what Python refuses as "too many ..." is too deep."""
    if isinstance(error, SyntaxError) and not str(error.msg).startswith("too many "):
        return f"internal error of the switch (a report is welcome): wrong code was generated: {error.msg}"
    return "an expression is nested too deeply"


@lru_cache(maxsize=32)
def compile_program(program: Program, traced: bool) -> CompiledProgram:
    """Generate and compile a program's module; `traced` selects the variant that reports to a Tracer."""
    return CompiledProgram(program, traced)


def _no_action(packet: object, args: object) -> None:
    """What a table without a default action does on a miss."""
    del packet, args
