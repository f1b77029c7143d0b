# SPDX-License-Identifier: Apache-2.0
"""The base of all entity handlers, the context they work on, and the responses they fill."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Generic, TypeVar

from google.protobuf.message import Message
from msgspec import Struct

from p4soft.messages import p4runtime_pb2
from p4soft.switch.p4runtime.p4info import Named, P4InfoIndex
from p4soft.switch.p4runtime.status import OUT_OF_RANGE, RESOURCE_EXHAUSTED, UNIMPLEMENTED, P4RuntimeError, invalid
from p4soft.switch.state import SwitchState

# --- Responses to a Read, each far below the 4 MiB that clients take by default --------------------------------------


_MOST_ENTITIES, _MOST_BYTES = 8192, 1 << 20
MOST_TOGETHER = 256 << 20
"""Bytes of the answers to one request, which may ask for the same many times."""
_LOOKED_AT = 64
"""After how many entities a response's size is looked at."""


class Answers:
    """Entities, put into serialised ReadResponses."""

    def __init__(self, *, bounded: bool = True) -> None:
        """`MOST_TOGETHER` bytes at most, if `bounded`."""
        self._bounded = bounded
        self._full: list[bytes] = []
        self._parts: list[bytes] = []
        self._filling = p4runtime_pb2.ReadResponse()
        self._count = self._size = self._bytes = 0

    @property
    def too_long(self) -> bool:
        return self._bounded and self._bytes > MOST_TOGETHER

    def add(self) -> p4runtime_pb2.Entity:
        """One more entity, to be filled before the next is asked for.

        Raises:
            P4RuntimeError: RESOURCE_EXHAUSTED; there are too many.
        """
        self._next()
        return self._filling.entities.add()

    def add_entry(self, written: bytes) -> None:
        """One more table entry, a serialised TableEntry; raises as `add`."""
        self._next()
        if self._filling.entities:
            self._settle()
        head = entity_head(len(written))
        self._parts += (head, written)
        self._size += len(head) + len(written)

    def responses(self) -> Iterator[bytes]:
        """All of them, none empty; each is let go of once it is sent."""
        waiting, self._full = self._full[::-1], []
        while waiting:
            yield waiting.pop()
        if self._count:
            self._settle()
            yield b"".join(self._parts)

    def _next(self) -> None:
        if self._count and not self._count % _LOOKED_AT:
            self._settle()
            if self._count >= _MOST_ENTITIES or self._size >= _MOST_BYTES:
                self._bytes += self._size
                if self.too_long:
                    raise P4RuntimeError(
                        RESOURCE_EXHAUSTED, f"the answer is longer than {MOST_TOGETHER} bytes; ask for less at a time"
                    )
                self._full.append(b"".join(self._parts))
                self._parts, self._count, self._size = [], 0, 0
        self._count += 1

    def _settle(self) -> None:
        self._parts.append(self._filling.SerializeToString())
        self._size += len(self._parts[-1])
        self._filling.Clear()


@cache
def entity_head(length: int) -> bytes:
    """The bytes of a ReadResponse before a serialised TableEntry of this size."""
    inner = b"\x12" + _varint(length)
    return b"\x0a" + _varint(len(inner) + length) + inner


def _varint(value: int) -> bytes:
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes((*out, value))


# --- Handlers --------------------------------------------------------------------------------------------------------


INSERT = p4runtime_pb2.Update.INSERT
MODIFY = p4runtime_pb2.Update.MODIFY
DELETE = p4runtime_pb2.Update.DELETE

_Info = TypeVar("_Info", bound=Named)
_Message_contra = TypeVar("_Message_contra", bound=Message, contravariant=True)

Cell = p4runtime_pb2.CounterEntry | p4runtime_pb2.MeterEntry | p4runtime_pb2.RegisterEntry
"""Messages that may have an index."""
Undo = Callable[[], None]
"""Takes one accepted update back; called in reverse order of the updates."""


class Context(Struct, frozen=True):
    """One pipeline: its P4Info, the state that requests read and write, and the switch's clock in microseconds."""

    info: P4InfoIndex
    state: SwitchState
    now_us: Callable[[], int]


class EntityHandler(ABC, Generic[_Message_contra]):
    """Writes and reads one kind of entity, whose message is the type argument. The caller holds the switch's lock."""

    @abstractmethod
    def write(self, kind: int, message: _Message_contra) -> Undo:
        """Apply one update (INSERT, MODIFY or DELETE), all or nothing.

        Raises:
            P4RuntimeError, StateError: refused; nothing has changed.
        """

    @abstractmethod
    def read(self, message: _Message_contra) -> Iterator[p4runtime_pb2.Entity]:
        """The entities a request selects, canonical.

        Raises:
            P4RuntimeError, StateError: the request is malformed or names something that does not exist.
        """

    def answer(self, message: _Message_contra, answers: Answers) -> None:
        """As `read`, into the answers."""
        for entity in self.read(message):
            answers.add().CopyFrom(entity)


def only_modify(kind: int, what: str) -> None:
    """Check the kind of update of an object that always exists.

    Raises:
        P4RuntimeError: INVALID_ARGUMENT unless `kind` is MODIFY.
    """
    if kind != MODIFY:
        raise invalid(f"{what} always exists, so it cannot be inserted or deleted; accepted: MODIFY")


def find(info: P4InfoIndex, what: str, number: int, known: Mapping[int, _Info]) -> _Info:
    """The object with this id; raises the P4RuntimeError of `unknown_id` when there is none."""
    found = known.get(number)
    if found is None:
        raise unknown_id(info, what, number, known)
    return found


def unknown_id(info: P4InfoIndex, what: str, number: int, known: Mapping[int, Named]) -> P4RuntimeError:
    """The error for an id the P4Info does not have (INVALID_ARGUMENT), or whose object is not in the program."""
    if number in info.absent:
        return P4RuntimeError(
            UNIMPLEMENTED,
            f"{info.absent[number]} is in the P4Info but not in the BMv2 JSON: nothing the program does depends on it",
        )
    names = ", ".join(f"{i:#x} ({thing.name})" for i, thing in known.items()) or "none"
    return invalid(f"{what} id {number:#x} is not in the P4Info; accepted: {names}")


def nothing_to_undo() -> None:
    """Take back an update that changed nothing."""


def selected_indices(message: Cell, where: str, size: int) -> Sequence[int]:
    """The cells an entry with an optional index means: that one, or all.

    Raises:
        P4RuntimeError: INVALID_ARGUMENT for a negative index, OUT_OF_RANGE for one beyond the end.
    """
    if not message.HasField("index"):
        return range(size)
    index = message.index.index
    if index < 0:
        raise invalid(f"{where}: index {index} is negative; accepted: 0..{size - 1}")
    if index >= size:
        raise P4RuntimeError(OUT_OF_RANGE, f"{where}: index {index} is out of range; accepted: 0..{size - 1}")
    return (index,)
