# SPDX-License-Identifier: Apache-2.0
"""Expressions are exact on unbounded integers and cut to the field's width on assignment (JSON_format.md)."""

import pytest
from program_kit import Builder, assign, call, const, field, header, op, std

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
