# SPDX-License-Identifier: Apache-2.0
"""The loader: what it accepts, refuses and never raises."""

from __future__ import annotations

import copy
import json

import pytest
from long_kit import rounds, share
from program_kit import Builder, assign, bytes_program, call, const, extract, field, header, op, param, std
from tests.switch.json_mutation_kit import SEED, Damage, accepted_of

from p4soft.switch import ProgramError, load_program
from p4soft.switch.program.controls import back_edges

# --- Programs --------------------------------------------------------------------------------------------------------
# The loader accepts what p4c writes and names the JSON path of what it refuses.


def valid():
    b = bytes_program()
    b.action("NoAction")
    b.action("set", assign(std("egress_spec"), param(0)), params={"port": 9})
    b.table("t", [("exact", field("h", "kind"))], ["set", "NoAction"], default=("NoAction", []))
    return b.start("t").json


def refuse(change, *needles):
    program = copy.deepcopy(valid())
    change(program)
    with pytest.raises(ProgramError) as caught:
        load_program(json.dumps(program), source="bad.json")
    message = str(caught.value)
    assert message.startswith("bad.json: ")
    for needle in needles:
        assert needle in message, message


def test_text_and_dict_give_the_same_program():
    assert load_program(json.dumps(valid())).tables() == load_program(valid()).tables()


def test_not_json():
    with pytest.raises(ProgramError, match=r"x\.json: \$: not JSON: .*; accepted: what p4c-bm2-ss writes$"):
        load_program("{", source="x.json")
    with pytest.raises(ProgramError, match="expected a JSON object"):
        load_program("[]")


def test_deeply_nested_text_is_refused():
    with pytest.raises(ProgramError, match="not JSON"):
        load_program("[" * 100_000)


def test_major_version():
    refuse(lambda p: p["__meta__"].update(version=[3, 0]), "__meta__.version", "3.0", "accepted: 2.x")


def test_unknown_primitive_is_named():
    refuse(
        lambda p: p["actions"][1]["primitives"].append({"op": "teleport", "parameters": []}),
        "actions[1].primitives[1].op",
        "unknown primitive 'teleport'",
        "mark_to_drop",
    )


def test_primitive_arguments_are_checked():
    refuse(
        lambda p: p["actions"][1]["primitives"].append(call("assign", const(1), const(2))),
        "actions[1].primitives[1].parameters[0]",
        "expected a lvalue",
    )
    refuse(lambda p: p["actions"][1]["primitives"].append(call("truncate")), "truncate takes 1 parameters")


@pytest.mark.parametrize(
    ("match", "one", "other"),
    [
        ("exact", {"key": "0x05"}, {"key": "0x05"}),
        ("lpm", {"key": "0x0500", "prefix_length": 8}, {"key": "0x0510", "prefix_length": 8}),
    ],
)
def test_entries_that_match_by_the_same_bits_are_refused(match, one, other):
    """simple_switch: Duplicate entries in table initializer."""
    b = bytes_program({"m": 12})
    b.action("NoAction")
    entries = [
        {"match_key": [{"match_type": match, **key}], "action_entry": {"action_id": 0, "action_data": []}}
        for key in (one, other)
    ]
    b.table("t", [(match, field("meta", "m"))], ["NoAction"], match=match, entries=entries)
    with pytest.raises(ProgramError, match=r"tables\[0\]\.entries\[1\]: matches by the same bits as entry 0"):
        load_program(b.start("t").json)


def test_unknown_field_names_the_ones_there_are():
    refuse(
        lambda p: p["pipelines"][0]["tables"][0]["key"][0].update(target=["h", "colour"]),
        "pipelines[0].tables[0].key[0].target[1]",
        "no field 'colour'",
        "kind, x, y, z",
    )


def test_runtime_data_out_of_range():
    refuse(
        lambda p: p["actions"][1]["primitives"].append(assign(std("egress_spec"), param(3))),
        "runtime data 3 does not exist",
    )


def test_unknown_next_node():
    refuse(
        lambda p: p["pipelines"][0]["tables"][0]["next_tables"].update(set="nowhere"),
        "pipelines[0].tables[0].next_tables.set",
        "'nowhere'",
    )


def test_a_control_with_a_loop_is_refused():
    refuse(
        lambda p: p["pipelines"][0]["tables"][0]["next_tables"].update(set="t"),
        "pipelines[0]",
        "can be reached from itself",
    )


def test_unknown_parse_state_and_operation():
    refuse(
        lambda p: p["parsers"][0]["parse_states"][0]["transitions"][0].update(next_state="gone"),
        "parsers[0].parse_states[0].transitions[0].next_state",
    )
    refuse(lambda p: p["parsers"][0]["parse_states"][0]["parser_ops"][0].update(op="guess"), "unknown parser operation")


def test_hash_algorithm_and_operator_must_be_known():
    refuse(
        lambda p: p["calculations"].append({"name": "c", "id": 0, "algo": "sha256", "input": []}),
        "calculations[0].algo",
        "'sha256'",
        "crc32",
    )
    refuse(
        lambda p: p["actions"][1]["primitives"].append(assign(field("meta", "a"), op("**", const(1), const(2)))),
        "unknown operator '**'",
    )


def test_externs_are_refused_by_type():
    refuse(
        lambda p: p.update(extern_instances=[{"name": "e", "id": 0, "type": "hash_thing"}]),
        "extern_instances[0].type",
        "'hash_thing'",
    )


def test_required_parts():
    refuse(lambda p: p.update(pipelines=p["pipelines"][:1]), "pipelines", "'egress' is missing")
    refuse(lambda p: p["header_types"][0]["fields"].pop(1), "egress_spec")


def test_default_action_must_be_one_of_the_tables():
    def change(p):
        p["pipelines"][0]["tables"][0]["action_ids"] = [1]
        p["pipelines"][0]["tables"][0]["actions"] = ["set"]

    refuse(change, "not one of the table's actions")


def test_header_that_is_not_whole_bytes():
    b = Builder().header("odd", [["a", 3, False]]).state("start")
    with pytest.raises(ProgramError, match="3 bits is not whole bytes"):
        b.load()


def test_every_single_damage_is_an_error_with_a_path_or_loads():
    """Replace every JSON value by something else: the loader raises ProgramError or accepts, nothing else."""
    base = valid()

    def paths(value, at=()):
        yield at
        if isinstance(value, dict):
            for key in value:
                yield from paths(value[key], (*at, key))
        elif isinstance(value, list):
            for i, item in enumerate(value[:3]):
                yield from paths(item, (*at, i))

    tried = 0
    for path in list(paths(base))[1:]:
        for junk in (None, -1, "zz", [], {}):
            program = copy.deepcopy(base)
            at = program
            for step in path[:-1]:
                at = at[step]
            at[path[-1]] = junk
            tried += 1
            try:
                load_program(program)
            except ProgramError as error:
                assert ": " in str(error)
    assert tried > 500


# --- Operands of the wrong kind --------------------------------------------------------------------------------------
# Expressions and primitives whose operands are of the wrong kind are refused when the program is loaded.
#
# Found by fuzzing (test_softswitch_json_fuzz.py): all of these loaded, and then failed at the first packet.

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


# --- Graphs ----------------------------------------------------------------------------------------------------------
# Loops of any graph; the order and the joins of pipelines are judged by the code and the drawings made from them.


@pytest.mark.parametrize(
    ("graph", "loops"),
    [
        ({"a": "bc", "b": "d", "c": "d"}, []),
        ({"a": "a"}, [("a", "a")]),
        ({"a": "b", "b": "ca", "c": "b"}, [("c", "b"), ("b", "a")]),
        ({"a": "", "b": "c", "c": "b"}, [("c", "b")]),
    ],
)
def test_back_edges(graph, loops):
    assert list(back_edges(graph, lambda node: graph.get(node, ""))) == loops


# --- Damaged JSON ----------------------------------------------------------------------------------------------------
# Damaged BMv2 JSON: the loader refuses it with a clean message, or the switch runs it without an internal error.
#
# `MRC_FUZZ_JSON=20000` sets the number of programs (60 unless told, 300 if long); 20,000 take about ten minutes. The
# stream depends on the seed alone, so a longer run begins with the shorter one.


@pytest.mark.parametrize("programs", rounds("MRC_FUZZ_JSON", 30, 300))
def test_damaged_programs(tmp_path, programs):
    accepted = accepted_of(programs, Damage(SEED), tmp_path)
    assert programs // 10 < accepted < programs * 3 // 4, "the damage is too small or too great to prove much"
