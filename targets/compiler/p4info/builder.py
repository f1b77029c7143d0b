# SPDX-License-Identifier: Apache-2.0
"""P4Info of a program, with the ids, names, widths and annotations p4c gives it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from p4.config.v1 import p4info_pb2

from targets.compiler import ast, types
from targets.compiler.evaluation.instances import Evaluator, Instance
from targets.compiler.evaluation.key_names import key_name
from targets.compiler.evaluation.names import control_plane_name
from targets.compiler.front import TypedProgram
from targets.compiler.p4info import externs, notes
from targets.compiler.p4info.collect import Block, action_name, collect, default_ref
from targets.compiler.p4info.ids import Prefix, Symbols, field_ids
from targets.compiler.p4info.typespec import TypeInfo, byte_string, newtype_name, width
from targets.compiler.unsupported import Unsupported

ARCH = "v1model"
DEFAULT_SIZE = 1024
"""P4Info's size of a table that does not say."""

_MATCH_TYPES = {
    "exact": p4info_pb2.MatchField.EXACT,
    "lpm": p4info_pb2.MatchField.LPM,
    "ternary": p4info_pb2.MatchField.TERNARY,
    "range": p4info_pb2.MatchField.RANGE,
    "optional": p4info_pb2.MatchField.OPTIONAL,
}


def _hidden(decl: ast.Declaration) -> bool:
    return decl.annotation("hidden") is not None


class Builder:
    """Fills one P4Info message."""

    def __init__(self, program: TypedProgram, root: Instance, evaluator: Evaluator) -> None:
        no_action = program.globals.get("NoAction")
        if not isinstance(no_action, ast.ActionDecl):
            no_action = ast.ActionDecl(root.span, "NoAction", [], ast.Block(root.span, []))
        self._no_action = no_action
        self._program = program
        self._root = root
        self.evaluator = evaluator
        self.info = p4info_pb2.P4Info()
        self.symbols = Symbols()
        self._named_actions: dict[str, ast.ActionDecl] = {}
        self.types = TypeInfo(self.info.type_info, list(program.errors))
        self.blocks = list(collect(root, evaluator, no_action))

    def build(self) -> p4info_pb2.P4Info:
        """The whole message."""
        for block in self.blocks:
            self._collect(block)
        headers = [
            d
            for d in self._program.program.declarations
            if isinstance(d, ast.HeaderDecl) and d.annotation("controller_header") is not None and not _hidden(d)
        ]
        for header in headers:
            name = control_plane_name(header)
            self.symbols.add(Prefix.CONTROLLER_HEADER, name, header.annotations, header.span)
        self.symbols.resolve()
        self._package()
        done: set[int] = set()
        for block in self.blocks:
            for name, table in block.tables:
                if not _hidden(table):
                    self._table(name, table, block.instance)
            for name, action in block.actions:
                number = self.symbols.id(Prefix.ACTION, name)
                if not _hidden(action) and number not in done:
                    done.add(number)
                    self._action(name, action, with_params=id(action) in block.in_tables)
            for name, value_set in block.value_sets:
                self._value_set(name, value_set)
            for instance in block.externs:
                externs.add_instance(self, instance)
            for call in block.digests:
                externs.add_digest(self, call)
        for header in headers:
            self._controller_header(header)
        if any(b.tables or b.externs or b.calls_externs for b in self.blocks):
            self.info.type_info.SetInParent()  # as p4c, which touches it for each of these, whatever their types
        self._check_duplicates()
        return self.info

    def _collect(self, block: Block) -> None:
        for name, action in block.actions:
            before = self._named_actions.setdefault(name, action)
            if before is not action:
                raise Unsupported(
                    action.name_span,
                    f"the actions `{before.name}` and `{action.name}` have the same control-plane name '{name}'",
                    expected="another @name for one of them",
                )
            self.symbols.add(Prefix.ACTION, name, action.annotations, action.span)
        for name, table in block.tables:
            self.symbols.add(Prefix.TABLE, name, table.annotations, table.span)
        for name, value_set in block.value_sets:
            self.symbols.add(Prefix.VALUE_SET, name, value_set.annotations, value_set.span)
        for instance in block.externs:
            kind = externs.KINDS.get(instance.kind)
            if kind is not None:
                self.symbols.add(kind, instance.name, instance.annotations, instance.span)
        for call in block.digests:
            self.symbols.add(Prefix.DIGEST, externs.digest_name(self, call), (), call.span)

    def preamble(
        self,
        message: Any,  # noqa: ANN401
        kind: int,
        name: str,
        annotations: list[ast.Annotation],
        drop: tuple[str, ...] = (),
    ) -> None:
        """Fill an object's preamble."""
        message.id = self.symbols.id(kind, name)
        message.name = name
        message.alias = self.symbols.alias(name)
        notes.add(message, annotations, drop)
        notes.document(message, annotations)

    def _check_duplicates(self) -> None:
        for group in (
            "tables",
            "counters",
            "direct_counters",
            "meters",
            "direct_meters",
            "registers",
            "action_profiles",
            "value_sets",
        ):
            seen: set[str] = set()
            for item in getattr(self.info, group):
                if item.preamble.name in seen:
                    raise Unsupported(
                        self._root.span,
                        f"the name '{item.preamble.name}' is used for several {group.replace('_', ' ')}",
                    )
                seen.add(item.preamble.name)

    # ------------------------------------------------------------------ package

    def _package(self) -> None:
        package = self.info.pkg_info
        package.arch = ARCH
        main = self._root.declared_by
        if main is None:
            return
        for annotation in main.annotations:
            if annotation.name == "pkginfo":
                for key, value in notes.pairs(annotation):
                    if key in ("name", "version", "organization", "contact", "url", "arch") and isinstance(value, str):
                        setattr(package, key, value)
                    else:
                        self._program.diagnostics.warn(
                            annotation.span,
                            f"key '{key}' of @pkginfo is ignored",
                            expected="name, version, organization, contact or url with a string",
                            code="pkginfo",
                        )
            elif annotation.name == "platform_property":
                properties = package.platform_properties
                for key, value in notes.pairs(annotation):
                    if isinstance(value, int) and key in properties.DESCRIPTOR.fields_by_name:
                        setattr(properties, key, value)
        kept = [a for a in main.annotations if a.name not in ("pkginfo", "platform_property")]
        notes.add(package, kept)
        notes.document(package, kept)

    # ------------------------------------------------------------------ actions and tables

    def _action(self, name: str, decl: ast.ActionDecl, *, with_params: bool) -> None:
        """Describe an action; one that is only called directly has no parameters left for the control plane."""
        action = self.info.actions.add()
        self.preamble(action.preamble, Prefix.ACTION, name, decl.annotations)
        params = [p for p in decl.params if not p.direction] if with_params else []
        numbers = field_ids([p.annotations for p in params], decl.span)
        for param, number in zip(params, numbers, strict=True):
            item = action.params.add()
            item.id = number
            item.name = control_plane_name(param)
            notes.add(item, param.annotations)
            notes.document(item, param.annotations)
            type_ = param.type
            if isinstance(type_, types.EnumType):
                item.type_name.name = type_.name
            else:
                item.bitwidth = width(type_, param.span)
            self.types.convert(type_, param.span)
            newtype = newtype_name(type_)
            if newtype is not None:
                item.type_name.name = newtype

    def _table(self, name: str, decl: ast.TableDecl, instance: Instance) -> None:
        table = self.info.tables.add()
        self.preamble(table.preamble, Prefix.TABLE, name, decl.annotations)
        table.size = decl.size_value or DEFAULT_SIZE
        default = default_ref(decl, self._no_action)
        assert default.decl is not None
        default_id = self.symbols.id(Prefix.ACTION, action_name(default.decl, instance))
        if decl.default_const and decl.default_action is not None:
            table.const_default_action_id = default_id
        table.initial_default_action.action_id = default_id
        self._default_arguments(table.initial_default_action, default)
        refs = list(decl.actions)
        if all(ref.decl is not default.decl for ref in refs):
            note = ast.Annotation(decl.span, "defaultonly")
            refs.append(ast.ActionRef(decl.span, default.name, decl=default.decl, annotations=[note]))
        for ref in refs:
            self._action_ref(table, ref, instance)
        self._match_fields(table, decl)
        if decl.has_entries and decl.entries_const:
            table.is_const_table = True
        if decl.entries:
            table.has_initial_entries = True
        externs.add_table_properties(self, table, decl, instance, name)

    def _default_arguments(self, message: Any, ref: ast.ActionRef) -> None:  # noqa: ANN401
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

    def _action_ref(self, table: Any, ref: ast.ActionRef, instance: Instance) -> None:  # noqa: ANN401
        if ref.decl is None:
            return
        item = table.action_refs.add()
        item.id = self.symbols.id(Prefix.ACTION, action_name(ref.decl, instance))
        notes.add(item, ref.annotations)
        names = {a.name for a in ref.annotations}
        if {"tableonly", "defaultonly"} <= names:
            raise Unsupported(ref.span, f"'{ref.name}' is annotated both @tableonly and @defaultonly")
        if "tableonly" in names:
            item.scope = p4info_pb2.ActionRef.TABLE_ONLY
        elif "defaultonly" in names:
            item.scope = p4info_pb2.ActionRef.DEFAULT_ONLY

    def _match_fields(self, table: Any, decl: ast.TableDecl) -> None:  # noqa: ANN401
        numbers = field_ids([k.annotations for k in decl.key], decl.span)
        for key, number in zip(decl.key, numbers, strict=True):
            if key.match_kind == "selector":
                continue
            item = table.match_fields.add()
            item.id = number
            item.name = key_name(key)
            notes.add(item, key.annotations)
            notes.document(item, key.annotations)
            type_ = key.expression.type
            item.bitwidth = width(type_, key.span)
            known = _MATCH_TYPES.get(key.match_kind)
            if known is None:
                item.other_match_type = key.match_kind
            else:
                item.match_type = known
            self.types.convert(type_, key.span)
            newtype = newtype_name(type_)
            if newtype is not None:
                item.type_name.name = newtype

    # ------------------------------------------------------------------ packet I/O and value sets

    def _controller_header(self, decl: ast.HeaderDecl) -> None:
        annotation = decl.annotation("controller_header")
        assert annotation is not None
        name = annotation.string
        if name is None:
            raise Unsupported(annotation.span, '@controller_header needs a name: @controller_header("packet_in")')
        message = self.info.controller_packet_metadata.add()
        message.preamble.id = self.symbols.id(Prefix.CONTROLLER_HEADER, control_plane_name(decl))
        message.preamble.name = message.preamble.alias = name
        notes.add(message.preamble, decl.annotations)
        notes.document(message.preamble, decl.annotations)
        fields = list(_flat_fields(decl))
        numbers = field_ids([f.annotations for _name, f in fields], decl.span)
        for (field_name, f), number in zip(fields, numbers, strict=True):
            if _hidden(f):
                continue
            item = message.metadata.add()
            item.id = number
            item.name = field_name
            notes.add(item, f.annotations)
            item.bitwidth = width(f.type, f.span)
            self.types.convert(f.type, f.span)
            newtype = newtype_name(f.type)
            if newtype is not None:
                item.type_name.name = newtype

    def _value_set(self, name: str, decl: ast.ValueSetDecl) -> None:
        message = self.info.value_sets.add()
        self.preamble(message.preamble, Prefix.VALUE_SET, name, decl.annotations)
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
                    notes.add(item, own, ("match",))
                    notes.document(item, own)
            case _:
                raise Unsupported(decl.span, f"value set of {element}", expected="bit<W> or a struct of bit<W> fields")


def _flat_fields(decl: ast.HeaderDecl | ast.StructDecl, prefix: str = "") -> Iterator[tuple[str, ast.StructField]]:
    """The fields of a header; those of structs inside it are named `outer.inner`."""
    for f in decl.fields:
        name = f"{prefix}{control_plane_name(f)}"
        inner = f.type.decl if isinstance(f.type, types.StructType) else None
        if isinstance(inner, ast.StructDecl):
            yield from _flat_fields(inner, f"{name}.")
        else:
            yield name, f


def _value_set_match(annotations: list[ast.Annotation]) -> p4info_pb2.MatchField.MatchType.ValueType:
    for annotation in annotations:
        if annotation.name == "match" and annotation.tokens:
            return _MATCH_TYPES.get(annotation.tokens[0], p4info_pb2.MatchField.EXACT)
    return p4info_pb2.MatchField.EXACT
