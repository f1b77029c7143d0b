# SPDX-License-Identifier: Apache-2.0
"""Packets made of others: one field changed, to what an entry looks for, what an `if` compares it with, or any."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence

from p4soft.fidelity.workload.comparisons import compared, originals
from p4soft.fidelity.workload.entries import Entry
from p4soft.fidelity.workload.frames import Packet
from p4soft.fidelity.workload.keys import example
from p4soft.fidelity.workload.pools import PORTS, Pools
from p4soft.fidelity.workload.rehearsal import Journey
from p4soft.switch import Program
from p4soft.switch.program.model import FieldRef
from p4soft.switch.trace import HeaderExtracted
from p4soft.table_entries import Match

_PORT, _ENTRY, _CONDITION = 0.1, 0.4, 0.3

Places = Mapping[FieldRef, tuple[int, int]]
"""Where fields are in a frame: the bit each begins at, counted from the first of the frame, and its width."""


class Mutator:
    """Changes one thing in a packet.

    Args:
        program: whose headers the fields are of.
        entries: what its tables hold from the start.
        pools: values for everything else.
    """

    def __init__(self, program: Program, entries: Iterable[Entry], pools: Pools) -> None:
        self._program = program
        self._pools = pools
        self._compared = compared(program)
        origins = originals(program)
        keys = {spec.name: [(part.target, part.width) for part in spec.key] for spec in program.tables()}
        self._wanted: dict[FieldRef, list[tuple[Match, int]]] = {}
        for entry in entries:
            for (target, width), match in zip(keys[entry.table], entry.matches, strict=True):
                for source in sorted(origins.get(target, {target}), key=str) if match is not None else ():
                    assert match is not None
                    self._wanted.setdefault(source, []).append((match, width))

    def changed(self, rng: random.Random, packet: Packet, journey: Journey) -> Packet:
        """The packet with another port, or another value in a field that the parser saw on this journey."""
        port, frame = packet
        places = dict(self._places(journey.extracted, len(frame)))
        if not places or rng.random() < _PORT:
            return rng.choice(PORTS), frame
        refs = sorted(places, key=str)
        ref = rng.choice(refs)
        wanted, compared_with = [f for f in refs if f in self._wanted], [f for f in refs if f in self._compared]
        chance = rng.random()
        if wanted and chance < _ENTRY:
            ref = rng.choice(wanted)
            value = example(rng, *rng.choice(self._wanted[ref]))
        elif compared_with and chance < _ENTRY + _CONDITION:
            ref = rng.choice(compared_with)
            value = rng.choice(self._compared[ref])
        else:
            value = self._pools.pick(rng, places[ref][1])
        start, width = places[ref]
        return port, _with(frame, start, width, value)

    def _places(self, extracted: Sequence[HeaderExtracted], length: int) -> Iterator[tuple[FieldRef, tuple[int, int]]]:
        for event in extracted:
            start = 8 * event.offset
            header = self._program.headers.get(event.header)  # a stack of unions' element has no instance of its own
            for kind in header.type.fields if header is not None else ():
                if kind.varbit or start + kind.width > 8 * length:
                    break
                if kind.width:
                    yield FieldRef(event.header, kind.name), (start, kind.width)
                start += kind.width


def _with(frame: bytes, start: int, width: int, value: int) -> bytes:
    """A frame with `width` bits from bit `start` on made a value's."""
    shift = 8 * len(frame) - start - width
    mask = (1 << width) - 1
    whole = int.from_bytes(frame, "big") & ~(mask << shift) | (value & mask) << shift
    return whole.to_bytes(len(frame), "big")
