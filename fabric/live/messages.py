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
from functools import cached_property
from typing import Annotated, Any, Generic, TypeVar

from msgspec import Meta, Struct, field, json

import topologies
from fabric.errors import FabricError

# --- How a message travels -------------------------------------------------------------------------------------------


_READ = 1 << 16


class Message(Struct, frozen=True, forbid_unknown_fields=True):
    """Base of all: unknown fields are refused, nothing changes."""


class Asking(Message, frozen=True, tag_field="ask"):
    """A request or an order; its tag is the value of `ask`."""


class Telling(Message, frozen=True, tag_field="tell"):
    """An answer or a report; its tag is the value of `tell`."""


Positive = Annotated[int, Meta(gt=0)]


class Done(Telling, frozen=True, tag="done"):
    """It is done."""


class Refused(Telling, frozen=True, tag="refused"):
    """It cannot be done; `why` is meant for people."""

    why: str


_M = TypeVar("_M")


class Vocabulary(Generic[_M]):
    """The messages that one kind of process understands; one of their fields says which is which."""

    def __init__(self, kinds: Any) -> None:  # noqa: ANN401 - a union of types has no type
        """Of a union of messages."""
        self._kinds = kinds

    @cached_property
    def _decoder(self) -> json.Decoder[_M]:
        return json.Decoder(self._kinds)

    def read(self, text: bytes | str) -> _M:
        """A message. Raises ValueError (msgspec's) for anything else."""
        try:
            return self._decoder.decode(text)
        except RecursionError:
            raise ValueError("brackets within brackets, too many") from None


_P = TypeVar("_P", bound=Message)


def message_of(text: bytes | str, kind: type[_P]) -> _P:
    """A message of one kind. Raises ValueError (msgspec's) for anything else."""
    return Vocabulary[_P](kind).read(text)


def text_of(message: Message) -> str:
    """A message as one argument of a command line; `message_of` reads it. Raises FabricError: a name is no text."""
    try:
        return json.encode(message).decode()
    except UnicodeEncodeError as problem:
        raise FabricError(f"{problem.object!a}: this name is no text; accepted: names in UTF-8") from None


def line_of(message: Message) -> bytes:
    """A message as one line. Raises FabricError as `text_of`."""
    return text_of(message).encode() + b"\n"


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


class Ports(Asking, frozen=True, tag="ports"):
    """The NIC's interfaces are in its namespace now: open them."""


class Sockets(Asking, frozen=True, tag="sockets"):
    """The NIC's ports are these descriptors, which it inherited: one end of a SOCK_SEQPACKET pair each. Use them."""

    descriptors: list[int]


class Carrier(Asking, frozen=True, tag="carrier"):
    """The link at `port` went up or down; of ports that are sockets, which do not tell."""

    port: int
    up: bool


class Congestion(Message, frozen=True):
    """A congestion control by name, and its parameters (`host_stack.CcProfile`)."""

    algorithm: str
    parameters: dict[str, bool | int | float | str] = field(default_factory=dict)


class NicSettings(Message, frozen=True):
    """How all NICs of a live fabric are set up.

    Attributes:
        seed: of the run; each NIC draws its own from it.
        options: parameters of the NIC and of its queue pairs by name (`host_stack.provision`).
        signal_ns: how long after its link went down or came up a NIC notices, ns of the topology; None: never.
        hold_ns: how long after its arrival a NIC gets a frame, ns of the topology, where cables have no delay.
    """

    seed: int = 1
    trimming: bool = True
    options: dict[str, bool | int | str | list[int]] = field(default_factory=dict)
    signal_ns: int | None = 0
    hold_ns: int = 0


class Open(Asking, frozen=True, tag="open"):
    """A queue pair in INIT towards NIC number `peer`; `pinned` are its EVs, if it draws none. Answered by `Opened`."""

    peer: int
    evs: int
    paths: int | None
    congestion: Congestion
    pinned: list[int] | None = None


class Connect(Asking, frozen=True, tag="connect"):
    """What the peer says (`host_stack.ConnectionParameters`, as JSON) to queue pair `qpn`, which enters RTS."""

    qpn: int
    peer: str


class Register(Asking, frozen=True, tag="register"):
    """A region of `size` bytes that peers may write. Answered by `Registered`."""

    size: Positive


class Write(Asking, frozen=True, tag="write"):
    """Write the contents of `file` by queue pair `qpn` into a peer's region."""

    qpn: int
    file: str
    address: int
    r_key: int


class Save(Asking, frozen=True, tag="save"):
    """Write the region of `r_key` into `file`."""

    r_key: int
    file: str


class Release(Asking, frozen=True, tag="release"):
    """Queue pair `qpn` is not needed any more, nor the region of `r_key`, which has none when it is null."""

    qpn: int
    r_key: int | None


class Status(Asking, frozen=True, tag="status"):
    """Answered by `NicStatus`."""


class Sample(Asking, frozen=True, tag="sample"):
    """What changes all the time, in few bytes. Answered by `NicSample`."""


class Measure(Asking, frozen=True, tag="measure"):
    """Answered by `Measured`."""


class ReadEnds(Asking, frozen=True, tag="ends"):
    """What the NIC's ends of its cables count, where its process has them. Answered by `EndsRead`."""


class Pace(Asking, frozen=True, tag="pace"):
    """`port` sends at this rate from now on, bits per second of the topology."""

    port: int
    rate_bps: Positive


class Tc(Asking, frozen=True, tag="tc"):
    """Run these lines of `tc -batch` in the NIC's namespace."""

    lines: list[str]


class SetPort(Asking, frozen=True, tag="set port"):
    """Set the interface of a port up or down, in the NIC's namespace."""

    port: int
    up: bool


class Opened(Telling, frozen=True, tag="opened"):
    """The queue pair, and what the other end must know: `host_stack.ConnectionParameters`, as JSON.

    `room`: messages that it may have open at a time.
    """

    qpn: int
    parameters: str
    room: int


class Registered(Telling, frozen=True, tag="registered"):
    """Where peers write."""

    address: int
    r_key: int


class QpStatus(Message, frozen=True):
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


class EvChanged(Message, frozen=True):
    """An EV left a state: `host_stack.paths.ev.EvEvent`, as far as people look at it."""

    time_ns: int
    qpn: int
    entropy: int
    plane: int
    uplink: int
    old: str
    new: str
    reason: str


class NicStatus(Telling, frozen=True, tag="status"):
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

    process_id: int
    now_ns: int
    ports_up: list[bool]
    late_ns: tuple[int, int]
    lost_by_kernel: int
    not_sent: int
    counters: dict[str, int]
    queue_pairs: list[QpStatus]
    ev_changes: list[EvChanged]


class PathEvs(Message, frozen=True):
    """EVs of one queue pair that take the same way.

    Attributes:
        plane, uplink: what they stand for: a plane, and a port of the T0 towards a T1.
        states: a letter for each, in the order of its set: `host_stack.EvState`'s first, small for a backup.
    """

    plane: int
    uplink: int
    states: str


class NicSample(Telling, frozen=True, tag="nic sample"):
    """What changes all the time at a NIC.

    Attributes:
        now_ns: its clock, ns of the topology.
        paths: of its newest queue pairs (16 of them) by number, in order of plane and uplink.
    """

    now_ns: int
    paths: dict[int, list[PathEvs]]


class EndState(Message, frozen=True):
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


class Arrived(Message, frozen=True):
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


class InFlight(Message, frozen=True):
    """Packets that are not known to have arrived; `way`: plane and uplink of their EV, null of one that is gone."""

    way: tuple[int, int] | None
    packets: int


class Measured(Telling, frozen=True, tag="measured"):
    """What a NIC knows at the end.

    Attributes:
        in_flight: by queue pair.
        posted_late_ns: how long after it was ordered a message was posted, ns of the topology: the median and the 99th
            of 100.
    """

    arrived: list[Arrived]
    in_flight: dict[int, list[InFlight]]
    posted_late_ns: tuple[int, int]


class EndsRead(Telling, frozen=True, tag="ends"):
    """What a NIC's ports count, in their order."""

    ends: list[EndState]


Request = (
    Ports | Sockets | Carrier | Open | Connect | Register | Write | Save | Release
    | Status | Sample | Measure | ReadEnds | Pace | Tc | SetPort
)  # fmt: skip
Reply = Done | Refused | Opened | Registered | NicStatus | NicSample | Measured | EndsRead

REQUESTS: Vocabulary[Request] = Vocabulary(Request)
"""What a NIC process is asked by its parent."""


# --- A NIC, ordered by the program that steers a workload ------------------------------------------------------------


class Watch(Asking, frozen=True, tag="watch"):
    """From now on tell of everything that ends at queue pair `qpn`, by `Ended`."""

    qpn: int


class Provide(Asking, frozen=True, tag="provide"):
    """A region of `size` bytes that peers may write. Answered by `Provided`, in the order of the questions."""

    size: Positive


class Post(Asking, frozen=True, tag="post"):
    """Write `size` bytes of `file`, from `begin` on, by queue pair `qpn` into a peer's region.

    Attributes:
        number: of the message in its flow: comes back in `Ended`, at the peer too if it has an immediate.
        immediate: the peer is told of it.
        ordered_ns: when it was said, ns of the topology.
    """

    qpn: int
    number: int
    immediate: bool
    file: str
    begin: int
    size: int
    address: int
    r_key: int
    ordered_ns: int


class Compare(Asking, frozen=True, tag="compare"):
    """Hold the region of `r_key` against as many bytes of `file`, from `begin` on. Answered by `Compared`."""

    ticket: int
    r_key: int
    file: str
    begin: int


class Ended(Telling, frozen=True, tag="ended"):
    """What became of a message at queue pair `qpn`; `failure` says why it never will arrive."""

    qpn: int
    number: int
    time_ns: int
    failure: str | None


class Provided(Telling, frozen=True, tag="provided"):
    """Where peers write."""

    address: int
    r_key: int


class Compared(Telling, frozen=True, tag="compared"):
    """`found`: the SHA-256, in hexadecimal digits, of what is there instead of what should be; null if it is right."""

    ticket: int
    found: str | None


Order = Watch | Provide | Post | Compare
Report = Ended | Provided | Compared | Refused

ORDERS: Vocabulary[Order] = Vocabulary(Order)
REPORTS: Vocabulary[Report] = Vocabulary(Report)


# --- What a sample of a fabric has -----------------------------------------------------------------------------------


class PortSample(Message, frozen=True):
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


class Sampled(Telling, frozen=True, tag="sampled"):
    """A sample of the fabric.

    Attributes:
        now_ns: when it was taken, ns of the topology.
        links: bytes that crossed each, from its first end to its second and back; none where no interface counts them.
        ports: of switches that answered, in order of their numbers.
    """

    now_ns: int
    links: dict[str, tuple[int, int]]
    ports: dict[str, list[PortSample]]
    nics: dict[str, NicSample]


# --- Which fabric ----------------------------------------------------------------------------------------------------


class TopologySource(Message, frozen=True):
    """A topology file, absolute, and overrides of its fields by dotted name."""

    file: str
    overrides: dict[str, bool | int | str] = field(default_factory=dict)

    def load(self) -> topologies.Fabric:
        """The fabric. Raises TopologyError."""
        return topologies.load(self.file, self.overrides)

    def text(self) -> str:
        """As one argument of a command line."""
        return text_of(self)


# --- The relay of cables ---------------------------------------------------------------------------------------------


SEEN = struct.Struct("=q?I")
"""Before each frame that a tap is told: when, ns of `time.monotonic_ns`; whether it left the second end, or arrived
there; and how many frames did not fit into the tap up to now."""


class RelayEnd(Message, frozen=True):
    """One end of a cable: its name, and the switch's socket that is to be connected to, or an inherited descriptor."""

    name: str
    path: str | None = None
    descriptor: int | None = None


class RelayCable(Message, frozen=True):
    """A cable: its link, its ends, and both directions' bits per second and delay in ns, in real time."""

    link: str
    a: RelayEnd
    b: RelayEnd
    rate_bps: int
    delay_ns: int


class Lay(Asking, frozen=True, tag="lay"):
    """Lay these cables; where taps connect; DSCP to band; seed of what is lost. Answered by `Done`."""

    cables: list[RelayCable]
    taps: str
    bands: dict[int, int]
    seed: int


class SetState(Asking, frozen=True, tag="state"):
    """A link goes up or down. Answered by `Done`."""

    link: str
    up: bool


class SetLoss(Asking, frozen=True, tag="loss"):
    """A link loses a share of frames from its first end to its second, and of those back. Answered by `Done`."""

    link: str
    there: float
    back: float


class SetRate(Asking, frozen=True, tag="rate"):
    """Give both directions of a link another rate, bits per real second. Answered by `Done`."""

    link: str
    rate_bps: Positive


class Read(Asking, frozen=True, tag="read"):
    """What has been counted? Answered by `Counted`."""


class Counted(Telling, frozen=True, tag="counted"):
    """All ends by name, and how late frames came out in the worst of 100, ns of real time."""

    ends: dict[str, EndState]
    late_ns: int


RelayRequest = Lay | SetState | SetLoss | SetRate | Read

RELAY_REQUESTS: Vocabulary[RelayRequest] = Vocabulary(RelayRequest)
