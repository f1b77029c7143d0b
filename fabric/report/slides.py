# SPDX-License-Identifier: Apache-2.0
"""Pictures for slides, 16 to 9, from a result: the fabric, a trimmed packet, and how a run sprays and retires paths.

The fabric and the plots are those of the report. A slide has a heading and one sentence.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import NamedTuple

from common.pages import css_variables
from fabric.report import plots
from fabric.report.drawing import panels, placed, rules
from fabric.results import Result

WIDTH, HEIGHT = 1280, 720
_MARGIN = 56
_TOP, _BOTTOM = 130, 640
_FONT = "system-ui, -apple-system, Segoe UI, DejaVu Sans, sans-serif"


class Header(NamedTuple):
    """A header of a data packet, or two, and its bytes."""

    name: str
    size: int


HEADERS = (
    Header("Ethernet", 14),
    Header("outer IPv6", 40),
    Header("inner IPv6", 40),
    Header("UDP", 8),
    Header("BTH", 12),
    Header("METH, TSETH", 8),
    Header("RETH", 16),
)
"""Of a write with SRv6 and a timestamp (wire-format §1.3)."""
PAYLOAD, ICRC = 4096, 4
TRIM_SIZE = 256
"""Bytes that a switch keeps (the lab's)."""


def slides(result: Result) -> Iterator[tuple[str, str]]:
    """File names and SVG documents. The same result gives the same bytes."""
    yield "fabric.svg", _fabric(result)
    yield "trimmed-packet.svg", _trimmed_packet()
    yield "spray-and-retire.svg", _spray(result)


def _slide(heading: str, sentence: str, *parts: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" role="img" aria-label="{escape(heading)}" '
        f'font-family="{_FONT}"><style>{css_variables()}\n{rules()}</style>'
        f'<rect width="100%" height="100%" fill="var(--ground)"/>'
        f'<text x="{_MARGIN}" y="78" font-size="40" font-weight="650" fill="var(--ink)">{escape(heading)}</text>'
        f'<text x="{_MARGIN}" y="{HEIGHT - 34}" font-size="22" fill="var(--soft)">{escape(sentence)}</text>'
        f"{''.join(parts)}</svg>\n"
    )


def _fabric(result: Result) -> str:
    shown = panels(result)[:2]
    gap = 40
    width = (WIDTH - 2 * _MARGIN - gap * (len(shown) - 1)) / len(shown)
    width = min(width, 800)
    parts = [
        placed(panel.svg, _MARGIN + index * (width + gap), _TOP + 40, width)[0] for index, panel in enumerate(shown)
    ]
    fabric = result["fabric"]
    return _slide(
        f"{fabric['planes']} planes of T0s and T1s",
        "A NIC has a port in each plane. Thick links carried more; red is what failed.",
        *parts,
    )


_STEPS = (
    ("Spray", "Each write uses all paths", "of all planes at once."),
    ("Lose", "Packets vanish where a", "switch or link fails."),
    ("Retire", "The sender leaves those paths.", "Others carry the rest."),
    ("Revive", "Answered probes bring", "a path back."),
)


def _spray(result: Result) -> str:
    drawings = [plots.throughput(result).wide, plots.ev_states(result).wide]
    width = 760.0
    tall = sum(placed(svg, 0, 0, width)[1] for svg in drawings)
    width *= min(1.0, (_BOTTOM - _TOP + 30) / tall)
    parts, top = [], float(_TOP - 20)
    for svg in drawings:
        drawing, height = placed(svg, _MARGIN, top, width)
        parts.append(drawing)
        top += height
    for index, (word, *lines) in enumerate(_STEPS):
        x, y = _MARGIN + width + 60, _TOP + 24 + index * 128
        parts.append(_text(x, y, f"{index + 1}  {word}", "ink", 28))
        parts += [_text(x, y + 32 * number, line, "soft", 22) for number, line in enumerate(lines, 1)]
    return _slide(
        "Spray, and retire what loses", "No switch is told anything. The senders notice by themselves.", *parts
    )


# --- The packet ------------------------------------------------------------------------------------------------------

_SCALE = 3.7
"""Pixels of a byte, but for the payload that a switch cuts off."""
_TALL = 84


def _trimmed_packet() -> str:
    head = sum(header.size for header in HEADERS)
    end = _MARGIN + head * _SCALE
    kept = (TRIM_SIZE - head) * _SCALE
    whole = WIDTH - _MARGIN - end
    parts = [
        *_row(190, f"as it was sent: {head + PAYLOAD + ICRC:,} bytes", trimmed=False),
        _box(end, 190, whole, f"payload, {PAYLOAD:,}, and ICRC", "accent"),
        _gap(WIDTH - _MARGIN - 90, 190),
        *_row(440, f"trimmed: {TRIM_SIZE} bytes", trimmed=True),
        _box(end, 440, kept, f"payload, {TRIM_SIZE - head}", "accent"),
        f'<path d="M{end + kept:.0f} 300 V400" stroke="var(--bad)" stroke-width="3" stroke-dasharray="8 6"/>',
        _text(end + kept + 14, 356, "full queue: it is cut here", "bad"),
    ]
    return _slide(
        "A trimmed packet",
        "The headers go on with priority. The receiver sees which packet is missing, and asks for it again (NACK).",
        *parts,
    )


def _row(y: float, title: str, *, trimmed: bool) -> Iterator[str]:
    yield _text(_MARGIN, y - 26, title, "ink", 24)
    x = float(_MARGIN)
    for index, header in enumerate(HEADERS):
        changed = trimmed and header.name == "outer IPv6"
        width = header.size * _SCALE
        yield _box(x, y, width, str(header.size), "warn" if changed else "s1" if index % 2 else "s2")
        # Names of narrow headers would run into each other: every other one stands a line lower.
        below = y + _TALL + (26 if index % 2 == 0 else 52)
        says = "outer IPv6, DSCP: trimmed" if changed else header.name
        yield _text(x, below, says, "warn" if changed else "soft", 17)
        x += width


def _box(x: float, y: float, width: float, label: str, role: str) -> str:
    return (
        f'<rect x="{x:.1f}" y="{y}" width="{width:.1f}" height="{_TALL}" fill="var(--{role})" fill-opacity="0.18" '
        f'stroke="var(--{role})" stroke-width="2"/><text x="{x + width / 2:.1f}" y="{y + _TALL / 2 + 7}" '
        f'font-size="19" text-anchor="middle" fill="var(--ink)">{escape(label)}</text>'
    )


def _gap(x: float, y: float) -> str:
    """A tear: more bytes than are drawn."""
    tear = f"M{x} {y - 8} l14 25 l-14 25 l14 25 l-14 25"
    return (
        f'<path d="{tear}" transform="translate(7 0)" stroke="var(--ground)" stroke-width="14" fill="none"/>'
        f'<path d="{tear}" stroke="var(--accent)" stroke-width="2" fill="none"/>'
        f'<path d="{tear}" transform="translate(14 0)" stroke="var(--accent)" stroke-width="2" fill="none"/>'
    )


def _text(x: float, y: float, text: str, role: str, size: int = 20) -> str:
    return f'<text x="{x:.1f}" y="{y}" font-size="{size}" fill="var(--{role})">{escape(text)}</text>'
