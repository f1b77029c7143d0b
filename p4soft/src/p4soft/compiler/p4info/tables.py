# SPDX-License-Identifier: Apache-2.0
"""Tables and actions in P4Info."""

from __future__ import annotations

from typing import Any

from finsy.proto.p4.config.v1 import p4info_pb2

from p4soft.compiler import ast, types
from p4soft.compiler.evaluation.instances import Instance
from p4soft.compiler.evaluation.key_names import key_name
from p4soft.compiler.evaluation.names import control_plane_name
from p4soft.compiler.limits import DEFAULT_TABLE_SIZE
from p4soft.compiler.p4info import externs, notes
from p4soft.compiler.p4info.collect import action_name, default_ref
from p4soft.compiler.p4info.draft import Draft
from p4soft.compiler.p4info.ids import Prefix, field_ids
from p4soft.compiler.p4info.typespec import byte_string, width
from p4soft.compiler.unsupported import Unsupported

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
        notes.add(item, param.annotations)
        notes.document(item, param.annotations)
        type_ = param.type
        if isinstance(type_, types.EnumType):
            item.type_name.name = type_.name
        else:
            item.bitwidth = width(type_, param.span)
        draft.types.annotate(item, type_, param.span)


def add_table(draft: Draft, name: str, decl: ast.TableDecl, instance: Instance) -> None:
    """Describe a table of a control's instance."""
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
    externs.add_table_properties(draft, table, decl, instance, name)


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
    notes.add(item, ref.annotations)
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
        notes.add(item, key.annotations)
        notes.document(item, key.annotations)
        type_ = key.expression.type
        item.bitwidth = width(type_, key.span)
        known = MATCH_TYPES.get(key.match_kind)
        if known is None:
            item.other_match_type = key.match_kind
        else:
            item.match_type = known
        draft.types.annotate(item, type_, key.span)
