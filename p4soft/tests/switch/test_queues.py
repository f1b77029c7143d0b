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


@pytest.fixture(params=["native", "python"])
def held(request):
    """A switch whose port 1 takes nothing for now."""
    sw = switch(engine=request.param)
    sw.hold(1)
    return sw


def released(sw, port, now_us):
    """What leaves of a held port until nothing waits there any more."""
    left = []
    while (emissions := sw.release(port, now_us)) is not None:
        left += emissions
    return left


def test_a_held_port_lets_its_queue_grow_and_no_other(held):
    for number in range(3):
        assert held.receive(0, frame(number), 1000 * number) == []
    (other,) = held.receive(0, frame(9, port=2), 2500)
    assert other.frame == bytes([9, 0, 0, 0, 0])  # nobody before it, nobody behind it
    assert held.next_event_us() is None
    assert held.advance(5000) == []
    # Behind 0, 1 and 2 others, with 2, 1 and 0 left; the delay counts from arrival.
    wanted = [bytes([i, i, 2 - i]) + (10_000 - 1000 * i).to_bytes(2, "big") for i in range(3)]
    assert [e.frame for e in released(held, 1, 10_000)] == wanted
    assert numbers(held.receive(0, frame(7), 10_001)) == [7]  # at once again


def test_a_held_port_drops_what_its_queue_does_not_hold(held):
    for number in range(100):
        assert held.receive(0, frame(number), 0) == []
    assert held.drops == {"queue full": 36}
    assert numbers(released(held, 1, 1)) == list(range(64))


def test_the_higher_priority_of_a_held_port_goes_first(held):
    for priority in (0, 2, 0, 7, 2):
        held.receive(0, frame(0, priority=priority), 0)
    assert [e.priority for e in released(held, 1, 5)] == [7, 2, 2, 0, 0]


def test_one_packet_at_a_time_leaves_a_held_port(held):
    for _ in range(2):
        held.receive(0, frame(0), 0)
    assert len(held.release(1, 10)) == 1
    assert held.receive(0, frame(0), 11) == []  # behind the one that waits
    assert len(released(held, 1, 12)) == 2


def test_rate_and_hold_together(held):
    held.set_queue_rate(1000, port=1)
    assert [held.receive(0, frame(0), 0) for _ in range(3)] == [[], [], []]
    assert len(held.release(1, 500)) == 1
    assert held.release(1, 500) is None  # the others' time has not come: that is what holds them now
    assert held.next_event_us() == 1000
    assert len(held.advance(2000)) == 2


@pytest.mark.parametrize("engine", ["native", "python"])
def test_what_waits_for_its_time_waits_for_the_port_as_well(engine):
    sw = switch(engine=engine)
    sw.set_queue_rate(1000, port=1)
    assert len(sw.receive(0, frame(1), 0)) == 1
    assert [sw.receive(0, frame(n), 0) for n in (2, 3)] == [[], []]
    sw.hold(1)
    assert sw.next_event_us() is None
    assert sw.advance(10_000) == []
    assert [e.frame[:3] for e in released(sw, 1, 10_000)] == [bytes([2, 0, 1]), bytes([3, 1, 0])]


def test_a_held_port_is_held_beyond_a_load(held):
    held.receive(0, frame(0), 0)
    held.load(held.program)
    assert held.receive(0, frame(1), 1) == []
    assert numbers(released(held, 1, 2)) == [1]  # the first is gone with the old pipeline


def test_a_port_that_nobody_holds_has_nothing_to_release(held):
    assert held.release(2, 0) is None


@pytest.mark.parametrize("engine", ["native", "python"])
def test_a_port_may_be_held_while_others_have_rates(engine):
    sw = switch(engine=engine)
    sw.set_queue_rate(1000, port=2)
    sw.hold(1)
    burst = [(0, frame(n, port=1 + n % 2)) for n in range(6)]
    assert len(sw.receive_burst(burst, 0)) == 1
    assert len(released(sw, 1, 1)) == 3
    assert len(sw.advance(2000)) == 2
