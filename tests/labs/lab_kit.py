# SPDX-License-Identifier: Apache-2.0
"""A lab small enough for a test, where this user gets namespaces, and the command line that drives it."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from unittest import mock

import pytest
from command_kit import ran
from topology_kit import TINY
from waiting_kit import until

from fabric.live.messages import message_of
from labs import command, node_commands
from labs.control_socket import Look, State, ask
from labs.directory import DEFAULT, LabDirectory
from p4soft.targets.process import environment

ROOT = Path(__file__).parents[2]
DEADLINE_S = 30.0
CABLES = os.environ.get("MRC_LABS_CABLES", "auto")
"""What labs of tests are on that run on either kind."""
CACHE = os.environ.get("XDG_CACHE_HOME", str(Path.home() / ".cache"))
"""Machine code of the program is made once, and not by every switch of every test."""
patient = pytest.mark.skipif(
    "MRC_LABS" not in os.environ, reason="waits for half a minute: MRC_LABS=full pytest tests/labs runs it"
)


def _as_a_child(stdin: str) -> Callable[[Sequence[str]], None]:
    """What takes the place of `exec`, which would end the tests' own process: its output, and its exit status."""

    def become(words: Sequence[str]) -> None:
        done = subprocess.run(
            list(words), env=environment(), capture_output=True, text=True, check=False, timeout=120, input=stdin
        )
        sys.stdout.write(done.stdout)
        sys.stderr.write(done.stderr)
        raise SystemExit(done.returncode)

    return become


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

    def start(self, *arguments: str, python_path: Path = ROOT) -> Program:
        """A command that runs on; what it prints on both channels comes from `stdout`."""
        return Program(
            [*self.prefix, sys.executable, "-m", "labs", *arguments], cwd=ROOT,
            env={**self._environment(), "PYTHONPATH": str(python_path)},
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip

    def run(self, *arguments: str, status: int = 0, stdin: str = "", within: Sequence[str] = ()) -> str:
        """One command; what it printed, on both channels. Fails on another exit status.

        The tests' own process runs it, since another interpreter takes longer than most of them do. `within` a program,
        and where a lab has a prefix, it is a process of its own, and so is `page`, which leaves a server.
        """
        if not (within or self.prefix) and arguments[0] != "page":
            with (
                mock.patch.dict(os.environ, {**self._environment(), "COLUMNS": "80"}, clear=True),
                mock.patch.object(node_commands, "_become", _as_a_child(stdin)),
            ):
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
        return message_of(self.run("status", "--json"), State)


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
    until(lambda: not living(processes), DEADLINE_S)


def living(processes: set[int]) -> set[int]:
    """Those that have not ended, whether somebody has looked at how they did or not."""
    found = set()
    for process_id in processes:
        with contextlib.suppress(OSError):
            if Path(f"/proc/{process_id}/stat").read_text().rpartition(")")[2].split()[0] not in {"Z", "X"}:
                found.add(process_id)
    return found
