# SPDX-License-Identifier: Apache-2.0
"""Headers that packets carry from and to the controller: `@controller_header`."""

from __future__ import annotations

from collections.abc import Iterator

from p4soft.compiler import ast, types
from p4soft.compiler.evaluation.names import control_plane_name
from p4soft.compiler.p4info import notes
from p4soft.compiler.p4info.draft import Draft, hidden
from p4soft.compiler.p4info.ids import Prefix, field_ids
from p4soft.compiler.p4info.typespec import width
from p4soft.compiler.unsupported import Unsupported


def add_controller_header(draft: Draft, decl: ast.HeaderDecl) -> None:
    """Describe a header of packets from or to the controller.

    Raises:
        Unsupported: its annotation names nothing.
    """
    annotation = decl.annotation("controller_header")
    assert annotation is not None
    name = annotation.string
    if name is None:
        raise Unsupported(annotation.span, '@controller_header needs a name: @controller_header("packet_in")')
    message = draft.info.controller_packet_metadata.add()
    message.preamble.id = draft.symbols.id(Prefix.CONTROLLER_HEADER, control_plane_name(decl))
    message.preamble.name = message.preamble.alias = name
    notes.add(message.preamble, decl.annotations)
    notes.document(message.preamble, decl.annotations)
    fields = list(_flat_fields(decl))
    numbers = field_ids([f.annotations for _name, f in fields], decl.span)
    for (field_name, f), number in zip(fields, numbers, strict=True):
        if hidden(f):
            continue
        item = message.metadata.add()
        item.id = number
        item.name = field_name
        notes.add(item, f.annotations)
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
