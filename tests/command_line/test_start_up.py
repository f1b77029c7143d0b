# SPDX-License-Identifier: Apache-2.0
"""Commands load what they need when they need it: `--help`, and each press of Tab, waits for all that they load."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HEAVY = {"dask", "finsy", "grpc", "host_stack", "jinja2", "llvmlite", "matplotlib", "numpy", "scapy"}


@pytest.mark.parametrize("command", ["labs.command", "fabric.__main__", "experiments.__main__"])
def test_a_command_alone_loads_nothing_heavy(command):
    told = subprocess.run(
        [sys.executable, "-c", f"import sys, json, {command}; print(json.dumps(list(sys.modules)))"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    loaded = set(json.loads(told))
    assert command in loaded
    assert not loaded & HEAVY
