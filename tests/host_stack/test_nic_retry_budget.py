# SPDX-License-Identifier: Apache-2.0
"""What a peer or a network refuses for ever ends in an error, and what gets through at last does not."""

from itertools import pairwise

import pytest
from host_stack_kit import ACK, FIRST, NACK, Peer, Pipe, Transfer, config, is_data, join, opcode_of, psn_of, trim

from host_stack import CompletionStatus, Nic, QpState, RtsAttributes
from host_stack.wire.headers import Aeth, Neth

#: 1.024 us * 2^7: the default local ACK timeout; 7 linear retries, 7 that double.
TIMEOUT = 131_072
LADDER = TIMEOUT * (8 + 2 + 4 + 8 + 16 + 32 + 64 + 128)


def trimmed_for_ever(wanted):
    return lambda n, _p, f, _now: [(0, trim(f))] if n == "a" and is_data(f) and wanted(f) else [(0, f)]


def test_a_packet_that_is_always_trimmed_ends_in_an_error():
    t = Transfer(20 * 4096, trimmed_for_ever(lambda f: psn_of(f) == 0xFFFFF3), limit_ns=200_000_000).run()
    assert [c.status for c in t.qa.poll_completions()] == [CompletionStatus.RETRY_EXCEEDED]
    assert t.qa.state is QpState.ERROR
    assert t.pipe.now == pytest.approx(LADDER, rel=0.05)
    # It was 31,486 of them in 200 ms; what brings nothing is done less and less often.
    assert 15 <= t.qa.counters.retransmissions < 150


def test_everything_trimmed_ends_in_an_error():
    t = Transfer(128 << 10, trimmed_for_ever(lambda _f: True), limit_ns=200_000_000).run()
    assert [c.status for c in t.qa.poll_completions()] == [CompletionStatus.RETRY_EXCEEDED]
    assert t.pipe.now == pytest.approx(LADDER, rel=0.05)


def test_trims_are_normal_while_something_gets_through():
    """One packet in ten gets through, for longer than the whole budget: no error."""
    rts = RtsAttributes(ack_timeout=5, linear_retries=1, exponential_retries=1)
    count = 0

    def hook(name, _p, frame, _now):
        nonlocal count
        if name == "a" and is_data(frame):
            count += 1
            return [(0, frame if count % 10 == 0 else trim(frame))]
        return [(0, frame)]

    t = Transfer(1 << 20, hook, rts=rts).run().arrived()
    assert t.pipe.now > 32_768 * (2 + 2) * 2
    assert t.qa.counters.trims_signalled > 1000


def nack(peer, sent, reason):
    return peer.control(NACK, Neth(reason, sent.entropy, 0, 0, sent.bth.psn, 0).pack())


def test_refusals_of_one_round_draw_once():
    """A receiver out of resources refuses all that is in flight: that is one attempt, not twenty."""
    peer = Peer(rts=RtsAttributes(linear_retries=1, exponential_retries=1))
    peer.qp.post_write(bytes(20 * 4096), 0x5000, 1)
    sent = peer.drain()
    peer.now += 1000
    for one in sent:
        peer.nic.receive(1, nack(peer, one, 0x0A), peer.now)
    assert peer.qp.state is QpState.RTS
    assert len(peer.drain()) == 20


def test_refusals_are_answered_at_growing_intervals():
    peer = Peer()
    peer.qp.post_write(bytes(100), 0x5000, 1)
    (sent,) = peer.drain()
    gaps = []
    for _ in range(6):
        peer.now += 1000
        peer.nic.receive(1, nack(peer, sent, 0x0A), peer.now)
        before = peer.now
        while not (again := [p for p in peer.drain() if p.kind.data]):
            peer.now = peer.nic.next_wakeup()
        gaps.append(peer.now - before)
        (sent,) = again
    assert gaps[0] == 0
    half = TIMEOUT // 2  # the local ACK timer is not to expire without an attempt
    assert all(later >= min(2 * earlier, half) for earlier, later in pairwise(gaps))
    assert gaps[-1] == half
    # Progress gives all retries back.
    peer.give(peer.control(ACK, Aeth(0x1F, 1).pack(), psn=FIRST))
    assert [c.status for c in peer.qp.poll_completions()] == [CompletionStatus.SUCCESS]


def test_who_waits_for_the_shared_window_does_not_use_up_its_retries():
    """Two queue pairs share a window of one packet; the first holds it while its peer says nothing."""
    quick = RtsAttributes(ack_timeout=3, linear_retries=1, exponential_retries=0)
    patient = RtsAttributes(ack_timeout=10, linear_retries=3)
    a, b = Nic(config("a", 1, [2]), 1), Nic(config("b", 2, [1]), 2)
    slow, slow_peer = join(a, b, cwnd=4000, rts=patient)
    fast, _ = join(a, b, cwnd=4000, rts=quick)
    region = b.register_memory(1 << 20)
    pipe = Pipe([a, b])
    slow_qpn = slow_peer.qpn.to_bytes(3, "big")
    pipe.hook = lambda _n, _p, f, _now: [] if is_data(f) and f[107:110] == slow_qpn else [(0, f)]
    fast.post_write(bytes(8 * 4096), region.address, region.r_key, wr_id=3)
    slow.post_write(bytes(4000), region.address, region.r_key)
    pipe.run(lambda: bool(fast.counters.messages_completed or fast.error), limit_ns=50_000_000)
    assert fast.error is None
    assert [c.wr_id for c in fast.poll_completions()] == [3]


def attempts_until_the_end(peer, answer):
    """Times at which packet 0 is sent while every transmission of it is answered by ``answer`` a microsecond later."""
    peer.qp.post_write(bytes(100), 0x5000, 1)
    times = []
    while peer.qp.state is QpState.RTS:
        for sent in peer.drain():
            if sent.kind.data:
                times.append(peer.now)
                peer.now += 1000
                peer.nic.receive(1, answer(peer, sent), peer.now)
        wake = peer.nic.next_wakeup()
        if wake is not None:
            peer.now = max(peer.now, wake)
    return times


@pytest.mark.parametrize("reason", [0x01, 0x06, 0x0A])
def test_no_retry_passes_without_an_attempt(reason):
    """The wait before the next attempt outgrew the ACK timer: retries ran out while nothing at all was tried."""
    peer = Peer()
    begin = peer.now
    times = attempts_until_the_end(peer, lambda peer, sent: nack(peer, sent, reason))
    times.append(peer.now)
    limits = RtsAttributes()
    assert len(times) > limits.linear_retries + limits.exponential_retries
    longest = limits.timeout_ns(limits.linear_retries + limits.exponential_retries)
    assert longest is not None
    # Never longer than the timer, which doubles only as retries are used up.
    assert all(later - earlier <= longest + 1000 for earlier, later in pairwise(times))
    assert times[-1] - begin > longest


def test_a_receiver_that_comes_back_before_the_last_retry_is_in_time():
    peer = Peer()
    refusals = 0

    def answer(peer, sent):
        nonlocal refusals
        refusals += 1
        if refusals > 13:
            return peer.control(ACK, Aeth(0x1F, 1).pack(), psn=FIRST)
        return nack(peer, sent, 0x0A)

    peer.qp.post_write(bytes(100), 0x5000, 1)
    deadline = peer.now + LADDER
    while not (done := peer.qp.poll_completions()):
        assert peer.now < deadline
        for sent in peer.drain():
            if sent.kind.data:
                peer.now += 1000
                peer.nic.receive(1, answer(peer, sent), peer.now)
        wake = peer.nic.next_wakeup()
        if wake is not None:
            peer.now = max(peer.now, wake)
    assert [c.status for c in done] == [CompletionStatus.SUCCESS]
    assert refusals == 14


@pytest.mark.parametrize("size", [1, 20 * 4096])
def test_a_peer_that_reports_everything_and_completes_nothing_ends_in_an_error(size):
    """Copies of the last packet ask for the ACK; that they arrive is no progress, or they would leave for ever."""
    t = Transfer(size, lambda _n, _p, f, _now: [] if opcode_of(f) == ACK else [(0, f)], limit_ns=200_000_000).run()
    assert [c.status for c in t.qa.poll_completions()] == [CompletionStatus.RETRY_EXCEEDED]
    assert t.pipe.now == pytest.approx(LADDER, rel=0.05)
    assert t.qb.counters.duplicates == t.qa.counters.retransmissions < LADDER / 15_000 + 20
