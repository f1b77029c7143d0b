# SPDX-License-Identifier: Apache-2.0
"""Time: round trips of any length, and deadlines."""

import pytest
from host_stack_kit import (
    FIRST,
    PROBE,
    Peer,
    address,
)
from nic_wire_kit import pattern

from host_stack import CcProfile, TransportOptions, WireOptions
from host_stack.native.data_path import in_python
from host_stack.scheduler import Timers
from host_stack.transport.congestion.destination import Account
from host_stack.transport.congestion.nscc import Nscc
from host_stack.transport.recovery import service_ns, trigger_ns
from host_stack.transport.work import SentPacket, WorkRequest
from host_stack.wire.headers import Peth, tick

# --- Round trips -----------------------------------------------------------------------------------------------------
# Round trips of any length, from 16 bits of timestamp and what the requestor remembers (wire-format §6.3).

MS = 1_000_000
TURN = 128 << 16  # 8.39 ms


def packet(first_ns, *again_ns):
    record = SentPacket(0, WorkRequest(0, memoryview(b"x"), remote_address=0, r_key=0, imm=None, mtu=256), 1, first_ns)
    record.sent_ns = again_ns[-1] if again_ns else first_ns
    record.sends = 1 + len(again_ns)
    return record


def left(record, timestamp, now, *, rtx=False, service_time=False):
    return trigger_ns(record, timestamp, now, rtx=rtx, service_time=service_time)


@pytest.mark.parametrize("rtt", [1000, 8 * MS, 9 * MS, 20 * MS, 500 * MS])
def test_a_round_trip_may_be_longer_than_a_turn_of_the_clock(rtt):
    sent = 7 * TURN + 12_801
    assert left(packet(sent), tick(sent), sent + rtt) == sent


@pytest.mark.parametrize("timestamp", [None, 0, 1, 0x7FFF, 0xFFFF])
@pytest.mark.parametrize("service_time", [False, True])
def test_whatever_a_peer_reflects_a_packet_left_when_it_left(timestamp, service_time):
    sent, again = 3 * TURN + 12_801, 3 * TURN + 40_000
    once, twice = packet(sent), packet(sent, again)
    assert left(once, timestamp, sent + 9000, service_time=service_time) == sent
    assert left(twice, timestamp, again + 9000, service_time=service_time) == sent
    assert left(twice, timestamp, again + 9000, rtx=True, service_time=service_time) == again
    assert left(once, timestamp, sent + 9000, rtx=True, service_time=service_time) is None  # it was never sent again


def test_of_several_retransmissions_the_timestamp_says_which():
    first, second, third = (2 * TURN + at for at in (1280, 128_000, 256_000))
    now = third + 6400
    record = packet(first, second, third)
    assert left(record, tick(third), now, rtx=True) == third
    assert left(record, tick(second), now, rtx=True) == second
    assert left(record, None, now, rtx=True) is None
    assert left(record, tick(first) - 1, now, rtx=True) is None  # before all of them
    assert left(record, tick(third) + 1, now, rtx=True) is None  # nobody agreed to move it on
    assert left(record, tick(third) + 1, now, rtx=True, service_time=True) == third
    late = third + 2 * TURN
    assert left(record, tick(second), late, rtx=True) is None  # the clock has turned since


@pytest.mark.parametrize(
    ("moved", "waited"), [(0, 0), (30, 30 * 128), (70, 70 * 128), (71, None), (1000, None), (-1, None), (0x8000, None)]
)
def test_service_time_is_part_of_the_round_trip_or_none_at_all(moved, waited):
    sent = 5 * TURN + 100 * 128
    assert service_ns(sent, tick(sent) + moved & 0xFFFF, sent + 9000) == waited


@pytest.mark.parametrize("start", [1_000_000, 3 * TURN])  # the second: a timestamp of 0
def test_a_slow_path_is_measured_as_what_it_is(start, monkeypatch):
    seen = []
    monkeypatch.setattr(Account, "on_sack", lambda *_a, rtt_ns, **_kw: seen.append(rtt_ns))
    with in_python():
        peer = Peer(transport=TransportOptions(reverse_probe_interval_ns=1 << 60, tail_probe_ns=1 << 50))
    peer.now = start
    peer.qp.post_write(pattern(4 * 4096), 0x5000, 1)
    peer.drain()
    peer.now = start + 20 * MS
    peer.nic.receive(1, peer.sack(3, 3, ts=start), peer.now)
    assert seen == [20 * MS]


def test_without_timestamps_the_books_are_enough(monkeypatch):
    seen = []
    monkeypatch.setattr(Account, "on_sack", lambda *_a, rtt_ns, **_kw: seen.append(rtt_ns))
    with in_python():
        peer = Peer(WireOptions(timestamps=False))
    peer.qp.post_write(pattern(4 * 4096), 0x5000, 1)
    peer.drain()
    start = peer.now
    peer.now += 7000
    peer.nic.receive(1, peer.sack(3, 3, ts=0), peer.now)
    assert seen == [peer.now - start]
    assert peer.qp.requestor.flight.una == FIRST + 4


@pytest.fixture
def controllers(monkeypatch):
    """Samples of all controllers."""
    seen = []
    real = Nscc.on_sack
    monkeypatch.setattr(Nscc, "on_sack", lambda self, sample: (seen.append(sample), real(self, sample)))
    with in_python():
        yield seen


@pytest.mark.parametrize("late", [1, 75, 78, 0x7FFF, -1])
def test_a_reflected_timestamp_that_is_late_or_forged_changes_nothing(controllers, late):
    peer = Peer(cc=CcProfile())
    peer.qp.post_write(pattern(4 * 4096), 0x5000, 1)
    peer.drain()
    start = peer.now
    peer.now += 10_000
    # service_time is not agreed, so that nobody may move the timestamp on.
    peer.nic.receive(1, peer.sack(3, 3, ts=start + 128 * late), peer.now)
    controller = peer.nic.destination(address(2), CcProfile(), (0, 1)).controller
    assert [sample.rtt_ns for sample in controllers] == [10_000]
    assert (controller.base_rtt, controller.window) == (10_000, 375_000)


def test_service_time_is_left_out_of_the_delay_and_not_of_the_base_rtt(controllers):
    peer = Peer(cc=CcProfile(), service_time=True)
    peer.qp.post_write(pattern(4 * 4096), 0x5000, 1)
    peer.drain()
    start = peer.now
    for number, (rtt, waited) in enumerate([(20_000, 12_800), (30_000, 29_952), (40_000, 50_048)]):
        peer.now = start + rtt
        peer.nic.receive(1, peer.sack(number, number, ts=start + waited), peer.now)
    # The last would have waited longer than it was away.
    assert [sample.rtt_ns for sample in controllers] == [7_200, 48, None]
    assert [sample.full_rtt_ns for sample in controllers] == [20_000, 30_000, 40_000]
    assert peer.nic.destination(address(2), CcProfile(), (0, 1)).controller.base_rtt == 10_000


def test_only_full_packets_say_how_short_a_round_trip_of_a_full_packet_is(controllers):
    peer = Peer(cc=CcProfile())
    peer.qp.post_write(pattern(4096 + 100), 0x5000, 1)
    peer.drain()
    peer.now += 8_000
    for number in (0, 1):
        peer.nic.receive(1, peer.sack(number, number), peer.now)
    assert [(sample.rtt_ns, sample.full_rtt_ns) for sample in controllers] == [(8_000, 8_000), (8_000, None)]


@pytest.mark.parametrize(("rtt", "mark", "counted"), [(30_000, 0, 0), (30_001, 0, 1), (30_001, 1, 1), (10_000, 1, 1)])
def test_a_packet_that_is_three_base_rtts_late_tells_of_its_path_what_a_mark_does(rtt, mark, counted):
    peer = Peer(transport=TransportOptions(reverse_probe_interval_ns=1 << 60, base_rtt_ns=10_000))
    peer.qp.post_write(pattern(4 * 4096), 0x5000, 1)
    entropy = peer.drain()[3].entropy
    peer.now += rtt
    peer.nic.receive(1, peer.sack(3, 3, mark=mark, entropy=entropy), peer.now)
    assert peer.qp.evs.get(entropy).marked_lately == counted


def test_a_sack_that_no_packet_triggered_says_so():
    peer = Peer()
    for number in range(1, 200):
        peer.now += 128
        peer.nic.receive(1, peer.data(number), peer.now)
    peer.drain()
    answers = peer.give(peer.control(PROBE, Peth(7, peer.peer_qpn, peer.qp.qpn, 1).pack()))
    # What does not fit the answer goes before it, as rtx, so that nobody takes a round trip from it.
    assert [(answer.control[0].probe, answer.bth.rtx) for answer in answers] == [(False, True)] * 3 + [(True, False)]


# --- Deadlines -------------------------------------------------------------------------------------------------------
# Deadlines fire in order, once, and can be moved.


def test_timers_fire_in_order_and_rearm():
    timers = Timers()
    first, second = 8, 16
    assert timers.earliest() is None
    timers.set(first, 30)
    timers.set(second, 10)
    timers.set(first, 5)
    assert timers.earliest() == 5
    assert timers.pop_due(4) is None
    assert [timers.pop_due(40), timers.pop_due(40), timers.pop_due(40)] == [first, second, None]
    assert timers.earliest() is None
