# SPDX-License-Identifier: Apache-2.0
"""Where the nodes of a fabric stand in its drawing, and what the page must know of them once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from fabric.live.messages import Message
from labs.requests import State
from topologies import Fabric, Switch

_NIC_ROW, _T0_ROW, _T1_ROW = 0, 1, 2
"""Rows from the NICs, which stand in the middle; those of a sheet's second plane are below them, negative."""
_PLANES_A_SHEET = 2


class Place(Message):
    """A node in a sheet.

    Attributes:
        name: of the node.
        tier: t1, t0 or nic; of a network of one's own switch or host.
        plane: of a switch; None for a NIC.
        x: 0 to 1 from the left.
        row: 0 for NICs, 1 for T0s above and -1 for those below, 2 and -2 for T1s; anything in a network of one's own.
    """

    name: str
    tier: str
    plane: int | None
    x: float
    row: float


class Cable(Message):
    """A link: its name, both ends as node and port, bits per second, and the most bytes that wait before each end.

    Attributes:
        limits: of the data queue at `a`, and at `b`; None where a NIC sends.
    """

    name: str
    a: tuple[str, int]
    b: tuple[str, int]
    rate_bps: int
    limits: tuple[int | None, int | None]


class Sheet(Message):
    """One or two planes, the second below the NICs."""

    planes: list[int]
    places: list[Place]
    cables: list[Cable]


class Described(Message):
    """A lab, as far as it does not change while it is up.

    Attributes:
        kind: a fabric, whose NICs write by paths, or somebody's own network, whose hosts do what they like.
        name, fabric, target, factor: as `labs.requests.State` has them.
        delays: whether cables have their delay.
        nics: names of NICs or hosts, in order.
        t0s: of each NIC, the T0 that it hangs on in each plane.
        t1s: of each plane, names; empty where T0s have no T1s.
        planes: how many.
        period_ms: between two moments, real.
        kept: moments that can be scrolled back to.
        sheets: the drawing.
    """

    kind: Literal["fabric", "own"] = "fabric"
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
    """What the page draws of a lab, and writes above it."""
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


def _places(fabric: Fabric, switches: Sequence[Switch], above: int) -> Iterator[Place]:
    for switch in switches:
        row, count = (_T1_ROW, fabric.t1s) if switch.tier == "t1" else (_T0_ROW, fabric.t0s)
        yield Place(
            name=switch.name,
            tier=switch.tier,
            plane=switch.plane,
            x=(switch.index + 0.5) / count,
            row=row if switch.plane == above else -row,
        )
    for nic in fabric.all_nics():
        yield Place(name=nic.name, tier="nic", plane=None, x=_below(fabric, nic.t0, nic.downlink), row=_NIC_ROW)


def _below(fabric: Fabric, t0: int, downlink: int) -> float:
    """NICs stand below their T0, as far as there are such."""
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
