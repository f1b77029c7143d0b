# SPDX-License-Identifier: Apache-2.0
"""What a live run does in its order, and what a signal may interrupt."""

import os
import signal
import threading
from contextlib import nullcontext
from types import SimpleNamespace

import pytest

from fabric.live.scale import Clock, Scale
from fabric.live.scenarios import run
from p4soft.command_line import InterruptedCommandError, interruptible


class Looking:
    """An observer that is told to end while it asks a switch."""

    series = SimpleNamespace(interval_ns=1000)

    def __init__(self):
        self.done = []

    def look(self):
        os.kill(os.getpid(), signal.SIGTERM)
        self.done.append("looked")

    def stands(self, _standing):
        self.done.append("over")


@pytest.mark.skipif(threading.current_thread() is not threading.main_thread(), reason="signals need the main thread")
def test_a_signal_waits_until_the_switches_have_answered():
    observer = Looking()
    progress = SimpleNamespace(started=lambda *_: None, sampled=lambda: None)
    with pytest.raises(InterruptedCommandError), interruptible():
        run._conduct(
            SimpleNamespace(faults=[], limit_ns=5000), None, SimpleNamespace(flows=[]), observer,
            SimpleNamespace(lock=nullcontext(), check=lambda: None), clock=Clock(Scale(1), 0), progress=progress,
        )  # fmt: skip
    assert observer.done == ["looked"]
