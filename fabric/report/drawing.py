# SPDX-License-Identifier: Apache-2.0
"""The fabric as a picture: a panel per plane, T1s on top, T0s, NICs; thicker links carried more; what failed is red.

With the throughput of each plane below it, it is one standalone SVG for a README. Slides, 16 to 9, show the fabric, a
trimmed packet, and how a run sprays and retires paths; each has a heading and one sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import Struct

from common.pages import css_variables
from fabric.report.plots import ev_states, throughput
from fabric.results import Result, Window, fault_windows


@cache
def style() -> str:
    """What pages with this picture add to the style of all pages."""
    return Path(__file__).with_name("page.css").read_text(encoding="utf-8")


# --- The fabric, plane by plane --------------------------------------------------------------------------------------


_WIDTH = 440
_HEIGHT = 278
_ROWS = {"t1": 62, "t0": 158, "nic": 252}
_BOX = {"t1": (74, 30), "t0": (74, 30), "nic": (60, 30)}
#: The height of a line of notes above a switch.
_NOTE = 14.0
#: More nodes in a row than this would be unreadable: the busiest are drawn, the rest is counted.
MAX_ROW = 8


class Panel(Struct, frozen=True):
    """The drawing of one plane: an svg element and how many nodes it leaves out."""

    plane: int
    svg: str
    left_out: int


def panels(result: Result) -> list[Panel]:
    """One drawing per plane; planes of a large fabric where nothing failed beyond the fourth are left out."""
    fabric = result["fabric"]
    failed_planes = {switch["plane"] for switch in fabric["switches"] if switch["failed"]}
    planes = [plane for plane in range(fabric["planes"]) if plane < 4 or plane in failed_planes]
    return [_panel(result, plane) for plane in planes]


def _panel(result: Result, plane: int) -> Panel:
    fabric = result["fabric"]
    windows: dict[str, list[Window]] = {}
    for window in fault_windows(result):
        windows.setdefault(window.target, []).append(window)
    switches = [switch for switch in fabric["switches"] if switch["plane"] == plane]
    names = {switch["name"] for switch in switches}
    links = [link for link in fabric["links"] if link["b"] in names]
    rows: dict[str, list[dict[str, Any]]] = {}
    left_out = 0
    for tier in ("t1", "t0"):
        members = [switch for switch in switches if switch["tier"] == tier]
        kept = sorted(members, key=lambda switch: (not switch["failed"], -switch["received"], switch["index"]))[
            :MAX_ROW
        ]
        left_out += len(members) - len(kept)
        rows[tier] = sorted(kept, key=lambda switch: switch["index"])
    shown_t0 = {switch["index"] for switch in rows["t0"]}
    rows["nic"] = [node for node in fabric["nodes"] if node["t0"] in shown_t0][: 2 * MAX_ROW]
    place: dict[str, tuple[float, float]] = {}
    for tier, members in rows.items():
        for index, node in enumerate(members):
            place[node["name"]] = ((index + 0.5) * _WIDTH / len(members), _ROWS[tier])
    busiest = max((sum(link["bytes"]) for link in fabric["links"]), default=0) or 1
    parts = [
        _link(link, place[link["a"]], place[link["b"]], busiest, windows.get(link["name"], []))
        for link in links
        if link["a"] in place and link["b"] in place
    ]
    for tier, members in rows.items():
        scale = min(1.0, 5.4 / max(1, len(members)))
        parts.extend(_node(tier, node, place[node["name"]], scale) for node in members)
    top = 0.0
    for switch in rows["t1"] + rows["t0"]:
        x, y = place[switch["name"]]
        anchor = "start" if x < _WIDTH * 0.2 else "end" if x > _WIDTH * 0.8 else "middle"
        happened = windows.get(switch["name"], [])
        for line, window in enumerate(happened, 1 - len(happened)):
            note = y - 24 + line * _NOTE
            top = min(top, note - 2 * _NOTE)
            parts.append(
                f'<text class="f-note" x="{x:.0f}" y="{note:.0f}" text-anchor="{anchor}">{window.brief}</text>'
            )
    parts.insert(0, f'<text class="f-plane" x="0" y="{top + 16:.0f}">plane {plane}</text>')
    title = f"Plane {plane} of the fabric" + "".join(f"; {s['name']} failed" for s in switches if s["failed"])
    svg = (
        f'<svg viewBox="0 {top:.0f} {_WIDTH} {_HEIGHT - top:.0f}" role="img" aria-label="{escape(title)}" '
        f'xmlns="http://www.w3.org/2000/svg">{"".join(parts)}</svg>'
    )
    return Panel(plane, svg, left_out)


def _link(
    link: dict[str, Any], a: tuple[float, float], b: tuple[float, float], busiest: int, windows: list[Window]
) -> str:
    total = sum(link["bytes"])
    width = 1 + 6 * total / busiest
    # Half the boxes' height: lines start at their edges.
    (ax, ay), (bx, by) = (a[0], a[1] - 15), (b[0], b[1] + 15)
    tip = f"{link['name']}: {link['bytes'][0]:,} B up, {link['bytes'][1]:,} B down, {sum(link['lost']):,} frames lost"
    tip += "".join(f"; {window.brief}" for window in windows)
    if windows:
        kind = "f-link f-dead" if any(window.affects == "state" for window in windows) else "f-link f-impaired"
    else:
        kind = "f-link" if total else "f-link f-idle"
    return (
        f'<line class="{kind}" x1="{ax:.1f}" y1="{ay:.1f}" x2="{bx:.1f}" y2="{by:.1f}" stroke-width="{width:.2f}">'
        f"<title>{escape(tip)}</title></line>"
    )


def _node(tier: str, node: dict[str, Any], at: tuple[float, float], scale: float) -> str:
    width, height = _BOX[tier][0] * scale, _BOX[tier][1]
    x, y = at
    name = node["name"]
    if tier == "nic":
        kind, radius = f"f-nic f-{node['role']}", 15
        tip = f"{name}: {node['role']}"
        label = name
    else:
        kind, radius = ("f-switch f-dead" if node["failed"] else "f-switch"), 5
        tip = (
            f"{name}: {node['received']:,} frames in, {node['emitted']:,} out, {node['trimmed']:,} trimmed, "
            f"{node['dropped']:,} dropped, {node['blackholed']:,} lost while stopped"
        )
        label = name if scale == 1 else f"{tier.upper()} {node['index']}"
    size = 12.5 if scale == 1 else max(8.0, 12.5 * scale)
    return (
        f'<g class="{kind}"><title>{escape(tip)}</title><rect x="{x - width / 2:.1f}" y="{y - height / 2:.1f}" '
        f'width="{width:.1f}" height="{height}" rx="{radius}"/>'
        f'<text x="{x:.1f}" y="{y + 4.5:.1f}" text-anchor="middle" font-size="{size:.1f}">{escape(label)}</text></g>'
    )


# --- One standalone SVG ----------------------------------------------------------------------------------------------


_FONT = "system-ui, -apple-system, Segoe UI, DejaVu Sans, sans-serif"
_PICTURE_WIDTH = 900
_GAP = 16
_MARGIN = 20
#: Parts of `page.css` that drawings need.
_RULES = re.compile(r"^\.f-[^{]*\{[^}]*\}$", re.MULTILINE)


def picture(result: Result) -> str:
    """The SVG document. The same result gives the same bytes."""
    shown = panels(result)[:2]
    inner = _PICTURE_WIDTH - 2 * _MARGIN
    width = (inner - _GAP * (len(shown) - 1)) / len(shown)
    parts = []
    top = float(_MARGIN)
    height = 0.0
    for position, panel in enumerate(shown):
        drawing, height = _placed(panel.svg, _MARGIN + position * (width + _GAP), top, width)
        parts.append(drawing)
    top += height
    drawing, height = _placed(throughput(result).wide, _MARGIN, top, inner)
    parts.append(drawing)
    total = top + height + _MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'viewBox="0 0 {_PICTURE_WIDTH} {total:.0f}" width="{_PICTURE_WIDTH}" height="{total:.0f}" '
        f'font-family="{_FONT}">'
        f"<style>{css_variables()}\n{_rules()}</style>"
        f'<rect width="100%" height="100%" rx="12" fill="var(--ground)"/>{"".join(parts)}</svg>\n'
    )


def _rules() -> str:
    """The part of `page.css` that drawings of the fabric need."""
    return "\n".join(_RULES.findall(style()))


def _placed(svg: str, x: float, y: float, width: float) -> tuple[str, float]:
    """A drawing as a nested svg element at (x, y), `width` wide; and its height there."""
    match = re.search(r'viewBox="0 -?[0-9.]+ ([0-9.]+) ([0-9.]+)"', svg)
    assert match is not None, "every drawing has a viewBox"
    height = width * float(match[2]) / float(match[1])
    size = f'<svg x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" '
    return svg.replace("<svg ", size, 1), height


# --- Slides ----------------------------------------------------------------------------------------------------------


WIDTH, HEIGHT = 1280, 720
_SLIDE_MARGIN = 56
_TOP, _BOTTOM = 130, 640


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
        f'font-family="{_FONT}"><style>{css_variables()}\n{_rules()}</style>'
        f'<rect width="100%" height="100%" fill="var(--ground)"/>'
        f'<text x="{_SLIDE_MARGIN}" y="78" font-size="40" font-weight="650" fill="var(--ink)">{escape(heading)}</text>'
        f'<text x="{_SLIDE_MARGIN}" y="{HEIGHT - 34}" font-size="22" fill="var(--soft)">{escape(sentence)}</text>'
        f"{''.join(parts)}</svg>\n"
    )


def _fabric(result: Result) -> str:
    shown = panels(result)[:2]
    gap = 40
    width = (WIDTH - 2 * _SLIDE_MARGIN - gap * (len(shown) - 1)) / len(shown)
    width = min(width, 800)
    parts = [
        _placed(panel.svg, _SLIDE_MARGIN + index * (width + gap), _TOP + 40, width)[0]
        for index, panel in enumerate(shown)
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
    drawings = [throughput(result).wide, ev_states(result).wide]
    width = 760.0
    tall = sum(_placed(svg, 0, 0, width)[1] for svg in drawings)
    width *= min(1.0, (_BOTTOM - _TOP + 30) / tall)
    parts, top = [], float(_TOP - 20)
    for svg in drawings:
        drawing, height = _placed(svg, _SLIDE_MARGIN, top, width)
        parts.append(drawing)
        top += height
    for index, (word, *lines) in enumerate(_STEPS):
        x, y = _SLIDE_MARGIN + width + 60, _TOP + 24 + index * 128
        parts.append(_text(x, y, f"{index + 1}  {word}", "ink", 28))
        parts += [_text(x, y + 32 * number, line, "soft", 22) for number, line in enumerate(lines, 1)]
    return _slide(
        "Spray, and retire what loses", "No switch is told anything. The senders notice by themselves.", *parts
    )


# --- A packet on a slide ---------------------------------------------------------------------------------------------

_SCALE = 3.7
"""Pixels of a byte, but for the payload that a switch cuts off."""
_TALL = 84


def _trimmed_packet() -> str:
    head = sum(header.size for header in HEADERS)
    end = _SLIDE_MARGIN + head * _SCALE
    kept = (TRIM_SIZE - head) * _SCALE
    whole = WIDTH - _SLIDE_MARGIN - end
    parts = [
        *_row(190, f"as it was sent: {head + PAYLOAD + ICRC:,} bytes", trimmed=False),
        _box(end, 190, whole, f"payload, {PAYLOAD:,}, and ICRC", "accent"),
        _gap(WIDTH - _SLIDE_MARGIN - 90, 190),
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
    yield _text(_SLIDE_MARGIN, y - 26, title, "ink", 24)
    x = float(_SLIDE_MARGIN)
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
