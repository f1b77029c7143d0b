# SPDX-License-Identifier: Apache-2.0
"""How a lab is called, and labs of another version."""

import os
import signal
import subprocess
import sys
import tempfile
import threading

import pytest
from lab_kit import ROOT

from fabric.live.messages import Telling
from labs.control_socket import ControlServer, Look, State, ask
from labs.directory import LabError, lab_directory, to_type

# --- Invocation ------------------------------------------------------------------------------------------------------
# Hints can be copied: they call the program as it was called.


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


# --- Another version -------------------------------------------------------------------------------------------------
# Answers that are none: the lab was brought up by another version of the program.


class Older(Telling, frozen=True, tag="state"):
    """What another version says of itself."""

    name: str
    what_was: str


def test_a_lab_of_another_version_is_told(monkeypatch):
    with tempfile.TemporaryDirectory() as folder:  # a socket's path has 107 bytes at most; pytest's may be longer
        monkeypatch.setenv("XDG_RUNTIME_DIR", folder)
        where = lab_directory("lab")
        lock = where.lock()
        with ControlServer(where.socket, lambda _line: Older("lab", "renamed"), lambda: False) as server:
            thread = threading.Thread(target=server.serve_forever, args=(0.02,))
            thread.start()
            with pytest.raises(LabError, match=r"another version brought it up; end it with `.* down`"):
                ask(where, Look(), State)
            server.shutdown()
            thread.join(10)
        os.close(lock)
