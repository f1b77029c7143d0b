# SPDX-License-Identifier: Apache-2.0
"""`simple_switch_grpc` and `simple_switch`: the switch with BMv2's command lines and BMv2's defaults for logs.

Two defaults are not BMv2's: P4Runtime listens on loopback only, and there is no server that was not asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click
from msgspec.structs import replace

from p4soft.drop_in import BMV2, refused, shows, without_effect
from p4soft.switch.command import Options, SwitchCommand
from p4soft.switch.standalone import run, run_switch

JSON_VERSION = "2.23"
_LOGS = {"log_level": "trace", "log_file_max_size": 5_242_880, "log_file_max_files": 3}
_TRACE = "every packet is explained by --log-console, --trace and --trace-json"


def main_grpc() -> None:
    """`simple_switch_grpc`: P4Runtime, on 127.0.0.1:9559 if no address is given."""
    swap = without_effect("--enable-swap", why="programs can be replaced unless --disable-swap is given")
    _main("simple_switch_grpc", {}, _with_file_name, swap)


def main() -> None:
    """`simple_switch`: no P4Runtime unless an address is given after `--`."""
    shown = (
        "Let load_new_config_file and swap_configs replace the program; else they are refused (CONFIG_SWAP_DISABLED)."
    )
    swap = click.Option(["--enable-swap"], is_flag=True, help=shown)
    _main("simple_switch", {"grpc_server_addr": "off"}, _with_notifications, swap)


def _main(
    name: str, defaults: dict[str, object], complete: Callable[[Options], Options], swap: click.Parameter
) -> None:
    command = SwitchCommand(
        lambda options: run(complete(options)),
        name=name,
        more=_general(),
        more_of_target=[swap, *_of_target()],
        defaults={**_LOGS, **defaults},
    )
    run_switch(command, name)


def _with_file_name(options: Options) -> Options:
    file = options.log.file
    if file is not None:  # BMv2 writes F.txt
        options = replace(options, log=replace(options.log, file=Path(f"{file}.txt")))
    return options


def _with_notifications(options: Options) -> Options:
    """A controller over Thrift asks the switch where the socket is, and expects one there."""
    options = _with_file_name(options)
    if options.thrift_port is None:
        return options
    return replace(options, usual_notifications=f"ipc:///tmp/bmv2-{options.device_id}-notifications.ipc")


def _general() -> list[click.Parameter]:
    return [
        refused("--restore-state", why="nothing saves such a state here", metavar="FILE"),
        refused("--debugger", why=f"there is no debugger of BMv2's kind; {_TRACE}"),
        refused("--debugger-addr", why=f"there is no debugger of BMv2's kind; {_TRACE}", metavar="ADDR"),
        shows(["-v", "--version"], BMV2),
        shows(["--json-version"], JSON_VERSION),
    ]


def _of_target() -> list[click.Parameter]:
    no_limit = "there is no limit but P4Runtime's"
    return [
        without_effect("--max-mc-groups", "--max-l1-entries", "--max-l2-entries", why=no_limit, metavar="N"),
        refused("--load-modules", why="modules are shared objects made for BMv2", metavar="FILES"),
        refused(
            "--dp-grpc-server-addr",
            why="frames do not travel over gRPC; give ports with -i PORT@unix:/path, or use --packet-in",
            metavar="ADDR",
        ),
    ]
