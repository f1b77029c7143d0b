# SPDX-License-Identifier: Apache-2.0
"""Journeys of packets as plain data: each node with times and what its switch did, and the frame field by field."""

from __future__ import annotations

from collections.abc import Sequence
from ipaddress import IPv6Address
from typing import Any

import topologies
from fabric.emulation.links import BIT_NS, ETHERNET_OVERHEAD
from fabric.program import PROGRAM
from fabric.report.series import Window as FaultWindow
from fabric.timeline.journeys import Hop, Journey
from p4soft.switch import trace
from p4soft.switch.trace_output import render
from ptf_tests.headers import decoding

_IPV6 = b"\x86\xdd"
_SHOWN_FIRST = (
    trace.Received, trace.TableApplied, trace.Truncated, trace.Enqueued, trace.Dropped, trace.Emitted,
    trace.ParserFailed,
)  # fmt: skip
"""Of a trace, with changes of headers; the rest is shown when somebody asks for all of it."""
_OF_THE_SWITCH = ("scalars.", "standard_metadata.")
_HERE = f"{PROGRAM.parents[1]}/"
"""Places in P4 files are told from the top of this project: not where that lies on this machine."""


class Packets:
    """Describes packets.

    Attributes:
        lines: of traces, each once: `[1 if it is shown first, its text]`.
    """

    def __init__(self, topology: topologies.Fabric, faults: Sequence[FaultWindow]) -> None:
        self.lines: list[tuple[int, str]] = []
        self._known: dict[tuple[int, str], int] = {}
        self._faults = faults
        self._next = {end: (other[0], link) for link in topology.links() for end, other in _ways(link)}

    def described(self, journey: Journey) -> dict[str, Any]:
        """A journey, as docs/timeline.md has packets."""
        first, last = journey.hops[0], journey.hops[-1]
        trimmed_at = next((hop.node for hop in journey.hops if hop.trimmed), None)
        return {
            "kind": journey.read.kind,
            "text": journey.read.text,
            "psn": None if journey.read.psn is None else list(journey.read.psn),
            "from": first.node,
            "to": last.node if journey.arrived else None,
            "born_ns": journey.key.born_ns,
            "end_ns": journey.last_ns,
            "trimmed_ns": journey.trimmed_ns,
            "fate": self._fate(journey, trimmed_at),
            "hops": [self._hop(hop) for hop in journey.hops],
            "sent": _layers(first.out),
            "last": _layers(last.frame) if last is not first else [],
        }

    def _hop(self, hop: Hop) -> dict[str, Any]:
        onward = self._next.get((hop.node, hop.out_port)) if hop.out_port is not None else None
        return {
            "node": hop.node,
            "port": hop.port,
            "at_ns": hop.at_ns,
            "size": len(hop.frame),
            "destination": _destination(hop.frame),
            "out_port": hop.out_port,
            "out_size": len(hop.out),
            "left_ns": hop.left_ns,
            "link": onward[1].name if onward else None,
            "trace": [self._line(event) for event in hop.trace],
        }

    def _line(self, event: trace.TraceEvent) -> int:
        line = int(_is_shown_first(event)), render(event).replace(_HERE, "")
        place = self._known.get(line)
        if place is None:
            place = self._known[line] = len(self.lines)
            self.lines.append(line)
        return place

    def _fate(self, journey: Journey, trimmed_at: str | None) -> str:
        """What became of it, in a sentence."""
        took = f"{(journey.last_ns - journey.key.born_ns) / 1000:.2f} µs"
        last = journey.hops[-1]
        if journey.arrived:
            trimmed = f"trimmed by {trimmed_at}, " if trimmed_at else ""
            return f"{trimmed}reached {last.node} after {took}"
        if last.out_port is None:
            return f"dropped by {last.node}"
        where, link = self._next[last.node, last.out_port]
        until_ns = journey.last_ns
        if last.left_ns is not None:
            until_ns += (len(last.out) + ETHERNET_OVERHEAD) * BIT_NS // link.rate_bps + link.delay_ns
        why = [
            f"{fault.target} {fault.state}"
            for fault in self._faults
            if fault.target in (where, link.name)
            and fault.start_us * 1000 <= until_ns
            and journey.last_ns < fault.end_us * 1000
        ]
        blamed = f": {', '.join(why)}" if why else ""
        if last.left_ns is None:
            return f"lost at {last.node} before it left by port {last.out_port}{blamed}"
        return f"left {last.node} for {where}, and vanished{blamed}"


def _is_shown_first(event: trace.TraceEvent) -> bool:
    if isinstance(event, trace.FieldChanged):
        return not event.field.startswith(_OF_THE_SWITCH)
    return isinstance(event, _SHOWN_FIRST)


def _ways(link: topologies.Link) -> list[tuple[tuple[str, int], tuple[str, int]]]:
    return [(link.a, link.b), (link.b, link.a)]


def _destination(frame: bytes) -> str | None:
    """The outermost IPv6 destination: where a packet is told to go next."""
    return str(IPv6Address(frame[38:54])) if frame[12:14] == _IPV6 and len(frame) >= 54 else None


def _layers(frame: bytes) -> list[list[Any]]:
    """Every field of a frame: `[layer, gist, [[name, value, note], ...]]`."""
    return [
        [layer.label, decoding.gist(layer), [[each.name, each.value, each.note] for each in layer.fields]]
        for layer in decoding.layers(frame)
    ]
