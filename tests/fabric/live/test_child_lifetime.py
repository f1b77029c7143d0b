# SPDX-License-Identifier: Apache-2.0
"""What is bound to its parent ends with it, however that ends, and even when it stands still."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from fabric.live.child_lifetime import bound_to_parent

DEADLINE_S = 10.0
PARENT = """\
import os, subprocess, sys
from fabric.live.child_lifetime import bound_to_parent
child = subprocess.Popen([*bound_to_parent(os.getpid()), "sleep", "600"], start_new_session=True)
print(child.pid, flush=True)
child.wait()
"""


def state(process):
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return "gone"


def wait_for(process, wanted):
    deadline = time.monotonic() + DEADLINE_S
    while state(process) not in wanted:
        assert time.monotonic() < deadline, state(process)
        time.sleep(0.01)


@pytest.mark.parametrize("stopped", [False, True])
@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM])
def test_it_ends_with_its_parent(stopped, end):
    root = Path(__file__).parents[3]
    with subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE, text=True, cwd=root) as parent:
        child = int(parent.stdout.readline())
        deadline = time.monotonic() + DEADLINE_S
        while b"sleep" not in Path(f"/proc/{child}/cmdline").read_bytes().split(b"\0")[:1]:
            assert time.monotonic() < deadline
            time.sleep(0.01)
        if stopped:
            os.kill(child, signal.SIGSTOP)
            wait_for(child, "T")
        parent.send_signal(end)
    wait_for(child, ("gone", "Z"))  # whoever inherits orphans here may be slow to bury them


def test_whose_parent_is_gone_already_does_not_begin(tmp_path):
    command = [*bound_to_parent(os.getpid() + 100_000_000), "touch", str(tmp_path / "begun")]
    assert subprocess.run(command, check=False).returncode == 0
    assert list(tmp_path.iterdir()) == []


def test_it_becomes_its_command():
    run = subprocess.run([*bound_to_parent(os.getpid()), "sh", "-c", "exit 3"], check=False)
    assert run.returncode == 3
