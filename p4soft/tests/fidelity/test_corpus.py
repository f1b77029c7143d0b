# SPDX-License-Identifier: Apache-2.0
"""A corpus of programs: which are measured, and how."""

import os
import shutil
import time
from pathlib import Path
from xml.etree import ElementTree

import pytest
from command_kit import status
from google.protobuf import text_format
from reference_kit import needs

from p4soft.compiler import compile_file
from p4soft.fidelity import stf_tests
from p4soft.fidelity.__main__ import entry
from p4soft.fidelity.compilers import Refused, canonical, differences, reject_p4c
from p4soft.fidelity.corpus import (
    BMV2,
    CRASH,
    FAIL,
    OURS,
    P4C,
    PASS,
    SKIP,
    CorpusError,
    Outcome,
    Pool,
    Report,
    error_programs,
    samples,
    samples_with_tests,
    share,
    system_includes,
)
from p4soft.fidelity.reference import ReferenceFault
from p4soft.fidelity.stf_tests import Run, run_pairing
from p4soft.messages import p4info_pb2

# --- Programs --------------------------------------------------------------------------------------------------------
# Which programs of a corpus are measured, how they are run, and what a measurement looks like.


@pytest.fixture
def corpus(tmp_path):
    for folder in ("p4_16_samples/deeper", "p4_16_errors"):
        (tmp_path / "testdata" / folder).mkdir(parents=True)
    return tmp_path


def write(corpus, name, text):
    path = corpus / "testdata" / name
    path.write_text(text)
    return path


def test_v1model_programs_are_found_by_what_they_include(corpus):
    direct = write(corpus, "p4_16_samples/direct.p4", "#include <core.p4>\n  # include<v1model.p4>\n")
    deep = write(corpus, "p4_16_samples/deeper/indirect.p4", '#include "common.h"\n')
    write(corpus, "p4_16_samples/deeper/common.h", "#include <v1model.p4>\n")
    write(corpus, "p4_16_samples/v1model_in_name.p4", "// v1model.p4\n#include <psa.p4>\n")
    direct.with_suffix(".stf").write_text("")
    assert samples(corpus) == [deep, direct]
    assert samples_with_tests(corpus) == [direct]


def test_a_file_beside_that_includes_itself_does_not_hang(corpus):
    path = write(corpus, "p4_16_samples/loop.p4", '#include "loop.p4"\n#include "bmv2/psa.p4"\n')
    assert system_includes(path) == {"psa.p4"}


def test_wrong_programs_of_other_architectures_do_not_count(corpus):
    bare = write(corpus, "p4_16_errors/bare.p4", "header h { bit<8> f }\n")
    core = write(corpus, "p4_16_errors/core.p4", "#include <core.p4>\n")
    v1model = write(corpus, "p4_16_errors/v1.p4", "#include <v1model.p4>\n")
    write(corpus, "p4_16_errors/psa.p4", "#include <core.p4>\n#include <bmv2/psa.p4>\n")
    assert error_programs(corpus) == [bare, core, v1model]


def test_a_folder_that_is_no_corpus_is_named(tmp_path):
    with pytest.raises(CorpusError, match="p4_16_samples: no P4 programs there; accepted: --corpus DIR, a checkout"):
        samples(tmp_path)


def behave(program):
    """What the pool measures in the test below, in its worker processes."""
    kind = program.stem
    if kind == "dies":
        os._exit(3)
    if kind == "hangs":
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            pass
    if kind == "raises":
        raise ValueError("inside")
    return Outcome(str(program), PASS, "fine")


def test_the_pool_survives_what_it_measures(tmp_path):
    names = ["a", "dies", "b", "hangs", "raises", "c"]
    outcomes = Pool(tmp_path, jobs=2, limit_s=1).run("test", behave, [tmp_path / f"{n}.p4" for n in names])
    assert [(o.program, o.result) for o in outcomes] == [
        ("a.p4", PASS),
        ("dies.p4", CRASH),
        ("b.p4", PASS),
        ("hangs.p4", CRASH),
        ("raises.p4", CRASH),
        ("c.p4", PASS),
    ]
    assert outcomes[1].detail == "the process ended abruptly"
    assert outcomes[3].detail == "no end after 1 s"
    assert outcomes[4].detail.endswith("ValueError: inside\n")


REPORT = Report(
    "STF",
    [
        Outcome("a.p4", PASS, "passes"),
        Outcome("b.p4", FAIL, "differs", "line one\nline \x01two", 0.5),
        Outcome("c.p4", SKIP, "of no use"),
        Outcome("d.p4", PASS, "passes"),
    ],
    "all pass",
    holds=False,
    remarks=["passed 2 of 3"],
)


def test_a_report_is_a_table():
    assert REPORT.text(with_list=False).splitlines() == [
        "STF",
        "  passes         2",
        "  differs        1",
        "  of no use      1",
        "  programs       4",
        "  passed 2 of 3",
        "  target: all pass: DOES NOT HOLD",
    ]
    assert REPORT.text(with_list=True).splitlines()[7:] == [
        "b.p4: differs",
        "    line one",
        "    line \x01two",
        "c.p4: of no use",
    ]


def test_a_report_is_junit():
    suite = ElementTree.fromstring(REPORT.junit())
    assert {k: suite.get(k) for k in ("tests", "failures", "errors", "skipped")} == {
        "tests": "4",
        "failures": "1",
        "errors": "0",
        "skipped": "1",
    }
    assert suite.findtext("testcase[@name='b.p4']/failure") == "line one\nline ?two"


def test_shares():
    assert share(1, 3) == "1 of 3 (33.3 %)"
    assert share(0, 0) == "0 of 0"


# --- Measurements ----------------------------------------------------------------------------------------------------
# The measurements themselves, on a corpus of a few programs, with stand-ins for p4c that say what a test needs.

LANGUAGE = Path(__file__).resolve().parents[1] / "language"


@pytest.fixture
def empty_corpus(tmp_path):
    for folder in ("p4_16_samples", "p4_16_errors"):
        (tmp_path / "testdata" / folder).mkdir(parents=True)
    return tmp_path


@pytest.fixture
def tools(tmp_path, monkeypatch):
    """The only folder programs are found in, with a function that puts one there."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))

    def put(name, script):
        path = folder / name
        path.write_text(f"#!/bin/bash\nPATH=/usr/bin:/bin\n{script}\n")
        path.chmod(0o755)

    return put


def test_a_link_to_what_is_not_there_is_no_program(empty_corpus):
    there = add_sample(empty_corpus, "truncate")
    there.with_name("link.p4").symlink_to(empty_corpus / "backends" / "not-fetched.p4")
    assert samples(empty_corpus) == [there]


def add_sample(empty_corpus, name):
    for suffix in (".p4", ".stf"):
        shutil.copy(LANGUAGE / f"{name}{suffix}", empty_corpus / "testdata" / "p4_16_samples")
    shutil.copytree(LANGUAGE / "include", empty_corpus / "testdata" / "p4_16_samples" / "include", dirs_exist_ok=True)
    return empty_corpus / "testdata" / "p4_16_samples" / f"{name}.p4"


def run(capsys, empty_corpus, *arguments):
    code = status(entry, [*arguments[:1], "--corpus", str(empty_corpus), *arguments[1:]])
    output = capsys.readouterr()
    return code, output.out.splitlines(), output.err


@pytest.mark.usefixtures("tools")
def test_stf_counts_what_passes(empty_corpus, capsys, request):
    add_sample(empty_corpus, "statement_if")
    status, out, _ = run(capsys, empty_corpus, "stf", "--engine", "python")
    assert status == 0
    assert "  passed 1 of 1 (100.0 %)" in out
    request.getfixturevalue("no_processes")
    failing = add_sample(empty_corpus, "truncate")
    failing.with_suffix(".stf").write_text("packet 0 00\nexpect 9 12345678\n")
    status, out, _ = run(capsys, empty_corpus, "stf", "--list", "--engine", "python")
    assert status == 1
    assert "  passed 1 of 2 (50.0 %)" in out
    assert "  target: at least 95% of those that real BMv2 passes: DOES NOT HOLD" in out
    assert "testdata/p4_16_samples/truncate.p4: other packets or counters than expected" in out


@pytest.mark.usefixtures("no_processes")
def test_p4c_json_that_passes_nothing_does_not_hold(empty_corpus, tools, capsys):
    add_sample(empty_corpus, "statement_if")
    tools("p4c-bm2-ss", "echo 'x.p4(1): [--Werror=x] error: no' >&2; exit 1")
    status, out, _ = run(capsys, empty_corpus, "stf", "--json", "p4c")
    assert status == 1
    assert "  passed 0 of 1 (0.0 %)" in out


@pytest.mark.usefixtures("tools", "no_processes")
def test_a_report_that_cannot_be_written(empty_corpus, capsys):
    path = add_sample(empty_corpus, "statement_if") / "out.xml"
    code, out, err = run(capsys, empty_corpus, "stf", "--junit", str(path), "--engine", "python")
    assert (code, out) == (2, [])
    assert err.splitlines()[-1].startswith(f"error: {path}: cannot write: ")


@pytest.mark.usefixtures("tools")
def test_what_is_missing_is_named(empty_corpus, capsys):
    add_sample(empty_corpus, "statement_if")
    for arguments, message in (
        (("stf", "--json", "p4c"), "error: --json p4c: p4c-bm2-ss is not on the PATH\n"),
        (("p4info",), "error: p4info: p4c-bm2-ss is not on the PATH\n"),
        (("errors",), "error: errors: not on the PATH: p4c-bm2-ss, p4test\n"),
        (
            ("stf", "--target", "bmv2"),
            "error: --target bmv2: p4c-bm2-ss and simple_switch_grpc must be on the PATH\n",
        ),
    ):
        assert run(capsys, empty_corpus, *arguments) == (2, [], message)


@pytest.mark.usefixtures("no_processes")
def test_p4info_is_compared(empty_corpus, tools, capsys):
    """A p4c that writes what our compiler writes, but for one program another width."""
    for name in ("match_exact", "match_lpm"):
        info = compile_file(add_sample(empty_corpus, name)).p4info
        if name == "match_lpm":
            info.tables[0].match_fields[0].bitwidth += 1
        (empty_corpus / "testdata" / "p4_16_samples" / f"{name}.expected").write_text(text_format.MessageToString(info))
    tools("p4c-bm2-ss", 'echo {} > "$5"; cp "${3%.p4}.expected" "$7"')
    status, out, _ = run(capsys, empty_corpus, "p4info", "--list")
    assert status == 1
    assert "  equal 1 of 2 (50.0 %)" in out
    assert any(line.strip().startswith("-    bitwidth:") for line in out)


def test_the_order_of_p4info_does_not_matter():
    text = """
        tables { preamble { id: 1 name: "a" annotations: "@x" annotations: "@y" }
                 action_refs { id: 7 } action_refs { id: 8 } }
        tables { preamble { id: 2 name: "b" } }
    """
    other = """
        tables { preamble { id: 2 name: "b" } }
        tables { preamble { id: 1 name: "a" annotations: "@y" annotations: "@x" }
                 action_refs { id: 8 } action_refs { id: 7 } }
    """
    one, two = (text_format.Parse(t, p4info_pb2.P4Info()) for t in (text, other))
    assert canonical(one) == canonical(two)
    assert differences(one, two) == ""


def test_the_order_of_struct_members_matters():
    """P4Runtime sends struct values by position (P4Runtime 1.4, section 8.4), so another order is another type."""
    member = 'members {{ name: "{}" type_spec {{ bitstring {{ bit {{ bitwidth: 8 }} }} }} }}'
    texts = [
        f'type_info {{ structs {{ key: "S" value {{ {member.format(a)} {member.format(b)} }} }} }}'
        for a, b in (("x", "y"), ("y", "x"))
    ]
    one, two = (text_format.Parse(t, p4info_pb2.P4Info()) for t in texts)
    assert differences(one, two)


WRONG = "header h {\n  bit<8> f;\n  bit<8> f;\n}\n"


@pytest.mark.usefixtures("no_processes")
def test_wrong_programs_are_counted_as_p4c_does(empty_corpus, tools, capsys):
    errors = empty_corpus / "testdata" / "p4_16_errors"
    (errors / "same_line.p4").write_text(WRONG)
    (errors / "other_line.p4").write_text(WRONG.replace("header", "\n\n\nheader"))
    (errors / "we_accept.p4").write_text("header h { bit<8> f; }\n")
    (errors / "p4c_accepts.p4").write_text("header h { bit<8> f; } // right\n")
    refuse = 'grep -q right "$3" && exit 0; echo "x.p4(1): [--Wwarn=u] warning: w" >&2'
    tools("p4test", f'{refuse}; echo "x.p4(3): [--Werror=duplicate] error: f: duplicates" >&2; exit 1')
    tools("p4c-bm2-ss", "exit 0")
    status, out, _ = run(capsys, empty_corpus, "errors")
    assert status == 1
    assert out == [
        "wrong programs (p4_16_errors)",
        "  refused, on a line that p4c's errors name      1",
        "  refused, on another line                       1",
        "  accepted                                       1",
        "  p4c accepts it                                 1",
        "  programs                                       4",
        "  refused 2 of 3 (66.7 %), 1 of 2 (50.0 %) of them on one of p4c's lines",
        "  target: at least 80% of what p4c refuses are refused, and none crashes us: DOES NOT HOLD",
    ]


def test_a_crash_of_p4c_is_no_refusal(tmp_path, tools):
    tools("p4test", "echo 'Compiler Bug: something' >&2; exit 1")
    with pytest.raises(ReferenceFault, match="p4test crashed: Compiler Bug"):
        reject_p4c("p4test", tmp_path / "x.p4", tmp_path)
    tools(
        "p4test",
        "echo 'a/x.p4(2): [--Wwarn=w] warning: w' >&2; echo 'a/x.p4(4):syntax error, unexpected }' >&2; exit 1",
    )
    with pytest.raises(Refused) as refusal:
        reject_p4c("p4test", tmp_path / "x.p4", tmp_path)
    assert refusal.value.lines == {4}


@pytest.mark.bmv2
@needs("simple_switch_grpc")
@pytest.mark.parametrize("name", ["truncate", "clone_i2e", "multicast"])
def test_real_bmv2_takes_packets_shorter_than_an_ethernet_header_without_root(name):
    result = run_pairing(OURS, BMV2, LANGUAGE / f"{name}.p4")
    assert (result.result, result.text) == ("pass", "")
    assert any(frames for frames in result.frames.values())


RUNS = {
    "same": ("pass", {1: [b"\x01"]}, "pass", {1: [b"\x01"]}, "pass", "same result and the same frames"),
    "open digit": (
        *("pass", {1: [b"\x01"]}, "pass", {1: [b"\x02"]}),
        *("pass", "same result; frames differ where the test allows anything"),
    ),
    "unexpected frame": ("pass", {1: [b"\x01"]}, "pass", {2: [b"\x01"]}, "fail", "same result, other frames"),
    "other result": ("fail", {1: [b"\x01"]}, "pass", {1: [b"\x02"]}, "fail", "another result than p4c's JSON"),
    "both fail": ("fail", {1: [b"\x01"]}, "fail", {1: [b"\x01"]}, "pass", "same frames, and neither passes"),
    "not ours": ("not counted", {}, "pass", {}, "not counted", "not compiled"),
}


@pytest.mark.parametrize("case", RUNS)
def test_our_json_on_bmv2_is_held_against_p4c_s(tmp_path, monkeypatch, case):
    ours, our_frames, theirs, their_frames, result, row = RUNS[case]
    runs = {OURS: Run(ours, "", our_frames), P4C: Run(theirs, "", their_frames)}
    monkeypatch.setattr(stf_tests, "run_pairing", lambda compiler, _target, _program, **_: runs[compiler])
    (tmp_path / "x.stf").write_text("expect 1 0*\n")
    outcome = stf_tests._compare(tmp_path / "x.p4")
    assert (outcome.result, outcome.row) == (result, row)
