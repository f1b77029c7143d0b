# SPDX-License-Identifier: Apache-2.0
"""How much of its traffic a T0 should send up by each of its uplinks: weights for the groups that switches hash over.

Weighted-cost multipath (Zhou et al., "WCMP: Weighted Cost Multipathing for Improved Fairness in Data Centers", EuroSys
2014): a way's weight is what it carries, and what it carries is the lesser of its links, the one up from the T0 and the
one down to the T0 of the destination. So a destination may have weights of its own, if a link down to it is not as the
others.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from common.documents import Problem
from topologies.outages import Outages
from topologies.schema import TopologySpec

_LINK = re.compile(r"p([0-9]{1,4})-t0-([0-9]{1,6})(?::([0-9]{1,6}))?--p\1-t1-([0-9]{1,6})(?::([0-9]{1,6}))?", re.ASCII)
_T0 = re.compile(r"p([0-9]{1,4})-t0-([0-9]{1,6})", re.ASCII)
_T1 = re.compile(r"p([0-9]{1,4})-t1-([0-9]{1,6})", re.ASCII)


class UplinkKey(NamedTuple):
    """The link between a T0 and a T1 of a plane."""

    plane: int
    t0: int
    t1: int


@dataclass(frozen=True, slots=True)
class Weights:
    """Weights by T1 of what a T0 sends up: whole numbers without a common factor, 0 for a way that is not used.

    Attributes:
        others: to T0s that have no weights of their own.
        towards: to T0s that have, by index.
    """

    others: tuple[int, ...]
    towards: Mapping[int, tuple[int, ...]]


class Uplinks:
    """The links between T0s and T1s as a topology has them: their rates, and their weights beside them."""

    def __init__(self, spec: TopologySpec) -> None:
        """Of a spec whose names are good; names that are not are left out (`check_uplinks` complains of them)."""
        self._spec = spec
        self._rates = {key: rate for name, rate in spec.links.rates.items() if (key := uplink_key(spec, name))}
        self._links: dict[UplinkKey, int] = {}
        self._t1s: dict[tuple[int, int], int] = {}
        for name, weight in spec.wcmp.weights.items():
            if link := uplink_key(spec, name):
                self._links[link] = weight
            elif t1 := _t1_key(spec, name):
                self._t1s[t1] = weight
        self.odd = {(key.plane, key.t0) for key in (*self._rates, *self._links)}
        """Plane and index of T0s with a link that is not as the others."""

    @property
    def extra_bps(self) -> int:
        """By how much all links together differ from what they had if all were alike, in bits/s."""
        return sum(rate - self._spec.links.fabric.rate for rate in self._rates.values())

    def rate_bps(self, key: UplinkKey) -> int:
        """A link's rate in bits/s."""
        return self._rates.get(key, self._spec.links.fabric.rate)

    def gone(self, outages: Outages) -> frozenset[UplinkKey]:
        """The links that outages take."""
        keys = {key for name in outages.links if (key := uplink_key(self._spec, name))}
        for name in outages.switches:
            if t1 := _T1.fullmatch(name):
                keys |= {UplinkKey(int(t1[1]), t0, int(t1[2])) for t0 in range(self._spec.t0s_per_plane)}
            elif t0 := _T0.fullmatch(name):
                keys |= {UplinkKey(int(t0[1]), int(t0[2]), t1) for t1 in range(self._spec.t1s_per_plane)}
        return frozenset(keys)

    def weights(self, plane: int, t0: int, gone: frozenset[UplinkKey] = frozenset()) -> Weights:
        """The weights of one T0, without the links that are ``gone``."""
        t1s = range(self._spec.t1s_per_plane)
        nominal = self._spec.links.fabric.rate

        def carried(t1: int, other: int | None) -> int:
            up = UplinkKey(plane, t0, t1)
            down = UplinkKey(plane, other, t1) if other is not None else None
            if up in gone or down in gone:
                return 0
            least = min(self._carried(up), self._carried(down) if down is not None else nominal)
            return least * self._t1s.get((plane, t1), 1)

        others = reduced([carried(t1, None) for t1 in t1s])
        odd = {key.t0 for key in gone if key.plane == plane} | {index for at, index in self.odd if at == plane}
        towards = {other: reduced([carried(t1, other) for t1 in t1s]) for other in sorted(odd - {t0})}
        return Weights(others, {other: weights for other, weights in towards.items() if weights != others})

    def _carried(self, key: UplinkKey) -> int:
        return self.rate_bps(key) * self._links.get(key, 1)


def reduced(carried: Sequence[int]) -> tuple[int, ...]:
    """The same proportions in the smallest whole numbers."""
    divisor = math.gcd(*carried) or 1
    return tuple(value // divisor for value in carried)


def uplink_key(spec: TopologySpec, name: str) -> UplinkKey | None:
    """A link between a T0 and a T1 by its name, ``p0-t0-1--p0-t1-0`` with or without ports; None if it is none."""
    match = _LINK.fullmatch(name)
    if match is None:
        return None
    key = UplinkKey(int(match[1]), int(match[2]), int(match[4]))
    up, down = match[3], match[5]
    there = key.plane < spec.planes and key.t0 < spec.t0s_per_plane and key.t1 < spec.t1s_per_plane
    ports = (up is None or int(up) == spec.downlinks_per_t0 + key.t1) and (down is None or int(down) == key.t0)
    return key if there and ports else None


def _t1_key(spec: TopologySpec, name: str) -> tuple[int, int] | None:
    match = _T1.fullmatch(name)
    if match is None or int(match[1]) >= spec.planes or int(match[2]) >= spec.t1s_per_plane:
        return None
    return int(match[1]), int(match[2])


def check_uplinks(spec: TopologySpec) -> Iterator[Problem]:
    """Whether the rates and weights of links name links, and make groups that can be."""
    names = list(_names(spec))
    if names:
        yield from names
    elif spec.ecmp:
        yield from _groups(spec)
    elif spec.wcmp.weights:
        yield Problem(("wcmp", "weights"), "nothing is hashed over uplinks", "`ecmp: true` beside it, or no weights")


def _names(spec: TopologySpec) -> Iterator[Problem]:
    link = "a link between a T0 and a T1, such as p0-t0-0--p0-t1-0"
    for name in spec.links.rates:
        if uplink_key(spec, name) is None:
            yield Problem(("links", "rates", name), f"{name!r} is no link of this topology", link)
    for name in spec.wcmp.weights:
        if uplink_key(spec, name) is None and _t1_key(spec, name) is None:
            what = f"{name!r} is neither a T1 nor a link of this topology"
            yield Problem(("wcmp", "weights", name), what, f"a T1, such as p0-t1-0, or {link}")


def _groups(spec: TopologySpec) -> Iterator[Problem]:
    if spec.t0s_per_plane < 2:
        return  # nobody to send to
    uplinks, most = Uplinks(spec), spec.wcmp.group_size
    for plane in range(spec.planes):
        odd = {t0 for at, t0 in uplinks.odd if at == plane}
        ordinary = next((t0 for t0 in range(spec.t0s_per_plane) if t0 not in odd), None)
        for t0 in sorted(odd if ordinary is None else odd | {ordinary}):
            weights = uplinks.weights(plane, t0)
            for other, group in ((None, weights.others), *weights.towards.items()):
                where = f"p{plane}-t0-{t0}" + (f" towards p{plane}-t0-{other}" if other is not None else "")
                if not any(group):
                    zero = next(name for name, weight in spec.wcmp.weights.items() if not weight and _of(name, plane))
                    yield Problem(
                        ("wcmp", "weights", zero), f"{where} has no way up with a weight above 0", "a weight above 0"
                    )
                    return
                if sum(group) > most:
                    what = f"{where} needs a group of {sum(group)} members (weights {_listed(group)}), {most} are room"
                    yield Problem(_cause(spec), what, f"weights and rates in the ratio of whole numbers of sum {most}")
                    return


def _of(name: str, plane: int) -> bool:
    return name.startswith(f"p{plane}-")


def _listed(group: Sequence[int]) -> str:
    return ", ".join(map(str, group[:8])) + (", ..." if len(group) > 8 else "")


def _cause(spec: TopologySpec) -> tuple[str, ...]:
    if spec.wcmp.weights:
        return "wcmp", "weights"
    return ("links", "rates") if spec.links.rates else ("wcmp", "group_size")
