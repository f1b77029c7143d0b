# SPDX-License-Identifier: Apache-2.0
"""Controls as graphs: joins, shared nodes, switch on the action, hit and miss, depth."""

import random

from program_kit import Builder, assign, bytes_program, const, field, op, param, std

from p4soft.switch.state import ActionCall, Exact


def port(sw, *data):
    return sw.receive(1, bytes(data).ljust(5, b"\0"), 0)[0].port


def add(amount):
    return assign(std("egress_spec"), op("+", std("egress_spec"), const(amount)))


def test_branches_join_once():
    b = bytes_program()
    b.condition("c", op("==", field("h", "kind"), const(1)), "yes", "no")
    b.run("yes", add(1), following="after")
    b.run("no", add(2), following="after")
    b.run("after", add(16))
    sw = b.start("c").load()
    assert [port(sw, 1), port(sw, 0)] == [17, 18]


def test_a_condition_that_decides_nothing_inside_another():
    b = bytes_program()
    b.condition("c", op("==", field("h", "kind"), const(1)), "inner", None)
    b.condition("inner", op("==", field("h", "x"), const(2)), None, None)
    sw = b.start("c").load()
    assert [port(sw, 1), port(sw, 0)] == [0, 0]


def test_switch_on_the_action_with_fall_through_and_default():
    b = bytes_program()
    for name in ("a", "b", "c", "d"):
        b.action(name)
    nexts = {"a": "one", "b": "one", "c": "two", "d": "join"}
    b.table("t", [("exact", field("h", "kind"))], ["a", "b", "c", "d"], default=("d", []), following=nexts)
    b.run("one", add(1), following="two")  # a and b fall through into c's block
    b.run("two", add(2), following="join")
    b.run("join", add(16))
    sw = b.start("t").load()
    for i, name in enumerate("abc"):
        sw.state.table("t").insert([Exact(i)], ActionCall(name))
    assert [port(sw, i) for i in range(4)] == [19, 19, 18, 16]
    sw.state.table("t").set_default(ActionCall("c"))
    assert port(sw, 9) == 18


def test_hit_and_miss():
    b = bytes_program()
    b.action("set", assign(field("h", "x"), param(0)), params={"v": 8})
    b.table("t", [("exact", field("h", "kind"))], ["set"], following={"__HIT__": "hit", "__MISS__": None})
    b.run("hit", add(1))
    sw = b.start("t").load()
    sw.state.table("t").insert([Exact(4)], ActionCall("set", (9,)))
    assert [port(sw, 4), port(sw, 5)] == [1, 0]


def test_a_miss_without_default_action_follows_the_base_default():
    b = bytes_program()
    b.action("set")
    b.table("t", [("exact", field("h", "kind"))], ["set"], following="after")
    b.run("after", add(5))
    assert port(b.start("t").load(), 1) == 5


def test_a_node_shared_by_unrelated_branches():
    # not what structured P4 gives, but the format allows it: c1 -> {x, c2}, c2 -> {x, end}, x -> end
    b = bytes_program()
    b.condition("c1", op("==", field("h", "kind"), const(1)), "x", "c2")
    b.condition("c2", op("==", field("h", "kind"), const(2)), "x", None)
    b.run("x", add(3))
    sw = b.start("c1").load()
    assert [port(sw, i) for i in (1, 2, 3)] == [3, 3, 0]


def test_deep_nesting_compiles():
    b = bytes_program()
    for i in range(300):
        b.condition(f"c{i}", op("==", field("h", "kind"), const(i % 256)), f"t{i}", f"c{i + 1}" if i < 299 else None)
        b.run(f"t{i}", assign(std("egress_spec"), const(i + 1)))
    sw = b.start("c0").load()
    assert [port(sw, i) for i in (0, 1, 200, 255)] == [1, 2, 201, 256]


def test_random_graphs_run_like_a_walk_over_their_nodes():
    """Any acyclic graph of conditions must visit exactly the nodes that following its edges visits."""
    for seed in range(40):
        rng = random.Random(seed)
        size = rng.randrange(3, 14)
        b = Builder({"trail": 64})
        b.header("h", [["bits", 16, False]])
        b.header("r", [["trail", 64, False]])
        b.state("start", {"op": "extract", "parameters": [{"type": "regular", "value": "h"}]})
        edges = {}
        for i in range(size):
            later = [f"n{j}" for j in range(i + 1, size)] + [None]
            edges[i] = (rng.choice(later), rng.choice(later))
            # node i appends its number, then branches on bit i
            b.run(f"n{i}", assign(field("meta", "trail"),
                  op("+", op("*", field("meta", "trail"), const(16)), const(i + 1))), following=f"if{i}")  # fmt: skip
            bit = op("&", op(">>", field("h", "bits"), const(i)), const(1))
            b.condition(f"if{i}", op("==", bit, const(1)), *edges[i])
        b.run("show", {"op": "add_header", "parameters": [{"type": "header", "value": "r"}]},
              assign(field("r", "trail"), field("meta", "trail")), control=1, start=True)  # fmt: skip
        sw = b.start("n0").load()
        for _ in range(20):
            bits = rng.randrange(1 << 16)
            node, trail = "n0", 0
            while node is not None:
                i = int(node[1:])
                trail = (trail * 16 + i + 1) % (1 << 64)
                node = edges[i][0] if bits >> i & 1 else edges[i][1]
            frame = sw.receive(0, bits.to_bytes(2, "big"), 0)[0].frame
            assert int.from_bytes(frame[2:], "big") == trail, (seed, bits)
