# SPDX-License-Identifier: Apache-2.0
"""A figure at the paper's scale: its scenario with the paper's counts, and everything in it so many times longer."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import topologies
from documents import validate
from experiments.figure import scenario_of
from fabric.scenario.layers import read_layers
from fabric.scenario.schema import ScenarioSpec

SCENARIOS = Path(topologies.__file__).parent / "scenarios"
"""Where scenario files are; `base` and `topology` of a run are relative to it."""

LONGER = 10
"""How many times longer a figure's writes, faults and limit are at the paper's scale. Its own would be 10,000 times: a
second of 1.6 Tb/s is 49 million packets, an hour or more of one core."""


def longer(figure: str, **changes: object) -> dict[str, Any]:
    """The figure's file with writes, faults and limit `LONGER` times as long, and these fields over it.

    Raises:
        DocumentError: the file is not a scenario.
    """
    spec = validate(read_layers(SCENARIOS / "paper" / f"{figure}.yaml"), ScenarioSpec)
    workload = [
        {"from": write.source, "to": write.to, "bytes": LONGER * (write.bytes or 0), "at": f"{LONGER * write.at} ns"}
        for write in spec.workload
    ]
    faults = [{"at": f"{LONGER * fault.at} ns", "do": fault.do} for fault in spec.faults]
    stretched = {"limit": f"{LONGER * spec.limit} ns", "workload": workload, "faults": faults}
    return scenario_of(figure, **stretched, **changes)
