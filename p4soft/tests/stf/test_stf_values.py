# SPDX-License-Identifier: Apache-2.0
"""What values mean for the match kinds: p4c's rules (backends/bmv2/bmv2stf.py, makeMask and makeLpm)."""

import pytest

from p4soft.stf.parser import parse_text
from p4soft.stf.statements import RefusedError, default_match, to_match
from p4soft.switch.program.model import FieldRef, KeyField
from p4soft.switch.state import Exact, Lpm, Range, Ternary, Valid


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
def test_mistakes(kind, width, text, problem):
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
