# SPDX-License-Identifier: Apache-2.0
"""StreamChannel: who may write, and one client's messages in on gRPC's thread and out through a queue.

Clients, roles and election ids are those of the P4Runtime specification, "Client Arbitration". There may be only a
limited number of streams.
"""

from __future__ import annotations

import queue
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from p4soft.messages import p4runtime_pb2
from p4soft.switch.p4runtime.status import (
    ALREADY_EXISTS,
    FAILED_PRECONDITION,
    INVALID_ARGUMENT,
    NOT_FOUND,
    OK,
    PERMISSION_DENIED,
    RESOURCE_EXHAUSTED,
    UNIMPLEMENTED,
    P4RuntimeError,
)

# --- Arbitration -----------------------------------------------------------------------------------------------------


Send = Callable[[p4runtime_pb2.StreamMessageResponse], None]
DEFAULT_ROLE = ""
MOST_ROLES = 1024
"""Roles that are remembered; of more, those without clients are forgotten, the one longest known first."""
_LONGEST_ROLE = 1024


@dataclass(eq=False)
class Client:
    """One stream. `election_id` is None for a client that can never be primary."""

    send: Send
    role: str | None = None
    election_id: int | None = None
    gone: bool = False
    """Its stream has ended; what it sent before may still be on its way here."""

    @property
    def live(self) -> bool:
        """Whether its first arbitration message has been accepted."""
        return self.role is not None


@dataclass
class _Role:
    clients: list[Client] = field(default_factory=list)
    highest: int | None = None
    primary: Client | None = None


def election_number(message: p4runtime_pb2.Uint128) -> int:
    """The 128-bit election id as one integer."""
    return (int(message.high) << 64) | int(message.low)


class Arbitration:
    """The clients of one device. The caller serialises calls (they must not overlap a Write)."""

    def __init__(self, device_id: int) -> None:
        self.device_id = device_id
        self._roles: dict[str, _Role] = {}

    def update(self, client: Client, message: p4runtime_pb2.MasterArbitrationUpdate) -> None:
        """Handle one MasterArbitrationUpdate and notify whom the specification says; one of a client gone is ignored.

        Raises:
            P4RuntimeError: the stream must end with this status.
        """
        if client.gone:
            return
        role_name = self._check(client, message)
        election_id = election_number(message.election_id) if message.HasField("election_id") else None
        role = self._roles.get(role_name, _Role())
        if election_id is not None:
            for other in role.clients:
                if other is not client and other.election_id == election_id:
                    raise P4RuntimeError(
                        INVALID_ARGUMENT,
                        f"election id {election_id} of role {role_name!r} is already used by another live client; "
                        "choose one that is not",
                    )
        self._roles[role_name] = role
        if len(self._roles) > MOST_ROLES:
            empty = (name for name, other in self._roles.items() if other is not role and not other.clients)
            if (oldest := next(empty, None)) is not None:
                del self._roles[oldest]
        if not client.live:
            client.role = role_name
            role.clients.append(client)
        client.election_id = election_id
        previous = role.primary
        if election_id is not None and (role.highest is None or election_id >= role.highest):
            role.highest = election_id
            role.primary = client
            # Everybody else hears of the change before the new primary may act on it.
            for other in role.clients:
                if other is not client:
                    self._notify(role_name, role, other)
            self._notify(role_name, role, client)
        elif previous is client:
            role.primary = None
            self._notify_all(role_name, role)
        else:
            self._notify(role_name, role, client)

    def disconnect(self, client: Client) -> None:
        """Forget a client whose stream ended. Idempotent."""
        client.gone = True
        if client.role is None:
            return
        role = self._roles[client.role]
        if client not in role.clients:
            return
        role.clients.remove(client)
        if role.primary is client:
            role.primary = None
            self._notify_all(client.role, role)

    def check_role(self, role_name: str) -> None:
        """Check that some client has or had the role. Raises P4RuntimeError: NOT_FOUND."""
        if role_name not in self._roles:
            known = ", ".join(map(repr, sorted(self._roles))) or "none"
            raise P4RuntimeError(NOT_FOUND, f"role {role_name!r} is unknown; roles with clients: {known}")

    @property
    def alone(self) -> bool:
        """Whether no client has a stream that it said who it is on."""
        return not any(role.clients for role in self._roles.values())

    def check_primary(self, role_name: str, election_id: int | None) -> None:
        """Check that a request comes from the primary of its role.

        Raises:
            P4RuntimeError: NOT_FOUND for an unknown role, PERMISSION_DENIED when `election_id` is not the primary's.
        """
        role = self._roles.get(role_name)
        if role is None:
            if role_name != DEFAULT_ROLE:
                self.check_role(role_name)
            raise P4RuntimeError(PERMISSION_DENIED, "there is no primary client: nobody has sent an arbitration update")
        if role.primary is None:
            raise P4RuntimeError(PERMISSION_DENIED, f"role {role_name!r} has no primary client at the moment")
        if election_id is None or role.primary.election_id != election_id:
            sent = "no election id" if election_id is None else f"election id {election_id}"
            raise P4RuntimeError(
                PERMISSION_DENIED,
                f"{sent} is not the primary's: the primary of role {role_name!r} has {role.primary.election_id}",
            )

    def primaries(self) -> list[Client]:
        """The primary of every role that has one: receivers of packet-ins and notifications."""
        return [role.primary for role in self._roles.values() if role.primary is not None]

    def _check(self, client: Client, message: p4runtime_pb2.MasterArbitrationUpdate) -> str:
        if message.device_id != self.device_id:
            if client.live:
                raise P4RuntimeError(
                    FAILED_PRECONDITION,
                    f"device_id {message.device_id} is not this stream's ({self.device_id}); open another stream",
                )
            raise P4RuntimeError(
                NOT_FOUND, f"device_id {message.device_id} is unknown; this switch is device {self.device_id}"
            )
        role_name = str(message.role.name)
        if len(role_name) > _LONGEST_ROLE:
            raise P4RuntimeError(
                INVALID_ARGUMENT, f"role.name has {len(role_name)} characters; accepted: up to {_LONGEST_ROLE}"
            )
        if message.role.id and not role_name:
            raise P4RuntimeError(UNIMPLEMENTED, "role.id is deprecated and not supported; set role.name instead")
        if client.live and role_name != client.role:
            raise P4RuntimeError(
                FAILED_PRECONDITION,
                f"role {role_name!r} is not this stream's ({client.role!r}); close the stream and open another",
            )
        if message.role.HasField("config"):
            raise P4RuntimeError(
                INVALID_ARGUMENT,
                f"role {role_name!r}: this switch has no role configuration scheme; leave role.config unset",
            )
        return role_name

    def _notify_all(self, role_name: str, role: _Role) -> None:
        for client in role.clients:
            self._notify(role_name, role, client)

    def _notify(self, role_name: str, role: _Role, client: Client) -> None:
        response = p4runtime_pb2.StreamMessageResponse()
        arbitration = response.arbitration
        arbitration.device_id = self.device_id
        if role_name != DEFAULT_ROLE:
            arbitration.role.name = role_name
        if role.highest is not None:
            arbitration.election_id.high = role.highest >> 64
            arbitration.election_id.low = role.highest & (2**64 - 1)
        if role.primary is client:
            arbitration.status.code = OK
            arbitration.status.message = "you are the primary client"
        elif role.primary is not None:
            arbitration.status.code = ALREADY_EXISTS
            arbitration.status.message = "you are a backup client; another client is primary"
        else:
            arbitration.status.code = NOT_FOUND
            arbitration.status.message = "you are a backup client; there is no primary"
        client.send(response)


# --- Stream ----------------------------------------------------------------------------------------------------------


_MOST_WAITING = 20_000
MOST_BYTES = 32 << 20
"""Responses, and bytes of them, that a client may leave unread before packet-ins and other notifications to it are
dropped. The stream of a client that leaves as many arbitration updates unread ends."""

PATIENCE_S = 30.0
"""For a client to take what ends its stream."""

Handle = Callable[[Client, p4runtime_pb2.StreamMessageRequest], None]


class Stream:
    """Runs one client's stream until either side ends it."""

    def __init__(self, handle: Handle) -> None:
        """`handle` deals with each request; it raises P4RuntimeError to end the stream with that status."""
        self._handle = handle
        self._responses: queue.SimpleQueue[p4runtime_pb2.StreamMessageResponse | P4RuntimeError | None] = (
            queue.SimpleQueue()
        )
        self._lock = threading.Lock()
        self._waiting = self._bytes = 0
        self._dropped = 0
        self._overrun = self._overrun_reported = False
        self.client = Client(self._send)

    def end(self) -> None:
        """Make `responses` stop. Any thread."""
        self._responses.put(None)

    def fail(self, error: P4RuntimeError) -> None:
        """Make `responses` end with an error, even if responses wait. Any thread."""
        with self._lock:
            while not self._responses.empty():
                self._responses.get()
            self._waiting = self._bytes = 0
            self._responses.put(error)

    def take_dropped(self) -> int:
        """Responses that did not fit, since this was asked last."""
        with self._lock:
            dropped, self._dropped = self._dropped, 0
            return dropped

    def take_overrun(self) -> bool:
        """Whether the stream has ended because its client does not read; True once."""
        with self._lock:
            before, self._overrun_reported = self._overrun_reported, self._overrun
            return self._overrun and not before

    def responses(
        self, requests: Iterator[p4runtime_pb2.StreamMessageRequest], give_up: Callable[[], None]
    ) -> Iterator[p4runtime_pb2.StreamMessageResponse]:
        """The responses, until the client is done; raises P4RuntimeError when the stream must end with an error.

        `give_up` ends the call at once, if there is no other way to make a client let go of it.
        """
        reader = threading.Thread(target=self._read, args=(requests, give_up), name="p4runtime-stream", daemon=True)
        reader.start()
        while True:
            response = self._responses.get()
            if response is None:
                return
            if isinstance(response, P4RuntimeError):
                raise response
            with self._lock:
                self._waiting -= 1
                self._bytes -= response.ByteSize()
            yield response

    def _read(self, requests: Iterator[p4runtime_pb2.StreamMessageRequest], give_up: Callable[[], None]) -> None:
        try:
            for request in requests:
                self._handle(self.client, request)
                if self._overrun:
                    self.fail(P4RuntimeError(RESOURCE_EXHAUSTED, "this client does not read what it is sent"))
                    late = threading.Timer(PATIENCE_S, give_up)
                    late.daemon = True
                    late.start()
                    return
        except P4RuntimeError as error:
            self._responses.put(error)
        finally:
            self._responses.put(None)

    def _send(self, response: p4runtime_pb2.StreamMessageResponse) -> None:
        size = response.ByteSize()
        with self._lock:
            if self._waiting < _MOST_WAITING and self._bytes + size <= MOST_BYTES:
                self._waiting += 1
                self._bytes += size
                self._responses.put(response)
            else:
                self._dropped += 1
                self._overrun = self._overrun or response.HasField("arbitration")


# --- The streams of one server: one that never spoke makes room for one that may -------------------------------------


MAX_STREAMS = 32


class OpenStreams:
    """Streams that have not ended. Every method on any thread."""

    def __init__(self, handle: Handle) -> None:
        """`handle` deals with the requests of every stream, as `Stream` says."""
        self._handle = handle
        self._lock = threading.Lock()
        self._streams: dict[Stream, None] = {}  # in the order in which they came
        self._counts: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._streams)

    def open(self) -> Stream:
        """A new stream; the one longest here without an arbitration update ends if there are too many.

        Raises:
            P4RuntimeError: RESOURCE_EXHAUSTED; all of them are at work.
        """
        stream = Stream(self._handle)
        with self._lock:
            if len(self._streams) >= MAX_STREAMS:
                silent = next((each for each in self._streams if not each.client.live), None)
                if silent is None:
                    self._counts["streams refused: too many"] += 1
                    raise P4RuntimeError(RESOURCE_EXHAUSTED, f"{MAX_STREAMS} streams are open; close one first")
                self._counts["streams closed for another one, without ever an arbitration update"] += 1
                del self._streams[silent]
                message = "no arbitration update has come on this stream, and another client needs its place"
                silent.fail(P4RuntimeError(RESOURCE_EXHAUSTED, message))
            self._streams[stream] = None
        return stream

    def close(self, stream: Stream) -> None:
        """Forget a stream that has ended. Idempotent."""
        with self._lock:
            self._streams.pop(stream, None)
            self._take_counts(stream)

    def end_all(self) -> None:
        with self._lock:
            streams = list(self._streams)
        for stream in streams:
            stream.end()

    def counts(self) -> Counter[str]:
        """Refused and ended streams, and responses that were not sent, by reason."""
        with self._lock:
            for stream in self._streams:
                self._take_counts(stream)
            return Counter(self._counts)

    def _take_counts(self, stream: Stream) -> None:
        if lost := stream.take_dropped():
            self._counts["notifications dropped: the client does not read"] += lost
        if stream.take_overrun():
            self._counts["streams ended: the client does not read"] += 1
