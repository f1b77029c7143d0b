# SPDX-License-Identifier: Apache-2.0
"""`make test` runs a share of each long family: in the same module, or in a neighbour that this module names."""

import ast

import pytest
from house_kit import ROOT
from long_kit import rounds, share

MARK = "pytest.mark.long"
NEIGHBOURS = {
    "tests/fabric/live/scenarios/test_live_steered.py": "tests/fabric/live/scenarios/test_live_run.py",
    "tests/labs/test_live_churn.py": "tests/labs/test_live_endings.py",
    "tests/labs/test_live_soak.py": "tests/labs/test_live_unix.py",
    "tests/p4src/test_bounds_checks_of_p4src.py": "p4soft/tests/switch/native/test_bounds_checks.py",
}
"""Modules that are long as a whole: who shows some of the same in `make test`."""
PLACES = (ROOT / "tests", ROOT / "p4soft" / "tests")
NAMING = {
    path.relative_to(ROOT).as_posix(): text
    for place in PLACES
    for path in sorted(place.rglob("test_*.py"))
    if MARK in (text := path.read_text(encoding="utf-8")) and path.name != "test_long.py"
}


@pytest.mark.parametrize("module", NAMING)
def test_a_module_with_long_tests_has_others(module):
    tree = ast.parse(NAMING[module])
    tests = [each for each in tree.body if isinstance(each, ast.FunctionDef) and each.name.startswith("test_")]
    decorated = [test for test in tests if MARK in map(ast.unparse, test.decorator_list)]
    assert (len(decorated) == len(tests)) is (module in NEIGHBOURS)
    assert (ROOT / NEIGHBOURS.get(module, module)).is_file()
    assert NAMING[module].count(MARK) == len(decorated), "cases are marked by `share` and `rounds` of long_kit"


def test_a_share_and_some_rounds_are_always_there(monkeypatch):
    cases = share([("a", 1), ("b", 2)], [("b", 2)])
    assert [(case.values, bool(case.marks)) for case in cases] == [(("a", 1), True), (("b", 2), False)]
    with pytest.raises(AssertionError):
        share([1, 2], [])
    with pytest.raises(AssertionError):
        share([1, 2], [3])
    monkeypatch.delenv("MRC_N", raising=False)
    assert [(each.values, bool(each.marks)) for each in rounds("MRC_N", 5, 50)] == [((5,), False), ((50,), True)]
    monkeypatch.setenv("MRC_N", "7")
    assert [(each.values, bool(each.marks)) for each in rounds("MRC_N", 5, 50)] == [((7,), False)]
