# SPDX-License-Identifier: Apache-2.0
"""Writes of one packet steer a window as large ones do: the ACK that ends each hides nothing (endpoint §7)."""

import pytest
from host_stack_kit import ACK, FIRST, SACK, Peer, Transfer, is_data, kinds, opcode_of
from nic_wire_kit import pattern, with_ce

from host_stack import CcProfile
from host_stack.native.data_path import in_python
from host_stack.transport.congestion.incast_penalty import IncastPenalty
from host_stack.transport.congestion.nscc import Nscc
from host_stack.wire.headers import Aeth

PACKET = 4096
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
