# SPDX-License-Identifier: Apache-2.0
"""Chooses the native lookup structure of a table."""

from __future__ import annotations

from p4soft.switch.native.tables.arena import Memory
from p4soft.switch.native.tables.exact import NativeExactIndex
from p4soft.switch.native.tables.lpm import NativeLpmIndex
from p4soft.switch.native.tables.ranked import NativeRangeIndex, NativeTernaryIndex
from p4soft.switch.program.model import TableSpec

_NATIVE: dict[str, type[NativeExactIndex | NativeLpmIndex | NativeTernaryIndex | NativeRangeIndex]] = {
    "exact": NativeExactIndex,
    "lpm": NativeLpmIndex,
    "ternary": NativeTernaryIndex,
    "range": NativeRangeIndex,
}


def make_native_index(
    spec: TableSpec, memory: Memory
) -> NativeExactIndex | NativeLpmIndex | NativeTernaryIndex | NativeRangeIndex:
    """The native counterpart of `make_index`; raises OutOfMemory."""
    return _NATIVE[spec.match](spec, memory)
