# SPDX-License-Identifier: Apache-2.0
"""Measurements in a network namespace of their own, beside nobody else's interfaces and ports."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from common import PROJECT_ROOT
from p4soft.targets.process import environment, missing_programs
from tools.bench.settings import UnavailableError

_TIMEOUT_S = 300
OURS = (sys.executable, "-m", "p4soft.switch")


def bmv2() -> str | None:
    """BMv2's simple_switch_grpc on the PATH; None when there is none, or only this project's command of that name."""
    found = shutil.which("simple_switch_grpc")
    if found is None:
        return None
    with Path(found).open("rb") as stream:
        return None if stream.read(2) == b"#!" else found


def check_namespaces() -> None:
    """See whether this user can have a network namespace with veths.

    Raises:
        UnavailableError: no; the message says why.
    """
    probe = [*_isolation(), "ip", "link", "add", "s0", "type", "veth", "peer", "name", "h0"]
    if missing := missing_programs("unshare", "ip"):
        raise UnavailableError(missing)
    done = subprocess.run(probe, check=False, capture_output=True, text=True, timeout=30, env=environment())
    if done.returncode:
        raise UnavailableError(f"no network namespace with veths: {done.stderr.strip()}; run as root")


def run_isolated(module: str, asked: Mapping[str, object]) -> dict[str, float]:
    """What `python -m module JSON` prints, a JSON object of numbers.

    Raises:
        UnavailableError: it failed; the message is its last line.
    """
    command = [*_isolation(), sys.executable, "-m", module, json.dumps(asked)]
    done = subprocess.run(
        command, cwd=PROJECT_ROOT, check=False, capture_output=True, text=True, timeout=_TIMEOUT_S, env=environment()
    )
    if done.returncode:
        raise UnavailableError((done.stderr.strip() or f"{module} failed").splitlines()[-1])
    numbers: dict[str, float] = json.loads(done.stdout)
    return numbers


def _isolation() -> list[str]:
    return ["unshare", "-n"] if os.geteuid() == 0 else ["unshare", "-Urn"]
