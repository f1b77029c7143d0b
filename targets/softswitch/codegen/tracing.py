# SPDX-License-Identifier: Apache-2.0
"""Helpers of traced code: events that take more than one expression to build."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from targets.softswitch.codegen.layout import PACKET, Packet
from targets.softswitch.program.header_model import SourceInfo
from targets.softswitch.state.entry import NO_ACTION_ID, Entry
from targets.softswitch.state.profiles import Member
from targets.softswitch.state.table import Table
from targets.softswitch.trace import FieldChanged, TableApplied, TraceEvent, ValidityChanged

Report = Callable[[TraceEvent], None]


def trace_table(
    report: Report,
    table: Table,
    packet: Packet,
    *,
    key: tuple[tuple[str, int], ...],
    entry: Entry,
    hit: bool,
    chosen: Entry | Member,
    via: str,
    source: SourceInfo | None,
) -> None:
    """Report a table application."""
    action = "no action"
    if chosen.action_id != NO_ACTION_ID:
        action = str(chosen.action)
    names = [k.name for k in table.spec.key]
    text = entry.describe(names) if hit else ""
    report(TableApplied(packet[PACKET], table.name, key, hit, entry.handle, text, action, via, source, entry.source))


def describe_via(entry: Entry, chosen: Entry | Member) -> str:
    """How a profile led from the entry to the action."""
    if not isinstance(chosen, Member):
        return ""
    group = f"group {entry.group.group_id}, " if entry.group is not None else ""
    return f"{group}member {chosen.member_id}"


def trace_copy(
    report: Report,
    number: int,
    header: str,
    *,
    names: Sequence[str],
    old: Sequence[int],
    new: Sequence[int],
    source: SourceInfo | None,
) -> None:
    """Report what a header assignment changed; `old` and `new` start with the validity."""
    if old[0] != new[0]:
        report(ValidityChanged(number, header, bool(new[0]), source))
    for name, before, after in zip(names, old[1:], new[1:], strict=False):
        if before != after:
            report(FieldChanged(number, name, before, after, source))
