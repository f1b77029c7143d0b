# SPDX-License-Identifier: Apache-2.0
"""Commands about action profiles, and about tables whose entries point at their members and groups."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from p4soft.drop_in.cli.commands import (
    Action,
    CommandError,
    Group,
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
from p4soft.drop_in.cli.tables import (
    action_words,
    arrow,
    dump_group,
    dump_member,
    dump_profile,
    parse_action_data,
    parse_match_key,
    take_priority,
)
from p4soft.switch.thrift.interface import standard

if TYPE_CHECKING:
    Message = Any

GROUP = Group()


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
