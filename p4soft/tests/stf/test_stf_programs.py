# SPDX-License-Identifier: Apache-2.0
"""Each program of `programs/` behaves as the STF beside it says: compiled by us, and on the real switch too."""

from pathlib import Path

import pytest

from p4soft.stf import Case, Options, embedded_opener, run_case
from p4soft.stf.remote import remote_opener
from p4soft.targets import get_target

PROGRAMS = Path(__file__).parent / "programs"
EXAMPLES = Path(__file__).parents[2] / "examples"
TESTS = sorted([*PROGRAMS.glob("*.stf"), *EXAMPLES.glob("*.stf")])
FOR_BMV2 = [t for t in TESTS if "register_" not in t.read_text()]  # P4Runtime of BMv2 has no registers


@pytest.mark.parametrize("test", TESTS, ids=lambda t: t.stem)
def test_program(test):
    result = run_case(Case(test.with_suffix(".p4"), test), embedded_opener(Options()))
    assert result.passed, result.text


def test_all_programs_have_tests():
    programs = {p.stem for folder in (PROGRAMS, EXAMPLES) for p in folder.glob("*.p4")} - {"skeleton"}
    assert programs == {t.stem for t in TESTS}


@pytest.mark.bmv2
@pytest.mark.root
@pytest.mark.skipif(get_target("bmv2").unavailable() is not None, reason=str(get_target("bmv2").unavailable()))
@pytest.mark.parametrize("test", FOR_BMV2, ids=lambda t: t.stem)
def test_program_on_bmv2(test):
    result = run_case(Case(test.with_suffix(".p4"), test), remote_opener("bmv2", Options()))
    assert result.passed, result.text
