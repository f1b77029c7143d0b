# SPDX-License-Identifier: Apache-2.0
"""A document with less detail, for a page that would be too large: half the bins, and half the packets."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from fabric.measuring.measurements import EV_STATES
from fabric.timeline.document import Document

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
"""By the last word of a column's name; what is counted is added up."""


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
