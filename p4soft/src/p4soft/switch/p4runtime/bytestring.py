# SPDX-License-Identifier: Apache-2.0
"""P4Runtime byte strings (P4Runtime specification, "Bytestrings"): padding accepted, the shortest answered."""

from __future__ import annotations

from p4soft.p4runtime_client.bytestring import bytestring as encode
from p4soft.switch.p4runtime.status import invalid

__all__ = ["decode", "decode_signed", "encode", "encode_signed"]


def decode(data: bytes, width: int, where: str, *parts: object) -> int:
    """The unsigned value of `data` for a `bit<width>`.

    Args:
        data: the byte string; leading zero bytes are accepted.
        width: bits of the field.
        where: what the value is for, as a %-format of `parts` that is only evaluated when there is an error.
        parts: arguments of `where`.

    Raises:
        P4RuntimeError: INVALID_ARGUMENT for an empty string or a value that does not fit.
    """
    value = int.from_bytes(data, "big")
    if data and not value >> width:
        return value
    label = where % parts if parts else where
    if not data:
        raise invalid(f"{label}: empty byte string; accepted: a value of {width} bits, at least one byte")
    raise invalid(f"{label}: {value:#x} does not fit; accepted: 0..{(1 << width) - 1:#x} (bit<{width}>)")


def decode_signed(data: bytes, width: int, where: str) -> int:
    """The value of `data` for an `int<width>`; raises INVALID_ARGUMENT as `decode` does."""
    if not data:
        raise invalid(f"{where}: empty byte string; accepted: a value of {width} bits, at least one byte")
    value = int.from_bytes(data, "big", signed=True)
    limit = 1 << (width - 1)
    if not -limit <= value < limit:
        raise invalid(f"{where}: {value} does not fit; accepted: {-limit}..{limit - 1} (int<{width}>)")
    return value


def encode_signed(value: int) -> bytes:
    """The shortest two's complement byte string."""
    magnitude = value if value >= 0 else ~value
    return value.to_bytes(magnitude.bit_length() // 8 + 1, "big", signed=True)
