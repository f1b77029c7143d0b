# SPDX-License-Identifier: Apache-2.0
"""The plots of a report as inline SVG, in the page's font and colours.

Same result, same bytes: fixed ids, no dates, no environment.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Sequence
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator
from msgspec import Struct

from common.pages import marker, resolve, series
from fabric.measurements import EV_STATES
from fabric.results import Axis, Result, Window, fault_windows, last, mean

# --- A drawing of matplotlib as SVG ----------------------------------------------------------------------------------


_STYLE: dict[str, Any] = {
    "svg.fonttype": "none",
    "svg.image_inline": True,
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": 10,
    "figure.facecolor": "none",
    "axes.facecolor": "none",
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
        fill(figure)
        stream = io.StringIO()
        canvas: Any = FigureCanvasSVG(figure)
        canvas.print_svg(stream, metadata={"Date": None, "Creator": None})  # `savefig` lays it out and draws it twice
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


# --- Plots -----------------------------------------------------------------------------------------------------------


#: Inches at 72 px each. Two drawings per plot: a phone gets its own, not a shrunk one.
WIDE = 10.4
NARROW = 5.0

_STATE_ROLES = {"GOOD": "good-fill", "SKIP": "warn-fill", "ASSUMED_BAD": "bad", "DENIED": "none-fill"}
_MAX_EV_ROWS = 24


class Plot(Struct, frozen=True):
    """One plot in both widths, as SVG elements."""

    wide: str
    narrow: str


def throughput(result: Result) -> Plot:
    """Frame bits into the receiving NICs, per plane and in all."""
    axis, windows = Axis(result), fault_windows(result)
    planes = [axis.thin(values, mean) for values in result["timeline"]["planes"]]

    def draw(axes: Sequence[Axes], narrow: bool) -> None:
        _steps(
            axes[0],
            axis,
            [sum(values) for values in zip(*planes, strict=True)],
            marker("soft"),
            "all planes",
            width=1.2,
        )
        for plane, values in enumerate(planes):
            _steps(axes[0], axis, values, series(plane), f"plane {plane}", width=2)
        axes[0].set_ylim(bottom=0)
        axes[0].set_ylabel("Gb/s into receivers")
        _mark(axes[0], axis, windows, narrow)
        _legend(axes[0], narrow)

    return _plot("throughput", axis, draw, [2.7])


def goodput(result: Result) -> Plot:
    """Payload placed per flow, and the fair share."""
    axis, windows = Axis(result), fault_windows(result)

    def draw(axes: Sequence[Axes], narrow: bool) -> None:
        for index, flow in enumerate(result["flows"][:8]):
            values = axis.thin(result["timeline"]["flows"][index], mean)
            _steps(axes[0], axis, values, series(index), f"{flow['from']} → {flow['to']}", width=1.6)
        for share in sorted({share for flow in result["flows"][:8] if (share := flow["fair_share_gbps"]) is not None}):
            axes[0].axhline(
                share, color=marker("soft"), linewidth=1, linestyle=(0, (4, 3)), label=f"fair share {share:.1f}"
            )
        axes[0].set_ylim(bottom=0)
        axes[0].set_ylabel("Gb/s of payload")
        _mark(axes[0], axis, windows, narrow)
        _legend(axes[0], narrow)

    return _plot("goodput", axis, draw, [2.7])


def ev_states(result: Result) -> Plot:
    """How many EVs are in which state, stacked, and which of them were out when."""
    axis, windows = Axis(result), fault_windows(result)
    counts = {state: axis.thin(result["timeline"]["evs"][state], last) for state in EV_STATES}
    shown = [state for state in EV_STATES if any(counts[state])] or ["GOOD"]
    rows = _outages(result)
    heights = [2.3, 0.3 + 0.32 * len(rows)] if rows else [2.3]

    def draw(axes: Sequence[Axes], narrow: bool) -> None:
        # A state is sampled at the end of its interval.
        edges = [0.0, *axis.edges[1:], axis.end]
        floor = [0.0] * len(edges)
        for state in shown:
            top = [low + value for low, value in zip(floor, [counts[state][0], *counts[state]], strict=True)]
            axes[0].fill_between(
                edges,
                floor,
                top,
                step="post",
                color=marker(_STATE_ROLES[state]),
                linewidth=0,
                label=state.replace("_", " "),
            )
            floor = top
        axes[0].set_ylim(0, max(floor) * 1.02)
        axes[0].set_ylabel("EVs of all flows")
        axes[0].yaxis.set_major_locator(MaxNLocator(integer=True, nbins=6))
        _mark(axes[0], axis, windows, narrow)
        _legend(axes[0], narrow)
        if not rows:
            return
        lower = axes[1]
        for row, (label, spans) in enumerate(rows):
            for start, end in spans:
                lower.barh(row, axis.at(end - start), left=axis.at(start), height=0.4, color=marker("bad"), linewidth=0)
            lower.annotate(
                label, (0, row), xycoords=("axes fraction", "data"), xytext=(3, 10), textcoords="offset points",
                fontsize=8.5, va="center", color=marker("soft"),
            )  # fmt: skip
        lower.set_yticks([])
        lower.set_ylabel("out of use")
        lower.set_ylim(len(rows) - 0.5, -0.9)
        _mark(lower, axis, windows, narrow, label=False)

    return _plot("evs", axis, draw, heights)


def steps(result: Result) -> Plot:
    """How long each step of each training job took, over the time at which it was under way."""
    axis, windows = Axis(result), fault_windows(result)
    jobs = result["trainings"]

    def draw(axes: Sequence[Axes], narrow: bool) -> None:
        for index, job in enumerate(jobs):
            executed = job["executed"]
            begin = [axis.at(at / 1000) for at in executed["begin_ns"]]
            end = [left + axis.at(took / 1000) for left, took in zip(begin, executed["took_ns"], strict=True)]
            took_us = [took / 1000 for took in executed["took_ns"]]
            axes[0].hlines(took_us, begin, end, color=series(index), linewidth=3, label=job["name"])
            ideal_us = job["ideal_step_ns"] / 1000
            axes[0].axhline(ideal_us, color=series(index), linewidth=1, linestyle=(0, (4, 3)), label="ideal")
            for restart in job["restarts"]:
                until_ns = restart["resumed_ns"] or result["verdict"]["end_ns"]
                at, until = axis.at(restart["failed_ns"] / 1000), axis.at(until_ns / 1000)
                axes[0].axvspan(at, until, color=marker("none-fill"), alpha=0.5, linewidth=0, zorder=0)
        axes[0].set_ylim(bottom=0)
        axes[0].set_ylabel("step, µs")
        _mark(axes[0], axis, windows, narrow)
        _legend(axes[0], narrow)

    return _plot("steps", axis, draw, [2.2])


def has_incast(result: Result) -> bool:
    """Whether a port was busy to which several NICs sent at a time."""
    return any(port["incast"] for port in result["timeline"]["ports"])


def queues(result: Result) -> Plot:
    """Longest queue and trims per interval, at the ports of an incast; where there is none, at the busiest."""
    axis, windows = Axis(result), fault_windows(result)
    ports = [port for port in result["timeline"]["ports"] if port["incast"]][:8] or result["timeline"]["ports"][:4]
    ports.sort(key=lambda port: str(port["port"]))  # plane 0 first, as in the other plots

    def draw(axes: Sequence[Axes], narrow: bool) -> None:
        below = [0.0] * len(axis.edges)
        for index, port in enumerate(ports):
            label = port["port"].split(">")[0]
            depth = [value / 1000 for value in axis.thin(port["peak_bytes"], max)]
            _steps(axes[0], axis, depth, series(index), label, width=1.8)
            trims = axis.thin(port["trims"], sum)
            axes[1].bar(
                axis.edges,
                trims,
                width=axis.step,
                bottom=below,
                align="edge",
                color=series(index),
                linewidth=0,
                label=label,
            )
            below = [a + b for a, b in zip(below, trims, strict=True)]
        axes[0].set_ylabel("longest queue, kB")
        axes[0].set_ylim(bottom=0)
        axes[1].set_ylabel("frames trimmed")
        axes[1].yaxis.set_major_locator(MaxNLocator(integer=True, nbins=4))
        axes[1].set_ylim(0, max([1.0, *below]) * 1.08)
        _mark(axes[0], axis, windows, narrow)
        _mark(axes[1], axis, windows, narrow, label=False)
        _legend(axes[0], narrow)

    return _plot("queues", axis, draw, [2.2, 1.5])


def overlay(name: str, ylabel: str, axes_and_values: Sequence[tuple[str, Axis, list[float]]]) -> Plot:
    """The same series of several results on one time axis, for comparisons."""
    longest = max((axis for _, axis, _ in axes_and_values), key=lambda axis: axis.end * axis.scale)

    def draw(axes: Sequence[Axes], narrow: bool) -> None:
        for index, (label, axis, values) in enumerate(axes_and_values):
            factor = axis.scale / longest.scale
            edges = [edge * factor for edge in axis.edges]
            axes[0].stairs(
                values, [*edges, axis.end * factor], color=series(index), linewidth=1.8, label=label, baseline=None
            )
        axes[0].set_ylim(bottom=0)
        axes[0].set_ylabel(ylabel)
        _legend(axes[0], narrow)

    return _plot(name, longest, draw, [2.7])


def _outages(result: Result) -> list[tuple[str, list[tuple[float, float]]]]:
    """Per EV that was ever out: its label and when it was, in µs; at most _MAX_EV_ROWS of them."""
    end_us = result["verdict"]["end_ns"] / 1000
    rows: dict[str, list[tuple[float, float]]] = {}
    since: dict[str, float] = {}
    for flow in result["flows"]:
        for change in flow["ev_changes"]:
            label = f"{flow['from']} via {' → '.join(change['path']) or hex(change['ev'])}"
            if change["to"] in ("ASSUMED_BAD", "DENIED"):
                since.setdefault(label, change["at_ns"] / 1000)
                rows.setdefault(label, [])
            elif label in since:
                rows[label].append((since.pop(label), change["at_ns"] / 1000))
    for label, start in since.items():
        rows[label].append((start, end_us))
    return sorted(rows.items())[:_MAX_EV_ROWS]


def _steps(axes: Axes, axis: Axis, values: list[float], colour: str, label: str, *, width: float) -> None:
    axes.stairs(values, [*axis.edges, axis.end], color=colour, linewidth=width, label=label, baseline=None)


def _mark(axes: Axes, axis: Axis, windows: list[Window], narrow: bool, label: bool = True) -> None:
    for index, window in enumerate(windows):
        start, end = axis.at(window.start_us), axis.at(window.end_us)
        axes.axvspan(start, end, color=marker("bad"), alpha=0.10, linewidth=0, zorder=0)
        axes.axvline(start, color=marker("bad"), linewidth=1, alpha=0.7, zorder=1)
        if not window.open:
            axes.axvline(end, color=marker("bad"), linewidth=1, alpha=0.7, zorder=1)
        if label and index < 3:
            text = window.target.split("--")[0] if narrow else window.label
            axes.annotate(
                text,
                (start, 1.0),
                xycoords=("data", "axes fraction"),
                xytext=(4, 4 + 11 * index),
                textcoords="offset points",
                color=marker("bad"),
                fontsize=9,
                va="bottom",
                annotation_clip=False,
            )


def _legend(axes: Axes, narrow: bool) -> None:
    if not axes.get_legend_handles_labels()[0]:  # a run too short to show anything
        return
    axes.legend(
        loc="upper center",
        bbox_to_anchor=(0.5, -0.16 if not narrow else -0.14),
        ncols=5 if not narrow else 2,
        frameon=False,
        labelcolor=marker("ink"),
        fontsize=9.5,
        handlelength=1.4,
        columnspacing=1.6,
    )


Draw = Callable[[Sequence[Axes], bool], None]


def _plot(name: str, axis: Axis, draw: Draw, heights: Sequence[float]) -> Plot:
    return Plot(_svg(f"{name}-wide", axis, draw, heights), _svg(f"{name}-narrow", axis, draw, heights, narrow=True))


def _svg(name: str, axis: Axis, draw: Draw, heights: Sequence[float], *, narrow: bool = False) -> str:
    def fill(figure: Figure) -> None:
        grid = figure.subplots(len(heights), 1, sharex=True, squeeze=False, height_ratios=list(heights))
        axes = [row[0] for row in grid]
        for each in axes:
            each.margins(x=0)
            each.tick_params(length=0, labelsize=9.5)
        draw(axes, narrow)
        axes[-1].set_xlim(0, axis.end or 1)
        axes[-1].xaxis.set_major_locator(MaxNLocator(nbins=6 if narrow else 14, steps=[1, 2, 5, 10]))
        axes[-1].set_xlabel(axis.unit, loc="right", fontsize=9.5)

    height = sum(heights) + 0.85 + 0.2 * (len(heights) - 1)
    return svg(name, NARROW if narrow else WIDE, height, fill)
