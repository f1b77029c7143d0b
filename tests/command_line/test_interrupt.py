# SPDX-License-Identifier: Apache-2.0
"""Signals end a command as an exception, but never in the middle of a shielded step."""

import signal

import pytest

from command_line.interrupt import InterruptedCommandError, interruptible, shielded


def test_a_signal_in_a_shielded_step_waits_for_its_end():
    done = []
    with pytest.raises(InterruptedCommandError) as caught, interruptible():
        with shielded():
            signal.raise_signal(signal.SIGTERM)
            signal.raise_signal(signal.SIGHUP)
            done.append("step")
        done.append("after")
    assert done == ["step"]
    assert caught.value.status == 128 + signal.SIGTERM


def test_nothing_happens_without_a_signal():
    before = signal.getsignal(signal.SIGTERM)
    with interruptible(), shielded():
        pass
    assert signal.getsignal(signal.SIGTERM) is before
