# SPDX-License-Identifier: Apache-2.0
"""The stream: packets, digests, errors."""

from __future__ import annotations

import pytest
from p4runtime_kit import CPU_PORT, DELETE, INSERT, MODIFY, Client, Names

from p4soft.messages import p4runtime_pb2
from p4soft.switch import Digest, SimpleSwitch
from p4soft.switch.p4runtime import P4RuntimeServer
from p4soft.switch.p4runtime.digests import LearnBuffer, LearningConfig

# --- The stream ------------------------------------------------------------------------------------------------------
# Packet-in, packet-out, digests, stream errors.

INVALID_ARGUMENT, PERMISSION_DENIED, FAILED_PRECONDITION, UNIMPLEMENTED = 3, 7, 9, 12
FRAME = bytes.fromhex("00000000000a0000000000bb0800") + b"payload"


def packet_out(payload=b"x" * 20, **metadata):
    request = p4runtime_pb2.StreamMessageRequest()
    request.packet.payload = payload
    for number, value in metadata.items():
        request.packet.metadata.add(metadata_id=int(number[1:]), value=value)
    return request


def test_packet_in_carries_the_header_as_metadata(client, server):
    # packet_in: 9 bits of port, 7 bits of reason, before the frame.
    server.packet_in(((0x1AB << 7) | 0x05).to_bytes(2, "big") + FRAME)
    packet = client.receive().packet
    assert packet.payload == FRAME
    assert [(m.metadata_id, m.value) for m in packet.metadata] == [(1, b"\x01\xab"), (2, b"\x05")]


def test_frame_through_the_cpu_port_becomes_packet_in(client, switch, p4):
    client.write((INSERT, p4.entry("exact_t", {1: 0xA}, p4.action("to_cpu"))))
    with switch.lock:
        assert switch.receive(3, FRAME, 0) == []
    packet = client.receive().packet
    assert packet.payload == FRAME
    assert [(m.metadata_id, m.value) for m in packet.metadata] == [(1, b"\x03"), (2, b"\x05")]


def test_packet_in_shorter_than_its_header_is_dropped(client, server):
    server.packet_in(b"\x01")
    server.packet_in(b"\x00\x85" + FRAME)
    assert client.receive().packet.metadata[0].value == b"\x01"


def test_packet_out_gets_its_header_and_arrives_on_the_cpu_port(client, injected, switch):
    client.send(packet_out(FRAME, m1=b"\x01\x02", m2=b"\x00"))
    client.send(packet_out(b"", m7=b"\x00"))
    client.receive()  # The error for the second: the first has been handled.
    assert injected == [(0x102 << 7).to_bytes(2, "big") + FRAME]
    (emission,) = switch.receive(CPU_PORT, injected[0], 0)
    assert (emission.port, emission.frame) == (0x102, FRAME)


@pytest.mark.parametrize(
    ("metadata", "wanted"),
    [
        ({"m1": b"\x01"}, "metadata unused (id 2) is missing"),
        ({"m1": b"\x01", "m2": b"\0", "m3": b"\0"}, "metadata id 3 is unknown; accepted: 1 (egress_port), 2 (unused)"),
        ({"m1": b"\x02\x00", "m2": b"\0"}, "metadata egress_port: 0x200 does not fit; accepted: 0..0x1ff"),
        ({"m1": b"", "m2": b"\0"}, "metadata egress_port: empty byte string"),
    ],
)
def test_wrong_packet_out_metadata_is_reported_on_the_stream(client, injected, metadata, wanted):
    request = packet_out(**metadata)
    client.send(request)
    error = client.receive().error
    assert error.canonical_code == INVALID_ARGUMENT
    assert wanted in error.message
    assert error.packet_out.packet_out == request.packet
    assert injected == []


@pytest.mark.usefixtures("client")
def test_backup_may_not_send_packets(connect, injected):
    backup = connect(election_id=None)
    backup.arbitrate()
    backup.receive()
    backup.send(packet_out(m1=b"\1", m2=b"\0"))
    assert backup.receive().error.canonical_code == PERMISSION_DENIED
    assert injected == []


def test_packets_before_arbitration_and_without_cpu_port(connect, config):
    early = connect()
    early.send(packet_out(m1=b"\1", m2=b"\0"))
    assert early.receive().error.canonical_code == PERMISSION_DENIED
    server = P4RuntimeServer(SimpleSwitch(device_id=7))
    server.start()
    client = Client(server.address)
    client.become_primary()
    client.set_pipeline(config)
    client.send(packet_out(m1=b"\1", m2=b"\0"))
    error = client.receive().error
    assert error.canonical_code == FAILED_PRECONDITION
    assert "no CPU port" in error.message
    client.close()
    server.stop()


def test_other_stream_messages(client):
    request = p4runtime_pb2.StreamMessageRequest()
    client.send(request)
    assert client.receive().error.canonical_code == INVALID_ARGUMENT
    request.other.type_url = "type.googleapis.com/x"
    client.send(request)
    response = client.receive().error
    assert response.canonical_code == UNIMPLEMENTED
    assert response.other.other.type_url == "type.googleapis.com/x"


# Digests


def digest_entry(p4: Names, timeout=0, size=0, ack=0):
    entry = p4runtime_pb2.DigestEntry(digest_id=p4.ids["mac_learn_t"])
    entry.config.max_timeout_ns, entry.config.max_list_size, entry.config.ack_timeout_ns = timeout, size, ack
    return entry


def learned(src, port):
    return Digest(0, "mac_learn_t", (src, port), (48, 9))


def members(digest_list):
    return [tuple(m.bitstring for m in data.struct.members) for data in digest_list.data]


def test_digest_from_the_data_path(client, switch, p4):
    client.write((INSERT, digest_entry(p4)), (INSERT, p4.entry("exact_t", {1: 0xA}, p4.action("learn"))))
    with switch.lock:
        switch.receive(2, FRAME, 0)
    digest = client.receive().digest
    assert digest.digest_id == p4.ids["mac_learn_t"]
    assert members(digest) == [(b"\xbb", b"\x02")]
    assert digest.timestamp > 0


def test_digest_entry_life(client, p4):
    key = p4runtime_pb2.DigestEntry(digest_id=p4.ids["mac_learn_t"])
    assert client.refused(MODIFY, key)[0] == "NOT_FOUND"
    client.write((INSERT, digest_entry(p4, 1, 2, 3)))
    assert client.refused(INSERT, key)[0] == "ALREADY_EXISTS"
    assert client.read(key) == [digest_entry(p4, 1, 2, 3)]
    client.write((MODIFY, digest_entry(p4, 4, 5, 6)))
    assert client.read(p4runtime_pb2.DigestEntry()) == [digest_entry(p4, 4, 5, 6)]
    assert client.refused(MODIFY, digest_entry(p4, -1))[0] == "INVALID_ARGUMENT"
    client.write((DELETE, key))
    assert client.read(p4runtime_pb2.DigestEntry()) == []
    assert client.refused(INSERT, p4runtime_pb2.DigestEntry(digest_id=1))[0] == "INVALID_ARGUMENT"


def test_digests_are_batched_by_size_and_time(client, switch, server, clock, p4):
    client.write((INSERT, digest_entry(p4, timeout=5_000_000, size=2)))
    learn = switch.digest_listener
    for src in (1, 1, 2):
        learn(learned(src, 0))
    first = client.receive().digest
    assert members(first) == [(b"\x01", b"\x00"), (b"\x02", b"\x00")], "duplicates within a list are dropped"
    clock.now = 100
    learn(learned(3, 0))
    assert server.next_tick_us() == 100 + 5000
    server.tick(100 + 4999)
    server.tick(100 + 5000)
    second = client.receive().digest
    assert members(second) == [(b"\x03", b"\x00")]
    assert second.list_id == first.list_id + 1


def test_unacknowledged_digests_are_not_repeated(client, switch, clock, p4):
    client.write((INSERT, digest_entry(p4, size=1, ack=1_000_000)))
    learn = switch.digest_listener
    learn(learned(1, 0))
    first = client.receive().digest
    learn(learned(1, 0))  # Still unacknowledged.
    ack = p4runtime_pb2.StreamMessageRequest()
    ack.digest_ack.digest_id, ack.digest_ack.list_id = first.digest_id, first.list_id
    client.send(ack)
    wrong = p4runtime_pb2.StreamMessageRequest()
    wrong.digest_ack.digest_id = 1
    client.send(wrong)
    error = client.receive().error  # Also says that the acknowledgement before it has been handled.
    assert (error.canonical_code, error.digest_list_ack.digest_list_ack.digest_id) == (INVALID_ARGUMENT, 1)
    learn(learned(1, 0))
    assert members(client.receive().digest) == [(b"\x01", b"\x00")]
    clock.now = 2000
    learn(learned(1, 0))
    assert members(client.receive().digest) == [(b"\x01", b"\x00")], "the acknowledgement time-out has passed"


# --- Digest lists ----------------------------------------------------------------------------------------------------
# Digest lists without any protocol: when they are full or due, and what is not said twice.


def buffer(timeout_us=0, size=0, ack_us=0):
    return LearnBuffer(LearningConfig(timeout_us * 1000, size, ack_us * 1000))


def test_without_a_timeout_every_message_is_a_list():
    learning = buffer()
    assert learning.add([1, 2], 5)
    assert learning.take(1, 5) == [(1, 2)]
    assert learning.due_us() is None


def test_a_list_is_sent_when_it_is_full_or_due():
    learning = buffer(timeout_us=100, size=2)
    assert not learning.add([1], 10)
    assert learning.due_us() == 110
    assert not learning.add([1], 20)  # it is in the list already
    assert learning.add([2], 30)
    assert learning.take(1, 30) == [(1,), (2,)]


def test_a_timeout_that_is_no_whole_microsecond_is_not_shortened():
    learning = LearnBuffer(LearningConfig(1_500, 0, 0))
    learning.add([1], 10)
    assert learning.due_us() == 12


@pytest.mark.parametrize("forgets", [lambda b: b.acknowledge(7), lambda _: None])
def test_nothing_unacknowledged_is_said_again_until_its_time_is_over(forgets):
    learning = buffer(ack_us=50)
    assert learning.add([1], 0)
    learning.take(7, 0)
    assert not learning.add([1], 49)
    forgets(learning)
    assert learning.add([1], 50)


def test_what_is_acknowledged_may_come_again_at_once():
    learning = buffer(ack_us=50)
    learning.add([1], 0)
    learning.take(7, 0)
    learning.acknowledge(7)
    assert learning.add([1], 1)
