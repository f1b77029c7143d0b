# SPDX-License-Identifier: Apache-2.0
"""Messages from end to end: what arrives, in which packets, and what completes when."""

import pytest
from nic_wire_kit import pattern
from roce_kit import (
    FIRST,
    Wire,
    is_request,
    join,
    nics,
    opcode_of,
    psn_of,
)

from host_stack.roce import CompletionKind, CompletionStatus
from host_stack.roce.wire import udp_source_port

OK = CompletionStatus.SUCCESS


@pytest.mark.parametrize("ipv4", [False, True])
@pytest.mark.parametrize("mtu", [1024, 2048, 4096])
@pytest.mark.parametrize("size", [0, 1, 1023, 1024, 1025, 4096, 70_001])
def test_a_write_arrives(size, mtu, ipv4):
    a, b = nics(ipv4=ipv4)
    qa, qb = join(a, b, mtu=mtu)
    region = b.register_memory(max(size, 1) + 7)
    data = pattern(size)
    qa.post_write(data, region.address + 7, region.r_key, wr_id=9)
    wire = Wire(a, b)
    wire.run()
    assert bytes(region.data) == bytes(7) + data[: len(region.data) - 7] + bytes(size == 0)
    (done,) = qa.poll_completions()
    assert (done.kind, done.status, done.wr_id, done.length) == (CompletionKind.WRITE, OK, 9, size)
    assert qb.poll_completions() == []
    packets = max(1, -(-size // mtu))
    expected = [0x06] + [0x07] * (packets - 2) + [0x08] if packets > 1 else [0x0A]
    sent = [frame for _, name, _, frame in wire.sent if name == "n1"]
    assert [opcode_of(frame) for frame in sent] == expected
    assert [psn_of(frame) for frame in sent] == [FIRST + i & 0xFFFFFF for i in range(packets)]
    assert qa.counters.retransmissions == 0


@pytest.mark.parametrize("mtu", [1024, 4096])
def test_sends_and_immediates_arrive_in_order(mtu):
    a, b = nics()
    qa, qb = join(a, b, mtu=mtu)
    region = b.register_memory(10_000)
    buffers = [bytearray(6000) for _ in range(4)]
    for number, buffer in enumerate(buffers):
        qb.post_receive(buffer, wr_id=100 + number)
    qa.post_send(pattern(5000), wr_id=1)
    qa.post_write(pattern(9000, 3), region.address, region.r_key, wr_id=2)
    qa.post_write(pattern(3, 3), region.address, region.r_key, imm=0xCAFE, wr_id=3)
    qa.post_send(b"", imm=7, wr_id=4)
    qa.post_send(pattern(6000, 5), imm=8, wr_id=5)
    wire = Wire(a, b)
    wire.run()
    assert [(c.wr_id, c.kind, c.status) for c in qa.poll_completions()] == [
        (1, CompletionKind.SEND, OK),
        (2, CompletionKind.WRITE, OK),
        (3, CompletionKind.WRITE, OK),
        (4, CompletionKind.SEND, OK),
        (5, CompletionKind.SEND, OK),
    ]
    assert [(c.wr_id, c.kind, c.length, c.imm) for c in qb.poll_completions()] == [
        (100, CompletionKind.RECV, 5000, None),
        (101, CompletionKind.RECV_WRITE_IMM, 3, 0xCAFE),
        (102, CompletionKind.RECV, 0, 7),
        (103, CompletionKind.RECV, 6000, 8),
    ]
    assert bytes(buffers[0][:5000]) == pattern(5000)
    assert bytes(buffers[3]) == pattern(6000, 5)
    assert buffers[1] == buffers[2] == bytearray(6000)


def test_both_directions_at_once():
    a, b = nics()
    qa, qb = join(a, b)
    there, back = b.register_memory(200_000), a.register_memory(200_000)
    qa.post_write(pattern(200_000), there.address, there.r_key)
    qb.post_write(pattern(200_000, 2), back.address, back.r_key)
    wire = Wire(a, b)
    wire.run()
    assert bytes(there.data) == pattern(200_000) and bytes(back.data) == pattern(200_000, 2)
    # 196 packets of 1024 + 74 + 24 + 4 bytes at 100 Gb/s, the last one, and its answer.
    assert wire.now < 300_000


def test_queue_pairs_take_turns():
    a, b = nics()
    pairs = [join(a, b)[0] for _ in range(4)]
    region = b.register_memory(50_000)
    for qp in pairs:
        qp.post_write(pattern(50_000), region.address, region.r_key)
    wire = Wire(a, b)
    wire.run()
    sent = [frame[66:70] for _, name, _, frame in wire.sent if name == "n1" and is_request(frame)]
    assert len(sent) == 4 * 49
    for begin in range(0, len(sent), 4):
        assert len(set(sent[begin : begin + 4])) == 4


def test_a_connection_keeps_one_source_port_and_others_have_others():
    a, b = nics()
    pairs = [join(a, b) for _ in range(16)]
    region = b.register_memory(5000)
    for qa, _ in pairs:
        qa.post_write(pattern(5000), region.address, region.r_key)
    wire = Wire(a, b)
    wire.run()
    ports: dict[int, set[int]] = {}
    for _, name, _, frame in wire.sent:
        if name == "n1":
            ports.setdefault(int.from_bytes(frame[67:70], "big"), set()).add(int.from_bytes(frame[54:56], "big"))
    assert len(ports) == 16
    assert all(len(used) == 1 for used in ports.values())
    assert len(set.union(*ports.values())) >= 14
    for qa, qb in pairs:
        assert ports[qb.qpn] == {qa.source_port}


@pytest.mark.parametrize(
    ("local", "remote", "port"),
    [
        # By hand: 3 * 5 = 15; 0x12345 * 0x54321 folds to 0x79ef3, whose high six bits fold into the low 14.
        (3, 5, 0xC00F),
        (0x100, 0x101, (0x10100 & 0x3FFF ^ 0x10100 >> 14) | 0xC000),
    ],
)
def test_source_ports_are_as_linux_has_them(local, remote, port):
    assert udp_source_port(local, remote) == udp_source_port(remote, local) == port


@pytest.mark.parametrize("every", [1, 4, 16])
def test_acknowledgements_coalesce(every):
    a, b = nics(ack_every=every)
    qa, _ = join(a, b)
    region = b.register_memory(64 * 1024)
    qa.post_write(pattern(64 * 1024), region.address, region.r_key)
    wire = Wire(a, b)
    wire.run()
    assert qa.counters.acks == 64 // every
    asked = [frame[70] >> 7 for _, name, _, frame in wire.sent if name == "n1"]
    assert [i for i, asks in enumerate(asked) if asks] == list(range(every - 1, 64, every))


def test_acknowledgements_coalesce_while_the_port_is_busy():
    a, b = nics(ack_every=1)
    qa, qb = join(a, b)
    region, back = b.register_memory(64 * 1024), a.register_memory(64 * 1024)
    qa.post_write(pattern(64 * 1024), region.address, region.r_key)
    qb.post_write(pattern(64 * 1024), back.address, back.r_key)
    wire = Wire(a, b)
    wire.run()
    assert qa.poll_completions()[0].status is OK
    assert qa.counters.acks <= 64


def test_queue_pairs_stay_on_their_port():
    a, b = nics(ports=2)
    first, second = join(a, b, port=0)[0], join(a, b, port=1)[0]
    region = b.register_memory(9000)
    for qp in (first, second):
        qp.post_write(pattern(9000), region.address, region.r_key)
    wire = Wire(a, b)
    wire.run()
    used = {(int.from_bytes(f[54:56], "big"), port) for _, name, port, f in wire.sent if name == "n1"}
    assert used == {(first.source_port, 0), (second.source_port, 1)}
