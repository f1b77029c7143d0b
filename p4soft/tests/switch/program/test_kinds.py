# SPDX-License-Identifier: Apache-2.0
"""Expressions and primitives whose operands are of the wrong kind are refused when the program is loaded.

Found by fuzzing (test_softswitch_json_fuzz.py): all of these loaded, and then failed at the first packet.
"""

import pytest
from long_kit import share
from program_kit import assign, bytes_program, call, const, extract, field, header, op, std

from p4soft.switch import ProgramError, load_program

A = field("meta", "a")
TRUE = {"type": "bool", "value": True}
STACK = {"type": "header_stack", "value": "s"}


def program(*primitives, state=()):
    """A program with a header, another one of another type, a stack, and an action of these primitives."""
    b = bytes_program()
    b.header("g", [["v", 16, False]], emit=False)
    b.stack("s", [["x", 8, False]], 2)
    b.json["parsers"][0]["parse_states"][0]["parser_ops"] += list(state)
    b.action("act", *primitives)
    b.table("t", [], ["act"], default=("act", []))
    return b.start("t")


def refused(*needles, primitives=(), state=()):
    with pytest.raises(ProgramError) as caught:
        load_program(program(*primitives, state=state).json)
    for needle in needles:
        assert needle in str(caught.value)


@pytest.mark.parametrize("operator", ["+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^"])
def test_arithmetic_is_for_data(operator):
    refused("right", "expected data, got bool", primitives=[assign(A, op(operator, A, TRUE))])
    refused("left", "expected data, got header", primitives=[assign(A, op(operator, header("h"), A))])


@pytest.mark.parametrize("operator", ["and", "or"])
def test_logic_is_for_booleans(operator):
    refused("expected bool, got data", primitives=[assign(A, op("b2d", None, op(operator, TRUE, A)))])


@pytest.mark.parametrize(
    ("operator", "right", "kinds"),
    [
        ("~", TRUE, "expected data, got bool"),
        ("not", A, "expected bool, got data"),
        ("valid", A, "expected header, got data"),
        ("valid_union", header("h"), "expected union, got header"),
        ("d2b", TRUE, "expected data, got bool"),
        ("b2d", A, "expected bool, got data"),
        ("last_stack_index", A, "expected stack or union_stack, got data"),
        ("size_stack", header("h"), "expected stack or union_stack, got header"),
    ],
)
def test_operators_with_one_operand(operator, right, kinds):
    refused(f"{kinds}", primitives=[assign(A, op("b2d", None, op(operator, None, right)))])


@pytest.mark.parametrize("operator", ["<", "<=", ">", ">="])
def test_order_is_for_data(operator):
    refused("expected data, got bool", primitives=[call("assert", op(operator, TRUE, A))])


def test_equality_needs_two_of_a_kind():
    refused("expected data, got bool", primitives=[call("assert", op("==", A, TRUE))])
    refused("different types", primitives=[call("assert", op("!=", header("h"), header("g")))])
    load_program(program(call("assert", op("==", STACK, STACK))).json)


def test_a_choice_needs_a_boolean_and_two_of_a_kind():
    refused("cond", "expected bool, got data", primitives=[assign(A, op("?", A, A, cond=A))])
    refused("right", "expected data, got bool", primitives=[assign(A, op("?", A, TRUE, cond=TRUE))])


@pytest.mark.parametrize("operator", ["two_comp_mod", "usat_cast", "sat_cast"])
@pytest.mark.parametrize("width", [A, const(0), const(-5), const(65_537)])
def test_casts_need_a_width(operator, width):
    refused("a constant width in 1..65536", primitives=[assign(A, op(operator, A, width))])


def test_a_value_is_data():
    refused("expected a value", primitives=[assign(A, TRUE)])
    vector = {"type": "parameters_vector", "value": [{"type": "string", "value": "x"}]}
    refused("expected data, got string", primitives=[call("log_msg", {"type": "string", "value": "{}"}, vector)])
    element = {"op": "dereference_header_stack", "left": STACK, "right": TRUE}
    access = {"type": "expression", "value": {"op": "access_field", "left": element, "right": 0}}
    refused("expected data, got bool", primitives=[assign(A, access)])


def test_headers_are_copied_to_their_own_type():
    refused("of different types", primitives=[call("assign_header", header("h"), header("g"))])


def test_only_a_parser_looks_ahead():
    refused("a lookahead outside of a parser", primitives=[assign(A, {"type": "lookahead", "value": [0, 8]})])


def test_a_parser_computes_with_data():
    refused("expected data, got bool", state=[{"op": "set", "parameters": [A, TRUE]}])
    refused("expected data, got header", state=[{"op": "advance", "parameters": [header("h")]}])
    refused("expected data, got bool", state=[{"op": "verify", "parameters": [TRUE, TRUE]}])


def test_messages_stay_short():
    deep = A
    for _ in range(100):
        deep = op("+", const(1), deep)
    with pytest.raises(ProgramError) as caught:
        load_program(program(assign(A, op("+", TRUE, deep)), assign(A, op("+", const(1), op("+", deep, TRUE)))).json)
    assert len(str(caught.value)) < 300
    wide = bytes_program({f"field{n}": 8 for n in range(100)})
    wide.action("act", assign(field("meta", "nope"), const(1)))
    with pytest.raises(ProgramError, match=r"it has: field0, .*, \.\.\. \(100 in all\)"):
        load_program(wide.json)


DEEP = [
    (operator, depth, engine) for operator in ("+", "and") for depth in (150, 900) for engine in ("python", "native")
]


@pytest.mark.parametrize(
    ("operator", "depth", "engine"), share(DEEP, [each for each in DEEP if each[1:] != (900, "native")])
)
def test_deep_expressions_run(operator, depth, engine):
    """Python reads 200 nested parentheses; BMv2 has no such limit."""
    deep, one = (A, const(1)) if operator == "+" else (TRUE, TRUE)
    for _ in range(depth):
        deep = op(operator, one, deep)
    value = deep if operator == "+" else op("b2d", None, deep)
    out = assign(std("egress_spec"), const(1))
    switch = program(out, assign(A, value), assign(field("h", "kind"), A)).load(engine=engine)
    (emission,) = switch.receive(0, bytes(5), 0)
    assert emission.frame[0] == (depth % 256 if operator == "+" else 1)


def test_endless_expressions_are_refused():
    deep = A
    for _ in range(20_000):
        deep = op("+", const(1), deep)
    refused("nested too deeply", primitives=[assign(A, deep)])


def test_a_state_with_very_many_transitions():
    b = bytes_program()
    first = b.json["parsers"][0]["parse_states"][0]
    first["transition_key"] = [field("h", "kind")]
    many = [{"type": "hexstr", "value": hex(n), "mask": "0xffff", "next_state": None} for n in range(5_000)]
    first["transitions"] = [*many, *first["transitions"]]
    assert extract("h") in first["parser_ops"]
    assert b.load().receive(0, bytes(5), 0) is not None


def test_an_entry_has_no_empty_range():
    b = bytes_program()
    b.action("act")
    key = {"match_type": "range", "start": "0x05", "end": "0x04"}
    entry = {"match_key": [key], "action_entry": {"action_id": 0, "action_data": []}, "priority": 1}
    b.table("t", [("range", field("h", "kind"))], ["act"], match="range", entries=[entry])
    with pytest.raises(ProgramError, match=r"entries\[0\]\.match_key\[0\]: the range 0x5\.\.0x4 is empty"):
        load_program(b.start("t").json)
