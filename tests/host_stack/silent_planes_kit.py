# SPDX-License-Identifier: Apache-2.0
"""Queue pairs between two NICs with many planes, of which some stop carrying frames while every link stays up."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from host_stack_kit import Pipe, config, is_data, join, template, uplink_of

from host_stack import CcProfile, EvProfile, Nic, TransportOptions
from host_stack.peers import PlaneState

RTT_NS = 7_000
#: When planes die.
DEATH_NS = 100_000
BIN_NS = 100_000
#: What a port of 100 Gb/s carries of payload: 4,096 bytes in 4,262 on the wire.
PORT_GBPS = 100 * 4096 / 4262
MIB = 1 << 20

#: (sender, port, frame, ns) -> whether it is lost.
Loses = Callable[[str, int, bytes, int], bool]


def dead(planes: Iterable[int], until_ns: int = 1 << 62) -> Loses:
    """Nothing passes these planes, in either direction, from `DEATH_NS` on."""
    gone = frozenset(planes)
    return lambda _name, port, _frame, now: port in gone and DEATH_NS <= now < until_ns


def half_dead(plane: int) -> Loses:
    """Every other uplink of a plane is dead, in both directions."""
    return lambda _name, port, frame, now: port == plane and now >= DEATH_NS and not uplink_of(frame) & 1


def one_way(plane: int, sender: str) -> Loses:
    return lambda name, port, _frame, now: port == plane and name == sender and now >= DEATH_NS


def deaf_to_data(plane: int, until_ns: int = 1 << 62) -> Loses:
    """A plane drops data, in both directions, and carries probes and all other control."""
    return lambda _n, port, frame, now: port == plane and DEATH_NS <= now < until_ns and is_data(frame)


def flapping(plane: int, period_ns: int, down_ns: int) -> Loses:
    return lambda _n, port, _f, now: port == plane and now >= DEATH_NS and (now - DEATH_NS) % period_ns < down_ns


class Silent:
    """``qps`` queue pairs from a to b, with writes without end: goodput per bin, and the shares of the queue pairs.

    Attributes:
        bins: bytes placed by each queue pair in each bin, from `DEATH_NS` on.
    """

    def __init__(
        self, qps: int, planes: int, evs: int, loses: Loses, *, fixed: bool = False, delay_ns: int = 3_000, **transport
    ) -> None:
        per_plane = evs // planes
        uplinks = 1 << (2 * per_plane - 1).bit_length()
        options = TransportOptions(
            base_rtt_ns=RTT_NS,
            reorder_ns=4 * RTT_NS,
            tail_probe_ns=6 * RTT_NS,
            reverse_probe_interval_ns=RTT_NS,
            **transport,
        )
        given = {"planes": planes, "uplinks": uplinks, "transport": options}
        self.a, self.b = (Nic(config("ab"[i], i + 1, [2 - i], **given), seed=i + 1) for i in (0, 1))
        bdp = planes * 100 * RTT_NS // 8
        cc = CcProfile.fixed(bdp * 3 // 2) if fixed else CcProfile()
        profile = EvProfile(template(planes, uplinks), active_per_plane=per_plane, backup_per_plane=per_plane)
        mpr = max(8, 8 * bdp // 4178 // 128 + 1)
        self.pairs = [join(self.a, self.b, profile=profile, cc=cc, mpr=mpr) for _ in range(qps)]
        self.planes = planes
        self.bins: list[list[int]] = []
        self.pipe = Pipe([self.a, self.b], delay_ns=delay_ns)
        self.pipe.hook = lambda name, port, frame, now: [] if loses(name, port, frame, now) else [(0, frame)]
        self._region = self.b.register_memory(MIB)

    def run(self, bins: int) -> Silent:
        until_ns = DEATH_NS + bins * BIN_NS
        for sender, _ in self.pairs:
            for _ in range(self.planes * until_ns // 80_000 + 2):  # a port takes 87 us for one
                sender.post_write(bytes(MIB), self._region.address, self._region.r_key, signalled=False)
        before = self._placed(DEATH_NS)
        for number in range(bins):
            after = self._placed(DEATH_NS + (number + 1) * BIN_NS)
            self.bins.append([new - old for new, old in zip(after, before, strict=True)])
            before = after
        return self

    def _placed(self, until_ns: int) -> list[int]:
        self.pipe.run(limit_ns=until_ns)
        return [receiver.counters.bytes_placed for _, receiver in self.pairs]

    def goodput(self, number: int, alive: float) -> float:
        """Of a bin, as a part of what ``alive`` planes carry."""
        return sum(self.bins[number]) * 8 / BIN_NS / (alive * PORT_GBPS)

    def least_share(self, number: int) -> float:
        """Of the queue pair with the least in a bin, as a part of its fair share."""
        return min(self.bins[number]) * len(self.pairs) / sum(self.bins[number])

    def check(self, alive: float, bins: Iterable[int]) -> None:
        """At least 90 % of what remains, in each of these bins, and no queue pair below half its share."""
        for number in bins:
            assert self.goodput(number, alive) >= 0.9, (number, [self.goodput(n, alive) for n in range(len(self.bins))])
            assert self.least_share(number) >= 0.5, (number, self.bins[number])

    def states(self) -> tuple[PlaneState, ...]:
        """Of the planes, as the sender has them."""
        return self.a.ports.plane_states(self.b.config.address)

    def sent_by(self, plane: int) -> int:
        """Data packets that left by a plane so far."""
        return sum(sender.counters.plane_packets[plane] for sender, _ in self.pairs)
