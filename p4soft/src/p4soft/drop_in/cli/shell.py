# SPDX-License-Identifier: Apache-2.0
"""The loop: a prompt, a line, a command; tab completes, `help` explains, the end of the input ends it."""

from __future__ import annotations

import cmd
import subprocess
from collections.abc import Callable, Iterable

from thriftpy2.thrift import TException
from typing_extensions import override

from p4soft.drop_in.cli.commands import Command, Session
from p4soft.drop_in.cli.errors import CommandError, explained
from p4soft.drop_in.cli.words import Words


class Shell(cmd.Cmd):
    """Reads commands from standard input until it ends. An empty line repeats the last command, as in BMv2's."""

    prompt = "RuntimeCmd: "
    intro = "Control utility for runtime P4 table manipulation"

    def __init__(self, session: Session, commands: Iterable[Command]) -> None:
        super().__init__()
        self._session = session
        self._commands = {command.name: command for command in commands}

    def do_EOF(self, _line: str) -> bool:  # noqa: D102, N802 - undocumented on purpose; the name is cmd's
        print()
        return True

    def do_greet(self, _line: str) -> None:  # noqa: D102 - undocumented on purpose
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
