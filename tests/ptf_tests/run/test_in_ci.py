# SPDX-License-Identifier: GPL-2.0-only
"""A suite in somebody's CI, and which configurations a run will need."""

import json
from datetime import date

import pytest
from click.testing import CliRunner
from long_kit import share

from common.documents import DocumentError
from ptf_tests.__main__ import main
from ptf_tests.catalogue.requirements import Catalogue
from ptf_tests.conformance import judged, results, select
from ptf_tests.dut.external.configuration import Configuration
from ptf_tests.report.compare import lost_musts
from ptf_tests.report.verdicts import headline
from ptf_tests.results import CaseOutcome, Report
from ptf_tests.run import in_process
from ptf_tests.run.in_process import configurations_made, plan_configurations
from ptf_tests.switch.case import IN, OUT, SwitchTest, cases
from ptf_tests.switch.profile import Access, Commands, load, named
from ptf_tests.switch.settings import Blackhole, Route, merged, un

# --- In CI -----------------------------------------------------------------------------------------------------------
# A suite in somebody's CI: waivers with a last day, only what failed once more, and worse than before is status 1.

WAIVED = "name: mine\ndescription: mine\ndut: embedded\nclaims: [srv6.un]\n"
CASE = "srv6.UnShift"
"""Shows SRV6-001, a must."""


def profile(folder, waivers):
    file = folder / "mine.yaml"
    file.write_text(f"{WAIVED}waivers: {waivers}\n")
    return load(file, Catalogue.own())


def verdict(device, outcome, today):
    """On SRV6-001 when one case of it ended so."""
    selection = select((CASE,), cases(), Catalogue.own(), device)
    found = results(selection, cases(), [CaseOutcome(name=CASE, outcome=outcome, seconds=0)])
    made = judged(Catalogue.own(), ("srv6",), device, found, today=today)
    return next((each.verdict, each.note) for each in made if each.id == "SRV6-001")


@pytest.mark.parametrize(
    ("outcome", "today", "told"),
    [
        ("failed", date(2027, 3, 31), ("waived", "until 2027-03-31: ticket 7")),
        ("error", date(2027, 3, 30), ("waived", "until 2027-03-31: ticket 7")),
        ("failed", date(2027, 4, 1), ("failed", "its waiver ended on 2027-03-31: ticket 7")),
        ("passed", date(2027, 3, 31), ("held", "the profile waives it, and need not")),
    ],
)
def test_a_waiver_counts_until_its_day(tmp_path, outcome, today, told):
    device = profile(tmp_path, "{SRV6-001: {reason: ticket 7, until: 2027-03-31}}")
    assert verdict(device, outcome, today) == told


@pytest.mark.parametrize(
    ("waivers", "message"),
    [
        ("{SRV6-999: {reason: r, until: 2027-03-31}}", "waivers.SRV6-999: unknown requirement SRV6-999; "),
        ("{SRV6-001: {reason: r}}", "waivers.SRV6-001.until: "),
        ("{SRV6-001: {reason: r, until: soon}}", "waivers.SRV6-001.until: "),
        ("{SRV6-001: {reason: ' ', until: 2027-03-31}}", "waivers.SRV6-001.reason: "),
        ("{SRV6-001: {reason: r, until: 2027-03-31}}\nlimits: {SRV6-001: r}", "waivers.SRV6-001: it is among "),
    ],
)  # fmt: skip
def test_a_wrong_waiver_is_told_with_its_line(tmp_path, waivers, message):
    with pytest.raises(DocumentError) as refused:
        profile(tmp_path, waivers)
    assert f"mine.yaml:5: {message}" in str(refused.value)


@pytest.fixture(scope="module")
def report():
    """A run in which one case failed."""
    device = load(named("embedded"))
    selection = select(("srv6",), cases(), Catalogue.own(), device)
    outcomes = [
        CaseOutcome(name=each.name, outcome="failed" if each.name == CASE else "passed", seconds=0)
        for each in selection.applicable
    ]
    found = results(selection, cases(), outcomes)
    made = judged(Catalogue.own(), ("srv6",), device, found)
    subject = {"name": "embedded", "dut": "embedded"}
    return Report(
        device=subject, started="", seconds=0, seed=0, partial=False, sources={}, requirements=made, cases=found
    )


def changed(report, identity, verdict):
    made = [
        each.model_copy(update={"verdict": verdict}) if each.id == identity else each for each in report.requirements
    ]
    return report.model_copy(update={"requirements": tuple(made)})


def test_a_must_that_is_not_held_any_more_is_lost(report):
    assert lost_musts(report, report) == []
    for verdict in ("failed", "waived", "not_claimed", "not_judged", "not_tested"):
        assert lost_musts(report, changed(report, "SRV6-002", verdict)) == ["SRV6-002"]
    assert lost_musts(changed(report, "SRV6-002", "failed"), report) == []
    assert "1 waived" in headline(changed(changed(report, "SRV6-001", "held"), "SRV6-002", "waived")).text


def test_worse_than_the_baseline_is_status_1(report, tmp_path):
    before, now = tmp_path / "before.json", tmp_path / "now.json"
    before.write_text(report.model_dump_json())
    now.write_text(changed(report, "SRV6-002", "failed").model_dump_json())
    same = CliRunner().invoke(main, ["compare", str(before), str(before), "--baseline"])
    assert same.exit_code == 0, same.output
    worse = CliRunner().invoke(main, ["compare", str(before), str(now), "--baseline"])
    assert worse.exit_code == 1
    assert worse.output.endswith(f"{before} held 1 must that {now} does not: SRV6-002\n")
    assert CliRunner().invoke(main, ["compare", str(before), str(now)]).exit_code == 0


def test_what_a_run_did_not_come_to_did_not_pass_either(report):
    assert report.not_passed() == (CASE,)
    assert changed(report, "SRV6-030", "not_judged").not_passed() == (CASE, "SRV6-030")


def test_only_what_failed_runs_once_more(report, tmp_path):
    file = tmp_path / "conformance.json"
    file.write_text(report.model_dump_json())
    out = tmp_path / "again"
    again = CliRunner().invoke(main, ["run", "--failed", str(file), "--out", str(out)])
    assert again.exit_code == 0, again.output
    ran = json.loads((out / "conformance.json").read_text())["cases"]
    assert [(each["name"], each["outcome"]) for each in ran] == [(CASE, "passed")]
    done = CliRunner().invoke(main, ["run", "--failed", str(out / "conformance.json"), "--out", str(tmp_path / "no")])
    assert (done.exit_code, (tmp_path / "no").exists()) == (0, False)
    assert "every case that ran has passed; nothing to run" in done.output.replace("\n", "")
    other = report.model_copy(update={"device": report.device.model_copy(update={"name": "leaf9"})})
    file.write_text(other.model_dump_json())
    mine = CliRunner().invoke(
        main, ["run", "--failed", str(file), "--out", str(tmp_path / "no")], catch_exceptions=True
    )
    assert not (tmp_path / "no").exists()
    assert "results of 'leaf9', not of 'embedded'; accepted: a conformance.json of this device" in str(mine.exception)
    both = CliRunner().invoke(main, ["run", "--failed", str(file), "srv6"])
    assert both.exit_code == 2 and "--failed and TESTS; accepted: one of the two" in both.output


# --- Planning --------------------------------------------------------------------------------------------------------
# Which configurations a run will need, without a device.

SENTINELS = tuple(Route(f"fd5e:5e5e::{port}/128" if port else "fd5e:5e5e::/128", port) for port in range(4))
ROUTE, OTHER, SID = Route("fd00::/64", OUT), Route("fd00::/64", IN), un("fcbb:bbbb:1::/48")
FRAME = bytes(64)


class Plain(SwitchTest):
    """One exchange."""

    __test__ = False  # not for pytest

    def runTest(self):  # noqa: N802
        self.configure(ROUTE)
        received = self.check([FRAME], {OUT: [b"a", b"b"]}, {})
        assert received == {0: [], 1: [b"a", b"b"], 2: [], 3: []}


class AsPlain(Plain):
    """The same configuration."""


class Steps(SwitchTest):
    """Three configurations, of which one is used twice and one is never used."""

    __test__ = False

    def runTest(self):  # noqa: N802
        self.configure(ROUTE)
        self.check([FRAME], {}, {})
        self.check([FRAME], {}, {})
        self.configure(SID)
        self.configure(OTHER)
        self.block(OUT, 1)
        self.check([FRAME], {}, {})
        self.unblock(OUT, 1)
        self.remove(SID)
        self.check([FRAME], {}, {})


class Curious(SwitchTest):
    """Looks at what came out before it goes on."""

    __test__ = False

    def runTest(self):  # noqa: N802
        self.configure(Blackhole("fd00::/64"))
        self.send(IN, FRAME)
        if self.collect(IN)[OUT]:
            self.configure(ROUTE)
            self.check([FRAME], {}, {})


@pytest.fixture
def planned_profile():
    return load(named("embedded"))


def test_plan(monkeypatch, planned_profile):
    there = {each.__name__: each for each in (Plain, AsPlain, Steps, Curious)}
    monkeypatch.setattr(in_process, "classes", lambda: there)
    plain, steps, curious = plan_configurations(there, planned_profile)
    assert (plain.cases, plain.complete) == (("Plain", "AsPlain"), True)
    assert plain.steps == (Configuration((*SENTINELS, ROUTE)),)
    assert (steps.cases, steps.complete) == (("Steps",), True)
    assert steps.steps == (
        Configuration((*SENTINELS, ROUTE)),
        Configuration(merged((*SENTINELS, ROUTE), (SID, OTHER)), frozenset({(OUT, 1)})),
        Configuration((*SENTINELS, OTHER)),
    )
    assert (curious.cases, curious.complete) == (("Curious",), False)
    assert curious.steps == (Configuration((*SENTINELS, Blackhole("fd00::/64"))),)


COMMANDS = {"configure": "c {directory}"}
BLOCKS = {**COMMANDS, "block": "b {port}", "unblock": "u {port}"}


@pytest.mark.parametrize(
    ("commands", "names", "count"),
    [
        (COMMANDS, ["Plain", "AsPlain"], 1),
        (COMMANDS, ["Plain", "Steps", "Plain"], 1 + 3 + 2),  # emptied before a queue is filled, and after
        ({**COMMANDS, "reset": "r"}, ["Plain", "Steps", "Plain"], 1 + 2 + 1),
        (BLOCKS, ["Steps", "Steps"], (1 + 2 + 1) + (1 + 3)),
        ({}, ["Steps", "Plain"], 3 + 1),  # a person is asked to empty and to configure at once
    ],
)
def test_how_often_a_device_is_made_something_else(monkeypatch, planned_profile, commands, names, count):
    there = {each.__name__: each for each in (Plain, AsPlain, Steps)}
    monkeypatch.setattr(in_process, "classes", lambda: there)
    access = Access(commands=Commands(**commands))
    assert configurations_made(names, planned_profile.model_copy(update={"access": access})) == count


@pytest.mark.parametrize("every", share([16, 1], [16]))
def test_every_case_of_the_suite_can_be_planned(planned_profile, every):
    """Each case either sends something or waits for an answer first."""
    names = [name for name, case in cases().items() if case.requirements][::every]
    planned = plan_configurations(names, planned_profile)
    assert sorted(name for group in planned for name in group.cases) == sorted(names)
    assert all(group.steps or not group.complete for group in planned)
    assert sum(len(group.cases) for group in planned if group.complete) > len(names) / 2
