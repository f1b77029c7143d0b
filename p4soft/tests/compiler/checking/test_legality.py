# SPDX-License-Identifier: Apache-2.0
# ruff: noqa: E501 - P4 snippets read better on one line
"""What the front end accepts and refuses beyond the basics: parts, generic bodies, annotations, entries, overloads."""

from __future__ import annotations

import pytest
from tests.compiler.checking_kit import V1MODEL_TYPES, check, errors
from tests.compiler.compiler_kit import build, run, source

from p4soft.compiler import CompileErrors

P = "0102030405060708f00a"  # a=1 b=2 c=0x304 d=0x5060708 s=-16 e=10

PARTS = [
    ("hdr.h.c[hdr.h.b +: 4] = 4w0xf;", "0102033c05060708f00a"),
    ("hdr.h.c[meta.x +: 8] = 0xab;", "010203ab05060708f00a"),
    ("hdr.h.c[4 +: 4] = 0xf;", "010203f405060708f00a"),
    ("hdr.h.c[hdr.h.b +: 4] += 2;", "0102030c05060708f00a"),
    ("hdr.h.s[meta.x +: 4] = 5;", "0102030405060708f50a"),
    ("hdr.h.a = hdr.h.d[hdr.h.b +: 8];", "c202030405060708f00a"),
    # The written value is evaluated before the part is changed, and only its own bits change.
    ("hdr.h.c[hdr.h.b +: 8] = hdr.h.c[7:0];", "0102001005060708f00a"),
]


@pytest.mark.parametrize(("statement", "packet"), PARTS)
def test_parts_at_places_known_at_run_time(tmp_path, statement, packet):
    assert run(tmp_path, P, ingress=statement) == packet


GENERIC = "control put<T>(inout T v, out T old)(T now) { apply { T was = v; v = now; old = was; } }"


@pytest.mark.parametrize(
    ("globals_", "locals_", "ingress", "packet"),
    [
        (
            GENERIC,
            "put<bit<8>>(3) f; put<bit<16>>(256) g; bit<16> w;",
            "f.apply(hdr.h.a, hdr.h.b); g.apply(hdr.h.c, w); hdr.h.d = (bit<32>)w;",
            "0301010000000304f00a",
        ),
        (GENERIC, "put(8w3) f;", "f.apply(hdr.h.a, hdr.h.b);", "0301030405060708f00a"),
        (
            "control copy<T>(in T x, out T y) { apply { y = x; } }",
            "",
            "copy<bit<8>>.apply(hdr.h.b, hdr.h.e);",
            P[:-2] + "02",
        ),
        ("control copy<T>(in T x, out T y) { apply { y = x; } }", "", "copy.apply(hdr.h.b, hdr.h.e);", P[:-2] + "02"),
        (
            f"{GENERIC} control twice<T>(inout T v, out T old)(T now) {{ put<T>(now) f; apply {{ f.apply(v, old); f.apply(v, old); }} }}",
            "twice<bit<8>>(4) f;",
            "f.apply(hdr.h.a, hdr.h.b);",
            "0404030405060708f00a",
        ),
    ],
)
def test_generic_controls(tmp_path, globals_, locals_, ingress, packet):
    assert run(tmp_path, P, globals=globals_, locals=locals_, ingress=ingress) == packet


def test_a_generic_control_takes_its_types_from_the_package(tmp_path):
    text = source().replace(
        "control MyVerify(inout headers_t hdr, inout meta_t meta)", "control MyVerify<H, M>(inout H hdr, inout M meta)"
    )
    assert build(tmp_path, text).json["pipelines"]


def test_a_generic_parser(tmp_path):
    globals_ = "parser Item<T>(packet_in b, out T h) { state start { b.extract(h); transition accept; } }"
    locals_ = "Item<item_t>() item;"
    text = source(
        globals=globals_, parser_locals=locals_, after_extract="item.apply(packet, hdr.items[0]); transition accept;"
    )
    assert build(tmp_path, text).json["parsers"]


@pytest.mark.parametrize(
    "text",
    [
        "header h_t { bit<8> bytes[4]; }",
        "struct s_t { bit<8> m[4][2]; }",
        "const bit<2 + 6> x = 1; const bit<(8 > 4 ? 8 : 4)> y = x;",
        '@name("a\nb") const bit<8> x = 1;',
        "@free(it's a % \\ free form ( text ) 'here) const bit<8> x = 1;",
        "control d(out bit<8> x)(bit<8> a) { apply { x = a; } } control d(out bit<8> x)(bit<8> b) { apply { x = -b; } }"
        " control c(out bit<8> x) { d(b = 2) i; apply { i.apply(x); } }",
        "control c(inout bit<8> p) { bit<8> p = 0; apply { p = 1; } }",
        "bit<8> f(in bit<8> a) { return a / 4 + a % 8 + 200 / 7; }",
        "bit<8> f(in bit<8> a) { return a[7:4] ++ a[3:0]; }",
    ],
)
def test_accepted(text):
    check(text)


def test_free_form_text_keeps_its_words():
    annotation = check("@why(it's so) const bit<8> x = 1;").program.declarations[0].annotations[0]
    assert annotation.tokens == ["it", "'", "s", "so"]


MORE = "#include <core.p4>\n"

REFUSED = [
    # declarations
    ("control c(inout bit<8> p) { apply { bit<8> p = 0; } }", "hides the parameter"),
    ("control c(inout bit<8> p) { action a() { bit<8> p = 1; } apply { a(); } }", "hides the parameter"),
    ("extern e { e(); void f(e x); }", "refers to itself"),
    ("extern e { e(bit<8> x); e(bit<8> x); }", "declared twice with the same parameters"),
    ("extern e { e(); abstract int f(); }", "cannot return an `int`"),
    ("extern main { }", "`main` is not an instance"),
    ("bit<8> f(@optional in bit<8> a) { return 1; }", "@optional cannot be used here"),
    ("control c(in bit<8> a)(@optional bit<8> b) { apply { } }", "@optional cannot be used here"),
    ("control a() { apply { } } control c()(a x) { apply { } }", "it has a body"),
    ("bit<8> g(in bit<8> a) { return a; } bit<8> f(in bit<8> a = g(1)) { return a; }", "not known at compile time"),
    ("package p(); control c() { p() x = { }; apply { } }", "cannot have an initialiser"),
    ("counter_t(4) c[2];", "an array of instances is not supported"),
    # types
    ("struct s<T> { T x; } typedef s<s<bit<8>>> t;", "contains `s` itself"),
    ("header_union u<T> { T x; } struct s { u<bit<8>> y; }", "a field of a header union cannot have type"),
    ("header h<T> { T x; } struct s { h<int>[2] y; }", "a field of a header cannot have type `int`"),
    ("parser p(in bit<8> a); struct s<T> { T x; } struct r { s<p> y; }", "cannot be the type argument"),
    ("struct s<T> { T x; } const s<_> c = { 1 };", "a constant cannot have type"),
    ("typedef bit<8> b; type b n; bit<16> f(in bit<16> a) { n x = (n)a; return a; }", "cannot be cast"),
    # expressions
    ("bit<8> f(in bit<8> a) { return (bit<8>)((int)a + 1); }", "cannot become an `int`"),
    ("bit<8> f(in bit<8> a) { return (bit<8>)a.minSizeInBits(1); }", "takes no arguments"),
    ("bool f() { return {a = 8w1} == {a = 8w1}; }", "of unknown type are compared"),
    ("extern void g<T>(in T x); void f() { g({a = 8w1}); }", "has no type"),
    ('extern void g<T>(in T x); void f() { g("text"); }', "a string is passed"),
    ("header h { } control c() { h[2] s; apply { s = { { } }; } }", "1 values"),
    ("header h { } const h x = { # };", "unexpected"),
    ("extern void f(in bit<8> a); extern void f(in bit<8> b); void g() { f(1); }", "fits 2 declarations"),
    ("extern e<T> { e(); void f(in T x); } control c() { e<_>() i; apply { i.f(8w1); } }", "is not known"),
    ("extern e { e(); abstract void f(); } package p(e x); p(e()) main;", "abstract method `f`"),
    # statements
    ("void f(inout bit<8> a) { for (i in 1 .. 3) { a = a + 1; } }", "has no type"),
    # tables
    ("control c() { table t { actions = { } } apply { t.apply(); } }", "NoAction, is missing"),
    (
        MORE + "control c() { table t { default_action = NoAction; actions = { NoAction; } } apply { t.apply(); } }",
        "stands before",
    ),
    (
        MORE
        + "control c(in bit<8> t) { table t { key = { t : exact; } actions = { NoAction; } } apply { t.apply(); } }",
        "the table itself",
    ),
    # annotations
    ("@name(4) const bit<8> x = 1;", "does not hold a string"),
    ('@deprecated("a" | "b") const bit<8> x = 1;', "cannot be applied to `string`"),
    ("@a[1] @a[2] const bit<8> x = 1;", "is given twice"),
    ("@a[k = { 1, 2 }] const bit<8> x = 1;", "has type"),
    ("@pkginfo const bit<8> x = 1;", "has no body"),
    (MORE + "struct s { @match(1 + 1) bit<8> x; }", "does not hold a match kind"),
    ('@p4runtime_translation("u", bool) type bit<8> n;', "no translation"),
    ("struct s { @field_list(nowhere) bit<8> f; }", "nowhere"),
    ("struct s { @field_list(true) bit<8> f; }", "no index of a field list"),
    ("const int n = -1; struct s { @field_list(n) bit<8> f; }", "no index of a field list"),
    ("struct s { @field_list(1 2) bit<8> f; }", "does not hold a list"),
    # generic bodies
    ("control g<T>()() { T x; apply { } } control c() { g() i; apply { i.apply(1); } }", "1 argument given"),
    ("control g<T>(in T x) { apply { } } control c() { g() i; apply { } }", "cannot be inferred"),
    (
        "control g<T>(in T x) { apply { bit<8> y = x.f; } } control c() { g<bit<8>>() i; apply { i.apply(1); } }",
        "no member `f`",
    ),
]


@pytest.mark.parametrize(("text", "message"), REFUSED)
def test_refused(text, message):
    assert any(message in e.message for e in errors(text)), [e.message for e in errors(text)]


ENTRIES = [
    ("key = { hdr.h.a : exact; }", "const entries = { 1 : NoAction; 1 : NoAction; }", "same key"),
    ("key = { hdr.h.a : exact; }", "entries = { priority = 1 : 1 : NoAction; }", "leave nothing to decide"),
    ("key = { hdr.h.a : ternary; }", "const entries = { priority = 1 : 1 : NoAction; }", "their order decides"),
    (
        "key = { hdr.h.a : ternary; }",
        "entries = { 1 : NoAction; priority = 1 : 2 : NoAction; }",
        "first entry has no priority",
    ),
    (
        "key = { hdr.h.a : ternary; } priority_delta = 10;",
        "entries = { priority = 12 : 1 : NoAction; 2 : NoAction; 3 : NoAction; }",
        "gets the priority -8",
    ),
    ("key = { hdr.h.a : ternary; } priority_delta = 0;", "", "not a positive integer"),
    ("key = { hdr.h.a : ternary; } largest_priority_wins = 1;", "", "not a bool"),
]


@pytest.mark.parametrize(("key", "entries", "message"), ENTRIES)
def test_entries(key, entries, message):
    head, _, rest = key.partition("}")
    table = f"table t {{ {head}}} actions = {{ NoAction; }} {rest} {entries} }}"
    text = f"{V1MODEL_TYPES}control c(inout headers_t hdr) {{ {table} apply {{ t.apply(); }} }}"
    assert any(message in e.message for e in errors(text)), [e.message for e in errors(text)]


def test_two_actions_of_one_control_plane_name(tmp_path):
    locals_ = '@name(".x") action f() { } @name(".x") action g() { } table t { actions = { f; g; } }'
    with pytest.raises(CompileErrors, match="same control-plane name 'x'"):
        build(tmp_path, source(locals=locals_, ingress="t.apply();"))


ENUM = "enum bit<16> kind_t { one = 1, two = 2 } header k_t { kind_t k; }"
KINDS = "action f() { } table t { key = { hdr.k.k : ternary; } actions = { f; NoAction; } const entries = { ENTRY : f(); } }"
DEPARSER = "control MyDeparser(packet_out packet, in headers_t hdr) { OBJECT apply { CALL packet.emit(hdr); } }"


def deparser(declared, statement):
    """The template with more in its deparser."""
    return source().replace(
        DEPARSER.replace("OBJECT apply { CALL ", "apply { "),
        DEPARSER.replace("OBJECT", declared).replace("CALL", statement),
    )


def parser(declared, statement):
    """The template with more in its parser."""
    return source(after_extract=f"\n{statement} transition accept;").replace(
        "state start {", f"{declared} state start {{", 1
    )


AS_P4C = [
    *(
        pytest.param(
            parser(declared, statement),
            rf"program\.p4:11:\d+: error: {what}: not supported within a parser on this target",
            id=f"{what} in the parser",
        )
        for what, declared, statement in [
            (r"counter\.count", "counter(4, CounterType.packets) o;", "o.count(0);"),
            (r"register\.write", "register<bit<8>>(4) o;", "o.write(0, 1);"),
            (r"meter\.execute_meter", "meter(4, MeterType.packets) o; bit<8> v;", "o.execute_meter(32w0, v);"),
            ("hash", "bit<16> v;", "hash(v, HashAlgorithm.crc16, 16w0, { hdr.h.a }, 16w9);"),
            ("random", "bit<8> v;", "random(v, 8w0, 8w3);"),
            ("digest", "", "digest(1, { hdr.h.a });"),
        ]
    ),
    pytest.param(
        source(after_extract="\ntransition select(hdr.h.a) { default: accept; };"),
        r"program\.p4:11:\d+: error: unexpected `;`; expected `}`: no `;` stands after select",
        id="a semicolon after select",
    ),
    pytest.param(
        source(
            locals="table t {\nkey = { hdr.h.a: exact; }\nactions = { @tableonly NoAction; } }", ingress="t.apply();"
        ),
        r"program\.p4:17:\d+: error: the action `NoAction` is marked @tableonly, and table `t` has no other default",
        id="NoAction marked @tableonly, and no other default action",
    ),
    pytest.param(
        deparser("counter(4, CounterType.packets) c;", "\nc.count(0);"),
        r"program\.p4:24:\d+: error: counter\.count: not supported within a deparser on this target",
        id="a counter in the deparser",
    ),
    pytest.param(
        deparser("register<bit<8>>(4) r; action a() {\nr.write(0, 1); }", "a();"),
        r"program\.p4:24:\d+: error: register\.write: not supported within a deparser on this target",
        id="a register in an action of the deparser",
    ),
    pytest.param(
        source(after_extract="\ntransition select(hdr.items.next.kind) { 1: accept; default: accept; }"),
        r"program\.p4:11:\d+: error: `items\.next` uninitialized: next field read",
        id="next in select",
    ),
    pytest.param(
        source(after_extract="\nhdr.h.a = hdr.items.next.kind; transition accept;"),
        r"program\.p4:11:\d+: error: `items\.next` uninitialized: next field read",
        id="next in an assignment",
    ),
    *(
        pytest.param(
            source(
                globals=ENUM, more_headers="k_t k;", locals=KINDS.replace("ENTRY", f"\n{entry}"), ingress="t.apply();"
            ),
            rf"program\.p4:16:\d+: error: the value of key element 1 has type `{type_}`; expected `kind_t`",
            id=f"{entry} for a key that is an enum",
        )
        for entry, type_ in (("(bit<16>) kind_t.two &&& 0xff", "bit<16>"), ("16w2", "bit<16>"))
    ),
]


@pytest.mark.parametrize(("text", "message"), AS_P4C)
def test_refused_as_by_p4c(tmp_path, text, message):
    with pytest.raises(CompileErrors, match=message):
        build(tmp_path, text)


def test_an_enums_member_with_a_mask(tmp_path):
    """P4_16 §8.15.3: the value decides the type of the set; the mask is a number."""
    locals_ = KINDS.replace("ENTRY", "kind_t.two &&& 0xff")
    build(tmp_path, source(globals=ENUM, more_headers="k_t k;", locals=locals_, ingress="t.apply();"))
