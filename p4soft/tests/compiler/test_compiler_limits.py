# SPDX-License-Identifier: Apache-2.0
"""Things that are too large, too deep or too many: one clean error each, found by fuzzing (test_compiler_fuzz.py)."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.compiler.compiler_kit import build, run, source, status_of

from p4soft import compiler
from p4soft.compiler import CompileErrors, InternalError, compile_file
from p4soft.compiler.__main__ import entry
from p4soft.compiler.backend import calls
from p4soft.compiler.diagnostics import MAX_COPIES, MAX_MESSAGE, Diagnostics, Span
from p4soft.interpreter import RECURSION_LIMIT
from p4soft.switch import SimpleSwitch, load_program


def refused(tmp_path: Path, text: str) -> CompileErrors:
    with pytest.raises(CompileErrors) as caught:
        build(tmp_path, text)
    assert not isinstance(caught.value, InternalError), caught.value
    return caught.value


def messages(tmp_path: Path, text: str) -> str:
    return "\n".join(d.message + "; expected " + d.expected for d in refused(tmp_path, text).errors)


@pytest.mark.parametrize(
    ("literal", "message"),
    [
        ("9" * 20_000, "malformed number `999999999999999999999999999999...99999999`; expected digits (at most 4300)"),
        ("0x" + "f" * 20_000, "`0xffffffffffffffffffffffffffff...ffffffff` is too large; expected at most 8192 bits"),
        ("4294967296w1", "`4294967296w1` is too wide; expected a width of at most 2048 bits"),
        ("999999999999999999999w1", "is too wide"),
    ],
)
def test_a_huge_literal(tmp_path, literal, message):
    assert message in messages(tmp_path, source(ingress=f"hdr.h.a = (bit<8>) {literal};"))


def test_a_line_of_a_huge_literal_is_shown_in_part(tmp_path):
    (error,) = refused(tmp_path, source(ingress=f"hdr.h.a = {'9' * 20_000};")).errors
    assert all(len(line) < 2 * MAX_MESSAGE for line in str(error).split("\n"))


@pytest.mark.parametrize("width", ["2049", "99999999999999999999", "1" + "0" * 2_000])
def test_a_type_wider_than_p4c_has(tmp_path, width):
    assert "is no valid width; expected 0 to 2048 bits" in messages(tmp_path, source(locals=f"bit<{width}> x;"))


def test_a_concatenation_wider_than_p4c_has(tmp_path):
    assert "`++` makes 4096 bits" in messages(tmp_path, source(ingress="bit<2048> x = 0; x = x ++ x;"))


def test_numbers_that_grow(tmp_path):
    squares = "const int a0 = 3;" + "".join(f"const int a{i} = a{i - 1} * a{i - 1};" for i in range(1, 40))
    (error,) = refused(tmp_path, source(globals=squares)).errors
    assert "the value needs more than 8192 bits" in error.message


def test_sizes_that_p4info_cannot_hold(tmp_path):
    table = "table t { key = { hdr.h.a: exact; } actions = { NoAction; } size = 4294967296; }"
    assert "at most 2147483647 entries" in messages(tmp_path, source(locals=table, ingress="t.apply();"))
    values = "value_set<bit<8>>(4294967296) v;"
    assert "0 to 2147483647 values" in messages(tmp_path, source(parser_locals=values))


def test_a_stack_needs_elements(tmp_path):
    assert "no stacks without elements" in messages(tmp_path, source(more_headers="item_t[0] s;"))


# ------------------------------------------------------------------------------------------------------- doubling


COPIES = 3_000
"""So many calls a program may have here."""


def doubling(first: str, more: str, levels: int = 30) -> str:
    """`first` (number 0), then one declaration per level that uses the one before it twice."""
    return first + "".join(more.replace("THIS", str(i)).replace("LAST", str(i - 1)) for i in range(1, levels))


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        (
            {
                "globals": doubling("struct s0 { bit<8> a; }", "struct sTHIS { sLAST a; sLAST b; }\n"),
                "more_meta": "s29 s;",
            },
            "the type is made of 131072 parts; expected at most 65536",
        ),
        (
            {"globals": doubling("typedef tuple<bit<8>> s0;", "typedef tuple<sLAST, sLAST> sTHIS;\n")},
            "the type is made of 131072 parts",
        ),
        (
            {
                "globals": doubling(
                    "bit<8> f0(in bit<8> x) { return x; }",
                    "bit<8> fTHIS(in bit<8> x) { return fLAST(x) + fLAST(x); }\n",
                ),
                "ingress": "hdr.h.a = f29(hdr.h.a);",
            },
            f"more than {COPIES} calls",
        ),
        (
            {
                "locals": doubling("action c0() {}", "action cTHIS() { cLAST(); cLAST(); }\n"),
                "ingress": "c29();",
            },
            f"more than {COPIES} calls",
        ),
        (
            {
                "globals": doubling(
                    "control c0() { apply {} }",
                    "control cTHIS() { cLAST() a; cLAST() b; apply { a.apply(); b.apply(); } }\n",
                ),
                "locals": "c29() c;",
                "ingress": "c.apply();",
            },
            "more than 20000 instances",
        ),
        (
            {
                "globals": doubling(
                    "parser c0(packet_in p) { state start { transition accept; } }",
                    "parser cTHIS(packet_in p) { cLAST() a; state start "
                    "{ a.apply(p); a.apply(p); transition accept; } }\n",
                ),
                "parser_locals": "c29() c;",
                "after_extract": "c.apply(packet); transition accept;",
            },
            f"more than {COPIES} calls",
        ),
    ],
    ids=["structs", "tuples", "functions", "actions", "controls", "parsers"],
)
def test_what_doubles_at_every_level(tmp_path, monkeypatch, parts, message):
    monkeypatch.setattr(calls, "MAX_COPIES", COPIES)  # 20,000 take seconds
    assert message in messages(tmp_path, source(**parts))


def test_how_many_copies_of_calls_there_may_be():
    assert calls.MAX_COPIES == MAX_COPIES == 20_000


# ------------------------------------------------------------------------------------------------------- deep


def test_a_deep_expression_is_refused_where_it_stands(tmp_path):
    (error,) = refused(tmp_path, source(ingress="hdr.h.a = " + " + ".join(["hdr.h.b"] * RECURSION_LIMIT) + ";")).errors
    assert "nested too deeply" in error.message
    assert error.line > 0
    assert error.column > 0


def test_a_long_sum_runs(tmp_path):
    """600 levels of JSON: BMv2 reads them, and so do the loader and Python, whose own limit is 200 parentheses."""
    sum_ = source(ingress="hdr.h.a = " + " + ".join(["hdr.h.b"] * 600) + ";")
    switch = SimpleSwitch(engine="python")
    switch.faults_are_fatal = True
    switch.load(load_program(build(tmp_path, sum_).json))
    (emission,) = switch.receive(0, bytes.fromhex("0001000000000000000000"), 0)
    assert emission.frame[0] == 600 % 256


def test_many_ranges_in_a_select_run(tmp_path):
    """Each range becomes 61 transitions: Python nests no chain of tests that long."""
    cases = "".join(f"(1..0xfffffffe, {i}): reject;" for i in range(100))
    found = run(
        tmp_path,
        "000000000000000100000000",
        after_extract=f"transition select(hdr.h.d, hdr.h.c) {{ {cases} _: more; }}",
        states="state more { transition accept; }",
        ingress="hdr.h.a = 7;",
    )
    assert found.startswith("0700")


# ------------------------------------------------------------------------------------------------------- preprocessor


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("#if " + "(" * 20_000 + "1" + ")" * 20_000 + "\n#endif\n", "it is nested too deeply"),
        ("#if " + "!" * 20_000 + "1\n#endif\n", "it is nested too deeply"),
        ("#if 0x_\n#endif\n", "malformed number `0x_`"),
        ("#if " + "9" * 20_000 + "\n#endif\n", "malformed number"),
        ("#define f(x) x x\nconst bit<8> a = " + "f(" * 2_000 + "1" + ")" * 2_000 + ";\n", "more than 200 levels deep"),
        ("#define f(x) x x\nconst bit<8> a = " + "f(" * 150 + "1" + ")" * 150 + ";\n", "more than 500,000 tokens"),
        ('#include "' + "x" * 3_000 + '"\n', "cannot find the include file"),
        ("#include <" + "x/" * 3_000 + "x>\n", "cannot find the include file"),
        ('#include "a\0b"\n', "cannot find the include file"),
    ],
)
def test_preprocessing(tmp_path, text, message):
    assert message in messages(tmp_path, text)


def test_conditions_are_computed_in_64_bits(tmp_path):
    """As the preprocessor of C does."""
    build(tmp_path, "#if (1 << 63) < 0 && (1 << 64) == 0 && 0xffffffffffffffff == -1\n" + source() + "#endif\n")


# ------------------------------------------------------------------------------------------------------- messages


def test_endless_errors_end(tmp_path):
    """The parser would find one in each of these."""
    errors = refused(tmp_path, "bit<8> x; " * 20_000).errors
    assert len(errors) == 101
    assert "too many errors" in errors[-1].message


def test_control_characters_do_not_reach_the_terminal(tmp_path):
    (error, *_) = refused(tmp_path, "const bit<8> a\x1b[31m\r = nope;\n").errors
    assert not set(str(error)) & {"\x1b", "\r"}


def test_a_choice_of_many_names_is_cut(tmp_path):
    text = source(more_meta="".join(f"bit<8> field{i};" for i in range(40)), ingress="meta.zzzz = 1;")
    assert "expected one of x, flag, field0, " in messages(tmp_path, text)
    assert ", ... (42 in all)" in messages(tmp_path, text)


@pytest.mark.parametrize("text", ["hdr.h.a = (list<nope>) {1};", "f((list<nope>) {1});", "tuple<nope> y = {1};"])
def test_a_type_that_is_not_known_is_not_talked_about(tmp_path, text):
    found = messages(tmp_path, source(globals="extern void f<T>(in list<T> x);", ingress=text))
    assert "type `nope` is not declared" in found
    assert "unknown" not in found


def test_no_message_expects_one_of_nothing(tmp_path):
    found = messages(tmp_path, source(globals="struct none_t { }", ingress="none_t n; n = { a = 1 };"))
    assert "has no field `a`" in found
    assert "one of" not in found


# ------------------------------------------------------------------------------------------------ internal errors


def broken(*_args):
    """What a bug in the compiler does."""
    diagnostics = Diagnostics()
    at = Span(str(Path.cwd() / "program.p4"), 3, 1, 3, 7)
    raise KeyError(f"{at.line}\n{diagnostics.items}")


def test_an_internal_error_is_a_clean_error_at_the_nearest_place(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(compiler, "lower_program", broken)
    Path("program.p4").write_text(source())
    with pytest.raises(InternalError) as caught:
        compile_file(tmp_path / "program.p4")
    assert isinstance(caught.value.__cause__, KeyError)
    assert status_of(entry, "program.p4", "-o", "out.json") == 1
    complaint = capsys.readouterr().err
    first, line, caret, last = complaint.splitlines()
    assert first.startswith(f"{tmp_path / 'program.p4'}:3:1: error: internal error of the compiler: KeyError: ")
    assert line.strip() == "header h_t { bit<8> a; bit<8> b; bit<16> c; bit<32> d; int<8> s; bit<8> e; }"
    assert caret.strip() == "^^^^^^"
    assert last == "error: program.p4: 1 error"
    assert not Path("out.json").exists()
