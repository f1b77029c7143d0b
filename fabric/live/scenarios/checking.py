# SPDX-License-Identifier: Apache-2.0
"""Which scenarios can run live on this machine: the others are refused before anything starts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from documents import Problem
from fabric.errors import BuildError, ScenarioError
from fabric.live.strength import check_size
from fabric.scenario.faults import SelectedLoss
from fabric.scenario.model import Scenario
from fabric.scenario.selection import untold
from fabric.scenario.workload import CollectiveSpec
from fabric.traffic.nics import cc_profile, nic_of
from targets import Target

UNMEASURED = {"latency.worst_frame_us": "no frame says when it left"}
"""Checks that a live run has no number for, and why."""
_STEERED = {"after", "times", "outstanding", "every", "qps", "operation", "evs"}
"""Fields of a write that a live run has nobody for."""
_NOBODY = "does not run live: its NICs are processes, which post writes when they are told to, and tell of them seldom"
_LONGEST_S = 3600.0


def check_target(target: Target) -> None:
    """Raise BuildError for a target that is not to be had here, whoever is root."""
    reason = target.missing()
    if reason is not None:
        raise BuildError(reason)


def check_live(scenario: Scenario, payloads: Sequence[bytes], factor: int, say: Callable[[str], None]) -> None:
    """Refuse what cannot run live.

    Args:
        scenario: as it is meant for a live fabric.
        payloads: what its writes carry.
        factor: how many times slower than the topology it would run.
        say: told a warning.

    Raises:
        ScenarioError: an expectation that no live run can hold, or NICs that cannot be set up so.
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
    unmeasured += _steered(scenario)
    if unmeasured:
        raise ScenarioError([scenario.document.sentence(problem) for problem in unmeasured])
    if scenario.nic.kind != "mrc":
        problem = Problem(("nic", "kind"), f"{scenario.nic.kind} does not run live", "mrc; or emulated time")
        raise ScenarioError(scenario.document.sentence(problem))
    nic_of(scenario, 0)
    cc_profile(scenario)
    check_size(scenario.topology, say)
    seconds = _least_seconds(scenario, payloads) * factor
    if seconds > _LONGEST_S:
        raise BuildError(
            f"{scenario.name}: at 1 : {factor:,} its writes take {seconds / 3600:,.1f} h or more; accepted: "
            f"{_LONGEST_S / 3600:g} h, with shorter writes or a smaller --scale"
        )


def _steered(scenario: Scenario) -> Iterator[Problem]:
    """What of the workload needs a program beside the NICs that acts at once when something completes."""
    for index, item in enumerate(scenario.workload):
        if isinstance(item, CollectiveSpec):
            yield Problem(("workload", index, "collective"), _NOBODY, "writes; or emulated time")
            continue
        for field in sorted(item.model_fields_set & _STEERED):
            if getattr(item, field) != type(item).model_fields[field].get_default(call_default_factory=True):
                yield Problem(("workload", index, field), _NOBODY, f"no `{field}`; or emulated time")


def _least_seconds(scenario: Scenario, payloads: Sequence[bytes]) -> float:
    """Of the topology's time, if every NIC sent and received at its full rate."""
    topology = scenario.topology
    loads: dict[tuple[str, str], int] = {}
    for write, data in zip(scenario.writes, payloads, strict=True):
        for key in (("from", write.source), ("to", write.to)):
            loads[key] = loads.get(key, 0) + len(data)
    return max(loads.values()) * 8 / (topology.planes * topology.rate_bps("host"))
