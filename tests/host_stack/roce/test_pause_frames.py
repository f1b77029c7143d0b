# SPDX-License-Identifier: Apache-2.0
"""Pause frames (IEEE 802.1Q 36): the layout, and what a NIC makes of them."""

import pytest
from roce_kit import Peer, numbers

from host_stack.roce import DcqcnParameters, pause

MAC = bytes.fromhex("7cfe90643b32")


def test_the_layout():
    frame = pause.pack(MAC, {1: 0xFFFF, 5: 7, 6: 0})
    assert frame.hex() == (
        "0180c2000001" + "7cfe90643b32" + "8808" + "0101" + "0062"
        "0000" + "ffff" + "0000" + "0000" + "0000" + "0007" + "0000" + "0000" + "00" * 26
    )  # fmt: skip
    assert len(frame) == 60
    assert pause.unpack(frame) == {1: 0xFFFF, 5: 7, 6: 0}


@pytest.mark.parametrize("at", [0, 5, 12, 13, 14, 15])
def test_other_frames_are_none(at):
    frame = bytearray(pause.pack(MAC, {1: 1}))
    frame[at] ^= 1
    assert pause.unpack(bytes(frame)) is None


def test_a_frame_that_is_cut_is_none():
    frame = pause.pack(MAC, {1: 1})
    assert [pause.unpack(frame[:end]) for end in range(34)] == [None] * 34


def test_a_quantum_is_512_bit_times():
    assert pause.pause_ns(1, 100_000_000_000) == 6  # 5.12, rounded up
    assert pause.pause_ns(0xFFFF, 100_000_000_000) == 335_540
    assert pause.pause_ns(0, 1) == 0


@pytest.fixture
def peer():
    peer = Peer(dcqcn=DcqcnParameters(), data_priority=3, cnp_priority=6)
    peer.qp.post_write(b"x" * 2048, 0, 0)
    return peer


def given(peer, quanta):
    peer.nic.receive(0, pause.pack(MAC, quanta), peer.now)


def test_data_waits_until_the_pause_is_over(peer):
    given(peer, {3: 100})
    assert peer.drain() == []
    assert peer.nic.next_wakeup() <= peer.now + 512
    assert peer.later(511) == []
    assert numbers(peer.later(1)) == [0, 1]
    assert peer.nic.counters["rx.pauses"] == 1


def test_time_0_ends_a_pause(peer):
    given(peer, {3: 0xFFFF})
    assert peer.later(1000) == []
    given(peer, {3: 0})
    assert numbers(peer.drain()) == [0, 1]


def test_a_later_pause_replaces_the_earlier(peer):
    given(peer, {3: 0xFFFF})
    given(peer, {3: 100})
    assert numbers(peer.later(512)) == [0, 1]


def test_other_priorities_go_on(peer):
    given(peer, {0: 9999, 1: 9999, 2: 9999, 4: 9999, 5: 9999, 6: 9999, 7: 9999})
    assert numbers(peer.drain()) == [0, 1]


def test_answers_wait_with_data_and_cnps_do_not(peer):
    given(peer, {3: 100})
    marked = peer.request(0, 0x0A, b"abcd", body=peer.reth(4), ecn=3)
    assert [packet.bth.opcode for packet in peer.give(marked)] == [0x81]
    given(peer, {3: 0})
    assert [packet.bth.opcode for packet in peer.drain()] == [0x11, 0x06, 0x08]


def test_a_cnp_waits_at_its_own_priority(peer):
    given(peer, {6: 100, 3: 0})
    peer.drain()
    assert [p.bth.opcode for p in peer.give(peer.request(0, 0x0A, b"abcd", body=peer.reth(4), ecn=3))] == [0x11]
    assert [p.bth.opcode for p in peer.later(512)] == [0x81]


def test_a_pause_frame_for_somebody_elses_protocol_is_dropped(peer):
    peer.nic.receive(0, pause.pack(MAC, {3: 1})[:14] + b"\0\1" + bytes(44), peer.now)  # the old PAUSE, 0x0001
    assert peer.nic.counters["drop.network"] == 1
    assert numbers(peer.drain()) == [0, 1]
