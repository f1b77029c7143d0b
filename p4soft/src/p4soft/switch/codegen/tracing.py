# SPDX-License-Identifier: Apache-2.0
"""Helpers of traced code: events that take more than one expression to build."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from p4soft.switch.codegen.layout import JOURNEY, Packet
from p4soft.switch.program.header_model import SourceInfo
from p4soft.switch.state.entry import NO_ACTION_ID, Entry
from p4soft.switch.state.profiles import Member
from p4soft.switch.state.table import Table
from p4soft.switch.trace import FieldChanged, Journey, Pairs, TableApplied, TraceEvent, ValidityChanged

Report = Callable[[TraceEvent], None]


def trace_table(
    report: Report,
    table: Table,
    packet: Packet,
    *,
    key: Pairs,
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
    const = entry.const if hit else table.spec.default_action_const
    report(
        TableApplied(
            packet[JOURNEY], table.name, key, hit, entry.handle, text, action, via, source, entry.source, const
        )
    )


def describe_via(entry: Entry, chosen: Entry | Member) -> str:
    """How a profile led from the entry to the action."""
    if not isinstance(chosen, Member):
        return ""
    group = f"group {entry.group.group_id}, " if entry.group is not None else ""
    return f"{group}member {chosen.member_id}"


def trace_copy(
    report: Report,
    journey: Journey,
    header: str,
    *,
    names: Sequence[str],
    old: Sequence[int],
    new: Sequence[int],
    source: SourceInfo | None,
) -> None:
    """Report what a header assignment changed; `old` and `new` start with the validity."""
    if old[0] != new[0]:
        report(ValidityChanged(journey, header, bool(new[0]), source))
    for name, before, after in zip(names, old[1:], new[1:], strict=False):
        if before != after:
            report(FieldChanged(journey, name, before, after, source))


def trace_validity(
    report: Report,
    packet: Packet,
    headers: Sequence[tuple[str, int]],
    *,
    old: Sequence[int],
    source: SourceInfo | None,
) -> None:
    """Report which of these (name, base slot) headers, whose validities were `old`, became valid or invalid."""
    for (name, base), before in zip(headers, old, strict=True):
        if packet[base] != before:
            report(ValidityChanged(packet[JOURNEY], name, bool(packet[base]), source))


def deparsed_headers(packet: Packet, headers: Sequence[tuple[str, int]]) -> tuple[str, ...]:
    """The names of the valid ones among these (name, base slot) headers."""
    return tuple(name for name, base in headers if packet[base])
