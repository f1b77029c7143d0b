# SPDX-License-Identifier: Apache-2.0
"""A lab small enough for a test, where this user gets namespaces, and the command line that drives it."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from topology_kit import TINY

from labs.requests import State

ROOT = Path(__file__).parents[2]
DEADLINE_S = 30.0
CABLES = os.environ.get("MRC_LABS_CABLES", "auto")
"""What labs of tests are on that run on either kind."""
CACHE = os.environ.get("XDG_CACHE_HOME", str(Path.home() / ".cache"))
"""Machine code of the program is made once, and not by every switch of every test."""
patient = pytest.mark.skipif(
    "MRC_LABS" not in os.environ, reason="waits for half a minute: MRC_LABS=full pytest tests/labs runs it"
)


@dataclass(frozen=True)
class Lab:
    """`python -m labs` in a directory of its own; every command behind `prefix`."""

    folder: Path
    prefix: tuple[str, ...] = ()

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        """A command that runs on; what it prints on both channels comes from `stdout`."""
        return subprocess.Popen(
            [*self.prefix, sys.executable, "-m", "labs", *arguments], env=self._environment(),
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip

    def run(self, *arguments: str, status: int = 0, stdin: str = "", within: Sequence[str] = ()) -> str:
        """One command, run by `within`; what it printed, on both channels. Fails on another exit status."""
        result = subprocess.run(
            [*within, *self.prefix, sys.executable, "-m", "labs", *arguments],
            env=self._environment(), capture_output=True, text=True, check=False, timeout=120, input=stdin,
        )  # fmt: skip
        assert result.returncode == status, result.stdout + result.stderr
        return result.stdout + result.stderr

    def up(self, *options: str) -> None:
        """A lab of two NICs at one switch that crosses none."""
        self.run(*self.up_arguments(), *options)

    def up_arguments(self) -> list[str]:
        """What `up` runs."""
        topology = self.folder / "tiny.yaml"
        topology.write_text(TINY)
        return ["up", "--topology", str(topology), "--scale", "20000", "--cables", CABLES, "--no-page"]

    def _environment(self) -> dict[str, str]:
        return {
            "PATH": os.environ["PATH"],
            "XDG_RUNTIME_DIR": str(self.folder),
            "PYTHONPATH": str(ROOT),
            "HOME": str(self.folder),
            "XDG_CACHE_HOME": CACHE,
        }

    def state(self) -> State:
        """What `status` tells."""
        return State.model_validate_json(self.run("status", "--json"))


def descendants(process_id: int) -> set[int]:
    """A process and all below it."""
    found = {process_id}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and process_id in _ancestors(int(entry.name)):
            found.add(int(entry.name))
    return found


def processes_of(folder: Path) -> set[int]:
    """Every process whose lab is in that directory, whoever its parent is by now."""
    mark = f"XDG_RUNTIME_DIR={folder}".encode()
    found = set()
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                if mark in (entry / "environ").read_bytes().split(b"\0"):
                    found.add(int(entry.name))
    return found


def _ancestors(process_id: int) -> list[int]:
    chain = []
    while process_id > 1:
        try:
            status = Path(f"/proc/{process_id}/stat").read_text()
        except OSError:
            break
        process_id = int(status.rpartition(")")[2].split()[1])
        chain.append(process_id)
    return chain


def wait_until(holds: Callable[[], bool]) -> None:
    """Fail when it does not hold for long."""
    deadline = time.monotonic() + DEADLINE_S
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def wait_until_gone(processes: set[int]) -> None:
    """Fail when one of them is there for long."""
    deadline = time.monotonic() + DEADLINE_S
    while left := {each for each in processes if Path(f"/proc/{each}").exists()}:
        assert time.monotonic() < deadline, f"still there: {left}"
        time.sleep(0.05)
