# SPDX-License-Identifier: Apache-2.0
"""Frames for a program: what its parser takes, filled with what its entries match; then some that are broken.

A `Walk` through the parser's graph leaves the frame that takes this way. It decides the bits that its transitions,
`verify` and variable-length headers ask for, and nothing else. Ways that were taken least come first, so that a few
dozen walks reach every state and every transition that can be reached.

A value is a list of atoms, most significant first: 0 and 1 are those bits, an atom from 2 on is bit `atom - 2` of the
frame. So what a parser copies into metadata and looks at later can still be traced to the frame.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from p4soft.fidelity.workload.entries import PORTS, Entry, Pools, example
from p4soft.switch import Program
from p4soft.switch.program.cursor import VALID
from p4soft.switch.program.model import (
    Bool,
    Checksum,
    Const,
    Expr,
    FieldRef,
    HeaderType,
    Lookahead,
    Op,
    ParserOp,
    ParseState,
    PrimitiveCall,
    StackField,
    Transition,
    UnionStackField,
)
from p4soft.table_entries import Match

# --- The frame -------------------------------------------------------------------------------------------------------


Atoms = list[int]

PORT_START = 1 << 20
"""Where the bits of the ingress port are: behind every frame."""
_FIRST = 2


def constant(value: int, width: int) -> Atoms:
    return [value >> (width - 1 - i) & 1 for i in range(width)]


class Bits:
    """The bits of one frame and of its ingress port, each 0, 1 or free."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._known: dict[int, int] = {}

    def span(self, start: int, width: int) -> Atoms:
        """`width` bits from bit `start` of the frame."""
        return list(range(start + _FIRST, start + _FIRST + width))

    def is_free(self, atoms: Sequence[int]) -> bool:
        """Whether none of them is decided."""
        return all(a >= _FIRST and a - _FIRST not in self._known for a in atoms)

    def free(self, atoms: Sequence[int]) -> list[int]:
        """The undecided bits among these, each once."""
        return [a for a in dict.fromkeys(atoms) if a >= _FIRST and a - _FIRST not in self._known]

    def force(self, atoms: Sequence[int], value: int, mask: int) -> bool:
        """Make the bits of `mask` those of `value`; False, and nothing is changed, when one is already otherwise."""
        wanted: dict[int, int] = {}
        for shift, atom in zip(range(len(atoms) - 1, -1, -1), atoms, strict=True):
            if not mask >> shift & 1:
                continue
            bit = value >> shift & 1
            known = atom if atom < _FIRST else wanted.get(atom, self._known.get(atom - _FIRST))
            if known is None:
                wanted[atom] = bit
            elif known != bit:
                return False
        self._known.update((atom - _FIRST, bit) for atom, bit in wanted.items())
        return True

    def release(self, atoms: Sequence[int]) -> None:
        for atom in atoms:
            self._known.pop(atom - _FIRST, None)

    def number(self, atoms: Sequence[int]) -> int:
        """The value; what is free is decided now, by chance, mostly as 0."""
        value = 0
        for atom in atoms:
            bit = atom if atom < _FIRST else self._known.setdefault(atom - _FIRST, int(self._rng.random() < 1 / 4))
            value = value << 1 | bit
        return value

    def frame(self, length: int) -> bytes:
        return self.number(self.span(0, 8 * length)).to_bytes(length, "big") if length else b""


# --- Fields and expressions ------------------------------------------------------------------------------------------


_WIDE = 512
_ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a // b if b else 0,
    "%": lambda a, b: a % b if b else 0,
    "&": lambda a, b: a & b,
    "|": lambda a, b: a | b,
    "^": lambda a, b: a ^ b,
    "<<": lambda a, b: a << b if 0 <= b <= _WIDE else 0,
    ">>": lambda a, b: a >> b if b >= 0 else 0,
    "==": lambda a, b: int(a == b),
    "!=": lambda a, b: int(a != b),
    "<": lambda a, b: int(a < b),
    "<=": lambda a, b: int(a <= b),
    ">": lambda a, b: int(a > b),
    ">=": lambda a, b: int(a >= b),
    "and": lambda a, b: int(bool(a and b)),
    "or": lambda a, b: int(bool(a or b)),
    "usat_cast": lambda a, b: max(0, min(a, (1 << b) - 1)),
    "sat_cast": lambda a, b: max(-(1 << b >> 1), min(a, (1 << b >> 1) - 1)),
    "two_comp_mod": lambda a, b: ((a + (1 << b >> 1)) & ((1 << b) - 1)) - (1 << b >> 1) if b else 0,
}


class Unknown(Exception):  # noqa: N818 - a result: the walk cannot follow the program here
    """An expression that has no value here, or none that is wanted."""


class Values:
    """The state of one walk.

    Attributes:
        known: fields that were extracted or set. Metadata that was not is 0.
        extracted: fields of the frame.
        valid: headers that were extracted.
    """

    def __init__(
        self, program: Program, bits: Bits, lookahead: Callable[[Lookahead], Atoms], used: Counter[str]
    ) -> None:
        self._program = program
        self._bits = bits
        self._lookahead = lookahead
        self._used = used
        self.known: dict[FieldRef, Atoms] = {}
        self.extracted: dict[FieldRef, Atoms] = {}
        self.valid: set[str] = set()

    def width(self, ref: FieldRef) -> int | None:
        """The width of a field in bits; None for one that is not there."""
        if ref.field == VALID:
            return 1
        found = self._program.headers[ref.header].type.field(ref.field)
        return found.width if found is not None else None

    def resolve(self, expr: Expr) -> FieldRef | None:
        """The field of a header instance that an expression names; None when it names none, or no element is there."""
        match expr:
            case FieldRef():
                return expr
            case StackField():
                last = self._used[expr.stack] - 1
                headers = self._program.stacks[expr.stack].headers
                return FieldRef(headers[last], expr.field) if 0 <= last < len(headers) else None
            case UnionStackField():
                last = self._used[expr.stack] - 1
                unions = self._program.union_stacks[expr.stack].unions
                if not 0 <= last < len(unions):
                    return None
                return FieldRef(dict(self._program.unions[unions[last]].members)[expr.member], expr.field)
        return None

    def atoms(self, expr: Expr, width: int | None) -> Atoms:
        """The bits of an expression; traced to the frame through copies, masks and shifts, else decided now."""
        match expr:
            case FieldRef() | StackField() | UnionStackField():
                return self._field(expr)
            case Lookahead():
                return self._lookahead(expr)
            case Op("&", left, Const(mask)) if left is not None:
                inner = self.atoms(left, None)
                return [a if mask >> (len(inner) - 1 - i) & 1 else 0 for i, a in enumerate(inner)]
            case Op(">>", left, Const(shift)) if left is not None and shift >= 0:
                inner = self.atoms(left, None)
                return ([0] * shift + inner)[: len(inner)]
            case Op("<<", left, Const(shift)) if left is not None and 0 <= shift <= _WIDE:
                return [*self.atoms(left, None), *([0] * shift)]
        value = self.number(expr)
        return constant(value, width if width is not None else max(value.bit_length(), 1))

    def number(self, expr: Expr) -> int:
        """The value of an expression; booleans are 0 and 1. Free bits are decided. Raises Unknown."""
        match expr:
            case Const(value):
                return value
            case Bool(value):
                return int(value)
            case FieldRef() if expr.field == VALID:
                return int(expr.header in self.valid)
            case FieldRef() | StackField() | UnionStackField() | Lookahead():
                return self._bits.number(self.atoms(expr, None))
            case Op():
                return self._operation(expr)
        raise Unknown

    def _operation(self, expr: Op) -> int:
        if expr.right is None:
            raise Unknown
        if expr.op == "?":
            if expr.cond is None or expr.left is None:
                raise Unknown
            return self.number(expr.left if self.number(expr.cond) else expr.right)
        if expr.op in ("b2d", "d2b"):
            return int(bool(self.number(expr.right)))
        if expr.op == "not":
            return int(not self.number(expr.right))
        if expr.op == "~":
            return ~self.number(expr.right)
        function = _ARITHMETIC.get(expr.op)
        if function is None:
            raise Unknown
        left = self.number(expr.left) if expr.left is not None else 0
        return function(left, self.number(expr.right))

    def _field(self, expr: Expr) -> Atoms:
        ref = self.resolve(expr)
        if ref is None:
            raise Unknown
        if ref not in self.known:
            width = self.width(ref)
            if width is None or width > 1 << 16:
                raise Unknown
            return constant(0, width)
        return self.known[ref]

    def leaves(self, expr: Expr) -> Iterator[Atoms]:
        """The bits of every field and lookahead in an expression."""
        for leaf in _leaves(expr):
            if not isinstance(leaf, Const | Bool) and not (isinstance(leaf, FieldRef) and leaf.field == VALID):
                try:
                    yield self.atoms(leaf, None)
                except Unknown:
                    continue

    def atoms_in(self, expr: Expr) -> Sequence[int]:
        return [atom for atoms in self.leaves(expr) for atom in atoms]

    def constants(self, expr: Expr) -> list[int]:
        """The constants in an expression that could be a field's value."""
        return [leaf.value for leaf in _leaves(expr) if isinstance(leaf, Const) and leaf.value >= 0]


def _leaves(expr: Expr) -> Iterator[Expr]:
    match expr:
        case Op():
            for inner in (expr.cond, expr.left, expr.right):
                if inner is not None:
                    yield from _leaves(inner)
        case Const() | Bool() | FieldRef() | StackField() | UnionStackField() | Lookahead():
            yield expr


# --- Walks -----------------------------------------------------------------------------------------------------------


_LONGEST = 64
"""States on one way, and at most this many elements of a stack."""
_FRAME_BITS = 8 * 1200
_GUESSES = 200
_PASSES_VERIFY = 0.9


@dataclass
class Walk:
    """One way: the frame's bits, its length, and where each extracted field lies (by header instance)."""

    bits: Bits
    length: int = 0
    fields: dict[FieldRef, Atoms] = field(default_factory=dict)
    accepted: bool = False


class Walker:
    def __init__(self, program: Program, rng: random.Random) -> None:
        self._program = program
        self._rng = rng
        self._taken: Counter[tuple[str, int]] = Counter()
        parser = next(iter(program.parsers.values()), None)
        self._states: Mapping[str, ParseState] = parser.states if parser is not None else {}
        self._start = parser.init_state if parser is not None else None

    def walk(self) -> Walk:
        return _OneWalk(self._program, self._rng, self._taken).run(self._states, self._start)


class _OneWalk:
    def __init__(self, program: Program, rng: random.Random, taken: Counter[tuple[str, int]]) -> None:
        self._program = program
        self._rng = rng
        self._taken = taken
        # Half of the walks go on as long as they can; the others see to it that every transition is taken.
        self._far = rng.random() < 0.5
        self._cursor = 0
        self._next: Counter[str] = Counter()
        self._result = Walk(Bits(rng))
        self._bits = self._result.bits
        self._values = Values(program, self._bits, self._lookahead, self._next)
        port = program.aliases.get("intrinsic_metadata.ingress_port", FieldRef("standard_metadata", "ingress_port"))
        self._values.known[port] = self._bits.span(PORT_START, self._values.width(port) or 9)

    def run(self, states: Mapping[str, ParseState], start: str | None) -> Walk:
        name, seen = start, 0
        while name is not None and seen < _LONGEST and self._cursor <= _FRAME_BITS:
            seen += 1
            state = states[name]
            if not all(self._operation(op) for op in state.ops):
                break
            chosen = self._transition(state)
            if chosen is None:
                break
            name = chosen.next_state
            if name is None:
                self._result.accepted = True
        self._result.length = -(-self._cursor // 8)
        self._result.fields = dict(self._values.extracted)
        return self._result

    def _lookahead(self, look: Lookahead) -> Atoms:
        return self._bits.span(self._cursor + look.offset, look.width)

    # Operations. Each says whether the parser goes on.

    def _operation(self, op: ParserOp) -> bool:
        try:
            match op.op:
                case "extract" | "extract_VL":
                    return self._extract(op)
                case "set":
                    self._set(op.args[0], op.args[1])
                case "advance":
                    self._cursor += self._number(op.args[0], lambda n: 0 <= n <= _FRAME_BITS)
                case "verify":
                    return self._verify(op.args[0])
                case "primitive" if op.call is not None and op.call.op == "assign_header":
                    pass
        except Unknown:
            # Whatever it does, the walk cannot follow it; the frame is still one that comes here.
            return op.op != "advance"
        return True

    def _extract(self, op: ParserOp) -> bool:
        header = self._target(op.target)
        if header is None:
            return False
        header_type = self._program.headers[header].type
        varying = self._varying(header_type, op.args[0]) if op.args else 0
        for kind in header_type.fields:
            width = varying if kind.varbit else kind.width
            ref = FieldRef(header, kind.name)
            self._values.known[ref] = self._bits.span(self._cursor, width)
            self._values.extracted[ref] = self._values.known[ref]
            self._cursor += width
        self._values.valid.add(header)
        return True

    def _target(self, target: tuple[str, ...]) -> str | None:
        """The header instance to extract; None when a stack is full."""
        if len(target) == 1:
            return target[0]
        stack, used = target[1], self._next[target[1]]
        self._next[stack] += 1
        if target[0] == "stack":
            headers = self._program.stacks[stack].headers
            return headers[used] if used < len(headers) else None
        unions = self._program.union_stacks[stack].unions
        return dict(self._program.unions[unions[used]].members)[target[2]] if used < len(unions) else None

    def _varying(self, header_type: HeaderType, length: Expr) -> int:
        """The bits of a variable-length field, decided so that they fit."""
        most = next(f.width for f in header_type.fields if f.varbit)
        # The header's own fields may say how long it is: they stand in front of the variable-length one.
        return self._number(length, lambda n: 0 <= n <= most and n % 8 == 0)

    def _number(self, expr: Expr, fits: Callable[[int], bool]) -> int:
        """The value of an expression; free bits in it are decided so that it fits."""
        return self._decide(expr, self._values.number, fits)

    def _verify(self, condition: Expr) -> bool:
        wanted = self._rng.random() < _PASSES_VERIFY
        return bool(self._decide(condition, self._values.number, lambda n: bool(n) == wanted))

    def _decide(self, expr: Expr, evaluate: Callable[[Expr], int], fits: Callable[[int], bool]) -> int:
        free = self._bits.free(self._values.atoms_in(expr))
        fields = [self._bits.free(atoms) for atoms in self._values.leaves(expr)]
        constants = self._values.constants(expr)
        value = 0
        for guess in range(_GUESSES if free else 1):
            self._bits.release(free)
            for atoms in fields:
                chosen = self._rng.choice(constants) if constants and guess % 2 else self._rng.getrandbits(6)
                still = self._bits.free(atoms)
                self._bits.force(still, chosen, (1 << len(still)) - 1)
            value = evaluate(expr)
            if fits(value):
                return value
        if not fits(value):
            raise Unknown
        return value

    def _set(self, target: Expr, source: Expr) -> None:
        ref = self._values.resolve(target)
        if ref is None:
            raise Unknown
        width = self._values.width(ref)
        try:
            atoms = self._values.atoms(source, width)
        except Unknown:
            self._values.known.pop(ref, None)
            return
        if width is not None:
            self._values.known[ref] = ([0] * width + atoms)[-width:] if width else []

    # Transitions.

    def _transition(self, state: ParseState) -> Transition | None:
        """A transition that can be taken, seldom taken ones first."""
        atoms: Atoms | None = []
        for part in state.key:
            try:
                padding = -part.width % 8
                assert atoms is not None
                atoms += [0] * padding + self._key(part.expr, part.width)
            except Unknown:
                atoms = None
                break
        order = list(range(len(state.transitions)))
        self._rng.shuffle(order)
        ends = [t.kind != "hexstr" or t.next_state is None for t in state.transitions]
        order.sort(key=lambda i: ends[i] if self._far else self._taken[state.name, i])
        for index in order:
            transition = state.transitions[index]
            if atoms is None or self._takes(state, atoms, index):
                self._taken[state.name, index] += 1
                return transition
            self._taken[state.name, index] += 1
        return None

    def _key(self, expr: Expr, width: int) -> Atoms:
        ref = self._values.resolve(expr) if isinstance(expr, FieldRef | StackField | UnionStackField) else None
        if ref is not None and ref not in self._values.known:
            # Never written: 0 in metadata, anything in a header that was not extracted.
            return constant(0, width)
        return self._values.atoms(expr, width)

    def _takes(self, state: ParseState, atoms: Atoms, index: int) -> bool:
        transition = state.transitions[index]
        if transition.kind == "parse_vset":
            return False
        full = (1 << len(atoms)) - 1
        if transition.kind == "hexstr":
            mask = full if transition.mask is None else transition.mask & full
            return self._bits.force(atoms, transition.value, mask)
        others = [t for t in state.transitions if t.kind == "hexstr"]
        free = self._bits.free(atoms)
        for _ in range(_GUESSES if free else 1):
            self._bits.release(free)
            value = self._bits.number(atoms)
            if not any((value ^ t.value) & (full if t.mask is None else t.mask) == 0 for t in others):
                return True
        self._bits.release(free)
        return False


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
