# SPDX-License-Identifier: Apache-2.0
"""Where the nodes of any network stand, so that those few hops apart are close: the same places each time.

Stress majorization (Gansner, Koren, North: Graph Drawing by Stress Majorization, 2004): each node moves to where the
others, by their distances in hops, want it; then the drawing is turned until it is widest across.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable, Mapping, Sequence

Point = tuple[float, float]
_WORK = 400_000
"""Pairs of nodes that are looked at, all rounds together: half a second."""
_ROUNDS = 3000
_STILL = 1e-5
"""A round that moves nobody further is the last."""


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
    return dict(zip(nodes, _turned(places), strict=True))


def _moved(index: int, distances: Sequence[int], places: Sequence[Point]) -> Point:
    """Where the others want a node: each at its distance, those that are near more than those that are far."""
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
    """Hops between any two nodes; between those that nothing joins one more than there are nodes."""
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


def _turned(places: Sequence[Point]) -> list[Point]:
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
