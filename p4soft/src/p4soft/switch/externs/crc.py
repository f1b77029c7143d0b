# SPDX-License-Identifier: Apache-2.0
"""Table-driven CRCs with configurable parameters (the Rocksoft model), and the fixed ones BMv2 names.

Check values for b"123456789" are those of the CRC RevEng catalogue: see p4soft/tests/switch/externs/test_algorithms.py.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CrcParameters:
    """A CRC's parameters; `width` is 8, 16, 32 or 64 bits."""

    width: int
    polynomial: int
    initial: int
    final_xor: int
    reflect_in: bool
    reflect_out: bool


def reflect(value: int, width: int) -> int:
    """`value` with its `width` bits in reverse order."""
    return int(f"{value:0{width}b}"[::-1], 2)


class Crc:
    """A CRC over bytes; `table` is what its register becomes for each highest byte shifted out of it."""

    __slots__ = ("_in", "parameters", "table")

    def __init__(self, parameters: CrcParameters) -> None:
        self.configure(parameters)

    def configure(self, parameters: CrcParameters) -> None:
        """Take other parameters of any width: BMv2's set_crc*_parameters."""
        self.parameters = parameters
        top, mask = 1 << (parameters.width - 1), (1 << parameters.width) - 1
        table = []
        for byte in range(256):
            remainder = byte << (parameters.width - 8)
            for _ in range(8):
                remainder = ((remainder << 1) ^ (parameters.polynomial if remainder & top else 0)) & mask
            table.append(remainder)
        self.table = tuple(table)
        self._in = [reflect(b, 8) if parameters.reflect_in else b for b in range(256)]

    def __call__(self, data: bytes) -> int:
        """The CRC of `data`."""
        p = self.parameters
        shift, mask = p.width - 8, (1 << p.width) - 1
        remainder, table, order = p.initial, self.table, self._in
        for byte in data:
            remainder = table[order[byte] ^ (remainder >> shift)] ^ (remainder << 8) & mask
        if p.reflect_out:
            remainder = reflect(remainder, p.width)
        return remainder ^ p.final_xor


CRC8 = CrcParameters(8, 0x07, 0x00, 0x00, False, False)
CRC16 = CrcParameters(16, 0x8005, 0x0000, 0x0000, True, True)
CRC32 = CrcParameters(32, 0x04C11DB7, 0xFFFFFFFF, 0xFFFFFFFF, True, True)
CRC64 = CrcParameters(64, 0x1B, 0x0, 0x0, True, True)
CRC_CCITT = CrcParameters(16, 0x1021, 0xFFFF, 0x0000, False, False)

crc16 = Crc(CRC16)
crc_ccitt = Crc(CRC_CCITT)


def crc32(data: bytes) -> int:
    """CRC-32 as in Ethernet and zlib."""
    return zlib.crc32(data)
