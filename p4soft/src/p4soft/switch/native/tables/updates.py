# SPDX-License-Identifier: Apache-2.0
"""The native functions that change tables, compiled once for a process, as Python calls them.

They are called with Python's lock held: no other Python thread runs while a table is half changed. Native code that
looks up meanwhile holds the switch's lock, as whoever changes a table does.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from llvmlite import ir

from p4soft.llvm.jit import TableCode
from p4soft.switch.native.fixed import TABLES

_WORD = ctypes.c_uint64
_KEY = ctypes.c_char_p
_UPDATE = (_WORD, _WORD, _WORD, _WORD, _KEY, _WORD)
_PREFIX = (_WORD, _WORD, _KEY, _WORD, _WORD)


@dataclass(frozen=True)
class Updates:
    """See the C files in `fixed`; keys are bytes, bounds an array."""

    code: TableCode
    hash_find: Callable[[int, int, bytes], int]
    hash_put: Callable[[int, int, bytes, int], int]
    hash_erase: Callable[[int, int, int], object]
    hash_move: Callable[[int, int, int, int], int]
    chain_add: Callable[[int, int, int, int, bytes, int], int]
    chain_remove: Callable[[int, int, int, int, bytes, int], int]
    chain_bounds: Callable[[int, int, ctypes.Array[_WORD]], object]
    trie_find: Callable[[int, int, bytes, int, int], int]
    trie_put: Callable[[int, int, bytes, int, int, int], int]
    trie_drop: Callable[[int, int, bytes, int, int], object]
    trie_copy: Callable[[int, int, int, int], object]


@cache
def updates() -> Updates:
    code = TableCode(ir.Module("table_updates"), TABLES.public, speed=0)

    return Updates(
        code,
        hash_find=code.function("hash_find", _WORD, _WORD, _WORD, _KEY),
        hash_put=code.function("hash_put", _WORD, _WORD, _WORD, _KEY, _WORD),
        hash_erase=code.function("hash_erase", None, _WORD, _WORD, _WORD),
        hash_move=code.function("hash_move", _WORD, _WORD, _WORD, _WORD, _WORD),
        chain_add=code.function("chain_add", _WORD, *_UPDATE),
        chain_remove=code.function("chain_remove", _WORD, *_UPDATE),
        chain_bounds=code.function("chain_bounds", None, _WORD, _WORD, ctypes.c_void_p),
        trie_find=code.function("trie_find", _WORD, *_PREFIX),
        trie_put=code.function("trie_put", _WORD, *_PREFIX, _WORD),
        trie_drop=code.function("trie_drop", None, *_PREFIX),
        trie_copy=code.function("trie_copy", None, _WORD, _WORD, _WORD, _WORD),
    )
