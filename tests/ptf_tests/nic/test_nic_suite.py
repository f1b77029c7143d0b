# SPDX-License-Identifier: Apache-2.0
"""The NIC suite itself: its encoder, the NIC that passes, and the many that must not."""

import ast
import os
import re
from dataclasses import replace
from pathlib import Path

import pytest
from broken_messages_kit import CAUGHT_AT_WRAPS as OF_WRAPS
from broken_messages_kit import CAUGHT_BY as OF_MESSAGES
from broken_messages_kit import PatientNic
from broken_modes_kit import CAUGHT_BY as OF_MODES
from broken_modes_kit import CAUGHT_WITH_BITMAPS, BitmapNic
from broken_nics_kit import CAUGHT_BY as OF_THE_WIRE
from broken_nics_kit import Babbling, BrokenNic, Mute
from broken_nscc_kit import CAUGHT_BY as OF_CONGESTION_CONTROL
from broken_peers_kit import CAUGHT_BY as OF_PEERS
from broken_ports_kit import CAUGHT_BY as OF_PORTS
from broken_senders_kit import CAUGHT_BY as OF_SENDERS
from long_kit import share
from nic_kit import QUICK, QuickNic, run_nic

from ptf_tests.catalogue.claims import CHOICES
from ptf_tests.catalogue.requirements import Catalogue
from ptf_tests.catalogue.roles import DscpRoles
from ptf_tests.conformance import SelectionError
from ptf_tests.headers import codec, mrc
from ptf_tests.headers.mrc import WireRules
from ptf_tests.nic import vectors, wire
from ptf_tests.nic.api import CLAIMS, Capabilities, Connection, Settings
from ptf_tests.nic.case import cases
from ptf_tests.nic.vectors import HEADERS

# --- The suite -------------------------------------------------------------------------------------------------------
# The NIC suite itself: it passes on the project's own NIC, whatever that chose, and covers the catalogue.

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
    # Those that QUICK leaves out: those below run with MRC_CONFORMANCE=full.
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


# --- Encoder and decoder ---------------------------------------------------------------------------------------------
# The NIC tester's own encoder and decoder, against literal bytes.

NIC = Path(vectors.__file__).resolve().parent


@pytest.mark.parametrize("vector", vectors.HEADERS, ids=lambda vector: vector.name)
def test_header_vectors(vector):
    layout = vectors.LAYOUTS[vector.header]
    expected = bytes.fromhex(vector.hex)
    assert codec.encode(layout, vector.fields) == expected
    decoded = codec.decode(layout, expected)
    assert {name: value for name, value in decoded.items() if value} == vector.fields


def test_every_header_has_a_vector():
    """Whose literal bytes also say its size."""
    assert {vector.header for vector in vectors.HEADERS} == set(vectors.LAYOUTS)


def test_icrc_of_a_packet_built_by_another_implementation():
    assert wire.icrc(bytes.fromhex(vectors.ICRC_INNER)).hex() == vectors.ICRC_VALUE


def test_a_whole_data_frame_literally():
    capabilities = Capabilities("any")
    make = wire.PeerFrames(Settings(), capabilities, Connection(0x10, 0x1_0000_0000, 0xAABBCCDD))
    frame = make.write(5, b"ab", timestamp=0x4321, ack_req=1, entropy=0xC0010002)
    assert frame.port == 1
    expected = bytes.fromhex(
        "020000000101 020000000201 86dd"
        # DSCP 4, ECT(0), label 2; 40 + 52 bytes; NH 41; 61 hops left; the path shifted down to its last uSID
        "61200002 005c 29 3d fd6d7263000000000000000000000002 fcbbbbbb310000000000000000000000"
        "61200002 0034 11 3d fd6d7263000000000000000000000002 fd6d7263000000000000000000000001"
        "c001 12b7 0034 0000"
        # two bytes of padding; 0xfffffc + 5 wraps to 1
        "ca 20 ffff 00 000010 90 000001"
        "0000 0001 4321 0001 0000000100000000 aabbccdd 00000002"
        "6162 0000"
    )
    assert frame.data[:-4].hex() == expected.hex()
    assert frame.data[-4:] == wire.icrc(expected[54:])


def test_parse_is_the_inverse_and_names_what_is_wrong():
    make = wire.PeerFrames(Settings(), Capabilities("any"), Connection(0x10, 0, 0))
    rules = WireRules()
    data = make.write(0, b"abc", immediate=7, opcode=mrc.WRITE_ONLY_IMM).data
    parsed = wire.parse(data, rules)
    assert (parsed.payload, parsed.pad, parsed.headers["ImmDt"]) == (b"abc", b"\0", {"immediate": 7})
    assert parsed.icrc == parsed.icrc_expected
    assert parsed.entropy == make.default
    assert list(parsed.headers) == ["METH", "TSETH", "RETH", "ImmDt"]
    for at, what in (
        (13, "ethertype: 0x86dc; expected 0x86dd"),
        (20, "outer next header: 0x28; expected 0x29"),
        (59, "inner payload length"),
        (60, "inner next header"),
        (99, "UDP length"),
    ):
        with pytest.raises(codec.WireError, match=what):
            wire.parse(wire.corrupted(wire.NetFrame(0, data), at).data, rules)
    with pytest.raises(codec.WireError, match=r"bytes left where a header of 14 bytes is expected"):
        wire.parse(b"short", rules)
    with pytest.raises(codec.WireError, match=r"opcode 0x00 is none of MRC's; expected one of 0xc6"):
        wire.parse(data[:102] + b"\0" + data[103:], rules)


def test_encode_refuses_what_does_not_fit():
    with pytest.raises(ValueError, match="no field nosuch; accepted: rqmsn, msn"):
        codec.encode(mrc.METH, {"nosuch": 1})
    with pytest.raises(ValueError, match="msn: 65536 does not fit in 16 bits"):
        codec.encode(mrc.METH, {"msn": 0x10000})


def test_split_entropy_both_ways():
    for rules, parts in ((WireRules(), (0xC001, 2)), (WireRules(ev_halves="sport_low"), (2, 0xC001))):
        assert wire.split_entropy(0xC0010002, rules) == parts
        assert wire.entropy_of(*parts, rules) == 0xC0010002
        assert wire.entropy_of(parts[0], parts[1] | 0x50000, rules) == 0xC0010002  # 4 bits of the label are not EV


def test_psn_arithmetic():
    assert wire.later(0xFFFFFF, 1) == 0
    assert wire.distance(1, 0xFFFFFF) == 2
    assert wire.distance(0xFFFFFF, 1) == -2


def test_what_the_network_does_to_a_frame():
    make = wire.PeerFrames(Settings(), Capabilities("any"), Connection(0x10, 0, 0))
    frame = make.data(0)
    marked = wire.marked(frame).data
    assert marked[:15] + b"\x20" + marked[16:] == frame.data
    assert marked[15] == 0x30
    cut = wire.trimmed(frame, 12, size=128).data
    assert len(cut) == 128
    assert cut[14:16].hex() == "6320"  # DSCP 12, ECT(0)
    assert cut[18:20] == (128 - 54).to_bytes(2, "big")
    assert cut[20:] == frame.data[20:128]
    stale = wire.trimmed(frame, 12, size=128, update_length=False).data
    assert stale[18:20] == frame.data[18:20]


def test_only_one_file_of_the_suite_knows_the_implementation():
    for path in NIC.rglob("*.py"):
        imported = set()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                imported.add(node.module.partition(".")[0])
            elif isinstance(node, ast.Import):
                imported |= {alias.name.partition(".")[0] for alias in node.names}
        assert ("host_stack" in imported) == (path.name == "embedded.py"), path


# --- NICs with a fault -----------------------------------------------------------------------------------------------
# The NIC suite has teeth: it passes a good NIC, and each of many NICs with one fault fails the cases about it.

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
