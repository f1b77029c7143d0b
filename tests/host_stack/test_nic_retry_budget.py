# SPDX-License-Identifier: Apache-2.0
"""What is refused, and what nobody answers: NAKs, the retry budget, and the timers of both."""

import itertools
import random
from itertools import pairwise

import pytest
from host_stack_kit import (
    ACK,
    FIRST,
    NACK,
    PROBE,
    SACK,
    Peer,
    Pipe,
    Transfer,
    config,
    is_data,
    join,
    kinds,
    opcode_of,
    psn_of,
    trim,
)
from nic_wire_kit import pattern

from host_stack import CompletionStatus, Nic, QpState, RtsAttributes, TransportOptions
from host_stack.wire.constants import Syndrome
from host_stack.wire.headers import Aeth, Neth, Peth

# --- NAKs ------------------------------------------------------------------------------------------------------------
# A transport NAK is about one write: those before it complete, it fails with the reason, later ones are flushed.

GOOD, ACCESS, FLUSHED = CompletionStatus.SUCCESS, CompletionStatus.REMOTE_ACCESS, CompletionStatus.FLUSHED


def mixed(hook=None, bad=2, count=5, size=3 * 4096, **kw):
    """``count`` writes of which number ``bad`` names a wrong key; the completions in order."""
    t = Transfer(count * size, hook, **kw)
    for number in range(count):
        at = t.region.address + number * size
        key = t.region.r_key ^ (number == bad)
        t.qa.post_write(t.data[number * size : (number + 1) * size], at, key, wr_id=number)
    t.pipe.run(lambda: t.qa.error is not None, limit_ns=200_000_000)
    return t, [(c.wr_id, c.status) for c in t.qa.poll_completions()]


def test_a_nak_fails_the_write_it_names():
    t, done = mixed()
    assert done == [(0, GOOD), (1, GOOD), (2, ACCESS), (3, FLUSHED), (4, FLUSHED)]
    assert t.qa.error is ACCESS
    assert t.qb.state is QpState.ERROR
    assert bytes(t.region.data[: 6 * 4096]) == t.data[: 6 * 4096]
    assert not any(t.region.data[6 * 4096 : 9 * 4096])


def test_a_nak_waits_for_what_comes_before_it():
    """The first packet of the first write is lost: the NAK of the second must not overtake its retransmission."""
    lost = []

    def hook(name, _p, frame, _now):
        if name == "a" and is_data(frame) and psn_of(frame) == 0xFFFFF0 and not lost:
            lost.append(frame)
            return []
        return [(0, frame)]

    t, done = mixed(hook, bad=1, count=3)
    assert lost
    assert done == [(0, GOOD), (1, ACCESS), (2, FLUSHED)]
    assert bytes(t.region.data[: 3 * 4096]) == t.data[: 3 * 4096]


@pytest.mark.parametrize("seed", range(20))
def test_naks_name_the_right_write_whatever_the_network_does(seed):
    rng = random.Random(seed)
    bad = rng.randrange(6)
    t, done = mixed(
        lambda _n, _p, frame, _now: [] if rng.random() < 0.1 else [(rng.randrange(8000), frame)], bad=bad, count=6
    )
    statuses = [GOOD] * bad + [ACCESS] + [FLUSHED] * (5 - bad)
    assert done == list(enumerate(statuses))
    assert bytes(t.region.data[: bad * 3 * 4096]) == t.data[: bad * 3 * 4096]
    assert not any(t.region.data[bad * 3 * 4096 : (bad + 1) * 3 * 4096])


def test_a_lost_nak_is_repeated():
    naks = []

    def hook(name, _p, frame, _now):
        if name == "b" and opcode_of(frame) == ACK and frame[114] & 0x60:
            naks.append(frame)
            return [] if len(naks) < 4 else [(0, frame)]
        return [(0, frame)]

    _, done = mixed(hook, bad=0, count=1)
    assert done == [(0, ACCESS)]
    assert len(naks) == 4


def test_a_responder_that_refused_says_so_again_but_once_per_question():
    peer = Peer()
    nak = peer.give(peer.data(0, b"evil", key=peer.region.r_key ^ 1, opcode=0xCA))
    assert [p.control[0].syndrome for p in nak if p.bth.opcode == ACK] == [Syndrome.NAK_REMOTE_ACCESS]
    assert peer.qp.state is QpState.ERROR
    for question in (peer.data(0, b"evil"), peer.control(PROBE, Peth(1, 0, 0, 0).pack())):
        again = peer.give(*[question] * 50)
        assert [(p.bth.psn, p.control[0]) for p in again] == [(FIRST, Aeth(Syndrome.NAK_REMOTE_ACCESS, 0))] or kinds(
            again
        ).count(ACK) == 1
    assert not any(peer.region.data)


def test_the_nak_has_the_msn_of_the_last_write_that_completed():
    peer = Peer()
    out = peer.give(
        peer.data(0, b"aaaa", opcode=0xCA),
        peer.data(3, b"evil", opcode=0xCA, key=peer.region.r_key ^ 1, ack=True),
        peer.data(1, b"bbbb", opcode=0xCA, va=peer.region.address + 4),
    )
    # PSN 3 has been received, and that it is refused must wait for PSN 2.
    assert [p.control[0].syndrome for p in out if p.bth.opcode == ACK] == [0x1F]
    assert SACK in kinds(out)
    out = peer.give(peer.data(4, b"late", opcode=0xCA, va=peer.region.address + 12))
    assert peer.region.data[12:16] == bytes(4)  # behind a refused write nothing is placed any more
    out = peer.give(peer.data(2, b"cccc", opcode=0xCA, va=peer.region.address + 8))
    naks = [(p.bth.psn, p.control[0]) for p in out if p.bth.opcode == ACK]
    assert naks == [(FIRST + 3, Aeth(Syndrome.NAK_REMOTE_ACCESS, 3))]
    assert peer.region.data[:12] == b"aaaabbbbcccc"


def posted(count=4):
    peer = Peer()
    for number in range(count):
        peer.qp.post_write(bytes(5000), 0x5000, 1, wr_id=number)
    peer.drain()
    return peer


def nak(peer, index, msn, syndrome=0x62):
    peer.give(peer.control(ACK, Aeth(syndrome, msn).pack(), psn=FIRST + index & 0xFFFFFF))
    return [(c.wr_id, c.status.value) for c in peer.qp.poll_completions()]


def test_a_requestor_completes_what_the_msn_counts():
    assert nak(posted(), 5, 2) == [
        (0, "success"), (1, "success"), (2, "remote_access"), (3, "flushed"),
    ]  # fmt: skip
    # A peer that does not wait: its MSN says that the second had not completed.
    assert nak(posted(), 5, 1) == [(0, "success"), (1, "flushed"), (2, "remote_access"), (3, "flushed")]


def test_an_msn_cannot_complete_the_write_that_is_refused_nor_later_ones():
    assert nak(posted(), 2, 4) == [
        (0, "success"), (1, "remote_access"), (2, "flushed"), (3, "flushed"),
    ]  # fmt: skip


def test_a_nak_about_a_write_that_has_completed_is_stale():
    peer = posted()
    peer.give(peer.control(ACK, Aeth(0x1F, 2).pack(), psn=FIRST + 3))
    assert [c.wr_id for c in peer.qp.poll_completions()] == [0, 1]
    assert nak(peer, 1, 1) == []
    assert peer.qp.state is QpState.RTS
    assert peer.nic.counters["drop.stale_psn"] == 1


def test_both_directions_end():
    t = Transfer(10_000)
    t.qb.post_write(pattern(5), 0, 0, wr_id=9)  # nobody's key
    t.qa.post_write(pattern(5), 0, 0, wr_id=8)
    t.pipe.run(limit_ns=1_000_000)
    assert t.qa.state is t.qb.state is QpState.ERROR
    assert [c.status for c in t.qa.poll_completions()] != [GOOD]


# --- The retry budget ------------------------------------------------------------------------------------------------
# What a peer or a network refuses for ever ends in an error, and what gets through at last does not.

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


# --- Timers ----------------------------------------------------------------------------------------------------------
# What a NIC waits for ends by a timer of its own, and no timer of it runs on the spot.


def test_an_answer_whose_port_is_gone_leaves_by_another_without_anybody_asking_again():
    peer = Peer()
    peer.nic.receive(1, peer.control(PROBE, Peth(5, 0, 0, 0).pack()), peer.now)  # it came by plane 1
    assert peer.nic.transmit(0b01, peer.now) is None
    wake = peer.nic.next_wakeup()
    assert wake == peer.now + TransportOptions().base_rtt_ns
    sent = peer.nic.transmit(0b01, wake)
    assert sent is not None
    assert sent[0] == 0
    assert kinds([peer.parser.parse(sent[1])]) == [SACK]


def test_an_answer_waits_for_its_port_no_longer_than_for_any():
    peer = Peer(transport=TransportOptions(reverse_probe_interval_ns=1 << 60))
    peer.nic.receive(1, peer.control(PROBE, Peth(5, 0, 0, 0).pack()), peer.now)
    assert peer.nic.transmit(0, peer.now) is None
    wake = peer.nic.next_wakeup()
    assert wake is not None
    assert peer.nic.transmit(0, wake) is None  # no port at all: whoever gives one asks again
    later = peer.nic.next_wakeup()
    assert later is not None and later >= 1 << 60  # the way back is probed then; no timer of the answer
    sent = peer.nic.transmit(0b11, wake + 1)
    assert sent is not None


def test_the_shortest_silence_there_is_stops_no_clock():
    peer = Peer(transport=TransportOptions(tail_probe_ns=1, reverse_probe_interval_ns=1 << 60))
    peer.qp.post_write(b"x", 0, 1)
    peer.drain()
    probes = 0
    for at_ns in itertools.count(peer.now + 1):
        if probes == 5:
            break
        assert at_ns < peer.now + 100
        while (sent := peer.nic.transmit(0b11, at_ns)) is not None:
            probes += peer.parser.parse(sent[1]).bth.opcode == PROBE


def _done_ns(queue_pairs, window):
    """When 512 packets from so many queue pairs, which share a window of so many, are done; and the probes sent."""
    a, b = (Nic(config(name, number, [3 - number]), seed=number) for name, number in (("a", 1), ("b", 2)))
    senders = [join(a, b, cwnd=window * 4200)[0] for _ in range(queue_pairs)]
    pipe = Pipe([a, b])
    for sender in senders:
        region = b.register_memory(512 * 4096 // queue_pairs)
        sender.post_write(bytes(region.length), region.address, region.r_key)
    pipe.run(limit_ns=5_000_000)
    done = [completion.time_ns for sender in senders for completion in sender.poll_completions()]
    assert len(done) == queue_pairs
    return max(done), sum(sender.counters.probes_sent for sender in senders)


@pytest.mark.parametrize(("queue_pairs", "window"), [(8, 12), (16, 12), (8, 20)])
def test_queue_pairs_that_share_a_window_do_not_wait_for_reports_of_packets_that_none_may_send(queue_pairs, window):
    """A receiver reports after four packets of a queue pair (16 KiB), and here the window has fewer of each."""
    alone_ns, _ = _done_ns(1, window)
    shared_ns, probes = _done_ns(queue_pairs, window)
    assert probes == 0
    assert shared_ns <= 1.2 * alone_ns
