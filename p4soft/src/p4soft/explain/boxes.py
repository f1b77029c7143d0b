# SPDX-License-Identifier: Apache-2.0
"""Boxes with lines of text, and the canvas they are drawn on. All lengths are pixels (SVG user units)."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape

CHARACTER = 7.0  # advance of the monospaced font at 11.5 px, rounded up
LINE = 17.0
PADDING = 10.0
MAX_CHARACTERS = 62


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a box: `style` is a class of the style sheet (name, key, dim, code or rule)."""

    text: str
    style: str = "code"


@dataclass(frozen=True, slots=True)
class Box:
    """A box: `style` is a class of the style sheet, `tip` what a pointer held over it shows."""

    style: str
    lines: tuple[Line, ...]
    tip: str = ""

    @property
    def width(self) -> float:
        """Width in pixels."""
        longest = max((len(cut(line.text)) for line in self.lines), default=0)
        return 2 * PADDING + longest * CHARACTER

    @property
    def height(self) -> float:
        """Height in pixels."""
        return PADDING + len(self.lines) * LINE


def cut(text: str) -> str:
    """`text`, shortened to what fits a box."""
    return text if len(text) <= MAX_CHARACTERS else f"{text[: MAX_CHARACTERS - 1]}…"


def wrap(text: str, width: int = MAX_CHARACTERS) -> list[str]:
    """`text` in lines of at most `width` characters, broken at blanks where there are any."""
    lines = textwrap.wrap(text, width, subsequent_indent="  ", break_on_hyphens=False)
    return lines or [""]


@dataclass(slots=True)
class Canvas:
    """Collects SVG elements: edges below, boxes above."""

    edges: list[str] = field(default_factory=list)
    shapes: list[str] = field(default_factory=list)

    def box(self, box: Box, x: float, y: float) -> None:
        """Draw a box with its upper left corner at (x, y)."""
        parts = [f'<g class="box {box.style}" transform="translate({x:g} {y:g})">']
        if box.tip:
            parts.append(f"<title>{escape(box.tip)}</title>")
        parts.append(f'<rect width="{box.width:g}" height="{box.height:g}" rx="6"/>')
        for i, line in enumerate(box.lines):
            base = PADDING / 2 + i * LINE + 12
            parts.append(f'<text class="{line.style}" x="{PADDING:g}" y="{base:g}">{escape(cut(line.text))}</text>')
        self.shapes.append("".join([*parts, "</g>"]))

    def text(self, text: str, x: float, y: float, style: str) -> None:
        """Text that starts at (x, y), its base line."""
        self.shapes.append(f'<text class="{style}" x="{x:g}" y="{y:g}">{escape(text)}</text>')

    def line(self, points: Sequence[tuple[float, float]], *, arrow: bool = False) -> None:
        """Straight pieces from point to point, with rounded corners."""
        path = f"M{points[0][0]:g} {points[0][1]:g}"
        for before, (x, y), after in zip(points, points[1:-1], points[2:], strict=False):
            start, end = _towards((x, y), before), _towards((x, y), after)
            path += f"L{start[0]:g} {start[1]:g}Q{x:g} {y:g} {end[0]:g} {end[1]:g}"
        path += f"L{points[-1][0]:g} {points[-1][1]:g}"
        self.edge(path, arrow=arrow)

    def edge(self, path: str, *, arrow: bool = False, style: str = "edge") -> None:
        """A path in SVG's language."""
        head = ' marker-end="url(#arrow)"' if arrow else ""
        self.edges.append(f'<path class="{style}" d="{path}"{head}/>')


def _towards(corner: tuple[float, float], other: tuple[float, float], radius: float = 6.0) -> tuple[float, float]:
    dx, dy = other[0] - corner[0], other[1] - corner[1]
    length = max(abs(dx), abs(dy))
    if length == 0:
        return corner
    part = min(radius, length / 2) / length
    return corner[0] + dx * part, corner[1] + dy * part
