# SPDX-License-Identifier: Apache-2.0
"""Whole programs, our own core.p4 and v1model.p4, and what the specification leaves open."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from tests.compiler.ast_kit import violations
from tests.compiler.checking_kit import check, declared, ingress
from tests.compiler.compiler_kit import build, run, source, status_of

from p4soft.compiler import CompileErrors, InternalError, ast, compile_file
from p4soft.compiler import types as t
from p4soft.compiler.__main__ import entry
from p4soft.compiler.front_end import check_file

# --- Programs --------------------------------------------------------------------------------------------------------
# Whole programs, and our own core.p4 and v1model.p4.

ROOT = Path(__file__).resolve().parents[2]


def test_a_large_program_checks_without_warnings():
    program = check_file(ROOT / "examples" / "router.p4")
    assert violations(program) == []
    assert [str(w) for w in program.diagnostics.warnings] == []
    assert program.main is not None
    assert str(program.main.type).startswith("V1Switch<")


def test_files_may_be_named_by_strings(tmp_path):
    (tmp_path / "empty.p4").touch()
    program = tmp_path / "program.p4"
    program.write_text(f"#include <empty.p4>\n{(ROOT / 'examples' / 'router.p4').read_text()}")
    of_paths = compile_file(program, include_dirs=[tmp_path])
    assert compile_file(str(program), include_dirs=[str(tmp_path)]) == of_paths


def test_core_declares_what_the_specification_lists():
    program = check("#include <core.p4>\n")
    assert program.errors == (
        "NoError",
        "PacketTooShort",
        "NoMatch",
        "StackOutOfBounds",
        "HeaderTooShort",
        "ParserTimeout",
        "ParserInvalidArgument",
    )
    assert program.match_kinds == ("exact", "ternary", "lpm")
    packet_in = program.globals["packet_in"]
    assert isinstance(packet_in, ast.ExternDecl)
    assert [m.name for m in packet_in.methods] == ["extract", "extract", "lookahead", "advance", "length"]
    assert {"packet_out", "verify", "NoAction", "static_assert"} <= set(program.globals)


# simple_switch.md, "Standard metadata", and P4Runtime's translation of v1model: names and widths in order.
STANDARD_METADATA = [
    ("ingress_port", 9),
    ("egress_spec", 9),
    ("egress_port", 9),
    ("instance_type", 32),
    ("packet_length", 32),
    ("enq_timestamp", 32),
    ("enq_qdepth", 19),
    ("deq_timedelta", 32),
    ("deq_qdepth", 19),
    ("ingress_global_timestamp", 48),
    ("egress_global_timestamp", 48),
    ("mcast_grp", 16),
    ("egress_rid", 16),
    ("checksum_error", 1),
    ("parser_error", None),
    ("priority", 3),
]


def test_v1model_standard_metadata():
    program = check("#include <v1model.p4>\n")
    type_ = program.globals["standard_metadata_t"].type
    assert isinstance(type_, t.StructType)
    assert [(f.name, t.width_of(f.type)) for f in type_.fields] == STANDARD_METADATA
    aliases = {f.name: f.decl.annotation("alias") for f in type_.fields if f.decl is not None}
    assert {n: a.string for n, a in aliases.items() if a is not None} == {
        "enq_timestamp": "queueing_metadata.enq_timestamp",
        "enq_qdepth": "queueing_metadata.enq_qdepth",
        "deq_timedelta": "queueing_metadata.deq_timedelta",
        "deq_qdepth": "queueing_metadata.deq_qdepth",
        "ingress_global_timestamp": "intrinsic_metadata.ingress_global_timestamp",
        "egress_global_timestamp": "intrinsic_metadata.egress_global_timestamp",
        "mcast_grp": "intrinsic_metadata.mcast_grp",
        "egress_rid": "intrinsic_metadata.egress_rid",
        "priority": "intrinsic_metadata.priority",
    }


@pytest.mark.parametrize(("version", "index_params"), [(None, 0), ("20180101", 0), ("20200408", 1)])
def test_v1model_versions(version: str | None, index_params: int):
    program = check("#include <v1model.p4>\n", defines={} if version is None else {"V1MODEL_VERSION": version})
    for name, own in (("counter", 0), ("meter", 0), ("register", 1)):
        extern = program.globals[name]
        assert isinstance(extern, ast.ExternDecl)
        assert len(extern.type_params) == own + index_params
    assert ("PortId_t" in program.globals) == bool(index_params)


def test_both_versions_check_the_same_program():
    before = "register<bit<48>>(16) r; counter(16, CounterType.packets) c; bit<48> v;"
    body = "r.read(v, (bit<32>) hdr.h.a); r.write(3, v + 1); c.count(0);"
    old = check(ingress(body, before))
    assert violations(old) == []
    new_before = "register<bit<48>, bit<8>>(16) r; counter<bit<8>>(16, CounterType.packets) c; bit<48> v;"
    new_body = "r.read(v, hdr.h.a); r.write(3, v + 1); c.count(0);"
    new = check(ingress(new_body, new_before), defines={"V1MODEL_VERSION": "20200408"})
    assert violations(new) == []
    assert str(declared(new, "r").type) == "register<bit<48>, bit<8>>"


def test_a_long_program_is_checked_quickly():
    actions = "\n".join(
        f"action a{n}(bit<8> v) {{ meta.x = v + {n % 256}; hdr.h.b = hdr.h.a ++ 8w1 == 0 ? 16w1 : hdr.h.b; }}\n"
        f"table t{n} {{ key = {{ hdr.h.a : exact; hdr.h.b : ternary; }}\n"
        f"actions = {{ a{n}; NoAction; }} size = {n + 1}; }}"
        for n in range(500)
    )
    applies = "\n".join(f"if (hdr.h.isValid() && meta.x != {n % 256}) {{ t{n}.apply(); }}" for n in range(500))
    source = ingress(applies, actions)
    started = time.process_time()
    program = check(source)
    elapsed = time.process_time() - started
    assert violations(program) == []
    # About 1,500 lines; the budget of the design is 1.5 s, with room for a slow machine.
    assert elapsed < 4


# --- Decisions -------------------------------------------------------------------------------------------------------
# What the specification leaves open, or p4c 1.2.5 does otherwise: each decision was taken by asking p4c.

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
