# SPDX-License-Identifier: Apache-2.0
"""A lab small enough for a test, where this user gets namespaces, and the command line that drives it."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from fabric.errors import BuildError
from fabric.live.isolation import outer
from labs.requests import State

ROOT = Path(__file__).parents[2]
TINY = """\
name: tiny
planes: 1
t0s_per_plane: 1
t1s_per_plane: 1
downlinks_per_t0: 2
nics: 2
links:
  host: {rate: 100 Gb/s, delay: 500 ns}
  fabric: {rate: 100 Gb/s, delay: 1 us}
"""


def skip_without_namespaces() -> None:
    """Skip the test where neither root nor a user namespace is to be had; the reason says how to enable it."""
    try:
        outer()
    except BuildError as refusal:
        pytest.skip(str(refusal))


@dataclass(frozen=True)
class Lab:
    """`python -m labs` in a directory of its own."""

    folder: Path

    def run(self, *arguments: str, status: int = 0) -> str:
        """One command; what it printed, on both channels. Fails on another exit status."""
        environment = {
            "PATH": os.environ["PATH"],
            "XDG_RUNTIME_DIR": str(self.folder),
            "PYTHONPATH": str(ROOT),
            "HOME": str(ROOT),
        }
        result = subprocess.run(
            [sys.executable, "-m", "labs", *arguments],
            env=environment, capture_output=True, text=True, check=False, timeout=120,
        )  # fmt: skip
        assert result.returncode == status, result.stdout + result.stderr
        return result.stdout + result.stderr

    def up(self, *options: str) -> None:
        """A lab of two NICs at one switch that crosses none."""
        topology = self.folder / "tiny.yaml"
        topology.write_text(TINY)
        self.run("up", "--topology", str(topology), "--scale", "20000", *options)

    def state(self) -> State:
        """What `status` tells."""
        return State.model_validate_json(self.run("status", "--json"))
