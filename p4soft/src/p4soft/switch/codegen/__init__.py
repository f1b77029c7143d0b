# SPDX-License-Identifier: Apache-2.0
"""Compiles a loaded program once to Python functions over a flat list of values per packet.

The functions are those of a generated module, which is bound to the state of a switch.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Callable, Sequence
from functools import lru_cache
from types import CodeType
from typing import Any

from p4soft.interpreter import deep_recursion
from p4soft.switch import trace
from p4soft.switch.codegen import runtime
from p4soft.switch.codegen.control import ControlGen
from p4soft.switch.codegen.exprs import Writer
from p4soft.switch.codegen.layout import JOURNEY, Layout, Packet
from p4soft.switch.codegen.parser import ParserGen, emit_deparser
from p4soft.switch.codegen.primitives import CalculationGen, emit_action
from p4soft.switch.codegen.runtime import Engine
from p4soft.switch.program.cursor import ProgramError
from p4soft.switch.program.model import Program, SourceInfo
from p4soft.switch.state import SwitchState
from p4soft.switch.state.lookup import NO_ACTION_ID, Entry
from p4soft.switch.state.profiles import Member
from p4soft.switch.state.table import Table
from p4soft.switch.trace import FieldChanged, Journey, Pairs, TableApplied, TraceEvent, Tracer, ValidityChanged

__all__ = ["Engine", "compile_program"]


# --- Helpers of traced code: events that take more than one expression to build --------------------------------------


Report = Callable[[TraceEvent], None]


def trace_table(
    report: Report,
    table: Table,
    packet: Packet,
    *,
    key: Pairs,
    entry: Entry,
    hit: bool,
    chosen: Entry | Member,
    via: str,
    source: SourceInfo | None,
) -> None:
    action = "no action"
    if chosen.action_id != NO_ACTION_ID:
        action = str(chosen.action)
    names = [k.name for k in table.spec.key]
    text = entry.describe(names) if hit else ""
    const = entry.const if hit else table.spec.default_action_const
    report(
        TableApplied(
            packet[JOURNEY], table.name, key, hit, entry.handle, text, action, via, source, entry.source, const
        )
    )


def describe_via(entry: Entry, chosen: Entry | Member) -> str:
    """How a profile led from the entry to the action."""
    if not isinstance(chosen, Member):
        return ""
    group = f"group {entry.group.group_id}, " if entry.group is not None else ""
    return f"{group}member {chosen.member_id}"


def trace_copy(
    report: Report,
    journey: Journey,
    header: str,
    *,
    names: Sequence[str],
    old: Sequence[int],
    new: Sequence[int],
    source: SourceInfo | None,
) -> None:
    """Report what a header assignment changed; `old` and `new` start with the validity."""
    if old[0] != new[0]:
        report(ValidityChanged(journey, header, bool(new[0]), source))
    for name, before, after in zip(names, old[1:], new[1:], strict=False):
        if before != after:
            report(FieldChanged(journey, name, before, after, source))


def trace_validity(
    report: Report,
    packet: Packet,
    headers: Sequence[tuple[str, int]],
    *,
    old: Sequence[int],
    source: SourceInfo | None,
) -> None:
    """Report which of these (name, base slot) headers, whose validities were `old`, became valid or invalid."""
    for (name, base), before in zip(headers, old, strict=True):
        if packet[base] != before:
            report(ValidityChanged(packet[JOURNEY], name, bool(packet[base]), source))


def deparsed_headers(packet: Packet, headers: Sequence[tuple[str, int]]) -> tuple[str, ...]:
    """The names of the valid ones among these (name, base slot) headers."""
    return tuple(name for name, base in headers if packet[base])


# --- The compiler ----------------------------------------------------------------------------------------------------


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
        offered = {i for t in program.tables() if not t.is_hidden for i in t.actions}
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
    """The error for generated text that cannot be compiled: Python calls text that is too deep "too many ..."."""
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
