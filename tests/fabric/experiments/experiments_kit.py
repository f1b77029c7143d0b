# SPDX-License-Identifier: Apache-2.0
"""A figure of runs that take no time, results with only what figures read, and stores that have them."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from urllib.request import urlopen

from fabric.experiments.figure import Criterion, Curve, Finding, Level, Panel, Run
from fabric.experiments.running import Allowance
from fabric.experiments.store import Cost, Done, Store, Task, code_digest, execute

OUTSTANDING = {
    "messages": 3, "posted": 2, "bytes": 1_500_000, "waits": "for a SACK",
    "paths": [{"switches": ["p0-t0-0", "p0-t1-3", "p0-t0-1"], "packets": 7}],
}  # fmt: skip
"""What a flow had left, as `result.json` has it."""
MUCH = Allowance(None, 60)
TINY = {
    "name": "tiny",
    "topology": "../lab.yaml",
    "overrides": {"planes": 1, "t0s_per_plane": 1, "t1s_per_plane": 1, "nics": 2},
    "workload": [{"from": "nic0", "to": "nic1", "bytes": "64KiB"}],
}


def result(flows, *, step_us=10, ends_us=None, faults=(), planes=8, retired=0, intact=True):
    """A result with only what figures read: goodput of each flow by sample."""
    samples = len(flows[0])
    ends = ends_us or [samples * step_us] * len(flows)
    return {
        "scenario": {
            "faults": [
                {"at_ns": at * 1000, "restores": restores, "dead_path": None, "target": "", "happened": True}
                for at, restores in faults
            ]
        },
        "verdict": {"end_ns": samples * step_us * 1000},
        "checks": {"evs.retired": retired},
        "flows": [{"post_ns": 0, "completed_ns": end * 1000, "intact": intact, "ev_changes": []} for end in ends],
        "fabric": {"planes": planes},
        "timeline": {"interval_ns": step_us * 1000, "samples": samples, "flows": flows},
    }


def dead(fault, *, data=5, left_us=13, before=150_000, back=20_000):
    """Give a fault of a result the use of what it killed: `data` packets were lost, the last had left so late."""
    at_ns, left_ns = fault["at_ns"], 1000 * left_us
    fault["dead_path"] = {
        "at_ns": at_ns, "data": data, "last_data_sent_ns": at_ns + left_ns, "used_ns": left_ns,
        "before_bytes": before, "back_bytes": back,
    }  # fmt: skip


def made(run):
    return execute(Task.of(run.scenario), code_digest())


def dashboard_status(client):
    """What Dask's dashboard answers, where it says that it is."""
    with urlopen(client.dashboard_link, timeout=60) as answer:
        return answer.status


def held(finding):
    return [criterion.held for criterion in finding.criteria]


@dataclass(frozen=True)
class Tiny:
    """A figure of runs that take no time."""

    count: int
    scenario: dict
    name: str = "tiny"
    title: str = "a tiny <figure>"
    paper: str = "nothing"
    shows: str = "no more"
    scale: dict = field(default_factory=lambda: {"small": "none", "paper": "none"})
    endless: bool = False
    sabotages: tuple = ()

    def runs(self, _scale):
        return [Run(f"seed{seed}", {**self.scenario, "seed": seed}, self.endless) for seed in range(1, 1 + self.count)]

    def judge(self, results):
        ours = Curve("ours", [0, 1], [1, 2], low=[0, 1], high=[2, 3])
        paper = Curve("paper's", [0, 1], [1, 1], paper=True, of="ours")
        panel = Panel("p", "x", "y", [ours, paper], [Level("paper's level", [3], "ours")])
        return Finding([Criterion("all there", f"{len(results)} runs", len(results) == self.count)], [panel])


def kept(out, figure, **verdict):
    """A store with a result for each run of a figure."""
    there = Store(out, "small")
    for run in figure.runs("small"):
        document = {
            "verdict": {"finished": True, "end_ns": 5_000_000, **verdict},
            "flows": [
                {"name": "a → b", "outstanding": None},
                {"name": "c → d", "outstanding": OUTSTANDING},
            ],
        }
        done = Done(json.dumps(document).encode(), Cost(1.5, 10, 30, 1 << 20))
        there.keep(figure, run, Task.of(run.scenario), done)
    return there
