# SPDX-License-Identifier: Apache-2.0
"""Which scenarios can run live on this machine: the others are refused before anything starts."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from common.documents import Problem
from fabric.errors import BuildError, ScenarioError
from fabric.live.strength import check_size
from fabric.scenario.faults import SelectedLoss, untold
from fabric.scenario.model import Scenario
from fabric.traffic.nics import build_nics, check_paths, connection
from fabric.traffic.payloads import Contents
from fabric.traffic.plan import plan_of
from p4soft.targets import Target

UNMEASURED = {"latency.worst_frame_us": "no frame says when it left"}
"""Checks that a live run has no number for, and why."""
_LONGEST_S = 3600.0


def check_target(target: Target) -> None:
    """Raise BuildError for a target that is not to be had here, whoever is root."""
    reason = target.missing()
    if reason is not None:
        raise BuildError(reason)


def check_live(scenario: Scenario, carried: Sequence[Contents], factor: int, say: Callable[[str], None]) -> None:
    """Refuse what cannot run live.

    Args:
        scenario: as it is meant for a live fabric.
        carried: what its flows carry.
        factor: how many times slower than the topology it would run.
        say: told a warning.

    Raises:
        ScenarioError: an expectation that no live run can hold, NICs that cannot be set up so, or EVs that are none.
        BuildError: there is no memory, or it would take hours.
    """
    unmeasured = [
        Problem(
            ("expect", name),
            f"cannot be measured live: {UNMEASURED[name]}",
            f"`live: {{expect: {{{name}: }}}}`, which takes it away there",
        )
        for name in scenario.expect
        if name in UNMEASURED
    ]
    if scenario.clustermapper is not None:
        unmeasured.append(Problem(("clustermapper",), "has no agents on a live fabric", "no `clustermapper`"))
    if scenario.routing.failover != "static":
        unmeasured.append(Problem(("routing", "failover"), "nobody changes routes on a live fabric", "static"))
    selected = [fault for fault in scenario.faults if isinstance(fault, SelectedLoss)]
    unmeasured += [Problem(("faults",), f"`{fault}`: {untold(fault.frames)}") for fault in selected[:1]]
    if unmeasured:
        raise ScenarioError([scenario.document.sentence(problem) for problem in unmeasured])
    if scenario.nic.kind != "mrc":
        problem = Problem(("nic", "kind"), f"{scenario.nic.kind} does not run live", "mrc; or emulated time")
        raise ScenarioError(scenario.document.sentence(problem))
    check_size(scenario.topology, say)
    nics = build_nics(scenario)
    check_paths(scenario, [nic.config for nic in nics])
    for flow in plan_of(scenario).flows:
        connection(scenario, nics, flow)
    seconds = _least_seconds(scenario, carried) * factor
    if seconds > _LONGEST_S:
        raise BuildError(
            f"{scenario.name}: at 1 : {factor:,} its writes take {seconds / 3600:,.1f} h or more; accepted: "
            f"{_LONGEST_S / 3600:g} h, with shorter writes or a smaller --scale"
        )


def _least_seconds(scenario: Scenario, carried: Sequence[Contents]) -> float:
    """Of the topology's time, if every NIC sent and received at its full rate, and open loops took their time."""
    topology, plan = scenario.topology, plan_of(scenario)
    loads: dict[tuple[str, int], int] = {}
    for flow, contents in zip(plan.flows, carried, strict=True):
        for key in (("from", flow.source), ("to", flow.destination)):
            loads[key] = loads.get(key, 0) + flow.times * contents.size
    paced_s = max((flow.times - 1) * (flow.every_ns or 0) for flow in plan.flows) / 1e9
    return max(paced_s, max(loads.values()) * 8 / (topology.planes * topology.rate_bps("host")))
