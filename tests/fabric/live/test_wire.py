# SPDX-License-Identifier: Apache-2.0
"""One direction of a cable in virtual time, and the scale of time."""

import random
from pathlib import Path

import pytest

import topologies
from fabric.live.relay import LIMIT_BYTES, Wire
from fabric.live.scale import Clock, Scale, rounded

# --- A cable ---------------------------------------------------------------------------------------------------------
# One direction of a cable, in virtual time: when frames come out, in which order, and which do not.

MS = 1_000_000
BANDS = {46: 0, 12: 1, 0: 6}
"""CONTROL before TRIMMED before data."""


def frame(size=1000, dscp=0, number=0):
    """An IPv6 frame of `size` bytes: 1000 take 8 ms at 1 Mb/s."""
    header = bytes(12) + b"\x86\xdd" + (6 << 12 | dscp << 6).to_bytes(2, "big")
    return (header + number.to_bytes(2, "big")).ljust(size, b"\0")


def ipv4(dscp):
    return (bytes(12) + b"\x08\x00" + bytes([0x45, dscp << 2])).ljust(1000, b"\0")


def wire(rate_bps=1_000_000, delay_ns=5 * MS, seed="1/a"):
    return Wire(rate_bps, delay_ns, BANDS, seed)


def drain(line):
    """Everything that comes out, each asked for at the very moment that was announced."""
    out = []
    while (due := line.next_ns()) is not None:
        out += line.take(due)
    return out


def test_a_frame_comes_out_after_its_bits_and_the_delay():
    line = wire()
    line.put(frame(), 100 * MS)
    assert line.next_ns() == (100 + 8 + 5) * MS
    assert line.take((100 + 8 + 5) * MS - 1) == []
    assert line.take((100 + 8 + 5) * MS) == [((100 + 8 + 5) * MS, frame())]
    assert line.next_ns() is None


def test_frames_follow_each_other_at_the_rate_however_late_one_looks():
    line = wire()
    for number in range(4):
        line.put(frame(number=number), number)  # all but at once
    assert line.queued_bytes == 3000
    assert [at // MS for at, _ in line.take(1000 * MS)] == [13, 21, 29, 37]
    assert (line.queued_bytes, line.sent_frames, line.sent_bytes) == (0, 4, 4000)


def test_a_busy_wire_carries_exactly_its_rate():
    line = wire(rate_bps=3_000_000, delay_ns=0)  # 1000 bytes take 2 666 666.67 ns
    for _ in range(3000):
        line.put(frame(), 0)
    assert drain(line)[-1][0] == 8000 * MS


@pytest.mark.parametrize("late", [frame(dscp=46), ipv4(46)])
def test_what_is_first_in_the_programs_order_goes_first_but_overtakes_nothing_on_its_way(late):
    line = wire()
    line.put(frame(number=1), 0)
    line.put(frame(number=2), 1)
    line.put(frame(dscp=12, number=3), 2)
    line.put(late, 3)
    assert [each for _, each in drain(line)] == [frame(number=1), late, frame(dscp=12, number=3), frame(number=2)]


def test_who_comes_when_the_wire_is_free_already_has_not_overtaken_who_waited():
    """The process was late: the wire was free at 8 ms, and began with what waited then, whatever came at 9."""
    line = wire()
    line.put(frame(number=1), 0)
    line.put(frame(number=2), 1 * MS)
    line.put(frame(dscp=46, number=3), 9 * MS)
    assert [at // MS for at, _ in drain(line)] == [13, 21, 29]
    line.put(frame(number=1), 100 * MS)
    line.put(frame(number=2), 101 * MS)
    line.put(frame(dscp=46, number=3), 109 * MS)
    assert [each[17] for _, each in drain(line)] == [1, 2, 3]


@pytest.mark.parametrize("other", [b"", b"\0" * 13, bytes(12) + b"\x86\xdd", bytes(12) + b"\x08\x06" + bytes(40)])
def test_what_has_no_dscp_goes_last(other):
    line = wire()
    line.put(frame(number=1), 0)
    line.put(other or b"\0", 1)
    line.put(frame(number=2), 2)
    assert [each[17:18] for _, each in drain(line)][:2] == [b"\1", b"\2"]


def test_losses_are_as_many_as_wanted_and_the_same_ones_for_a_seed():
    def survivors(seed):
        line = wire(delay_ns=0, seed=seed)
        line.loss = 0.25
        for number in range(4000):
            line.put(frame(size=100, number=number), number)
        taken = drain(line)
        assert line.lost_random + len(taken) == line.sent_frames == 4000
        # A lost frame takes its time on the wire as well.
        assert taken[-1][0] == (int.from_bytes(taken[-1][1][16:18], "big") + 1) * 800_000
        return [each[16:18] for _, each in taken]

    first = survivors("1/a")
    assert 0.22 < 1 - len(first) / 4000 < 0.28
    assert first == survivors("1/a") != survivors("2/a")


def test_without_loss_nothing_is_drawn():
    quiet, fresh = wire(), wire()
    quiet.put(frame(), 0)
    drain(quiet)
    for line in (quiet, fresh):
        line.loss = 0.5
        for number in range(64):
            line.put(frame(number=number), 1000 * MS)
    assert [each for _, each in drain(quiet)] == [each for _, each in drain(fresh)]


def test_an_unplugged_cable_loses_what_waits_what_is_on_its_way_and_what_comes():
    line = wire()
    for number in range(4):
        line.put(frame(number=number), 0)
    line.set_up(False, 22 * MS)  # the first two are out (13, 21 ms), the third is on its way, the fourth waits
    line.put(frame(), 23 * MS)
    assert [at // MS for at, _ in line.take(22 * MS)] == [13, 21]
    assert line.next_ns() is None
    assert (line.lost_down, line.queued_bytes) == (3, 0)
    line.set_up(True, 24 * MS)
    line.put(frame(), 24 * MS)
    assert [at // MS for at, _ in drain(line)] == [24 + 13]


def test_another_rate_holds_at_once():
    line = wire()
    line.put(frame(number=1), 0)
    line.put(frame(number=2), 0)
    line.set_rate(4_000_000, 4 * MS)  # half of the first is out: the rest takes 1 ms, the second 2
    assert [at // MS for at, _ in drain(line)] == [4 + 1 + 5, 4 + 1 + 2 + 5]


def test_a_rate_of_next_to_nothing_ends_when_it_is_healed():
    line = wire()
    line.set_rate(1, 0)
    line.put(frame(), 0)
    assert line.next_ns() > 7_000_000 * MS
    line.set_rate(1_000_000, 1 * MS)
    assert drain(line)[0][0] // MS == 13


def test_a_queue_has_an_end():
    line = wire(rate_bps=1000)
    big = frame(size=1 << 20)
    for _ in range((LIMIT_BYTES >> 20) + 3):  # one is on its way
        line.put(big, 0)
    assert (line.lost_overflow, line.queued_bytes) == (2, LIMIT_BYTES)


def test_who_looks_sees_what_leaves_when_it_begins():
    line, seen = wire(), []
    line.began = lambda at, each: seen.append((at // MS, each[17]))
    line.put(frame(number=1), 0)
    line.put(frame(number=2), 1)
    line.take(8 * MS)
    assert seen == [(0, 1), (8, 2)]


@pytest.mark.parametrize("seed", range(20))
def test_whatever_happens_every_frame_is_somewhere_and_time_goes_forward(seed):
    drawn = random.Random(seed)
    line, now, put, taken = wire(seed=str(seed)), 0, 0, []
    for number in range(400):
        now += drawn.choice([0, 1, 10_000, 5 * MS, 40 * MS])
        match drawn.randrange(12):
            case 0:
                line.set_up(drawn.random() < 0.7, now)
            case 1:
                line.set_rate(drawn.choice([1, 10_000, 1_000_000, 10**12]), now)
            case 2:
                line.loss = drawn.choice([0.0, 0.3, 1.0])
            case 3 | 4 | 5:
                taken += line.take(now)
            case _:
                line.put(frame(drawn.randrange(20, 4000), drawn.choice([0, 12, 46, 9]), number), now)
                put += 1
    line.set_up(True, now)
    line.set_rate(10**9, now)
    taken += drain(line)
    times = [at for at, _ in taken]
    assert times == sorted(times)
    assert len({each[16:18] for _, each in taken}) == len(taken)  # none twice
    assert len(taken) + line.lost_random + line.lost_down + line.lost_overflow == put


# --- Scale -----------------------------------------------------------------------------------------------------------
# Time runs slower by a factor and nothing else changes: rates divide, delays multiply, bytes and ratios stay.

LAB = Path(__file__).parents[3] / "topologies" / "lab.yaml"


def test_rates_divide_and_delays_multiply():
    slow = Scale(10_000).slowed(topologies.load(LAB))
    host = slow.host_link(0, 0)
    assert (host.rate_bps, host.delay_ns) == (10_000_000, 5_000_000)  # 100 Gb/s and 500 ns
    assert slow.fabric_link(1, 0, 1).delay_ns == 10_000_000  # 1 us


def test_bytes_stay_bytes():
    """The bandwidth-delay product, and with it every queue limit, is what it was.

    But for what the topology rounds: four times less than 1 ns of 100 Gb/s, 50 bytes.
    """
    fabric = topologies.load(LAB)
    for factor in (2, 1_000, 50_000):
        assert abs(Scale(factor).slowed(fabric).bdp_bytes - fabric.bdp_bytes) <= 50


def test_there_and_back():
    scale = Scale(50_000)
    assert scale.fabric_ns(scale.real_ns(123)) == 123
    assert scale.real_bps(100_000_000_000) == 2_000_000
    assert scale.real_bps(10) == 1  # a rate of 0 would block the port


@pytest.mark.parametrize("factor", [0, -1, 10_000_001])
def test_other_factors_are_refused(factor):
    with pytest.raises(ValueError, match=f"scale: {factor} is out of range; accepted: 1..10000000"):
        Scale(factor)


def test_a_clock_that_all_processes_share(monkeypatch):
    now = 5_000_000_000
    monkeypatch.setattr("time.monotonic_ns", lambda: now)
    clock = Clock(Scale(1_000), origin_ns=2_000_000_000)
    assert clock.now_ns() == 3_000_000
    assert clock.seconds_until(3_500_000) == 0.5
    assert clock.seconds_until(1) == 0.0


@pytest.mark.parametrize(
    ("wanted", "factor"), [(0.2, 1), (1, 1), (1.01, 2), (2.5, 5), (5.1, 10), (13_201, 20_000), (9e9, 10_000_000)]
)
def test_factors_people_can_remember(wanted, factor):
    assert rounded(wanted) == factor
