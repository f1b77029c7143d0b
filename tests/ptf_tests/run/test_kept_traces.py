# SPDX-License-Identifier: Apache-2.0
"""The trace of what failed is kept, and that of everything on request."""

import json

import pytest
from command_kit import ran
from long_kit import share

from ptf_tests.__main__ import entry
from ptf_tests.dut.api import TRACE
from ptf_tests.results import CaseOutcome, Evidence
from ptf_tests.run.in_process import PlanningDevice
from ptf_tests.run.ptf_runner import with_trace_of
from ptf_tests.switch.case import Session
from ptf_tests.switch.profile import load, named


class TellingDevice(PlanningDevice):
    def __init__(self):
        super().__init__()
        self.told = []

    def trace(self):
        told, self.told = self.told, []
        return told


@pytest.fixture
def device():
    return TellingDevice()


@pytest.fixture
def session(device, tmp_path):
    return Session(device, load(named("embedded")), lambda _: None, traces=tmp_path / "traces")


def test_only_cases_that_failed_leave_a_trace(session, device, tmp_path):
    device.told = ["one"]
    session.save_outcome("srv6.Fine", "passed", 0.1, "")
    assert not (tmp_path / "traces").exists()
    device.told = ["two"]
    assert session.trace() == ["two"]
    device.told = ["three"]
    session.save_outcome("srv6.Broken", "failed", 0.1, "")
    device.told = ["four"]
    session.save_outcome("srv6.Late", "error", 0.1, "no answer")
    assert (tmp_path / "traces").read_text() == "=== srv6.Broken\ntwo\nthree\n=== srv6.Late\nfour\n"


def test_a_session_that_keeps_no_traces_leaves_them_where_they_are(device):
    session = Session(device, load(named("embedded")), lambda _: None)
    device.told = ["one"]
    session.save_outcome("srv6.Broken", "failed", 0.1, "")
    assert device.told == ["one"]


def run_suite(*arguments):
    return ran(entry, "run", *arguments).returncode


@pytest.mark.long
def test_traces_of_all_cases_are_kept_on_request(tmp_path):
    assert run_suite("--out", tmp_path, "--engine", "native", "--traces", "srv6.UnShift") == 0
    assert "the program runs in Python" not in (tmp_path / "switch-1.log").read_text()
    assert "FabricIngress" in (tmp_path / TRACE).read_text()


@pytest.mark.parametrize("engine", share(["native", "python"], ["native"]))
def test_what_a_run_leaves_when_a_case_failed(tmp_path, engine):
    """A profile that is wrong about its device."""
    text = named("embedded").read_text().replace("name: embedded", "name: wrong")
    (tmp_path / "wrong.yaml").write_text(text.replace("zero_next_usid: shift", "zero_next_usid: drop"))
    out = tmp_path / "out"
    arguments = ("--profile", tmp_path / "wrong.yaml", "--engine", engine, "SRV6-013", "srv6.UnShift")
    assert run_suite("--out", out, *arguments) == 0
    trace = (out / TRACE).read_text()
    assert trace.startswith("=== srv6.")
    assert "FabricIngress" in trace
    assert "srv6.UnShift\n" not in trace
    assert not (out / "again").exists()
    assert "the program runs in Python" not in (out / "switch-1.log").read_text()  # not as if that had not been wanted
    failed = [c for c in json.loads((out / "conformance.json").read_text())["cases"] if c["outcome"] == "failed"]
    assert failed and all(case["evidence"]["trace"] for case in failed)


def test_only_the_embedded_switch_has_engines(tmp_path):
    assert run_suite("--out", tmp_path, "--dut", "linux", "--engine", "native", "srv6.UnShift") == 2


def test_a_second_run_gives_its_trace_and_not_its_verdict():
    first = CaseOutcome(name="a.B", outcome="failed", seconds=1, evidence=Evidence(message="differs"))
    again = first.model_copy(update={"evidence": Evidence(message="other", trace=("one", "two"))})
    assert with_trace_of(first, again).evidence == Evidence(message="differs", trace=("one", "two"))
    passed = CaseOutcome(name="a.B", outcome="passed", seconds=1)
    assert with_trace_of(first, passed).outcome == "failed"
    assert with_trace_of(first, passed).evidence.trace == ("(run once more for a trace, it passed)",)
    assert with_trace_of(first, None) == first and with_trace_of(passed, passed) == passed
