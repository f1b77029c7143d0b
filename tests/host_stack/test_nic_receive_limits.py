# SPDX-License-Identifier: Apache-2.0
"""What a NIC answers when it cannot receive: NACKs of reasons 0x06, 0x07, 0x0A and 0x19; and M = ALWAYS_SKIP."""

import pytest
from host_stack_kit import NACK, SACK, Peer, config, is_data, join, kinds, opcode_of
from nic_ports_kit import MIB, Planes

from host_stack import CompletionStatus, ConfigError, EvState, Nic
from host_stack.transport.windows import ReceiveLimits

GBPS = 1_000_000_000


def limited(**limits):
    return Peer(limits=ReceiveLimits(**limits))


def reasons(packets):
    return [(packet.control[0].reason, packet.control[0].entropy) for packet in packets if packet.bth.opcode == NACK]


def test_psns_that_cannot_be_tracked_are_refused_and_the_next_in_order_never_is():
    peer = limited(bitmap_psns=3)
    out = peer.give(*(peer.data(number) for number in (1, 2, 3)))
    assert reasons(out) == []
    assert reasons(peer.give(peer.data(4))) == [(0x06, 0xC0010001)]
    assert peer.qp.counters.packets_placed == 3
    assert reasons(peer.give(peer.data(0))) == []  # fills the hole: 0 to 3 are received, nothing is tracked
    assert reasons(peer.give(*(peer.data(number) for number in (5, 6, 7)))) == []
    assert peer.qp.counters.nacks_sent == {0x06: 1}
    assert peer.nic.resources.psns == 3


def test_what_is_tracked_is_counted_over_all_queue_pairs_and_given_back():
    peer = limited(bitmap_psns=3)
    peer.give(*(peer.data(number) for number in (1, 2, 3)))
    assert peer.nic.resources.psns == 3
    peer.qp.reset()
    assert peer.nic.resources.psns == 0


def test_ends_of_messages_whose_beginning_is_missing_are_limited():
    peer = limited(messages=2)
    out = peer.give(peer.data(1, b"one"), peer.data(3, b"two"), peer.data(5, b"three"))
    assert reasons(out) == [(0x0A, 0xC0010001)]
    assert reasons(peer.give(peer.data(6))) == []  # no end
    assert peer.nic.resources.messages == 2
    peer.give(peer.data(0, b"zero"))
    assert peer.nic.resources.messages == 1


def test_a_host_that_is_slower_than_the_network_fills_the_buffer():
    peer = limited(buffer_bytes=8192, host_bps=8 * GBPS)  # a byte each ns
    assert reasons(peer.give(peer.data(0), peer.data(1))) == []
    assert reasons(peer.give(peer.data(2))) == [(0x07, 0xC0010001)]
    peer.now += 4096
    assert reasons(peer.give(peer.data(2))) == []


def test_a_buffer_smaller_than_a_packet_takes_one_at_a_time():
    peer = limited(buffer_bytes=1, host_bps=8 * GBPS)
    assert reasons(peer.give(peer.data(0))) == []
    assert reasons(peer.give(peer.data(1))) == [(0x07, 0xC0010001)]
    peer.now += 5000
    assert reasons(peer.give(peer.data(1))) == []


@pytest.mark.parametrize(
    ("limits", "reason"),
    [
        (ReceiveLimits(bitmap_psns=8), 0x06),
        (ReceiveLimits(buffer_bytes=32 << 10, host_bps=150 * GBPS), 0x07),
        (ReceiveLimits(messages=1), 0x0A),
    ],
)
def test_a_transfer_that_is_refused_now_and_then_still_arrives(limits, reason):
    planes = Planes(planes=2, uplinks=8, limits=limits)
    # A packet in sixty comes late, so that something has to be tracked.
    planes.pipe.hook = lambda _n, port, frame, now: [(7_000 if port and is_data(frame) and now % 60 == 0 else 0, frame)]
    regions = [planes.write(size) for size in (MIB // 2, *range(4000, 10_000, 100))]
    planes.run(20_000_000)
    assert [done.status.value for done in planes.qa.poll_completions()] == ["success"] * 61
    assert all(bytes(region.data[:4]) == b"\x01\x08\x0f\x16" for region in regions)
    assert planes.qb.counters.nacks_sent.get(reason, 0) > 0
    assert planes.qa.counters.nacks_received[reason] == planes.qb.counters.nacks_sent[reason]
    assert planes.b.resources.psns == planes.b.resources.messages == 0


def test_a_host_that_takes_nothing_ends_the_write_by_its_retry_budget():
    planes = Planes(planes=2, limits=ReceiveLimits(buffer_bytes=8192, host_bps=1))
    planes.write(MIB)
    planes.run(1_000_000_000)
    assert planes.qa.error is CompletionStatus.RETRY_EXCEEDED


def test_a_queue_pair_in_error_for_its_own_reasons_says_that_it_expects_nothing():
    peer = Peer()
    peer.give(peer.data(0))
    peer.qp.modify_to_error()
    out = peer.give(peer.data(1), peer.data(2))
    assert reasons(out) == [(0x19, 0xC0010001)] * len(out)
    assert len(out) == 1  # one answer to what came together
    assert peer.qp.counters.packets_placed == 1
    assert reasons(peer.give(peer.data(3, rtx=True))) == [(0x19, 0xC0010001)]


def test_the_writer_learns_of_it_at_once():
    planes = Planes(planes=2)
    planes.write(8 * MIB)
    planes.pipe.at(50_000, planes.qb.modify_to_error)
    planes.run(100_000)
    assert planes.qa.error is CompletionStatus.FATAL_NACK


def test_a_queue_pair_that_sent_a_nak_repeats_that_and_no_nack():
    peer = Peer()
    peer.give(peer.data(0, key=peer.region.r_key ^ 1))
    out = peer.give(peer.data(1))
    assert NACK not in kinds(out)


def test_what_comes_by_a_port_out_of_service_is_taken_and_its_ev_called_off():
    peer = Peer()
    peer.nic.set_port_enabled(1, False, peer.now)
    peer.drain()
    out = peer.give(peer.data(0))
    (sack,) = [packet for packet in out if packet.bth.opcode == SACK]
    assert (sack.control[0].mark, sack.control[0].entropy) == (2, 0xC0010001)
    assert peer.qp.counters.packets_placed == 1
    peer.nic.set_port_enabled(1, True, peer.now)
    assert [p.control[0].mark for p in peer.give(peer.data(1, ack=True)) if p.bth.opcode == SACK] == [0]


def test_a_sender_that_no_update_reaches_leaves_the_plane_by_its_sacks():
    planes = Planes()
    planes.pipe.hook = lambda _n, _p, frame, _t: [] if opcode_of(frame) == 0xD8 else [(0, frame)]
    planes.write(8 * MIB)
    planes.pipe.at(50_000, lambda: planes.b.set_port_enabled(1, False, planes.pipe.now))
    planes.run(100_000)
    assert {e.state for e in planes.qa.evs if e.plane == 1} == {EvState.ASSUMED_BAD}
    used = {port for at, port, frame in planes.sent("a", 70_000) if is_data(frame)}
    assert used == {0, 2, 3}


@pytest.mark.parametrize("field", ["bitmap_psns", "buffer_bytes", "host_bps", "messages"])
def test_a_negative_limit_is_refused(field):
    with pytest.raises(ConfigError, match=rf"receive_limits\.{field}: -1 .*accepted: 0"):
        ReceiveLimits(**{field: -1})


def test_without_limits_nothing_is_counted():
    a, b = (Nic(config(name, number, [3 - number]), seed=number) for name, number in (("a", 1), ("b", 2)))
    join(a, b)
    assert not b.resources.limited
