# SPDX-License-Identifier: Apache-2.0
"""The order of events in simple_switch.md, and any frame."""

import random

import pytest
from long_kit import rounds
from program_kit import Builder, assign, bytes_program, call, const, extract, field, header, op, std

from p4soft.switch import Digest, SimpleSwitch, SwitchFault, load_program
from p4soft.switch.state import CloneSession, MulticastGroup, Replica

# --- Events ----------------------------------------------------------------------------------------------------------
# The order of events in simple_switch.md: end of ingress, traffic manager, end of egress, copies.

STD = header("standard_metadata")


def program(ingress=(), egress=(), lists=()):
    b = bytes_program()
    b.json["field_lists"] = [
        {"id": i, "name": f"l{i}", "elements": [field(*ref) for ref in refs]} for i, refs in enumerate(lists)
    ]
    b.run("in", *ingress, start=True)
    b.run("eg", *egress, control=1, start=True)
    return b


def out(sw, frame=bytes(5), port=1, now=0):
    return sorted((e.port, e.frame) for e in sw.receive(port, frame, now))


def mark(name):
    """Egress code that puts a standard metadata field into h.z of the packet."""
    return assign(field("h", "z"), std(name))


def test_unicast_default_port_is_zero():
    assert out(program().load()) == [(0, bytes(5))]


def test_drop_port_drops_in_ingress_and_egress():
    sw = program([call("mark_to_drop", STD)]).load()
    assert out(sw) == []
    sw = program([], [call("mark_to_drop", STD)]).load()
    assert out(sw) == []
    sw = program([assign(std("egress_spec"), const(511))]).load(drop_port=510)
    assert out(sw) == [(511, bytes(5))]


def test_egress_spec_of_the_ingress_does_not_drop_in_egress():
    sw = program([assign(std("egress_spec"), const(3))], [assign(field("h", "z"), std("egress_spec"))]).load()
    # egress_spec starts as drop_port + 1, cut to 9 bits, so that it differs from the drop port
    assert out(sw) == [(3, bytes(5))]


def test_standard_metadata_in_egress():
    sw = program([assign(std("egress_spec"), const(4))],
                 [mark("egress_port"), assign(field("h", "y"), std("packet_length")),
                 assign(field("h", "x"), std("ingress_port"))]).load()  # fmt: skip
    assert out(sw, bytes(9), port=6) == [(4, bytes([0, 6, 9, 0, 4]) + bytes(4))]


def test_packet_length_follows_headers_added_and_removed():
    b = bytes_program()
    b.header("extra", [["v", 24, False]])
    b.run("in", call("add_header", header("extra")), start=True)
    b.run("eg", mark("packet_length"), control=1, start=True)
    assert out(b.load(), bytes(9))[0][1][3:5] == (12).to_bytes(2, "big")


def test_timestamps_are_microseconds():
    sw = program([assign(field("h", "x"), std("ingress_global_timestamp"))], [mark("egress_global_timestamp")]).load()
    assert out(sw, now=0x1234)[0][1] == bytes.fromhex("0034001234")


def test_multicast_replicates_with_rid_and_does_not_unicast():
    sw = program([assign(std("mcast_grp"), const(7)), assign(std("egress_spec"), const(1))],
                 [mark("egress_rid"), assign(field("h", "x"), std("instance_type"))]).load()  # fmt: skip
    sw.state.pre.insert_group(MulticastGroup(7, (Replica(2, 11), Replica(3, 12), Replica(3, 13))))
    assert out(sw) == [
        (2, bytes([0, 5, 0, 0, 11])),
        (3, bytes([0, 5, 0, 0, 12])),
        (3, bytes([0, 5, 0, 0, 13])),
    ]


def test_unknown_multicast_group_drops_and_counts():
    sw = program([assign(std("mcast_grp"), const(7))]).load()
    assert out(sw) == []
    assert sw.drops == {"no such multicast group": 1}


def test_mark_to_drop_clears_the_multicast_group():
    sw = program([assign(std("mcast_grp"), const(7)), call("mark_to_drop", STD)]).load()
    sw.state.pre.insert_group(MulticastGroup(7, (Replica(2),)))
    assert out(sw) == []


def test_ingress_clone_is_the_packet_as_received_with_the_field_list():
    sw = program(
        [
            assign(field("meta", "a"), const(0x42)),
            assign(field("meta", "b"), const(0x43)),
            assign(field("h", "kind"), const(9)),
            assign(std("egress_spec"), const(2)),
            call("clone_ingress_pkt_to_egress", const(5), const(1)),
        ],
        [
            assign(field("h", "x"), field("meta", "a")),
            assign(field("h", "y"), field("meta", "b")),
            mark("instance_type"),
        ],
        [[], [("meta", "a")]],
    ).load()
    sw.state.pre.insert_session(CloneSession(5, (Replica(8),)))
    assert out(sw) == [(2, bytes([9, 0x42, 0x43, 0, 0])), (8, bytes([0, 0x42, 0, 0, 1]))]


def test_a_clone_of_a_dropped_packet_still_goes():
    sw = program([call("clone_ingress_pkt_to_egress", const(0), const(0)), call("mark_to_drop", STD)]).load()
    assert out(sw) == []
    assert sw.drops == {"no such clone session": 1}
    sw.state.pre.insert_session(CloneSession(0, (Replica(8),)))
    assert out(sw) == [(8, bytes(5))]


def test_egress_clone_is_the_packet_after_egress_without_metadata():
    b = program([assign(field("meta", "a"), const(0x42)), assign(std("egress_spec"), const(2))], [], [[]])
    b.condition("first", op("==", std("instance_type"), const(0)), "once", "eg", control=1)
    b.run("once", assign(field("h", "kind"), const(7)), call("clone_egress_pkt_to_egress", const(5), const(0)),
          control=1, following="eg")  # fmt: skip
    b.json["actions"][1]["primitives"] = [mark("instance_type"), assign(field("h", "x"), field("meta", "a"))]
    sw = b.start("first", 1).load()
    sw.state.pre.insert_session(CloneSession(5, (Replica(8, 3),)))
    assert out(sw) == [(2, bytes([7, 0x42, 0, 0, 0])), (8, bytes([7, 0, 0, 0, 2]))]


def test_clone_session_cuts_and_classifies():
    sw = program([call("clone_ingress_pkt_to_egress", const(5), const(0)), call("mark_to_drop", STD)]).load(
        priority_queues=8
    )
    sw.state.pre.insert_session(CloneSession(5, (Replica(8),), class_of_service=3, packet_length_bytes=6))
    emitted = sw.receive(1, bytes(20), 0)
    assert [(e.port, e.priority, len(e.frame)) for e in emitted] == [(8, 3, 6)]


def test_resubmit_keeps_the_frame_and_the_field_list():
    b = program([], [mark("instance_type")], [[], [("meta", "a")]])
    b.condition("again", op("==", std("instance_type"), const(0)), "resub", "forward")
    b.run("resub", assign(field("meta", "a"), const(6)), assign(field("h", "kind"), const(9)),
          call("resubmit", const(1)))  # fmt: skip
    b.run("forward", assign(std("egress_spec"), field("meta", "a")), assign(field("h", "y"), std("instance_type")))
    assert out(b.start("again").load()) == [(6, bytes([0, 0, 6, 0, 0]))]  # 6 in ingress; egress sees NORMAL


def test_recirculate_takes_the_deparsed_packet():
    b = program([], [], [[], [("meta", "a")]])
    b.run("forward", assign(std("egress_spec"), const(2)))
    b.condition("again", op("==", std("instance_type"), const(0)), "recirc", "after", control=1)
    b.run("recirc", assign(field("meta", "a"), const(6)), assign(field("h", "kind"), const(9)),
          call("recirculate", const(1)), control=1)  # fmt: skip
    b.run("after", assign(field("h", "x"), field("meta", "a")), mark("packet_length"), control=1)
    # ingress resets instance_type to NORMAL on unicast, so recognise the second pass by the preserved field
    b.condition("again2", op("==", field("meta", "a"), const(0)), "recirc", "after", control=1)
    sw = b.start("forward").start("again2", 1).load()
    assert out(sw, bytes(9)) == [(2, bytes([9, 6, 0, 0, 9]) + bytes(4))]


def test_endless_recirculation_is_stopped():
    sw = program([], [call("recirculate", const(1))], [[], []]).load()
    assert out(sw) == []
    assert sw.drops == {"too many passes": 1}
    assert out(sw) == []


def test_endless_self_cloning_is_stopped():
    sw = program([], [call("clone_egress_pkt_to_egress", const(1), const(0))], [[]]).load()
    sw.state.pre.insert_session(CloneSession(1, (Replica(1), Replica(2))))
    sw.receive(1, bytes(5), 0)
    assert sw.drops["too many passes"] > 0


@pytest.mark.parametrize(("length", "expected"), [(3, 3), (5, 5), (7, 7), (99, 9)])
def test_truncate_counts_the_deparsed_packet(length, expected):
    frame = bytes(range(1, 10))
    sw = program([call("truncate", const(50)), call("truncate", const(length))]).load()
    assert out(sw, frame) == [(0, frame[:expected])]
    sw = program([], [call("truncate", const(length))]).load()
    assert out(sw, frame) == [(0, frame[:expected])]


def test_truncate_in_ingress_is_lost_on_multicast_copies():
    sw = program([call("truncate", const(6)), assign(std("mcast_grp"), const(1))]).load()
    sw.state.pre.insert_group(MulticastGroup(1, (Replica(2),)))
    assert out(sw, bytes(9)) == [(2, bytes(9))]


def test_priority_beyond_the_queues_drops():
    sw = program([assign(std("priority"), const(7))]).load()
    assert out(sw) == []
    assert sw.drops == {"priority out of range": 1}
    sw = program([assign(std("priority"), const(7))]).load(priority_queues=8)
    assert [e.priority for e in sw.receive(0, bytes(5), 0)] == [7]


def test_exit_ends_the_control_but_not_egress():
    b = program([], [mark("egress_port")])
    b.run("leave", assign(std("egress_spec"), const(5)), call("exit"), following="never")
    b.run("never", assign(std("egress_spec"), const(6)))
    assert out(b.start("leave").load()) == [(5, bytes([0, 0, 0, 0, 5]))]


def test_digest_goes_to_the_listener():
    b = program([call("generate_digest", const(1), const(3))])
    b.json["learn_lists"] = [
        {"id": 3, "name": "seen_t", "elements": [field("h", "z"), std("ingress_port")]},
    ]
    sw = b.load()
    out(sw, bytes([0, 0, 0, 0x12, 0x34]), port=9)  # no listener: nothing happens
    got = []
    sw.digest_listener = got.append
    out(sw, bytes([0, 0, 0, 0x12, 0x34]), port=9)
    assert got == [Digest(3, "seen_t", (0x1234, 9), (16, 9))]


def test_packet_in_goes_to_the_listener_which_may_send_at_once():
    sw = program([assign(std("egress_spec"), std("ingress_port"))]).load(cpu_port=100)
    assert out(sw, port=100) == [(100, bytes(5))]
    got = []

    def listener(frame):
        got.append((frame, [e.port for e in sw.receive(7, b"12345", 0)]))

    sw.packet_in_listener = listener
    assert out(sw, port=100) == []
    assert got == [(bytes(5), [7])]
    assert out(sw, port=3) == [(3, bytes(5))]


def test_checksums_are_verified_after_parsing_and_updated_before_deparsing():
    b = bytes_program()
    b.json["calculations"].append(
        {"name": "calc", "id": 0, "algo": "csum16", "input": [field("h", n) for n in ("kind", "x", "y")]}
    )
    b.json["checksums"].append(
        {"name": "c", "id": 0, "target": ["h", "z"], "type": "generic", "calculation": "calc", "verify": True,
         "update": True, "if_cond": op("!=", field("h", "kind"), const(0))}
    )  # fmt: skip
    b.run("in", assign(std("egress_spec"), std("checksum_error")), assign(field("h", "x"), const(2)), start=True)
    sw = b.load()
    right = bytes.fromhex("010203") + (0xFFFF - 0x0402).to_bytes(2, "big")  # words 0102 and 0300 sum to 0402
    assert out(sw, right) == [(0, right)]
    wrong = bytes.fromhex("0102030000")
    assert out(sw, wrong) == [(1, right)]
    assert out(sw, bytes(5)) == [(0, bytes.fromhex("0002000000"))]  # condition not met: neither verified nor updated


@pytest.mark.parametrize("as_data", [False, True])
def test_an_internal_error_is_counted_and_drops_only_its_packet(as_data):
    holds = op("!=", field("h", "kind"), const(1))
    if as_data:  # as p4c writes it: BMv2's assert takes data
        holds = op("b2d", None, holds)
    b = program([call("assert", holds)])
    sw = SimpleSwitch()
    sw.load(load_program(b.json))
    assert out(sw, bytes([1, 0, 0, 0, 0])) == []
    assert (sw.faults, sw.drops) == (1, {"internal error": 1})
    assert out(sw) == [(0, bytes(5))]
    sw.faults_are_fatal = True
    with pytest.raises(SwitchFault, match="assert failed"):
        out(sw, bytes([1, 0, 0, 0, 0]))
    assert out(sw) == [(0, bytes(5))]


def test_without_a_program_packets_are_dropped():
    sw = SimpleSwitch()
    assert sw.receive(0, b"x", 0) == []
    assert sw.drops == {"no program": 1}


def test_load_swaps_the_pipeline_and_its_state():
    sw = program([assign(std("egress_spec"), const(5))]).load()
    sw.state.pre.insert_group(MulticastGroup(1, (Replica(2),)))
    assert out(sw) == [(5, bytes(5))]
    sw.load(load_program(program([assign(std("mcast_grp"), const(1))]).json))
    assert out(sw) == []


def test_two_switches_share_the_compiled_program_but_no_state():
    b = Builder()
    b.json["counter_arrays"].append({"name": "c", "id": 0, "size": 1, "is_direct": False})
    b.state("start")
    b.run("in", call("count", {"type": "counter_array", "value": "c"}, const(0)), start=True)
    loaded = load_program(b.json)
    switches = [SimpleSwitch(), SimpleSwitch()]
    for sw in switches:
        sw.load(loaded)
    switches[0].receive(0, b"abc", 0)
    assert [(sw.state.counter("c").packets, sw.state.counter("c").bytes) for sw in switches] == [([1], [3]), ([0], [0])]


def test_table_keys_of_an_invalid_header_are_zero():
    b = bytes_program()
    b.header("opt", [["v", 8, False]])
    b.json["parsers"][0]["parse_states"][0]["parser_ops"].append(extract("opt"))
    b.action("NoAction")
    b.action("hit", assign(std("egress_spec"), const(4)))
    b.run("remove", call("remove_header", header("opt")), following="t")
    b.table("t", [("exact", field("opt", "v"))], ["hit", "NoAction"], default=("NoAction", []))
    sw = b.start("remove").load()
    from p4soft.switch.state import ActionCall, Exact

    sw.state.table("t").insert([Exact(0)], ActionCall("hit"))
    assert out(sw, bytes([1, 1, 1, 1, 1, 0x77])) == [(4, bytes([1] * 5))]


# --- Any frame -------------------------------------------------------------------------------------------------------
# No frame can raise, hang or crash the switch.


def every_operation():
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
    sw = every_operation().load(priority_queues=4)
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
