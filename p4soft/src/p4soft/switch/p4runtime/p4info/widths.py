# SPDX-License-Identifier: Apache-2.0
"""Gives the fields of a P4Info the widths they have in the data path, and translated types their translation.

They differ for types with @p4runtime_translation: the P4Info has the width that clients see, or none for a string.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from p4soft.switch.p4runtime.p4info.index import DataField, DataInfo, FieldInfo, PacketHeaderInfo, ValueSetInfo
from p4soft.switch.p4runtime.p4info.translation import StringMap
from p4soft.switch.p4runtime.status import P4RuntimeError, invalid
from p4soft.switch.program import Program


class Widths:
    """One pipeline's; every type translated to a string has one `StringMap`, wherever it is used."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self.strings: dict[str, StringMap] = {}
        self._by_type: dict[str, int] = {}
        """Widths in the data path of the types met so far."""

    def field(self, where: str, info: FieldInfo, width: int) -> FieldInfo:
        """A match field or action parameter of `width` bits in the data path; raises INVALID_ARGUMENT on a mismatch."""
        if info.type_name:
            self._by_type[info.type_name] = width
        if info.width == width:
            return info
        if not info.type_name:
            raise mismatch(f"{where}: {info.width} bits in the P4Info, {width} in the JSON")
        if info.width:
            return replace(info, width=width)
        # A string with lpm or range: no entry can name it (MatchCodec), but the program is none the worse.
        return replace(info, width=width, strings=self._map(where, info.type_name, width))

    def value_set(self, info: ValueSetInfo) -> ValueSetInfo:
        """The JSON has only the width of the whole key, so one field may be translated."""
        where, total = f"value set {info.name}", self._program.value_sets[info.name].width
        fields = list(info.fields)
        given = sum(f.width for f in fields)
        for position, item in enumerate(fields):
            if given != total and item.type_name:
                fields[position] = self.field(f"{where}: field {item.name}", item, total - given + item.width)
                break
        if (bits := sum(f.width for f in fields)) != total:
            raise mismatch(f"{where}: {bits} bits in the P4Info, {total} in the JSON")
        return replace(info, fields=tuple(fields))

    def packet_header(self, info: PacketHeaderInfo) -> PacketHeaderInfo:
        """packet_in or packet_out: the P4Info does not say which header it is, so it is found by its fields' names.

        The program may have none with these fields: one that parses and emits the same bits by another type, or that
        never talks to a controller. A field then has the width its type has elsewhere in the program, if it is there.
        """
        if not any(f.type_name for f in info.fields):
            return info
        names = [f.name for f in info.fields]
        for header in self._program.headers.values():
            if [f.name for f in header.type.fields] == names:
                pairs = zip(info.fields, header.type.fields, strict=True)
                fields = tuple(self.field(f"{info.name}: {f.name}", f, real.width) for f, real in pairs)
                return replace(info, fields=fields)
        known = ((f, self._by_type.get(f.type_name, f.width)) for f in info.fields)
        fields = tuple(self.field(f"{info.name}: {f.name}", f, width) for f, width in known)
        return replace(info, fields=fields)

    def data(self, info: DataInfo, widths: Sequence[int]) -> DataInfo:
        """A register or digest whose fields have `widths` in the data path."""
        if len(info.fields) != len(widths):
            return info
        fields = (self._data_field(info.name, f, width) for f, width in zip(info.fields, widths, strict=True))
        return replace(info, fields=tuple(fields))

    def _data_field(self, where: str, item: DataField, width: int) -> DataField:
        if item.kind != "string":
            return item
        return replace(item, width=width, strings=self._map(where, item.type_name, width))

    def _map(self, where: str, type_name: str, width: int) -> StringMap:
        found = self.strings.setdefault(type_name, StringMap(type_name, width))
        if found.width != width:
            raise mismatch(f"{where}: type {type_name} has {width} bits here and {found.width} elsewhere")
        return found


def mismatch(problem: str) -> P4RuntimeError:
    """The error for a P4Info that is not of the program beside it."""
    return invalid(f"the P4Info and the BMv2 JSON do not belong together: {problem}")
