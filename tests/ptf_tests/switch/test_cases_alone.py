# SPDX-License-Identifier: Apache-2.0
"""A case knows settings and packets: what drives the device, and how, is no part of it."""

import subprocess
import sys
from pathlib import Path

import pytest

import ptf_tests
from ptf_tests.nic import suite as nic_suite
from ptf_tests.switch import suite as switch_suite

ROOT = Path(ptf_tests.__file__).resolve().parent
SWITCH_CASES, NIC_CASES = (
    sorted({case.__module__ for case in suite.classes().values()}) for suite in (switch_suite, nic_suite)
)
DRIVING = (
    "grpc",
    "p4",
    "google.protobuf",
    "p4runtime_sh",
    "p4runtime_client",
    "controller.client",
    "controller.pipeline",
    "p4soft",
    "host_stack",
)
"""`controller.program` is none of them: it has the names of the counters, once for everybody."""
DRIVERS = ("ptf_tests.dut", "ptf_tests.run", "ptf_tests.conformance")


@pytest.mark.parametrize("cases", [SWITCH_CASES, NIC_CASES], ids=["switch", "nic"])
def test_a_case_loads_nothing_that_drives_a_device(cases):
    script = "import importlib, sys\nfor name in sys.argv[1:]: importlib.import_module(name)\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script, *cases], cwd=ROOT.parent, capture_output=True, check=True)
    loaded = done.stdout.decode().split()
    assert set(cases) <= set(loaded)
    assert [name for name in loaded if f"{name}.".startswith(tuple(f"{room}." for room in DRIVING + DRIVERS))] == []
