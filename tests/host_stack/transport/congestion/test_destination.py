# SPDX-License-Identifier: Apache-2.0
"""Bytes in flight, and the window that writes of one packet steer."""

import pytest
from host_stack_kit import ACK, FIRST, SACK, Peer, Transfer, is_data, kinds, opcode_of
from hypothesis import given
from hypothesis import strategies as st
from nic_wire_kit import pattern, with_ce

from host_stack import CcProfile
from host_stack.native.data_path import in_python
from host_stack.transport.congestion.destination import Destination
from host_stack.transport.congestion.incast_penalty import IncastPenalty
from host_stack.transport.congestion.nscc import Nscc
from host_stack.transport.congestion.profile import FixedWindow
from host_stack.wire.headers import Aeth, CcState

# --- Bytes in flight -------------------------------------------------------------------------------------------------
# Bytes in flight: what a queue pair's rcvd_bytes and its books make of them (endpoint §7.1).

PACKET = 4096


class Recorder(FixedWindow):
    def __init__(self, window=10 * PACKET):
        super().__init__(window)
        self.samples = []
        self.losses = []

    def on_sack(self, sample):
        self.samples.append(sample)

    def on_loss(self, size, _inflight, **_):
        self.losses.append(size)


def account(window=10 * PACKET):
    destination = Destination(Recorder(window))
    return destination, destination.account()


def sack(one, acked, rcvd_units, *, late=0, now=0, penalty=0, restore=0):
    state = CcState(0, 0, rcvd_units & 0xFFFFFF, restore, penalty)
    one.on_sack(acked, late, state, marked=False, rtt_ns=None, now_ns=now)


def test_inflight_falls_by_the_growth_of_rcvd_bytes_even_if_the_bitmap_says_less():
    destination, one = account()
    for _ in range(10):
        one.on_sent(PACKET)
    assert not one.can_send(PACKET)
    sack(one, PACKET, 4 * PACKET // 256)
    assert destination.inflight == 6 * PACKET
    assert destination.controller.samples[-1].received_bytes == 4 * PACKET
    # The bitmaps catch up: nothing is counted twice.
    sack(one, 3 * PACKET, 4 * PACKET // 256)
    assert destination.inflight == 6 * PACKET
    assert destination.controller.samples[-1].received_bytes == 0


def test_rcvd_bytes_wraps_at_24_bits_of_256_bytes():
    destination, one = account(1 << 40)
    units = (1 << 24) - 8
    sack(one, 0, (1 << 23) - 1)
    sack(one, 0, units)
    one.on_sent(PACKET)
    one.on_sent(PACKET)
    sack(one, PACKET, units + 16)
    assert destination.inflight == PACKET


def test_an_overtaken_sack_is_no_growth():
    destination, one = account()
    for _ in range(4):
        one.on_sent(PACKET)
    sack(one, 2 * PACKET, 32)
    sack(one, 0, 16)
    assert destination.inflight == 2 * PACKET
    sack(one, PACKET, 48)
    assert destination.inflight == PACKET


def test_a_packet_given_up_that_arrives_after_all_does_not_count_for_another():
    destination, one = account()
    one.on_sent(PACKET)
    one.on_sent(PACKET)
    one.on_loss(PACKET, 0)
    sack(one, 0, 16, late=PACKET)
    assert destination.inflight == PACKET


def test_a_peer_that_never_counts_and_one_that_lies():
    destination, one = account()
    for _ in range(3):
        one.on_sent(PACKET)
    sack(one, 2 * PACKET, 0)
    assert destination.inflight == PACKET
    sack(one, 0, 1 << 22)
    assert destination.inflight == 0
    sack(one, PACKET, 1 << 22)
    one.on_sent(PACKET)
    assert destination.inflight == PACKET


def test_what_a_transport_ack_tells_is_in_flight_no_more_and_counts_with_the_next_sack():
    destination, one = account()
    for _ in range(4):
        one.on_sent(PACKET)
    one.on_ack(PACKET, 0)
    one.on_ack(PACKET, 0)
    assert destination.inflight == 2 * PACKET
    assert destination.controller.samples == []
    sack(one, PACKET, 3 * PACKET // 256)
    sack(one, PACKET, 4 * PACKET // 256)
    assert [sample.received_bytes for sample in destination.controller.samples] == [3 * PACKET, PACKET]
    assert destination.inflight == 0


def test_queue_pairs_share_a_window_and_give_it_back():
    destination, one = account()
    other = destination.account()
    for _ in range(5):
        one.on_sent(PACKET)
        other.on_sent(PACKET)
    assert not one.can_send(PACKET)
    other.close()
    assert destination.inflight == 5 * PACKET
    assert one.can_send(5 * PACKET)
    one.close()
    assert destination.inflight == 0


def test_one_packet_may_always_be_in_flight():
    _, one = account(window=1)
    assert one.can_send(PACKET)
    one.on_sent(PACKET)
    assert not one.can_send(1)


def shared(accounts=2, window=10 * PACKET):
    """Accounts of one destination with an unloaded round trip of 10 us."""
    destination = Destination(Recorder(window), 10_000)
    return destination, [destination.account() for _ in range(accounts)]


def test_who_is_not_answered_is_set_aside_when_another_is_that_sent_later():
    """Half a round trip later: a report may be late by as much as the queues of two paths differ."""
    destination, (silent, other) = shared()
    for _ in range(6):
        silent.on_sent(PACKET)
    silent.asked(1000)
    other.on_sent(PACKET)
    other.heard(3999, 10_000)  # a round trip of 6,001
    assert not silent.aside
    other.heard(4000, 10_000)
    assert silent.aside
    assert (destination.inflight, destination.aside, destination.sharing) == (PACKET, 6 * PACKET, 1)
    assert other.can_send(9 * PACKET)
    assert other.portion == 10 * PACKET
    assert not silent.can_send(1)


def test_beside_others_it_has_one_packet_in_flight_at_most_and_its_losses_cut_nothing():
    destination, (silent, other) = shared()
    silent.on_sent(PACKET)
    silent.asked(0)
    other.on_sent(PACKET)
    other.heard(10_000, 16_000)
    before = list(destination.controller.losses)
    silent.on_loss(PACKET, 20_000)
    assert destination.controller.losses == before
    assert silent.can_send(PACKET)
    silent.on_sent(PACKET)
    assert not silent.can_send(1)
    other.on_loss(PACKET, 20_000)
    assert destination.controller.losses == [*before, PACKET]


def test_any_answer_brings_it_back():
    destination, (silent, other) = shared()
    silent.on_sent(PACKET)
    silent.asked(0)
    other.on_sent(PACKET)
    other.heard(10_000, 16_000)
    assert silent.aside
    sack(silent, 0, PACKET // 512)
    silent.heard(0, 17_000)
    assert not silent.aside
    assert destination.inflight == PACKET + PACKET // 2
    assert destination.aside == 0
    # From now on it waits for the next answer.
    other.heard(16_999, 20_000)
    assert not silent.aside


def test_where_nobody_is_answered_others_try_a_packet_each_after_one_and_a_half_round_trips():
    _, (silent, other, third) = shared(3, 2 * PACKET)
    silent.on_sent(PACKET)
    silent.on_sent(PACKET)
    silent.asked(500)
    assert silent.due_ns == 15_500
    silent.waited(15_499)
    assert not other.can_send(PACKET)
    silent.waited(15_500)
    assert other.can_send(PACKET)
    assert other.portion == 0  # each packet is to be answered
    other.on_sent(PACKET)
    assert not other.can_send(PACKET)
    assert third.can_send(PACKET)
    # The first answer is the proof that the way is open.
    other.heard(16_000, 22_000)
    assert other.can_send(PACKET)
    assert other.portion == 2 * PACKET
    assert not silent.can_send(PACKET)


def test_a_queue_pair_alone_is_never_set_aside():
    destination, (one, gone) = shared()
    gone.close()
    one.on_sent(PACKET)
    one.asked(0)
    assert one.due_ns is None
    one.waited(1_000_000)
    assert not one.aside
    one.on_refused(PACKET, 0, congested=False)
    assert not one.aside
    assert destination.controller.losses == [PACKET]


def test_who_is_refused_is_set_aside_until_something_gets_through():
    destination, (refused, other) = shared()
    other.on_sent(PACKET)
    refused.on_sent(PACKET)
    refused.on_sent(PACKET)
    refused.on_refused(PACKET, 0, congested=False)
    assert refused.aside
    assert destination.controller.losses == []
    assert destination.inflight == PACKET
    refused.heard(0, 1000)
    assert not refused.aside
    # The buffer of the peer is everybody's.
    refused.on_refused(PACKET, 2000, congested=True)
    assert destination.controller.losses == [PACKET]


def test_who_ends_while_set_aside_leaves_nothing_behind():
    destination, (silent, other) = shared()
    silent.on_sent(PACKET)
    silent.asked(0)
    other.heard(10_000, 16_000)
    silent.close()
    silent.close()
    assert (destination.inflight, destination.aside, destination.sharing, destination.accounts) == (0, 0, 0, 1)
    assert not destination.waiting


@given(
    st.lists(
        st.tuples(
            st.sampled_from(
                ["send", "ack", "late", "loss", "trim", "sack", "close", "ask", "hear", "wait", "refuse", "plane"]
            ),
            st.integers(0, 1 << 24),
        )
    )
)
def test_the_sum_is_that_of_the_accounts_and_never_negative(steps):
    destination = Destination(Recorder())
    accounts = [destination.account(), destination.account()]
    sent = [0, 0]
    now = 0
    for what, number in steps:
        which = number & 1
        now += number & 0x3FFF
        one = accounts[which]
        size = min(sent[which], 1 + number % 9000)
        if what == "send":
            one.on_sent(1 + number % 9000)
            sent[which] += 1 + number % 9000
        elif what == "close":
            one.close()
            sent[which] = 0
        elif what == "sack":
            sack(one, 0, number)
        elif what == "late":
            one.on_ack(0, size)
        elif what == "ask":
            one.asked(now)
        elif what == "hear":
            one.heard(max(-1, now - (number >> 10)), now)
        elif what == "wait":
            one.waited(now)
        else:
            sent[which] -= size
            if what == "ack":
                sack(one, size, number)
            elif what == "loss":
                one.on_loss(size, 0)
            elif what == "refuse":
                one.on_refused(size, 0, congested=bool(number & 2))
            elif what == "plane":
                one.on_path_loss(size)
            else:
                one.on_trim(size, last_hop=True, now_ns=0)
        assert destination.inflight == sum(each.inflight for each in accounts if not each.aside)
        assert destination.aside == sum(each.inflight for each in accounts if each.aside)
        assert destination.sharing == sum(each.inflight > 0 and not each.aside for each in accounts)
        assert all(0 <= each.inflight <= left for each, left in zip(accounts, sent, strict=True))


# --- Writes of one packet --------------------------------------------------------------------------------------------
# Writes of one packet steer a window as large ones do: the ACK that ends each hides nothing (endpoint §7).

LATE_NS = 12_000
WRITES = 1_000


@pytest.fixture
def samples(monkeypatch):
    """Every sample that a controller gets."""
    seen = []
    real = Nscc.on_sack
    monkeypatch.setattr(Nscc, "on_sack", lambda self, sample: (seen.append(sample), real(self, sample)))
    with in_python():
        yield seen


def marked_and_late(behind):
    """All data is marked and late; answers with opcode ``behind`` are overtaken by all others."""

    def hook(_name, _port, frame, _now):
        if is_data(frame):
            return [(LATE_NS, with_ce(frame))]
        return [(2_000 if opcode_of(frame) == behind else 0, frame)]

    return hook


@pytest.mark.parametrize("behind", [None, SACK, ACK])
def test_marked_and_late_writes_of_a_packet_shrink_the_window(samples, behind):
    transfer = Transfer(PACKET, marked_and_late(behind), cc=CcProfile(), mpr=32)
    largest = transfer.qa.requestor.state.cc.portion
    for _ in range(WRITES):
        transfer.qa.post_write(transfer.data, transfer.region.address, transfer.region.r_key)
    ours, theirs = transfer.qa.counters, transfer.qb.counters
    transfer.pipe.run(
        lambda: ours.messages_completed == WRITES and ours.sacks_received == theirs.sacks_sent, limit_ns=20_000_000
    )
    # Every packet asks for a SACK, and every one of those says when its packet left: no retransmission is among them.
    assert len(samples) == sum(sample.rtt_ns is not None for sample in samples) == WRITES
    assert min(sample.rtt_ns for sample in samples) >= LATE_NS
    assert all(sample.marked for sample in samples)
    # What was received is counted once, whichever answer told it.
    assert sum(sample.received_bytes for sample in samples) == WRITES * transfer.qa.requestor.state.full_size
    assert transfer.qa.requestor.state.cc.portion < largest / 4


def test_a_packet_that_asks_is_answered_by_a_sack_and_then_the_transport_ack():
    peer = Peer()
    assert kinds(peer.give(peer.data(0, opcode=0xCA, ack=True))) == [SACK, ACK]
    # What came before is answered once more, in the same order.
    assert kinds(peer.give(peer.data(0, opcode=0xCA, ack=True))) == [SACK, ACK]


@pytest.mark.parametrize("order", [(SACK, ACK), (ACK, SACK)])
def test_a_controller_is_told_the_same_in_either_order(samples, order):
    peer = Peer(cc=CcProfile())
    peer.qp.post_write(pattern(PACKET), 0x5000, 1)
    peer.drain()
    left = peer.now
    peer.now += LATE_NS
    frames = {SACK: peer.sack(0, 0, mark=1, ts=left), ACK: peer.control(ACK, Aeth(0x1F, 1).pack(), psn=FIRST)}
    for opcode in order:
        peer.nic.receive(1, frames[opcode], peer.now)
    (sample,) = samples
    assert (sample.marked, sample.rtt_ns, sample.inflight) == (True, LATE_NS, 0)
    assert sample.received_bytes == peer.qp.requestor.state.full_size
    assert peer.qp.counters.messages_completed == 1


def test_a_sack_that_comes_twice_is_one_sample(samples):
    peer = Peer(cc=CcProfile())
    peer.qp.post_write(pattern(PACKET), 0x5000, 1)
    peer.drain()
    left = peer.now
    for _ in range(3):
        peer.now += LATE_NS
        peer.nic.receive(1, peer.sack(0, 0, ts=left), peer.now)
    assert [sample.rtt_ns for sample in samples] == [LATE_NS, None, None]


def test_what_is_remembered_of_packets_that_have_arrived_is_bounded():
    transfer = Transfer(3 << 20, cc=CcProfile(), mpr=32).run().arrived()
    flight = transfer.qa.requestor.flight
    assert not flight.records
    assert sum(flight.own_report(index) is not None for index in range(flight.una)) <= 512


@pytest.mark.parametrize("payload", [1, 64, 256, 4096])
def test_a_port_full_of_short_writes_is_full(payload):
    """Two senders fill a port, whose queue is twice the target: they are asked to hold back, whatever they write.

    By UDP length + 40 alone a port full of writes of 256 bytes is 82 % full: a quarter of an incast of such writes was
    trimmed for ever, and shares were 0.08.
    """
    rtt_ns, target_ns = 7_000, 5_000
    control = IncastPenalty([100_000_000_000], base_rtt_ns=rtt_ns, target_ns=target_ns)
    udp_length = 8 + 12 + 4 + 4 + 16 + payload + -payload % 4 + 4
    on_wire = 14 + 40 + 40 + udp_length + 4 + 20
    now_ns = 0.0
    asked = False
    for number in range(40 * rtt_ns // (on_wire * 8 // 100)):
        now_ns += on_wire * 8 / 100
        peer = (b"one", b"two")[number & 1]
        waited_ns = 2 * target_ns if number > 1 else 0
        sent_tick = max(0, int(now_ns) + 50_000 - waited_ns) // 128
        control.on_data(peer, udp_length + 40, plane=0, timestamp=sent_tick & 0xFFFF, now_ns=int(now_ns) + 50_000)
        asked = asked or control.penalty(peer, int(now_ns) + 50_000)[0] > 0
    assert asked
