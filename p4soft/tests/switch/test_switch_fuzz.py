# SPDX-License-Identifier: Apache-2.0
"""No frame can raise, hang or crash the switch."""

import random

import pytest
from long_kit import rounds
from program_kit import Builder, assign, call, const, extract, field, header, op, std

from p4soft.switch.state import CloneSession, MulticastGroup, Replica


def program():
    """A parser with every kind of operation and controls that use every kind of request, driven by frame contents."""
    b = Builder()
    b.header("e", [["flags", 8, False], ["port", 8, False], ["kind", 16, False]])
    b.header("i", [["v", 4, False], ["n", 4, False], ["addr", 128, False], ["sum", 16, False]])
    b.header("o", [["len", 8, False], ["data", "*"]], max_length=40)
    b.stack("s", [["bos", 1, False], ["x", 15, False]], 3)
    more = {"op": "extract", "parameters": [{"type": "stack", "value": "s"}]}
    look = {"op": "set", "parameters": [field("meta", "a"), {"type": "lookahead", "value": [0, 8]}]}
    options = {
        "op": "extract_VL",
        "parameters": [{"type": "regular", "value": "o"}, op("*", field("meta", "a"), const(2))],
    }
    skip = {"op": "advance", "parameters": [op("*", field("i", "n"), const(4))]}
    check = {"op": "verify", "parameters": [op("!=", field("i", "v"), const(9)), const(6)]}
    kinds = {0x0800: "ip", 0x8847: "labels", (0x1000, 0xF000): "opts", None: None}
    b.state("start", extract("e"), key=[field("e", "kind")], to=kinds)
    b.state(
        "ip", extract("i"), check, skip, key=[field("i", "v"), field("e", "port")], to={0x0401: "labels", None: None}
    )
    b.state("labels", more, key=[{"type": "stack_field", "value": ["s", "bos"]}], to={0: "labels", None: "opts"})
    b.state("opts", look, options, key=[{"type": "lookahead", "value": [3, 13]}], to={1: "start", None: None})
    b.json["field_lists"] = [{"id": i, "name": f"l{i}", "elements": [field("meta", "b")]} for i in range(2)]
    b.json["calculations"].append({"name": "calc", "id": 0, "algo": "csum16", "input": [
        field("i", "addr"), field("o", "data"), {"type": "payload", "value": None}]})  # fmt: skip
    b.json["checksums"].append({"name": "c", "id": 0, "target": ["i", "sum"], "calculation": "calc",
                                "if_cond": op("valid", None, header("i"))})  # fmt: skip

    def when(bit, name, primitive, control, following):
        """Once per packet and its copies (meta.b is preserved by every field list), if the frame's flag asks for it."""
        asked = op("==", op("&", field("e", "flags"), const(1 << bit)), const(1 << bit))
        b.condition(
            f"if_{name}", op("and", asked, op("==", field("meta", "b"), const(0))), name, following, control=control
        )
        mark = [assign(field("meta", "b"), const(1))] if bit in (1, 3, 6, 7) else []
        b.run(name, *mark, primitive, control=control, following=following)

    b.run("begin", assign(std("egress_spec"), field("e", "port")), start=True, following="if_drop")
    when(0, "drop", call("mark_to_drop", header("standard_metadata")), 0, "if_clone")
    when(1, "clone", call("clone_ingress_pkt_to_egress", const(1), const(1)), 0, "if_group")
    when(2, "group", assign(std("mcast_grp"), field("e", "port")), 0, "if_again")
    when(3, "again", call("resubmit", const(1)), 0, "if_priority")
    when(4, "priority", assign(std("priority"), field("e", "port")), 0, None)
    b.run("push", call("push", {"type": "header_stack", "value": "s"}, field("e", "port")), control=1, start=True,
          following="if_cut")  # fmt: skip
    when(5, "cut", call("truncate", field("e", "port")), 1, "if_mirror")
    when(6, "mirror", call("clone_egress_pkt_to_egress", const(1), const(0)), 1, "if_round")
    when(7, "round", call("recirculate", const(1)), 1, None)
    return b


@pytest.mark.parametrize("frames", rounds("MRC_FUZZ_SWITCH", 10_000, 100_000))
def test_random_and_mutated_frames(frames):
    sw = program().load(priority_queues=4)
    sw.state.pre.insert_session(CloneSession(1, (Replica(3), Replica(4, 1))))
    sw.state.pre.insert_group(MulticastGroup(1, (Replica(1), Replica(2))))
    sw.set_queue_rate(100_000, port=3)
    rng = random.Random(7)
    seeds = [
        bytes.fromhex("00010800" + "45" + "00" * 16 + "1234" + "00" * 20),
        bytes.fromhex("00018847" + "0001" + "0002" + "8003" + "0411223344556677"),
        bytes.fromhex("000310ff" + "08" + "11" * 30),
    ]
    emitted = 0
    for i in range(frames):
        frame = bytearray(rng.choice(seeds) if rng.random() < 0.8 else rng.randbytes(rng.randrange(80)))
        for _ in range(rng.randrange(4)):
            if frame:
                frame[rng.randrange(len(frame))] = rng.choice([0, 1, 0xFF, rng.randrange(256)])
        if rng.random() < 0.3:
            del frame[rng.randrange(len(frame) + 1) :]
        emitted += len(sw.receive(rng.randrange(600), bytes(frame), i))
    assert sw.faults == 0
    assert emitted > frames // 4
