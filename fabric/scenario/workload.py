# SPDX-License-Identifier: Apache-2.0
"""The shape of a scenario's workload. What needs the names of others is in `ordering`."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, Discriminator, Field, Tag, model_validator

from common.quantities import parse_size, parse_time, with_unit

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
MAX_QPS = 64

_NAME = r"^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$"


class Section(BaseModel):
    """Fields of a scenario; one that is not there is a mistake."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class _Item(Section):
    """What every item of a workload may say."""

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


class VictimSpec(Section):
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


_OF_ANOTHER_PATTERN: dict[str, frozenset[str]] = {
    "ring-all-reduce": frozenset({"to", "victim", "outstanding"}),
    "all-to-all": frozenset({"to", "victim"}),
    "send-receive": frozenset({"to", "victim", "outstanding"}),
    "permutation": frozenset({"to", "victim"}),
    "incast": frozenset(),
}
"""Fields that a pattern has no use for."""

WorkItem = WriteSpec | CollectiveSpec
Workload = list[
    Annotated[
        Annotated[WriteSpec, Tag("write")] | Annotated[CollectiveSpec, Tag("collective")],
        Discriminator(lambda item: "collective" if isinstance(item, dict) and "collective" in item else "write"),
    ]
]
