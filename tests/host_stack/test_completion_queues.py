# SPDX-License-Identifier: Apache-2.0
"""Completion queues: bounded, shared, with notification; what does not fit is an error that nobody can overlook."""

import pytest
from host_stack_kit import (
    FIRST,
    Peer,
    Pipe,
    config,
    join,
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
    UnknownObjectError,
)
from host_stack.wire.headers import Aeth

GOOD = CompletionStatus.SUCCESS


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
            assert [(c.kind, c.status, c.imm) for c in of_it] == [(kind, GOOD, n) for n in range(3)]
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
    assert [c.status for c in at_a.poll()] == [GOOD] * 4
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
    assert [(c.wr_id, c.status) for c in queue.poll()] == [(0, GOOD), (1, GOOD)]
    assert queue.overruns == 4  # two that were done, two that were flushed
    assert peer.nic.transmit(0b11, peer.now) is None
