# SPDX-License-Identifier: Apache-2.0
"""Frames for a program: what its parser takes, filled with what its entries match; then some that are broken."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from p4soft.fidelity.workload.entries import PORTS, Entry, Pools, example
from p4soft.fidelity.workload.parser_walk import PORT_START, Atoms, Walk, Walker
from p4soft.switch import Program
from p4soft.switch.program.model import Checksum, Const, Expr, FieldRef, Op, PrimitiveCall
from p4soft.table_entries import Match

# --- Frames ----------------------------------------------------------------------------------------------------------


Packet = tuple[int, bytes]
"""Ingress port and frame."""

_MUTATED, _RANDOM, _AGAIN = 0.2, 0.1, 0.1
_HIT_TABLES = 3
_MOST_PAYLOAD = 60
_SENSIBLE, _POOLED = 0.7, 0.7
_SUM_BITS = 16
_LONGEST_RANDOM = 120


class FrameMaker:
    def __init__(
        self, program: Program, pools: Pools, entries: Sequence[Entry], rng: random.Random, cpu: int | None
    ) -> None:
        self._program = program
        self._pools = pools
        self._rng = rng
        self._ports = (*PORTS, cpu, cpu) if cpu is not None else PORTS
        self._walker = Walker(program, rng)
        self._entries: dict[str, list[tuple[Match | None, ...]]] = {}
        for entry in entries:
            self._entries.setdefault(entry.table, []).append(entry.matches)
        specs = {spec.name: spec for spec in program.tables()}
        self._keys = {name: [(k.target, k.width) for k in specs[name].key] for name in self._entries}

    def packets(self, count: int) -> tuple[Packet, ...]:
        """`count` packets: most take a way through the parser, some are broken, some come a second time."""
        rng = self._rng
        again, broken, wild = (int(count * share) for share in (_AGAIN, _MUTATED, _RANDOM))
        good = [self._good() for _ in range(max(1, count - again - broken - wild))]
        found = [*good, *(self._broken(rng.choice(good)) for _ in range(broken)), *(self._wild() for _ in range(wild))]
        rng.shuffle(found)
        return (*found, *rng.sample(found, min(again, len(found))))[:count]

    def _good(self) -> Packet:
        walk = self._walker.walk()
        self._meet_entries(walk)
        payload = self._rng.choice((0, self._rng.randint(1, _MOST_PAYLOAD)))
        total = walk.length + payload
        for ref, atoms in walk.fields.items():
            if atoms and walk.bits.is_free(atoms):
                value = self._fill(ref, atoms, total)
                walk.bits.force(atoms, value, (1 << len(atoms)) - 1)
        for checksum in self._program.checksums:
            if self._rng.random() < _SENSIBLE:
                _mend(walk, self._program, checksum)
        body = bytes(self._rng.getrandbits(8) for _ in range(payload))
        return self._port(walk), walk.bits.frame(walk.length) + body

    def _port(self, walk: Walk) -> int:
        atoms = walk.bits.span(PORT_START, 9)
        return self._rng.choice(self._ports) if walk.bits.is_free(atoms) else walk.bits.number(atoms)

    def _meet_entries(self, walk: Walk) -> None:
        """Give the key fields that are in the frame the values of some entries."""
        usable = [t for t, keys in sorted(self._keys.items()) if any(ref in walk.fields for ref, _ in keys)]
        for table in self._rng.sample(usable, min(_HIT_TABLES, len(usable))):
            matches = self._rng.choice(self._entries[table])
            for (ref, width), match in zip(self._keys[table], matches, strict=True):
                atoms = walk.fields.get(ref)
                if atoms and match is not None and len(atoms) == width and walk.bits.is_free(atoms):
                    walk.bits.force(atoms, example(self._rng, match, width), (1 << width) - 1)

    def _fill(self, ref: FieldRef, atoms: Atoms, total: int) -> int:
        width = len(atoms)
        if self._rng.random() < _SENSIBLE:
            sensible = _sensible(ref, atoms, total, self._rng)
            if sensible is not None:
                return sensible
        return self._pools.pick(self._rng, width) if self._rng.random() < _POOLED else self._rng.getrandbits(width)

    def _broken(self, packet: Packet) -> Packet:
        """Cut, or with a few bits turned over."""
        port, frame = packet
        if frame and self._rng.random() < 0.5:
            return port, frame[: self._rng.randint(1, len(frame))]
        changed = bytearray(frame or b"\0")
        for _ in range(self._rng.randint(1, 4)):
            changed[self._rng.randrange(len(changed))] ^= 1 << self._rng.randrange(8)
        return port, bytes(changed)

    def _wild(self) -> Packet:
        size = self._rng.randint(1, _LONGEST_RANDOM)
        return self._rng.choice(PORTS), bytes(self._rng.getrandbits(8) for _ in range(size))


def _sensible(ref: FieldRef, atoms: Atoms, total: int, rng: random.Random) -> int | None:
    """What a field with this name usually holds, None for names that say nothing here."""
    name, width = ref.field.lower(), len(atoms)
    header = ref.header.lower()
    behind = max(0, total - (atoms[0] - 2) // 8)
    match name:
        case "version" if width == 4:
            return 6 if "6" in header else 4
        case "ihl":
            return 5
        case "dataoffset" | "data_offset" if width == 4:
            return 5
        case "ttl" | "hop_limit" | "hoplimit" | "hoplim":
            return rng.choice((0, 1, 2, 64)) & (1 << width) - 1
        case "totallen" | "total_len" | "total_length" | "length" | "length_" | "len" | "udplen":
            # The field stands a few bytes into its header: that is near enough for programs that only add to it.
            return min(behind + 2, (1 << width) - 1)
        case "payloadlen" | "payload_len" | "payload_length" | "payloadlength":
            return min(behind, (1 << width) - 1)
    return None


def _mend(walk: Walk, program: Program, checksum: Checksum) -> None:
    """Make a one's complement sum right, when all it covers is in the frame."""
    target = walk.fields.get(checksum.target)
    calculation = program.calculations.get(checksum.calculation)
    if target is None or len(target) != _SUM_BITS or calculation is None or calculation.algo != "csum16":
        return
    covered: Atoms = []
    for part in calculation.inputs:
        atoms = _covered(part.expr, part.width, walk.fields)
        if atoms is None:
            return
        covered += atoms
    covered += [0] * (-len(covered) % _SUM_BITS)
    total = sum(walk.bits.number(covered[i : i + _SUM_BITS]) for i in range(0, len(covered), _SUM_BITS))
    while total >> _SUM_BITS:
        total = (total & 0xFFFF) + (total >> _SUM_BITS)
    walk.bits.release(target)
    walk.bits.force(target, ~total & 0xFFFF, 0xFFFF)


def _covered(expr: Expr | None, width: int, fields: Mapping[FieldRef, Atoms]) -> Atoms | None:
    if isinstance(expr, Const):
        return [expr.value >> (width - 1 - i) & 1 for i in range(width)]
    return fields.get(expr) if isinstance(expr, FieldRef) else None


# --- Values that the program compares --------------------------------------------------------------------------------


_EQUAL = frozenset({"==", "!="})
_ORDER = frozenset({"<", "<=", ">", ">="})
_BITS = frozenset({"&", "|"})
_COPIES = frozenset({"assign", "set"})
_ROUNDS = 4
"""How many copies after one another are followed."""


def originals(program: Program) -> Mapping[FieldRef, frozenset[FieldRef]]:
    """For every field the fields that it may be a copy of, itself included; casts and masks count as copies."""
    found: dict[FieldRef, set[FieldRef]] = {}
    for call in _calls(program):
        if call.op in _COPIES and len(call.args) == 2 and isinstance(call.args[0], FieldRef):
            sources = set(_fields(call.args[1]))
            if len(sources) == 1:
                found.setdefault(call.args[0], set()).update(sources)
    for _ in range(_ROUNDS):
        for sources in found.values():
            sources |= {further for source in sorted(sources, key=str) for further in found.get(source, ())}
    return {ref: frozenset(sources | {ref}) for ref, sources in found.items()}


def compared(program: Program) -> Mapping[FieldRef, tuple[int, ...]]:
    """For every field the constants that it, or a copy of it, is compared with in an `if`, and those next to them."""
    origins = originals(program)
    found: dict[FieldRef, set[int]] = {}
    for pipeline in program.pipelines.values():
        for conditional in pipeline.conditionals.values():
            for ref, value in _comparisons(conditional.condition):
                for source in origins.get(ref, {ref}):
                    found.setdefault(source, set()).add(value)
    return {ref: tuple(sorted(values)) for ref, values in found.items()}


def _calls(program: Program) -> Iterator[PrimitiveCall]:
    for action in program.actions.values():
        yield from action.primitives
    for parser in program.parsers.values():
        for state in parser.states.values():
            yield from (PrimitiveCall("set", tuple(op.args[:2])) for op in state.ops if op.op == "set")


def _comparisons(expr: Expr) -> Iterator[tuple[FieldRef, int]]:
    if not isinstance(expr, Op):
        return
    if expr.op in _EQUAL | _ORDER | _BITS:
        for side, other in ((expr.left, expr.right), (expr.right, expr.left)):
            if side is not None and isinstance(other, Const) and other.value >= 0:
                near = (-1, 0, 1) if expr.op in _ORDER else (0,)
                yield from ((ref, other.value + by) for ref in _fields(side) for by in near if other.value + by >= 0)
    for inner in (expr.cond, expr.left, expr.right):
        if inner is not None:
            yield from _comparisons(inner)


def _fields(expr: Expr) -> Iterator[FieldRef]:
    match expr:
        case FieldRef():
            yield expr
        case Op():
            for inner in (expr.cond, expr.left, expr.right):
                if inner is not None:
                    yield from _fields(inner)
