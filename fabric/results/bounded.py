# SPDX-License-Identifier: Apache-2.0
"""Keeps a `result.json` below 5 MB: what is small stays as it is, and what is cut says how much of it was.

Cut are only the parts that grow with the length of a run or the size of a fabric. Samples of time series are put
together; of paths, switches and links those stay that carried most or failed, of changes of EVs the first.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from statistics import fmean
from typing import Any

from fabric.results.document import Result, dumps

MAX_BYTES = 5_000_000
"""No result is larger, unless its flows alone are (about 1 kB each)."""
_TARGET_BYTES = 4_500_000
_SHARES = {"timeline": 0.30, "links": 0.25, "paths": 0.20, "ev_changes": 0.15, "switches": 0.10}
_PER_FLOW = ("paths", "ev_changes")

Item = dict[str, Any]


def bounded(result: Result) -> Result:
    """A result of at most `MAX_BYTES`: the same if it is, or one with `cut`, which says by part what was left out.

    `cut.timeline` is how many samples were put into one; the others are how many items are missing.
    """
    if len(dumps(result)) <= _TARGET_BYTES:
        return result
    flows = [{**flow, **{part: [] for part in _PER_FLOW}} for flow in result["flows"]]
    fabric = {**result["fabric"], "links": [], "switches": []}
    rest = len(dumps({**result, "flows": flows, "fabric": fabric, "timeline": {}}))
    room = {part: max(0, int((_TARGET_BYTES - rest) * share)) for part, share in _SHARES.items()}
    timeline, merged = _shorter(result["timeline"], room["timeline"])
    cut = {"timeline": merged}
    for part in ("links", "switches"):
        fabric[part], cut[part] = _best(result["fabric"][part], room[part], _WORTH[part])
    for part in _PER_FLOW:
        each = room[part] // max(1, len(flows))
        kept = [_best(flow[part], each, _WORTH[part]) for flow in result["flows"]]
        for flow, (items, _) in zip(flows, kept, strict=True):
            flow[part] = items
        cut[part] = sum(missing for _, missing in kept)
    return {**result, "flows": flows, "fabric": fabric, "timeline": timeline, "cut": cut}


def _of_link(link: Item) -> tuple[int, ...]:
    return int(link["failed"]), sum(link["lost"]), sum(link["bytes"])


def _of_switch(switch: Item) -> tuple[int, ...]:
    return int(switch["failed"]), switch["received"]


def _of_path(path: Item) -> tuple[int, ...]:
    return path["trimmed"], path["bytes"]


def _of_change(change: Item) -> tuple[int, ...]:
    return (-int(change["at_ns"]),)


_WORTH: dict[str, Callable[[Item], tuple[int, ...]]] = {
    "links": _of_link, "switches": _of_switch, "paths": _of_path, "ev_changes": _of_change,
}  # fmt: skip


def _best(items: Sequence[Item], room: int, worth: Callable[[Item], tuple[int, ...]]) -> tuple[list[Item], int]:
    """The items worth most that take so many bytes, in the order they had, and how many are missing."""
    order = sorted(range(len(items)), key=lambda index: worth(items[index]), reverse=True)
    kept: list[int] = []
    for index in order:
        room -= len(json.dumps(items[index], indent=5)) + 8
        if room < 0:
            break
        kept.append(index)
    return [items[index] for index in sorted(kept)], len(items) - len(kept)


def _shorter(timeline: Item, room: int) -> tuple[Item, int]:
    """The time series with as many samples put into one as it takes, and how many those are."""
    together, made = 1, timeline
    while (size := len(dumps(made))) > room and made["samples"] > 1:
        together *= 1 << max(1, (size // (room + 1)).bit_length() - 1)
        made = _together(timeline, together)
    return made, together


def _together(timeline: Item, count: int) -> Item:
    def merged(series: Sequence[Any], one: Callable[[Sequence[Any]], Any]) -> list[Any]:
        return [one(series[at : at + count]) for at in range(0, len(series), count)]

    def mean(values: Sequence[float]) -> float:
        return round(fmean(values), 2)

    return {
        **timeline,
        "interval_ns": timeline["interval_ns"] * count,
        "samples": -(-timeline["samples"] // count),
        "planes": [merged(series, mean) for series in timeline["planes"]],
        "flows": [merged(series, mean) for series in timeline["flows"]],
        "losses": [merged(series, sum) for series in timeline["losses"]],
        "retransmissions": [merged(series, sum) for series in timeline["retransmissions"]],
        "evs": {state: merged(series, lambda values: values[-1]) for state, series in timeline["evs"].items()},
        "ports": [
            {**port, "peak_bytes": merged(port["peak_bytes"], max), "trims": merged(port["trims"], sum)}
            for port in timeline["ports"]
        ],
    }
