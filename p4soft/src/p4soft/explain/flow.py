# SPDX-License-Identifier: Apache-2.0
"""Lays out a control: a spine runs down on the left; what only happens sometimes hangs to the right of its test.

Each part is measured first (`Part.width`, `Part.height`) and drawn later at a place its parent chooses. Every part is
entered at the top and left at the bottom of its spine, SPINE pixels from its left edge.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from typing_extensions import override

from p4soft.explain.blocks import Applied, Choice, Item, Statements
from p4soft.explain.boxes import LINE, PADDING, Box, Canvas, Line
from p4soft.explain.cards import note_box, statements_box, table_box, test_box
from p4soft.explain.describe import Describer

SPINE = 22.0
GAP = 20.0  # between parts on a spine
REACH = 44.0  # from a test to what hangs on it
RAIL = 14.0  # from the widest body to the line that leads back to the spine


class Part(ABC):
    """Something that has a place in the drawing; sizes are in pixels."""

    width: float
    height: float

    @abstractmethod
    def draw(self, canvas: Canvas, x: float, y: float) -> None:
        """Draw with the upper left corner at (x, y)."""


class Single(Part):
    """A drawing of nothing but one box."""

    def __init__(self, box: Box) -> None:
        self._box = box
        self.width, self.height = box.width, box.height

    @override
    def draw(self, canvas: Canvas, x: float, y: float) -> None:
        canvas.box(self._box, x, y)


class Column(Part):
    """Parts one after the other on a spine."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self._parts = parts
        self.width = max((p.width for p in parts), default=0.0)
        self.height = sum(p.height for p in parts) + GAP * max(0, len(parts) - 1)

    @override
    def draw(self, canvas: Canvas, x: float, y: float) -> None:
        for i, part in enumerate(self._parts):
            part.draw(canvas, x, y)
            y += part.height
            if i < len(self._parts) - 1:
                canvas.line([(x + SPINE, y), (x + SPINE, y + GAP)], arrow=True)
                y += GAP


class Ladder(Part):
    """Tests one below the other, each with a body to its right; all ways meet again at the bottom.

    Args:
        rungs: (test, label of the edge to the body, body) triples; a body may be empty.
        otherwise: what happens when no test holds.
    """

    def __init__(self, rungs: Sequence[tuple[Box, str, Column]], otherwise: Column, no: str) -> None:
        self._rungs = rungs
        self._otherwise = otherwise
        self._no = no
        self._reach = max(test.width for test, _, _ in rungs) + REACH
        self._rail = max(self._reach + max(body.width for _, _, body in rungs), otherwise.width) + RAIL
        self.width = self._rail + 4
        self._heights = [max(test.height, body.height) + GAP for test, _, body in rungs]
        last = otherwise.height + GAP if otherwise.height else 0.0
        self.height = sum(self._heights) + last + GAP / 2

    @override
    def draw(self, canvas: Canvas, x: float, y: float) -> None:
        bottom, rail = y + self.height, x + self._rail
        top: float | None = None
        for i, ((test, yes, body), height) in enumerate(zip(self._rungs, self._heights, strict=True)):
            canvas.box(test, x, y)
            at = y + (PADDING + LINE) / 2
            end = y + height - GAP / 2
            if body.height:
                body.draw(canvas, x + self._reach, y)
                canvas.line([(x + test.width, at), (x + self._reach, at)], arrow=True)
                spine = x + self._reach + SPINE
                canvas.line([(spine, y + body.height), (spine, end), (rail, end), (rail, end + GAP / 2)])
            else:
                canvas.line([(x + test.width, at), (rail, at), (rail, at + GAP / 2)])
                end = at
            canvas.text(yes, x + test.width + 6, at - 4, "label")
            top = end if top is None else top
            following = y + height
            last = i == len(self._rungs) - 1
            stop = bottom if last and not self._otherwise.height else following
            canvas.line([(x + SPINE, y + test.height), (x + SPINE, stop)], arrow=stop != bottom)
            canvas.text(self._no, x + SPINE + 6, y + test.height + 13, "label")
            y = following
        if self._otherwise.height:
            self._otherwise.draw(canvas, x, y)
            canvas.line([(x + SPINE, y + self._otherwise.height), (x + SPINE, bottom)])
        if top is not None:
            canvas.line([(rail, top + GAP / 4), (rail, bottom), (x + SPINE, bottom)])


def lay_out(describer: Describer, items: Sequence[Item]) -> Column:
    """The parts of one control."""
    parts: list[Part] = []
    for item in items:
        match item:
            case Statements():
                parts.append(Single(statements_box(item.items)))
            case Choice():
                rungs = [(test_box(a.text, a.source), "true", lay_out(describer, a.items)) for a in item.arms]
                parts.append(Ladder(rungs, lay_out(describer, item.otherwise), "false"))
            case Applied():
                parts.append(Single(table_box(describer, item.table)))
                branches = [(what, lay_out(describer, following)) for what, following in item.branches if following]
                if branches:
                    pills = [(Box("test", (Line(f"after {what}"),)), "yes", body) for what, body in branches]
                    parts.append(Ladder(pills, Column(()), "no"))
            case _:
                parts.append(Single(note_box(f"goes on at {item.target}, shown elsewhere")))
    return Column(parts)
