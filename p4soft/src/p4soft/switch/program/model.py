# SPDX-License-Identifier: Apache-2.0
"""The typed, immutable model of a BMv2 JSON program (p4lang/behavioral-model docs/JSON_format.md, version 2.x).

Names are the JSON's names (p4c's fully qualified P4 names). Widths are bits. Every reference between objects has been
resolved or checked by the loader, so the rest of the switch never sees a dangling name.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

# --- Expressions and references ("type value objects") ---------------------------------------------------------------


class FieldRef(Struct, frozen=True):
    """A field of a header or metadata instance. Field `$valid$` is the hidden validity bit."""

    header: str
    field: str

    def __str__(self) -> str:
        return f"{self.header}.{self.field}"


class Const(Struct, frozen=True):
    """An integer constant (a JSON hexstr), possibly negative."""

    value: int


class Bool(Struct, frozen=True):
    value: bool


class Str(Struct, frozen=True):
    """A string (log_msg's format)."""

    value: str


class Param(Struct, frozen=True):
    """Runtime data number `index` of the enclosing action."""

    index: int


class StackField(Struct, frozen=True):
    """A field of the last valid element of a header stack."""

    stack: str
    field: str


class UnionStackField(Struct, frozen=True):
    """A field of one member of the last valid element of a union stack."""

    stack: str
    member: str
    field: str


class Lookahead(Struct, frozen=True):
    """`width` bits at `offset` bits from the parser's cursor, without consuming them."""

    offset: int
    width: int


class RegisterRef(Struct, frozen=True):
    """A register cell used as a value."""

    array: str
    index: Expr


class HeaderRef(Struct, frozen=True):
    name: str


class StackRef(Struct, frozen=True):
    name: str


class UnionRef(Struct, frozen=True):
    name: str


class UnionStackRef(Struct, frozen=True):
    name: str


class ObjectRef(Struct, frozen=True):
    """A named extern object: kind is calculation, meter_array, counter_array, register_array or extern."""

    kind: str
    name: str


class ParamsVector(Struct, frozen=True):
    """A list of values (log_msg's arguments)."""

    items: tuple[Expr, ...]


class Op(Struct, frozen=True):
    """An operator with its operands; `cond` only for the ternary operator `?`."""

    op: str
    left: Expr | None
    right: Expr | None
    cond: Expr | None = None


class AccessField(Struct, frozen=True):
    """Field number `index` of a header that may be known only at run time."""

    header: Expr
    index: int


class AccessUnionHeader(Struct, frozen=True):
    """Member number `index` of a union that may be known only at run time."""

    union: Expr
    index: int


class Deref(Struct, frozen=True):
    """Element `index` of a header stack or union stack, index known at run time."""

    stack: StackRef | UnionStackRef
    index: Expr


Expr = (
    FieldRef
    | Const
    | Bool
    | Str
    | Param
    | StackField
    | UnionStackField
    | Lookahead
    | RegisterRef
    | HeaderRef
    | StackRef
    | UnionRef
    | UnionStackRef
    | ObjectRef
    | ParamsVector
    | Op
    | AccessField
    | AccessUnionHeader
    | Deref
)


# --- Headers, and places in the P4 source ----------------------------------------------------------------------------


class SourceInfo(Struct, frozen=True):
    """Where in the P4 source something was written (p4c's `source_info`)."""

    filename: str
    line: int
    column: int = 0
    fragment: str = ""

    def __str__(self) -> str:
        return f"{self.filename}:{self.line}"


class FieldType(Struct, frozen=True):
    """One field of a header type. `width` is the maximum width in bits for a variable-length field."""

    name: str
    width: int
    signed: bool = False
    varbit: bool = False
    saturating: bool = False


class HeaderType(Struct, frozen=True):
    """A header or metadata struct type; `max_bytes` bounds the whole header when one field is variable-length."""

    name: str
    id: int
    fields: tuple[FieldType, ...]
    max_bytes: int | None = None

    @property
    def fixed_bits(self) -> int:
        """Width in bits of all fixed-width fields together."""
        return sum(f.width for f in self.fields if not f.varbit)

    @property
    def varbit(self) -> FieldType | None:
        """The variable-length field, if the type has one."""
        return next((f for f in self.fields if f.varbit), None)

    def field(self, name: str) -> FieldType | None:
        return next((f for f in self.fields if f.name == name), None)


class Header(Struct, frozen=True):
    name: str
    id: int
    type: HeaderType
    metadata: bool


class HeaderStack(Struct, frozen=True):
    """A header stack; `headers` are the instance names, index 0 first."""

    name: str
    id: int
    type: HeaderType
    headers: tuple[str, ...]


class HeaderUnion(Struct, frozen=True):
    """A header union instance; `members` maps the union's member names to header instance names, in order."""

    name: str
    id: int
    union_type: str
    members: tuple[tuple[str, str], ...]


class UnionStack(Struct, frozen=True):
    """A stack of header unions; `unions` are union instance names, index 0 first."""

    name: str
    id: int
    union_type: str
    unions: tuple[str, ...]


# --- Parsers, actions, tables, pipelines, and the program ------------------------------------------------------------


MatchKind = Literal["exact", "lpm", "ternary", "range", "valid"]
TableKind = Literal["simple", "indirect", "indirect_ws"]


class ParserOp(Struct, frozen=True):
    """One operation of a parse state.

    `op` is one of extract, extract_VL, set, verify, shift, advance or primitive. `target` names what extract fills
    ("regular" header, "stack", or "union_stack" with its member name); `args` are the expressions; `call` is set for
    primitive.
    """

    op: str
    target: tuple[str, ...] = ()
    args: tuple[Expr, ...] = ()
    call: PrimitiveCall | None = None
    source: SourceInfo | None = None


class KeyPart(Struct, frozen=True):
    """One component of a transition key: an expression (field, stack field or lookahead) and its width in bits."""

    expr: Expr
    width: int


class Transition(Struct, frozen=True):
    """One edge of a parse state; values and masks are the byte-padded concatenation the format prescribes."""

    kind: Literal["default", "hexstr", "parse_vset"]
    value: int
    mask: int | None
    value_set: str | None
    next_state: str | None


class ParseState(Struct, frozen=True):
    name: str
    id: int
    ops: tuple[ParserOp, ...]
    key: tuple[KeyPart, ...]
    transitions: tuple[Transition, ...]
    source: SourceInfo | None = None


class Parser(Struct, frozen=True):
    name: str
    init_state: str | None
    states: Mapping[str, ParseState]


class ValueSet(Struct, frozen=True):
    """A parser value set; `width` is the unpadded width of its values, `parts` the padded widths of the key parts."""

    name: str
    id: int
    width: int


class Deparser(Struct, frozen=True):
    """The order in which valid headers are serialised, and primitives that run before (assignments, usually none)."""

    name: str
    order: tuple[str, ...]
    primitives: tuple[PrimitiveCall, ...] = ()
    source: SourceInfo | None = None


class MeterArraySpec(Struct, frozen=True):
    """A meter array. `unit` is what a rate counts; `result` is where a direct meter writes its colour."""

    name: str
    id: int
    unit: Literal["bytes", "packets"]
    size: int
    direct: bool
    binding: str | None
    result: FieldRef | None
    source: SourceInfo | None = None


class CounterArraySpec(Struct, frozen=True):
    """A counter array; `binding` is the table of a direct one."""

    name: str
    id: int
    size: int
    direct: bool
    binding: str | None
    source: SourceInfo | None = None


class RegisterArraySpec(Struct, frozen=True):
    """A register array of `size` cells of `bitwidth` bits."""

    name: str
    id: int
    size: int
    bitwidth: int
    source: SourceInfo | None = None


class PrimitiveCall(Struct, frozen=True):
    """One primitive of an action. `args` are expressions or object references, checked by the loader."""

    op: str
    args: tuple[Expr, ...]
    source: SourceInfo | None = None


class ActionParam(Struct, frozen=True):
    """An action parameter, `width` bits."""

    name: str
    width: int


class Action(Struct, frozen=True):
    """An action. Names repeat in BMv2 JSON (NoAction of each control); ids do not."""

    name: str
    id: int
    params: tuple[ActionParam, ...]
    primitives: tuple[PrimitiveCall, ...]
    source: SourceInfo | None = None


class KeyField(Struct, frozen=True):
    """One component of a table key. For match kind "valid" `target` is the header's hidden `$valid$` field.

    `mask`: the bits of the target that are looked at, None for all.
    """

    name: str
    match: MatchKind
    target: FieldRef
    width: int
    mask: int | None = None

    def looked_at(self, value: int) -> int:
        """An entry's value as it is compared: without the bits that the mask leaves out.

        simple_switch does this to the value of an exact, lpm or ternary field and to the low end of a range, but not to
        its high end (`MatchKeyBuilder::apply_big_mask` on the bytes of the key, where a range begins).
        """
        return value if self.mask is None else value & self.mask


def ignored_bits(width: int, prefix_len: int) -> int:
    """How many low bits of a field of `width` bits a prefix does not look at.

    simple_switch keeps a field in whole bytes and counts the prefix from the first bit of the first byte, padding
    included (`LPMTrie`); so of 12 bits a prefix of 8 looks at 4. Fields of whole bytes are as one expects.
    """
    return min(width, -(-width // 8) * 8 - prefix_len)


class ActionData(Struct, frozen=True):
    """An action id with its argument values."""

    action_id: int
    args: tuple[int, ...]


class ConstMatch(Struct, frozen=True):
    match: MatchKind
    value: int
    mask: int = 0
    prefix_len: int = 0
    high: int = 0


class InitialEntry(Struct, frozen=True):
    """An entry given in the program. `priority` as in the JSON: the lowest number wins.

    The last two are said by this project's compiler alone, and count in tables whose entries are not const:
    whether this one is, and the priority that the program gives it, in which the highest number wins.
    """

    key: tuple[ConstMatch, ...]
    priority: int
    action: ActionData
    source: SourceInfo | None = None
    const: bool = False
    p4runtime_priority: int | None = None


class TableSpec(Struct, frozen=True):
    """A match-action table as the program declares it.

    `counting_actions` and `metering_actions` name those that call their table's direct counter or meter, where some do
    and others do not. (To the data path, all do: v1model.) Only this project's compiler says so; else they are empty.
    """

    name: str
    id: int
    match: MatchKind
    kind: TableKind
    key: tuple[KeyField, ...]
    actions: tuple[int, ...]
    max_size: int
    with_counters: bool
    support_timeout: bool
    action_profile: str | None
    direct_meter: str | None
    default: ActionData | None
    default_action_const: bool
    default_entry_const: bool
    entries: tuple[InitialEntry, ...]
    entries_const: bool
    next_by_action: Mapping[int, str | None]
    next_hit: str | None
    next_miss: str | None
    split_on_hit: bool
    base_default_next: str | None
    source: SourceInfo | None = None
    counting_actions: tuple[str, ...] = ()
    metering_actions: tuple[str, ...] = ()

    @property
    def is_constant(self) -> bool:
        """True for a table without key whose default can never change: what p4c makes of a bare statement."""
        return not self.key and self.kind == "simple" and self.default is not None and self.default_entry_const

    @property
    def is_hidden(self) -> bool:
        """True for a table that only wraps statements. p4c names it, and the name means nothing to people."""
        return self.is_constant and self.name.startswith("tbl_")


class ActionProfileSpec(Struct, frozen=True):
    """An action profile; with a selector when `selector_algo` is set."""

    name: str
    id: int
    max_size: int
    selector_algo: str | None = None
    selector_input: tuple[CalcInput, ...] = ()


class Conditional(Struct, frozen=True):
    name: str
    id: int
    condition: Expr
    true_next: str | None
    false_next: str | None
    source: SourceInfo | None = None


class ActionCallNode(Struct, frozen=True):
    """A direct action call outside any table."""

    name: str
    id: int
    action_id: int
    next_node: str | None
    source: SourceInfo | None = None


class Pipeline(Struct, frozen=True):
    """A top-level control (ingress or egress) as a graph of nodes, which the loader checked to be acyclic."""

    name: str
    init: str | None
    tables: Mapping[str, TableSpec]
    conditionals: Mapping[str, Conditional]
    action_calls: Mapping[str, ActionCallNode]
    source: SourceInfo | None = None


class CalcInput(Struct, frozen=True):
    """One component of a hash or checksum input. kind "payload" has no expression; `width` is bits (0: run time)."""

    kind: Literal["field", "const", "header", "payload"]
    expr: Expr | None
    width: int


class Calculation(Struct, frozen=True):
    name: str
    id: int
    algo: str
    inputs: tuple[CalcInput, ...]


class Checksum(Struct, frozen=True):
    """A checksum to verify after parsing and/or to update before deparsing."""

    name: str
    id: int
    target: FieldRef
    calculation: str
    update: bool
    verify: bool
    condition: Expr | None
    source: SourceInfo | None = None


class LearnList(Struct, frozen=True):
    """A digest: its id (generate_digest's second argument), name and elements."""

    id: int
    name: str
    elements: tuple[FieldRef, ...]
    widths: tuple[int, ...]


class Program(Struct, frozen=True, eq=False):
    """A whole program, ready to compile. Identity is object identity: two loads are two programs."""

    source: str
    version: tuple[int, int]
    name: str
    headers: Mapping[str, Header]
    stacks: Mapping[str, HeaderStack]
    unions: Mapping[str, HeaderUnion]
    union_stacks: Mapping[str, UnionStack]
    errors: Mapping[str, int]
    enums: Mapping[str, Mapping[str, int]]
    parsers: Mapping[str, Parser]
    value_sets: Mapping[str, ValueSet]
    deparsers: Mapping[str, Deparser]
    meters: Mapping[str, MeterArraySpec]
    counters: Mapping[str, CounterArraySpec]
    registers: Mapping[str, RegisterArraySpec]
    actions: Mapping[int, Action]
    action_profiles: Mapping[str, ActionProfileSpec]
    pipelines: Mapping[str, Pipeline]
    calculations: Mapping[str, Calculation]
    checksums: tuple[Checksum, ...]
    learn_lists: Mapping[int, LearnList]
    field_lists: Mapping[int, tuple[FieldRef, ...]]
    aliases: Mapping[str, FieldRef]
    document: str | dict[str, object]
    """The JSON as it was given."""

    @property
    def text(self) -> str:
        """The JSON, for control planes that ask for it."""
        return self.document if isinstance(self.document, str) else json.dumps(self.document)

    def table(self, name: str) -> TableSpec | None:
        return next((p.tables[name] for p in self.pipelines.values() if name in p.tables), None)

    def row_members(self, union_stack: str) -> tuple[tuple[str, str], ...]:
        """(label, header) of each member of a union stack's first element; all elements have the same types."""
        return self.unions[self.union_stacks[union_stack].unions[0]].members

    def tables(self) -> tuple[TableSpec, ...]:
        return tuple(t for p in self.pipelines.values() for t in p.tables.values())
