# SPDX-License-Identifier: Apache-2.0
"""Runs the cases for NICs without a command and a directory."""

from dataclasses import replace

from ptf_tests.catalogue.requirements import Catalogue
from ptf_tests.conformance import results, select
from ptf_tests.dut.embedded_nic import DEFAULT, EmbeddedNic
from ptf_tests.nic.case import cases
from ptf_tests.run.nic_runner import outcomes

#: The project's NIC without the cases that take seconds each.
QUICK = replace(DEFAULT, claims=DEFAULT.claims - {"nic.endurance"})


class QuickNic(EmbeddedNic):
    def __init__(self, capabilities=QUICK) -> None:
        super().__init__(capabilities)


def run_nic(open_nic, tests=()):
    """Every case that `tests` names, in their order, and those that do not apply as well."""
    nic = open_nic()
    selection = select(tests, cases(), Catalogue.own(), nic.capabilities)
    names = [case.name for case in selection.applicable]
    found = results(selection, cases(), outcomes(lambda: nic, names))
    order = list(tests)
    return sorted(found, key=lambda case: order.index(case.name) if case.name in order else len(order))
