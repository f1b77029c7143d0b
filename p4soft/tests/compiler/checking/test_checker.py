# SPDX-License-Identifier: Apache-2.0
"""Name resolution and types: what is accepted, what is refused and where (P4_16 specification sections 7 to 14)."""

from __future__ import annotations

import pytest
from tests.compiler.ast_kit import violations
from tests.compiler.checking_kit import V1MODEL_REST, V1MODEL_TYPES, check, declared, errors, ingress, nodes

from p4soft.compiler import ast
from p4soft.compiler import types as t
from p4soft.compiler.ast import CallKind, MemberKind

ACCEPTED_STATEMENTS = [
    "hdr.h.a = hdr.h.a + 1;",
    "hdr.h.a = (bit<8>) hdr.h.b;",
    "hdr.h.b = (bit<16>) hdr.h.a << 8 | (bit<16>) meta.x;",
    "hdr.h.b = hdr.h.a ++ meta.x;",
    "meta.wide[127:64] = meta.wide[63:0];",
    "meta.wide = meta.wide << 16; meta.wide = meta.wide >> hdr.h.a;",
    "hdr.h.s = -hdr.h.s |+| 3;",
    "hdr.h.a = meta.flag ? hdr.h.a : 7;",
    "hdr.h.setValid(); if (hdr.h.isValid() && !hdr.g.isValid()) { hdr.g = hdr.h; }",
    "hdr.h = {1, 2, 3, 4};",
    "hdr.h = {a = 1, b = 2, s = -1, ...};",
    "hdr.h = {#}; if (hdr.h == hdr.g) { exit; }",
    "hdr.stack.push_front(1); hdr.stack[2] = hdr.h; hdr.stack[meta.x].a = 1;",
    "bit<32> n = hdr.stack.size; meta.x = (bit<8>) n;",
    "tuple<bit<8>, bool> p = {1, true}; meta.x = p[0]; meta.flag = p[1];",
    "hash(meta.y, HashAlgorithm.crc16, 16w0, { hdr.h.a, hdr.h.b }, 32w4);",
    "random(meta.x, 0, 10); truncate(64); mark_to_drop(sm);",
    "hdr.h.a += 3; meta.flag = meta.x > 1; meta.y |= hdr.h.b; meta.y <<= 2;",
    "for (bit<8> i = 0; i < 4; i = i + 1) { meta.x = meta.x + i; if (i == 2) { break; } else { continue; } }",
    "for (bit<8> i in 8w0 .. 3) { meta.x = meta.x + i; }",
    "switch (hdr.h.a) { 1: { meta.x = 1; } 2: 3: { meta.x = 2; } default: { } }",
    "if (sm.parser_error != error.NoError) { return; }",
    'digest<h_t>(1, hdr.h); log_msg("a {}", { hdr.h.a });',
    "bit<8> local; local = 1; { bit<8> inner = local; meta.x = inner; }",
    "clone_preserving_field_list(CloneType.I2E, 5, 1);",
    "meta.x = meta.wide[meta.x +: 8]; meta.x = meta.wide[8 +: 8];",
    "meta.x = (hdr.h.a == 1 && hdr.h.b != 2) ? 8w1 : 8w0;",
]


@pytest.mark.parametrize("statement", ACCEPTED_STATEMENTS)
def test_accepted(statement: str):
    program = check(ingress(statement))
    assert violations(program) == []


REFUSED_STATEMENTS = [
    ("hdr.h.a = hdr.h.b;", "right side has type `bit<16>`", "`bit<8>` (a cast would do"),
    ("hdr.h.x = 1;", "`h_t` has no field `x`", "one of a, b, s, c"),
    ("nothing = 1;", "name `nothing` is not declared", ""),
    ("hdr.h.a = metta.x;", "did you mean `meta`?", ""),
    ("1 = hdr.h.a;", "cannot be written", "a variable, an out or inout parameter"),
    ("hdr.h.a = hdr.h.a + hdr.h.b;", "operands of types `bit<8>` and `bit<16>`", "operands of one type"),
    ("hdr.h.s = hdr.h.s + hdr.h.a;", "operands of types `int<8>` and `bit<8>`", ""),
    ("if (hdr.h.a) { }", "the condition has type `bit<8>`", "`bool`"),
    ("hdr.h.a = hdr.h.a[8:1];", "leaves `bit<8>`", "bits 7 to 0"),
    ("hdr.h = {1, 2};", "a list of 2 values", "4 values"),
    ("hdr.h = {a = 1, b = 1, s = 1, c = 1, q = 2};", "no field `q`", "one of a, b, s, c"),
    ("hdr.h = {a = 1};", "gives no value to `b`, `s`, `c`", "`...`"),
    ("hdr.h.a = hdr.h;", "has type `h_t`", "`bit<8>`"),
    ("hdr.stack[4].a = 1;", "index 4 is outside", "0 to 3"),
    ("hdr.stack.next.a = 1;", "only be used in a parser", ""),
    ("hdr.h.setvalid();", "has no method `setvalid`", ""),
    ("truncate(64, 2);", "2 arguments given: `truncate` takes 1 argument", ""),
    ("truncate();", "the argument `length` is missing", ""),
    ("truncate(len = 3);", "no parameter `len`", ""),
    ("truncate(true);", "has type `bool`", "`bit<32>`"),
    ("random(hdr.h.a, 16w0, 5);", "has type", "`bit<8>"),
    ("random(8w1, 0, 5);", "cannot be written", ""),
    ("hash(meta.y, HashAlgorithm.crc99, 16w0, { hdr.h.a }, 32w4);", "no member `crc99`", "one of crc32"),
    ("hash(meta.y, HashAlgorithm.crc16, 16w0, { 5 }, 32w4);", "no width can be inferred", "a width"),
    ("bit<8> x = 1; bit<8> x = 2;", "`x` is declared twice", ""),
    ("meta.x = hdr.h.a << hdr.h.s;", "cannot be applied to `int<8>`", "unsigned"),
    ("break;", "break outside of a loop", ""),
    ("return 1;", "cannot have a value", ""),
    ("t();", "function or action `t` is not declared", ""),
    ("verify(true, error.NoMatch);", "cannot be called here", "a parser state"),
    ("if (sm.parser_error == error.Nope) { }", "no error `Nope`", "one of NoError"),
    ("switch (hdr.h.a) { 1: { } 1: { } }", "occurs twice", ""),
    ("sm = hdr;", "has type `headers_t`", "`standard_metadata_t`"),
    ("int x = 5;", "cannot have type `int`", "a width"),
    ("h_t.a = 1;", "type `h_t` has no member `a`", ""),
    ("meta.x = (bit<8>) meta.flag;", "`bool` cannot be cast to `bit<8>`", "bit<1>"),
    ("meta.x = hdr.h.a / hdr.h.s;", "operands of types", ""),
    ("meta.x = meta.x / 0;", "division by zero", ""),
    ("I.apply(hdr, meta, sm);", "`I` is not declared", ""),
]


@pytest.mark.parametrize(("statement", "message", "expected"), REFUSED_STATEMENTS)
def test_refused(statement: str, message: str, expected: str):
    source = ingress(statement)
    found = errors(source)
    assert len(found) == 1, [str(e) for e in found]
    assert message in found[0].message
    assert expected in found[0].expected
    assert source.split("\n")[found[0].line - 1] == statement
    assert 1 <= found[0].column <= len(statement)


def test_one_mistake_is_reported_once_and_independent_ones_all():
    body = "bit<8> v = missing + 1;\nmeta.x = v + 1;\nmeta.y = meta.x;\nhdr.q.a = missing2;\nmeta.x = 2;\nmeta.z = 1;"
    found = errors(ingress(body))
    assert [(e.line - found[0].line, e.message.split("`")[1]) for e in found] == [
        (0, "missing"),
        (2, "bit<8>"),
        (3, "headers_t"),
        (3, "missing2"),
        (5, "meta_t"),
    ]


# ----------------------------------------------------------------------------------------------- tables, actions

TABLE = """
action drop() { mark_to_drop(sm); }
action set(bit<8> v) { meta.x = v; }
action copy(inout bit<8> to, bit<8> v) { to = v; }
table t {
    key = { hdr.h.a : exact; hdr.h.b : ternary @name("bee"); hdr.h.c : lpm; meta.x : range; meta.y : optional; }
    actions = { drop; set; copy(meta.x); @defaultonly NoAction; }
    const entries = {
        (1, 2 &&& 3, 0x0A000000 &&& 0xFF000000, 1 .. 5, _) : set(3);
        (2, _, _, _, 7) : drop();
        (3, _, _, _, _) : copy(meta.x, 4);
        (4, _, _, _, _) : copy(4);
    }
    const default_action = NoAction();
    size = 1 << 10;
}
"""


def test_tables():
    program = check(ingress("if (t.apply().hit) { drop(); } set(4);", TABLE))
    assert violations(program) == []
    table = declared(program, "t")
    assert isinstance(table, ast.TableDecl)
    assert table.size_value == 1024
    assert [k.match_kind for k in table.key] == ["exact", "ternary", "lpm", "range", "optional"]
    first = table.entries[0].keysets
    assert [type(k).__name__ for k in first] == ["IntLiteral", "Mask", "Mask", "Range", "DefaultExpr"]
    assert first[0].type == t.BitType(8)
    assert isinstance(first[1], ast.Mask)
    assert (first[1].value.type, first[1].mask.const_value) == (t.BitType(16), 3)
    # Bound arguments: one per parameter, whether the directed one was repeated or not; None is the control plane's.
    assert [a.value is None for a in table.actions[2].bound_args] == [False, True]
    for entry in table.entries[2:]:
        to, value = entry.action.bound_args
        assert isinstance(to.value, ast.Member)
        assert value.value is not None
        assert value.value.const_value == 4


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("hdr.h.a : exact", "hdr.h.a : exakt", "`exakt` is no match kind"),
        ("hdr.h.a : exact", "hdr.h : exact", "a key cannot have type `h_t`"),
        ("actions = { drop;", "actions = { drop; dropp;", "action `dropp` is not declared; did you mean `drop`?"),
        ("actions = { drop;", "actions = { drop; drop;", "listed twice"),
        ("copy(meta.x);", "copy;", "needs arguments for its directed parameters"),
        ("set; copy", "set(4); copy", "cannot be given here"),
        ("NoAction();", "set();", "the argument `v` is missing"),
        ("NoAction();", "other();", "action `other` is not declared"),
        ("@defaultonly NoAction;", "", "is not in the actions of table `t`"),
        (": set(3);", ": NoAction();", "marked @defaultonly"),
        ("(1, 2 &&& 3,", "(1 &&& 1, 2 &&& 3,", "a mask cannot match a key of kind exact"),
        ("(1, 2 &&& 3,", "(_, 2 &&& 3,", "`_` cannot match a key of kind exact"),
        ("(1, 2 &&& 3,", "(hdr.h.a, 2 &&& 3,", "not known at compile time"),
        ("0x0A000000 &&& 0xFF000000", "0x0A000000 &&& 0xFF00FF00", "no prefix"),
        ("(2, _, _, _, 7)", "(2, _, _, 7)", "the entry has 4 key values"),
        ("copy(meta.x, 4)", "copy(hdr.h.a, 4)", "differs from the one in the actions list"),
        ("size = 1 << 10", "size = meta.x", "size is not known at compile time"),
        ("action set(bit<8> v)", "action set(int v)", "cannot have a parameter of type `int`"),
    ],
)
def test_table_errors(old: str, new: str, message: str):
    assert old in TABLE
    found = errors(ingress("t.apply(); set(1); drop();", TABLE.replace(old, new)))
    assert found
    assert message in found[0].message, str(found[0])


def test_action_run_and_direct_calls():
    body = "switch (t.apply().action_run) { drop: { return; } set: default: { meta.y = 1; } } copy(hdr.h.a, meta.x);"
    program = check(ingress(body, TABLE))
    control = declared(program, "I")
    switch = next(n for n in nodes(control) if isinstance(n, ast.Switch))
    assert isinstance(switch.subject, ast.Member)
    assert switch.subject.kind is MemberKind.TABLE_ACTION_RUN
    assert [c.label.decl.name for c in switch.cases if isinstance(c.label, ast.PathExpr) and c.label.decl] == [
        "drop",
        "set",
    ]
    assert [c.body is None for c in switch.cases] == [False, True, False]
    calls = [n for n in nodes(control) if isinstance(n, ast.Call) and n.kind is CallKind.ACTION]
    assert [a.param.direction for a in calls[-1].bound_args] == ["inout", ""]
    assert "no action of table" in errors(ingress(body.replace("set:", "sett:"), TABLE))[0].message
    assert "subject of a switch" in errors(ingress("if (t.apply().action_run == drop) { }", TABLE))[0].message


# ----------------------------------------------------------------------------------------------- parsers

PARSER = """
parser P(packet_in b, out headers_t hdr, inout meta_t meta, inout standard_metadata_t sm) {
    value_set<bit<8>>(4) known;
    state start {
        bit<16> peek = b.lookahead<bit<16>>();
        b.extract(hdr.h);
        verify(hdr.h.a != 0, error.ParserInvalidArgument);
        meta.y = peek;
        transition select(hdr.h.a, hdr.h.b) {
            (1, 0x86dd): items;
            (known, 2 &&& 0xF): items;
            (5 .. 9, _): accept;
            default: reject;
        }
    }
    state items {
        b.extract(hdr.stack.next);
        b.advance(8);
        transition select(hdr.stack.last.a, hdr.stack.lastIndex) { (0, 3): accept; (_, _): items; }
    }
}
"""


def parser_program(text: str) -> str:
    control = "control I(inout headers_t hdr, inout meta_t meta, inout standard_metadata_t sm) { apply { } }\n"
    rest = V1MODEL_REST[V1MODEL_REST.index("control V") :]
    return V1MODEL_TYPES + text + control + rest


def test_parsers():
    program = check(parser_program(PARSER))
    assert violations(program) == []
    parser = declared(program, "P")
    assert isinstance(parser, ast.ParserDecl)
    transition = parser.states[0].transition
    assert transition is not None
    cases = transition.cases
    assert cases[0].keysets[1].type == t.BitType(16)
    assert isinstance(cases[1].keysets[0], ast.PathExpr)
    assert isinstance(cases[1].keysets[0].decl, ast.ValueSetDecl)
    assert [type(k) for k in cases[3].keysets] == [ast.DefaultExpr, ast.DefaultExpr]
    assert [c.decl.name if c.decl else c.state for c in cases] == ["items", "items", "accept", "reject"]
    lookahead = next(n for n in nodes(parser) if isinstance(n, ast.Call) and n.kind is CallKind.EXTERN_METHOD)
    assert lookahead.bound_type_args == (t.BitType(16),)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("b.extract(hdr.h);", "b.extract(hdr.h.a);", "`extract` into a value of type `bit<8>`"),
        ("b.extract(hdr.h);", "b.extract(hdr.h, 8);", "`extract` with 2 arguments"),
        ("(1, 0x86dd): items", "(1, 0x86dd): item", "there is no state `item`"),
        ("(1, 0x86dd): items", "(1, 2, 3): items", "matches 3 values"),
        ("(1, 0x86dd): items", "(1, true): items", "has type `bool`"),
        ("state start", "state begin", "no state `start`"),
        ("state items", "state accept", "built in"),
        ("(0, 3): accept; (_, _): items;", "(0, 3): items;", None),
        ("meta.y = peek;", "return;", "return cannot stand in a parser state"),
        ("value_set<bit<8>>(4)", "value_set<bit<16>>(4)", "the value set holds `bit<16>`"),
        ("b.lookahead<bit<16>>()", "b.lookahead()", None),
        ("b.advance(8);", "b.advance(sizeInBits = 8, 3);", "unnamed argument after a named one"),
        ("b.advance(8);", "b.retreat(8);", "no method `retreat`"),
        ("hdr.h.a, hdr.h.b)", "hdr.h, hdr.h.b)", "a selector cannot have type `h_t`"),
    ],
)
def test_parser_errors(old: str, new: str, message: str | None):
    assert old in PARSER
    found = errors(parser_program(PARSER.replace(old, new)))
    if message is None:
        assert found == []
    else:
        assert message in found[0].message, str(found[0])


# ----------------------------------------------------------------------------------------------- declarations


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("header h { bit<8> a; bit<8> a; }", "two fields `a`"),
        ("header h { string s; }", "a field of a header cannot have type `string`"),
        ("struct s { s2 x; }", "type `s2` is not declared"),
        ("header h { bit<8> a; } header_union u { bit<8> x; }", "a field of a header union cannot have type"),
        ("enum E { A, A }", "two members `A`"),
        ("enum bit<8> E { A }", "needs a value"),
        ("enum E { A = 1 }", "has no representation"),
        ("enum bool E { A = 1 }", "cannot be represented by `bool`"),
        ("bit<8> f(in bit<8> x) { }", "can end without a return"),
        ("bit<8> f(in bit<8> x) { x = 1; return x; }", "parameter `x` is read-only"),
        ("void f() { return 1; }", "cannot have a value"),
        ("const bit<8> a = 1; const bit<8> a = 2;", "`a` is declared twice"),
        ("typedef bit<0x2000000> huge;", "no valid width"),
        ("type headers t;", "type `headers` is not declared"),
        ("extern e { e(); } e(1) x;", "1 argument given: the constructor of `e` takes 0 arguments"),
        ("extern e { void f(); } e() x;", "has no constructor"),
        ("extern e { e(); abstract void f(); } e() x;", "abstract method `f` of `e` has no body"),
        ("control c() { apply { } } c() x;", "cannot be instantiated at the top level"),
        ("control c(bit<8> x)(bit<8> k) { apply { } } control d() { c() i; apply { i.apply(1); } }", "`k` is missing"),
        ("control c() { apply { c.apply(); } }", "`c` is not declared"),
        ("error { A, A }", "declared twice"),
        ("match_kind { a, a }", "declared twice"),
        ("control c() { action a() { } apply { action b() { } } }", "an action cannot be declared among statements"),
        ("extern void f<T>(in T x, in T y); control c() { apply { f(8w1, 4w1); } }", "has type `bit<4>`"),
        ("extern T f<T>(); control c() { apply { f(); } }", "`T` of `f` cannot be inferred"),
        ("header h { varbit<8> a; varbit<8> b; }", "more than one varbit"),
        ("@a[x=y] const bit<8> x = 1;", "name `y` is not declared"),
        ("tuple<void> x() { }", "cannot hold `void`"),
    ],
)
def test_declaration_errors(source: str, message: str):
    found = errors(source)
    assert found
    assert message in found[0].message, str(found[0])


def test_generics_are_inferred():
    source = """
extern void put<T, U>(in T x, out U y);
extern box<T> { box(T initial); T get<U>(in U key); void set(in T value); }
struct pair<A, B> { A a; B b; }
control c(inout pair<bit<8>, bit<16>> p) {
    box<bit<8>>(3) given;
    box(16w7) inferred;
    apply {
        put(p.a, p.b);
        p.a = given.get<bit<4>>(1);
        p.b = inferred.get({ p.a, true });
        given.set(5);
    }
}
"""
    program = check(source)
    assert violations(program) == []
    calls = [n for n in nodes(declared(program, "c")) if isinstance(n, ast.Call)]
    assert calls[0].bound_type_args == (t.BitType(8), t.BitType(16))
    assert calls[1].bound_type_args == (t.BitType(4),)
    assert calls[2].bound_type_args == (t.TupleType((t.BitType(8), t.BOOL)),)
    assert str(declared(program, "inferred").type) == "box<bit<16>>"
    value = calls[3].bound_args[0].value
    assert value is not None
    assert (value.type, value.const_value) == (t.BitType(8), 5)


def test_packages_match_by_signature():
    good = ingress("")
    assert errors(good) == []
    found = errors(good.replace("E(), C()", "C(), C()"))
    assert "the argument `eg` of the constructor of `V1Switch` has type `C`" in found[0].message
    found = errors(good.replace("C(), D())", "C())"))
    assert "`dep` is missing" in found[0].message
    found = errors(
        good.replace("control D(packet_out b, in headers_t hdr)", "control D(packet_out b, in meta_t hdr)").replace(
            "emit(hdr)", "emit(hdr.x)"
        )
    )
    assert "the argument `dep`" in found[0].message


def test_packages_match_by_what_a_generic_struct_is_made_with():
    """As p4c's issue4835-generic-struct.p4: the type of the headers has a field whose type depends on its argument."""
    generic = "header pair_t<T> { T one; T two; } struct headers_t<T> { pair_t<T> pair;"
    good = ingress("").replace("struct headers_t {", generic).replace("headers_t hdr", "headers_t<bit<8>> hdr")
    assert errors(good) == []
    other = "control D(packet_out b, in headers_t<bit<16>> hdr)"
    found = errors(good.replace("control D(packet_out b, in headers_t<bit<8>> hdr)", other))
    assert "the argument `dep` of the constructor of `V1Switch` has type `D`" in found[0].message


def test_implicit_casts_are_in_the_tree():
    source = """enum bit<8> K { A = 1 }
control c(inout bit<8> x, inout K k, inout int<8> s) { apply { x = k; x = K.A + 1; s = 5; x = x << 3; } }"""
    program = check(source)
    assigns = [n for n in nodes(declared(program, "c")) if isinstance(n, ast.Assign)]
    first = assigns[0].right
    assert isinstance(first, ast.Cast)
    assert first.implicit
    assert first.type == t.BitType(8)
    assert assigns[1].right.const_value == 2
    assert isinstance(assigns[2].right, ast.IntLiteral)
    assert assigns[2].right.type == t.BitType(8, signed=True)
    shift = assigns[3].right
    assert isinstance(shift, ast.Binary)
    assert isinstance(shift.right.type, t.BitType)


def test_overloads_are_chosen_by_number_and_names():
    source = """extern void f(in bit<8> a);
extern void f(in bit<8> a, in bit<8> b);
extern void f(in bit<8> z, in bit<8> y, in bit<8> x = 1);
control c() { apply { f(1); f(a = 1, b = 2); f(y = 1, z = 2); } }"""
    program = check(source)
    calls = [n for n in nodes(declared(program, "c")) if isinstance(n, ast.Call)]
    assert [[p.name for p in c.decl.params] for c in calls if isinstance(c.decl, ast.ExternFunctionDecl)] == [
        ["a"],
        ["a", "b"],
        ["z", "y", "x"],
    ]
    last = calls[2].bound_args
    assert [(b.param.name, b.value.const_value if b.value else None, b.defaulted) for b in last] == [
        ("z", 2, False),
        ("y", 1, False),
        ("x", 1, True),
    ]


def test_nested_controls_and_constructor_parameters():
    source = """
control inner(inout bit<8> x)(bit<8> k, bit<32> n) {
    table t { key = { x : exact; } actions = { NoAction; } size = n; }
    apply { x = x + k; t.apply(); }
}
control outer(inout bit<8> x) {
    inner(3, 16) first;
    apply { first.apply(x); first.apply(x = x); stateless.apply(x); }
}
"""
    source = "#include <core.p4>\ncontrol stateless(inout bit<8> x) { apply { x = 1; } }\n" + source
    program = check(source)
    assert violations(program) == []
    calls = [n for n in nodes(declared(program, "outer")) if isinstance(n, ast.Call)]
    assert [c.kind for c in calls] == [CallKind.CONTROL_APPLY, CallKind.CONTROL_APPLY, CallKind.TYPE_APPLY]
    instance = declared(program, "first")
    assert isinstance(instance, ast.Instantiation)
    assert [b.value.const_value for b in instance.bound_args if b.value] == [3, 16]


def test_unused_tables_actions_and_states_are_warned_of():
    program = check(ingress("", TABLE))
    assert [(w.code, w.message) for w in program.diagnostics.warnings] == [
        ("unused-table", "the table `t` is never applied")
    ]
    program = check(parser_program(PARSER.replace("state items", "state lonely { transition accept; } state items")))
    assert [w.code for w in program.diagnostics.warnings] == ["unused-state"]
