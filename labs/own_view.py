# SPDX-License-Identifier: Apache-2.0
"""A lab of somebody's own network as tables for a terminal."""

from __future__ import annotations

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from common.quantities import show_rate, show_time
from labs.requests import OwnState
from labs.view import show_switches, show_trouble


def show_own(state: OwnState, console: Console) -> None:
    """Print everything a person wants to know first."""
    seconds = f"{state.now_ns / 1e9:,.0f} s"
    console.print(f"[bold]{state.name}[/]: {escape(state.fabric)} on {state.target}, up for {seconds}")
    if not state.delays:
        console.print("[yellow]links have no delay: this kernel has no netem (CONFIG_NET_SCH_NETEM)[/]")
    show_switches(state, console)
    console.print(_hosts(state))
    console.print(_links(state))
    show_trouble(state, console)


def _hosts(state: OwnState) -> Table:
    table = Table("host", "interface", "addresses", "MAC", "link", title="Hosts", title_justify="left")
    for name, interfaces in state.hosts.items():
        for each in interfaces:
            table.add_row(name, each.name, " ".join(each.addresses), each.mac, each.link)
    return table


def _links(state: OwnState) -> Table:
    table = Table("link", "from", "to", "rate", "delay", "is", title="Links", title_justify="left")
    for name, link in state.links.items():
        ends = (f"{node}:{port}" for node, port in (link.a, link.b))
        wrong = state.faults.get(name)
        how = f"[red]{', '.join(wrong)}[/]" if wrong else f"loses {link.loss:g}" if link.loss else "up"
        table.add_row(name, *ends, show_rate(link.rate_bps), show_time(link.delay_ns), how)
    return table
