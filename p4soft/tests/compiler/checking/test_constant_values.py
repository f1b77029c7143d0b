# SPDX-License-Identifier: Apache-2.0
"""Compile-time values (P4_16 specification sections 8.5 to 8.11)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.compiler.checking_kit import check, constant, errors

from p4soft.compiler import types as t
from p4soft.compiler.checking import constants
from p4soft.compiler.diagnostics import CompileErrors


@pytest.mark.parametrize(
    ("expression", "type_", "value"),
    [
        ("1 + 2 * 3", "int", 7),
        ("(1 << 200) - 1", "int", (1 << 200) - 1),
        ("7 / 2", "int", 3),
        ("7 % 4", "int", 3),
        ("-5 >> 1", "int", -3),
        ("8w255 + 8w1", "bit<8>", 0),
        ("8w0 - 1", "bit<8>", 255),
        ("8s127 + 8s1", "int<8>", -128),
        ("8w200 |+| 8w100", "bit<8>", 255),
        ("8w5 |-| 8w6", "bit<8>", 0),
        ("8s100 |+| 8s100", "int<8>", 127),
        ("8s100 |-| (-8s100)", "int<8>", 127),
        ("~8w0x0F", "bit<8>", 0xF0),
        ("-8w1", "bit<8>", 255),
        ("-8s128", "int<8>", -128),
        ("8w1 ++ 8w2", "bit<16>", 0x0102),
        ("8w0xAB[7:4]", "bit<4>", 0xA),
        ("(bit<4>) 8w0xAB", "bit<4>", 0xB),
        ("(bit<16>) 8w0xAB", "bit<16>", 0xAB),
        ("(int<8>) 8w255", "int<8>", -1),
        ("(bit<8>) (-8s1)", "bit<8>", 255),
        ("(int<16>) (-8s1)", "int<16>", -1),
        ("(bit<8>) -1", "bit<8>", 255),
        ("(bit<1>) true", "bit<1>", 1),
        ("(bool) 1w1", "bool", True),
        ("8w1 << 9", "bit<8>", 0),
        ("-8s128 >> 9", "int<8>", -1),
        ("8w3 == 3", "bool", True),
        ("8w1 < 2 && !(2 >= 3)", "bool", True),
        ("true ? 8w1 : 8w2", "bit<8>", 1),
        ("8w6 & 8w3 | 8w8 ^ 8w1", "bit<8>", (6 & 3) | (8 ^ 1)),
        ('"a" ++ "b"', "string", "ab"),
        ("{1, {2, true}}", "tuple<bit<8>, tuple<bit<4>, bool>>", (1, (2, True))),
        ("{ (bit<8>) 4, 5 }[1]", "int", 5),
    ],
)
def test_values(expression: str, type_: str, value: object):
    assert constant(expression, type_) == value


def test_constants_use_constants_enums_and_structs():
    program = check(
        """
enum bit<16> Ether { IPV4 = 0x0800, IPV6 = IPV4 + 1 }
struct pair_t { bit<8> a; bit<8> b; }
const bit<8> base = 3;
const pair_t pair = { b = base + 1, a = 9 };
const bit<8> b = pair.b;
const bit<16> e = Ether.IPV6;
const Ether back = (Ether) 0x0800;
const bit<(base * 2)> wide = 63;
"""
    )
    values = {n: program.globals[n].value.const_value for n in ("pair", "b", "e", "back", "wide")}
    assert values == {"pair": (9, 4), "b": 4, "e": 0x0801, "back": 0x0800, "wide": 63}
    assert program.globals["wide"].type == t.BitType(6)


@pytest.mark.parametrize(
    ("expression", "type_", "message"),
    [
        ("1 / 0", "int", "division by zero"),
        ("-7 / 2", "int", "not defined for negative"),
        ("1 << -1", "int", "negative amount"),
        ("1 << 1000000", "int", "more than"),
        ("8s7 / 8s2", "int<8>", "cannot be applied to `int<8>`"),
        ("8w1 + 4w1", "bit<8>", "operands of types `bit<8>` and `bit<4>`"),
        ("8w1 + true", "bit<8>", "operands of types"),
        ("1 ++ 8w1", "bit<9>", "cannot be applied to `int`"),
        ("8w1[8:0]", "bit<9>", "leaves `bit<8>`"),
        ("8w1[0:1]", "bit<2>", "is no range"),
        ("(int<4>) 8w1", "int<4>", "cannot be cast"),
        ("(bool) 8w1", "bool", "cannot be cast"),
        ("16w1", "bit<8>", "has type `bit<16>`"),
        ("!8w1", "bool", "cannot be applied to `bit<8>`"),
        ("~5", "int", "cannot be applied to `int`"),
        ("1 |+| 2", "int", "cannot be applied to `int`"),
    ],
)
def test_refused(expression: str, type_: str, message: str):
    found = errors(f"const {type_} x = {expression};")
    assert len(found) == 1
    assert message in found[0].message


def test_values_that_do_not_fit_are_warned_of():
    program = check("const bit<8> x = 256;\nconst int<4> y = 8;\nconst bit<8> fine = 255;")
    assert [(w.line, w.code) for w in program.diagnostics.warnings] == [(1, "overflow"), (2, "overflow")]
    assert program.globals["x"].value.const_value == 0
    assert program.globals["y"].value.const_value == -8


@settings(max_examples=200, deadline=None)
@given(
    width=st.integers(1, 130),
    signed=st.booleans(),
    a=st.integers(-(1 << 130), 1 << 130),
    b=st.integers(-(1 << 130), 1 << 130),
    op=st.sampled_from(["+", "-", "*", "&", "|", "^", "|+|", "|-|", "<", ">=", "==", "!="]),
)
def test_fixed_width_arithmetic_is_modular(width: int, signed: bool, a: int, b: int, op: str):
    type_ = t.BitType(width, signed)
    low, high = (-(1 << (width - 1)), (1 << (width - 1)) - 1) if signed else (0, (1 << width) - 1)
    a, b = type_.wrap(a), type_.wrap(b)
    assert low <= a <= high
    plain = {"+": a + b, "-": a - b, "*": a * b, "&": a & b, "|": a | b, "^": a ^ b}
    result = constants.binary(op, a, b, type_, (type_, type_))
    if op in plain:
        assert isinstance(result, int)
        assert low <= result <= high
        assert (result - plain[op]) % (1 << width) == 0
    elif op in {"|+|", "|-|"}:
        exact = a + b if op == "|+|" else a - b
        assert result == min(max(exact, low), high)
    else:
        assert result is {"<": a < b, ">=": a >= b, "==": a == b, "!=": a != b}[op]


def test_long_constants_do_not_crash():
    with pytest.raises(CompileErrors):
        check("const int x = " + "9" * 5000 + ";")
