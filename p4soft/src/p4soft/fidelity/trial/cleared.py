# SPDX-License-Identifier: Apache-2.0
"""A program whose headers hold nothing of earlier packets.

BMv2 keeps the fields of a header that is not valid as an earlier packet left them, and whoever reads them reads that.
What comes from a program with cleared headers does not hang on it: a difference that is gone there had that reason.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from typing import Any

from p4soft.switch import Program, load_program
from p4soft.switch.program.model import FieldType

Document = dict[str, object]
_FIRST = "cleared headers"


def cleared(document: Document) -> Document:
    """The document with all fields of all headers 0 before parsing begins; itself without a parser or headers."""
    fields = list(header_fields(load_program(document)))
    if not fields:
        return document
    return before_parsing(document, [set_field(header, field.name, 0) for header, field in fields])


def header_fields(program: Program) -> Iterator[tuple[str, FieldType]]:
    """Every field of a header instance that can be set, by the name of the header."""
    for header in program.headers.values():
        if not header.metadata:
            yield from ((header.name, f) for f in header.type.fields if not f.varbit and f.width)


def before_parsing(document: Document, operations: list[Mapping[str, object]]) -> Document:
    """The document with a parser state for these operations in front of its first; itself without a parser."""
    changed: dict[str, Any] = copy.deepcopy(document)
    parser = next(iter(changed.get("parsers", ())), None)
    if parser is None or parser.get("init_state") is None:
        return document
    states = parser["parse_states"]
    go_on = {"type": "default", "value": None, "mask": None, "next_state": parser["init_state"]}
    name = _FIRST
    while any(state["name"] == name for state in states):
        name += " once more"
    number = 1 + max(state["id"] for state in states)
    parser["init_state"] = name
    states.append({"name": name, "id": number, "parser_ops": operations, "transition_key": [], "transitions": [go_on]})
    return changed


def set_field(header: str, field: str, value: int) -> Mapping[str, object]:
    """The parser's operation that writes a number into a field."""
    target = {"type": "field", "value": [header, field]}
    return {"op": "set", "parameters": [target, {"type": "hexstr", "value": f"{value:#x}"}]}
