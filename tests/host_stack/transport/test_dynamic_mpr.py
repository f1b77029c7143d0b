# SPDX-License-Identifier: Apache-2.0
"""Dynamic MPR: the receiver says in every SACK how far ahead the sender may be, and neither side loses by it."""

import pytest
from host_stack_kit import FIRST, SACK, Peer, config, is_data, join, opcode_of, psn_of
from nic_ports_kit import MIB, Planes

from host_stack import ConfigError, EvProfile, Nic, QpStateError, TransportOptions
from host_stack.transport.windows import Arrival, ReceiveLimits, ReceiveWindow
from host_stack.wire.headers import CcState, Seth

DYNAMIC = TransportOptions(reverse_probe_interval_ns=1 << 60, dynamic_mpr=True)


def test_a_smaller_window_still_takes_what_was_allowed():
    window = ReceiveWindow(100, 256)
    assert (window.edge, window.classify(355), window.classify(356)) == (355, Arrival.NEW, Arrival.OUTSIDE)
    window.resize(128)
    assert window.classify(355) is Arrival.NEW
    for index in range(100, 228):
        window.accept(index)
    assert window.edge == 355  # 227 + 128: now the smaller window is what holds
    window.accept(228)
    assert (window.edge, window.classify(357)) == (356, Arrival.OUTSIDE)
    window.resize(512)
    assert window.classify(228 + 512) is Arrival.NEW


def connected(dynamic=True):
    """A hand-driven peer of a NIC with a window of 256 PSNs that both ends agreed to change, or not."""
    return Peer(transport=DYNAMIC, dynamic=dynamic, mpr=2, cwnd=1 << 24)


def sack(peer, number, mpr, rcvd_units=0):
    seth = Seth(0, False, 0, 0xC0010001, 0, 0, FIRST + number & 0xFFFFFF, mpr, 1, 0)
    return peer.control(SACK, seth.pack() + CcState(0, 0, rcvd_units).pack())


def sent_psns(packets):
    return [packet.bth.psn - FIRST & 0xFFFFFF for packet in packets if packet.kind.data]


def test_the_sender_keeps_to_the_window_of_the_newest_sack():
    peer = connected()
    peer.qp.post_write(bytes(4096 * 2000), 0x1000, 1)
    assert len(sent_psns(peer.drain(2000))) == 256
    assert sent_psns(peer.give(sack(peer, 0, 4, 20)) + peer.drain(2000))[-1] == 512
    assert sent_psns(peer.give(sack(peer, 1, 1, 40))) == []
    # 512 is out: with a window of 128 nothing follows before 385 is acknowledged.
    assert sent_psns(peer.give(sack(peer, 384, 1, 6000))) == []
    assert sent_psns(peer.give(sack(peer, 385, 1, 6020))) == [513]


def test_a_sack_that_was_overtaken_or_says_nothing_changes_no_window():
    peer = connected()
    peer.qp.post_write(bytes(4096 * 2000), 0x1000, 1)
    peer.drain(2000)
    peer.give(sack(peer, 10, 1, 200))
    assert peer.qp.requestor.state.window == 128
    peer.give(sack(peer, 5, 8, 100))
    assert peer.qp.requestor.state.window == 128
    peer.give(sack(peer, 11, 0, 220))
    assert peer.qp.requestor.state.window == 128


def test_without_the_agreement_nobody_says_or_heeds_a_window():
    peer = connected(dynamic=False)
    peer.qp.post_write(bytes(4096 * 2000), 0x1000, 1)
    peer.drain(2000)
    peer.give(sack(peer, 0, 8, 20))
    assert peer.qp.requestor.state.window == 256
    (answer,) = [p for p in peer.give(peer.data(0, ack=True)) if p.bth.opcode == SACK]
    assert answer.control[0].mpr == 0
    with pytest.raises(ConfigError, match=r"window of queue pair .* is fixed; accepted: dynamic_mpr at both ends"):
        peer.qp.advertise_mpr(4)


def test_the_receiver_advertises_what_it_was_told_to():
    peer = connected()
    (answer,) = [p for p in peer.give(peer.data(0, ack=True)) if p.bth.opcode == SACK]
    assert answer.control[0].mpr == 2
    peer.qp.advertise_mpr(5)
    (answer,) = [p for p in peer.give(peer.data(1, ack=True)) if p.bth.opcode == SACK]
    assert answer.control[0].mpr == 5
    assert [p.bth.opcode for p in peer.give(peer.data(1 + 640, ack=True))] == [SACK]
    assert peer.give(peer.data(1 + 641, ack=True)) == []
    assert peer.qp.counters.out_of_window == 1


@pytest.mark.parametrize("mpr", [0, 256])
def test_a_window_out_of_range_is_refused(mpr):
    peer = connected()
    with pytest.raises(ConfigError, match=r"mpr: .*accepted: 1\.\.255"):
        peer.qp.advertise_mpr(mpr)


def test_a_window_of_a_queue_pair_that_does_not_receive_is_refused():
    qp = Nic(config("n", 1, [2]), seed=1).create_qp()
    with pytest.raises(QpStateError, match="RESET; accepted: RTR or RTS"):
        qp.advertise_mpr(4)


def test_queue_pairs_share_what_the_nic_can_track():
    planes = Planes(planes=2, limits=ReceiveLimits(bitmap_psns=512), dynamic=True, mpr=8)
    assert planes.qb.responder.reception.mpr == 4
    profile = EvProfile(planes.qa.ev_profile.template)
    second = join(planes.a, planes.b, profile=profile, mpr=8, dynamic=True)[1]
    assert (planes.qb.responder.reception.mpr, second.responder.reception.mpr) == (2, 2)
    third = join(planes.a, planes.b, profile=profile, mpr=8)[1]  # a static window takes no part
    assert (planes.qb.responder.reception.mpr, second.responder.reception.mpr) == (2, 2)
    assert third.responder.reception.mpr == 0
    planes.b.destroy_qp(second)
    assert planes.qb.responder.reception.mpr == 4


def test_a_transfer_under_a_window_that_changes_all_the_time_arrives():
    planes = Planes(planes=2, dynamic=True, mpr=8)
    region = planes.write(8 * MIB)
    for number in range(100):
        planes.pipe.at(5_000 * number, lambda n=number: planes.qb.advertise_mpr((8, 1, 3, 2)[n % 4]))
    worst = 0
    planes.run(3_000_000)
    assert [done.status.value for done in planes.qa.poll_completions()] == ["success"]
    assert planes.qb.counters.out_of_window == 0
    assert len(region.data) == 8 * MIB
    una, indices = 0, [psn_of(frame) - FIRST & 0xFFFFFF for _, _, frame in planes.sent("a") if is_data(frame)]
    worst = max(indices) - una
    assert worst == 2047
    assert {frame[131] for _, _, frame in planes.sent("b") if opcode_of(frame) == SACK} <= {1, 2, 3, 8}
