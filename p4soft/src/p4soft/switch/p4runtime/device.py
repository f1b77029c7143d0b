# SPDX-License-Identifier: Apache-2.0
"""What P4Runtime's RPCs do with one SimpleSwitch."""

from __future__ import annotations

import logging
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from typing_extensions import override

from p4soft.interpreter import no_collections
from p4soft.messages import p4runtime_pb2
from p4soft.switch import SimpleSwitch
from p4soft.switch.p4runtime.codec import packet_in, packet_out
from p4soft.switch.p4runtime.entities import Entities, Updates
from p4soft.switch.p4runtime.handler import Answers
from p4soft.switch.p4runtime.pipeline import Pipeline
from p4soft.switch.p4runtime.status import (
    FAILED_PRECONDITION,
    INVALID_ARGUMENT,
    NOT_FOUND,
    PERMISSION_DENIED,
    UNIMPLEMENTED,
    BatchError,
    P4RuntimeError,
    invalid,
)
from p4soft.switch.p4runtime.stream import Arbitration, Client, OpenStreams, Stream, election_number
from p4soft.switch.state.switch_state import Batch

_log = logging.getLogger(__name__)
_ATOMICITIES = frozenset(p4runtime_pb2.WriteRequest.Atomicity.values())


class Device:
    """A switch as clients of P4Runtime see it.

    It takes `switch.lock` around everything it does with the switch. It installs itself as the switch's
    `digest_listener` and, when the switch has a CPU port, as its `packet_in_listener`. Once it exists, pipelines must
    be loaded through it (over P4Runtime), not with `switch.load`.

    Attributes:
        switch: the switch.
        writes: accepted Write updates and pipeline sets so far.
    """

    def __init__(
        self,
        switch: SimpleSwitch,
        *,
        clock: Callable[[], int] | None = None,
        packet_out_sink: Callable[[bytes], None] | None = None,
        on_change: Callable[[], None] | None = None,
        swap: bool = True,
        without_primary: bool = False,
    ) -> None:
        """For a switch; its `device_id` is the one clients must name.

        Args:
            switch: the switch.
            clock: the switch's time in microseconds, for meters, idle time-outs and digests; None means that emulated
                time stands still at 0 while tables are installed.
            packet_out_sink: takes frames that clients send out through the CPU port; None refuses packet-outs.
            on_change: called after every Write and pipeline set: `next_tick_us` may have changed.
            swap: whether clients may set another pipeline.
            without_primary: take Write and SetForwardingPipelineConfig without an election id while no client has a
                stream, as simple_switch_grpc does; P4Runtime §5.3 has only a primary client write.
        """
        self.switch = switch
        self.writes = 0
        self._now_us = clock or (lambda: 0)
        self._packet_out_sink = packet_out_sink
        self._on_change = on_change or (lambda: None)
        self._requests = threading.RLock()
        """Serialises arbitration, writes and reads; always taken before switch.lock."""
        self._arbitration = Arbitration(switch.device_id)
        self._streams = OpenStreams(self.stream_message)
        self._cut_off = 0
        self._primaries: tuple[Client, ...] = ()
        self._swap = swap
        self._without_primary = without_primary
        self._pipeline = Pipeline(switch, self._now_us, self._notify)
        if switch.cpu_port is not None:
            switch.packet_in_listener = self.packet_in

    def packet_in(self, frame: bytes) -> None:
        """Send a frame that left through the CPU port to the primary clients. Under switch.lock."""
        running = self._pipeline.running
        if running is None:
            return
        message = packet_in(running.context.info, frame)
        if message is None:
            _log.warning("packet-in: %d bytes are too few for the packet_in header; dropped", len(frame))
            return
        self._notify(p4runtime_pb2.StreamMessageResponse(packet=message))

    def tick(self, now_us: int) -> None:
        """Send digest lists and idle notifications that are due. Under switch.lock."""
        if self._pipeline.running is not None:
            self._pipeline.running.tick(now_us)

    def next_tick_us(self) -> int | None:
        """When `tick` has something to do next, or None. Under switch.lock."""
        return self._pipeline.running.next_tick_us() if self._pipeline.running is not None else None

    # What the RPCs do. Each raises P4RuntimeError for the status to answer with.

    def write_encoded(self, data: bytes) -> None:
        """The Write RPC with a serialised WriteRequest, whose plain updates are inserted many at once; as `write`.

        Raises:
            DecodeError: it is none.
        """
        with self.switch.lock:
            entities = self._pipeline.current
            batch = entities.batches.split(data) if entities is not None and entities.batches is not None else None
        if batch is None:
            self.write(p4runtime_pb2.WriteRequest.FromString(data))
            return
        request = p4runtime_pb2.WriteRequest.FromString(batch.head if batch.all_plain else data)
        updates: Updates = request.updates
        if batch.all_plain:
            updates = _Later(data, batch.count)
        self._write(request, updates, lambda now: batch if now is entities else None)

    def write(self, request: p4runtime_pb2.WriteRequest) -> None:
        """The Write RPC; raises BatchError when an update is refused, P4RuntimeError when all of them are."""
        self._write(request, request.updates, lambda _now: None)

    def _write(
        self, request: p4runtime_pb2.WriteRequest, updates: Updates, batch_for: Callable[[Entities], Batch | None]
    ) -> None:
        """Apply the updates; `batch_for` the pipeline, plain ones many at once."""
        with self._requests:
            self._check_writer(request)
            atomicity = request.atomicity
            if atomicity not in _ATOMICITIES:
                raise invalid(f"atomicity {atomicity}; accepted: 0 (continue), 1 (roll back), 2 (data plane atomic)")
            with self.switch.lock, no_collections():
                entities = self._pipeline.entities()
                results = entities.write_batch(
                    updates,
                    all_or_nothing=atomicity != p4runtime_pb2.WriteRequest.CONTINUE_ON_ERROR,
                    batch=batch_for(entities),
                )
            failed = len(results) - results.count(None)
            self.writes += len(results) - failed
            self._on_change()
            if failed:
                raise BatchError("Write", results)

    def read(self, request: p4runtime_pb2.ReadRequest) -> Iterator[p4runtime_pb2.ReadResponse]:
        """The Read RPC; raises BatchError as Write does, after what could be read has been yielded."""
        for data in self.read_encoded(request):
            yield p4runtime_pb2.ReadResponse.FromString(data)

    def read_encoded(self, request: p4runtime_pb2.ReadRequest) -> Iterator[bytes]:
        """As `read`, with serialised ReadResponses; raises BatchError as `read` does."""
        self._check_device(request.device_id)
        results: list[P4RuntimeError | None] = []
        answers = Answers()
        with self._requests:
            if request.role:
                self._arbitration.check_role(request.role)
            with self.switch.lock, no_collections():
                entities = self._pipeline.entities()
                for query in request.entities:
                    try:
                        entities.answer(query, answers)
                        results.append(None)
                    except P4RuntimeError as error:
                        if answers.too_long:
                            raise
                        results.append(error)
        yield from answers.responses()
        if any(result is not None for result in results):
            raise BatchError("Read", results)

    def set_pipeline(self, request: p4runtime_pb2.SetForwardingPipelineConfigRequest) -> None:
        """The SetForwardingPipelineConfig RPC; raises P4RuntimeError for a pipeline that is refused."""
        with self._requests:
            self._check_writer(request)
            changes = request.action != p4runtime_pb2.SetForwardingPipelineConfigRequest.VERIFY
            if changes and not self._swap:
                raise P4RuntimeError(
                    FAILED_PRECONDITION, "the pipeline cannot be replaced: the switch was started with --disable-swap"
                )
            with self.switch.lock:
                self._pipeline.set(request)
            self.writes += changes
            self._on_change()

    def get_pipeline(
        self, request: p4runtime_pb2.GetForwardingPipelineConfigRequest
    ) -> p4runtime_pb2.GetForwardingPipelineConfigResponse:
        self._check_device(request.device_id)
        with self._requests:
            return self._pipeline.get(request.response_type)

    def cut_off(self) -> None:
        """An answer was ended because its client does not read it."""
        self._cut_off += 1

    @property
    def counts(self) -> Counter[str]:
        """Clients that were refused, cut off or missed something, by reason."""
        return self._streams.counts() + Counter({"answers cut off: the client does not read": self._cut_off})

    def end_streams(self) -> None:
        self._streams.end_all()

    def open_stream(self) -> Stream:
        """A new stream; raises P4RuntimeError (RESOURCE_EXHAUSTED) when there are too many."""
        return self._streams.open()

    def close_stream(self, stream: Stream) -> None:
        """Forget a stream that has ended."""
        self._streams.close(stream)
        with self._requests:
            self._arbitration.disconnect(stream.client)
            self._primaries = tuple(self._arbitration.primaries())

    def is_primary(self, client: Client) -> bool:
        """Whether a stream's client is the primary of its role."""
        return client in self._primaries

    def stream_message(self, client: Client, request: p4runtime_pb2.StreamMessageRequest) -> None:
        """What the client of an open stream says; raises P4RuntimeError for the status that ends the stream."""
        kind = request.WhichOneof("update")
        if kind == "arbitration":
            with self._requests:
                self._arbitration.update(client, request.arbitration)
                self._primaries = tuple(self._arbitration.primaries())
            return
        response = p4runtime_pb2.StreamMessageResponse()
        error = response.error
        try:
            if kind == "packet":
                error.packet_out.packet_out.CopyFrom(request.packet)
                self._packet_out(client, request.packet)
            elif kind == "digest_ack":
                error.digest_list_ack.digest_list_ack.CopyFrom(request.digest_ack)
                self._digest_ack(client, request.digest_ack)
            else:
                error.other.other.CopyFrom(request.other)
                raise P4RuntimeError(
                    UNIMPLEMENTED if kind else INVALID_ARGUMENT,
                    f"stream message {kind or 'without content'}; accepted: arbitration, packet, digest_ack",
                )
        except P4RuntimeError as refusal:
            error.canonical_code, error.message = refusal.code, refusal.message
            client.send(response)

    def _packet_out(self, client: Client, message: p4runtime_pb2.PacketOut) -> None:
        self._check_stream_primary(client, "packet-out")
        if self._packet_out_sink is None or self.switch.cpu_port is None:
            raise P4RuntimeError(FAILED_PRECONDITION, "packet-out: this switch has no CPU port (--cpu-port)")
        with self.switch.lock:
            running = self._pipeline.running
        if running is None:
            raise P4RuntimeError(FAILED_PRECONDITION, "packet-out: no forwarding pipeline config has been set")
        frame = packet_out(running.context.info, message)
        if not frame:
            raise invalid("packet-out: the packet is empty")
        self._packet_out_sink(frame)

    def _digest_ack(self, client: Client, ack: p4runtime_pb2.DigestListAck) -> None:
        self._check_stream_primary(client, "digest acknowledgement")
        with self.switch.lock:
            if self._pipeline.running is None:
                raise P4RuntimeError(FAILED_PRECONDITION, "digest acknowledgement: no pipeline has been set")
            self._pipeline.running.digests.acknowledge(ack)

    def _check_stream_primary(self, client: Client, what: str) -> None:
        if not self.is_primary(client):
            raise P4RuntimeError(PERMISSION_DENIED, f"{what}: this client is not the primary of its role")

    def _check_writer(
        self, request: p4runtime_pb2.WriteRequest | p4runtime_pb2.SetForwardingPipelineConfigRequest
    ) -> None:
        self._check_device(request.device_id)
        if request.role_id and not request.role:
            raise P4RuntimeError(UNIMPLEMENTED, "role_id is deprecated and not supported; set role instead")
        election_id = election_number(request.election_id) if request.HasField("election_id") else None
        if self._without_primary and election_id is None and not request.role and self._arbitration.alone:
            return
        self._arbitration.check_primary(request.role, election_id)

    def _check_device(self, device_id: int) -> None:
        if device_id != self.switch.device_id:
            raise P4RuntimeError(
                NOT_FOUND, f"device_id {device_id} is unknown; this switch is device {self.switch.device_id}"
            )

    def _notify(self, response: p4runtime_pb2.StreamMessageResponse) -> None:
        """Send to every primary. Called under switch.lock, so it must not take the request lock."""
        for client in self._primaries:
            client.send(response)


class _Later(Updates):
    """The updates of a WriteRequest, which is read if one is wanted: one that was not inserted with many others."""

    def __init__(self, data: bytes, count: int) -> None:
        self._data, self._count = data, count

    @override
    def __len__(self) -> int:
        return self._count

    @override
    def __getitem__(self, index: int, /) -> p4runtime_pb2.Update:
        return self._read[index]

    @cached_property
    def _read(self) -> Sequence[p4runtime_pb2.Update]:
        return p4runtime_pb2.WriteRequest.FromString(self._data).updates
