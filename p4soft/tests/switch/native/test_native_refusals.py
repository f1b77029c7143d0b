# SPDX-License-Identifier: Apache-2.0
"""What machine code leaves to Python: calls, the rest of a way, whole programs; and `bit<0>`, which it takes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from native_pair_kit import FRAMES, KIND, Z, fields, pair, program
from program_kit import Builder, assign, bytes_program, call, const, extract, field, op, std
from tests.compiler.compiler_kit import build, source

from p4soft.switch import ProgramError, SimpleSwitch, load_program
from p4soft.switch.native.burst import MOST_ON_STACK
from p4soft.switch.native.engine import HostCalls
from p4soft.switch.native.layout import Exit
from p4soft.switch.native.switch import FastPath
from p4soft.switch.state import CloneSession, MulticastGroup, Replica
from p4soft.switch.state.match import ActionCall, Exact, Lpm, Range, Ternary

# --- Programs --------------------------------------------------------------------------------------------------------
# What native code does not run, one test for each line of the list in docs/bmv2-fidelity.md; `auto` says so and runs.
#
# A program that native code refuses runs in Python under `auto`, with the reason; `native` refuses it.

A, C = field("meta", "a"), field("meta", "c")
LIST = Path(__file__).parents[3] / "docs" / "bmv2-fidelity.md"


def wide():
    return bytes_program().run("in", assign(A, op(">>", op("<<", C, A), const(3))), start=True)


def large():
    return Builder({f"f{i}": 65536 for i in range(160)}).state("start")


def leaves_parser():
    return Builder().state("start", {"op": "primitive", "parameters": [call("exit")]})


def many_sets():
    b = Builder().header("h", [["kind", 8, False]])
    sets = [{"name": f"s{i}", "id": i, "compressed_bitwidth": 8} for i in range(300)]
    b.json["parse_vsets"] = sets
    to = {s["name"]: None for s in sets}
    return b.state("start", extract("h"), key=[field("h", "kind")], to=to)


def varbit(before=8, most=5):
    """Header `v`: fixed bits, then up to 32 variable ones; header `w`: up to 16."""
    b = Builder({"a": 32})
    b.header("v", [["f", before, False], ["var", "*"], ["g", 16 - before, False]], max_length=most + 1)
    b.header("w", [["f", 8, False], ["var", "*"]], max_length=3)
    return b


def extracting(b, name="v"):
    target = {"type": "regular", "value": name}
    length = {"type": "expression", "value": const(8)}
    return b.state("start", {"op": "extract_VL", "parameters": [target, length]})


def number_to_varbit():
    return extracting(varbit()).run("in", assign(field("v", "var"), const(1)), start=True)


def varbit_to_number():
    return extracting(varbit()).run("in", call("assign_VL", field("meta", "a"), field("v", "var")), start=True)


def varbit_to_shorter():
    return extracting(varbit()).run("in", call("assign_VL", field("w", "var"), field("v", "var")), start=True)


def varbit_between_bytes():
    return extracting(varbit(before=4))


CASES = {
    "an intermediate value may take": wide,
    "a packet's headers and metadata take": large,
    "an exit statement in a parser": leaves_parser,
    "a parse state selects among more than": many_sets,
    "a number is assigned to a variable-length field": number_to_varbit,
    "a variable-length field is assigned to or from one that is not": varbit_to_number,
    "a variable-length field is assigned to a shorter one": varbit_to_shorter,
    "does not start on a byte": varbit_between_bytes,
}


@pytest.mark.parametrize("reason", CASES)
def test_auto_says_why_and_runs_python(reason):
    program = load_program(CASES[reason]().json)
    switch = SimpleSwitch(engine="auto")
    switch.load(program)
    assert switch.engine == "python"
    assert reason in switch.engine_reason and "\n" not in switch.engine_reason


@pytest.mark.parametrize("reason", CASES)
def test_native_refuses(reason):
    switch = SimpleSwitch(engine="native")
    with pytest.raises(ProgramError, match=f"cannot run natively: .*{re.escape(reason)}"):
        switch.load(load_program(CASES[reason]().json))
    assert switch.program is None


def test_a_drop_port_that_egress_spec_cannot_hold():
    switch = SimpleSwitch(engine="auto", drop_port=600)
    switch.load(load_program(bytes_program().run("in", assign(std("egress_spec"), const(1)), start=True).json))
    assert switch.engine == "python"
    assert switch.engine_reason == "drop port 600 does not fit egress_spec; accepted: 0..511"


def test_without_llvmlite(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "p4soft.switch.native.switch", None)
    program = load_program(bytes_program().json)
    switch = SimpleSwitch(engine="auto")
    switch.load(program)
    assert switch.engine == "python" and "llvmlite cannot be imported" in switch.engine_reason
    with pytest.raises(ProgramError, match="llvmlite cannot be imported"):
        SimpleSwitch(engine="native").load(program)


OTHERS = (
    "drop port",
    "llvmlite cannot be imported",
    # of test_llvm_process.py:
    "LLVM does not get through it",
    "no process can be started for LLVM",
    "internal error (a report is welcome)",
)
"""Reasons that are no matter of the program alone."""


def test_the_documentation_has_every_reason_and_a_test_for_each_line():
    section = LIST.read_text().split("The log gives the reason:")[1].split("\n\n")[0]
    told = re.findall('"(.*?)"', " ".join(section.split()))
    tested = [*CASES, *OTHERS]
    assert not [reason for reason in tested if not any(reason in line for line in told)]
    assert not [line for line in told if not any(reason in line for reason in tested)]


# --- Calls -----------------------------------------------------------------------------------------------------------
# What machine code leaves to Python: a call while a packet is where it is, or the rest of the packet's way.
#
# One test for each line of docs/bmv2-fidelity.md; Python alone does the same.

# --- Calls -------------------------------------------------------------------------------------------------------


@pytest.fixture
def asked(monkeypatch):
    """What machine code has asked Python for."""
    calls, call_python = [], HostCalls._call

    def noted(self, what, number, arguments):
        calls.append(what)
        return call_python(self, what, number, arguments)

    monkeypatch.setattr(HostCalls, "_call", noted)
    return calls


def test_log_messages(caplog, asked):
    values = {"type": "parameters_vector", "value": [KIND, op("+", Z, const(1 << 70))]}
    text = {"type": "string", "value": "kind {} and {}"}
    both = pair(program().run("use", call("log_msg", text, values)))
    with caplog.at_level("INFO", logger="p4soft.switch.p4"):
        both.burst(FRAMES[:2], 5)
    told = [record.getMessage() for record in caplog.records if record.name == "p4soft.switch.p4"]
    expected = [f"kind {kind} and {(1 << 70) + 0x0304}" for kind in (0, 1)]
    assert told == expected * 2, "each engine, each packet"
    assert len(asked) == 2


def test_a_call_that_goes_wrong_is_told_of_the_packet_that_made_it(monkeypatch):
    def refuse(_, number, __):
        raise ValueError(f"no log {number}")

    found = []
    monkeypatch.setattr(HostCalls, "_log", refuse)
    monkeypatch.setattr(SimpleSwitch, "fault", lambda _, packet, where, error: found.append((packet, where, error)))
    text = {"type": "string", "value": "here"}
    b = program().condition("use", op("==", KIND, const(2)), "log", None)
    b.run("log", call("log_msg", text, {"type": "parameters_vector", "value": []}))
    switch = SimpleSwitch(engine="native")
    switch.load(load_program(b.json))
    switch.receive(*FRAMES[0], 0)  # the first packet to a port opens its queues, in Python
    for first, burst in ((1, FRAMES[:4]), (5, FRAMES[:2]), (7, FRAMES[2:3])):
        found.clear()
        assert len(switch.receive_burst(burst, first)) == len(burst)
        told = [(packet, where, str(error)) for packet, where, error in found]
        assert told == [
            (first + i, "a call from machine code", "no log 0") for i, f in enumerate(burst) if f[1][0] == 2
        ]


def hashing(algo):
    b = program()
    inputs = [KIND, Z]
    b.json["calculations"].append({"name": "calc", "id": 0, "algo": algo, "input": inputs})
    calculation = {"type": "calculation", "value": "calc"}
    return b.run("use", call("modify_field_with_hash_based_offset", Z, const(0), calculation, const(1 << 16)))


def test_round_robin(asked):
    both = pair(hashing("round_robin"))
    assert [fields(e)[3] for now in range(2) for e in both.burst(FRAMES, now)] == list(range(2 * len(FRAMES)))
    assert len(asked) == 2 * len(FRAMES)


def test_consistent_round_robin(asked):
    both = pair(hashing("round_robin_consistent"))
    assert [fields(e)[3] for e in both.burst(FRAMES, 0)] == [0, 1, 2, 3, 2, 1, 0, 4] * 5
    assert len(asked) == len(FRAMES)


# --- The rest of a packet's way ----------------------------------------------------------------------------------


def lists(b):
    b.json["field_lists"] = [{"id": 1, "name": "fl", "elements": []}]
    b.json["learn_lists"] = [{"id": 1, "name": "seen", "elements": [{"type": "field", "value": ["h", "kind"]}]}]
    return b


def only_once(*primitives, control):
    """These for packets that come for the first time; in egress, where any may be a first one, those with another z."""
    b = bytes_program().run(
        "in", assign(std("egress_spec"), const(1)), following=None if control else "first", start=True
    )
    first = op("!=", Z, const(0)) if control else op("==", std("instance_type"), const(0))
    b.condition("first", first, "do", None, control=control)
    if control:
        b.start("first", control)
        primitives = (assign(Z, const(0)), *primitives)
    return lists(b.run("do", *primitives, control=control))


def always(*primitives):
    return lists(program().run("use", *primitives))


FAILS = call("assert", {"type": "expression", "value": op("==", KIND, const(0))})
SIDE_EXITS = {
    "a digest": (always(call("generate_digest", const(0), const(1))), Exit.INGRESS_ENDS),
    "a clone of what came in": (always(call("clone_ingress_pkt_to_egress", const(7), const(1))), Exit.INGRESS_ENDS),
    "copies for a multicast group": (always(assign(std("mcast_grp"), const(5))), Exit.INGRESS_ENDS),
    "resubmission": (only_once(call("resubmit", const(1)), control=0), Exit.INGRESS_ENDS),
    "a clone of what leaves": (
        only_once(call("clone_egress_pkt_to_egress", const(7), const(1)), control=1),
        Exit.EGRESS_ENDS,
    ),
    "recirculation": (only_once(call("recirculate", const(1)), control=1), Exit.EGRESS_ENDS),
    "a packet for the CPU port": (always(assign(std("egress_spec"), const(64))), Exit.EGRESS_ENDS),
    "a packet that must wait in its queue": (always(assign(std("egress_spec"), const(3))), Exit.ENQUEUE),
    "an assertion that fails": (always(FAILS), Exit.INGRESS_FAILED),
}


def prepare(switch):
    switch.state.pre.insert_session(CloneSession(7, (Replica(9, 1),)))
    switch.state.pre.insert_group(MulticastGroup(5, (Replica(3, 1), Replica(4, 2))))
    switch.set_queue_rate(1000, port=3)


@pytest.mark.parametrize("what", SIDE_EXITS)
def test_side_exits(what, monkeypatch):
    b, reason = SIDE_EXITS[what]
    both, left, finish = pair(b, cpu_port=64), [], FastPath.finish

    def noted(self, why):
        left.append(why)
        finish(self, why)

    monkeypatch.setattr(FastPath, "finish", noted)
    both.change(prepare)
    for now in (0, 10):
        both.burst(FRAMES, now)
    assert reason in left
    assert both.native.advance(10**9) == both.python.advance(10**9)
    both.check()


def test_python_gets_a_packet_too_large_for_the_stack_as_well():
    b = lists(bytes_program({f"unused{i}": 2048 for i in range(MOST_ON_STACK // 256)}))
    b.run("in", assign(std("egress_spec"), const(1)), call("generate_digest", const(0), const(1)), start=True)
    both = pair(b)
    assert both.native.fast_path.engine.native.layout.set_size > MOST_ON_STACK
    both.burst(FRAMES, 0)
    both.check()
    assert len(both.digests[0]) == len(FRAMES)


def test_the_documentation_has_every_line_and_a_test_for_each():
    section = " ".join(LIST.read_text().split("at Python's speed:")[1].split("\n### ")[0].split())
    assert set(re.findall("`(.*?)`", section)) == {*SIDE_EXITS, "log_msg", "round_robin", "round_robin_consistent"}


# --- No bits ---------------------------------------------------------------------------------------------------------
# `bit<0>` where machine code could meet it: keys of every kind, action data, header fields, expressions.

HEADERS = "header z_t { bit<0> none; bit<8> one; bit<0> nothing; int<8> two; }"
BODY = """
hdr.z.one = hdr.z.one + (bit<8>)hdr.z.none;
hdr.z.nothing = 0;
t.apply();
hdr.z.none = 1;
hdr.z.two = (int<8>)(bit<8>)hdr.z.none;
"""


def switch(tmp_path, kinds, engine):
    keys = " ".join(f"{field} : {kind};" for field, kind in kinds)
    text = source(
        globals=HEADERS,
        more_headers="z_t z;",
        after_extract="packet.extract(hdr.z); transition accept;",
        locals="action set(bit<0> x, bit<8> y) { hdr.h.a = y; hdr.z.nothing = x; }"
        f"table t {{ key = {{ {keys} }} actions = {{ set; NoAction; }} }}",
        ingress=BODY,
    )
    found = SimpleSwitch(engine=engine)
    found.faults_are_fatal = True
    found.load(load_program(build(tmp_path, text).json))
    assert found.engine == engine
    return found


@pytest.mark.parametrize(
    ("kinds", "key", "priority"),
    [
        ([("hdr.z.none", "exact")], [Exact(0)], 0),
        ([("hdr.z.one", "exact"), ("hdr.z.nothing", "exact")], [Exact(7), Exact(0)], 0),
        ([("hdr.z.nothing", "ternary"), ("hdr.z.one", "ternary")], [Ternary(0, 0), Ternary(7, 0xFF)], 1),
        ([("hdr.z.one", "lpm"), ("hdr.z.none", "exact")], [Lpm(7, 8), Exact(0)], 0),
        ([("hdr.z.none", "range"), ("hdr.z.one", "exact")], [Range(0, 0), Exact(7)], 1),
        ([("hdr.z.none", "optional"), ("hdr.z.one", "exact")], [Ternary(0, 0), Exact(7)], 1),
    ],
)
def test_tables_with_a_key_of_no_bits(tmp_path, kinds, key, priority):
    left = []
    for engine in ("python", "native"):
        one = switch(tmp_path, kinds, engine)
        one.state.table("MyIngress.t").insert(key, ActionCall("MyIngress.set", (0, 0x5A)), priority=priority)
        frames = [bytes.fromhex(f"0102030405060708090a{value}ff") for value in ("07", "08")]
        left.append([e.frame.hex() for n, frame in enumerate(frames) for e in one.receive(0, frame, n)])
    hit = "5a02030405060708090a0700"
    miss = "0102030405060708090a0800" if len(kinds) > 1 else "5a02030405060708090a0800"
    assert left == [[hit, miss]] * 2
