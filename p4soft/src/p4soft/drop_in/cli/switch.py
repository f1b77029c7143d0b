# SPDX-License-Identifier: Apache-2.0
"""Commands about the switch itself: multicast groups, program, ports and state, mirroring, queues, time."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from p4soft.drop_in.cli.commands import CommandError, Group, Program, Run, Session, Words, integer, number_of
from p4soft.drop_in.cli.tables import dump_replication
from p4soft.switch.thrift.interface import simple_switch, standard

GROUP = Group()


# --- Multicast groups ------------------------------------------------------------------------------------------------


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


# --- Program, ports, state -------------------------------------------------------------------------------------------


_PORT = "port_num, must be an integer"


@GROUP.command("load_new_config_file <path to .json file>", "Have another program ready for swap_configs")
def _load_new_config_file(session: Session, words: Words) -> None:
    (name,) = words.exactly(1)
    if not Path(name).is_file():
        raise CommandError("Not a valid filename")
    print("Loading new Json config")
    try:
        text = Path(name).read_text()
        json.loads(text)
    except (OSError, ValueError):
        raise CommandError("Not a valid JSON file") from None
    session.standard.bm_load_new_config(text)
    session.program = Program(text)


@GROUP.command("swap_configs", "Run the program of load_new_config_file")
def _swap_configs(session: Session, _words: Words) -> None:
    print("Swapping configs")
    session.standard.bm_swap_configs()


@GROUP.command("write_config_to_file <file>", "Write the JSON of the switch's program to a file")
def _write_config_to_file(session: Session, words: Words) -> None:
    (name,) = words.exactly(1)
    _write(name, session.standard.bm_get_config())


@GROUP.command("serialize_state <file>", "Write the switch's state to a file, if the switch can")
def _serialize_state(session: Session, words: Words) -> None:
    (name,) = words.exactly(1)
    _write(name, session.standard.bm_serialize_state())


@GROUP.command("reset_state", "Forget all entries, registers and so on; the program stays")
def _reset_state(session: Session, words: Words) -> None:
    words.exactly(0)
    session.standard.bm_reset_state()


@GROUP.command("switch_info", "Show the device id and addresses of the switch")
def _switch_info(session: Session, words: Words) -> None:
    words.exactly(0)
    info = session.standard.bm_mgmt_get_info()
    names = [spec[1] for _, spec in sorted(standard.BmConfig.thrift_spec.items())]
    width = 5 + max(map(len, names))
    for name in names:
        print(f"{name:{width}}: {getattr(info, name)}")


@GROUP.command("show_ports", "List the ports of the switch")
def _show_ports(session: Session, words: Words) -> None:
    words.exactly(0)
    ports = session.standard.bm_dev_mgr_show_ports()
    print(f"{'port #':^10}{'iface name':^20}{'status':^10}extra info")
    print("=" * 50)
    for port in ports:
        extra = "; ".join(f"{key}={value}" for key, value in port.extra.items())
        print(f"{port.port_num:^10}{port.iface_name:^20}{'UP' if port.is_up else 'DOWN':^10}{extra}")


@GROUP.command("port_add <iface_name> <port_num> [pcap_path]", "Attach an interface as a port")
def _port_add(session: Session, words: Words) -> None:
    interface, number_word, *more = words.at_least(2)
    number = integer(number_word, _PORT)
    session.standard.bm_dev_mgr_add_port(interface, number, more[0] if more else "")


@GROUP.command("port_remove <port_num>", "Detach a port")
def _port_remove(session: Session, words: Words) -> None:
    (number,) = words.exactly(1)
    session.standard.bm_dev_mgr_remove_port(integer(number, _PORT))


def _write(name: str, text: str) -> None:
    try:
        Path(name).write_text(text)
    except OSError as error:
        raise CommandError(f"cannot write {name}: {error.strerror}") from None


# --- What simple_switch alone has ------------------------------------------------------------------------------------


_Config = simple_switch.MirroringSessionConfig


@GROUP.command("mirroring_add <mirror_id> <egress_port>", "Mirror to a port")
def _mirroring_add(session: Session, words: Words) -> None:
    mirror, port = words.exactly(2)
    number = number_of(mirror, "mirror_id")
    session.simple_switch.mirroring_session_add(number, _Config(port=number_of(port, "egress_port")))


@GROUP.command("mirroring_add_mc <mirror_id> <mgrp>", "Mirror to a multicast group")
def _mirroring_add_mc(session: Session, words: Words) -> None:
    mirror, group = words.exactly(2)
    number = number_of(mirror, "mirror_id")
    session.simple_switch.mirroring_session_add(number, _Config(mgid=number_of(group, "mgrp")))


@GROUP.command("mirroring_delete <mirror_id>", "Delete a mirroring session")
def _mirroring_delete(session: Session, words: Words) -> None:
    (mirror,) = words.exactly(1)
    session.simple_switch.mirroring_session_delete(number_of(mirror, "mirror_id"))


@GROUP.command("mirroring_get <mirror_id>", "Show a mirroring session")
def _mirroring_get(session: Session, words: Words) -> None:
    (mirror,) = words.exactly(1)
    config = session.simple_switch.mirroring_session_get(number_of(mirror, "mirror_id"))
    print(f"MirroringSessionConfig(port={config.port}, mgid={config.mgid})")


@GROUP.command("set_queue_depth <nb_pkts> [<egress_port> [<priority>]]", "Set how many packets queues hold")
def _set_queue_depth(session: Session, words: Words) -> None:
    calls = session.simple_switch
    _set_queues(
        words,
        "nb_pkts",
        calls.set_all_egress_queue_depths,
        calls.set_egress_queue_depth,
        calls.set_egress_priority_queue_depth,
    )


@GROUP.command("set_queue_rate <rate_pps> [<egress_port> [<priority>]]", "Set how many packets leave queues per second")
def _set_queue_rate(session: Session, words: Words) -> None:
    calls = session.simple_switch
    _set_queues(
        words,
        "rate_pps",
        calls.set_all_egress_queue_rates,
        calls.set_egress_queue_rate,
        calls.set_egress_priority_queue_rate,
    )


@GROUP.command("get_time_elapsed", "Show the microseconds since the switch started")
def _get_time_elapsed(session: Session, _words: Words) -> None:
    print(session.simple_switch.get_time_elapsed_us())


@GROUP.command("get_time_since_epoch", "Show the microseconds since the epoch of the switch's clock")
def _get_time_since_epoch(session: Session, _words: Words) -> None:
    print(session.simple_switch.get_time_since_epoch_us())


def _set_queues(words: Words, what: str, *calls: Callable[..., object]) -> None:
    """One of `calls`: for all queues, for those of a port, for the one of a priority."""
    value_word, *where = words.at_least(1)
    value = number_of(value_word, what)
    place = [number_of(word, name) for word, name in zip(where, ("egress_port", "priority"), strict=False)]
    calls[len(place)](*place, value)
