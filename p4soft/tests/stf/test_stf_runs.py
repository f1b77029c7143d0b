# SPDX-License-Identifier: Apache-2.0
"""Whole runs of STF files: here, on the device behind --target bmv2, and those of `programs/`."""

import json
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from command_kit import status
from long_kit import share

from p4soft.compiler import compile_file
from p4soft.stf import Case, Options, embedded_opener, remote, run_case
from p4soft.stf.__main__ import entry
from p4soft.stf.remote import remote_opener
from p4soft.stf.statements import StfError
from p4soft.targets import get_target

# --- Runs ------------------------------------------------------------------------------------------------------------
# Whole runs: refusals of what does not fit the program, traces, several tests, compiled programs, JUnit, status.

PROGRAMS = Path(__file__).parent / "programs"
OPEN = embedded_opener(Options())


def run(program, text, tmp_path, *, with_trace=False):
    test = tmp_path / "t.stf"
    test.write_text(text)
    return run_case(Case(PROGRAMS / f"{program}.p4", test), OPEN, with_trace=with_trace)


@pytest.mark.parametrize(
    ("program", "line", "problem"),
    [
        ("table_lpm", "add nope f:1 a()", "the program has no table 'nope'; accepted: MyIngress.route"),
        ("counter", "add nope f:1 a()", "the program has no table 'nope'; accepted: MyIngress.kinds"),
        ("register", "add nope f:1 a()", "the program has no table 'nope'; accepted: none"),
        ("table_lpm", "add route nope:1 drop()", "has no match field 'nope'; accepted: hdr.data.address"),
        (
            "table_lpm",
            "add route address:1 nope()",
            "has no action 'nope'; accepted: MyIngress.forward, MyIngress.drop",
        ),
        ("table_lpm", "add route address:1 address:2 drop()", "match field hdr.data.address is given twice"),
        ("table_lpm", "add route address:1 forward(port:1)", "no value for value; accepted: MyIngress.forward(port: 9"),
        ("table_lpm", "add route address:1 forward(1, 2, 3)", "3 arguments; accepted: MyIngress.forward(port: 9 bits"),
        ("table_lpm", "add route address:1 forward(port:1, prt:2)", "the action has no parameter 'prt'; accepted: "),
        ("table_lpm", "add route address:1 forward(port:1, port:1)", "parameter port is given twice"),
        ("table_lpm", "add route address:1 forward(port:512, value:0)", "port: 0x200 does not fit"),
        ("table_lpm", "add route address:1 drop()\nadd route address:1 drop()", "already exists"),
        (
            "table_lpm",
            "add route address:1 group=0",
            "table MyIngress.route has no action profile, so it takes no group",
        ),
        ("table_lpm", "member paths 0 drop", "the program has no action profile 'paths'; accepted: none"),
        ("profile", "member paths 0 forward", "no value for port; accepted: MyIngress.forward(port: 9 bits)"),
        ("profile", "member paths 0 mark(1, 2)", "has no action 'mark'; accepted: MyIngress.forward, NoAction"),
        ("profile", "group paths 0 4", "member 4 does not exist"),
        ("profile", "member marks 0 NoAction\ngroup marks 0 0", "has no groups"),
        ("profile", "add route address:1 group=3", "group 3 does not exist"),
        ("table_lpm", "register_read r 0", "the program has no register 'r'; accepted: none"),
        ("table_ternary", "add acl kind:1 drop()", "its entries need a priority (the largest wins)"),
        ("counter", "check_counter seen(4)", "index 4 is out of range; accepted: 0..3"),
        ("counter", "check_counter hits($X)", "no entry is labelled $X; accepted: none"),
        ("counter", "add kinds kind:1 forward() = A\ncheck_counter seen($A)", "is not a direct counter"),
        ("register", "register_write sums 0 65536", "does not fit 16 bits"),
        ("meter", "meter_set_rates limit 0 0.0000005:1 1:1", "0.5 units per second; accepted: whole units per second"),
        ("meter", "meter_set_rates limit 0 2:1 1:1", "pir 1000000 is below cir 2000000"),
        ("clone", "mc_node_associate 1 0", "no node has handle 0"),
        ("clone", "mc_node_create 0 1\nmc_node_associate 1 0", "multicast group 1 does not exist"),
        ("clone", "mirroring_get 3", "mirroring session 3 does not exist"),
        ("clone", "mirroring_delete 3", "clone session 3 does not exist"),
    ],
)
def test_refusals(program, line, problem, tmp_path):
    result = run(program, line, tmp_path)
    assert result.outcome == "error"
    number, verb = len(line.splitlines()), line.splitlines()[-1].split()[0]
    assert result.text.startswith(f"{tmp_path / 't.stf'}:{number}: {verb}: ")
    assert problem in result.text


def test_ambiguous_names_are_refused(tmp_path):
    (tmp_path / "two.p4").write_text(
        (PROGRAMS / "register.p4")
        .read_text()
        .replace('"skeleton.p4"', f'"{PROGRAMS / "skeleton.p4"}"')
        .replace("(8) sums;", "(8) sums; register<bit<8>>(1) other_sums;")
    )
    (tmp_path / "two.stf").write_text("register_read sums 0 == 0\nregister_read ums 0")
    result = run_case(Case(tmp_path / "two.p4", tmp_path / "two.stf"), OPEN)
    assert "register 'ums' is ambiguous; it may be: MyIngress.sums, MyIngress.other_sums" in result.text


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("register_read sums 3 == 1", "register_read MyIngress.sums[3]: expected == 1, found 0 (0x0)"),
        ("expect 1 00 03 0001", "expect 1: no such packet"),
    ],
)
def test_a_wrong_expectation_fails(line, message, tmp_path):
    result = run("register", line, tmp_path)
    assert result.outcome == "fail"
    assert message in result.text


def test_counter_check_fails(tmp_path):
    result = run("counter", "packet 0 01 02 0000 00000000\ncheck_counter seen(2) packets == 2", tmp_path)
    assert result.text.endswith("check_counter MyIngress.seen: packets: expected == 2, found 1")


def test_statements_see_only_packets_before_them(tmp_path):
    text = "register_read sums 0 == 0\npacket 0 00 00 0001 00000000\nregister_read sums 0 == 1\n"
    assert run("register", text, tmp_path).passed


def test_trace_is_of_the_packet_that_failed(tmp_path):
    text = "packet 0 00 01 0001 00000000\nexpect 1 00 01 0001\npacket 0 00 02 0002 00000000\nexpect 1 00 02 0003\n"
    result = run("register", text, tmp_path, with_trace=True)
    assert "what the switch did with packet 1:" in result.text
    assert "what the switch did with packet 0:" not in result.text
    assert "sent out of port 1: 8 bytes" in result.text
    assert "what the switch did" not in run("register", text, tmp_path).text


def test_same_result_twice(tmp_path):
    text = "packet 0 00 01 0001 00000000\nexpect 1 ff\n"
    assert run("register", text, tmp_path).text == run("register", text, tmp_path).text


def test_compile_error_is_an_error_of_the_test(tmp_path):
    (tmp_path / "bad.p4").write_text("control c() {")
    (tmp_path / "bad.stf").write_text("wait")
    result = run_case(Case(tmp_path / "bad.p4", tmp_path / "bad.stf"), OPEN)
    assert (result.outcome, "bad.p4:1:" in result.text) == ("error", True)


def test_command_runs_somebody_elses_json(tmp_path, capsys):
    compiled = tmp_path / "r.json"
    compiled.write_text(json.dumps(compile_file(PROGRAMS / "register.p4").json))
    assert status(entry, ["--json", str(compiled), str(PROGRAMS / "register.stf")]) == 0
    assert capsys.readouterr().out == f"PASS {compiled} {PROGRAMS / 'register.stf'}\n"
    compiled.write_text("{")
    assert status(entry, ["--json", str(compiled), str(PROGRAMS / "register.stf")]) == 1
    assert capsys.readouterr().err.startswith(f"error: {compiled}: ")


def test_command_runs_several_and_writes_junit(tmp_path, capsys):
    wrong, broken, report = tmp_path / "wrong.stf", tmp_path / "broken.stf", tmp_path / "r.xml"
    wrong.write_text("packet 0 00 01 0001 00000000\nexpect 1 01\n")
    broken.write_text("expect\n")
    register, meter = str(PROGRAMS / "register.p4"), str(PROGRAMS / "meter.p4")
    arguments = ["-v", "--junit", str(report), register, str(PROGRAMS / "register.stf"), str(wrong), str(broken), meter]
    assert status(entry, arguments) == 1
    out, err = capsys.readouterr()
    assert "register MyIngress.sums[3] = 12 (0xc)" in out
    assert out.endswith("2 of 4 tests passed\n")
    assert (
        err == f"error: {broken}:1: expect: expected a port number; accepted: expect PORT [HEX... with * for any "
        "digit] [$]\n"
    )
    suite = ElementTree.parse(report).getroot()
    assert {k: suite.get(k) for k in ("tests", "failures", "errors")} == {"tests": "4", "failures": "1", "errors": "1"}
    assert [c.get("name") for c in suite] == [
        str(PROGRAMS / "register.stf"),
        str(wrong),
        str(broken),
        str(PROGRAMS / "meter.stf"),
    ]
    failure = suite[1].find("failure")
    assert failure is not None
    assert "byte 0 (low digit): expected 1, got 0" in (failure.text or "")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "Missing argument 'PROG.p4 [TEST.stf]...'"),
        (["t.stf"], "t.stf: the program (PROG.p4) comes before its tests"),
        (["--json", "a.json", "b.p4"], "b.p4: with --json only tests (.stf) may follow"),
        (["--p4info", "a.txtpb", "b.p4"], "--p4info belongs to a program given with --json"),
        (["--json", "a.json", "--target", "bmv2", "t.stf"], "--json on --target bmv2 needs --p4info FILE"),
        (["--cpu-port", "511", "b.p4"], "--cpu-port 511 is out of range; accepted: 1..510"),
        (["--target", "bmv2", "-D", "X=1", "b.p4"], "-I and -D are for the embedded compiler"),
    ],
)
def test_wrong_command_lines(arguments, message, capsys):
    assert status(entry, arguments) == 2
    assert message in capsys.readouterr().err


def test_as_a_process():
    command = [sys.executable, "-m", "p4soft.stf", str(PROGRAMS / "register.p4")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("PASS ")


def test_junit_that_cannot_be_written(capsys):
    report = PROGRAMS / "register.p4" / "r.xml"
    assert status(entry, ["--junit", report, PROGRAMS / "register.p4"]) == 1
    assert f"error: {report}: cannot write: " in capsys.readouterr().err


# --- A device --------------------------------------------------------------------------------------------------------
# The device behind --target bmv2, without BMv2: P4Runtime and ports of the software switch as a process.

OPEN_ACL = remote_opener("embedded", Options(engine="python"))


NAMES = ["table_lpm", "table_ternary", "table_range", "profile", "clone", "multicast", "meter"]


@pytest.mark.parametrize("name", share(NAMES, ["table_ternary", "profile", "clone", "multicast"]))
def test_same_as_in_process(name):
    result = run_case(Case(PROGRAMS / f"{name}.p4", PROGRAMS / f"{name}.stf"), OPEN_ACL)
    assert result.passed, result.text


def test_counters_by_label_and_index(tmp_path):
    test = tmp_path / "t.stf"
    test.write_text(
        "add kinds kind:1 forward() = A\npacket 0 01 02 0000 00000000\nexpect 1 01\n"
        "check_counter hits($A) packets == 1\ncheck_counter seen(2) bytes == 8\ncounter_read hits 0\n"
    )
    result = run_case(Case(PROGRAMS / "counter.p4", test), OPEN_ACL)
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
def test_refusals_of_a_device(program, line, problem, tmp_path):
    test = tmp_path / "t.stf"
    test.write_text(line)
    result = run_case(Case(PROGRAMS / f"{program}.p4", test), OPEN_ACL)
    assert result.outcome == "error"
    assert problem in result.text


def test_missing_and_unexpected_packets_fail(tmp_path, monkeypatch):
    monkeypatch.setattr(remote, "EXPECTED_WAIT_S", 0.5)
    test = tmp_path / "t.stf"
    test.write_text("packet 0 00 00 0000 00000000\nexpect 0\n")
    result = run_case(Case(PROGRAMS / "clone.p4", test), OPEN_ACL)
    assert (result.outcome, "no such packet" in result.text) == ("fail", True)
    test.write_text("packet 1 00 00 0000 00000000\nno_packet\n")
    result = run_case(Case(PROGRAMS / "clone.p4", test), OPEN_ACL)
    assert (result.outcome, "unexpected packet" in result.text) == ("fail", True)


def test_compiled_program_needs_p4info(tmp_path):
    (tmp_path / "a.json").write_text("{}")
    (tmp_path / "a.stf").write_text("wait")
    result = run_case(Case(tmp_path / "a.json", tmp_path / "a.stf", is_json=True), OPEN_ACL)
    assert "a compiled program needs its P4Info here; accepted: --p4info FILE" in result.text


def test_unavailable_target(monkeypatch):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(StfError, match="the bmv2 target is not available: not on the PATH"):
        remote_opener("bmv2", Options())


# --- Programs --------------------------------------------------------------------------------------------------------
# Each program of `programs/` behaves as the STF beside it says: compiled by us, and on the real switch too.

EXAMPLES = Path(__file__).parents[2] / "examples"
TESTS = sorted([*PROGRAMS.glob("*.stf"), *EXAMPLES.glob("*.stf")])
FOR_BMV2 = [t for t in TESTS if "register_" not in t.read_text()]  # P4Runtime of BMv2 has no registers


@pytest.mark.parametrize("test", TESTS, ids=lambda t: t.stem)
def test_program(test):
    result = run_case(Case(test.with_suffix(".p4"), test), embedded_opener(Options()))
    assert result.passed, result.text


def test_all_programs_have_tests():
    programs = {p.stem for folder in (PROGRAMS, EXAMPLES) for p in folder.glob("*.p4")} - {"skeleton"}
    assert programs == {t.stem for t in TESTS}


@pytest.mark.bmv2
@pytest.mark.root
@pytest.mark.skipif(get_target("bmv2").unavailable() is not None, reason=str(get_target("bmv2").unavailable()))
@pytest.mark.parametrize("test", FOR_BMV2, ids=lambda t: t.stem)
def test_program_on_bmv2(test):
    result = run_case(Case(test.with_suffix(".p4"), test), remote_opener("bmv2", Options()))
    assert result.passed, result.text
