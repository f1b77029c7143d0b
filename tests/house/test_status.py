# SPDX-License-Identifier: Apache-2.0
"""Numbers on the page about the project's status are counted, not remembered."""

import re

import house_kit

from ptf_tests.catalogue.requirements import Catalogue
from ptf_tests.conformance import select
from ptf_tests.nic import case as nic
from ptf_tests.run.nic_runner import runner_of
from ptf_tests.switch import case as switch
from ptf_tests.switch.profile import load, of_the_suite


def test_the_numbers_of_cases_are_true():
    page = (house_kit.ROOT / "docs/status.md").read_text(encoding="utf-8")
    said = re.findall(r"(\d+) cases for switches and (\d+) for NICs, of which (\d+) and (\d+) are for ours", page)
    ours = (switch.cases(), load(of_the_suite("embedded"))), (nic.cases(), runner_of(None).declared)
    ran = [len(select((), cases, Catalogue.own(), device).applicable) for cases, device in ours]
    assert said == [tuple(map(str, (len(switch.cases()), len(nic.cases()), *ran)))]
