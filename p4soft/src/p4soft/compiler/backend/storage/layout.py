# SPDX-License-Identifier: Apache-2.0
"""Storage: header types, header and metadata instances, stacks, unions, and the `scalars` struct of temporaries.

Names follow p4c where a trace or a P4Runtime user can see them: headers by their field name in the headers struct,
user metadata as `<struct type>.<field>` in `scalars` (structs that contain structs are flattened to
`_outer_inner<n>`), the type of the `scalars` instance `scalars_0`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from p4soft.compiler import ast, types
from p4soft.compiler.backend.ir.nodes import Expr, FieldRef, ScalarType
from p4soft.compiler.backend.storage.values import HeaderPlace, StackPlace, StructValue, UnionPlace, Value
from p4soft.compiler.evaluation.names import Names, control_plane_name
from p4soft.compiler.source import NOWHERE, Span
from p4soft.compiler.types import BOOL, BitType, VarbitType
from p4soft.compiler.unsupported import Unsupported

Json = dict[str, object]

ERROR_TYPE = BitType(32)
"""How errors are stored."""
ENUM_TYPE = BitType(32)
"""How enums without a representation of their own are stored (p4c's choice)."""


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
    """One `header_types` item."""

    name: str
    id: int
    fields: list[tuple[str, int | str, bool]] = field(default_factory=list)
    max_length: int | None = None

    def json(self) -> Json:
        """As BMv2 reads it."""
        item: Json = {"name": self.name, "id": self.id, "fields": [[n, w, s] for n, w, s in self.fields]}
        if self.max_length is not None:
            item["max_length"] = self.max_length
        return item


class Layout:
    """Allocates storage and remembers it for the JSON."""

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
        """A new field of `scalars`; varbits get a metadata instance of their own, as only one fits in a header type.

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
        """Make a scalar one that `is_temporary`."""
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
        """A new header instance."""
        self._instance(name, self.header_type(type_), metadata=False)
        return HeaderPlace(type_, name, self._members(type_, name))

    def metadata_instance(self, name: str, type_: types.StructType) -> StructValue:
        """A metadata instance with a header type of its own name (`standard_metadata`)."""
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
        """The storage sections of the JSON."""
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
