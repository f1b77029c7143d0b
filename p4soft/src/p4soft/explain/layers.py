# SPDX-License-Identifier: Apache-2.0
"""Lays out a parser: states in layers from the start state down, edges between them, loops drawn back up.

The usual steps of layered drawing: take out the edges that close loops; put each node one layer below its lowest
predecessor; bend long edges around the layers they pass (a slot in each); order every layer by where its neighbours
are; place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from p4soft.explain.boxes import CHARACTER, Box, Canvas
from p4soft.switch.program.controls import back_edges

ACROSS = 34.0
DOWN = 66.0
SLOT = 12.0  # width a passing edge takes in a layer
SWEEPS = 8

Edge = tuple[str, str]
Place = tuple[str, str, int]  # of a passing edge: (from, to, layer); of a node: (name, "", layer)


@dataclass(slots=True)
class Layout:
    """Where everything is: left and top of each place, and the size of the whole."""

    left: dict[Place, float] = field(default_factory=dict)
    top: list[float] = field(default_factory=list)
    width: float = 0.0
    height: float = 0.0


class LayeredGraph:
    """Boxes by name and labelled edges between them; `start` is on top."""

    def __init__(self, boxes: Mapping[str, Box], edges: Mapping[Edge, str], start: str) -> None:
        self._boxes = boxes
        self._labels = edges
        self._start = start
        following: dict[str, list[str]] = {}
        for before, after in edges:
            following.setdefault(before, []).append(after)
        self._back = set(back_edges((start, *following), lambda name: following.get(name, [])))
        self._layer = self._layers()
        self._chains = {e: self._chain(e) for e in edges if e not in self._back}
        self._rows = self._order()
        self._layout = self._place()
        self.width = self._layout.width + (30.0 + 14.0 * len(self._back) + self._loop_label() if self._back else 0.0)
        self.height = self._layout.height

    def draw(self, canvas: Canvas, x: float, y: float) -> None:
        """Draw with the upper left corner at (x, y)."""
        for name, box in self._boxes.items():
            left, top = self._corner(name)
            canvas.box(box, x + left, y + top)
        for edge, chain in self._chains.items():
            self._edge(canvas, edge, chain, x, y)
        for i, edge in enumerate(sorted(self._back)):
            self._loop(canvas, edge, i, x, y)

    def _loop_label(self) -> float:
        return max(len(self._labels[e]) for e in self._back) * CHARACTER

    def _corner(self, name: str) -> tuple[float, float]:
        layer = self._layer[name]
        return self._layout.left[(name, "", layer)], self._layout.top[layer]

    def _layers(self) -> dict[str, int]:
        layer = dict.fromkeys(self._boxes, 0)
        for name in _topological(self._boxes, [e for e in self._labels if e not in self._back]):
            for before, after in self._labels:
                if before == name and (before, after) not in self._back:
                    layer[after] = max(layer[after], layer[before] + 1)
        return layer

    def _chain(self, edge: Edge) -> list[Place]:
        first, last = self._layer[edge[0]], self._layer[edge[1]]
        passing: list[Place] = [(edge[0], edge[1], i) for i in range(first + 1, last)]
        return [(edge[0], "", first), *passing, (edge[1], "", last)]

    def _order(self) -> list[list[Place]]:
        rows: list[list[Place]] = [[] for _ in range(max(self._layer.values()) + 1)]
        for name, layer in self._layer.items():
            rows[layer].append((name, "", layer))
        above: dict[Place, list[Place]] = {}
        below: dict[Place, list[Place]] = {}
        for chain in self._chains.values():
            for place in chain[1:-1]:
                rows[place[2]].append(place)
            for upper, lower in pairwise(chain):
                below.setdefault(upper, []).append(lower)
                above.setdefault(lower, []).append(upper)
        for sweep in range(SWEEPS):
            down = sweep % 2 == 0
            for i in range(1, len(rows)) if down else range(len(rows) - 2, -1, -1):
                neighbours = above if down else below
                position = {p: k for k, p in enumerate(rows[i - 1 if down else i + 1])}
                own = {p: float(k) for k, p in enumerate(rows[i])}
                want = {p: _mean([position[q] for q in neighbours.get(p, [])], own[p]) for p in rows[i]}
                rows[i].sort(key=want.__getitem__)
        return rows

    def _size(self, place: Place) -> float:
        return SLOT if place[1] else self._boxes[place[0]].width

    def _place(self) -> Layout:
        layout = Layout()
        widths = [sum(self._size(p) for p in row) + ACROSS * (len(row) - 1) for row in self._rows]
        layout.width = max(widths)
        y = 0.0
        for row, width in zip(self._rows, widths, strict=True):
            x = (layout.width - width) / 2
            for place in row:
                layout.left[place] = x
                x += self._size(place) + ACROSS
            layout.top.append(y)
            y += max((self._boxes[p[0]].height for p in row if not p[1]), default=0.0) + DOWN
        layout.height = y - DOWN
        return layout

    def _ports(self, node: str, chains: Sequence[Edge], at: int) -> list[Edge]:
        """The edges at one side of a node (`at` 0: leaving, -1: arriving), ordered by where they go."""

        def where(edge: Edge) -> float:
            chain = self._chains[edge]
            other = chain[1] if at == 0 else chain[-2]
            return self._layout.left[other] + self._size(other) / 2

        return sorted((e for e in chains if e[at] == node), key=where)

    def _end(self, edge: Edge, at: int) -> tuple[float, float]:
        node = edge[at]
        ports = self._ports(node, list(self._chains), at)
        left, top = self._corner(node)
        box = self._boxes[node]
        x = left + box.width * (ports.index(edge) + 1) / (len(ports) + 1)
        return x, top + (box.height if at == 0 else 0.0)

    def _edge(self, canvas: Canvas, edge: Edge, chain: list[Place], x: float, y: float) -> None:
        points = [self._end(edge, 0)]
        for place in chain[1:-1]:
            middle = self._layout.left[place] + SLOT / 2
            top = self._layout.top[place[2]]
            points += [(middle, top), (middle, self._layout.top[place[2] + 1] - DOWN)]
        points.append(self._end(edge, -1))
        path = f"M{x + points[0][0]:g} {y + points[0][1]:g}"
        for i, ((x1, y1), (x2, y2)) in enumerate(pairwise(points)):
            if i % 2:
                path += f"L{x + x2:g} {y + y2:g}"
            else:
                middle = (y1 + y2) / 2
                path += f"C{x + x1:g} {y + middle:g} {x + x2:g} {y + middle:g} {x + x2:g} {y + y2:g}"
        canvas.edge(path, arrow=True)
        ports = self._ports(edge[0], list(self._chains), 0)
        drop = 14.0 + 13.0 * (ports.index(edge) % 3)
        canvas.text(self._labels[edge], x + points[0][0] + 4, y + points[0][1] + drop, "label")

    def _loop(self, canvas: Canvas, edge: Edge, number: int, x: float, y: float) -> None:
        (left1, top1), (left2, top2) = self._corner(edge[0]), self._corner(edge[1])
        box1, box2 = self._boxes[edge[0]], self._boxes[edge[1]]
        start, end = (left1 + box1.width, top1 + box1.height / 2), (left2 + box2.width, top2 + box2.height / 2)
        side = self._layout.width + 24 + 14 * number
        points = [start, (side, start[1]), (side, end[1]), end]
        canvas.line([(x + a, y + b) for a, b in points], arrow=True)
        canvas.text(self._labels[edge], x + side + 4, y + (start[1] + end[1]) / 2, "label")


def _mean(values: Sequence[int], otherwise: float) -> float:
    return sum(values) / len(values) if values else otherwise


def _topological(names: Mapping[str, Box], edges: Sequence[Edge]) -> list[str]:
    waiting = dict.fromkeys(names, 0)
    for _, after in edges:
        waiting[after] += 1
    ready = [name for name, count in waiting.items() if count == 0]
    order: list[str] = []
    while ready:
        name = ready.pop()
        order.append(name)
        for before, after in edges:
            if before == name:
                waiting[after] -= 1
                if waiting[after] == 0:
                    ready.append(after)
    return order
