# SPDX-License-Identifier: Apache-2.0
"""A header as a table of fields: packing, unpacking, and how each value is written for people.

Fields stand in wire order, big-endian, widths in bits. A field whose name starts with ``rsvd`` is reserved: zero when
sent, ignored when received.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from ipaddress import IPv4Address, IPv6Address

from msgspec import Struct

Show = Callable[[int, int], str]
"""A raw value and its width in bits as text; different values give different texts."""

Fields = dict[str, int]


class WireError(Exception):
    """Bytes that are not what they should be; the message says which part is wrong and what was expected."""


class FieldSpec(Struct, frozen=True):
    """One field of a header.

    Attributes:
        name: in code.
        bits: its width.
        label: in reports; unique within its header.
        show: how its value is written.
        is_signed: two's complement.
    """

    name: str
    bits: int
    label: str
    show: Show
    is_signed: bool = False


Layout = tuple[FieldSpec, ...]


def size_of(layout: Layout) -> int:
    return sum(spec.bits for spec in layout) // 8


def encode(layout: Layout, fields: Mapping[str, int]) -> bytes:
    """A header; fields that are not given are zero. Raises ValueError for a name or value that does not fit."""
    unknown = set(fields) - {spec.name for spec in layout}
    if unknown:
        accepted = ", ".join(spec.name for spec in layout)
        raise ValueError(f"no field {', '.join(sorted(unknown))}; accepted: {accepted}")
    word = 0
    for spec in layout:
        value = fields.get(spec.name, 0)
        if spec.is_signed and value < 0:
            value += 1 << spec.bits
        if not 0 <= value < 1 << spec.bits:
            raise ValueError(f"{spec.name}: {fields[spec.name]} does not fit in {spec.bits} bits")
        word = word << spec.bits | value
    return word.to_bytes(size_of(layout), "big")


def decode(layout: Layout, data: bytes) -> Fields:
    """The fields of a header at the start of ``data``. Raises WireError if it is too short."""
    size = size_of(layout)
    if len(data) < size:
        raise WireError(f"{len(data)} bytes left where a header of {size} bytes is expected")
    word = int.from_bytes(data[:size], "big")
    fields: Fields = {}
    for spec in reversed(layout):
        value = word & (1 << spec.bits) - 1
        if spec.is_signed and value >> spec.bits - 1:
            value -= 1 << spec.bits
        fields[spec.name] = value
        word >>= spec.bits
    return fields


def decimal(value: int, bits: int) -> str:
    del bits
    return str(value)


def signed(value: int, bits: int) -> str:
    """Two's complement, from the raw value."""
    return str(value - (1 << bits) if value >> (bits - 1) else value)


def hexadecimal(value: int, bits: int) -> str:
    return f"0x{value:0{(bits + 3) // 4}x}"


def mac(value: int, bits: int) -> str:
    return value.to_bytes(bits // 8, "big").hex(":")


def ipv4(value: int, bits: int) -> str:
    del bits
    return str(IPv4Address(value))


def ipv6(value: int, bits: int) -> str:
    """An address as RFC 5952 writes it."""
    del bits
    return str(IPv6Address(value))


def named(names: Mapping[int, str], number: Show = decimal) -> Show:
    def show(value: int, bits: int) -> str:
        name = names.get(value)
        return number(value, bits) + (f" ({name})" if name else "")

    return show


def spec(name: str, bits: int, label: str = "", show: Show = decimal) -> FieldSpec:
    """A field in decimal unless told otherwise; its label is its name with spaces unless told otherwise."""
    return FieldSpec(name, bits, label or name.replace("_", " "), show, is_signed=show is signed)


def hex_spec(name: str, bits: int, label: str = "") -> FieldSpec:
    """A field in hexadecimal."""
    return spec(name, bits, label, hexadecimal)
