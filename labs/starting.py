# SPDX-License-Identifier: Apache-2.0
"""Starts the keeper of a lab, waits until it is ready, and makes sure that a keeper is gone."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from fabric.live.isolation import outer
from fabric.live.source import TopologySource
from labs.client import ask
from labs.errors import LabError
from labs.keeper import READY
from labs.place import Place
from labs.requests import Ok, Stop

_ROOT = Path(__file__).resolve().parents[1]
_END_S = 20.0

Say = Callable[[str], None]


def bring_up(where: Place, source: TopologySource, target: str, *, factor: int, seed: int, say: Say) -> None:
    """Start a keeper and wait until it is ready; interrupted, it leaves nothing.

    Args:
        where: of the lab.
        source: its topology.
        target: of its switches.
        factor: see `fabric.live.scale.Scale`.
        seed: of NICs and switches.
        say: told each step.

    Raises:
        LabError: it did not come up; the message is the keeper's.
        BuildError: this user gets no namespaces here.
    """
    if where.is_up():
        raise LabError(f"the lab {where.name!r} is up already; end it with `python -m labs down`, or choose a --name")
    command = [
        *outer(), sys.executable, "-m", "labs.keeper",
        str(where.folder), source.text(), target, str(factor), str(seed),
    ]  # fmt: skip
    where.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with where.log.open("ab") as log:
        keeper = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log,
            env={**os.environ, "PYTHONPATH": _python_path()}, start_new_session=True,
        )  # fmt: skip
    try:
        _await_ready(keeper, where, say)
    except BaseException:
        _kill(keeper)
        where.clean()
        raise


def take_down(where: Place) -> bool:
    """End a lab and clean what a crash of it left; False when there was nothing. Raises LabError."""
    if not where.folder.exists():
        return False
    if where.is_up():
        ask(where, Stop(), Ok)
    deadline = time.monotonic() + _END_S
    while where.is_up():  # its processes are still ending
        if time.monotonic() > deadline:
            raise LabError(f"the lab {where.name!r} does not end; its log: {where.log}")
        time.sleep(0.02)
    where.clean()
    return True


def _await_ready(keeper: subprocess.Popen[bytes], where: Place, say: Say) -> None:
    assert keeper.stdout is not None
    said = ""
    for raw in keeper.stdout:
        said = raw.decode(errors="replace").rstrip()
        if said == READY:
            return
        if said.startswith("error: "):
            break
        say(said)
    keeper.wait()
    if said.startswith("error: "):
        raise LabError(said.removeprefix("error: "))
    tail = where.log.read_text(errors="replace").strip().splitlines() if where.log.exists() else []
    raise LabError(f"the lab did not come up (exit status {keeper.returncode}){': ' + tail[-1] if tail else ''}")


def _kill(keeper: subprocess.Popen[bytes]) -> None:
    """End it and everything in its namespaces: the kernel does when their first process is killed."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(keeper.pid, signal.SIGKILL)
    keeper.wait()


def _python_path() -> str:
    return os.pathsep.join(filter(None, (str(_ROOT), os.environ.get("PYTHONPATH"))))
