# SPDX-License-Identifier: Apache-2.0
"""The fabric as a picture: a panel per plane, T1s on top, T0s, NICs; thicker links carried more; what failed is red.

With the throughput of each plane below it, it is one standalone SVG for a README.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

from common.pages import css_variables
from fabric.report.plots import throughput
from fabric.report.series import Window, fault_windows
from fabric.results import Result


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


@dataclass(frozen=True, slots=True)
class Panel:
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
        drawing, height = placed(panel.svg, _MARGIN + position * (width + _GAP), top, width)
        parts.append(drawing)
    top += height
    drawing, height = placed(throughput(result).wide, _MARGIN, top, inner)
    parts.append(drawing)
    total = top + height + _MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'viewBox="0 0 {_PICTURE_WIDTH} {total:.0f}" width="{_PICTURE_WIDTH}" height="{total:.0f}" '
        f'font-family="system-ui, -apple-system, Segoe UI, DejaVu Sans, sans-serif">'
        f"<style>{css_variables()}\n{rules()}</style>"
        f'<rect width="100%" height="100%" rx="12" fill="var(--ground)"/>{"".join(parts)}</svg>\n'
    )


def rules() -> str:
    """The part of `page.css` that drawings of the fabric need."""
    return "\n".join(_RULES.findall(style()))


def placed(svg: str, x: float, y: float, width: float) -> tuple[str, float]:
    """A drawing as a nested svg element at (x, y), `width` wide; and its height there."""
    match = re.search(r'viewBox="0 -?[0-9.]+ ([0-9.]+) ([0-9.]+)"', svg)
    assert match is not None, "every drawing has a viewBox"
    height = width * float(match[2]) / float(match[1])
    size = f'<svg x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" '
    return svg.replace("<svg ", size, 1), height
