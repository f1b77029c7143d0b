# SPDX-License-Identifier: Apache-2.0
"""Traces of chosen packets: everything that happens to them and to their copies, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from p4soft.switch.trace import Received, TraceEvent, Tracer


@dataclass(frozen=True, slots=True)
class BytePattern:
    """Bytes at an offset of the frame, compared where `mask` has ones; `value` and `mask` are equally long."""

    offset: int
    value: bytes
    mask: bytes

    @classmethod
    def parse(cls, text: str) -> BytePattern:
        """Read OFFSET:HEX[&MASK], as 12:86dd or 20:40&f0. Raises ValueError with a complete message."""
        wanted = "OFFSET:HEX[&MASK] with whole bytes in hexadecimal, as 12:86dd or 20:40&f0"
        where, colon, rest = text.partition(":")
        value, ampersand, mask = rest.partition("&")
        try:
            if not colon or not where.isascii() or not where.isdigit():
                raise ValueError
            found = bytes.fromhex(value.removeprefix("0x"))
            ones = bytes.fromhex(mask.removeprefix("0x")) if ampersand else b"\xff" * len(found)
        except ValueError:
            raise ValueError(f"{text!r}; accepted: {wanted}") from None
        if not found or len(found) != len(ones):
            raise ValueError(f"{text!r}: value and mask must be equally long, and not empty; accepted: {wanted}")
        return cls(int(where), found, ones)

    def matches(self, frame: bytes) -> bool:
        """Whether the frame is long enough and holds the bytes."""
        part = frame[self.offset : self.offset + len(self.value)]
        if len(part) < len(self.value):
            return False
        return all((a ^ b) & m == 0 for a, b, m in zip(part, self.value, self.mask, strict=True))


@dataclass(frozen=True, slots=True)
class PacketFilter:
    """Which received frames to trace: every condition given must hold.

    Attributes:
        numbers: packet numbers, from 0 in order of arrival; empty: any.
        port: ingress port, or None for any.
        patterns: what the frame must hold.
    """

    numbers: frozenset[int] = frozenset()
    port: int | None = None
    patterns: Sequence[BytePattern] = ()

    def accepts(self, event: Received) -> bool:
        """Whether to trace the packet that begins with this event."""
        if self.numbers and event.packet not in self.numbers:
            return False
        if self.port is not None and event.port != self.port:
            return False
        return all(p.matches(event.frame) for p in self.patterns)


class FilteringTracer:
    """A Tracer that passes on the events of the packets a PacketFilter accepts, copies and later passes included."""

    def __init__(self, inner: Tracer, packets: PacketFilter) -> None:
        self._inner = inner
        self._filter = packets
        self._chosen: set[int] = set()

    def event(self, event: TraceEvent) -> None:
        """Decide when a frame first arrives; then follow it."""
        if isinstance(event, Received) and event.cause == "normal" and self._filter.accepts(event):
            self._chosen.add(event.packet)
        if event.packet in self._chosen:
            self._inner.event(event)


class SeveralTracers:
    """A Tracer that passes every event on to several others, in order."""

    def __init__(self, tracers: Sequence[Tracer]) -> None:
        self.tracers = tuple(tracers)

    def event(self, event: TraceEvent) -> None:
        """Pass one event on."""
        for tracer in self.tracers:
            tracer.event(event)


def with_tracer(present: Tracer | None, one: Tracer) -> Tracer:
    """A Tracer that tells those who are told already, and one more."""
    return one if present is None else SeveralTracers([*_all(present), one])


def without_tracer(present: Tracer | None, one: Tracer) -> Tracer | None:
    """A Tracer that tells all but one; None: nobody is left."""
    left = [tracer for tracer in _all(present) if tracer is not one]
    if len(left) > 1:
        return SeveralTracers(left)
    return left[0] if left else None


def _all(tracer: Tracer | None) -> Sequence[Tracer]:
    if tracer is None:
        return ()
    return tracer.tracers if isinstance(tracer, SeveralTracers) else (tracer,)
