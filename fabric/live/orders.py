# SPDX-License-Identifier: Apache-2.0
"""What a program that steers a workload has NIC processes do, and what they tell it: one JSON document a line.

A stream each way beside the requests of `fabric.live.messages`: nobody waits for an answer, so what the one has to say
is said as soon as it is known.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from fabric.live.messages import Message, Refused


class Watch(Message):
    """From now on tell of everything that ends at queue pair `qpn`, by `Ended`."""

    order: Literal["watch"] = "watch"
    qpn: int


class Provide(Message):
    """A region of `size` bytes that peers may write. Answered by `Provided`, in the order of the questions."""

    order: Literal["provide"] = "provide"
    size: int = Field(gt=0)


class Post(Message):
    """Write `size` bytes of `file`, from `begin` on, by queue pair `qpn` into a peer's region.

    Attributes:
        number: of the message in its flow: comes back in `Ended`, at the peer too if it has an immediate.
        immediate: the peer is told of it.
        ordered_ns: when it was said, ns of the topology.
    """

    order: Literal["post"] = "post"
    qpn: int
    number: int
    immediate: bool
    file: str
    begin: int
    size: int
    address: int
    r_key: int
    ordered_ns: int


class Compare(Message):
    """Hold the region of `r_key` against as many bytes of `file`, from `begin` on. Answered by `Compared`."""

    order: Literal["compare"] = "compare"
    ticket: int
    r_key: int
    file: str
    begin: int


class Ended(Message):
    """What became of a message at queue pair `qpn`; `failure` says why it never will arrive."""

    tell: Literal["ended"] = "ended"
    qpn: int
    number: int
    time_ns: int
    failure: str | None


class Provided(Message):
    """Where peers write."""

    tell: Literal["provided"] = "provided"
    address: int
    r_key: int


class Compared(Message):
    """`found`: the SHA-256, in hexadecimal digits, of what is there instead of what should be; null if it is right."""

    tell: Literal["compared"] = "compared"
    ticket: int
    found: str | None


Order = Watch | Provide | Post | Compare
Report = Ended | Provided | Compared | Refused

_ORDER: TypeAdapter[Order] = TypeAdapter(Annotated[Order, Field(discriminator="order")])
_REPORT: TypeAdapter[Report] = TypeAdapter(Annotated[Report, Field(discriminator="tell")])


def read_order(line: bytes) -> Order:
    """An order of one line. Raises ValueError (pydantic's) for anything else."""
    return _ORDER.validate_json(line)


def read_report(line: bytes) -> Report:
    """A report of one line. Raises ValueError (pydantic's) for anything else."""
    return _REPORT.validate_json(line)
