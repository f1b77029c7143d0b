# SPDX-License-Identifier: GPL-2.0-only
# ruff: noqa: PLR0917 - a property test takes one argument per header field
"""Every header of wire-format §6 against literal bytes; opcodes, PSNs and timestamps."""

import re

import pytest
from data_headers_kit import pack_data
from host_stack_kit import address
from hypothesis import given, settings
from hypothesis import strategies as st
from scapy.layers.inet import UDP
from scapy.layers.l2 import Ether
from scapy.packet import Raw

from host_stack.wire import headers as codec
from host_stack.wire import layers
from host_stack.wire.constants import Role
from host_stack.wire.frames import FrameBuilder, FrameParser, Packet, ethernet
from host_stack.wire.headers import (
    PACKET_TYPES,
    TSETH,
    WRITES,
    Bth,
    BthCodec,
    Opcode,
    Service,
    age_ns,
    index_of,
    psn_of,
    sent_ns,
    tick,
)
from host_stack.wire.layers import LAYERS, MrcBTH
from host_stack.wire.options import BthFlagOrder, EethOpBits, WireOptions

# --- Headers ---------------------------------------------------------------------------------------------------------
# Every header of wire-format §6: literal bytes worked out by hand from it, then codec = layers.

IBTA = BthCodec(BthFlagOrder.IBTA)

GOLDEN = [
    # opcode | SE=0 M=1 pad=1 TVer=0 | P_Key | variant | QPN | AckReq rtx ts = 0xb0 | PSN
    pytest.param(
        IBTA.pack(Bth(0xCA, 0x10, 0x123456, migreq=True, pad=1, pkey=0x8001, ack_req=True, rtx=True, ts=True)),
        "ca 50 8001 00 000010 b0 123456",
        id="BTH",
    ),
    pytest.param(codec.Meth(0x0102, 0x0304).pack(), "0102 0304", id="METH"),
    pytest.param(codec.Tseth(0xABCD, tsr=1).pack(), "abcd 8001", id="TSETH"),
    pytest.param(
        codec.Reth(0x1122334455667788, 0x99AABBCC, 0x00010000).pack(), "1122334455667788 99aabbcc 00010000", id="RETH"
    ),
    pytest.param(codec.ImmDt(0xDEADBEEF).pack(), "deadbeef", id="ImmDt"),
    pytest.param(codec.Aeth(0x1F, 7).pack(), "1f 000007", id="AETH"),
    # M=SKIP_ONCE is 0b01 in bits 6:5 of byte 1; acked PSN = cack - 2
    pytest.param(
        codec.Seth(1, False, -2, 0xC0010003, 0x10, 0x11, 0xFFFFFE, 8, 1, 5).pack(),
        "0020 fffe c0010003 0010 0011 00 fffffe 00 08 0001 0000000000000005",
        id="SETH",
    ),
    # pr is bit 1 of byte 1, M=ALWAYS_SKIP is 0b10: 0x42; the offset field holds the probe id
    pytest.param(
        codec.Seth(2, True, 0xBEEF, 0xC0010003, 0x10, 0x11, 0, 0, -1, 1 << 63).pack(),
        "0042 beef c0010003 0010 0011 00 000000 00 00 ffff 8000000000000000",
        id="SETH-probe",
    ),
    pytest.param(
        codec.CcState(0x1234, 5, 0x102, restore_cwnd=1, penalty=64).pack(), "1234 0005 c0 000102", id="CC_STATE"
    ),
    pytest.param(
        codec.Neth(2, 0xC0010003, 0x10, 0x11, 0x123456, 0xABCD).pack(),
        "0000 02 00 c0010003 0010 0011 00 123456 20 00 abcd",
        id="NETH",
    ),
    pytest.param(codec.Peth(0xBEEF, 0x10, 0x11, 0xABCD).pack(), "0000 00 00 beef 0000 0010 0011 abcd 0001", id="PETH"),
    pytest.param(codec.Erth(1, 0xABCD, 3).pack(), "0001 00 00 00000003 00000000 abcd 0001", id="ERTH"),
    pytest.param(codec.Eeth(1, 0xABCD).pack(EethOpBits.BITS_3_2), "0004" + "00" * 26 + "abcd" + "00" * 6, id="EETH"),
]


HEADERS = {header.name: header for kind in PACKET_TYPES.values() for header in kind.headers}


def test_every_header_has_the_bytes_of_the_reference_here():
    assert HEADERS.keys() <= {param.id for param in GOLDEN}


@pytest.mark.parametrize(("packed", "expected"), GOLDEN)
def test_header_is_the_bytes_of_the_reference(packed, expected):
    assert packed == bytes.fromhex(expected)


def test_conflict_options_move_the_bits():
    swapped = BthCodec(BthFlagOrder.SWAPPED).pack(Bth(0xCA, 0, 0, solicited=True))
    assert swapped[1] == 0x40  # conflicts §1 row 3: SE in bit 6
    assert IBTA.pack(Bth(0xCA, 0, 0, solicited=True))[1] == 0x80
    assert codec.Eeth(1, 0).pack(EethOpBits.BITS_5_4)[1] == 0x10  # conflicts §1 row 4


U = {bits: st.integers(0, (1 << bits) - 1) for bits in (1, 2, 4, 7, 8, 15, 16, 24, 32, 64)}
RESERVED = re.compile(r"rsvd\d*|type|next")
S16 = st.integers(-0x8000, 0x7FFF)
BOOL = st.booleans()


def bare(layer) -> bytes:
    """The header alone (a BTH's ICRC left out)."""
    return bytes(layer)


@pytest.mark.parametrize("header", HEADERS.values(), ids=HEADERS)
@given(st.data())
@settings(max_examples=60, deadline=None)
def test_codec_and_layer_read_any_bytes_alike(header, data):
    """Both keep every bit but the reserved ones, which the codec ignores and sends as zero."""
    wire = data.draw(st.binary(min_size=header.length, max_size=header.length))
    layer = layers.LAYERS[header.name](wire)
    assert not layer.payload
    for field in layer.fields_desc:
        if RESERVED.fullmatch(field.name):
            layer.setfieldval(field.name, bytes(field.sz) if field.sz > 8 else 0)
    options = WireOptions()
    read = header.reader(options)(wire, 0)
    packed = read.pack(options.eeth_op_bits) if isinstance(read, codec.Eeth) else read.pack()
    assert packed == bare(layer)


@given(U[8], U[24], U[24], BOOL, BOOL, U[2], U[16], BOOL, BOOL, BOOL)
@settings(max_examples=60, deadline=None)
def test_bth_codec_equals_layer(opcode, qpn, psn, se, m, pad, pkey, ack, rtx, ts):
    h = Bth(opcode, qpn, psn, solicited=se, migreq=m, pad=pad, pkey=pkey, ack_req=ack, rtx=rtx, ts=ts)
    layer = layers.MrcBTH(
        opcode=opcode, dqpn=qpn, psn=psn, se=se, m=m, pad=pad, pkey=pkey, ackreq=ack, rtx=rtx, ts=ts, icrc=b""
    )
    assert IBTA.pack(h) == bare(layer)
    assert IBTA.unpack(IBTA.pack(h)) == h


@given(U[16], U[16], U[16], U[64], U[32], U[32], BOOL, U[24], U[24])
@settings(max_examples=60, deadline=None)
def test_data_headers_equal_layers(rqmsn, msn, ts, va, rkey, length, has_ts, qpn, psn):
    packed = pack_data(
        opcode=0xC7,
        flags=0,
        pkey=0xFFFF,
        dest_qpn=qpn,
        bits=0xA0,
        psn=psn,
        rqmsn=rqmsn,
        msn=msn,
        timestamp=ts if has_ts else None,
        address=va,
        r_key=rkey,
        length=length,
    )
    expected = layers.MrcBTH(opcode=0xC7, dqpn=qpn, psn=psn, ackreq=1, rtx=1, ts=has_ts, icrc=b"")
    expected = expected / layers.METH(rqmsn=rqmsn, msn=msn)
    if has_ts:
        expected = expected / layers.TSETH(tx_timestamp=ts)
    expected = expected / layers.RETH(va=va, rkey=rkey, length=length)
    assert packed == bytes(expected)
    at = 12
    assert codec.Meth.unpack(packed, at) == codec.Meth(rqmsn, msn)
    at += 4
    if has_ts:
        assert codec.Tseth.unpack(packed, at) == codec.Tseth(ts)
        at += 4
    assert codec.Reth.unpack(packed, at) == codec.Reth(va, rkey, length)


@given(U[2], BOOL, S16, U[32], U[16], U[16], U[24], U[8], S16, U[64], U[4])
@settings(max_examples=60, deadline=None)
def test_seth_codec_equals_layer(mark, probe, ack, entropy, s, d, cack, mpr, offset, bitmap, flags):
    ack_field = ack & 0xFFFF if probe else ack
    h = codec.Seth(mark, probe, ack_field, entropy, s, d, cack, mpr, offset, bitmap, 0, flags)
    layer = layers.SETH(
        mark=mark,
        pr=probe,
        ack_psn_offset=ack,
        entropy=entropy,
        spdcid=s,
        dpdcid=d,
        cack_psn=cack,
        cc_flags=flags,
        mpr=mpr,
        sack_offset=offset,
        bitmap=bitmap,
    )
    assert h.pack() == bare(layer)
    assert codec.Seth.unpack(h.pack()) == h


@given(U[16], U[15], U[24], U[1], U[7])
@settings(max_examples=40, deadline=None)
def test_cc_state_codec_equals_layer(ts, ooo, rcvd, restore, penalty):
    h = codec.CcState(ts, ooo, rcvd, restore, penalty)
    layer = layers.CCState(tx_timestamp=ts, ooo_count=ooo, rcvd_bytes=rcvd, restore_cwnd=restore, rcv_cwnd_pen=penalty)
    assert h.pack() == bare(layer)
    assert codec.CcState.unpack(h.pack()) == h


@given(U[8], U[32], U[16], U[16], U[24], U[16], U[8], U[4], U[4])
@settings(max_examples=40, deadline=None)
def test_neth_codec_equals_layer(reason, entropy, s, d, psn, ts, vendor, cc, flags):
    h = codec.Neth(reason, entropy, s, d, psn, ts, vendor, cc, flags)
    layer = layers.NETH(
        reason=reason,
        vendor=vendor,
        entropy=entropy,
        spdcid=s,
        dpdcid=d,
        nack_psn=psn,
        cc_type=cc,
        cc_flags=flags,
        tx_timestamp=ts,
    )
    assert h.pack() == bare(layer)
    assert codec.Neth.unpack(h.pack()) == h


@given(U[16], U[16], U[16], U[16], U[8], U[1], U[4], U[2], U[32], U[24], U[8], U[32])
@settings(max_examples=40, deadline=None)
def test_the_small_headers_equal_layers(probe, s, d, ts, vendor, tsr, ftype, op, mask, msn, syndrome, imm):
    peth = codec.Peth(probe, s, d, ts, vendor, tsr, ftype)
    layer = layers.PETH(vendor=vendor, probe_id=probe, spdcid=s, dpdcid=d, tx_timestamp=ts, tsr=tsr, ftype=ftype)
    assert peth.pack() == bare(layer)
    assert codec.Peth.unpack(peth.pack()) == peth
    erth = codec.Erth(op, ts, mask, vendor, tsr, ftype)
    layer = layers.ERTH(op=op, vendor=vendor, port_status_mask=mask, tx_timestamp=ts, tsr=tsr, ftype=ftype)
    assert erth.pack() == bare(layer)
    assert codec.Erth.unpack(erth.pack()) == erth
    assert codec.Eeth(op, ts).pack(EethOpBits.BITS_3_2) == bare(layers.EETH(op=op, tx_timestamp=ts))
    for bits in EethOpBits:
        assert codec.Eeth.unpack(codec.Eeth(op, ts).pack(bits), 0, bits) == codec.Eeth(op, ts)
    assert codec.Aeth(syndrome, msn).pack() == bare(layers.AETH(syndrome=syndrome, msn=msn))
    assert codec.Aeth.unpack(codec.Aeth(syndrome, msn).pack()) == codec.Aeth(syndrome, msn)
    assert codec.ImmDt.unpack(codec.ImmDt(imm).pack()) == codec.ImmDt(imm)
    assert codec.ImmDt(imm).pack() == bare(layers.ImmDt(imm=imm))
    tseth = codec.Tseth(ts, tsr, ftype)
    assert tseth.pack() == bare(layers.TSETH(tx_timestamp=ts, tsr=tsr, ftype=ftype))
    assert codec.Tseth.unpack(tseth.pack()) == tseth


def test_layers_follow_the_opcode():
    data = bytes.fromhex("c9 00 ffff 00 000010 10 000001") + bytes.fromhex("0001 0001 0000 0001")
    data += bytes(16) + bytes.fromhex("cafef00d") + b"payload."
    found = layers.MrcBTH(data + b"ICRC")
    assert [type(layer) for layer in layers_of(found)] == [
        layers.MrcBTH,
        layers.METH,
        layers.TSETH,
        layers.RETH,
        layers.ImmDt,
        Raw,
    ]
    assert found[Raw].load == b"payload."
    assert found[layers.ImmDt].imm == 0xCAFEF00D
    sack = layers.MrcBTH(bytes.fromhex("dc 00 ffff 00 000010 00 000001") + bytes(36) + bytes(4))
    assert layers.CCState in sack


def layers_of(packet):
    while packet:
        yield packet
        packet = packet.payload


# --- Opcodes ---------------------------------------------------------------------------------------------------------
# The table of opcodes is what builder, parser and scapy's layers go by: every row makes the round trip.

ROLE = {Service.DATA: Role.TRIMMABLE, Service.PROBE: Role.NO_TRIM, Service.CONTROL: Role.CONTROL}


def test_every_opcode_has_a_row():
    assert set(PACKET_TYPES) == set(Opcode)
    assert set(WRITES) == {(f, last, imm) for f in (True, False) for last in (True, False) for imm in (last, False)}


@pytest.mark.parametrize("kind", PACKET_TYPES.values(), ids=lambda kind: kind.opcode.name)
def test_a_row_makes_the_round_trip(kind):
    headers = [header for header in kind.headers if header is not TSETH]
    length = sum(header.length for header in headers)
    # Ones in the last bytes of the RETH: a message long enough for the payload.
    body = bytes(16) + b"\xff" * 4 + bytes(length - 20) + b"payload." if kind.data else bytes(length)
    builder = FrameBuilder(WireOptions(), [ethernet(bytes(6), bytes(6))])
    frame = builder.build(
        port=0,
        outer_addresses=bytes(32),
        inner_addresses=address(1) + address(2),
        traffic_class=builder.classes.of(kind.opcode),
        entropy=0xC0000000,
        headers=BthCodec(BthFlagOrder.IBTA).pack(Bth(kind.opcode, 0x10, 1)) + body,
    )
    packet = FrameParser(WireOptions(), address(2)).parse(frame)
    assert isinstance(packet, Packet)
    assert packet.kind is kind
    assert packet.role is ROLE[kind.service]
    assert len(packet.control) == (0 if kind.data else len(headers))
    layer = Ether(frame)[UDP].payload
    assert isinstance(layer, MrcBTH)
    for header in headers:
        layer = layer.payload
        assert type(layer) is LAYERS.get(header.name), f"layers.py has no layer MRC {header.name} that follows here"
    assert type(layer.payload).__name__ == ("Raw" if kind.data else "NoPayload")
    assert not kind.data or layer[Raw].load == b"payload."


# --- PSNs and timestamps ---------------------------------------------------------------------------------------------
# PSN arithmetic around the wrap, and timestamps that wrap every 8.39 ms.


@given(st.integers(-(1 << 20), 1 << 40), st.integers(-(1 << 23) + 1, (1 << 23) - 1))
def test_expand_finds_the_nearest_index(near, distance):
    index = near + distance
    assert 0 <= psn_of(index) < 1 << 24
    assert index_of(psn_of(index), near) == index


def test_psn_wraps():
    assert psn_of(0x1000000) == 0
    assert psn_of(-1) == 0xFFFFFF
    assert index_of(0x000001, 0xFFFFFF) == 0x1000001
    assert index_of(0xFFFFFF, 0x1000001) == 0xFFFFFF
    assert index_of(0x800001, 0x1000001) == 0x800001, "2^23 apart is behind"


def test_timestamps_expand_into_the_past():
    for timestamp, now, expected in ((0xFFFF, 0x10000, 0xFFFF), (5, 0x20005, 0x20005), (6, 0x20005, 0x10006)):
        now_ns = now * 128 + 77
        assert sent_ns(timestamp, now_ns) == expected * 128
        assert age_ns(timestamp, now_ns) == (now - expected) * 128
        assert tick(expected * 128 + 127) == timestamp
