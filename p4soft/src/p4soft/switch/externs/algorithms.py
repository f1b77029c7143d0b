# SPDX-License-Identifier: Apache-2.0
"""BMv2's hash algorithms by the names its JSON uses. All take the serialised input and return an unsigned integer."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from p4soft.switch.externs.crc import CRC8, CRC16, CRC32, CRC64, Crc, crc16, crc32, crc_ccitt

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

# Factories, because some algorithms have state or parameters of their own per calculation.
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
