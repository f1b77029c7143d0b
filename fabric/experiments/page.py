# SPDX-License-Identifier: Apache-2.0
"""Every figure on one page: ours beside the paper's, verdict, command, scale and cost. Self-contained HTML."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from itertools import islice, zip_longest
from pathlib import Path

import jinja2
from markupsafe import Markup

from common.quantities import show_size, show_time
from fabric.experiments.drawing import drawn
from fabric.experiments.figure import Criterion, Figure, Finding, Panel, Result, Scale
from fabric.experiments.store import Store
from fabric.report import templates
from fabric.report.tables import where_outstanding
from p4soft import outputs

_MOST_OPEN = 3
"""Flows that are named of a run that met its limit."""


@dataclass(frozen=True)
class Section:
    """A figure with what came of it.

    Attributes:
        figure: of the paper.
        scale: that it was run at.
        finding: what its runs come to; None when they are not there.
        costs: of its runs.
        unfinished: a sentence for each run that met its limit and was to be done before.
        endless: how many runs were to end at their limit, and did.
        refused: why it was not run this time.
        timelines: name of each run that has one, and where it is, from the page.
    """

    figure: Figure
    scale: Scale
    finding: Finding | None = None
    costs: Sequence[Mapping[str, float]] = ()
    unfinished: Sequence[str] = ()
    endless: int = 0
    refused: str = ""
    timelines: Sequence[tuple[str, str]] = ()

    @property
    def held(self) -> bool:
        """Whether it was run, and every criterion holds."""
        return self.finding is not None and self.finding.held

    @property
    def verdict(self) -> str:
        """`holds`, `does not hold`, or `not run`."""
        return "not run" if self.finding is None else "holds" if self.held else "does not hold"

    @property
    def criteria(self) -> Sequence[Criterion]:
        """Of the finding."""
        return () if self.finding is None else self.finding.criteria

    @property
    def command(self) -> str:
        """What makes it."""
        return f"make experiments ONLY={self.figure.name}" + ("" if self.scale == "small" else f" SCALE={self.scale}")

    @property
    def cost(self) -> Mapping[str, float] | None:
        """Of all runs: seconds of one core, packets, switch passes; the most memory one of them took, in bytes."""
        if not self.costs:
            return None
        total = {name: sum(each[name] for each in self.costs) for name in ("seconds", "packets", "switch_passes")}
        return {**total, "peak_bytes": max(each["peak_bytes"] for each in self.costs)}

    @cached_property
    def drawings(self) -> list[Markup]:
        """Its plots as SVG elements, one per panel."""
        name, panels = self.figure.name, () if self.finding is None else self.finding.panels
        return [Markup(drawn(f"{name}-{at}", panel)) for at, panel in enumerate(panels)]


def section(figure: Figure, store: Store, refused: str = "") -> Section:
    """What became of a figure: nothing, when one of its runs is refused, is not there, or is of other code."""
    if refused or not store.complete(figure):
        return Section(figure, store.scale, refused=refused)
    results = store.results(figure)
    runs = figure.runs(store.scale)
    at_limit = [run for run in runs if not results[run.name]["verdict"]["finished"]]
    unfinished = [_unfinished(run.name, results[run.name]) for run in at_limit if not run.endless]
    timelines = [
        (run.name, page.relative_to(store.root).as_posix())
        for run in runs
        if (page := store.timeline(figure, run)) is not None
    ]
    return Section(
        figure, store.scale, figure.judge(results), store.costs(figure), unfinished,
        sum(run.endless for run in at_limit), timelines=timelines,
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
    environment = templates.environment().overlay(loader=jinja2.FileSystemLoader(Path(__file__).parent))
    page = environment.get_template("index.html.j2").render(sections=sections, scale=store.scale, **templates.style())
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
        "scaled": figure.scale[section.scale],
        "held": finding.held,
        "criteria": [asdict(criterion) for criterion in finding.criteria],
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
