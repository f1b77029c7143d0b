# SPDX-License-Identifier: Apache-2.0
"""What a process has left to do, and how much it has done."""

import os
import subprocess
import sys

from waiting_kit import until

from p4soft.fidelity.reference import is_idle, processor_seconds


def test_a_process_that_waits_and_one_that_works():
    with subprocess.Popen([sys.executable, "-c", "input()\nwhile True: pass"], stdin=subprocess.PIPE) as child:
        try:
            until(lambda: is_idle(child.pid))
            before = processor_seconds(child.pid)
            child.stdin.write(b"\n")
            child.stdin.flush()
            until(lambda: processor_seconds(child.pid) > before + 0.05)
            assert not is_idle(child.pid)
        finally:
            child.kill()
    assert is_idle(child.pid)
    assert processor_seconds(child.pid) == 0
    assert processor_seconds(os.getpid()) > 0
