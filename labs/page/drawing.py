# SPDX-License-Identifier: Apache-2.0
"""The part of a lab that does not change: its nodes with their places in the drawing, and its links.

A fabric is drawn in sheets of one or two planes, around its NICs. In any other network, nodes few hops apart stand
close together, at the same places each time. This is stress majorization (Gansner, Koren, North: Graph Drawing by
Stress Majorization, 2004): each node moves to the mean of the places that the others give it, by their distances in
hops. Then the drawing is rotated until it is widest across.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal

from fabric.live.messages import Message
from labs.control_socket import CustomState, State
from topologies import Fabric, Switch

# --- An MRC fabric ---------------------------------------------------------------------------------------------------


_NIC_ROW, _T0_ROW, _T1_ROW = 0, 1, 2
"""Rows from the NICs, which stand in the middle; those of a sheet's second plane are below them, negative."""
_PLANES_A_SHEET = 2


class NodePlace(Message, frozen=True):
    """A node in a sheet.

    Attributes:
        name: of the node.
        tier: t1, t0 or nic; in a custom network switch or host.
        plane: of a switch; None for a NIC.
        x: 0 to 1 from the left.
        row: 0 for NICs, 1 for T0s above and -1 for those below, 2 and -2 for T1s; any number in a custom network.
    """

    name: str
    tier: str
    plane: int | None
    x: float
    row: float


class Cable(Message, frozen=True):
    """A link: its name, both ends as node and port, bits per second, and the most bytes that wait before each end.

    Attributes:
        limits: of the data queue at `a`, and at `b`; None where a NIC sends.
    """

    name: str
    a: tuple[str, int]
    b: tuple[str, int]
    rate_bps: int
    limits: tuple[int | None, int | None]


class Sheet(Message, frozen=True):
    """One or two planes, the second below the NICs."""

    planes: list[int]
    places: list[NodePlace]
    cables: list[Cable]


class Described(Message, frozen=True, kw_only=True):
    """A lab, as far as it does not change while it is up.

    Attributes:
        kind: an MRC fabric with NICs, or a custom network with hosts.
        name, fabric, target, factor: as `labs.control_socket.State` has them.
        delays: whether cables have their delay.
        nics: names of NICs or hosts, in order.
        t0s: of each NIC, the T0 that it hangs on in each plane.
        t1s: of each plane, names; empty where T0s have no T1s.
        planes: how many.
        period_ms: between two moments, real.
        kept: moments that can be scrolled back to.
        sheets: the drawing.
    """

    kind: Literal["fabric", "custom"] = "fabric"
    name: str
    fabric: str
    target: str
    factor: int
    delays: bool
    nics: list[str]
    t0s: dict[str, list[str]]
    t1s: list[list[str]]
    planes: int
    period_ms: int
    kept: int
    sheets: list[Sheet]


def described(fabric: Fabric, state: State, *, period_ms: int, kept: int) -> Described:
    return Described(
        name=state.name,
        fabric=state.fabric,
        target=state.target,
        factor=state.factor,
        delays=state.delays,
        nics=[nic.name for nic in fabric.all_nics()],
        t0s={nic.name: [fabric.t0(plane, nic.t0).name for plane in range(fabric.planes)] for nic in fabric.all_nics()},
        t1s=[[fabric.t1(plane, each).name for each in range(fabric.t1s)] for plane in range(fabric.planes)],
        planes=fabric.planes,
        period_ms=period_ms,
        kept=kept,
        sheets=list(sheets(fabric)),
    )


def sheets(fabric: Fabric) -> Iterator[Sheet]:
    """The drawing of a fabric: two planes each, around the NICs."""
    for first in range(0, fabric.planes, _PLANES_A_SHEET):
        planes = range(first, min(first + _PLANES_A_SHEET, fabric.planes))
        switches = [switch for switch in fabric.switches() if switch.plane in planes]
        names = {switch.name for switch in switches}
        yield Sheet(
            planes=list(planes),
            places=list(_places(fabric, switches, first)),
            cables=[
                Cable(name=link.name, a=link.a, b=link.b, rate_bps=link.rate_bps, limits=_limits(fabric, link.role))
                for link in fabric.links()
                if link.b[0] in names
            ],
        )


def _places(fabric: Fabric, switches: Sequence[Switch], above: int) -> Iterator[NodePlace]:
    for switch in switches:
        row, count = (_T1_ROW, fabric.t1s) if switch.tier == "t1" else (_T0_ROW, fabric.t0s)
        yield NodePlace(
            name=switch.name,
            tier=switch.tier,
            plane=switch.plane,
            x=(switch.index + 0.5) / count,
            row=row if switch.plane == above else -row,
        )
    for nic in fabric.all_nics():
        yield NodePlace(name=nic.name, tier="nic", plane=None, x=_below(fabric, nic.t0, nic.downlink), row=_NIC_ROW)


def _below(fabric: Fabric, t0: int, downlink: int) -> float:
    """The x of a NIC: the NICs of a T0 stand below it, next to each other."""
    there = [nic.downlink for nic in fabric.all_nics() if nic.t0 == t0]
    return (t0 + (there.index(downlink) + 0.5) / len(there)) / fabric.t0s


def _limits(fabric: Fabric, role: str) -> tuple[int | None, int | None]:
    qos = fabric.qos
    queue = qos.tc_to_queue.get(qos.roles["TRIMMABLE"].tc, 0)
    spec = qos.queues.get(queue)
    if spec is None:
        return None, None
    admission = spec.host if role == "host" else spec.fabric
    limit = admission.limit.resolve(fabric.bdp_bytes)
    return (None if role == "host" else limit), limit


# --- Any network -----------------------------------------------------------------------------------------------------


Point = tuple[float, float]
_WORK = 400_000
"""Pairs of nodes that are looked at, all rounds together: half a second."""
_ROUNDS = 3000
_STILL = 1e-5
"""A round in which no node moves further is the last."""


def layout(nodes: Sequence[str], links: Iterable[tuple[str, str]]) -> dict[str, Point]:
    """A place for each node, about one apart from its neighbours; x grows to the right, y upwards.

    Args:
        nodes: their names, in the order that decides when nothing else does.
        links: pairs of names.
    """
    if not nodes:
        return {}
    hops = _hops(nodes, links)
    around = 2 * math.pi / len(nodes)
    places = [(math.cos(around * index), math.sin(around * index)) for index in range(len(nodes))]
    for _ in range(min(_ROUNDS, _WORK // len(nodes) ** 2 + 1)):
        furthest = 0.0
        for index, distances in enumerate(hops):
            before, places[index] = places[index], _moved(index, distances, places)
            furthest = max(furthest, math.dist(before, places[index]))
        if furthest < _STILL:
            break
    return dict(zip(nodes, _rotated(places), strict=True))


def _moved(index: int, distances: Sequence[int], places: Sequence[Point]) -> Point:
    """The mean of the places that the others give a node: each at its distance in hops, near ones with more weight."""
    x, y = places[index]
    weights = across = up = 0.0
    for other, (distance, (there_x, there_y)) in enumerate(zip(distances, places, strict=True)):
        if other == index:
            continue
        weight = 1 / distance**2
        away = math.hypot(x - there_x, y - there_y) or 1e-9
        weights += weight
        across += weight * (there_x + distance * (x - there_x) / away)
        up += weight * (there_y + distance * (y - there_y) / away)
    return (across / weights, up / weights) if weights else (x, y)


def _hops(nodes: Sequence[str], links: Iterable[tuple[str, str]]) -> list[list[int]]:
    """Hops between any two nodes; without a path, one more than there are nodes."""
    near: Mapping[str, list[str]] = {name: [] for name in nodes}
    for one, other in links:
        near[one].append(other)
        near[other].append(one)
    found = []
    for start in nodes:
        hops, waiting = {start: 0}, deque([start])
        while waiting:
            name = waiting.popleft()
            for other in near[name]:
                if other not in hops:
                    hops[other] = hops[name] + 1
                    waiting.append(other)
        found.append([hops.get(name, len(nodes) + 1) for name in nodes])
    return found


def _rotated(places: Sequence[Point]) -> list[Point]:
    """Around their middle, widest across, the first one to the left and not below."""
    middle_x, middle_y = (sum(each) / len(places) for each in zip(*places, strict=True))
    moved = [(x - middle_x, y - middle_y) for x, y in places]
    spread_x, spread_y = sum(x * x for x, _ in moved), sum(y * y for _, y in moved)
    angle = math.atan2(2 * sum(x * y for x, y in moved), spread_x - spread_y) / 2
    cosine, sine = math.cos(angle), math.sin(angle)
    turned = [(x * cosine + y * sine, y * cosine - x * sine) for x, y in moved]
    left = -1.0 if turned[0][0] > 0 else 1.0
    upper = -1.0 if turned[0][1] * left < 0 else 1.0
    return [(round(x * left, 6), round(y * left * upper, 6)) for x, y in turned]


# --- A custom network ------------------------------------------------------------------------------------------------


_MARGIN = 0.12
"""Of the width, at both sides: half a node."""
_APART = 1.25
"""Rows between two nodes that are neighbours."""


def described_custom(state: CustomState, *, period_ms: int, kept: int) -> Described:
    return Described(
        kind="custom",
        name=state.name,
        fabric=state.fabric,
        target=state.target,
        factor=state.factor,
        delays=state.delays,
        nics=list(state.hosts),
        t0s={},
        t1s=[],
        planes=0,
        period_ms=period_ms,
        kept=kept,
        sheets=[_sheet(state)],
    )


def _sheet(state: CustomState) -> Sheet:
    switches = [switch.name for switch in state.switches]
    places = layout([*state.hosts, *switches], [(link.a[0], link.b[0]) for link in state.links.values()])
    xs = [x for x, _ in places.values()]
    left, wide = min(xs), max(max(xs) - min(xs), 1e-9)
    return Sheet(
        planes=[],
        places=[
            NodePlace(
                name=name,
                tier="host" if name in state.hosts else "switch",
                plane=None,
                x=round(_MARGIN + (1 - 2 * _MARGIN) * (x - left) / wide, 4) if len(places) > 1 else 0.5,
                row=round(y * _APART, 3),
            )
            for name, (x, y) in places.items()
        ],
        cables=[
            Cable(name=name, a=link.a, b=link.b, rate_bps=link.rate_bps, limits=(None, None))
            for name, link in state.links.items()
        ],
    )
