# SPDX-License-Identifier: Apache-2.0
"""The base of all entity handlers, and the context they work on."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from finsy.proto.p4.v1 import p4runtime_pb2
from google.protobuf.message import Message

from p4soft.switch.p4runtime.p4info import Named, P4InfoIndex
from p4soft.switch.p4runtime.status import OUT_OF_RANGE, UNIMPLEMENTED, P4RuntimeError, invalid
from p4soft.switch.state import SwitchState

INSERT = p4runtime_pb2.Update.INSERT
MODIFY = p4runtime_pb2.Update.MODIFY
DELETE = p4runtime_pb2.Update.DELETE

_Info = TypeVar("_Info", bound=Named)
_Message_contra = TypeVar("_Message_contra", bound=Message, contravariant=True)

Cell = p4runtime_pb2.CounterEntry | p4runtime_pb2.MeterEntry | p4runtime_pb2.RegisterEntry
"""Messages that may have an index."""
Undo = Callable[[], None]
"""Takes one accepted update back; called in reverse order of the updates."""


@dataclass(frozen=True, slots=True)
class Context:
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

    def answer(self, message: _Message_contra, add: Callable[[], p4runtime_pb2.Entity]) -> None:
        """As `read`, into entities that `add` gives: those of the response, where there are many."""
        for entity in self.read(message):
            add().CopyFrom(entity)


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
