# SPDX-License-Identifier: Apache-2.0
"""What cases do to a device, seen from the device: they configure what the profile chose, and meet every reason."""

from __future__ import annotations

import unittest
from pathlib import Path

import pytest
from long_kit import share

from p4soft.compiler import compile_file
from p4soft.switch import load_program
from ptf_tests.dut.in_process import InProcessDevice
from ptf_tests.switch.case import Session, classes, use
from ptf_tests.switch.congestion import CongestionTest
from ptf_tests.switch.device import DROP_COUNTERS, PORTS
from ptf_tests.switch.profile import load, named
from ptf_tests.switch.settings import Trimming

CASES = [name for name, case in classes().items() if issubclass(case, CongestionTest)]


class _Listening(InProcessDevice):
    """Notes every trimming it is configured with."""

    def __init__(self, program):
        super().__init__(program, PORTS)
        self.trimming = set()

    def configure(self, settings):
        self.trimming |= {setting for setting in settings if isinstance(setting, Trimming)}
        super().configure(settings)


@pytest.fixture(scope="module")
def program():
    return load_program(compile_file(Path(__file__).resolve().parents[3] / "p4src" / "main.p4").json)


@pytest.mark.parametrize("every", share([12, 1], [12]))
def test_trimming_is_configured_as_the_profile_chose(program, every):
    profile = load(named("embedded"))
    profile = profile.model_copy(update={"choices": {**profile.choices, "trim_length": ("preserve",)}})
    device, otherwise, trimming = _Listening(program), set(), 0
    session = Session(device, profile, [].append)
    for name in CASES[::every]:
        device.trimming.clear()
        use(session)
        case = classes()[name]()
        case.run(unittest.TestResult())
        if case.length_mode is None:
            otherwise |= {name for setting in device.trimming if setting.length_mode != "preserve"}
            trimming += bool(device.trimming)
    assert otherwise == set()
    assert trimming > 50 // every


def test_conservation_meets_every_reason_to_drop(program):
    """But for an isolated port, which drops all that enters: its reason has a case of its own."""
    device = InProcessDevice(program, PORTS)
    use(Session(device, load(named("embedded")), [].append))
    classes()["counters_forwarding.CounterConservation"]().run(unittest.TestResult())
    moved = {name for (name, _), count in device.counters(PORTS).items() if count.packets}
    assert set(DROP_COUNTERS) - moved == {"drop_port_isolated"}
