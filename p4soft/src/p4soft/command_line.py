# SPDX-License-Identifier: Apache-2.0
"""How every command starts and ends: signals, exit statuses, and one `error: ...` line for what a person got wrong.

A signal that ends a command is an exception: every `with` and `finally` on the way out runs.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import signal
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal, get_args

import click
from typing_extensions import override

from p4soft.outputs import OutputError

__all__ = [
    "InterruptedCommandError",
    "interruptible",
    "run_command",
    "shielded",
    "until_interrupted",
]


# --- Options that several commands have ------------------------------------------------------------------------------


EngineChoice = Literal["auto", "native", "python"]
ENGINES: tuple[EngineChoice, ...] = get_args(EngineChoice)
ENGINE_HELP = (
    "Engine: native (machine code), python, or auto, the default: native if it can run the program, else python with a "
    "notice. With auto, a switch starts in Python until its machine code is ready. Python makes the traces."
)
LOG_LEVELS = ("trace", "debug", "info", "warn", "error", "off")


class Number(click.ParamType[int]):
    """A whole number from `low` to `high`, in decimal digits."""

    name = "number"

    def __init__(self, low: int, high: int) -> None:
        self._low, self._high = low, high

    @override
    def convert(self, value: str | int, param: click.Parameter | None, ctx: click.Context | None) -> int:
        text = str(value)
        if not text.isascii() or not text.isdigit() or not self._low <= int(text) <= self._high:
            self.fail(f"{value!r}; accepted: {self._low}..{self._high}", param, ctx)
        return int(text)


class Define(click.ParamType[tuple[str, str | None]]):
    """`NAME` or `NAME=VALUE` as a pair of both; the value of a macro without one is None."""

    name = "name[=value]"

    @override
    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, str | None]:
        name, equals, text = value.partition("=")
        if not name.isidentifier():
            self.fail(f"'{value}' is not NAME or NAME=VALUE", param, ctx)
        return name, text if equals else None


class Directory(click.ParamType[Path]):
    name = "directory"

    @override
    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        path = Path(value)
        if not path.is_dir():
            self.fail(f"'{value}' is not a directory", param, ctx)
        return path


define_option = click.option(
    "-D", "defines", type=Define(), multiple=True, metavar="NAME[=VALUE]", help="Define a macro of the preprocessor."
)


# --- The Thrift library ----------------------------------------------------------------------------------------------


class MissingThriftError(Exception):
    """Thrift cannot be spoken; the message is complete and meant for people."""


def require_thrift() -> None:
    """Say what to install when the library is not there: raises MissingThriftError."""
    if importlib.util.find_spec("thriftpy2") is None:
        raise MissingThriftError(
            "Thrift needs the Python package thriftpy2, which is not installed; accepted: an environment made by this "
            "version's 'make tools' or 'pip install .', or 'pip install thriftpy2' into this one"
        )


# --- Interrupt -------------------------------------------------------------------------------------------------------


_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_AGAIN_S = 0.01
"""After a signal was lost, until it is raised again."""


class InterruptedCommandError(BaseException):
    """A signal ended the command. Like KeyboardInterrupt it is no Exception, so nobody takes it for a failure.

    Attributes:
        status: The exit status a shell expects, 128 plus the signal's number.
        expected: It is how the command ends well (`until_interrupted`).
    """

    def __init__(self, number: int) -> None:
        super().__init__("interrupted")
        self.status = 128 + number
        self.expected = False


@contextlib.contextmanager
def interruptible() -> Iterator[None]:
    """Raise InterruptedCommandError in the block on the first SIGINT, SIGTERM or SIGHUP; ignore further ones.

    A signal may come where Python lets no exception out: in a finaliser, or in a function that machine code has called.
    It is raised again a little later then, and at the block's end at the latest.
    A signal that is ignored from outside (SIGINT in a script's background, SIGHUP below nohup) stays ignored, as POSIX
    has it for shells (2.11, Signals and Error Handling). Main thread only.
    """
    before = {number: signal.getsignal(number) for number in _SIGNALS}
    ours = [number for number in _SIGNALS if before[number] is not signal.SIG_IGN]
    alarm, hook = signal.getsignal(signal.SIGALRM), sys.unraisablehook
    interrupts: list[InterruptedCommandError] = []

    def end(number: int, _frame: object) -> None:
        for each in ours:  # nothing may disturb the cleaning up
            signal.signal(each, signal.SIG_IGN)
        interrupts.append(InterruptedCommandError(number))
        raise interrupts[0]

    def end_again(_number: int, _frame: object) -> None:
        raise interrupts[0]

    def lost(unraisable: sys.UnraisableHookArgs) -> None:
        if isinstance(unraisable.exc_value, InterruptedCommandError):
            signal.signal(signal.SIGALRM, end_again)
            signal.setitimer(signal.ITIMER_REAL, _AGAIN_S)
        else:
            hook(unraisable)

    for number in ours:
        signal.signal(number, end)
    sys.unraisablehook = lost
    try:
        yield
        if interrupts and not interrupts[0].expected:
            raise interrupts[0]
    except RuntimeError as error:  # Python 3.11 wraps what leaves a `__set_name__`, as while a module is imported
        if error.__cause__ in interrupts:
            raise interrupts[0] from None
        raise
    except SystemExit:
        if interrupts and not interrupts[0].expected:
            raise interrupts[0] from None
        raise
    finally:
        if signal.getsignal(signal.SIGALRM) is end_again:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, alarm)
        sys.unraisablehook = hook
        for number in ours:
            signal.signal(number, before[number])


@contextlib.contextmanager
def until_interrupted() -> Iterator[None]:
    """A signal ends the block, and the command goes on after it."""
    try:
        yield
    except InterruptedCommandError as interrupted:
        interrupted.expected = True


@contextlib.contextmanager
def shielded() -> Iterator[None]:
    """Hold SIGINT, SIGTERM and SIGHUP back until the block ends, then let the first one through. Main thread only.

    For steps that must not be torn apart, such as starting a process and remembering it. Handlers, unlike a signal
    mask, are not inherited by the process that is started.
    """
    held: list[int] = []
    before = {number: signal.getsignal(number) for number in _SIGNALS}
    ours = [number for number in _SIGNALS if callable(before[number])]
    for number in ours:
        signal.signal(number, lambda caught, _frame: held.append(caught))
    try:
        yield
    finally:
        for number in ours:
            signal.signal(number, before[number])
        if held:
            signal.raise_signal(held[0])


# --- Run -------------------------------------------------------------------------------------------------------------


class Commands(click.Group):
    """The commands of one module, and some that are elsewhere, each imported when it is called."""

    def __init__(self, *args: Any, elsewhere: Mapping[str, tuple[str, str]], **kwargs: Any) -> None:  # noqa: ANN401
        """`elsewhere` has by name where a command is ("module:attribute"), and one line of help."""
        super().__init__(*args, **kwargs)
        self._elsewhere = elsewhere

    @override
    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted([*super().list_commands(ctx), *self._elsewhere])

    @override
    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self._elsewhere:
            return super().get_command(ctx, cmd_name)
        module, _, name = self._elsewhere[cmd_name][0].partition(":")
        found: click.Command = getattr(importlib.import_module(module), name)
        return found

    @override
    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        own = {name: each.get_short_help_str(80) for name, each in self.commands.items()}
        with formatter.section("Commands"):
            formatter.write_dl(sorted((own | {name: says for name, (_, says) in self._elsewhere.items()}).items()))


def run_command(command: click.Command, errors: tuple[type[Exception], ...], *, status: int, name: str = "") -> None:
    """Run a command line; signals end it as `interruptible` says.

    Args:
        command: of click.
        errors: exceptions with a message meant for people; `OutputError` is one for every command.
        status: exit status for those; wrong usage is click's own, 2.
        name: how help shows the program; "" for the name it was started by. `p4soft COMMAND` is always its own name.

    Raises:
        SystemExit: the command ended otherwise than well.
    """
    shown: tuple[type[Exception], ...] = (OutputError, *errors)
    try:
        with interruptible():
            command.main(prog_name=_shown(name), standalone_mode=False)
    except InterruptedCommandError as interrupted:
        click.echo(f"error: {interrupted}", err=True)
        sys.exit(interrupted.status)
    except click.ClickException as problem:
        _with_range(problem).show()
        sys.exit(problem.exit_code)
    except shown as problem:
        click.echo(f"error: {problem}", err=True)
        sys.exit(status)


def _with_range(problem: click.ClickException) -> click.ClickException:
    """What an option accepts that got no number: click says only that it is not a valid integer range."""
    value, said, _ = problem.message.partition(f" is not a valid {click.IntRange.name}.")
    if not said or not isinstance(problem, click.BadParameter) or problem.param is None:
        return problem
    kind = problem.param.type
    if not isinstance(kind, click.IntRange):
        return problem
    accepted = f"{kind.min} or more" if kind.max is None else f"{kind.min}..{kind.max}"
    return click.BadParameter(f"{value} is no whole number; accepted: {accepted}", problem.ctx, problem.param)


def _shown(name: str) -> str | None:
    started = sys.argv[0]
    return started if started.startswith("p4soft ") else name or None
