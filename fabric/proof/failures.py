# SPDX-License-Identifier: Apache-2.0
"""What a fabric whose tables are proved loses when links, T0s, T1s or NIC ports fail: every combination, by class.

In a proved fabric a path lives if and only if its links, switches and NIC ports do. Two combinations of failures that
differ only in which plane, T0, T1 or NIC it is take the same from the fabric. So they are counted as one class: the
classes of all combinations of k failures are made by extending those of k - 1, and each is worked out once, exactly.
T0s with different numbers of NICs are not alike and are kept apart.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Literal, NamedTuple

from msgspec import Struct

from fabric.proof.properties import nics_of
from topologies import Fabric

Kind = Literal["link", "T0", "T1", "NIC port"]
MOST = 4
"""Failures at a time: the classes of more take long to count."""


class Failure(NamedTuple):
    """Something that fails, by labels that mean "this plane", "that T0": equal labels are the same one.

    Attributes:
        plane: of it.
        t0: of a link, a T0 or a NIC; -1 for a T1.
        t1: of a link or a T1, counted in its plane; else -1.
        nic: downlink of a NIC, counted on its T0; else -1.
        nics: how many NICs the T0 has; -1 for a T1.
    """

    kind: Kind
    plane: int
    t0: int = -1
    t1: int = -1
    nic: int = -1
    nics: int = -1


Combination = tuple[Failure, ...]


class Effect(Struct, frozen=True):
    """What one class of combinations takes.

    Attributes:
        combinations: how many of them there are in the fabric.
        example: one of them, with the numbers of real nodes.
        pairs: of NICs that lose a path, of all unordered pairs.
        worst: paths that the pair loses that loses most, and how many it had.
        cut_off: pairs that have no path left.
        uneven: NICs of which some planes carry fewer paths than others, to any NIC.
        planes: planes that lose a path.
    """

    combinations: int
    example: Combination
    pairs: int
    worst: tuple[int, int]
    cut_off: int
    uneven: int
    planes: int

    @property
    def order(self) -> tuple[float, ...]:
        """Sorts the worst first: cut-off pairs, then the share that a pair loses."""
        lost, had = self.worst
        return -self.cut_off, -lost / had if had else 0, -self.pairs, self.combinations


class Failures:
    """Counts the failures of one fabric."""

    def __init__(self, fabric: Fabric) -> None:
        self.fabric = fabric
        self._t0s = Counter(nics_of(fabric, t0) for t0 in range(fabric.t0s))

    def effects(self, failures: int) -> list[Effect]:
        """Every class of ``failures`` failures at a time, worst first."""
        found = [self._effect(each, count) for each, count in self.classes(failures)]
        return sorted(found, key=lambda effect: effect.order)

    # -- classes -------------------------------------------------------------------------------------------------------

    def classes(self, failures: int) -> Iterator[tuple[Combination, int]]:
        """One combination of each class, and how many combinations are in it."""
        known: dict[Combination, set[Combination]] = {(): {()}}
        for _ in range(failures):
            grown: dict[Combination, set[Combination]] = {}
            for combination in known:
                for one in self._next(combination):
                    orders = {_relabelled(order) for order in itertools.permutations((*combination, one))}
                    grown.setdefault(min(orders), orders)
            known = grown
        for combination, orders in known.items():
            count = self._assignments(combination) * len(orders) // math.factorial(failures)
            if count:
                yield combination, count

    def _next(self, combination: Combination) -> Iterator[Failure]:
        """Everything that may fail beside a combination: what has a label in it, or is new."""
        planes = {each.plane for each in combination}
        t0s = {each.t0: each.nics for each in combination if each.t0 >= 0}
        for plane in (*planes, len(planes)):
            t1s = {each.t1 for each in combination if each.plane == plane and each.t1 >= 0}
            t1_labels = (*t1s, len(t1s))
            yield from (one for t1 in t1_labels if (one := Failure("T1", plane, t1=t1)) not in combination)
            for t0, nics in (*t0s.items(), *((len(t0s), nics) for nics in self._t0s)):
                attached = {each.nic for each in combination if each.t0 == t0 and each.nic >= 0}
                ones = [Failure("T0", plane, t0, nics=nics)]
                ones += [Failure("link", plane, t0, t1, nics=nics) for t1 in t1_labels]
                ones += [Failure("NIC port", plane, t0, nic=nic, nics=nics) for nic in (*attached, len(attached))]
                yield from (one for one in ones if one not in combination)

    def _assignments(self, combination: Combination) -> int:
        """In how many ways the labels can stand for real nodes."""
        fabric = self.fabric
        ways = math.perm(fabric.planes, len({each.plane for each in combination}))
        t0s = {each.t0: each.nics for each in combination if each.t0 >= 0}
        for nics, labels in Counter(t0s.values()).items():
            ways *= math.perm(self._t0s[nics], labels)
        for plane in {each.plane for each in combination}:
            t1s = {each.t1 for each in combination if each.plane == plane and each.t1 >= 0}
            ways *= math.perm(fabric.t1s, len(t1s))
        for t0, nics in t0s.items():
            ways *= math.perm(nics, len({each.nic for each in combination if each.t0 == t0 and each.nic >= 0}))
        return ways

    # -- effects -------------------------------------------------------------------------------------------------------

    def _effect(self, combination: Combination, count: int) -> Effect:
        example = self._example(combination)
        damage = Damage(self.fabric, example)
        return Effect(count, example, damage.pairs, damage.worst, damage.cut_off, damage.uneven, len(damage.hit_planes))

    def _example(self, combination: Combination) -> Combination:
        """The labels as the lowest numbers of T0s with as many NICs."""
        number_of: dict[int, int] = {}
        for each in combination:
            if each.t0 >= 0 and each.t0 not in number_of:
                taken = set(number_of.values())
                candidates = (t0 for t0 in range(self.fabric.t0s) if nics_of(self.fabric, t0) == each.nics)
                number_of[each.t0] = next(t0 for t0 in candidates if t0 not in taken)
        return tuple(each._replace(t0=number_of.get(each.t0, -1)) for each in combination)


def _relabelled(combination: Sequence[Failure]) -> Combination:
    """Labels in the order in which they first appear."""
    planes: dict[int, int] = {}
    t0s: dict[int, int] = {}
    t1s: dict[tuple[int, int], int] = {}
    nics: dict[tuple[int, int], int] = {}
    made = []
    for each in combination:
        plane = planes.setdefault(each.plane, len(planes))
        t0 = t0s.setdefault(each.t0, len(t0s)) if each.t0 >= 0 else -1
        t1 = nic = -1
        if each.t1 >= 0:
            of_plane = sum(1 for known, _ in t1s if known == each.plane)
            t1 = t1s.setdefault((each.plane, each.t1), of_plane)
        if each.nic >= 0:
            of_t0 = sum(1 for known, _ in nics if known == each.t0)
            nic = nics.setdefault((each.t0, each.nic), of_t0)
        made.append(Failure(each.kind, plane, t0, t1, nic, each.nics))
    return tuple(made)


class _Group(NamedTuple):
    """NICs that are alike: on T0s that are, ``t0s`` of them with ``nics`` each; numbers of one of them."""

    t0: int
    nic: int
    t0s: int
    nics: int


class Damage:
    """What a combination of failures of real nodes takes from each pair of NICs."""

    def __init__(self, fabric: Fabric, combination: Combination) -> None:
        self._fabric = fabric
        self._dead_t0 = {(each.plane, each.t0) for each in combination if each.kind == "T0"}
        self._dead_t1: dict[int, set[int]] = {}
        self._dead_up: dict[tuple[int, int], set[int]] = {}
        self._dead_port = {(each.plane, each.t0, each.nic) for each in combination if each.kind == "NIC port"}
        for each in combination:
            if each.kind == "T1":
                self._dead_t1.setdefault(each.plane, set()).add(each.t1)
            elif each.kind == "link":
                self._dead_up.setdefault((each.plane, each.t0), set()).add(each.t1)
        self._hit = sorted({each.plane for each in combination})
        self._named = {each.t0: {one.nic for one in combination if one.t0 == each.t0 and one.nic >= 0}
                       for each in combination if each.t0 >= 0}  # fmt: skip
        self.pairs = self.cut_off = 0
        self.worst = (0, 1)
        self.hit_planes: set[int] = set()
        self._count()

    @cached_property
    def _groups(self) -> list[_Group]:
        """All NICs that there are, in groups of alike ones."""
        fabric = self._fabric
        groups = []
        for t0, named in self._named.items():
            nics = nics_of(fabric, t0)
            groups += [_Group(t0, nic, 1, 1) for nic in named]
            if nics > len(named):
                groups.append(_Group(t0, next(nic for nic in range(nics) if nic not in named), 1, nics - len(named)))
        others: dict[int, list[int]] = {}
        for t0 in range(fabric.t0s):
            if t0 not in self._named:
                others.setdefault(nics_of(fabric, t0), []).append(t0)
        groups += [_Group(t0s[0], 0, len(t0s), nics) for nics, t0s in others.items() if nics]
        return groups

    def left(self, one: tuple[int, int], two: tuple[int, int], plane: int) -> int:
        """Paths that two NICs, each T0 and downlink, have left on a plane."""
        ends = (one, two)
        if any((plane, t0) in self._dead_t0 or (plane, t0, nic) in self._dead_port for t0, nic in ends):
            return 0
        gone = self._dead_t1.get(plane, set()).union(*(self._dead_up.get((plane, t0), ()) for t0, _ in ends))
        return self._fabric.t1s - len(gone) + (one[0] == two[0])

    def _count(self) -> None:
        uneven: set[int] = set()
        for (at, one), (beside, two) in itertools.combinations_with_replacement(enumerate(self._groups), 2):
            for pairs, far in self._pairs(one, two, same=at == beside):
                if not pairs:
                    continue
                end = (two.t0, two.nic) if not far else (-2, 0)
                if at == beside and not far:
                    end = (one.t0, -3)
                had = self._fabric.t1s + (one.t0 == end[0])
                lost = {plane: had - self.left((one.t0, one.nic), end, plane) for plane in self._hit}
                total = sum(lost.values())
                if not total:
                    continue
                self.pairs += pairs
                self.hit_planes |= {plane for plane, count in lost.items() if count}
                self.worst = max(
                    self.worst, (total, had * self._fabric.planes), key=lambda each: (each[0] / each[1], each[0])
                )
                self.cut_off += pairs if total == had * self._fabric.planes else 0
                if len(set(lost.values())) > 1 or len(lost) < self._fabric.planes:
                    uneven |= {at, beside}
        self.uneven = sum(self._groups[at].t0s * self._groups[at].nics for at in uneven)

    def _pairs(self, one: _Group, two: _Group, *, same: bool) -> Iterator[tuple[int, bool]]:
        """How many pairs two groups make, and whether they are on two T0s that are both like the first."""
        if not same:
            yield one.t0s * one.nics * two.t0s * two.nics, False
            return
        yield one.t0s * math.comb(one.nics, 2), False
        yield math.comb(one.t0s, 2) * one.nics**2, True


def text(fabric: Fabric, failure: Failure) -> str:
    """A failure by the names of the topology."""
    plane = failure.plane
    if failure.kind == "T1":
        return f"p{plane}-t1-{failure.t1}"
    if failure.kind == "T0":
        return f"p{plane}-t0-{failure.t0}"
    if failure.kind == "link":
        return fabric.fabric_link(plane, failure.t0, failure.t1).name
    return f"{fabric.nic_name(failure.t0 * fabric.downlinks + failure.nic)}:{plane}"
