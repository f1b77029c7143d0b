# SPDX-License-Identifier: Apache-2.0
"""Starts the keeper of a lab, waits until it is ready, and makes sure that a keeper is gone."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from typing import IO

from fabric.live.messages import Done
from labs.client import ask
from labs.errors import LabError
from labs.invocation import to_type
from labs.keeper import KEEP, READY
from labs.place import Place
from labs.requests import Stop
from labs.settings import Settings
from p4soft.targets.process import environment

_ASK_S = 10.0
_END_S = 20.0

Say = Callable[[str], None]


def check_free(where: Place) -> None:
    """Raise LabError if there is a lab of that name."""
    if where.is_up():
        raise LabError(
            f"the lab {where.name!r} is up already; end it with `{to_type('down', where.name)}`, or choose a --name"
        )


def bring_up(where: Place, settings: Settings, prefix: Sequence[str], *, say: Say) -> None:
    """Start a keeper and wait until it is ready; interrupted or killed, this leaves nothing.

    Args:
        where: of the lab.
        settings: what it shall be.
        prefix: what to put before the command of its first process (`fabric.live.cable_choice.Ground`).
        say: told each step.

    Raises:
        LabError: it did not come up; the message is the keeper's.
    """
    check_free(where)
    command = [*prefix, sys.executable, "-m", "labs.keeper", str(where.folder), settings.model_dump_json()]
    with tempfile.TemporaryFile() as complaints:
        keeper = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=complaints,
            env=environment(), start_new_session=True,
        )  # fmt: skip
        try:
            _await_ready(keeper, complaints, say)
        except BaseException:
            _kill(keeper)
            _clean_unless_held(where)
            raise


def take_down(where: Place) -> bool:
    """End a lab and clean what a crash of it left; False when there was nothing. Raises LabError."""
    if not where.folder.exists():
        return False
    for end in (_ask_to_end, _terminate, _kill_holder):
        if not where.is_up() or (end(where) and _wait_until_free(where)):
            _clean_unless_held(where)
            return True
    raise LabError(f"the lab {where.name!r} does not end; its log: {where.log}")


def _ask_to_end(where: Place) -> bool:
    """Whether it said that it will; one that is still coming up does not listen."""
    try:
        ask(where, Stop(), Done, patience_s=_ASK_S)
    except LabError:
        return False
    return True


def _terminate(where: Place) -> bool:
    return _signal(where, signal.SIGTERM)


def _kill_holder(where: Place) -> bool:
    return _signal(where, signal.SIGKILL)


def _signal(where: Place, number: signal.Signals) -> bool:
    holder = where.holder()
    if holder is not None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(holder, number)
    return True


def _wait_until_free(where: Place) -> bool:
    """Whether nobody holds the lab in the end; its processes may still be ending."""
    deadline = time.monotonic() + _END_S
    while where.is_up():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def _await_ready(keeper: subprocess.Popen[bytes], complaints: IO[bytes], say: Say) -> None:
    assert keeper.stdin is not None and keeper.stdout is not None
    said = ""
    for raw in keeper.stdout:
        said = raw.decode(errors="replace").rstrip()
        if said == READY:
            with contextlib.suppress(BrokenPipeError):  # ended again already, by who took it down
                keeper.stdin.write(KEEP)
                keeper.stdin.flush()
            return
        if said.startswith("error: "):  # and the end of a log below it
            said += "\n" + keeper.stdout.read().decode(errors="replace").rstrip()
            break
        say(said)
    keeper.wait()
    if said.startswith("error: "):
        raise LabError(said.removeprefix("error: ").rstrip())
    complaints.seek(0)
    tail = complaints.read().decode(errors="replace").strip().splitlines()
    raise LabError(f"the lab did not come up (exit status {keeper.returncode}){': ' + tail[-1] if tail else ''}")


def _kill(keeper: subprocess.Popen[bytes]) -> None:
    """End it and everything in its namespaces: the kernel does when their first process is killed."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(keeper.pid, signal.SIGKILL)
    keeper.wait()


def _clean_unless_held(where: Place) -> None:
    """Remove what a lab left, unless another one is there now."""
    if not where.folder.exists() or not _wait_until_free(where):
        return
    lock = where.lock()
    if lock is not None:
        where.clean()
        os.close(lock)
