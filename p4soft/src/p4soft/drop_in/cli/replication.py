# SPDX-License-Identifier: Apache-2.0
"""Commands about multicast groups, their nodes and link aggregation groups."""

from __future__ import annotations

import json
from collections.abc import Callable

from p4soft.drop_in.cli.commands import Group, Run, Session
from p4soft.drop_in.cli.dumps import dump_replication
from p4soft.drop_in.cli.errors import CommandError
from p4soft.drop_in.cli.words import Words, integer

GROUP = Group()
WITH_LAGS = "SimplePreLAG"


def _command(usage: str, meaning: str) -> Callable[[Run], Run]:
    """A command that needs a replication engine."""

    def define(run: Run) -> Run:
        def checked(session: Session, words: Words) -> None:
            if session.engine is None:
                raise CommandError("Cannot execute this command without packet replication engine")
            run(session, words)

        return GROUP.command(usage, meaning)(checked)

    return define


@_command("mc_mgrp_create <group id>", "Make a multicast group")
def _group_create(session: Session, words: Words) -> None:
    group = _group(*words.exactly(1))
    print("Creating multicast group", group)
    session.replication.bm_mc_mgrp_create(0, group)


@_command("mc_mgrp_destroy <group id>", "Delete a multicast group")
def _group_destroy(session: Session, words: Words) -> None:
    group = _group(*words.exactly(1))
    print("Destroying multicast group", group)
    session.replication.bm_mc_mgrp_destroy(0, group)


_PORTS = "<space-separated port list> [ | <space-separated lag list> ]"


@_command(f"mc_node_create <rid> {_PORTS}", "Make a node")
def _node_create(session: Session, words: Words) -> None:
    rid_word, *rest = words.at_least(1)
    rid = integer(rid_word, "rid")
    ports, lags = _ports_and_lags(session, rest)
    if session.engine == WITH_LAGS:
        print("Creating node with rid", rid, ", port map", ports, "and lag map", lags)
    else:
        print("Creating node with rid", rid, "and with port map", ports)
    print("node was created with handle", session.replication.bm_mc_node_create(0, rid, ports, lags))


@_command(f"mc_node_update <node handle> {_PORTS}", "Give a node other ports")
def _node_update(session: Session, words: Words) -> None:
    node_word, *rest = words.at_least(2)
    node = _node(node_word)
    ports, lags = _ports_and_lags(session, rest)
    with_lags = f" and lag map {lags}" if session.engine == WITH_LAGS else ""
    print(f"Updating node {node} with port map {ports}{with_lags}")
    session.replication.bm_mc_node_update(0, node, ports, lags)


@_command("mc_node_associate <group handle> <node handle>", "Put a node into a multicast group")
def _node_associate(session: Session, words: Words) -> None:
    group_word, node_word = words.exactly(2)
    group, node = _group(group_word), _node(node_word)
    print("Associating node", node, "to multicast group", group)
    session.replication.bm_mc_node_associate(0, group, node)


@_command("mc_node_dissociate <group handle> <node handle>", "Take a node out of a multicast group")
def _node_dissociate(session: Session, words: Words) -> None:
    group_word, node_word = words.exactly(2)
    group, node = _group(group_word), _node(node_word)
    print("Dissociating node", node, "from multicast group", group)
    session.replication.bm_mc_node_dissociate(0, group, node)


@_command("mc_node_destroy <node handle>", "Delete a node")
def _node_destroy(session: Session, words: Words) -> None:
    node = _node(*words.exactly(1))
    print("Destroying node", node)
    session.replication.bm_mc_node_destroy(0, node)


@_command("mc_set_lag_membership <lag index> <space-separated port list>", "Give a link aggregation group its ports")
def _set_lag_membership(session: Session, words: Words) -> None:
    if session.engine != WITH_LAGS:
        raise CommandError("Cannot execute this command with this type of PRE, SimplePreLAG is required")
    index_word, *ports = words.at_least(2)
    index, members = integer(index_word, "lag index"), _bits(ports, "lag")
    print("Setting lag membership:", index, "<-", members)
    session.replication.bm_mc_set_lag_membership(0, index, members)


@_command("mc_dump", "Show every multicast group, node and link aggregation group")
def _dump(session: Session, _words: Words) -> None:
    dump_replication(json.loads(session.replication.bm_mc_get_entries(0)), session.engine == WITH_LAGS)


def _group(word: str) -> int:
    return integer(word, "multicast group id")


def _node(word: str) -> int:
    return integer(word, "node handle")


def _ports_and_lags(session: Session, words: list[str]) -> tuple[str, str]:
    at = words.index("|") if "|" in words else len(words)
    lags = _bits(words[at + 1 :], "lag") if session.engine == WITH_LAGS else ""
    return _bits(words[:at], "port"), lags


def _bits(words: list[str], what: str) -> str:
    """Numbers as a string of 0 and 1, the last character for number 0."""
    numbers = []
    for word in words:
        if not word.isdecimal() or int(word) >= 1 << 16:
            raise CommandError(f"'{word}' is not a valid {what} number")
        if int(word) in numbers:
            raise CommandError(f"Found duplicate {what} number '{int(word)}'")
        numbers.append(int(word))
    return f"{sum(1 << number for number in numbers):b}" if numbers else ""
