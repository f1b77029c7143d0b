# SPDX-License-Identifier: Apache-2.0
"""The loader accepts what p4c writes and names the JSON path of what it refuses."""

import copy
import json

import pytest
from program_kit import Builder, assign, bytes_program, call, const, field, op, param, std

from p4soft.switch import ProgramError, load_program


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
