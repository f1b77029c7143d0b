# SPDX-License-Identifier: Apache-2.0
"""What a sample of a live fabric has; `fabric.live.sampling` takes it."""

from __future__ import annotations

from typing import Literal

from fabric.live.messages import Message, NicSample


class PortSample(Message):
    """A port of a switch, as its P4 program has it.

    Attributes:
        trimmed: packets that did not fit and were cut; trim_dropped: those of them that did not fit even so.
        dropped: packets that did not fit and were not cut.
        marked: packets with a mark of congestion (ECN CE).
        backlog_us: when the program last looked at the queues, us of the switch's clock.
        backlog: bytes ahead of a packet of each queue, 0 first, at that time; none where the target cannot tell.
        waiting: then, bytes that wait to enter the cable, with those on their way in one that delays; else None.
    """

    trimmed: int
    trim_dropped: int
    dropped: int
    marked: int
    backlog_us: int
    backlog: list[int]
    waiting: int | None


class Sampled(Message):
    """A sample of the fabric.

    Attributes:
        now_ns: when it was taken, ns of the topology.
        links: bytes that crossed each, from its first end to its second and back; none where no interface counts them.
        ports: of switches that answered, in order of their numbers.
        nics: those that answered.
    """

    tell: Literal["sampled"] = "sampled"
    now_ns: int
    links: dict[str, tuple[int, int]]
    ports: dict[str, list[PortSample]]
    nics: dict[str, NicSample]
