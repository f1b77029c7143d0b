# SPDX-License-Identifier: Apache-2.0
"""The books of packets in flight: by PSN index, and in the order they left."""

import random

import pytest

from host_stack.transport.recovery import InFlight
from host_stack.transport.work import PacketRing, SentPacket, WorkRequest

WORK = WorkRequest(0, memoryview(bytes(1 << 16)), remote_address=0, r_key=0, imm=None, mtu=256)


def packet(index: int) -> SentPacket:
    return SentPacket(index, WORK, 300, 0)


def indices(packets: list[SentPacket]) -> list[int]:
    return [each.index for each in packets]


# --- By PSN index -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("window", [5, 300])
def test_a_ring_has_what_was_put_into_it_and_not_taken(window):
    """In a window that moves on, and goes back at times."""
    drawn, ring, expected = random.Random(window), PacketRing(), {}
    for turn in range(20_000):
        index = turn // 3 + drawn.randrange(window) - (drawn.random() < 0.001) * drawn.randrange(5000)
        if drawn.random() < 0.5:
            made = packet(index)
            ring.put(made)
            expected[index] = made
        else:
            assert ring.pop(index) is expected.pop(index, None)
        other = index + drawn.choice((-1, 1)) * 2 ** drawn.randrange(15)
        assert ring.get(other) is expected.get(other)
        assert len(ring) == len(expected)
    assert ring.in_order() == [made for _, made in sorted(expected.items())]


def test_a_ring_has_places_for_its_window_and_no_more():
    ring = PacketRing()
    at_rest = len(ring._places)
    for index in range(10_000):
        ring.put(packet(index))
        ring.pop(index - 100)
    assert len(ring._places) == 128
    ring.clear()
    assert (len(ring), len(ring._places), ring.in_order()) == (0, at_rest, [])
    assert at_rest <= 8


# --- In the order they left -------------------------------------------------------------------------------------------


def sending(count: int) -> tuple[InFlight, list[SentPacket]]:
    """Packets that left one after the other, at times 0, 10, ..."""
    flight, packets = InFlight(0), [packet(index) for index in range(count)]
    for each in packets:
        flight.next_index += 1
        flight.sent(each, 10 * each.index)
    return flight, packets


def test_the_send_order_holds_each_packet_once():
    flight = InFlight(0)
    stuck, again = packet(0), packet(1)
    flight.sent(stuck, 0)
    for turn in range(10_000):
        flight.sent(again, turn)
        flight.requeue(again, turn)
        flight.take_lost()
    assert (len(flight.records), len(flight.again)) == (2, 0)
    assert len(flight.lost) <= 1


def test_what_is_reported_or_lost_is_in_the_send_order_no_more():
    flight, packets = sending(10)
    flight.delivered([0, 3, 9], 200)
    flight.requeue(packets[1], 0)
    assert flight.oldest_lost() is packets[1]
    flight.take_lost()
    flight.sent(packets[1], 210)
    assert indices(flight.fall_silent(40)) == [2, 4, 5]
    assert flight.overdue(0) is packets[2]
    assert indices(flight.delivered([2, 6], 220)) == [2, 6]
    assert flight.overdue(0) is packets[4]
    for number in (4, 5, 7, 8):
        flight.requeue(packets[number], 0)
    assert flight.overdue(0) is None
    flight.again_ns = 220
    assert flight.overdue(0) is packets[1]
    assert indices(flight.sent_before(1000)) == [1]
    assert flight.in_flight == 1


def test_a_packet_that_leaves_while_others_are_looked_at_is_not_overlooked():
    """Its index is taken before it has left, and a finalizer may give the NIC a SACK in between."""
    flight, _ = sending(2)
    late = packet(2)
    flight.next_index = 3
    flight.delivered([0, 1], 50)
    assert flight.overdue(0) is None
    flight.sent(late, 20)
    flight.first_ns = 100
    assert flight.overdue(0) is late
