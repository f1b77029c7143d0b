# SPDX-License-Identifier: GPL-2.0-only
"""Runs cases against a program in this process: no PTF data plane, no sockets; for many runs of the suite."""

from __future__ import annotations

import unittest
from collections.abc import Iterator, Sequence

from p4soft.engine_choice import EngineChoice
from p4soft.switch import Program, Tracer
from ptf_tests.dut.in_process import InProcessDevice
from ptf_tests.results import CaseOutcome
from ptf_tests.switch.device import PORTS
from ptf_tests.switch.profile import Profile
from ptf_tests.switch.session import Session, use
from ptf_tests.switch.suite import classes


def outcomes(
    program: Program,
    profile: Profile,
    cases: Sequence[str],
    tracer: Tracer | None = None,
    engine: EngineChoice = "python",
) -> Iterator[CaseOutcome]:
    """Run `cases` (names of `suite.cases()`) one after the other, as the caller asks for more.

    Any exception of a case is its outcome; the names in an outcome are those of `cases`. `tracer` is told what the
    program does; `engine` runs it.
    """
    found: list[CaseOutcome] = []
    session = Session(InProcessDevice(program, PORTS, tracer, engine), profile, found.append)
    for name in cases:
        use(session)
        classes()[name]().run(unittest.TestResult())
        yield found.pop().model_copy(update={"name": name})
