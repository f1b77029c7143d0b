# SPDX-License-Identifier: Apache-2.0
"""The tables of named things that references resolve against while a program is loaded."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar

from p4soft.switch.program.cursor import Cursor
from p4soft.switch.program.expr import FieldRef
from p4soft.switch.program.header_model import FieldType, Header, HeaderStack, HeaderType, HeaderUnion, UnionStack

_T = TypeVar("_T")

MAX_CHOICES = 12
"""Most names a message offers."""

VALID = "$valid$"
VALID_TYPE = FieldType(VALID, 1)


@dataclass(slots=True)
class Names:
    """Everything expressions and primitives may name, filled in the order the format declares them."""

    types: dict[str, HeaderType] = field(default_factory=dict)
    headers: dict[str, Header] = field(default_factory=dict)
    stacks: dict[str, HeaderStack] = field(default_factory=dict)
    unions: dict[str, HeaderUnion] = field(default_factory=dict)
    union_stacks: dict[str, UnionStack] = field(default_factory=dict)
    objects: dict[str, set[str]] = field(
        default_factory=lambda: {
            "calculation": set(),
            "meter_array": set(),
            "counter_array": set(),
            "register_array": set(),
            "extern": set(),
        }
    )

    def header(self, at: Cursor) -> Header:
        """The header instance named at `at`."""
        return _find(at, self.headers, "header instance")

    def stack(self, at: Cursor) -> HeaderStack:
        """The header stack named at `at`."""
        return _find(at, self.stacks, "header stack")

    def union(self, at: Cursor) -> HeaderUnion:
        """The header union named at `at`."""
        return _find(at, self.unions, "header union")

    def union_stack(self, at: Cursor) -> UnionStack:
        """The union stack named at `at`."""
        return _find(at, self.union_stacks, "header union stack")

    def field(self, at: Cursor) -> FieldRef:
        """The field reference [header, field] at `at`, checked."""
        header_at, field_at = at.pair()
        header = self.header(header_at)
        name = field_at.text()
        if name != VALID:
            type_field(field_at, header.type)
        return FieldRef(header.name, name)

    def field_type(self, ref: FieldRef) -> FieldType:
        """The type of a checked field reference."""
        if ref.field == VALID:
            return VALID_TYPE
        found = self.headers[ref.header].type.field(ref.field)
        assert found is not None, ref
        return found


def type_field(at: Cursor, header_type: HeaderType) -> FieldType:
    """The field of `header_type` named at `at`."""
    found = header_type.field(at.text())
    if found is None:
        known = [f.name for f in header_type.fields]
        names = ", ".join(known[:MAX_CHOICES]) + (f", ... ({len(known)} in all)" if len(known) > MAX_CHOICES else "")
        raise at.fail(f"header type {header_type.name} has no field {at.text()!r}; it has: {names}")
    return found


def _find(at: Cursor, where: dict[str, _T], what: str) -> _T:
    name = at.text()
    if name not in where:
        raise at.fail(f"no {what} is called {name!r}")
    return where[name]
