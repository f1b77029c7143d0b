# SPDX-License-Identifier: Apache-2.0
"""The server as a whole: starting, p4runtime-shell's own client, speed, hostile input."""

from __future__ import annotations

import grpc
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from p4runtime_kit import INSERT, PROGRAMS, Names
from tests.p4runtime_client.p4runtime_shell_kit import P4RuntimeClient, P4RuntimeWriteException

from p4soft.messages import p4runtime_pb2
from p4soft.switch import SimpleSwitch
from p4soft.switch.p4runtime import P4RuntimeServer, ServerError


@pytest.mark.parametrize("address", ["", "nonsense", "127.0.0.1", "127.0.0.1:", "127.0.0.1:x", "127.0.0.1:70000", ":1"])
def test_malformed_address(address):
    with pytest.raises(ServerError, match="accepted: HOST:PORT"):
        P4RuntimeServer(SimpleSwitch(), address)


def test_address_in_use(server):
    with pytest.raises(ServerError, match="cannot bind"):
        P4RuntimeServer(SimpleSwitch(), server.address)


def test_binds_to_loopback_and_stops_twice():
    server = P4RuntimeServer(SimpleSwitch(device_id=1))
    assert server.address.startswith("127.0.0.1:")
    server.start()
    server.stop()
    server.stop()


def test_stop_ends_open_streams(connect, server):
    client = connect()
    client.become_primary()
    server.stop()
    with pytest.raises((StopIteration, grpc.RpcError)):
        client.receive()


def test_p4runtime_shell_client(server, p4):
    shell = P4RuntimeClient(7, server.address, (0, 1))
    try:
        shell.set_fwd_pipe_config(str(PROGRAMS / "everything.p4info.txtpb"), str(PROGRAMS / "everything.json"))
        assert Names(shell.get_p4info()).ids == p4.ids
        entry = p4.entry("exact_t", {1: 1}, p4.action("forward", port=1))
        update = p4runtime_pb2.Update(type=INSERT)
        update.entity.table_entry.CopyFrom(entry)
        shell.write_update(update)
        query = p4runtime_pb2.Entity()
        query.table_entry.table_id = entry.table_id
        assert [e.table_entry for response in shell.read_one(query) for e in response.entities] == [entry]
        with pytest.raises(P4RuntimeWriteException, match="ALREADY_EXISTS"):
            shell.write_update(update)
        server.packet_in(b"\x00\x85payload")
        assert shell.get_stream_packet("packet", timeout=5).packet.payload == b"payload"
        assert shell.api_version() == "1.4.1"
        second = P4RuntimeClient(7, server.address, (0, 2), role_name="other")
        second.tear_down()
    finally:
        shell.tear_down()


def test_a_thousand_inserts_count_as_a_thousand_writes(client, p4, server):
    request = client.write_request(
        *((INSERT, p4.entry("exact_t", {1: n}, p4.action("forward", port=1))) for n in range(1, 1001))
    )
    before = server.writes
    client.stub.Write(request)
    assert server.writes - before == 1000


# Hostile input. The handlers are called below gRPC, so that an exception is seen as what it is.

_ids = st.one_of(st.integers(0, 2**32 - 1), st.sampled_from([0, 1, 2, 3]))
_bytes = st.binary(max_size=8)


def _mutate(data, message, config_ids, depth=0):
    """Set random fields of a message to random values, descending into messages."""
    for field in data.draw(st.lists(st.sampled_from(list(message.DESCRIPTOR.fields)), max_size=4)):
        name = field.name
        if field.message_type is not None:
            if depth > 5 or field.message_type.full_name.startswith("google.protobuf"):
                continue
            if field.is_repeated:
                _mutate(data, getattr(message, name).add(), config_ids, depth + 1)
            else:
                getattr(message, name).SetInParent()
                _mutate(data, getattr(message, name), config_ids, depth + 1)
        elif field.is_repeated:
            continue
        elif field.type == field.TYPE_BYTES:
            setattr(message, name, data.draw(_bytes))
        elif field.type == field.TYPE_BOOL:
            setattr(message, name, data.draw(st.booleans()))
        elif field.type in (field.TYPE_INT32, field.TYPE_INT64):
            setattr(message, name, data.draw(st.sampled_from([-1, 0, 1, 2, 8, 33, 2**31 - 1])))
        elif field.type == field.TYPE_ENUM:
            setattr(message, name, data.draw(st.integers(0, 4)))
        elif field.type == field.TYPE_UINT32:
            setattr(message, name, data.draw(st.one_of(st.sampled_from(config_ids), _ids)))
        elif field.type == field.TYPE_UINT64:
            setattr(message, name, data.draw(st.integers(0, 3)))


def _hostile(examples):
    return settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck))


@_hostile(60)
@given(data=st.data())
def test_mutated_requests_are_answered_with_errors(data, client, p4):
    _answered(data, client, p4)


@pytest.mark.long
@_hostile(300)
@given(data=st.data())
def test_many_mutated_requests_are_answered_with_errors(data, client, p4):
    _answered(data, client, p4)


def _answered(data, client, p4):
    everything = [*p4.tables.values(), *p4.actions.values()]
    config_ids = [thing.preamble.id for thing in everything] + list(p4.ids.values())
    entities = list(p4runtime_pb2.Entity.DESCRIPTOR.fields)
    request = client.write_request(atomicity=data.draw(st.integers(0, 2)))
    query = p4runtime_pb2.ReadRequest(device_id=7)
    for _ in range(3):
        update = request.updates.add(type=data.draw(st.integers(0, 3)))
        field = data.draw(st.sampled_from(entities))
        getattr(update.entity, field.name).SetInParent()
        _mutate(data, getattr(update.entity, field.name), config_ids)
        query.entities.add().CopyFrom(update.entity)
    before = _state(client)
    try:
        client.stub.Write(request)
    except grpc.RpcError as error:
        assert error.code() in (grpc.StatusCode.UNKNOWN, grpc.StatusCode.INVALID_ARGUMENT), error
        assert "Exception calling application" not in error.details()
        if request.atomicity:
            assert _state(client) == before
    try:
        list(client.stub.Read(query))
    except grpc.RpcError as error:
        assert "Exception" not in error.details(), error


def _state(client):
    found = []
    for name in ("table_entry", "action_profile_member", "action_profile_group", "counter_entry", "meter_entry"):
        request = p4runtime_pb2.ReadRequest(device_id=7)
        getattr(request.entities.add(), name).SetInParent()
        found += [e for response in client.stub.Read(request) for e in response.entities]
    return found


@_hostile(100)
@given(raw=st.binary(max_size=200))
def test_random_bytes_never_break_the_server(raw, client):
    for method, kind in (
        ("Write", "unary_unary"),
        ("Read", "unary_stream"),
        ("SetForwardingPipelineConfig", "unary_unary"),
    ):
        call = getattr(client.channel, kind)(f"/p4.v1.P4Runtime/{method}")
        try:
            answer = call(raw)
            if kind == "unary_stream":
                list(answer)
        except grpc.RpcError as error:
            assert "Exception calling application" not in (error.details() or "")
    assert client.stub.Capabilities(p4runtime_pb2.CapabilitiesRequest()).p4runtime_api_version


@_hostile(75)
@given(data=st.data())
def test_mutated_stream_messages(data, client):
    request = p4runtime_pb2.StreamMessageRequest()
    which = data.draw(st.sampled_from(["packet", "digest_ack", "other"]))
    getattr(request, which).SetInParent()
    if which != "other":
        _mutate(data, getattr(request, which), [1, 2])
    client.send(request)
    marker = p4runtime_pb2.StreamMessageRequest()
    client.send(marker)  # Always answered with an error: the stream is alive.
    while "without content" not in client.receive().error.message:
        pass
