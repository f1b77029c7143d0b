# SPDX-License-Identifier: Apache-2.0
"""Processes for what a student wrote: limits of time, memory and output, and nothing of them stays behind.

`run` starts `limited`, which limits itself, ties its life to its parent's and becomes the command.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from labs.grading import limited
from p4soft.targets.process import environment, exit_of

_CHUNK = 1 << 16
_GRACE_S = 5.0
_IN_ORDER = {"PYTHONUNBUFFERED": "1"}
"""What Python prints into a pipe it keeps until it ends: after its traceback, or for good where a limit ends it."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a process may take.

    Attributes:
        cpu_seconds: of processor time, which a loop takes and a crowded machine does not.
        seconds: of wall time, for what waits for ever.
        memory: bytes of address space.
        file_size: bytes of a file that it writes.
        output: bytes of standard output and standard error together; more ends it.
    """

    cpu_seconds: int = 20
    seconds: float = 300.0
    memory: int = 2 << 30
    file_size: int = 256 << 20
    output: int = 1 << 20


@dataclass(frozen=True, slots=True)
class Ended:
    """How a process ended.

    Attributes:
        status: its exit status, negative the signal that ended it.
        output: standard output and standard error, as far as the limit goes, in the order in which Python printed it.
        broken: which limit it ran into, for people: "took more than 10 s of processor time"; empty if none.
    """

    status: int
    output: str
    broken: str

    @property
    def why(self) -> str:
        """How it ended, for people; empty if it ended well."""
        return self.broken or (f"ended with {exit_of(self.status)}" if self.status else "")


def run(
    command: Sequence[str], limits: Limits, *, cwd: Path, env: Mapping[str, str] | None = None,
    pass_fd: int | None = None, on_readable: tuple[int, Callable[[bytes], None]] | None = None,
) -> Ended:  # fmt: skip
    """Run a command to its end, or to its limits, in a session of its own.

    Args:
        command: program and arguments.
        limits: what it may take.
        cwd: its working directory.
        env: variables besides this process's.
        pass_fd: a file descriptor that it inherits; closed here once it has it.
        on_readable: a file descriptor to read meanwhile, and who gets what is read.

    Raises:
        OSError: the process cannot be started.
    """
    numbers = (limits.cpu_seconds, limits.memory, limits.file_size, os.getpid())
    own = [sys.executable, "-I", limited.__file__, *map(str, numbers)]  # what lies in `cwd` is not imported
    process = subprocess.Popen(
        [*own, *command], cwd=cwd, env={**environment(), **_IN_ORDER, **(env or {})}, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
        pass_fds=() if pass_fd is None else (pass_fd,),
    )  # fmt: skip
    if pass_fd is not None:
        os.close(pass_fd)
    try:
        output, broken = _watch(process, limits, on_readable)
    finally:
        _kill(process)
    if process.returncode == -signal.SIGXCPU:
        broken = f"took more than {limits.cpu_seconds} s of processor time"
    return Ended(process.returncode, output.decode(errors="replace"), broken)


def _watch(
    process: subprocess.Popen[bytes], limits: Limits, extra: tuple[int, Callable[[bytes], None]] | None
) -> tuple[bytes, str]:
    assert process.stdout is not None
    sinks: dict[int, Callable[[bytes], None]] = {}
    output = bytearray()
    sinks[process.stdout.fileno()] = output.extend
    if extra is not None:
        sinks[extra[0]] = extra[1]
    poller = select.poll()
    for descriptor in sinks:
        poller.register(descriptor, select.POLLIN)
    end = time.monotonic() + limits.seconds
    while sinks:
        remaining = end - time.monotonic()
        if remaining <= 0:
            return bytes(output), f"did not end within {limits.seconds:g} s"
        # A grandchild may hold the pipe open for ever: the process itself decides.
        for descriptor, _ in poller.poll(min(remaining, 0.2) * 1000):
            chunk = os.read(descriptor, _CHUNK)
            sinks[descriptor](chunk)
            if not chunk:
                poller.unregister(descriptor)
                del sinks[descriptor]
        if len(output) > limits.output:
            return bytes(output[: limits.output]), f"wrote more than {limits.output >> 10} KiB of output"
        if process.poll() is not None and not poller.poll(0):
            break
    try:
        process.wait(max(0.0, end - time.monotonic()))
    except subprocess.TimeoutExpired:
        return bytes(output), f"did not end within {limits.seconds:g} s"
    return bytes(output), ""


def _kill(process: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait(_GRACE_S)
    assert process.stdout is not None
    process.stdout.close()
