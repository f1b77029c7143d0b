# SPDX-License-Identifier: Apache-2.0
"""The EVs that a flow of a scenario is to use, and no others."""

from __future__ import annotations

from itertools import islice

import topologies
from common.documents import Problem
from fabric.errors import RefusedValueError, ScenarioError
from fabric.scenario.model import Scenario
from fabric.workloads.plan import PlannedFlow
from host_stack import NicConfig
from host_stack.paths.template import EvSource

_LISTED = 8


def pinned_evs(scenario: Scenario, flow: PlannedFlow, source: NicConfig, destination: NicConfig) -> list[int] | None:
    """What a flow's `evs` mean between two NICs; None for those that its NIC draws.

    Raises:
        ScenarioError: the flow does not have one.
    """
    if flow.evs is None:
        return None
    known = source.paths.template(destination.address)
    assert known is not None, "both are NICs of one fabric"
    found, problems = [], []
    for position, wanted in enumerate(flow.evs):
        try:
            found.append(_entropy(scenario.topology, flow, known, wanted, source.wire.ev_mode.encapsulates))
        except RefusedValueError as refused:
            problems.append(Problem(("workload", flow.item, "evs", position), refused.what, refused.accepted))
    if problems:
        raise ScenarioError([scenario.document.sentence(problem) for problem in problems])
    return found


def _entropy(topology: topologies.Fabric, flow: PlannedFlow, known: EvSource, wanted: int | str, named: bool) -> int:
    """The EV that is meant. Raises RefusedValueError: the flow does not have it."""
    if isinstance(wanted, int):
        plane = known.format.plane(wanted) if 0 <= wanted < 1 << 32 else known.planes
        if plane >= known.planes or wanted not in known.entropies(plane):
            raise RefusedValueError(f"the flow has no EV {wanted:#010x}", _some(topology, flow, known, named))
        return wanted
    switches = _ways(topology, flow, known) if named else {}
    if wanted not in switches:
        what = f"no path of the flow crosses {wanted!r}" if named else "switches choose its paths by a hash"
        raise RefusedValueError(what, _some(topology, flow, known, named))
    return switches[wanted]


def _ways(topology: topologies.Fabric, flow: PlannedFlow, known: EvSource) -> dict[str, int]:
    """The flow's EVs by the switch in the middle of their path: its T1, or the T0 that both NICs are on."""
    t0 = topology.nic(flow.source).t0
    local = t0 == topology.nic(flow.destination).t0
    return {
        (topology.t0(plane, t0) if local else topology.t1(plane, uplink)).name: entropy
        for plane in range(known.planes)
        for uplink, entropy in ((known.format.path(each)[1], each) for each in known.entropies(plane))
    }


def _some(topology: topologies.Fabric, flow: PlannedFlow, known: EvSource, named: bool) -> str:
    """What would be accepted."""
    if named:
        all_of = _ways(topology, flow, known)
        shown = [f"{entropy:#010x} ({switch})" for switch, entropy in islice(all_of.items(), _LISTED)]
    else:
        all_of = {f"{entropy:#010x}": entropy for plane in range(known.planes) for entropy in known.entropies(plane)}
        shown = list(islice(all_of, _LISTED))
    more = f", ... ({len(all_of)})" if len(all_of) > _LISTED else ""
    return ", ".join(shown) + more
