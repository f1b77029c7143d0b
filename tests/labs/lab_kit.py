# SPDX-License-Identifier: Apache-2.0
"""A lab small enough for a test, where this user gets namespaces, and the command line that drives it."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from unittest import mock

import pytest
from command_kit import ran
from topology_kit import TINY
from waiting_kit import until

from labs import command
from labs.control_socket import Look, State, ask
from labs.directory import DEFAULT, LabDirectory

ROOT = Path(__file__).parents[2]
DEADLINE_S = 30.0
CABLES = os.environ.get("MRC_LABS_CABLES", "auto")
"""What labs of tests are on that run on either kind."""
CACHE = os.environ.get("XDG_CACHE_HOME", str(Path.home() / ".cache"))
"""Machine code of the program is made once, and not by every switch of every test."""
patient = pytest.mark.skipif(
    "MRC_LABS" not in os.environ, reason="waits for half a minute: MRC_LABS=full pytest tests/labs runs it"
)


ASK = frozenset({"down", "fail", "fault", "heal", "list", "status", "write"})
"""Commands that ask a keeper and no more, so that the tests' own process may: another interpreter takes longer."""


class Program(subprocess.Popen[str]):
    """Ends with a test that fails in its `with`, which would wait for it for ever."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is not None:
            self.kill()
        super().__exit__(kind, error, trace)


@dataclass(frozen=True)
class Lab:
    """`python -m labs` in a directory of its own; every command behind `prefix`."""

    folder: Path
    prefix: tuple[str, ...] = ()

    def start(self, *arguments: str) -> Program:
        """A command that runs on; what it prints on both channels comes from `stdout`."""
        return Program(
            [*self.prefix, sys.executable, "-m", "labs", *arguments], env=self._environment(),
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip

    def run(self, *arguments: str, status: int = 0, stdin: str = "", within: Sequence[str] = ()) -> str:
        """One command, run by `within`; what it printed, on both channels. Fails on another exit status."""
        if arguments[0] in ASK and not (within or self.prefix):
            with mock.patch.dict(os.environ, {**self._environment(), "COLUMNS": "80"}):
                done = ran(command.main, *arguments)
            assert done.returncode == status, done.stdout + done.stderr
            return done.stdout + done.stderr
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
            "PATH": os.pathsep.join(each for each in os.environ["PATH"].split(os.pathsep) if not each.endswith("sbin")),
            "XDG_RUNTIME_DIR": str(self.folder),
            "PYTHONPATH": str(ROOT),
            "HOME": str(self.folder),
            "XDG_CACHE_HOME": CACHE,
        }

    def state(self) -> State:
        """What `status` tells."""
        if not self.prefix:
            return ask(LabDirectory(DEFAULT, self.folder / "mrc-lab" / DEFAULT), Look(), State)
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


def wait_until_gone(processes: set[int]) -> None:
    """Fail when one of them is there for long."""
    until(lambda: not {each for each in processes if Path(f"/proc/{each}").exists()}, DEADLINE_S)
