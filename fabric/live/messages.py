# SPDX-License-Identifier: Apache-2.0
"""What a live fabric says to its NIC processes, and what they answer: one JSON document a line."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter


class Message(BaseModel):
    """Base of all: unknown fields are refused, nothing changes."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Ports(Message):
    """The NIC's interfaces are in its namespace now: open them."""

    ask: Literal["ports"] = "ports"


class Sockets(Message):
    """The NIC's ports are these descriptors, which it inherited: one end of a SOCK_SEQPACKET pair each. Use them."""

    ask: Literal["sockets"] = "sockets"
    descriptors: list[int]


class Carrier(Message):
    """The link at `port` went up or down; of ports that are sockets, which do not tell."""

    ask: Literal["carrier"] = "carrier"
    port: int
    up: bool


class Congestion(Message):
    """A congestion control by name, and its parameters (`host_stack.CcProfile`)."""

    algorithm: str
    parameters: dict[str, bool | int | float | str] = Field(default_factory=dict)


class NicSettings(Message):
    """How all NICs of a live fabric are set up.

    Attributes:
        seed: of the run; each NIC draws its own from it.
        trimming: data may be trimmed.
        options: parameters of the NIC and of its queue pairs by name (`host_stack.parameters`).
        signal_ns: how long after its link went down or came up a NIC notices, ns of the topology; None: never.
        hold_ns: how long after its arrival a NIC gets a frame, ns of the topology, where cables have no delay.
    """

    seed: int = 1
    trimming: bool = True
    options: dict[str, bool | int | str | list[int]] = Field(default_factory=dict)
    signal_ns: int | None = 0
    hold_ns: int = 0


class Open(Message):
    """A queue pair in INIT towards NIC number `peer`; `pinned` are its EVs, if it draws none. Answered by `Opened`."""

    ask: Literal["open"] = "open"
    peer: int
    evs: int
    paths: int | None
    congestion: Congestion
    pinned: list[int] | None = None


class Connect(Message):
    """The peer's greeting (`host_stack.greeting.Greeting`, as JSON) for queue pair `qpn`, which enters RTS."""

    ask: Literal["connect"] = "connect"
    qpn: int
    peer: str


class Register(Message):
    """A region of `size` bytes that peers may write. Answered by `Registered`."""

    ask: Literal["register"] = "register"
    size: int = Field(gt=0)


class Write(Message):
    """Write the contents of `file` by queue pair `qpn` into a peer's region."""

    ask: Literal["write"] = "write"
    qpn: int
    file: str
    address: int
    r_key: int


class Save(Message):
    """Write the region of `r_key` into `file`."""

    ask: Literal["save"] = "save"
    r_key: int
    file: str


class Release(Message):
    """Queue pair `qpn` is not needed any more, nor the region of `r_key`, which has none when it is null."""

    ask: Literal["release"] = "release"
    qpn: int
    r_key: int | None


class Status(Message):
    """Answered by `NicStatus`."""

    ask: Literal["status"] = "status"


class Sample(Message):
    """What changes all the time, in few bytes. Answered by `NicSample`."""

    ask: Literal["sample"] = "sample"


class Measure(Message):
    """Answered by `Measured`."""

    ask: Literal["measure"] = "measure"


class ReadEnds(Message):
    """What the NIC's ends of its cables count, where its process has them. Answered by `EndsRead`."""

    ask: Literal["ends"] = "ends"


class Pace(Message):
    """`port` sends at this rate from now on, bits per second of the topology."""

    ask: Literal["pace"] = "pace"
    port: int
    rate_bps: int = Field(gt=0)


class Tc(Message):
    """Run these lines of `tc -batch` in the NIC's namespace."""

    ask: Literal["tc"] = "tc"
    lines: list[str]


class SetPort(Message):
    """Set the interface of a port up or down, in the NIC's namespace."""

    ask: Literal["set port"] = "set port"
    port: int
    up: bool


class Done(Message):
    """It is done."""

    tell: Literal["done"] = "done"


class Refused(Message):
    """It cannot be done; `why` is meant for people."""

    tell: Literal["refused"] = "refused"
    why: str


class Opened(Message):
    """The queue pair, and what the other end must know: `host_stack.greeting.Greeting`, as JSON.

    `room`: messages that it may have open at a time.
    """

    tell: Literal["opened"] = "opened"
    qpn: int
    greeting: str
    room: int


class Registered(Message):
    """Where peers write."""

    tell: Literal["registered"] = "registered"
    address: int
    r_key: int


class QpStatus(Message):
    """One queue pair: its EVs by state, its writes, its sender's and receiver's counters. Times are the topology's."""

    qpn: int
    state: str
    evs: dict[str, int]
    completed: list[int]
    failures: list[str]
    bytes_placed: int
    packets: int
    retransmissions: int
    nacks: int
    losses: int
    timeouts: int
    evs_retired: int
    evs_revived: int
    worst_delivery_ns: int


class EvChanged(Message):
    """An EV left a state: `host_stack.paths.ev_events.EvEvent`, as far as people look at it."""

    time_ns: int
    qpn: int
    entropy: int
    plane: int
    uplink: int
    old: str
    new: str
    reason: str


class NicStatus(Message):
    """The NIC as it is.

    Attributes:
        process_id: of the NIC's process, as the host has it.
        now_ns: its clock, ns of the topology.
        ports_up: its ports with a carrier.
        late_ns: how late it was for what it wanted to do, ns of the topology: the median and the 99th of 100.
        lost_by_kernel: frames that arrived while its sockets were full.
        not_sent: frames that its sockets did not take.
        counters: the NIC's own.
        queue_pairs: in order of their numbers.
        ev_changes: since the last status.
    """

    tell: Literal["status"] = "status"
    process_id: int
    now_ns: int
    ports_up: list[bool]
    late_ns: tuple[int, int]
    lost_by_kernel: int
    not_sent: int
    counters: dict[str, int]
    queue_pairs: list[QpStatus]
    ev_changes: list[EvChanged]


class PathEvs(Message):
    """EVs of one queue pair that take the same way.

    Attributes:
        plane, uplink: what they stand for: a plane, and a port of the T0 towards a T1.
        states: a letter for each, in the order of its set: `host_stack.EvState`'s first, small for a backup.
    """

    plane: int
    uplink: int
    states: str


class NicSample(Message):
    """What changes all the time at a NIC.

    Attributes:
        now_ns: its clock, ns of the topology.
        paths: of its newest queue pairs (16 of them) by number, in order of plane and uplink.
    """

    tell: Literal["nic sample"] = "nic sample"
    now_ns: int
    paths: dict[int, list[PathEvs]]


class EndState(Message):
    """One end of a cable, since it was laid.

    Attributes:
        received_frames, received_bytes: that came out of the cable.
        sent_frames, sent_bytes: that went into it.
        queued_bytes: that wait to go into it; on a cable with a delay also those that are on their way.
        lost_random, lost_overflow: frames that it lost, by chance or at a full queue.
        lost_down: frames that it lost because the link was or went down; 0 where the kernel does not count them.
    """

    received_frames: int
    received_bytes: int
    sent_frames: int
    sent_bytes: int
    queued_bytes: int
    lost_random: int
    lost_overflow: int
    lost_down: int = 0


class Arrived(Message):
    """Frames of a NIC that have arrived over one path, trimmed ones included.

    Attributes:
        source: number of the NIC that sent them.
        plane: of the path.
        uplink: of the T0, 0 on a path that leaves none; None where switches choose it.
        frames, bytes, trimmed: how many.
    """

    source: int
    plane: int
    uplink: int | None
    frames: int
    bytes: int
    trimmed: int


class InFlight(Message):
    """Packets that are not known to have arrived; `way`: plane and uplink of their EV, null of one that is gone."""

    way: tuple[int, int] | None
    packets: int


class Measured(Message):
    """What a NIC knows at the end.

    Attributes:
        arrived: from whom.
        in_flight: by queue pair.
        posted_late_ns: how long after it was ordered a message was posted, ns of the topology: the median and the 99th
            of 100.
    """

    tell: Literal["measured"] = "measured"
    arrived: list[Arrived]
    in_flight: dict[int, list[InFlight]]
    posted_late_ns: tuple[int, int]


class EndsRead(Message):
    """What a NIC's ports count, in their order."""

    tell: Literal["ends"] = "ends"
    ends: list[EndState]


Request = (
    Ports | Sockets | Carrier | Open | Connect | Register | Write | Save | Release
    | Status | Sample | Measure | ReadEnds | Pace | Tc | SetPort
)  # fmt: skip
Reply = Done | Refused | Opened | Registered | NicStatus | NicSample | Measured | EndsRead

_REQUEST: TypeAdapter[Request] = TypeAdapter(Annotated[Request, Field(discriminator="ask")])


def read_request(line: bytes) -> Request:
    """A request of one line. Raises ValueError (pydantic's) for anything else."""
    return _REQUEST.validate_json(line)


def line_of(message: Message) -> bytes:
    """A message as one line."""
    return message.model_dump_json().encode() + b"\n"
