# SPDX-License-Identifier: Apache-2.0
"""Controllers that say nothing, or do not read: others are served all the same, and memory is bounded."""

from __future__ import annotations

import contextlib
import resource
import threading
import time

import grpc
import pytest
from finsy.proto.p4.v1 import p4runtime_pb2_grpc
from p4runtime_kit import DEVICE_ID, INSERT, entity
from waiting_kit import until

from p4soft.messages import p4runtime_pb2
from p4soft.switch.p4runtime import handler, servicer
from p4soft.switch.p4runtime import stream as stream_room
from p4soft.switch.p4runtime.status import P4RuntimeError
from p4soft.switch.p4runtime.stream import MOST_BYTES, MOST_ROLES, Arbitration, Client, Stream

WAIT_S = 60.0


@contextlib.contextmanager
def stubs(address: str, count: int):
    """Stubs with a connection each, whose window does not grow: gRPC would let it hold whole answers."""
    options = (("grpc.use_local_subchannel_pool", 1), ("grpc.http2.bdp_probe", 0))
    channels = [grpc.insecure_channel(address, options=options) for _ in range(count)]
    try:
        yield [p4runtime_pb2_grpc.P4RuntimeStub(channel) for channel in channels]
    finally:
        for channel in channels:
            channel.close()


def silent(stop: threading.Event):
    stop.wait(WAIT_S)
    yield from ()


def test_a_hundred_streams_that_say_nothing_keep_no_controller_out(server, connect, config):
    stop = threading.Event()
    with stubs(server.address, 5) as several:
        calls = [several[i % 5].StreamChannel(silent(stop)) for i in range(100)]
        until(lambda: len(server._streams) >= 32)
        controller = connect()
        controller.become_primary()
        controller.set_pipeline(config)
        until(lambda: server.counts["streams closed for another one, without ever an arbitration update"] >= 69)
        controller.write((INSERT, p4runtime_pb2.MulticastGroupEntry(multicast_group_id=1)))
        stop.set()
        for call in calls:
            call.cancel()


def test_controllers_that_do_not_read_what_they_asked_for_stop_no_writer(server, connect, config, p4, monkeypatch):
    monkeypatch.setattr(servicer, "PATIENCE_S", 1.0)
    controller = connect()
    controller.become_primary()
    controller.set_pipeline(config)
    for number in range(200):  # 10 MB, in messages that no client's window holds
        action = p4.action("forward", port=1)
        controller.write((INSERT, p4.entry("exact_t", {1: number}, action, metadata=bytes(50_000))))
    everything = p4runtime_pb2.ReadRequest(device_id=DEVICE_ID, entities=[entity(p4runtime_pb2.TableEntry())])
    with stubs(server.address, 10) as several:
        calls = [several[i % 10].Read(everything, timeout=WAIT_S) for i in range(60)]
        for number in range(5):
            controller.write((INSERT, p4runtime_pb2.MulticastGroupEntry(multicast_group_id=1 + number)))
        until(lambda: server.counts["answers cut off: the client does not read"] >= 10)
        for call in calls:
            call.cancel()
    assert controller.read(p4runtime_pb2.MulticastGroupEntry())


def test_a_reader_in_no_hurry_gets_everything(client):
    table = p4runtime_pb2.TableEntry()
    everything = p4runtime_pb2.ReadRequest(device_id=DEVICE_ID, entities=[entity(table)] * 2000)
    first = sum(len(response.entities) for response in client.stub.Read(everything))
    again = 0
    for response in client.stub.Read(everything):
        again += len(response.entities)
        time.sleep(0.01)
    assert first == again > 2000


def test_an_answer_without_measure_is_refused(client, monkeypatch):
    monkeypatch.setattr(handler, "MOST_TOGETHER", 200_000)
    many = p4runtime_pb2.ReadRequest(device_id=DEVICE_ID, entities=[entity(p4runtime_pb2.TableEntry())] * 20_000)
    with pytest.raises(grpc.RpcError) as caught:
        list(client.stub.Read(many))
    assert caught.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
    assert "the answer is longer than 200000 bytes; ask for less at a time" in caught.value.details()
    assert client.read(p4runtime_pb2.TableEntry())


def test_a_controller_that_never_reads_its_answers_is_sent_away(server, monkeypatch):
    monkeypatch.setattr(stream_room, "MOST_BYTES", 1 << 20)

    def updates():
        request = p4runtime_pb2.StreamMessageRequest()
        request.arbitration.device_id = DEVICE_ID
        request.arbitration.role.name = "r" * 1000
        while True:
            yield request

    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with stubs(server.address, 1) as (stub,):
        stream = stub.StreamChannel(updates(), timeout=WAIT_S)
        until(lambda: server.counts["streams ended: the client does not read"])
        with pytest.raises(grpc.RpcError) as caught:
            for _ in stream:
                pass
        assert caught.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 200 << 10  # KiB


def test_packets_for_a_controller_that_does_not_read_are_counted_when_they_do_not_fit():
    stream = Stream(lambda *_: None)
    message = p4runtime_pb2.StreamMessageResponse()
    message.packet.payload = bytes(60_000)
    fit = MOST_BYTES // message.ByteSize()
    for _ in range(fit + 100):
        stream.client.send(message)
    assert fit < 20_000
    assert 99 <= stream.take_dropped() <= 101
    # As it reads, there is room again.
    responses = stream.responses(iter(()), lambda: None)
    for _ in range(10):
        next(responses)
    for _ in range(20):
        stream.client.send(message)
    assert stream.take_dropped() == 10
    assert not stream.take_overrun()


def arbitration_update(role: str) -> p4runtime_pb2.MasterArbitrationUpdate:
    message = p4runtime_pb2.MasterArbitrationUpdate(device_id=DEVICE_ID)
    message.role.name = role
    message.election_id.low = 5
    return message


def test_roles_that_come_and_go_are_forgotten_in_the_end():
    arbitration = Arbitration(DEVICE_ID)
    stays = Client(lambda _: None)
    arbitration.update(stays, arbitration_update("stays"))
    for number in range(3 * MOST_ROLES):
        client = Client(lambda _: None)
        arbitration.update(client, arbitration_update(f"role {number}"))
        arbitration.disconnect(client)
    assert len(arbitration._roles) <= MOST_ROLES
    arbitration.check_primary("stays", 5)
    arbitration.check_role(f"role {3 * MOST_ROLES - 1}")
    with pytest.raises(P4RuntimeError, match="role 'role 0' is unknown"):
        arbitration.check_role("role 0")


def test_a_role_without_end_is_refused():
    arbitration = Arbitration(DEVICE_ID)
    with pytest.raises(P4RuntimeError, match=r"role\.name has 100000 characters; accepted: up to 1024"):
        arbitration.update(Client(lambda _: None), arbitration_update("r" * 100_000))
