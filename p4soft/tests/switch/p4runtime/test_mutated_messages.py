# SPDX-License-Identifier: Apache-2.0
"""Mutated requests get a clear refusal or work; nothing else."""

from __future__ import annotations

import os
import random

import pytest
from finsy.proto.p4.v1 import p4runtime_pb2_grpc
from google.protobuf.message import DecodeError
from p4runtime_kit import DEVICE_ID, INSERT, MODIFY, Set, ended_in_time, set_election_id, with_counter

from p4soft.messages import p4runtime_pb2
from p4soft.switch.p4runtime.status import P4RuntimeError

# --- Requests --------------------------------------------------------------------------------------------------------
# Mutated requests get a clear refusal or work; nothing else.
#
# `MRC_FUZZ_REQUESTS=100000` sets the number of writes with reads (1,500 unless told; a fifth as many streams, and a
# twentieth as many pipelines); 100,000 take about three minutes.

ROUNDS = int(os.environ.get("MRC_FUZZ_REQUESTS", "1500"))

UNREADABLE = (DecodeError, UnicodeDecodeError)
"""What protobuf raises for bytes that are no message."""


def seeds(p4):
    """One valid update of every kind."""
    forward = p4.action("forward", port=1)
    one_shot = p4runtime_pb2.TableAction()
    one_shot.action_profile_action_set.action_profile_actions.add(action=forward, weight=2, watch_port=b"\x05")
    group = p4runtime_pb2.ActionProfileGroup(action_profile_id=p4.ids["ecmp"], group_id=1, max_size=4)
    group.members.add(member_id=1, weight=2, watch=3)
    multicast = p4runtime_pb2.PacketReplicationEngineEntry()
    multicast.multicast_group_entry.multicast_group_id = 3
    multicast.multicast_group_entry.replicas.add(egress_port=2, instance=1)
    clone = p4runtime_pb2.PacketReplicationEngineEntry()
    clone.clone_session_entry.session_id = 3
    clone.clone_session_entry.replicas.add(port=b"\x02", instance=1)
    meter = p4runtime_pb2.MeterEntry(meter_id=p4.ids["port_meter"])
    meter.index.index, meter.config.cir, meter.config.pir = 1, 5, 9
    counter = p4runtime_pb2.CounterEntry(counter_id=p4.ids["port_counter"])
    counter.index.index, counter.data.packet_count = 1, 5
    register = p4runtime_pb2.RegisterEntry(register_id=p4.ids["cells"])
    register.data.bitstring = b"\x09"
    values = p4runtime_pb2.ValueSetEntry(value_set_id=p4.ids["probe_types"])
    values.members.add().match.add(field_id=1).exact.value = b"\x12\x34"
    digest = p4runtime_pb2.DigestEntry(digest_id=p4.ids["mac_learn_t"])
    digest.config.max_list_size = 3
    member = p4runtime_pb2.ActionProfileMember(action_profile_id=p4.ids["ecmp"], member_id=1, action=forward)
    ternary = p4.entry("ternary_t", {1: (0x10, 0xFF), 3: 1}, p4.action("metered", port=1), priority=5)
    ternary.meter_config.cir = ternary.meter_config.pir = 4
    direct_counter = p4runtime_pb2.DirectCounterEntry(table_entry=p4.entry("exact_t", {1: 5}))
    direct_counter.data.packet_count = 5
    direct_meter = p4runtime_pb2.DirectMeterEntry(
        table_entry=p4.entry("ternary_t", {1: (0x10, 0xFF), 3: 1}, priority=5)
    )
    direct_meter.config.cir = direct_meter.config.pir = 7
    extern = p4runtime_pb2.ExternEntry(extern_type_id=0x81, extern_id=0x81000001)
    extern.entry.Pack(counter)
    by_member, by_group = p4runtime_pb2.TableAction(action_profile_member_id=1), p4runtime_pb2.TableAction()
    by_group.action_profile_group_id = 1
    for kind, name, message in (
        (INSERT, "table_entry", with_counter(p4.entry("exact_t", {1: 5}, forward), 1, 2)),
        (INSERT, "table_entry", p4.entry("lpm_t", {1: 5, 2: (0x0A000000, 8)}, forward)),
        (INSERT, "table_entry", ternary),
        (INSERT, "table_entry", p4.entry("range_t", {1: (5, 9), 2: 1}, forward, priority=1)),
        (INSERT, "table_entry", p4.entry("selector_t", {1: 2}, one_shot)),
        (INSERT, "table_entry", p4.entry("idle_t", {1: 2}, p4.action("NoAction"), idle_timeout_ns=10**9)),
        (MODIFY, "table_entry", p4.entry("exact_t", None, forward, is_default_action=True)),
        (INSERT, "action_profile_member", member),
        (INSERT, "action_profile_group", group),
        (INSERT, "packet_replication_engine_entry", multicast),
        (INSERT, "packet_replication_engine_entry", clone),
        (MODIFY, "meter_entry", meter),
        (MODIFY, "counter_entry", counter),
        (MODIFY, "register_entry", register),
        (MODIFY, "value_set_entry", values),
        (INSERT, "digest_entry", digest),
        (MODIFY, "direct_counter_entry", direct_counter),
        (MODIFY, "direct_meter_entry", direct_meter),
        (INSERT, "extern_entry", extern),
        (INSERT, "table_entry", p4.entry("selector_t", {1: 3}, by_member)),
        (INSERT, "table_entry", p4.entry("selector_t", {1: 4}, by_group)),
        (INSERT, "table_entry", p4.entry("ternary_t", {1: (1, 1), 2: 7, 3: 1}, forward, priority=9)),
        (MODIFY, "table_entry", p4.entry("keyless_t", None, p4.action("NoAction"), is_default_action=True)),
    ):
        update = p4runtime_pb2.Update(type=kind)
        getattr(update.entity, name).CopyFrom(message)
        yield update


def mutated(rng, data: bytes) -> bytes:
    octets = bytearray(data)
    for _ in range(rng.randint(1, 3)):
        position = rng.randrange(len(octets))
        what = rng.randrange(4)
        if what == 0:
            octets[position] = rng.randrange(256)
        elif what == 1:
            octets[position] ^= 1 << rng.randrange(8)
        elif what == 2:
            del octets[position : position + rng.randint(1, 4)]
        else:
            octets[position:position] = rng.choice((b"\x00", b"\xff", b"\xff\xff\xff\xff\x0f", b"\x01"))
        if not octets:
            break
    return bytes(octets)


def test_every_entity_has_a_seed(p4):
    every = {field.name for field in p4runtime_pb2.Entity.DESCRIPTOR.oneofs_by_name["entity"].fields}
    assert {update.entity.WhichOneof("entity") for update in seeds(p4)} == every


@pytest.mark.parametrize("seed", range(2))
def test_mutated_writes_and_reads(client, p4, server, seed):  # noqa: ARG001  the client is the primary
    rng = random.Random(seed)
    originals = [update.SerializeToString() for update in seeds(p4)]
    tried = 0
    while tried < ROUNDS:
        write = p4runtime_pb2.WriteRequest(device_id=DEVICE_ID, atomicity=rng.choice((0, 0, 0, 1, 2)))
        set_election_id(write, 1)
        try:
            for _ in range(rng.randint(1, 3)):
                original = rng.choice(originals)
                update = p4runtime_pb2.Update()
                update.ParseFromString(mutated(rng, original) if rng.random() < 0.7 else original)
                if rng.random() < 0.3:
                    update.type = rng.randrange(4)
                write.updates.append(update)
        except UNREADABLE:  # gRPC refuses these before we see them.
            continue
        tried += 1
        read = p4runtime_pb2.ReadRequest(device_id=DEVICE_ID, entities=[u.entity for u in write.updates])
        for call in (lambda: server.write(write), lambda: list(server.read(read))):  # noqa: B023  called at once
            try:
                call()
            except P4RuntimeError as error:
                assert error.message


def test_a_failed_batch_leaves_everything_as_it_was(client, p4, server):
    rng = random.Random(5)
    originals = list(seeds(p4))
    everything = p4runtime_pb2.ReadRequest(device_id=DEVICE_ID)
    for name in ("table_entry", "action_profile_member", "action_profile_group", "meter_entry", "counter_entry",
                 "packet_replication_engine_entry", "value_set_entry", "register_entry", "digest_entry"):  # fmt: skip
        getattr(everything.entities.add(), name).SetInParent()
    everything.entities[0].table_entry.counter_data.SetInParent()
    everything.entities[0].table_entry.meter_config.SetInParent()

    def state():
        entities = [e for response in server.read(everything) for e in response.entities]
        return sorted(e.SerializeToString(deterministic=True) for e in entities)

    impossible = p4runtime_pb2.Update(type=INSERT)
    impossible.entity.counter_entry.counter_id = p4.ids["port_counter"]
    for _ in range(60):
        kinds = [rng.randint(1, 3) for _ in range(6)]
        updates = [p4runtime_pb2.Update(type=kind, entity=rng.choice(originals).entity) for kind in kinds]
        before = state()
        with pytest.raises(P4RuntimeError):
            server.write(client.write_request_of([*updates, impossible], atomicity=1))
        assert state() == before
        try:  # Let some of it stick, so that the next round starts from something else.
            server.write(client.write_request_of(updates[:2]))
        except P4RuntimeError as error:
            assert error.message


# --- Pipelines and stream messages -----------------------------------------------------------------------------------
# Mutated pipelines and stream messages, which test_mutated_messages.py leaves out: refused clearly, or they work.

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
