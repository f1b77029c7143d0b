# SPDX-License-Identifier: Apache-2.0
"""The loop: a prompt, a line, a command, and the connection to the switch that commands work on.

Tab completes, `help` explains, the end of the input ends it.
"""

from __future__ import annotations

import cmd
import hashlib
import socket
import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from thriftpy2.protocol.binary import TBinaryProtocol
from thriftpy2.protocol.multiplex import TMultiplexedProtocol
from thriftpy2.thrift import TClient, TException
from thriftpy2.transport.buffered import TBufferedTransport
from thriftpy2.transport.socket import TSocket
from typing_extensions import override

from p4soft.drop_in.cli import arrays, switch, tables
from p4soft.drop_in.cli.commands import Command, CommandError, Program, Session, Words, explained
from p4soft.switch.thrift.interface import simple_pre_lag, simple_switch, standard

# --- The connection --------------------------------------------------------------------------------------------------


BROKEN = (OSError, EOFError, TException)
"""Exceptions of calls when the other end is gone, or speaks something else."""


class ConnectionFailedError(Exception):
    """There is no switch to talk to; the message is complete and meant for people."""


class Connection:
    """One TCP connection with the services of a switch.

    Attributes:
        standard: the service of every target.
        replication: multicast.
        simple_switch: mirroring, queues, time.
    """

    def __init__(self, host: str, port: int, timeout_s: float | None = None) -> None:
        """Connect; raises ConnectionFailedError. A call that takes longer than `timeout_s` raises OSError."""
        try:
            connected = socket.create_connection((host, port), timeout_s)
        except OSError as error:
            raise ConnectionFailedError(
                f"Could not connect to thrift client on port {port}\n"
                f"Make sure the switch is running and that you have the right port ({host}: {error.strerror or error})"
            ) from None
        connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._transport: Any = TBufferedTransport(TSocket(sock=connected))
        protocol = TBinaryProtocol(self._transport)
        self.standard: Any = TClient(standard.Standard, TMultiplexedProtocol(protocol, "standard"))
        self.replication: Any = TClient(simple_pre_lag.SimplePreLAG, TMultiplexedProtocol(protocol, "simple_pre_lag"))
        self.simple_switch: Any = TClient(simple_switch.SimpleSwitch, TMultiplexedProtocol(protocol, "simple_switch"))

    def close(self) -> None:
        self._transport.close()

    def program_of_switch(self) -> str:
        """The JSON that the switch runs; raises ConnectionFailedError."""
        print("Obtaining JSON from switch...")
        try:
            text: str = self.standard.bm_get_config()
        except BROKEN as error:
            raise ConnectionFailedError(f"Error when requesting JSON config from switch ({error})") from None
        print("Done")
        return text

    def program_of_file(self, path: Path) -> str:
        """The JSON of a file, with a warning when it is not the switch's. Raises ConnectionFailedError, OSError."""
        data = path.read_bytes()
        ours = hashlib.md5(data, usedforsecurity=False).digest()
        try:
            theirs: bytes = self.standard.bm_get_config_md5()
        except BROKEN as error:
            raise ConnectionFailedError(f"Error when requesting config md5 sum from switch ({error})") from None
        if ours != theirs:
            print("*" * 10)
            print(
                "WARNING: the JSON files loaded into the switch and the one you just provided to this CLI don't have "
                "the same md5 sum. Are you sure they describe the same program?"
            )
            print(f"{'switch md5':<15}: {theirs.hex()}")
            print(f"{'CLI input md5':<15}: {ours.hex()}")
            print("*" * 10)
        return data.decode()


# --- The session -----------------------------------------------------------------------------------------------------


COMMANDS: tuple[Command, ...] = tuple(
    command for subject in (tables, arrays, switch) for command in subject.GROUP.commands
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


# --- The loop --------------------------------------------------------------------------------------------------------


class Shell(cmd.Cmd):
    """Reads commands from standard input until it ends. An empty line repeats the last command, as in BMv2's."""

    prompt = "RuntimeCmd: "
    intro = "Control utility for runtime P4 table manipulation"

    def __init__(self, session: Session, commands: Iterable[Command]) -> None:
        super().__init__()
        self._session = session
        self._commands = {command.name: command for command in commands}

    def do_EOF(self, _line: str) -> bool:  # noqa: N802 - undocumented on purpose; the name is cmd's
        print()
        return True

    def do_greet(self, _line: str) -> None:
        print("hello")

    def do_shell(self, line: str) -> None:
        """Run a command of the shell: shell <command>, or !<command>"""  # noqa: D415 - shown by help
        result = subprocess.run(line, shell=True, stdout=subprocess.PIPE, check=False)
        print(result.stdout.decode(errors="replace"))

    @override
    def get_names(self) -> list[str]:
        return [*super().get_names(), *(f"do_{name}" for name in self._commands)]

    def __getattr__(self, name: str) -> Callable[..., object]:
        kind, _, command_name = name.partition("_")
        command = self.__dict__.get("_commands", {}).get(command_name)
        if command is not None and kind == "do":
            return self._doing(command)
        if command is not None and kind == "complete":
            return self._completing(command)
        raise AttributeError(name)

    def _doing(self, command: Command) -> Callable[[str], None]:
        def do(line: str) -> None:
            try:
                command.run(self._session, Words(line.split()))
            except CommandError as error:
                print(error.heading, error)
            except TException as error:
                print(explained(error))

        do.__doc__ = command.help
        return do

    def _completing(self, command: Command) -> Callable[[str, str, int, int], list[str]]:
        def complete(text: str, line: str, begin: int, _end: int) -> list[str]:
            before = line[:begin].split()[1:]
            return [word for word in command.complete(self._session.program, before) if word.startswith(text)]

        return complete
