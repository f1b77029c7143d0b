# SPDX-License-Identifier: Apache-2.0
"""How the processes of a live network and of a lab talk: messages, one JSON document a line, over a stream socket.

A message has `ask` if it wants something, `tell` if it says something; the value says which kind it is. A request is
answered by the message that its docstring names, or by `Refused`. What can be said to one kind of process, or by it, is
a `Vocabulary`: `fabric.live.messages` has those of NICs and of the relay of cables, `labs.messages` those of a lab.
"""

from __future__ import annotations

import selectors
import socket
from collections.abc import Callable
from typing import Annotated, Generic, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

_READ = 1 << 16


class Message(BaseModel):
    """Base of all: unknown fields are refused, nothing changes."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Done(Message):
    """It is done."""

    tell: Literal["done"] = "done"


class Refused(Message):
    """It cannot be done; `why` is meant for people."""

    tell: Literal["refused"] = "refused"
    why: str


_M = TypeVar("_M")


class Vocabulary(Generic[_M]):
    """Kinds of messages that somebody understands, told apart by one of their fields."""

    def __init__(self, kinds: object, field: str) -> None:
        """Of a union of messages, told apart by `field`."""
        kind = Annotated[kinds, Field(discriminator=field)]  # type: ignore[valid-type]
        self._adapter: TypeAdapter[_M] = TypeAdapter(kind)

    def read(self, text: bytes | str) -> _M:
        """A message. Raises ValueError (pydantic's) for anything else."""
        return self._adapter.validate_json(text)


def line_of(message: Message) -> bytes:
    """A message as one line."""
    return message.model_dump_json().encode() + b"\n"


class Lines:
    """Whole lines out of a stream, whatever pieces it comes in."""

    def __init__(self) -> None:
        self._pending = b""

    def take(self, data: bytes) -> list[bytes]:
        """The lines that are whole, now that this has come."""
        *lines, self._pending = (self._pending + data).split(b"\n")
        return lines


class Answering:
    """Answers requests, a line each, when a selector says that there are some.

    Attributes:
        ended: the other end is closed: nobody wants this process any more.
    """

    def __init__(
        self,
        control: socket.socket,
        selector: selectors.BaseSelector,
        answer: Callable[[bytes], Message],
        refusals: tuple[type[Exception], ...],
    ) -> None:
        """Begin to listen.

        Args:
            control: where requests come, and answers go.
            selector: whose keys' data are called with a mask of events.
            answer: what to say to a line.
            refusals: what it raises, besides OSError, that is said to whoever asked.
        """
        self.ended = False
        self._control = control
        self._answer = answer
        self._refusals = refusals
        self._lines = Lines()
        selector.register(control, selectors.EVENT_READ, self._readable)

    def _readable(self, _events: int) -> None:
        try:
            data = self._control.recv(_READ)
        except OSError:  # reset: who asked went without reading the answer
            data = b""
        if not data:
            self.ended = True
            return
        for line in self._lines.take(data):
            self._control.sendall(line_of(self._say(line)))

    def _say(self, line: bytes) -> Message:
        try:
            return self._answer(line)
        except OSError as problem:
            return Refused(why=f"{problem.filename or 'file'}: {problem.strerror}")
        except self._refusals as problem:
            return Refused(why=str(problem) or type(problem).__name__)
