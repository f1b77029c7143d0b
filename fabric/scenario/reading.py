# SPDX-License-Identifier: Apache-2.0
"""Scenarios: a topology, a workload, faults at times, captures and expectations, checked before anything starts."""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

import topologies
from documents import Loc
from documents.quantities import parse_rate, parse_size, parse_time, with_unit
from fabric.errors import ScenarioError
from fabric.scenario.checks import CHECKS, Bound
from fabric.scenario.source import Source, read_source

Duration = Annotated[int, BeforeValidator(with_unit(parse_time))]
Size = Annotated[int, BeforeValidator(parse_size)]
Scalar = bool | int | str

#: Above this many bytes per write the emulated NIC's memory, not the network, is what a laptop runs out of.
MAX_WRITE_BYTES = 1 << 30


def _parse_bound(value: object) -> Bound:
    ends = list(value.values()) if isinstance(value, dict) else [value]
    if any(isinstance(end, float) and not math.isfinite(end) for end in ends):
        raise ValueError("a bound must be finite")
    if isinstance(value, bool | int | float):
        return Bound(equals=value)
    if isinstance(value, dict) and value and not set(value) - {"min", "max"}:
        low, high = value.get("min"), value.get("max")
        if all(end is None or (isinstance(end, int | float) and not isinstance(end, bool)) for end in (low, high)):
            if low is not None and high is not None and low > high:
                raise ValueError(f"min {low} is above max {high}, so nothing holds")
            return Bound(min=low, max=high)
    raise ValueError(f"{value!r} is not a bound")


_Bound = Annotated[Bound, BeforeValidator(_parse_bound)]

_FAULT_FORMS = (
    "`switch NAME stop`, `switch NAME start`, `link A--B down`, `link A--B up`, `link A--B loss 0.2`, "
    "`link A--B rate 25Gb/s`"
)


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


class NicOptions(_Section):
    """How every NIC of the run is set up."""

    evs: int = Field(128, ge=1, le=65536, description="active EVs of a flow, 1..65536, shared equally by the planes")
    paths: int | None = Field(None, ge=1, description="how many distinct paths a flow may use; leave out for all")
    window: int | None = Field(
        None, ge=1, le=4096, description="packets in flight to one destination, 1..4096; leave out for one BDP"
    )
    trimming: bool = Field(True, description="true: data may be trimmed; false: data is sent with the NO_TRIM DSCP")
    options: dict[str, Scalar] = Field(
        default_factory=dict, description="fields of the NIC's wire and transport options"
    )


class WriteSpec(_Section):
    """One RDMA write."""

    source: str = Field(alias="from", description="name of the NIC that writes")
    to: str = Field(description="name of the NIC that is written to")
    bytes: Size | None = Field(None, gt=0, le=MAX_WRITE_BYTES, description="a size up to 1GiB, such as 4MiB")
    file: str | None = Field(None, description="a file whose contents are written, instead of `bytes`")
    at: Duration = Field(0, description="when it is posted, such as 20us")

    @model_validator(mode="after")
    def _one_payload(self) -> WriteSpec:
        if (self.bytes is None) == (self.file is None):
            raise ValueError("needs either `bytes` or `file`")
        return self


class _FaultSpec(_Section):
    at: Duration = Field(description="when it happens, such as 150us")
    do: str = Field(description=_FAULT_FORMS)


class _ScenarioSpec(_Section):
    name: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$", description="letters, digits, `_`, `.`, `-`")
    title: str = Field("", max_length=200, description="one line for people")
    description: str = Field("", description="what the scenario shows")
    topology: str = Field(description="a topology file, relative to the scenario")
    overrides: dict[str, Scalar] = Field(default_factory=dict, description="dotted topology fields and their values")
    seed: int = Field(1, ge=0, description="a number from 0; same seed, same bytes out")
    limit: Duration = Field(10_000_000, gt=0, description="emulated time after which the run is given up, such as 10ms")
    sample: Duration = Field(10_000, ge=1_000, description="length of one sample of the time series, such as 10us")
    nic: NicOptions = Field(default_factory=NicOptions, description="evs, paths, window, trimming, options")
    workload: tuple[WriteSpec, ...] = Field(min_length=1, description="a list of {from, to, bytes | file, at}")
    faults: tuple[_FaultSpec, ...] = Field((), description="a list of {at, do}")
    captures: tuple[str, ...] = Field((), description="a list of link names `a:port--b:port` or `a--b`")
    snaplen: int = Field(0, ge=0, le=65535, description="bytes of each frame to capture, up to 65535; 0 for all")
    expect: dict[str, _Bound] = Field(
        default_factory=dict, description="true, false, a number, or {min: ..., max: ...}"
    )


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault, resolved: what happens to which switch or link at `at_ns`.

    `value` is the loss probability or the rate in bits/s, 0 for the rest. `text` is the fault as written.
    """

    at_ns: int
    kind: Literal["switch", "link"]
    target: str
    action: Literal["stop", "start", "down", "up", "loss", "rate"]
    value: float
    text: str


@dataclass(frozen=True, slots=True)
class Scenario:
    """A checked scenario. Times in ns; node and link names exist in `topology`."""

    file: Path
    name: str
    title: str
    description: str
    topology: topologies.Fabric
    overrides: dict[str, Scalar]
    seed: int
    limit_ns: int
    sample_ns: int
    nic: NicOptions
    workload: tuple[WriteSpec, ...]
    faults: tuple[Fault, ...]
    captures: tuple[str, ...]
    snaplen: int
    expect: dict[str, Bound]
    source: Source


def load(file: Path) -> Scenario:
    """Read and check a scenario.

    Raises:
        ScenarioError: `file:line: field: what is wrong; accepted values`; one line per problem.
    """
    source = read_source(file)
    try:
        spec = _ScenarioSpec.model_validate(source.data)
    except ValidationError as problem:
        raise _from_pydantic(source, problem) from None
    try:
        fabric = topologies.load(spec.topology, spec.overrides)
    except topologies.TopologyError as problem:
        raise ScenarioError(f"{source.position(('topology',))}: topology: cannot be used:\n{problem}") from None
    names = _Names(fabric)
    for index, write in enumerate(spec.workload):
        for field, nic in (("from", write.source), ("to", write.to)):
            names.nic(source, ("workload", index, field), nic)
        if write.source == write.to:
            raise source.error(("workload", index, "to"), f"{write.to!r} writes to itself; accepted: another NIC")
        if write.at >= spec.limit:
            raise source.error(("workload", index, "at"), f"{write.at} ns is not before the limit ({spec.limit} ns)")
    _unique_expectations(source, spec)
    return Scenario(
        file=file,
        name=spec.name,
        title=spec.title or spec.name,
        description=" ".join(spec.description.split()),
        topology=fabric,
        overrides=spec.overrides,
        seed=spec.seed,
        limit_ns=spec.limit,
        sample_ns=spec.sample,
        nic=spec.nic,
        workload=spec.workload,
        faults=tuple(
            sorted((_fault(source, i, fault, names) for i, fault in enumerate(spec.faults)), key=lambda f: f.at_ns)
        ),
        captures=tuple(
            dict.fromkeys(names.link(source, ("captures", index), link) for index, link in enumerate(spec.captures))
        ),
        snaplen=spec.snaplen,
        expect=spec.expect,
        source=source,
    )


class _Names:
    """Looks up the names a scenario uses in its topology."""

    def __init__(self, fabric: topologies.Fabric) -> None:
        self._fabric = fabric

    def nic(self, source: Source, loc: Loc, name: str) -> str:
        try:
            return self._fabric.nic(name).name
        except topologies.TopologyError:
            known = (nic.name for nic in self._fabric.all_nics())
            raise source.error(loc, f"no NIC named {name!r}; {_listing('NICs', name, known)}") from None

    def switch(self, source: Source, loc: Loc, name: str) -> str:
        try:
            return self._fabric.switch(name).name
        except topologies.TopologyError:
            known = (switch.name for switch in self._fabric.switches())
            raise source.error(loc, f"no switch named {name!r}; {_listing('switches', name, known)}") from None

    def link(self, source: Source, loc: Loc, name: str) -> str:
        ends = name.split("--")
        if len(ends) == 2 and not any(":" in end for end in ends):
            return self._link_between(source, loc, ends[0], ends[1])
        try:
            return self._fabric.link(name).name
        except topologies.TopologyError:
            links = (link.name for link in self._fabric.links())
            raise source.error(loc, f"no link named {name!r}; {_listing('links', name, links)}") from None

    def _link_between(self, source: Source, loc: Loc, a: str, b: str) -> str:
        for name in (a, b):
            if name not in self._nics_by_name(name):
                self.switch(source, loc, name)
        pair = {a, b}
        found = [link.name for link in self._links_of(a, b) if {link.a[0], link.b[0]} == pair]
        if len(found) == 1:
            return found[0]
        problem = "more than one link" if found else "no link"
        known = found or [link.name for link in self._links_of(a, b)]
        raise source.error(loc, f"{problem} between {a!r} and {b!r}; {_listing('links', f'{a}--{b}', known)}")

    def _nics_by_name(self, name: str) -> set[str]:
        try:
            return {self._fabric.nic(name).name}
        except topologies.TopologyError:
            return set()

    def _links_of(self, *names: str) -> Iterable[topologies.Link]:
        for name in names:
            if self._nics_by_name(name):
                nic = self._fabric.nic(name).index
                yield from (self._fabric.host_link(plane, nic) for plane in range(self._fabric.planes))
                return
        yield from (port.link for port in self._fabric.switch(names[0]).ports())


def _listing(what: str, wanted: str, known: Iterable[str]) -> str:
    names = list(islice(known, 4096))
    near = difflib.get_close_matches(wanted, names, n=1)
    hint = f"did you mean {near[0]!r}? " if near else ""
    shown = ", ".join(names[:24]) + (f", ... ({len(names)} or more)" if len(names) > 24 else "")
    return f"{hint}{what}: {shown}"


def _fault(source: Source, index: int, spec: _FaultSpec, names: _Names) -> Fault:
    loc: Loc = ("faults", index, "do")
    match spec.do.split():
        case ["switch", name, "stop" | "start" as action]:
            return Fault(spec.at, "switch", names.switch(source, loc, name), action, 0, spec.do)
        case ["link", name, "down" | "up" as change]:
            return Fault(spec.at, "link", names.link(source, loc, name), change, 0, spec.do)
        case ["link", name, "loss", text]:
            try:
                probability = float(text)
            except ValueError:
                probability = -1.0
            if not 0 <= probability <= 1:
                raise source.error(loc, f"{text!r} is not a loss probability; accepted: 0 .. 1")
            return Fault(spec.at, "link", names.link(source, loc, name), "loss", probability, spec.do)
        case ["link", name, "rate", *words] if words:
            try:
                rate = with_unit(parse_rate)(" ".join(words))
            except ValueError as problem:
                raise source.error(loc, f"{problem}; accepted: a rate above 0, such as 100Gb/s") from None
            if rate < 1:
                raise source.error(loc, "a rate of 0 never ends; accepted: a rate above 0, or `link A--B down`")
            return Fault(spec.at, "link", names.link(source, loc, name), "rate", rate, spec.do)
    raise source.error(loc, f"{spec.do!r} is not a fault; accepted: {_FAULT_FORMS}")


def _unique_expectations(source: Source, spec: _ScenarioSpec) -> None:
    for name in spec.expect:
        if name not in CHECKS:
            near = difflib.get_close_matches(name, CHECKS, n=1)
            hint = f"did you mean {near[0]!r}? " if near else ""
            raise source.error(("expect", name), f"no such number in a result; {hint}accepted: {', '.join(CHECKS)}")


_SECTIONS: Mapping[str, type[BaseModel]] = {"nic": NicOptions, "workload": WriteSpec, "faults": _FaultSpec}


def _from_pydantic(source: Source, problem: ValidationError) -> ScenarioError:
    lines: dict[str, None] = {}
    for details in problem.errors():
        if details["type"] == "too_short" and details.get("input"):
            continue  # pydantic's echo of items that are wrong themselves
        about_keys = details["type"] in ("missing", "extra_forbidden")
        loc: Loc = ()
        for part in details["loc"]:
            if (*loc, part) not in source.positions and not about_keys:
                break
            loc = (*loc, part)
        if details["type"] == "extra_forbidden":
            section = _SECTIONS.get(str(loc[0]), _ScenarioSpec) if len(loc) > 1 else _ScenarioSpec
            known = [field.alias or name for name, field in section.model_fields.items()]
            sentence = f"unknown field; accepted: {', '.join(known + ['base'] * (section is _ScenarioSpec))}"
        elif details["type"] == "missing":
            sentence = f"missing; accepted: {_description(loc)}"
        else:
            what = re.sub(r" or instance of \w+", "", details["msg"].removeprefix("Value error, "))
            what = (
                what.replace("a valid tuple", "a list").replace("Tuple should", "Should").replace("dictionary", "map")
            )
            value = details.get("input")
            if not isinstance(value, dict | list | tuple) and repr(value) not in what:
                what = f"{what}, got {value!r}"
            sentence = f"{what[:1].lower()}{what[1:]}; accepted: {_description(loc)}"
        lines[str(source.error(loc, sentence))] = None
    return ScenarioError("\n".join(lines))


def _description(loc: Loc) -> str:
    """What the innermost known field of `loc` accepts."""
    section: type[BaseModel] | None = _ScenarioSpec
    description = ""
    for part in loc:
        if section is None or not isinstance(part, str):
            continue
        field = next((f for name, f in section.model_fields.items() if part in (name, f.alias)), None)
        if field is not None:
            description = field.description or ""
            section = _SECTIONS.get(part)
    return description
