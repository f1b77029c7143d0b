# SPDX-License-Identifier: Apache-2.0
"""From a scenario file to a `Scenario`, checked before anything starts."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

import topologies
from documents import Document, DocumentError, Problem, validate
from fabric.errors import RefusedValueError, ScenarioError
from fabric.measuring.checks import CHECKS
from fabric.scenario.faults import Fault, parse_fault
from fabric.scenario.flapping import flaps
from fabric.scenario.layers import read_layers
from fabric.scenario.model import Scenario
from fabric.scenario.names import Names, unknown
from fabric.scenario.ordering import ordering_problems
from fabric.scenario.schema import ScenarioSpec

_OF_ANOTHER_NIC = {"mrc": frozenset[str](), "roce": frozenset({"evs"})}
"""Fields of a write that a kind of NIC has no use for."""


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
    try:
        topology = topologies.load(spec.topology, spec.overrides)
    except topologies.TopologyError as problem:
        raise ScenarioError(f"{document.place(('topology',))}: topology: cannot be used:\n{problem}") from None
    return _resolved(document, spec, topology)


def _resolved(document: Document, spec: ScenarioSpec, topology: topologies.Fabric) -> Scenario:
    names = Names(topology)
    problems = _Problems()
    for index, write in enumerate(spec.workload):
        with problems.at("workload", index, "from"):
            names.nic(write.source)
        with problems.at("workload", index, "to"):
            if names.nic(write.to).name == write.source:
                raise RefusedValueError(f"{write.to!r} writes to itself", "another NIC")
        with problems.at("workload", index, "at"):
            if write.at >= spec.limit:
                raise RefusedValueError(f"{write.at} ns is not before the limit", f"less than {spec.limit} ns")
        for field in sorted(write.model_fields_set & _OF_ANOTHER_NIC[spec.nic.kind]):
            with problems.at("workload", index, field):
                raise RefusedValueError(f"does not belong to `nic: {{kind: {spec.nic.kind}}}`", "another kind of NIC")
        with problems.at("workload", index, "operation"):
            if write.operation == "send" and spec.nic.kind == "mrc":
                raise RefusedValueError("MRC has no sends", "write, write-imm; or `nic: {kind: roce}`")
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


class _Problems(list[Problem]):
    @contextlib.contextmanager
    def at(self, *loc: str | int) -> Iterator[None]:
        """A value that the block refuses is a problem of `loc`."""
        try:
            yield
        except RefusedValueError as refused:
            self.append(Problem(loc, refused.what, refused.accepted))
