# SPDX-License-Identifier: Apache-2.0
"""Fixed-width arithmetic on unbounded integers.

Folded results, and the emitted JSON evaluated as BMv2 does, must be what P4_16 says.
"""

import operator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p4soft.compiler.backend import ir
from p4soft.compiler.backend.actions import expression, hexstr
from p4soft.compiler.backend.ir import Const, FieldRef
from p4soft.compiler.types import BOOL, BitType

OPERATIONS = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
    ">>": operator.rshift,
    "<<": operator.lshift,
}


def _twos_complement(value, width):
    value &= (1 << width) - 1
    return value - (1 << width) if value >> (width - 1) else value


def evaluate(node, fields):
    """BMv2's expression semantics (docs/JSON_format.md): unbounded integers, explicit conversions only."""
    kind, value = node["type"], node["value"]
    if kind == "field":
        return fields[tuple(value)]
    if kind == "hexstr":
        return int(value, 16)
    if kind == "bool":
        return value
    op = value["op"]
    right = evaluate(value["right"], fields)
    if op == "?":
        return evaluate(value["left"], fields) if evaluate(value["cond"], fields) else right
    if op == "d2b":
        return right != 0
    if op == "b2d":
        return int(right)
    if op == "~":
        return ~right
    if op == "not":
        return not right
    left = evaluate(value["left"], fields)
    match op:
        case "two_comp_mod":
            return _twos_complement(left, right)
        case "usat_cast":
            return min(max(left, 0), (1 << right) - 1)
        case "sat_cast":
            return min(max(left, -(1 << (right - 1))), (1 << (right - 1)) - 1)
        case "and":
            return left and right
        case "or":
            return left or right
    comparisons = {"==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le}
    return (OPERATIONS | comparisons | {">": operator.gt, ">=": operator.ge})[op](left, right)


def field(name, type_):
    return FieldRef(type_, "h", name)


def wrapped(type_, value):
    return _twos_complement(value, type_.width) if type_.signed else value & ((1 << type_.width) - 1)


types_ = st.builds(BitType, st.integers(2, 130), st.booleans())


@settings(max_examples=300, deadline=None)
@given(types_, st.integers(), st.integers(), st.sampled_from(["+", "-", "*", "&", "|", "^"]))
def test_binary_operations_stay_in_range(type_, a, b, op):
    a, b = wrapped(type_, a), wrapped(type_, b)
    expected = wrapped(type_, OPERATIONS[op](a, b))
    json = expression(ir.binary(op, field("a", type_), field("b", type_)))
    assert evaluate(json, {("h", "a"): a, ("h", "b"): b}) == expected
    assert ir.binary(op, Const(type_, a), Const(type_, b)) == Const(type_, expected)


@settings(max_examples=200, deadline=None)
@given(types_, st.integers(), st.integers(0, 140))
def test_shifts_and_unary(type_, a, amount):
    a = wrapped(type_, a)
    by = Const(BitType(8), amount)
    values = {("h", "a"): a}
    operand = field("a", type_)
    assert evaluate(expression(ir.binary("<<", operand, by)), values) == wrapped(type_, a << amount)
    assert evaluate(expression(ir.binary(">>", operand, by)), values) == wrapped(type_, a >> amount)
    assert evaluate(expression(ir.negate(operand)), values) == wrapped(type_, -a)
    assert evaluate(expression(ir.complement(operand)), values) == wrapped(type_, ~a)


@settings(max_examples=300, deadline=None)
@given(types_, types_, st.integers())
def test_casts(source, target, a):
    a = wrapped(source, a)
    json = expression(ir.cast(field("a", source), target))
    assert evaluate(json, {("h", "a"): a}) == wrapped(target, a)
    assert ir.cast(Const(source, a), target) == Const(target, wrapped(target, a))


@settings(max_examples=200, deadline=None)
@given(types_, st.integers(), st.integers(), st.data())
def test_slices_read_and_written(type_, a, part, data):
    low = data.draw(st.integers(0, type_.width - 1))
    high = data.draw(st.integers(low, type_.width - 1))
    a = wrapped(type_, a)
    width = high - low + 1
    bits = a & ((1 << type_.width) - 1)
    values = {("h", "a"): a, ("h", "p"): part & ((1 << width) - 1)}
    read = evaluate(expression(ir.slice_(field("a", type_), high, low)), values)
    assert read == (bits >> low) & ((1 << width) - 1)
    written = ir.replace_slice(field("a", type_), high, low, field("p", BitType(width)))
    mask = ((1 << width) - 1) << low
    assert evaluate(expression(written), values) == wrapped(type_, bits & ~mask | values["h", "p"] << low)


@settings(max_examples=200, deadline=None)
@given(types_, types_, st.integers(), st.integers())
def test_concatenation(left, right, a, b):
    a, b = wrapped(left, a), wrapped(right, b)
    result = BitType(left.width + right.width, left.signed)
    expected = wrapped(result, (a << right.width) | (b & ((1 << right.width) - 1)))
    json = expression(ir.concat(field("a", left), field("b", right)))
    assert evaluate(json, {("h", "a"): a, ("h", "b"): b}) == expected


@settings(max_examples=200, deadline=None)
@given(types_, st.integers(), st.integers(), st.sampled_from(["|+|", "|-|"]))
def test_saturation(type_, a, b, op):
    a, b = wrapped(type_, a), wrapped(type_, b)
    low = -(1 << (type_.width - 1)) if type_.signed else 0
    high = (1 << (type_.width - (1 if type_.signed else 0))) - 1
    expected = min(max(a + b if op == "|+|" else a - b, low), high)
    json = expression(ir.saturating(op, field("a", type_), field("b", type_)))
    assert evaluate(json, {("h", "a"): a, ("h", "b"): b}) == expected
    assert ir.saturating(op, Const(type_, a), Const(type_, b)).value == expected


def test_bool_conversions_are_explicit():
    flag = field("f", BOOL)
    assert expression(flag)["value"]["op"] == "d2b"
    assert evaluate(expression(ir.cast(flag, BitType(8))), {("h", "f"): 1}) == 1
    assert evaluate(expression(ir.cast(field("x", BitType(1)), BOOL)), {("h", "x"): 1}) is True


@pytest.mark.parametrize(
    ("value", "width", "text"), [(5, 9, "0x0005"), (0, 1, "0x00"), (-3, 8, "-0x03"), (0xABC, 12, "0x0abc")]
)
def test_hexstr_is_padded_to_whole_bytes(value, width, text):
    assert hexstr(value, width) == text
