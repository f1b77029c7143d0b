# SPDX-License-Identifier: Apache-2.0
"""Every figure on one page: ours beside the paper's, verdict, command, scale and cost. Self-contained HTML.

A panel of a figure is an SVG element: ours as lines or points, with what seeds differ by, and the paper's as hollow
points.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import islice, zip_longest
from pathlib import Path
from textwrap import fill as wrapped
from typing import Any

from markupsafe import Markup
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Drawing
from matplotlib.ticker import FuncFormatter, NullLocator
from msgspec import Struct, to_builtins

import topologies
from common.pages import environment, marker, series, stylesheet
from common.quantities import show_size, show_time
from fabric.experiments.figure import SEEDS, Criterion, Curve, Figure, Finding, Panel, Result, Scale, judged, options
from fabric.experiments.store import Store
from fabric.report.plots import svg
from fabric.report.tables import where_outstanding
from p4soft import outputs
from topologies.comparing import LEGEND, cost, rows, single_planes

# --- A panel ---------------------------------------------------------------------------------------------------------


_WIDTH, _HEIGHT = 8.0, 2.8
_LEGEND_COLUMNS, _CUT_COLUMNS, _LEGEND_ROW = 3, 2, 0.2
"""The legend is below: on a narrow page what is at the right is not seen at once. Why something is cut takes room."""
_TITLE_COLUMNS, _NAMES_COLUMNS = 88, 80
"""How many letters are as wide as the plot: of a title, and of all names together."""
_FEW = 12
"""So many values of a line are marked each, by a dot."""
_BESIDE = 0.6
"""The share of the distance of two names that the points over one name take."""
_FLAT, _BELOW = 0.6, 0.15
"""A y axis begins above 0 where the least value is more than this share of the most; so far below the least, of what
they differ by."""
_PAPER: Mapping[str, Any] = {"fillstyle": "none", "markersize": 5.5, "linestyle": "none", "markeredgewidth": 1.3}


def drawn(name: str, panel: Panel) -> str:
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
        for cut in panel.cuts:
            _shade(axes, cut.spans, "ink", f"not judged: {cut.why}")
        _shade(axes, panel.faults, "bad", "a fault is there")
        _scale(axes, panel)
        axes.set_xlabel(panel.x_label)
        from_0 = axes.get_ylim()[0] <= 0 or "y" in panel.logarithmic
        axes.set_ylabel(panel.y_label if from_0 else f"{panel.y_label} (not from 0)")
        axes.set_title(wrapped(panel.title, _TITLE_COLUMNS), loc="left", fontsize=10)
        drawing.legend(loc="outside lower left", ncols=columns, frameon=False, fontsize=8.5)

    columns = _CUT_COLUMNS if panel.cuts else _LEGEND_COLUMNS
    rows = -(-(len(panel.curves) + len(panel.levels) + len(panel.cuts) + bool(panel.faults)) // columns)
    return svg(name, _WIDTH, _HEIGHT + _LEGEND_ROW * rows, fill)


def _shade(axes: Axes, spans: Sequence[tuple[float, float]], colour: str, label: str) -> None:
    for at, (begin, end) in enumerate(spans):
        axes.axvspan(begin, end, color=marker(colour), alpha=0.09, linewidth=0, label=label if at == 0 else None)


def _ours(panel: Panel) -> list[Curve]:
    return [curve for curve in panel.curves if not curve.paper]


def _points(curve: Curve) -> tuple[list[float], list[float]]:
    points = min(len(curve.x), len(curve.y))
    return list(curve.x[:points]), list(curve.y[:points])


def _over_time(axes: Axes, panel: Panel, colours: Mapping[str, str]) -> None:
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
    """Points with error bars, those of one name next to each other; a point of the paper is over that of its curve."""
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
        axes.set_ylim(bottom=0.0 if panel.top else _floor(panel), top=panel.top)


def _inner(values: Sequence[float]) -> Sequence[float]:
    """Of many, those between the first and the last, when flows begin and end."""
    return values[1:-1] if len(values) > _FEW else values


def _floor(panel: Panel) -> float:
    """Where the y axis begins: at 0, or just below the least value where from 0 on a dip of 2 % would be a hairline."""
    values = [value for curve in panel.curves for value in (*_inner(_points(curve)[1]), *_inner(curve.low))]
    values += [value for level in panel.levels for value in level.values]
    least, most = min(values, default=0.0), max(values, default=0.0)
    return least - (most - least) * _BELOW if least > _FLAT * most else 0.0


# --- The page --------------------------------------------------------------------------------------------------------


_HERE = Path(__file__).parent
_PAPERS_FABRIC = Path(topologies.__file__).parent / "paper-8plane.yaml"
_MOST_OPEN = 3
"""Flows that are named of a run that met its limit."""


class Section(Struct, frozen=True, dict=True):
    """A figure with what came of it.

    Attributes:
        scale: that it was run at, with `seeds` seeds at the most.
        finding: what its runs come to; None when they are not there.
        unfinished: a sentence for each run that met its limit and was to be done before.
        endless: how many runs were to end at their limit, and did.
        refused: why it was not run this time.
        trials: what it said without the mechanisms that it shows, as `sabotage.Trial.document` has it.
        timelines: name of each run that has one, and where it is, from the page.
    """

    figure: Figure
    scale: Scale
    seeds: int
    finding: Finding | None = None
    costs: Sequence[Mapping[str, float]] = ()
    unfinished: Sequence[str] = ()
    endless: int = 0
    refused: str = ""
    timelines: Sequence[tuple[str, str]] = ()
    trials: Sequence[Mapping[str, Any]] = ()

    @property
    def held(self) -> bool:
        return self.finding is not None and self.finding.held

    @property
    def verdict(self) -> str:
        return "not run" if self.finding is None else "holds" if self.held else "does not hold"

    @property
    def criteria(self) -> Sequence[Criterion]:
        return () if self.finding is None else self.finding.criteria

    @property
    def command(self) -> str:
        return f"make experiments ONLY={self.figure.name}{options(self.scale, self.seeds)}"

    @property
    def cost(self) -> Mapping[str, float] | None:
        """The sums over all runs: seconds of one core, packets, switch passes; and the most memory of one, in bytes.

        Without switch passes where a result is so large that it leaves its switches out.
        """
        if not self.costs:
            return None
        total = {name: sum(each[name] for each in self.costs) for name in ("seconds", "packets")}
        if all(each["switch_passes"] for each in self.costs):
            total["switch_passes"] = sum(each["switch_passes"] for each in self.costs)
        return {**total, "peak_bytes": max(each["peak_bytes"] for each in self.costs)}

    @cached_property
    def drawings(self) -> list[Markup]:
        name, panels = self.figure.name, () if self.finding is None else self.finding.panels
        return [Markup(drawn(f"{name}-{at}", panel)) for at, panel in enumerate(panels)]


def section(figure: Figure, store: Store, refused: str = "") -> Section:
    """What became of a figure: nothing, when one of its runs is refused, is not there, or is of other code."""
    if refused or not store.complete(figure):
        return Section(figure, store.scale, store.seeds, refused=refused)
    results = store.results(figure)
    runs = store.runs(figure)
    at_limit = [run for run in runs if not results[run.name]["verdict"]["finished"]]
    unfinished = [_unfinished(run.name, results[run.name]) for run in at_limit if not run.endless]
    timelines = [
        (run.name, page.relative_to(store.root).as_posix())
        for run in runs
        if (page := store.timeline(figure, run)) is not None
    ]
    return Section(
        figure, store.scale, store.seeds, judged(figure, results), store.costs(figure), unfinished,
        sum(run.endless for run in at_limit), timelines=timelines, trials=store.trials(figure),
    )  # fmt: skip


def write(store: Store, sections: Sequence[Section]) -> Path:
    """Write each figure's data and plots into its folder, and the page of all. Raises OutputError."""
    for each in sections:
        folder = store.root / each.figure.name
        if each.finding is not None:
            outputs.write_text(folder / "data.json", _data(each, each.finding))
            outputs.write_text(folder / "data.csv", _csv(each.finding.panels))
        for at, drawing in enumerate(each.drawings):
            outputs.write_text(folder / f"plot-{at}.svg", str(drawing))
    own = (_HERE / "page.css").read_text(encoding="utf-8")
    template = environment(_HERE).get_template("index.html.j2")
    fabric = topologies.load(_PAPERS_FABRIC)
    fabrics = [cost(fabric), *single_planes(fabric)]
    page = template.render(
        run=[each for each in sections if each.finding is not None],
        absent=[each for each in sections if each.finding is None],
        fabrics=fabrics, compared=rows(fabrics), legend=LEGEND,
        scale=store.scale, seeds=store.seeds, most_seeds=len(SEEDS), stylesheet=stylesheet(own),
    )  # fmt: skip
    outputs.write_text(store.root / "index.html", page)
    return store.root / "index.html"


def _unfinished(name: str, result: Result) -> str:
    """What a run that met its limit had left: flows with the most by name, what they wait for, and on which paths."""
    left = [flow for flow in result["flows"] if flow["outstanding"] is not None]
    left.sort(key=lambda flow: -int(flow["outstanding"]["bytes"]))
    named = [
        f"{flow['name']}: {show_size(flow['outstanding']['bytes'])}, {where_outstanding(flow['outstanding'])}"
        for flow in left[:_MOST_OPEN]
    ]
    more = [f"{len(left) - _MOST_OPEN} more"] if left[_MOST_OPEN:] else []
    limit, missing = result["verdict"]["end_ns"], sum(flow["outstanding"]["bytes"] for flow in left)
    return (
        f"{name} met its limit of {show_time(limit)}: {len(left)} of {len(result['flows'])} writes open, "
        f"{show_size(missing)} missing. {'. '.join([*named, *more])}"
    )


def _data(section: Section, finding: Finding) -> str:
    figure = section.figure
    document = {
        "figure": figure.name,
        "title": figure.title,
        "paper": figure.paper,
        "shows": figure.shows,
        "scale": section.scale,
        "seeds": section.seeds,
        "scaled": figure.scale[section.scale],
        "held": finding.held,
        "criteria": [to_builtins(criterion) for criterion in finding.criteria],
        "unfinished": list(section.unfinished),
        "endless": section.endless,
        "numbers": dict(finding.numbers),
        "cost": section.cost,
    }
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def _csv(panels: Sequence[Panel]) -> str:
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(["panel", "curve", "x", "y", "least", "most"])
    for panel in panels:
        for curve in panel.curves:
            rows = zip_longest(curve.x, curve.y, curve.low, curve.high, fillvalue="")
            writer.writerows([panel.title, curve.label, *row] for row in islice(rows, min(len(curve.x), len(curve.y))))
        for level in panel.levels:
            writer.writerows([panel.title, level.label, "", value, "", ""] for value in level.values)
    return stream.getvalue()
