# SPDX-License-Identifier: Apache-2.0
"""Keys: of tables, and of select."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.compiler.compiler_kit import Runner, build, source

from p4soft.compiler.backend.parsers import combine, expand_ranges, range_to_masks
from p4soft.switch.state.match import Exact, Lpm, Range, Ternary

# --- Keys of tables --------------------------------------------------------------------------------------------------
# Keys that are no plain field: what is looked up is the value that P4_16 gives the expression.

GLOBALS = """
type bit<16> new_t; typedef bit<16> alias_t; enum bit<16> choice_t { one = 1, two = 2 }
header x_t { new_t n; alias_t t; choice_t e; int<16> i; bit<16> w; }
bit<16> low(in bit<16> v) { return v & 0xff; }
"""
FRAME = "0102" + "0304" + "05060708" + "09" + "0a"
"""The header `h` before `x`."""


def keys_of(tmp_path, *expressions):
    """The field and mask of each key, in the JSON."""
    tables = "".join(
        f'table t{n} {{ key = {{ {e} : exact @name("k"); }} actions = {{ NoAction; }} }}'
        for n, e in enumerate(expressions)
    )
    applied = "".join(f"t{n}.apply();" for n in range(len(expressions)))
    result = build(tmp_path, source(globals=GLOBALS, more_headers="x_t x;", locals=tables, ingress=applied))
    (ingress, _egress) = result.json["pipelines"]
    found = {t["name"].rpartition(".")[2]: t["key"][0] for t in ingress["tables"] if t["key"]}
    keys = [found[f"t{n}"] for n in range(len(expressions))]
    return [(None if k["target"][0] == "scalars" else ".".join(k["target"]), k["mask"]) for k in keys]


def test_a_mask_on_a_place_is_the_only_key_with_a_mask(tmp_path):
    """As p4c-bm2-ss (midend/simplifyKey.h, `IsMask`): casts, slices and calls make a value, constants fold."""
    written = {
        "hdr.x.w & 0xff": ("x.w", "0x00ff"),
        "0xff & hdr.x.w": ("x.w", "0x00ff"),
        "(hdr.x.w & 0xff0) & 0xff": ("x.w", "0x00f0"),
        "(bit<16>) hdr.x.t & 0xff": ("x.t", "0x00ff"),
        "(new_t) (hdr.x.w & 0xff)": ("x.w", "0x00ff"),
        "hdr.x.w[15:0] & 0xff": ("x.w", "0x00ff"),
        "hdr.x.i & 0xff": ("x.i", "0x00ff"),
        "hdr.x.w & 0xffff": ("x.w", None),
        "(bit<16>) hdr.x.n & 0xff": (None, None),
        "(bit<16>) hdr.x.e & 0xff": (None, None),
        "(bit<16>) hdr.x.i & 0xff": (None, None),
        "(bit<16>) hdr.h.a & 0xff": (None, None),
        "(bit<8>) hdr.x.w & 0xf": (None, None),
        "low(hdr.x.w)": (None, None),
        "hdr.x.w & 0": (None, None),
        "hdr.x.i & -2": (None, None),
        "hdr.x.w[7:0]": (None, None),
    }
    assert dict(zip(written, keys_of(tmp_path, *written), strict=True)) == written


@pytest.mark.parametrize("cast", ["(bit<16>) hdr.x.n", "(bit<16>) hdr.x.e"])
def test_an_entry_with_bits_that_the_key_cannot_have_misses(tmp_path, cast):
    """P4_16 §14.2.1.1: the key is the value of `(bit<16>) x & 0xff`, so 0x1201 is none that it can have."""
    locals_ = f"""action hit() {{ hdr.h.a = 0xee; }}
        table t {{ key = {{ {cast} & 0xff : exact @name("k"); }} actions = {{ hit; NoAction; }} }}"""
    after = "packet.extract(hdr.x); transition accept;"
    program = source(globals=GLOBALS, more_headers="x_t x;", locals=locals_, ingress="t.apply();", after_extract=after)
    runner = Runner(build(tmp_path, program))
    runner.add("MyIngress.t", [Exact(0x1201)], "MyIngress.hit")
    packet = FRAME + "0001" * 5
    assert runner.one(packet) == packet
    runner.add("MyIngress.t", [Exact(0x0001)], "MyIngress.hit")
    assert runner.one(packet) == "ee" + packet[2:]


@pytest.mark.parametrize("mask", ["hdr.items[0].kind & 0x0f", "0x0f & hdr.items[0].kind", "hdr.items[1 - 1].kind & 15"])
def test_a_masked_element_of_a_stack_is_a_value(tmp_path, mask):
    """As p4c-bm2-ss 1.2.5.16, which masks no key with an index in it: 0x72 is no value of four bits."""
    locals_ = f"""action hit() {{ hdr.h.a = 0xee; }}
        table t {{ key = {{ {mask} : exact @name("k"); }} actions = {{ hit; NoAction; }} }}"""
    ingress = "hdr.items[0].setValid(); hdr.items[0].kind = 0x32; t.apply(); hdr.items[0].setInvalid();"
    runner = Runner(build(tmp_path, source(locals=locals_, ingress=ingress)))
    runner.add("MyIngress.t", [Exact(0x72)], "MyIngress.hit")
    assert runner.one(FRAME) == FRAME
    runner.add("MyIngress.t", [Exact(0x02)], "MyIngress.hit")
    assert runner.one(FRAME) == "ee" + FRAME[2:]


@dataclass
class Key:
    """A random expression: its text, its type, its value for given fields, and the bits entries may have."""

    text: str
    width: int
    signed: bool
    value: Callable[[dict[str, int]], int]
    """As a bit pattern."""
    bits: int


FIELDS = {"a": 8, "c": 16, "d": 32, "s": 8}


def number(pattern: int, width: int, signed: bool) -> int:
    return pattern - (1 << width) if signed and pattern >> (width - 1) else pattern


def random_key(rng: random.Random, depth: int) -> Key:
    """An expression of type bit<W> or int<W>, whose value is worked out as P4_16 §8.5 to §8.8 say."""
    if depth == 0:
        name = rng.choice(list(FIELDS))
        width = FIELDS[name]
        return Key(f"hdr.h.{name}", width, name == "s", lambda f: f[name], (1 << width) - 1)
    inner = random_key(rng, depth - 1)
    full = (1 << inner.width) - 1
    kind = rng.choice(["mask", "mask", "narrow", "widen", "sign", "slice", "concat", "left", "right"])
    if kind == "mask":
        mask = rng.choice([0xF, 0xF0, 0x5A, 0xFF, 0xFF00, 0x3C3C]) & full >> inner.signed or 1
        if rng.random() < 0.3:
            mask = rng.randrange(1, (full >> inner.signed) + 1)
        text = f"({inner.text} & {mask})" if rng.random() < 0.7 else f"({mask} & {inner.text})"
        return Key(text, inner.width, inner.signed, lambda f: inner.value(f) & mask, inner.bits & mask)
    if kind in ("narrow", "widen"):
        width = rng.randint(1, inner.width) if kind == "narrow" else inner.width + rng.choice([1, 8])
        if inner.signed:
            width = max(width, 2)
        if width == inner.width:  # no cast at all, as p4c has it
            return inner
        cut = (1 << width) - 1
        word = "int" if inner.signed else "bit"
        return Key(
            f"(({word}<{width}>) {inner.text})", width, inner.signed,
            lambda f: number(inner.value(f), inner.width, inner.signed) & cut, cut,
        )  # fmt: skip
    if kind == "sign":
        word = "bit" if inner.signed else "int"
        if inner.width < 2:
            return inner
        return Key(f"(({word}<{inner.width}>) {inner.text})", inner.width, not inner.signed, inner.value, full)
    if kind == "slice":
        low = rng.randrange(inner.width)
        high = rng.randrange(low, inner.width)
        cut = (1 << (high - low + 1)) - 1
        return Key(f"({inner.text})[{high}:{low}]", high - low + 1, False, lambda f: inner.value(f) >> low & cut, cut)
    if kind == "concat" and not inner.signed:
        return Key(
            f"({inner.text} ++ hdr.h.a)", inner.width + 8, False, lambda f: inner.value(f) << 8 | f["a"],
            (1 << (inner.width + 8)) - 1,
        )  # fmt: skip
    by = rng.randrange(inner.width)
    if kind == "right":
        return Key(
            f"({inner.text} >> {by})", inner.width, inner.signed,
            lambda f: number(inner.value(f), inner.width, inner.signed) >> by & full, full,
        )  # fmt: skip
    return Key(f"({inner.text} << {by})", inner.width, inner.signed, lambda f: inner.value(f) << by & full, full)


def random_match(rng: random.Random, key: Key, near: int):
    """An entry, and which values it matches. With a mask on a place, BMv2 cuts entries: those have none of its bits."""
    plain = key.bits == (1 << key.width) - 1
    noise = rng.getrandbits(key.width) & key.bits if rng.random() < 0.5 else 0
    wanted = near ^ noise if rng.random() < 0.7 else near
    full = (1 << key.width) - 1
    kind = rng.choice(
        [
            "exact",
            "ternary",
            "optional",
            *(["lpm"] if plain and not key.width % 8 else []),
            *(["range"] if plain and not key.signed else []),
        ]
    )
    if kind == "exact":
        return kind, Exact(wanted), lambda v: v == wanted
    if kind == "lpm":
        ignored = rng.randint(0, key.width)
        return kind, Lpm(wanted >> ignored << ignored, key.width - ignored), lambda v: v >> ignored == wanted >> ignored
    if kind == "range":
        low, high = sorted((wanted, rng.getrandbits(key.width)))
        return kind, Range(low, high), lambda v: low <= v <= high
    mask = full if kind == "optional" else rng.getrandbits(key.width)
    return kind, Ternary(wanted & mask, mask), lambda v: v & mask == wanted & mask


@pytest.mark.parametrize("seed", range(12))
def test_random_keys(tmp_path, seed):
    """Twelve tables a program, each with a random key, matched by entries that are near and by some that are not."""
    rng = random.Random(seed)
    fields = {name: rng.getrandbits(width) for name, width in FIELDS.items()}
    keys, matches = [], []
    while len(keys) < 12:
        key = random_key(rng, rng.randint(1, 4))
        if key.bits:
            keys.append(key)
            matches.append(random_match(rng, key, key.value(fields)))
    declared = "".join(
        f"action hit{n}() {{ hdr.items[{n // 8}].kind[{n % 8}:{n % 8}] = 1; }}"
        f'table t{n} {{ key = {{ {key.text} : {kind} @name("k"); }} actions = {{ hit{n}; NoAction; }} }}'
        for n, (key, (kind, _, _)) in enumerate(zip(keys, matches, strict=True))
    )
    applied = "".join(f"t{n}.apply();" for n in range(len(keys)))
    program = source(
        locals=declared,
        ingress="hdr.items[0].setValid(); hdr.items[1].setValid(); hdr.items[0].kind = 0; hdr.items[1].kind = 0;"
        + applied,
    )
    runner = Runner(build(tmp_path, program))
    for n, (kind, match, _) in enumerate(matches):
        priority = 1 if kind in ("ternary", "optional", "range") else 0
        runner.add(f"MyIngress.t{n}", [match], f"MyIngress.hit{n}", priority=priority)
    header = bytes([fields["a"], 0]) + fields["c"].to_bytes(2) + fields["d"].to_bytes(4) + bytes([fields["s"], 0])
    frame = runner.one(header.hex())
    kinds = int(frame[20:22], 16) | int(frame[24:26], 16) << 8
    hits = {key.text: bool(kinds >> n & 1) for n, key in enumerate(keys)}
    assert hits == {key.text: hit(key.value(fields)) for key, (_, _, hit) in zip(keys, matches, strict=True)}


# --- Keys of select --------------------------------------------------------------------------------------------------
# Select keysets: ranges as masks, keys as byte-padded concatenations.


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 255), st.integers(0, 255))
def test_a_range_is_covered_exactly_and_without_overlap(a, b):
    low, high = min(a, b), max(a, b)
    masks = list(range_to_masks(low, high, 8))
    for value in range(256):
        assert sum(value & mask == prefix for prefix, mask in masks) == (low <= value <= high)


def test_the_whole_range_is_one_mask():
    assert list(range_to_masks(0, 255, 8)) == [(0, 0)]
    assert list(range_to_masks(1, 6, 3)) == [(1, 7), (2, 6), (4, 6), (6, 7)]


def test_keys_are_padded_to_bytes():
    # The example of BMv2's JSON_format.md: 12-bit 0xaba and 2-bit 0x3 make 0x0aba03.
    assert combine([(0xABA, 0xFFF), (3, 3)], [12, 2]) == (0x0ABA03, 0x0FFF03, 3)


def test_one_default_covers_all_keys():
    assert combine([(0, 0)], [12, 2]) == (0, 0, 3)


def test_ranges_multiply():
    assert expand_ranges([range(1, 3), (5, 0xFF)], [8, 8]) == [[(1, 255), (5, 255)], [(2, 255), (5, 255)]]
