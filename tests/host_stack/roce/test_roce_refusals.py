# SPDX-License-Identifier: Apache-2.0
"""What a responder refuses, and what a program may not ask for."""

import pytest
from nic_wire_kit import pattern
from roce_kit import (
    FIRST,
    Peer,
    Wire,
    answers,
    config,
    join,
    nics,
)

from host_stack.roce import (
    Access,
    CompletionKind,
    CompletionStatus,
    ConfigError,
    Nic,
    QpState,
    QpStateError,
    QueueFullError,
    RtrAttributes,
    RtsAttributes,
    UnknownObjectError,
)
from host_stack.roce.wire import Bth
from host_stack.wire.headers import Bth as MrcBth

ACK, SEQUENCE_ERROR, INVALID, ACCESS, RNR = 0x1F, 0x60, 0x61, 0x62, 0x2C
FULL = b"x" * 1024


def refused(peer, got, code, number):
    assert answers(got) == [(number, code)]
    assert peer.qp.state is QpState.ERROR
    # Over is over: nothing is answered any more.
    assert peer.give(peer.request(0, 0x0A, b"", body=peer.reth(0))) == []
    assert bytes(peer.region.data) == bytes(1 << 16)


@pytest.mark.parametrize(
    ("offset", "length", "key"),
    [(1 << 16, 4, None), (-1, 4, None), ((1 << 16) - 3, 4, None), (0, 4, 0), (0, 1 << 31, None), (0, 2048, 1)],
)
def test_access_errors(offset, length, key):
    peer = Peer()
    payload = FULL if length > 1024 else b"x" * length
    opcode = 0x06 if length > 1024 else 0x0A
    got = peer.give(peer.request(0, opcode, payload, body=peer.reth(length, offset=offset, key=key)))
    refused(peer, got, ACCESS, 0)
    assert peer.region.bytes_placed == 0


def test_a_region_that_peers_may_not_write():
    peer = Peer()
    region = peer.nic.register_memory(100, access=Access.LOCAL)
    got = peer.give(peer.request(0, 0x0A, b"abcd", body=peer.reth(4, key=region.r_key)))
    refused(peer, got, ACCESS, 0)


def test_another_protection_domain():
    a, b = nics()
    region = b.register_memory(100)
    qa, qb = a.create_qp(), b.create_qp(type(region.domain)(5))
    for own, other, peer in ((qa, qb, b), (qb, qa, a)):
        own.modify_to_init()
        own.modify_to_rtr(RtrAttributes(peer.config.address, other.qpn))
        own.modify_to_rts()
    qa.post_write(b"x", region.address, region.r_key)
    Wire(a, b).run()
    assert qa.poll_completions()[0].status is CompletionStatus.REMOTE_ACCESS


def test_a_write_of_nothing_needs_no_key():
    peer = Peer()
    assert answers(peer.give(peer.request(0, 0x0A, b"", body=peer.reth(0, key=0)))) == [(0, ACK)]


FIRST_OF_WRITE = [(0x06, FULL, 3072)]


@pytest.mark.parametrize(
    ("before", "opcode", "payload", "length"),
    [
        ([], 0x07, FULL, None),  # a middle without a first
        ([], 0x08, b"x", None),
        ([], 0x01, FULL, None),
        (FIRST_OF_WRITE, 0x06, FULL, 3072),  # a first within a message
        (FIRST_OF_WRITE, 0x0A, b"x", 1),
        (FIRST_OF_WRITE, 0x01, FULL, None),  # a middle of another kind
        (FIRST_OF_WRITE, 0x02, b"x", None),
        (FIRST_OF_WRITE, 0x07, b"x" * 1020, None),  # not full
        (FIRST_OF_WRITE, 0x07, b"x" * 1028, None),  # more than full
        (FIRST_OF_WRITE, 0x08, b"", None),  # a last of nothing
        (FIRST_OF_WRITE, 0x08, b"x" * 1028, None),
        (FIRST_OF_WRITE, 0x08, FULL, None),  # ends before its length
        ([], 0x06, b"x" * 512, 3072),
        ([], 0x0A, b"x" * 8, 4),  # other than its length
        ([], 0x0A, b"x" * 4, 8),
        ([], 0x0A, b"x" * 2048, 2048),
        ([], 0x0C, b"\0" * 16, None),  # READ, atomics, send with invalidate: not served
        ([], 0x13, b"\0" * 28, None),
        ([], 0x14, b"\0" * 28, None),
        ([], 0x17, b"\0" * 4, None),
    ],
)
def test_invalid_requests(before, opcode, payload, length):
    peer = Peer()
    for number, (first, data, whole) in enumerate(before):
        peer.give(peer.request(number, first, data, body=peer.reth(whole), ack=False))
    body = b"" if length is None else peer.reth(length)
    got = peer.give(peer.request(len(before), opcode, payload, body=body))
    assert answers(got) == [(len(before), INVALID)]
    assert peer.qp.state is QpState.ERROR


def test_a_write_longer_than_it_said():
    peer = Peer()
    frames = [peer.request(0, 0x06, FULL, body=peer.reth(1500), ack=False), peer.request(1, 0x07, FULL)]
    assert answers(peer.give(*frames)) == [(1, INVALID)]
    assert bytes(peer.region.data[1024:]) == bytes((1 << 16) - 1024)


def test_a_send_longer_than_its_buffer():
    a, b = nics()
    qa, qb = join(a, b)
    buffer = bytearray(2000)
    qb.post_receive(buffer, wr_id=1)
    qb.post_receive(bytearray(9), wr_id=2)
    qa.post_send(pattern(2001), wr_id=3)
    qa.post_send(b"", wr_id=4)
    Wire(a, b).run()
    assert [(c.wr_id, c.kind, c.status) for c in qb.poll_completions()] == [
        (1, CompletionKind.RECV, CompletionStatus.LOCAL_LENGTH),
        (2, CompletionKind.RECV, CompletionStatus.FLUSHED),
    ]
    assert [(c.wr_id, c.status) for c in qa.poll_completions()] == [
        (3, CompletionStatus.REMOTE_INVALID_REQUEST),
        (4, CompletionStatus.FLUSHED),
    ]
    assert qb.state is qa.state is QpState.ERROR


def test_all_work_ends_though_a_completion_handler_raises():
    a, b = nics()
    qa, _ = join(a, b)
    region = b.register_memory(100)
    for wr_id in range(3):
        qa.post_write(b"abcd", region.address, region.r_key, wr_id=wr_id)
        qa.post_receive(bytearray(9), wr_id=10 + wr_id)
    told = []

    def handler(_now_ns):
        told.append(len(told))
        raise RuntimeError(f"handler {told[-1]}")

    qa.completion_handler = handler
    with pytest.raises(RuntimeError, match=r"^handler 0$"):
        qa.modify_to_error()
    assert told == list(range(6))
    ended = [(c.wr_id, c.status) for c in qa.poll_completions()]
    assert ended == [(wr_id, CompletionStatus.FLUSHED) for wr_id in (0, 1, 2, 10, 11, 12)]
    assert a.transmit(1, 10**9) is None


def test_no_receive_is_posted():
    peer = Peer()
    assert answers(peer.give(peer.request(0, 0x04, b"abcd"))) == [(0, RNR)]
    # What is behind it is out of sequence, and nothing is said of it.
    assert peer.give(peer.request(1, 0x04, b"abcd")) == []
    assert answers(peer.give(peer.request(0, 0x04, b"abcd"))) == [(0, RNR)]
    buffer = bytearray(4)
    peer.qp.post_receive(buffer)
    assert answers(peer.give(peer.request(0, 0x04, b"abcd"))) == [(0, ACK)]
    assert buffer == b"abcd"


def test_an_immediate_without_a_receive_places_nothing():
    peer = Peer()
    body = peer.reth(4) + b"\0\0\0\7"
    assert answers(peer.give(peer.request(0, 0x0B, b"abcd", body=body))) == [(0, RNR)]
    assert peer.region.bytes_placed == 0
    peer.qp.post_receive(b"", wr_id=5)
    assert answers(peer.give(peer.request(0, 0x0B, b"abcd", body=body))) == [(0, ACK)]
    (done,) = peer.qp.poll_completions()
    assert (done.kind, done.wr_id, done.length, done.imm) == (CompletionKind.RECV_WRITE_IMM, 5, 4, 7)


def test_out_of_sequence_is_said_once():
    peer = Peer()
    ahead = [peer.request(n, 0x0A, b"abcd", body=peer.reth(4)) for n in (1, 2, 3)]
    assert answers(peer.give(*ahead)) == [(0, SEQUENCE_ERROR)]
    # The packet turns up, the NAK was early: all goes on, and the next gap is said again.
    assert answers(peer.give(peer.request(0, 0x0A, b"abcd", body=peer.reth(4)))) == [(0, ACK)]
    assert answers(peer.give(ahead[2])) == [(1, SEQUENCE_ERROR)]


def test_a_duplicate_is_acknowledged_and_not_placed_again():
    peer = Peer()
    frames = [peer.request(n, 0x0A, bytes((n + 1,)) * 4, body=peer.reth(4)) for n in (0, 1)]
    peer.give(*frames)
    assert answers(peer.give(frames[0])) == [(1, ACK)]
    assert bytes(peer.region.data[:4]) == b"\2\2\2\2"
    assert peer.qp.counters.duplicates == 1


def test_a_packet_of_somebody_else():
    peer = Peer()
    frame = peer.request(0, 0x0A, b"abcd", body=peer.reth(4), source=3)
    assert peer.give(frame) == [] and peer.nic.counters["drop.peer"] == 1
    wrong = peer.frame(Bth(0x0A, 0x777777, FIRST, True), peer.reth(4), b"abcd")
    assert peer.give(wrong) == [] and peer.nic.counters["drop.unknown_qp"] == 1
    other = peer.frame(Bth(0x0A, peer.qp.qpn, FIRST, True, pkey=0x1234), peer.reth(4), b"abcd")
    assert peer.give(other) == [] and peer.nic.counters["drop.pkey"] == 1
    # MRC's opcodes are not RoCE's.
    mrc = peer.frame(Bth(MrcBth(0xCA, 0, 0).opcode, peer.qp.qpn, FIRST), peer.reth(4), b"abcd")
    assert peer.give(mrc) == [] and peer.nic.counters["drop.opcode"] == 1
    assert peer.region.bytes_placed == 0


def test_states():
    a, b = nics()
    qp = a.create_qp()
    with pytest.raises(QpStateError, match="in RESET; accepted: INIT"):
        qp.modify_to_rtr(RtrAttributes(b.config.address, 1))
    with pytest.raises(QpStateError, match="post_receive"):
        qp.post_receive(bytearray(1))
    qp.modify_to_init()
    qp.post_receive(bytearray(1), wr_id=4)
    with pytest.raises(QpStateError):
        qp.post_write(b"x", 0, 0)
    with pytest.raises(ConfigError, match="peer_address: 4 bytes; accepted: 16"):
        qp.modify_to_rtr(RtrAttributes(b"\x0a\0\0\1", 1))
    with pytest.raises(ConfigError, match="port"):
        qp.modify_to_rtr(RtrAttributes(b.config.address, 1, port=1))
    qp.modify_to_rtr(RtrAttributes(b.config.address, 1))
    with pytest.raises(QpStateError):
        qp.post_write(b"x", 0, 0)
    qp.modify_to_rts()
    qp.post_write(b"x", 0, 0, wr_id=1)
    qp.modify_to_error()
    qp.post_send(b"y", wr_id=2)
    qp.post_receive(bytearray(1), wr_id=3)
    found = qp.poll_completions()
    assert sorted(c.wr_id for c in found) == [1, 2, 3, 4]
    assert {c.status for c in found} == {CompletionStatus.FLUSHED}
    assert qp.error is None and a.transmit(1, 0) is None
    qp.reset()
    assert qp.state is QpState.RESET
    qp.modify_to_init()
    a.destroy_qp(qp)
    with pytest.raises(UnknownObjectError):
        a.destroy_qp(qp)


def test_a_queue_pair_connects_again_after_reset():
    a, b = nics()
    qa, qb = join(a, b)
    region = b.register_memory(100)
    qa.post_write(b"x" * 200, region.address, region.r_key)
    wire = Wire(a, b)
    wire.run()
    assert qa.state is qb.state is QpState.ERROR
    for own, other, peer in ((qa, qb, b), (qb, qa, a)):
        own.reset()
        own.modify_to_init()
        own.modify_to_rtr(RtrAttributes(peer.config.address, other.qpn))
        own.modify_to_rts()
    qa.post_write(b"y" * 100, region.address, region.r_key)
    wire.run()
    assert bytes(region.data) == b"y" * 100


def test_queues_are_bounded_until_they_are_polled():
    a, b = nics(max_send_wr=3, max_recv_wr=2)
    qa, qb = join(a, b)
    region = b.register_memory(100)
    for _ in range(3):
        qa.post_write(b"x", region.address, region.r_key)
    with pytest.raises(QueueFullError, match="accepted: 3"):
        qa.post_send(b"x")
    wire = Wire(a, b)
    wire.run()
    with pytest.raises(QueueFullError):
        qa.post_write(b"x", region.address, region.r_key)
    assert len(qa.poll_completions(2)) == 2
    for _ in range(2):
        qb.post_receive(bytearray(1))
        qa.post_send(b"x")
    with pytest.raises(QueueFullError, match="receive queue"):
        qb.post_receive(bytearray(1))
    wire.run()
    with pytest.raises(QueueFullError):
        qb.post_receive(bytearray(1))
    assert len(qb.poll_completions()) == 2
    qb.post_receive(bytearray(1))


@pytest.mark.parametrize(
    "make",
    [
        lambda: RtrAttributes(b"12345", 1),
        lambda: RtrAttributes(bytes(16), 1 << 24),
        lambda: RtrAttributes(bytes(16), 1, path_mtu=1500),
        lambda: RtrAttributes(bytes(16), 1, min_rnr_timer=32),
        lambda: RtrAttributes(bytes(16), 1, source_port=1 << 16),
        lambda: RtsAttributes(timeout=32),
        lambda: RtsAttributes(retry_count=8),
        lambda: RtsAttributes(rnr_retry=-1),
        lambda: config(1, ports=9),
        lambda: config(1, ack_every=0),
        lambda: Nic(config(1), 1).receive(1, b"", 0),
    ],
)
def test_numbers_out_of_range(make):
    with pytest.raises(ConfigError, match="accepted"):
        make()


@pytest.mark.parametrize(
    "post",
    [
        lambda qp: qp.post_write(b"x", 1 << 64, 0),
        lambda qp: qp.post_write(b"x", 0, 1 << 32),
        lambda qp: qp.post_send(b"x", imm=1 << 32),
        lambda qp: qp.post_send(17),
        lambda qp: qp.post_receive(b"read only"),
    ],
)
def test_what_cannot_be_posted(post):
    a, b = nics()
    qa, _ = join(a, b)
    with pytest.raises(ConfigError, match="accepted"):
        post(qa)
    assert a.transmit(1, 0) is None
