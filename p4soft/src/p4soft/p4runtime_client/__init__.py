# SPDX-License-Identifier: Apache-2.0
"""The client's side of P4Runtime: one session with one switch, with deadlines, the server's own errors, a clean end.

It knows messages, not what is in them: tables and programs are the business of its users. `Session` speaks gRPC, which
nothing else here needs.

p4runtime-shell's client is built for a person at a prompt: it calls sys.exit() when a server is silent, waits for ever
on a hung call, logs to standard error, and loops for ever over the details of a batch whose first update succeeded
(P4RuntimeErrorIterator does not step over OK). So this one stands on gRPC's generated stubs alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from p4soft.p4runtime_client.session import Session

__all__ = [
    "Refusal",
    "Sent",
    "Session",
    "SessionError",
    "WriteRefusedError",
    "bytestring",
]


def __getattr__(name: str) -> object:
    """`Session`, imported on first use: gRPC is large, and not everywhere."""
    if name != "Session":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module("p4soft.p4runtime_client.session").Session


# --- Byte strings ----------------------------------------------------------------------------------------------------


def bytestring(value: int) -> bytes:
    """The canonical byte string of an unsigned value."""
    return value.to_bytes((value.bit_length() + 7) // 8 or 1, "big")


# --- What a switch says, or its time-out -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why one element of a batch was refused: its index, the canonical code's name, the server's message."""

    index: int
    code: str
    message: str


class SessionError(Exception):
    """A call failed, or nobody answered. The message is complete: it names the switch.

    Attributes:
        code: The name of the status that the call ended with (`UNAVAILABLE`); None when it had none.
        refusals: The refused elements of a batch; empty when the server gave no details.
    """

    def __init__(self, message: str, *, code: str | None = None, refusals: Sequence[Refusal] = ()) -> None:
        super().__init__(message)
        self.code = code
        self.refusals = tuple(refusals)


class WriteRefusedError(SessionError):
    """A Write of which at least one update was refused.

    Attributes:
        summary: status and text of the whole call.
    """

    def __init__(self, label: str, code: str, details: str | None, refusals: Sequence[Refusal]) -> None:
        """What the server said about the whole and its parts."""
        self.summary = status_text(code, details)
        super().__init__(f"{label}: refused: {self.summary}", code=code, refusals=refusals)


class Sent(Protocol):
    """A Write on its way; a session's `send` makes it."""

    def wait(self) -> None:
        """Wait for the server's answer.

        Raises:
            WriteRefusedError: The server refused at least one update.
            SessionError: No answer, or we are not primary.
        """


def status_text(code: str, details: str | None) -> str:
    """`NOT_FOUND: what the server said`, in one line."""
    return f"{code}: {one_line(details)}"


def one_line(text: str | None) -> str:
    """A server's message without line breaks."""
    return " ".join((text or "no details").split())
