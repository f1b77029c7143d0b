# SPDX-License-Identifier: Apache-2.0
"""What there is to say about states, tables, actions and objects, without deciding how it looks."""

from __future__ import annotations

from dataclasses import dataclass

from p4soft.explain.blocks import Statement, short
from p4soft.explain.expressions import Writer, field_name
from p4soft.switch.program.model import (
    Action,
    ActionData,
    ActionProfileSpec,
    CalcInput,
    Checksum,
    HeaderType,
    ParserOp,
    ParseState,
    Program,
    TableSpec,
    Transition,
)


@dataclass(frozen=True, slots=True)
class StateCard:
    """A parse state: what it does, what it selects on ("" without a select), and (case, next state) pairs."""

    statements: tuple[Statement, ...]
    key: str
    cases: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class TableCard:
    """A table. `keys` are (name, field, match kind, width); `facts` are (what, value) pairs: default, size, ..."""

    keys: tuple[tuple[str, str, str, int], ...]
    actions: tuple[Action, ...]
    facts: tuple[tuple[str, str], ...]


class Describer:
    """Describes the parts of one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.writer = Writer(program)

    def state(self, state: ParseState) -> StateCard:
        """What a parse state's card says: its operations, the key, the cases."""
        key = ", ".join(self.writer.expression(p.expr) for p in state.key)
        widths = [p.width for p in state.key]
        cases = [(self._case(t, widths), t.next_state or "accept") for t in state.transitions]
        if not any(t.kind == "default" for t in state.transitions):
            cases.append(("default", "accept"))
        return StateCard(tuple(self._parser_op(op) for op in state.ops), key, tuple(cases))

    def table(self, table: TableSpec) -> TableCard:
        """What a table's card says: keys, actions, default, sizes."""
        program = self.program
        keys = tuple((k.name, field_name(k.target.header, k.target.field), _kind(k.match), k.width) for k in table.key)
        actions = tuple(program.actions[i] for i in table.actions)
        facts = [("default", self._default(table))]
        if table.entries:
            facts.append(("entries", f"{len(table.entries)} const" if table.entries_const else str(len(table.entries))))
        if table.key:
            facts.append(("size", str(table.max_size)))
        if table.action_profile is not None:
            facts.append(("profile", self._profile(program.action_profiles[table.action_profile])))
        facts += [("counter", f"{c.name}, direct") for c in program.counters.values() if c.binding == table.name]
        if table.direct_meter is not None:
            meter = program.meters[table.direct_meter]
            result = "" if meter.result is None else f" into {field_name(meter.result.header, meter.result.field)}"
            facts.append(("meter", f"{meter.name}, direct, counts {meter.unit}{result}"))
        if table.support_timeout:
            facts.append(("timeout", "entries may age"))
        return TableCard(keys, actions, tuple(facts))

    def action(self, action: Action) -> str:
        """An action's name and parameters."""
        params = ", ".join(f"bit<{p.width}> {p.name}" for p in action.params)
        return f"{short(action.name)}({params})"

    def checksum(self, checksum: Checksum) -> str:
        """A checksum and what it covers."""
        calculation = self.program.calculations[checksum.calculation]
        inputs = ", ".join(self.inputs(calculation.inputs))
        condition = ""
        if checksum.condition is not None:
            condition = f" if {self.writer.expression(checksum.condition)}"
        return f"{field_name(checksum.target.header, checksum.target.field)} = {calculation.algo}({inputs}){condition}"

    def inputs(self, inputs: tuple[CalcInput, ...]) -> list[str]:
        """What a hash or checksum covers."""
        return [self.writer.expression(i.expr) if i.expr is not None else "payload" for i in inputs]

    def objects(self) -> list[tuple[str, str, Statement]]:
        """Everything with state or identity outside tables: (kind, name, what it is)."""
        program = self.program
        found = [("value set", v.name, Statement(f"bit<{v.width}> values", None)) for v in program.value_sets.values()]
        found += [
            ("counter", c.name, Statement(f"{c.size} cells", c.source))
            for c in program.counters.values()
            if not c.direct
        ]
        found += [
            ("meter", m.name, Statement(f"{m.size} cells, counts {m.unit}", m.source))
            for m in program.meters.values()
            if not m.direct
        ]
        found += [
            ("register", r.name, Statement(f"{r.size} cells of bit<{r.bitwidth}>", r.source))
            for r in program.registers.values()
        ]
        for learn in program.learn_lists.values():
            fields = ", ".join(field_name(e.header, e.field) for e in learn.elements)
            found.append(("digest", learn.name, Statement(fields, None)))
        for number, refs in program.field_lists.items():
            fields = ", ".join(field_name(r.header, r.field) for r in refs) or "nothing"
            found.append(("field list", str(number), Statement(f"preserves {fields}", None)))
        return found

    def _parser_op(self, op: ParserOp) -> Statement:
        match op.op:
            case "extract" | "extract_VL":
                text = self._extract(op)
            case "set":
                text = f"{self.writer.expression(op.args[0])} = {self.writer.expression(op.args[1])}"
            case "verify":
                errors = {number: name for name, number in self.program.errors.items()}
                number = getattr(op.args[1], "value", None)
                error = errors.get(number) if isinstance(number, int) else None
                wrong = error or self.writer.expression(op.args[1])
                text = f"verify({self.writer.expression(op.args[0])}, {wrong})"
            case "advance":
                text = f"advance({self.writer.expression(op.args[0])})"
            case _:
                text = self.writer.primitive(op.call) if op.call is not None else op.op
        return Statement(text, op.source)

    def _extract(self, op: ParserOp) -> str:
        program = self.program
        if len(op.target) == 1:
            name, kind = op.target[0], program.headers[op.target[0]].type
        elif op.target[0] == "stack":
            name, kind = f"{op.target[1]}.next", program.stacks[op.target[1]].type
        else:
            union = program.unions[program.union_stacks[op.target[1]].unions[0]]
            name, kind = f"{op.target[1]}.next.{op.target[2]}", program.headers[dict(union.members)[op.target[2]]].type
        size = byte_count(kind)
        if op.args:
            size += f" and {self.writer.expression(op.args[0])} bits"
        return f"extract {name} ({size})"

    def _case(self, transition: Transition, widths: list[int]) -> str:
        if transition.kind == "default":
            return "default"
        if transition.kind == "parse_vset":
            return f"in {transition.value_set}"
        values = _split(transition.value, widths)
        masks = [None] * len(widths) if transition.mask is None else _split(transition.mask, widths)
        parts = [_masked(v, m, w) for v, m, w in zip(values, masks, widths, strict=True)]
        return parts[0] if len(parts) == 1 else f"({', '.join(parts)})"

    def _default(self, table: TableSpec) -> str:
        if table.default is None:
            return "none"
        const = " const" if table.default_entry_const or table.default_action_const else ""
        return f"{self._call(table.default)}{const}"

    def _call(self, data: ActionData) -> str:
        action = self.program.actions[data.action_id]
        return f"{short(action.name)}({', '.join(hex(a) for a in data.args)})"

    def _profile(self, profile: ActionProfileSpec) -> str:
        text = f"{profile.name}, {profile.max_size} members"
        if profile.selector_algo is not None:
            text += f", selects by {profile.selector_algo} of {', '.join(self.inputs(profile.selector_input))}"
        return text


def byte_count(kind: HeaderType) -> str:
    """How long a header is without its variable-length field."""
    count = kind.fixed_bits // 8
    return f"{count} byte{'' if count == 1 else 's'}"


def _kind(match: str) -> str:
    return "exact (validity)" if match == "valid" else match


def _split(value: int, widths: list[int]) -> list[int]:
    """A transition's value cut into its parts, each padded to bytes."""
    parts: list[int] = []
    for width in reversed(widths):
        padded = (width + 7) // 8 * 8
        parts.append(value & ((1 << padded) - 1))
        value >>= padded
    return parts[::-1]


def _masked(value: int, mask: int | None, width: int) -> str:
    if mask is None or mask & ((1 << width) - 1) == (1 << width) - 1:
        return hex(value)
    return "_" if mask == 0 else f"{value:#x} &&& {mask:#x}"
