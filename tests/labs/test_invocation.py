# SPDX-License-Identifier: Apache-2.0
"""Hints can be copied: they call the program as it was called."""

import signal
import subprocess
import sys

import pytest
from lab_kit import ROOT

from labs.directory import to_type


@pytest.fixture
def called(tmp_path, monkeypatch):
    """A clone in the current directory, with an environment of its own, and nothing else on the PATH."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    (tmp_path / "bin").mkdir()

    def called(executable, program="labs/__main__.py"):
        monkeypatch.setattr(sys, "executable", str(executable))
        monkeypatch.setattr(sys, "argv", [program])

    return called


def on_the_path(folder, name):
    file = folder / "bin" / name
    file.write_text("#!/bin/sh\n")
    file.chmod(0o755)
    return file


def test_python_of_the_clone(called, tmp_path):
    called(tmp_path / ".venv" / "bin" / "python")
    assert to_type("up") == ".venv/bin/python -m labs up"
    assert to_type("trace p0-t0-0 --stop", "mine") == ".venv/bin/python -m labs trace --name mine p0-t0-0 --stop"


def test_python_of_elsewhere(called):
    called("/opt/with space/python")
    assert to_type("down") == "'/opt/with space/python' -m labs down"


def test_python_of_an_environment_that_is_active(called, tmp_path):
    called(on_the_path(tmp_path, "python"))
    assert to_type("down") == "python -m labs down"


def test_the_command(called, tmp_path):
    called(tmp_path / "python", "mrc-lab")
    assert to_type("down") == "./python -m labs down"
    on_the_path(tmp_path, "mrc-lab")
    assert to_type("down", "lab") == "mrc-lab down"


def test_interrupted_while_it_is_loaded_it_says_nothing(tmp_path):
    (tmp_path / "click.py").write_text("import os, signal, time\nos.kill(os.getpid(), signal.SIGINT)\ntime.sleep(9)\n")
    run = subprocess.run(
        [sys.executable, "-m", "labs", "list"],
        cwd=ROOT, env={"PYTHONPATH": str(tmp_path)}, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert (run.returncode, run.stdout, run.stderr) == (-signal.SIGINT, "", "")
