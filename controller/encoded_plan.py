# SPDX-License-Identifier: Apache-2.0
"""A switch's entries as P4Runtime's bytes: to send, and to compare with what a switch returns.

A fleet has millions of entries. As messages each costs some ten microseconds, as bytes less than one. What is equal
byte by byte is equal; only what is not is decoded and compared by its meaning.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import chain
from typing import TypeAlias

from finsy.proto.p4.v1 import p4runtime_pb2

Kind: TypeAlias = "p4runtime_pb2.Update.Type.ValueType"


@dataclass(frozen=True)
class EncodedTable:
    """Entries that stand together; switches share those that are alike.

    Attributes:
        inserts: for each entry the `updates` field of a WriteRequest that inserts it.
        answer: all entries as a ReadResponse has them, in the same order.
    """

    inserts: Sequence[bytes]
    answer: bytes

    @classmethod
    def of_entries(cls, entries: Sequence[bytes]) -> EncodedTable:
        """Serialised TableEntry messages."""
        inserts = [update_head(p4runtime_pb2.Update.INSERT, len(entry)) + entry for entry in entries]
        return cls(inserts, b"".join([entity_head(len(entry)) + entry for entry in entries]))


@dataclass(frozen=True)
class EncodedPlan:
    """Everything one switch shall hold, as bytes; no two entries have one key."""

    switch: str
    device_id: int
    tables: Sequence[EncodedTable]

    def __len__(self) -> int:
        return sum(len(table.inserts) for table in self.tables)

    @property
    def inserts(self) -> Iterator[bytes]:
        """The `updates` fields that insert all entries."""
        return chain.from_iterable(table.inserts for table in self.tables)

    @property
    def answer(self) -> bytes:
        """What a switch that holds them answers, if it does so in the order in which they were written."""
        return b"".join([table.answer for table in self.tables])

    @cached_property
    def entries(self) -> Sequence[bytes]:
        """Serialised TableEntry messages, in the order in which they are written."""
        return split(self.answer)


# --- Protobuf's wire format ------------------------------------------------------------------------------------------


_ENTITIES = b"\x0a"
"""The tag of `ReadResponse.entities`, field 1, a message."""
_UPDATES = b"\x22"
"""The tag of `WriteRequest.updates`, field 4, a message."""
_NUMBER = b"\x08"
"""The tag of `Update.type` and of `TableEntry.table_id`, field 1, numbers."""
_MESSAGE = b"\x12"
"""The tag of `Update.entity` and of `Entity.table_entry`, field 2, messages."""


def update(kind: Kind, entry: bytes) -> bytes:
    """The `updates` field of a WriteRequest that inserts, modifies or deletes an entry."""
    return update_head(kind, len(entry)) + entry


@cache
def update_head(kind: Kind, length: int) -> bytes:
    """What stands before an entry of so many bytes in a WriteRequest."""
    entity = _MESSAGE + varint(length)
    head = _NUMBER + varint(kind) + _MESSAGE + varint(len(entity) + length)
    return _UPDATES + varint(len(head) + len(entity) + length) + head + entity


@cache
def entity_head(length: int) -> bytes:
    """What stands before an entry of so many bytes in a ReadResponse."""
    inner = _MESSAGE + varint(length)
    return _ENTITIES + varint(len(inner) + length) + inner


def split(response: bytes) -> list[bytes]:
    """The table entries of a serialised ReadResponse.

    Raises:
        DecodeError: it is none.
    """
    found = _short_split(response)
    if found is not None:
        return found
    message = p4runtime_pb2.ReadResponse.FromString(response)
    return [entity.table_entry.SerializeToString() for entity in message.entities if entity.HasField("table_entry")]


def table_head(table_id: int) -> bytes:
    """What the bytes of each entry of a table start with."""
    return _NUMBER + varint(table_id)


def varint(value: int) -> bytes:
    """An unsigned number as protobuf has it."""
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def _short_split(data: bytes) -> list[bytes] | None:
    """Entities of a table entry and nothing else, of less than 16 KiB each; None for anything else."""
    found: list[bytes] = []
    add = found.append
    at, end = 0, len(data)
    try:
        while at < end:
            outer, high = data[at + 1], data[at + 2]
            if data[at] != 0x0A:
                return None
            at += 2
            if outer & 0x80:
                if high & 0x80:
                    return None
                outer = outer & 0x7F | high << 7
                at += 1
            stop = at + outer
            inner, high = data[at + 1], data[at + 2]
            if data[at] != 0x12:
                return None
            at += 2
            if inner & 0x80:
                if high & 0x80:
                    return None
                inner = inner & 0x7F | high << 7
                at += 1
            if at + inner != stop or stop > end:
                return None
            add(data[at:stop])
            at = stop
    except IndexError:  # cut short
        return None
    return found
