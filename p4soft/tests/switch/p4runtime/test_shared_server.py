# SPDX-License-Identifier: Apache-2.0
"""Many switches at one address: each is a device of its own, and one that is not there is nobody's."""

from __future__ import annotations

import threading

import grpc
import pytest
from google.protobuf.message import DecodeError
from hypothesis import given, settings
from hypothesis import strategies as st
from p4runtime_kit import INSERT, Client

from p4soft.messages import p4runtime_pb2
from p4soft.switch import SimpleSwitch
from p4soft.switch.p4runtime import Device, ServerError, SharedServer, servicer
from p4soft.switch.p4runtime.servicer import ManyDevices
from p4soft.switch.p4runtime.status import P4RuntimeError

GROUP = p4runtime_pb2.MulticastGroupEntry(multicast_group_id=1)


@pytest.fixture
def pair():
    return [Device(SimpleSwitch(device_id=number)) for number in (3, 4)]


@pytest.fixture
def connect(pair):
    """Opens clients of a device; closes them all at the end, and the server after them."""
    server = SharedServer(pair)
    server.start()
    clients = []

    def open_client(device_id: int, **arguments) -> Client:
        clients.append(Client(server.address, device_id=device_id, **arguments))
        return clients[-1]

    open_client.server = server
    yield open_client
    for client in clients:
        client.close()
    server.stop()


def test_each_switch_has_its_own_primary_pipeline_and_entries(connect, pair, config):
    third, fourth = connect(3), connect(4)
    for client in (third, fourth):
        client.become_primary()  # the same election id, of another device
        client.set_pipeline(config)
    third.write((INSERT, GROUP))
    assert third.read(p4runtime_pb2.MulticastGroupEntry()) and not fourth.read(p4runtime_pb2.MulticastGroupEntry())
    assert [device.writes for device in pair] == [2, 1]
    threads = threading.active_count()
    for election_id in range(2, 12):  # one after the other: no thread stays
        connect(3, election_id=election_id).become_primary()
    assert pair[1].writes == 1 and threading.active_count() - threads < 50


def test_a_device_that_is_not_there_is_refused_by_every_call(connect):
    stranger = connect(5)
    for call in (lambda: stranger.read(GROUP), lambda: stranger.write((INSERT, GROUP)), stranger.become_primary):
        with pytest.raises(grpc.RpcError) as caught:
            call()
        assert caught.value.code() is grpc.StatusCode.NOT_FOUND
        assert "device_id 5 is unknown" in caught.value.details()


def test_a_stream_that_does_not_say_whose_it_is_ends(connect, monkeypatch):
    speaks = connect(3)
    speaks.send(p4runtime_pb2.StreamMessageRequest(packet=p4runtime_pb2.PacketOut(payload=b"x")))
    with pytest.raises(grpc.RpcError) as caught:
        speaks.receive()
    assert caught.value.code() is grpc.StatusCode.FAILED_PRECONDITION
    assert "accepted: arbitration, as first message" in caught.value.details()
    monkeypatch.setattr(servicer, "PATIENCE_S", 0.1)
    with pytest.raises(grpc.RpcError) as caught:
        connect(3).receive()
    assert caught.value.code() is grpc.StatusCode.CANCELLED


def test_streams_of_all_devices_together_leave_room_for_other_calls():
    many = [Device(SimpleSwitch(device_id=number)) for number in range(1, 42)]
    server = SharedServer(many)
    server.start()
    clients = []
    try:
        for device in many[:32]:
            clients.append(Client(server.address, device_id=device.switch.device_id))
            clients[-1].become_primary()
        clients.append(Client(server.address, device_id=41))
        with pytest.raises(grpc.RpcError, match="32 streams are open; close one first"):
            clients[-1].become_primary()
        with pytest.raises(grpc.RpcError, match="no forwarding pipeline config has been set"):  # it answers
            clients[-1].read(p4runtime_pb2.MulticastGroupEntry(multicast_group_id=1))
        clients.pop(0).close()
    finally:
        for client in clients:
            client.close()
        server.stop()


def test_two_devices_of_one_id_are_refused():
    with pytest.raises(ValueError, match="two devices have the id 3"):
        ManyDevices(Device(SimpleSwitch(device_id=3)) for _ in range(2))


def test_stop_ends_the_streams_of_all(connect):
    third, fourth = connect(3), connect(4)
    for client in (third, fourth):
        client.become_primary()
    connect.server.stop()
    connect.server.stop()
    for client in (third, fourth):
        with pytest.raises((StopIteration, grpc.RpcError)):
            client.receive()


def test_an_address_in_use_is_told(connect, pair):
    with pytest.raises(ServerError, match="cannot bind"):
        SharedServer(pair, connect.server.address)


@given(st.binary(max_size=60))
@settings(max_examples=100)
def test_whatever_comes_first_finds_a_device_or_is_refused(raw):
    found = ManyDevices([Device(SimpleSwitch(device_id=0))])
    try:
        first = p4runtime_pb2.StreamMessageRequest.FromString(raw)
    except DecodeError:  # not a message: gRPC refuses it
        return
    try:
        device, requests = found.of_stream(iter((first, first)), lambda: None)
    except P4RuntimeError as refusal:
        assert refusal.message
    else:
        assert first.arbitration.device_id == device.switch.device_id and list(requests) == [first, first]
