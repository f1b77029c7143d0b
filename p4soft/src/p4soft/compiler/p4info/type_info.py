# SPDX-License-Identifier: Apache-2.0
"""P4 types in P4Info: type specifications, the `type_info` section, translated types, widths and byte strings."""

from __future__ import annotations

from typing import Any

from finsy.proto.p4.config.v1 import p4types_pb2

from p4soft.compiler import ast, types
from p4soft.compiler.diagnostics import Span, Unsupported
from p4soft.compiler.evaluation import control_plane_name
from p4soft.compiler.p4info.preamble import add_annotations


def named(type_: types.NominalType) -> str:
    """The control-plane name of a declared type."""
    return type_.name if type_.decl is None else control_plane_name(type_.decl)


def translation(type_: types.Type) -> tuple[str, int] | None:
    """`@p4runtime_translation(uri, ...)` of a type: the URI and the controller's width in bits, 0 for strings.

    Raises:
        Unsupported: the annotation says something else.
    """
    if not isinstance(type_, types.NewType) or type_.decl is None:
        return None
    annotation = type_.decl.annotation("p4runtime_translation")
    if annotation is None or len(annotation.expressions) < 2:
        if annotation is None or len(annotation.tokens) < 3:
            return None
        return annotation.tokens[0].strip('"'), _controller_width(annotation.tokens[2:])
    uri, controller = annotation.expressions[:2]
    if not isinstance(uri, ast.StringLiteral):
        raise Unsupported(annotation.span, "the first argument of @p4runtime_translation is a URI string")
    if isinstance(controller, ast.IntLiteral):
        return uri.value, controller.value
    if isinstance(controller, ast.StringLiteral | ast.PathExpr):
        return uri.value, 0
    raise Unsupported(annotation.span, "the second argument of @p4runtime_translation is a width, bit<width> or string")


def _controller_width(tokens: list[str]) -> int:
    """The width of `string`, `32` or `bit < 32 >` as tokens."""
    for token in tokens:
        if token.isdigit():
            return int(token)
    return 0


def width(type_: types.Type, span: Span) -> int:
    """The width a control plane sees: the translated one, 0 for strings and errors.

    Raises:
        Unsupported: values of the type have no fixed width.
    """
    translated = translation(type_)
    if translated is not None:
        return translated[1]
    if isinstance(type_, types.ErrorType):
        return 0
    found = types.width_of(type_)
    if found is None:
        raise Unsupported(span, f"type {type_} has no width for the control plane")
    return found


def newtype_name(type_: types.Type) -> str | None:
    """The name of a `type` newtype, or None for other types."""
    return named(type_) if isinstance(type_, types.NewType) else None


def byte_string(value: int, bits: int) -> bytes:
    """A number in the fixed-length form p4c writes (not P4Runtime's canonical one)."""
    return value.to_bytes(max(1, (bits + 7) // 8), "big")


class TypeInfo:
    """Converts types; the named ones it meets are described in `type_info`."""

    def __init__(self, info: p4types_pb2.P4TypeInfo, program_errors: list[str]) -> None:
        self._info = info
        self._errors = program_errors

    def annotate(self, item: Any, type_: types.Type, span: Span) -> None:  # noqa: ANN401 - messages have no common type
        """Describe a type, and name it in a parameter or field that has it if the program gave it a name."""
        self.convert(type_, span)
        newtype = newtype_name(type_)
        if newtype is not None:
            item.type_name.name = newtype

    def convert(self, type_: types.Type, span: Span) -> p4types_pb2.P4DataTypeSpec:
        """The specification of a type, which is described along with all that it is made of.

        Raises:
            Unsupported: P4Info has no words for it.
        """
        self._info.SetInParent()
        spec = p4types_pb2.P4DataTypeSpec()
        match type_:
            case types.BitType() | types.VarbitType():
                spec.bitstring.CopyFrom(_bitstring(type_))
            case types.BoolType():
                spec.bool.SetInParent()
            case types.ErrorType():
                spec.error.SetInParent()
                if not self._info.HasField("error"):
                    self._info.error.members.extend(self._errors)
            case types.TupleType():
                spec.tuple.SetInParent()
                for element in type_.elements:
                    spec.tuple.members.add().CopyFrom(self.convert(element, span))
            case types.NewType():
                spec.new_type.name = named(type_)
                self._new_type(type_, span)
            case types.SerEnumType():
                spec.serializable_enum.name = named(type_)
                self._serializable_enum(type_)
            case types.EnumType():
                spec.enum.name = named(type_)
                self._enum(type_)
            case types.StructType():
                spec.struct.name = named(type_)
                self._struct(type_, span)
            case types.HeaderType():
                spec.header.name = named(type_)
                self._header(type_, span)
            case types.HeaderUnionType():
                spec.header_union.name = named(type_)
                self._union(type_, span)
            case types.StackType(element=types.HeaderType() as element):
                spec.header_stack.header.name = named(element)
                spec.header_stack.size = type_.size
                self._header(element, span)
            case types.StackType(element=types.HeaderUnionType() as union):
                spec.header_union_stack.header_union.name = named(union)
                spec.header_union_stack.size = type_.size
                self._union(union, span)
            case _:
                raise Unsupported(span, f"type {type_} cannot be described to the control plane")
        return spec

    def _new_type(self, type_: types.NewType, span: Span) -> None:
        name = named(type_)
        if name in self._info.new_types:
            return
        spec = self._info.new_types[name]
        translated = translation(type_)
        decl = type_.decl
        if decl is not None:
            add_annotations(spec, decl.annotations, ("p4runtime_translation",))
        below = types.strip_newtype(type_)
        if translated is None:
            spec.original_type.CopyFrom(self.convert(below, span))
            return
        if not isinstance(below, types.BitType):
            where = decl.span if decl is not None else span
            raise Unsupported(where, f"@p4runtime_translation needs a bit<W> type below, not {below}")
        uri, bits = translated
        spec.translated_type.uri = uri
        if bits:
            spec.translated_type.sdn_bitwidth = bits
        else:
            spec.translated_type.sdn_string.SetInParent()

    def _serializable_enum(self, type_: types.SerEnumType) -> None:
        name = named(type_)
        if name in self._info.serializable_enums or not isinstance(type_.decl, ast.EnumDecl):
            return
        spec = self._info.serializable_enums[name]
        spec.underlying_type.bitwidth = type_.underlying.width
        for member in type_.decl.members:
            item = spec.members.add()
            item.name = control_plane_name(member)
            number = member.number or 0
            item.value = byte_string(number & ((1 << type_.underlying.width) - 1), type_.underlying.width)

    def _enum(self, type_: types.EnumType) -> None:
        name = named(type_)
        if name in self._info.enums or not isinstance(type_.decl, ast.EnumDecl):
            return
        spec = self._info.enums[name]
        for member in type_.decl.members:
            spec.members.add().name = control_plane_name(member)

    def _struct(self, type_: types.StructType, span: Span) -> None:
        name = named(type_)
        if name in self._info.structs:
            return
        spec = p4types_pb2.P4StructTypeSpec()
        for f in type_.fields:
            member = spec.members.add()
            member.name = f.name if f.decl is None else control_plane_name(f.decl)
            member.type_spec.CopyFrom(self.convert(f.type, span))
        self._info.structs[name].CopyFrom(spec)

    def _header(self, type_: types.HeaderType, span: Span) -> None:
        name = named(type_)
        if name in self._info.headers:
            return
        spec = p4types_pb2.P4HeaderTypeSpec()
        for f in type_.fields:
            stored = types.representation(f.type)
            if not isinstance(stored, types.BitType | types.VarbitType):
                raise Unsupported(
                    span, f"field '{f.name}' of header '{name}' is not a bit string for the control plane"
                )
            member = spec.members.add()
            member.name = f.name if f.decl is None else control_plane_name(f.decl)
            member.type_spec.CopyFrom(_bitstring(stored))
        self._info.headers[name].CopyFrom(spec)

    def _union(self, type_: types.HeaderUnionType, span: Span) -> None:
        name = named(type_)
        if name in self._info.header_unions:
            return
        spec = p4types_pb2.P4HeaderUnionTypeSpec()
        for f in type_.fields:
            if isinstance(f.type, types.HeaderType):
                member = spec.members.add()
                member.name = f.name if f.decl is None else control_plane_name(f.decl)
                member.header.name = named(f.type)
                self._header(f.type, span)
        self._info.header_unions[name].CopyFrom(spec)


def _bitstring(type_: types.BitType | types.VarbitType) -> p4types_pb2.P4BitstringLikeTypeSpec:
    spec = p4types_pb2.P4BitstringLikeTypeSpec()
    if isinstance(type_, types.VarbitType):
        spec.varbit.max_bitwidth = type_.max_width
    elif type_.signed:
        spec.int.bitwidth = type_.width
    else:
        spec.bit.bitwidth = type_.width
    return spec
