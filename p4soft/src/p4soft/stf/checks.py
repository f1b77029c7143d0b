# SPDX-License-Identifier: Apache-2.0
"""Compares what came out with what a test expects: first in, first out on each port, any order across ports."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from p4soft.stf import statements as s
from p4soft.stf.device import Output
from p4soft.stf.pattern import column, grouped


@dataclass(frozen=True, slots=True)
class Failure:
    """One thing that is not as expected. `cause` numbers the packet to look at, from 0; None: none in particular."""

    line: int
    message: str
    cause: int | None = None


def is_strict(statements: Sequence[s.Statement]) -> bool:
    """Whether packets nobody expects are failures: as soon as a test expects any packet, or says no_packet."""
    return any(isinstance(x, s.Expect | s.NoPacket) for x in statements)


def check_outputs(statements: Sequence[s.Statement], outputs: Sequence[Output]) -> list[Failure]:
    """Every difference between the expect statements of a test and what came out, in the order of the test."""
    packets = [x for x in statements if isinstance(x, s.Packet)]
    expected: dict[int, list[s.Expect]] = {}
    actual: dict[int, list[Output]] = {}
    for statement in statements:
        if isinstance(statement, s.Expect):
            expected.setdefault(statement.port, []).append(statement)
    for output in outputs:
        actual.setdefault(output.port, []).append(output)
    failures = []
    for port in sorted({*expected, *actual}):
        wanted, came = expected.get(port, []), actual.get(port, [])
        for i, (want, got) in enumerate(zip(wanted, came, strict=False)):
            failures += _compare(want, got, i, packets)
        counts = f"{_packets(len(came))} came out of port {port}, {len(wanted)} expected"
        failures += [_missing(want, counts, packets) for want in wanted[len(came) :]]
        if is_strict(statements):
            failures += [_unexpected(got, counts, packets) for got in came[len(wanted) :]]
    return sorted(failures, key=lambda f: f.line)


def _packets(count: int) -> str:
    return "1 packet" if count == 1 else f"{count} packets"


def _compare(want: s.Expect, got: Output, index: int, packets: Sequence[s.Packet]) -> list[Failure]:
    difference = want.pattern.difference(got.frame) if want.pattern is not None else None
    if difference is None:
        return []
    lines = [
        f"expect {want.port}: packet {index} of the port differs at {difference.problem}"
        if difference.problem.startswith("byte")
        else f"expect {want.port}: packet {index} of the port is {difference.problem}",
        f"  expected  {want.pattern}",
        f"  actual    {grouped(got.frame.hex())}",
        " " * (12 + column(difference.digit)) + "^",
        *_caused_by(got.cause, packets),
    ]
    return [Failure(want.line, "\n".join(lines), got.cause)]


def _missing(want: s.Expect, counts: str, packets: Sequence[s.Packet]) -> Failure:
    # Tests write `packet` before or after what it leads to; the nearest one before is the better guess.
    before = [i for i, p in enumerate(packets) if p.line < want.line]
    cause = before[-1] if before else (0 if packets else None)
    pattern = "any packet" if want.pattern is None else str(want.pattern)
    lines = [f"expect {want.port}: no such packet: {counts}", f"  expected  {pattern}"]
    if cause is not None:
        lines.append(f"  the nearest packet is the one of line {packets[cause].line}, into port {packets[cause].port}")
    return Failure(want.line, "\n".join(lines), cause)


def _unexpected(got: Output, counts: str, packets: Sequence[s.Packet]) -> Failure:
    line = packets[got.cause].line if got.cause is not None else 0
    lines = [f"unexpected packet: {counts}", f"  actual    {grouped(got.frame.hex())}", *_caused_by(got.cause, packets)]
    return Failure(line, "\n".join(lines), got.cause)


def _caused_by(cause: int | None, packets: Sequence[s.Packet]) -> list[str]:
    if cause is None:
        return []
    packet = packets[cause]
    return [f"  caused by {grouped(packet.frame.hex())}", f"  sent by line {packet.line} into port {packet.port}"]
