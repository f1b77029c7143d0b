# SPDX-License-Identifier: Apache-2.0
"""Every way an EV can travel, over the whole fabric: p4src, compiler, switches, controller, NICs."""

from __future__ import annotations

import io
import json
from collections import Counter
from pathlib import Path

import pytest
from rich.console import Console

import topologies
from controller.program import ECMP_MEMBER, ROUTE_IPV6, SET_ECMP_GROUP_IPV6
from controller.tables import plan
from fabric.running import run_scenario
from host_stack.explain.captures import read_capture
from host_stack.wire.options import EvMode

LAB = Path(topologies.__file__).with_name("lab.yaml")

SCENARIO = """\
name: modes
title: Two NICs write to a third over a T1 that dies
topology: lab.yaml
seed: 2
limit: 10ms
sample: 10us
nic: {{congestion: {{algorithm: fixed-window}}, window: 36, options: {{ev_mode: {mode}}}}}
workload:
  - {{from: nic0, to: nic3, bytes: 1MiB}}
  - {{from: nic1, to: nic3, bytes: 1MiB}}
  - {{from: nic2, to: nic3, bytes: 256KiB}}
faults:
  - {{at: 40us, do: switch p0-t1-0 stop}}
captures: [p1-t0-0--p1-t1-0, p1-t0-0--p1-t1-1, "nic3:1--p1-t0-1:1"]
expect:
  all_intact: true
  frames.overflowed: 0
  frames.blackholed: {{min: 1}}
  trims.total: {{min: 10}}
"""


@pytest.fixture(scope="module")
def topology(tmp_path_factory):
    folder = tmp_path_factory.mktemp("modes")
    (folder / "lab.yaml").write_text(LAB.read_text().replace("planes: 2\n", "planes: 2\necmp: true\n", 1))
    return folder


def counted(file):
    """Frames by what follows the first IPv6 header, and those trimmed."""
    frames = list(read_capture(file))
    return Counter(frame.data[20] for frame in frames), frames


@pytest.mark.parametrize("mode", EvMode)
def test_all_bytes_arrive_and_trims_and_a_dead_t1_are_survived(topology, tmp_path, mode):
    (topology / f"{mode.value}.yaml").write_text(SCENARIO.format(mode=mode.value))
    console = Console(file=io.StringIO(), width=120)
    assert run_scenario(topology / f"{mode.value}.yaml", tmp_path, None, console, show_progress=False), (
        console.file.getvalue()
    )
    result = json.loads((tmp_path / "result.json").read_text())
    assert [flow["intact"] for flow in result["flows"]] == [True] * 3
    # NH 17: not encapsulated; 41: IPv6 in IPv6; 43: a routing header before it.
    header = {EvMode.SRV6: 41, EvMode.SRV6_SRH: 43, EvMode.STEV: 17, EvMode.UDP: 17}[mode]
    sizes = []
    for t1 in (0, 1):
        kinds, frames = counted(tmp_path / f"captures/p1-t0-0_{2 + t1}--p1-t1-{t1}_0.pcapng")
        assert set(kinds) == {header}
        sizes.append(sum(frame.length for frame in frames))
    # Both T1s of a plane carry their part, whoever chooses.
    assert min(sizes) > 0.25 * max(sizes)
    kinds, _ = counted(tmp_path / "captures/nic3_1--p1-t0-1_1.pcapng")
    assert set(kinds) == {header}


def test_routes_to_nics_are_planned_only_if_the_topology_says_so(topology):
    plain, hashed = topologies.load(LAB), topologies.load(topology / "lab.yaml")
    for switch in plain.switches():
        without = {entry.key for entry in plan(plain, switch).entries}
        both = {entry.key for entry in plan(hashed, switch.name).entries}
        assert without < both
        added = [entry for entry in plan(hashed, switch.name).entries if entry.key not in without]
        tables = Counter(entry.table for entry in added)
        # T0: two NICs, its own /64, the others' /48; two members. T1: a /64 per T0.
        expected = {ROUTE_IPV6: 4, ECMP_MEMBER: 2} if switch.tier == "t0" else {ROUTE_IPV6: 2}
        assert tables == expected
        groups = [entry for entry in added if entry.action == SET_ECMP_GROUP_IPV6]
        assert [entry.params["members"] for entry in groups] == ([2] if switch.tier == "t0" else [])
