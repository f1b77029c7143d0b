# SPDX-License-Identifier: Apache-2.0
"""The NIC suite has teeth: it passes a good NIC, and each of many NICs with one fault fails the cases about it."""

import os
from pathlib import Path

import pytest
from broken_messages_kit import CAUGHT_BY as OF_MESSAGES
from broken_modes_kit import CAUGHT_BY as OF_MODES
from broken_modes_kit import CAUGHT_WITH_BITMAPS, BitmapNic
from broken_nics_kit import CAUGHT_BY as OF_THE_WIRE
from broken_nics_kit import Babbling, BrokenNic, Mute
from broken_nscc_kit import CAUGHT_BY as OF_CONGESTION_CONTROL
from broken_peers_kit import CAUGHT_BY as OF_PEERS
from broken_ports_kit import CAUGHT_BY as OF_PORTS
from broken_senders_kit import CAUGHT_BY as OF_SENDERS
from broken_wraps_kit import CAUGHT_BY as OF_WRAPS
from broken_wraps_kit import PatientNic
from long_kit import share
from nic_kit import run_nic

from ptf_tests.catalogue.requirements import Catalogue
from ptf_tests.nic.case import cases

OF_DEFAULTS = {
    **OF_THE_WIRE,
    **OF_CONGESTION_CONTROL,
    **OF_PEERS,
    **OF_MESSAGES,
    **OF_SENDERS,
    **OF_PORTS,
    **OF_MODES,
}
QUICKLY = {**OF_DEFAULTS, **CAUGHT_WITH_BITMAPS}
CAUGHT_BY = {**QUICKLY, **OF_WRAPS}
whole = pytest.mark.skipif(os.environ.get("MRC_CONFORMANCE") != "full", reason="ten seconds; MRC_CONFORMANCE=full")


@pytest.mark.parametrize(
    "broken", [*QUICKLY, *(pytest.param(fault, marks=whole) for fault in OF_WRAPS)], ids=lambda broken: broken.__name__
)
def test_a_fault_is_caught(broken):
    results = run_nic(broken, CAUGHT_BY[broken])
    assert [(case.name, case.outcome) for case in results] == [(name, "failed") for name in CAUGHT_BY[broken]]
    for case in results:
        assert case.evidence is not None
        assert case.evidence.message


@pytest.mark.parametrize(
    ("good", "faults", "every"),
    [
        *share([(BrokenNic, OF_DEFAULTS, 5), (BrokenNic, OF_DEFAULTS, 1)], [(BrokenNic, OF_DEFAULTS, 5)]),
        (BitmapNic, CAUGHT_WITH_BITMAPS, 1),
        pytest.param(PatientNic, OF_WRAPS, 1, marks=whole),
    ],
)
def test_the_cases_that_catch_faults_pass_without_them(good, faults, every):
    """Whether a case passes a good NIC at all, `test_nic_suite.py` says of each."""
    named = sorted({name for names in faults.values() for name in names})[::every]
    assert [case.name for case in run_nic(good, named) if case.outcome != "passed"] == []


def test_the_guide_counts_them_right():
    guide = (Path(__file__).resolve().parents[3] / "docs/conformance.md").read_text()
    requirements = len(Catalogue.own().areas["nic"])
    assert f"{requirements} requirements, {len(cases())} cases and {len(CAUGHT_BY)} broken NICs" in guide


@pytest.mark.parametrize("broken", [Mute, Babbling])
def test_the_suite_survives_a_nic_that_is_quite_mad(broken):
    outcomes = {case.outcome for case in run_nic(broken)}
    assert outcomes <= {"passed", "failed", "skipped"}
    assert "failed" in outcomes
