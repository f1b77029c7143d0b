# SPDX-License-Identifier: Apache-2.0
"""A figure at the paper's scale: its scenario with the paper's counts, and everything in it so many times longer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import topologies
from common.quantities import parse_size, parse_time
from fabric.experiments.figure import SEEDS, Run, Scale, scenario_of
from fabric.scenario.layers import read_layers

SCENARIOS = Path(topologies.__file__).parent / "scenarios"
"""Where scenario files are; `base` and `topology` of a run are relative to it."""

LONGER = 10
"""How many times longer a figure's writes, faults and limit are at the paper's scale. Its own would be 10,000 times: a
second of 1.6 Tb/s is 49 million packets, an hour or more of one core."""


def longer(figure: str, **changes: object) -> dict[str, Any]:
    """The figure's file with its writes, faults, flaps and limit `LONGER` times as long, and these fields over it.

    A write of many messages has more of them, any other is larger.

    Raises:
        DocumentError: the file is not YAML.
        ValueError: a time or a size of it is none.
    """
    data: dict[str, Any] = read_layers(SCENARIOS / "paper" / f"{figure}.yaml").data
    stretched: dict[str, object] = {"limit": _time(data["limit"])}
    stretched["workload"] = [_write(each) for each in data["workload"]]
    for events, times in (("faults", ("at",)), ("flaps", ("from", "until"))):
        if events in data:
            stretched[events] = [_later(each, times) for each in data[events]]
    return scenario_of(figure, **{**stretched, **changes})


def seeded(figure: str, scale: Scale, **paper: object) -> list[Run]:
    """A run of the figure's file for each seed, which draws the EVs; `longer`, with these fields, at the paper's scale.

    Raises:
        DocumentError, ValueError: as `longer`.
    """
    return [
        Run(f"seed{seed}", longer(figure, seed=seed, **paper) if scale == "paper" else scenario_of(figure, seed=seed))
        for seed in SEEDS
    ]


def _later(event: Mapping[str, Any], times: Sequence[str]) -> dict[str, Any]:
    return {**event, **{name: _time(event[name]) for name in times if name in event}}


def _write(write: Mapping[str, Any]) -> dict[str, Any]:
    if "times" in write:
        return {**_later(write, ("at",)), "times": LONGER * int(write["times"])}
    return {**_later(write, ("at",)), "bytes": LONGER * parse_size(write["bytes"])}


def _time(text: object) -> str:
    return f"{LONGER * parse_time(text)} ns"
