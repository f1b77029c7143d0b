# SPDX-License-Identifier: GPL-2.0-only
"""The cases for switches."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from ptf_tests.catalogue.cases import CaseInfo, described, found_in
from ptf_tests.switch.case import SwitchTest

CASES = Path(__file__).resolve().parent / "cases"


@cache
def classes() -> Mapping[str, type[SwitchTest]]:
    """Every case by name, as PTF knows it (`module.Class`)."""
    return found_in(CASES, "ptf_tests.switch.cases", SwitchTest, "runTest")


def cases() -> Mapping[str, CaseInfo]:
    """What every case says of itself, by name."""
    return described(classes())
