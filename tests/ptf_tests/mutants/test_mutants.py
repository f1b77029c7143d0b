# SPDX-License-Identifier: Apache-2.0
"""The switch suite has teeth: a sample of broken programs is noticed, and what the whole run relies on holds."""

import contextlib
import json
import time
from functools import cache
from pathlib import Path

import pytest
from command_kit import ran
from long_kit import share

from common.documents import DocumentError
from p4soft.switch import SimpleSwitch
from ptf_tests.catalogue.requirements import Catalogue
from ptf_tests.conformance import select
from ptf_tests.mutants import vendor
from ptf_tests.mutants.__main__ import entry
from ptf_tests.mutants.equivalents import why_equivalent
from ptf_tests.mutants.operators import OPERATORS, at, every, removed, replaced, sample
from ptf_tests.mutants.run import (
    DidNotEndError,
    Judged,
    MutantsError,
    Order,
    Passed,
    Verdict,
    _limited,
    kill,
    passing,
    run,
)
from ptf_tests.switch.case import cases
from ptf_tests.switch.profile import load, named

ROOT = Path(__file__).resolve().parents[3]
P4SRC = ROOT / "p4src"

NOTICED_BY = {
    "trims-before-the-shift": "trimming_srv6.",
    "retrims": "trimming",
    "trims-control-traffic": "trimming",
    "remarks-the-inner-dscp": "trimming",
    "clears-ecn-with-the-dscp": "trimming",
    "forgets-the-ipv4-checksum": "trimming",
    "dropped-trims-are-not-counted": "counters",
    "trim-configuration-of-the-ingress-port": "trimming",
    "tests-the-next-16-bits": "srv6",
    "decrements-the-hop-limit-twice": "srv6",
    "wrong-segment-index": "srv6_srh.",
    "isolates-icmpv6": "isolation.",
    "limit-off-by-one": "qos",
    "marks-not-ect": "ecn.",
    "outer-ce-is-lost": "ecn.",
}
"""Mistakes a vendor could ship, and the modules of cases that must notice each on their own."""
QUICK = [name for name in NOTICED_BY if name not in {"forgets-the-ipv4-checksum", "retrims", "outer-ce-is-lost"}]
"""Three others are noticed by the same modules, and half of the time goes to them."""


@pytest.fixture(scope="module")
def program():
    return vendor.program_of(P4SRC)


@pytest.fixture(scope="module")
def profile():
    return load(named("embedded"))


@pytest.fixture(scope="module")
def notice(profile):
    """What the cases of some modules say to a mutant."""
    applicable = [case.name for case in select((), cases(), Catalogue.own(), profile).applicable]
    return lambda mutant, modules: kill(
        mutant.program, profile, [name for name in applicable if name.startswith(modules)]
    )


@pytest.fixture(scope="module")
def replacements():
    return {replacement.name: replacement for replacement in vendor.read_replacements(P4SRC)}


def test_there_are_enough_mistakes_that_a_vendor_could_ship(replacements):
    assert len(replacements) >= 30


@pytest.mark.parametrize("name", share(NOTICED_BY, QUICK))
def test_a_mistake_a_vendor_could_ship_is_noticed(name, replacements, notice):
    (mutant,) = vendor.mutants(P4SRC, [replacements[name]])
    assert notice(mutant, NOTICED_BY[name]).fate == "killed"


@pytest.fixture(scope="module")
def generated(program):
    """All mutants of an operator."""
    return cache(lambda operator: list(every(program, operator)))


@pytest.mark.parametrize("operator", OPERATORS)
def test_every_operator_breaks_the_program(operator, program, generated):
    mutants = generated(operator)
    assert mutants
    assert all(mutant.program != program for mutant in mutants)
    assert len({mutant.id for mutant in mutants}) == len(mutants)


GENERATED = (
    ("boundary", "hdr.ipv6.hop_limit <= 1: <= -> <", "srv6."),
    ("condition_negated", "!meta.trim.trimmed: condition negated", "trimming"),
    ("statement_dropped", "meta.qos.dscp = trim_dscp: dropped", "trimming"),
    ("counter_index", "queue_trim_packets.count(index): at the next index", "counters"),
    ("counter_exchanged", "queue_trim_packets.count(index): counts queue_tx_trim_packets", "counters"),
    ("wrong_parameter", "<< FRACTION_BITS: ecn_min_threshold for limit", "qos"),
    ("transition_dropped", "parse_ipv6 { ...: no transition for 0x2b", "srv6_srh."),
    ("table_skipped", "switch_trimming not applied", "trimming"),
    ("checksum_dropped", "update_checksum(hdr.ipv4.isValid() && !hdr.ipv6.isValid(), ...: dropped", "trimming"),
    ("deparser_order", "inner_ipv6 before segment_list[7]", "srv6_srh."),
    ("header_not_emitted", "ipv4 not emitted", "srv6"),
)
"""Operator, end or part of an id, and the beginning of the names of modules whose cases notice it."""


@pytest.mark.parametrize(("operator", "part", "modules"), GENERATED)
def test_a_generated_mistake_is_noticed(operator, part, modules, generated, notice):
    mutant = next(mutant for mutant in generated(operator) if part in mutant.id)
    assert notice(mutant, modules).fate == "killed"


def test_equivalent_mutants_are_there(generated):
    there = {mutant.id for operator in OPERATORS for mutant in generated(operator)}
    assert all(len(why) > 20 for why in why_equivalent(there).values())


def test_a_stale_equivalent_mutant_is_named(tmp_path):
    file = tmp_path / "equivalent.yaml"
    file.write_text("equivalent:\n  - ids: [boundary x.p4]\n    why: it was\n")
    with pytest.raises(DocumentError, match=r"equivalent.yaml:2: .*boundary x.p4'?: there is none of this id"):
        why_equivalent({"boundary y.p4"}, file)


def test_a_stale_replacement_is_named(tmp_path):
    file = tmp_path / "vendor.yaml"
    file.write_text("mutants:\n  - {name: old, story: s, file: main.p4, replace: no such text, with: x}\n")
    with pytest.raises(DocumentError, match=r"vendor.yaml:2: .*mutant old: its text is there 0 times"):
        vendor.read_replacements(P4SRC, file)


def test_a_replacement_that_does_not_compile_is_named(tmp_path):
    file = tmp_path / "vendor.yaml"
    file.write_text(
        "mutants:\n  - {name: bad, story: s, file: main.p4, replace: Route() route;, with: Route( route;}\n"
    )
    with pytest.raises(DocumentError, match="mutant bad does not compile"):
        list(vendor.mutants(P4SRC, vendor.read_replacements(P4SRC, file)))


def test_the_original_survives_all_its_cases(program, profile):
    names = [name for name in cases() if name.startswith("isolation.")]
    assert kill(program, profile, names) == Verdict("survived", tried=len(names))


@pytest.mark.long
def test_machine_code_judges_the_same(program, profile, monkeypatch):
    engines, load = [], SimpleSwitch.load

    def noted(self, program):
        load(self, program)
        engines.append(self.engine)

    monkeypatch.setattr(SimpleSwitch, "load", noted)
    names = [name for name in cases() if name.startswith("decap.") and "Ipv4" in name and not name.endswith("Trim")]
    broken = next(mutant for mutant in every(program, "checksum_dropped")).program
    assert kill(program, profile, names, engine="native") == Verdict("survived", tried=len(names))
    assert kill(broken, profile, names, engine="native") == kill(broken, profile, names)
    assert engines == ["native", "native", "python"]


def test_a_program_that_the_switch_refuses_does_not_count(program, profile):
    broken = replaced(program, ("actions", 0, "primitives"), [{"op": "no_such_operation", "parameters": []}])
    assert kill(broken, profile, ["isolation.EveryDscp"]).fate == "does not load"


def test_a_case_that_does_not_end_is_a_case_that_notices(program, profile):
    # Processor time is counted in ticks of some milliseconds: a case that takes less would never be caught.
    name = next(name for name in cases() if name.startswith("incast."))
    assert kill(program, profile, [name], limit_s=0.0001) == Verdict("killed", name, "did not end", 1)


def test_a_limit_that_gets_lost_comes_again():
    def busy():
        end = time.process_time() + 2.0
        while time.process_time() < end:
            pass

    with _limited(0.01):
        with contextlib.suppress(DidNotEndError):
            busy()
        with pytest.raises(DidNotEndError):
            busy()


def test_a_change_leaves_the_program_as_it_was(program):
    before = json.dumps(program)
    shorter = removed(program, ("actions", 0))
    assert at(shorter, ("actions", 0)) == at(program, ("actions", 1))
    assert json.dumps(program) == before


def test_a_larger_sample_contains_a_smaller_one(program):
    mutants = list(every(program, "equality"))
    small, large = sample(mutants, 5), sample(mutants, 20)
    assert len(small) == 5
    assert {m.id for m in small} < {m.id for m in large}
    assert sample(mutants, 10_000) == mutants


def test_cases_that_cannot_notice_are_not_tried_and_killers_come_first(program):
    mutant = next(mutant for mutant in every(program, "counter_dropped"))
    ran = {
        name: Passed(seconds, reached)
        for name, seconds, reached in (
            ("a.Elsewhere", 0.1, frozenset({"other"})),
            ("b.Slow", 0.3, frozenset({mutant.element})),
            ("c.Quick", 0.2, frozenset({mutant.element})),
        )
    }
    order = Order(ran)
    assert order.cases(mutant) == ["c.Quick", "b.Slow"]
    order.learn(Judged(mutant, Verdict("killed", "b.Slow", "failed", 2)))
    assert order.cases(mutant) == ["b.Slow", "c.Quick"]


@pytest.mark.long
def test_several_processes_judge_the_same(program, profile):
    names = [name for name in cases() if name.startswith(("isolation.", "routing."))]
    passed = passing(program, profile, names)
    mutants = sample(list(every(program, "counter_dropped")), 4)
    judged = []
    run(mutants, profile, passed, 2, judged.append)
    assert {one.mutant.id for one in judged} == {mutant.id for mutant in mutants}
    for one in judged:
        reaching = [name for name in names if name in passed and one.mutant.element in passed[name].reached]
        assert one.verdict.fate == kill(one.mutant.program, profile, reaching).fate


def test_a_suite_that_fails_on_the_program_itself_is_no_measure(program, profile):
    broken = next(mutant for mutant in every(program, "checksum_dropped")).program
    names = [name for name in cases() if name.startswith("decap.") and "Ipv4" in name]
    with pytest.raises(MutantsError, match=r"decap\.\w+ fails on the program itself"):
        passing(broken, profile, names)


def test_the_command_line(tmp_path):
    names = ("decap.UsdIpv4", "decap.InnerTtlOne", "decap.InnerChecksumWrong", "decap.UsdIpv4Checksums")
    done = ran(entry, "--operator", "checksum_dropped", *names, "--out", tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    found = json.loads((tmp_path / "mutants.json").read_text())
    assert not found["partial"]
    assert [mutant["outcome"] for mutant in found["mutants"]] == ["killed", "killed"]
    assert "| checksum_dropped | 2 | 2 | 0 | 0 |" in (tmp_path / "mutants.md").read_text()


def test_an_out_that_is_a_file(tmp_path):
    file = tmp_path / "file"
    file.touch()
    assert ran(entry, "--out", file).returncode == 2


def test_a_test_name_that_matches_nothing():
    done = ran(entry, "nosuch.Case", "--operator", "checksum_dropped")
    assert done.returncode == 2
    assert done.stderr.startswith("error: test 'nosuch.Case' matches no case; accepted: a module (")
