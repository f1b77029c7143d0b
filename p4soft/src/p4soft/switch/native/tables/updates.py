# SPDX-License-Identifier: Apache-2.0
"""The native functions that change tables, compiled once for a process, as Python calls them.

They are called with Python's lock held: no other Python thread runs while a table is half changed. Native code that
looks up meanwhile holds the switch's lock, as whoever changes a table does.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache

from llvmlite import ir
from msgspec import Struct

from p4soft.llvm import FEW_PASSES
from p4soft.llvm.jit import TableCode
from p4soft.switch.native.fixed import ENTRIES, TABLES

_WORD = ctypes.c_uint64
_KEY = ctypes.c_char_p
_UPDATE = (_WORD, _WORD, _WORD, _WORD, _KEY, _WORD)
_ARRAY = (ctypes.c_void_p, _WORD)
_TARGET = ctypes.c_void_p
_PREFIX = (_WORD, _WORD, _KEY, _WORD, _WORD)


class Update(ctypes.Structure):
    """An update of a WriteRequest (`update` in entries.c): where its TableEntry is, its table's id; 0: not plain."""

    _fields_ = tuple((name, ctypes.c_uint32) for name in ("start", "end", "table", "unused"))


class Target(ctypes.Structure):
    """What many entries at once change (`target` in entries.c)."""

    _fields_ = tuple(
        (name, ctypes.c_uint64)
        for name in (
            *("records", "root", "now_us", "trie_root", "trie_most"),
            *("stride", "tagged", "farthest", "new_records", "full"),
        )
    )


class Updates(Struct, frozen=True):
    """See the C files in `fixed`; keys are bytes, bounds an array."""

    code: TableCode
    hash_find: Callable[[int, int, bytes], int]
    hash_put: Callable[[int, int, bytes, int], int]
    hash_erase: Callable[[int, int, int], object]
    hash_move: Callable[[int, int, int, int], int]
    chain_add: Callable[[int, int, int, int, bytes, int], int]
    chain_remove: Callable[[int, int, int, int, bytes, int], int]
    chain_find: Callable[[int, int, int, int, bytes, int, bytes], int]
    chain_bounds: Callable[[int, int, ctypes.Array[_WORD]], object]
    trie_find: Callable[[int, int, bytes, int, int], int]
    trie_put: Callable[[int, int, bytes, int, int, int], int]
    trie_drop: Callable[[int, int, bytes, int, int], object]
    trie_copy: Callable[[int, int, int, int], object]
    request_updates: Callable[[bytes, int, ctypes.Array[_WORD]], int]
    request_plain: Callable[[bytes, int, int, ctypes.Array[Update], int], int]
    request_run: Callable[[ctypes.Array[Update], int, int], int]
    entries_insert: Callable[..., int]


@cache
def updates() -> Updates:
    code = TableCode(ir.Module("table_updates"), (*TABLES.public, *ENTRIES.public), speed=FEW_PASSES)

    return Updates(
        code,
        hash_find=code.function("hash_find", _WORD, _WORD, _WORD, _KEY),
        hash_put=code.function("hash_put", _WORD, _WORD, _WORD, _KEY, _WORD),
        hash_erase=code.function("hash_erase", None, _WORD, _WORD, _WORD),
        hash_move=code.function("hash_move", _WORD, _WORD, _WORD, _WORD, _WORD),
        chain_add=code.function("chain_add", _WORD, *_UPDATE),
        chain_remove=code.function("chain_remove", _WORD, *_UPDATE),
        chain_find=code.function("chain_find", _WORD, *_UPDATE, _KEY),
        chain_bounds=code.function("chain_bounds", None, _WORD, _WORD, ctypes.c_void_p),
        trie_find=code.function("trie_find", _WORD, *_PREFIX),
        trie_put=code.function("trie_put", _WORD, *_PREFIX, _WORD),
        trie_drop=code.function("trie_drop", None, *_PREFIX),
        request_updates=code.function("request_updates", _WORD, _KEY, _WORD, ctypes.c_void_p),
        request_plain=code.function("request_plain", _WORD, _KEY, _WORD, _WORD, ctypes.c_void_p, _WORD),
        request_run=code.function("request_run", _WORD, ctypes.c_void_p, _WORD, _WORD),
        entries_insert=code.function("entries_insert", _WORD, _WORD, _TARGET, _KEY, *_ARRAY, *_ARRAY, _WORD),
        trie_copy=code.function("trie_copy", None, _WORD, _WORD, _WORD, _WORD),
    )
