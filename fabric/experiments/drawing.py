# SPDX-License-Identifier: Apache-2.0
"""A panel of a figure as an SVG element: ours as lines or points, with what seeds differ by, and the paper's beside."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import fill as wrapped
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure as Drawing
from matplotlib.ticker import FuncFormatter, NullLocator

from fabric.experiments.figure import Curve, Panel
from fabric.report import canvas
from fabric.report.theme import marker, series

_WIDTH, _HEIGHT = 8.0, 2.8
_LEGEND_COLUMNS, _LEGEND_ROW = 3, 0.2
"""The legend is below: on a narrow page what is at the right is not seen at once."""
_TITLE_COLUMNS, _NAMES_COLUMNS = 88, 80
"""How many letters are as wide as the plot: of a title, and of all names together."""
_FEW = 12
"""So many values of a line are marked each, by a dot."""
_BESIDE = 0.6
"""Of the distance of two names, what the points over one take."""
_PAPER: Mapping[str, Any] = {"fillstyle": "none", "markersize": 5.5, "linestyle": "none", "markeredgewidth": 1.3}


def drawn(name: str, panel: Panel) -> str:
    """The panel; `name`: of the drawing, unique on its page."""

    def fill(drawing: Drawing) -> None:
        axes = drawing.add_subplot()
        colours = {curve.label: series(at) for at, curve in enumerate(_ours(panel))}
        if panel.names:
            _side_by_side(axes, panel, colours)
        else:
            _over_time(axes, panel, colours)
        for level in panel.levels:
            for at, value in enumerate(level.values):
                label = level.label if at == 0 else None
                axes.axhline(
                    value, color=colours.get(level.of, marker("ink")), linewidth=1.2, linestyle=(0, (5, 4)), label=label
                )
        _scale(axes, panel)
        axes.set_xlabel(panel.x_label)
        axes.set_ylabel(panel.y_label)
        axes.set_title(wrapped(panel.title, _TITLE_COLUMNS), loc="left", fontsize=10)
        drawing.legend(loc="outside lower left", ncols=_LEGEND_COLUMNS, frameon=False, fontsize=8.5)

    rows = -(-(len(panel.curves) + len(panel.levels)) // _LEGEND_COLUMNS)
    return canvas.svg(name, _WIDTH, _HEIGHT + _LEGEND_ROW * rows, fill)


def _ours(panel: Panel) -> list[Curve]:
    return [curve for curve in panel.curves if not curve.paper]


def _points(curve: Curve) -> tuple[list[float], list[float]]:
    points = min(len(curve.x), len(curve.y))
    return list(curve.x[:points]), list(curve.y[:points])


def _over_time(axes: Axes, panel: Panel, colours: Mapping[str, str]) -> None:
    """Lines with bands, and points of the paper."""
    for curve in panel.curves:
        x, y = _points(curve)
        if curve.paper:
            axes.plot(x, y, "o", color=colours.get(curve.of, marker("ink")), label=curve.label, **_PAPER)
            continue
        colour = colours[curve.label]
        if curve.low:
            axes.fill_between(x, curve.low[: len(x)], curve.high[: len(x)], color=colour, alpha=0.22, linewidth=0)
        dot = "o" if len(x) <= _FEW else ""
        axes.plot(x, y, color=colour, linewidth=1.3, marker=dot, markersize=3.5, label=curve.label)


def _side_by_side(axes: Axes, panel: Panel, colours: Mapping[str, str]) -> None:
    """Points with error bars, those of one name beside each other; a point of the paper over that of its curve."""
    places = {curve.label: at for at, curve in enumerate(_ours(panel))}
    for curve in panel.curves:
        x, y = _points(curve)
        place = places.get(curve.of if curve.paper else curve.label, (len(places) - 1) / 2)
        shifted = [at + _BESIDE * ((place + 0.5) / len(places) - 0.5) for at in x]
        if curve.paper:
            axes.plot(shifted, y, "o", color=colours.get(curve.of, marker("ink")), label=curve.label, **_PAPER)
            continue
        colour = colours[curve.label]
        if curve.low:
            axes.vlines(shifted, curve.low[: len(x)], curve.high[: len(x)], color=colour, linewidth=2.2, alpha=0.6)
        axes.plot(shifted, y, "o", color=colour, markersize=4, label=curve.label)
    width = _NAMES_COLUMNS // len(panel.names)
    axes.set_xticks(range(len(panel.names)), [wrapped(name, width) for name in panel.names], fontsize=9)
    axes.set_xlim(-0.5, len(panel.names) - 0.5)


def _scale(axes: Axes, panel: Panel) -> None:
    """Linear from 0 on, or logarithmic with numbers that are read at once."""
    plain = FuncFormatter(lambda value, _at: f"{value:,.10g}")
    if "x" in panel.logarithmic:
        axes.set_xscale("log", base=2)
        axes.xaxis.set_major_formatter(plain)
        axes.xaxis.set_minor_locator(NullLocator())
    elif not panel.names:
        axes.margins(x=0)
    if "y" in panel.logarithmic:
        axes.set_yscale("log")
        axes.yaxis.set_major_formatter(plain)
        axes.yaxis.set_minor_locator(NullLocator())
    else:
        axes.set_ylim(bottom=0)
