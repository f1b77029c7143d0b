# SPDX-License-Identifier: Apache-2.0
"""What a live fabric says to the process that relays its frames, and what it answers: one JSON document a line."""

from __future__ import annotations

import struct
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from fabric.live.messages import EndState, Message

SEEN = struct.Struct("=q?I")
"""Before each frame that a tap is told: when, ns of `time.monotonic_ns`; whether it left the second end, or arrived
there; and how many frames did not fit into the tap up to now."""


class RelayEnd(Message):
    """One end of a cable: its name, and the switch's socket that is to be connected to, or an inherited descriptor."""

    name: str
    path: str | None = None
    descriptor: int | None = None


class RelayCable(Message):
    """A cable: its link, its ends, and both directions' bits per second and delay in ns, in real time."""

    link: str
    a: RelayEnd
    b: RelayEnd
    rate_bps: int
    delay_ns: int


class Lay(Message):
    """Lay these cables; where taps connect; DSCP to band; seed of what is lost. Answered by `Done`."""

    ask: Literal["lay"] = "lay"
    cables: list[RelayCable]
    taps: str
    bands: dict[int, int]
    seed: int


class SetState(Message):
    """A link goes up or down. Answered by `Done`."""

    ask: Literal["state"] = "state"
    link: str
    up: bool


class SetLoss(Message):
    """A link loses a share of frames from its first end to its second, and of those back. Answered by `Done`."""

    ask: Literal["loss"] = "loss"
    link: str
    there: float
    back: float


class SetRate(Message):
    """Both directions of a link have another rate, bits per real second. Answered by `Done`."""

    ask: Literal["rate"] = "rate"
    link: str
    rate_bps: int = Field(gt=0)


class Read(Message):
    """What has been counted? Answered by `Counted`."""

    ask: Literal["read"] = "read"


class Counted(Message):
    """All ends by name, and how late frames came out in the worst of 100, ns of real time."""

    tell: Literal["counted"] = "counted"
    ends: dict[str, EndState]
    late_ns: int


RelayRequest = Lay | SetState | SetLoss | SetRate | Read

_REQUEST: TypeAdapter[RelayRequest] = TypeAdapter(Annotated[RelayRequest, Field(discriminator="ask")])


def read_request(line: bytes) -> RelayRequest:
    """A request of one line. Raises ValueError (pydantic's) for anything else."""
    return _REQUEST.validate_json(line)
