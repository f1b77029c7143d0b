# SPDX-License-Identifier: Apache-2.0
"""What labs 04 and 05 share: a random network around a switch whose queues fill, and frames to fill them."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from labs.grading.bench import Bench, Probe, exact, prefix
from labs.grading.frames import TOKEN_AT, TOKEN_BYTES, V6, random_mac, random_v6

PORTS = range(12)
SHORTEST = TOKEN_AT + TOKEN_BYTES
LARGEST = 1500
IPV6_AT = 14 + 40
"""Bytes in front of an IPv6 payload: Ethernet's header and IPv6's."""


@dataclass(frozen=True, slots=True)
class Exit:
    """An egress port, and how frames get there: all by one ingress port, because BMv2 keeps no order between two."""

    port: int
    ingress: int
    block: int
    mac: int

    def install(self, bench: Bench) -> None:
        """Write its route, a /64."""
        bench.add("route", [prefix(self.block << 64, 64)], "forward", {"port": self.port, "dst_mac": self.mac})

    def frame(self, rng: Random, size: int, **fields: int) -> V6:
        """A random frame that goes there."""
        return random_v6(rng, size=size, dst=self.block << 64 | rng.getrandbits(64), **fields)

    def passes(self, frame: V6, why: str, **changes: object) -> Probe:
        """It comes out, with the next hop's MAC address and these changes."""
        after = frame.but(dst_mac=self.mac, **changes).wire()
        return Probe(self.ingress, frame.wire(), frame.token, ((self.port, after),), why)

    def drops(self, frame: V6, why: str) -> Probe:
        """It does not come out."""
        return Probe(self.ingress, frame.wire(), frame.token, (), why)


class Exits:
    """A port of its own, with empty queues, for each item."""

    def __init__(self, rng: Random) -> None:
        """Draw ports, prefixes and MAC addresses."""
        self._exits = [
            Exit(port, rng.choice(PORTS), rng.getrandbits(60) | 0x2 << 60, random_mac(rng)) for port in PORTS
        ]
        rng.shuffle(self._exits)

    def take(self, bench: Bench) -> Exit:
        """The next port, its route installed."""
        found = self._exits.pop()
        found.install(bench)
        return found


def split(rng: Random, total: int, count: int) -> list[int]:
    """Random frame sizes, `count` of them, whose sum is `total` bytes."""
    sizes = []
    for left in range(count, 0, -1):
        rest = left - 1
        low = max(SHORTEST, total - rest * LARGEST)
        high = min(LARGEST, total - rest * SHORTEST)
        sizes.append(rng.randint(low, high))
        total -= sizes[-1]
    return sizes


def dscps(rng: Random, count: int) -> list[int]:
    """Different random DSCPs."""
    return rng.sample(range(64), count)


def key(port: int, queue: int | None = None) -> list[object]:
    """The key of a queue's table."""
    return [exact(port)] if queue is None else [exact(port), exact(queue)]
