# SPDX-License-Identifier: Apache-2.0
"""P4Info of a program, with the ids, names, widths and annotations p4c gives it."""

from __future__ import annotations

from finsy.proto.p4.config.v1 import p4info_pb2

from p4soft.compiler import ast
from p4soft.compiler.evaluation.instances import Evaluator, Instance
from p4soft.compiler.evaluation.names import control_plane_name
from p4soft.compiler.front import TypedProgram
from p4soft.compiler.p4info import externs
from p4soft.compiler.p4info.collect import Block
from p4soft.compiler.p4info.controller_headers import add_controller_header
from p4soft.compiler.p4info.draft import Draft, hidden
from p4soft.compiler.p4info.entries import InitialEntry, initial_entries
from p4soft.compiler.p4info.ids import Prefix
from p4soft.compiler.p4info.package import add_package
from p4soft.compiler.p4info.refusals import refusals
from p4soft.compiler.p4info.tables import add_action, add_table
from p4soft.compiler.p4info.value_sets import add_value_set
from p4soft.compiler.source import Diagnostic, Span
from p4soft.compiler.unsupported import Unsupported


def build(
    program: TypedProgram, root: Instance, evaluator: Evaluator
) -> tuple[p4info_pb2.P4Info, dict[str, tuple[InitialEntry, ...]], tuple[Diagnostic, ...]]:
    """The P4Info of a program, the entries that it gives its tables, and why p4c would refuse to write P4Info.

    Raises:
        Unsupported: an annotation, id or type cannot be described to a control plane.
    """
    draft = Draft(program, root, evaluator)
    named_actions: dict[str, tuple[ast.ActionDecl, Instance | None]] = {}
    for block in draft.blocks:
        _collect(draft, block, named_actions)
    headers = [
        d
        for d in program.program.declarations
        if isinstance(d, ast.HeaderDecl) and d.annotation("controller_header") is not None and not hidden(d)
    ]
    for header in headers:
        name = control_plane_name(header)
        draft.symbols.add(Prefix.CONTROLLER_HEADER, name, header.annotations, header.span)
    draft.symbols.resolve()
    add_package(draft.info.pkg_info, root.declared_by, program.diagnostics)
    done: set[int] = set()
    entries: dict[str, tuple[InitialEntry, ...]] = {}
    for block in draft.blocks:
        for name, table in block.tables:
            if not hidden(table):
                add_table(draft, name, table, block.instance)
                if table.entries:
                    entries[name] = initial_entries(table)
        for name, action in block.actions:
            number = draft.symbols.id(Prefix.ACTION, name)
            if not hidden(action) and number not in done:
                done.add(number)
                add_action(draft, name, action, with_params=id(action) in block.in_tables)
        for name, value_set in block.value_sets:
            add_value_set(draft, name, value_set)
        for instance in block.externs:
            externs.add_instance(draft, instance)
        for call in block.digests:
            externs.add_digest(draft, call)
    for header in headers:
        add_controller_header(draft, header)
    if draft.info.tables or any(b.externs or b.calls_externs for b in draft.blocks):
        draft.info.type_info.SetInParent()  # as p4c, which touches it for each of these, whatever their types
    _check_duplicates(draft.info, root.span)
    return draft.info, entries, refusals(draft.blocks, program.diagnostics)


def _collect(draft: Draft, block: Block, named_actions: dict[str, tuple[ast.ActionDecl, Instance | None]]) -> None:
    decl = block.instance.decl
    own = decl.locals if isinstance(decl, ast.ControlDecl) else []
    for name, action in block.actions:
        instance = block.instance if any(local is action for local in own) else None
        before, where = named_actions.setdefault(name, (action, instance))
        if before is not action:
            raise Unsupported(
                action.name_span,
                f"the actions `{before.name}` and `{action.name}` have the same control-plane name '{name}'",
                expected="another @name for one of them",
            )
        if where is not instance and where is not None and instance is not None:
            raise Unsupported(
                action.name_span,
                f"action `{action.name}` has the control-plane name '{name}' in '{where.name}' and '{instance.name}'",
                expected="a @name without the dot in front, which the name of the instance comes before",
            )
        draft.symbols.add(Prefix.ACTION, name, action.annotations, action.span)
    for name, table in block.tables:
        draft.symbols.add(Prefix.TABLE, name, table.annotations, table.span)
    for name, value_set in block.value_sets:
        draft.symbols.add(Prefix.VALUE_SET, name, value_set.annotations, value_set.span)
    for instance in block.externs:
        kind = externs.KINDS.get(instance.kind)
        if kind is not None:
            draft.symbols.add(kind, instance.name, instance.annotations, instance.span)
    for call in block.digests:
        draft.symbols.add(Prefix.DIGEST, externs.digest_name(draft, call), (), call.span)


def _check_duplicates(info: p4info_pb2.P4Info, span: Span) -> None:
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
        for item in getattr(info, group):
            if item.preamble.name in seen:
                raise Unsupported(
                    span,
                    f"the name '{item.preamble.name}' is used for several {group.replace('_', ' ')}",
                )
            seen.add(item.preamble.name)
