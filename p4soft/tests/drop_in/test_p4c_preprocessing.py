# SPDX-License-Identifier: Apache-2.0
"""`p4c -E`, `-M`, `-MD` and what goes with them; `--ndebug`."""

import json
import re
import shlex

import pytest
from tests.command_kit import status
from tests.compiler.compiler_kit import Runner, build, source

from p4soft.compiler.files import rule
from p4soft.drop_in import p4c


@pytest.fixture
def program(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "values.h").write_text("#define VALUE 3\n")
    (tmp_path / "prog.p4").write_text('#include "more/values.h"\n' + source(ingress="hdr.h.a = VALUE;"))
    return tmp_path


def run(main, line):
    return status(main, shlex.split(line))


def prerequisites(text, target):
    """What a rule says that a target is made of; our own includes by their names alone."""
    first = text.replace("\\\n", " ").splitlines()[0]
    assert first.startswith(f"{target}: "), first
    words = first.removeprefix(f"{target}: ").split()
    return [word.rpartition("/p4include/")[2] for word in words]


FILES = ["prog.p4", "more/values.h", "core.p4", "v1model.p4"]


def test_the_compiler_prints_the_preprocessed_program(program, capsys):
    assert run(p4c.main_bm2_ss, "-E prog.p4") == 0
    out = capsys.readouterr().out
    assert re.search(r"hdr\.h\.a = 3 *;", out)
    assert sorted(path.name for path in program.iterdir()) == ["more", "prog.p4"]
    (program / "again.p4").write_text(out)
    assert run(p4c.main_bm2_ss, "-o again.json again.p4") == 0


def test_the_driver_writes_the_preprocessed_program_alone(program, capsys):
    assert run(p4c.main, "-b bmv2 -a v1model -E -o build prog.p4") == 0
    assert not capsys.readouterr().out
    assert [path.name for path in (program / "build").iterdir()] == ["prog.p4i"]
    assert re.search(r"hdr\.h\.a = 3 *;", (program / "build" / "prog.p4i").read_text())


def test_a_wrong_directive_is_an_error(program, capsys):
    (program / "prog.p4").write_text('#include "nowhere.h"\n')
    for options in ("-E", "-M", "-MD"):
        assert run(p4c.main_bm2_ss, f"{options} -o prog.json prog.p4") == 1
        assert "nowhere.h" in capsys.readouterr().err
    assert sorted(path.name for path in program.iterdir()) == ["more", "prog.p4"]


def test_a_rule_to_standard_output(program, capsys):
    assert run(p4c.main_bm2_ss, "-M prog.p4") == 0
    assert prerequisites(capsys.readouterr().out, "prog.json") == FILES
    assert run(p4c.main_bm2_ss, "-M -MT one -MQ 'two$' -o x.json prog.p4") == 0
    assert prerequisites(capsys.readouterr().out, "one two$$") == FILES
    assert run(p4c.main_bm2_ss, "-M -MF rule.d prog.p4") == 0
    assert prerequisites((program / "rule.d").read_text(), "prog.json") == FILES
    assert not (program / "prog.json").exists()


def test_the_driver_writes_the_rule_where_p4c_writes_it(program):
    """p4c gives its preprocessor one output, which the rule goes to then."""
    assert run(p4c.main, "-M prog.p4") == 0
    assert prerequisites((program / "prog.p4i").read_text(), "prog.json") == FILES
    assert not (program / "prog.json").exists()


def test_a_rule_beside_the_json(program):
    assert run(p4c.main, "-MD -MP -o build prog.p4") == 0
    text = (program / "build" / "prog.d").read_text()
    assert prerequisites(text, "build/prog.json") == FILES
    assert "\nmore/values.h:\n" in text
    assert "\nprog.p4:\n" not in text
    assert json.loads((program / "build" / "prog.json").read_text())["actions"] is not None
    assert run(p4c.main_bm2_ss, "-MD -MF deps -o out.json prog.p4") == 0
    assert prerequisites((program / "deps").read_text(), "out.json") == FILES


def test_names_mean_nothing_else_to_make():
    text = rule(["t"], ["a b.p4", "c$d.p4", "e#f.p4", *(f"{n:030}.p4" for n in range(3))], phony=False)
    assert text.startswith("t: a\\ b.p4 c$$d.p4 e\\#f.p4 ")
    assert all(len(line) <= 80 for line in text.splitlines())
    assert all(line.endswith(" \\") for line in text.splitlines()[:-1])


@pytest.mark.parametrize(("options", "left"), [("", {"assert", "assume", "log_msg"}), ("--ndebug", {"log_msg"})])
def test_assertions_are_left_out(program, options, left):
    body = 'assert(hdr.h.a == 1); if (hdr.h.b == 0) { assume(hdr.h.a == 2); } log_msg("on");'
    (program / "prog.p4").write_text(source(ingress=body))
    assert run(p4c.main_bm2_ss, f"{options} -o prog.json prog.p4") == 0
    actions = json.loads((program / "prog.json").read_text())["actions"]
    ops = {p["op"] for action in actions for p in action["primitives"]}
    assert ops & {"assert", "assume", "log_msg"} == left


def test_a_packet_survives_an_assertion_that_is_left_out(tmp_path):
    text = source(ingress="assert(hdr.h.a == 1);")
    runner = Runner(build(tmp_path, text, left_out=("assert",)))
    assert runner.one("0202030405060708f00a") == "0202030405060708f00a"
