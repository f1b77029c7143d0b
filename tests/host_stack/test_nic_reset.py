# SPDX-License-Identifier: Apache-2.0
"""Whatever ends a queue pair (reset, error, destroy) gives back what it held: window, jobs, probes, timers."""

import pytest
from host_stack_kit import (
    Peer,
    Pipe,
    config,
    join,
)
from nic_wire_kit import pattern

from host_stack import CompletionStatus, Nic, QpState

WINDOW = 64 * 1024


def two(seed=1):
    a, b = Nic(config("a", 1, [2]), seed), Nic(config("b", 2, [1]), seed + 1)
    return a, b, Pipe([a, b])


def end(nic, qp, how):
    if how == "reset":
        qp.reset()
    elif how == "error":
        qp.modify_to_error()
    else:
        nic.destroy_qp(qp)


@pytest.mark.parametrize("how", ["reset", "error", "destroy"])
def test_packets_in_flight_give_the_shared_window_back(how):
    a, b, pipe = two()
    first, _ = join(a, b, cwnd=WINDOW)
    second, _ = join(a, b, cwnd=WINDOW)
    region = b.register_memory(1 << 20)
    pipe.hook = lambda _n, _p, _f, _now: []
    first.post_write(pattern(1 << 20), region.address, region.r_key)
    pipe.run(limit_ns=20_000)  # the window is full, nothing has arrived
    pipe.hook = lambda _n, _p, frame, _now: [(0, frame)]
    second.post_write(pattern(100_000), region.address, region.r_key, wr_id=5)
    pipe.pump(a)
    end(a, first, how)
    # What waited for the window is asked for without anybody's help.
    assert a.next_wakeup() == a.now_ns
    pipe.run(lambda: second.counters.messages_completed == 1, limit_ns=200_000)
    assert [(c.wr_id, c.status) for c in second.poll_completions()] == [(5, CompletionStatus.SUCCESS)]
    assert second.counters.timeouts == 0


@pytest.mark.parametrize("how", ["reset", "error", "destroy"])
def test_an_ended_queue_pair_leaves_no_timer_and_no_work(how):
    a, b, pipe = two()
    qp, _ = join(a, b)
    region = b.register_memory(1 << 20)
    pipe.hook = lambda _n, _p, _f, _now: []
    qp.post_write(pattern(1 << 20), region.address, region.r_key)
    pipe.run(limit_ns=200_000)  # probes and timeouts under way, EVs assumed bad
    end(a, qp, how)
    assert a.transmit(0b11, a.now_ns) is None
    assert a.next_wakeup() is None


def test_a_reset_queue_pair_has_no_answers_left_to_send():
    peer = Peer()
    for number in range(1, 40):
        peer.now += 128
        peer.nic.receive(1, peer.data(number, ack=True), peer.now)
    peer.qp.reset()
    assert peer.drain() == []


def test_a_reset_queue_pair_can_be_connected_again_and_is_scheduled_once():
    peer = Peer()
    peer.qp.post_write(pattern(100_000), 0x5000, 1)
    peer.drain(3)
    peer.qp.reset()
    assert peer.qp.state is QpState.RESET
    assert peer.nic._scheduler._data.count(peer.qp) == 0
    assert peer.nic.queue_pairs[peer.qp.qpn] is peer.qp


def test_a_destroyed_queue_pair_is_unknown():
    peer = Peer()
    frame = peer.data(0)
    peer.nic.destroy_qp(peer.qp)
    assert peer.give(frame) == []
    assert peer.nic.counters["drop.unknown_qpn"] == 1
    with pytest.raises(KeyError):
        peer.nic.destroy_qp(peer.qp)
