# SPDX-License-Identifier: Apache-2.0
"""Commands about the switch itself: its program, its ports, its state."""

from __future__ import annotations

import json
from pathlib import Path

from p4soft.drop_in.cli.commands import Group, Session
from p4soft.drop_in.cli.errors import CommandError
from p4soft.drop_in.cli.program import Program
from p4soft.drop_in.cli.words import Words, integer
from p4soft.switch.thrift.interface import standard

GROUP = Group()
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
