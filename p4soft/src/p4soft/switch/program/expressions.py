# SPDX-License-Identifier: Apache-2.0
"""Reads "type value objects" and expressions, and checks that what loads can run (JSON_format.md)."""

from __future__ import annotations

from typing import Literal

from p4soft.switch.program.cursor import Cursor, Names, type_field
from p4soft.switch.program.model import (
    AccessField,
    AccessUnionHeader,
    Bool,
    Const,
    Deref,
    Expr,
    HeaderRef,
    HeaderType,
    Lookahead,
    ObjectRef,
    Op,
    Param,
    ParamsVector,
    RegisterRef,
    StackField,
    StackRef,
    Str,
    UnionRef,
    UnionStackField,
    UnionStackRef,
)

# --- What an expression yields, and which operators take it: those of BMv2's expressions -----------------------------


Kind = Literal["data", "bool", "header", "stack", "union", "union_stack", "string", "vector", "object"]

MAX_CAST_WIDTH = 1 << 16
"""Widest result of `two_comp_mod` and the saturating casts, in bits; as wide as a field can be."""

ARITH = frozenset(("+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^"))
CASTS = frozenset(("two_comp_mod", "usat_cast", "sat_cast"))
COMPARE = frozenset((">", ">=", "<", "<="))
EQUALITY = frozenset(("==", "!="))
LOGIC = frozenset(("and", "or"))
SIGNS = frozenset(("+", "-"))
_UNARY: dict[str, tuple[tuple[Kind, ...], Kind]] = {
    "~": (("data",), "data"),
    "not": (("bool",), "bool"),
    "valid": (("header",), "bool"),
    "valid_union": (("union",), "bool"),
    "d2b": (("data",), "bool"),
    "b2d": (("bool",), "data"),
    "last_stack_index": (("stack", "union_stack"), "data"),
    "size_stack": (("stack", "union_stack"), "data"),
}
OPERATORS = ARITH | CASTS | COMPARE | EQUALITY | LOGIC | frozenset(_UNARY) | {"?"}

_LEAVES: tuple[tuple[type, Kind], ...] = (
    (Bool, "bool"),
    (HeaderRef, "header"),
    (AccessUnionHeader, "header"),
    (StackRef, "stack"),
    (UnionRef, "union"),
    (UnionStackRef, "union_stack"),
    (Str, "string"),
    (ParamsVector, "vector"),
    (ObjectRef, "object"),
)


def kind_of(expr: Expr) -> Kind:
    """What a checked expression yields."""
    if isinstance(expr, Op):
        if expr.op == "?" and expr.left is not None:
            return kind_of(expr.left)
        if expr.op in _UNARY:
            return _UNARY[expr.op][1]
        return "bool" if expr.op in COMPARE | EQUALITY | LOGIC else "data"
    if isinstance(expr, Deref):
        return "header" if isinstance(expr.stack, StackRef) else "union"
    return next((kind for leaf, kind in _LEAVES if isinstance(expr, leaf)), "data")


def require(at: Cursor, expr: Expr, *kinds: Kind) -> Expr:
    """`expr`, which must yield one of some kinds. Raises ProgramError: it yields something else."""
    found = kind_of(expr)
    if found not in kinds:
        raise at.fail(f"expected {' or '.join(kinds)}, got {found}")
    return expr


def operation(at: Cursor, names: Names, op: Op) -> Op:
    """`op`, whose operands must be of the kinds its operator takes. Raises ProgramError: one is not, or is missing."""
    right_at = at.get("right")
    assert op.right is not None, op
    if op.op in _UNARY:
        require(right_at, op.right, *_UNARY[op.op][0])
        return Op(op.op, None, op.right)
    if op.left is None:
        if op.op not in SIGNS:
            raise at.fail(f"operator {op.op!r} needs a left operand")
        require(right_at, op.right, "data")
        return op
    left_at = at.get("left")
    if op.op == "?":
        assert op.cond is not None, op
        require(at.get("cond"), op.cond, "bool")
        require(right_at, op.right, kind_of(require(left_at, op.left, "data", "bool")))
    elif op.op in EQUALITY:
        left = require(left_at, op.left, "data", "bool", "header", "union", "stack")
        require(right_at, op.right, kind_of(left))
        if not same_shape(names, op.left, op.right):
            raise right_at.fail("compares headers of different types")
    else:
        kind: Kind = "bool" if op.op in LOGIC else "data"
        require(left_at, op.left, kind)
        require(right_at, op.right, kind)
        if op.op in CASTS and not (isinstance(op.right, Const) and 1 <= op.right.value <= MAX_CAST_WIDTH):
            raise right_at.fail(f"{op.op}: expected a constant width in 1..{MAX_CAST_WIDTH}")
    return op


def same_shape(names: Names, left: Expr, right: Expr) -> bool:
    """Whether one header, union or stack can be copied to, or compared with, the other; True for data."""
    return shape(names, left) == shape(names, right)


def shape(names: Names, expr: Expr) -> tuple[HeaderType, ...]:
    """The types of the headers an expression is made of, in order; empty for data."""
    match expr:
        case HeaderRef(name=name):
            return (names.headers[name].type,)
        case AccessUnionHeader(union=union, index=index):
            return (shape(names, union)[index],)
        case UnionRef(name=name):
            return tuple(names.headers[header].type for _, header in names.unions[name].members)
        case Deref(stack=stack):
            each = shape(names, stack)
            return each[: len(each) // elements(names, stack)]
        case StackRef(name=name):
            return (names.stacks[name].type,) * elements(names, expr)
        case UnionStackRef(name=name):
            return tuple(t for union in names.union_stacks[name].unions for t in shape(names, UnionRef(union)))
    return ()


def elements(names: Names, stack: StackRef | UnionStackRef) -> int:
    if isinstance(stack, StackRef):
        return len(names.stacks[stack.name].headers)
    return len(names.union_stacks[stack.name].unions)


# --- Reading ---------------------------------------------------------------------------------------------------------


class ExprReader:
    """Reads expressions against the program's names. `params` is the number of runtime data in scope."""

    def __init__(self, names: Names, params: int = 0) -> None:
        self.names = names
        self.params = params

    def read(self, at: Cursor) -> Expr:
        """The typed tree for a type value object, or for a bare {op, left, right} object."""
        if isinstance(at.value, dict) and "op" in at.value:
            return self._operation(at)
        kind = at.get("type").text()
        value = at.get("value")
        match kind:
            case "field":
                return self.names.field(value)
            case "hexstr":
                return Const(value.hex())
            case "bool":
                return Bool(value.boolean())
            case "string":
                return Str(value.text())
            case "local" | "runtime_data":
                index = value.integer()
                if index >= self.params:
                    raise value.fail(f"runtime data {index} does not exist; the action has {self.params} parameters")
                return Param(index)
            case "expression":
                return self.read(value)
            case "header":
                return HeaderRef(self.names.header(value).name)
            case "header_stack":
                return StackRef(self.names.stack(value).name)
            case "header_union":
                return UnionRef(self.names.union(value).name)
            case "header_union_stack":
                return UnionStackRef(self.names.union_stack(value).name)
            case "stack_field":
                stack_at, field_at = value.pair()
                stack = self.names.stack(stack_at)
                return StackField(stack.name, type_field(field_at, stack.type).name)
            case "union_stack_field":
                return self._union_stack_field(value)
            case "lookahead":
                return self.lookahead(value)
            case "register":
                array, cell_at = value.pair()
                cell = require(cell_at, self.read(cell_at), "data")
                return RegisterRef(self._object("register_array", array).name, cell)
            case "parameters_vector":
                empty = value.value == {}  # how p4c writes an empty vector
                items = () if empty else value.items()
                return ParamsVector(tuple(require(item, self.read(item), "data") for item in items))
            case "calculation" | "meter_array" | "counter_array" | "register_array" | "extern":
                return self._object(kind, value)
            case _:
                raise at.get("type").fail(f"unknown type {kind!r}")

    def lookahead(self, at: Cursor) -> Lookahead:
        """Bits of the packet that the parser has yet to read: there is none elsewhere."""
        raise at.fail("a lookahead outside of a parser")

    def _object(self, kind: str, at: Cursor) -> ObjectRef:
        name = at.text()
        if name not in self.names.objects[kind]:
            raise at.fail(f"no {kind.replace('_', ' ')} is called {name!r}")
        return ObjectRef(kind, name)

    def _union_stack_field(self, at: Cursor) -> UnionStackField:
        parts = list(at.items())
        if len(parts) != 3:
            raise at.fail("expected [union stack, member, field]")
        stack = self.names.union_stack(parts[0])
        member = parts[1].text()
        members = dict(self.names.unions[stack.unions[0]].members)
        if member not in members:
            raise parts[1].fail(f"union type {stack.union_type} has no member {member!r}; it has: {', '.join(members)}")
        found = type_field(parts[2], self.names.headers[members[member]].type)
        return UnionStackField(stack.name, member, found.name)

    def _operation(self, at: Cursor) -> Expr:
        op = at.get("op").text()
        if op == "access_field":
            header = self.read(at.get("left"))
            fields = header_type_of(self.names, header, at.get("left")).fields
            return AccessField(header, at.get("right").integer(high=len(fields) - 1))
        if op == "access_union_header":
            union = self.read(at.get("left"))
            if not isinstance(union, UnionRef | Deref):
                raise at.get("left").fail("expected a header union")
            return AccessUnionHeader(union, at.get("right").integer(high=len(union_members(self.names, union)) - 1))
        if op in ("dereference_header_stack", "dereference_stack", "dereference_union_stack"):
            stack = self.read(at.get("left"))
            if not isinstance(stack, StackRef | UnionStackRef):
                raise at.get("left").fail("expected a header stack or a header union stack")
            return Deref(stack, require(at.get("right"), self.read(at.get("right")), "data"))
        if op not in OPERATORS:
            raise at.get("op").fail(f"unknown operator {op!r}; accepted: {', '.join(sorted(OPERATORS))}")
        left_at = at.find("left")
        left = self.read(left_at) if left_at else None
        right = self.read(at.get("right"))
        cond = self.read(at.get("cond")) if op == "?" else None
        return operation(at, self.names, Op(op, left, right, cond))


class ParserExprReader(ExprReader):
    """Reads the expressions of a parser, which can look ahead."""

    def lookahead(self, at: Cursor) -> Lookahead:
        """Bits of the packet that the parser has yet to read."""
        offset, width = at.pair()
        return Lookahead(offset.integer(), width.integer(low=1))


def header_type_of(names: Names, expr: Expr, at: Cursor) -> HeaderType:
    """The type of the header a header-valued expression yields."""
    if isinstance(expr, HeaderRef):
        return names.headers[expr.name].type
    if isinstance(expr, Deref) and isinstance(expr.stack, StackRef):
        return names.stacks[expr.stack.name].type
    if isinstance(expr, AccessUnionHeader):
        member = union_members(names, expr.union)[expr.index][1]
        return names.headers[member].type
    raise at.fail("expected a header")


def union_members(names: Names, expr: Expr) -> tuple[tuple[str, str], ...]:
    """The (member, header instance) pairs of the union an expression yields; element 0's for a union stack."""
    if isinstance(expr, UnionRef):
        return names.unions[expr.name].members
    if isinstance(expr, Deref) and isinstance(expr.stack, UnionStackRef):
        return names.unions[names.union_stacks[expr.stack.name].unions[0]].members
    return ()


def is_bool(expr: Expr) -> bool:
    return kind_of(expr) == "bool"


def constant_of(expr: Expr) -> int:
    """The value of an argument that is always a constant."""
    assert isinstance(expr, Const), expr
    return expr.value


def children(expr: Expr) -> tuple[Expr, ...]:
    inner: tuple[Expr | None, ...] = ()
    if isinstance(expr, Op):
        inner = (expr.left, expr.right, expr.cond)
    elif isinstance(expr, RegisterRef):
        inner = (expr.index,)
    elif isinstance(expr, AccessField):
        inner = (expr.header,)
    elif isinstance(expr, AccessUnionHeader):
        inner = (expr.union,)
    elif isinstance(expr, Deref):
        inner = (expr.stack, expr.index)
    elif isinstance(expr, ParamsVector):
        inner = expr.items
    return tuple(i for i in inner if i is not None)
