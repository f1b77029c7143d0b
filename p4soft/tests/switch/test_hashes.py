# SPDX-License-Identifier: Apache-2.0
"""Hash algorithms against published check values (CRC RevEng catalogue: the CRC of "123456789"; RFC 1071)."""

import pytest

from p4soft.switch.hashes import ALGORITHMS, Crc, CrcParameters

CHECK = b"123456789"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("crc16", 0xBB3D),  # CRC-16/ARC
        ("crc16_custom", 0xBB3D),
        ("crc32", 0xCBF43926),  # CRC-32/ISO-HDLC
        ("crc32_custom", 0xCBF43926),
        ("crcCCITT", 0x29B1),  # CRC-16/IBM-3740
        ("crc8_custom", 0xF4),  # CRC-8/SMBUS
    ],
)
def test_crc_check_values(name, expected):
    assert ALGORITHMS[name]()(CHECK) == expected


@pytest.mark.parametrize(
    ("parameters", "expected"),
    [
        (CrcParameters(16, 0x8005, 0xFFFF, 0, True, True), 0x4B37),  # CRC-16/MODBUS
        (CrcParameters(16, 0x3D65, 0, 0xFFFF, True, True), 0xEA82),  # CRC-16/DNP
        (CrcParameters(32, 0x1EDC6F41, 0xFFFFFFFF, 0xFFFFFFFF, True, True), 0xE3069283),  # CRC-32/ISCSI
        (CrcParameters(32, 0x04C11DB7, 0xFFFFFFFF, 0, False, False), 0x0376E6E7),  # CRC-32/MPEG-2
        (CrcParameters(64, 0x1B, (1 << 64) - 1, (1 << 64) - 1, True, True), 0xB90956C775A41001),  # CRC-64/GO-ISO
    ],
)
def test_custom_crc_parameters(parameters, expected):
    assert Crc(parameters)(CHECK) == expected


def test_csum16_is_rfc_1071():
    # RFC 1071 section 3's example: words 0001 f203 f4f5 f6f7 sum to ddf2.
    csum16 = ALGORITHMS["csum16"]()
    assert csum16(bytes.fromhex("0001f203f4f5f6f7")) == 0xDDF2 ^ 0xFFFF
    assert csum16(b"") == 0xFFFF
    assert csum16(bytes(8)) == 0xFFFF
    assert csum16(b"\xff\xff") == 0  # one's complement: all ones stays all ones before the complement
    assert csum16(b"\x12") == 0x1200 ^ 0xFFFF
    header = bytes.fromhex("450000730000400040110000c0a80001c0a800c7")  # a well-known IPv4 header
    assert csum16(header) == 0xB861


def test_xor_identity_and_round_robin():
    assert ALGORITHMS["xor16"]()(bytes.fromhex("123456780f")) == 0x1234 ^ 0x5678 ^ 0x0F00
    assert ALGORITHMS["xor32"]()(bytes.fromhex("123456780f")) == 0x12345678 ^ 0x0F000000
    assert ALGORITHMS["identity"]()(bytes.fromhex("0102")) == 0x0102
    assert ALGORITHMS["identity"]()(bytes(range(1, 12))) == 0x0102030405060708
    counter = ALGORITHMS["round_robin"]()
    assert [counter(b"x"), counter(b"x"), counter(b"y")] == [0, 1, 2]
    same = ALGORITHMS["round_robin_consistent"]()
    assert [same(b"x"), same(b"y"), same(b"x")] == [0, 1, 0]
