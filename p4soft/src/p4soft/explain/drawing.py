# SPDX-License-Identifier: Apache-2.0
"""A program's pipeline as one SVG page: parser, checksums, ingress, egress, deparser, from top to bottom.

The page follows the reader's light or dark mode; a pointer held over a box shows its P4 source lines. All lengths are
pixels (SVG user units).
"""

from __future__ import annotations

import textwrap
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from itertools import pairwise

from msgspec import Struct
from typing_extensions import override

from p4soft.explain.description import Applied, Choice, Describer, Item, Statement, Statements, byte_count, read_blocks
from p4soft.switch.program.controls import back_edges
from p4soft.switch.program.model import Parser, ParseState, Pipeline, Program, SourceInfo, TableSpec

# --- Boxes and the canvas --------------------------------------------------------------------------------------------


CHARACTER = 7.0  # advance of the monospaced font at 11.5 px, rounded up
LINE = 17.0
PADDING = 10.0
MAX_CHARACTERS = 62


class Line(Struct, frozen=True):
    """One line of a box: `style` is a class of the style sheet (name, key, dim, code or rule)."""

    text: str
    style: str = "code"


class Box(Struct, frozen=True):
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


# --- States, tables, tests and statements as boxes -------------------------------------------------------------------


MAX_STATEMENTS = 8
MAX_CASES = 3
ACCEPT = "accept"


def state_box(describer: Describer, state: ParseState) -> Box:
    """A parse state: what it extracts and sets, and what it selects on."""
    card = describer.state(state)
    lines = [Line(state.name, "name"), *(Line(s.text) for s in card.statements)]
    if card.key:
        lines += [Line(text, "key") for text in wrap(f"select ({card.key})", 44)]
    accepted = [case for case, target in card.cases if target == ACCEPT]
    if accepted:
        lines.append(Line(f"{f'{shortened(accepted)} ' if card.key else ''}→ {ACCEPT}", "dim"))
    tip = "\n".join([_where(state.name, state.source), *(s.text for s in card.statements)])
    return Box("state", tuple(lines), tip)


def table_box(describer: Describer, table: TableSpec) -> Box:
    """A table: key, actions and what else there is to it."""
    card = describer.table(table)
    lines = [Line(table.name, "name")]
    lines += [Line(f"{name}: {kind} bit<{width}>", "key") for name, _, kind, width in card.keys]
    lines += [Line(describer.action(action)) for action in card.actions]
    lines += [Line(f"{what}: {value}", "dim") for what, value in card.facts]
    tip = [_where(table.name, table.source)]
    tip += [f"{name} = {field}: {kind} bit<{width}>" for name, field, kind, width in card.keys]
    tip += [_where(describer.action(a), a.source) for a in card.actions]
    tip += [f"{what}: {value}" for what, value in card.facts]
    return Box("table", tuple(lines), "\n".join(tip))


def test_box(text: str, source: SourceInfo | None) -> Box:
    """A condition that the drawing asks at a fork."""
    return Box("test", tuple(Line(part) for part in wrap(text, 48)), _where(text, source))


def statements_box(statements: Sequence[Statement]) -> Box:
    """A run of statements, the first ones in full view and all of them in the tip."""
    shown = statements if len(statements) <= MAX_STATEMENTS else statements[: MAX_STATEMENTS - 1]
    lines = [Line(s.text) for s in shown]
    if len(shown) < len(statements):
        lines.append(Line(f"… {len(statements) - len(shown)} more", "dim"))
    return Box("statements", tuple(lines), "\n".join(_where(s.text, s.source) for s in statements))


def note_box(text: str) -> Box:
    """Something said in passing: a place control goes to, an empty control, an end."""
    return Box("note", (Line(text, "dim"),))


def shortened(cases: Sequence[str]) -> str:
    text = ", ".join(cases[:MAX_CASES])
    return f"{text}, …" if len(cases) > MAX_CASES else text


def _where(text: str, source: SourceInfo | None) -> str:
    return f"{text}  [{source}]" if source is not None else text


# --- Controls --------------------------------------------------------------------------------------------------------


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


# --- Parsers ---------------------------------------------------------------------------------------------------------


ACROSS = 34.0
DOWN = 66.0
SLOT = 12.0  # width a passing edge takes in a layer
SWEEPS = 8

Edge = tuple[str, str]
Slot = tuple[str, str, int]  # of a passing edge: (from, to, layer); of a node: (name, "", layer)


@dataclass(slots=True)
class Layout:
    """Where everything is: left and top of each place, and the size of the whole."""

    left: dict[Slot, float] = field(default_factory=dict)
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

    def _chain(self, edge: Edge) -> list[Slot]:
        first, last = self._layer[edge[0]], self._layer[edge[1]]
        passing: list[Slot] = [(edge[0], edge[1], i) for i in range(first + 1, last)]
        return [(edge[0], "", first), *passing, (edge[1], "", last)]

    def _order(self) -> list[list[Slot]]:
        rows: list[list[Slot]] = [[] for _ in range(max(self._layer.values()) + 1)]
        for name, layer in self._layer.items():
            rows[layer].append((name, "", layer))
        above: dict[Slot, list[Slot]] = {}
        below: dict[Slot, list[Slot]] = {}
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

    def _size(self, place: Slot) -> float:
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

    def _edge(self, canvas: Canvas, edge: Edge, chain: list[Slot], x: float, y: float) -> None:
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


# --- The page --------------------------------------------------------------------------------------------------------


MARGIN = 32.0
ROW = 1100.0  # where rows of headers are broken

_STYLE = """
svg { --paper: #fbfbfa; --ink: #1f2430; --dim: #6a7180; --line: #8a92a3; --key: #8a4b00;
  --state: #e8f1fd; --state-line: #5b8fd6; --table: #e9f6ec; --table-line: #4f9d69; --test: #fff4dc;
  --test-line: #d0a13d; --plain: #ffffff; --plain-line: #c5cad4; background: var(--paper); }
@media (prefers-color-scheme: dark) { svg { --paper: #16181d; --ink: #e4e7ee; --dim: #949cad; --line: #78819a;
  --key: #f0b866; --state: #1c2c42; --state-line: #5b8fd6; --table: #1a3324; --table-line: #57ab74; --test: #3a301a;
  --test-line: #c79a3c; --plain: #1f232b; --plain-line: #454c5b; } }
text { font: 11.5px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; fill: var(--ink); white-space: pre; }
text.title { font: 600 18px system-ui, sans-serif; } text.sub { font: 13px system-ui, sans-serif; fill: var(--dim); }
text.heading { font: 600 15px system-ui, sans-serif; } text.name { font-weight: 700; } text.key { fill: var(--key); }
text.dim { fill: var(--dim); }
text.label { font-size: 10.5px; fill: var(--dim); stroke: var(--paper); stroke-width: 3px; paint-order: stroke; }
.box rect { fill: var(--plain); stroke: var(--plain-line); stroke-width: 1.2; }
.state rect { fill: var(--state); stroke: var(--state-line); }
.table rect { fill: var(--table); stroke: var(--table-line); }
.test rect { fill: var(--test); stroke: var(--test-line); } .note rect { stroke-dasharray: 4 3; }
.edge { fill: none; stroke: var(--line); stroke-width: 1.4; } #arrow path { fill: var(--line); }
.band { stroke: var(--plain-line); stroke-width: 1; }
"""
_ARROW = (
    '<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
    '<path d="M0 0 8 4 0 8Z"/></marker></defs>'
)


def to_svg(program: Program) -> str:
    return _Page(program).render()


class _Page:
    def __init__(self, program: Program) -> None:
        self._program = program
        self._describer = Describer(program)
        self._canvas = Canvas()
        self._y = MARGIN
        self._width = 600.0
        self._headings: list[float] = []

    def render(self) -> str:
        program, canvas = self._program, self._canvas
        name = program.name or program.source
        canvas.text(name, MARGIN, self._y + 14, "title")
        major, minor = program.version
        tables = sum(1 for t in program.tables() if t.key)
        summary = f"v1model, BMv2 JSON {major}.{minor}: {len(program.parsers['parser'].states)} parser states, "
        canvas.text(f"{summary}{tables} tables with a key", MARGIN, self._y + 36, "sub")
        self._y += 56
        self._parser(program.parsers["parser"])
        self._checksums("Checksums verified", "verify")
        for pipeline in ("ingress", "egress"):
            self._control(program.pipelines[pipeline])
        self._checksums("Checksums updated", "update")
        self._deparser()
        width, height = self._width + 2 * MARGIN, self._y + MARGIN / 2
        bands = "".join(f'<path class="band" d="M{MARGIN:g} {y:g}H{width - MARGIN:g}"/>' for y in self._headings)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
            f'viewBox="0 0 {width:g} {height:g}" role="img">'
            f"<title>{escape(f'Pipeline of {name}')}</title><style>{_STYLE}</style>{_ARROW}"
            f"{bands}{''.join(canvas.edges)}{''.join(canvas.shapes)}</svg>\n"
        )

    def _heading(self, text: str, detail: str = "") -> None:
        self._headings.append(self._y)
        self._canvas.text(text, MARGIN, self._y + 26, "heading")
        self._canvas.text(detail, MARGIN + 14 + 9 * len(text), self._y + 26, "sub")
        self._y += 44

    def _add(self, part: Part | LayeredGraph) -> None:
        part.draw(self._canvas, MARGIN, self._y)
        self._y += part.height + 24
        self._width = max(self._width, part.width)

    def _parser(self, parser: Parser) -> None:
        self._heading("Parser")
        if parser.init_state is None:
            self._add(Single(note_box("accepts every packet without looking at it")))
            return
        boxes = {name: state_box(self._describer, state) for name, state in parser.states.items()}
        cases: dict[Edge, list[str]] = {}
        for name, state in parser.states.items():
            for case, target in self._describer.state(state).cases:
                if target in boxes:  # the boxes themselves say what is accepted
                    cases.setdefault((name, target), []).append(case if state.key else "")
        labels = {edge: shortened(found) for edge, found in cases.items()}
        self._add(LayeredGraph(boxes, labels, parser.init_state))

    def _checksums(self, title: str, phase: str) -> None:
        chosen = [c for c in self._program.checksums if (c.update if phase == "update" else c.verify)]
        if not chosen:
            return
        self._heading(title)
        for checksum in chosen:
            text = self._describer.checksum(checksum)
            lines = tuple(Line(part) for part in wrap(text))
            self._add(Single(Box("statements", lines, f"{text}  [{checksum.source}]" if checksum.source else text)))

    def _control(self, pipeline: Pipeline) -> None:
        source = pipeline.source
        self._heading(pipeline.name.capitalize(), f"{source.fragment}, {source}" if source is not None else "")
        items = read_blocks(self._program, pipeline)
        if not items:
            self._add(Single(note_box("nothing to do")))
            return
        column = lay_out(self._describer, items)
        spine, top = MARGIN + SPINE, self._y + column.height
        self._add(column)
        self._canvas.line([(spine, top), (spine, top + GAP)], arrow=True)
        self._canvas.text(f"end of {pipeline.name}", spine + 8, top + 16, "label")
        self._y += 8

    def _deparser(self) -> None:
        deparser = self._program.deparsers["deparser"]
        self._heading("Deparser", "headers that are valid, in this order; then what was never parsed")
        x = 0.0
        for i, name in enumerate(deparser.order):
            kind = self._program.headers[name].type
            size = byte_count(kind) + (" and more" if kind.varbit else "")
            box = Box("state", (Line(name, "name"), Line(size, "dim")), f"{name}: {kind.name}")
            if x and x + box.width > ROW:
                x, self._y = 0.0, self._y + box.height + 14
            self._canvas.box(box, MARGIN + x, self._y)
            self._width = max(self._width, x + box.width)
            x += box.width + 22
            if i < len(deparser.order) - 1:
                middle = self._y + box.height / 2
                self._canvas.line([(MARGIN + x - 22, middle), (MARGIN + x, middle)], arrow=True)
        self._y += 60
