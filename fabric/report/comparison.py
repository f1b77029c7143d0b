# SPDX-License-Identifier: Apache-2.0
"""Results side by side: which numbers got better, which worse, and by how much. The first result is the yardstick."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct
from rich.console import Console
from rich.table import Table
from rich.text import Text

from common.pages import stylesheet
from fabric.measurements import CHECKS, Better, Value, show_value
from fabric.report import drawing, plots
from fabric.report.page import markup, templates
from fabric.results import Axis, Result, last, mean

Trend = Literal["better", "worse", "different", "same"]


class Number(Struct, frozen=True):
    """What a row is about; its attributes are those of `Check`."""

    text: str
    unit: str
    better: Better


class Cell(Struct, frozen=True):
    """One result's value of a check, against the first result's."""

    shown: str
    change: str
    trend: Trend


class Row(Struct, frozen=True):
    """One number over all results; `cells[0]` is the yardstick."""

    name: str
    number: Number
    cells: tuple[Cell, ...]

    @property
    def changed(self) -> bool:
        return any(cell.trend != "same" for cell in self.cells)


def rows(results: Sequence[Result]) -> list[Row]:
    """One row per check, then three per collective that the first result has: they are matched by name."""
    of_checks = [
        Row(name, number, tuple(_cell(number, r["checks"].get(name), results[0]["checks"].get(name)) for r in results))
        for name, number in ((name, Number(check.text, check.unit, check.better)) for name, check in CHECKS.items())
    ]
    names = {collective["name"]: collective["collective"] for collective in results[0]["collectives"]}
    return of_checks + [row for name, pattern in names.items() for row in _collective_rows(results, name, pattern)]


def _collective_rows(results: Sequence[Result], name: str, pattern: str) -> list[Row]:
    """The time and the bandwidths of one collective."""
    what = name if name == pattern else f"{name} ({pattern})"
    numbers = {
        "took_us": Number(f"time that {what} took", "µs", "less"),
        "algorithm_gbps": Number(f"algorithm bandwidth of {what} (nccl-tests' algbw)", "Gb/s", "more"),
        "bus_gbps": Number(f"bus bandwidth of {what} (nccl-tests' busbw)", "Gb/s", "more"),
    }
    found: list[Result] = [next((each for each in r["collectives"] if each["name"] == name), {}) for r in results]
    values: list[dict[str, Value]] = [
        {**each, "took_us": each["duration_ns"] / 1000 if each.get("duration_ns") is not None else None}
        for each in found
    ]
    return [
        Row(
            f"collectives.{name}.{field}",
            number,
            tuple(_cell(number, each.get(field), values[0].get(field)) for each in values),
        )
        for field, number in numbers.items()
    ]


def _cell(number: Number, value: Value, base: Value) -> Cell:
    shown = show_value(value) + (f" {number.unit}" if number.unit and value is not None else "")
    if value == base:
        return Cell(shown, "", "same")
    if value is None or base is None:
        # A number that exists only when things went well: its absence is the worse case.
        trend: Trend = "different" if number.better == "neither" else ("worse" if value is None else "better")
        return Cell(shown, "", trend)
    change = ""
    if not isinstance(value, bool) and not isinstance(base, bool) and base:
        ratio = value / base
        change = f"× {ratio:.2f}" if ratio >= 2 else f"{(ratio - 1) * 100:+.0f} %"
    if number.better == "neither":
        return Cell(shown, change, "different")
    return Cell(shown, change, "better" if (value > base) == (number.better == "more") else "worse")


def print_comparison(results: Sequence[Result], console: Console) -> None:
    table = Table(title=f"Against {_names(results)[0]}", title_justify="left", title_style="bold")
    table.add_column("number", no_wrap=True)
    for name in _names(results):
        table.add_column(name, justify="right")
    styles = {"better": "green", "worse": "bold red", "different": "", "same": "dim"}
    for row in rows(results):
        if row.changed:
            cells = [
                Text(f"{cell.shown}{'  ' + cell.change if cell.change else ''}", styles[cell.trend])
                for cell in row.cells
            ]
            cells[0] = Text(row.cells[0].shown)
            table.add_row(row.name, *cells)
    console.print(table)


def comparison_page(results: Sequence[Result]) -> str:
    """The comparison as one HTML page; the same results give the same bytes."""
    axes = [Axis(result) for result in results]
    names = _names(results)

    def series(pick: str) -> list[tuple[str, Axis, list[float]]]:
        return [
            (name, axis, _series(result, axis, pick)) for name, axis, result in zip(names, axes, results, strict=True)
        ]

    drawn = [
        ("Throughput", plots.overlay("compare-throughput", "Gb/s into receivers", series("throughput")),
         "Frame bits into the receivers, all planes together."),
        ("Bytes still to arrive", plots.overlay("compare-remaining", "MiB to go", series("remaining")),
         "Payload not yet in the receivers' memory: the line that reaches the floor first wins."),
        ("Frames trimmed", plots.overlay("compare-trims", "per interval", series("trims")),
         "At the busiest switch ports."),
        ("EVs out of use", plots.overlay("compare-evs", "EVs of all flows", series("bad")),
         "EVs in state ASSUMED BAD."),
    ]  # fmt: skip
    table = rows(results)
    return templates().get_template("compare.html.j2").render(
        stylesheet=stylesheet(drawing.style()),
        names=names,
        titles=[result["scenario"]["title"] for result in results],
        verdicts=[result["verdict"]["passed"] for result in results],
        changed=[row for row in table if row.changed],
        same=[row for row in table if not row.changed],
        plots=[(title, markup(plot), text) for title, plot, text in drawn],
        busy=[
            {"name": name, "advice": result["live"].get("advice", "")}
            for name, result in zip(names, results, strict=True)
            if result.get("live", {}).get("overloaded")
        ],
        summaries=[_summary(names[0], name, result_rows) for name, result_rows in _per_result(names, table)],
    )  # fmt: skip


def _per_result(names: list[str], table: list[Row]) -> list[tuple[str, list[tuple[Row, Cell]]]]:
    return [(name, [(row, row.cells[index]) for row in table]) for index, name in enumerate(names) if index]


def _summary(base: str, name: str, cells: list[tuple[Row, Cell]]) -> str:
    worse = [row.number.text for row, cell in cells if cell.trend == "worse"]
    better = [row.number.text for row, cell in cells if cell.trend == "better"]
    if not worse and not better:
        return f"{name} is neither better nor worse than {base}."
    parts = []
    if worse:
        parts.append(f"{len(worse)} numbers are worse")
    if better:
        parts.append(f"{len(better)} {'are' if worse else 'numbers are'} better")
    return f"{name}: {' and '.join(parts)} than in {base}."


def _names(results: Sequence[Result]) -> list[str]:
    """Scenario names; a name that comes again gets a number."""
    names: list[str] = []
    for result in results:
        name = _name(result)
        seen = sum(1 for known in results[: len(names)] if _name(known) == name)
        names.append(f"{name} #{seen + 1}" if seen else name)
    return names


def _name(result: Result) -> str:
    name, live = str(result["scenario"]["name"]), result.get("live")
    if not live:
        return name
    others = "".join(f", {what} as {switch}" for switch, what in live.get("stand_ins", {}).items())
    return f"{name} live on {live['target']}{others}"


def _series(result: Result, axis: Axis, pick: str) -> list[float]:
    timeline = result["timeline"]
    if pick == "throughput":
        return axis.thin([sum(values) for values in zip(*timeline["planes"], strict=True)], mean)
    if pick == "trims":
        columns = [port["trims"] for port in timeline["ports"]] or [[0] * timeline["samples"]]
        return axis.thin([sum(values) for values in zip(*columns, strict=True)], sum)
    if pick == "bad":
        return axis.thin(timeline["evs"]["ASSUMED_BAD"], last)
    left = sum(flow["bytes"] for flow in result["flows"]) / 2**20
    remaining = []
    for values in zip(*timeline["flows"], strict=True):
        left -= sum(values) * timeline["interval_ns"] / 8 / 2**20
        remaining.append(max(0.0, round(left, 3)))
    return axis.thin(remaining, last)
