# SPDX-License-Identifier: Apache-2.0
"""What frames are, in a word; whatever bytes they are."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from timeline_kit import LAB

import topologies
from fabric.timeline.journeys import DATA, OTHER, RETRANSMISSION, MrcReader, RoceReader
from host_stack.provision import nic_config
from host_stack.roce.wire import Bth, Opcode

FABRIC = topologies.load(LAB)
MRC = nic_config(FABRIC, 0).wire


def roce(opcode, psn, *, qpn=7, version=6):
    """A RoCEv2 frame as far as it is read: Ethernet, IP with UDP next, UDP, BTH."""
    ip = bytes([0x60, 0, 0, 0, 0, 0, 17, 64]) + bytes(32) if version == 6 else bytes([0x45] + 8 * [0] + [17] + 10 * [0])
    ethertype = b"\x86\xdd" if version == 6 else b"\x08\x00"
    return bytes(12) + ethertype + ip + bytes(8) + Bth(opcode, qpn, psn).pack() + bytes(20)


def test_what_is_no_newer_than_what_was_sent_is_sent_again():
    for version in (4, 6):
        reader = RoceReader()
        kinds = [reader.read(0, roce(Opcode.WRITE_MIDDLE, psn, version=version)).kind for psn in (5, 6, 7, 6, 7, 8)]
        assert kinds == [DATA, DATA, DATA, RETRANSMISSION, RETRANSMISSION, DATA]


def test_psns_go_round_and_belong_to_a_queue_pair_and_a_nic():
    reader = RoceReader()
    last = (1 << 24) - 1
    assert reader.read(0, roce(Opcode.WRITE_FIRST, last)).kind == DATA
    assert reader.read(0, roce(Opcode.WRITE_LAST, 0)).kind == DATA
    assert reader.read(0, roce(Opcode.WRITE_FIRST, last)).kind == RETRANSMISSION
    assert reader.read(0, roce(Opcode.WRITE_FIRST, last, qpn=8)).kind == DATA
    assert reader.read(1, roce(Opcode.WRITE_FIRST, last)).kind == DATA


def test_answers_are_called_by_their_opcodes():
    reader = RoceReader()
    assert [reader.read(0, roce(opcode, 3)).kind for opcode in (Opcode.ACKNOWLEDGE, Opcode.CNP)] == [
        "acknowledge",
        "cnp",
    ]
    assert reader.read(0, roce(0x60, 3)).kind == OTHER


@given(st.binary(max_size=200), st.sampled_from([roce(Opcode.WRITE_ONLY, 1), roce(0xC6, 1), b""]), st.integers(0, 100))
def test_no_bytes_raise(tail, head, length):
    for reader in (RoceReader(), MrcReader(MRC, FABRIC)):
        read = reader.read(0, head[:length] + tail)
        assert read.kind
        assert read.text
