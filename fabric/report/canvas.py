# SPDX-License-Identifier: Apache-2.0
"""Drawings of matplotlib as SVG elements of a page: same drawing, same bytes; in the page's font and colours."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from typing import Any

import matplotlib as mpl
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

from fabric.report.theme import marker, resolve

_STYLE: dict[str, Any] = {
    "svg.fonttype": "none",
    "svg.image_inline": True,
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": 10,
    "axes.edgecolor": marker("line"),
    "axes.labelcolor": marker("soft"),
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.grid.axis": "y",
    "axes.axisbelow": True,
    "grid.color": marker("line"),
    "grid.linewidth": 0.7,
    "xtick.color": marker("line"),
    "ytick.color": marker("line"),
    "xtick.labelcolor": marker("soft"),
    "ytick.labelcolor": marker("soft"),
    "text.color": marker("ink"),
    "path.simplify": True,
}


def svg(name: str, width: float, height: float, fill: Callable[[Figure], None]) -> str:
    """A drawing.

    Args:
        name: of the drawing, unique on its page.
        width: inches at 72 px each.
        height: the same.
        fill: draws into a figure, in the colours of `theme.marker`.
    """
    # The default style first: a reader's own matplotlibrc must not change the bytes.
    with mpl.rc_context():
        mpl.rcdefaults()
        style: Any = {**_STYLE, "svg.hashsalt": name, "svg.id": None}
        mpl.rcParams.update(style)
        figure = Figure(figsize=(width, height), layout="constrained")
        FigureCanvasSVG(figure)
        fill(figure)
        stream = io.StringIO()
        figure.savefig(stream, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    return _clean(stream.getvalue(), name)


def _clean(svg: str, name: str) -> str:
    """The svg element alone, scaling with the page, in the page's font and colours, ids unique on the page."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r'(<svg[^>]*?) width="[^"]*"', r"\1", svg, count=1)
    svg = re.sub(r'(<svg[^>]*?) height="[^"]*"', r"\1", svg, count=1)
    svg = re.sub(r"'DejaVu Sans'[^;\"]*", "system-ui, sans-serif", svg)
    svg = re.sub(r'id="((?!\b[mp][0-9a-f]{10}\b)[^"]*)"', "", svg)
    svg = re.sub(r'(id="|url\(#|href="#)', rf"\g<1>{name}-", svg)
    svg = re.sub(r">\n\s*<", "><", svg)
    return resolve(svg).strip()
