# SPDX-License-Identifier: Apache-2.0
"""A `simple_switch` of ours, or another, watched in a network of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from tests.switch.thrift.thrift_kit import EVERYTHING

ROOT = Path(__file__).resolve().parents[3]
RUN_S = 90
MAIN = "from p4soft.drop_in.simple_switch import main; main()"
OURS = (sys.executable, "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r}); {MAIN}")
ISOLATED = ["unshare", "-n", "-m", "sh", "-c", 'mount -t sysfs sysfs /sys && exec "$@"', "sh"]


def isolated() -> bool:
    """Whether networks of their own can be made here, with a pair of interfaces."""
    words = [*ISOLATED, "ip", "link", "add", "v0", "type", "veth", "peer", "name", "v1"]
    try:
        return subprocess.run(words, capture_output=True, timeout=RUN_S, check=False).returncode == 0
    except FileNotFoundError:
        return False


def watched(watcher: str, folder: Path, simple_switch: tuple[str, ...]) -> str:
    """What a watcher's program prints about a switch that runs the program with everything; skips without a network."""
    if not isolated():
        pytest.skip("needs root: a network of its own with veth interfaces")
    words = [*ISOLATED, sys.executable, watcher, folder, EVERYTHING, *simple_switch]
    result = subprocess.run(words, capture_output=True, text=True, timeout=RUN_S, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout
