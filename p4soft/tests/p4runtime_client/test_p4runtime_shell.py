# SPDX-License-Identifier: Apache-2.0
"""p4runtime-shell against our server: as users have it, in an environment of its own with protobuf 3, and in ours."""

import fcntl
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from reference_kit import needs_package

from p4soft.switch import SimpleSwitch
from p4soft.switch.p4runtime import P4RuntimeServer

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SCRIPT = HERE / "shell_session.py"
PROGRAM = HERE.parent / "switch" / "p4runtime" / "programs" / "everything"
PACKAGE = "p4runtime-shell==0.0.6"
WITH_ALIAS = (
    "import runpy, sys; from p4soft.p4runtime_client.shell import alias; alias(); runpy.run_path(sys.argv.pop(1))"
)
NEEDED = (
    f"needs an environment with {PACKAGE}, and it cannot be made here ({{}}); to enable: python3.11 -m venv DIR && "
    f"DIR/bin/pip install {PACKAGE}, then P4RUNTIME_SHELL_PYTHON=DIR/bin/python"
)


@pytest.fixture(scope="module")
def own_python():
    """The interpreter of an environment that has p4runtime-shell as pip installs it: the user's, or one made here."""
    given = os.environ.get("P4RUNTIME_SHELL_PYTHON")
    if given:
        return given
    folder = ROOT / "out" / "p4runtime-shell"
    folder.mkdir(parents=True, exist_ok=True)
    python, ready = folder / "bin" / "python", folder / "ready"
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # another worker may be making it
        if not ready.exists():
            try:
                for command in (
                    [sys.executable, "-m", "venv", str(folder)],
                    [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", PACKAGE],
                ):
                    subprocess.run(command, check=True, capture_output=True, text=True, timeout=180)
            except (OSError, subprocess.SubprocessError) as problem:
                last = (getattr(problem, "stderr", None) or str(problem)).strip().splitlines()[-1:]
                pytest.skip(NEEDED.format(*last or ["no reason given"]))
            ready.touch()
    return str(python)


@pytest.fixture
def sent():
    """Frames that clients sent out."""
    return []


@pytest.fixture
def server(sent):
    server = P4RuntimeServer(SimpleSwitch(device_id=7, cpu_port=255), packet_out_sink=sent.append)
    server.start()
    yield server
    server.stop()


def run_session(server, command):
    arguments = [server.address, "7", f"{PROGRAM}.p4info.txtpb", f"{PROGRAM}.json"]
    done = subprocess.run([*command, *arguments], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def check(told, server, sent):
    assert "ALREADY_EXISTS" in told["twice"]
    assert (told["read"], told["counter"], told["left"]) == (["02"], 16, 0)
    # One pipeline; an insert, a modify and a delete of one entry; five other objects that come and go.
    assert server.writes == 1 + 3 + 5 * 2
    assert len(sent) == 1


@pytest.mark.long
def test_the_users_own_shell_with_protobuf_3(own_python, server, sent):
    told = run_session(server, [own_python, str(SCRIPT)])
    assert told["protobuf"].startswith("3.20.")
    check(told, server, sent)


@needs_package("p4runtime_sh", "p4runtime-shell==0.0.6")
def test_the_shell_of_this_environment(server, sent):
    told = run_session(server, [sys.executable, "-c", WITH_ALIAS, str(SCRIPT)])
    assert told["messages"] == "upb"
    check(told, server, sent)


@needs_package("p4runtime_sh", "p4runtime-shell==0.0.6")
def test_the_shell_at_its_prompt(server):
    command = [sys.executable, "-m", "p4soft.p4runtime_client.shell", "--grpc-addr", server.address, "--device-id", "7"]
    command += ["--election-id", "0,1", "--config", f"{PROGRAM}.p4info.txtpb,{PROGRAM}.json"]
    typed = 'print("size", tables["exact_t"].size)\nexit\n'
    done = subprocess.run(command, cwd=ROOT, input=typed, capture_output=True, text=True, timeout=120, check=False)
    assert "size 2048" in done.stdout, done.stderr
    assert server.writes == 1
