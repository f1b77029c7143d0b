# SPDX-License-Identifier: Apache-2.0
"""Random uses of v1model's extern functions and objects, kept to what every run must do alike."""

from __future__ import annotations

from dataclasses import dataclass, field

from p4soft.fidelity.generator.expressions import Expressions, literal
from p4soft.fidelity.generator.model import Bits, Scope, Source, Value

PORTS = tuple(range(8))
HASHES = ("crc32", "crc16", "csum16", "xor16", "identity", "crc32_custom", "crc16_custom")
_MAX_DATA = 5


@dataclass
class Objects:
    """Counters and registers of one control, and the sessions and groups the program uses."""

    counters: dict[str, int] = field(default_factory=dict)
    registers: dict[str, tuple[Bits, int]] = field(default_factory=dict)
    sessions: dict[int, tuple[int | None, int | None]] = field(default_factory=dict)
    groups: dict[int, tuple[tuple[int, int], ...]] = field(default_factory=dict)


class Externs:
    """Makers of statements for `Statements.block`."""

    def __init__(self, source: Source, expressions: Expressions, objects: Objects) -> None:
        self._s = source
        self._rng = source.rng
        self._expressions = expressions
        self._objects = objects

    def register(self, scope: Scope, _depth: int) -> list[str]:
        """A read into a new variable, or a write."""
        if not self._objects.registers:
            return []
        name = self._rng.choice(sorted(self._objects.registers))
        kind, size = self._objects.registers[name]
        index = self._index(scope, size)
        if self._s.chance(0.5):
            return [f"{name}.write({index}, {self._expressions.bits(scope, kind, 2)});"]
        places = [v.text for v in scope.writable() if v.type == kind]
        if places:
            return [f"{name}.read({self._rng.choice(places)}, {index});"]
        fresh = self._s.name("v")
        scope.values.append(Value(fresh, kind))
        return [f"{kind} {fresh} = 0;", f"{name}.read({fresh}, {index});"]

    def count(self, scope: Scope, _depth: int) -> list[str]:
        """A `count` call on one of the counters, if there is one."""
        if not self._objects.counters:
            return []
        name = self._rng.choice(sorted(self._objects.counters))
        return [f"{name}.count({self._index(scope, self._objects.counters[name])});"]

    def _index(self, scope: Scope, size: int) -> str:
        width = size.bit_length() - 1
        return f"(bit<32>){self._expressions.bits(scope, Bits(width), 1)}"

    def data(self, scope: Scope) -> str:
        """A tuple of bit and int values to hash: variables, slices and literals."""
        kinds = [self._s.bits() for _ in range(self._rng.randint(1, _MAX_DATA))]
        readable = [v for v in scope.readable() if isinstance(v.type, Bits)]
        parts = []
        for kind in kinds:
            if readable and self._s.chance(0.8):
                parts.append(self._rng.choice(readable).text)
            else:
                parts.append(self._expressions.bits(scope, kind, self._rng.choice((0, 0, 2))))
        return "{ " + ", ".join(parts) + " }"

    def hash(self, scope: Scope, _depth: int) -> list[str]:
        """hash, with a largest value that is not 0."""
        targets = [v for v in scope.writable() if isinstance(v.type, Bits) and not v.type.signed]
        if not targets:
            return []
        target = self._rng.choice(targets)
        base, limit = Bits(self._rng.choice((8, 16, 32))), Bits(self._rng.choice((8, 16, 32, 64)))
        low = literal(base, self._rng.choice((0, 0, 1, 100)))
        high = literal(limit, self._rng.choice((1, 2, 10, 255, (1 << limit.width) - 1)))
        algorithm = self._rng.choice(HASHES)
        return [f"hash({target.text}, HashAlgorithm.{algorithm}, {low}, {self.data(scope)}, {high});"]

    def random(self, scope: Scope, _depth: int) -> list[str]:
        """Random with only one possible result."""
        targets = [v for v in scope.writable() if isinstance(v.type, Bits) and not v.type.signed and v.type.width <= 63]
        if not targets:
            return []
        target = self._rng.choice(targets)
        assert isinstance(target.type, Bits)
        only = literal(target.type, self._s.number(target.type))
        return [f"random({target.text}, {only}, {only});"]

    def log(self, scope: Scope, _depth: int) -> list[str]:
        """A `log_msg` call, most often with a value."""
        readable = [v.text for v in scope.readable() if isinstance(v.type, Bits)]
        if not readable or self._s.chance(0.3):
            return ['log_msg("here");']
        return [f'log_msg("value {{}}", {{ {self._rng.choice(readable)} }});']

    def drop(self, _scope: Scope, _depth: int) -> list[str]:
        """mark_to_drop, sometimes undone."""
        lines = ["mark_to_drop(sm);"]
        if self._s.chance(0.5):
            lines.append(self.port(_scope, 0)[0])
        return lines

    def port(self, _scope: Scope, _depth: int) -> list[str]:
        """Choose the output port; also by the packet's contents."""
        return [f"sm.egress_spec = {self._rng.choice(PORTS)};"]

    def truncate(self, scope: Scope, _depth: int) -> list[str]:
        """Cut the packet."""
        amount = self._expressions.bits(scope, Bits(5), 1)
        return [f"truncate(32w{self._rng.choice((14, 20, 40))} + (bit<32>){amount});"]

    def multicast(self, _scope: Scope, _depth: int) -> list[str]:
        """Send to a group."""
        if not self._objects.groups:
            return []
        return [f"sm.mcast_grp = {self._rng.choice(sorted(self._objects.groups))};"]
