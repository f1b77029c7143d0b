# SPDX-License-Identifier: Apache-2.0
"""What machine code leaves to Python: a call while a packet is where it is, or the rest of the packet's way.

One test for each line of docs/bmv2-fidelity.md; Python alone does the same.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from native_pair_kit import FRAMES, KIND, Z, fields, pair, program
from program_kit import assign, bytes_program, call, const, op, std

from p4soft.switch.native.engine import HostCalls
from p4soft.switch.native.layout import Exit
from p4soft.switch.native.switch import FastPath
from p4soft.switch.state import CloneSession, MulticastGroup, Replica

LIST = Path(__file__).parents[3] / "docs" / "bmv2-fidelity.md"


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


def test_the_documentation_has_every_line_and_a_test_for_each():
    section = " ".join(LIST.read_text().split("at Python's speed:")[1].split("\n### ")[0].split())
    assert set(re.findall("`(.*?)`", section)) == {*SIDE_EXITS, "log_msg", "round_robin", "round_robin_consistent"}
