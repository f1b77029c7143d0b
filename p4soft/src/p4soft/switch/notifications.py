# SPDX-License-Identifier: Apache-2.0
"""What simple_switch publishes on nanomsg PUB sockets, by nng. It needs no listener; a slow subscriber misses messages.

The notification socket (--notifications-addr) has digests, idle entries and ports that go up or down. The event log
(--nanolog) has what happens to each packet. While somebody listens to it the program is traced, which the Python engine
does: a log without a reader costs nothing.
"""

from __future__ import annotations

import struct
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from p4soft.switch import Digest, SimpleSwitch
from p4soft.switch.program.model import Program
from p4soft.switch.state import SwitchState, Table

if TYPE_CHECKING:
    import pynng


import json
from enum import IntEnum
from typing import NamedTuple

import xxhash

from p4soft.switch.trace import (
    ActionEntered,
    ChecksumChecked,
    ConditionEvaluated,
    Deparsed,
    Emitted,
    FieldChanged,
    HeaderExtracted,
    Journey,
    ParserAdvanced,
    ParserFailed,
    ParserStateEntered,
    ParserTransition,
    PipelineEntered,
    PrimitiveRan,
    Received,
    TableApplied,
    TraceEvent,
    ValidityChanged,
    with_tracer,
    without_tracer,
)

# --- Messages: a header of 32 bytes, little-endian without gaps, then the elements -----------------------------------


# The layouts are those of BMv2's `msg_hdr_t` in bm_sim/learning.h, ageing.h and port_monitor.h. A subscriber chooses by
# the first four bytes. (BMv2 knows a message about a swapped program, too, but does not publish it.)
_CONTEXT = 0
_LEARNING = struct.Struct("<4sQIiQI")
_AGEING = struct.Struct("<4sQIQiI")
_PORTS = struct.Struct("<4sQI16x")
_HANDLE = struct.Struct("<I")
_STATUS = struct.Struct("<ii")


def learning_sample(digest: Digest) -> bytes:
    """A digest message: its fields one after the other, each in whole bytes, big-endian."""
    return b"".join(value.to_bytes((width + 7) // 8) for value, width in zip(digest.values, digest.widths, strict=True))


def learning_message(device_id: int, list_id: int, buffer_number: int, samples: Sequence[bytes]) -> bytes:
    """`LEA|`: the samples of one digest."""
    header = _LEARNING.pack(b"LEA|", device_id, _CONTEXT, list_id, buffer_number, len(samples))
    return header + b"".join(samples)


def ageing_message(device_id: int, buffer_number: int, table_id: int, handles: Sequence[int]) -> bytes:
    """`AGE|`: the handles, as Thrift has them, of entries of one table that nothing has hit for their time-out."""
    header = _AGEING.pack(b"AGE|", device_id, _CONTEXT, buffer_number, table_id, len(handles))
    return header + b"".join(_HANDLE.pack(handle % (1 << 32)) for handle in handles)


def ports_message(device_id: int, statuses: Mapping[int, bool]) -> bytes:
    """`PRT|`: ports that went up (True) or down."""
    return _PORTS.pack(b"PRT|", device_id, len(statuses)) + _joined(statuses.items())


def _joined(statuses: Iterable[tuple[int, bool]]) -> bytes:
    return b"".join(_STATUS.pack(port, up) for port, up in statuses)


# --- Digests in buffers, acknowledged as a whole or sample by sample, as BMv2 does -----------------------------------


DEFAULT_SAMPLES = 16
DEFAULT_TIMEOUT_MS = 1000


@dataclass
class SampleBuffers:
    """The buffers of one digest. A sample that was taken is not taken again before it is acknowledged.

    Attributes:
        max_samples: a buffer with as many is sent.
        timeout_ms: so is one whose first sample is this old; 0: only when it is full.
    """

    max_samples: int = DEFAULT_SAMPLES
    timeout_ms: int = DEFAULT_TIMEOUT_MS
    _samples: list[bytes] = field(default_factory=list)
    _first_us: int = 0
    _next: int = 0
    _known: set[bytes] = field(default_factory=set)
    _sent: dict[int, list[bytes]] = field(default_factory=dict)

    def add(self, sample: bytes, now_us: int) -> bool:
        """Take a sample, unless it is known; whether the buffer is full now."""
        if sample in self._known:
            return False
        if not self._samples:
            self._first_us = now_us
        self._known.add(sample)
        self._samples.append(sample)
        return self.is_full()

    def is_full(self) -> bool:
        """Whether the buffer is to be sent at once."""
        return 0 < len(self._samples) >= self.max_samples

    def due_us(self) -> int | None:
        """When the buffer is to be sent though it is not full, or None."""
        return self._first_us + 1000 * self.timeout_ms if self._samples and self.timeout_ms else None

    def take(self) -> tuple[int, list[bytes]]:
        """The number of the buffer, counted from 0, and its samples; the next one begins."""
        number, samples = self._next, self._samples
        self._sent[number] = samples
        self._next, self._samples = number + 1, []
        return number, samples

    def acknowledge(self, number: int) -> None:
        """Forget a whole buffer; one that is not known was acknowledged before."""
        self._known.difference_update(self._sent.pop(number, ()))

    def acknowledge_samples(self, number: int, places: Iterable[int]) -> None:
        """Forget some samples of a buffer, by their places in it; wrong places are ignored."""
        samples = self._sent.get(number, [])
        self._known.difference_update(samples[place] for place in places if 0 <= place < len(samples))
        if not self._known.intersection(samples):
            self._sent.pop(number, None)


# --- The socket, which the event log has too -------------------------------------------------------------------------


MAX_SUBSCRIBERS = 256
"""Each takes an open file, of which a process has 1,024 by default."""
_WAITING = 2048
"""Messages that wait for one subscriber before it misses some; nanomsg's own buffer holds 128 KiB."""


class PublisherError(Exception):
    """The socket cannot be opened; the message is complete and meant for people."""


class PublishingSocket:
    """Listens, and sends to every subscriber.

    Attributes:
        counts: subscribers that were refused, by reason.
    """

    def __init__(self, option: str, address: str, on_change: Callable[[], None] = lambda: None) -> None:
        """Listen at `address`, `ipc://PATH` or `tcp://HOST:PORT`.

        Args:
            option: what asked for it, for messages.
            address: of the socket.
            on_change: called, on a thread of nng's, when a subscriber has come or gone.

        Raises:
            PublisherError: the address is taken, or none for such a socket.
        """
        try:
            import pynng  # noqa: PLC0415  a C library that only some need
        except ImportError as error:
            raise PublisherError(f"{option} {address}: the package pynng cannot be loaded: {error}") from None
        self.counts: Counter[str] = Counter()
        self._on_change = on_change
        self._present = 0
        self._lock = threading.Lock()
        self._failed: type[Exception] = pynng.NNGException
        self._socket: Any = pynng.Pub0(send_buffer_size=_WAITING)
        self._socket.add_pre_pipe_connect_cb(self._admit)
        self._socket.add_post_pipe_connect_cb(lambda _: self._change(1))
        self._socket.add_post_pipe_remove_cb(lambda _: self._change(-1))
        try:
            self._socket.listen(address)
        except self._failed as error:
            self._socket.close()
            reason = f"cannot listen: {error}; accepted: ipc://PATH or tcp://HOST:PORT"
            raise PublisherError(f"{option} {address}: {reason}") from None

    @property
    def subscribers(self) -> int:
        return self._present

    def send(self, message: bytes) -> None:
        """Send to every subscriber that has room."""
        try:
            self._socket.send(message, block=False)
        except self._failed:  # closed, while the switch ends
            return

    def close(self) -> None:
        """Stop listening. Idempotent."""
        self._socket.close()

    def _change(self, count: int) -> None:
        """On a thread of nng's."""
        with self._lock:
            self._present += count
        self._on_change()

    def _admit(self, pipe: pynng.Pipe) -> None:
        """On a thread of nng's, for every subscriber that is to be one."""
        if len(self._socket.pipes) > MAX_SUBSCRIBERS:
            self.counts["refused: too many subscribers"] += 1
            pipe.close()


# --- What happens in a switch ----------------------------------------------------------------------------------------


_SWEEP_US = 1_000_000
"""Between two looks for idle entries, as in BMv2."""
_PORTS_US = 200_000
"""Between two looks at the ports, as in BMv2."""


class Publisher:
    """Publishes what happens in a switch. All but `close` under the switch's lock.

    Attributes:
        address: where it listens.
    """

    def __init__(
        self,
        switch: SimpleSwitch,
        address: str,
        links: Callable[[], Iterable[tuple[int, bool]]],
        clock: Callable[[], int],
    ) -> None:
        """Listen at `address`, `ipc://PATH` or `tcp://HOST:PORT`, and take every digest of the switch.

        Args:
            switch: the switch.
            address: of the socket.
            links: every port with whether it has a link, when asked.
            clock: the switch's time in microseconds.

        Raises:
            PublisherError: the address is taken, or none for such a socket.
        """
        self.address = address
        self._switch = switch
        self._links = links
        self._clock = clock
        self._socket = PublishingSocket("--notifications-addr", address)
        self._program: Program | None = None
        self._lists: dict[int, SampleBuffers] = {}
        self._idle = _IdleEntries()
        self._next_sweep_us = self._next_ports_us = 0
        self._up: dict[int, bool] = {}
        switch.digest_observer = self._learn

    @property
    def counts(self) -> Counter[str]:
        """Subscribers that were refused, by reason."""
        return self._socket.counts

    def close(self) -> None:
        """Stop listening. Idempotent."""
        self._socket.close()

    def lists(self) -> dict[int, SampleBuffers]:
        """The buffers of every digest of the program that runs now, by its id."""
        if self._program is not self._switch.program:
            self._program = self._switch.program
            ids = () if self._program is None else self._program.learn_lists
            self._lists = {list_id: SampleBuffers() for list_id in ids}
            self._idle = _IdleEntries()
        return self._lists

    def flush(self, list_id: int) -> None:
        number, samples = self._lists[list_id].take()
        self._socket.send(learning_message(self._switch.device_id, list_id, number, samples))

    def tick(self, now_us: int) -> None:
        for list_id, buffers in self.lists().items():
            due_us = buffers.due_us()
            if due_us is not None and due_us <= now_us:
                self.flush(list_id)
        if now_us >= self._next_ports_us:
            self._next_ports_us = now_us + _PORTS_US
            self._look_at_ports()
        if now_us >= self._next_sweep_us:
            self._next_sweep_us = now_us + _SWEEP_US
            if self._switch.state is not None:
                for number, table, handles in self._idle.sweep(self._switch.state, now_us):
                    self._socket.send(ageing_message(self._switch.device_id, number, table.spec.id, handles))

    def next_tick_us(self) -> int:
        due = [due_us for buffers in self.lists().values() if (due_us := buffers.due_us()) is not None]
        return min([self._next_ports_us, self._next_sweep_us, *due])

    def _learn(self, digest: Digest) -> None:
        buffers = self.lists()[digest.learn_id]
        if buffers.add(learning_sample(digest), self._clock()):
            self.flush(digest.learn_id)

    def _look_at_ports(self) -> None:
        links = dict(self._links())
        changed = {port: up for port, up in sorted(links.items()) if up != self._up.get(port, False)}
        self._up = links
        if changed:
            self._socket.send(ports_message(self._switch.device_id, changed))


class _IdleEntries:
    """Which entries are idle and were not so at the last look, as BMv2 tells of them: every second time they are."""

    def __init__(self) -> None:
        self._idle_before: dict[str, set[int]] = {}
        self._next = 0

    def sweep(self, state: SwitchState, now_us: int) -> Sequence[tuple[int, Table, list[int]]]:
        """(number of the message, table, handles) for every table with idle entries."""
        idle: dict[str, list[int]] = {}
        for table, entry in state.expired_entries(now_us):
            idle.setdefault(table.name, []).append(entry.generation << 24 | entry.handle)
        before, self._idle_before = self._idle_before, {}
        found = []
        for name, handles in idle.items():
            new = [handle for handle in handles if handle not in before.get(name, ())]
            if new:
                self._idle_before[name] = set(new)
                found.append((self._next, state.table(name), new))
                self._next += 1
        return found


# --- Messages of the event log: a header, little-endian without gaps, then numbers of 32 bits ------------------------


# The layouts and kinds are those of BMv2's `msg_hdr_t` in bm_sim/event_logger.cpp. Objects have the ids that the
# program's JSON gives them.
_HEADER = struct.Struct("<iQIQQQ")


class Kind(IntEnum):
    """The kind of a message, by the number that starts it (`EventType` in BMv2)."""

    PACKET_IN = 0
    PACKET_OUT = 1
    PARSER_START = 2
    PARSER_DONE = 3
    PARSER_EXTRACT = 4
    DEPARSER_START = 5
    DEPARSER_DONE = 6
    DEPARSER_EMIT = 7
    CHECKSUM_UPDATE = 8
    PIPELINE_START = 9
    PIPELINE_DONE = 10
    CONDITION_EVAL = 11
    TABLE_HIT = 12
    TABLE_MISS = 13
    ACTION_EXECUTE = 14
    CONFIG_CHANGE = 999


class PacketName(NamedTuple):
    """Which packet: XXH64 of the frame, its number, and which of its copies."""

    signature: int
    number: int
    copy: int


def message(kind: Kind, device_id: int, packet: PacketName, *numbers: int) -> bytes:
    """A message to subscribers: the header, and the numbers of its kind."""
    header = _HEADER.pack(kind, device_id, _CONTEXT, *packet)
    return header + struct.pack(f"<{len(numbers)}i", *numbers)


class Ids:
    """The ids of a program's named objects."""

    def __init__(self, document: dict[str, Any]) -> None:
        """Read them from a program's BMv2 JSON."""
        self.parser = _ids(document["parsers"])
        self.deparser = _ids(document["deparsers"])
        self.pipeline = _ids(document["pipelines"])
        self.header = _ids(document["headers"])
        tables = [table for pipeline in document["pipelines"] for table in pipeline["tables"]]
        conditions = [condition for pipeline in document["pipelines"] for condition in pipeline["conditionals"]]
        self.table, self.condition = _ids(tables), _ids(conditions)
        self.updates = [each["id"] for each in document["checksums"] if each.get("update", True)]
        self._actions = _ids(document["actions"])
        self._actions_of = {
            table["name"]: dict(zip(table["actions"], table["action_ids"], strict=True)) for table in tables
        }
        self.wrapping = {
            table["actions"][0]: table["id"] for table in tables if not table["key"] and len(table["actions"]) == 1
        }
        """By action, the table without a key that there is only to run it: traces leave it out."""

    def action(self, name: str, table: str | None) -> int:
        """The id of an action that a table chose, or that runs by itself: several actions may have one name."""
        found = self._actions_of.get(table, {}).get(name) if table is not None else None
        return self._actions[name] if found is None else found


def _ids(objects: list[dict[str, Any]]) -> dict[str, int]:
    return {each["name"]: each["id"] for each in objects}


# --- The event log ---------------------------------------------------------------------------------------------------


_MOST_SIGNATURES = 4096
"""Packets whose frames are remembered for what comes later of them."""
_NOBODY = PacketName(0, 0, 0)
_IN_PARSER = (ParserStateEntered, HeaderExtracted, ParserAdvanced, ParserTransition, ParserFailed)
_ANYWHERE = (FieldChanged, ValidityChanged, PrimitiveRan, ActionEntered)


class EventLog:
    """Traces a switch for its subscribers. All but what nng calls under the switch's lock."""

    def __init__(self, switch: SimpleSwitch, address: str, on_change: Callable[[], None]) -> None:
        """Listen at `address`; `on_change`, from any thread, asks for `tick`. Raises PublisherError."""
        self._switch = switch
        self._works = False
        self._socket = PublishingSocket("--nanolog", address, on_change)
        self._program: Program | None = None
        self._ids: Ids | None = None
        self._signatures: dict[int, int] = {}
        self._phase: tuple[Kind, int, PacketName] | None = None
        self._table: str | None = None

    @property
    def counts(self) -> Counter[str]:
        """Subscribers that were refused, by reason."""
        return self._socket.counts

    def close(self) -> None:
        """Stop listening. Idempotent."""
        self._socket.close()

    def next_tick_us(self) -> int | None:
        """At once, when the first subscriber has come, the last has gone, or another program runs."""
        listened = self._socket.subscribers > 0
        return 0 if listened != self._works or (listened and self._program is not self._switch.program) else None

    def tick(self, _now_us: int) -> None:
        """Begin or end tracing; report another program."""
        listened = self._socket.subscribers > 0
        if listened and not self._works:
            self._switch.tracer = with_tracer(self._switch.tracer, self)
            self._program = self._switch.program
            self._read_ids()
        elif self._works and not listened:
            self._switch.tracer = without_tracer(self._switch.tracer, self)
        elif listened and self._program is not self._switch.program:
            self._notice_program()
        self._works = listened

    def event(self, event: TraceEvent) -> None:
        """Publish what an event says, if BMv2 has a message for it."""
        if self._program is not self._switch.program:
            self._notice_program()
        if self._ids is not None:
            self._end_phase(event)
            self._publish(event, self._ids)

    def _notice_program(self) -> None:
        self._program = self._switch.program
        self._socket.send(message(Kind.CONFIG_CHANGE, self._switch.device_id, _NOBODY))
        self._read_ids()

    def _read_ids(self) -> None:
        self._phase, self._ids = None, None
        if self._program is not None:
            self._ids = Ids(json.loads(self._program.text))

    def _name(self, at: Journey) -> PacketName:
        return PacketName(self._signatures.get(at.packet, 0), at.packet, at.copy)

    def _send(self, kind: Kind, at: Journey, *numbers: int) -> None:
        self._socket.send(message(kind, self._switch.device_id, self._name(at), *numbers))

    def _begin_phase(self, event: TraceEvent, kind: Kind, end: Kind, number: int) -> None:
        self._send(kind, event.at, number)
        self._phase = end, number, self._name(event.at)

    def _end_phase(self, event: TraceEvent) -> None:
        """The parser's or a pipeline's end, which has no event, before what comes after it."""
        if self._phase is None or isinstance(event, _ANYWHERE):
            return
        kind, number, name = self._phase
        if kind is Kind.PARSER_DONE:
            verifies = isinstance(event, ChecksumChecked) and event.phase == "verify"
            inside = isinstance(event, _IN_PARSER) or verifies
        else:
            inside = isinstance(event, ConditionEvaluated | TableApplied)
        if not inside:
            self._socket.send(message(kind, self._switch.device_id, name, number))
            self._phase = None

    def _publish(self, event: TraceEvent, ids: Ids) -> None:
        match event:
            case Received():
                self._remember(event)
                if event.cause == "normal":
                    self._send(Kind.PACKET_IN, event.at, event.port)
            case ParserStateEntered() if self._phase is None:
                self._begin_phase(event, Kind.PARSER_START, Kind.PARSER_DONE, ids.parser[event.parser])
            case HeaderExtracted():
                self._send(Kind.PARSER_EXTRACT, event.at, ids.header[event.header])
            case PipelineEntered():
                self._begin_phase(event, Kind.PIPELINE_START, Kind.PIPELINE_DONE, ids.pipeline[event.pipeline])
            case ConditionEvaluated():
                self._send(Kind.CONDITION_EVAL, event.at, ids.condition[event.name], event.result)
            case TableApplied():
                self._table = event.table
                if event.hit:
                    self._send(Kind.TABLE_HIT, event.at, ids.table[event.table], event.handle)
                else:
                    self._send(Kind.TABLE_MISS, event.at, ids.table[event.table])
            case ActionEntered():
                if event.hidden and event.action in ids.wrapping:
                    self._send(Kind.TABLE_MISS, event.at, ids.wrapping[event.action])
                self._send(Kind.ACTION_EXECUTE, event.at, ids.action(event.action, self._table))
                self._table = None
            case Deparsed():
                self._deparsed(event, ids)
            case Emitted():
                self._send(Kind.PACKET_OUT, event.at, event.port)

    def _deparsed(self, event: Deparsed, ids: Ids) -> None:
        (number,) = ids.deparser.values()
        self._send(Kind.DEPARSER_START, event.at, number)
        for checksum in ids.updates:
            self._send(Kind.CHECKSUM_UPDATE, event.at, checksum)
        for header in event.headers:
            self._send(Kind.DEPARSER_EMIT, event.at, ids.header[header])
        self._send(Kind.DEPARSER_DONE, event.at, number)

    def _remember(self, event: Received) -> None:
        self._signatures[event.packet] = xxhash.xxh64_intdigest(event.frame)
        if len(self._signatures) > _MOST_SIGNATURES:
            del self._signatures[next(iter(self._signatures))]
