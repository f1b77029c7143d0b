# SPDX-License-Identifier: Apache-2.0
"""Commands load what they need when they need it: `--help`, and each press of Tab, waits for all that they load."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HEAVY = {"dask", "google.protobuf", "grpc", "jinja2", "llvmlite", "matplotlib", "numpy", "scapy"}


@pytest.mark.parametrize(
    ("command", "heavy"),
    [
        ("labs.command", HEAVY | {"host_stack"}),
        ("fabric.__main__", HEAVY | {"host_stack"}),
        ("tools.bench.__main__", HEAVY | {"host_stack"}),
        ("ptf_tests.__main__", HEAVY | {"host_stack"}),
        ("topologies.__main__", HEAVY | {"host_stack"}),
        ("controller.__main__", HEAVY | {"host_stack"}),
        ("fabric.experiments.__main__", HEAVY),  # its figures say what is run, in the NIC's words
    ],
)
def test_a_command_alone_loads_nothing_heavy(command, heavy):
    told = subprocess.run(
        [sys.executable, "-c", f"import sys, json, {command}; print(json.dumps(list(sys.modules)))"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    loaded = set(json.loads(told))
    assert command in loaded
    assert not loaded & heavy
