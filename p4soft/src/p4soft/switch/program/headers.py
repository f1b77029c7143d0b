# SPDX-License-Identifier: Apache-2.0
"""Reads header types, headers, stacks and unions."""

from __future__ import annotations

from typing import TypeVar

from p4soft.switch.program.cursor import Cursor
from p4soft.switch.program.header_model import FieldType, Header, HeaderStack, HeaderType, HeaderUnion, UnionStack
from p4soft.switch.program.names import Names

_T = TypeVar("_T")

MAX_WIDTH = 1 << 16


def read_headers(root: Cursor, names: Names) -> None:
    """Fill `names` with every header-like object of the program."""
    for at in root.array("header_types"):
        kind = _header_type(at)
        names.types[kind.name] = kind
    by_id: dict[int, Header] = {}
    for at in root.array("headers"):
        type_at = at.get("header_type")
        if type_at.text() not in names.types:
            raise type_at.fail(f"no header type is called {type_at.text()!r}")
        header = Header(
            at.name(), at.get("id").integer(), names.types[type_at.text()], at.optional_bool("metadata", False)
        )
        if header.name in names.headers or header.id in by_id:
            raise at.fail(f"header {header.name!r} (id {header.id}) is declared twice")
        names.headers[header.name] = by_id[header.id] = header
    for at in root.array("header_stacks"):
        members = [_by_id(i, by_id, "header") for i in at.get("header_ids").items()]
        if not members:
            raise at.get("header_ids").fail("a header stack needs at least one header")
        stack = HeaderStack(at.name(), at.get("id").integer(), members[0].type, tuple(m.name for m in members))
        names.stacks[stack.name] = stack
    _read_unions(root, names, by_id)


def _read_unions(root: Cursor, names: Names, by_id: dict[int, Header]) -> None:
    member_names: dict[str, list[str]] = {}
    for at in root.array("header_union_types"):
        member_names[at.name()] = [pair.pair()[0].text() for pair in at.get("headers").items()]
    unions: dict[int, HeaderUnion] = {}
    for at in root.array("header_unions"):
        union_type = at.get("union_type").text()
        if union_type not in member_names:
            raise at.get("union_type").fail(f"no header union type is called {union_type!r}")
        headers = [_by_id(i, by_id, "header") for i in at.get("header_ids").items()]
        labels = member_names[union_type]
        if len(headers) != len(labels):
            raise at.get("header_ids").fail(f"union type {union_type} has {len(labels)} members, got {len(headers)}")
        members = tuple((label, h.name) for label, h in zip(labels, headers, strict=True))
        union = HeaderUnion(at.name(), at.get("id").integer(), union_type, members)
        names.unions[union.name] = unions[union.id] = union
    for at in root.array("header_union_stacks"):
        elements = [_by_id(i, unions, "header union") for i in at.get("header_union_ids").items()]
        if not elements:
            raise at.get("header_union_ids").fail("a header union stack needs at least one union")
        name = at.name()
        names.union_stacks[name] = UnionStack(
            name, at.get("id").integer(), at.get("union_type").text(), tuple(u.name for u in elements)
        )


def _by_id(at: Cursor, where: dict[int, _T], what: str) -> _T:
    number = at.integer()
    if number not in where:
        raise at.fail(f"no {what} has id {number}")
    return where[number]


def _header_type(at: Cursor) -> HeaderType:
    name = at.name()
    fields: list[FieldType] = []
    max_length = at.find("max_length")
    max_bytes = max_length.integer() if max_length else None
    for item in at.get("fields").items():
        parts = list(item.items())
        if not 2 <= len(parts) <= 4:
            raise item.fail("expected [name, width], [name, width, signed] or [name, width, signed, saturating]")
        signed = len(parts) > 2 and parts[2].boolean()
        saturating = len(parts) > 3 and parts[3].boolean()
        if parts[1].value == "*":
            if any(f.varbit for f in fields):
                raise item.fail(f"header type {name} has two variable-length fields; at most one is allowed")
            fields.append(FieldType(parts[0].text(), 0, False, True))
        else:
            fields.append(FieldType(parts[0].text(), parts[1].integer(high=MAX_WIDTH), signed, saturating=saturating))
    fixed = sum(f.width for f in fields)
    for i, found in enumerate(fields):
        if found.varbit:
            if max_bytes is None:
                raise at.fail(f"header type {name} has a variable-length field, so it needs 'max_length'")
            fields[i] = FieldType(found.name, max(0, max_bytes * 8 - fixed), False, True)
    return HeaderType(name, at.get("id").integer(), tuple(fields), max_bytes)
