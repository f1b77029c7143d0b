# SPDX-License-Identifier: Apache-2.0
"""The command line: what it writes, and that it writes all of it or nothing."""

import json

import pytest
from google.protobuf import text_format
from tests.compiler.compiler_kit import source, status_of

from p4soft.compiler.__main__ import entry
from p4soft.messages import p4info_pb2


@pytest.fixture
def program(tmp_path):
    file = tmp_path / "program.p4"
    file.write_text(source(ingress="hdr.h.a = VALUE;", globals='#include "more.p4"\n'))
    (tmp_path / "inc").mkdir()
    (tmp_path / "inc" / "more.p4").write_text("const bit<8> THREE = 3;\n")
    return file


def test_writes_json_and_p4info_in_every_format(program, tmp_path, capsys):
    outputs = [tmp_path / f"out{suffix}" for suffix in (".txtpb", ".bin", ".json")]
    target = tmp_path / "program.json"
    arguments = [str(program), "-o", str(target), "--p4runtime-files", ",".join(map(str, outputs))]
    assert status_of(entry, *arguments, "-I", str(tmp_path / "inc"), "-D", "VALUE=THREE", "--std", "p4_16") == 0
    assert json.loads(target.read_text())["__meta__"]["version"] == [2, 23]
    text, binary = p4info_pb2.P4Info(), p4info_pb2.P4Info()
    assert outputs[0].read_text().startswith("# proto-file: p4/config/v1/p4info.proto\n")
    text_format.Parse(outputs[0].read_text(), text)
    binary.ParseFromString(outputs[1].read_bytes())
    assert text == binary
    assert json.loads(outputs[2].read_text())["pkgInfo"] == {"arch": "v1model"}
    assert capsys.readouterr().err == ""


def test_errors_show_place_and_caret_and_leave_nothing(program, tmp_path, capsys):
    target = tmp_path / "program.json"
    before = sorted(tmp_path.iterdir())
    assert status_of(entry, str(program), "-o", str(target), "-I", str(tmp_path / "inc"), "-D", "VALUE=nonsense") == 1
    err = capsys.readouterr().err
    assert f"{program}:" in err
    assert "nonsense" in err
    assert "^" in err
    assert err.splitlines()[-1] == f"error: {program}: 1 error"
    assert sorted(tmp_path.iterdir()) == before


def test_an_unwritable_output_leaves_the_other_unwritten(program, tmp_path, capsys):
    target = tmp_path / "program.json"
    missing = tmp_path / "nowhere" / "x.txtpb"
    arguments = [str(program), "-o", str(target), "--p4runtime-files", str(missing)]
    assert status_of(entry, *arguments, "-I", str(tmp_path / "inc"), "-D", "VALUE=1") == 1
    assert "error: " in capsys.readouterr().err
    assert not target.exists()
    assert not [f for f in tmp_path.iterdir() if f.name.startswith(".")]


@pytest.mark.parametrize("arguments", [["--p4runtime-files", "x.yaml"], ["-D", "1bad"], ["--std", "p4_14"], []])
def test_wrong_usage_exits_2(program, arguments, capsys):
    assert status_of(entry, *([program, *arguments] if arguments else [])) == 2
    assert "error" in capsys.readouterr().err.lower()


def test_a_missing_file(tmp_path, capsys):
    assert status_of(entry, str(tmp_path / "none.p4")) == 1
    assert "none.p4" in capsys.readouterr().err


@pytest.mark.parametrize("define", [["-D", "VALUE=THREE"], ["-DVALUE=THREE"], ["-D", "VALUE=0", "-DVALUE=3"]])
def test_options_are_spelt_as_p4c_has_them(program, tmp_path, define):
    infos = tmp_path / "a.txtpb", tmp_path / "b.json"
    files = f"--p4runtime-files={infos[0]},{infos[1]}"
    assert (
        status_of(entry, f"-I{tmp_path / 'inc'}", *define, "--std", "p4-16", files, "--arch", "v1model", program) == 0
    )
    assert all(info.is_file() for info in infos)


ANONYMOUS = """action own() { hdr.h.a = 1; }
    table t {
        key = { hdr.h.a: exact; hdr.h.b: selector; }
        actions = { own; }
        default_action = own;
        implementation = action_selector(HashAlgorithm.crc16, 8, 4);
    }"""
TWICE = "control Inner(inout bit<8> x) { action own() { x = 1; } apply { own(); } }"


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        (
            {"locals": ANONYMOUS, "ingress": "t.apply();"},
            "property `implementation` of table 'MyIngress.t' makes an instance without name for the control plane",
        ),
        (
            {"globals": TWICE, "ingress": "Inner.apply(hdr.h.a); Inner.apply(hdr.h.b);"},
            "`Inner.apply()` stands here twice: the control plane cannot tell the two apart",
        ),
    ],
)
def test_what_p4c_has_no_names_for_is_refused_when_p4info_is_asked_for(tmp_path, capsys, parts, message):
    file, target, info = (tmp_path / name for name in ("program.p4", "program.json", "program.txtpb"))
    file.write_text(source(**parts))
    assert status_of(entry, str(file), "-o", str(target)) == 0
    target.unlink()
    capsys.readouterr()
    assert status_of(entry, str(file), "-o", str(target), "--p4runtime-files", str(info)) == 1
    assert f"error: {message}; expected " in capsys.readouterr().err
    assert not target.exists()
    assert not info.exists()
