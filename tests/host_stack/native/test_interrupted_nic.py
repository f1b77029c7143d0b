# SPDX-License-Identifier: Apache-2.0
"""An interrupt that comes in Python which a NIC of machine code calls ends the NIC's call."""

import sys

import pytest
from soak_kit import Soak
from test_data_path import SEEDS, pytestmark

from host_stack.native import data_path

__all__ = ("pytestmark",)
CALLS = ("receive", "transmit", "next_wakeup")


class Interrupt(BaseException):
    """What a signal raises in the main thread, wherever Python runs."""


class Signal:
    """Comes in the first call of a function of Python's by the machine code of these NICs; "" is none."""

    def __init__(self, nics, function=""):
        self.function, self.came = function, False
        self.called = set()
        self._inside = None
        for nic in nics:
            vars(nic).update({name: self._watched(vars(nic)[name]) for name in CALLS})

    def _watched(self, call):
        def watched(*given):
            self._inside = sys._getframe()
            sys.setprofile(self._profiled)
            try:
                return call(*given)
            finally:
                sys.setprofile(None)

        return watched

    def _profiled(self, frame, event, _):
        if event != "call" or frame.f_back is not self._inside:
            return
        self.called.add(frame.f_code.co_qualname)
        if frame.f_code.co_qualname == self.function:
            self.came = True
            raise Interrupt


@pytest.mark.parametrize("seed", SEEDS[:3])
def test_an_interrupt_in_what_machine_code_calls_is_not_lost(seed, monkeypatch):
    monkeypatch.setenv(data_path.VARIABLE, "native")
    soak = Soak(seed)
    called = Signal(soak.nics).called
    soak.run()
    assert "EvEntry.outer_addresses" in called
    lost = []
    for function in sorted(called):
        soak = Soak(seed)
        signal = Signal(soak.nics, function)
        try:
            soak.run()
        except Interrupt:
            continue
        lost.append((function, signal.came))
    assert not lost
