# SPDX-License-Identifier: Apache-2.0
"""Send queues, receives and what is signalled (endpoint §1.1, and as ibv_post_send and ibv_post_recv)."""

import random

import pytest
from host_stack_kit import ACK, FIRST, Peer, Transfer, config, join, kinds

from host_stack import (
    AsyncEventKind,
    CompletionKind,
    CompletionStatus,
    ConfigError,
    Nic,
    QpCapacity,
    QpState,
    QpStateError,
    QueueFullError,
)
from host_stack.wire.headers import Aeth

GOOD, FLUSHED = CompletionStatus.SUCCESS, CompletionStatus.FLUSHED
INVALID = CompletionStatus.REMOTE_INVALID_REQUEST


def ends(capacity):
    """A NIC with a queue pair of this capacity, and a peer driven by hand."""
    peer = Peer()
    other = Nic(config("o", 2, [1]), 2)
    peer.qp, peer_qp = join(peer.nic, other, psn=FIRST, given=(peer.nic.create_qp(capacity=capacity), None))
    peer.peer_qpn = peer_qp.qpn
    return peer


def done(qp):
    return [(c.wr_id, c.status) for c in qp.poll_completions()]


# --- Send queue -----------------------------------------------------------------------------------------------------


def test_no_more_writes_than_the_send_queue_has_room_for():
    peer = ends(QpCapacity(max_send_wr=3))
    for number in range(3):
        peer.qp.post_write(b"x", 0x5000, 1, wr_id=number)
    for _ in range(2):
        with pytest.raises(QueueFullError, match="send queue: 3 writes are not completed; accepted: at most max_send_"):
            peer.qp.post_write(b"x", 0x5000, 1, wr_id=9)
    peer.drain()
    with pytest.raises(QueueFullError):  # sent is not completed
        peer.qp.post_write_imm(b"x", 0x5000, 1, 0, wr_id=9)
    peer.give(peer.control(ACK, Aeth(0x1F, 1).pack(), psn=FIRST))
    peer.qp.post_write(b"x", 0x5000, 1, wr_id=3)
    with pytest.raises(QueueFullError):
        peer.qp.post_write(b"x", 0x5000, 1, wr_id=9)
    peer.qp.modify_to_error()
    assert done(peer.qp) == [(0, GOOD), (1, FLUSHED), (2, FLUSHED), (3, FLUSHED)]


def test_a_refused_post_changes_nothing():
    peer = ends(QpCapacity(max_send_wr=1))
    peer.qp.post_write(b"x", 0x5000, 1)
    with pytest.raises(QueueFullError):
        peer.qp.post_write(b"y", 0x5000, 1)
    assert len(peer.drain()) == 1


@pytest.mark.parametrize(
    ("kw", "message"),
    [
        ({"max_send_wr": 0}, r"max_send_wr: 0 is out of range; accepted: 1\.\.1048576"),
        ({"max_send_wr": 1 << 21}, "max_send_wr: 2097152 is out of range"),
        ({"max_recv_wr": -1}, r"max_recv_wr: -1 is out of range; accepted: 0\.\.1048576"),
    ],
)
def test_impossible_capacities_are_refused(kw, message):
    with pytest.raises(ConfigError, match=message):
        QpCapacity(**kw)


# --- Signalling -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("signal_all", "asked", "reported"),
    [(True, None, True), (True, False, False), (False, None, False), (False, True, True), (True, True, True)],
)
def test_success_is_reported_if_it_was_asked_for(signal_all, asked, reported):
    peer = ends(QpCapacity(signal_all=signal_all))
    peer.qp.post_write(b"x", 0x5000, 1, wr_id=5, signalled=asked)
    peer.qp.post_write_imm(b"x", 0x5000, 1, 7, wr_id=6, signalled=asked)
    peer.drain()
    peer.give(peer.control(ACK, Aeth(0x1F, 2).pack(), psn=FIRST + 1))
    assert done(peer.qp) == ([(5, GOOD), (6, GOOD)] if reported else [])
    assert peer.qp.counters.messages_completed == 2


def test_a_failure_is_always_reported():
    peer = ends(QpCapacity(signal_all=False))
    for number in range(3):
        peer.qp.post_write(b"x", 0x5000, 1, wr_id=number)
    peer.drain()
    peer.give(peer.control(ACK, Aeth(0x62, 1).pack(), psn=FIRST + 1))
    assert done(peer.qp) == [(1, CompletionStatus.REMOTE_ACCESS), (2, FLUSHED)]


def test_unsignalled_writes_have_ended_when_a_later_one_completes():
    t = Transfer(1 << 16)
    t.qa, t.qb = join(t.a, t.b, given=(t.a.create_qp(capacity=QpCapacity(signal_all=False)), None))
    for number in range(16):
        at = number * 4096
        t.qa.post_write(
            t.data[at : at + 4096], t.region.address + at, t.region.r_key, wr_id=number, signalled=number == 15 or None
        )
    t.pipe.run(lambda: bool(len(t.qa.queues.send_cq)))
    assert done(t.qa) == [(15, GOOD)]
    assert bytes(t.region.data) == t.data


# --- Receives -------------------------------------------------------------------------------------------------------


def immediate(peer, number, **kw):
    return peer.data(number, b"i", opcode=0xCB, imm=number + 100, **kw)


def naks(packets):
    return [(p.bth.psn, p.control[0]) for p in packets if p.bth.opcode == ACK and p.control[0].syndrome & 0x60]


def test_an_immediate_uses_up_the_oldest_receive():
    peer = ends(QpCapacity(max_recv_wr=10))
    for wr_id in (71, 72, 73):
        peer.qp.post_recv(wr_id=wr_id)
    peer.give(immediate(peer, 0), peer.data(1, b"plain", opcode=0xCA), immediate(peer, 2))
    got = peer.qp.poll_completions()
    assert [(c.kind, c.status, c.wr_id, c.imm) for c in got] == [
        (CompletionKind.RECV_IMM, GOOD, 71, 100),
        (CompletionKind.RECV_IMM, GOOD, 72, 102),
    ]
    assert all(c.qpn == peer.qp.qpn for c in got)
    assert len(peer.qp.queues.receives) == 1


def test_an_early_immediate_waits_for_its_turn_before_it_takes_a_receive():
    peer = ends(QpCapacity(max_recv_wr=10))
    peer.qp.post_recv(wr_id=1)
    peer.qp.post_recv(wr_id=2)
    peer.give(immediate(peer, 1))
    assert len(peer.qp.queues.receives) == 2
    peer.give(immediate(peer, 0))
    assert [(c.wr_id, c.imm) for c in peer.qp.poll_completions()] == [(1, 100), (2, 101)]


def test_an_immediate_without_a_receive_is_refused_in_its_turn():
    """There is no RNR NAK (endpoint §1.1): the write before it is complete, this one an invalid request."""
    peer = ends(QpCapacity(max_recv_wr=4))
    peer.qp.post_recv(wr_id=1)
    out = peer.give(immediate(peer, 1))
    assert naks(out) == []  # not its turn
    out = peer.give(immediate(peer, 0), immediate(peer, 2))
    assert naks(out) == [(FIRST + 1, Aeth(0x61, 1))]
    assert peer.qp.state is QpState.ERROR
    assert peer.qp.counters.receives_missing == 1
    assert peer.qp.counters.immediates == peer.qp.counters.messages_received == 1
    assert [(c.wr_id, c.imm) for c in peer.qp.poll_completions()] == [(1, 100)]
    assert [(e.kind, e.number) for e in peer.nic.async_events] == [(AsyncEventKind.QP_REQ_ERR, peer.qp.qpn)]


def test_no_receives_at_all():
    peer = ends(QpCapacity(max_recv_wr=0))
    assert naks(peer.give(peer.data(0, b"plain", opcode=0xCA))) == []
    assert naks(peer.give(immediate(peer, 1))) == [(FIRST + 1, Aeth(0x61, 1))]
    with pytest.raises(QueueFullError, match="receive queue: 0 receives are posted"):
        ends(QpCapacity(max_recv_wr=0)).qp.post_recv()


@pytest.mark.parametrize("seed", range(12))
def test_as_many_immediates_succeed_as_receives_are_posted_whatever_the_network_does(seed):
    rng = random.Random(seed)
    posted, sent = rng.randrange(1, 9), rng.randrange(1, 12)
    t = Transfer(1 << 16, lambda _n, _p, f, _now: [] if rng.random() < 0.1 else [(rng.randrange(8000), f)])
    capacity = QpCapacity(max_recv_wr=16)
    t.qa, t.qb = join(t.a, t.b, given=(None, t.b.create_qp(capacity=capacity)))
    for number in range(posted):
        t.qb.post_recv(wr_id=number)
    for number in range(sent):
        t.qa.post_write_imm(t.data[: 4 * 4096], t.region.address, t.region.r_key, number, wr_id=number)
    t.pipe.run(lambda: t.qa.error is not None or t.qa.counters.messages_completed == sent, limit_ns=200_000_000)
    good = min(posted, sent)
    expected = [GOOD] * good + ([INVALID] + [FLUSHED] * (sent - posted - 1) if sent > posted else [])
    assert done(t.qa) == list(enumerate(expected))
    got = t.qb.poll_completions()
    assert [(c.wr_id, c.imm, c.status) for c in got[:good]] == [(n, n, GOOD) for n in range(good)]
    assert [c.status for c in got[good:]] == [FLUSHED] * (len(got) - good)


def test_the_limit_is_reported_once_when_fewer_receives_are_left():
    peer = ends(QpCapacity(max_recv_wr=10))
    for wr_id in range(5):
        peer.qp.post_recv(wr_id=wr_id)
    peer.qp.arm_receive_limit(4)
    peer.give(immediate(peer, 0))
    assert list(peer.nic.async_events) == []  # four are left
    peer.give(immediate(peer, 1), immediate(peer, 2))
    (event,) = peer.nic.async_events.take()
    assert (event.kind, event.number) == (AsyncEventKind.SRQ_LIMIT_REACHED, peer.qp.qpn)
    peer.give(immediate(peer, 3))
    assert list(peer.nic.async_events) == []
    for limit in (0, 11):
        with pytest.raises(ConfigError, match=rf"limit: {limit} is out of range; accepted: 1\.\.10"):
            peer.qp.arm_receive_limit(limit)


def test_no_more_receives_than_there_is_room_for():
    peer = ends(QpCapacity(max_recv_wr=2))
    peer.qp.post_recv()
    peer.qp.post_recv()
    with pytest.raises(QueueFullError, match="receive queue: 2 receives are posted; accepted: at most max_recv_wr"):
        peer.qp.post_recv()
    with pytest.raises(QueueFullError, match="the NIC has a receive for every immediate by itself"):
        Peer().qp.post_recv()


def test_receives_are_posted_from_init_on():
    nic = Nic(config("n", 1, [2]), 1)
    qp = nic.create_qp(capacity=QpCapacity(max_recv_wr=2))
    with pytest.raises(QpStateError, match="is in RESET; accepted: INIT to post a receive"):
        qp.post_recv()
    join(nic, Nic(config("o", 2, [1]), 2), given=(qp, None), until="INIT")
    qp.post_recv(wr_id=4)
    assert len(qp.queues.receives) == 1


# --- ERROR, reset, destroy --------------------------------------------------------------------------------------------


def test_what_is_posted_in_error_is_flushed_at_once():
    peer = ends(QpCapacity(max_send_wr=2, max_recv_wr=2, signal_all=False))
    peer.qp.post_recv(wr_id=50)
    peer.qp.post_write(b"x", 0x5000, 1, wr_id=40)
    peer.qp.modify_to_error()
    for number in range(4):  # more than there is room for: nothing of it stays
        peer.qp.post_write(b"xyz", 0x5000, 1, wr_id=number)
        peer.qp.post_recv(wr_id=10 + number)
    got = peer.qp.poll_completions()
    assert [c.status for c in got] == [FLUSHED] * 10
    assert [c.wr_id for c in got if c.kind is CompletionKind.WRITE] == [40, 0, 1, 2, 3]
    assert [c.wr_id for c in got if c.kind is CompletionKind.RECV_IMM] == [50, 10, 11, 12, 13]
    assert [c.length for c in got if c.kind is CompletionKind.WRITE] == [1, 3, 3, 3, 3]
    assert peer.nic.next_wakeup() is None
    with pytest.raises(ConfigError):  # what is wrong with a request is said in any state
        peer.qp.post_write(b"x", 0, 1 << 32)


def test_a_failure_of_the_connection_flushes_receives_after_writes():
    peer = ends(QpCapacity(max_recv_wr=2))
    peer.qp.post_recv(wr_id=8)
    peer.qp.post_write(b"x", 0x5000, 1, wr_id=1)
    peer.drain()
    peer.give(peer.control(ACK, Aeth(0x62, 0).pack(), psn=FIRST))
    assert done(peer.qp) == [(1, CompletionStatus.REMOTE_ACCESS), (8, FLUSHED)]


def test_a_reset_forgets_receives_and_writes_and_the_queues_have_room_again():
    peer = ends(QpCapacity(max_send_wr=1, max_recv_wr=1))
    peer.qp.post_recv(wr_id=1)
    peer.qp.post_write(b"x", 0x5000, 1)
    peer.qp.reset()
    assert peer.qp.poll_completions() == []
    assert len(peer.qp.queues.receives) == 0
    join(peer.nic, Nic(config("p", 2, [1]), 3), psn=FIRST, given=(peer.qp, None))
    peer.qp.post_recv(wr_id=2)
    peer.qp.post_write(b"x", 0x5000, 1, wr_id=3)
    assert kinds(peer.drain()) == [0xCA]


@pytest.mark.parametrize("post", ["post_write", "post_recv"])
def test_nothing_is_posted_after_the_end(post):
    peer = ends(QpCapacity(max_recv_wr=1))
    peer.nic.destroy_qp(peer.qp)
    with pytest.raises(QpStateError, match="is in DESTROYED"):
        peer.qp.post_recv() if post == "post_recv" else peer.qp.post_write(b"x", 0, 0)


def test_requests_that_a_peer_may_not_make_are_reported_as_access_errors():
    peer = Peer()
    peer.give(peer.data(0, b"evil", key=peer.region.r_key ^ 1))
    assert [(e.kind, e.number) for e in peer.nic.async_events] == [(AsyncEventKind.QP_ACCESS_ERR, peer.qp.qpn)]
