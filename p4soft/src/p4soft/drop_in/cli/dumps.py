# SPDX-License-Identifier: Apache-2.0
"""Entries, members and groups as lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from p4soft.drop_in.cli.commands import Session
from p4soft.drop_in.cli.program import Profile, Table
from p4soft.drop_in.cli.values import dumped_match
from p4soft.switch.thrift.interface import standard

if TYPE_CHECKING:
    Message = Any

LINE = "=" * 10
_NEXT = "*" * 10
_Kind = standard.BmActionEntryType


def dump_entry(table: Table, entry: Message) -> None:
    """An entry with its key, action and age."""
    width = max([20, *(len(key.name) for key in table.key)])
    print(f"Dumping entry {hex(entry.entry_handle)}")
    print("Match key:")
    for key, match in zip(table.key, entry.match_key, strict=False):
        kind, value = dumped_match(match)
        print(f"* {key.name:{width}}: {kind:10}{value}")
    if entry.options.priority is not None and entry.options.priority >= 0:
        print(f"Priority: {entry.options.priority}")
    dump_action_entry(entry.action_entry)
    if entry.life is not None:
        print(f"Life: {entry.life.time_since_hit_ms}ms since hit, timeout is {entry.life.timeout_ms}ms")


def dump_action_entry(entry: Message) -> None:
    """What an entry does: an action, a member, a group or nothing."""
    if entry.action_type == _Kind.ACTION_DATA:
        _dump_action(entry.action_name, entry.action_data)
    elif entry.action_type == _Kind.MBR_HANDLE:
        print(f"Index: member({entry.mbr_handle})")
    elif entry.action_type == _Kind.GRP_HANDLE:
        print(f"Index: group({entry.grp_handle})")
    else:
        print("EMPTY")


def dump_member(member: Message) -> None:
    """A member of an action profile."""
    print(f"Dumping member {member.mbr_handle}")
    _dump_action(member.action_name, member.action_data)


def dump_group(group: Message) -> None:
    """A group of an action profile."""
    print(f"Dumping group {group.grp_handle}")
    print(f"Members: [{', '.join(map(str, group.mbr_handles))}]")


def dump_table(session: Session, table: Table) -> None:
    """All of a table: entries, members, groups, default entry."""
    entries = session.standard.bm_mt_get_entries(0, table.name)
    print(LINE)
    print("TABLE ENTRIES")
    for entry in entries:
        print(_NEXT)
        dump_entry(table, entry)
    if table.profile is not None:
        dump_profile(session, table.profile)
    default = session.standard.bm_mt_get_default_entry(0, table.name)
    print(LINE)
    print("Dumping default entry")
    dump_action_entry(default)
    print(LINE)


def dump_profile(session: Session, profile: Profile) -> None:
    """All of an action profile: members, and groups if it can have any."""
    members = session.standard.bm_mt_act_prof_get_members(0, profile.name)
    print(LINE)
    print("MEMBERS")
    for member in members:
        print(_NEXT)
        dump_member(member)
    if profile.has_selector:
        groups = session.standard.bm_mt_act_prof_get_groups(0, profile.name)
        print(LINE)
        print("GROUPS")
        for group in groups:
            print(_NEXT)
            dump_group(group)


def dump_replication(dump: Message, lags: bool) -> None:
    """Multicast groups, nodes and link aggregation groups, of the switch's own JSON."""
    nodes = {each["handle"]: (each["rid"], each["l2_handle"]) for each in dump["l1_handles"]}
    ports = {each["handle"]: (each["ports"], each["lags"]) for each in dump["l2_handles"]}
    print(LINE)
    print("MC ENTRIES")
    for group in dump["mgrps"]:
        print(_NEXT)
        print(f"mgrp({group['id']})")
        for handle in group["l1_handles"]:
            rid, below = nodes[handle]
            out, bundles = ports[below]
            print(f"  -> (L1h={handle}, rid={rid}) -> (ports=[{_list(out)}], lags=[{_list(bundles)}])")
    print(LINE)
    print("LAGS")
    if lags and "lags" in dump:
        for lag in dump["lags"]:
            print(f"lag({lag['id']}) -> ports=[{_list(lag['ports'])}]")
    else:
        print("None for this PRE type")
    print(LINE)


def _dump_action(name: str, data: Sequence[bytes]) -> None:
    print(f"Action entry: {name} - {', '.join(each.hex() for each in data)}")


def _list(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))
