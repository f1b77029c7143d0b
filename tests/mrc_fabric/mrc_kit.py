# SPDX-License-Identifier: Apache-2.0
"""`mrc` as pip installs it, without pip: a wheel of this checkout, unpacked, beside the packages of these tests."""

import os
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TIMEOUT_S = 300
ROOMS = ("common", "controller", "docs", "fabric", "host_stack", "labs", "p4src", "ptf_tests", "tools", "topologies")
_HOME = Path(tempfile.gettempdir(), "mrc-tests-home")  # made, if it is, by what keeps caches there
BARE = {"HOME": str(_HOME), "PATH": os.defpath, "LANG": "C.UTF-8", "COLUMNS": "200"}


def built(source, folder):
    """Build the wheel of a checkout into a folder, in a process of its own, as pip does."""
    pytest.importorskip("hatchling", reason="hatchling is in the group dev: make .venv/.dev")
    program = (
        f"import sys; sys.path.insert(0, 'tools'); import build_backend as b; print(b.build_wheel({str(folder)!r}))"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=source, capture_output=True, text=True, check=True)
    return folder / done.stdout.split()[-1]


def unpacked(wheel, site):
    """A folder for PYTHONPATH with what is in a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    return site


def mrc(site, cwd, *words, **variables):
    """`mrc WORDS` in `cwd`; nothing it says may be a traceback."""
    program = (
        f"import sys; sys.argv[0] = 'mrc'; sys.path[0] = {str(site)!r}; from mrc_fabric.__main__ import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, *map(str, words)], cwd=cwd, env=BARE | variables, stdin=subprocess.DEVNULL,
        capture_output=True, text=True, errors="replace", timeout=TIMEOUT_S, check=False,
    )  # fmt: skip
    assert "Traceback" not in done.stdout + done.stderr, done.stderr
    return done
