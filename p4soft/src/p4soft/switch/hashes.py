# SPDX-License-Identifier: Apache-2.0
"""BMv2's hash and checksum algorithms, by the names its JSON uses, and the CRCs they are made of.

All take the serialised input and return an unsigned integer.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from functools import partial

from msgspec import Struct

# --- CRCs: table-driven, with configurable parameters (the Rocksoft model) -------------------------------------------


class CrcParameters(Struct, frozen=True):
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


# Check values for b"123456789" are those of the CRC RevEng catalogue: see p4soft/tests/switch/test_hashes.py.


# --- Algorithms ------------------------------------------------------------------------------------------------------


HashFunction = Callable[[bytes], int]


def csum16(data: bytes) -> int:
    """The Internet checksum (RFC 1071): complement of the one's-complement sum of big-endian 16-bit words.

    An odd last byte counts as the high half of a word.
    """
    total = int.from_bytes(data if len(data) % 2 == 0 else data + b"\x00", "big")
    # 2**16 is 1 modulo 65535, so the remainder is the folded sum; a multiple of 65535 other than 0 folds to 65535.
    folded = total % 0xFFFF
    if folded == 0 and total:
        folded = 0xFFFF
    return folded ^ 0xFFFF


def _xor(data: bytes, size: int) -> int:
    result = 0
    for i in range(0, len(data), size):
        result ^= int.from_bytes(data[i : i + size].ljust(size, b"\x00"), "big")
    return result


def xor16(data: bytes) -> int:
    """XOR of big-endian 16-bit words, the last padded with zeros."""
    return _xor(data, 2)


def xor32(data: bytes) -> int:
    """XOR of big-endian 32-bit words, the last padded with zeros."""
    return _xor(data, 4)


def identity(data: bytes) -> int:
    """The first 8 bytes as a big-endian integer."""
    return int.from_bytes(data[:8], "big")


class RoundRobin:
    """Counts its calls from 0; the input does not matter. Each calculation has its own."""

    __slots__ = ("_next",)

    def __init__(self) -> None:
        self._next = 0

    def __call__(self, data: bytes) -> int:
        """The number of earlier calls."""
        del data
        self._next += 1
        return self._next - 1


class ConsistentRoundRobin:
    """Like RoundRobin, but an input seen before gives what it gave the first time."""

    __slots__ = ("_seen",)

    def __init__(self) -> None:
        self._seen: dict[bytes, int] = {}

    def __call__(self, data: bytes) -> int:
        """The number of distinct earlier inputs, at the input's first appearance."""
        return self._seen.setdefault(data, len(self._seen))


CUSTOM_CRCS = {"crc8_custom": CRC8, "crc16_custom": CRC16, "crc32_custom": CRC32, "crc64_custom": CRC64}
"""The parameters that CRCs have until the control plane changes them."""

# Factories, because some algorithms have state or parameters for each calculation.
ALGORITHMS: dict[str, Callable[[], HashFunction]] = {
    "crc16": lambda: crc16,
    "crc32": lambda: crc32,
    "crcCCITT": lambda: crc_ccitt,
    "cksum16": lambda: csum16,
    "csum16": lambda: csum16,
    "xor16": lambda: xor16,
    "xor32": lambda: xor32,
    "identity": lambda: identity,
    "round_robin": RoundRobin,
    "round_robin_consistent": ConsistentRoundRobin,
    **{name: partial(Crc, parameters) for name, parameters in CUSTOM_CRCS.items()},
}
