# SPDX-License-Identifier: Apache-2.0
"""The cases for NICs."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from ptf_tests.catalogue.cases import CaseInfo, described, found_in
from ptf_tests.nic.case import NicCase

CASES = Path(__file__).resolve().parent / "cases"


@cache
def classes() -> Mapping[str, type[NicCase]]:
    """Every case by name (`module.Class`)."""
    base = NicCase  # abstract, to recognise cases by
    return found_in(CASES, "ptf_tests.nic.cases", base, "_exchange")  # type: ignore[type-abstract]


def cases() -> Mapping[str, CaseInfo]:
    """What every case says of itself, by name."""
    return described(classes())
