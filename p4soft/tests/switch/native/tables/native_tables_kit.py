# SPDX-License-Identifier: Apache-2.0
"""Tables of any shape without a program, random match fields for them, and memory whose edges cannot be crossed."""

import ctypes
from dataclasses import dataclass, field
from functools import cache

from llvmlite import ir

from p4soft.llvm.jit import Compiled
from p4soft.switch.native.fixed import TABLES
from p4soft.switch.native.memory import Arena
from p4soft.switch.native.tables.base import joined
from p4soft.switch.program.model import FieldRef, KeyField, TableSpec
from p4soft.switch.state import Exact, Lpm, Range, Ternary
from p4soft.switch.state.errors import OutOfMemory
from p4soft.switch.state.lookup import Entry, lpm_order, make_index
from p4soft.switch.state.match import Valid


def spec(match, *fields):
    """A table with a key of (match kind, width)."""
    key = tuple(KeyField(f"f{i}", kind, FieldRef("h", f"f{i}"), width) for i, (kind, width) in enumerate(fields))
    return TableSpec(
        "t", 0, match, "simple", key, (), 1 << 30, False, False, None, None, None, False, False, (), False, {}, None,
        None, False, None,
    )  # fmt: skip


@dataclass
class Pair:
    """The Python index and the native one, changed alike."""

    spec: TableSpec
    native: object
    python: object = None
    by_key: dict = field(default_factory=dict)
    free: list = field(default_factory=list)

    def __post_init__(self):
        self.python = make_index(self.spec)
        self.optimised = compiled(self.native.how)[1]

    def add(self, key, priority=0):
        """Add an entry with the lowest free handle, unless its key is taken."""
        if (key, priority) in self.by_key:
            return None
        handle = self.free.pop(self.free.index(min(self.free))) if self.free else len(self.by_key)
        entry = Entry(handle, key, priority, None)
        self.by_key[key, priority] = entry
        self.python.add(entry)
        self.native.add(entry)
        return entry

    def remove(self, key, priority=0):
        entry = self.by_key.pop((key, priority))
        self.free.append(entry.handle)
        self.python.remove(entry)
        self.native.remove(entry)

    def both(self, values):
        """What each index finds for these field values; native code compiled fast and well finds the same."""
        key = self.spec.key
        if self.spec.match == "exact":
            given = (values[0] if len(values) == 1 else tuple(values),)
        else:
            order = lpm_order(key) if self.spec.match == "lpm" else range(len(key))
            packed = 0
            for i in order:
                packed = packed << key[i].width | values[i]
            given = (packed,)
            if self.spec.match == "range":
                given += (tuple(v for v, k in zip(values, key, strict=True) if k.match == "range"),)
        found = self.native.lookup(*given)
        packed = joined(given[0], [k.width for k in key])
        number = self.optimised(self.native.root, packed.to_bytes(8 * self.native.words, "little"))
        assert self.native.entry(number) is found
        return self.python.lookup(*given), found


@cache
def compiled(how):
    """The lookup as the native engine has it."""
    module = ir.Module()
    how.emit(module, "lookup")
    code = Compiled(module, TABLES.linked, speed=2)
    return code, ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_uint64, ctypes.c_char_p)(code.address("lookup"))


def random_match(rng, part, pool):
    """A match field for a key's part; `pool` (values used so far) makes entries overlap."""
    full = (1 << part.width) - 1
    value = rng.choice(pool) & full if pool and rng.random() < 0.5 else rng.getrandbits(part.width) if full else 0
    pool.append(value)
    if part.match == "exact":
        return Exact(value)
    if part.match == "valid":
        return Valid(bool(value & 1))
    if part.match == "lpm":
        length = rng.choice((0, part.width, rng.randint(0, part.width)))
        return Lpm(value >> (part.width - length) << (part.width - length), length)
    if part.match == "ternary":
        mask = rng.choice((0, full, rng.getrandbits(part.width) if full else 0, full >> (part.width // 2)))
        return Ternary(value & mask, mask)
    other = rng.choice(
        (rng.getrandbits(part.width) if full else 0, value, min(full, value + rng.randint(0, 9)), 0, full)
    )
    return Range(min(value, other), max(value, other))


def random_value(rng, part, matches):
    """A value of a key's part: near a match field in use, or anything."""
    full = (1 << part.width) - 1
    if not full:
        return 0
    if not matches or rng.random() < 0.2:
        return rng.getrandbits(part.width)
    match = rng.choice(matches)
    if isinstance(match, Valid):
        return int(match.valid)
    if isinstance(match, Range):
        return rng.choice((match.low, match.high, max(0, match.low - 1), min(full, match.high + 1)))
    if isinstance(match, Ternary):
        return match.value | (rng.getrandbits(part.width) & ~match.mask)
    if isinstance(match, Lpm):
        return match.value | (rng.getrandbits(part.width) >> match.prefix_len)
    return match.value


class ScarceMemory(Arena):
    """An arena that refuses blocks after the first `allowed`."""

    def __init__(self, allowed):
        super().__init__()
        self.allowed = allowed

    def allocate(self, size, what):
        self._take(size, what)
        return super().allocate(size, what)

    def grow(self, block, size, what):
        if block.mapping is not None:  # or else it allocates
            self._take(size, what)
        return super().grow(block, size, what)

    def _take(self, size, what):
        if self.allowed == 0:
            raise OutOfMemory(f"{what}: no memory for {size} more bytes (none left)")
        self.allowed -= 1
