# SPDX-License-Identifier: Apache-2.0
"""Frames of others, and layouts by hand: what the wire format is held against."""

import pytest
from roce_kit import MAC, Peer, address, numbers

from host_stack.roce import DcqcnParameters, pause
from host_stack.roce.wire import (
    ACK,
    Answer,
    DropReason,
    FrameBuilder,
    FrameParser,
    NakCode,
    Opcode,
    Operation,
    Packet,
    QpFrames,
    TrafficClasses,
    answer_of,
    nak,
    rnr_nak,
)
from host_stack.wire.frames import ethernet
from host_stack.wire.headers import Aeth, Reth

# --- Frames ----------------------------------------------------------------------------------------------------------
# Frames of others, and layouts by hand: what the wire format is held against.

# A CNP of a ConnectX-4 Lx, as captured; from the tests of scapy's RoCE layer (test/contrib/roce.uts, 05c24f8).
CONNECTX4_CNP = bytes.fromhex(
    "e41d2dab2bc27cfe90643b320800"
    "45c2003c718c4000401191610a0011010a001201"
    "000012b700280000"
    "8100ffff4000011800000000"
    "00000000000000000000000000000000"
    "82fd002a"
)
# A SEND Only of an unreliable connection (opcode 0x24), with a UDP checksum; from the same tests.
UC_SEND_ONLY = bytes.fromhex(
    "248a07a8fa22248a07a8fa220800"
    "45010040047840004011b4d5c0a80007c0a80007"
    "c00012b7002caca2"
    "2460ffff000000d300cf1710"
    "4630818be28935d90e9a95505401be885e500000"
    "78f353f3"
)
# An RDMA WRITE Only of 16 bytes as a driver put it on the wire; from the public tests of an FPGA NIC's packet codec
# ("driver capture").
DRIVER_WRITE_ONLY = bytes.fromhex(
    "123456789abc7cb27d62c1ef0800"
    "4500004c000100004011f54cc0a80201c0a80202"
    "01f412b70038ffa6"
    "0a00ffff0000000200000000"
    "00000000000012300000000000000010"
    "000102030405060708090a0b0c0d0e0f"
    "ca47470e"
)
# Over IPv6, built with scapy 2.8 (scapy.contrib.roce computes the ICRC): RC WRITE Only of 5 bytes, traffic class 0x6a,
# flow label 0x12345, hop limit 61.
SCAPY_IPV6 = bytes.fromhex(
    "02000000000202000000000186dd"
    "66a123450030113d20010db800000000000000000000000120010db8000000000000000000000002"
    "c0de12b700300000"
    "0a70ffff0012345680abcdef"
    "0123456789abcdefdeadbeef00000005"
    "68656c6c6f000000"
    "0b6b858d"
)
# ACKs of a Mellanox NIC (b8:59:9f) to an FPGA's queue pair, as captured (an 802.1Q tag taken out, which the ICRC does
# not cover); from the public tests of liteeth's RoCEv2 core (test/test_rocev2.py, b6c75da). The second answers two
# messages more than the first.
MELLANOX_ACKS = [
    bytes.fromhex(
        "10e2d5000000b8599f077e2a0800"
        "450200309d4e4000401119e4c0aa0102c0aa0132"
        "fa4f12b7001c0000"
        "1140ffff00deaded00cf7bf7"
        "0000000259caeaf7"
    ),
    bytes.fromhex(
        "10e2d5000000b8599f077e2a0800"
        "450200309d4f4000401119e3c0aa0102c0aa0132"
        "fa4f12b7001c0000"
        "1140ffff00deaded00cf7bf9"
        "00000004a4da30ef"
    ),
]
# What other acknowledgements are, as another implementation of RoCEv2 over IPv6 has them in its public tests (PVRDMA
# for a simulator, "LiteralControlGoldenVectors"): no public capture of a NAK was found.
NAK_HEAD = bytes.fromhex(
    "02000000000102000000000286dd"
    "62a34567001c114020010db800000000000000000000000220010db8000000000000000000000001"
    "c56a12b7001c0000"
    "1100ffff000a0b0c00"
)
ACKNOWLEDGEMENTS = [
    ("1122351f4455665fa51a5f", 0x112235, Answer.ACK, 31),
    ("112233394455661da00355", 0x112233, Answer.RNR_NAK, 25),
    ("11223460445566253c2651", 0x112234, Answer.NAK, NakCode.SEQUENCE_ERROR),
    ("11223561445566f072fad4", 0x112235, Answer.NAK, NakCode.INVALID_REQUEST),
    ("112235624455661edd4fc6", 0x112235, Answer.NAK, NakCode.REMOTE_ACCESS),
    ("112235634455667bbaf37e", 0x112235, Answer.NAK, NakCode.REMOTE_OPERATION),
]


def parsed(frame: bytes, own: bytes) -> Packet:
    packet = FrameParser(own).parse(frame)
    assert isinstance(packet, Packet), packet
    return packet


def test_a_cnp_of_hardware_is_read():
    packet = parsed(CONNECTX4_CNP, bytes((10, 0, 18, 1)))
    assert packet.kind.operation is Operation.CNP
    assert packet.source == bytes((10, 0, 17, 1))
    assert (packet.bth.dest_qpn, packet.bth.becn, packet.bth.fecn) == (0x118, True, False)
    assert (packet.bth.psn, packet.bth.pkey, packet.bth.ack_req) == (0, 0xFFFF, False)
    assert packet.payload == bytes(16)


def test_acknowledgements_of_hardware_are_read():
    own = bytes((192, 170, 1, 50))
    acks = [parsed(frame, own) for frame in MELLANOX_ACKS]
    assert {(ack.kind.opcode, ack.bth.dest_qpn, ack.payload) for ack in acks} == {(Opcode.ACKNOWLEDGE, 0xDEADED, b"")}
    assert [(ack.bth.psn, ack.aeth) for ack in acks] == [(0xCF7BF7, Aeth(0, 2)), (0xCF7BF9, Aeth(0, 4))]
    assert answer_of(0) == (Answer.ACK, 0)
    for frame in MELLANOX_ACKS:
        assert FrameParser(own).parse(frame[:54] + b"\x60" + frame[55:]) is DropReason.ICRC  # a NAK in its place


@pytest.mark.parametrize(("tail", "psn", "kind", "value"), ACKNOWLEDGEMENTS)
def test_what_another_implementation_answers_is_read_and_written(tail, psn, kind, value):
    packet = parsed(NAK_HEAD + bytes.fromhex(tail), bytes.fromhex("20010db8000000000000000000000001"))
    assert (packet.kind.opcode, packet.bth.dest_qpn, packet.bth.psn) == (Opcode.ACKNOWLEDGE, 0x0A0B0C, psn)
    assert packet.aeth is not None
    syndrome, msn = packet.aeth
    assert (answer_of(syndrome), msn) == ((kind, value), 0x445566)
    assert syndrome == {Answer.ACK: ACK, Answer.RNR_NAK: rnr_nak(value), Answer.NAK: nak(value)}[kind]


def test_a_write_of_a_driver_is_read():
    packet = parsed(DRIVER_WRITE_ONLY, bytes((192, 168, 2, 2)))
    assert packet.kind.opcode is Opcode.WRITE_ONLY
    assert packet.reth == Reth(0x1230, 0, 16)
    assert (packet.bth.dest_qpn, packet.bth.psn) == (2, 0)
    assert packet.payload == bytes(range(16))


def test_the_icrc_of_another_transport_holds_and_its_opcode_is_not_ours():
    own = bytes((192, 168, 0, 7))
    assert FrameParser(own).parse(UC_SEND_ONLY) is DropReason.OPCODE
    assert FrameParser(own).parse(UC_SEND_ONLY[:-1] + b"\0") is DropReason.ICRC


def test_ipv6_agrees_with_scapy():
    packet = parsed(SCAPY_IPV6, bytes.fromhex("20010db8000000000000000000000002"))
    assert packet.kind.opcode is Opcode.WRITE_ONLY
    assert packet.reth == Reth(0x0123456789ABCDEF, 0xDEADBEEF, 5)
    assert (packet.bth.dest_qpn, packet.bth.psn, packet.bth.ack_req, packet.bth.pad) == (0x123456, 0xABCDEF, True, 3)
    assert packet.payload == b"hello"


@pytest.mark.parametrize(
    ("frame", "own", "masked", "covered"),
    [
        # TOS, TTL, header checksum; UDP checksum; byte 4 of the BTH.
        (DRIVER_WRITE_ONLY, bytes((192, 168, 2, 2)), (40, 41, 46), (34, 35, 42, 47, 53, 54, 69, 70, 85)),
        # Traffic class, flow label, hop limit; UDP checksum; byte 4 of the BTH.
        (SCAPY_IPV6, bytes.fromhex("20010db8000000000000000000000002"), (17, 21, 60, 61, 66), (22, 54, 62, 67, 73, 90)),
    ],
)
def test_what_the_icrc_covers(frame, own, masked, covered):
    """RoCEv2, A17.3.3: what switches may change does not count; all else does."""
    for at in masked:
        changed = bytearray(frame)
        changed[at] ^= 0x01
        assert FrameParser(own).parse(bytes(changed)) is not DropReason.ICRC, at
    for at in covered:
        changed = bytearray(frame)
        changed[at] ^= 0x40
        assert not isinstance(FrameParser(own).parse(bytes(changed)), Packet), at


def test_every_header_is_where_ibta_has_it():
    frames = QpFrames(
        FrameBuilder([ethernet(MAC, MAC)], 64),
        TrafficClasses(data=26, cnp=48),
        port=0,
        addresses=address(1) + address(2),
        source_port=0xC123,
        peer_qpn=0x00ABCD,
    )
    reth, imm = (0x1122334455667788, 0x99AABBCC, 3), 0xDEADBEEF
    write = frames.request(Opcode.WRITE_ONLY_IMM, 0x1000002, ack_req=True, reth=reth, imm=imm, payload=b"abc")
    assert write[:14] == MAC + MAC + b"\x86\xdd"
    assert write[14:22].hex() == "66a00000" + "0030" + "11" + "40"  # traffic class 26 << 2 | ECT(0)
    assert write[54:62].hex() == "c12312b7" + "0030" + "0000"
    assert write[62:74].hex() == "0b" + "50" + "ffff" + "00" + "00abcd" + "80" + "000002"  # M, pad 1
    assert write[74:94].hex() == "1122334455667788" + "99aabbcc" + "00000003" + "deadbeef"
    assert write[94:98] == b"abc\0"
    assert len(write) == 102
    ack = frames.acknowledge(0x1F, 5, 0x1000007)
    assert ack[14:18].hex() == "66800000"  # Not-ECT
    assert ack[62:78].hex() == "11" + "40" + "ffff" + "00" + "00abcd" + "00" + "000005" + "1f" + "000007"
    cnp = frames.cnp()
    assert cnp[14:18].hex() == "6c000000"
    assert cnp[62:90].hex() == "81" + "00" + "ffff" + "40" + "00abcd" + "00" + "000000" + bytes(16).hex()
    for frame in (write, ack, cnp):
        assert isinstance(FrameParser(address(2)).parse(frame), Packet)


# --- Pause frames ----------------------------------------------------------------------------------------------------
# Pause frames (IEEE 802.1Q 36): the layout, and what a NIC makes of them.

OWN_MAC = bytes.fromhex("7cfe90643b32")


def test_the_layout():
    frame = pause.pack(OWN_MAC, {1: 0xFFFF, 5: 7, 6: 0})
    assert frame.hex() == (
        "0180c2000001" + "7cfe90643b32" + "8808" + "0101" + "0062"
        "0000" + "ffff" + "0000" + "0000" + "0000" + "0007" + "0000" + "0000" + "00" * 26
    )  # fmt: skip
    assert len(frame) == 60
    assert pause.unpack(frame) == {1: 0xFFFF, 5: 7, 6: 0}


@pytest.mark.parametrize("at", [0, 5, 12, 13, 14, 15])
def test_other_frames_are_none(at):
    frame = bytearray(pause.pack(OWN_MAC, {1: 1}))
    frame[at] ^= 1
    assert pause.unpack(bytes(frame)) is None


def test_a_frame_that_is_cut_is_none():
    frame = pause.pack(OWN_MAC, {1: 1})
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
    peer.nic.receive(0, pause.pack(OWN_MAC, quanta), peer.now)


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
    peer.nic.receive(0, pause.pack(OWN_MAC, {3: 1})[:14] + b"\0\1" + bytes(44), peer.now)  # the old PAUSE, 0x0001
    assert peer.nic.counters["drop.network"] == 1
    assert numbers(peer.drain()) == [0, 1]
