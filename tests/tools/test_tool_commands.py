# SPDX-License-Identifier: Apache-2.0
"""`make tools`: the drop-in commands on a directory for the PATH."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tools.commands import write_commands

ROOT = Path(__file__).resolve().parents[2]
NAMES = sorted([*tomllib.loads((ROOT / "p4soft" / "pyproject.toml").read_text())["project"]["scripts"], "mrc-lab"])
TIMEOUT_S = 60
PROGRAM = """#include <core.p4>
#include <v1model.p4>
struct headers {} struct metadata {}
parser P(packet_in p, out headers h, inout metadata m, inout standard_metadata_t s) {
    state start { transition accept; }
}
control V(inout headers h, inout metadata m) { apply {} }
control I(inout headers h, inout metadata m, inout standard_metadata_t s) { apply { s.egress_spec = 1; } }
control E(inout headers h, inout metadata m, inout standard_metadata_t s) { apply {} }
control D(packet_out p, in headers h) { apply {} }
V1Switch(P(), V(), I(), E(), V(), D()) main;
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("a folder with 'quotes'") / "bin"
    assert [path.name for path in write_commands(folder)] == NAMES
    return folder


def run(folder, cwd, *words):
    """Run a command by its name, from a folder that has modules of our names."""
    for name in ("p4soft", "click", "common"):
        (cwd / f"{name}.py").write_text("raise SystemExit('the wrong module')")
    return subprocess.run(
        list(words),
        cwd=cwd,
        env={"PATH": f"{folder}:{os.environ['PATH']}", "HOME": str(cwd)},
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
        check=False,
    )


@pytest.mark.parametrize("name", NAMES)
def test_each_command_is_found_by_its_name(folder, tmp_path, name):
    result = run(folder, tmp_path, name, "--help")
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.startswith(f"Usage: {name} ")


def test_p4c_compiles_and_a_second_time_the_commands_are_the_same(folder, tmp_path):
    before = {path.name: path.read_text() for path in folder.iterdir()}
    write_commands(folder)
    assert {path.name: path.read_text() for path in folder.iterdir()} == before
    (tmp_path / "p.p4").write_text(PROGRAM)
    result = run(folder, tmp_path, "p4c", "--target", "bmv2", "--arch", "v1model", "-o", "build", "p.p4")
    assert (result.returncode, result.stderr) == (0, "")
    assert (tmp_path / "build" / "p.json").exists()


def test_the_command_says_what_to_add_to_the_path(tmp_path):
    words = [sys.executable, "-m", "tools.commands", str(tmp_path / "x")]
    result = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=TIMEOUT_S, check=True)
    lines = result.stdout.splitlines()
    assert lines[1] == f'  export PATH={tmp_path}/x:"$PATH"'
    assert lines[3] == f"  export PYTHONPATH={ROOT}/p4soft/src/p4soft/drop_in/bindings/path"
    (tmp_path / "file").write_text("")
    words[-1] = str(tmp_path / "file")
    result = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=TIMEOUT_S, check=False)
    assert (result.returncode, result.stderr) == (1, f"error: {tmp_path}/file: cannot write: File exists\n")


def test_make_tools_is_a_target_that_runs_it():
    assert '@$(PY) -m tools.commands "$$OUT/bin"' in (ROOT / "Makefile").read_text()
