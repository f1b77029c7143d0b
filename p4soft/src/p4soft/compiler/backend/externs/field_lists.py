# SPDX-License-Identifier: Apache-2.0
"""What clones, recirculations and resubmissions preserve: user metadata annotated `@field_list(index)`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from p4soft.compiler.backend.context import Context, FieldList
from p4soft.compiler.backend.ir.nodes import Expr, FieldRef
from p4soft.compiler.source import Span


def register(ctx: Context, name: str, fields: Sequence[Expr]) -> int:
    """Add a field list; its id. Ids count from 1, because simple_switch takes 0 for none."""
    ctx.field_lists.append(FieldList(name, fields))
    return len(ctx.field_lists)


def annotated(ctx: Context, fields: Mapping[int, Sequence[FieldRef]]) -> None:
    """Add the lists that the program's annotations make, by index."""
    for index, members in fields.items():
        name = f"field_list{index}"
        ctx.field_list_ids[name] = register(ctx, name, members)


def preserved(ctx: Context, index: int, span: Span) -> int:
    """The id of the list of user metadata fields annotated `@field_list(index)`; a warning if there are none."""
    name = f"field_list{index}"
    if name not in ctx.field_list_ids:
        ctx.diagnostics.warn(
            span,
            f"no user metadata fields are annotated @field_list({index}): nothing will be preserved",
            code="field-list",
        )
        ctx.field_list_ids[name] = register(ctx, ctx.names.new("empty"), [])
    return ctx.field_list_ids[name]
