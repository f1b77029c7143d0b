# SPDX-License-Identifier: Apache-2.0
"""What a timeline knows, as plain data. Same scenario and seed, same document.

For a page that would be too large there is less detail: half the bins, and half the packets. Times are in ns. Members:

* `format`: 1. `scenario`, `verdict`, `flows`, `faults`: parts of result.json. `fabric`: its switches, links and NICs.
* `changes`: every EV retired, denied or taken back: flow, at_ns, ev, path, from, to, reason.
* `levels`: the whole run first, then close-ups with `reasons`: from_ns, end_ns, step_ns, bins, columns (none that is
  always 0).
* `packets`: kind, text, psn (queue pair and PSN), from, to (null: lost), born_ns, end_ns, trimmed_ns, fate, hops (node,
  port, at_ns of the last bit, size, destination, out_port, out_size, left_ns of the first bit, link, trace), and the
  layers `sent` and `last` as `[name, gist, [[field, value, note], ...]]`.
* `lines`: `[1 if shown at first, text]`; a hop's `trace` has their numbers.

A column is `direction N WHAT`, `switch N WHAT` or `flow N WHAT`, N the index in `fabric.links` times two (plus one from
`b` to `a`), in `fabric.switches` or in `flows`. A direction has bytes, queue, trims and lost; a switch blackholed and
dropped; a flow placed bytes, packets, retransmissions, nacks, losses, timeouts, and EVs by state at a bin's end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from ipaddress import IPv6Address
from typing import Any

from msgspec import Struct

import topologies
from fabric import PROGRAM
from fabric.emulation.events import BIT_NS, ETHERNET_OVERHEAD
from fabric.measurements import EV_STATES
from fabric.results import Result, fault_windows
from fabric.results import Window as FaultWindow
from fabric.timeline.journeys import Hop, Journey
from fabric.timeline.recording import Bins, CloseUps, Column, Recording, Window
from p4soft.switch import trace
from p4soft.switch.trace import render

# --- Packets, field by field -----------------------------------------------------------------------------------------


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
        """A journey, as `packets` above."""
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
        """What happened to the packet, in a sentence."""
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
    """The outermost IPv6 destination: the next switch that acts on the packet."""
    return str(IPv6Address(frame[38:54])) if frame[12:14] == _IPV6 and len(frame) >= 54 else None


def _layers(frame: bytes) -> list[list[Any]]:
    """Every field of a frame: `[layer, gist, [[name, value, note], ...]]`."""
    from host_stack.explain.fields import layers  # noqa: PLC0415 - scapy is a large import

    return [
        [layer.label, layer.gist, [[each.name, each.value, each.note] for each in layer.fields]]
        for layer in layers(frame)
    ]


# --- The document ----------------------------------------------------------------------------------------------------


FORMAT = 1
"""Version of the layout."""

Document = dict[str, Any]


class Seen(Struct, frozen=True):
    """What was seen of a run when it was looked at again.

    Attributes:
        windows: where; closer: their bins; journeys: the packets to show.
    """

    windows: Sequence[Window]
    closer: CloseUps
    journeys: Sequence[Journey]


def document(recording: Recording, result: Result, seen: Seen) -> Document:
    topology = recording.scenario.topology
    links = {link["name"]: index for index, link in enumerate(result["fabric"]["links"])}
    switches = {switch["name"]: index for index, switch in enumerate(result["fabric"]["switches"])}
    places = _Places(
        {index: links[link.name] for index, link in enumerate(topology.links()) if link.name in links},
        {index: switches[each.name] for index, each in enumerate(topology.switches()) if each.name in switches},
    )
    packets = Packets(topology, fault_windows(result))
    return {
        "format": FORMAT,
        "scenario": {name: result["scenario"][name] for name in ("name", "title", "description", "seed")},
        "kind": recording.scenario.nic.kind,
        "verdict": result["verdict"],
        "fabric": {
            **{name: result["fabric"][name] for name in ("planes", "t0s", "t1s", "nics", "nodes", "switches_total")},
            "switches": [
                {name: each[name] for name in ("name", "plane", "tier", "index")}
                for each in result["fabric"]["switches"]
            ],
            "links": [
                {name: each[name] for name in ("name", "role", "a", "b", "rate_bps", "delay_ns")}
                for each in result["fabric"]["links"]
            ],
        },
        "flows": [
            {name: flow[name] for name in ("name", "from", "to", "bytes", "post_ns", "completed_ns", "fair_share_gbps")}
            for flow in result["flows"]
        ],
        "faults": [
            {name: fault[name] for name in ("at_ns", "target", "affects", "restores", "state")}
            for fault in result["scenario"]["faults"]
            if fault["happened"]
        ],
        "changes": _changes(result),
        "levels": list(_levels(recording, seen, places)),
        "packets": [packets.described(journey) for journey in seen.journeys],
        "lines": packets.lines,
    }


def _changes(result: Result) -> list[dict[str, Any]]:
    """Every EV that was retired, denied or taken back, in order of time."""
    changes = [{"flow": index, **change} for index, flow in enumerate(result["flows"]) for change in flow["ev_changes"]]
    return sorted(changes, key=lambda change: (change["at_ns"], change["flow"], change["ev"]))


class _Places(Struct, frozen=True):
    """Where links and switches of the network are in the document; those that nothing happened to are not."""

    links: dict[int, int]
    switches: dict[int, int]

    def name(self, column: Column) -> str | None:
        """A column's name in the document: `direction 3 bytes`."""
        index: int | None = column.index
        if column.of == "direction":
            link = self.links.get(column.index // 2)
            index = None if link is None else 2 * link + column.index % 2
        elif column.of == "switch":
            index = self.switches.get(column.index)
        return None if index is None else f"{column.of} {index} {column.what}"


def _levels(recording: Recording, seen: Seen, places: _Places) -> Iterator[dict[str, Any]]:
    """The whole run first, then each window."""
    columns = recording.columns
    yield _level(recording.bins, recording.end_ns, columns, places, ())
    for window, bins, end_ns in zip(seen.windows, seen.closer.taken, seen.closer.ends_ns, strict=False):
        yield _level(bins, end_ns, columns, places, window.reasons)


def _level(
    bins: Bins, end_ns: int, columns: Sequence[Column], places: _Places, reasons: Sequence[str]
) -> dict[str, Any]:
    values = {}
    for place, column in enumerate(columns):
        name = places.name(column)
        if name is not None and any(row[place] for row in bins.rows):
            values[name] = [row[place] for row in bins.rows]
    return {
        "from_ns": bins.from_ns,
        "step_ns": bins.step_ns,
        "end_ns": end_ns,
        "bins": len(bins.rows),
        "reasons": list(reasons),
        "columns": values,
    }


# --- Less detail -----------------------------------------------------------------------------------------------------


_FEWEST_BINS = 16


def thinned(document: Document) -> Document | None:
    """The same run in less detail; None when there is none left to lose."""
    packets = document["packets"][::2] if len(document["packets"]) > 1 else document["packets"]
    levels = [_halved(level) for level in document["levels"]]
    if len(packets) == len(document["packets"]) and levels == document["levels"]:
        return None
    return {**document, "levels": levels, "packets": packets, **_fewer_lines(packets, document["lines"])}


def _halved(level: Mapping[str, Any]) -> dict[str, Any]:
    if level["bins"] <= _FEWEST_BINS:
        return dict(level)
    columns = {name: _joined(values, _JOINS.get(name.split()[2], sum)) for name, values in level["columns"].items()}
    return {**level, "step_ns": 2 * level["step_ns"], "bins": -(-level["bins"] // 2), "columns": columns}


def _last(values: Sequence[int]) -> int:
    return values[-1]


_JOINS: Mapping[str, Callable[[Sequence[int]], int]] = {"queue": max, **dict.fromkeys(EV_STATES, _last)}
"""By the last word of a column's name; counts are added up."""


def _joined(values: Sequence[int], join: Callable[[Sequence[int]], int]) -> list[int]:
    return [join(values[place : place + 2]) for place in range(0, len(values), 2)]


def _fewer_lines(packets: list[dict[str, Any]], lines: Sequence[Any]) -> dict[str, Any]:
    """The lines that these packets' traces still have, and the packets with their new numbers."""
    used = sorted({line for packet in packets for hop in packet["hops"] for line in hop["trace"]})
    new = {line: place for place, line in enumerate(used)}
    renumbered = [
        {
            **packet,
            "hops": [{**hop, "trace": [new[line] for line in hop["trace"]]} for hop in packet["hops"]],
        }
        for packet in packets
    ]
    return {"packets": renumbered, "lines": [lines[line] for line in used]}
