# SPDX-License-Identifier: Apache-2.0
"""Reads and writes single words of native memory, and says how keys are laid out in words."""

from __future__ import annotations

import ctypes

_Word = ctypes.c_uint64


def read_word(address: int) -> int:
    """The 64 bits at `address`."""
    return _Word.from_address(address).value


def write_word(address: int, value: int) -> None:
    """Write 64 bits at `address`, in one store."""
    _Word.from_address(address).value = value


def words_of(bits: int) -> int:
    """How many words a key of `bits` bits has; at least one."""
    return max(1, -(-bits // 64))
