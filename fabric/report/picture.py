# SPDX-License-Identifier: Apache-2.0
"""A run in one standalone SVG, for a README: the fabric with what failed, and the throughput of each plane."""

from __future__ import annotations

import re

from fabric.report import drawing, plots, theme
from fabric.report.templates import style
from fabric.results.document import Result

_WIDTH = 900
_GAP = 16
_MARGIN = 20
#: Parts of `page.css` that drawings need.
_RULES = re.compile(r"^\.f-[^{]*\{[^}]*\}$", re.MULTILINE)


def picture(result: Result) -> str:
    """The SVG document. The same result gives the same bytes."""
    panels = drawing.panels(result)[:2]
    inner = _WIDTH - 2 * _MARGIN
    width = (inner - _GAP * (len(panels) - 1)) / len(panels)
    parts = []
    top = float(_MARGIN)
    height = 0.0
    for position, panel in enumerate(panels):
        placed, height = _place(panel.svg, _MARGIN + position * (width + _GAP), top, width)
        parts.append(placed)
    top += height
    placed, height = _place(plots.throughput(result).wide, _MARGIN, top, inner)
    parts.append(placed)
    total = top + height + _MARGIN
    rules = theme.css_variables() + "\n" + "\n".join(_RULES.findall(style()["css"]))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'viewBox="0 0 {_WIDTH} {total:.0f}" width="{_WIDTH}" height="{total:.0f}" '
        f'font-family="system-ui, -apple-system, Segoe UI, DejaVu Sans, sans-serif">'
        f"<style>{rules}</style>"
        f'<rect width="100%" height="100%" rx="12" fill="var(--ground)"/>{"".join(parts)}</svg>\n'
    )


def _place(svg: str, x: float, y: float, width: float) -> tuple[str, float]:
    """A drawing as a nested svg element at (x, y), `width` wide; and its height there."""
    match = re.search(r'viewBox="0 0 ([0-9.]+) ([0-9.]+)"', svg)
    assert match is not None, "every drawing has a viewBox"
    height = width * float(match[2]) / float(match[1])
    size = f'<svg x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" '
    return svg.replace("<svg ", size, 1), height
