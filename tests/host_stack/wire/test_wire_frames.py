# SPDX-License-Identifier: GPL-2.0-only
"""Whole frames, also those that begin like the one before."""

import random
import struct
import zlib

import pytest
from data_headers_kit import pack_data
from host_stack_kit import (
    address,
    trim,
    with_dscp,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from nic_wire_kit import with_ce
from scapy.layers.inet import UDP
from scapy.layers.inet6 import IPv6
from scapy.layers.l2 import Ether
from scapy.packet import Raw

from host_stack import WireOptions
from host_stack.errors import ConfigError
from host_stack.wire import icrc, layers
from host_stack.wire.codecs import control
from host_stack.wire.constants import Role
from host_stack.wire.frames import Drop, DropReason, FrameBuilder, FrameParser, Packet, ethernet
from host_stack.wire.headers import Bth, BthCodec, CcState, Reth, Seth
from host_stack.wire.ip import decapsulated
from host_stack.wire.options import BthFlagOrder, DscpRoles, EvSplit, IntactTrim, join_entropy, split_entropy

# --- Frames ----------------------------------------------------------------------------------------------------------
# Whole frames: one literal frame, builder = layers, ICRC vectors, ECN, what the parser drops and why.

A, B = address(1), address(2)
PATH = bytes.fromhex("fcbbbbbb120021011201310000000000")
LINK = ethernet(bytes.fromhex("020000000001"), bytes.fromhex("020000000002"))


def data_frame(
    payload: bytes = b"abcdef", opcode: int = 0xCA, wire: WireOptions | None = None, entropy=0xC0010001, **kw
):
    headers = pack_data(
        opcode=opcode,
        flags=kw.pop("flags", (-len(payload) & 3) << 4),
        pkey=0xFFFF,
        dest_qpn=0x10,
        bits=kw.pop("bits", 0x80),
        psn=0x123456,
        rqmsn=0,
        msn=1,
        timestamp=kw.pop("timestamp", 0xABCD),
        address=0x1000,
        r_key=0x99AABBCC,
        length=kw.pop("length", len(payload)),
    )
    return FrameBuilder(wire or WireOptions(), [LINK]).build(
        port=0,
        outer_addresses=A + PATH,
        inner_addresses=A + B,
        traffic_class=4 << 2 | 2,
        entropy=entropy,
        headers=headers,
        payload=payload,
    )


def control_frame(opcode: int, body: bytes, pad: int = 0) -> bytes:
    return FrameBuilder(WireOptions(), [LINK]).build(
        port=0,
        outer_addresses=A + PATH,
        inner_addresses=A + B,
        traffic_class=46 << 2,
        entropy=0xC0010001,
        headers=BthCodec(BthFlagOrder.IBTA).pack(Bth(opcode, 0x10, 1, pad=pad)) + body,
    )


PARSER = FrameParser(WireOptions(), B)


def dropped(frame: bytes, parser: FrameParser = PARSER) -> DropReason:
    found = parser.parse(frame)
    assert isinstance(found, Drop)
    return found.reason


def parsed(frame: bytes, parser: FrameParser = PARSER) -> Packet:
    found = parser.parse(frame)
    assert isinstance(found, Packet), found
    return found


# --- Literal bytes --------------------------------------------------------------------------------------------------


def test_a_frame_is_these_bytes():
    # 6 payload bytes + 2 padding; UDP length 8+12+4+4+16+6+2+4 = 56 = 0x38; outer length 40+56 = 96 = 0x60.
    expected = bytes.fromhex(
        "020000000002 020000000001 86dd"
        "6 12 00001 0060 29 40 fd6d7263000000000000000000000001 fcbbbbbb120021011201310000000000"
        "6 12 00001 0038 11 40 fd6d7263000000000000000000000001 fd6d7263000000000000000000000002"
        "c001 12b7 0038 0000"
        "ca 20 ffff 00 000010 90 123456"
        "0000 0001"
        "abcd 0001"
        "0000000000001000 99aabbcc 00000006"
        "616263646566 0000".replace("6 12 00001", "61200001")
    )
    frame = data_frame()
    assert frame[:-4] == expected
    assert frame[-4:] == bitwise_icrc(expected[54:])


def bitwise_icrc(inner: bytes) -> bytes:
    """The ICRC from the text of Annex A17, one bit at a time: an oracle that shares nothing with the code."""
    masked = bytearray(inner)
    masked[0:4] = b"\x6f\xff\xff\xff"  # version stays; traffic class and flow label are ones
    masked[7] = 0xFF  # hop limit
    masked[46:48] = b"\xff\xff"  # UDP checksum
    masked[52] = 0xFF  # BTH byte 4
    crc = 0xFFFFFFFF
    for byte in b"\xff" * 8 + bytes(masked):
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0xEDB88320 if crc & 1 else 0)
    return (crc ^ 0xFFFFFFFF).to_bytes(4, "little")


def test_icrc_of_a_captured_roce_packet():
    # A CNP captured on a ConnectX-4 Lx (scapy's test/contrib/roce.uts, public). IPv4, so its header is masked here.
    packet = bytes.fromhex(
        "45c2003c718c400040119161 0a001101 0a001201 0000 12b7 0028 0000"
        "8100ffff40000118 00000000 00000000000000000000000000000000"
    )
    expected = bytes.fromhex("82fd002a")
    ip = bytearray(packet[:20])
    ip[1] = ip[8] = 0xFF  # TOS, TTL
    ip[10:12] = b"\xff\xff"  # header checksum
    assert icrc.finish(zlib.crc32(b"\xff" * 8 + bytes(ip)), packet[20:]) == expected


def test_icrc_over_ipv6_agrees_with_scapy_contrib_roce():
    # Built once with scapy 2.8.0's own contrib.roce (an independent implementation): IPv6 / UDP / BTH / 24 bytes.
    packet = bytes.fromhex(
        "6121234500301109fd6d7263000000000000000000000001fd6d7263000000000000000000000002c00112b700300000"
        "ca10ffff0000001080123456000102030405060708090a0b0c0d0e0f1011121314151600ffc13b4a"
    )
    assert icrc.compute(packet[:-4]) == packet[-4:]
    assert bitwise_icrc(packet[:-4]) == packet[-4:]


@given(st.binary(min_size=0, max_size=60), st.integers(0, 0xFFFFF), st.integers(0, 255), st.integers(0, 255))
@settings(max_examples=40, deadline=None)
def test_icrc_ignores_what_switches_may_change(tail, label, tc, hops):
    base = bytes.fromhex("6000000000141140") + A + B + bytes.fromhex("c00112b700140000") + bytes(12) + tail
    changed = bytearray(base)
    changed[0:4] = struct.pack("!I", 6 << 28 | tc << 20 | label)
    changed[7] = hops
    changed[46:48] = b"\x12\x34"
    changed[52] = 0x55
    assert icrc.compute(bytes(changed)) == icrc.compute(base) == bitwise_icrc(base)
    changed[40] ^= 1  # the UDP source port, that is, the EV's half that is covered
    assert icrc.compute(bytes(changed)) != icrc.compute(base)


# --- Builder, layers, parser agree ----------------------------------------------------------------------------------


@given(
    st.binary(min_size=1, max_size=300),
    st.sampled_from([0xC6, 0xC7, 0xC8, 0xCA]),
    st.integers(0, 0xFFFFFFFF),
    st.one_of(st.none(), st.integers(0, 0xFFFF)),
)
@settings(max_examples=60, deadline=None)
def test_builder_layers_and_parser_agree(payload, opcode, entropy, timestamp):
    frame = data_frame(payload, opcode, entropy=entropy, timestamp=timestamp, length=1000)
    expected = (
        Ether(src="02:00:00:00:00:01", dst="02:00:00:00:00:02")
        / IPv6(tc=0x12, fl=entropy & 0xFFFF, hlim=64, src="fd6d:7263::1", dst="fcbb:bbbb:1200:2101:1201:3100::")
        / IPv6(tc=0x12, fl=entropy & 0xFFFF, hlim=64, src="fd6d:7263::1", dst="fd6d:7263::2")
        / UDP(sport=entropy >> 16, dport=4791, chksum=0)
        / layers.MrcBTH(opcode=opcode, dqpn=0x10, ackreq=1, ts=timestamp is not None, psn=0x123456)
        / layers.METH(rqmsn=0, msn=1)
    )
    if timestamp is not None:
        expected = expected / layers.TSETH(tx_timestamp=timestamp)
    expected = expected / layers.RETH(va=0x1000, rkey=0x99AABBCC, length=1000) / Raw(payload)
    assert frame == bytes(expected)
    packet = parsed(frame)
    assert bytes(packet.payload) == payload
    assert packet.entropy == entropy
    assert packet.timestamp == timestamp
    assert (packet.bth.opcode, packet.bth.dest_qpn, packet.bth.psn) == (opcode, 0x10, 0x123456)
    assert packet.reth == Reth(0x1000, 0x99AABBCC, 1000)
    assert packet.source == A
    dissected = Ether(frame)
    assert dissected[Raw].load == payload
    assert bytes(dissected) == frame


def test_a_source_port_of_another_protocol_is_half_of_an_ev():
    """88 is Kerberos to scapy."""
    assert layers.MrcBTH in Ether(data_frame(b"x", 0xC6, entropy=88 << 16, timestamp=None, length=1000))


@pytest.mark.parametrize("update", [True, False])
def test_layers_dissect_a_trimmed_frame(update):
    cut = trim(data_frame(bytes(1000)), update=update)
    found = Ether(cut)
    assert found[layers.MrcBTH].icrc == b""
    assert found[layers.RETH].rkey == 0x99AABBCC
    assert bytes(found) == cut


def test_ev_halves():
    assert split_entropy(0xC0010203, EvSplit.SPORT_HIGH) == (0xC001, 0x0203)
    assert split_entropy(0xC0010203, EvSplit.SPORT_LOW) == (0x0203, 0xC001)
    for split in EvSplit:
        assert join_entropy(*split_entropy(0xC0010203, split), split) == 0xC0010203
    low = WireOptions(ev_halves=EvSplit.SPORT_LOW)
    frame = data_frame(wire=low)
    assert frame[94:96] == b"\x00\x01"
    assert parsed(frame, FrameParser(low, B)).entropy == 0xC0010001


# --- ECN -------------------------------------------------------------------------------------------------------------

# RFC 6040 Figure 4: (inner, outer) -> result; None = drop.
RFC6040 = {
    (0, 0): 0, (0, 1): 0, (0, 2): 0, (0, 3): None,
    (2, 0): 2, (2, 1): 1, (2, 2): 2, (2, 3): 3,
    (1, 0): 1, (1, 1): 1, (1, 2): 1, (1, 3): 3,
    (3, 0): 3, (3, 1): 3, (3, 2): 3, (3, 3): 3,
}  # fmt: skip


@pytest.mark.parametrize(("inner", "outer"), sorted(RFC6040))
def test_ecn_on_decapsulation(inner, outer):
    frame = bytearray(data_frame())
    frame[15] = frame[15] & 0xCF | outer << 4
    frame[55] = frame[55] & 0xCF | inner << 4
    expected = RFC6040[inner, outer]
    assert decapsulated(inner, outer) == expected
    if expected is None:
        assert dropped(bytes(frame)) is DropReason.ECN
    else:
        assert parsed(bytes(frame)).marked == (expected == 3)


def test_outer_ce_reaches_the_transport_and_the_outer_dscp_is_the_role():
    frame = data_frame()
    assert not parsed(frame).marked
    assert parsed(with_ce(frame)).marked
    assert parsed(with_dscp(frame, 8)).role is Role.TRIMMABLE_RETX
    not_ect = frame[:55] + bytes((frame[55] & 0xCF,)) + frame[56:]
    assert dropped(with_ce(not_ect)) is DropReason.ECN


# --- What is accepted and what is dropped ---------------------------------------------------------------------------


def test_both_udp_ports_are_accepted():
    assert parsed(data_frame(wire=WireOptions(udp_port=4971))).entropy == 0xC0010001
    assert dropped(data_frame(wire=WireOptions(udp_port=4790))) is DropReason.UDP_PORT


def test_bare_and_routing_header_forms():
    frame = data_frame()
    assert bytes(parsed(frame[:14] + frame[54:]).payload) == b"abcdef"  # decapsulated by the last switch
    srh = bytes((41, 2, 4, 0, 0, 0, 0, 0)) + bytes(16)

    def with_srh(header: bytes) -> bytes:
        length = int.from_bytes(frame[18:20], "big") + len(header)
        return frame[:18] + length.to_bytes(2, "big") + b"\x2b" + frame[21:54] + header + frame[54:]

    assert bytes(parsed(with_srh(srh)).payload) == b"abcdef"
    assert dropped(with_srh(srh[:3] + b"\x01" + srh[4:])) is DropReason.NEXT_HEADER  # a segment is left
    assert dropped(with_srh(srh[:1] + b"\xff" + srh[2:])) is DropReason.NEXT_HEADER  # longer than the packet


def test_ethernet_padding_is_ignored():
    assert bytes(parsed(data_frame() + bytes(20)).payload) == b"abcdef"


def patched(frame: bytes, at: int, value: str) -> bytes:
    new = bytes.fromhex(value)
    return frame[:at] + new + frame[at + len(new) :]


@pytest.mark.parametrize(
    ("frame", "reason"),
    [
        (b"", DropReason.TRUNCATED),
        (data_frame()[:60], DropReason.TRUNCATED),
        (patched(data_frame(), 12, "0800"), DropReason.NOT_IPV6),
        (patched(data_frame(), 14, "45"), DropReason.NOT_IPV6),
        (patched(data_frame(), 54, "45"), DropReason.NOT_IPV6),
        (patched(data_frame(), 20, "06"), DropReason.NEXT_HEADER),
        (patched(data_frame(), 60, "06"), DropReason.NEXT_HEADER),
        (patched(data_frame(), 78, "00"), DropReason.NOT_OUR_ADDRESS),
        (patched(data_frame(), 58, "0037"), DropReason.IPV6_LENGTH),
        (patched(data_frame(), 98, "0030"), DropReason.IPV6_LENGTH),
        (patched(data_frame(), 103, "21"), DropReason.TVER),
        (patched(data_frame(), 102, "64"), DropReason.OPCODE),
        (patched(data_frame(), 139, "00"), DropReason.ICRC),
        (data_frame(b"", flags=0x10), DropReason.PAYLOAD_LENGTH),
        (control_frame(0xD1, bytes(8)), DropReason.PAYLOAD_LENGTH),
        (control_frame(0xDC, bytes(35)), DropReason.PAYLOAD_LENGTH),
        (control_frame(0xDD, bytes(20), pad=1), DropReason.PAYLOAD_LENGTH),
        (trim(control_frame(0xDC, bytes(36))), DropReason.TRIMMED_CONTROL),
    ],
)
def test_drop_reasons(frame, reason):
    assert dropped(frame) is reason


def test_how_much_a_write_carries_is_not_for_the_parser():
    """A write of no bytes is one (IBTA C9-88), and one that says another length is refused, which takes an answer."""
    assert (parsed(data_frame(b"")).payload, parsed(data_frame(b"", length=9)).length) == (b"", 9)
    assert parsed(data_frame(b"abcd", length=3)).payload == b"abcd"


@pytest.mark.parametrize(("dscp", "role"), [(12, Role.TRIMMED), (16, Role.TRIMMED_LASTHOP)])
@pytest.mark.parametrize("update", [True, False])
@pytest.mark.parametrize("size", [122, 128, 256])
def test_trimmed_packets_are_read_through_tseth(dscp, role, update, size):
    packet = parsed(trim(data_frame(bytes(4096)), dscp, size, update))
    assert packet.trimmed is role
    assert (packet.bth.psn, packet.entropy, packet.timestamp) == (0x123456, 0xC0010001, 0xABCD)
    assert len(packet.payload) == 0


def test_a_trim_that_cuts_tseth_is_dropped():
    assert dropped(trim(data_frame(bytes(4096)), size=121)) is DropReason.TRUNCATED


def test_intact_packet_with_trimmed_dscp():
    frame = with_dscp(data_frame(b"tiny"), 12)
    assert parsed(frame).trimmed is Role.TRIMMED
    placing = FrameParser(WireOptions(intact_trim=IntactTrim.PLACE), B)
    packet = parsed(frame, placing)
    assert packet.trimmed is None
    assert bytes(packet.payload) == b"tiny"
    assert parsed(trim(data_frame(bytes(4096))), placing).trimmed is Role.TRIMMED


# --- Options --------------------------------------------------------------------------------------------------------


def test_bad_options_say_what_is_accepted():
    with pytest.raises(ConfigError, match=r"dscp.trimmed: 64 is not a DSCP; accepted: 0..63"):
        DscpRoles(trimmed=64)
    with pytest.raises(ConfigError, match="two roles share a value"):
        DscpRoles(trimmed=0)
    with pytest.raises(ConfigError, match=r"udp_port: 0 is out of range; accepted: 1..65535"):
        WireOptions(udp_port=0)


# --- Frames that begin alike -----------------------------------------------------------------------------------------
# Parser and builder remember how frames of a path begin: that changes nothing they say, whatever came before.

SOURCE, DESTINATION = address(1), address(2)
FIRST_LINK = ethernet(bytes(6), bytes(6))
PATHS = [bytes.fromhex("fcbbbbbb12002101120131") + bytes([n]) + bytes(4) for n in range(3)]


def drawn_frame(rng, builder):
    """A data or control frame of one of a few paths."""
    entropy, path = rng.choice([(0xC0000001 + n, path) for n, path in enumerate(PATHS)])
    outer = SOURCE + path + rng.choice((b"", b"", b"", bytes((41, 2, 4, 0)) + bytes(20)))
    common = {"port": 0, "outer_addresses": outer, "inner_addresses": SOURCE + DESTINATION, "entropy": entropy}
    if rng.random() < 0.2:
        bth = Bth(0xDC, 0x10, rng.getrandbits(24), rtx=rng.random() < 0.5)
        headers = BthCodec(BthFlagOrder.IBTA).pack(bth) + rng.randbytes(36)
        return builder.build(traffic_class=46 << 2, headers=headers, **common)
    payload = rng.randbytes(rng.choice((1, 64, 64, 65, 300)))
    headers = pack_data(
        opcode=rng.choice((0xC6, 0xC7, 0xC8, 0xCA)),
        flags=(-len(payload) & 3) << 4,
        pkey=0xFFFF,
        dest_qpn=rng.getrandbits(24),
        bits=rng.choice((0, 0x80, 0x20)),
        psn=rng.getrandbits(24),
        rqmsn=0,
        msn=rng.getrandbits(16),
        timestamp=rng.choice((None, 1, 2)),
        address=rng.getrandbits(64),
        r_key=7,
        length=len(payload) + rng.choice((0, 5)),
    )
    return builder.build(traffic_class=4 << 2 | 2, headers=headers, payload=payload, **common)


def changed(rng, frame):
    """Marked, cut, padded, or with some byte changed; or as it is."""
    match rng.randrange(6):
        case 0:
            at = rng.randrange(len(frame))
            return frame[:at] + bytes([frame[at] ^ 1 << rng.randrange(8)]) + frame[at + 1 :]
        case 1:
            return frame[: rng.randrange(len(frame))]
        case 2:
            return frame + bytes(rng.randrange(1, 40))
        case 3:
            return frame[:15] + bytes([frame[15] | 0x30]) + frame[16:]
    return frame


def said(found):
    """All that a parser says of a frame."""
    if isinstance(found, Drop):
        return found
    return {name: getattr(found, name) for name in type(found).__slots__}


def test_a_parser_that_has_seen_others_says_what_a_new_one_says():
    rng = random.Random(5)
    wire = WireOptions()
    builder, experienced = FrameBuilder(wire, [FIRST_LINK]), FrameParser(wire, DESTINATION)
    good = dropped = 0
    for _ in range(4000):
        frame = changed(rng, drawn_frame(rng, builder))
        found = said(experienced.parse(frame))
        assert found == said(FrameParser(wire, DESTINATION).parse(frame)), frame.hex()
        good += isinstance(found, dict)
        dropped += isinstance(found, Drop)
    assert good > 1000
    assert dropped > 500


def test_a_builder_that_has_built_others_builds_what_a_new_one_builds():
    wire = WireOptions()
    experienced = FrameBuilder(wire, [FIRST_LINK])
    for seed in range(1500):
        frame = drawn_frame(random.Random(seed), experienced)
        assert frame == drawn_frame(random.Random(seed), FrameBuilder(wire, [FIRST_LINK]))


def test_more_paths_than_are_remembered():
    wire = WireOptions()
    builder, parser = FrameBuilder(wire, [FIRST_LINK]), FrameParser(wire, DESTINATION)
    bth = BthCodec(BthFlagOrder.IBTA).pack(Bth(0xDC, 0x10, 1))
    for entropy in range(3000):
        frame = control(
            builder, port=0, outer_addresses=SOURCE + PATHS[0], inner_addresses=SOURCE + DESTINATION,
            entropy=entropy, opcode=0xDC, dest_qpn=0x10, psn=1, headers=(Seth(*bytes(10)), CcState(*bytes(3))),
        )  # fmt: skip
        assert bth[:4] in frame
        for _ in range(2):
            found = parser.parse(frame)
            assert not isinstance(found, Drop)
            assert found.entropy == entropy
