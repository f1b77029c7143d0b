# SPDX-License-Identifier: Apache-2.0
"""What a run asks the owner of an external device for: commands that the profile gives, or work by hand.

A command that does not do its work leaves nothing to judge: its failure is none of the device's, and ends the run.
"""

from __future__ import annotations

import contextlib
import os
import shlex
import signal
import subprocess
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from pydantic import ConfigDict, Field, TypeAdapter, ValidationError

from common.model import Model
from controller.program import QUEUES
from ptf_tests.switch.device import DROP_COUNTERS, PORT_COUNTER, QUEUE_COUNTERS, Cell, Count, DeviceGoneError
from ptf_tests.switch.profile import Commands

# --- Programs --------------------------------------------------------------------------------------------------------


class Ended(Struct, frozen=True):
    """How a program ended: status None if it was not started or not in time, which `errors` says then."""

    status: int | None
    output: str
    errors: str

    def last(self) -> str:
        """The last line of its errors, or of its output."""
        lines = [line.strip() for text in (self.output, self.errors) for line in text.splitlines() if line.strip()]
        return lines[-1] if lines else "it wrote nothing"


def run_program(
    words: Sequence[str], timeout_s: float, data: str = "", variables: Mapping[str, str] | None = None
) -> Ended:
    """Run a program with `data` as its standard input."""
    try:
        process = subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
            env=variables,
            start_new_session=True,
        )
    except (OSError, IndexError, ValueError) as error:
        return Ended(None, "", (error.strerror or str(error)) if isinstance(error, OSError) else "empty")
    try:
        output, errors = process.communicate(data, timeout=timeout_s)
    except subprocess.TimeoutExpired:
        return Ended(None, "", f"did not end within {timeout_s:g} s")
    finally:
        if process.poll() is None:  # ours, with whatever it started: a session of its own
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
    return Ended(process.returncode, output, errors)


# --- Commands: run without a shell, with a time-out, one message on failure ------------------------------------------


_QUEUE_NAMES = frozenset(QUEUE_COUNTERS)
_PORT_NAMES = frozenset((*DROP_COUNTERS, PORT_COUNTER))


class _Reading(Model):
    """One counter of the `counters` command; `queue` for counters of queues only."""

    model_config = ConfigDict(strict=True)

    name: str
    port: int = Field(ge=0)
    queue: int | None = Field(default=None, ge=0, lt=QUEUES)
    packets: int = Field(ge=0)
    bytes: int = Field(default=0, ge=0)


_READINGS = TypeAdapter(list[_Reading])


class CommandRunner:
    def __init__(self, name: str, commands: Commands) -> None:
        self._name = name
        self._commands = commands

    def run(self, command: str, values: Mapping[str, object]) -> str:
        """Run one command with its placeholders filled in; returns its standard output.

        Raises:
            DeviceGoneError: it cannot be run, does not end in time, or ends with another status than 0.
        """
        try:
            words = [word.format_map(values) for word in shlex.split(command)]
        except (ValueError, KeyError, IndexError) as error:
            raise DeviceGoneError(f"{self._name}: command {command!r}: {error}") from None
        shown = shlex.join(words)
        ended = run_program(words, self._commands.timeout_s)
        if ended.status is None and ended.errors.startswith("did not end"):
            raise DeviceGoneError(f"{self._name}: {shown!r} {ended.errors} (access.commands.timeout_s)")
        if ended.status is None:
            raise DeviceGoneError(f"{self._name}: cannot run {shown!r}: {ended.errors}")
        if ended.status:
            raise DeviceGoneError(f"{self._name}: {shown!r} ended with status {ended.status}: {_last(ended.errors)}")
        return ended.output

    def counters(self, ports: Sequence[int]) -> Mapping[Cell, Count]:
        """What the `counters` command says of these ports; nothing without one. Raises DeviceGoneError."""
        command = self._commands.counters
        if not command:
            return {}
        output = self.run(command, {"ports": ",".join(map(str, ports))})
        try:
            readings = _READINGS.validate_json(output)
        except ValidationError as error:
            accepted = "a JSON list of {name, port, queue, packets, bytes}"
            raise DeviceGoneError(f"{self._name}: {command!r}: {first_problem(error)}; accepted: {accepted}") from None
        return {self._cell(reading): Count(reading.packets, reading.bytes) for reading in readings}

    def _cell(self, reading: _Reading) -> Cell:
        if reading.queue is None and reading.name in _PORT_NAMES:
            return (reading.name, reading.port)
        if reading.queue is not None and reading.name in _QUEUE_NAMES:
            return (reading.name, reading.port * QUEUES + reading.queue)
        names = sorted(_PORT_NAMES if reading.queue is None else _QUEUE_NAMES)
        kind = "port" if reading.queue is None else "queue"
        what = f"unknown {kind} counter {reading.name!r}"
        raise DeviceGoneError(f"{self._name}: {self._commands.counters!r}: {what}; accepted: {', '.join(names)}")


def _last(errors: str) -> str:
    lines = [line.strip() for line in errors.splitlines() if line.strip()]
    return lines[-1] if lines else "it wrote nothing to standard error"


# --- A person at a terminal; PTF's own output goes to a file ---------------------------------------------------------


TTY = Path("/dev/tty")


class Terminal:
    def __init__(self, is_there: Callable[[], bool], path: Path = TTY) -> None:
        """Use the terminal at `path` if `is_there()`."""
        self._is_there = is_there
        self._path = path

    def ask(self, text: str) -> None:
        """Print `text` and wait for Enter.

        Raises:
            DeviceGoneError: there is no terminal, or it went away.
        """
        accepted = "a run at a terminal, access.p4runtime, or access.commands.configure"
        if not self._is_there():
            raise DeviceGoneError(f"nobody to ask to configure the device: no terminal; accepted: {accepted}")
        try:
            with self._path.open("r+b", buffering=0) as terminal:
                terminal.write(text.encode())
                if not terminal.readline():
                    raise DeviceGoneError(f"nobody to ask to configure the device: {self._path} ended")
        except OSError as error:
            reason = f"{self._path}: {error.strerror}"
            raise DeviceGoneError(f"nobody to ask to configure the device: {reason}; accepted: {accepted}") from None


def first_problem(error: ValidationError) -> str:
    """The first thing that is wrong with what a device said: its place, and why."""
    first = error.errors()[0]
    return f"{'.'.join(map(str, first['loc'])) or 'output'}: {first['msg'].lower()}"
