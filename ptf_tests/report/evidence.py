# SPDX-License-Identifier: Apache-2.0
"""What a failed case saw, arranged for reading: frame by frame, field by field, with what differs marked."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from common.text import plural
from ptf_tests.headers.decoding import Field, Layer, gist, layers
from ptf_tests.headers.mrc import WireRules
from ptf_tests.report.diff import (
    FieldPair,
    FrameDiff,
    LayerPair,
    Match,
    align,
    compare_frames,
    match_frames,
)
from ptf_tests.results import CounterChange, Evidence

SHOWN = 6
"""Differing frames that a report shows in full; the others get a line each, and are in the capture and the JSON."""

_BRIEF_FRAMES = 1
_BRIEF_COUNTERS = 4
_BRIEF_BYTES = 80
_LINE = 16
_CONTEXT = 1
_NAMED = 4
_SHORT = 24


class Column(Struct, frozen=True):
    """A frame of a comparison: `role` is sent, expected or received."""

    role: str
    port: int
    frame: bytes


class Row(Struct, frozen=True):
    """A field in every column, None where it is not there.

    Attributes:
        cells: as the columns.
        differs: expected and received are not the same.
        rewritten: the expected value is not the sent one, so the device had to change it.
        note: where in a long field the difference is.
    """

    name: str
    cells: tuple[Field | None, ...]
    differs: bool
    rewritten: bool
    note: str = ""

    @property
    def alike(self) -> bool:
        return all(_same(cell, self.cells[0]) for cell in self.cells)


class LayerView(Struct, frozen=True):
    """A layer in every column; `standing` compares it in a word or two, `gist` sums it up."""

    label: str
    rows: tuple[Row, ...]
    standing: str
    gist: str

    @property
    def differing(self) -> int:
        return sum(row.differs for row in self.rows)


class HexLine(Struct, frozen=True):
    """Up to 16 bytes of each frame from `offset`: (two digits, whether the byte differs). `skipped` lines before it."""

    offset: int
    skipped: int
    columns: tuple[tuple[tuple[str, bool], ...], ...]


class FrameView(Struct, frozen=True):
    """One frame that is not right: missing, unexpected, different, on another port or out of order.

    Attributes:
        headline: the fault, in a line.
        columns: sent (when one is alike), expected and received (what there is).
        layers: of all columns.
        hex_columns: the columns that `hex_lines` has: expected and received.
        hex_lines: those that differ, and their neighbours.
        hex_skipped: lines left out at the end.
        alternatives: the other forms that the requirement accepts, with how far the received frame is from each.
    """

    headline: str
    columns: tuple[Column, ...]
    layers: tuple[LayerView, ...]
    hex_columns: tuple[Column, ...]
    hex_lines: tuple[HexLine, ...]
    hex_skipped: int
    alternatives: tuple[tuple[str, bytes], ...]


class EvidenceView(Struct, frozen=True):
    """Everything a report shows of a failed case. `right` counts frames that came out as they should."""

    frames: tuple[FrameView, ...]
    more: tuple[str, ...]
    right: int
    counters: tuple[CounterChange, ...]
    trace: tuple[str, ...]


def view(evidence: Evidence, rules: WireRules, shown: int = SHOWN) -> EvidenceView:
    """Arrange evidence, up to `shown` frames in full, MRC headers read by `rules`."""
    matches = match_frames(evidence, rules)
    wrong = [match for match in matches if not match.exact or match.late]
    return EvidenceView(
        tuple(_frame_view(_Sides(evidence, match, rules)) for match in wrong[:shown]),
        tuple(_Sides(evidence, match, rules).headline() for match in wrong[shown:]),
        len(matches) - len(wrong),
        evidence.counters,
        evidence.trace,
    )


def as_text(evidence: Evidence, rules: WireRules) -> list[str]:
    seen = view(evidence, rules)
    lines = [evidence.message]
    for frame in seen.frames:
        lines += ["", frame.headline]
        lines += [line for layer in frame.layers for row in layer.rows if row.differs for line in _row_text(layer, row)]
        for column in frame.columns:
            lines.append(f"{column.role}, port {column.port}, {len(column.frame)} bytes: {column.frame.hex()}")
    lines += list(seen.more)
    if seen.right:
        lines.append(f"{plural(seen.right, 'frame')} came out as expected")
    lines += [
        f"counter {counter_place(each)}: expected {each.expected:+d}, actual {each.actual:+d}" for each in seen.counters
    ]
    if seen.trace:
        lines += ["", "trace:", *seen.trace]
    return lines


def brief(evidence: Evidence, rules: WireRules, most: int) -> list[str]:
    """The first differences, in `most` lines; where there are more, the last line says how many."""
    seen = view(evidence, rules, _BRIEF_FRAMES)
    lines = [evidence.message]
    lines += [
        f"counter {counter_place(each)}: expected {each.expected:+d}, actual {each.actual:+d}"
        for each in seen.counters[:_BRIEF_COUNTERS]
    ]
    for frame in seen.frames:
        lines.append(frame.headline)
        lines += [line for layer in frame.layers for row in layer.rows if row.differs for line in _row_text(layer, row)]
        for column in frame.columns:
            start = column.frame[:_BRIEF_BYTES].hex()
            more = "..." if len(column.frame) > _BRIEF_BYTES else ""
            lines.append(f"  {column.role}, port {column.port}, {len(column.frame)} bytes: {start}{more}")
    if (left := len(lines) - most) > 0:
        lines = [*lines[: most - 1], f"and {plural(left + 1, 'line')} more of the first frames"]
    return lines


def counter_place(counter: CounterChange) -> str:
    queue = "" if counter.queue is None else f" queue {counter.queue}"
    return f"{counter.name} port {counter.port}{queue}"


def _row_text(layer: LayerView, row: Row) -> list[str]:
    expected, received = row.cells[-2:] if len(row.cells) > 1 else (None, None)
    return [
        f"  {layer.label}, {row.name}: expected {expected.value if expected else 'nothing'}, "
        f"received {received.value if received else 'nothing'}"
    ]


class _Sides:
    """The frames of a match: sent, expected, received."""

    def __init__(self, evidence: Evidence, match: Match, rules: WireRules) -> None:
        self.match = match
        self.rules = rules
        self.wanted = None if match.expected is None else evidence.expected[match.expected]
        got = None if match.received is None else evidence.received[match.received]
        sent = None if match.sent is None else evidence.sent[match.sent]
        self.forms = [bytes.fromhex(form) for form in self.wanted.accepted] if self.wanted else []
        self.sent = Column("sent", sent.port, bytes.fromhex(sent.hex)) if sent else None
        self.received = Column("received", got.port, bytes.fromhex(got.hex)) if got else None
        self.expected = (
            Column("expected", self.wanted.port, self.forms[match.form]) if self.wanted and self.forms else None
        )
        self.diff: FrameDiff | None = None
        if self.expected and self.received:
            self.diff = compare_frames(self.expected.frame, self.received.frame, rules)

    def headline(self) -> str:
        match = self.match
        if self.wanted is None or match.expected is None:
            port = self.received.port if self.received else "?"
            return f"Unexpected frame on port {port}: nothing like it should have come out"
        which = f"Expected frame {match.expected + 1}, port {self.wanted.port}"
        if self.received is None:
            return f"{which}: did not come out"
        wrong = []
        if self.received.port != self.wanted.port:
            wrong.append(f"came out of port {self.received.port}")
        if self.diff and self.diff.differing():
            wrong.append(_summary(self.diff))
            if self.expected and len(self.expected.frame) != len(self.received.frame):
                wrong.append(f"{len(self.received.frame)} bytes, not {len(self.expected.frame)}")
        if self.match.late:
            wrong.append("came out behind a frame that it should have preceded")
        return f"{which}: {'; '.join(wrong) or 'differs'}"


def _summary(diff: FrameDiff) -> str:
    """The first things that differ, in words: whole layers as one, short values spelled out."""
    parts = []
    for pair in diff.layers:
        if pair.expected is None and pair.received is not None:
            parts.append(f"{pair.received.label} should not be there")
        elif pair.received is None and pair.expected is not None:
            parts.append(f"{pair.expected.label} is missing")
        elif pair.expected is not None:
            parts += [f"{pair.expected.label} {_in_words(each)}" for each in pair.fields if each.differs]
    shown = ", ".join(parts[:_NAMED])
    return f"{shown} and {len(parts) - _NAMED} more" if len(parts) > _NAMED else shown


def _in_words(pair: FieldPair) -> str:
    if pair.expected is None or pair.received is None:
        return f"{pair.name} is {'missing' if pair.received is None else 'too much'}"
    ours, theirs = pair.expected.value, pair.received.value
    if max(len(ours), len(theirs)) > _SHORT or ours == theirs:
        return f"{pair.name} differs"
    return f"{pair.name} is {theirs}, not {ours}"


def _frame_view(sides: _Sides) -> FrameView:
    columns = tuple(column for column in (sides.sent, sides.expected, sides.received) if column is not None)
    hex_columns = tuple(column for column in (sides.expected, sides.received) if column is not None)
    marks: list[frozenset[int]] = [frozenset()] * len(hex_columns)
    if sides.diff:
        marks = [sides.diff.expected_bytes, sides.diff.received_bytes]
    lines, skipped = _hex_lines([column.frame for column in hex_columns], marks)
    return FrameView(
        sides.headline(),
        columns,
        _layer_views(sides),
        hex_columns,
        lines,
        skipped,
        tuple(_alternatives(sides)),
    )


def _alternatives(sides: _Sides) -> list[tuple[str, bytes]]:
    found = []
    for index, form in enumerate(sides.forms):
        if index == sides.match.form:
            continue
        text = f"form {index + 1}"
        if sides.received:
            text += f": {_summary(compare_frames(form, sides.received.frame, sides.rules))}"
        found.append((text, form))
    return found


def _layer_views(sides: _Sides) -> tuple[LayerView, ...]:
    if sides.diff:
        pairs = list(sides.diff.layers)
    else:
        only = sides.expected or sides.received
        pairs = [LayerPair(layer, None, ()) for layer in layers(only.frame, sides.rules)] if only else []
    by_anchor = {id(pair.expected or pair.received): pair for pair in pairs}
    anchors = [layer for pair in pairs if (layer := pair.expected or pair.received) is not None]
    origins = layers(sides.sent.frame, sides.rules) if sides.sent else []
    views = []
    for anchor, origin in align(anchors, origins):
        given = [origin] if sides.sent else []
        if anchor is None:
            # Only the sent frame has it: the device was right to remove it.
            gone: list[Layer | None] = [None] if sides.diff is None else [None, None]
            if origin is not None:
                rows = _rows([*given, *gone], compared=False, sent=True)
                views.append(LayerView(origin.label, rows, "of the sent frame only", gist(origin)))
            continue
        pair = by_anchor[id(anchor)]
        shown = [anchor] if sides.diff is None else [pair.expected, pair.received]
        rows = _rows([*given, *shown], compared=sides.diff is not None, sent=bool(sides.sent))
        views.append(
            LayerView(anchor.label, rows, _standing(pair) if sides.diff else "", gist(pair.received or anchor))
        )
    return tuple(views)


def _standing(pair: LayerPair) -> str:
    if pair.received is None:
        return "missing"
    if pair.expected is None:
        return "should not be there"
    if not pair.differing:
        return "same"
    return f"{plural(pair.differing, 'field')} differ{'s' if pair.differing == 1 else ''}"


def _rows(columns: Sequence[Layer | None], *, compared: bool, sent: bool) -> tuple[Row, ...]:
    named = [{field.name: field for field in layer.fields} if layer else {} for layer in columns]
    # Names in the order of the columns that are judged; those of the sent frame alone come last.
    names = dict.fromkeys(name for fields in (*named[sent:], *named[: int(sent)]) for name in fields)
    rows = []
    for name in names:
        cells = tuple(fields.get(name) for fields in named)
        expected, received = (cells[-2], cells[-1]) if compared else (cells[-1], cells[-1])
        differs = compared and not _same(expected, received)
        rewritten = sent and not differs and not _same(cells[0], expected)
        rows.append(Row(name, cells, differs, rewritten, _where(expected, received) if differs else ""))
    return tuple(rows)


def _same(a: Field | None, b: Field | None) -> bool:
    return a is b if a is None or b is None else a.same(b)


def _where(a: Field | None, b: Field | None) -> str:
    """Fields whose value is abbreviated: the first byte that differs, counted in the received frame."""
    if a is None or b is None or a.value != b.value or a.bits != b.bits:
        return ""
    size = a.bits // 8
    first, second = a.raw.to_bytes(size, "big"), b.raw.to_bytes(size, "big")
    position = next(i for i in range(size) if first[i] != second[i])
    return f"first differs at byte 0x{b.start + position:04x}: {first[position]:02x}, {second[position]:02x}"


def _hex_lines(frames: Sequence[bytes], marks: Sequence[frozenset[int]]) -> tuple[tuple[HexLine, ...], int]:
    """Lines that differ with their neighbours, and how many are left out at the end; short frames are shown whole."""
    total = max((-(-len(frame) // _LINE) for frame in frames), default=0)
    marked = {offset // _LINE for each in marks for offset in each}
    wanted = {line + step for line in marked for step in range(-_CONTEXT, _CONTEXT + 1)} | set(range(4))
    if total <= 20:
        wanted = set(range(total))
    elif len(marked) > 40:
        # Everything differs: the beginning says enough.
        wanted = set(range(20))
    lines = []
    previous = -1
    for number in sorted(line for line in wanted if 0 <= line < total):
        columns = tuple(
            tuple((f"{frame[i]:02x}", i in mark) for i in range(number * _LINE, min(len(frame), (number + 1) * _LINE)))
            for frame, mark in zip(frames, marks, strict=True)
        )
        lines.append(HexLine(number * _LINE, number - previous - 1, columns))
        previous = number
    return tuple(lines), max(0, total - previous - 1)
