# SPDX-License-Identifier: Apache-2.0
"""The NIC suite itself: it passes on the project's own NIC, whatever that chose, and covers the catalogue."""

import re
from dataclasses import replace

import pytest
from nic_kit import QUICK, QuickNic, run_nic

from ptf_tests.catalogue.claims import CHOICES
from ptf_tests.catalogue.requirements import Catalogue
from ptf_tests.catalogue.roles import DscpRoles
from ptf_tests.conformance import SelectionError
from ptf_tests.nic.api import CLAIMS
from ptf_tests.nic.case import cases
from ptf_tests.nic.vectors import HEADERS

OTHER_CHOICES = {
    name: list(CHOICES[name])[1]
    for name in (
        "udp_port",
        "ev_halves",
        "bth_flag_order",
        "eeth_op_bits",
        "out_of_window",
        "rcvd_bytes",
        "probe_skip_once",
        "intact_trim",
        "port_state",
    )
}
OTHER_DSCP = DscpRoles(no_trim=1, trimmable=9, trimmable_retx=3, trimmed=33, trimmed_lasthop=35, control=48)


def failures(results):
    return {case.name: case.evidence or case.reason for case in results if case.outcome in ("failed", "error")}


@pytest.fixture(scope="module")
def ours():
    """What all cases say to the embedded NIC."""
    return run_nic(QuickNic)


def test_everything_passes_on_the_embedded_nic(ours):
    assert failures(ours) == {}
    assert sum(case.outcome == "passed" for case in ours) >= 210


def test_every_other_choice_passes_too_and_no_case_is_always_skipped(ours):
    others = run_nic(lambda: QuickNic(replace(QUICK, choices=OTHER_CHOICES, dscp=OTHER_DSCP)))
    assert failures(others) == {}
    skipped = {case.name for case in ours if case.outcome == "skipped"}
    always = skipped & {case.name for case in others if case.outcome == "skipped"}
    # Those that QUICK leaves out: `test_nic_teeth.py` runs them with MRC_CONFORMANCE=full.
    assert always == {"messages.MsnSentWraps", "messages.MsnReceivedWraps"}


@pytest.mark.long
def test_one_port_is_enough():
    results = run_nic(lambda: QuickNic(replace(QUICK, ports=1, claims=QUICK.claims - {"nic.multiplane"})))
    assert failures(results) == {}


def test_a_run_is_the_same_every_time():
    names = ["recovery", "entropy"]
    first, second = ([case.model_copy(update={"seconds": 0.0}) for case in run_nic(QuickNic, names)] for _ in range(2))
    assert first == second


def test_requirements_are_those_of_the_catalogue_and_all_are_covered():
    catalogue = Catalogue.own()
    named = {requirement for case in cases().values() for requirement in case.requirements}
    named |= {requirement for vector in HEADERS for requirement in vector.requirements}
    ours = set(catalogue.areas["nic"])
    assert named - ours == set()
    assert {i for i in ours - named if catalogue[i].untested is None} == set()
    assert {i for i in ours & named if catalogue[i].untested is not None} == set()


def test_cases_need_no_more_than_claims_that_their_requirements_do_not_have():
    catalogue = Catalogue.own()
    for name, case in cases().items():
        assert case.title != name
        assert case.requirements, name
        assert case.needs <= CLAIMS, name
        assert not case.needs & {catalogue[identity].claim for identity in case.requirements}, name


def test_a_case_shows_one_value_of_a_choice_or_whichever_was_chosen():
    catalogue = Catalogue.own()
    for name, case in cases().items():
        choices = [catalogue[identity].choice for identity in case.requirements]
        named = [choice.name for choice in choices if choice is not None]
        assert {choice for choice in named if named.count(choice) > 1} == case.whichever, name


def test_a_claim_that_is_not_made_and_a_named_limit_skip_cases():
    capabilities = replace(QUICK, claims=QUICK.claims - {"nic.trimming"})
    results = run_nic(lambda: QuickNic(capabilities), ["trims.TrimmedIsNacked", "sacks.NoTrigger"])
    assert [(case.name, case.outcome, case.reason) for case in results] == [
        ("trims.TrimmedIsNacked", "skipped", "host_stack does not claim nic.trimming"),
        ("sacks.NoTrigger", "passed", ""),
    ]
    limited = replace(QUICK, limits={"NIC-027": "it answers every packet"})
    (case,) = run_nic(lambda: QuickNic(limited), ["sacks.NoTrigger"])
    assert (case.outcome, case.reason) == ("skipped", "limit: it answers every packet")


def test_a_limit_of_one_of_its_requirements_skips_a_case():
    limited = replace(QUICK, limits={"NIC-085": "RETH elsewhere"})
    (case,) = run_nic(lambda: QuickNic(limited), ["headers.WriteOnlyFrame"])
    assert (case.outcome, case.reason) == ("skipped", "limit: RETH elsewhere")


def test_a_name_that_matches_nothing():
    with pytest.raises(
        SelectionError, match=r"test 'nosuch' matches no case; accepted: a module \(access, answers, .* NIC-"
    ):
        run_nic(QuickNic, ["nosuch"])


def test_evidence_of_a_failed_golden_frame():
    class WrongHops(QuickNic):
        def transmitted(self):
            return [replace(one, frame=one.frame[:-1] + b"\0") for one in super().transmitted()]

    (case,) = run_nic(WrongHops, ["headers.TransportAckFrame"])
    assert case.outcome == "failed"
    message = r"transport ACK of the first message: 122 bytes expected, 122 received; ICRC: 0x(\w{6})\w\w expected, "
    assert re.fullmatch(message + r"0x\1(?:00) received", case.evidence.message)
    assert len(case.evidence.sent) == 1
    assert [frame.port for frame in case.evidence.expected] == [0]
    assert case.evidence.expected[0].accepted[0][:-2] == case.evidence.received[-1].hex[:-2]
    assert "counter qp.acks_sent: +1" in case.evidence.trace
