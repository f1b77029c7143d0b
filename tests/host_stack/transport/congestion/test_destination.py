# SPDX-License-Identifier: Apache-2.0
"""Bytes in flight: what a queue pair's rcvd_bytes and its books make of them (endpoint §7.1)."""

from hypothesis import given
from hypothesis import strategies as st

from host_stack.transport.congestion.destination import Destination
from host_stack.transport.congestion.fixed_window import FixedWindow
from host_stack.wire.codec import CcState

PACKET = 4096


class Recorder(FixedWindow):
    def __init__(self, window=10 * PACKET):
        super().__init__(window)
        self.samples = []

    def on_sack(self, sample):
        self.samples.append(sample)


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


@given(
    st.lists(
        st.tuples(st.sampled_from(["send", "ack", "late", "loss", "trim", "sack", "close"]), st.integers(0, 1 << 24))
    )
)
def test_the_sum_is_that_of_the_accounts_and_never_negative(steps):
    destination = Destination(Recorder())
    accounts = [destination.account(), destination.account()]
    sent = [0, 0]
    for what, number in steps:
        which = number & 1
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
        else:
            sent[which] -= size
            if what == "ack":
                sack(one, size, number)
            elif what == "loss":
                one.on_loss(size, 0)
            else:
                one.on_trim(size, last_hop=True, now_ns=0)
        assert destination.inflight == sum(each.inflight for each in accounts)
        assert all(0 <= each.inflight <= left for each, left in zip(accounts, sent, strict=True))
