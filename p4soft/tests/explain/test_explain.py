# SPDX-License-Identifier: Apache-2.0
"""Programs as diagrams: what the text says, that the drawing is sound, and what the command does with bad input."""

import json
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest
from reference_kit import needs
from tests.compiler.compiler_kit import status_of
from tests.explain import parcel_kit as parcel
from tests.explain.drawing_kit import check_drawing, lines_without_places

from p4soft.compiler import compile_file
from p4soft.explain import to_svg, to_text
from p4soft.explain.__main__ import entry
from p4soft.explain.description import Applied, Choice, Jump, Statements, read_blocks
from p4soft.explain.drawing import MAX_CHARACTERS, wrap
from p4soft.switch import load_program

GOLDEN = Path(__file__).parent / "golden" / "parcel_explained.txt"
ROUTER = Path(__file__).parents[2] / "examples" / "router.p4"

HEAD = """
#include <core.p4>
#include <v1model.p4>
header h_t { bit<8> a; bit<8> b; }
struct headers { h_t h; }
struct meta {}
parser P(packet_in p, out headers hdr, inout meta m, inout standard_metadata_t s) {
    state start { p.extract(hdr.h); transition accept; }
}
control V(inout headers hdr, inout meta m) { apply {} }
control E(inout headers hdr, inout meta m, inout standard_metadata_t s) { apply {} }
control D(packet_out p, in headers hdr) { apply { p.emit(hdr.h); } }
control I(inout headers hdr, inout meta m, inout standard_metadata_t s) {
    action one() { hdr.h.a = 1; }
    action two() { hdr.h.a = 2; }
    table t { key = { hdr.h.b : ternary; } actions = { one; two; } default_action = one(); }
"""
TAIL = """
}
V1Switch(P(), V(), I(), E(), V(), D()) main;
"""


def program_of(tmp_path, body):
    source = tmp_path / "p.p4"
    source.write_text(HEAD + body + TAIL)
    return load_program(compile_file(source).json)


def ingress(tmp_path, body):
    program = program_of(tmp_path, f"apply {{ {body} }}")
    return read_blocks(program, program.pipelines["ingress"])


def router():
    return load_program(compile_file(ROUTER).json)


def test_the_text_is_golden():
    assert parcel.relative(to_text(parcel.program())) == GOLDEN.read_text(encoding="utf-8")


def test_what_follows_a_choice_stands_after_it(tmp_path):
    blocks = ingress(tmp_path, "if (hdr.h.a == 1) { hdr.h.b = 1; } else { hdr.h.b = 2; } t.apply();")
    choice, table = blocks
    assert isinstance(choice, Choice) and isinstance(table, Applied)
    assert [[s.text for s in arm.items[0].items] for arm in choice.arms] == [["hdr.h.b = 1"]]
    assert [s.text for s in choice.otherwise[0].items] == ["hdr.h.b = 2"]
    assert table.branches == ()


def test_else_if_is_one_ladder(tmp_path):
    (choice,) = ingress(
        tmp_path,
        "if (hdr.h.a == 1) { t.apply(); } else if (hdr.h.a == 2) { hdr.h.b = 2; }"
        " else if (hdr.h.a == 3) { hdr.h.b = 3; }",
    )
    assert [arm.text for arm in choice.arms] == ["hdr.h.a == 1", "hdr.h.a == 2", "hdr.h.a == 3"]
    assert choice.otherwise == ()


def test_hit_miss_and_action_run(tmp_path):
    (table,) = ingress(tmp_path, "if (t.apply().hit) { hdr.h.b = 1; }")
    assert [(what, bool(items)) for what, items in table.branches] == [("hit", True), ("miss", False)]
    (table,) = ingress(tmp_path, "switch (t.apply().action_run) { one: { hdr.h.b = 1; } two: { hdr.h.b = 2; } }")
    assert [(what, items[0].items[0].text) for what, items in table.branches] == [
        ("one", "hdr.h.b = 1"),
        ("two", "hdr.h.b = 2"),
    ]


def test_runs_of_statements_are_one_block(tmp_path):
    (block,) = ingress(tmp_path, "hdr.h.a = 1; hdr.h.b = 2; hdr.h.setInvalid();")
    assert isinstance(block, Statements)
    assert [s.text for s in block.items] == ["hdr.h.a = 1", "hdr.h.b = 2", "hdr.h.setInvalid()"]


def test_a_graph_that_is_not_nested_jumps():
    """Somebody's JSON may share a node between branches without it being where they meet."""
    source = parcel.compiled().json
    changed = json.loads(json.dumps(source))
    egress = changed["pipelines"][1]
    first, second, third = (c for c in sorted(egress["conditionals"], key=lambda c: c["source_info"]["line"]))
    first["true_next"], second["true_next"] = third["name"], None
    first["false_next"], second["false_next"] = second["name"], third["name"]
    program = load_program(changed)
    text = to_text(program)
    assert f"goes on at {third['name']}" in text
    assert any(isinstance(b, Choice | Jump) for b in read_blocks(program, program.pipelines["egress"]))
    ElementTree.fromstring(to_svg(program))


def test_a_large_program_is_explained():
    program = router()
    lines = lines_without_places(to_text(program))
    assert "├─ state parse_ipv6" in lines
    assert "│        0x29     -> parse_inner_ipv6" in lines
    assert any(line.endswith("key      dst  lpm bit<128> = ipv6.dst") for line in lines)
    assert any("(0x0, 0x29)  -> parse_inner_ipv6" in line for line in lines)
    for table in program.tables():
        if not table.name.startswith("tbl_"):
            assert sum(line.endswith(f"table {table.name}") for line in lines) == 1


@pytest.mark.parametrize("make", [parcel.program, router])
def test_the_drawing_is_sound(make):
    check_drawing(make())


def test_words_longer_than_their_box():
    name = f"ingress.{'x' * 300}"
    for text in (name, f"a {name}", f"{name} z", f"{'y' * 62} {name}"):
        lines = wrap(text)
        assert "".join(lines).replace(" ", "") == text.replace(" ", "")
        assert all(line.strip() and len(line) <= MAX_CHARACTERS for line in lines)


def test_a_program_with_long_names_is_drawn(tmp_path):
    name = "a_name_" * 20
    program = program_of(tmp_path, f"bit<8> {name} = 3; apply {{ if (hdr.h.b != {name}) {{ t.apply(); }} }}")
    ElementTree.fromstring(to_svg(program))


def test_a_parser_that_does_nothing():
    changed = json.loads(json.dumps(parcel.compiled().json))
    changed["parsers"][0].update(init_state=None, parse_states=[])
    program = load_program(changed)
    assert "accepts at once" in to_text(program)
    ElementTree.fromstring(to_svg(program))


def test_the_command(tmp_path, capsys):
    compiled = tmp_path / "p.json"
    compiled.write_text(json.dumps(parcel.compiled().json))
    assert status_of(entry, parcel.SOURCE, "--svg", tmp_path / "p.svg") == 0
    from_source = capsys.readouterr().out
    assert status_of(entry, "--json", compiled) == 0
    assert capsys.readouterr().out == from_source
    assert (tmp_path / "p.svg").read_text().startswith("<svg ")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["{dir}/none.p4"], "error:"),
        (["--json", "{dir}/none.json"], "error: {dir}/none.json: cannot read: No such file or directory"),
        (["--json", "{dir}/bad.json"], "error: {dir}/bad.json"),
        (["{dir}/bad.p4"], "error: {dir}/bad.p4: does not compile"),
        ([str(parcel.SOURCE), "--svg", "{dir}/no/x.svg"], "error: --svg {dir}/no/x.svg: cannot write"),
    ],
)
def test_bad_input_is_an_error_message(arguments, message, tmp_path, capsys):
    (tmp_path / "bad.json").write_text("{")
    (tmp_path / "bad.p4").write_text("control {")
    assert status_of(entry, *(a.format(dir=tmp_path) for a in arguments)) == 1
    captured = capsys.readouterr()
    assert message.format(dir=tmp_path) in captured.err
    assert captured.out == "" and "Traceback" not in captured.err


@pytest.mark.parametrize("arguments", [[], ["a.p4", "--json", "b.json"], ["a.p4", "-D", "1x"]])
def test_wrong_command_lines(arguments, capsys):
    assert status_of(entry, *arguments) == 2
    assert "usage:" in capsys.readouterr().err.lower()


@pytest.mark.bmv2
@needs("p4c-bm2-ss")
@pytest.mark.parametrize("source", [parcel.SOURCE, ROUTER])
def test_programs_that_p4c_compiled(source, tmp_path):
    compiled = tmp_path / "p.json"
    subprocess.run(["p4c-bm2-ss", str(source), "-o", str(compiled)], check=True, capture_output=True)
    ours = load_program(compile_file(source).json)
    theirs = load_program(compiled.read_text())
    text = to_text(theirs)
    for table in ours.tables():
        if not table.name.startswith("tbl_"):
            assert f"table {table.name}" in text
    ElementTree.fromstring(to_svg(theirs))
