# SPDX-License-Identifier: Apache-2.0
"""An experiment: the same incast with and without trimming, over three seeds."""

from pathlib import Path
from statistics import mean

from msgspec.structs import replace

from fabric.running import result_of
from fabric.scenario.reading import load

for name in ("demo", "demo-no-trim"):
    scenario = load(Path(f"topologies/scenarios/{name}.yaml"))
    results = [result_of(replace(scenario, seed=seed)) for seed in (1, 2, 3)]
    done_us = mean(result["checks"]["completion_us"] for result in results)
    timeouts = sum(result["checks"]["timeouts.total"] for result in results)
    print(f"{name}: {done_us:.0f} us, {timeouts} timeouts")
