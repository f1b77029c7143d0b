# SPDX-License-Identifier: Apache-2.0
# ruff: noqa: E501 - P4 snippets read better on one line
"""Warnings about likely mistakes: what is never written, never valid, never used; and silence where all is well."""

from __future__ import annotations

import pytest
from tests.compiler.checking_kit import V1MODEL_REST, V1MODEL_TYPES, check

FLOW = {"uninitialized-use", "uninitialized-out-param", "invalid-header"}


def flow_warnings(source: str) -> list[tuple[str, str]]:
    """(code, text in backquotes first mentioned) of the flow warnings about a program."""
    found = check(source).diagnostics.warnings
    return [(w.code, w.message.split("`")[1]) for w in found if w.code in FLOW]


def ingress(body: str, locals_: str = "") -> str:
    """A program whose ingress control has that body."""
    control = "control I(inout headers_t hdr, inout meta_t meta, inout standard_metadata_t sm)"
    return f"{V1MODEL_TYPES}{control} {{ {locals_} apply {{ {body} }} }}{V1MODEL_REST}"


def parser(states: str) -> str:
    """A lone parser with an out parameter `hdr`."""
    return f"{V1MODEL_TYPES}parser Q(packet_in b, out headers_t hdr, inout meta_t meta) {{ {states} }}"


READS = [
    ("bit<8> v; meta.x = v;", [("uninitialized-use", "v")]),
    ("bit<8> v; if (meta.flag) { v = 1; } meta.x = v;", [("uninitialized-use", "v")]),
    ("bit<8> v; v = v + 1;", [("uninitialized-use", "v")]),
    ("bit<8> v; v += 1;", [("uninitialized-use", "v")]),
    ("meta_t m; m.x = 1; meta.y = m.y;", [("uninitialized-use", "m.y")]),
    ("bit<32> i; hdr.stack[i].a = 1;", [("uninitialized-use", "i")]),
    ("bit<8> v; switch (meta.x) { 1: { v = 1; } 2: { v = 2; } } meta.x = v;", [("uninitialized-use", "v")]),
    ("bit<8> v; for (bit<8> k in 1 .. 2) { v = k; } meta.x = v;", [("uninitialized-use", "v")]),
    ("h_t h; meta.x = h.a;", [("invalid-header", "h.a")]),
    ("h_t h; h.a = 1;", [("invalid-header", "h.a")]),
    ("hdr.h.setInvalid(); meta.x = hdr.h.a;", [("invalid-header", "hdr.h.a")]),
]


@pytest.mark.parametrize(("body", "expected"), READS)
def test_reads_of_what_nobody_wrote(body, expected):
    assert flow_warnings(ingress(body)) == expected


SILENT = [
    "bit<8> v = 1; meta.x = v;",
    "bit<8> v; if (meta.flag) { v = 1; } else { v = 2; } meta.x = v;",
    "bit<8> v; if (meta.flag) { v = 1; } else { return; } meta.x = v;",
    "bit<8> v; if (meta.flag) { v = 1; } else { exit; } meta.x = v;",
    "bit<8> v; switch (meta.x) { 1: { v = 1; } default: { v = 2; } } meta.x = v;",
    "bit<8> v; v[3:0] = 1; meta.x = v;",
    "meta_t m; m.x = 1; meta.x = m.x;",
    "meta_t m; m.x = 1; meta = m;",
    "h_t h; h.setValid(); h.a = 1; meta.x = h.a;",
    "h_t h; h = hdr.h; meta.x = h.a;",
    "h_t h; if (h.isValid()) { meta.x = h.a; }",
    "h_t h; hdr.h = h;",
    "hdr.h.setInvalid(); hdr.h = hdr.g; meta.x = hdr.h.a;",
    "hdr.h.setInvalid(); if (meta.flag) { hdr.h.setValid(); } meta.x = hdr.h.a;",
    "meta.x = hdr.h.a; hdr.h.b = 1;",
    "bit<8> v; for (bit<8> k = 0; k < 2; k = k + 1) { v = k; meta.x = v; }",
    "bit<8> v; hash(v, HashAlgorithm.crc16, 8w0, { hdr.h.a }, 8w255); meta.x = v;",
]


@pytest.mark.parametrize("body", SILENT)
def test_silence_where_all_is_well(body):
    assert flow_warnings(ingress(body)) == []


def test_actions_and_tables_are_followed():
    locals_ = "bit<8> v; action set() { v = 1; } action other() { } table t { actions = { set; other; } default_action = set; }"
    assert flow_warnings(ingress("set(); meta.x = v;", locals_)) == []
    assert flow_warnings(ingress("t.apply(); meta.x = v;", locals_)) == [("uninitialized-use", "v")]
    both = locals_.replace("action other() { }", "action other() { v = 2; }")
    assert flow_warnings(ingress("t.apply(); meta.x = v;", both)) == []


def test_reads_inside_an_action_see_what_its_caller_wrote():
    locals_ = "bit<8> v; action use() { meta.x = v; }"
    assert flow_warnings(ingress("v = 1; use();", locals_)) == []
    assert flow_warnings(ingress("use();", locals_)) == [("uninitialized-use", "v")]


@pytest.mark.parametrize(
    ("function", "expected"),
    [
        ("void f(out bit<8> v) { }", [("uninitialized-out-param", "v")]),
        ("void f(out bit<8> v, in bool c) { if (c) { v = 1; } }", [("uninitialized-out-param", "v")]),
        ("void f(out bit<8> v, in bool c) { if (c) { return; } v = 1; }", [("uninitialized-out-param", "v")]),
        ("void f(out bit<8> v) { v = 1; }", []),
        ("void f(out h_t h) { }", []),
        ("bit<8> f(out bit<8> v) { return v; }", [("uninitialized-use", "v"), ("uninitialized-out-param", "v")]),
    ],
)
def test_out_parameters(function, expected):
    assert flow_warnings(V1MODEL_TYPES + function) == expected


@pytest.mark.parametrize(
    ("states", "expected"),
    [
        (
            "state start { transition select(hdr.h.a) { 1 : accept; default : reject; } }",
            [("invalid-header", "hdr.h.a")],
        ),
        ("state start { b.extract(hdr.h); transition select(hdr.h.a) { 1 : accept; default : reject; } }", []),
        ("state start { b.extract(hdr.h); transition next; } state next { meta.x = hdr.h.a; transition accept; }", []),
        (
            "state start { b.extract(hdr.h); transition select(hdr.h.a) { 1 : skip; default : next; } }"
            "state skip { transition next; } state next { b.extract(hdr.g); meta.x = hdr.g.a; transition accept; }",
            [],
        ),
        (
            "state start { transition select(meta.x) { 1 : one; default : use; } }"
            "state one { b.extract(hdr.h); transition use; } state use { meta.x = hdr.h.a; transition accept; }",
            [],
        ),
        (
            "bit<8> n; state start { n = 0; transition loop; }"
            "state loop { n = n + 1; b.extract(hdr.stack.next); transition select(hdr.stack.last.a) { 1 : loop; default : accept; } }",
            [],
        ),
    ],
)
def test_parsers_are_followed_along_their_transitions(states, expected):
    assert flow_warnings(parser(states)) == expected


def codes(source: str) -> list[tuple[str, str]]:
    """(code, name) of every warning about a program."""
    return [(w.code, w.message.split("`")[1]) for w in check(source).diagnostics.warnings]


@pytest.mark.parametrize(
    ("locals_", "body", "expected"),
    [
        ("bit<8> v;", "", [("unused-variable", "v")]),
        ("const bit<8> K = 1;", "", [("unused-constant", "K")]),
        ("counter(4, CounterType.bytes) c;", "", [("unused-instance", "c")]),
        ("action a() { }", "", [("unused-action", "a")]),
        ("table t { actions = { NoAction; } }", "", [("unused-table", "t")]),
        ("", "bit<8> v;", [("unused-variable", "v")]),
        ('@noWarn("unused") action a() { }', "", []),
        ("bit<8> v;", "v = 1;", []),
    ],
)
def test_unused_declarations(locals_, body, expected):
    assert codes(ingress(body, locals_)) == expected


@pytest.mark.parametrize(
    ("top", "expected"),
    [
        ("const bit<8> K = 1;", [("unused-constant", "K")]),
        ("typedef bit<8> byte_t;", [("unused-type", "byte_t")]),
        ("bit<8> f() { return 1; }", [("unused-function", "f")]),
        ("control other() { apply { } }", [("unused-control", "other")]),
        ("parser other(packet_in p) { state start { transition accept; } }", [("unused-parser", "other")]),
    ],
)
def test_unused_declarations_at_the_top_level_of_a_program(top, expected):
    assert codes(ingress("").replace("control I", f"{top} control I", 1)) == expected
    assert codes(f"#include <core.p4>\n{top}") == []


def test_other_likely_mistakes():
    assert [c for c, _ in codes(parser("state start { }"))] == ["parser-transition"]
    table = "table t { key = { 8w1 : exact; } actions = { NoAction; } }"
    assert [w.code for w in check(ingress("t.apply();", table)).diagnostics.warnings] == ["constant-key"]
    shadow = "control c(inout bit<8> p) { bit<8> p = 0; apply { p = 1; } }"
    assert codes(shadow) == [("shadow", "p")]
    hidden = "const entries = { (_, 1) : NoAction; (5, 1) : NoAction; (_, 2) : NoAction; }"
    table = f"table t {{ key = {{ hdr.h.a : ternary; meta.x : exact; }} actions = {{ NoAction; }} {hidden} }}"
    found = [w for w in check(ingress("t.apply();", table)).diagnostics.warnings if w.code == "unreachable"]
    assert len(found) == 1
