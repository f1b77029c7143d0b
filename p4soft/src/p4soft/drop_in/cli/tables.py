# SPDX-License-Identifier: Apache-2.0
"""Commands about tables and action profiles: entries as people type them and as lines show them."""

from __future__ import annotations

import ipaddress
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from p4soft.drop_in.cli.commands import (
    Action,
    ActionDataError,
    CommandError,
    Group,
    Key,
    MatchKeyError,
    Profile,
    Run,
    Session,
    Table,
    Words,
    integer,
    profiles,
    profiles_and_actions,
    tables,
    tables_and_actions,
)
from p4soft.switch.thrift.interface import standard

if TYPE_CHECKING:
    Message = Any


# --- Match keys and action data --------------------------------------------------------------------------------------


_Type = standard.BmMatchParamType
_KINDS = {
    _Type.EXACT: "exact",
    _Type.LPM: "lpm",
    _Type.TERNARY: "ternary",
    _Type.VALID: "valid",
    _Type.RANGE: "range",
}


def parse_number(word: str, width: int) -> bytes:
    """A value of `width` bits, in as many bytes as it has; raises CommandError."""
    size = (width + 7) // 8
    try:
        if width == 32 and "." in word:
            return ipaddress.IPv4Address(word).packed
        if width == 128 and ":" in word:
            return ipaddress.IPv6Address(word).packed
    except ValueError:
        raise CommandError(f"Invalid IPv{4 if width == 32 else 6} address") from None
    if width == 48 and ":" in word:
        return _mac(word)
    try:
        value = int(word, 0)
    except ValueError:
        raise CommandError("Invalid input, could not cast to integer, try in hex with 0x prefix") from None
    if value < 0:
        raise CommandError("Parameter is negative")
    if value >> 8 * size:
        raise CommandError("Parameter is too large")
    return value.to_bytes(size)


def parse_action_data(action: Action, words: Sequence[str]) -> list[bytes]:
    """An action's arguments, in the order of its parameters; raises CommandError, ActionDataError."""
    if len(words) != len(action.params):
        raise CommandError(f"Action {action.name} needs {len(action.params)} parameters")
    data = []
    for word, (_, width) in zip(words, action.params, strict=True):
        try:
            data.append(parse_number(word, width))
        except CommandError as error:
            raise ActionDataError(f"Error while parsing {word} - {error}") from None
    return data


def parse_match_key(table: Table, words: Sequence[str]) -> list[Message]:
    """The key of an entry; raises CommandError, MatchKeyError."""
    if len(words) != len(table.key):
        raise CommandError(f"Table {table.name} needs {len(table.key)} key fields")
    return [_match_field(key, word) for key, word in zip(table.key, words, strict=True)]


def shown_match(field: Message) -> str:
    """A match field as `table_add` shows it."""
    kind, value = _value(field)
    if kind == "exact":
        text = shown_bytes(value.key)
    elif kind == "lpm":
        text = f"{shown_bytes(value.key)}/{value.prefix_length}"
    elif kind == "ternary":
        text = f"{shown_bytes(value.key)} &&& {shown_bytes(value.mask)}"
    elif kind == "range":
        text = f"{shown_bytes(value.start)} -> {shown_bytes(value.end_)}"
    else:
        text = ""
    return f"{kind.upper()}-{text}"


def dumped_match(field: Message) -> tuple[str, str]:
    """The type of a match field and its value, as dumps show them."""
    kind, value = _value(field)
    if kind == "exact":
        text = value.key.hex()
    elif kind == "lpm":
        text = f"{value.key.hex()}/{value.prefix_length}"
    elif kind == "ternary":
        text = f"{value.key.hex()} &&& {value.mask.hex()}"
    elif kind == "range":
        text = f"{value.start.hex()} -> {value.end_.hex()}"
    else:
        text = "01" if value.key else "00"
    return kind.upper(), text


def shown_bytes(data: bytes) -> str:
    """Bytes as 00:1f:a0."""
    return data.hex(":")


def _mac(word: str) -> bytes:
    try:
        parts = bytes(int(part, 16) for part in word.split(":"))
    except ValueError:
        parts = b""
    if len(parts) != 6:
        raise CommandError("Invalid MAC address")
    return parts


def _value(field: Message) -> tuple[str, Message]:
    kind = _KINDS[field.type]
    return kind, getattr(field, kind)


def _match_field(key: Key, word: str) -> Message:
    make = standard.BmMatchParam
    if key.match == "exact":
        return make(_Type.EXACT, exact=standard.BmMatchParamExact(_number(word, key)))
    if key.match == "lpm":
        prefix, length = _two_parts(word, "/", "LPM value", "prefix and length")
        if not length.isdecimal():
            raise MatchKeyError(f"Invalid LPM value {word}, the length is not a number")
        return make(_Type.LPM, lpm=standard.BmMatchParamLPM(_number(prefix, key), int(length)))
    if key.match == "ternary":
        value, mask = _two_parts(word, "&&&", "ternary value", "key and mask")
        return make(_Type.TERNARY, ternary=standard.BmMatchParamTernary(_number(value, key), _number(mask, key)))
    if key.match == "range":
        low, high = _two_parts(word, "->", "range value", "range start and range end")
        start, end = _number(low, key), _number(high, key)
        if start > end:
            raise MatchKeyError(f"start is less than end in expression {word}")
        return make(_Type.RANGE, range=standard.BmMatchParamRange(start, end))
    if word not in ("0", "1"):
        raise MatchKeyError(f"Invalid validity {word}; accepted: 0 or 1")
    return make(_Type.VALID, valid=standard.BmMatchParamValid(word == "1"))


def _two_parts(word: str, separator: str, what: str, parts: str) -> tuple[str, str]:
    found = word.split(separator)
    if len(found) != 2:
        raise MatchKeyError(f"Invalid {what} {word}, use '{separator}' to separate {parts}")
    return found[0], found[1]


def _number(word: str, key: Key) -> bytes:
    try:
        return parse_number(word, key.width)
    except CommandError as error:
        raise MatchKeyError(f"Error while parsing {word} - {error}") from None


# --- Entries, members and groups as lines ----------------------------------------------------------------------------


LINE = "=" * 10
_NEXT = "*" * 10
_Kind = standard.BmActionEntryType


def dump_entry(table: Table, entry: Message) -> None:
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
    print(f"Dumping member {member.mbr_handle}")
    _dump_action(member.action_name, member.action_data)


def dump_group(group: Message) -> None:
    print(f"Dumping group {group.grp_handle}")
    print(f"Members: [{', '.join(map(str, group.mbr_handles))}]")


def dump_table(session: Session, table: Table) -> None:
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


# --- Commands --------------------------------------------------------------------------------------------------------


GROUP = Group()
ARROW = "=>"
_LABEL = "{0:20} {1}"


def take_priority(table: Table, words: list[str]) -> int:
    """Take the priority off the end of the words, where the table has one; raises CommandError."""
    if not table.has_priority:
        return 0
    try:
        return int(words.pop())
    except (ValueError, IndexError):
        raise CommandError("Table is ternary, but could not extract a valid priority from args") from None


def arrow(words: list[str], start: int) -> int:
    """Where the arrow between key and action data is; the last word from `start` on when there is none."""
    return words.index(ARROW, start) if ARROW in words[start:] else max(start, len(words) - 1)


def action_words(words: list[str]) -> list[str]:
    """Action data, before which an arrow may stand."""
    return words[1:] if words[:1] == [ARROW] else words


@GROUP.command("show_tables", "List the tables of the program")
def _show_tables(session: Session, words: Words) -> None:
    words.exactly(0)
    for table in session.program.tables.values():
        print(table)


@GROUP.command("show_actions", "List the actions of the program")
def _show_actions(session: Session, words: Words) -> None:
    words.exactly(0)
    for action in session.program.actions.values():
        print(action)


@GROUP.command("table_show_actions <table name>", "List the actions of a table", tables)
def _table_show_actions(session: Session, words: Words) -> None:
    (name,) = words.exactly(1)
    _show_actions_of(session.program.tables[name])


@GROUP.command("table_info <table name>", "Show a table's key, implementation and actions", tables)
def _table_info(session: Session, words: Words) -> None:
    (name,) = words.exactly(1)
    table = session.program.tables[name]
    print(table)
    print("*" * 80)
    _show_actions_of(table)


@GROUP.command("table_num_entries <table name>", "Show how many entries a table has", tables)
def _table_num_entries(session: Session, words: Words) -> None:
    (name,) = words.exactly(1)
    print(session.standard.bm_mt_get_num_entries(0, session.program.tables[name].name))


@GROUP.command("table_clear <table name>", "Delete all entries of a table, the default entry excepted", tables)
def _table_clear(session: Session, words: Words) -> None:
    (name,) = words.exactly(1)
    session.standard.bm_mt_clear_entries(0, session.program.tables[name].name, False)


@GROUP.command(
    "table_set_default <table name> <action name> <action parameters>", "Set a default action", tables_and_actions
)
def _table_set_default(session: Session, words: Words) -> None:
    name, action_name, *arguments = words.at_least(2)
    table, action = _table_and_action(session, name, action_name)
    data = parse_action_data(action, action_words(arguments))
    print("Setting default action of", name)
    _show_action_and_data(action_name, data)
    session.standard.bm_mt_set_default_action(0, table.name, action.name, data)


@GROUP.command("table_reset_default <table name>", "Give a table the default action of the program again", tables)
def _table_reset_default(session: Session, words: Words) -> None:
    (name,) = words.exactly(1)
    session.standard.bm_mt_reset_default_entry(0, session.program.tables[name].name)


@GROUP.command(
    "table_add <table name> <action name> <match fields> => <action parameters> [priority]",
    "Add an entry to a table",
    tables_and_actions,
)
def _table_add(session: Session, words: Words) -> None:
    given = list(words.at_least(3))
    name, action_name = given[:2]
    table, action = _table_and_action(session, name, action_name)
    priority = take_priority(table, given)
    at = arrow(given, 2)
    fields, arguments = given[2:at], given[at + 1 :]
    if len(fields) != len(table.key):
        raise CommandError(f"Table {name} needs {len(table.key)} key fields")
    data = parse_action_data(action, arguments)
    key = parse_match_key(table, fields)
    print("Adding entry to", table.match, "match table", name)
    print(_LABEL.format("match key:", "\t".join(map(shown_match, key))))
    _show_action_and_data(action_name, data)
    options = standard.BmAddEntryOptions(priority)
    handle = session.standard.bm_mt_add_entry(0, table.name, key, action.name, data, options)
    print("Entry has been added with handle", handle)


@GROUP.command(
    "table_set_timeout <table name> <entry handle> <timeout (ms)>",
    "Set for how long an entry may be idle, in a table with time-outs",
    tables,
)
def _table_set_timeout(session: Session, words: Words) -> None:
    name, handle_word, timeout_word = words.exactly(3)
    table = session.program.tables[name]
    if not table.has_timeout:
        raise CommandError(f"Table {name} does not support entry timeouts")
    handle, timeout_ms = integer(handle_word, "entry handle"), integer(timeout_word, "timeout")
    print("Setting a", timeout_ms, "ms timeout for entry", handle)
    session.standard.bm_mt_set_entry_ttl(0, table.name, handle, timeout_ms)


@GROUP.command(
    "table_modify <table name> <action name> <entry handle> [action parameters]",
    "Give an entry another action",
    tables_and_actions,
)
def _table_modify(session: Session, words: Words) -> None:
    name, action_name, handle_word, *arguments = words.at_least(3)
    table, action = _table_and_action(session, name, action_name)
    handle = integer(handle_word, "entry handle")
    data = parse_action_data(action, action_words(arguments))
    print("Modifying entry", handle, "for", table.match, "match table", name)
    session.standard.bm_mt_modify_entry(0, table.name, handle, action.name, data)


@GROUP.command("table_delete <table name> <entry handle>", "Delete an entry", tables)
def _table_delete(session: Session, words: Words) -> None:
    name, handle_word = words.exactly(2)
    table = session.program.tables[name]
    handle = integer(handle_word, "entry handle")
    print("Deleting entry", handle, "from", name)
    session.standard.bm_mt_delete_entry(0, table.name, handle)


@GROUP.command("table_dump <table name>", "Show all of a table", tables)
def _table_dump(session: Session, words: Words) -> None:
    (name,) = words.exactly(1)
    dump_table(session, session.program.tables[name])


@GROUP.command("table_dump_entry <table name> <entry handle>", "Show an entry", tables)
def _table_dump_entry(session: Session, words: Words) -> None:
    name, handle = words.exactly(2)
    table = session.program.tables[name]
    dump_entry(table, session.standard.bm_mt_get_entry(0, table.name, integer(handle, "entry handle")))


@GROUP.command(
    "table_dump_entry_from_key <table name> <match fields> [priority]", "Show the entry that has a key", tables
)
def _table_dump_entry_from_key(session: Session, words: Words) -> None:
    given = list(words.at_least(1))
    table = session.program.tables[given[0]]
    priority = take_priority(table, given)
    if len(given) - 1 != len(table.key):
        raise CommandError(f"Table {given[0]} needs {len(table.key)} key fields")
    key = parse_match_key(table, given[1:])
    options = standard.BmAddEntryOptions(priority)
    dump_entry(table, session.standard.bm_mt_get_entry_from_key(0, table.name, key, options))


def _table_and_action(session: Session, table_name: str, action_name: str) -> tuple[Table, Action]:
    table = session.program.tables[table_name]
    action = session.program.action_of(table, action_name)
    if action is None:
        raise CommandError(f"Table {table_name} has no action {action_name}")
    return table, action


def _show_actions_of(table: Table) -> None:
    for name in sorted(table.actions):
        print(table.actions[name])


def _show_action_and_data(name: str, data: list[bytes]) -> None:
    print(_LABEL.format("action:", name))
    print(_LABEL.format("runtime data:", "\t".join(map(shown_bytes, data))))


# --- Action profiles, and tables whose entries point at their members and groups -------------------------------------


@GROUP.command(
    "act_prof_create_member <action profile name> <action name> [action parameters]",
    "Add a member to an action profile",
    profiles_and_actions,
)
def _create_member(session: Session, words: Words) -> None:
    name, action_name, *arguments = words.at_least(2)
    profile, action = _profile_and_action(session, name, action_name)
    data = parse_action_data(action, action_words(arguments))
    handle = session.standard.bm_mt_act_prof_add_member(0, profile.name, action.name, data)
    print("Member has been created with handle", handle)


@GROUP.command("act_prof_delete_member <action profile name> <member handle>", "Delete a member", profiles)
def _delete_member(session: Session, words: Words) -> None:
    name, handle = words.exactly(2)
    profile = session.program.profiles[name]
    session.standard.bm_mt_act_prof_delete_member(0, profile.name, integer(handle, "member handle"))


@GROUP.command(
    "act_prof_modify_member <action profile name> <action name> <member handle> [action parameters]",
    "Give a member another action",
    profiles_and_actions,
)
def _modify_member(session: Session, words: Words) -> None:
    name, action_name, handle_word, *arguments = words.at_least(3)
    profile, action = _profile_and_action(session, name, action_name)
    handle = integer(handle_word, "member handle")
    data = parse_action_data(action, action_words(arguments))
    session.standard.bm_mt_act_prof_modify_member(0, profile.name, handle, action.name, data)


@GROUP.command("act_prof_create_group <action profile name>", "Add a group to an action profile", profiles)
def _create_group(session: Session, words: Words) -> None:
    (name,) = words.exactly(1)
    handle = session.standard.bm_mt_act_prof_create_group(0, _selecting(session, name).name)
    print("Group has been created with handle", handle)


@GROUP.command("act_prof_delete_group <action profile name> <group handle>", "Delete a group", profiles)
def _delete_group(session: Session, words: Words) -> None:
    name, handle = words.exactly(2)
    profile = _selecting(session, name)
    session.standard.bm_mt_act_prof_delete_group(0, profile.name, integer(handle, "group handle"))


@GROUP.command(
    "act_prof_add_member_to_group <action profile name> <member handle> <group handle>",
    "Put a member into a group",
    profiles,
)
def _add_member_to_group(session: Session, words: Words) -> None:
    profile, member, group = _member_and_group(session, words)
    session.standard.bm_mt_act_prof_add_member_to_group(0, profile.name, member, group)


@GROUP.command(
    "act_prof_remove_member_from_group <action profile name> <member handle> <group handle>",
    "Take a member out of a group",
    profiles,
)
def _remove_member_from_group(session: Session, words: Words) -> None:
    profile, member, group = _member_and_group(session, words)
    session.standard.bm_mt_act_prof_remove_member_from_group(0, profile.name, member, group)


@GROUP.command("act_prof_dump <action profile name>", "Show all of an action profile", profiles)
def _dump(session: Session, words: Words) -> None:
    (name,) = words.exactly(1)
    dump_profile(session, session.program.profiles[name])


@GROUP.command("act_prof_dump_member <action profile name> <member handle>", "Show a member", profiles)
def _dump_member(session: Session, words: Words) -> None:
    name, handle = words.exactly(2)
    profile = session.program.profiles[name]
    dump_member(session.standard.bm_mt_act_prof_get_member(0, profile.name, integer(handle, "member handle")))


@GROUP.command("act_prof_dump_group <action profile name> <group handle>", "Show a group", profiles)
def _dump_group(session: Session, words: Words) -> None:
    name, handle = words.exactly(2)
    profile = session.program.profiles[name]
    dump_group(session.standard.bm_mt_act_prof_get_group(0, profile.name, integer(handle, "group handle")))


@GROUP.command(
    "table_indirect_add <table name> <match fields> => <member handle> [priority]",
    "Add an entry that points at a member",
    tables,
)
def _indirect_add(session: Session, words: Words) -> None:
    table, key, member, options = _indirect_entry(session, words, selecting=False)
    handle = session.standard.bm_mt_indirect_add_entry(0, table.name, key, member, options)
    print("Entry has been added with handle", handle)


@GROUP.command(
    "table_indirect_add_with_group <table name> <match fields> => <group handle> [priority]",
    "Add an entry that points at a group",
    tables,
)
def _indirect_add_with_group(session: Session, words: Words) -> None:
    table, key, group, options = _indirect_entry(session, words, selecting=True)
    handle = session.standard.bm_mt_indirect_ws_add_entry(0, table.name, key, group, options)
    print("Entry has been added with handle", handle)


@GROUP.command("table_indirect_delete <table name> <entry handle>", "Delete an entry of an indirect table", tables)
def _indirect_delete(session: Session, words: Words) -> None:
    name, handle_word = words.exactly(2)
    table = _indirect(session, name, selecting=False)
    handle = integer(handle_word, "entry handle")
    print("Deleting entry", handle, "from", name)
    session.standard.bm_mt_indirect_delete_entry(0, table.name, handle)


@GROUP.command("table_indirect_set_default <table name> <member handle>", "Make a member the default", tables)
def _indirect_set_default(session: Session, words: Words) -> None:
    name, handle = words.exactly(2)
    table = _indirect(session, name, selecting=False)
    session.standard.bm_mt_indirect_set_default_member(0, table.name, integer(handle, "handle"))


@GROUP.command("table_indirect_set_default_with_group <table name> <group handle>", "Make a group the default", tables)
def _indirect_set_default_with_group(session: Session, words: Words) -> None:
    name, handle = words.exactly(2)
    table = _indirect(session, name, selecting=True)
    session.standard.bm_mt_indirect_ws_set_default_group(0, table.name, integer(handle, "handle"))


@GROUP.command("table_indirect_reset_default <table name>", "Give an indirect table its first default again", tables)
def _indirect_reset_default(session: Session, words: Words) -> None:
    (name,) = words.exactly(1)
    session.standard.bm_mt_indirect_reset_default_entry(0, session.program.tables[name].name)


def _profile_and_action(session: Session, name: str, action_name: str) -> tuple[Profile, Action]:
    profile = session.program.profiles[name]
    action = session.program.action_of(profile, action_name)
    if action is None:
        raise CommandError(f"Action profile '{name}' has no action '{action_name}'")
    return profile, action


def _selecting(session: Session, name: str) -> Profile:
    profile = session.program.profiles[name]
    if not profile.has_selector:
        raise CommandError("Cannot run this command on an action profile without selector")
    return profile


def _member_and_group(session: Session, words: Words) -> tuple[Profile, int, int]:
    name, member, group = words.exactly(3)
    return _selecting(session, name), integer(member, "member handle"), integer(group, "group handle")


def _indirect(session: Session, name: str, *, selecting: bool) -> Table:
    table = session.program.tables[name]
    if selecting and table.kind != "indirect_ws":
        raise CommandError("Cannot run this command on non-indirect table, or on indirect table with no selector")
    if table.profile is None:
        raise CommandError("Cannot run this command on non-indirect table")
    return table


def _indirect_entry(session: Session, words: Words, *, selecting: bool) -> tuple[Table, list[Message], int, Message]:
    given = list(words.at_least(2))
    table = _indirect(session, given[0], selecting=selecting)
    priority = take_priority(table, given)
    at = arrow(given, 1)
    if len(given) != at + 2:
        raise CommandError("Invalid arguments, could not find handle")
    handle = integer(given[at + 1], "handle")
    key = parse_match_key(table, given[1:at])
    print("Adding entry to indirect match table", table.name)
    return table, key, handle, standard.BmAddEntryOptions(priority)


# The same by the name of a table, from the time before action profiles could be shared.

_RENAMED = {
    "create_member": "[action name] [action parameters]",
    "delete_member": "<member handle>",
    "modify_member": "<action name> <member handle> [action parameters]",
    "create_group": "",
    "delete_group": "<group handle>",
    "add_member_to_group": "<member handle> <group handle>",
    "remove_member_from_group": "<member handle> <group handle>",
}


def _by_table(new: str, run: Run, *, selecting: bool, deprecated: bool) -> Run:
    def run_by_table(session: Session, words: Words) -> None:
        name, *rest = words.at_least(1)
        table = _indirect(session, name, selecting=selecting)
        assert table.profile is not None
        if deprecated:
            if len(table.profile.tables) > 1:
                raise CommandError("Legacy command does not work with shared action profiles")
            sys.stderr.write(f"This is a deprecated command, use '{new}' instead\n")
        run(session, Words([table.profile.name, *rest]))

    return run_by_table


def _define_commands_by_table() -> None:
    runs = {command.name: command.run for command in GROUP.commands}
    for name, arguments in _RENAMED.items():
        new = f"act_prof_{name}"
        complete = tables_and_actions if "action name" in arguments else tables
        usage = f"table_indirect_{name} <table name> {arguments}".strip()
        run = _by_table(new, runs[new], selecting="group" in name, deprecated=True)
        GROUP.command(usage, f"The older form of {new}, by the name of a table", complete)(run)
    for name in ("dump_member", "dump_group"):
        new = f"act_prof_{name}"
        run = _by_table(new, runs[new], selecting=False, deprecated=False)
        usage = f"table_{name} <table name> <{name.removeprefix('dump_')} handle>"
        GROUP.command(usage, f"{new} by the name of a table", tables)(run)


_define_commands_by_table()
