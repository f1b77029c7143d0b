# SPDX-License-Identifier: Apache-2.0
"""How NICs are numbered in one version of IP: a prefix for all of a fabric, in it one for each T0, in that its NICs.

The same on every plane. The address of T0 ``t``'s downlink ``d`` ends in ``d + 1``: 0 is IPv6's subnet-router anycast
address and IPv4's network.
"""

from __future__ import annotations

from dataclasses import dataclass

IPV6_BITS, IPV4_BITS = 128, 32
IPV6_PREFIX_LEN, IPV6_T0_LEN = 48, 64


@dataclass(frozen=True, slots=True)
class NicAddresses:
    """The addresses of all NICs, as numbers.

    Attributes:
        bits: of an address, 128 or 32.
        prefix: of all NICs; the bits after ``prefix_len`` are 0.
        prefix_len: its length in bits.
        t0_len: length of each T0's prefix.
    """

    bits: int
    prefix: int
    prefix_len: int
    t0_len: int

    @classmethod
    def ipv6(cls, prefix: int) -> NicAddresses:
        """``prefix/48 : t0 : downlink + 1``, so that the /64 names the T0 (topology §2)."""
        return cls(IPV6_BITS, prefix, IPV6_PREFIX_LEN, IPV6_T0_LEN)

    @classmethod
    def ipv4(cls, prefix: int, prefix_len: int, downlinks: int) -> NicAddresses:
        """Subnets as small as a T0's downlinks allow: their first address and their last (broadcast) are no NIC's."""
        return cls(IPV4_BITS, prefix, prefix_len, IPV4_BITS - (downlinks + 1).bit_length())

    def of_t0(self, t0: int) -> int:
        """The prefix of a T0's NICs, ``t0_len`` bits long."""
        return self.prefix | t0 << self.bits - self.t0_len

    def of_nic(self, t0: int, downlink: int) -> int:
        """The address of the NIC at a downlink."""
        return self.of_t0(t0) | downlink + 1

    def place(self, address: int) -> tuple[int, int]:
        """T0 and downlink of an address, if it is one of a NIC; nonsense if it is not: ask `of_nic`."""
        host_bits = self.bits - self.t0_len
        t0 = address >> host_bits & (1 << self.t0_len - self.prefix_len) - 1
        return t0, (address & (1 << host_bits) - 1) - 1
