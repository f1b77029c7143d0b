# SPDX-License-Identifier: Apache-2.0
"""A fabric of one plane whose T0s weigh their uplinks, frames of UDP that they hash, and how even a distribution is."""

from __future__ import annotations

import ipaddress
import struct
from collections.abc import Sequence
from pathlib import Path
from random import Random

import topologies

LAB = Path(topologies.__file__).parent / "lab.yaml"
ONE_PLANE = {
    "planes": 1, "t0s_per_plane": 3, "t1s_per_plane": 4, "downlinks_per_t0": 2, "nics": 6,
    "ecmp": True, "nic_prefix_ipv4": "10.0.0.0/16",
}  # fmt: skip
CRITICAL = {1: 10.83, 2: 13.82, 3: 16.27}
"""Of chi-square, by degrees of freedom: one of a thousand fair samples is above."""


def weighted(**overrides: object) -> topologies.Fabric:
    """The fabric, with dotted fields written `links__rates={...}`."""
    return topologies.load(LAB, ONE_PLANE | {name.replace("__", "."): value for name, value in overrides.items()})


def udp_frames(fabric: topologies.Fabric, count: int, *, ipv4: bool = False) -> list[bytes]:
    """From NIC 0 to NIC 2 (on the next T0), as UDP-only EVs are: random source ports, and flow labels with IPv6."""
    random = Random(5)
    source, to = fabric.nic(0), fabric.nic(2)
    ethernet = source.switch(0).mac(0).to_bytes(6, "big") + source.mac(0).to_bytes(6, "big")
    frames = []
    for _ in range(count):
        udp = struct.pack("!HHHH", random.randrange(1 << 16), 4791, 40, 0) + bytes(32)
        if ipv4:
            assert source.ipv4_address is not None and to.ipv4_address is not None
            ends = struct.pack("!II", source.ipv4_address, to.ipv4_address)
            header = bytes.fromhex("4510003c00004000 40110000") + ends
            checksum = sum(struct.unpack("!10H", header))
            checksum = ~((checksum & 0xFFFF) + (checksum >> 16)) & 0xFFFF
            packet = b"\x08\x00" + header[:10] + struct.pack("!H", checksum) + header[12:]
        else:
            label = random.randrange(1 << 20)
            addresses = ipaddress.IPv6Address(source.address).packed + ipaddress.IPv6Address(to.address).packed
            packet = b"\x86\xdd" + struct.pack("!IHBB", 6 << 28 | 4 << 22 | label, 40, 17, 64) + addresses
        frames.append(ethernet + packet + udp)
    return frames


def chi_square(seen: Sequence[int], weights: Sequence[int]) -> float:
    """Of counts against what weights would have them be; a weight of 0 has no say, and must have got nothing."""
    total, whole = sum(seen), sum(weights)
    assert all(count == 0 for count, weight in zip(seen, weights, strict=True) if not weight), (seen, weights)
    expected = [total * weight / whole for weight in weights]
    return sum((count - mean) ** 2 / mean for count, mean in zip(seen, expected, strict=True) if mean)
