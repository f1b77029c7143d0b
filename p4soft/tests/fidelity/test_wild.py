# SPDX-License-Identifier: Apache-2.0
"""Programs of a folder: compiled by both compilers (p4c is a stand-in that says what a test needs), and really run."""

import json
import shutil

import pytest
from command_kit import status
from google.protobuf import text_format
from tests.compiler.compiler_kit import source

from p4soft.compiler import compile_file
from p4soft.fidelity import verdict
from p4soft.fidelity.__main__ import entry
from p4soft.fidelity.compilers import compile_ours, compile_p4c
from p4soft.fidelity.verdict import STALE
from p4soft.fidelity.wild import programs
from p4soft.fidelity.workload import Amount


@pytest.fixture
def p4c(tmp_path, monkeypatch):
    """Puts a p4c-bm2-ss on an otherwise empty PATH: a script, with $json and $info where outputs go, and $all."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))

    def put(script):
        path = folder / "p4c-bm2-ss"
        last = 'while [ $# -gt 0 ]; do case "$1" in -o) json=$2;; --p4runtime-files) info=$2;; esac; shift; done\n'
        path.write_text(f'#!/bin/bash\nPATH=/usr/bin:/bin\nall="$*"\n{last}{script}\n')
        path.chmod(0o755)

    return put


@pytest.fixture
def folder(tmp_path):
    wild = tmp_path / "wild"
    (wild / "deep").mkdir(parents=True)
    (wild / "deep" / "one.p4").write_text(source())
    return wild


def wild(capsys, folder, *options):
    code = status(entry, ["wild", str(folder), "--list", "--jobs", "1", "--compile-only", *options])
    return code, capsys.readouterr().out.splitlines()


def test_programs_are_what_has_a_main_and_no_other_includes(folder):
    head, _, main = source().rpartition("V1Switch(")
    (folder / "split.p4").write_text(f'{head}\n#include "main.p4"\n')
    (folder / "main.p4").write_text(f"#include <v1model.p4>\nV1Switch({main}")
    (folder / "headers.p4").write_text("header h_t { bit<8> x; }\n")
    assert [p.relative_to(folder).as_posix() for p in programs(folder)] == ["deep/one.p4", "split.p4"]


def test_equal_p4info_passes_and_a_different_one_does_not(folder, tmp_path, p4c, capsys, request):
    info = tmp_path / "info.txtpb"
    info.write_text(text_format.MessageToString(compile_file(folder / "deep" / "one.p4").p4info))
    p4c(f'echo "{{}}" > "$json"; cat {info} > "$info"')
    code, out = wild(capsys, folder)
    assert code == 0
    assert "  equal P4Info 1 of 1 (100.0 %)" in out
    request.getfixturevalue("no_processes")
    p4c('echo "{}" > "$json"; echo \'pkg_info { arch: "other" }\' > "$info"')
    code, out = wild(capsys, folder)
    assert code == 1
    assert "deep/one.p4: different P4Info" in out


@pytest.mark.parametrize(
    ("said", "result"),
    [
        ("BMV2 does not support for-in loops", (": loops over ranges and lists are unrolled here", 0)),
        (
            "x: action parameters must be bit<> or int<> on this target",
            (": a `bool` that the control plane gives an action is one bit here", 0),
        ),
        (
            "cc1: fatal error: /tmp/347231276344.p4: No such file or directory",
            (": p4c does not find a file whose name is not ASCII", 0),
        ),
        ("cc1: fatal error: /tmp/one.p4: No such file or directory", ("", 1)),
        ("something new", ("", 1)),
    ],
)
@pytest.mark.usefixtures("no_processes")
def test_a_difference_needs_a_reason(folder, p4c, capsys, said, result):
    reason, code = result
    p4c(f'echo "one.p4(1): [--Werror=unsupported] error: {said}" >&2; exit 1')
    status_, out = wild(capsys, folder)
    assert status_ == code
    assert f"deep/one.p4: compiled by us only{reason}" in out


@pytest.mark.usefixtures("no_processes")
def test_macros_are_for_both_compilers(folder, p4c, capsys):
    (folder / "deep" / "one.p4").write_text(source(ingress="hdr.h.a = VALUE;"))
    p4c('echo "one.p4(1): [--Werror=unsupported] error: $*" >&2; exit 1')
    _code, out = wild(capsys, folder, "-D", "VALUE=3")
    assert "deep/one.p4: compiled by us only" in out


@pytest.mark.usefixtures("no_processes")
def test_folders_of_includes_are_for_both_compilers(folder, tmp_path, p4c, capsys):
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "values.h").write_text("#define VALUE 3\n")
    (folder / "deep" / "one.p4").write_text("#include <values.h>\n" + source(ingress="hdr.h.a = VALUE;"))
    p4c(f'case "$all" in *-I{tmp_path}/more*) what=found;; esac; echo "error: $what" >&2; exit 1')
    _code, out = wild(capsys, folder, "-I", str(tmp_path / "more"))
    assert "deep/one.p4: compiled by us only" in out
    assert "error: found" in "\n".join(out)


def test_a_folder_without_programs(tmp_path, p4c, capsys):
    p4c("exit 1")
    (tmp_path / "empty").mkdir()
    assert status(entry, ["wild", str(tmp_path / "empty"), "--compile-only"]) == 2
    assert "no v1model programs there" in capsys.readouterr().err


def test_running_needs_the_switch(folder, p4c, capsys):
    p4c("exit 1")
    assert status(entry, ["wild", str(folder)]) == 2
    assert "simple_switch_grpc is not on the PATH; accepted: --compile-only" in capsys.readouterr().err


REAL = pytest.mark.skipif(
    any(shutil.which(name) is None for name in ("p4c-bm2-ss", "simple_switch_grpc")),
    reason="p4c-bm2-ss or simple_switch_grpc is not on the PATH",
)


def tried(capsys, folder, report, *options):
    code = status(entry, ["wild", str(folder), "--jobs", "1", "--report", str(report), *options])
    return code, {p["program"]: p for p in json.loads(report.read_text())["programs"]}, capsys.readouterr().out


@pytest.mark.bmv2
@REAL
def test_four_pairings_with_entries_and_packets(folder, tmp_path, capsys):
    (folder / "deep" / "one.p4").write_text(
        source(
            locals="action set(bit<8> v) { hdr.h.b = v; } register<bit<8>>(2) r;"
            "table t { key = { hdr.h.a : ternary; } actions = { set; } }",
            ingress="t.apply(); r.write(0, hdr.h.b);",
        )
    )
    (folder / "time.p4").write_text(source(ingress="hdr.h.d = (bit<32>)std.ingress_global_timestamp;"))
    (folder / "assert.p4").write_text(source(ingress="assert(hdr.h.a != 3);"))
    code, programs_, out = tried(capsys, folder, tmp_path / "one.json", "--packets", "32")
    assert code == 0, out
    one = programs_["deep/one.p4"]
    assert one["row"] == "equal P4Info, equal behaviour"
    assert one["alike"]
    assert (one["updates"], one["accepted"], one["packets"]) == (one["updates"], one["updates"], 32)
    assert one["frames"] == 32
    assert one["cells"] >= 9
    assert list(programs_["time.p4"]["reasons"]) == ["time stamps, or rates of meters"]
    assert programs_["assert.p4"]["left out"]
    assert all("Assert error" in text for text in programs_["assert.p4"]["left out"])
    # The same seed makes the same report.
    tried(capsys, folder, tmp_path / "two.json", "--packets", "32")
    assert (tmp_path / "one.json").read_bytes() == (tmp_path / "two.json").read_bytes()


@pytest.mark.bmv2
@REAL
def test_a_fault_of_the_switch_is_an_error_that_names_it(folder, tmp_path, monkeypatch):
    """Our switch takes another value than BMv2: the tool must say so, where and for which pairings."""
    right = verdict.run_embedded

    def wrong(*arguments):
        outcome = right(*arguments)
        outcome.packets[2] = ((1, b"other"),)
        return outcome

    monkeypatch.setattr(verdict, "run_embedded", wrong)
    trial = verdict.try_program(*compiled_both(folder, tmp_path), verdict.Plan("1", Amount(packets=8)), tmp_path)
    assert trial.who_differs == "the switches"
    assert [line.split(": ")[:2] for line in trial.wrong] == [
        ["ours on our switch", "packet 2"],
        ["p4c on our switch", "packet 2"],
    ]


def compiled_both(folder, tmp_path):
    one = folder / "deep" / "one.p4"
    return compile_ours(one, tmp_path), compile_p4c(one, tmp_path)


@pytest.mark.bmv2
@REAL
def test_a_key_of_a_header_that_is_not_valid(folder, tmp_path):
    """DASH's difference, as small as it gets: the key is a copy of a field of a header that most packets lack.

    P4_16 §8.18 leaves its value open. p4c looks the field itself up, where BMv2 finds 0; we the copy, in which BMv2
    has what an earlier packet left. With cleared headers both count alike.
    """
    (folder / "deep" / "one.p4").write_text(
        source(
            after_extract="transition select(hdr.h.a) { 7 : more; default : accept; }",
            states="state more { packet.extract(hdr.v); transition accept; }",
            globals="header v_t { bit<8> vni; }",
            more_headers="v_t v;",
            more_meta="bit<8> vni;",
            locals="action mark() { hdr.h.e = 0x5a; } counter(4, CounterType.packets) c;"
            "table t { key = { meta.vni : ternary; } actions = { mark; NoAction; }"
            " const entries = { 0 &&& 0xff : NoAction(); _ : mark(); } }",
            ingress="meta.vni = hdr.v.vni; t.apply(); if (hdr.h.e == 0x5a) { c.count(2); }",
        )
    )
    ours, theirs = compiled_both(folder, tmp_path)
    keys = {}
    for name, compiled in (("ours", ours), ("p4c", theirs)):
        tables = json.loads(compiled.json.read_text())["pipelines"][0]["tables"]
        keys[name] = next(t["key"][0]["target"] for t in tables if t["name"] == "MyIngress.t")
    assert keys["p4c"] == ["v", "vni"] != keys["ours"]
    trial = verdict.try_program(ours, theirs, verdict.Plan("1", Amount(packets=32)), tmp_path)
    assert list(trial.reasons) == [STALE]
    assert not trial.wrong
