# SPDX-License-Identifier: Apache-2.0
"""Every figure on one page: ours beside the paper's, verdict, command, scale and cost. Self-contained HTML."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path

import jinja2
from markupsafe import Markup
from matplotlib.figure import Figure as Drawing

import outputs
from experiments.figure import Figure, Finding, Panel
from fabric.report import canvas, templates
from fabric.report.theme import marker, series

_WIDTH, _PANEL_HEIGHT = 8.0, 2.8


@dataclass(frozen=True)
class Section:
    """A figure with what came of it.

    Attributes:
        figure: of the paper.
        finding: what its runs come to.
        costs: of its runs.
    """

    figure: Figure
    finding: Finding
    costs: Sequence[Mapping[str, float]]

    @property
    def cost(self) -> Mapping[str, float]:
        """Of all runs: seconds of one core, packets, switch passes; the highest memory of a worker in bytes."""
        total = {name: sum(each[name] for each in self.costs) for name in ("seconds", "packets", "switch_passes")}
        return {**total, "peak_bytes": max(each["peak_bytes"] for each in self.costs)}

    @cached_property
    def drawings(self) -> list[Markup]:
        """Its plots as SVG elements, one per panel."""
        name = self.figure.name
        return [Markup(_draw(f"{name}-{at}", panel)) for at, panel in enumerate(self.finding.panels)]


def write(out: Path, sections: Sequence[Section]) -> Path:
    """Write each figure's data and plots into its folder, and the page of all. Raises OutputError."""
    for section in sections:
        folder = out / section.figure.name
        outputs.write_text(folder / "data.json", _data(section))
        outputs.write_text(folder / "data.csv", _csv(section.finding.panels))
        for at, drawing in enumerate(section.drawings):
            outputs.write_text(folder / f"plot-{at}.svg", str(drawing))
    environment = templates.environment().overlay(loader=jinja2.FileSystemLoader(Path(__file__).parent))
    page = environment.get_template("index.html.j2").render(sections=sections, **templates.style())
    outputs.write_text(out / "index.html", page)
    return out / "index.html"


def _data(section: Section) -> str:
    figure, finding = section.figure, section.finding
    document = {
        "figure": figure.name,
        "title": figure.title,
        "paper": figure.paper,
        "scale": figure.scale,
        "held": finding.held,
        "criteria": [asdict(criterion) for criterion in finding.criteria],
        "numbers": dict(finding.numbers),
    }
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def _csv(panels: Sequence[Panel]) -> str:
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(["panel", "curve", "x", "y"])
    for panel in panels:
        for curve in panel.curves:
            writer.writerows([panel.title, curve.label, x, y] for x, y in zip(curve.x, curve.y, strict=False))
    return stream.getvalue()


def _draw(name: str, panel: Panel) -> str:
    def fill(drawing: Drawing) -> None:
        axes = drawing.add_subplot()
        number = 0
        for curve in panel.curves:
            points = min(len(curve.x), len(curve.y))
            x, y = list(curve.x[:points]), list(curve.y[:points])
            if curve.paper:
                axes.plot(x, y, "o", color=marker("ink"), markersize=4, label=curve.label)
                continue
            axes.plot(x, y, color=series(number), linewidth=1.3, label=curve.label)
            number += 1
        axes.set_ylim(bottom=0)
        axes.margins(x=0)
        axes.set_xlabel(panel.x_label)
        axes.set_ylabel(panel.y_label)
        axes.set_title(panel.title, loc="left", fontsize=10)
        axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False, fontsize=8.5)

    return canvas.svg(name, _WIDTH, _PANEL_HEIGHT, fill)
