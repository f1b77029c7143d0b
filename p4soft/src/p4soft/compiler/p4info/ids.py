# SPDX-License-Identifier: Apache-2.0
"""Object ids and aliases as p4c computes them, so that control planes written against p4c's P4Info work unchanged.

An id is `kind << 24 | hash(name) & 0xffffff` with Bob Jenkins' one-at-a-time hash; collisions within a kind move on
to the next free hash value, names taken in sorted order (P4Runtime specification, "ID Allocation for P4Info Objects":
the scheme is the compiler's choice).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from finsy.proto.p4.config.v1 import p4info_pb2

from p4soft.compiler import ast
from p4soft.compiler.source import Span
from p4soft.compiler.unsupported import Unsupported

Prefix = p4info_pb2.P4Ids


def jenkins_one_at_a_time(name: str) -> int:
    """Bob Jenkins' one-at-a-time hash of a name's UTF-8 bytes, 32 bits."""
    value = 0
    for byte in name.encode():
        value = (value + byte) & 0xFFFFFFFF
        value = (value + (value << 10)) & 0xFFFFFFFF
        value ^= value >> 6
    value = (value + (value << 3)) & 0xFFFFFFFF
    value ^= value >> 11
    return (value + (value << 15)) & 0xFFFFFFFF


def id_annotation(annotations: Iterable[ast.Annotation]) -> int | None:
    """The number of an `@id` annotation, or None.

    Raises:
        Unsupported: it is not a number.
    """
    for annotation in annotations:
        if annotation.name == "id" and annotation.expressions:
            value = annotation.expressions[0]
            number = value.value if isinstance(value, ast.IntLiteral) else value.const_value
            if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number < 1 << 32:
                raise Unsupported(annotation.span, "@id needs an unsigned 32-bit number")
            return number
    return None


class Symbols:
    """The names of one program's control-plane objects, their ids and their shortest unique suffixes."""

    def __init__(self) -> None:
        self._given: dict[int, dict[str, int | None]] = {}
        self._ids: dict[tuple[int, str], int] = {}
        self._assigned: set[int] = set()
        self._names: set[str] = set()
        self._suffixes: dict[tuple[str, ...], int] = {}

    def add(self, kind: int, name: str, annotations: Iterable[ast.Annotation], span: Span) -> None:
        """Register an object; the same name of the same kind may be registered again.

        Raises:
            Unsupported: its `@id` belongs to another object or kind.
        """
        table = self._given.setdefault(kind, {})
        if name in table:
            return
        given = id_annotation(annotations)
        if given is not None:
            if given >> 24 not in (0, kind):
                raise Unsupported(
                    span,
                    f"@id 0x{given:08x} of '{name}' has the wrong 8-bit prefix",
                    expected=f"0x{kind:02x}, or no prefix at all",
                )
            given |= kind << 24
            if given in self._assigned:
                raise Unsupported(span, f"@id 0x{given:08x} is used for several objects")
            self._assigned.add(given)
        table[name] = given
        if name not in self._names:
            self._names.add(name)
            parts = name.split(".")
            for length in range(1, len(parts) + 1):
                suffix = tuple(parts[-length:])
                self._suffixes[suffix] = self._suffixes.get(suffix, 0) + 1

    def resolve(self) -> None:
        """Compute the ids of everything registered."""
        for kind in sorted(self._given):
            table = self._given[kind]
            for name in sorted(table):
                given = table[name]
                if given is None:
                    value = jenkins_one_at_a_time(name)
                    while (kind << 24) | (value & 0xFFFFFF) in self._assigned:
                        value += 1
                    given = (kind << 24) | (value & 0xFFFFFF)
                    self._assigned.add(given)
                self._ids[kind, name] = given

    def id(self, kind: int, name: str) -> int:
        """The id of a registered object."""
        return self._ids[kind, name]

    def known(self, kind: int, name: str) -> bool:
        """Whether an object was registered."""
        return (kind, name) in self._ids

    def alias(self, name: str) -> str:
        """The shortest suffix of a name (in dotted parts) that no other object's name has."""
        parts = name.split(".")
        for length in range(1, len(parts) + 1):
            if self._suffixes[tuple(parts[-length:])] < 2:
                return ".".join(parts[-length:])
        return name


def field_ids(annotations: Sequence[Iterable[ast.Annotation]], span: Span) -> list[int]:
    """Ids of match fields, parameters or packet metadata: those given by `@id`, the others by position from 1.

    Raises:
        Unsupported: two are the same, or one is 0.
    """
    given = [id_annotation(a) for a in annotations]
    taken: set[int] = set()
    for number in given:
        if number == 0:
            raise Unsupported(span, "0 is not a valid @id")
        if number is not None:
            if number in taken:
                raise Unsupported(span, f"@id {number} is used several times")
            taken.add(number)
    result: list[int] = []
    position = 1
    for number in given:
        if number is not None:
            position += 1
            result.append(number)
            continue
        while position in taken:
            position += 1
        taken.add(position)
        result.append(position)
    return result
