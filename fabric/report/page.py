# SPDX-License-Identifier: Apache-2.0
"""The page of a run, made from `result.json` alone: one file, nothing loaded from elsewhere."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from common.pages import environment, stylesheet
from common.quantities import show_size, show_time
from fabric.measurements import CHECKS, show_value
from fabric.report import drawing, plots
from fabric.report.tables import (
    MOST_ON_PAGE,
    slowest_step,
    verdict_line,
    where_outstanding,
    why_slow,
    worst_flows,
)
from fabric.results import Result, fault_windows

_HERE = Path(__file__).parent


@cache
def templates() -> jinja2.Environment:
    return environment(_HERE)


def markup(plot: plots.Plot) -> plots.Plot:
    """A plot that a template will not escape: its text was escaped when it was drawn."""
    return plots.Plot(Markup(plot.wide), Markup(plot.narrow))


def run_page(result: Result) -> str:
    """The report as one HTML page. The same result gives the same bytes."""
    windows = fault_windows(result)
    drawn = {
        "throughput": plots.throughput(result),
        "goodput": plots.goodput(result),
        "queues": plots.queues(result),
    }
    if result.get("trainings"):
        drawn["steps"] = plots.steps(result)
    if any(any(counts) for counts in result["timeline"]["evs"].values()):
        drawn["evs"] = plots.ev_states(result)
    worst = worst_flows(result)
    named = {flow["index"] for flow in worst}
    return templates().get_template("page.html.j2").render(
        r=result,
        stylesheet=stylesheet(drawing.style()),
        show_value=show_value,
        verdict=_verdict(result),
        tiles=_tiles(result),
        panels=[drawing.Panel(p.plane, Markup(p.svg), p.left_out) for p in drawing.panels(result)],
        plots={name: markup(plot) for name, plot in drawn.items()},
        interval=show_time(result["timeline"]["interval_ns"]),
        failed=", ".join(f"{window.label} at {window.start_us:g} µs" for window in windows),
        incast=plots.has_incast(result),
        fair=any(flow["fair_share_gbps"] is not None for flow in result["flows"]),
        fault_caption=_fault_caption(result),
        ev_caption=_ev_caption(result),
        changes=sorted(
            (
                {**change, "flow": f"{flow['from']} → {flow['to']}"}
                for flow in result["flows"]
                for change in flow["ev_changes"]
            ),
            key=lambda change: (change["at_ns"], change["flow"], change["ev"]),
        ),
        numbers=list(CHECKS.items()),
        worst=worst,
        others=[flow for flow in result["flows"] if flow["index"] not in named][: MOST_ON_PAGE - len(worst)],
        slowest_step=slowest_step,
        where=where_outstanding,
        why_slow=why_slow,
    )  # fmt: skip


def _verdict(result: Result) -> str:
    text = verdict_line(result).plain.split(": ", 1)[1].rpartition(" (")[0]
    return text[0].upper() + text[1:] + "."


def _fault_caption(result: Result) -> str:
    windows = fault_windows(result)
    if not windows:
        return "Nothing failed in this run."
    return "Shaded: " + "; ".join(
        f"{window.label} from {window.start_us:g} µs {'to the end' if window.open else f'to {window.end_us:g} µs'}"
        for window in windows
    ) + "."  # fmt: skip


def _ev_caption(result: Result) -> str:
    checks = result["checks"]
    text = f"All flows together. {checks['evs.retired']} EVs were retired and {checks['evs.revived']} revived."
    outs = any(flow["ev_changes"] for flow in result["flows"])
    return text + (" The bars below show which path of which sender was out of use, and when." if outs else "")


#: Tiles in a row.
_ROW = 6
#: Collectives that have a tile each; of more, the slowest one has.
_MOST_COLLECTIVES = 3


def _collective_tiles(result: Result) -> list[dict[str, Any]]:
    """What nccl-tests would print of each collective: bus bandwidth, algorithm bandwidth, and its time."""
    collectives = result["collectives"]
    if len(collectives) > _MOST_COLLECTIVES:
        slowest = min(collectives, key=lambda each: -1.0 if each["bus_gbps"] is None else float(each["bus_gbps"]))
        return [_collective_tile(slowest, f"the slowest of {len(collectives)} collectives: ")]
    return [_collective_tile(each) for each in collectives]


def _collective_tile(collective: dict[str, Any], lead: str = "") -> dict[str, Any]:
    name, pattern = collective["name"], collective["collective"]
    what = lead + (pattern if name == pattern else f"{name} ({pattern})")
    if collective["bus_gbps"] is None:
        return {"value": "unfinished", "text": what}
    times = f"{collective['times']:,} times " if collective["times"] > 1 else ""
    numbers = f"algbw {collective['algorithm_gbps']:.1f}, {times}in {show_time(collective['duration_ns'])}"
    return {"value": f"{collective['bus_gbps']:.1f} Gb/s", "text": f"busbw of {what}; {numbers}"}


def _training_tiles(result: Result) -> list[dict[str, Any]]:
    return [
        {
            "value": show_time(job["step_ns"]["p99"]),
            "text": f"p99 of {job['done']:,} steps of {job['name']}; median {show_time(job['step_ns']['p50'])}",
        }
        for job in result.get("trainings", [])[:_MOST_COLLECTIVES]
        if job["step_ns"]
    ]


def _tiles(result: Result) -> list[dict[str, Any]]:
    checks = result["checks"]
    messages = sum(flow["messages"]["messages"] for flow in result["flows"])
    work = f"for {show_size(sum(flow['bytes'] for flow in result['flows']))} in {messages:,} messages"
    done = checks["completion_us"]
    slowest = checks["goodput_fraction.min"]
    share = {"value": f"{slowest:.0%}", "text": "of its fair share, slowest flow"} if slowest is not None else None
    tiles = [
        {"value": show_time(done * 1000) if done is not None else "unfinished", "text": work},
        *_collective_tiles(result),
        *_training_tiles(result),
        *([share] if share is not None else []),
        {"value": f"{checks['trims.total']:,}", "text": "frames trimmed by switches"},
        {"value": f"{checks['retransmissions.total']:,}", "text": "packets sent again"},
        {"value": f"{checks['evs.retired']} / {checks['evs.revived']}", "text": "EVs retired / revived"},
        {"value": show_value(checks["p4runtime_writes_during_run"]), "text": "P4Runtime writes while it ran"},
    ]  # fmt: skip
    return tiles[:_ROW] if len(tiles) == _ROW + 1 else tiles  # none alone in a second row
