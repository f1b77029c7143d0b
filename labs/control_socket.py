# SPDX-License-Identifier: Apache-2.0
"""A lab's control socket: messages, a line of JSON each, between short commands and the supervisor.

Messages are what commands ask, what the supervisor answers, and the settings that it starts with. The supervisor's end
serves many clients at once, none of which can hold up the others for long.
"""

from __future__ import annotations

import contextlib
import socket
import socketserver
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from msgspec import field
from typing_extensions import override

from fabric.live.messages import (
    Asking,
    Done,
    Message,
    NicStatus,
    Refused,
    Sample,
    Sampled,
    Telling,
    TopologySource,
    Vocabulary,
    line_of,
)
from fabric.live.namespaces import CableKind
from labs.directory import LabDirectory, LabError, to_type
from p4soft.command_line import EngineChoice

# --- Asked and answered ----------------------------------------------------------------------------------------------


LARGEST_BYTES = 1 << 30
"""Most bytes of all writes that are on their way, or have arrived and wait to be fetched."""
FAIL = ("switch NAME", "link A--B", "port NODE:PORT", "plane N", "loss A--B 0.1", "rate A--B 25Gb/s")
"""What can fail, as people write it."""
HEAL = ("all", "switch NAME", "link A--B", "port NODE:PORT", "plane N", "loss A--B", "rate A--B")
"""What can be healed, as people write it."""


class Look(Asking, frozen=True, tag="look"):
    """How is everything? Answered by `State`, or `CustomState`."""


class PostWrite(Asking, frozen=True, tag="write"):
    """Write a file from one NIC to another, by a queue pair of its own. Answered by `Posted`."""

    source: str
    destination: str
    file: str


class Fetch(Asking, frozen=True, tag="fetch"):
    """Put what arrived of write number `index` into `file`. Answered by `Done`."""

    index: int
    file: str


class Peek(Asking, frozen=True, tag="peek"):
    """Put what arrived so far of write number `index` into `file`; it goes on, and stays. Answered by `Done`."""

    index: int
    file: str


class ApplyFault(Asking, frozen=True, tag="strike"):
    """Let a fault happen, written as in a scenario. Answered by `Happened`."""

    fault: str


class Fail(Asking, frozen=True, tag="fail"):
    """Let what `FAIL` lists fail. Answered by `Happened`."""

    words: list[str]


class Heal(Asking, frozen=True, tag="heal"):
    """Heal what `HEAL` lists. Answered by `Happened`."""

    words: list[str]


class Stop(Asking, frozen=True, tag="stop"):
    """End the lab. Answered by `Done` when everything is gone."""


class Posted(Telling, frozen=True, tag="posted"):
    """The number of the write."""

    index: int


class Happened(Telling, frozen=True, tag="happened"):
    """These faults happened, as a scenario writes them."""

    faults: list[str]


class SwitchState(Message, frozen=True, kw_only=True):
    """A switch.

    Attributes:
        grpc_address: of its P4Runtime server, in the lab's network.
        trace: what it writes of every packet since it came up; None unless the lab was brought up so.
        control: its control socket, which begins and ends traces; None on a target without one.
        forwards: it is not stopped, nor gone.
    """

    name: str
    device_id: int
    grpc_address: str
    log: str
    trace: str | None
    control: str | None = None
    forwards: bool


class WriteState(Message, frozen=True):
    """A write: how many bytes are there, when it was complete or why it never will be. Times: ns of the fabric."""

    source: str
    source_qpn: int
    destination: str
    size: int
    placed: int
    posted_ns: int
    completed_ns: int | None
    failure: str | None


class Looked(Telling, frozen=True, kw_only=True):
    """Any lab as it is.

    Attributes:
        topology: file it was brought up from.
        fabric: what the topology calls itself.
        cables: what they are made of.
        cables_late_ns: how late frames came out of them in the worst of 100, ns of the topology; 0 if not known.
        factor: how many times slower than the topology it runs.
        delays: whether cables have their delay.
        process_id: of the supervisor, as the host has it.
        origin_ns: `time.monotonic_ns` when the fabric's time was 0.
        networks: what has a network of its own, by name: a process in it, as the host has it.
        logs: of processes and the supervisor, by name.
        dead: processes that should run and do not, or do not answer, by name, and what is known of them.
        faults: the state of each target that differs from the topology.
        taps: of each link, what `fabric.live.capture` opens to see what crosses it.
    """

    name: str
    topology: str
    fabric: str
    target: str
    cables: CableKind = "veth"
    cables_late_ns: int = 0
    factor: int
    delays: bool
    process_id: int
    origin_ns: int
    now_ns: int
    switches: list[SwitchState]
    networks: dict[str, int]
    logs: dict[str, str]
    dead: dict[str, str]
    faults: dict[str, list[str]]
    taps: dict[str, str]


class State(Looked, frozen=True, tag="state", kw_only=True):
    """A lab of an MRC fabric as it is.

    Attributes:
        host_bps: rate of a NIC's port in the topology.
        busy: by switch, the largest share of a core that it used over a second of the last ten; empty at first.
        nics, writes: all of them; a NIC that does not answer is as it was when it last did.
    """

    host_bps: int
    base_rtt_ns: int
    busy: dict[str, float] = field(default_factory=dict)
    nics: dict[str, NicStatus]
    writes: list[WriteState]


class Plugged(Message, frozen=True):
    """An interface of a host: addresses with their prefix, and the link that is plugged into it."""

    name: str
    mac: str
    addresses: list[str]
    link: str


class LinkState(Message, frozen=True):
    """A link of a custom network, as its file has it: ends as node and port."""

    a: tuple[str, int]
    b: tuple[str, int]
    rate_bps: int
    delay_ns: int
    loss: float


class CustomState(Looked, frozen=True, tag="own state", kw_only=True):
    """A lab of a custom network (`fabric.custom`) as it is: hosts and links by name."""

    hosts: dict[str, list[Plugged]]
    links: dict[str, LinkState]


WriteRequest = PostWrite | Fetch | Peek
"""What only NICs can do."""
Request = Look | Sample | PostWrite | Fetch | Peek | ApplyFault | Fail | Heal | Stop
Reply = Done | Refused | Posted | Happened | State | CustomState | Sampled

REQUESTS: Vocabulary[Request] = Vocabulary(Request)
REPLIES: Vocabulary[Reply] = Vocabulary(Reply)


# --- Settings --------------------------------------------------------------------------------------------------------


class SwitchSettings(Message, frozen=True, tag_field="kind"):
    """What every lab has.

    Attributes:
        seed: of the switches, and of NICs.
        engine: what runs the program on the embedded target.
        traced: switches write what happens to every packet.
    """

    target: str
    seed: int
    engine: EngineChoice
    traced: bool


class FabricSettings(SwitchSettings, frozen=True, tag="fabric"):
    """An MRC fabric.

    Attributes:
        factor: see `fabric.live.scale.Scale`.
        cables: what they are made of.
    """

    source: TopologySource
    factor: int
    cables: CableKind


class CustomSettings(SwitchSettings, frozen=True, tag="own"):
    """Somebody's own network of hosts and switches, by its file, absolute."""

    file: str


Settings = FabricSettings | CustomSettings
SETTINGS: Vocabulary[Settings] = Vocabulary(Settings)


# --- Over the supervisor's standard output and input, when it starts --------------------------------------------------


READY = "ready"
KEEP = b"keep\n"


# --- The commands' end -----------------------------------------------------------------------------------------------


_ANSWER_S = 60.0
_R = TypeVar("_R", bound=Message)


def ask(where: LabDirectory, request: Request, answer: type[_R], *, patience_s: float = _ANSWER_S) -> _R:
    """Ask the supervisor of a lab. Raises LabError: it is not up, does not answer within `patience_s`, or refuses."""
    reply = _exchange(where, request, patience_s)
    if isinstance(reply, answer):
        return reply
    raise LabError(
        reply.why if isinstance(reply, Refused) else f"{where.name}: answered {_kind(reply)!r} to {_kind(request)!r}"
    )


def _kind(message: Message) -> object:
    return message.__struct_config__.tag


def _exchange(where: LabDirectory, request: Request, patience_s: float) -> Reply:
    if not where.is_up():
        raise LabError(f"the lab {where.name!r} is not up; bring it up with `{to_type('up', where.name)}`")
    pending = b""
    with socket.socket(socket.AF_UNIX) as sock:
        sock.settimeout(patience_s)
        try:
            sock.connect(str(where.socket))
            sock.sendall(line_of(request))
            while not pending.endswith(b"\n"):
                data = sock.recv(1 << 20)
                if not data:
                    raise LabError(f"the lab {where.name!r} ended while it was asked")
                pending += data
        except (FileNotFoundError, ConnectionRefusedError):
            raise LabError(f"the lab {where.name!r} is just coming up, or ending; try again") from None
        except TimeoutError:
            raise LabError(f"the lab {where.name!r} did not answer within {patience_s:.0f} s") from None
        except OSError as error:
            raise LabError(f"the lab {where.name!r}: {error.strerror}") from None
    try:
        return REPLIES.read(pending)
    except ValueError:  # it was brought up before this program was changed
        raise LabError(
            f"the lab {where.name!r} answers as this program does not: another version brought it up; end it with "
            f"`{to_type('down', where.name)}`"
        ) from None


# --- The supervisor's end --------------------------------------------------------------------------------------------


REQUEST_BYTES = 1 << 16
"""The longest request."""
CLIENTS = 64
"""Served at once; the next is told so."""
_PATIENCE_S = 5.0
"""How long a whole request may take, and a client to take its answer."""


class ControlServer(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
    """Serves a control socket: one thread per client, one request at a time.

    Use `serve_forever`; it ends when an answer has ended what is asked, and that answer was sent.
    """

    daemon_threads = True
    block_on_close = False
    request_queue_size = 128

    def __init__(
        self, path: Path, answer: Callable[[bytes], Reply], ended: Callable[[], bool],
        meanwhile: Callable[[], None] = lambda: None,
    ) -> None:  # fmt: skip
        """Listen.

        Args:
            path: of the socket; what was there goes.
            answer: what to say to a request; never called by two threads at once.
            ended: whether there is nothing more to ask.
            meanwhile: called at each poll of `serve_forever`.

        Raises:
            OSError: no socket can be there.
        """
        path.unlink(missing_ok=True)  # of a supervisor that was killed
        super().__init__(str(path), _Conversation)
        path.chmod(0o600)
        self._answer = answer
        self._ended = ended
        self._meanwhile = meanwhile
        self._busy = threading.Lock()
        self._seats = threading.BoundedSemaphore(CLIENTS)

    def answer(self, line: bytes) -> Reply:
        with self._busy:
            return self._answer(line)

    def after_answer(self) -> None:
        """An answer was sent, or its client is gone."""
        if self._ended():
            self.shutdown()

    @override
    def service_actions(self) -> None:
        self._meanwhile()

    @override
    def process_request(self, request: object, client_address: object) -> None:
        assert isinstance(request, socket.socket)
        if self._seats.acquire(blocking=False):
            super().process_request(request, client_address)
            return
        with contextlib.suppress(OSError):
            request.setblocking(False)
            request.sendall(line_of(Refused(why=f"the lab has {CLIENTS} clients already; try again")))
        self.shutdown_request(request)

    @override
    def process_request_thread(self, request: object, client_address: object) -> None:
        assert isinstance(request, socket.socket)
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._seats.release()


class _Conversation(socketserver.BaseRequestHandler):
    @override
    def handle(self) -> None:
        server, peer = self.server, self.request
        assert isinstance(server, ControlServer)
        with contextlib.suppress(OSError):  # the client may be gone, or say nothing
            for line in _requests(peer):
                reply = Refused(why=_TOO_LONG) if line is None else server.answer(line)
                try:
                    peer.settimeout(_PATIENCE_S)
                    peer.sendall(line_of(reply))
                finally:
                    server.after_answer()


_TOO_LONG = f"a request of more than {REQUEST_BYTES:,} bytes; accepted: one line of JSON"


def _requests(peer: socket.socket) -> Iterator[bytes | None]:
    """The lines that a client sends; None, and the end, for one that is too long. Raises OSError."""
    pending = b""
    deadline = time.monotonic() + _PATIENCE_S
    while True:
        line, found, rest = pending.partition(b"\n")
        if len(line) > REQUEST_BYTES:
            yield None
            return
        if found:
            yield line
            pending = rest
            deadline = time.monotonic() + _PATIENCE_S
            continue
        peer.settimeout(max(0.001, deadline - time.monotonic()))
        data = peer.recv(REQUEST_BYTES)
        if not data:
            return
        pending += data
