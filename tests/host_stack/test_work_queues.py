# SPDX-License-Identifier: Apache-2.0
"""Send queues, receives, and completion queues."""

import random

import pytest
from host_stack_kit import (
    ACK,
    FIRST,
    Peer,
    Pipe,
    Transfer,
    config,
    join,
    kinds,
)
from nic_wire_kit import pattern

from host_stack import (
    AsyncEventKind,
    CompletionChannel,
    CompletionKind,
    CompletionQueueError,
    CompletionStatus,
    ConfigError,
    Nic,
    QpCapacity,
    QpState,
    QpStateError,
    QueueFullError,
    UnknownObjectError,
)
from host_stack.wire.headers import Aeth

# --- Send queues and receives ----------------------------------------------------------------------------------------
# Send queues, receives and what is signalled (endpoint §1.1, and as ibv_post_send and ibv_post_recv).

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


# --- Completion queues -----------------------------------------------------------------------------------------------
# Completion queues: bounded, shared, with notification; what does not fit is an error that nobody can overlook.

SUCCESSFUL = CompletionStatus.SUCCESS


def two():
    return Nic(config("a", 1, [2]), 1), Nic(config("b", 2, [1]), 2)


def shared(count=2, *, depth=100, receives=None):
    """``count`` connections from a to b whose ends at a complete in one queue; those at b in another."""
    a, b = two()
    channel = CompletionChannel()
    at_a, at_b = a.create_cq(depth, channel), b.create_cq(depth)
    capacity = QpCapacity(max_recv_wr=receives)
    pairs = []
    for _ in range(count):
        first, second = a.create_qp(send_cq=at_a), b.create_qp(recv_cq=at_b, capacity=capacity)
        pairs.append(join(a, b, given=(first, second)))
    return a, b, at_a, at_b, channel, pairs


def deliver(a, b, pairs, each=3, imm=False):
    region = b.register_memory(1 << 16)
    for number in range(each):
        for qp, _ in pairs:
            if imm:
                qp.post_write_imm(pattern(100), region.address, region.r_key, number, wr_id=number)
            else:
                qp.post_write(pattern(100), region.address, region.r_key, wr_id=number)
    Pipe([a, b]).run(lambda: all(qp.counters.messages_completed == each for qp, _ in pairs))


def test_completions_of_a_shared_queue_name_their_queue_pair():
    a, b, at_a, at_b, _, pairs = shared(3)
    deliver(a, b, pairs, imm=True)
    for queue, side, kind in ((at_a, 0, CompletionKind.WRITE), (at_b, 1, CompletionKind.RECV_IMM)):
        done = queue.poll()
        for pair in pairs:
            of_it = [c for c in done if c.qpn == pair[side].qpn]
            assert [(c.kind, c.status, c.imm) for c in of_it] == [(kind, SUCCESSFUL, n) for n in range(3)]
        assert [c.time_ns for c in done] == sorted(c.time_ns for c in done)
        assert queue.poll() == []


def test_writes_and_immediates_may_complete_in_different_queues():
    a, b = two()
    sends, receives = a.create_cq(10), a.create_cq(10)
    qp, other = join(a, b, given=(a.create_qp(send_cq=sends, recv_cq=receives), b.create_qp()))
    mine, its = a.register_memory(10), b.register_memory(10)
    qp.post_write(b"there", its.address, its.r_key)
    other.post_write_imm(b"here", mine.address, mine.r_key, 9)
    Pipe([a, b]).run(lambda: qp.counters.messages_completed == other.counters.messages_completed == 1)
    assert [c.kind for c in sends.poll()] == [CompletionKind.WRITE]
    assert [c.imm for c in receives.poll()] == [9]
    with pytest.raises(ConfigError, match=r"no completion queue of its own; accepted: poll\(\) of send_cq, recv_cq"):
        qp.poll_completions()


def test_poll_gives_no_more_than_asked_for():
    a, b, at_a, _, _, pairs = shared(1)
    deliver(a, b, pairs, each=5)
    assert [c.wr_id for c in at_a.poll(2)] == [0, 1]
    assert at_a.poll(0) == []
    assert len(at_a) == 3
    assert [c.wr_id for c in at_a.poll()] == [2, 3, 4]


# --- Notification ---------------------------------------------------------------------------------------------------


def test_an_armed_queue_is_in_its_channel_once():
    a, b, at_a, _, channel, pairs = shared(2)
    deliver(a, b, pairs)
    assert channel.take() == []  # nobody armed it
    at_a.arm()
    assert channel.take() == []  # what was there before does not count
    deliver(a, b, [pairs[0]], each=4 - 0)
    assert channel.take() == [at_a]
    assert channel.take() == []
    at_a.poll()
    deliver(a, b, [pairs[1]], each=4)
    assert channel.take() == []  # once per arming


def test_a_channel_has_the_queues_in_the_order_of_their_completions():
    a, b = two()
    channel = CompletionChannel()
    queues = [a.create_cq(4, channel) for _ in range(3)]
    pairs = [join(a, b, given=(a.create_qp(send_cq=queue), b.create_qp())) for queue in queues]
    for queue in queues:
        queue.arm()
    deliver(a, b, [pairs[2]], each=1)
    deliver(a, b, [pairs[0]], each=1)
    assert len(channel) == 2
    assert channel.take() == [queues[2], queues[0]]


# --- Overrun --------------------------------------------------------------------------------------------------------


def test_what_does_not_fit_is_counted_reported_and_ends_the_queue_pairs():
    a, b, at_a, _, channel, pairs = shared(2, depth=4)
    at_a.arm()
    region = b.register_memory(1 << 16)
    for number in range(3):
        for qp, _ in pairs:
            qp.post_write(pattern(100), region.address, region.r_key, wr_id=number)
    Pipe([a, b]).run(limit_ns=1_000_000)
    assert [qp.state for qp, _ in pairs] == [QpState.ERROR, QpState.ERROR]
    assert [qp.error for qp, _ in pairs] == [CompletionStatus.LOCAL_QP_OPERATION] * 2
    events = [(event.kind, event.number) for event in a.async_events.take()]
    assert events == [(AsyncEventKind.CQ_ERR, at_a.number)] + [(AsyncEventKind.QP_FATAL, qp.qpn) for qp, _ in pairs]
    assert channel.take() == [at_a]
    # What was kept is what came first; then it is said that there was more.
    assert [c.status for c in at_a.poll()] == [SUCCESSFUL] * 4
    with pytest.raises(CompletionQueueError, match=r"completion queue 1: 2 completions were lost; accepted: at most 4"):
        at_a.poll()
    with pytest.raises(CompletionQueueError, match="completion queue 1 has overrun; accepted: another"):
        a.create_qp(send_cq=at_a)


def test_a_queue_that_has_overrun_takes_nothing_any_more():
    a, _, at_a, _, _, pairs = shared(1, depth=2)
    qp = pairs[0][0]
    qp.modify_to_error()
    for number in range(5):
        qp.post_write(b"x", 0, 0, wr_id=number)
    assert at_a.overruns == 3
    assert [c.wr_id for c in at_a.poll()] == [0, 1]
    qp.post_write(b"x", 0, 0, wr_id=9)
    assert at_a.overruns == 4
    assert [e.kind for e in a.async_events] == [AsyncEventKind.CQ_ERR]  # once


def test_a_peer_cannot_fill_memory_with_immediates():
    """The receiver's queue has a bound; beyond it the connection ends, and says why."""
    peer = Peer()
    queue = peer.nic.create_cq(8)
    qp, _ = join(peer.nic, Nic(config("o", 2, [1]), 2), psn=FIRST, given=(peer.nic.create_qp(recv_cq=queue), None))
    peer.qp = qp
    for number in range(40):
        peer.give(peer.data(number, b"i", opcode=0xCB, imm=number))
    assert len(queue) == 8
    assert queue.overruns >= 1
    assert qp.state is QpState.ERROR
    assert [c.imm for c in queue.poll()] == list(range(8))


def test_a_queue_of_ones_own_is_as_new_after_a_reset():
    peer = Peer()
    own = peer.qp.queues.send_cq
    peer.qp.modify_to_error()
    for _ in range(own.depth + 1):
        own.push(None)
    with pytest.raises(CompletionQueueError):
        peer.qp.poll_completions(own.depth)
        peer.qp.poll_completions()
    peer.qp.reset()
    assert peer.qp.poll_completions() == []


# --- Lives of queues and queue pairs ----------------------------------------------------------------------------------


def test_a_reset_takes_back_the_queue_pairs_own_completions_only():
    a, b, at_a, _, _, pairs = shared(2)
    deliver(a, b, pairs, each=2)
    pairs[0][0].reset()
    assert [(c.qpn, c.wr_id) for c in at_a.poll()] == [(pairs[1][0].qpn, 0), (pairs[1][0].qpn, 1)]


def test_a_reset_with_work_under_way_does_not_overrun_a_full_queue():
    a, _, at_a, _, _, pairs = shared(1, depth=2)
    for number in range(5):
        pairs[0][0].post_write(b"x", 0x5000, 1, wr_id=number)
    pairs[0][0].reset()
    assert at_a.overruns == 0
    assert at_a.poll() == []
    assert list(a.async_events) == []


def test_a_queue_in_use_is_not_destroyed():
    a, _, at_a, _, channel, pairs = shared(2)
    for qp, _ in pairs:
        with pytest.raises(CompletionQueueError, match=rf"completion queue 1 is used by queue pair {qp.qpn}"):
            a.destroy_cq(at_a)
        a.destroy_qp(qp)
    channel.notify(at_a)
    a.destroy_cq(at_a)
    assert channel.take() == []
    for action in (lambda: a.destroy_cq(at_a), lambda: a.create_qp(send_cq=at_a)):
        with pytest.raises(UnknownObjectError, match="is not one of this NIC"):
            action()


def test_queues_of_another_nic_are_unknown():
    a, b = two()
    with pytest.raises(UnknownObjectError, match="is not one of this NIC"):
        a.create_qp(recv_cq=b.create_cq(1))
    assert not a.queue_pairs


def test_queue_pairs_that_come_and_go_leave_no_queue_behind():
    a, _ = two()
    for _ in range(20):
        a.destroy_qp(a.create_qp())
    assert len(a.completion_queues) == 0


@pytest.mark.parametrize("depth", [0, -1, (1 << 22) + 1])
def test_an_impossible_depth_is_refused(depth):
    with pytest.raises(ConfigError, match=rf"depth: {depth} is out of range; accepted: 1\.\.4194304"):
        two()[0].create_cq(depth)


def test_events_have_a_bound_and_a_count():
    nic = Nic(config("n", 1, [2], async_event_depth=3), 1)
    for number in range(5):
        nic.report(AsyncEventKind.QP_FATAL, number)
    assert nic.async_events.dropped == 2
    assert [event.number for event in nic.async_events.take(1)] == [0]
    assert [event.number for event in nic.async_events.take()] == [1, 2]


def test_an_ack_that_completes_several_writes_at_once_overruns_cleanly():
    """One transport ACK for four writes and room for two: the books stay straight in the middle of it."""
    peer = Peer()
    queue = peer.nic.create_cq(2)
    qp, _ = join(peer.nic, Nic(config("o", 2, [1]), 2), psn=FIRST, given=(peer.nic.create_qp(send_cq=queue), None))
    peer.qp = qp
    for number in range(6):
        qp.post_write(b"x", 0x5000, 1, wr_id=number)
    peer.drain()
    peer.give(peer.control(0xD1, Aeth(0x1F, 4).pack(), psn=FIRST + 3))
    assert qp.state is QpState.ERROR
    assert [(c.wr_id, c.status) for c in queue.poll()] == [(0, SUCCESSFUL), (1, SUCCESSFUL)]
    assert queue.overruns == 4  # two that were done, two that were flushed
    assert peer.nic.transmit(0b11, peer.now) is None
