# SPDX-License-Identifier: Apache-2.0
"""From a scenario file to a `Scenario`, checked before anything starts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import topologies
from common.documents import Document, DocumentError, Place, validate
from fabric.errors import RefusedValueError, ScenarioError
from fabric.measuring.checks import CHECKS
from fabric.scenario.faults import Fault, parse_fault
from fabric.scenario.flapping import flaps
from fabric.scenario.items import Problems, check_item
from fabric.scenario.layers import read_layers
from fabric.scenario.model import Scenario
from fabric.scenario.names import Names, unknown
from fabric.scenario.ordering import ordering_problems
from fabric.scenario.schema import ScenarioSpec


def load(file: Path) -> Scenario:
    """Read and check a scenario.

    Raises:
        ScenarioError: `file:line: field: what is wrong; accepted values`; one line per problem.
    """
    try:
        document = read_layers(file)
        spec = validate(document, ScenarioSpec)
    except DocumentError as problem:
        raise ScenarioError(problem.problems) from None
    written = {field: document.place(("overrides", field)) for field in spec.overrides}
    try:
        topology = topologies.load(spec.topology, spec.overrides, written=written)
    except topologies.TopologyError as problem:
        raise ScenarioError(_blamed(document, spec, written, problem.problems)) from None
    return _resolved(document, spec, topology)


def _blamed(document: Document, spec: ScenarioSpec, written: Mapping[str, Place], problems: Sequence[str]) -> list[str]:
    """Problems of a topology, each with the place in the scenario that is to blame for it."""
    told = [each for each in problems if each.startswith(tuple(f"{place}: " for place in written.values()))]
    rest = [each for each in problems if each not in told]
    if not rest:
        return told
    if _loads(spec, {}):  # what an override says does not go with what the file has elsewhere
        alone = [
            field
            for field in written
            if _loads(spec, {name: spec.overrides[name] for name in written if name != field})
        ]
        loc = ("overrides", alone[0]) if alone else ("overrides",)
        return [*told, *(f"{document.place(loc)}: {'.'.join(loc)}: does not suit {each}" for each in rest)]
    lines = "\n".join(problems)
    return [f"{document.place(('topology',))}: topology: cannot be used:\n{lines}"]


def _loads(spec: ScenarioSpec, overrides: Mapping[str, object]) -> bool:
    try:
        topologies.load(spec.topology, overrides)
    except topologies.TopologyError:
        return False
    return True


def _resolved(document: Document, spec: ScenarioSpec, topology: topologies.Fabric) -> Scenario:
    names = Names(topology)
    problems = Problems()
    for index, item in enumerate(spec.workload):
        problems += check_item(index, item, spec.nic.kind, spec.limit, names)
    problems += ordering_problems(spec.workload, spec.limit)
    if topology.qos.pfc is not None and spec.nic.kind != "roce":
        with problems.at("nic", "kind"):
            raise RefusedValueError(f"{spec.nic.kind} does not obey the pauses of qos.pfc", "roce, or no qos.pfc")
    if spec.routing.failover == "routed" and not topology.spec.ecmp:
        with problems.at("routing", "failover"):
            raise RefusedValueError(
                "there are no routes to NICs' addresses to change, and SRv6's never do",
                "`ecmp: true` among the overrides, or `failover: static`",
            )
    mapper = spec.clustermapper
    if mapper is not None and "t1s" in mapper.model_fields_set and mapper.t1s > topology.t1s:
        with problems.at("clustermapper", "t1s"):
            raise RefusedValueError(f"{mapper.t1s} are more T1s than a plane of the fabric has", f"1..{topology.t1s}")
    faults: list[Fault] = []
    for index, fault in enumerate(spec.faults):
        with problems.at("faults", index, "do"):
            faults.append(parse_fault(fault.do, fault.at, names))
    for index, flap in enumerate(spec.flaps):
        with problems.at("flaps", index):
            links = {link.name: None for pattern in flap.links for link in names.links(pattern)}
            faults += flaps(flap, list(links), f"{spec.seed}/flaps/{index}")
    captures: list[str] = []
    for index, link in enumerate(spec.captures):
        with problems.at("captures", index):
            captures.append(names.link(link).name)
    for loc, names_of_checks in ((("expect",), spec.expect), (("live", "expect"), spec.live.expect)):
        for name in names_of_checks:
            with problems.at(*loc, name):
                if name not in CHECKS:
                    raise unknown("check", name, CHECKS)
    if problems:
        raise ScenarioError([document.sentence(problem) for problem in problems])
    return Scenario(
        document=document,
        name=spec.name,
        title=spec.title or spec.name,
        description=" ".join(spec.description.split()),
        topology=topology,
        topology_file=str(Path(spec.topology).absolute()),
        overrides=spec.overrides,
        seed=spec.seed,
        limit_ns=spec.limit,
        sample_ns=spec.sample,
        nic=spec.nic,
        clustermapper=spec.clustermapper,
        routing=spec.routing,
        workload=tuple(spec.workload),
        faults=tuple(sorted(faults, key=lambda fault: fault.at_ns)),
        captures=tuple(dict.fromkeys(captures)),
        snaplen=spec.snaplen,
        expect=spec.expect,
        live_expect=spec.live.expect,
    )
