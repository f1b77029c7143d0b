# SPDX-License-Identifier: Apache-2.0
"""The shape of a scenario file. Each field's description is what a message prints as its accepted values.

What needs the topology (names, faults) or another field is in `fabric.scenario.reading`.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, model_validator

from fabric.measuring.bounds import Bound, parse_bound
from fabric.scenario.faults import fault_forms
from fabric.scenario.workload import Duration, Section, Workload

Scalar = bool | int | str


def _scalar(value: object) -> object:
    """`value` as it is; ValueError for a map or a list, which pydantic would only say is no boolean."""
    if isinstance(value, dict | list):
        raise ValueError(
            "a field's own value is wanted; the fields of a map are named with dots, such as `qos.trim.size`"
        )
    return value


_OF_ANOTHER_KIND = {"mrc": {"qps"}, "roce": {"evs", "paths", "window", "trimming"}}
"""Fields of `nic` that a kind of NIC has no use for."""


class NicOptions(Section):
    """How every NIC of the run is set up."""

    kind: Literal["mrc", "roce"] = Field("mrc", description="`mrc`, or `roce` for the baseline")
    qps: int = Field(1, ge=1, le=16, description="queue pairs of a flow of `kind: roce`, 1..16, one path each")
    evs: int = Field(128, ge=1, le=65536, description="active EVs of a flow, 1..65536, shared equally by the planes")
    paths: int | None = Field(None, ge=1, description="how many distinct paths a flow may use; leave out for all")
    congestion: dict[str, Scalar | float] = Field(
        default_factory=dict, description="`algorithm`, a congestion control's name, and its parameters by name"
    )
    window: int | None = Field(
        None, ge=1, le=4096, description="packets in flight to one destination, 1..4096, of the fixed window"
    )
    trimming: bool = Field(True, description="true: data may be trimmed; false: data is sent with the NO_TRIM DSCP")
    link_signal: Literal["hidden"] | Duration = Field(
        10_000, description="how long after its link went down or came up a NIC notices, such as 10us, or `hidden`"
    )
    options: dict[str, Scalar | list[int]] = Field(
        default_factory=dict,
        description="parameters of the NIC and its queue pairs by name, which topologies/scenarios/README.md lists",
    )

    @property
    def signal_ns(self) -> int | None:
        """`link_signal` in ns; None when it is hidden."""
        return self.link_signal if isinstance(self.link_signal, int) else None

    @model_validator(mode="after")
    def _of_its_kind(self) -> NicOptions:
        for name in sorted(self.model_fields_set & _OF_ANOTHER_KIND[self.kind]):
            raise ValueError(f"`{name}` does not belong to `kind: {self.kind}`")
        return self

    @model_validator(mode="after")
    def _one_window(self) -> NicOptions:
        if self.window is not None and self.congestion.get("algorithm") != "fixed-window":
            raise ValueError("`window` belongs to `congestion: {algorithm: fixed-window}`")
        return self


class ClustermapperSpec(Section):
    """Agents beside the NICs that probe the fabric; what their map finds goes on the NICs' denylists."""

    interval: Duration = Field(1_000_000, gt=0, description="every loop is probed once in it, such as 1ms")
    timeout: Duration = Field(500_000, gt=0, description="a probe not back by then is lost; less than `interval`")
    t1s: int = Field(16, ge=1, description="how many T1s of a plane an agent probes in one interval, 1 or more")

    @model_validator(mode="after")
    def _in_time(self) -> ClustermapperSpec:
        if self.timeout >= self.interval:
            raise ValueError("`timeout` is not less than `interval`")
        return self


class RoutingSpec(Section):
    """What routes to NICs' addresses do when links and switches go."""

    failover: Literal["static", "routed"] = Field(
        "static", description="`static`: nothing ever changes; `routed`: routes go around what is gone"
    )
    convergence: Duration | None = Field(
        None, gt=0, description="of `routed`: how long after a link or switch went or came back, such as 2s"
    )

    @model_validator(mode="after")
    def _delayed(self) -> RoutingSpec:
        if (self.failover == "routed") != (self.convergence is not None):
            raise ValueError("`failover: routed` and `convergence` need each other")
        return self


class FaultSpec(Section):
    """When a fault happens, and the fault as written."""

    at: Duration = Field(description="when it happens, such as 150us")
    do: str = Field(description=fault_forms())


class FlapSpec(Section):
    """Links that flap by chance."""

    links: list[str] = Field(
        min_length=1, description="a list of links, `a:port--b:port` or `a--b`, in which `*` stands for any part"
    )
    begin: Duration = Field(0, alias="from", description="when flaps begin to come, such as 100us")
    until: Duration = Field(gt=0, description="when no more begins, such as 1ms")
    every: Duration = Field(gt=0, description="mean time from one flap to the next, over all links, such as 40us")
    down: Duration = Field(gt=0, description="how long a link that flaps is down, such as 10us")

    @model_validator(mode="after")
    def _lasts(self) -> FlapSpec:
        if self.begin >= self.until:
            raise ValueError("`from` is not before `until`")
        return self


class LiveSpec(Section):
    """What is different when the scenario runs on a live fabric."""

    expect: dict[str, Annotated[Bound, BeforeValidator(parse_bound)] | None] = Field(
        default_factory=dict, description="bounds that replace those of the scenario; without a value there is none"
    )


class ScenarioSpec(Section):
    """A whole scenario file, its base merged in."""

    name: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$", description="letters, digits, `_`, `.`, `-`")
    title: str = Field("", max_length=200, description="one line for people")
    description: str = Field("", description="what the scenario shows")
    topology: str = Field(description="a topology file, relative to the scenario")
    overrides: dict[str, Annotated[Scalar, BeforeValidator(_scalar)]] = Field(
        default_factory=dict, description="dotted topology fields and their values"
    )
    seed: int = Field(1, ge=0, description="a number from 0; same seed, same bytes out")
    limit: Duration = Field(10_000_000, gt=0, description="emulated time after which the run is given up, such as 10ms")
    sample: Duration = Field(10_000, ge=1_000, description="length of one sample of the time series, such as 10us")
    nic: NicOptions = Field(default_factory=NicOptions, description=", ".join(NicOptions.model_fields))
    clustermapper: ClustermapperSpec | None = Field(
        None, description=f"{{{', '.join(ClustermapperSpec.model_fields)}}}; leave out for none"
    )
    routing: RoutingSpec = Field(
        default_factory=RoutingSpec, description="{failover: static} or {failover: routed, convergence: ...}"
    )
    workload: Workload = Field(
        min_length=1, description="a list of {from, to, bytes | file, at, ...} and {collective, nics, bytes, at, ...}"
    )
    faults: list[FaultSpec] = Field(
        default_factory=list, description=f"a list of {{{', '.join(FaultSpec.model_fields)}}}"
    )
    flaps: list[FlapSpec] = Field(
        default_factory=list, description="a list of {links, from, until, every, down}: links that flap by chance"
    )
    captures: list[str] = Field(default_factory=list, description="a list of link names `a:port--b:port` or `a--b`")
    snaplen: int = Field(0, ge=0, le=65535, description="bytes of each frame to capture, up to 65535; 0 for all")
    expect: dict[str, Annotated[Bound, BeforeValidator(parse_bound)]] = Field(
        default_factory=dict, description="true, false, a number, or {min: ..., max: ...}"
    )
    live: LiveSpec = Field(default_factory=LiveSpec, description="{expect: {...}}")
    base: None = Field(None, description="another scenario that this one changes")

    @model_validator(mode="after")
    def _mapped(self) -> ScenarioSpec:
        if self.clustermapper is not None and self.nic.kind != "mrc":
            raise ValueError(
                f"`clustermapper` tells NICs which paths not to use, and `kind: {self.nic.kind}` chooses no paths"
            )
        return self
