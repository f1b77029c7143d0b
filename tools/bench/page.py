# SPDX-License-Identifier: Apache-2.0
"""The page of a benchmark run, made from `bench.json` alone: one file, no scripts, nothing loaded from elsewhere."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import matplotlib as mpl
from markupsafe import Markup
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from msgspec import Struct

from common.pages import environment, marker, resolve, series, stylesheet
from tools.bench.measurements import number

_STYLE = "td code{white-space:nowrap}"


class _Plot(Struct, frozen=True):
    title: str
    svg: str


def page(made: dict[str, Any]) -> str:
    """The page of a document as `results.document` makes it; the same document gives the same bytes."""
    templates = environment(Path(__file__).parent)
    templates.filters["number"] = number
    machine = made["machine"]
    return templates.get_template("page.html.j2").render(
        stylesheet=stylesheet(_STYLE),
        machine=f"{machine['processor']}, {machine['cores']} cores, Python {machine['python']}, "
        f"load {machine['load_before']} when it began",
        figures=made["figures"],
        skipped=made["skipped"],
        plots=[_Plot(curve["curve"].capitalize(), Markup(_draw(i, curve))) for i, curve in enumerate(made["curves"])],
    )


def _draw(index: int, curve: dict[str, Any]) -> str:
    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": f"curve-{index}", "text.color": marker("ink")})
        figure = Figure(figsize=(9, 3.6), layout="constrained")
        FigureCanvasSVG(figure)
        axes = figure.subplots()
        for i, (name, points) in enumerate(curve["series"].items()):
            axes.plot(*zip(*points, strict=True), marker="o", markersize=4, color=series(i), label=name)
        axes.set_xscale("log")
        axes.set_ylim(bottom=0)
        axes.set_xlabel(curve["x"], color=marker("soft"))
        axes.set_ylabel(curve["y"], color=marker("soft"))
        axes.tick_params(colors=marker("soft"), which="both")
        axes.yaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
        axes.grid(visible=True, axis="y", color=marker("line"), linewidth=0.7)
        for spine in axes.spines.values():
            spine.set_visible(False)
        if len(curve["series"]) > 1:
            axes.legend(frameon=False, labelcolor=marker("ink"))
        stream = io.StringIO()
        figure.savefig(stream, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    svg = stream.getvalue()
    return resolve(svg[svg.index("<svg") :])
