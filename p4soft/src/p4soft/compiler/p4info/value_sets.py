# SPDX-License-Identifier: Apache-2.0
"""Value sets of parsers in P4Info."""

from __future__ import annotations

from finsy.proto.p4.config.v1 import p4info_pb2

from p4soft.compiler import ast, types
from p4soft.compiler.p4info import notes
from p4soft.compiler.p4info.draft import Draft
from p4soft.compiler.p4info.ids import Prefix, field_ids
from p4soft.compiler.p4info.tables import MATCH_TYPES
from p4soft.compiler.p4info.typespec import width
from p4soft.compiler.unsupported import Unsupported


def add_value_set(draft: Draft, name: str, decl: ast.ValueSetDecl) -> None:
    """Describe a parser's value set.

    Raises:
        Unsupported: its elements are no bit strings.
    """
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
                notes.add(item, own, ("match",))
                notes.document(item, own)
        case _:
            raise Unsupported(decl.span, f"value set of {element}", expected="bit<W> or a struct of bit<W> fields")


def _value_set_match(annotations: list[ast.Annotation]) -> p4info_pb2.MatchField.MatchType.ValueType:
    for annotation in annotations:
        if annotation.name == "match" and annotation.tokens:
            return MATCH_TYPES.get(annotation.tokens[0], p4info_pb2.MatchField.EXACT)
    return p4info_pb2.MatchField.EXACT
