# SPDX-License-Identifier: Apache-2.0
"""An in-process P4Runtime server, just enough of the specification to be a controller's counterpart.

It keeps entries as the wire bytes it was sent, knows no P4, and can misbehave on demand: hang, refuse, corrupt.
"""

from __future__ import annotations

import threading
from concurrent import futures
from itertools import chain

import grpc
from finsy.proto.p4.v1 import p4runtime_pb2_grpc
from google.protobuf import any_pb2

from p4soft.messages import code_pb2, status_pb2
from p4soft.messages import p4runtime_pb2 as p4rt

DETAILS = "grpc-status-details-bin"


class FakeServer(p4runtime_pb2_grpc.P4RuntimeServicer):
    """One device. `log` records every call that changes it."""

    def __init__(self, device_id: int = 1, *, serve: bool = True) -> None:
        self.device_id = device_id
        self.config: p4rt.ForwardingPipelineConfig | None = None
        self.entries: dict[bytes, p4rt.TableEntry] = {}
        self.primaries: dict[int, int] = {}  # stream -> election id
        self.log: list[str] = []
        self.hang = threading.Event()
        self.hanging: set[str] = set()
        self.time_to_load = 0.0  # seconds that the last client left for a program to be loaded
        self.refuse: dict[int, str] = {}  # table id -> message
        self.lose: set[int] = set()  # table ids whose inserts are silently forgotten
        self.lock = threading.Lock()
        self.streams = 0
        self.unavailable = 0  # how many more Writes end so
        self.room = 1 << 30  # entries that it has room for
        if serve:
            self._server, self.address = started(self, 8)

    def stop(self) -> None:
        self.hang.set()
        self._server.stop(0).wait()

    def _maybe_hang(self, name: str) -> None:
        if name in self.hanging:
            self.hang.wait(30)

    def Capabilities(self, _request, _context):  # noqa: N802
        self._maybe_hang("Capabilities")
        return p4rt.CapabilitiesResponse(p4runtime_api_version="1.3.0")

    def StreamChannel(self, requests, context):  # noqa: N802
        self._maybe_hang("StreamChannel")
        with self.lock:
            self.streams += 1
            stream = self.streams
        try:
            for request in requests:
                wanted = request.arbitration.election_id.low
                if request.arbitration.device_id != self.device_id:
                    context.abort(grpc.StatusCode.NOT_FOUND, f"no device {request.arbitration.device_id}")
                with self.lock:
                    self.primaries[stream] = wanted
                    highest = max(self.primaries.values())
                    first = next(key for key, value in self.primaries.items() if value == highest)
                reply = p4rt.StreamMessageResponse()
                reply.arbitration.device_id = self.device_id
                reply.arbitration.election_id.low = highest
                reply.arbitration.status.code = code_pb2.OK if first == stream else code_pb2.ALREADY_EXISTS
                yield reply
        finally:
            with self.lock:
                self.primaries.pop(stream, None)

    def SetForwardingPipelineConfig(self, request, context):  # noqa: N802
        self.time_to_load = context.time_remaining()
        if not self.primaries:
            context.abort(grpc.StatusCode.PERMISSION_DENIED, "not primary")
        self.config = request.config
        self.entries.clear()
        self.log.append("pipeline")
        return p4rt.SetForwardingPipelineConfigResponse()

    def GetForwardingPipelineConfig(self, _request, context):  # noqa: N802
        if self.config is None:
            context.abort(grpc.StatusCode.FAILED_PRECONDITION, "no forwarding pipeline config set for this device")
        reply = p4rt.GetForwardingPipelineConfigResponse()
        if self.config.HasField("cookie"):
            reply.config.cookie.cookie = self.config.cookie.cookie
        return reply

    def Write(self, request, context):  # noqa: N802
        self._maybe_hang("Write")
        if self.unavailable > 0:
            self.unavailable -= 1
            context.abort(grpc.StatusCode.UNAVAILABLE, "going down")
        if not self.primaries:
            context.abort(grpc.StatusCode.PERMISSION_DENIED, "not primary")
        results = [self._update(update) for update in request.updates]
        if any(result.canonical_code for result in results):
            status = status_pb2.Status(code=code_pb2.UNKNOWN, message="batch failed")
            for result in results:
                packed = any_pb2.Any()
                packed.Pack(result)
                status.details.append(packed)
            context.set_trailing_metadata(((DETAILS, status.SerializeToString()),))
            context.abort(grpc.StatusCode.UNKNOWN, "batch failed")
        return p4rt.WriteResponse()

    def _update(self, update) -> p4rt.Error:
        entry = update.entity.table_entry
        key = p4rt.TableEntry(table_id=entry.table_id, match=sorted(entry.match, key=lambda m: m.field_id))
        key.priority = entry.priority
        name = key.SerializeToString(deterministic=True)
        if entry.table_id in self.refuse:
            return p4rt.Error(canonical_code=code_pb2.INVALID_ARGUMENT, message=self.refuse[entry.table_id])
        self.log.append(p4rt.Update.Type.Name(update.type).lower())
        if update.type == p4rt.Update.INSERT and name in self.entries:
            return p4rt.Error(canonical_code=code_pb2.ALREADY_EXISTS, message="match entry exists")
        if update.type == p4rt.Update.INSERT and len(self.entries) >= self.room:
            return p4rt.Error(canonical_code=code_pb2.RESOURCE_EXHAUSTED, message="table full")
        if update.type != p4rt.Update.INSERT and name not in self.entries:
            return p4rt.Error(canonical_code=code_pb2.NOT_FOUND, message="no such entry")
        if update.type == p4rt.Update.DELETE:
            del self.entries[name]
        elif entry.table_id not in self.lose:
            self.entries[name] = entry
        return p4rt.Error(canonical_code=code_pb2.OK)

    def Read(self, request, _context):  # noqa: N802
        self._maybe_hang("Read")
        for entity in request.entities:
            if entity.HasField("counter_entry"):
                cell = p4rt.Entity()
                cell.counter_entry.CopyFrom(entity.counter_entry)
                cell.counter_entry.data.packet_count, cell.counter_entry.data.byte_count = 7, 700
                yield p4rt.ReadResponse(entities=[cell])
                continue
            found = [p4rt.Entity(table_entry=entry) for entry in self.entries.values()]
            for start in range(0, len(found), 100):
                yield p4rt.ReadResponse(entities=found[start : start + 100])


def started(servicer, workers: int):
    """A server of it, and its address."""
    server = grpc.server(futures.ThreadPoolExecutor(max_workers=workers))
    p4runtime_pb2_grpc.add_P4RuntimeServicer_to_server(servicer, server)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    return server, f"127.0.0.1:{port}"


class FakeFleet(p4runtime_pb2_grpc.P4RuntimeServicer):
    """Many devices behind one address."""

    def __init__(self, device_ids) -> None:
        self.devices = {device_id: FakeServer(device_id, serve=False) for device_id in device_ids}
        self.busiest = self.busy = 0  # streams at a time
        self._lock = threading.Lock()
        self._server, self.address = started(self, 64)

    def stop(self) -> None:
        for device in self.devices.values():
            device.hang.set()
        self._server.stop(0).wait()

    def StreamChannel(self, requests, context):  # noqa: N802
        first = next(requests)
        with self._lock:
            self.busy += 1
            self.busiest = max(self.busiest, self.busy)
        try:
            yield from self.devices[first.arbitration.device_id].StreamChannel(chain([first], requests), context)
        finally:
            with self._lock:
                self.busy -= 1

    def SetForwardingPipelineConfig(self, request, context):  # noqa: N802
        return self.devices[request.device_id].SetForwardingPipelineConfig(request, context)

    def GetForwardingPipelineConfig(self, request, context):  # noqa: N802
        return self.devices[request.device_id].GetForwardingPipelineConfig(request, context)

    def Write(self, request, context):  # noqa: N802
        return self.devices[request.device_id].Write(request, context)

    def Read(self, request, context):  # noqa: N802
        yield from self.devices[request.device_id].Read(request, context)
