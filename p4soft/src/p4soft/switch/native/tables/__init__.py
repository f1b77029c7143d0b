# SPDX-License-Identifier: Apache-2.0
"""Match-action lookup in native memory, with lookups as LLVM IR: `NativeIndex` says what native code needs to know."""

from p4soft.switch.native.tables.arena import Arena, Block, Memory
from p4soft.switch.native.tables.base import LARGE, NativeIndex
from p4soft.switch.native.tables.make import make_native_index
from p4soft.switch.native.tables.updates import updates

__all__ = ["LARGE", "Arena", "Block", "Memory", "NativeIndex", "make_native_index", "updates"]
