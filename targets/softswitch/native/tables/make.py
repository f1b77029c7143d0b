# SPDX-License-Identifier: Apache-2.0
"""Chooses the native lookup structure of a table."""

from __future__ import annotations

from targets.softswitch.native.tables.arena import Memory
from targets.softswitch.native.tables.exact import NativeExactIndex
from targets.softswitch.native.tables.lpm import NativeLpmIndex
from targets.softswitch.native.tables.ranked import NativeRangeIndex, NativeTernaryIndex
from targets.softswitch.program.model import TableSpec

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
