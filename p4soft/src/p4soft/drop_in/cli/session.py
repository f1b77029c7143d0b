# SPDX-License-Identifier: Apache-2.0
"""All commands, and a session that they work on."""

from __future__ import annotations

from pathlib import Path

from p4soft.drop_in.cli import arrays, device, profiles, replication, simple_switch, tables
from p4soft.drop_in.cli.commands import Command, Session
from p4soft.drop_in.cli.connection import Connection
from p4soft.drop_in.cli.errors import CommandError
from p4soft.drop_in.cli.program import Program

COMMANDS: tuple[Command, ...] = tuple(
    command
    for subject in (tables, profiles, arrays, replication, device, simple_switch)
    for command in subject.GROUP.commands
)


def open_session(connection: Connection, path: Path | None, engine: str | None) -> Session:
    """A session with the program of a file, or of the switch without one.

    Raises:
        ConnectionFailedError: the switch does not answer.
        CommandError: there is no program to be read.
    """
    try:
        text = connection.program_of_switch() if path is None else connection.program_of_file(path)
    except OSError as error:
        raise CommandError(f"{path}: cannot read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise CommandError(f"{path}: cannot read: not text") from None
    where = "the switch" if path is None else path
    try:
        program = Program(text)
    except CommandError as error:
        raise CommandError(f"{where}: {error}") from None
    return Session(connection.standard, connection.replication, connection.simple_switch, program, engine)
