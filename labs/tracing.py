# SPDX-License-Identifier: Apache-2.0
"""Traces of one switch while it runs: begun when somebody looks, ended when he has seen enough."""

from __future__ import annotations

import contextlib
import os
import re
import select
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

from labs.errors import LabError
from labs.invocation import to_type
from labs.requests import SwitchState
from p4soft.command_line import until_interrupted

_ANSWER_S = 10.0
_BUSY = re.compile(r"a trace is being written to (?P<file>[^;]+);")


def follow_trace(switch: SwitchState, keeper: int) -> None:
    """Let a switch write a trace and show it, until interrupted.

    Args:
        switch: whose.
        keeper: process of the lab, as the host has it.

    Raises:
        LabError: the switch cannot do that while it runs, or somebody else follows it, or the lab has ended.
    """
    if switch.control is None:
        raise LabError(
            f"{switch.name} writes a trace from its start or never (BMv2 writes it into its log); "
            f"end the lab and bring it up with `{to_type('up --trace')}`"
        )
    file = Path(switch.control).with_name("trace")
    # A session of its own: Ctrl-C is for us. It ends when we do, also when we are killed.
    command = ["tail", "-n", "+1", "-f", f"--pid={os.getpid()}", str(file)]
    with (
        _traced(switch, Path(switch.control), file),
        subprocess.Popen(command, start_new_session=True) as shown,
        until_interrupted(),
    ):
        try:
            _wait(shown.pid, keeper)
            if shown.poll() is None:
                raise LabError("the lab has ended")
        finally:
            shown.terminate()


def _wait(*processes: int) -> None:
    """Until one of them is gone."""
    with contextlib.ExitStack() as stack:
        watched = []
        for each in processes:
            try:
                watched.append(os.pidfd_open(each))
            except ProcessLookupError:
                return
            stack.callback(os.close, watched[-1])
        select.select(watched, [], [])


@contextlib.contextmanager
def _traced(switch: SwitchState, control: Path, file: Path) -> Iterator[None]:
    said = _ask(switch, control, f"trace_start {file}")
    if busy := _BUSY.search(said):
        raise LabError(
            f"{switch.name}: somebody else follows its trace ({busy['file']}); if he is gone, "
            f"`{to_type(f'trace {switch.name} --stop')}` ends it"
        )
    if said != "ok":
        raise LabError(f"{switch.name}: {said.removeprefix('error: ')}")
    there = True
    try:
        yield
    except LabError:
        there = False  # the lab has ended, and this switch with it
        raise
    finally:
        if there:
            stop_trace(switch)
        file.unlink(missing_ok=True)


def stop_trace(switch: SwitchState) -> None:
    """End the trace that a switch writes. Raises LabError: there is none."""
    if switch.control is None:
        raise LabError(f"{switch.name} has no trace that could be ended while it runs")
    said = _ask(switch, Path(switch.control), "trace_stop")
    if said != "ok":
        raise LabError(f"{switch.name}: {said.removeprefix('error: ')}")


def _ask(switch: SwitchState, control: Path, command: str) -> str:
    """The last line of what a switch's control socket answers."""
    received = b""
    try:
        with socket.socket(socket.AF_UNIX) as sock:
            sock.settimeout(_ANSWER_S)
            sock.connect(str(control))
            sock.sendall(f"{command}\n".encode())
            while not re.search(rb"^(ok|error: .*)\n\Z", received, re.MULTILINE):
                data = sock.recv(1 << 16)
                if not data:
                    raise LabError(f"{switch.name} ended while it was asked")
                received += data
    except TimeoutError:
        raise LabError(f"{switch.name} does not answer within {_ANSWER_S:.0f} s") from None
    except OSError as error:
        raise LabError(f"{switch.name}: {control}: {error.strerror}") from None
    return received.decode(errors="replace").splitlines()[-1]
