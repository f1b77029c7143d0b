# SPDX-License-Identifier: Apache-2.0
"""JSON values that know where they are: every complaint names the path and what was expected."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeVar

from p4soft.switch.program.model import (
    FieldRef,
    FieldType,
    Header,
    HeaderStack,
    HeaderType,
    HeaderUnion,
    SourceInfo,
    UnionStack,
)


class ProgramError(Exception):
    """A BMv2 JSON program that cannot be run; the message names file, JSON path, problem and what was expected."""

    def __init__(self, source: str, path: str, problem: str) -> None:
        super().__init__(f"{source}: {path}: {problem}")
        self.source = source
        self.path = path
        self.problem = problem


MAX_PATH = 160
"""Longest path a message shows whole, in characters: a deep expression has an endless one."""

_HEX = re.compile(r"-?(0[xX])?[0-9a-fA-F]+\Z")


class Cursor:
    """One JSON value with its path. Accessors check the type and raise ProgramError."""

    __slots__ = ("path", "source", "value")

    def __init__(self, value: object, path: str, source: str) -> None:
        self.value = value
        self.path = path
        self.source = source

    def fail(self, problem: str) -> ProgramError:
        """The error to raise for something wrong at this place."""
        path = self.path or "$"
        if len(path) > MAX_PATH:
            path = f"{path[: MAX_PATH // 2]}...{path[-MAX_PATH // 2 :]}"
        return ProgramError(self.source, path, problem)

    def _expected(self, what: str) -> ProgramError:
        shown = repr(self.value)
        return self.fail(f"expected {what}, got {shown if len(shown) <= 60 else shown[:57] + '...'}")

    def get(self, key: str) -> Cursor:
        """Member `key`, which must exist."""
        if not isinstance(self.value, dict):
            raise self._expected("an object")
        if key not in self.value:
            raise self.fail(f"member {key!r} is missing")
        return Cursor(self.value[key], f"{self.path}.{key}" if self.path else key, self.source)

    def find(self, key: str) -> Cursor | None:
        """Member `key`, or None when it is absent or null."""
        if not isinstance(self.value, dict):
            raise self._expected("an object")
        if self.value.get(key) is None:
            return None
        return self.get(key)

    def items(self) -> Iterator[Cursor]:
        if not isinstance(self.value, list):
            raise self._expected("an array")
        for i, item in enumerate(self.value):
            yield Cursor(item, f"{self.path}[{i}]", self.source)

    def array(self, key: str) -> list[Cursor]:
        """The elements of the array member `key`; an absent member is an empty array."""
        member = self.find(key)
        return [] if member is None else list(member.items())

    def pair(self) -> tuple[Cursor, Cursor]:
        """The two elements of a 2-array."""
        items = list(self.items())
        if len(items) != 2:
            raise self._expected("an array of 2 elements")
        return items[0], items[1]

    def text(self) -> str:
        """The value, which must be a string; raises ProgramError."""
        if not isinstance(self.value, str):
            raise self._expected("a string")
        return self.value

    def boolean(self) -> bool:
        """A boolean; 0 and 1 are taken for one, as p4c writes them for signedness."""
        if isinstance(self.value, int) and self.value in (0, 1):
            return bool(self.value)
        if not isinstance(self.value, bool):
            raise self._expected("true or false")
        return self.value

    def integer(self, low: int = 0, high: int = (1 << 63) - 1) -> int:
        """An integer within low..high."""
        if not isinstance(self.value, int) or isinstance(self.value, bool) or not low <= self.value <= high:
            raise self._expected(f"an integer in {low}..{high}")
        return self.value

    def hex(self) -> int:
        """An integer written as a hexadecimal string, possibly negative."""
        if not isinstance(self.value, str) or not _HEX.match(self.value):
            raise self._expected("a hexadecimal string such as '0x0800'")
        return int(self.value, 16)

    def name(self) -> str:
        """The string member "name"."""
        return self.get("name").text()

    def optional_str(self, key: str) -> str | None:
        """The string member `key`, or None when absent or null."""
        member = self.find(key)
        return None if member is None else member.text()

    def optional_bool(self, key: str, default: bool) -> bool:
        """The boolean member `key`, or `default` when absent or null."""
        member = self.find(key)
        return default if member is None else member.boolean()

    def optional_int(self, key: str, default: int) -> int:
        """The integer member `key`, or `default` when absent or null."""
        member = self.find(key)
        return default if member is None else member.integer()

    def source_info(self) -> SourceInfo | None:
        """The member "source_info", if there is a usable one; it never makes a program invalid."""
        info = self.value.get("source_info") if isinstance(self.value, dict) else None
        if not isinstance(info, dict):
            return None
        line, column = info.get("line"), info.get("column")
        return SourceInfo(
            str(info.get("filename", "")),
            line if isinstance(line, int) else 0,
            column if isinstance(column, int) else 0,
            str(info.get("source_fragment", "")),
        )


# --- Named things, which references resolve against ------------------------------------------------------------------


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
        return _find(at, self.headers, "header instance")

    def stack(self, at: Cursor) -> HeaderStack:
        return _find(at, self.stacks, "header stack")

    def union(self, at: Cursor) -> HeaderUnion:
        return _find(at, self.unions, "header union")

    def union_stack(self, at: Cursor) -> UnionStack:
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
        if ref.field == VALID:
            return VALID_TYPE
        found = self.headers[ref.header].type.field(ref.field)
        assert found is not None, ref
        return found


def type_field(at: Cursor, header_type: HeaderType) -> FieldType:
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
