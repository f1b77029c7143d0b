# SPDX-License-Identifier: Apache-2.0
"""Mutated pipelines and stream messages, which test_mutated_messages.py leaves out: refused clearly, or they work."""

from __future__ import annotations

import random

from finsy.proto.p4.v1 import p4runtime_pb2_grpc
from p4runtime_kit import DEVICE_ID, Set, ended_in_time, set_election_id
from test_mutated_messages import ROUNDS, UNREADABLE, mutated

from p4soft.messages import p4runtime_pb2
from p4soft.switch.p4runtime.status import P4RuntimeError

PIPELINES, STREAMS = ROUNDS // 20, ROUNDS // 5
COVERED = {"Write", "Read", "SetForwardingPipelineConfig", "GetForwardingPipelineConfig", "StreamChannel"}
WITHOUT_CONTENT = {"Capabilities"}
"""RPCs whose requests have no field to mutate."""


def damaged(rng, message):
    """A message with some of its bytes changed; the message itself where nobody could read the result."""
    found = type(message)()
    try:
        found.ParseFromString(mutated(rng, message.SerializeToString()))
    except UNREADABLE:  # gRPC refuses these before we see them.
        return message
    return found


def test_every_rpc_is_covered():
    calls = {name for name in dir(p4runtime_pb2_grpc.P4RuntimeServicer) if name[0].isupper()}
    assert calls == COVERED | WITHOUT_CONTENT


def test_mutated_pipelines(client, config, server):  # noqa: ARG001  the client is the primary
    rng = random.Random(3)
    accepted = 0
    for number in range(PIPELINES):
        request = Set(device_id=DEVICE_ID, action=rng.choice((1, 2, 2, 2, 3, 4)))
        set_election_id(request, 1)
        request.config.CopyFrom(config)
        what = rng.randrange(4)
        if what == 0:
            request = damaged(rng, request)
        elif what == 1:
            request.config.p4info.CopyFrom(damaged(rng, config.p4info))
        elif what == 2:
            request.config.p4_device_config = mutated(rng, config.p4_device_config)
        request.config.cookie.cookie = number
        read = p4runtime_pb2.GetForwardingPipelineConfigRequest(device_id=DEVICE_ID, response_type=rng.randrange(6))
        for call in (lambda: server.set_pipeline(request), lambda: server.get_pipeline(read)):  # noqa: B023  called at once
            try:
                call()
                accepted += 1
            except P4RuntimeError as error:
                assert error.message
    assert accepted > PIPELINES // 2


def messages(p4):
    """One valid stream message of every kind."""
    arbitration = p4runtime_pb2.StreamMessageRequest()
    arbitration.arbitration.device_id = DEVICE_ID
    arbitration.arbitration.role.name = "other"
    set_election_id(arbitration.arbitration, 5)
    packet = p4runtime_pb2.StreamMessageRequest()
    packet.packet.payload = bytes(40)
    packet.packet.metadata.add(metadata_id=1, value=b"\x01")
    ack = p4runtime_pb2.StreamMessageRequest()
    ack.digest_ack.digest_id, ack.digest_ack.list_id = p4.ids["mac_learn_t"], 1
    other = p4runtime_pb2.StreamMessageRequest()
    other.other.Pack(p4runtime_pb2.ReadRequest(device_id=DEVICE_ID))
    return [arbitration, packet, ack, other]


def test_mutated_stream_messages(client, p4, server):
    """An exception in a stream's reader thread fails the test: see `filterwarnings` in pyproject.toml."""
    rng = random.Random(4)
    originals = messages(p4)
    kinds = p4runtime_pb2.StreamMessageRequest.DESCRIPTOR.oneofs_by_name["update"].fields
    assert {message.WhichOneof("update") for message in originals} == {field.name for field in kinds}
    answers = refusals = 0
    for _ in range(STREAMS):
        stream = server.open_stream()
        requests = [damaged(rng, rng.choice(originals)) for _ in range(rng.randint(1, 5))]
        if rng.random() < 0.5:
            requests.insert(0, originals[0])
        try:
            with ended_in_time(stream):
                answers += len(list(stream.responses(iter(requests), lambda: None)))
        except P4RuntimeError as error:
            assert error.message
            refusals += 1
        finally:
            server.close_stream(stream)
    assert answers
    assert refusals
    assert not client.read(p4.entry("exact_t"))  # The server still answers.
