# SPDX-License-Identifier: Apache-2.0
"""The device behind --target bmv2, without BMv2: P4Runtime and ports of the software switch as a process."""

from pathlib import Path

import pytest
from long_kit import share

from p4soft.stf import Case, Options, remote, run_case
from p4soft.stf.remote import remote_opener
from p4soft.stf.statements import StfError

PROGRAMS = Path(__file__).parent / "programs"
OPEN = remote_opener("embedded", Options(engine="python"))


NAMES = ["table_lpm", "table_ternary", "table_range", "profile", "clone", "multicast", "meter"]


@pytest.mark.parametrize("name", share(NAMES, ["table_ternary", "profile", "clone", "multicast"]))
def test_same_as_in_process(name):
    result = run_case(Case(PROGRAMS / f"{name}.p4", PROGRAMS / f"{name}.stf"), OPEN)
    assert result.passed, result.text


def test_counters_by_label_and_index(tmp_path):
    test = tmp_path / "t.stf"
    test.write_text(
        "add kinds kind:1 forward() = A\npacket 0 01 02 0000 00000000\nexpect 1 01\n"
        "check_counter hits($A) packets == 1\ncheck_counter seen(2) bytes == 8\ncounter_read hits 0\n"
    )
    result = run_case(Case(PROGRAMS / "counter.p4", test), OPEN)
    assert result.outcome == "error"
    assert result.text.startswith(f"{test}:6: counter_read: counter MyIngress.hits is a direct counter and P4Runtime")


@pytest.mark.parametrize(
    ("program", "line", "problem"),
    [
        ("register", "register_read sums 0", "register MyIngress.sums[0]: simple_switch_grpc does not implement"),
        ("register", "register_write sums 0 1", "simple_switch_grpc does not implement P4Runtime's RegisterEntry"),
        ("register", "register_reset sums", "simple_switch_grpc does not implement P4Runtime's RegisterEntry"),
        ("counter", "check_counter seen(9)", "the switch refuses: "),
        ("table_lpm", "add route address:1 drop()\nadd route address:1 drop()", "the switch refuses: "),
    ],
)
def test_refusals(program, line, problem, tmp_path):
    test = tmp_path / "t.stf"
    test.write_text(line)
    result = run_case(Case(PROGRAMS / f"{program}.p4", test), OPEN)
    assert result.outcome == "error"
    assert problem in result.text


def test_missing_and_unexpected_packets_fail(tmp_path, monkeypatch):
    monkeypatch.setattr(remote, "EXPECTED_WAIT_S", 0.5)
    test = tmp_path / "t.stf"
    test.write_text("packet 0 00 00 0000 00000000\nexpect 0\n")
    result = run_case(Case(PROGRAMS / "clone.p4", test), OPEN)
    assert (result.outcome, "no such packet" in result.text) == ("fail", True)
    test.write_text("packet 1 00 00 0000 00000000\nno_packet\n")
    result = run_case(Case(PROGRAMS / "clone.p4", test), OPEN)
    assert (result.outcome, "unexpected packet" in result.text) == ("fail", True)


def test_compiled_program_needs_p4info(tmp_path):
    (tmp_path / "a.json").write_text("{}")
    (tmp_path / "a.stf").write_text("wait")
    result = run_case(Case(tmp_path / "a.json", tmp_path / "a.stf", is_json=True), OPEN)
    assert "a compiled program needs its P4Info here; accepted: --p4info FILE" in result.text


def test_unavailable_target(monkeypatch):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(StfError, match="the bmv2 target is not available: not on the PATH"):
        remote_opener("bmv2", Options())
