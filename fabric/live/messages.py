# SPDX-License-Identifier: Apache-2.0
"""What the processes of a live network say to each other: messages, one JSON document a line, over a stream socket.

A message has `ask` if it wants something, `tell` if it says something; the value says which kind it is. A request is
answered by the message that its docstring names, or by `Refused`. A `Vocabulary` is what one kind of process
understands. Here are those of NICs and of the relay of cables; `labs.control_socket` has those of a lab.

A NIC is asked by its parent (setting up, tables of paths, counters), and ordered by the program that steers a workload.
Orders need no answer: the NIC reports what became of them as soon as it knows.
"""

from __future__ import annotations

import selectors
import socket
import struct
from collections.abc import Callable
from typing import Annotated, Generic, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

import topologies

# --- How a message travels -------------------------------------------------------------------------------------------


_READ = 1 << 16


class Message(BaseModel):
    """Base of all: unknown fields are refused, nothing changes."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


class Done(Message):
    """It is done."""

    tell: Literal["done"] = "done"


class Refused(Message):
    """It cannot be done; `why` is meant for people."""

    tell: Literal["refused"] = "refused"
    why: str


_M = TypeVar("_M")


class Vocabulary(Generic[_M]):
    """The messages that one kind of process understands; one of their fields says which is which."""

    def __init__(self, kinds: object, field: str) -> None:
        """Of a union of messages, told apart by `field`."""
        kind = Annotated[kinds, Field(discriminator=field)]  # type: ignore[valid-type]
        self._adapter: TypeAdapter[_M] = TypeAdapter(kind)

    def read(self, text: bytes | str) -> _M:
        """A message. Raises ValueError (pydantic's) for anything else."""
        return self._adapter.validate_json(text)


def line_of(message: Message) -> bytes:
    """A message as one line."""
    return message.model_dump_json().encode() + b"\n"


class Lines:
    """Whole lines out of a stream, whatever pieces it comes in."""

    def __init__(self) -> None:
        self._pending = b""

    def take(self, data: bytes) -> list[bytes]:
        """The lines that are whole, now that this has come."""
        *lines, self._pending = (self._pending + data).split(b"\n")
        return lines


class Answering:
    """Answers requests, a line each, when a selector says that there are some.

    Attributes:
        ended: the other end is closed, so this process is to end.
    """

    def __init__(
        self,
        control: socket.socket,
        selector: selectors.BaseSelector,
        answer: Callable[[bytes], Message],
        refusals: tuple[type[Exception], ...],
    ) -> None:
        """Begin to listen.

        Args:
            control: where requests come, and answers go.
            selector: whose keys' data are called with a mask of events.
            answer: what to say to a line.
            refusals: exceptions, besides OSError, whose text is the answer.
        """
        self.ended = False
        self._control = control
        self._answer = answer
        self._refusals = refusals
        self._lines = Lines()
        selector.register(control, selectors.EVENT_READ, self._readable)

    def _readable(self, _events: int) -> None:
        try:
            data = self._control.recv(_READ)
        except OSError:  # reset: the client went without reading the answer
            data = b""
        if not data:
            self.ended = True
            return
        for line in self._lines.take(data):
            self._control.sendall(line_of(self._say(line)))

    def _say(self, line: bytes) -> Message:
        try:
            return self._answer(line)
        except OSError as problem:
            return Refused(why=f"{problem.filename or 'file'}: {problem.strerror}")
        except self._refusals as problem:
            return Refused(why=str(problem) or type(problem).__name__)


# --- A NIC, asked by its parent --------------------------------------------------------------------------------------


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
        options: parameters of the NIC and of its queue pairs by name (`host_stack.provision`).
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
    """What the peer says (`host_stack.ConnectionParameters`, as JSON) to queue pair `qpn`, which enters RTS."""

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


class Opened(Message):
    """The queue pair, and what the other end must know: `host_stack.ConnectionParameters`, as JSON.

    `room`: messages that it may have open at a time.
    """

    tell: Literal["opened"] = "opened"
    qpn: int
    parameters: str
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
    """An EV left a state: `host_stack.paths.ev.EvEvent`, as far as people look at it."""

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
        uplink: of the T0, 0 on a path that leaves none; None where switches choose it.
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

REQUESTS: Vocabulary[Request] = Vocabulary(Request, "ask")
"""What a NIC process is asked by its parent."""


# --- A NIC, ordered by the program that steers a workload ------------------------------------------------------------


class Watch(Message):
    """From now on tell of everything that ends at queue pair `qpn`, by `Ended`."""

    ask: Literal["watch"] = "watch"
    qpn: int


class Provide(Message):
    """A region of `size` bytes that peers may write. Answered by `Provided`, in the order of the questions."""

    ask: Literal["provide"] = "provide"
    size: int = Field(gt=0)


class Post(Message):
    """Write `size` bytes of `file`, from `begin` on, by queue pair `qpn` into a peer's region.

    Attributes:
        number: of the message in its flow: comes back in `Ended`, at the peer too if it has an immediate.
        immediate: the peer is told of it.
        ordered_ns: when it was said, ns of the topology.
    """

    ask: Literal["post"] = "post"
    qpn: int
    number: int
    immediate: bool
    file: str
    begin: int
    size: int
    address: int
    r_key: int
    ordered_ns: int


class Compare(Message):
    """Hold the region of `r_key` against as many bytes of `file`, from `begin` on. Answered by `Compared`."""

    ask: Literal["compare"] = "compare"
    ticket: int
    r_key: int
    file: str
    begin: int


class Ended(Message):
    """What became of a message at queue pair `qpn`; `failure` says why it never will arrive."""

    tell: Literal["ended"] = "ended"
    qpn: int
    number: int
    time_ns: int
    failure: str | None


class Provided(Message):
    """Where peers write."""

    tell: Literal["provided"] = "provided"
    address: int
    r_key: int


class Compared(Message):
    """`found`: the SHA-256, in hexadecimal digits, of what is there instead of what should be; null if it is right."""

    tell: Literal["compared"] = "compared"
    ticket: int
    found: str | None


Order = Watch | Provide | Post | Compare
Report = Ended | Provided | Compared | Refused

ORDERS: Vocabulary[Order] = Vocabulary(Order, "ask")
REPORTS: Vocabulary[Report] = Vocabulary(Report, "tell")


# --- What a sample of a fabric has -----------------------------------------------------------------------------------


class PortSample(Message):
    """A port of a switch, as its P4 program has it.

    Attributes:
        trimmed: packets that did not fit and were cut; trim_dropped: those of them that did not fit even so.
        dropped: packets that did not fit and were not cut.
        marked: packets with a mark of congestion (ECN CE).
        backlog_us: when the program last looked at the queues, us of the switch's clock.
        backlog: bytes ahead of a packet of each queue, 0 first, at that time; none where the target cannot tell.
        waiting: then, bytes that wait to enter the cable, with those on their way in one that delays; else None.
    """

    trimmed: int
    trim_dropped: int
    dropped: int
    marked: int
    backlog_us: int
    backlog: list[int]
    waiting: int | None


class Sampled(Message):
    """A sample of the fabric.

    Attributes:
        now_ns: when it was taken, ns of the topology.
        links: bytes that crossed each, from its first end to its second and back; none where no interface counts them.
        ports: of switches that answered, in order of their numbers.
    """

    tell: Literal["sampled"] = "sampled"
    now_ns: int
    links: dict[str, tuple[int, int]]
    ports: dict[str, list[PortSample]]
    nics: dict[str, NicSample]


# --- Which fabric ----------------------------------------------------------------------------------------------------


class TopologySource(Message):
    """A topology file, absolute, and overrides of its fields by dotted name."""

    file: str
    overrides: dict[str, bool | int | str] = Field(default_factory=dict)

    def load(self) -> topologies.Fabric:
        """The fabric. Raises TopologyError."""
        return topologies.load(self.file, self.overrides)

    def text(self) -> str:
        """As one argument of a command line; `TopologySource.model_validate_json` reads it."""
        return self.model_dump_json()


# --- The relay of cables ---------------------------------------------------------------------------------------------


SEEN = struct.Struct("=q?I")
"""Before each frame that a tap is told: when, ns of `time.monotonic_ns`; whether it left the second end, or arrived
there; and how many frames did not fit into the tap up to now."""


class RelayEnd(Message):
    """One end of a cable: its name, and the switch's socket that is to be connected to, or an inherited descriptor."""

    name: str
    path: str | None = None
    descriptor: int | None = None


class RelayCable(Message):
    """A cable: its link, its ends, and both directions' bits per second and delay in ns, in real time."""

    link: str
    a: RelayEnd
    b: RelayEnd
    rate_bps: int
    delay_ns: int


class Lay(Message):
    """Lay these cables; where taps connect; DSCP to band; seed of what is lost. Answered by `Done`."""

    ask: Literal["lay"] = "lay"
    cables: list[RelayCable]
    taps: str
    bands: dict[int, int]
    seed: int


class SetState(Message):
    """A link goes up or down. Answered by `Done`."""

    ask: Literal["state"] = "state"
    link: str
    up: bool


class SetLoss(Message):
    """A link loses a share of frames from its first end to its second, and of those back. Answered by `Done`."""

    ask: Literal["loss"] = "loss"
    link: str
    there: float
    back: float


class SetRate(Message):
    """Give both directions of a link another rate, bits per real second. Answered by `Done`."""

    ask: Literal["rate"] = "rate"
    link: str
    rate_bps: int = Field(gt=0)


class Read(Message):
    """What has been counted? Answered by `Counted`."""

    ask: Literal["read"] = "read"


class Counted(Message):
    """All ends by name, and how late frames came out in the worst of 100, ns of real time."""

    tell: Literal["counted"] = "counted"
    ends: dict[str, EndState]
    late_ns: int


RelayRequest = Lay | SetState | SetLoss | SetRate | Read

RELAY_REQUESTS: Vocabulary[RelayRequest] = Vocabulary(RelayRequest, "ask")
