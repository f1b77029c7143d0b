# SPDX-License-Identifier: Apache-2.0
"""What the specification leaves open, or p4c 1.2.5 does otherwise: each decision was taken by asking p4c."""

from __future__ import annotations

import pytest
from tests.compiler.compiler_kit import build, run, source, status_of

from p4soft.compiler import CompileErrors, InternalError
from p4soft.compiler.__main__ import entry

PACKET = "0102030405060708090a0b"
NEWTYPE = "type bit<8> N; struct pair_t { N a; N b; } N f(in N y) { return y; }"
UNION = "header_union u_t { item_t a; item_t b; }"


def refused(tmp_path, **parts):
    with pytest.raises(CompileErrors) as caught:
        build(tmp_path, source(**parts))
    assert not isinstance(caught.value, InternalError)
    return str(caught.value)


@pytest.mark.parametrize(
    "use",
    [
        "N y = (N) 8w1; f(5);",
        "N y = (N) 8w1; pair_t s = { 5, 6 };",
        "N y = hdr.h.b == 1 ? 3 : 5;",
        "N y = (N) hdr.h.b; if (y == 5) { hdr.h.a = 1; }",
        "N y = 8w5;",
    ],
)
def test_an_int_becomes_a_newtype_in_assignments_only(tmp_path, use):
    """p4c: 'Cannot cast implicitly type ... to type N'. language/type_newtype_int.p4 shows what is accepted."""
    assert "error" in refused(tmp_path, globals=NEWTYPE, ingress=use)


@pytest.mark.parametrize("type_", ["error", "E", "int", "h_t"])
def test_type_makes_new_types_of_base_types_only(tmp_path, type_):
    found = refused(tmp_path, globals=f"enum bit<8> E {{ A = 1 }} type {type_} T;")
    assert f"`type` cannot make a new type of `{type_}`" in found


def test_concatenation_of_different_signs(tmp_path):
    """p4c folds constants, and refuses what is left: its lowering would need a cast that P4 does not have."""
    assert "joins a signed and an unsigned value" in refused(tmp_path, ingress="hdr.h.c = hdr.h.a ++ hdr.h.s;")
    assert "joins a signed and an unsigned value" in refused(tmp_path, ingress="int<16> x = hdr.h.s ++ hdr.h.a;")
    out = run(tmp_path, PACKET, after_extract="transition accept;", ingress="hdr.h.c = 8w1 ++ 8s2;")
    assert out[4:8] == "0102"


def test_a_value_of_run_time_is_no_int(tmp_path):
    """P4_16 §7.1.6.5: `int` exists at compile time. p4c lets the cast pass, and makes the constant 0 of it."""
    found = refused(tmp_path, ingress="hdr.h.a = (bit<8>) ((int) hdr.h.b + 1);")
    assert "a `bit<8>` known only at run time cannot become an `int`" in found


def test_a_header_has_one_varbit(tmp_path):
    """p4c: headers with multiple varbit fields not supported."""
    found = refused(tmp_path, globals="header v_t { varbit<8> a; varbit<8> b; }", more_headers="v_t v;")
    assert "has more than one varbit field" in found


def test_what_is_skipped_has_a_fixed_size(tmp_path):
    """`extract<T>(_)`, as `extract(x)` of that type."""
    extract = "packet.extract<v_t>(_); transition accept;"
    found = refused(tmp_path, globals="header v_t { varbit<8> a; }", after_extract=extract)
    assert "`extract` with 1 arguments into `v_t`" in found


def test_an_entry_has_no_empty_range(tmp_path):
    """simple_switch refuses such an entry; in a select it is a warning, and never matches."""
    table = "table t { key = { hdr.h.a: range; } actions = { NoAction; } const entries = { 5 .. 8w256: NoAction(); } }"
    assert "the range 5 .. 0 is empty" in refused(tmp_path, locals=table, ingress="t.apply();")


@pytest.mark.parametrize(
    "use",
    [
        "hdr.u[hdr.h.a].a.kind = 1;",
        "hdr.h.b = hdr.u[hdr.h.a].a.kind;",
        "hdr.u[hdr.h.a].a.setValid();",
        "if (hdr.u[hdr.h.a].isValid()) { hdr.h.b = 1; }",
    ],
)
def test_a_stack_of_header_unions_has_constant_indices(tmp_path, use):
    """p4c stops with an internal error at the first two, and with an error at the others."""
    found = refused(tmp_path, globals=UNION, more_headers="u_t[2] u;", ingress=use)
    assert "a header union stack needs a constant index on BMv2" in found


def test_the_source_of_a_condition_has_its_parentheses(tmp_path, capsys):
    """As p4c writes source_fragment."""
    one, other = "hdr.h.a == 0 || (hdr.h.b != 1 && hdr.h.e == 2)", "(hdr.h.a == 1) && hdr.h.b == 3"
    text = source(ingress=f"if ({one}) {{ hdr.h.a = 1; }} else if ({other}) {{ hdr.h.a = 2; }}")
    (ingress, _egress) = build(tmp_path, text).json["pipelines"]
    fragments = [c["source_info"]["source_fragment"] for c in ingress["conditionals"]]
    assert fragments == [one, other]
    assert status_of(entry, tmp_path / "program.p4") == 0
    assert not capsys.readouterr().err
