# SPDX-License-Identifier: Apache-2.0
"""The language of STF, what its values mean, and what counts as a failure."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p4soft.stf import statements as s
from p4soft.stf.device import Output
from p4soft.stf.parser import FORMS, parse_file, parse_text
from p4soft.stf.runner import check_outputs
from p4soft.stf.statements import (
    Literal,
    Pattern,
    RefusedError,
    StfError,
    StfSyntaxError,
    default_match,
    plain,
    to_match,
)
from p4soft.switch.program.model import FieldRef, KeyField
from p4soft.switch.state import Exact, Lpm, Range, Ternary, Valid

# --- Forms -----------------------------------------------------------------------------------------------------------
# The language: every form is read, every mistake is named with file, line, verb and what is accepted.


def one(text):
    (statement,) = parse_text(text, "t.stf")
    return statement


def test_packet_joins_its_words():
    assert one("packet 3 0102 0A 0b  # note") == s.Packet(1, "packet 3 0102 0A 0b", 3, b"\x01\x02\x0a\x0b")


def test_verbs_in_any_case_blank_lines_and_comments():
    found = parse_text("\n# nothing\n  WAIT  # here\r\nNo_Packet\n")
    assert [(type(x), x.line) for x in found] == [(s.Wait, 3), (s.NoPacket, 4)]


def test_members_groups_and_entries_that_use_them():
    """As 4ward writes them (its docs/reference/stf.md): arguments with `=` and without commas."""
    text = """member p 0 a port=1 dst=0x02
    member p 1 a(3, 0x04)
    group p 2 0 1
    add t f:1 group=2
    add t 7 f:10.1.0.0/16 member=1 = L
    setdefault t a(x=1 y=2)
    """
    first, second, group, by_group, by_member, default = parse_text(text)
    assert (first.profile, first.number, first.call.action) == ("p", 0, "a")
    assert [(a.name, a.value.number()) for a in first.call.arguments] == [("port", 1), ("dst", 2)]
    assert [(a.name, a.value.number()) for a in second.call.arguments] == [(None, 3), (None, 4)]
    assert (group.profile, group.number, group.members) == ("p", 2, (0, 1))
    assert (by_group.call, by_group.label) == (s.Shared("group", 2), None)
    assert (by_member.call, by_member.label, by_member.priority) == (s.Shared("member", 1), "L", 7)
    assert (by_member.matches[0].value.first, plain(by_member.matches[0].value.first)) == ("10.1.0.0", 0x0A010000)
    assert [(a.name, a.value.number()) for a in default.call.arguments] == [("x", 1), ("y", 2)]


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("expect 1", None),
        ("expect 1 0A*b", Pattern("0a*b", False)),
        ("expect 1 01 ** $", Pattern("01**", True)),
        ("expect 1 01$", Pattern("01", True)),
        ("expect 1 $", Pattern("", True)),
    ],
)
def test_expect(text, pattern):
    assert one(text).pattern == pattern


def test_add_in_full():
    found = one("add c.t 7 h$1.f:0x1*2* g.$valid:1 lpm:0x0a00/16 c.a(x:0b101, y:0o17) = $A")
    assert (found.table, found.priority, found.label) == ("c.t", 7, "A")
    assert found.matches == (
        s.Match("h$1.f", Literal("0x1*2*", "0x1*2*")),
        s.Match("g.$valid", Literal("1", "1")),
        s.Match("lpm", Literal("0x0a00/16", "0x0a00", "/", "16")),
    )
    assert found.call == s.Call(
        "c.a", (s.Argument("x", Literal("0b101", "0b101")), s.Argument("y", Literal("0o17", "0o17")))
    )


@pytest.mark.parametrize("value", ["1&&&3", "1->3", "1..3", "*"])
def test_add_other_matches(value):
    assert one(f"add t 0 f:{value} a()").matches[0].value.text == value


def test_quoted_and_indexed_names():
    found = one('add "the table" hdr.h[2].f:1 a(1, 2)')
    assert (found.table, found.matches[0].field) == ("the table", "hdr.h[2].f")
    assert [a.name for a in found.call.arguments] == [None, None]


def test_setdefault_and_remove():
    assert one("setdefault t c.a()") == s.SetDefault(1, "setdefault t c.a()", "t", s.Call("c.a", ()))
    assert isinstance(one("remove all"), s.RemoveAll)


@pytest.mark.parametrize("operator", ["==", "!=", "<", "<=", ">", ">="])
def test_check_counter(operator):
    found = one(f"check_counter c($A) bytes {operator} 12")
    assert (found.counter, found.index, found.unit) == ("c", "A", "bytes")
    assert [found.condition.holds(n) for n in (11, 12, 13)] == [eval(f"{n} {operator} 12") for n in (11, 12, 13)]
    assert one("check_counter c(3)").condition is None


def test_commands():
    assert one("mc_node_create 400 6 7 8").numbers == (400, 6, 7, 8)
    assert one("register_write r 0x10 100").numbers == (16, 100)
    assert one("register_read c.r 1 == 0xff").condition == s.Condition("==", 255)
    found = one("meter_set_rates m 2 0.000005:4 1:5")
    assert (found.name, found.numbers) == ("m", (2,))
    assert found.rates == (s.Rate(Decimal("0.000005"), 4), s.Rate(Decimal(1), 5))


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("paket 0 00", "no such verb"),
        ("packet", "expected a port number"),
        ("packet x 00", "expected a port number, found 'x'"),
        ("packet 4294967296 00", "port 4294967296 is out of range"),
        ("packet 0", "the packet has no data"),
        ("packet 0 012", "3 hexadecimal digits are not whole bytes"),
        ("packet 0 0*", "'*' is not a hexadecimal digit"),
        ("expect 0 0g", "'g' is not a hexadecimal digit or *"),
        ("expect 0 00 $ 00", "'$' (the packet ends here) may only stand at the end"),
        ("add t f:1", "expected an action's name, found the end of the line"),
        ("add t f:1 a(x:1", "expected ',', found the end of the line"),
        ("add t f:1 a(x:1, 2)", "arguments are either all named or all positional"),
        ("add t f:1x a()", "cannot read '1x a()'"),
        ("add t f:1 a() b", "unexpected 'b'"),
        ("member p 0", "expected an action's name, found the end of the line"),
        ("member p a()", "expected the member's number, found 'a'"),
        ("group p 1 x", "expected a member's number, found 'x'"),
        ("add t f:1 group=x", "expected a group's number, found 'x'"),
        ("add t f:10.0.0.256 a()", "cannot read"),
        ("membr p 0 a", "no such verb; did you mean member?"),
        ("remove t", "single entries cannot be removed"),
        ("check_counter c(1) cells == 1", "cannot count 'cells'"),
        ("check_counter c(1) bytes = 1", "expected one of == != <= >= < >, found '='"),
        ("mc_node_create 1", "expected a number, found the end of the line"),
        ("mirroring_add 1 2 3", "unexpected '3'"),
        ("mirroring_add 0x1* 2", "expected a number without *, found '0x1*'"),
        ("meter_set_rates m 1 5", "expected a number, found '5'"),
        ("wait 5", "unexpected '5'"),
        ('add t f:1 a() "', "cannot read"),
    ],
)
def test_mistakes(line, problem):
    if line.startswith("meter"):
        problem = "expected"
    with pytest.raises(StfSyntaxError) as error:
        parse_text("wait\n" + line, "some.stf")
    (message,) = error.value.problems
    verb = line.split()[0]
    assert message.startswith(f"some.stf:2: {verb}: ")
    assert problem in message
    assert f"; accepted: {FORMS.get(verb, 'packet, expect, no_packet')}" in message


def test_every_mistake_of_a_file_is_told():
    with pytest.raises(StfSyntaxError) as error:
        parse_text("packet\nwait\nexpect\n")
    assert [p.split(":")[1] for p in error.value.problems] == ["1", "3"]


def test_unreadable_file(tmp_path):
    with pytest.raises(StfError, match=r"no\.stf: cannot read: No such file"):
        parse_file(tmp_path / "no.stf")
    binary = tmp_path / "b.stf"
    binary.write_bytes(b"\xff\xfe")
    with pytest.raises(StfError, match=r"b\.stf: cannot read: not text"):
        parse_file(binary)


_WORDS = st.sampled_from(
    [*FORMS, "0", "0x1*", "1.5", "t", "a(", "x:1", ")", "=", "==", "$A", "[1]", "\u00b2", "all", ":"]
)


@given(st.lists(_WORDS, max_size=8).map(" ".join) | st.text(max_size=40))
def test_anything_is_read_or_refused(text):
    try:
        parse_text(text)
    except StfSyntaxError as error:
        assert str(error)


# --- Values ----------------------------------------------------------------------------------------------------------
# What values mean for the match kinds: p4c's rules (backends/bmv2/bmv2stf.py, makeMask and makeLpm).


def field(kind, width):
    return KeyField("f", kind, FieldRef("h", "f"), width)


def literal(text):
    return parse_text(f"add t 0 f:{text} a()")[0].matches[0].value


@pytest.mark.parametrize(
    ("kind", "width", "text", "match"),
    [
        ("exact", 8, "0xff", Exact(255)),
        ("exact", 8, "010", Exact(10)),
        ("exact", 8, "0b101", Exact(5)),
        ("exact", 8, "0o17", Exact(15)),
        ("valid", 1, "1", Valid(True)),
        ("valid", 1, "0", Valid(False)),
        ("lpm", 32, "0x0a000000/8", Lpm(0x0A000000, 8)),
        ("lpm", 32, "0x0a0b0c0d/8", Lpm(0x0A000000, 8)),  # BMv2 ignores what follows the prefix
        ("lpm", 32, "0/0", Lpm(0, 0)),
        ("lpm", 32, "0x0a010203", Lpm(0x0A010203, 32)),
        ("lpm", 32, "0xc0a8****", Lpm(0xC0A80000, 16)),
        ("lpm", 8, "0b101*****", Lpm(0b10100000, 3)),
        ("lpm", 32, "*", Lpm(0, 0)),
        ("ternary", 32, "0x****0101", Ternary(0x0101, 0xFFFF)),
        ("ternary", 32, "0x0202****", Ternary(0x02020000, 0xFFFF0000)),
        ("ternary", 16, "0x12", Ternary(0x12, 0xFF)),  # p4c: digits not written are free
        ("ternary", 16, "0x0012", Ternary(0x12, 0xFFFF)),
        ("ternary", 16, "18", Ternary(18, 0xFFFF)),
        ("ternary", 3, "0x5", Ternary(5, 7)),
        ("ternary", 8, "0b1*0", Ternary(0b100, 0b101)),
        ("ternary", 8, "0xff&&&0x0f", Ternary(0x0F, 0x0F)),
        ("ternary", 8, "*", Ternary(0, 0)),
        ("range", 16, "1->5", Range(1, 5)),
        ("range", 16, "0x1..0x5", Range(1, 5)),
        ("range", 16, "7", Range(7, 7)),
        ("range", 16, "*", Range(0, 0xFFFF)),
    ],
)
def test_forms(kind, width, text, match):
    assert to_match(field(kind, width), literal(text)) == match


@pytest.mark.parametrize(
    ("kind", "width", "text", "problem"),
    [
        ("exact", 8, "256", "256 does not fit 8 bits; accepted: a number"),
        ("exact", 8, "0x1*", "0x1* has wildcards here"),
        ("exact", 8, "1/8", "'/' does not suit an exact field"),
        ("lpm", 32, "1/33", "prefix length 33 is out of range 0..32"),
        ("lpm", 32, "0x**01", "a * may only stand at the end"),
        ("lpm", 32, "1&&&1", "'&&&' does not suit an lpm field"),
        ("ternary", 8, "0x100&&&0xff", "0x100 does not fit 8 bits"),
        ("ternary", 8, "1/4", "'/' does not suit a ternary field"),
        ("range", 8, "5->1", "1 is below 5"),
        ("range", 8, "1->256", "256 does not fit 8 bits"),
        ("range", 8, "1&&&1", "'&&&' does not suit a range field"),
    ],
)
def test_values_that_are_mistakes(kind, width, text, problem):
    with pytest.raises(RefusedError) as error:
        to_match(field(kind, width), literal(text))
    assert f"match field f ({kind}, {width} bits): {text}: {problem}" in str(error.value)


@pytest.mark.parametrize(
    ("kind", "match"),
    [
        ("exact", Exact(0)),
        ("valid", Valid(False)),
        ("lpm", Lpm(0, 0)),
        ("ternary", Ternary(0, 0)),
        ("range", Range(0, 255)),
    ],
)
def test_fields_not_mentioned(kind, match):
    assert default_match(field(kind, 8)) == match


# --- Failures --------------------------------------------------------------------------------------------------------
# What counts as a failure, and what it says.


def check(text, *outputs):
    return check_outputs(
        parse_text(text), [Output(port, bytes.fromhex(frame), cause) for port, frame, cause in outputs]
    )


def messages(text, *outputs):
    return [f.message for f in check(text, *outputs)]


def test_as_expected():
    assert not check("packet 0 00\nexpect 1 0*02\nexpect 2", (2, "ffff", 0), (1, "0f02aa", 0))


def test_ports_do_not_wait_for_each_other_but_each_is_in_order():
    assert not check("expect 1 01\nexpect 2 02\nexpect 1 03", (2, "02", 0), (1, "01", 0), (1, "03", 0))
    assert len(check("packet 0 00\nexpect 1 01\nexpect 1 03", (1, "03", 0), (1, "01", 0))) == 2


def test_difference_shows_both_and_where():
    (failure,) = check("packet 7 0000\nexpect 1 0102 *3f4", (1, "0102a304ff", 0))
    assert (failure.line, failure.cause) == (2, 0)
    assert failure.message.splitlines() == [
        "expect 1: packet 0 of the port differs at byte 3 (high digit): expected f, got 0",
        "  expected  0102 *3f4",
        "  actual    0102 a304 ff",
        "                   ^",
        "  caused by 0000",
        "  sent by line 1 into port 7",
    ]


def test_length():
    assert (
        "too short: expected at least 3 bytes, got 2 bytes"
        in messages("packet 0 00\nexpect 1 010203", (1, "0102", 0))[0]
    )
    assert not messages("packet 0 00\nexpect 1 0102", (1, "010203", 0))
    assert (
        "too long: expected exactly 2 bytes, got 3 bytes"
        in messages("packet 0 00\nexpect 1 0102 $", (1, "010203", 0))[0]
    )
    assert "too short: expected 2 bytes, got 1 bytes" in messages("packet 0 00\nexpect 1 01** $", (1, "01", 0))[0]


def test_missing_names_the_nearest_packet():
    (failure,) = check("packet 0 aa\nexpect 1 01\npacket 4 bb\nexpect 1 0*$", (1, "01", 0))
    assert (failure.line, failure.cause) == (4, 1)
    assert failure.message.splitlines() == [
        "expect 1: no such packet: 1 packet came out of port 1, 2 expected",
        "  expected  0* $",
        "  the nearest packet is the one of line 3, into port 4",
    ]


def test_unexpected_on_any_port_once_something_is_expected():
    (failure,) = check("packet 0 aa\nexpect 1", (1, "01", 0), (9, "02", 0))
    assert failure.line == 1
    assert failure.message.startswith("unexpected packet: 1 packet came out of port 9, 0 expected\n  actual    02")


def test_unexpected_is_fine_when_nothing_is_expected():
    assert not check("packet 0 aa", (9, "02", 0))
    assert len(check("packet 0 aa\nno_packet", (9, "02", 0))) == 1


def test_expect_without_data_is_one_packet():
    assert len(check("packet 0 aa\nexpect 1", (1, "01", 0), (1, "02", 0))) == 1
    assert len(check("packet 0 aa\nexpect 1")) == 1
