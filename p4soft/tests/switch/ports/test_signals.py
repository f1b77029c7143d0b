# SPDX-License-Identifier: Apache-2.0
"""A signal ends the loop, whichever thread the kernel gives it to."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
# SIGTERM is blocked in the main thread, so that the kernel must give it to the other one.
PROGRAM = """
import os, signal, threading, time
from p4soft.switch import SimpleSwitch
from p4soft.switch.ports.loop import PortLoop

loop = PortLoop(SimpleSwitch())
loop.wake_on_signals()
signal.signal(signal.SIGTERM, lambda *_: loop.stop())

def other():
    state = ""
    while state != "S":  # asleep, in its selector
        time.sleep(0.01)
        with open(f"/proc/self/task/{os.getpid()}/stat") as stat:
            state = stat.read().rpartition(")")[2].split()[0]
    os.kill(os.getpid(), signal.SIGTERM)

threading.Thread(target=other, daemon=True).start()
signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
loop.run()
loop.close()
print("ended")
"""


def test_a_signal_that_another_thread_gets_ends_the_loop():
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], cwd=ROOT, capture_output=True, text=True, timeout=30, check=False
    )
    assert (done.returncode, done.stdout) == (0, "ended\n"), done.stderr
