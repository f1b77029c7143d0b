# SPDX-License-Identifier: Apache-2.0
"""What a timeline knows, as plain data: docs/timeline.md describes it. Same scenario and seed, same document."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from fabric.report.series import fault_windows
from fabric.results.document import Result
from fabric.timeline.bins import Bins
from fabric.timeline.closeups import CloseUps
from fabric.timeline.counters import Column
from fabric.timeline.journeys import Journey
from fabric.timeline.packets import Packets
from fabric.timeline.recording import Recording
from fabric.timeline.windows import Window

FORMAT = 1
"""Version of the layout."""

Document = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Seen:
    """What was seen of a run when it was looked at again.

    Attributes:
        windows: where; closer: their bins; journeys: the packets to show.
    """

    windows: Sequence[Window]
    closer: CloseUps
    journeys: Sequence[Journey]


def document(recording: Recording, result: Result, seen: Seen) -> Document:
    """The document of a run."""
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


@dataclass(frozen=True, slots=True)
class _Places:
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
