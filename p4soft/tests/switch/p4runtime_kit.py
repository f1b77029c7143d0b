# SPDX-License-Identifier: Apache-2.0
"""A minimal P4Runtime client for tests: raw messages over a raw stub, entities by P4 name."""

from __future__ import annotations

import contextlib
import functools
import queue
import threading
from pathlib import Path

import grpc
import pytest
from finsy.proto.p4.v1 import p4runtime_pb2_grpc
from google.protobuf import text_format

from p4soft.messages import p4info_pb2, p4runtime_pb2, status_pb2

PROGRAMS = Path(__file__).parent / "p4runtime" / "programs"
DEADLINE_S = 120.0
"""How long any call may take, and any stream may live."""
DEVICE_ID = 7
CPU_PORT = 255
INSERT, MODIFY, DELETE = p4runtime_pb2.Update.INSERT, p4runtime_pb2.Update.MODIFY, p4runtime_pb2.Update.DELETE
Set = p4runtime_pb2.SetForwardingPipelineConfigRequest


def read_config(name: str = "everything") -> p4runtime_pb2.ForwardingPipelineConfig:
    config = p4runtime_pb2.ForwardingPipelineConfig()
    text_format.Merge((PROGRAMS / f"{name}.p4info.txtpb").read_text(), config.p4info)
    config.p4_device_config = (PROGRAMS / f"{name}.json").read_bytes()
    return config


class Names:
    """Ids of a P4Info by unqualified name (alias)."""

    def __init__(self, info: p4info_pb2.P4Info) -> None:
        self.info = info
        self.tables = {t.preamble.alias: t for t in info.tables}
        self.actions = {a.preamble.alias: a for a in info.actions}
        every = [*info.action_profiles, *info.counters, *info.meters, *info.registers, *info.digests, *info.value_sets]
        self.ids = {thing.preamble.alias: thing.preamble.id for thing in every}

    def action(self, name: str, **params: int | bytes) -> p4runtime_pb2.Action:
        declared = self.actions[name]
        ids = {p.name: p.id for p in declared.params}
        action = p4runtime_pb2.Action(action_id=declared.preamble.id)
        for param, value in params.items():
            action.params.add(param_id=ids[param], value=to_bytes(value))
        return action

    def entry(self, table: str, match: dict | None = None, action=None, **fields) -> p4runtime_pb2.TableEntry:
        """match: field id to value (exact), (value, prefix) (lpm), (value, mask), (low, high), or value (optional)."""
        declared = self.tables[table]
        kinds = {f.id: f.match_type for f in declared.match_fields}
        entry = p4runtime_pb2.TableEntry(table_id=declared.preamble.id, **fields)
        for field_id, value in (match or {}).items():
            field = entry.match.add(field_id=field_id)
            kind = kinds.get(field_id, p4info_pb2.MatchField.EXACT)
            if kind == p4info_pb2.MatchField.LPM:
                field.lpm.value, field.lpm.prefix_len = to_bytes(value[0]), value[1]
            elif kind == p4info_pb2.MatchField.TERNARY:
                field.ternary.value, field.ternary.mask = to_bytes(value[0]), to_bytes(value[1])
            elif kind == p4info_pb2.MatchField.RANGE:
                field.range.low, field.range.high = to_bytes(value[0]), to_bytes(value[1])
            elif kind == p4info_pb2.MatchField.OPTIONAL:
                field.optional.value = to_bytes(value)
            else:
                field.exact.value = to_bytes(value)
        if isinstance(action, p4runtime_pb2.Action):
            entry.action.action.CopyFrom(action)
        elif isinstance(action, p4runtime_pb2.TableAction):
            entry.action.CopyFrom(action)
        return entry


def thousand_inserts(names):
    """Updates for the first table that takes 1,000 entries with one exact or lpm field at least 16 bits wide."""
    for table in names.info.tables:
        wide = [f for f in table.match_fields if f.bitwidth >= 16 and f.match_type == 3]
        if table.size >= 1000 and len(table.match_fields) == 1 and wide and not table.implementation_id:
            usable = [r.id for r in table.action_refs if r.scope != 2]
            action = next(a for a in names.info.actions if a.preamble.id == usable[0])
            break
    else:
        pytest.fail("the program has no such table: choose another one")
    call = p4runtime_pb2.Action(action_id=action.preamble.id)
    for param in action.params:
        call.params.add(param_id=param.id, value=b"\x01")
    updates, width = [], table.match_fields[0].bitwidth
    for number in range(1000):
        entry = p4runtime_pb2.TableEntry(table_id=table.preamble.id)
        match = entry.match.add(field_id=table.match_fields[0].id)
        match.lpm.value, match.lpm.prefix_len = (number << (width - 16)).to_bytes(width // 8, "big"), 16
        entry.action.action.CopyFrom(call)
        updates.append((INSERT, entry))
    return table.preamble.name, updates


def with_counter(entry, packets=0, octets=0):
    entry.counter_data.SetInParent()
    entry.counter_data.packet_count, entry.counter_data.byte_count = packets, octets
    return entry


def to_bytes(value: int | bytes) -> bytes:
    return value if isinstance(value, bytes) else value.to_bytes(max(1, (value.bit_length() + 7) // 8), "big")


class TimedStub:
    """gRPC's stub, every call of which ends by `DEADLINE_S` at the latest."""

    def __init__(self, channel: grpc.Channel) -> None:
        self._stub = p4runtime_pb2_grpc.P4RuntimeStub(channel)

    def __getattr__(self, name: str):
        return functools.partial(getattr(self._stub, name), timeout=DEADLINE_S)


@contextlib.contextmanager
def ended_in_time(stream, seconds: float = DEADLINE_S):
    """Ends a server's stream, whose responses the block reads, when the server does not; that is then the failure."""
    late = threading.Event()
    timer = threading.Timer(seconds, lambda: (late.set(), stream.end()))
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        assert not late.is_set(), f"the stream did not end within {seconds:g} s"


class Client:
    """One controller: a stream and unary calls."""

    def __init__(
        self, address: str, *, election_id: int | None = 1, role: str = "", device_id: int = DEVICE_ID
    ) -> None:
        self.device_id, self.election_id, self.role = device_id, election_id, role
        self.channel = grpc.insecure_channel(address, options=(("grpc.max_metadata_size", 1 << 22),))
        self.stub = TimedStub(self.channel)
        self._requests: queue.SimpleQueue = queue.SimpleQueue()
        self.stream = self.stub.StreamChannel(iter(self._requests.get, None))

    def arbitrate(self, **changes) -> None:
        """Send an arbitration update; `changes` replace this client's device_id, election_id or role."""
        wanted = {"device_id": self.device_id, "election_id": self.election_id, "role": self.role, **changes}
        request = p4runtime_pb2.StreamMessageRequest()
        request.arbitration.device_id = wanted["device_id"]
        if wanted["role"]:
            request.arbitration.role.name = wanted["role"]
        if wanted["election_id"] is not None:
            set_election_id(request.arbitration, wanted["election_id"])
        self.send(request)

    def send(self, request: p4runtime_pb2.StreamMessageRequest) -> None:
        self._requests.put(request)

    def receive(self) -> p4runtime_pb2.StreamMessageResponse:
        return next(self.stream)

    def become_primary(self) -> None:
        self.arbitrate()
        assert self.receive().arbitration.status.code == 0

    def set_pipeline(self, config=None, action: int = Set.VERIFY_AND_COMMIT, **fields) -> None:
        request = Set(device_id=self.device_id, role=self.role, action=action, **fields)
        if config is not None:
            request.config.CopyFrom(config)
        if self.election_id is not None:
            set_election_id(request, self.election_id)
        self.stub.SetForwardingPipelineConfig(request)

    def write_request(self, *updates, atomicity: int = 0) -> p4runtime_pb2.WriteRequest:
        request = p4runtime_pb2.WriteRequest(device_id=self.device_id, role=self.role, atomicity=atomicity)
        if self.election_id is not None:
            set_election_id(request, self.election_id)
        for kind, message in updates:
            request.updates.add(type=kind, entity=entity(message))
        return request

    def write_request_of(self, updates, atomicity: int = 0) -> p4runtime_pb2.WriteRequest:
        """The same of p4runtime_pb2.Update messages."""
        request = self.write_request(atomicity=atomicity)
        request.updates.extend(updates)
        return request

    def write(self, *updates, atomicity: int = 0) -> None:
        """updates: (kind, entity message)."""
        self.stub.Write(self.write_request(*updates, atomicity=atomicity))

    def refused(self, kind: int, message) -> tuple[str, str]:
        """Code name and message of the error that one update gets."""
        try:
            self.write((kind, message))
        except grpc.RpcError as error:
            (detail,) = details(error)
            return code_name(detail.canonical_code), detail.message
        raise AssertionError("the update was accepted")

    def read(self, *messages) -> list:
        request = p4runtime_pb2.ReadRequest(device_id=self.device_id, entities=[entity(m) for m in messages])
        found = [e for response in self.stub.Read(request) for e in response.entities]
        return [inner(e) for e in found]

    def close(self) -> None:
        self._requests.put(None)
        self.stream.cancel()
        self.channel.close()


def set_election_id(message, number: int) -> None:
    message.election_id.high, message.election_id.low = number >> 64, number & (2**64 - 1)


def entity(message) -> p4runtime_pb2.Entity:
    wrapped = p4runtime_pb2.Entity()
    if isinstance(message, p4runtime_pb2.MulticastGroupEntry):
        wrapped.packet_replication_engine_entry.multicast_group_entry.CopyFrom(message)
    elif isinstance(message, p4runtime_pb2.CloneSessionEntry):
        wrapped.packet_replication_engine_entry.clone_session_entry.CopyFrom(message)
    else:
        for field in wrapped.DESCRIPTOR.fields:
            if field.message_type.name == message.DESCRIPTOR.name:
                getattr(wrapped, field.name).CopyFrom(message)
                getattr(wrapped, field.name).SetInParent()
    return wrapped


def inner(wrapped: p4runtime_pb2.Entity):
    found = getattr(wrapped, wrapped.WhichOneof("entity"))
    if isinstance(found, p4runtime_pb2.PacketReplicationEngineEntry):
        return getattr(found, found.WhichOneof("type"))
    return found


def details(error: grpc.RpcError) -> list[p4runtime_pb2.Error]:
    """The p4.v1.Error of every update of a failed batch."""
    assert error.code() is grpc.StatusCode.UNKNOWN, error
    status = status_pb2.Status()
    status.ParseFromString(dict(error.trailing_metadata())["grpc-status-details-bin"])
    assert status.code == 2
    found = []
    for packed in status.details:
        message = p4runtime_pb2.Error()
        assert packed.Unpack(message)
        found.append(message)
    return found


def code_name(code: int) -> str:
    return next(c.name for c in grpc.StatusCode if c.value[0] == code)
