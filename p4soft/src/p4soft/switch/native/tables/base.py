# SPDX-License-Identifier: Apache-2.0
"""What every native lookup structure has: a root that native code reads, and its entries by number."""

from __future__ import annotations

import ctypes
from abc import abstractmethod
from collections.abc import Callable, Hashable, Sequence
from functools import cache
from typing import Protocol
from weakref import WeakKeyDictionary

from llvmlite import ir
from msgspec import Struct
from typing_extensions import override

from p4soft.llvm.jit import TableCode
from p4soft.switch.native.fixed import TABLES
from p4soft.switch.native.memory import Memory, words_of, write_word
from p4soft.switch.native.tables.updates import Target
from p4soft.switch.program.model import TableSpec
from p4soft.switch.state.errors import InvalidEntry
from p4soft.switch.state.lookup import Entries, Entry, Index

ROOT_SIZE = 64
LARGE = 56
"""The root's last word: 1 while a table has more entries than a processor's caches are sure to keep, or else 0."""
MANY = 4096
"""More entries than this are large."""
LARGEST_NUMBER = 0x7FFF_FFFE
MOST_WORDS = 8
"""Of a key whose entries can come many at once."""


_EMITTED: WeakKeyDictionary[ir.Module, dict[Lookup, ir.Function]] = WeakKeyDictionary()
"""The lookups that each module has."""
_PARTS: WeakKeyDictionary[ir.Module, dict[Lookup, Ahead | None]] = WeakKeyDictionary()
"""And those that it has in parts."""


class Ahead(Struct, frozen=True):
    """A lookup in parts, between which memory has time to come.

    Attributes:
        locate: `i64 (ptr root, ptr key_words)`: asks for what must be read next, and says where that is; or 0.
        take: `i32 (ptr root, ptr key_words, i64 where)`: what the lookup gives.
        follow: `i64 (ptr root, ptr key_words, i64 where)`: goes on from there as `locate` does; None: nowhere to go.
        rounds: how often it is worth while to follow.
    """

    locate: ir.Function
    take: ir.Function
    follow: ir.Function | None = None
    rounds: int = 0

    @property
    def functions(self) -> list[ir.Function]:
        return [self.locate, self.take, *([self.follow] if self.follow is not None else [])]


class Lookup(Protocol):
    """How a table is looked up: what native code is specialised for. Equal ones give the same code.

    The functions are those of `fixed.TABLES`, whose modules native code is to be linked with.
    """

    def emit(self, module: ir.Module, name: str) -> ir.Function:
        """Add `i32 name(ptr root, ptr key_words)`: the number of the entry that wins, or -1."""

    def emit_ahead(self, module: ir.Module, name: str) -> Ahead | None:
        """Add the same in parts; None if there is nothing to gain."""

    def __hash__(self) -> int: ...


class NativeIndex(Index):
    """A table's entries in native memory.

    Native code gets `root`, whose words hold the addresses of everything else: they change as the table grows, in one
    store each. The caller of `add` and `remove` holds the switch's lock, which native code that looks up holds too.

    Attributes:
        root: the address that a lookup takes.
        how: what the lookup is specialised for.
        order: of the key's fields in the concatenated key.
        numbered: the entries by number, which is a handle.
        words: how many 64-bit words a key has: all fields concatenated as the Python indexes take them, the first one
            most significant (for lpm the prefix's field moved to the end), the least significant word first.
    """

    def __init__(self, spec: TableSpec, memory: Memory, how: Lookup) -> None:
        self._what = f"table {spec.name}"
        self.words = words_of(sum(k.width for k in spec.key))
        self._memory = memory
        self.order: Sequence[int] = range(len(spec.key))
        self.how = how
        self._root = memory.allocate(ROOT_SIZE, self._what)
        self.root = self._root.address
        self.numbered = Entries()
        self._large = False
        self._native_lookup: Callable[[int, bytes], int] | None = None

    @override
    def by_handle(self) -> Entries:
        return self.numbered

    @abstractmethod
    def make_room_for(self, handles: Sequence[int]) -> bool:
        """See that many entries can come at once; False: they cannot. Raises OutOfMemory."""

    @abstractmethod
    def aim(self, target: Target, count: int) -> None:
        """Say what so many entries are going to change."""

    @abstractmethod
    def came(self, target: Target, count: int) -> None:
        """Take notice of entries that have come."""

    @property
    @abstractmethod
    def size(self) -> int:
        """Bytes of native memory in use."""

    @abstractmethod
    def free(self) -> None:
        """Give all memory back; nothing looks up any more."""

    def emit_lookup(self, module: ir.Module, name: str) -> ir.Function:
        """Add `i32 name(ptr root, ptr key_words)`: the `handle` of the entry that wins, or -1.

        Tables that are looked up alike share one function in a module, by the first one's name.
        """
        emitted = _EMITTED.setdefault(module, {})
        if self.how not in emitted:
            emitted[self.how] = self.how.emit(module, name)
        return emitted[self.how]

    def emit_ahead(self, module: ir.Module, name: str) -> Ahead | None:
        """Add the same lookup in parts, if that gains anything; shared as the whole one is."""
        parts = _PARTS.setdefault(module, {})
        if self.how not in parts:
            parts[self.how] = self.how.emit_ahead(module, name)
        return parts[self.how]

    def entry(self, number: int) -> Entry | None:
        """The entry that a lookup has named."""
        return self.numbered.get(number) if number >= 0 else None

    def _found(self, key: int) -> Entry | None:
        """The entry that native code finds for a concatenated key."""
        if self._native_lookup is None:
            self._native_lookup = _compiled_lookup(self.how)[1]
        return self.entry(self._native_lookup(self.root, self._bytes(key)))

    def _bytes(self, key: int) -> bytes:
        return key.to_bytes(self.words * 8, "little")

    def _counted(self, count: int) -> None:
        if (count > MANY) != self._large:
            self._large = not self._large
            write_word(self.root + LARGE, int(self._large))

    def _number(self, entry: Entry) -> int:
        """The entry's number."""
        if entry.handle > LARGEST_NUMBER:
            raise InvalidEntry(f"{self._what}: handle {entry.handle}; accepted: at most {LARGEST_NUMBER}")
        return entry.handle


@cache
def _compiled_lookup(how: Lookup) -> tuple[TableCode, Callable[[int, bytes], int]]:
    module = ir.Module("table_lookup")
    how.emit(module, "lookup")
    code = TableCode(module, TABLES.linked, speed=0)
    return code, code.function("lookup", ctypes.c_int32, ctypes.c_uint64, ctypes.c_char_p)


def joined(value: Hashable, widths: list[int]) -> int:
    """An exact table's key, as the Python index takes it (one value, or a tuple of several), concatenated."""
    if isinstance(value, int):
        return value
    assert isinstance(value, tuple), value
    key = 0
    for part, width in zip(value, widths, strict=True):
        key = (key << width) | part
    return key
