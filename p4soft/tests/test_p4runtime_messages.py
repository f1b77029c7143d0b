# SPDX-License-Identifier: Apache-2.0
"""Messages come without the controller that finsy is, and finsy is whole for a program that has both."""

import subprocess
import sys

import pytest


def run(code):
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_messages_load_no_controller():
    said = run("import sys, p4soft.messages; print([m for m in ('finsy', 'grpc', 'asyncio') if m in sys.modules])")
    assert said == "[]\n"


WAYS = [
    "import finsy.controller, finsy.switch, finsy.gnmiclient",
    "import finsy.p4entity, finsy.runner",
    "import finsy, importlib; importlib.reload(finsy)",
    "import finsy, pickle; pickle.loads(pickle.dumps(finsy.SwitchOptions()))",
    "import finsy.proto.p4.v1.p4runtime_pb2; finsy.proto.p4.v1.p4runtime_pb2.TableEntry",
]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("order", ["messages first", "finsy first"])
def test_finsy_is_whole_and_has_the_same_messages(way, order):
    """Modules that load later failed in a circle where finsy's own code ran after theirs."""
    lines = ["import p4soft.messages, p4soft.p4runtime_client.session", way]
    lines = lines if order == "messages first" else lines[::-1]
    same = "from finsy.proto import p4r; print(p4r.TableEntry is p4soft.messages.p4runtime_pb2.TableEntry)"
    assert run("\n".join([*lines, same, "import finsy; finsy.Switch"])) == "True\n"


def test_many_threads_wait_for_their_switches_at_once():
    program = """
import sys, threading
from concurrent.futures import ThreadPoolExecutor
from p4soft.targets.process import answers_p4runtime
sys.setswitchinterval(1e-6)
at_once = threading.Barrier(8)
def ask(_):
    at_once.wait()
    return answers_p4runtime("127.0.0.1:1", 0.0, lambda: None)
with ThreadPoolExecutor(8) as threads:
    assert not any(threads.map(ask, range(8)))
"""
    assert run(program) == ""
