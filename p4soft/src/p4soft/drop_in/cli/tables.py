# SPDX-License-Identifier: Apache-2.0
"""Commands about tables whose entries hold an action, and what the program has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from p4soft.drop_in.cli.commands import Group, Session, tables, tables_and_actions
from p4soft.drop_in.cli.dumps import dump_entry, dump_table
from p4soft.drop_in.cli.errors import CommandError
from p4soft.drop_in.cli.program import Action, Table
from p4soft.drop_in.cli.values import parse_action_data, parse_match_key, shown_bytes, shown_match
from p4soft.drop_in.cli.words import Words, integer
from p4soft.switch.thrift.interface import standard

if TYPE_CHECKING:
    Message = Any

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
