# SPDX-License-Identifier: Apache-2.0
"""Match-action lookup in native memory: `NativeIndex` says what native code needs to know.

exact, lpm, ranked     the tables as the control plane changes them
updates                the functions of `fixed` that change what native code sees
"""

from __future__ import annotations

from p4soft.switch.native.memory import Memory
from p4soft.switch.native.tables.base import LARGE, NativeIndex
from p4soft.switch.native.tables.exact import NativeExactIndex, NativeShortIndex, is_short
from p4soft.switch.native.tables.lpm import NativeLpmIndex
from p4soft.switch.native.tables.ranked import NativeRangeIndex, NativeTernaryIndex
from p4soft.switch.native.tables.updates import updates
from p4soft.switch.program.model import TableSpec

__all__ = [
    "LARGE",
    "NativeIndex",
    "is_short",
    "make_native_index",
    "updates",
]


AnyNativeIndex = NativeExactIndex | NativeShortIndex | NativeLpmIndex | NativeTernaryIndex | NativeRangeIndex

_NATIVE: dict[str, type[AnyNativeIndex]] = {
    "exact": NativeExactIndex,
    "lpm": NativeLpmIndex,
    "ternary": NativeTernaryIndex,
    "range": NativeRangeIndex,
}


def make_native_index(spec: TableSpec, memory: Memory) -> AnyNativeIndex:
    """The native counterpart of `make_index`; raises OutOfMemory."""
    return NativeShortIndex(spec, memory) if is_short(spec) else _NATIVE[spec.match](spec, memory)
