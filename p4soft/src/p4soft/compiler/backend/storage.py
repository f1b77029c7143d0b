# SPDX-License-Identifier: Apache-2.0
"""Where the program's values live at run time, and what its names stand for while it is lowered.

A *place* is storage (something assignable): a scalar l-value, a struct of places, a header instance, a stack, a
union. A *value* is a place, a scalar expression, or an aggregate that only exists at compile time (a list, a header
literal, an extern instance, ...).

`Layout` has the header types, header and metadata instances, stacks, unions, and the `scalars` struct of temporaries.
Names follow p4c where a trace or a P4Runtime user can see them: headers by their field name in the headers struct,
user metadata as `<struct type>.<field>` in `scalars` (structs that contain structs are flattened to
`_outer_inner<n>`), the type of the `scalars` instance `scalars_0`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from msgspec import Struct

from p4soft.compiler import ast, types
from p4soft.compiler.backend.ir import Expr, FieldRef, LValue, ScalarType, StackElementRef, StackLastRef
from p4soft.compiler.diagnostics import NOWHERE, Span, Unsupported
from p4soft.compiler.evaluation import Instance, control_plane_name
from p4soft.compiler.types import BOOL, BitType, VarbitType

# --- What names and expressions stand for ----------------------------------------------------------------------------


class StructValue(Struct, frozen=True):
    """A struct, tuple or list: members by field name (tuples: "0", "1", ...). A place when all its members are."""

    type: types.Type
    members: Mapping[str, Value]


class HeaderPlace(Struct, frozen=True):
    """A header instance by name; `members` are its fields (nested structs as `StructValue`)."""

    type: types.HeaderType
    name: str
    members: Mapping[str, Value]


class StackElementPlace(Struct, frozen=True):
    """A stack element whose index is known at run time only."""

    type: types.HeaderType
    stack: StackPlace
    index: Expr
    members: Mapping[str, Value]


class StackEndPlace(Struct, frozen=True):
    """`stack.next` or `stack.last` in a parser."""

    type: types.Type
    stack: StackPlace
    which: str
    members: Mapping[str, Value]


class StackPlace(Struct, frozen=True):
    """A header stack or union stack by name, with its elements."""

    type: types.StackType
    name: str
    elements: tuple[HeaderPlace | UnionPlace, ...]


class UnionPlace(Struct, frozen=True):
    """A header union instance; `members` are header places (or, for `stack.next`, end places)."""

    type: types.HeaderUnionType
    name: str
    members: Mapping[str, Value]


class UnionEndMember(Struct, frozen=True):
    """Member `member` of `stack.next`/`stack.last` of a union stack, in a parser."""

    type: types.HeaderType
    stack: StackPlace
    which: str
    member: str
    members: Mapping[str, Value]


class HeaderValue(Struct, frozen=True):
    """A header literal: fields and validity; `members` is empty for `{#}`."""

    type: types.Type
    valid: bool
    members: Mapping[str, Value]


class Symbol(Struct, frozen=True):
    """A compile-time-only constant: a string, an enum member that has no run-time representation, a match kind."""

    value: object
    type: types.Type


class SliceOf(Struct, frozen=True):
    """Bits `high..low` of a scalar l-value, as an assignment target."""

    base: LValue
    high: int
    low: int


class InstanceValue(Struct, frozen=True):
    """An extern, parser or control instance."""

    instance: Instance


class Builtin(Struct, frozen=True):
    """`packet_in` or `packet_out`."""

    name: str


class Nothing(Struct, frozen=True):
    """A void result, or an unused `out` argument."""


Value = (
    Expr
    | StructValue
    | HeaderPlace
    | StackElementPlace
    | StackEndPlace
    | StackPlace
    | UnionPlace
    | UnionEndMember
    | HeaderValue
    | Symbol
    | SliceOf
    | InstanceValue
    | Builtin
    | Nothing
)


@dataclass(slots=True)
class Env:
    """Bindings of declarations to values, chained: an inlined body sees its own and its lexical parents'."""

    parent: Env | None
    bindings: dict[int, Value] = field(default_factory=dict)
    type_args: dict[types.TypeVar, types.Type] = field(default_factory=dict)
    keep: list[ast.Declaration] = field(default_factory=list)

    def bind(self, decl: ast.Declaration, value: Value) -> None:
        """Bind a declaration (by identity)."""
        self.bindings[id(decl)] = value
        self.keep.append(decl)

    def find(self, decl: ast.Declaration) -> Value | None:
        env: Env | None = self
        key = id(decl)
        while env is not None:
            if key in env.bindings:
                return env.bindings[key]
            env = env.parent
        return None

    def resolve(self, type_: types.Type) -> types.Type:
        """A type with the type arguments of all enclosing generic bodies substituted."""
        env: Env | None = self
        while env is not None:
            if env.type_args:
                type_ = types.substitute(type_, env.type_args)
            env = env.parent
        return type_


def members_of(value: Value) -> Mapping[str, Value] | None:
    match value:
        case StructValue() | HeaderPlace() | StackElementPlace() | StackEndPlace() | UnionPlace() | UnionEndMember():
            return value.members
        case HeaderValue():
            return value.members
        case _:
            return None


def leaves(value: Value) -> Iterator[Value]:
    """The scalars (and other indivisible parts) of a value, in declaration order."""
    match value:
        case StackPlace():
            for element in value.elements:
                yield from leaves(element)
        case _:
            members = members_of(value)
            if members is None:
                yield value
            else:
                for member in members.values():
                    yield from leaves(member)


def storage_names(value: Value) -> frozenset[tuple[str, str]]:
    """The storage a place covers, as (header instance, field) pairs; whole stacks for dynamic elements."""
    names: set[tuple[str, str]] = set()
    for leaf in leaves(value):
        match leaf:
            case FieldRef():
                names.add((leaf.header, leaf.name))
            case StackElementRef() | StackLastRef():
                names.add((leaf.stack, ""))
            case SliceOf():
                names |= storage_names(leaf.base)
            case _:
                pass
    match value:
        case HeaderPlace() | UnionPlace() | StackPlace():
            names.add((value.name, "$valid$"))
        case StackElementPlace() | StackEndPlace() | UnionEndMember():
            names.add((value.stack.name, ""))
        case _:
            pass
    for header, _field in list(names):
        if "[" in header:
            names.add((header.partition("[")[0], ""))
    return frozenset(names)


def overlap(a: Value, b: Value) -> bool:
    """Whether two places may share storage."""
    left, right = storage_names(a), storage_names(b)
    if left & right:
        return True
    stacks = {header for header, name in left if not name} & {header for header, name in right if not name}
    return bool(stacks)


# --- Storage ---------------------------------------------------------------------------------------------------------


class Names:
    """Hands out names that are unique among themselves: `x`, `x_0`, `x_1`, ... as p4c does."""

    def __init__(self) -> None:
        self._used: set[str] = set()
        self._next: dict[str, int] = {}

    def reserve(self, name: str) -> None:
        """Make sure `new` never returns this name."""
        self._used.add(name)

    def new(self, hint: str) -> str:
        if hint not in self._used:
            self._used.add(hint)
            return hint
        counter = self._next.get(hint, 0)
        while f"{hint}_{counter}" in self._used:
            counter += 1
        name = f"{hint}_{counter}"
        self._next[hint] = counter + 1
        self._used.add(name)
        return name


Json = dict[str, object]

ERROR_TYPE = BitType(32)
"""How errors are stored."""
ENUM_TYPE = BitType(32)
"""How enums without a declared representation are stored (p4c's choice)."""


def scalar_type(type_: types.Type) -> ScalarType | None:
    """The lowered type of a P4 scalar type, or None if it is not a run-time scalar."""
    type_ = types.representation(type_)
    match type_:
        case types.BitType() | types.BoolType() | types.VarbitType():
            return type_
        case types.ErrorType():
            return ERROR_TYPE
        case types.EnumType():
            return ENUM_TYPE
        case _:
            return None


def flat_fields(type_: types.StructLike) -> Iterator[tuple[tuple[str, ...], str, types.Type, ast.StructField | None]]:
    """Leaf fields of a struct or header: path, p4c's name for it, type, declaration.

    p4c renames the fields of a struct only if it contains a struct, and then all of them: `.a.b` becomes `_a_b0`.
    """
    nested = any(isinstance(f.type, types.StructType) for f in type_.fields)

    def visit(
        fields: tuple[types.Field, ...], prefix: tuple[str, ...]
    ) -> Iterator[tuple[tuple[str, ...], types.Type, ast.StructField | None]]:
        for f in fields:
            path = (*prefix, f.name)
            if isinstance(f.type, types.StructType):
                yield from visit(f.type.fields, path)
            elif isinstance(f.type, types.TupleType):
                parts = tuple(types.Field(str(i), t) for i, t in enumerate(f.type.elements))
                yield from visit(parts, path)
            else:
                yield path, f.type, f.decl

    for counter, (path, leaf_type, decl) in enumerate(visit(type_.fields, ())):
        if nested or len(path) > 1:
            yield path, f"_{'_'.join(path)}{counter}", leaf_type, decl
        else:
            name = path[0] if decl is None else control_plane_name(decl)
            yield path, name, leaf_type, decl


@dataclass
class HeaderTypeSpec:
    name: str
    id: int
    fields: list[tuple[str, int | str, bool]] = field(default_factory=list)
    max_length: int | None = None

    def json(self) -> Json:
        item: Json = {"name": self.name, "id": self.id, "fields": [[n, w, s] for n, w, s in self.fields]}
        if self.max_length is not None:
            item["max_length"] = self.max_length
        return item


class Layout:
    def __init__(self) -> None:
        self.names = Names()
        self.types: dict[str, HeaderTypeSpec] = {}
        self._type_names: dict[types.Type, str] = {}
        self.headers: list[Json] = []
        self.stacks: list[Json] = []
        self.union_types: list[Json] = []
        self.unions: list[Json] = []
        self.union_stacks: list[Json] = []
        self.aliases: list[list[object]] = []
        self._scalar_names = Names()
        self._temporaries: set[str] = set()
        self._varbits: dict[int, str] = {}
        self.scalars = HeaderTypeSpec("scalars_0", 0)
        self.types[self.scalars.name] = self.scalars
        self.names.reserve("scalars")
        self._instance("scalars", self.scalars.name, metadata=True)

    # ------------------------------------------------------------------ scalars

    def scalar(self, hint: str, type_: ScalarType) -> FieldRef:
        """A new field of `scalars`; varbits get separate metadata instances, as only one fits in a header type.

        Raises:
            Unsupported: the type has no bits.
        """
        if isinstance(type_, VarbitType):
            return self._varbit(hint, type_)
        name = self._scalar_names.new(hint)
        width = 1 if type_ == BOOL else type_.width if isinstance(type_, BitType) else 0
        if not width and not isinstance(type_, BitType):
            raise Unsupported(NOWHERE, f"simple_switch cannot store a value of type {type_}", expected="at least 1 bit")
        self.scalars.fields.append((name, width, isinstance(type_, BitType) and type_.signed))
        return FieldRef(type_, "scalars", name)

    def temporary(self, hint: str, type_: types.Type, span: Span = NOWHERE) -> Value:
        """Storage for a value that the compiler keeps: written where it is made, and not again before its last use."""
        place = self.variable(hint, type_, span)
        if isinstance(place, FieldRef):
            self.mark_temporary(place)
        return place

    def mark_temporary(self, place: FieldRef) -> None:
        self._temporaries.add(f"{place.header}.{place.name}")

    def is_temporary(self, expr: Expr) -> bool:
        """Whether it is marked as a temporary, so that nothing changes it while it is needed."""
        return isinstance(expr, FieldRef) and f"{expr.header}.{expr.name}" in self._temporaries

    def _varbit(self, hint: str, type_: VarbitType) -> FieldRef:
        type_name = self._varbits.get(type_.max_width)
        if type_name is None:
            type_name = f"$varbit{type_.max_width}"
            spec = HeaderTypeSpec(type_name, len(self.types), [("field", "*", False)], (type_.max_width + 7) // 8)
            self.types[type_name] = spec
            self._varbits[type_.max_width] = type_name
        instance = self.names.new(hint)
        self._instance(instance, type_name, metadata=True)
        return FieldRef(type_, instance, "field")

    # ------------------------------------------------------------------ types

    def header_type(self, type_: types.HeaderType | types.StructType, *, name: str | None = None) -> str:
        """The header type for a P4 header (or metadata struct), added at first use; `name` overrides P4's.

        Raises:
            Unsupported: BMv2 cannot hold one of the fields, or their sum.
        """
        known = self._type_names.get(type_)
        if known is not None:
            return known
        base = name or (type_.name if type_.decl is None else control_plane_name(type_.decl))
        name = base
        counter = 0
        while name in self.types:
            name = f"{base}_{counter}"
            counter += 1
        spec = HeaderTypeSpec(name, len(self.types))
        total, varbits = 0, 0
        for _path, field_name, field_type, decl in flat_fields(type_):
            stored = scalar_type(field_type)
            where = decl.span if decl is not None else NOWHERE
            if stored is None:
                raise Unsupported(
                    where, f"field '{field_name}' of '{type_.name}' has type {field_type}, which a header cannot hold"
                )
            if isinstance(stored, VarbitType):
                varbits += 1
                total += stored.max_width
                spec.fields.append((field_name, "*", False))
            else:
                width = stored.width if isinstance(stored, BitType) else 1
                total += width
                spec.fields.append((field_name, width, isinstance(stored, BitType) and stored.signed))
            alias = decl.annotation("alias") if decl is not None else None
            if alias is not None and alias.string is not None:
                self.aliases.append([alias.string, [name, field_name]])
        where = type_.decl.span if type_.decl is not None else NOWHERE
        if varbits > 1:
            raise Unsupported(where, f"header '{type_.name}' has more than one varbit field")
        if total % 8:
            if isinstance(type_, types.HeaderType):
                raise Unsupported(
                    where,
                    f"header '{type_.name}' is {total} bits long; BMv2 only has headers of whole bytes",
                    expected="fields that add up to a multiple of 8 bits",
                )
            spec.fields.append(("_padding", 8 - total % 8, False))
        if varbits:
            spec.max_length = total // 8
        self.types[name] = spec
        self._type_names[type_] = name
        return name

    # ------------------------------------------------------------------ instances

    def _instance(self, name: str, type_name: str, *, metadata: bool) -> int:
        number = len(self.headers)
        self.headers.append(
            {"name": name, "id": number, "header_type": type_name, "metadata": metadata, "pi_omit": True}
        )
        return number

    def _members(self, type_: types.StructLike, instance: str) -> dict[str, Value]:
        tree: dict[str, object] = {}
        for path, name, leaf_type, _decl in flat_fields(type_):
            stored = scalar_type(leaf_type)
            if stored is None:
                raise Unsupported(NOWHERE, f"field '{name}' of '{type_.name}' cannot be stored")
            node = tree
            for part in path[:-1]:
                node = node.setdefault(part, {})  # type: ignore[assignment]
            node[path[-1]] = FieldRef(stored, instance, name)
        return _as_values(type_, tree)

    def header(self, name: str, type_: types.HeaderType) -> HeaderPlace:
        self._instance(name, self.header_type(type_), metadata=False)
        return HeaderPlace(type_, name, self._members(type_, name))

    def metadata_instance(self, name: str, type_: types.StructType) -> StructValue:
        """A metadata instance with a header type of the same name (`standard_metadata`)."""
        self.names.reserve(name)
        type_name = self.header_type(type_, name=name)
        self._instance(name, type_name, metadata=True)
        return StructValue(type_, self._members(type_, name))

    def union(self, name: str, type_: types.HeaderUnionType) -> UnionPlace:
        """A new header union instance: one header instance per member, named `union.member`."""
        union_type = type_.name if type_.decl is None else control_plane_name(type_.decl)
        if not any(u["name"] == union_type for u in self.union_types):
            members = [[f.name, self.header_type(f.type)] for f in type_.fields if isinstance(f.type, types.HeaderType)]
            self.union_types.append({"name": union_type, "id": len(self.union_types), "headers": members})
        places: dict[str, Value] = {}
        ids = []
        for f in type_.fields:
            if isinstance(f.type, types.HeaderType):
                ids.append(len(self.headers))
                places[f.name] = self.header(f"{name}.{f.name}", f.type)
        self.unions.append(
            {"name": name, "id": len(self.unions), "union_type": union_type, "header_ids": ids, "pi_omit": True}
        )
        return UnionPlace(type_, name, places)

    def stack(self, name: str, type_: types.StackType) -> StackPlace:
        """A new header stack or union stack with its elements.

        Raises:
            Unsupported: it has no elements, or elements of another kind.
        """
        if not type_.size:
            raise Unsupported(NOWHERE, f"simple_switch has no stacks without elements such as '{name}'")
        elements: list[HeaderPlace | UnionPlace] = []
        ids: list[int] = []
        for i in range(type_.size):
            element = f"{name}[{i}]"
            if isinstance(type_.element, types.HeaderType):
                ids.append(len(self.headers))
                elements.append(self.header(element, type_.element))
            elif isinstance(type_.element, types.HeaderUnionType):
                ids.append(len(self.unions))
                elements.append(self.union(element, type_.element))
            else:
                raise Unsupported(
                    NOWHERE, f"stack '{name}' of {type_.element}: BMv2 has stacks of headers and unions only"
                )
        if isinstance(type_.element, types.HeaderUnionType):
            union_type = str(self.unions[ids[0]]["union_type"]) if ids else type_.element.name
            self.union_stacks.append(
                {
                    "name": name,
                    "id": len(self.union_stacks),
                    "union_type": union_type,
                    "size": type_.size,
                    "header_union_ids": ids,
                }
            )
        else:
            assert isinstance(type_.element, types.HeaderType)
            self.stacks.append(
                {
                    "name": name,
                    "id": len(self.stacks),
                    "header_type": self.header_type(type_.element),
                    "size": type_.size,
                    "header_ids": ids,
                }
            )
        return StackPlace(type_, name, tuple(elements))

    # ------------------------------------------------------------------ variables

    def variable(self, hint: str, type_: types.Type, span: Span = NOWHERE) -> Value:
        """Storage for a local variable or temporary of any type: scalars go to `scalars`, headers become instances.

        Raises:
            Unsupported: values of the type do not exist at run time.
        """
        type_ = types.representation(type_)
        stored = scalar_type(type_)
        if stored is not None:
            return self.scalar(hint, stored)
        match type_:
            case types.StructType():
                return StructValue(
                    type_, {f.name: self.variable(f"{hint}.{f.name}", f.type, span) for f in type_.fields}
                )
            case types.TupleType():
                parts = {str(i): self.variable(f"{hint}.{i}", t, span) for i, t in enumerate(type_.elements)}
                return StructValue(type_, parts)
            case types.HeaderType():
                return self.header(self.names.new(hint), type_)
            case types.HeaderUnionType():
                return self.union(self.names.new(hint), type_)
            case types.StackType():
                return self.stack(self.names.new(hint), type_)
            case _:
                raise Unsupported(span, f"a variable of type {type_} has no run-time storage")

    # ------------------------------------------------------------------ JSON

    def json(self) -> Json:
        total = sum(w for _n, w, _s in self.scalars.fields if isinstance(w, int))
        if total % 8:
            self.scalars.fields.append((self._scalar_names.new("_padding"), 8 - total % 8, False))
        return {
            "header_types": [t.json() for t in self.types.values()],
            "headers": self.headers,
            "header_stacks": self.stacks,
            "header_union_types": self.union_types,
            "header_unions": self.unions,
            "header_union_stacks": self.union_stacks,
        }


def _as_values(type_: types.Type, tree: object) -> dict[str, Value]:
    assert isinstance(tree, dict)
    result: dict[str, Value] = {}
    inner: dict[str, types.Type] = {}
    if isinstance(type_, types.StructLike):
        inner = {f.name: f.type for f in type_.fields}
    elif isinstance(type_, types.TupleType):
        inner = {str(i): t for i, t in enumerate(type_.elements)}
    for name, member_type in inner.items():
        node = tree.get(name, {})
        result[name] = node if isinstance(node, FieldRef) else StructValue(member_type, _as_values(member_type, node))
    return result


# --- What all blocks of a V1Switch share: headers and user metadata --------------------------------------------------


def header_struct(layout: Layout, type_: types.Type, param: ast.Parameter) -> StructValue:
    """Storage of the headers: instances named by their fields.

    Raises:
        Unsupported: they are not a struct of headers, stacks, unions and such structs.
    """
    if not isinstance(type_, types.StructType):
        raise Unsupported(param.span, "the headers must be a struct")
    names = {path: name for path, name, _type, _decl in flat_fields(type_)}

    def build(kind: types.StructType, prefix: tuple[str, ...]) -> StructValue:
        members: dict[str, Value] = {}
        for f in kind.fields:
            path = (*prefix, f.name)
            match f.type:
                case types.StructType():
                    members[f.name] = build(f.type, path)
                case types.HeaderType():
                    layout.names.reserve(names[path])
                    members[f.name] = layout.header(names[path], f.type)
                case types.HeaderUnionType():
                    layout.names.reserve(names[path])
                    members[f.name] = layout.union(names[path], f.type)
                case types.StackType():
                    layout.names.reserve(names[path])
                    members[f.name] = layout.stack(names[path], f.type)
                case _:
                    where = f.decl.span if f.decl is not None else param.span
                    raise Unsupported(
                        where,
                        f"field '{f.name}' of the headers struct has type {f.type}",
                        expected="a header, a header stack, a header union or a struct of them",
                    )
        return StructValue(kind, members)

    return build(type_, ())


def user_metadata(
    layout: Layout, type_: types.Type, param: ast.Parameter
) -> tuple[StructValue, dict[int, list[FieldRef]]]:
    """Storage of the user metadata, and its fields by the index of their `@field_list`: the outermost counts.

    Raises:
        Unsupported: it is not a struct.
    """
    if not isinstance(type_, types.StructType):
        raise Unsupported(param.span, "the user metadata must be a struct")
    names = {path: name for path, name, _type, _decl in flat_fields(type_)}
    preserved: dict[int, list[FieldRef]] = {}

    def build(kind: types.StructType, prefix: tuple[str, ...], lists: tuple[int, ...] | None) -> StructValue:
        members: dict[str, Value] = {}
        for f in kind.fields:
            path = (*prefix, f.name)
            indices = _field_lists(f.decl) if lists is None else lists
            stored = scalar_type(f.type)
            if isinstance(f.type, types.StructType):
                members[f.name] = build(f.type, path, indices)
            elif stored is not None and path in names:
                place = layout.scalar(f"{type_.name}.{names[path]}", stored)
                members[f.name] = place
                for index in indices or ():
                    preserved.setdefault(index, []).append(place)
            else:
                hint = f"userMetadata.{names.get(path, f.name)}"
                members[f.name] = layout.variable(hint, f.type, param.span)
        return StructValue(kind, members)

    return build(type_, (), None), preserved


def _field_lists(decl: ast.StructField | None) -> tuple[int, ...] | None:
    """The indices of a field's own `@field_list`, which the checker made literals; None without one."""
    annotation = None if decl is None else decl.annotation("field_list")
    if annotation is None:
        return None
    return tuple(expr.value for expr in annotation.expressions if isinstance(expr, ast.IntLiteral))
