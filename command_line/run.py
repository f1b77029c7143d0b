# SPDX-License-Identifier: Apache-2.0
"""How a command line of the project ends: an exit status, and one `error: ...` for what a person got wrong."""

from __future__ import annotations

import sys

import click

from command_line.interrupt import InterruptedCommandError, interruptible
from outputs import OutputError


def run_command(command: click.Command, errors: tuple[type[Exception], ...], *, status: int, name: str = "") -> None:
    """Run a command line; signals end it as `interruptible` says.

    Args:
        command: of click.
        errors: exceptions with a message meant for people; `OutputError` is one for every command.
        status: exit status for those; wrong usage is click's own, 2.
        name: how help shows the program; "" for the name it was started by.

    Raises:
        SystemExit: the command ended otherwise than well.
    """
    shown: tuple[type[Exception], ...] = (OutputError, *errors)
    try:
        with interruptible():
            command.main(prog_name=name or None, standalone_mode=False)
    except InterruptedCommandError as interrupted:
        click.echo(f"error: {interrupted}", err=True)
        sys.exit(interrupted.status)
    except click.ClickException as problem:
        problem.show()
        sys.exit(problem.exit_code)
    except shown as problem:
        click.echo(f"error: {problem}", err=True)
        sys.exit(status)
