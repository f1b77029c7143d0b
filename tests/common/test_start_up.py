# SPDX-License-Identifier: Apache-2.0
"""Commands load what they need when they need it: `--help`, and each press of Tab, waits for all that they load.

So do processes that labs and tests start often. What a start may not load is named here where it once did.
"""

import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HEAVY = {
    "asyncio", "dask", "google.protobuf", "grpc", "jinja2", "lark", "llvmlite", "matplotlib", "numpy", "pydantic",
    "scapy", "thriftpy2", "yaml",
}  # fmt: skip
NO_NIC = HEAVY | {"host_stack"}
NO_COMPILER = HEAVY | {"p4soft.compiler"}


@pytest.mark.parametrize(
    ("command", "heavy"),
    [
        ("labs.command", NO_NIC | {"fabric.scenario", "topologies.schema"}),
        ("labs.grading.__main__", NO_NIC | {"concurrent.futures.process"}),
        ("fabric.__main__", NO_NIC | {"topologies.schema"}),
        ("fabric.experiments.__main__", NO_NIC | {"topologies.schema"}),
        ("tools.bench.__main__", NO_NIC),
        ("ptf_tests.__main__", NO_NIC | {"ptf_tests.catalogue.requirements"}),
        ("ptf_tests.mutants.__main__", NO_NIC | {"ptf_tests.switch", "p4soft.compiler"}),
        ("topologies.__main__", NO_NIC | {"topologies.schema"}),
        ("controller.__main__", NO_NIC | {"topologies.schema"}),
        ("host_stack.__main__", HEAVY | {"rich"}),
        ("p4soft.switch.__main__", NO_COMPILER),
        ("p4soft.compiler.__main__", HEAVY - {"google.protobuf"}),  # its package makes P4Info
        ("p4soft.explain.__main__", NO_COMPILER),
        ("p4soft.stf.__main__", NO_COMPILER),
        ("p4soft.fidelity.__main__", NO_COMPILER | {"p4soft.switch"}),
    ],
)
def test_a_command_alone_loads_nothing_heavy(command, heavy):
    assert not loaded_by(command) & heavy


@pytest.mark.parametrize(
    ("process", "heavy"),
    [
        ("fabric.live.relay", HEAVY | {"topologies.schema", "p4soft.switch.codegen"}),
        ("fabric.live.nic_process", {"grpc", "google.protobuf", "numpy", "scapy", "p4soft.switch.codegen"}),
        ("labs.grading.child", NO_NIC | {"click", "rich"}),
        ("labs.grading.bench", {"jinja2", "numpy", "pydantic", "rich", "scapy", "yaml"}),
        ("ptf_tests.run.ptf_runner", {"finsy.controller", "jinja2", "numpy", "ptf_tests.dut.external"}),
        ("p4soft.switch.standalone", NO_COMPILER),
    ],
)
def test_a_process_that_is_started_by_the_dozen_loads_what_it_uses(process, heavy):
    assert not loaded_by(process) & heavy


def loaded_by(module):
    told = subprocess.run(
        [sys.executable, "-c", f"import sys, json, {module}; print(json.dumps(list(sys.modules)))"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    loaded = set(json.loads(told))
    assert module in loaded
    return loaded


@pytest.mark.parametrize(
    "package", ["topologies", "controller", "p4soft.switch", "p4soft.p4runtime_client", "p4soft.switch.p4runtime"]
)
def test_names_that_come_on_first_use_are_listed(package):
    module = import_module(package)
    assert set(module.__all__) <= set(dir(module))
    for name in module.__all__:
        getattr(module, name)
