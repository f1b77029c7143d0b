# SPDX-License-Identifier: Apache-2.0
"""A case knows settings and packets: what drives the device, and how, is no part of it."""

import subprocess
import sys
from pathlib import Path

import pytest

import ptf_tests
from ptf_tests.nic import case as nic_case
from ptf_tests.switch import case as switch_case

ROOT = Path(ptf_tests.__file__).resolve().parent
SWITCH_CASES, NIC_CASES = (
    sorted({case.__module__ for case in module.classes().values()}) for module in (switch_case, nic_case)
)
DRIVING = (
    "grpc",
    "p4",
    "google.protobuf",
    "p4runtime_sh",
    "p4runtime_client",
    "controller.client",
    "controller.pipeline",
    "p4soft.compiler",
    "p4soft.p4runtime_client",
    "p4soft.switch",
    "p4soft.targets",
    "host_stack",
)
"""`controller.program` is none of them: it has the names of the counters, once for everybody.

Nor is `p4soft.table_entries`, which the package `controller` imports: entries as plain data.
"""
DRIVERS = ("ptf_tests.dut", "ptf_tests.run", "ptf_tests.conformance")


@pytest.mark.parametrize("cases", [SWITCH_CASES, NIC_CASES], ids=["switch", "nic"])
def test_a_case_loads_nothing_that_drives_a_device(cases):
    script = "import importlib, sys\nfor name in sys.argv[1:]: importlib.import_module(name)\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script, *cases], cwd=ROOT.parent, capture_output=True, check=True)
    loaded = done.stdout.decode().split()
    assert set(cases) <= set(loaded)
    assert [name for name in loaded if f"{name}.".startswith(tuple(f"{room}." for room in DRIVING + DRIVERS))] == []
