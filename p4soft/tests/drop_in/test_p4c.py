# SPDX-License-Identifier: Apache-2.0
"""`p4c` and `p4c-bm2-ss`: the command lines that Makefiles and lab tools use."""

import json
import re
import shlex

import pytest
from google.protobuf import json_format, text_format
from tests.command_kit import status
from tests.compiler.compiler_kit import Runner, build, source

from p4soft.compiler.files import rule
from p4soft.drop_in import p4c
from p4soft.messages import p4info_pb2

# --- Programs --------------------------------------------------------------------------------------------------------
# `p4c` and `p4c-bm2-ss`: the command lines that Makefiles and lab tools use.


@pytest.fixture
def program(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "prog.p4").write_text(source(ingress="hdr.h.a = VALUE;"))
    return tmp_path


def run(main, line):
    return status(main, shlex.split(line))


def p4info(path):
    info = p4info_pb2.P4Info()
    data = path.read_bytes()
    match path.suffix:
        case ".json":
            json_format.Parse(data, info)
        case ".txt" | ".txtpb":
            text_format.Parse(data.decode(), info)
        case _:
            info.ParseFromString(data)
    return info


def test_the_driver_as_tutorials_call_it(program):
    line = "--target bmv2 --arch v1model --p4runtime-files build/prog.p4info.txtpb -o build -DVALUE=1 prog.p4"
    (program / "build").mkdir()
    assert run(p4c.main, line) == 0
    assert json.loads((program / "build" / "prog.json").read_text())["__meta__"]["version"] == [2, 23]
    assert p4info(program / "build" / "prog.p4info.txtpb").pkg_info.arch == "v1model"


def test_the_driver_makes_its_folder_and_needs_none(program):
    assert run(p4c.main, "-b bmv2 -a v1model --std p4-16 -D VALUE=2 --output deep/er prog.p4") == 0
    assert run(p4c.main, "-D VALUE=2 prog.p4") == 0
    assert (program / "deep" / "er" / "prog.json").read_bytes() == (program / "prog.json").read_bytes()


def test_the_driver_leaves_the_preprocessed_program(program):
    assert run(p4c.main, "-D VALUE=2 -o build prog.p4") == 0
    text = (program / "build" / "prog.p4i").read_text()
    assert re.search(r"hdr\.h\.a = 2 *;", text)
    assert "#include" not in text
    assert run(p4c.main, "-o build build/prog.p4i") == 0
    assert (program / "build" / "prog.p4i").read_text() == text
    assert run(p4c.main_bm2_ss, "-D VALUE=2 -o only.json prog.p4") == 0
    assert not (program / "only.p4i").exists()


def test_the_compiler_as_the_tutorials_makefile_calls_it(program):
    (program / "build").mkdir()
    line = "--p4v 16 --p4runtime-files build/p.txtpb,build/p.json,build/p.bin,build/p.txt -o build/prog.json -DVALUE=1"
    assert run(p4c.main_bm2_ss, f"{line} -I include/that/is/missing prog.p4") == 0
    assert (program / "build" / "prog.json").exists()
    infos = [p4info(program / "build" / f"p{suffix}") for suffix in (".txtpb", ".json", ".bin", ".txt")]
    assert all(info == infos[0] for info in infos)


@pytest.mark.parametrize(("option", "suffix"), [("", ".bin"), ("text", ".txt"), ("json", ".json"), ("binary", ".bin")])
def test_the_old_form_of_p4info(program, option, suffix):
    chosen = f"--p4runtime-format {option}" if option else ""
    assert run(p4c.main, f"--p4runtime-file out{suffix} {chosen} -DVALUE=1 prog.p4") == 0
    assert p4info(program / f"out{suffix}").pkg_info.arch == "v1model"


@pytest.mark.parametrize(
    "options",
    [
        "--p4v=16", "--std 16", "-x p4_16", "--emit-externs", "-Xp4c=--emit-externs", '-Xp4c "--emit-externs --ndebug"',
        "-c", "-S", "-e", "-g", "-v", "--parser-inline-opt", "-T file:2", "-U OTHER", "--loopsUnroll",
        "--Winfo", "--Wwarn=unused", "--maxErrorCount 3",
    ],
)  # fmt: skip
def test_options_that_change_nothing(program, options):
    assert run(p4c.main, f"{options} -DVALUE=1 prog.p4") == 0
    assert (program / "prog.json").exists()


@pytest.mark.parametrize("main", [p4c.main, p4c.main_bm2_ss])
@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ("-M -MG", "a file that cannot be included is an error"),
        ("-MF x", "-MF needs -M or -MD"),
        ("-MT x", "-MT needs -M or -MD"),
        ("-MP", "-MP needs -M or -MD"),
        ("--toJSON x", "no p4c IR here"),
        ("--top4 Front", "no p4c IR here"),
        ("--metrics all", "no code metrics"),
        ("--disable-annotations", "every annotation means"),
        ("--disable-annotations=name", "every annotation means"),
        ("--disable-pragma", "every annotation means"),
        ("--std p4-14", "'p4-14' is not one of"),
        ("--p4v 14", "'14' is not one of"),
        ("--arch psa", "'psa' is not"),
        ("--target ebpf", "'ebpf' is not"),
        ("--no-such-option", "No such option"),
        ("--p4runtime-files x.yaml", "the suffix says the format"),
    ],
)
@pytest.mark.usefixtures("program")
def test_options_that_are_refused(main, options, reason, capsys):
    assert run(main, f"{options} -DVALUE=1 prog.p4") == 2
    assert reason in capsys.readouterr().err.replace("\n", " ")


def test_warnings_as_asked_for(program, capsys):
    (program / "prog.p4").write_text(source(ingress="hdr.h.a = 1;", locals="action never() { hdr.h.a = 2; }"))
    for options, shown, code in [
        ("", "warning", 0),
        ("--Wdisable", "", 0),
        ("--Wdisable=unused", "", 0),
        ("--Wdisable=shadow", "warning", 0),
        ("--Werror", "error", 1),
        ("--Werror=unused", "error", 1),
        ("--Werror=shadow,overflow", "warning", 0),
    ]:
        (program / "prog.json").unlink(missing_ok=True)
        assert run(p4c.main_bm2_ss, f"-o prog.json {options} prog.p4") == code, options
        err = capsys.readouterr().err
        assert (shown in err) if shown else not err, options
        assert (program / "prog.json").exists() == (code == 0), options


def test_no_more_errors_than_asked_for(program, capsys):
    (program / "prog.p4").write_text(source(ingress="hdr.h.a = no1;\nhdr.h.a = no2;\nhdr.h.a = no3;"))
    assert run(p4c.main, "--maxErrorCount 1 prog.p4") == 1
    err = capsys.readouterr().err
    assert "no1" in err
    assert "no2" not in err
    assert "3 errors" in err


@pytest.mark.usefixtures("program")
def test_defines_taken_back(capsys):
    assert run(p4c.main_bm2_ss, "-DVALUE=1 -UVALUE prog.p4") == 1
    assert "VALUE" in capsys.readouterr().err


def test_dev_null_is_no_output(program):
    assert run(p4c.main_bm2_ss, "-DVALUE=1 -o /dev/null --p4runtime-file /dev/null prog.p4") == 0
    assert sorted(path.name for path in program.iterdir()) == ["prog.p4"]


def test_versions_are_said(capsys):
    for main, wanted in [(p4c.main, "p4c 1.2"), (p4c.main_bm2_ss, "Version 1.2")]:
        assert run(main, "--version") == 0
        assert wanted in capsys.readouterr().out
    assert run(p4c.main, "--help-targets") == 0
    assert "bmv2-v1model" in capsys.readouterr().out


def test_a_folder_that_cannot_be_made(program, capsys):
    (program / "file").write_text("")
    assert run(p4c.main, "-DVALUE=1 -o file/out prog.p4") == 1
    assert "error: file/out: cannot write: Not a directory" in capsys.readouterr().err


# --- Preprocessing ---------------------------------------------------------------------------------------------------
# `p4c -E`, `-M`, `-MD` and what goes with them; `--ndebug`.


@pytest.fixture
def preprocessed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "values.h").write_text("#define VALUE 3\n")
    (tmp_path / "prog.p4").write_text('#include "more/values.h"\n' + source(ingress="hdr.h.a = VALUE;"))
    return tmp_path


def prerequisites(text, target):
    """What a rule says that a target is made of; our own includes by their names alone."""
    first = text.replace("\\\n", " ").splitlines()[0]
    assert first.startswith(f"{target}: "), first
    words = first.removeprefix(f"{target}: ").split()
    return [word.rpartition("/p4include/")[2] for word in words]


FILES = ["prog.p4", "more/values.h", "core.p4", "v1model.p4"]


def test_the_compiler_prints_the_preprocessed_program(preprocessed, capsys):
    assert run(p4c.main_bm2_ss, "-E prog.p4") == 0
    out = capsys.readouterr().out
    assert re.search(r"hdr\.h\.a = 3 *;", out)
    assert sorted(path.name for path in preprocessed.iterdir()) == ["more", "prog.p4"]
    (preprocessed / "again.p4").write_text(out)
    assert run(p4c.main_bm2_ss, "-o again.json again.p4") == 0


def test_the_driver_writes_the_preprocessed_program_alone(preprocessed, capsys):
    assert run(p4c.main, "-b bmv2 -a v1model -E -o build prog.p4") == 0
    assert not capsys.readouterr().out
    assert [path.name for path in (preprocessed / "build").iterdir()] == ["prog.p4i"]
    assert re.search(r"hdr\.h\.a = 3 *;", (preprocessed / "build" / "prog.p4i").read_text())


def test_a_wrong_directive_is_an_error(preprocessed, capsys):
    (preprocessed / "prog.p4").write_text('#include "nowhere.h"\n')
    for options in ("-E", "-M", "-MD"):
        assert run(p4c.main_bm2_ss, f"{options} -o prog.json prog.p4") == 1
        assert "nowhere.h" in capsys.readouterr().err
    assert sorted(path.name for path in preprocessed.iterdir()) == ["more", "prog.p4"]


def test_a_rule_to_standard_output(preprocessed, capsys):
    assert run(p4c.main_bm2_ss, "-M prog.p4") == 0
    assert prerequisites(capsys.readouterr().out, "prog.json") == FILES
    assert run(p4c.main_bm2_ss, "-M -MT one -MQ 'two$' -o x.json prog.p4") == 0
    assert prerequisites(capsys.readouterr().out, "one two$$") == FILES
    assert run(p4c.main_bm2_ss, "-M -MF rule.d prog.p4") == 0
    assert prerequisites((preprocessed / "rule.d").read_text(), "prog.json") == FILES
    assert not (preprocessed / "prog.json").exists()


def test_the_driver_writes_the_rule_where_p4c_writes_it(preprocessed):
    """p4c gives its preprocessor one output, which the rule goes to then."""
    assert run(p4c.main, "-M prog.p4") == 0
    assert prerequisites((preprocessed / "prog.p4i").read_text(), "prog.json") == FILES
    assert not (preprocessed / "prog.json").exists()


def test_a_rule_beside_the_json(preprocessed):
    assert run(p4c.main, "-MD -MP -o build prog.p4") == 0
    text = (preprocessed / "build" / "prog.d").read_text()
    assert prerequisites(text, "build/prog.json") == FILES
    assert "\nmore/values.h:\n" in text
    assert "\nprog.p4:\n" not in text
    assert json.loads((preprocessed / "build" / "prog.json").read_text())["actions"] is not None
    assert run(p4c.main_bm2_ss, "-MD -MF deps -o out.json prog.p4") == 0
    assert prerequisites((preprocessed / "deps").read_text(), "out.json") == FILES


def test_names_mean_nothing_else_to_make():
    text = rule(["t"], ["a b.p4", "c$d.p4", "e#f.p4", *(f"{n:030}.p4" for n in range(3))], phony=False)
    assert text.startswith("t: a\\ b.p4 c$$d.p4 e\\#f.p4 ")
    assert all(len(line) <= 80 for line in text.splitlines())
    assert all(line.endswith(" \\") for line in text.splitlines()[:-1])


@pytest.mark.parametrize(("options", "left"), [("", {"assert", "assume", "log_msg"}), ("--ndebug", {"log_msg"})])
def test_assertions_are_left_out(preprocessed, options, left):
    body = 'assert(hdr.h.a == 1); if (hdr.h.b == 0) { assume(hdr.h.a == 2); } log_msg("on");'
    (preprocessed / "prog.p4").write_text(source(ingress=body))
    assert run(p4c.main_bm2_ss, f"{options} -o prog.json prog.p4") == 0
    actions = json.loads((preprocessed / "prog.json").read_text())["actions"]
    ops = {p["op"] for action in actions for p in action["primitives"]}
    assert ops & {"assert", "assume", "log_msg"} == left


def test_a_packet_survives_an_assertion_that_is_left_out(tmp_path):
    text = source(ingress="assert(hdr.h.a == 1);")
    runner = Runner(build(tmp_path, text, left_out=("assert",)))
    assert runner.one("0202030405060708f00a") == "0202030405060708f00a"
