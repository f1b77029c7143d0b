# SPDX-License-Identifier: Apache-2.0
"""A lab as tables for a terminal."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from common.quantities import show_rate
from fabric.live.overload import advice, overload
from labs.invocation import to_type
from labs.requests import Looked, State


def show(state: State, console: Console) -> None:
    """Print everything a person wants to know first."""
    slow = show_rate(max(1, state.host_bps // state.factor))
    console.print(
        f"[bold]{state.name}[/]: {escape(state.fabric)} on {state.target}, {state.factor:,} times slower than the "
        f"topology: {show_rate(state.host_bps)} is {slow} here; {state.now_ns / 1e6:,.3f} ms of its time have passed"
    )
    if not state.delays:
        console.print("cables have no delay (no CONFIG_NET_SCH_NETEM here); NICs hold what arrives as long instead")
    show_switches(state, console)
    console.print(_nics(state))
    if state.writes:
        console.print(_writes(state))
    show_trouble(state, console)
    reasons = overload(state.nics, state.base_rtt_ns, state.cables_late_ns, state.busy)
    for line in reasons:
        console.print(f"[yellow]{line}[/]")
    if reasons:
        console.print(f"[bold yellow]{advice(reasons, state.factor)}[/]")


def next_steps(name: str, steps: Iterable[tuple[str, str]]) -> str:
    """What one may type once a lab of that name is up: commands, and what each is for."""
    commands = [(to_type(command, name), what) for command, what in steps]
    width = max(len(command) for command, _ in commands)
    return "\n".join(["up; next:", *(f"  {command:<{width}}  # {what}" for command, what in commands)])


def show_switches(state: Looked, console: Console) -> None:
    """Print the switches of any lab."""
    table = Table("switch", "device", "P4Runtime", "forwards", title="Switches", title_justify="left")
    for switch in state.switches:
        forwards = "yes" if switch.forwards else f"[red]no: {state.dead.get(switch.name, 'stopped')}[/]"
        table.add_row(switch.name, str(switch.device_id), switch.grpc_address, forwards)
    console.print(table)


def show_trouble(state: Looked, console: Console) -> None:
    """Print what is wrong with any lab."""
    for name, how in state.dead.items():
        console.print(f"[red]{name}: {how}; `{to_type(f'logs {name}', state.name)}` shows what it said[/]")
    for target, faults in state.faults.items():
        console.print(f"[red]{target}: {', '.join(faults)}[/]")


def _nics(state: State) -> Table:
    table = Table("NIC", "ports", "sent", "received", "EVs", title="NICs", title_justify="left")
    for name, nic in state.nics.items():
        if name in state.dead:
            table.add_row(name, f"[red]{state.dead[name]}[/]")
            continue
        ports = " ".join("up" if up else "[red]down[/]" for up in nic.ports_up)
        evs: dict[str, int] = {}
        for qp in nic.queue_pairs:
            for kind, count in qp.evs.items():
                evs[kind] = evs.get(kind, 0) + count
        shown = ", ".join(f"{count} {kind}" for kind, count in sorted(evs.items()))
        counters = nic.counters
        table.add_row(name, ports, f"{counters.get('tx.frames', 0):,}", f"{counters.get('rx.frames', 0):,}", shown)
    return table


def _writes(state: State) -> Table:
    table = Table("write", "from", "to", "bytes", "placed", "took", title="Writes", title_justify="left")
    for index, write in enumerate(state.writes):
        if write.failure is not None:
            took = f"[red]{write.failure}[/]"
        elif write.completed_ns is None:
            took = "..."
        else:
            took = f"{(write.completed_ns - write.posted_ns) / 1e3:,.1f} us"
        placed = f"{100 * write.placed / write.size:.0f} %"
        table.add_row(str(index), write.source, write.destination, f"{write.size:,}", placed, took)
    return table
