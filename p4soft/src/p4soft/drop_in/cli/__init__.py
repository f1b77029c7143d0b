# SPDX-License-Identifier: Apache-2.0
"""The command line of a switch at run time: what `simple_switch_CLI` and `runtime_CLI` are.

A client of the Thrift interface (`p4soft/switch/thrift/interface/`), for our switch and for BMv2's. Commands and
the lines they print are simple_switch_CLI's, because other programs write the ones and read the others.

`commands` has what a command is, reads the words that were typed, and knows what a program names; `shell` has the
prompt and the connection. `tables`, `arrays` and `switch` have the commands of their subjects.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import click

from p4soft.command_line import MissingThriftError, Number, require_thrift, run_command
from p4soft.outputs import OutputError

_WITH_LAGS = "SimplePreLAG"


class CliError(Exception):
    """The command line cannot start, or lost its switch; the message is complete and meant for people."""


def main() -> None:
    """`simple_switch_CLI`. Exit status 1 when there is no switch to talk to, 2 for wrong usage."""
    # simple_switch has one replication engine, whatever --pre says.
    _main("simple_switch_CLI", lambda host, port, program, _engine: _run(host, port, program, _WITH_LAGS))


def main_runtime() -> None:
    """`runtime_CLI`: the same, and `--pre` has its effect."""
    _main("runtime_CLI", _run)


def _main(name: str, run: Callable[[str, int, Path | None, str | None], None]) -> None:
    def callback(thrift_ip: str, thrift_port: int, json: Path | None, pre: str) -> None:
        run(thrift_ip, thrift_port, json, None if pre == "None" else pre)

    command = click.Command(
        name,
        params=_parameters(),
        callback=callback,
        help="Read and write the tables of a running switch. Commands come from the keyboard ('help' lists them, tab "
        "completes them) or from a file: simple_switch_CLI --thrift-port 9090 < commands.txt",
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 120},
    )
    run_command(command, (CliError, MissingThriftError), status=1, name=name)


def _parameters() -> list[click.Parameter]:
    return [
        click.Option(
            ["--thrift-port"],
            type=Number(1, 65535),
            default=9090,
            metavar="N",
            help="The switch's Thrift port (default 9090).",
        ),
        click.Option(
            ["--thrift-ip"], default="localhost", metavar="HOST", help="The switch's address (default localhost)."
        ),
        click.Option(
            ["--json"],
            type=click.Path(path_type=Path),
            metavar="FILE",
            help="The program's JSON (default: what the switch says it runs).",
        ),
        click.Option(
            ["--pre"],
            type=click.Choice(["None", "SimplePre", _WITH_LAGS]),
            default=_WITH_LAGS,
            help=f"The replication engine: {_WITH_LAGS} with link aggregation groups (default; simple_switch's), "
            "SimplePre without, None for no multicast.",
        ),
    ]


def _run(host: str, port: int, program: Path | None, engine: str | None) -> None:
    require_thrift()
    # They read the interface first, which needs thriftpy2.
    from p4soft.drop_in.cli import commands, shell  # noqa: PLC0415

    try:
        link = shell.Connection(host, port)
    except shell.ConnectionFailedError as error:
        raise CliError(str(error)) from None
    try:
        shell.Shell(shell.open_session(link, program, engine), shell.COMMANDS).cmdloop()
    except (shell.ConnectionFailedError, commands.CommandError) as error:
        raise CliError(str(error)) from None
    except BrokenPipeError:
        raise OutputError("standard output: nobody reads it any more") from None
    except shell.BROKEN as error:
        raise CliError(f"the connection to the switch at {host}:{port} broke: {error}") from None
    finally:
        link.close()
        sys.stdout.flush()
