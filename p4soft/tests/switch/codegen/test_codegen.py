# SPDX-License-Identifier: Apache-2.0
"""What the code generated for a program does: parser, deparser, controls, expressions."""

import random

import pytest
from program_kit import Builder, assign, bytes_program, call, const, extract, field, header, op, param, std

from p4soft.switch import ProgramError
from p4soft.switch.codegen import compile_program
from p4soft.switch.codegen.exprs import Writer
from p4soft.switch.state import ActionCall, Exact

# --- Parser and deparser ---------------------------------------------------------------------------------------------
# Parser and deparser: bit cutting, errors that do not stop the packet, stacks, varbits, lookahead, value sets.


def deliver(sw, frame, port=0):
    return [(e.port, e.frame) for e in sw.receive(port, frame, 0)]


def test_fields_cross_byte_boundaries_and_come_back():
    b = Builder()
    b.header("h", [["a", 3, False], ["b", 13, False], ["c", 1, False], ["d", 127, False], ["e", 16, False]])
    b.state("start", extract("h"))
    b.run("swap", assign(field("meta", "c"), field("h", "d")), assign(field("h", "a"), const(5)),
          assign(field("h", "b"), field("h", "c")), start=True)  # fmt: skip
    frame = bytes.fromhex("ffff" + "80" + "00" * 14 + "01" + "abcd" + "77")
    # a=7 b=0x1fff c=1 d=1 e=0xabcd -> a=5, b=1
    assert deliver(b.load(), frame) == [(0, bytes.fromhex("a001" + "80" + "00" * 14 + "01" + "abcd" + "77"))]


def test_signed_fields_keep_their_sign_and_wrap():
    b = Builder()
    b.header("h", [["s", 8, True], ["t", 8, True]])
    b.state("start", extract("h"))
    b.condition("neg", op("<", field("h", "s"), const(0)), "sub", None)
    b.run("sub", assign(field("h", "t"), op("-", field("h", "s"), const(1))))
    sw = b.start("neg").load()
    assert deliver(sw, bytes.fromhex("8000"))[0][1].hex() == "807f"  # -128 - 1 wraps to 127
    assert deliver(sw, bytes.fromhex("7f00"))[0][1].hex() == "7f00"


def error_program():
    b = bytes_program()
    b.run("copy", assign(std("egress_spec"), std("parser_error")), start=True)
    return b


def test_short_packet_sets_parser_error_and_is_still_processed():
    sw = error_program().load()
    assert deliver(sw, b"\1\2\3\4") == [(1, b"\1\2\3\4")]  # PacketTooShort = 1; nothing was extracted
    assert deliver(sw, b"\1\2\3\4\5") == [(0, b"\1\2\3\4\5")]
    assert deliver(sw, b"") == [(1, b"")]


def test_headers_before_the_error_stay_parsed():
    b = bytes_program()
    b.header("second", [["v", 32, False]])
    b.json["parsers"][0]["parse_states"][0]["parser_ops"].append(extract("second"))
    b.run("edit", assign(field("h", "kind"), const(0xEE)), start=True)
    assert deliver(b.load(), bytes(7))[0][1] == b"\xee" + bytes(6)


def test_verify_and_undeclared_errors():
    b = error_program()
    check = {"op": "verify", "parameters": [op("==", field("h", "x"), const(1)), const(6)]}
    b.json["parsers"][0]["parse_states"][0]["parser_ops"].append(check)
    sw = b.load()
    assert [deliver(sw, bytes([0, x, 0, 0, 0]))[0][0] for x in (1, 2)] == [0, 6]


def test_advance_checks_length_and_alignment():
    b = Builder()
    b.header("h", [["n", 8, False], ["m", 8, False]])
    b.header("tail", [["t", 8, False]])
    advance = {"op": "advance", "parameters": [op("&", field("h", "n"), const(0xFF))]}
    b.state("start", extract("h"), advance, extract("tail"))
    b.run("copy", assign(std("egress_spec"), std("parser_error")), start=True)
    sw = b.load()
    # skipped bytes are gone from the packet: the deparser emits headers and what follows the cursor
    assert deliver(sw, bytes([16, 0, 0xA, 0xB, 0xC, 0xD])) == [(0, bytes([16, 0, 0xC, 0xD]))]
    assert deliver(sw, bytes([12, 0, 1, 2]))[0][0] == 6  # ParserInvalidArgument
    assert deliver(sw, bytes([24, 0, 1, 2]))[0][0] == 1  # PacketTooShort


def test_select_exact_mask_default_and_missing_default():
    b = bytes_program()
    b.json["parsers"][0]["parse_states"].clear()
    b.header("extra", [["v", 8, False]])
    key = [field("h", "kind"), field("h", "x")]
    b.state("start", extract("h"), key=key, to={0x0102: "take", (0x8000, 0x8000): "take"})
    b.state("take", extract("extra"))
    b.condition("got", op("valid", None, {"type": "header", "value": "extra"}), "mark", None)
    b.run("mark", assign(std("egress_spec"), const(3)))
    sw = b.start("got").load()
    ports = [deliver(sw, bytes([*head, 0, 0, 0, 0]))[0][0] for head in ((1, 2), (1, 3), (0x80, 9))]
    assert ports == [3, 0, 3]


def test_key_parts_are_padded_to_bytes():
    b = Builder()
    b.header("h", [["a", 12, False], ["b", 2, False], ["c", 2, False]])
    # JSON_format.md's own example: a 12-bit and a 2-bit field, values 0xaba and 3, are written 0x0aba03
    b.state("start", extract("h"), key=[field("h", "a"), field("h", "b")], to={0x0ABA03: "yes", None: None})
    b.state("yes", {"op": "set", "parameters": [field("meta", "a"), const(1)]})
    b.run("out", assign(std("egress_spec"), field("meta", "a")), start=True)
    sw = b.load()
    assert deliver(sw, bytes.fromhex("abac"))[0][0] == 1
    assert deliver(sw, bytes.fromhex("aba8"))[0][0] == 0


def stack_program(depth=2):
    b = Builder()
    b.stack("s", [["bos", 8, False]], depth)
    take = {"op": "extract", "parameters": [{"type": "stack", "value": "s"}]}
    last = {"type": "stack_field", "value": ["s", "bos"]}
    b.state("start", take, key=[last], to={1: None, None: "start"})
    return b


def test_stack_extraction_and_overflow():
    b = stack_program()
    b.run("copy", assign(std("egress_spec"), std("parser_error")), start=True)
    sw = b.load()
    assert deliver(sw, bytes([0, 1, 9]))[0][0] == 0
    assert deliver(sw, bytes([0, 0, 1]))[0] == (3, bytes([0, 0, 1]))  # StackOutOfBounds


@pytest.mark.parametrize(
    ("primitive", "count", "expected"),
    [("push", 1, "0a0b"), ("push", 2, "0a"), ("push", 9, ""), ("pop", 1, "0b01"), ("pop", 3, "")],
)
def test_push_and_pop(primitive, count, expected):
    b = stack_program(3)
    call = {"op": primitive, "parameters": [{"type": "header_stack", "value": "s"}, const(count)]}
    b.run("shift", call, start=True)
    # a pushed element is invalid, so pushing one keeps the first two elements one place further
    assert deliver(b.load(), bytes([0x0A, 0x0B, 0x01]))[0][1].hex() == expected


def test_stack_index_known_only_at_run_time():
    b = stack_program(3)
    b.header("i", [["n", 8, False]], emit=False)
    element = {
        "op": "dereference_header_stack",
        "left": {"type": "header_stack", "value": "s"},
        "right": std("ingress_port"),
    }
    target = {"type": "expression", "value": {"op": "access_field",
              "left": {"type": "expression", "value": element}, "right": 0}}  # fmt: skip
    b.run("edit", assign(target, const(0x55)), start=True)
    sw = b.load()
    assert deliver(sw, bytes([7, 8, 1]), 1)[0][1].hex() == "075501"
    assert deliver(sw, bytes([7, 8, 1]), 9)[0][1].hex() == "070801"  # out of range: no effect


def varbit_program():
    b = Builder()
    b.header("o", [["len", 8, False], ["data", "*"], ["end", 8, False]], max_length=6)
    bits = op("*", field("o", "len"), const(4))
    take = {"op": "extract_VL", "parameters": [{"type": "regular", "value": "o"}, bits]}
    # the length is looked up from the first byte before the header is there
    look = {"op": "set", "parameters": [field("meta", "a"), {"type": "lookahead", "value": [0, 8]}]}
    take["parameters"][1] = op("*", field("meta", "a"), const(4))
    b.state("start", look, take)
    b.run("copy", assign(std("egress_spec"), std("parser_error")), assign(field("o", "end"), const(0xEE)), start=True)
    return b


def test_varbit_lengths_and_errors():
    sw = varbit_program().load()
    assert deliver(sw, bytes.fromhex("04aabb0199"))[0] == (0, bytes.fromhex("04aabbee99"))
    assert deliver(sw, bytes.fromhex("0001"))[0] == (0, bytes.fromhex("00ee"))
    assert deliver(sw, bytes.fromhex("03aabb01"))[0][0] == 6  # 12 bits: ParserInvalidArgument
    assert deliver(sw, bytes.fromhex("0aaabbccddee01"))[0][0] == 4  # 7 > 6 bytes: HeaderTooShort
    assert deliver(sw, bytes.fromhex("04aabb"))[0][0] == 1
    assert deliver(sw, b"")[0][0] == 1  # the lookahead itself


def test_value_set():
    b = bytes_program()
    b.json["parsers"][0]["parse_states"].clear()
    b.json["parse_vsets"].append({"name": "pvs", "id": 0, "compressed_bitwidth": 24})
    key = [field("h", "z"), field("h", "kind")]
    b.state("start", extract("h"), key=key, to={"pvs": "yes", None: None})
    b.state("yes", {"op": "set", "parameters": [field("meta", "a"), const(1)]})
    b.run("out", assign(std("egress_spec"), field("meta", "a")), start=True)
    sw = b.load()
    frame = bytes.fromhex("7700001234")
    assert deliver(sw, frame)[0][0] == 0
    sw.state.value_set("pvs").insert(0x123477)
    assert deliver(sw, frame)[0][0] == 1
    sw.state.value_set("pvs").clear()
    sw.state.value_set("pvs").insert(0x120000, 0xFF0000)
    assert deliver(sw, frame)[0][0] == 1


def test_a_parser_that_never_advances_times_out():
    b = Builder()
    b.state("start", to={None: "start"})
    b.run("copy", assign(std("egress_spec"), std("parser_error")), start=True)
    assert deliver(b.load(), b"abc") == [(5, b"abc")]  # ParserTimeout


def test_a_long_chain_of_states():
    b = Builder()
    for i in range(150):
        b.header(f"h{i}", [["v", 8, False]])
    for i in range(150):
        name = "start" if i == 0 else f"s{i}"
        b.state(name, extract(f"h{i}"), key=[field(f"h{i}", "v")], to={1: f"s{i + 1}" if i < 149 else None, None: None})
    b.run("edit", assign(field("h149", "v"), const(9)), start=True)
    sw = b.load()
    assert deliver(sw, b"\1" * 150)[0][1] == b"\1" * 149 + b"\x09"


def test_extract_of_a_varbit_header_needs_a_length():
    b = varbit_program()
    b.json["parsers"][0]["parse_states"][0]["parser_ops"].append(extract("o"))
    with pytest.raises(ProgramError, match="use extract_VL"):
        b.load()


# --- Controls --------------------------------------------------------------------------------------------------------
# Controls as graphs: joins, shared nodes, switch on the action, hit and miss, depth.


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


# --- Expressions -----------------------------------------------------------------------------------------------------
# Expressions are exact on unbounded integers and cut to the field's width on assignment (JSON_format.md).

M = (1 << 128) - 1


def evaluate(expression, width=128, signed=False, a=0, b=0):
    """What lands in a field of `width` bits, read back from the packet."""
    p = Builder({"a": 128, "b": 128})
    p.header("r", [["v", width, signed], ["pad", -width % 8 or 8, False]])
    p.state("start")
    p.run("compute", assign(field("meta", "a"), const(a)), assign(field("meta", "b"), const(b)),
          call("add_header", header("r")), assign(field("r", "v"), expression), start=True)  # fmt: skip
    frame = p.load().receive(0, b"", 0)[0].frame
    value = int.from_bytes(frame, "big") >> (-width % 8 or 8)
    return value - (1 << width) if signed and value >> (width - 1) else value


A, B = field("meta", "a"), field("meta", "b")


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        (op("+", A, B), 12 + 5),
        (op("-", B, A), (5 - 12) & M),
        (op("*", A, B), 60),
        (op("/", A, B), 2),
        (op("%", A, B), 2),
        (op("/", A, const(0)), 0),
        (op("%", A, const(0)), 0),
        (op("<<", A, B), 12 << 5),
        (op(">>", A, const(2)), 3),
        (op("<<", A, const(1 << 40)), 0),
        (op("&", A, B), 4),
        (op("|", A, B), 13),
        (op("^", A, B), 9),
        (op("~", None, A), M - 12),
        (op("-", None, A), (-12) & M),
        (op("&", op("~", None, A), const(0xFF)), 0xF3),
        (op("b2d", None, op("<", A, B)), 0),
        (op("b2d", None, op(">=", A, B)), 1),
        (op("b2d", None, op("!=", A, B)), 1),
        (op("b2d", None, op("and", op("d2b", None, A), op("not", None, op("==", A, B)))), 1),
        (op("b2d", None, op("or", op("==", A, B), op("<=", B, A))), 1),
        (op("b2d", None, op("==", op("d2b", None, A), {"type": "bool", "value": True})), 1),
        (op("?", A, B, cond=op(">", A, B)), 12),
        (op("?", A, B, cond=op("<", A, B)), 5),
        (op("usat_cast", op("-", B, A), const(8)), 0),
        (op("usat_cast", op("*", A, const(100)), const(8)), 255),
        (op("two_comp_mod", const(257), const(8)), 1),
        (op("two_comp_mod", const(-129), const(8)), 127),
        (op("sat_cast", const(-200), const(8)), (-128) & M),
        (op("sat_cast", const(200), const(8)), 127),
    ],
)
def test_operators(expression, expected):
    assert evaluate(expression, a=12, b=5) == expected


def test_wide_arithmetic_and_truncation():
    big = (1 << 128) - 3
    assert evaluate(op("+", A, A), a=big) == (2 * big) & M
    assert evaluate(op("&", op(">>", op("<<", A, const(100)), const(164)), const(M)), 64, a=big) == (
        ((big << 100) >> 164) & M
    ) & ((1 << 64) - 1)
    assert evaluate(op("*", A, A), 512, a=big) == big * big
    assert evaluate(A, 3, a=0xFD) == 5


def test_signed_targets():
    assert evaluate(const(-1), 8, signed=True) == -1
    assert evaluate(const(0xFF), 8, signed=True) == -1
    assert evaluate(op("-", const(-128), const(1)), 8, signed=True) == 127


def test_shared_subexpressions_are_computed_once_and_correctly():
    shared = op("+", A, B)
    for _ in range(10):
        shared = op("&", op("^", op("+", shared, const(1)), shared), const(0xFFFFFFFF))  # 2**10 copies as a tree
    value = 17
    for _ in range(10):
        value = ((value + 1) ^ value) & 0xFFFFFFFF
    assert evaluate(shared, a=12, b=5) == value


def jumps(*primitives):
    p = Builder()
    p.state("start")
    p.run("code", *primitives, assign(std("egress_spec"), field("meta", "a")), start=True)
    return p.load().receive(2, b"", 0)[0].port


def test_forward_jumps_are_if_else():
    def branch(condition):
        return jumps(
            call("_jump_if_zero", condition, const(3)),
            assign(field("meta", "a"), const(1)),
            call("_jump", const(4)),
            assign(field("meta", "a"), const(2)),
        )

    assert branch(const(1)) == 1
    assert branch(const(0)) == 2
    assert branch(op("b2d", None, op("==", std("ingress_port"), const(2)))) == 1
    assert branch(op("b2d", None, op("==", std("ingress_port"), const(3)))) == 2


def test_backward_jumps_are_loops():
    a, b = field("meta", "a"), field("meta", "b")
    port = jumps(
        assign(b, const(5)),
        call("_jump_if_zero", b, const(5)),
        assign(a, op("+", a, b)),
        assign(b, op("-", b, const(1))),
        call("_jump", const(1)),
    )
    assert port == 5 + 4 + 3 + 2 + 1


def test_registers_read_write_out_of_range_and_width():
    p = Builder()
    p.json["register_arrays"].append({"name": "r", "id": 0, "size": 4, "bitwidth": 496})
    p.state("start")
    array = {"type": "register_array", "value": "r"}
    p.run(
        "code",
        call("register_read", field("meta", "c"), array, std("ingress_port")),
        assign(field("meta", "c"), op("+", field("meta", "c"), const(1))),
        call("register_write", array, std("ingress_port"), op("-", field("meta", "c"), const(3))),
        call("register_write", array, const(9), const(1)),
        start=True,
    )
    sw = p.load()
    for port in (1, 1, 7):
        sw.receive(port, b"", 0)
    # first packet: 0 + 1 - 3 = -2 in 496 bits; the second reads only the low 128 bits of it
    assert sw.state.register("r").cells == [0, ((1 << 128) - 2 + 1 - 3) % (1 << 128), 0, 0]


def test_random_is_within_bounds_and_repeatable():
    def ports(seed):
        p = Builder()
        p.state("start")
        p.run("roll", call("modify_field_rng_uniform", std("egress_spec"), const(10), const(13)), start=True)
        sw = p.load(seed=seed)
        return [sw.receive(0, b"", 0)[0].port for _ in range(60)]

    assert set(ports(1)) == {10, 11, 12, 13}
    assert ports(1) == ports(1)
    assert ports(1) != ports(2)


def test_random_with_low_above_high_leaves_the_field():
    p = Builder()
    p.state("start")
    p.run("roll", call("modify_field_rng_uniform", std("egress_spec"), const(10), const(9)), start=True)
    assert p.load().receive(0, b"", 0)[0].port == 0


def test_hash_over_bits_without_padding_and_invalid_headers_left_out():
    p = Builder({"a": 4, "b": 12, "v": 32})
    p.header("absent", [["x", 32, False]])
    p.header("r", [["v", 32, False]])
    p.state("start")
    inputs = [
        field("meta", "a"),
        field("absent", "x"),
        field("meta", "b"),
        {"type": "hexstr", "value": "0x5", "bitwidth": 4},
    ]
    calc = {"type": "calculation", "value": "calc"}
    p.json["calculations"].append({"name": "calc", "id": 0, "algo": "crc32", "input": inputs})
    p.run(
        "code",
        assign(field("meta", "a"), const(0x1)),
        assign(field("meta", "b"), const(0x234)),
        call("modify_field_with_hash_based_offset", field("meta", "v"), const(7), calc,
             const(1 << 32)),
        call("add_header", {"type": "header", "value": "r"}),
        assign(field("r", "v"), field("meta", "v")),
        start=True,
    )  # fmt: skip
    import zlib

    expected = (zlib.crc32(bytes.fromhex("123450")) + 7) % (1 << 32)  # 20 bits, padded at the end
    assert p.load().receive(0, b"", 0)[0].frame == expected.to_bytes(4, "big")


# --- Refusals --------------------------------------------------------------------------------------------------------
# What is said when the code generated for a program cannot be compiled.


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("def ingress(F):\n# nothing\n", "internal error of the switch"),
        ("x = (\n", "internal error of the switch"),
        ("x = " + "(" * 500 + ")" * 500 + "\n", "nested too deeply"),
        ("".join(f"{' ' * n}if x:\n" for n in range(150)) + " " * 150 + "pass\n", "nested too deeply"),
    ],
)
def test_wrong_code_is_not_called_too_deep(monkeypatch, text, told):
    monkeypatch.setattr(Writer, "text", lambda _writer: text)
    compile_program.cache_clear()
    with pytest.raises(ProgramError, match=told):
        bytes_program().load(engine="python")
    compile_program.cache_clear()
