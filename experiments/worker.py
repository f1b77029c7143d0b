# SPDX-License-Identifier: Apache-2.0
"""One run, wherever Dask puts it: a scenario's text in, `result.json` and what it cost out. No file of it is shared."""

from __future__ import annotations

import json
import resource
import tempfile
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import topologies
from fabric.command import result_of
from fabric.results.document import dumps
from fabric.scenario.reading import load

SCENARIOS = Path(topologies.__file__).parent / "scenarios"


@dataclass(frozen=True, slots=True)
class Cost:
    """What a run took.

    Attributes:
        seconds: of one core.
        packets: that NICs sent.
        switch_passes: frames that switches received.
        peak_bytes: of the worker's memory so far.
    """

    seconds: float
    packets: int
    switch_passes: int
    peak_bytes: int


@dataclass(frozen=True, slots=True)
class Done:
    """A finished run: the bytes of its `result.json`, and its cost."""

    result: bytes
    cost: Cost

    def cost_json(self) -> str:
        """The cost as a file's text."""
        return json.dumps(asdict(self.cost), indent=2) + "\n"


def execute(scenario: Mapping[str, Any]) -> Done:
    """Run a scenario given as the fields of its file; `base` and `topology` are relative to `topologies/scenarios`.

    Raises:
        FabricError: it is not a scenario that can be run; nothing is left behind.
    """
    began = time.process_time()
    with tempfile.TemporaryDirectory(prefix="mrc-experiment-") as folder:
        file = Path(folder) / "scenario.yaml"
        file.write_text(json.dumps(_anchored(scenario)), encoding="utf-8")  # JSON is YAML
        document = result_of(load(file))
    cost = Cost(
        time.process_time() - began,
        sum(flow["packets"] + flow["retransmissions"] for flow in document["flows"]),
        sum(switch["received"] for switch in document["fabric"]["switches"]),
        resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024,
    )
    return Done(dumps(document).encode(), cost)


def _anchored(scenario: Mapping[str, Any]) -> dict[str, Any]:
    names = {key: str((SCENARIOS / scenario[key]).resolve()) for key in ("base", "topology") if key in scenario}
    return {**scenario, **names}
