# SPDX-License-Identifier: Apache-2.0
"""Round trips of any length, from 16 bits of timestamp and what the requestor remembers (wire-format §6.3)."""

import pytest
from host_stack_kit import (
    FIRST,
    Peer,
)
from nic_wire_kit import pattern

from host_stack import TransportOptions, WireOptions
from host_stack.transport.congestion.destination import Account
from host_stack.transport.round_trips import trigger_ns
from host_stack.transport.work_requests import SentPacket, WorkRequest
from host_stack.wire.timestamps import tick

MS = 1_000_000
TURN = 128 << 16  # 8.39 ms


def packet(first_ns, sent_ns=None):
    record = SentPacket(0, WorkRequest(0, memoryview(b"x"), remote_address=0, r_key=0, imm=None, mtu=256), 1, first_ns)
    record.sent_ns = first_ns if sent_ns is None else sent_ns
    return record


@pytest.mark.parametrize("rtt", [1000, 8 * MS, 9 * MS, 20 * MS, 500 * MS])
def test_a_round_trip_may_be_longer_than_a_turn_of_the_clock(rtt):
    sent = 7 * TURN + 12_800
    assert trigger_ns(packet(sent), tick(sent), sent + rtt) == sent


def test_zero_is_a_time_like_any_other():
    sent = 3 * TURN
    assert tick(sent) == 0
    assert trigger_ns(packet(sent), 0, sent + 5000) == sent


def test_service_time_that_was_subtracted_is_not_counted():
    sent = 5 * TURN + 100 * 128
    assert trigger_ns(packet(sent), tick(sent) + 30, sent + 9000) == sent + 30 * 128


def test_an_earlier_transmission_is_told_apart_while_the_clock_has_not_turned():
    first, again = 2 * TURN + 1280, 2 * TURN + 128_000
    assert trigger_ns(packet(first, again), tick(first), again + 6400) == first
    late = first + 2 * TURN
    assert trigger_ns(packet(first, late), tick(first) - 1, late + 6400) is None


def test_what_is_not_in_the_books_gives_no_sample():
    assert trigger_ns(None, 5, MS) is None


@pytest.mark.parametrize("start", [1_000_000, 3 * TURN])  # the second: a timestamp of 0
def test_a_slow_path_is_measured_as_what_it_is(start, monkeypatch):
    seen = []
    monkeypatch.setattr(Account, "on_sack", lambda *_a, rtt_ns, **_kw: seen.append(rtt_ns))
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
    peer = Peer(WireOptions(timestamps=False))
    peer.qp.post_write(pattern(4 * 4096), 0x5000, 1)
    peer.drain()
    start = peer.now
    peer.now += 7000
    peer.nic.receive(1, peer.sack(3, 3, ts=0), peer.now)
    assert seen == [peer.now - start]
    assert peer.qp.requestor.flight.una == FIRST + 4
