# SPDX-License-Identifier: Apache-2.0
"""Storage that all blocks of a V1Switch share: what they get as headers and as user metadata."""

from __future__ import annotations

from p4soft.compiler import ast, types
from p4soft.compiler.backend.ir.nodes import FieldRef
from p4soft.compiler.backend.storage.layout import Layout, flat_fields, scalar_type
from p4soft.compiler.backend.storage.values import StructValue, Value
from p4soft.compiler.unsupported import Unsupported


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
