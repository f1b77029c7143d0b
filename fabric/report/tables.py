# SPDX-License-Identifier: Apache-2.0
"""A result as tables for a terminal, made from `result.json` alone; and how a run ends, with files, tables, verdict."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich import box
from rich.cells import cell_len
from rich.console import Console
from rich.measure import Measurement
from rich.table import Column, Table
from rich.text import Text

from common.quantities import show_size, show_time
from fabric.results import Result, dumps
from p4soft import outputs

#: A file or a pipe gets tables of this width, a row to a flow. A terminal of another width gets them folded.
MINIMUM_WIDTH = 118
NARROWEST = 40

Item = dict[str, Any]
_SPREAD = ("min", "mean", "p50", "p95", "p99", "max")
_FLOW_COLUMNS = (
    "bytes", "took", "Gb/s", "of fair", "paths", "trims", "NACKs", "losses", "resent", "EVs out/back", "worst"
)  # fmt: skip


#: Flows that are listed in a terminal, and first on a page; more than that fit unless a page would fold a few only.
MOST_FLOWS, _FEW_MORE = 10, 2
#: Flows that are listed on a page, folded ones included; all are in `result.json`.
MOST_ON_PAGE = 200
#: Paths that are listed of one flow.
_MOST_PATHS = 4


def finish(made: Result, out: Path, console: Console) -> bool:
    """Write and show a result; True when all bytes arrived intact and every expectation held. Raises OutputError."""
    from fabric.report.page import run_page  # noqa: PLC0415 - matplotlib takes a second

    outputs.write_text(out / "result.json", dumps(made))
    outputs.write_text(out / "report.html", run_page(made))
    print_result(made, wide_enough(console))
    console.print(f"{out}/result.json, {out}/report.html", markup=False, highlight=False, soft_wrap=True)
    return bool(made["verdict"]["passed"])


def print_result(result: Result, console: Console) -> None:
    """Flows, what was not done, collectives, expectations and the verdict: what matters most stands last."""
    flows = worst_flows(result)
    console.print()
    for table in (flow_table(flows), messages_table(flows), outstanding_table(flows), digest_table(flows)):
        print_table(table, console)
    if len(flows) < len(result["flows"]):
        line = f"the worst {len(flows)} of {len(result['flows'])} flows; all of them are in result.json"
        console.print(line, highlight=False)
    if result["collectives"]:
        print_table(collective_table(result), console)
        for collective in result["collectives"]:
            step = slowest_step(result, collective)
            if step is not None:
                console.print(f"slowest step of {collective['name']}: {show_time(step[1])}, {step[0]}", highlight=False)
    for table in training_tables(result):
        print_table(table, console)
    if result["expectations"]:
        print_table(expectation_table(result), console)
    console.print(verdict_line(result))


def wide_enough(console: Console) -> Console:
    """A console for tables: a terminal as wide as it is, anything else at least `MINIMUM_WIDTH` wide."""
    least = NARROWEST if console.is_terminal else MINIMUM_WIDTH
    return console if console.width >= least else Console(file=console.file, width=least)


def print_table(table: Table, console: Console) -> None:
    """Print a table that has rows; columns that do not fit stand below, behind the first column again."""
    if not table.row_count:
        return
    for part in _folded(table, console):
        console.print(part)


def _folded(table: Table, console: Console) -> list[Table]:
    """The table, or as few tables of the same rows as fit the console."""
    first, *others = table.columns
    parts: list[list[Column]] = [[first]]
    for column in others:
        if len(parts[-1]) > 1 and not _fits(_of_columns(table, [*parts[-1], column]), console):
            parts.append([first])
        parts[-1].append(column)
    if len(parts) == 1:
        return [table]
    made = [_of_columns(table, columns) for columns in parts]
    for part in made[1:]:
        part.title = None
    return made


def _fits(table: Table, console: Console) -> bool:
    return Measurement.get(console, console.options.update(max_width=1000), table).minimum <= console.width


def _of_columns(table: Table, columns: Sequence[Column]) -> Table:
    part = _table(str(table.title))
    for column in columns:
        whole = max(cell_len(str(cell)) for cell in (column.header, *column.cells)) if column.no_wrap else None
        part.add_column(column.header, justify=column.justify, no_wrap=column.no_wrap, min_width=whole)
    for cells in zip(*(column.cells for column in columns), strict=True):
        part.add_row(*cells)
    return part


def _table(title: str) -> Table:
    return Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, pad_edge=False)


def worst_flows(result: Result) -> list[Item]:
    """All flows, in their order, if they are few; else the worst of them, the worst first."""
    flows = result["flows"]
    if len(flows) <= MOST_FLOWS + _FEW_MORE:
        return list(flows)
    return sorted(flows, key=_how_good)[:MOST_FLOWS]


def _how_good(flow: Item) -> tuple[Any, ...]:
    """Sorts flows: those not intact, then those with the least of their share, then those that took longest."""
    share = flow["goodput_fraction"]
    took = flow["completed_ns"] - flow["post_ns"] if flow["completed_ns"] is not None else 0
    return flow["intact"], flow["completed_ns"] is not None, 1.0 if share is None else share, -took, flow["index"]


def slowest_step(result: Result, collective: Item) -> tuple[str, int] | None:
    """The message of a collective that took longest: its flow, and ns; None if none has arrived.

    Until its receiver knew that it had arrived; until its sender did where receivers are not told.
    """
    steps = [
        (spread["max"], f"{flow['from']} → {flow['to']}")
        for flow in (result["flows"][index] for index in collective["flows"])
        if (spread := flow["messages"]["delivery"] or flow["messages"]["completion"]) is not None
    ]
    return max(((name, took) for took, name in steps), key=lambda step: step[1], default=None)


def flow_table(flows: Sequence[Item]) -> Table:
    """One row per flow: what it got and what it took."""
    table = _table("Flows")
    table.add_column("flow", no_wrap=True)
    for name in _FLOW_COLUMNS:
        table.add_column(name, justify="right", no_wrap=True)
    for flow in flows:
        done = flow["completed_ns"]
        latency = flow["worst_latency_ns"]
        table.add_row(
            f"{flow['from']} → {flow['to']}",
            show_size(flow["placed_bytes"] if done is None else flow["bytes"]),
            "unfinished" if done is None else show_time(done - flow["post_ns"]),
            f"{flow['goodput_gbps']:.1f}",
            "n/a" if flow["goodput_fraction"] is None else f"{flow['goodput_fraction']:.0%}",
            str(flow["sprayed_paths"]),
            f"{flow['trims']:,}",
            f"{flow['nacks']:,}",
            f"{flow['losses']:,}",
            f"{flow['retransmissions']:,}",
            f"{flow['evs_retired']}/{flow['evs_revived']}",
            "n/a" if latency is None else show_time(latency),
        )
    return table


def messages_table(flows: Sequence[Item]) -> Table:
    """One row per flow of many messages: how long they took."""
    table = _table("Messages, posted to acknowledged")
    for name in ("flow", "messages", "done", "min", "mean", "p50", "p95", "p99", "max", "one way, p50"):
        table.add_column(name, justify="left" if name == "flow" else "right", no_wrap=True)
    for flow in flows:
        messages, spread = flow["messages"], flow["messages"]["completion"]
        if messages["messages"] == 1:
            continue
        values = [show_time(spread[name]) for name in _SPREAD] if spread else ["n/a"] * len(_SPREAD)
        delivery = messages["delivery"]
        table.add_row(
            f"{flow['from']} → {flow['to']}",
            f"{messages['messages']:,}",
            f"{spread['count'] if spread else 0:,}",
            *values,
            show_time(delivery["p50"]) if delivery else "n/a",
        )
    return table


def collective_table(result: Result) -> Table:
    """One row per collective: its bandwidths as nccl-tests defines them; in GB/s, which it prints, too."""
    table = _table("Collectives")
    for name in ("name", "collective", "NICs", "size", "times", "took", "algbw Gb/s", "busbw Gb/s", "GB/s", "Jain"):
        table.add_column(name, justify="left" if name in ("name", "collective") else "right", no_wrap=True)
    for item in result["collectives"]:
        took = item["duration_ns"]
        rates = [item["algorithm_gbps"], item["bus_gbps"]]
        table.add_row(
            item["name"], item["collective"], str(len(item["nics"])), show_size(item["bytes"]), f"{item['times']:,}",
            "unfinished" if took is None else show_time(took),
            *("n/a" if rate is None else f"{rate:.1f}" for rate in rates),
            "n/a" if None in rates else " / ".join(f"{rate / 8:.2f}" for rate in rates),
            "n/a" if item["jain"] is None else f"{item['jain']:.4f}",
        )  # fmt: skip
    return table


#: Slow steps that are listed in a terminal; a page and `result.json` have more.
_MOST_STEPS = 5


def training_tables(result: Result) -> list[Table]:
    """The training jobs, one row each, and their slow steps; no table of nothing."""
    jobs = result.get("trainings", [])
    if not jobs:
        return []
    table = _table("Training")
    for name in ("job", "NICs", "steps", "median", "p99", "slowest", "ideal", "of ideal", "idle", "restarts"):
        table.add_column(name, justify="left" if name == "job" else "right", no_wrap=True)
    for job in jobs:
        times = job["step_ns"]
        table.add_row(
            job["name"], str(len(job["nics"])), f"{job['done']} of {job['steps']}",
            *(show_time(times[name]) if times else "n/a" for name in ("p50", "p99", "max")),
            show_time(job["ideal_step_ns"]),
            *("n/a" if job[name] is None else f"{job[name]:.1%}" for name in ("goodput", "idle")),
            str(len(job["restarts"])),
        )  # fmt: skip
    slow = _table("Slow steps, and the message that held each up most")
    for name, justify in (("step", "right"), ("at", "right"), ("took", "right"), ("why", "left")):
        slow.add_column(name, justify="right" if justify == "right" else "left", no_wrap=name != "why")
    for job in jobs:
        for step in job["slow_steps"][:_MOST_STEPS]:
            slow.add_row(str(step["step"] + 1), show_time(step["begin_ns"]), show_time(step["took_ns"]), why_slow(step))
    return [table, slow] if slow.row_count else [table]


def why_slow(step: Item) -> str:
    """The message that held a step up, how long it took, and what befell its packets."""
    what = f"{step['from']} → {step['to']}, {step['collective']}, bucket {step['bucket'] + 1}"
    until = "" if step["end"] == "arrival" else " until its sender knew"
    took = f"{show_time(step['message_ns'])}{until}, usually {show_time(step['usual_ns'])}"
    first = step["first_resent"]
    if first is None:
        return f"{what}: {took}; nothing sent again: it waited in queues, or for the window"
    by = f" by {' → '.join(first['path'])}" if first["path"] else ""
    ev = f" (EV {first['ev']:#010x})" if first["ev"] is not None else ""
    fault = f"; {first['fault']}" if first["fault"] else ""
    return f"{what}: {took}; sent again: {step['resent']}, the first{by}{ev}: {first['why']}{fault}"


def outstanding_table(flows: Sequence[Item]) -> Table:
    """One row per flow that was not done: what was left of it, and where its packets were."""
    table = _table("Not done at the end")
    for name in ("flow", "messages", "posted", "bytes left", "packets on their way, or what it waits for"):
        table.add_column(name, justify="right" if name in ("messages", "posted", "bytes left") else "left")
    for flow in flows:
        left = flow["outstanding"]
        if left is not None:
            table.add_row(
                f"{flow['from']} → {flow['to']}", f"{left['messages']:,}", f"{left['posted']:,}",
                show_size(left["bytes"]), where_outstanding(left),
            )  # fmt: skip
    return table


def where_outstanding(left: Item) -> str:
    """What a flow waits for, and how many of its packets are on which paths, the fullest first."""
    paths = sorted(left["paths"], key=lambda path: -path["packets"])
    named = [f"{path['packets']} by {' → '.join(path['switches'])}" for path in paths[:_MOST_PATHS]]
    more = [f"{sum(path['packets'] for path in paths[_MOST_PATHS:])} by others"] if paths[_MOST_PATHS:] else []
    return "; ".join([*([left["waits"]] if left["waits"] else []), *named, *more]) or "nothing on its way"


def digest_table(flows: Sequence[Item]) -> Table:
    """SHA-256 of each written region at both ends."""
    table = _table("SHA-256 of each written region")
    table.add_column("flow", no_wrap=True)
    table.add_column("at the writer")
    table.add_column("in the receiver's memory")
    table.add_column("")
    for flow in flows:
        mark = Text("equal", "green") if flow["intact"] else Text(_why_not_intact(flow), "bold red")
        name = f"{flow['from']} → {flow['to']}"
        table.add_row(name, flow["sha256_sent"][:24] + "…", flow["sha256_received"][:24] + "…", mark)
    return table


def _why_not_intact(flow: Item) -> str:
    if flow["failure"]:
        return f"FAILED: {flow['failure']}"
    messages = flow["messages"]
    if messages["damaged"]:
        return f"DIFFERENT: {messages['damaged']} of {messages['messages']}"
    return "UNFINISHED" if flow["completed_ns"] is None else "DIFFERENT"


def expectation_table(result: Result) -> Table:
    table = _table("Expectations of the scenario")
    for name, justify in (("expectation", "left"), ("bound", "right"), ("value", "right"), ("", "left")):
        table.add_column(name, justify="right" if justify == "right" else "left", no_wrap=True)
    for item in result["expectations"]:
        mark = Text("held", "green") if item["held"] else Text("NOT HELD", "bold red")
        table.add_row(item["name"], item["bound"], item["shown"], mark)
    return table


def verdict_line(result: Result) -> Text:
    """One line: passed or not, and why not."""
    verdict = result["verdict"]
    if verdict["passed"]:
        return Text(f"PASSED: all bytes intact, every expectation held ({result['scenario']['name']})", "bold green")
    reasons = []
    if not verdict["all_intact"]:
        broken = sum(1 for flow in result["flows"] if not flow["intact"])
        reasons.append(f"{broken} of {len(result['flows'])} flows not intact")
    missed = [item["name"] for item in result["expectations"] if not item["held"]]
    if missed:
        reasons.append("not held: " + ", ".join(missed))
    return Text(f"FAILED: {'; '.join(reasons)} ({result['scenario']['name']})", "bold red")
