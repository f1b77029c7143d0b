# SPDX-License-Identifier: Apache-2.0
"""Header types and instances, stacks and unions, and source locations: what the rest of the model is written in."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SourceInfo:
    """Where in the P4 source something was written (p4c's `source_info`)."""

    filename: str
    line: int
    column: int = 0
    fragment: str = ""

    def __str__(self) -> str:
        return f"{self.filename}:{self.line}"


@dataclass(frozen=True, slots=True)
class FieldType:
    """One field of a header type. `width` is the maximum width in bits for a variable-length field."""

    name: str
    width: int
    signed: bool = False
    varbit: bool = False
    saturating: bool = False


@dataclass(frozen=True, slots=True)
class HeaderType:
    """A header or metadata struct type; `max_bytes` bounds the whole header when one field is variable-length."""

    name: str
    id: int
    fields: tuple[FieldType, ...]
    max_bytes: int | None = None

    @property
    def fixed_bits(self) -> int:
        """Width in bits of all fixed-width fields together."""
        return sum(f.width for f in self.fields if not f.varbit)

    @property
    def varbit(self) -> FieldType | None:
        """The variable-length field, if the type has one."""
        return next((f for f in self.fields if f.varbit), None)

    def field(self, name: str) -> FieldType | None:
        """The field called `name`, or None."""
        return next((f for f in self.fields if f.name == name), None)


@dataclass(frozen=True, slots=True)
class Header:
    """A header or metadata instance."""

    name: str
    id: int
    type: HeaderType
    metadata: bool


@dataclass(frozen=True, slots=True)
class HeaderStack:
    """A header stack; `headers` are the instance names, index 0 first."""

    name: str
    id: int
    type: HeaderType
    headers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HeaderUnion:
    """A header union instance; `members` maps the union's member names to header instance names, in order."""

    name: str
    id: int
    union_type: str
    members: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class UnionStack:
    """A stack of header unions; `unions` are union instance names, index 0 first."""

    name: str
    id: int
    union_type: str
    unions: tuple[str, ...]
