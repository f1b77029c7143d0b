# SPDX-License-Identifier: Apache-2.0
"""Canonical byte strings (P4Runtime specification, "Bytestrings"): big-endian, no leading zero bytes, one at least."""

from __future__ import annotations


def bytestring(value: int) -> bytes:
    """The canonical byte string of an unsigned value."""
    return value.to_bytes((value.bit_length() + 7) // 8 or 1, "big")
