# SPDX-License-Identifier: Apache-2.0
"""Operators at widths of any number of words: machine code gives what integers without bounds give, cut to the range.

Expected values are P4_16's: wide unsigned and signed operands, at the ends of their ranges and of words.
"""

from __future__ import annotations

import random
from itertools import product

import pytest
from long_kit import share
from native_pair_kit import KIND, Pair, X, Y, Z, pair, program
from program_kit import assign, const, op

from p4soft.compiler import compile_file
from p4soft.switch import load_program

WIDEST = 304
WIDTHS = range(1, 301)
CHUNK = 10
FRAMES = 30
PROGRAM = """
#include <core.p4>
#include <v1model.p4>
header h_t {{ bit<304> a; bit<304> b; bit<8> n; }}
header o_t {{ {fields} }}
struct H {{ h_t h; o_t o; }}
struct M {{ }}
parser P(packet_in p, out H h, inout M m, inout standard_metadata_t s) {{
    state start {{ p.extract(h.h); transition accept; }}
}}
control V(inout H h, inout M m) {{ apply {{}} }}
control I(inout H h, inout M m, inout standard_metadata_t s) {{
    action compute() {{
        bit<304> a = h.h.a;
        bit<304> b = h.h.b;
        bit<8> n = h.h.n;
        {statements}
    }}
    apply {{ s.egress_spec = 1; h.o.setValid(); compute(); }}
}}
control E(inout H h, inout M m, inout standard_metadata_t s) {{ apply {{}} }}
control C(inout H h, inout M m) {{ apply {{}} }}
control D(packet_out p, in H h) {{ apply {{ p.emit(h.o); }} }}
V1Switch(P(), V(), I(), E(), C(), D()) main;
"""


def low(value, width):
    return value & (1 << width) - 1


def signed(value, width):
    """The low bits, as int<width> has them."""
    return (low(value, width) ^ 1 << width - 1) - (1 << width - 1)


def clamped(value, width):
    return min(max(value, 0), (1 << width) - 1)


def signed_clamped(value, width):
    return min(max(value, -(1 << width - 1)), (1 << width - 1) - 1)


def statements(w):
    """Expressions in a, b and n, for one width."""
    x, y, n = f"(bit<{w}>)a", f"(bit<{w}>)b", min(w, 64) - 1
    narrow = f"(bit<{w}>)(bit<{w // 2 + 1}>)a"
    yield from (f"{x} |+| {y}", f"{x} |-| {y}", f"{narrow} |-| {y}", f"{y} |-| {narrow}", f"({x} |-| {y}) + {narrow}")
    yield from (f"n < 128 ? {x} : {y}", f"(n < 128 ? {x} : {y} >> n)[{n}:0]")
    yield from (f"({x} >> n)[{n}:0]", f"({x} >> (n[1:0] ++ 6w0))[{n}:0]")
    if w > 1:
        p, q = f"(int<{w}>){x}", f"(int<{w}>){y}"
        yield from (f"(bit<{w}>)({e})" for e in (f"{p} |+| {q}", f"{p} |-| {q}", f"{p} >> n"))


def values(w, a, b, n):
    """The values of `statements`, by P4_16."""
    x, y, narrow, word = low(a, w), low(b, w), low(a, w // 2 + 1), min(w, 64)
    yield from (clamped(x + y, w), clamped(x - y, w), clamped(narrow - y, w), clamped(y - narrow, w))
    yield low(clamped(x - y, w) + narrow, w)
    yield from (x if n < 128 else y, low(x if n < 128 else y >> n, word))
    yield from (low(x >> n, word), low(x >> 64 * (n % 4), word))
    if w > 1:
        p, q = signed(a, w), signed(b, w)
        yield from (low(value, w) for value in (signed_clamped(p + q, w), signed_clamped(p - q, w), p >> n))


def operands(rng, width):
    """Pairs at the ends of the ranges of `width` bits, of half of it, and of words; and neighbours."""
    top, half = (1 << width) - 1, 1 << width - 1
    ends = [0, 1, half - 1, half, top - 1, top]
    yield from product(ends, repeat=2)
    others = [(1 << bits) - 1 + more for bits in (width // 2 + 1, 64, 128, 192, 256) for more in (0, 1)]
    for _ in range(FRAMES):
        a = rng.choice((*ends, *others, rng.getrandbits(WIDEST)))
        yield a, rng.choice((a, abs(a - 1), a + 1 & (1 << WIDEST) - 1, rng.choice(others), rng.getrandbits(WIDEST)))


@pytest.mark.parametrize("first", share(WIDTHS[::CHUNK], [1, 61, 121, 251]))
def test_at_the_ends_of_ranges_and_of_words(first, tmp_path):
    widths, size = range(first, first + CHUNK), WIDEST // 8
    texts = [text for width in widths for text in statements(width)]
    source = tmp_path / "program.p4"
    fields = " ".join(f"bit<{WIDEST}> f{i};" for i in range(len(texts)))
    computed = "\n        ".join(f"h.o.f{i} = (bit<{WIDEST}>)({text});" for i, text in enumerate(texts))
    source.write_text(PROGRAM.format(fields=fields, statements=computed))
    switches = Pair(load_program(compile_file(source).json))
    rng = random.Random(first)
    for a, b in (both for width in widths for both in operands(rng, width)):
        n = rng.choice((0, 1, 2, 3, 30, 63, 64, 65, 127, 128, 192, 255))
        frame = b"".join(number.to_bytes(size, "big") for number in (a, b)) + bytes([n])
        (sent,) = switches.burst([(0, frame)], 0)
        found = [int.from_bytes(sent.frame[at : at + size], "big") for at in range(0, size * len(texts), size)]
        expected = [value for width in widths for value in values(width, a, b, n)]
        for text, *both in zip(texts, found, expected, strict=True):
            assert both[0] == both[1], f"{text} where a={a:#x}, b={b:#x}, n={n}"


@pytest.mark.parametrize(
    "expression",
    [
        op("usat_cast", op("-", op("-", X, Y), KIND), const(8)),
        op("usat_cast", op("-", X, op("-", Y, KIND)), const(8)),
        op("usat_cast", op("+", op("-", X, Y), KIND), const(8)),
        op("sat_cast", op("+", X, Y), const(8)),
        op("sat_cast", op("-", X, Y), const(8)),
    ],
)
def test_saturating_casts_of_operands_that_p4_would_not_let_meet(expression):
    both = pair(program().run("use", assign(Z, op("&", expression, const(0xFFFF)))))
    for x, y, kind in product((0, 1, 127, 128, 255), repeat=3):
        both.burst([(0, bytes([kind, x, y, 0, 0]))], 0)
