# SPDX-License-Identifier: Apache-2.0
"""The objects of P4Info: tables, actions, v1model's externs, value sets of parsers, packet headers of the controller.

`TypeInfo` has P4 types in P4Info: type specifications, the `type_info` section, translated types.
`Draft` is P4Info while it is being made, and what all of them need.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from p4soft.compiler import ast, types
from p4soft.compiler.diagnostics import DEFAULT_TABLE_SIZE, Span, Unsupported
from p4soft.compiler.evaluation import Evaluator, Instance, action_name, control_plane_name, key_name
from p4soft.compiler.front_end import TypedProgram
from p4soft.compiler.p4info.collect import collect, default_ref
from p4soft.compiler.p4info.preamble import Prefix, Symbols, add_annotations, add_documentation, field_ids
from p4soft.messages import p4info_pb2, p4types_pb2


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


class Draft:
    """A P4Info message, with the ids and types handed out so far; `blocks` is what it is to describe."""

    def __init__(self, program: TypedProgram, root: Instance, evaluator: Evaluator) -> None:
        no_action = program.globals.get("NoAction")
        if not isinstance(no_action, ast.ActionDecl):
            no_action = ast.ActionDecl(root.span, "NoAction", [], ast.Block(root.span, []))
        self.no_action = no_action
        self.evaluator = evaluator
        self.info = p4info_pb2.P4Info()
        self.symbols = Symbols()
        self.types = TypeInfo(self.info.type_info, list(program.errors))
        self.blocks = list(collect(root, evaluator, no_action))

    def preamble(
        self,
        message: Any,  # noqa: ANN401
        kind: int,
        name: str,
        annotations: list[ast.Annotation],
        drop: tuple[str, ...] = (),
    ) -> None:
        message.id = self.symbols.id(kind, name)
        message.name = name
        message.alias = self.symbols.alias(name)
        add_annotations(message, annotations, drop)
        add_documentation(message, annotations)


def hidden(decl: ast.Declaration) -> bool:
    """Whether the program keeps a declaration from the control plane."""
    return decl.annotation("hidden") is not None


# --- Tables and actions ----------------------------------------------------------------------------------------------


MATCH_TYPES = {
    "exact": p4info_pb2.MatchField.EXACT,
    "lpm": p4info_pb2.MatchField.LPM,
    "ternary": p4info_pb2.MatchField.TERNARY,
    "range": p4info_pb2.MatchField.RANGE,
    "optional": p4info_pb2.MatchField.OPTIONAL,
}
"""Match kinds that P4Runtime has numbers for."""


def add_action(draft: Draft, name: str, decl: ast.ActionDecl, *, with_params: bool) -> None:
    """Describe an action; one that is only called directly has no parameters left for the control plane."""
    action = draft.info.actions.add()
    draft.preamble(action.preamble, Prefix.ACTION, name, decl.annotations)
    params = [p for p in decl.params if not p.direction] if with_params else []
    numbers = field_ids([p.annotations for p in params], decl.span)
    for param, number in zip(params, numbers, strict=True):
        item = action.params.add()
        item.id = number
        item.name = control_plane_name(param)
        add_annotations(item, param.annotations)
        add_documentation(item, param.annotations)
        type_ = param.type
        if isinstance(type_, types.EnumType):
            item.type_name.name = type_.name
        else:
            item.bitwidth = width(type_, param.span)
        draft.types.annotate(item, type_, param.span)


def add_table(draft: Draft, name: str, decl: ast.TableDecl, instance: Instance) -> None:
    table = draft.info.tables.add()
    draft.preamble(table.preamble, Prefix.TABLE, name, decl.annotations)
    table.size = decl.size_value or DEFAULT_TABLE_SIZE
    default = default_ref(decl, draft.no_action)
    assert default.decl is not None
    default_id = draft.symbols.id(Prefix.ACTION, action_name(default.decl, instance))
    if decl.default_const and decl.default_action is not None:
        table.const_default_action_id = default_id
    table.initial_default_action.action_id = default_id
    _default_arguments(table.initial_default_action, default)
    refs = list(decl.actions)
    if all(ref.decl is not default.decl for ref in refs):
        note = ast.Annotation(decl.span, "defaultonly")
        refs.append(ast.ActionRef(decl.span, default.name, decl=default.decl, annotations=[note]))
    for ref in refs:
        _action_ref(draft, table, ref, instance)
    _match_fields(draft, table, decl)
    if decl.has_entries and decl.entries_const:
        table.is_const_table = True
    if decl.entries:
        table.has_initial_entries = True
    add_table_properties(draft, table, decl, instance, name)


def _default_arguments(message: Any, ref: ast.ActionRef) -> None:  # noqa: ANN401
    if ref.decl is None or not ref.bound_args:
        return
    params = [p for p in ref.decl.params if not p.direction]
    numbers = field_ids([p.annotations for p in params], ref.span)
    given = [a for p, a in zip(ref.decl.params, ref.bound_args, strict=False) if not p.direction]
    for param, number, arg in zip(params, numbers, given, strict=False):
        value = None if arg.value is None else arg.value.const_value
        if isinstance(value, ast.EnumMember):
            value = value.number
        if value is None or not isinstance(value, int):
            continue
        bits = types.width_of(param.type) or 1
        item = message.arguments.add()
        item.param_id = number
        item.value = byte_string(int(value) & ((1 << bits) - 1), bits)


def _action_ref(draft: Draft, table: Any, ref: ast.ActionRef, instance: Instance) -> None:  # noqa: ANN401
    if ref.decl is None:
        return
    item = table.action_refs.add()
    item.id = draft.symbols.id(Prefix.ACTION, action_name(ref.decl, instance))
    add_annotations(item, ref.annotations)
    names = {a.name for a in ref.annotations}
    if {"tableonly", "defaultonly"} <= names:
        raise Unsupported(ref.span, f"'{ref.name}' is annotated both @tableonly and @defaultonly")
    if "tableonly" in names:
        item.scope = p4info_pb2.ActionRef.TABLE_ONLY
    elif "defaultonly" in names:
        item.scope = p4info_pb2.ActionRef.DEFAULT_ONLY


def _match_fields(draft: Draft, table: Any, decl: ast.TableDecl) -> None:  # noqa: ANN401
    numbers = field_ids([k.annotations for k in decl.key], decl.span)
    for key, number in zip(decl.key, numbers, strict=True):
        if key.match_kind == "selector":
            continue
        item = table.match_fields.add()
        item.id = number
        item.name = key_name(key)
        add_annotations(item, key.annotations)
        add_documentation(item, key.annotations)
        type_ = key.expression.type
        item.bitwidth = width(type_, key.span)
        known = MATCH_TYPES.get(key.match_kind)
        if known is None:
            item.other_match_type = key.match_kind
        else:
            item.match_type = known
        draft.types.annotate(item, type_, key.span)


# --- Externs: counters, meters, registers, action profiles, digests --------------------------------------------------


EXTERN_KINDS: dict[str, int] = {
    "counter": Prefix.COUNTER,
    "direct_counter": Prefix.DIRECT_COUNTER,
    "meter": Prefix.METER,
    "direct_meter": Prefix.DIRECT_METER,
    "action_profile": Prefix.ACTION_PROFILE,
    "action_selector": Prefix.ACTION_PROFILE,
    "register": Prefix.REGISTER,
}

_COUNTER_UNITS = {
    "packets": p4info_pb2.CounterSpec.PACKETS,
    "bytes": p4info_pb2.CounterSpec.BYTES,
    "packets_and_bytes": p4info_pb2.CounterSpec.BOTH,
}
_METER_UNITS = {"packets": p4info_pb2.MeterSpec.PACKETS, "bytes": p4info_pb2.MeterSpec.BYTES}


def _unit(instance: Instance, units: dict[str, Any]) -> Any:  # noqa: ANN401
    name = instance.member("type")
    if name not in units:
        raise Unsupported(instance.span, f"unit '{name}' of '{instance.name}'", expected=", ".join(units))
    return units[name]


def add_extern(draft: Draft, instance: Instance) -> None:
    """Describe an extern instance; direct counters and meters are described with their table."""
    info = draft.info
    match instance.kind:
        case "counter":
            counter = info.counters.add()
            draft.preamble(counter.preamble, Prefix.COUNTER, instance.name, instance.annotations)
            counter.spec.unit = _unit(instance, _COUNTER_UNITS)
            counter.size = instance.integer("size")
        case "meter":
            meter = info.meters.add()
            draft.preamble(meter.preamble, Prefix.METER, instance.name, instance.annotations)
            meter.spec.unit = _unit(instance, _METER_UNITS)
            meter.size = instance.integer("size")
        case "register":
            register = info.registers.add()
            draft.preamble(register.preamble, Prefix.REGISTER, instance.name, instance.annotations)
            register.size = instance.integer("size")
            register.type_spec.CopyFrom(draft.types.convert(instance.type.type_args[0], instance.span))
        case "action_profile" | "action_selector":
            _action_profile(draft, instance)
        case _:
            pass


_PROFILE_NOTES = ("max_group_size", "selector_size_semantics", "max_member_weight")


def _note(instance: Instance, name: str) -> ast.Annotation | None:
    return next((a for a in instance.annotations if a.name == name), None)


def _number(annotation: ast.Annotation) -> int:
    if annotation.expressions and isinstance(annotation.expressions[0], ast.IntLiteral):
        return annotation.expressions[0].value
    raise Unsupported(annotation.span, f"@{annotation.name} needs a number")


def _action_profile(draft: Draft, instance: Instance) -> None:
    profile = draft.info.action_profiles.add()
    draft.preamble(profile.preamble, Prefix.ACTION_PROFILE, instance.name, instance.annotations, _PROFILE_NOTES)
    selector = instance.kind == "action_selector"
    profile.with_selector = selector
    profile.size = instance.integer("size")
    group_size = _note(instance, "max_group_size")
    semantics = _note(instance, "selector_size_semantics")
    weight = _note(instance, "max_member_weight")
    if selector:
        if group_size is not None:
            profile.max_group_size = _number(group_size)
        if semantics is not None:
            value = (semantics.string or "").lower()
            if value not in ("sum_of_weights", "sum_of_members"):
                raise Unsupported(
                    semantics.span, f"selector size semantics '{value}'", expected="sum_of_weights or sum_of_members"
                )
            getattr(profile, value).SetInParent()
        if weight is not None and profile.HasField("sum_of_members"):
            profile.sum_of_members.max_member_weight = _number(weight)
    tables = [
        name
        for block in draft.blocks
        for name, table in block.tables
        if draft.evaluator.property_instance(table, "implementation", block.instance) is instance
    ]
    profile.table_ids.extend(draft.symbols.id(Prefix.TABLE, name) for name in sorted(tables))


def add_table_properties(draft: Draft, message: Any, table: ast.TableDecl, scope: Instance, name: str) -> None:  # noqa: ANN401
    """Action profile, direct counter and meter, and idle timeout of a table."""
    implementation = draft.evaluator.property_instance(table, "implementation", scope)
    if implementation is not None:
        message.implementation_id = draft.symbols.id(Prefix.ACTION_PROFILE, implementation.name)
    table_id = draft.symbols.id(Prefix.TABLE, name)
    counter = draft.evaluator.property_instance(table, "counters", scope)
    if counter is not None:
        item = draft.info.direct_counters.add()
        draft.preamble(item.preamble, Prefix.DIRECT_COUNTER, counter.name, counter.annotations)
        item.spec.unit = _unit(counter, _COUNTER_UNITS)
        item.direct_table_id = table_id
        message.direct_resource_ids.append(item.preamble.id)
    meter = draft.evaluator.property_instance(table, "meters", scope)
    if meter is not None:
        direct = draft.info.direct_meters.add()
        draft.preamble(direct.preamble, Prefix.DIRECT_METER, meter.name, meter.annotations)
        direct.spec.unit = _unit(meter, _METER_UNITS)
        direct.direct_table_id = table_id
        message.direct_resource_ids.append(direct.preamble.id)
    timeout = table.properties.get("support_timeout")
    if timeout is not None and timeout.value.const_value is True:
        message.idle_timeout_behavior = p4info_pb2.Table.NOTIFY_CONTROL


def digest_name(draft: Draft, call: ast.Call) -> str:
    """The control-plane name of a digest: its type's name, or `digest_<n>` for types without one."""
    type_ = call.bound_type_args[0] if call.bound_type_args else None
    if isinstance(type_, types.NominalType) and type_.decl is not None:
        return control_plane_name(type_.decl)
    nameless = [c for block in draft.blocks for c in block.digests if not _is_named(c)]
    return f"digest_{next(i for i, c in enumerate(nameless) if c is call)}"


def _is_named(call: ast.Call) -> bool:
    type_ = call.bound_type_args[0] if call.bound_type_args else None
    return isinstance(type_, types.NominalType) and type_.decl is not None


def add_digest(draft: Draft, call: ast.Call) -> None:
    """Describe a digest call's message type, once per name."""
    name = digest_name(draft, call)
    if any(d.preamble.name == name for d in draft.info.digests) or not call.bound_type_args:
        return
    digest = draft.info.digests.add()
    draft.preamble(digest.preamble, Prefix.DIGEST, name, [])
    digest.type_spec.CopyFrom(draft.types.convert(call.bound_type_args[0], call.span))


# --- Value sets of parsers -------------------------------------------------------------------------------------------


def add_value_set(draft: Draft, name: str, decl: ast.ValueSetDecl) -> None:
    """Describe a parser's value set. Raises Unsupported: its elements are no bit strings."""
    message = draft.info.value_sets.add()
    draft.preamble(message.preamble, Prefix.VALUE_SET, name, decl.annotations)
    message.size = decl.size_value
    element = decl.type.element if isinstance(decl.type, types.SetType) else decl.type
    match types.representation(element):
        case types.BitType(bits):
            item = message.match.add()
            item.id, item.bitwidth, item.match_type = 1, bits, p4info_pb2.MatchField.EXACT
        case types.StructType() as struct:
            written = [f.decl.annotations if f.decl is not None else [] for f in struct.fields]
            for f, number, own in zip(struct.fields, field_ids(written, decl.span), written, strict=True):
                item = message.match.add()
                item.id, item.name, item.bitwidth = number, f.name, width(f.type, decl.span)
                item.match_type = _value_set_match(own)
                add_annotations(item, own, ("match",))
                add_documentation(item, own)
        case _:
            raise Unsupported(decl.span, f"value set of {element}", expected="bit<W> or a struct of bit<W> fields")


def _value_set_match(annotations: list[ast.Annotation]) -> p4info_pb2.MatchField.MatchType.ValueType:
    for annotation in annotations:
        if annotation.name == "match" and annotation.tokens:
            return MATCH_TYPES.get(annotation.tokens[0], p4info_pb2.MatchField.EXACT)
    return p4info_pb2.MatchField.EXACT


# --- Headers that packets carry from and to the controller: `@controller_header` -------------------------------------


def add_controller_header(draft: Draft, decl: ast.HeaderDecl) -> None:
    """Describe a header of packets from or to the controller. Raises Unsupported: its annotation names nothing."""
    annotation = decl.annotation("controller_header")
    assert annotation is not None
    name = annotation.string
    if name is None:
        raise Unsupported(annotation.span, '@controller_header needs a name: @controller_header("packet_in")')
    message = draft.info.controller_packet_metadata.add()
    message.preamble.id = draft.symbols.id(Prefix.CONTROLLER_HEADER, control_plane_name(decl))
    message.preamble.name = message.preamble.alias = name
    add_annotations(message.preamble, decl.annotations)
    add_documentation(message.preamble, decl.annotations)
    fields = list(_flat_fields(decl))
    numbers = field_ids([f.annotations for _name, f in fields], decl.span)
    for (field_name, f), number in zip(fields, numbers, strict=True):
        if hidden(f):
            continue
        item = message.metadata.add()
        item.id = number
        item.name = field_name
        add_annotations(item, f.annotations)
        item.bitwidth = width(f.type, f.span)
        draft.types.annotate(item, f.type, f.span)


def _flat_fields(decl: ast.HeaderDecl | ast.StructDecl, prefix: str = "") -> Iterator[tuple[str, ast.StructField]]:
    """The fields of a header; those of structs inside it are named `outer.inner`."""
    for f in decl.fields:
        name = f"{prefix}{control_plane_name(f)}"
        inner = f.type.decl if isinstance(f.type, types.StructType) else None
        if isinstance(inner, ast.StructDecl):
            yield from _flat_fields(inner, f"{name}.")
        else:
            yield name, f
