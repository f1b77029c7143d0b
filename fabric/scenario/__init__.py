# SPDX-License-Identifier: Apache-2.0
"""A scenario: the shape of its file, and what an engine needs to know about a run.

Each field's description is what a message prints as its accepted values. What needs the topology (names, faults) or
another field is in `fabric.scenario.reading`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, get_args

from msgspec import Struct
from msgspec.structs import replace
from pydantic import BeforeValidator, Discriminator, Field, Tag, model_validator

import topologies
from common.documents import Document
from common.model import Model
from common.quantities import parse_size, parse_time, with_unit
from fabric.measurements import Bound, parse_bound
from fabric.scenario.faults import Fault, fault_forms

# --- The workload of a file ------------------------------------------------------------------------------------------


Duration = Annotated[int, BeforeValidator(with_unit(parse_time))]
Size = Annotated[int, BeforeValidator(parse_size)]
Operation = Literal["write", "write-imm", "send"]
Pattern = Literal["ring-all-reduce", "all-to-all", "send-receive", "permutation", "incast"]

#: Above this many bytes that a flow may have under way the emulated NIC's memory, not the network, is what a laptop
#: runs out of.
MAX_WRITE_BYTES = 1 << 30
#: Messages of one flow: what is measured of each is kept to the end.
MAX_TIMES = 1_000_000
MAX_OUTSTANDING = 1024
#: Of a collective in slices: NCCL's and RCCL's number of steps in a channel's buffer (NCCL_STEPS).
SLOTS = 8
MAX_QPS = 64
MAX_STEPS = 10_000

_NAME = r"^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$"


class _Item(Model):
    at: Duration = Field(0, description="when it is posted, such as 20us; with `after`, at the earliest")
    name: str | None = Field(None, pattern=_NAME, description="letters, digits, `_`, `.`, `-`; for `after` of others")
    after: list[str] = Field(default_factory=list, description="a list of names of what must have completed before")
    outstanding: int | None = Field(
        None, ge=1, le=MAX_OUTSTANDING, description="messages that may be open at a time, 1..1024; 1 if left out"
    )
    qps: int | None = Field(
        None, ge=1, le=MAX_QPS, description="queue pairs, 1..64, to which messages are dealt in turn"
    )


class WriteSpec(_Item):
    """Messages from one NIC to another: one RDMA write, unless more is said."""

    source: str = Field(alias="from", description="name of the NIC that writes")
    to: str = Field(description="name of the NIC that is written to")
    bytes: Size | None = Field(None, gt=0, le=MAX_WRITE_BYTES, description="a size up to 1GiB, such as 4MiB")
    file: str | None = Field(None, description="a file whose contents are written, instead of `bytes`")
    times: int = Field(
        1, ge=1, le=MAX_TIMES, description=f"messages, one after another on the same queue pairs, 1..{MAX_TIMES}"
    )
    every: Duration | None = Field(
        None,
        gt=0,
        description="a message is posted at this interval, such as 5us, whether earlier ones are done or not",
    )
    operation: Operation = Field("write", description="write, write-imm, or send (RoCE)")
    begin_bps: int | None = Field(
        None, gt=0, lt=1 << 48, description="bit/s at which each queue pair begins (RoCE with DCQCN), 1 or more"
    )
    evs: list[int | str] | None = Field(
        None, min_length=1, description="a list of EVs (0xC0000001) or of the T1s that they cross; leave out for all"
    )

    @model_validator(mode="after")
    def _one_payload(self) -> WriteSpec:
        if (self.bytes is None) == (self.file is None):
            raise ValueError("needs either `bytes` or `file`")
        if self.file is not None and self.times > 1:
            raise ValueError("`file` is written once, `times` needs `bytes`: each message has contents of its own")
        return self

    @model_validator(mode="after")
    def _one_pace(self) -> WriteSpec:
        if self.every is not None and self.outstanding is not None:
            raise ValueError("`outstanding` and `every`; accepted: `outstanding` (closed loop) or `every` (open loop)")
        if self.every is not None and self.times == 1:
            raise ValueError("`every` needs `times`, 2 or more")
        under_way = (self.bytes or 0) * min(self.outstanding or 1, self.times)
        if under_way > MAX_WRITE_BYTES:
            raise ValueError(f"`outstanding` messages of {self.bytes} bytes are {under_way} bytes; at most 1GiB")
        return self


class VictimSpec(Model):
    """A flow that an incast should not hurt."""

    source: str = Field(alias="from", description="name of the NIC that writes")
    to: str = Field(description="name of the NIC that is written to")
    bytes: Size | None = Field(
        None, gt=0, le=MAX_WRITE_BYTES, description="a size up to 1GiB; as much as all senders together if left out"
    )


class CollectiveSpec(_Item):
    """A collective operation of some NICs: messages, whose receivers are told, and which wait for what has arrived."""

    collective: Pattern = Field(description=", ".join(get_args(Pattern)))
    nics: list[str] | None = Field(
        None, min_length=2, description="a list of names of NICs, 2 or more, each once; leave out for all"
    )
    bytes: Size = Field(gt=0, le=MAX_WRITE_BYTES, description="of each NIC, a size up to 1GiB, such as 4MiB")
    times: int = Field(1, ge=1, le=MAX_TIMES, description=f"how often, one after another, 1..{MAX_TIMES}")
    operation: Literal["write-imm", "send"] = Field("write-imm", description="write-imm, or send (RoCE)")
    slice: Size | None = Field(
        None, gt=0, description="most bytes of one message, such as 512KiB; leave out to send what a step has whole"
    )
    slots: int | None = Field(
        None, ge=1, le=MAX_OUTSTANDING, description=f"slices to one neighbour that may be open, 1..1024; {SLOTS}"
    )
    latency: Duration = Field(
        0, description="from the arrival of what a message waits for until it is posted, such as 6us: NIC and GPU"
    )
    to: str | None = Field(
        None, description="name of the NIC that all others send to, of `collective: incast`; the first if left out"
    )
    victim: VictimSpec | None = Field(
        None, description="{from, to, bytes}, a flow beside `collective: incast`; leave out for none"
    )

    @model_validator(mode="after")
    def _of_its_pattern(self) -> CollectiveSpec:
        for field in sorted(self.model_fields_set & _OF_ANOTHER_PATTERN[self.collective]):
            raise ValueError(f"`{field}` does not belong to `collective: {self.collective}`")
        return self

    @model_validator(mode="after")
    def _sliced(self) -> CollectiveSpec:
        if self.slots is not None and self.slice is None:
            raise ValueError("`slots` needs `slice`")
        return self

    def step(self, count: int) -> tuple[int, int]:
        """In how many messages a step goes from one NIC to another, and the bytes of each, all alike."""
        size = self.bytes // count if self.collective in SHARED_OUT else self.bytes
        slices = 1 if self.slice is None else -(-size // self.slice)
        return slices, size // slices


SHARED_OUT: frozenset[Pattern] = frozenset({"ring-all-reduce", "all-to-all"})
"""Collectives that share a NIC's bytes out over all NICs."""
_OF_ANOTHER_PATTERN: dict[str, frozenset[str]] = {
    "ring-all-reduce": frozenset({"to", "victim", "outstanding"}),
    "all-to-all": frozenset({"to", "victim"}),
    "send-receive": frozenset({"to", "victim", "outstanding"}),
    "permutation": frozenset({"to", "victim", "slice", "slots", "latency"}),
    "incast": frozenset({"slice", "slots", "latency"}),
}
"""Fields that a pattern has no use for."""

StepPattern = Literal["ring-all-reduce", "all-to-all", "send-receive"]


class StepCollectiveSpec(Model):
    """A collective of every step of a training job."""

    collective: StepPattern = Field(description=", ".join(get_args(StepPattern)))
    bytes: Size = Field(gt=0, le=MAX_WRITE_BYTES, description="of each NIC in a step, all buckets together, as 4MiB")
    buckets: int = Field(
        1, ge=1, le=4096, description="parts, one after another, each a collective of its own, 1..4096"
    )
    overlap: float = Field(
        0.0,
        ge=0,
        le=1,
        description="the last share of `compute` in which buckets become ready, evenly, 0..1; 0: at its end",
    )
    outstanding: int | None = Field(
        None, ge=1, le=MAX_OUTSTANDING, description="steps of an all-to-all that may be open at a time; 1 if left out"
    )

    @model_validator(mode="after")
    def _of_its_pattern(self) -> StepCollectiveSpec:
        if self.outstanding is not None and self.collective != "all-to-all":
            raise ValueError(f"`outstanding` does not belong to `collective: {self.collective}`")
        return self


class CheckpointSpec(Model):
    """Where a job goes on whose queue pair has failed."""

    every: int = Field(ge=1, le=MAX_STEPS, description=f"steps from one checkpoint to the next, 1..{MAX_STEPS}")
    restart: Duration = Field(
        gt=0,
        description="from the failure of a queue pair until all are connected anew and computing begins, such as 30ms",
    )


class JobSpec(Model):
    """What a training job does: steps, each as long as its slowest NIC takes."""

    steps: int = Field(ge=1, le=MAX_STEPS, description=f"how many, 1..{MAX_STEPS}")
    compute: Duration = Field(description="how long every NIC's accelerator computes in a step, such as 1ms")
    collectives: list[StepCollectiveSpec] = Field(
        min_length=1,
        description="a list of {collective, bytes, buckets, overlap}, one after another; one or more",
    )
    checkpoint: CheckpointSpec | None = Field(
        None, description="{every, restart}; leave out for a job that ends when a queue pair fails"
    )


class TrainingSpec(_Item):
    """A synchronous training job of some NICs."""

    training: JobSpec = Field(description=f"{{{', '.join(JobSpec.model_fields)}}}")
    nics: list[str] | None = Field(
        None, min_length=2, description="a list of names of NICs, 2 or more, each once; leave out for all"
    )
    operation: Literal["write-imm", "send"] = Field("write-imm", description="write-imm, or send (RoCE)")

    @model_validator(mode="after")
    def _of_its_collectives(self) -> TrainingSpec:
        if self.outstanding is not None:
            raise ValueError("`outstanding` belongs to an all-to-all among `training.collectives`")
        return self


WorkItem = WriteSpec | CollectiveSpec | TrainingSpec


def _kind_of_item(item: object) -> str:
    given = item if isinstance(item, dict) else {}
    return next((kind for kind in ("collective", "training") if kind in given), "write")


Workload = list[
    Annotated[
        Annotated[WriteSpec, Tag("write")]
        | Annotated[CollectiveSpec, Tag("collective")]
        | Annotated[TrainingSpec, Tag("training")],
        Discriminator(_kind_of_item),
    ]
]


# --- The rest of a file ----------------------------------------------------------------------------------------------


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


class NicOptions(Model):
    """The NICs, and the queue pairs of every flow."""

    kind: Literal["mrc", "roce"] = Field("mrc", description="`mrc`, or `roce` for the baseline")
    qps: int = Field(1, ge=1, le=16, description="queue pairs of a flow of `kind: roce`, 1..16, one path each")
    evs: int = Field(128, ge=1, le=65536, description="active EVs of a flow, 1..65536, shared equally by the planes")
    paths: int | None = Field(None, ge=1, description="how many distinct paths a flow may use; leave out for all")
    congestion: dict[str, Scalar | float] = Field(
        default_factory=dict, description="`algorithm`, a congestion control's name, and its parameters by name"
    )
    window: int | None = Field(
        None,
        ge=1,
        le=4096,
        description="packets in flight to one destination, 1..4096, of `algorithm: fixed-window`; 1.5 BDP if left out",
    )
    trimming: bool = Field(True, description="true: data may be trimmed; false: data is sent with the NO_TRIM DSCP")
    link_signal: Literal["hidden"] | Duration = Field(
        10_000, description="how long after its link went down or came up a NIC notices, such as 10us, or `hidden`"
    )
    options: dict[str, Scalar | list[int]] = Field(
        default_factory=dict,
        description="parameters by name, which `python -m host_stack parameters` lists, and `network`: ipv6 or ipv4",
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


class ClustermapperSpec(Model):
    """Agents beside the NICs probe the fabric; the findings of their map go on the NICs' denylists."""

    interval: Duration = Field(1_000_000, gt=0, description="every loop is probed once in it, such as 1ms")
    timeout: Duration = Field(500_000, gt=0, description="a probe not back by then is lost; less than `interval`")
    t1s: int = Field(16, ge=1, description="how many T1s of a plane an agent probes in one interval, 1 or more")

    @model_validator(mode="after")
    def _in_time(self) -> ClustermapperSpec:
        if self.timeout >= self.interval:
            raise ValueError("`timeout` is not less than `interval`")
        return self


class RoutingSpec(Model):
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


class FaultSpec(Model):
    """When a fault happens, and the fault as written."""

    at: Duration = Field(description="when it happens, such as 150us")
    do: str = Field(description=fault_forms())


class FlapSpec(Model):
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


class SliceSpec(Model):
    """The part of the fabric that runs: some NICs, and the switches that their paths need."""

    nics: list[str] = Field(min_length=2, description="a list of names of NICs, 2 or more, each once")
    planes: int | None = Field(None, ge=1, description="how many planes, the first ones; leave out for all")


class LiveSpec(Model):
    """What is different when the scenario runs on a live fabric."""

    expect: dict[str, Annotated[Bound, BeforeValidator(parse_bound)] | None] = Field(
        default_factory=dict, description="bounds that replace those of the scenario; without a value there is none"
    )


class ScenarioSpec(Model):
    """A whole scenario file, its base merged in."""

    name: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$", description="letters, digits, `_`, `.`, `-`")
    title: str = Field("", max_length=200, description="one line for people")
    description: str = Field("", description="what the scenario shows")
    topology: str = Field(description="a topology file, relative to the scenario")
    overrides: dict[str, Annotated[Scalar, BeforeValidator(_scalar)]] = Field(
        default_factory=dict, description="dotted topology fields and their values"
    )
    slice: SliceSpec | None = Field(
        None, description="{nics, planes}: run only these NICs and the switches between them; leave out for all"
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
        min_length=1,
        description="a list of {from, to, bytes | file, at, ...}, {collective, nics, bytes, at, ...} and "
        "{training, nics, at, ...}",
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
    base: None = Field(None, description="another scenario, whose keys those here replace")

    @model_validator(mode="after")
    def _mapped(self) -> ScenarioSpec:
        if self.clustermapper is not None and self.nic.kind != "mrc":
            raise ValueError(
                f"`clustermapper` tells NICs which paths not to use, and `kind: {self.nic.kind}` chooses no paths"
            )
        return self


# --- A scenario in its topology --------------------------------------------------------------------------------------


class Scenario(Struct, frozen=True):
    """Times in ns; node and link names exist in `topology`; faults in order of time.

    Attributes:
        document: where everything was written, for messages about it.
        topology_file: that `topology` was read from, before `overrides`.
        live_expect: what replaces `expect` on a live fabric, name by name; None takes an expectation away.
    """

    document: Document
    name: str
    title: str
    description: str
    topology: topologies.Fabric
    topology_file: str
    overrides: Mapping[str, Scalar]
    seed: int
    limit_ns: int
    sample_ns: int
    nic: NicOptions
    clustermapper: ClustermapperSpec | None
    routing: RoutingSpec
    workload: tuple[WorkItem, ...]
    faults: tuple[Fault, ...]
    captures: tuple[str, ...]
    snaplen: int
    expect: Mapping[str, Bound]
    live_expect: Mapping[str, Bound | None]

    @property
    def writes(self) -> tuple[WriteSpec, ...]:
        return tuple(item for item in self.workload if isinstance(item, WriteSpec))

    def as_live(self) -> Scenario:
        """The scenario as it is meant for a live fabric: with the expectations that it has there."""
        merged = {**self.expect, **self.live_expect}
        return replace(self, expect={name: bound for name, bound in merged.items() if bound is not None})
