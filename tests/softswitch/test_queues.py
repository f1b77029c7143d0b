# SPDX-License-Identifier: Apache-2.0
"""Queues: depth in packets, rate in packets per second per priority, strict priority, queueing metadata."""

import pytest
from program_kit import assign, bytes_program, field, std


def switch(**options):
    """Port in byte x, priority in byte y; egress writes enq_qdepth to x, deq_qdepth to y and the delay to z."""
    b = bytes_program()
    b.run("in", assign(std("egress_spec"), field("h", "x")), assign(std("priority"), field("h", "y")), start=True)
    b.run(
        "eg",
        assign(field("h", "x"), std("enq_qdepth")),
        assign(field("h", "y"), std("deq_qdepth")),
        assign(field("h", "z"), std("deq_timedelta")),
        control=1,
        start=True,
    )
    return b.load(priority_queues=8, **options)


def frame(number, port=1, priority=0):
    return bytes([number, port, priority, 0, 0])


def numbers(emissions):
    return [e.frame[0] for e in emissions]


def test_without_rates_everything_leaves_at_once():
    sw = switch()
    assert [numbers(sw.receive(0, frame(i), 0)) for i in range(100)] == [[i] for i in range(100)]
    assert sw.next_event_us() is None


def test_rate_spaces_packets_and_reports_depth_and_delay():
    sw = switch()
    sw.set_queue_rate(1000, port=1)
    assert numbers(sw.receive(0, frame(1), 5000)) == [1]  # an idle queue sends at once
    assert sw.receive(0, frame(2), 5000) == []
    assert sw.receive(0, frame(3), 5100) == []
    assert sw.next_event_us() == 6000
    assert sw.advance(5999) == []
    (second,) = sw.advance(6000)
    assert second.frame == bytes([2, 0, 1, 0x03, 0xE8])  # nobody ahead, one behind, 1000 us
    (third,) = sw.advance(9000)
    assert third.frame == bytes([3, 1, 0]) + (1900).to_bytes(2, "big")  # it left at 7000, however late we look
    assert sw.next_event_us() is None
    assert sw.advance(10_000) == []


def test_full_queue_drops_silently_but_is_counted():
    sw = switch()
    sw.set_queue_rate(1000)
    sw.set_queue_depth(2)
    got = [numbers(sw.receive(0, frame(i), 0)) for i in range(5)]
    assert got == [[0], [], [], [], []]  # one on its way, two waiting, two lost
    assert sw.drops == {"queue full": 2}
    assert numbers(sw.advance(10_000)) == [1, 2]


def test_depth_zero_blocks_a_queue():
    sw = switch()
    sw.set_queue_depth(0, port=1, priority=3)
    assert sw.receive(0, frame(1, priority=3), 0) == []
    assert numbers(sw.receive(0, frame(2, priority=2), 0)) == [2]


def test_strict_priority_among_packets_ready_together():
    sw = switch()
    sw.set_queue_rate(10)
    for priority in range(8):
        sw.receive(0, frame(100 + priority, priority=priority), 0)
    for priority in (0, 5, 7, 2):
        assert sw.receive(0, frame(priority, priority=priority), 0) == []
    emitted = sw.advance(100_000)
    assert numbers(emitted) == [7, 5, 2, 0]
    assert [e.priority for e in emitted] == [7, 5, 2, 0]


def test_each_priority_and_each_port_has_its_own_rate():
    sw = switch()
    sw.set_queue_rate(1, port=1, priority=0)
    sw.receive(0, frame(1), 0)
    assert sw.receive(0, frame(2), 0) == []
    assert numbers(sw.receive(0, frame(3, priority=1), 0)) == [3]
    assert numbers(sw.receive(0, frame(4, port=2), 0)) == [4]


def test_a_change_of_rate_does_not_move_queued_packets():
    sw = switch()
    sw.set_queue_rate(10)
    sw.receive(0, frame(1), 0)
    sw.receive(0, frame(2), 0)
    sw.set_queue_rate(0)
    assert sw.next_event_us() == 100_000
    assert sw.receive(0, frame(3), 10) == []  # behind the second, not in front of it
    assert numbers(sw.advance(100_000)) == [2, 3]


def test_receive_returns_what_was_due_first():
    sw = switch()
    sw.set_queue_rate(1000, port=1)
    sw.receive(0, frame(1), 0)
    sw.receive(0, frame(2), 0)
    assert numbers(sw.receive(0, frame(3, port=2), 2000)) == [2, 3]


def test_rate_that_does_not_divide_a_microsecond():
    sw = switch()
    sw.set_queue_rate(3_000_000)
    for i in range(4):
        sw.receive(0, frame(i), 0)
    assert sw.next_event_us() == 1
    assert numbers(sw.advance(1)) == [1, 2, 3]  # due at 333, 666 and 999 ns


def test_load_empties_the_queues():
    sw = switch()
    sw.set_queue_rate(10)
    sw.receive(0, frame(1), 0)
    sw.receive(0, frame(2), 0)
    sw.load(sw.program)
    assert sw.next_event_us() is None
    assert sw.advance(10**9) == []


@pytest.mark.parametrize(
    ("attempt", "needle"),
    [
        (lambda sw: sw.set_queue_depth(-1), "negative"),
        (lambda sw: sw.set_queue_rate(-1), "negative"),
        (lambda sw: sw.set_queue_rate(1, port=1, priority=8), r"0\.\.7"),
    ],
)
def test_bad_settings(attempt, needle):
    with pytest.raises(ValueError, match=needle):
        attempt(switch())
