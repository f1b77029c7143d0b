# SPDX-License-Identifier: Apache-2.0
"""A result as tables for a terminal, made from `result.json` alone."""

from __future__ import annotations

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from documents.quantities import show_size, show_time
from fabric.results.document import Result

#: Narrower terminals (and pipes) get the tables at this width, so that no column disappears.
MINIMUM_WIDTH = 118

_FLOW_COLUMNS = (
    "bytes", "took", "Gb/s", "of fair", "paths", "trims", "NACKs", "losses", "resent", "EVs out/back", "worst"
)  # fmt: skip


def print_result(result: Result, console: Console) -> None:
    """Flows, expectations and the verdict."""
    console.print()
    console.print(flow_table(result))
    console.print(digest_table(result))
    if result["expectations"]:
        console.print(expectation_table(result))
    console.print(verdict_line(result))


def _table(title: str) -> Table:
    return Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, pad_edge=False)


def flow_table(result: Result) -> Table:
    """One row per flow: what it got and what it took."""
    table = _table("Flows")
    table.add_column("flow", no_wrap=True)
    for name in _FLOW_COLUMNS:
        table.add_column(name, justify="right", no_wrap=True)
    for flow in result["flows"]:
        done = flow["completed_ns"]
        latency = flow["worst_latency_ns"]
        table.add_row(
            f"{flow['from']} → {flow['to']}",
            show_size(flow["placed_bytes"] if done is None else flow["bytes"]),
            "unfinished" if done is None else show_time(done - flow["post_ns"]),
            f"{flow['goodput_gbps']:.1f}",
            f"{flow['goodput_fraction']:.0%}",
            str(flow["sprayed_paths"]),
            f"{flow['trims']:,}",
            f"{flow['nacks']:,}",
            f"{flow['losses']:,}",
            f"{flow['retransmissions']:,}",
            f"{flow['evs_retired']}/{flow['evs_revived']}",
            "n/a" if latency is None else show_time(latency),
        )
    return table


def digest_table(result: Result) -> Table:
    """SHA-256 of each written region at both ends."""
    table = _table("SHA-256 of each written region")
    table.add_column("flow", no_wrap=True)
    table.add_column("at the writer")
    table.add_column("in the receiver's memory")
    table.add_column("")
    for flow in result["flows"]:
        mark = Text("equal", "green") if flow["intact"] else Text(_why_not_intact(flow), "bold red")
        name = f"{flow['from']} → {flow['to']}"
        table.add_row(name, flow["sha256_sent"][:24] + "…", flow["sha256_received"][:24] + "…", mark)
    return table


def _why_not_intact(flow: dict[str, object]) -> str:
    if flow["failure"]:
        return f"FAILED: {flow['failure']}"
    return "UNFINISHED" if flow["completed_ns"] is None else "DIFFERENT"


def expectation_table(result: Result) -> Table:
    """What the scenario expected and what happened."""
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
