# SPDX-License-Identifier: Apache-2.0
"""Names of test modules: pytest imports tests and kits by base name, so two of one name hide each other."""

from collections import Counter

from house_kit import ROOT


def test_no_two_test_modules_have_one_name():
    names = Counter(
        path.name
        for path in (*(ROOT / "tests").rglob("*.py"), *(ROOT / "p4soft" / "tests").rglob("*.py"))
        if path.name != "conftest.py"
    )
    assert [name for name, count in names.items() if count > 1] == []
