# SPDX-License-Identifier: Apache-2.0
"""How lookups grow with entries: `python -m tools.bench.lookups`.

Tables are filled with random entries of a plain shape, and then asked for keys that hit a random entry each, in native
code, one after another. Seconds are of processor time: a busy machine disturbs caches, but takes no time away.
"""

from __future__ import annotations

import ctypes
import random
import time
from collections.abc import Callable, Iterator, Sequence

import click
from llvmlite import ir
from msgspec import Struct

from p4soft.command_line import run_command
from p4soft.llvm.jit import Compiled
from p4soft.switch.native.fixed import TABLES
from p4soft.switch.native.ints import I64, POINTER
from p4soft.switch.native.memory import Arena
from p4soft.switch.native.tables import make_native_index
from p4soft.switch.native.tables.base import NativeIndex
from p4soft.switch.program.model import FieldRef, KeyField, MatchKind, TableSpec
from p4soft.switch.state.lookup import Entry, make_index, pack
from p4soft.switch.state.match import Exact, Lpm, MatchField, Range, Ternary

SIZES = (10, 100, 1_000, 10_000, 100_000, 1_000_000)
_PROBES = 1 << 16
_SEED = 1
_LIMITS = (1 << 31) - 1

Key = tuple[MatchField, ...]


class Shape(Struct, frozen=True):
    """A table and its entries: a key of fields of (match kind, width), and a maker of distinct random match keys."""

    name: str
    match: MatchKind
    fields: tuple[tuple[MatchKind, int], ...]
    keys: Callable[[random.Random], Key]
    priorities: bool = False


class Growth(Struct, frozen=True):
    """What one table does with that many entries.

    Attributes:
        shape: its name in `SHAPES`.
        lookups: a second, in native code, one after another, each hitting a random entry.
        python_lookups: a second, of the Python engine's structure for the same table.
        inserts, deletes: a second, from Python, one at a time.
    """

    shape: str
    entries: int
    lookups: float
    python_lookups: float
    inserts: float
    deletes: float
    bytes_per_entry: float


def _exact(*widths: int) -> Callable[[random.Random], Key]:
    return lambda rng: tuple(Exact(rng.getrandbits(w)) for w in widths)


def _lpm(width: int, lengths: Sequence[int]) -> Callable[[random.Random], Key]:
    def key(rng: random.Random) -> Key:
        length = rng.choice(lengths)
        return (Lpm(rng.getrandbits(width) >> (width - length) << (width - length), length),)

    return key


def _lpm_below(block: int, lengths: Sequence[int]) -> Callable[[random.Random], Key]:
    """Prefixes of 128 bits that all have the same first 32 bits, as those of one network have."""

    def key(rng: random.Random) -> Key:
        length = rng.choice(lengths)
        value = (block << 96) | rng.getrandbits(96)
        return (Lpm(value >> (128 - length) << (128 - length), length),)

    return key


def _ternary(masks: int) -> Callable[[random.Random], Key]:
    """Source, destination, protocol and ports as access lists match them, with that many distinct masks."""
    chooser = random.Random(masks)
    prefixes = [(chooser.randint(8, 32), chooser.randint(8, 32), chooser.random() < 0.5) for _ in range(masks)]

    def key(rng: random.Random) -> Key:
        source, destination, ports = rng.choice(prefixes)

        def some(width: int, length: int) -> Ternary:
            mask = ((1 << length) - 1) << (width - length)
            return Ternary(rng.getrandbits(width) & mask, mask)

        port = 16 if ports else 0
        return (some(32, source), some(32, destination), some(8, 8), some(16, 0), some(16, port))

    return key


def _ranges(rng: random.Random) -> Key:
    low = rng.getrandbits(16)
    return (Exact(rng.getrandbits(32)), Range(low, min(0xFFFF, low + rng.choice((0, 1, 15, 255)))))


def _only_ranges(rng: random.Random) -> Key:
    low = rng.getrandbits(32)
    return (Range(low, min((1 << 32) - 1, low + rng.getrandbits(rng.choice((4, 8, 12))))),)


_ROUTES_4 = tuple(range(8, 33)) + (24,) * 30 + (22, 23, 20, 19, 16) * 3
_ROUTES_6 = tuple(range(20, 65, 4)) + (48,) * 10 + (32,) * 4 + (64, 128)

SHAPES = (
    Shape("exact 32", "exact", (("exact", 32),), _exact(32)),
    Shape("exact 9+48+128", "exact", (("exact", 9), ("exact", 48), ("exact", 128)), _exact(9, 48, 128)),
    Shape("lpm 32, routes", "lpm", (("lpm", 32),), _lpm(32, _ROUTES_4)),
    Shape("lpm 128, routes", "lpm", (("lpm", 128),), _lpm(128, _ROUTES_6)),
    Shape("lpm 128, all lengths", "lpm", (("lpm", 128),), _lpm(128, range(20, 129))),
    Shape("lpm 128, one network", "lpm", (("lpm", 128),), _lpm_below(0xFCBBBBBB, range(48, 129, 16))),
    Shape("ternary 104, 8 masks", "ternary", tuple(("ternary", w) for w in (32, 32, 8, 16, 16)), _ternary(8), True),
    Shape("ternary 104, 64 masks", "ternary", tuple(("ternary", w) for w in (32, 32, 8, 16, 16)), _ternary(64), True),
    Shape("range 32 exact + 16", "range", (("exact", 32), ("range", 16)), _ranges, True),
    Shape("range 32", "range", (("range", 32),), _only_ranges, True),
)


def growth(shapes: Sequence[Shape] = SHAPES, sizes: Sequence[int] = SIZES) -> Iterator[Growth]:
    for shape in shapes:
        for size in sizes:
            yield _measured(shape, size, random.Random(_SEED))


def _measured(shape: Shape, size: int, rng: random.Random) -> Growth:
    entries = [
        Entry(handle, key, rng.randint(1, _LIMITS) if shape.priorities else 0, None)
        for handle, key in enumerate(random_keys(shape, size, rng))
    ]
    spec = _spec(shape)
    widths, arena = [k.width for k in spec.key], Arena()
    native = make_native_index(spec, arena)
    before = arena.used
    inserted = _seconds(lambda: [native.add(e) for e in entries])
    lookups = _lookups_per_second(native, hitting([e.key for e in entries], widths, rng, _PROBES))
    used = arena.used - before
    python = make_index(spec)
    for entry in entries:
        python.add(entry)
    asked = hitting([e.key for e in entries[:1000]], widths, rng, 1000)
    python_lookups = _python_lookups_per_second(python.lookup, asked, spec)
    going = entries[: min(size, 20_000)]
    rng.shuffle(going)
    deleted = _seconds(lambda: [native.remove(e) for e in going])
    native.free()
    return Growth(shape.name, size, lookups, python_lookups, size / inserted, len(going) / deleted, used / size)


def random_keys(shape: Shape, count: int, rng: random.Random) -> list[Key]:
    keys: dict[Key, None] = {}
    while len(keys) < count:
        keys[shape.keys(rng)] = None
    return list(keys)


def _spec(shape: Shape) -> TableSpec:
    key = tuple(KeyField(f"f{i}", kind, FieldRef("h", f"f{i}"), width) for i, (kind, width) in enumerate(shape.fields))
    return TableSpec(
        name=shape.name,
        id=0,
        match=shape.match,
        kind="simple",
        key=key,
        actions=(),
        max_size=max(SIZES),
        with_counters=False,
        support_timeout=False,
        action_profile=None,
        direct_meter=None,
        default=None,
        default_action_const=False,
        default_entry_const=False,
        entries=(),
        entries_const=False,
        next_by_action={},
        next_hit=None,
        next_miss=None,
        split_on_hit=False,
        base_default_next=None,
    )


def hitting(keys: Sequence[Key], widths: Sequence[int], rng: random.Random, count: int) -> list[int]:
    """Values of a concatenated key, each of which matches a random one of the match keys."""
    total, values = sum(widths), []
    for _ in range(count):
        key = rng.choice(keys)
        value, mask = pack(key, list(widths))
        filled = value | (rng.getrandbits(total) & ~mask)
        shift = total
        for match, width in zip(key, widths, strict=True):
            shift -= width
            if isinstance(match, Range):
                filled &= ~(((1 << width) - 1) << shift)
                filled |= rng.randint(match.low, match.high) << shift
        values.append(filled)
    return values


def _lookups_per_second(index: NativeIndex, keys: Sequence[int]) -> float:
    module = ir.Module("bench")
    lookup = index.emit_lookup(module, "lookup")
    lookup.attributes.discard("alwaysinline")
    lookup.attributes.add("noinline")
    _count_hits(module, lookup, 8 * index.words)
    code = Compiled(module, TABLES.linked)
    run = ctypes.CFUNCTYPE(ctypes.c_uint64, ctypes.c_uint64, ctypes.c_char_p, ctypes.c_uint64)(code.address("run"))
    packed = b"".join(k.to_bytes(8 * index.words, "little") for k in keys)
    if run(index.root, packed, len(keys)) != len(keys):
        raise AssertionError("a key that is in the table was not found")
    return len(keys) / min(_seconds(lambda: run(index.root, packed, len(keys))) for _ in range(9))


def _count_hits(module: ir.Module, lookup: ir.Function, stride: int) -> None:
    """Add `run(root, keys, count)`: how many of the keys, of `stride` bytes each, are found; there is one."""
    run = ir.Function(module, ir.FunctionType(I64, (POINTER, POINTER, I64)), "run")
    root, keys, count = run.args
    entry, loop, end = (run.append_basic_block(name) for name in ("entry", "loop", "end"))
    ir.IRBuilder(entry).branch(loop)
    b = ir.IRBuilder(loop)
    number, hits = b.phi(I64), b.phi(I64)
    found = b.call(lookup, [root, b.gep(keys, [b.mul(number, ir.Constant(I64, stride))], source_etype=ir.IntType(8))])
    hit = b.icmp_signed(">=", found, ir.Constant(found.type, 0))
    following, sum_of_hits = b.add(number, ir.Constant(I64, 1)), b.add(hits, b.zext(hit, I64))
    for value, after in ((number, following), (hits, sum_of_hits)):
        value.add_incoming(ir.Constant(I64, 0), entry)
        value.add_incoming(after, loop)
    b.cbranch(b.icmp_unsigned("<", following, count), loop, end)
    ir.IRBuilder(end).ret(sum_of_hits)


def _python_lookups_per_second(lookup: Callable[..., Entry | None], keys: Sequence[int], spec: TableSpec) -> float:
    given: list[tuple[object, ...]] = []
    for key in keys:
        values: list[int] = []
        rest = key
        for part in reversed(spec.key):
            values.insert(0, rest & ((1 << part.width) - 1))
            rest >>= part.width
        if spec.match == "exact":
            given.append((values[0] if len(values) == 1 else tuple(values),))
        elif spec.match == "range":
            given.append((key, tuple(v for v, k in zip(values, spec.key, strict=True) if k.match == "range")))
        else:
            given.append((key,))
    lookup(*given[0])
    start, done = time.thread_time(), 0
    for arguments in given:
        lookup(*arguments)
        done += 1
        if time.thread_time() - start > 0.5:
            break
    return done / (time.thread_time() - start)


def _seconds(work: Callable[[], object]) -> float:
    start = time.thread_time()
    work()
    return time.thread_time() - start


def rate_text(value: float) -> str:
    return f"{value / 1e6:.1f} M" if value >= 1e6 else f"{value / 1e3:.1f} k"


@click.command()
@click.option("--most", default=100_000, show_default=True, help="Entries of the largest table; at most 1,000,000.")
@click.option("--shape", "names", multiple=True, type=click.Choice([s.name for s in SHAPES]), help="Only these tables.")
def main(most: int, names: tuple[str, ...]) -> None:
    """Measure native table lookups against the number of entries."""
    shapes = [s for s in SHAPES if not names or s.name in names]
    click.echo(
        f"{'table':24} {'entries':>9} {'lookups/s':>10} {'Python':>9} {'inserts/s':>10} {'deletes/s':>10} B/entry"
    )
    for row in growth(shapes, [s for s in SIZES if s <= most]):
        click.echo(
            f"{row.shape:24} {row.entries:9,} {rate_text(row.lookups):>10} {rate_text(row.python_lookups):>9} "
            f"{rate_text(row.inserts):>10} {rate_text(row.deletes):>10} {row.bytes_per_entry:7.1f}"
        )


if __name__ == "__main__":
    run_command(main, (), status=1)
