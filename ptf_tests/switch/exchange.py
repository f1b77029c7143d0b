# SPDX-License-Identifier: GPL-2.0-only
"""One exchange with the device: frames in, and what must come out and move; and the evidence when it did not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from controller.program import QUEUES
from ptf_tests.headers.decoding import first_difference
from ptf_tests.results import CounterChange, Evidence, ExpectedFrame, SentFrame
from ptf_tests.switch import packets
from ptf_tests.switch.device import PORT_COUNTER, Cell, Count

# --- What should come out of a port; frames are matched by content, not by order -------------------------------------


@dataclass(frozen=True, slots=True)
class OneOf:
    """One frame that may have any of several forms, because the requirement leaves the choice to the device."""

    accepted: tuple[bytes, ...]


Expected = bytes | OneOf


def accepted(frame: Expected) -> tuple[bytes, ...]:
    """Every form of an expected frame."""
    return frame.accepted if isinstance(frame, OneOf) else (frame,)


@dataclass(frozen=True, slots=True)
class PortDifference:
    """Frames that should have come out of a port and did not, and those that did and should not have."""

    missing: tuple[Expected, ...]
    unexpected: tuple[bytes, ...]


def difference(expected: Sequence[Expected], received: Sequence[bytes]) -> PortDifference:
    """Match every expected frame with one received; frames with fewer forms choose first."""
    left = list(received)
    missing = []
    for frame in sorted(expected, key=lambda item: len(accepted(item))):
        found = next((form for form in accepted(frame) if form in left), None)
        if found is None:
            missing.append(frame)
        else:
            left.remove(found)
    return PortDifference(tuple(missing), tuple(left))


# --- The exchange ----------------------------------------------------------------------------------------------------


def cell(name: str, port: int, queue: int | None = None) -> Cell:
    """A counter cell: (name, port) for drop and port counters, (name, port, queue) for queue counters."""
    return (name, port if queue is None else port * QUEUES + queue)


@dataclass(frozen=True, slots=True)
class Exchange:
    """What a case sends and what the requirement says of it.

    Attributes:
        ingress: port the frames enter.
        frames: in order.
        expected: egress port to frames; no other port may say anything.
        counters: cells and by how many packets they grow; no other may, but `port_tx_packets`, which follows.
    """

    ingress: int
    frames: tuple[bytes, ...]
    expected: Mapping[int, Sequence[Expected]]
    counters: Mapping[Cell, int]

    def evidence(
        self, received: Mapping[int, Sequence[bytes]], before: Mapping[Cell, Count], after: Mapping[Cell, Count]
    ) -> Evidence | None:
        """None if all is as it should be.

        Args:
            received: what came out of each port, sentinels left out; one sentinel per port was sent behind the frames.
            before: every counter the device has, before the frames.
            after: the same counters after the sentinels.
        """
        differences = {port: difference(self.expected.get(port, ()), frames) for port, frames in received.items()}
        wrong = self._wrong_counters(received, before, after)
        if not wrong and not any(d.missing or d.unexpected for d in differences.values()):
            return None
        return Evidence(
            message=_message(differences, wrong),
            sent=tuple(SentFrame(port=self.ingress, hex=frame.hex()) for frame in self.frames),
            expected=tuple(
                ExpectedFrame(port=port, accepted=tuple(form.hex() for form in accepted(frame)))
                for port, outputs in sorted(self.expected.items())
                for frame in outputs
            ),
            received=tuple(
                SentFrame(port=port, hex=frame.hex()) for port, outputs in sorted(received.items()) for frame in outputs
            ),
            counters=tuple(wrong),
        )

    def _wrong_counters(
        self, ports: Mapping[int, object], before: Mapping[Cell, Count], after: Mapping[Cell, Count]
    ) -> list[CounterChange]:
        wanted = {**self.counters, **{cell(PORT_COUNTER, port): len(out) for port, out in self.expected.items()}}
        sentinels = {cell("queue_packets", port, 0) for port in ports} | {cell(PORT_COUNTER, port) for port in ports}
        found = []
        for key, was in sorted(before.items()):
            moved = after[key].packets - was.packets - (key in sentinels)
            if moved != wanted.get(key, 0):
                found.append(_change(key, wanted.get(key, 0), moved))
        return found


def describe(evidence: Evidence) -> str:
    """What a failed case saw, for a terminal: the message, the counters, and the first frames decoded and in hex."""
    parts = [evidence.message]
    for change in evidence.counters:
        place = f"port {change.port}" if change.queue is None else f"port {change.port} queue {change.queue}"
        parts.append(f"  {change.name} of {place}: expected +{change.expected}, actual {change.actual:+d}")
    for title, frame in (
        *((f"sent into port {f.port}", f.hex) for f in evidence.sent[:1]),
        *((f"expected out of port {f.port}", f.accepted[0]) for f in evidence.expected[:1]),
        *((f"received from port {f.port}", f.hex) for f in evidence.received[:1]),
    ):
        raw = bytes.fromhex(frame)
        parts.append(f"--- {title} ({len(raw)} bytes)\n{packets.describe(raw)}")
    return "\n".join(parts)


def _message(differences: Mapping[int, PortDifference], wrong: Sequence[CounterChange]) -> str:
    parts = []
    for port, found in differences.items():
        if found.missing:
            parts.append(f"port {port}: {len(found.missing)} expected frame(s) did not come out")
        if found.unexpected:
            parts.append(f"port {port}: {len(found.unexpected)} frame(s) came out that should not have")
        if found.missing and found.unexpected:
            want, got = accepted(found.missing[0])[0], found.unexpected[0]
            parts.append(f"{len(want)} bytes expected, {len(got)} received; {first_difference(want, got)}")
    if wrong:
        parts.append(f"{len(wrong)} counter(s) moved otherwise than they should")
    return "; ".join(parts)


def _change(key: Cell, expected: int, actual: int) -> CounterChange:
    name, index = key
    port, queue = divmod(index, QUEUES) if name.startswith("queue_") else (index, None)
    return CounterChange(name=name, port=port, queue=queue, expected=expected, actual=actual)
