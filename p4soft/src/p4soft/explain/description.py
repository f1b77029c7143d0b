# SPDX-License-Identifier: Apache-2.0
"""The facts about a program for any drawing of it, and `to_text`, which prints them: a tree per parser and control.

Expressions and primitives of BMv2 JSON are written as P4 writes them. The graph of a control becomes nested blocks:
what follows a branch whatever it decides stands after it, once. A node that several branches enter although it is not
where they all meet again is written where it is met first; elsewhere a Jump names it.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from p4soft.switch.program.controls import joins, successors
from p4soft.switch.program.model import (
    AccessField,
    AccessUnionHeader,
    Action,
    ActionData,
    ActionParam,
    ActionProfileSpec,
    Bool,
    CalcInput,
    Checksum,
    Const,
    Deref,
    Expr,
    FieldRef,
    HeaderRef,
    HeaderType,
    Lookahead,
    ObjectRef,
    Op,
    Param,
    ParamsVector,
    ParserOp,
    ParseState,
    Pipeline,
    PrimitiveCall,
    Program,
    RegisterRef,
    SourceInfo,
    StackField,
    StackRef,
    Str,
    TableSpec,
    Transition,
    UnionRef,
    UnionStackField,
    UnionStackRef,
)

# --- Expressions -----------------------------------------------------------------------------------------------------


_SPELLING = {"and": "&&", "or": "||", "not": "!"}
_WRAPPING = frozenset(("+", "-", "*", "<<", "~"))  # p4c cuts their results with a mask, which P4 leaves unsaid
_SMALLEST_HEX = 256

# How a primitive is written: {n} is argument n.
_CALLS = {
    "assign": "{0} = {1}",
    "modify_field": "{0} = {1}",
    "assign_VL": "{0} = {1}",
    "assign_header": "{0} = {1}",
    "copy_header": "{0} = {1}",
    "assign_header_stack": "{0} = {1}",
    "assign_union": "{0} = {1}",
    "assign_union_stack": "{0} = {1}",
    "push": "{0}.push_front({1})",
    "pop": "{0}.pop_front({1})",
    "modify_field_rng_uniform": "random({0}, {1}, {2})",
    "modify_field_with_hash_based_offset": "{0} = hash({2}, base {1}, size {3})",
    "add_to_field": "{0} += {1}",
    "subtract_from_field": "{0} -= {1}",
    "add": "{0} = {1} + {2}",
    "subtract": "{0} = {1} - {2}",
    "bit_xor": "{0} = {1} ^ {2}",
    "bit_or": "{0} = {1} | {2}",
    "bit_and": "{0} = {1} & {2}",
    "shift_left": "{0} = {1} << {2}",
    "shift_right": "{0} = {1} >> {2}",
    "mark_to_drop": "mark_to_drop({0})",
    "add_header": "{0}.setValid()",
    "add_header_fast": "{0}.setValid()",
    "remove_header": "{0}.setInvalid()",
    "execute_meter": "{0}.execute_meter({1}, {2})",
    "count": "{0}.count({1})",
    "register_read": "{1}.read({0}, {2})",
    "register_write": "{0}.write({1}, {2})",
    "clone_ingress_pkt_to_egress": "clone(I2E, session {0})",
    "clone_egress_pkt_to_egress": "clone(E2E, session {0})",
    "_jump": "continue at statement {0}",
    "_jump_if_zero": "unless {0}: continue at statement {1}",
    "log_msg": "log_msg({0}, {1})",
    "generate_digest": "digest({1})",
}


class Writer:
    def __init__(self, program: Program) -> None:
        self._program = program

    def expression(self, expr: Expr | None, params: Sequence[ActionParam] = ()) -> str:
        """`expr` in P4's spelling; `params` are those of the enclosing action."""
        match expr:
            case Const(value=value):
                return str(value) if -_SMALLEST_HEX < value < _SMALLEST_HEX else hex(value)
            case Bool(value=value):
                return "true" if value else "false"
            case Str(value=text):
                return f'"{text}"'
            case FieldRef(header=header, field=field):
                return f"{header}.isValid()" if field == "$valid$" else field_name(header, field)
            case Param(index=index):
                return params[index].name if index < len(params) else f"parameter {index}"
            case StackField(stack=stack, field=field):
                return f"{stack}.last.{field}"
            case UnionStackField(stack=stack, member=member, field=field):
                return f"{stack}.last.{member}.{field}"
            case Lookahead(offset=offset, width=width):
                return f"lookahead[{offset}+:{width}]" if offset else f"lookahead<bit<{width}>>"
            case RegisterRef(array=array, index=index_expr):
                return f"{array}[{self.expression(index_expr, params)}]"
            case HeaderRef(name=name) | StackRef(name=name) | UnionRef(name=name) | UnionStackRef(name=name):
                return name
            case ObjectRef(kind=kind, name=name):
                return self._calculation(name) if kind == "calculation" else name
            case ParamsVector(items=items):
                return f"{{{', '.join(self.expression(i, params) for i in items)}}}"
            case Op():
                return self._operation(expr, params)
            case AccessField(header=header_expr, index=index):
                return f"{self.expression(header_expr, params)}.field{index}"
            case AccessUnionHeader(union=union, index=index):
                return f"{self.expression(union, params)}.member{index}"
            case Deref(stack=stack_expr, index=index_expr):
                return f"{stack_expr.name}[{self.expression(index_expr, params)}]"
            case _:
                return ""

    def primitive(self, call: PrimitiveCall, params: Sequence[ActionParam] = ()) -> str:
        """One statement of an action: as the source has it, where the JSON carries that, else rebuilt."""
        text = as_written(call.source)
        if "=" not in text and _CALLS.get(call.op, "").startswith("{0} ="):
            return self.rebuilt(call, params)  # a temporary of the compiler's: the place is that of the value
        return text or self.rebuilt(call, params)

    def rebuilt(self, call: PrimitiveCall, params: Sequence[ActionParam] = ()) -> str:
        """One statement of an action, from the primitive and its arguments."""
        arguments = [self.expression(a, params) for a in call.args]
        form = _CALLS.get(call.op)
        if form is None or not call.args:
            return f"{call.op}({', '.join(arguments)})"
        return form.format(*arguments)

    def _calculation(self, name: str) -> str:
        calculation = self._program.calculations[name]
        inputs = [self.expression(i.expr) if i.expr is not None else "payload" for i in calculation.inputs]
        return f"{calculation.algo} of {{{', '.join(inputs)}}}"

    def _operation(self, expr: Op, params: Sequence[ActionParam]) -> str:
        left, right = expr.left, expr.right
        match expr.op:
            case "?":
                chosen = f"{self._inner(left, params)} : {self._inner(right, params)}"
                return f"{self._inner(expr.cond, params)} ? {chosen}"
            case "valid" | "valid_union":
                return f"{self.expression(right, params)}.isValid()"
            case "d2b" | "b2d" | "two_comp_mod" | "usat_cast" | "sat_cast":
                return self.expression(right if left is None else left, params)
            case "last_stack_index":
                return f"{self.expression(right, params)}.lastIndex"
            case "size_stack":
                return f"{self.expression(right, params)}.size"
            case "&" if isinstance(left, Op) and left.op in _WRAPPING and _all_ones(right):
                return self._operation(left, params)
        spelling = _SPELLING.get(expr.op, expr.op)
        if left is None:
            return f"{spelling}{self._inner(right, params)}"
        return f"{self._inner(left, params)} {spelling} {self._inner(right, params)}"

    def _inner(self, expr: Expr | None, params: Sequence[ActionParam]) -> str:
        text = self.expression(expr, params)
        return f"({text})" if isinstance(expr, Op) and " " in text else text


def as_written(source: SourceInfo | None) -> str:
    """The source text of a statement or condition, "" unless the JSON has all of it (p4c may keep one token)."""
    text = source.fragment if source is not None else ""
    whole = any(c.isalnum() for c in text) and not text.endswith("...") and text.count("(") == text.count(")")
    return text if whole else ""


def field_name(header: str, field: str) -> str:
    """A field as people know it: p4c keeps user metadata in a separate header, called scalars."""
    return field if header.startswith("scalars") else f"{header}.{field}"


def _all_ones(expr: Expr | None) -> bool:
    return isinstance(expr, Const) and expr.value > 0 and expr.value & (expr.value + 1) == 0


# --- Blocks ----------------------------------------------------------------------------------------------------------


class Statement(Struct, frozen=True):
    """One statement and where the source has it."""

    text: str
    source: SourceInfo | None


class Statements(Struct, frozen=True):
    """A run of statements outside any table."""

    items: tuple[Statement, ...]


class Arm(Struct, frozen=True):
    """One test of an `if` ... `else if` chain and what follows when it is true."""

    name: str
    text: str
    source: SourceInfo | None
    items: tuple[Item, ...]


class Choice(Struct, frozen=True):
    """An `if` ... `else if` ... `else` chain; a side with nothing to do is empty."""

    arms: tuple[Arm, ...]
    otherwise: tuple[Item, ...]


class Applied(Struct, frozen=True):
    """A table and what its result leads to: (what happened, what follows) pairs, () when it makes no difference."""

    table: TableSpec
    branches: tuple[tuple[str, tuple[Item, ...]], ...]


class Jump(Struct, frozen=True):
    """Control goes on at a node that is shown elsewhere."""

    target: str


Item = Statements | Choice | Applied | Jump


def short(name: str) -> str:
    """The last part of a qualified name."""
    return name.rpartition(".")[2]


def statements_of(writer: Writer, action: Action) -> tuple[Statement, ...]:
    """An action's statements. One P4 statement that became several primitives is said once."""
    found: list[Statement] = []
    for call in action.primitives:
        statement = Statement(writer.primitive(call, action.params), call.source)
        if not found or found[-1] != statement or statement.source is None:
            found.append(statement)
    return tuple(found)


def read_blocks(program: Program, pipeline: Pipeline) -> tuple[Item, ...]:
    return _Reader(program, pipeline).region(pipeline.init, None)


class _Reader:
    def __init__(self, program: Program, pipeline: Pipeline) -> None:
        self._program = program
        self._pipeline = pipeline
        self._writer = Writer(program)
        self._joins = joins(pipeline)
        self._seen: set[str] = set()

    def region(self, node: str | None, stop: str | None) -> tuple[Item, ...]:
        """Everything from `node` up to, not including, `stop`."""
        items: list[Item] = []
        while node is not None and node != stop:
            if node in self._seen:
                items.append(Jump(node))
                break
            self._seen.add(node)
            item = self._item(node)
            if isinstance(item, Statements) and items and isinstance(items[-1], Statements):
                items[-1] = Statements(items[-1].items + item.items)
            elif not isinstance(item, Statements) or item.items:
                items.append(item)
            node = self._joins[node]
        return tuple(items)

    def _item(self, node: str) -> Item:
        pipeline, join = self._pipeline, self._joins[node]
        if node in pipeline.conditionals:
            condition = pipeline.conditionals[node]
            text = as_written(condition.source) or self._writer.expression(condition.condition)
            then = self.region(condition.true_next, join)
            otherwise = self.region(condition.false_next, join)
            arm = Arm(node, text, condition.source, then)
            if len(otherwise) == 1 and isinstance(otherwise[0], Choice) and then:
                return Choice((arm, *otherwise[0].arms), otherwise[0].otherwise)
            return Choice((arm,), otherwise)
        if node in pipeline.action_calls:
            return Statements(statements_of(self._writer, self._program.actions[pipeline.action_calls[node].action_id]))
        table = pipeline.tables[node]
        if table.is_hidden and table.default is not None:
            return Statements(statements_of(self._writer, self._program.actions[table.default.action_id]))
        return Applied(table, self._branches(table, join))

    def _branches(self, table: TableSpec, join: str | None) -> tuple[tuple[str, tuple[Item, ...]], ...]:
        if len(successors(self._pipeline, table.name)) < 2:
            return ()
        if table.split_on_hit:
            return (("hit", self.region(table.next_hit, join)), ("miss", self.region(table.next_miss, join)))
        targets: dict[str | None, list[str]] = {}
        for action, following in table.next_by_action.items():
            targets.setdefault(following, []).append(short(self._program.actions[action].name))
        if table.default is None:
            targets.setdefault(table.base_default_next, []).append("no action")
        return tuple((" or ".join(names), self.region(node, join)) for node, names in targets.items())


# --- States, tables, actions and objects -----------------------------------------------------------------------------


class StateCard(Struct, frozen=True):
    """A parse state: what it does, what it selects on ("" without a select), and (case, next state) pairs."""

    statements: tuple[Statement, ...]
    key: str
    cases: tuple[tuple[str, str], ...]


class TableCard(Struct, frozen=True):
    """A table. `keys` are (name, field, match kind, width); `facts` are (what, value) pairs: default, size, ..."""

    keys: tuple[tuple[str, str, str, int], ...]
    actions: tuple[Action, ...]
    facts: tuple[tuple[str, str], ...]


class Describer:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.writer = Writer(program)

    def state(self, state: ParseState) -> StateCard:
        """The card of a parse state: its operations, the key, the cases."""
        key = ", ".join(self.writer.expression(p.expr) for p in state.key)
        widths = [p.width for p in state.key]
        cases = [(self._case(t, widths), t.next_state or "accept") for t in state.transitions]
        if not any(t.kind == "default" for t in state.transitions):
            cases.append(("default", "accept"))
        return StateCard(tuple(self._parser_op(op) for op in state.ops), key, tuple(cases))

    def table(self, table: TableSpec) -> TableCard:
        """The card of a table: keys, actions, default, sizes."""
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
        params = ", ".join(f"bit<{p.width}> {p.name}" for p in action.params)
        return f"{short(action.name)}({params})"

    def checksum(self, checksum: Checksum) -> str:
        calculation = self.program.calculations[checksum.calculation]
        inputs = ", ".join(self.inputs(calculation.inputs))
        condition = ""
        if checksum.condition is not None:
            condition = f" if {self.writer.expression(checksum.condition)}"
        return f"{field_name(checksum.target.header, checksum.target.field)} = {calculation.algo}({inputs}){condition}"

    def inputs(self, inputs: tuple[CalcInput, ...]) -> list[str]:
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


_COLUMN = 92  # where source places begin, at least
_INTO, _LAST, _THROUGH, _PAST = "├─ ", "└─ ", "│  ", "   "


def to_text(program: Program) -> str:
    return _Page(program).render()


class _Page:
    def __init__(self, program: Program) -> None:
        self._program = program
        self._describer = Describer(program)
        self._lines: list[str] = []

    def render(self) -> str:
        program = self._program
        major, minor = program.version
        self._lines.append(f"program {program.name or program.source} (BMv2 JSON {major}.{minor})")
        self._parser()
        self._checksums("verified", "verify")
        for name in ("ingress", "egress"):
            self._control(program.pipelines[name])
        self._checksums("updated", "update")
        self._deparser()
        self._actions()
        self._objects()
        return "\n".join(self._lines) + "\n"

    def _line(self, text: str, source: SourceInfo | None = None) -> None:
        self._lines.append(f"{text:<{_COLUMN}}  {source}".rstrip() if source is not None else text.rstrip())

    def _title(self, text: str, source: SourceInfo | None = None) -> None:
        self._lines.append("")
        self._line(text, source)

    def _parser(self) -> None:
        parser = self._program.parsers["parser"]
        self._title(f"parser, starts in {parser.init_state}" if parser.init_state else "parser: accepts at once")
        names = sorted(parser.states, key=lambda name: name != parser.init_state)
        for i, name in enumerate(names):
            state = parser.states[name]
            last = i == len(names) - 1
            margin = _PAST if last else _THROUGH
            self._line(f"{_LAST if last else _INTO}state {name}", state.source)
            card = self._describer.state(state)
            for statement in card.statements:
                self._line(f"{margin}   {statement.text}", statement.source)
            if not card.key:
                self._line(f"{margin}   -> {card.cases[0][1]}")
                continue
            self._line(f"{margin}   select ({card.key})")
            width = max(len(case) for case, _ in card.cases)
            for case, target in card.cases:
                self._line(f"{margin}      {case:<{width}}  -> {target}")

    def _checksums(self, done: str, phase: str) -> None:
        chosen = [c for c in self._program.checksums if (c.update if phase == "update" else c.verify)]
        if not chosen:
            return
        self._title(f"checksums {done}")
        for i, checksum in enumerate(chosen):
            branch = _LAST if i == len(chosen) - 1 else _INTO
            self._line(f"{branch}{self._describer.checksum(checksum)}", checksum.source)

    def _control(self, pipeline: Pipeline) -> None:
        name = pipeline.source.fragment if pipeline.source is not None else ""
        self._title(f"control {pipeline.name}{f' ({name})' if name else ''}", pipeline.source)
        items = read_blocks(self._program, pipeline)
        if items:
            self._items(items, "")
        else:
            self._line(f"{_LAST}nothing to do")

    def _items(self, items: Sequence[Item], margin: str) -> None:
        for i, item in enumerate(items):
            last = i == len(items) - 1
            self._item(item, margin + (_LAST if last else _INTO), margin + (_PAST if last else _THROUGH))

    def _item(self, item: Item, head: str, margin: str) -> None:
        match item:
            case Statements(items=statements):
                for i, statement in enumerate(statements):
                    self._line(f"{head if i == 0 else margin}{statement.text}", statement.source)
            case Choice():
                for i, arm in enumerate(item.arms):
                    self._line(f"{head if i == 0 else f'{margin}else '}if ({arm.text})", arm.source)
                    self._items(arm.items, margin)
                    if not arm.items and (item.otherwise or i < len(item.arms) - 1):
                        self._line(f"{margin}{_LAST}nothing")
                if item.otherwise:
                    self._line(f"{margin}else")
                    self._items(item.otherwise, margin)
            case Applied():
                self._table(item, head, margin)
            case _:
                self._line(f"{head}goes on at {item.target}, shown elsewhere")

    def _table(self, item: Applied, head: str, margin: str) -> None:
        table, card = item.table, self._describer.table(item.table)
        inner = margin + (_THROUGH if item.branches else _PAST)
        self._line(f"{head}table {table.name}", table.source)
        width = max((len(k[0]) for k in card.keys), default=0)
        for i, (name, field, kind, bits) in enumerate(card.keys):
            label = "key" if i == 0 else ""
            of = "" if name == field else f" = {field}"
            self._line(f"{inner}{label:<9}{name:<{width}}  {kind} bit<{bits}>{of}")
        if not card.keys:
            self._line(f"{inner}{'key':<9}none")
        for i, action in enumerate(card.actions):
            self._line(f"{inner}{'actions' if i == 0 else '':<9}{self._describer.action(action)}", action.source)
        for what, value in card.facts:
            self._line(f"{inner}{what:<9}{value}")
        for i, (what, following) in enumerate(item.branches):
            last = i == len(item.branches) - 1
            nothing = "" if following else ": nothing more"
            self._line(f"{margin}{_LAST if last else _INTO}after {what}{nothing}")
            self._items(following, margin + (_PAST if last else _THROUGH))

    def _deparser(self) -> None:
        deparser = self._program.deparsers["deparser"]
        self._title("deparser, headers that are valid, in this order", deparser.source)
        for i, name in enumerate(deparser.order):
            kind = self._program.headers[name].type
            size = byte_count(kind) + (" and more" if kind.varbit else "")
            self._line(f"{_LAST if i == len(deparser.order) - 1 else _INTO}{name} ({size})")

    def _actions(self) -> None:
        shown = self._table_actions()
        if not shown:
            return
        self._title("actions")
        writer = self._describer.writer
        for i, action in enumerate(shown):
            last = i == len(shown) - 1
            self._line(f"{_LAST if last else _INTO}{self._describer.action(action)}", action.source)
            for statement in statements_of(writer, action):
                self._line(f"{_PAST if last else _THROUGH}   {statement.text}", statement.source)

    def _table_actions(self) -> list[Action]:
        """The actions that tables run, each once, without the empty ones."""
        found: dict[tuple[str, SourceInfo | None], Action] = {}
        for table in self._program.tables():
            for number in () if table.is_hidden else table.actions:
                action = self._program.actions[number]
                if action.primitives:
                    found.setdefault((action.name, action.source), action)
        return sorted(found.values(), key=lambda a: (short(a.name), a.id))

    def _objects(self) -> None:
        objects = self._describer.objects()
        if not objects:
            return
        self._title("state and lists")
        for i, (kind, name, what) in enumerate(objects):
            self._line(f"{_LAST if i == len(objects) - 1 else _INTO}{kind} {name}: {what.text}", what.source)
