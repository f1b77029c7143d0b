# SPDX-License-Identifier: Apache-2.0
"""Numbers on the page about the project's status are counted, not remembered."""

import re

import house_kit

from ptf_tests.nic import case as nic
from ptf_tests.switch import case as switch


def test_the_numbers_of_cases_are_true():
    page = (house_kit.ROOT / "docs/status.md").read_text(encoding="utf-8")
    said = re.findall(r"(\d+) cases for switches and (\d+) for NICs", page)
    assert said == [(str(len(switch.cases())), str(len(nic.cases())))]
