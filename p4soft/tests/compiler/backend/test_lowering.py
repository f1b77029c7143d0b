# SPDX-License-Identifier: Apache-2.0
# ruff: noqa: E501 - P4 snippets read better on one line
"""What compiled programs do to packets. Expected bytes are worked out by hand from the P4_16 specification.

A packet is h_t: a (1 byte), b (1), c (2), d (4), s (1, signed), e (1).
"""

import pytest
from tests.compiler.compiler_kit import Runner, build, run, source

from p4soft.compiler import CompileErrors
from p4soft.switch.state.match import Exact, Lpm

P = "0102030405060708f00a"  # a=1 b=2 c=0x304 d=0x5060708 s=-16 e=10

EXPRESSIONS = [
    ("hdr.h.a = hdr.h.b + 255;", "01"),
    ("hdr.h.a = hdr.h.a - 2;", "ff"),
    ("hdr.h.a = -hdr.h.a;", "ff"),
    ("hdr.h.a = ~hdr.h.b;", "fd"),
    ("hdr.h.a = hdr.h.e * 200;", "d0"),
    ("hdr.h.a = hdr.h.e << 5;", "40"),
    ("hdr.h.a = hdr.h.e >> 1;", "05"),
    ("hdr.h.a = (bit<8>)(hdr.h.s >> 2);", "fc"),
    ("hdr.h.a = (bit<8>)(int<8>)hdr.h.c[7:0];", "04"),
    ("hdr.h.a = (bit<8>)(bit<4>)(bit<8>)hdr.h.s;", "00"),
    ("int<16> w = (int<16>)hdr.h.s; hdr.h.a = ((bit<16>)w)[15:8];", "ff"),
    ("bit<16> w = (bit<16>)(bit<8>)hdr.h.s; hdr.h.a = w[15:8];", "00"),
    ("hdr.h.a = hdr.h.s < 0 ? 8w1 : 8w2;", "01"),
    ("hdr.h.a = (bit<8>)hdr.h.s < 100 ? 8w1 : 8w2;", "02"),
    ("hdr.h.a = hdr.h.b |+| 254;", "ff"),
    ("hdr.h.a = hdr.h.a |-| hdr.h.b;", "00"),
    ("hdr.h.a = (bit<8>)(hdr.h.s |-| 127);", "80"),
    ("hdr.h.a = (hdr.h.c ++ hdr.h.e)[15:8];", "04"),
    ("hdr.h.a[6:3] = 4w0xf;", "79"),
    ("hdr.h.a[3:0][2:1] = 2w3;", "07"),
    ("hdr.h.a = (bit<8>)(bit<1>)(hdr.h.a == 1 && hdr.h.b != 2 || hdr.h.e > 9);", "01"),
    ("hdr.h.a = hdr.h.a == 1 ? hdr.h.b : hdr.h.e;", "02"),
    ("bool f = hdr.h.a == 1; meta.flag = !f; if (meta.flag == false) { hdr.h.a = 0x77; }", "77"),
    ("hdr.h.a += 5; hdr.h.a ^= 1;", "07"),
    ("tuple<bit<8>, bit<8>> t = { hdr.h.e, hdr.h.b }; hdr.h.a = t[0] - t[1];", "08"),
    ("bit<128> w = (bit<128>)hdr.h.d << 96; w = w + (bit<128>)hdr.h.d; hdr.h.a = w[127:120] + w[7:0];", "0d"),
]


@pytest.mark.parametrize(("statements", "a"), EXPRESSIONS)
def test_expressions(tmp_path, statements, a):
    assert run(tmp_path, P, ingress=statements) == a + P[2:]


@pytest.mark.parametrize(("statements", "a"), EXPRESSIONS)
def test_the_same_inside_an_action(tmp_path, statements, a):
    assert run(tmp_path, P, locals=f"action act() {{ {statements} }}", ingress="act();") == a + P[2:]


FUNCTIONS = """
bit<8> bump(inout bit<8> v) { v = v + 1; return v; }
bool yes(inout bit<8> v) { v = v + 16; return true; }
bit<8> early(in bit<8> v) { if (v > 5) { return 100; } return v; }
void swap(inout bit<8> p, inout bit<8> q) { bit<8> t = p; p = q; q = t; }
void both(out bit<8> p, inout bit<8> q) { p = 7; q = q + p; }
"""

CALLS = [
    ("hdr.h.a = hdr.h.b + bump(hdr.h.b) + hdr.h.b;", "08030304"),  # 2 + 3 + 3
    ("if (hdr.h.a == 0 && yes(hdr.h.b)) { hdr.h.a = 9; }", "01020304"),
    ("if (hdr.h.a == 1 || yes(hdr.h.b)) { hdr.h.a = 9; }", "09020304"),
    ("if (hdr.h.a == 1 && yes(hdr.h.b)) { hdr.h.a = 9; }", "09120304"),
    ("hdr.h.a = hdr.h.a == 0 ? bump(hdr.h.a) : bump(hdr.h.b);", "03030304"),
    ("hdr.h.a = early(hdr.h.e); hdr.h.b = early(hdr.h.b);", "64020304"),
    ("swap(hdr.h.a, hdr.h.b);", "02010304"),
    ("both(hdr.h.a, hdr.h.a);", "08020304"),  # copy-out in parameter order: 7, then 1 + 7
    ("hdr.h.a = bump(hdr.h.c[15:8]);", "04020404"),
]


@pytest.mark.parametrize(("statements", "start"), CALLS)
def test_calls_evaluate_left_to_right_with_copy_in_copy_out(tmp_path, statements, start):
    assert run(tmp_path, P, globals=FUNCTIONS, ingress=statements) == start + P[8:]


@pytest.mark.parametrize(("statements", "start"), CALLS)
def test_calls_inside_an_action(tmp_path, statements, start):
    assert (
        run(tmp_path, P, globals=FUNCTIONS, locals=f"action act() {{ {statements} }}", ingress="act();")
        == start + P[8:]
    )


def test_an_action_sees_its_own_copy_of_an_inout_argument(tmp_path):
    actions = "bit<8> c = 12; action act(inout bit<8> v) { hdr.h.a = v; c = 24; }"
    assert run(tmp_path, P, locals=actions, ingress="act(c); act(c);").startswith("0c")


def test_nested_controls_with_constructor_parameters(tmp_path):
    globals_ = """
    control Add(inout bit<8> v)(bit<8> step) { apply { if (v == 0) { return; } v = v + step; } }
    control Twice(inout headers_t h)(bit<8> step) { Add(step) one; Add(step * 2) two; apply { one.apply(h.h.a); two.apply(h.h.a); } }
    """
    text = source(locals="Twice(3) t;", ingress="t.apply(hdr);").replace(
        "parser MyParser", globals_ + "parser MyParser"
    )
    runner = Runner(build(tmp_path, text))
    assert runner.one(P) == "0a" + P[2:]
    assert runner.one("00" + P[2:]) == "00" + P[2:]


def test_a_constructor_argument_without_a_value_is_refused(tmp_path):
    globals_ = "control Count()(bit<32> n) { counter(n / (n - 3), CounterType.packets) c; apply { c.count(0); } }"
    with pytest.raises(CompileErrors, match="division by zero"):
        build(tmp_path, source(globals=globals_, locals="Count(3) t;", ingress="t.apply();"))


MAP = """
control Map(inout bit<8> v) {
    bit<8> old;
    action set(bit<8> to) { v = to; }
    table t { key = { v: exact; } actions = { set; NoAction; } default_action = NoAction(); }
    apply { old = v; v = v + 1; v = v + old; TAIL }
}
"""


def test_a_control_may_be_applied_twice(tmp_path):
    parts = {"locals": "Map() m;", "ingress": "m.apply(hdr.h.a); m.apply(hdr.h.b);"}
    assert run(tmp_path, P, globals=MAP.replace("TAIL", ""), **parts) == "0305" + P[4:]


def test_a_table_cannot_continue_in_two_ways(tmp_path):
    parts = {"locals": "Map() m;", "ingress": "m.apply(hdr.h.a); m.apply(hdr.h.b);"}
    with pytest.raises(
        CompileErrors, match=r"'MyIngress\.m\.t' is applied at several places that continue differently"
    ):
        build(tmp_path, source(globals=MAP.replace("TAIL", "t.apply();"), **parts))


TABLE = """
action set_a(bit<8> v) { hdr.h.a = v; }
action leave() { hdr.h.a = 0xee; exit; }
table t {
    key = { hdr.h.d: lpm @name("d"); }
    actions = { set_a; leave; NoAction; }
    default_action = NoAction();
}
"""


def _table(tmp_path, ingress):
    runner = Runner(build(tmp_path, source(locals=TABLE, ingress=ingress)))
    runner.add("MyIngress.t", [Lpm(0x05000000, 8)], "MyIngress.set_a", 0x40)
    runner.add("MyIngress.t", [Lpm(0x05060000, 16)], "MyIngress.set_a", 0x41)
    runner.add("MyIngress.t", [Lpm(0x06000000, 8)], "MyIngress.leave")
    return runner


def test_hit_miss_and_exit(tmp_path):
    runner = _table(tmp_path, "if (t.apply().hit) { hdr.h.b = 0x11; } else { hdr.h.b = 0x22; } hdr.h.e = 0x33;")
    assert runner.one("0102030405060708f00a") == "4111030405060708f033"
    assert runner.one("0102030405ff0708f00a") == "4011030405ff0708f033"
    assert runner.one("0102030407ff0708f00a") == "0122030407ff0708f033"
    assert runner.one("0102030406ff0708f00a") == "ee02030406ff0708f00a"


def test_negated_and_stored_outcomes(tmp_path):
    runner = _table(tmp_path, "bool missed = t.apply().miss; if (missed && hdr.h.e == 10) { hdr.h.b = 0x22; }")
    assert runner.one("0102030407ff0708f00a") == "0122030407ff0708f00a"
    assert runner.one("0102030405060708f00a") == "4102030405060708f00a"


def test_switch_on_the_action_run(tmp_path):
    body = "switch (t.apply().action_run) { set_a: { hdr.h.b = 1; } NoAction: leave: { hdr.h.b = 2; } default: { hdr.h.b = 3; } }"
    runner = _table(tmp_path, body)
    assert runner.one("0102030405060708f00a")[:4] == "4101"
    assert runner.one("0102030407060708f00a")[:4] == "0102"


@pytest.mark.parametrize(("e", "b"), [(1, "11"), (2, "12"), (3, "12"), (9, "13")])
def test_switch_on_a_value(tmp_path, e, b):
    body = "switch (hdr.h.e) { 1: { hdr.h.b = 0x11; } 2: 3: { hdr.h.b = 0x12; } default: { hdr.h.b = 0x13; } }"
    assert run(tmp_path, f"0100000000000000 00{e:02x}".replace(" ", ""), ingress=body)[2:4] == b


def test_computed_and_masked_keys(tmp_path):
    table = """
    action set_a(bit<8> v) { hdr.h.a = v; }
    table t { key = { hdr.h.b + 1: exact @name("sum"); hdr.h.c & 0xff: exact @name("low"); hdr.h.isValid(): exact; }
              actions = { set_a; NoAction; } }
    """
    runner = Runner(build(tmp_path, source(locals=table, ingress="t.apply();")))
    runner.add("MyIngress.t", [Exact(3), Exact(4), Exact(1)], "MyIngress.set_a", 0x55)
    assert runner.one(P)[:2] == "55"
    assert runner.one("0103" + P[4:])[:2] == "01"


def test_const_entries(tmp_path):
    table = """
    action set_a(bit<8> v) { hdr.h.a = v; }
    table t { key = { hdr.h.b: ternary; hdr.h.e: range; } actions = { set_a; NoAction; }
              const entries = { (0x02 &&& 0x0f, 5..20): set_a(1); (_, 10): set_a(2); (3, _): set_a(3); } }
    """
    runner = Runner(build(tmp_path, source(locals=table, ingress="t.apply();")))
    assert [runner.one(f"ff{b:02x}000000000000 00{e:02x}".replace(" ", ""))[:2] for b, e in ((0x12, 10), (0x13, 10), (3, 99), (4, 4))] == [
        "01", "02", "03", "ff",
    ]  # fmt: skip


STACK_STATES = """
state parse_items {
    packet.extract(hdr.items.next);
    transition select(hdr.items.last.kind) { 0: accept; default: parse_items; }
}
"""


def _stack(tmp_path, ingress, tail):
    runner = Runner(
        build(
            tmp_path,
            source(globals=FUNCTIONS, after_extract="transition parse_items;", states=STACK_STATES, ingress=ingress),
        )
    )
    return runner.one(P + tail)[20:]


@pytest.mark.parametrize(
    ("statements", "items"),
    [
        ("", "011102220033"),
        ("hdr.items.pop_front(1);", "02220033"),
        (
            "hdr.items.push_front(1); hdr.items[0].setValid(); hdr.items[0].kind = 9; hdr.items[0].value = 9;",
            "090901110222",
        ),
        ("hdr.items[1].setInvalid();", "01110033"),
        ("hdr.items[hdr.h.a].value = 0xaa;", "011102aa0033"),
        ("hdr.items[0].value = hdr.items[hdr.h.b].value;", "013302220033"),
        ("hdr.items[hdr.h.a].setInvalid();", "01110033"),
        ("hdr.items[hdr.h.a].value = bump(hdr.h.a);", "011102020033"),  # the index is evaluated first
        ("swap(hdr.items[hdr.h.a].value, hdr.h.a);", "011102010033"),
        ("hdr.items[0] = hdr.items[hdr.h.b];", "003302220033"),
        ("item_t x = hdr.items[0]; hdr.items[0] = hdr.items[2]; hdr.items[2] = x;", "003302220111"),
        (
            "if (hdr.items[0] == hdr.items[1]) { hdr.items[0].value = 1; } else { hdr.items[0].value = 2; }",
            "010202220033",
        ),
        ("hdr.items[1] = { 7, hdr.items[1].kind };", "011107020033"),
        ("hdr.items[2] = (item_t){#};", "01110222"),
    ],
)
def test_header_stacks(tmp_path, statements, items):
    assert _stack(tmp_path, statements, "011102220033") == items


PARSERS = [
    ("transition select(packet.lookahead<bit<16>>()) { 0x0111 &&& 0xff00: good; default: accept; }", "01111111", "good"),
    ("transition select(packet.lookahead<item_t>().value) { 0x10..0x12: good; default: accept; }", "0111", "good"),
    ("transition select(hdr.h.a, hdr.h.c) { (1, 0x300..0x3ff): good; (_, _): accept; }", "", "good"),
    ("transition select(hdr.h.a == 1) { true: good; false: accept; }", "", "good"),
    ("meta.x = hdr.h.a + 1; transition select(meta.x) { 2: good; }", "", "good"),
    ("if (hdr.h.b == 2) { meta.x = 5; } else { meta.x = 6; } transition select(meta.x) { 5: good; default: accept; }", "", "good"),
    ("packet.advance(16); transition select(packet.lookahead<bit<8>>()) { 0x22: good; default: accept; }", "000022", "good"),
    ("packet.advance((bit<32>)hdr.h.b * 8); transition select(packet.lookahead<bit<8>>()) { 0x22: good; default: accept; }", "000022", "good"),
]  # fmt: skip


@pytest.mark.parametrize(("after", "tail", "_name"), PARSERS)
def test_parser_transitions(tmp_path, after, tail, _name):
    states = "state good { hdr.h.a = 0x99; transition accept; }"
    assert run(tmp_path, P + tail, after_extract=after, states=states)[:2] == "99"


def test_a_sub_parser_is_inlined_where_it_is_called(tmp_path):
    globals_ = """
    parser Item(packet_in p, out item_t item, inout bit<8> count)(bit<8> wanted) {
        state start { p.extract(item); transition select(item.kind) { wanted: found; default: accept; } }
        state found { count = count + item.value; transition accept; }
    }
    """
    text = source(
        globals=globals_,
        parser_locals="Item(1) first; Item(2) second;",
        after_extract="meta.x = 0; first.apply(packet, hdr.items[0], meta.x); second.apply(packet, hdr.items[1], meta.x); transition accept;",
        ingress="hdr.h.a = meta.x;",
    )
    runner = Runner(build(tmp_path, text))
    assert runner.one(P + "01100205")[:2] == "15"
    assert runner.one(P + "03100205")[:2] == "05"


def test_verify_sets_the_parser_error(tmp_path):
    text = source(
        globals="error { TooBig }",
        after_extract="verify(hdr.h.a < 5, error.TooBig); hdr.h.b = 0x66; transition accept;",
        ingress="if (std.parser_error == error.TooBig) { hdr.h.e = 0xee; }",
    )
    runner = Runner(build(tmp_path, text))
    assert runner.one(P) == "0166" + P[4:]
    assert runner.one("09" + P[2:]) == "09" + P[2:18] + "ee"


def _crc16_arc(data):
    """CRC-16/ARC (polynomial 0x8005 reflected, initial value 0): what v1model's crc16 is."""
    crc = 0
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0xA001 if crc & 1 else 0)
    return crc


def test_registers_counters_and_hash(tmp_path):
    text = source(
        globals="register<bit<48>>(4) seen;",
        locals="""
        counter(4, CounterType.packets_and_bytes) packets;
        action note() {
            bit<48> n; seen.read(n, (bit<32>)hdr.h.b);
            n = n + 0x100000001; seen.write((bit<32>)hdr.h.b, n);
            hdr.h.a = n[39:32]; packets.count((bit<32>)hdr.h.b);
            hash(hdr.h.c, HashAlgorithm.crc16, 16w0, { hdr.h.d, 8w1 }, 17w65536);
        }
        """,
        ingress="note();",
    )
    runner = Runner(build(tmp_path, text))
    runner.one(P)
    frame = runner.one(P)
    assert frame[:2] == "02"
    assert int(frame[4:8], 16) == _crc16_arc(bytes.fromhex("0506070801"))
    counter = runner.switch.state.counter("MyIngress.packets").read(2)
    assert (counter.packets, counter.bytes) == (2, 20)


def test_checksums(tmp_path):
    text = source(
        verify="verify_checksum(true, { hdr.h.a, hdr.h.b, hdr.h.d }, hdr.h.c, HashAlgorithm.csum16);",
        ingress="hdr.h.e = (bit<8>)std.checksum_error; hdr.h.a = 0;",
        compute="update_checksum(hdr.h.isValid(), { hdr.h.a, hdr.h.b, hdr.h.d }, hdr.h.c, HashAlgorithm.csum16);",
    )
    runner = Runner(build(tmp_path, text))
    # 0x0102 + 0x0506 + 0x0708 = 0x0d10 -> 0xf2ef; with a = 0: 0x0c10 -> 0xf3ef
    assert runner.one("0102f2ef05060708f00a") == "0002f3ef05060708f000"
    assert runner.one("0102000005060708f00a") == "0002f3ef05060708f001"


@pytest.mark.parametrize(
    ("statements", "a"),
    [
        ("bit<8> n = 0; for (bit<8> i = 0; i < hdr.h.e; i = i + 1) { n = n + i; } hdr.h.a = n;", "2d"),
        (
            "bit<8> n = 0; for (bit<8> i in 1..10) { if (i == 3) { continue; } if (i == 6) { break; } n = n + i; } hdr.h.a = n;",
            "0c",
        ),
    ],
)
def test_loops(tmp_path, statements, a):
    assert run(tmp_path, P, ingress=statements)[:2] == a
    assert run(tmp_path, P, locals=f"action act() {{ {statements} }}", ingress="act();")[:2] == a


def test_early_return_from_an_action_and_a_control(tmp_path):
    actions = "action act() { if (hdr.h.a == 1) { hdr.h.a = 2; return; } hdr.h.a = 3; }"
    runner = Runner(
        build(tmp_path, source(locals=actions, ingress="act(); if (hdr.h.b == 9) { return; } hdr.h.e = 0x44;"))
    )
    assert runner.one(P) == "02" + P[2:18] + "44"
    assert runner.one("0009" + P[4:]) == "0309" + P[4:]


def test_entry_priorities(tmp_path):
    table = """
    action set_a(bit<8> v) { hdr.h.a = v; }
    table t { key = { hdr.h.b: ternary; } actions = { set_a; NoAction; } WINS
              entries = { priority=10: 2 &&& 2: set_a(1); priority=20: 2: set_a(2); _: set_a(3); } }
    """
    largest = Runner(build(tmp_path, source(locals=table.replace("WINS", ""), ingress="t.apply();")))
    assert [largest.one(f"ff{b:02x}" + P[4:])[:2] for b in (2, 6, 4)] == ["02", "03", "03"]  # `_` has 19
    smallest = table.replace("WINS", "largest_priority_wins = false; priority_delta = 5;")
    runner = Runner(build(tmp_path, source(locals=smallest, ingress="t.apply();")))
    assert [runner.one(f"ff{b:02x}" + P[4:])[:2] for b in (2, 6, 4)] == ["01", "01", "03"]


def test_deep_nesting_is_an_error_or_works_but_never_a_crash(tmp_path):
    sum_ = " + ".join(["hdr.h.a"] * 60)
    assert run(tmp_path, P, ingress=f"hdr.h.a = {sum_};")[:2] == "3c"
    with pytest.raises(CompileErrors, match="too deeply"):
        build(tmp_path, source(ingress=f"hdr.h.a = {'(1 + ' * 20000}hdr.h.a{')' * 20000};"))


def test_a_digest_may_have_constants(tmp_path):
    """BMv2 knows fields alone in the elements of a digest."""
    body = "digest<seen_t>(1, { hdr.h.b, 0x42, hdr.h.a == 1 });"
    runner = Runner(build(tmp_path, source(globals="struct seen_t { bit<8> x; bit<16> y; bool z; }", ingress=body)))
    seen = []
    runner.switch.digest_listener = seen.append
    assert runner.one(P) == P
    assert [(digest.name, digest.values) for digest in seen] == [("seen_t", (2, 0x42, 1))]


def test_a_deparser_cannot_change_a_header(tmp_path):
    """simple_switch decides how much room the headers need before the deparser's statements run."""
    text = source().replace("packet.emit(hdr);", "h_t more; more.setValid(); packet.emit(hdr); packet.emit(more);")
    with pytest.raises(CompileErrors, match="deparser can only emit headers as they are, call externs and set var"):
        build(tmp_path, text)


def test_a_deparser_runs_until_it_returns(tmp_path):
    text = source().replace(
        "packet.emit(hdr);", 'packet.emit(hdr.h); log_msg("{}", {hdr.h.a}); return; packet.emit(hdr);'
    )
    (deparser,) = build(tmp_path, text).json["deparsers"]
    assert deparser["order"] == ["h"]
    assert [p["op"] for p in deparser["primitives"]] == ["log_msg"]
