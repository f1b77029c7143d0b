# SPDX-License-Identifier: Apache-2.0
"""P4Runtime specification, "Client Arbitration and Controller Replication"."""

from __future__ import annotations

import re

import grpc
import pytest
from p4runtime_kit import INSERT
from p4runtime_kit import Client as Controller

from p4soft.messages import p4runtime_pb2
from p4soft.switch.p4runtime import P4RuntimeServer
from p4soft.switch.p4runtime.stream import Arbitration, Client

OK, NOT_FOUND, ALREADY_EXISTS = 0, 5, 6


def status_of(stream) -> grpc.StatusCode:
    with pytest.raises(grpc.RpcError) as caught:
        while True:
            next(stream)
    return caught.value.code()


def test_first_client_is_primary_and_hears_its_election_id(connect):
    client = connect(election_id=(3 << 64) | 5)
    client.arbitrate()
    update = client.receive().arbitration
    assert update.status.code == OK
    assert (update.device_id, update.election_id.high, update.election_id.low) == (7, 3, 5)
    assert not update.HasField("role")


def test_lower_election_id_is_backup_and_hears_of_the_primary(connect):
    first, second = connect(election_id=10), connect(election_id=9)
    first.become_primary()
    second.arbitrate()
    update = second.receive().arbitration
    assert update.status.code == ALREADY_EXISTS
    assert update.election_id.low == 10


def test_election_ids_are_compared_as_128_bits(connect):
    first, second = connect(election_id=2**64 - 1), connect(election_id=1 << 64)
    first.become_primary()
    second.become_primary()
    assert first.receive().arbitration.status.code == ALREADY_EXISTS


def test_new_primary_takes_over_and_the_old_one_may_not_write(connect, config, p4):
    old, new = connect(election_id=1), connect(election_id=2)
    old.become_primary()
    old.set_pipeline(config)
    new.become_primary()
    assert old.receive().arbitration.status.code == ALREADY_EXISTS
    with pytest.raises(grpc.RpcError) as caught:
        old.write((INSERT, p4.entry("exact_t", {1: 1}, p4.action("forward", port=1))))
    assert caught.value.code() is grpc.StatusCode.PERMISSION_DENIED
    assert "primary of role '' has 2" in caught.value.details()
    new.write((INSERT, p4.entry("exact_t", {1: 1}, p4.action("forward", port=1))))


def test_primary_leaving_is_announced_and_nobody_else_becomes_primary(connect):
    primary, backup = connect(election_id=2), connect(election_id=1)
    primary.become_primary()
    backup.arbitrate()
    backup.receive()
    primary.close()
    update = backup.receive().arbitration
    assert update.status.code == NOT_FOUND
    assert update.election_id.low == 2
    # Only the highest election id ever seen, or a higher one, makes a primary.
    backup.arbitrate(election_id=1)
    assert backup.receive().arbitration.status.code == NOT_FOUND
    backup.arbitrate(election_id=2)
    assert backup.receive().arbitration.status.code == OK


def test_primary_can_downgrade_itself(connect):
    primary, backup = connect(election_id=5), connect(election_id=4)
    primary.become_primary()
    backup.arbitrate()
    backup.receive()
    primary.arbitrate(election_id=3)
    assert primary.receive().arbitration.status.code == NOT_FOUND
    assert backup.receive().arbitration.status.code == NOT_FOUND


def test_client_without_election_id_is_never_primary(connect):
    client = connect(election_id=None)
    client.arbitrate()
    update = client.receive().arbitration
    assert update.status.code == NOT_FOUND
    assert not update.HasField("election_id")


def test_election_id_zero_is_not_the_same_as_none(connect):
    client = connect(election_id=0)
    client.become_primary()


def test_election_id_of_a_live_client_is_refused(connect):
    first, second = connect(election_id=4), connect(election_id=4)
    first.become_primary()
    second.arbitrate()
    with pytest.raises(grpc.RpcError) as caught:
        next(second.stream)
    assert caught.value.code() is grpc.StatusCode.INVALID_ARGUMENT
    # finsy tries another id when, and only when, the message reads so
    assert re.search(r"election id .*\b(?:used|exists)\b", caught.value.details(), re.IGNORECASE)


def test_unknown_device_ends_the_stream(connect):
    client = connect()
    client.arbitrate(device_id=8)
    assert status_of(client.stream) is grpc.StatusCode.NOT_FOUND


@pytest.mark.parametrize("change", [{"device_id": 8}, {"role": "other"}])
def test_stream_cannot_change_device_or_role(connect, change):
    client = connect()
    client.become_primary()
    client.arbitrate(**change)
    assert status_of(client.stream) is grpc.StatusCode.FAILED_PRECONDITION


def test_role_config_is_refused_for_want_of_a_scheme(connect):
    client = connect()
    request = p4runtime_pb2.StreamMessageRequest()
    request.arbitration.device_id = 7
    request.arbitration.role.name = "x"
    request.arbitration.role.config.type_url = "type.googleapis.com/x"
    client.send(request)
    assert status_of(client.stream) is grpc.StatusCode.INVALID_ARGUMENT


def test_roles_have_primaries_of_their_own(connect, config, p4):
    default, routing = connect(election_id=9), connect(election_id=1, role="routing")
    default.become_primary()
    routing.arbitrate()
    update = routing.receive().arbitration
    assert update.status.code == OK
    assert update.role.name == "routing"
    default.set_pipeline(config)
    routing.write((INSERT, p4.entry("exact_t", {1: 1}, p4.action("forward", port=1))))


def test_write_of_an_unknown_role_is_not_found(connect):
    client = connect()
    client.become_primary()
    with pytest.raises(grpc.RpcError) as caught:
        client.stub.Write(p4runtime_pb2.WriteRequest(device_id=7, role="ghost"))
    assert caught.value.code() is grpc.StatusCode.NOT_FOUND
    assert "'ghost'" in caught.value.details()


def test_write_without_any_arbitration_is_denied(connect):
    client = connect()
    with pytest.raises(grpc.RpcError) as caught:
        client.write()
    assert caught.value.code() is grpc.StatusCode.PERMISSION_DENIED


def test_too_many_streams_are_refused(connect):
    clients = []
    for number in range(32):
        clients.append(connect(election_id=number + 1))
        clients[-1].become_primary()
    late = connect(election_id=99)
    late.arbitrate()
    assert status_of(late.stream) is grpc.StatusCode.RESOURCE_EXHAUSTED


def test_stream_half_closed_by_the_client_ends_cleanly(connect):
    client = connect()
    client.become_primary()
    client.send(None)
    with pytest.raises(StopIteration):
        client.receive()


def test_an_update_that_arrives_after_its_stream_has_ended_takes_no_election_id():
    arbitration = Arbitration(device_id=7)
    update = p4runtime_pb2.MasterArbitrationUpdate(device_id=7, election_id=p4runtime_pb2.Uint128(low=1))
    heard = []
    late, next_one = Client(heard.append), Client(heard.append)
    arbitration.disconnect(late)
    arbitration.update(late, update)
    assert (heard, arbitration.primaries()) == ([], [])
    arbitration.update(next_one, update)
    assert arbitration.primaries() == [next_one]


def refused(call, *arguments) -> str:
    with pytest.raises(grpc.RpcError) as caught:
        call(*arguments)
    return caught.value.code().name


def test_without_a_primary_nobody_writes(connect, config):
    """P4Runtime §5.3: "only the primary ... can perform Write requests"."""
    assert refused(connect(election_id=None).set_pipeline, config) == "PERMISSION_DENIED"


def test_without_primary_writes_as_on_bmv2(switch, clock, config, p4):
    """PI's server (pi_server.cpp, Write): a request without election id is taken while there are no connections."""
    server = P4RuntimeServer(switch, clock=clock, without_primary=True)
    server.start()
    nobody, late = Controller(server.address, election_id=None), Controller(server.address, election_id=5)
    try:
        assert refused(late.set_pipeline, config) == "PERMISSION_DENIED"  # an election id of nobody
        nobody.set_pipeline(config)
        nobody.write((INSERT, p4.entry("exact_t", {1: 1}, p4.action("forward", port=1))))
        late.become_primary()
        assert refused(nobody.write, (INSERT, p4.entry("exact_t", {1: 2}, p4.action("forward", port=1)))) == (
            "PERMISSION_DENIED"
        )
        late.write((INSERT, p4.entry("exact_t", {1: 2}, p4.action("forward", port=1))))
    finally:
        nobody.close()
        late.close()
        server.stop()
