# SPDX-License-Identifier: Apache-2.0
"""Byte strings and P4Data, with the tables of the P4Runtime specification ("Bytestrings")."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p4soft.messages import p4data_pb2, p4info_pb2
from p4soft.p4runtime_client import bytestring as encode
from p4soft.switch.p4runtime.codec import decode_data, encode_data
from p4soft.switch.p4runtime.p4info import decode, decode_signed, encode_signed, index_p4info
from p4soft.switch.p4runtime.status import P4RuntimeError


@pytest.mark.parametrize(
    ("width", "data", "value", "canonical"),
    [
        (8, b"\x63", 99, True),
        (16, b"\x00\x63", 99, False),
        (16, b"\x63", 99, True),
        (16, b"\x30\x64", 12388, True),
        (16, b"\x00\x30\x64", 12388, False),
        (12, b"\x00\x63", 99, False),
        (12, b"\x00\x00\x63", 99, False),
    ],
)
def test_valid_unsigned(width, data, value, canonical):
    assert decode(data, width, "x") == value
    assert (encode(value) == data) is canonical


@pytest.mark.parametrize(
    ("width", "data", "value", "canonical"),
    [
        (8, b"\x63", 99, True),
        (8, b"\x9d", -99, True),
        (8, b"\xff\x9d", -99, False),
        (12, b"\xfd\x1d", -739, True),
        (16, b"\x00\x00", 0, False),
        (16, b"\x00", 0, True),
    ],
)
def test_valid_signed(width, data, value, canonical):
    assert decode_signed(data, width, "x") == value
    assert (encode_signed(value) == data) is canonical


@pytest.mark.parametrize(
    ("width", "data"),
    [
        (8, b"\x01\x63"),
        (8, b""),
        (16, b"\x01\x00\x63"),
        (12, b"\x10\x63"),
        (12, b"\x01\x00\x63"),
        (12, b"\x00\x40\x63"),
    ],
)
def test_invalid_unsigned(width, data):
    with pytest.raises(P4RuntimeError, match="accepted: ") as caught:
        decode(data, width, "field %s", "f")
    assert caught.value.message.startswith("field f: ")


@pytest.mark.parametrize(("width", "data"), [(8, b"\x00\x9d"), (12, b"\x8d\x1d"), (16, b"")])
def test_invalid_signed(width, data):
    with pytest.raises(P4RuntimeError, match="accepted: "):
        decode_signed(data, width, "x")


@given(st.integers(-(2**70), 2**70))
def test_signed_round_trip_is_shortest(value):
    data = encode_signed(value)
    assert decode_signed(data, 72, "x") == value
    assert len(data) == 1 or int.from_bytes(data[1:], "big", signed=True) != value


def info_with_digests():
    info = p4info_pb2.P4Info()
    pair = info.type_info.structs["pair"].members
    pair.add(name="flag").type_spec.bool.SetInParent()
    pair.add(name="delta").type_spec.bitstring.int.bitwidth = 8
    pair.add(name="port").type_spec.new_type.name = "port_t"
    info.type_info.new_types["port_t"].original_type.bitstring.bit.bitwidth = 9
    info.type_info.headers["head"].members.add(name="a").type_spec.bit.bitwidth = 16
    for number, name in enumerate(("pair", "head"), 1):
        digest = info.digests.add()
        digest.preamble.id, digest.preamble.name = number, name
    info.digests[0].type_spec.struct.name = "pair"
    info.digests[1].type_spec.header.name = "head"
    register = info.registers.add()
    register.preamble.id, register.preamble.name = 1, "signed"
    register.type_spec.bitstring.int.bitwidth = 8
    return index_p4info(info)


def test_p4data_of_structs_headers_and_signed_cells():
    info = info_with_digests()
    data = encode_data(info.digests[1], (1, 0xFF, 300))
    flag, delta, port = data.struct.members
    assert (flag.bool, delta.bitstring, port.bitstring) == (True, b"\xff", b"\x01\x2c")
    header = encode_data(info.digests[2], (5,)).header
    assert (header.is_valid, list(header.bitstrings)) == (True, [b"\x05"])
    assert decode_data(info.registers[1], p4data_pb2.P4Data(bitstring=b"\x9d"), "r") == (0x9D,)
    assert encode_data(info.registers[1], (0x9D,)).bitstring == b"\x9d"
