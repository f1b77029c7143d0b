# SPDX-License-Identifier: Apache-2.0
"""How a whole switch slows down as it gets more to do: `python -m tools.bench.growth`.

Small programs, each with one thing that grows: the entries of one table, the number of tables, or the bytes of headers.
Frames go through in bursts, from memory to memory, on one core. Seconds are of processor time: a busy machine disturbs
caches, but takes no time away.
"""

from __future__ import annotations

import ctypes
import random
import time
from collections.abc import Callable, Iterator, Sequence

import click
from msgspec import Struct

from p4soft.command_line import run_command
from p4soft.switch.native.burst import Frame
from p4soft.switch.program import ProgramError, load_program
from p4soft.switch.program.model import MatchKind
from p4soft.switch.state import ActionCall, Exact, Lpm, Range, Ternary
from p4soft.switch.switch import BurstSink, Emission, SimpleSwitch
from tools.bench.lookups import Key, Shape, hitting, random_keys, rate_text
from tools.bench.measurements import Curve, Figure, Settings
from tools.bench.throughput import Json, straight_states

ENTRIES = (1, 10, 100, 1_000, 10_000, 100_000, 1_000_000)
TABLES = (1, 2, 4, 8, 16, 32, 64)
HEADERS = (1, 2, 4, 8, 16, 32)

FRAME_BYTES = 256
_BLOCK = 16
"""Bytes of each header of the programs."""
_FRAMES = 4096
_ROUNDS = 5
_SEED = 1
_FEW_ENTRIES = 100
"""Of a table whose entries do not grow."""
_PORT = 2


class Point(Struct, frozen=True):
    """One point of a curve.

    Attributes:
        curve: what grows: "entries", "tables" or "header bytes".
        series: the match kind whose entries grow; empty for the other curves.
        packets: a second.
        inserts: entries a second into the table, or None where few are inserted.
        bytes_per_entry: of native memory in the lookup structure, or None as well.
    """

    curve: str
    series: str
    x: int
    packets: float
    inserts: float | None = None
    bytes_per_entry: float | None = None


def _acl(rng: random.Random) -> Key:
    """One of eight masks over two fields of 64 bits."""
    high, low = ((0, 64), (32, 64), (48, 64), (64, 0), (64, 32), (64, 48), (64, 64), (40, 40))[rng.randrange(8)]

    def some(length: int) -> Ternary:
        mask = ((1 << length) - 1) << (64 - length)
        return Ternary(rng.getrandbits(64) & mask, mask)

    return (some(high), some(low))


def _prefix(rng: random.Random) -> Key:
    length = rng.choice((32, 40, 44, 48, 48, 48, 56, 64, 96, 128))
    return (Lpm(rng.getrandbits(128) >> (128 - length) << (128 - length), length),)


def _ports(rng: random.Random) -> Key:
    low = rng.getrandbits(32)
    return (Exact(rng.getrandbits(32)), Range(low, min((1 << 32) - 1, low + rng.choice((0, 15, 1023)))))


KINDS = (
    Shape("exact", "exact", (("exact", 128),), lambda rng: (Exact(rng.getrandbits(128)),)),
    Shape("lpm", "lpm", (("lpm", 128),), _prefix),
    Shape("ternary", "ternary", (("ternary", 64), ("ternary", 64)), _acl, priorities=True),
    Shape("range", "range", (("exact", 32), ("range", 32)), _ports, priorities=True),
)
"""The tables whose entries grow; each matches the first bytes of a frame."""


class Counted(BurstSink):
    """Counts what leaves and forgets it, as a ring would take it."""

    def __init__(self) -> None:
        self.frames = 0

    def records(self, records: int, count: int, data: int) -> None:
        """Frames that machine code let leave."""
        del records, data
        self.frames += count

    def emissions(self, emissions: Sequence[Emission]) -> None:
        """Frames that needed Python."""
        self.frames += len(emissions)


def entries_curve(kinds: Sequence[Shape] = KINDS, sizes: Sequence[int] = ENTRIES) -> Iterator[Point]:
    """Packets per second against the entries of one table, every frame hitting a random one."""
    for kind in kinds:
        for size in sizes:
            rng = random.Random(_SEED)
            switch = _switch(1, [("t0", kind.match, kind.fields)])
            keys = random_keys(kind, size, rng)
            inserts = _insert(switch, "t0", keys, rng if kind.priorities else None)
            widths = [w for _, w in kind.fields]
            values = hitting(keys, widths, rng, _FRAMES)
            spare = 8 * _BLOCK - sum(widths)
            frames = [(v << spare).to_bytes(_BLOCK, "big").ljust(FRAME_BYTES, b"\0") for v in values]
            used = _table_bytes(switch, "t0")
            yield Point("entries", kind.name, size, _rate(switch, frames), inserts, used / size)


def tables_curve(counts: Sequence[int] = TABLES) -> Iterator[Point]:
    """Packets per second against tables, applied one after the other, each hit by every frame."""
    kind = KINDS[0]
    for count in counts:
        rng = random.Random(_SEED)
        names = [f"t{i}" for i in range(count)]
        switch = _switch(1, [(name, kind.match, kind.fields) for name in names])
        keys = random_keys(kind, _FEW_ENTRIES, rng)
        for name in names:
            _insert(switch, name, keys, None)
        values = hitting(keys, [128], rng, _FRAMES)
        frames = [v.to_bytes(_BLOCK, "big").ljust(FRAME_BYTES, b"\0") for v in values]
        yield Point("tables", "", count, _rate(switch, frames))


def headers_curve(counts: Sequence[int] = HEADERS) -> Iterator[Point]:
    """Packets per second against bytes of headers, which are parsed and put together again."""
    kind = KINDS[0]
    for count in counts:
        rng = random.Random(_SEED)
        switch = _switch(count, [("t0", kind.match, kind.fields)])
        keys = random_keys(kind, _FEW_ENTRIES, rng)
        _insert(switch, "t0", keys, None)
        values = hitting(keys, [128], rng, _FRAMES)
        size = max(FRAME_BYTES, count * _BLOCK)
        frames = [v.to_bytes(_BLOCK, "big").ljust(size, b"\0") for v in values]
        yield Point("header bytes", "", count * _BLOCK, _rate(switch, frames))


def _switch(headers: int, tables: Sequence[tuple[str, MatchKind, Sequence[tuple[MatchKind, int]]]]) -> SimpleSwitch:
    """A switch running a program that parses this many headers and applies these tables in turn."""
    switch = SimpleSwitch(engine="native")
    switch.faults_are_fatal = True
    switch.load(load_program(_program(headers, tables), source="<growth>"))
    return switch


def _program(headers: int, tables: Sequence[tuple[str, MatchKind, Sequence[tuple[MatchKind, int]]]]) -> Json:
    """BMv2 JSON. The first header has the fields of the first table's key, then what is left of its bytes."""
    key = [(f"f{i}", kind, width) for i, (kind, width) in enumerate(tables[0][2])]
    fields: list[list[object]] = [[name, width, False] for name, _, width in key]
    left = 8 * _BLOCK - sum(width for _, _, width in key)
    if left:
        fields.append(["rest", left, False])
    types = [("first", fields), ("other", [["value", 8 * _BLOCK, False]]), ("standard_metadata", _STANDARD)]
    names = ["h0", *(f"h{i}" for i in range(1, headers))]
    return {
        "__meta__": {"version": [2, 23]},
        "header_types": [{"name": n, "id": i, "fields": f} for i, (n, f) in enumerate(types)],
        "headers": [
            {"name": "standard_metadata", "id": 0, "header_type": "standard_metadata", "metadata": True},
            *(
                {"name": n, "id": i + 1, "header_type": "other" if i else "first", "metadata": False}
                for i, n in enumerate(names)
            ),
        ],
        "parsers": [{"name": "parser", "id": 0, "init_state": names[0], "parse_states": straight_states(names)}],
        "deparsers": [{"name": "deparser", "id": 0, "order": names}],
        "actions": [
            {"name": "drop", "id": 0, "runtime_data": [], "primitives": [{"op": "mark_to_drop", "parameters": [_STD]}]},
            {
                "name": "forward",
                "id": 1,
                "runtime_data": [{"name": "port", "bitwidth": 9}],
                "primitives": [
                    {
                        "op": "assign",
                        "parameters": [
                            {"type": "field", "value": ["standard_metadata", "egress_spec"]},
                            {"type": "runtime_data", "value": 0},
                        ],
                    }
                ],
            },
        ],
        "pipelines": [
            {"name": "ingress", "id": 0, "init_table": tables[0][0], "tables": _tables(tables, key)},
            {"name": "egress", "id": 1, "init_table": None, "tables": []},
        ],
    }


_STD: Json = {"type": "header", "value": "standard_metadata"}
_STANDARD: list[list[object]] = [
    [name, width, False]
    for name, width in (
        ("ingress_port", 9),
        ("egress_spec", 9),
        ("egress_port", 9),
        ("instance_type", 32),
        ("packet_length", 32),
        ("mcast_grp", 16),
        ("parser_error", 32),
        ("pad", 5),
    )
]


def _tables(
    tables: Sequence[tuple[str, MatchKind, Sequence[tuple[MatchKind, int]]]], key: Sequence[tuple[str, MatchKind, int]]
) -> list[Json]:
    made: list[Json] = []
    for i, (name, match, _) in enumerate(tables):
        following = tables[i + 1][0] if i + 1 < len(tables) else None
        made.append(
            {
                "name": name,
                "id": i,
                "key": [
                    {"match_type": kind, "name": f"h0.{field}", "target": ["h0", field], "mask": None}
                    for field, kind, _ in key
                ],
                "match_type": match,
                "type": "simple",
                "max_size": max(ENTRIES),
                "action_ids": [0, 1],
                "actions": ["drop", "forward"],
                "next_tables": {"drop": following, "forward": following},
                "default_entry": {"action_id": 0, "action_data": []},
            }
        )
    return made


def _insert(switch: SimpleSwitch, table: str, keys: Sequence[Key], priorities: random.Random | None) -> float:
    assert switch.state is not None
    insert, action = switch.state.tables[table].insert, ActionCall("forward", (_PORT,))
    start = time.thread_time()
    for key in keys:
        insert(key, action, priority=priorities.randint(1, 1 << 30) if priorities is not None else 0)
    return len(keys) / (time.thread_time() - start)


def _table_bytes(switch: SimpleSwitch, table: str) -> int:
    assert switch.state is not None
    return int(getattr(switch.state.tables[table].index, "size", 0))


def _rate(switch: SimpleSwitch, frames: Sequence[bytes]) -> float:
    array = (Frame * len(frames))()
    for item, frame in zip(array, frames, strict=True):
        item.port, item.length, item.data, item.now_us = 1, len(frame), frame, 0
    sink = Counted()

    def once() -> float:
        start = time.thread_time()
        switch.receive_records(ctypes.addressof(array), len(frames), sink)
        return time.thread_time() - start

    once()
    if sink.frames != len(frames):
        raise AssertionError(f"{sink.frames} of {len(frames)} frames left the switch")
    return len(frames) / min(once() for _ in range(_ROUNDS))


_FEW, _MANY = 10, 100_000
_BLOCKS_MATTER_LITTLE = 1_000
"""Entries from which on what one takes says more than the smallest block of its table."""


def growth_curves(settings: Settings) -> Iterator[Figure | Curve]:
    """Packets a second against entries of each match kind, tables and header bytes; memory of an entry."""
    del settings
    entries = list(entries_curve())
    yield _curve("packets against entries", "entries", entries)
    memory = {
        kind: [
            (p.x, p.bytes_per_entry)
            for p in entries
            if p.series == kind and p.bytes_per_entry is not None and p.x >= _BLOCKS_MATTER_LITTLE
        ]
        for kind in _kinds(entries)
    }
    yield Curve("memory of an entry", "entries", "bytes", memory)
    for kind in _kinds(entries):
        rates = {p.x: p.packets for p in entries if p.series == kind}
        if _MANY in rates and _FEW in rates:
            yield Figure(
                f"growth_{kind}", rates[_MANY], "packets/s", f"the same table with {_FEW} entries", rates[_FEW]
            )
    yield _curve("packets against tables", "tables", list(tables_curve()))
    yield _curve("packets against header bytes", "header bytes", list(headers_curve()))


def _kinds(points: Sequence[Point]) -> list[str]:
    return list(dict.fromkeys(point.series for point in points))


def _curve(name: str, x: str, points: Sequence[Point]) -> Curve:
    series = {kind or x: [(float(p.x), p.packets) for p in points if p.series == kind] for kind in _kinds(points)}
    return Curve(name, x, "packets/s", series)


@click.command(help=__doc__, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--most", default=100_000, show_default=True, help="Entries of the largest table; at most 1,000,000.")
def main(most: int) -> None:
    """Print one line per point."""
    click.echo(f"{'curve':14} {'':8} {'':>9} {'packets/s':>10} {'inserts/s':>10} B/entry")
    curves: tuple[Callable[[], Iterator[Point]], ...] = (
        lambda: entries_curve(sizes=[s for s in ENTRIES if s <= most]),
        tables_curve,
        headers_curve,
    )
    for curve in curves:
        for point in curve():
            line = f"{point.curve:14} {point.series:8} {point.x:9,} {rate_text(point.packets):>10}"
            if point.inserts is not None and point.bytes_per_entry is not None:
                line += f" {rate_text(point.inserts):>10} {point.bytes_per_entry:7.1f}"
            click.echo(line)


if __name__ == "__main__":
    run_command(main, (ProgramError,), status=1, name="python -m tools.bench.growth")
