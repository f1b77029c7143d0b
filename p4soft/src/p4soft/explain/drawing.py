# SPDX-License-Identifier: Apache-2.0
"""A program's pipeline as one SVG page: parser, checksums, ingress, egress, deparser, from top to bottom.

The page follows the reader's light or dark mode; a pointer held over a box shows its P4 source lines.
"""

from __future__ import annotations

from html import escape

from p4soft.explain.blocks import read_blocks
from p4soft.explain.boxes import Box, Canvas, Line, wrap
from p4soft.explain.cards import note_box, shortened, state_box
from p4soft.explain.describe import Describer, byte_count
from p4soft.explain.flow import GAP, SPINE, Part, Single, lay_out
from p4soft.explain.layers import Edge, LayeredGraph
from p4soft.switch.program.model import Parser, Pipeline, Program

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
    """The whole program as an SVG document."""
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
