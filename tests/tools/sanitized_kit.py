# SPDX-License-Identifier: Apache-2.0
"""A plugin of pytest (`-p sanitized_kit`): the project's C as gcc's sanitizers check it, in the place of machine code.

The process has the address sanitizer preloaded. `MRC_SANITIZED` is a shared library of all C files. Native memory is of
`malloc`, so that the sanitizer knows where each block ends.
"""

from __future__ import annotations

import ctypes
import os

from p4soft.llvm.jit import Compiled
from p4soft.switch.native.memory import Arena, Block, Memory
from p4soft.switch.native.tables import base, exact, lpm, ranked
from tools import fixed

del os.environ["LD_PRELOAD"]  # not for processes that this one starts
LIBRARY = ctypes.CDLL(os.environ["MRC_SANITIZED"])
NAMES = {name for each in fixed.ALL for name in each._kinds}
_WORD, _KEY = ctypes.c_uint64, ctypes.c_char_p
_compiled_address = Compiled.address


def address(self, name):
    if name not in NAMES:
        return _compiled_address(self, name)
    return ctypes.cast(getattr(LIBRARY, name), ctypes.c_void_p).value


def lookup_of(how):
    def called(name, *more):
        function = getattr(LIBRARY, name)
        function.restype = ctypes.c_int32
        function.argtypes = (_WORD, _KEY, *(type(each) for each in more))
        return lambda root, key: function(root, key, *more)

    if isinstance(how, exact.ShortLookup):
        return None, called("short_lookup", _WORD(1))
    words = _WORD(how.words)
    if isinstance(how, exact.ExactLookup):
        return None, called("exact_lookup", words)
    if isinstance(how, lpm.TrieLookup):
        return None, called("trie_lookup", words)
    assert isinstance(how, ranked.RankedLookup), how
    masked = (_WORD * (how.words + 1))()
    fields = [number for field in how.ranges for number in (field.shift, field.width)]
    return None, called(
        "ranked_lookup", masked, words, (ctypes.c_uint32 * len(fields))(*fields), _WORD(len(how.ranges))
    )


_libc = ctypes.CDLL(None)
_libc.calloc.restype, _libc.calloc.argtypes = ctypes.c_void_p, (ctypes.c_size_t, ctypes.c_size_t)
_libc.free.argtypes = (ctypes.c_void_p,)


def allocate(self, size, what):
    del what
    self.used += size
    return Block(_libc.calloc(1, size), size)


def free(self, block):
    self.used -= block.size
    _libc.free(block.address)


Compiled.address = address
base._compiled_lookup = lookup_of
Arena.allocate, Arena.free, Arena.grow = allocate, free, Memory.grow
