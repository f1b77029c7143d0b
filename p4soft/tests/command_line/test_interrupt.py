# SPDX-License-Identifier: Apache-2.0
"""Signals end a command as an exception, but never in the middle of a shielded step."""

import contextlib
import ctypes
import signal
import sys
import time

import pytest

from p4soft.command_line import InterruptedCommandError, interruptible, shielded, until_interrupted

pytestmark = pytest.mark.usefixtures("hangups_end_programs")


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


class _Finalised:
    def __del__(self):
        signal.raise_signal(signal.SIGHUP)


@ctypes.CFUNCTYPE(ctypes.c_int)
def _called_by_machine_code():
    signal.raise_signal(signal.SIGHUP)
    return 0


@pytest.mark.parametrize("place", [_Finalised, _called_by_machine_code], ids=["finaliser", "machine code"])
def test_a_signal_that_python_cannot_raise_where_it_came_is_raised_soon_after(place):
    deadline = time.monotonic() + 10
    with pytest.raises(InterruptedCommandError) as caught, interruptible():
        place()
        while time.monotonic() < deadline:
            pass
    assert time.monotonic() < deadline
    assert caught.value.status == 128 + signal.SIGHUP
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


def test_a_signal_that_comes_while_a_class_is_made_is_no_other_error():
    """Python 3.11 wraps whatever leaves `__set_name__` in a RuntimeError; an import makes many classes."""

    class Named:
        def __set_name__(self, owner, name):
            signal.raise_signal(signal.SIGTERM)

    with pytest.raises(InterruptedCommandError) as caught, interruptible():
        type("Made", (), {"named": Named()})
    assert caught.value.status == 128 + signal.SIGTERM


@pytest.mark.parametrize("place", [_Finalised, _called_by_machine_code], ids=["finaliser", "machine code"])
def test_a_command_that_was_over_before_a_lost_signal_came_again_ends_by_it_all_the_same(place):
    alarm = signal.getsignal(signal.SIGALRM)
    with pytest.raises(InterruptedCommandError), interruptible():
        place()
    assert signal.getsignal(signal.SIGALRM) is alarm


def test_a_command_that_goes_on_until_a_signal_ends_well():
    done = []
    with interruptible():
        with until_interrupted():
            signal.raise_signal(signal.SIGINT)
            done.append("not interrupted")
        done.append("cleaned up")
    assert done == ["cleaned up"]


def test_a_signal_that_somebody_swallowed_ends_the_command():
    with pytest.raises(InterruptedCommandError), interruptible(), contextlib.suppress(BaseException):
        signal.raise_signal(signal.SIGTERM)


def test_a_command_that_swallowed_a_signal_ends_by_it_whatever_its_own_status():
    """As one whose run went on to an end that nobody waits for, and failed."""
    with pytest.raises(InterruptedCommandError), interruptible():
        with contextlib.suppress(BaseException):
            signal.raise_signal(signal.SIGTERM)
        sys.exit(1)


@pytest.mark.parametrize("ignored", [(signal.SIGINT,), (signal.SIGINT, signal.SIGHUP)], ids=["&", "nohup &"])
def test_what_was_ignored_stays_ignored_and_sigterm_ends(ignored):
    before = {number: signal.signal(number, signal.SIG_IGN) for number in ignored}
    steps = []
    try:
        with pytest.raises(InterruptedCommandError) as caught, interruptible():
            with shielded():
                for number in ignored:
                    signal.raise_signal(number)
                steps.append("step")
            steps.append("after")
            signal.raise_signal(signal.SIGTERM)
        assert {signal.getsignal(number) for number in ignored} == {signal.SIG_IGN}
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    assert steps == ["step", "after"]
    assert caught.value.status == 128 + signal.SIGTERM
