# SPDX-License-Identifier: Apache-2.0
"""Gets packets through a program, by trying: where a packet dies on our switch, its entries or its fields are changed.

Entries drawn by chance seldom agree along a pipeline of many tables, each of which looks for what the one before it has
written. Here a packet shows the way: where it misses, an entry is made of the very key that it came with; where it hits
and is lost all the same, the entry's action is drawn again, unless a packet that came through relies on it; and now and
then a field of the frame is. What does not bring the packet further is taken back.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from p4soft.fidelity.workload.changes import Changes, Undo
from p4soft.fidelity.workload.frames import Packet
from p4soft.fidelity.workload.mutation import Mutator
from p4soft.fidelity.workload.rehearsal import Journey, Rehearsal

_TRIES = 100
"""How often a packet is tried before it is left as it is."""
_STUCK = 24
"""Tries in a row that bring a packet no further."""
_EVENTS = 15_000
"""What the tries of one packet may cost on average, in events of the trace."""
_LEFT_ALONE = 0.2
"""How many packets may be lost as they were: a drop is behaviour too."""
_MORE = 4
"""How many times as many entries a table may get in addition: one share to repair, the rest to go elsewhere."""
_FRUITLESS = 8
"""Packets in a row that found no new way: there is hardly another."""
_MUTATIONS = 3
_WITNESSES = 8


class Repair:
    """Changes a workload's entries and packets until packets get through.

    Args:
        changes: the workload's entries.
        rehearsal: the switch that they are on.
        mutator: changes packets.
        rng: decides everything that is left to chance.
    """

    def __init__(self, changes: Changes, rehearsal: Rehearsal, mutator: Mutator, rng: random.Random) -> None:
        self._changes = changes
        self._rehearsal = rehearsal
        self._mutator = mutator
        self._rng = rng
        self._turns: set[tuple[str, str]] = set()
        self._through: list[tuple[Packet, Journey]] = []

    def run(self, packets: Sequence[Packet], per_table: int) -> list[Packet]:
        """The packets to take instead, as many; the entries that go with them are in `changes` then.

        Args:
            packets: as they were drawn.
            per_table: how many entries a table was to get; it gets no more than a few times as many.
        """
        self._changes.most = per_table
        found = list(packets)
        self._last = self._rehearsal.events + _EVENTS * len(packets)
        lost = [number for number in range(len(found)) if not self._first(found[number])]
        tried = self._rng.sample(lost, int((1 - _LEFT_ALONE) * len(lost)))
        for number in tried:
            found[number] = self._repaired(found[number]) or found[number]
        self._changes.most = per_table * _MORE
        if not self._worn_out:
            self._send_elsewhere(found, tried)
        return found

    @property
    def _worn_out(self) -> bool:
        """Whether all that the tries may cost is spent."""
        return self._rehearsal.events > self._last

    def _first(self, packet: Packet) -> bool:
        """Whether a packet comes through with the entries as they were drawn."""
        if self._worn_out:
            return True
        journey = self._rehearsal.send(packet)
        if journey.through:
            self._settle(packet, journey)
        return journey.through

    def _send_elsewhere(self, found: list[Packet], lost: Sequence[int]) -> None:
        """Exchange packets that show nothing new for others that do, and those in `lost` for some that come through."""
        alike: list[int] = []
        seen: set[tuple[str, str]] = set()
        for number, packet in enumerate(found):
            journey = self._rehearsal.send(packet)
            if journey.turns <= seen:
                alike.append(number)
            elif not journey.faulted:
                seen |= journey.turns
        self._rng.shuffle(alike)
        fruitless = 0
        for number in alike[: int((1 - _LEFT_ALONE) * len(alike))]:
            other = self._elsewhere() if fruitless < _FRUITLESS else None
            fruitless = fruitless + 1 if other is None else 0
            found[number] = other or found[number]
        for number in lost:
            if not self._rehearsal.send(found[number]).through:
                found[number] = self._likewise(found[number])

    def _settle(self, packet: Packet, journey: Journey) -> None:
        self._changes.rely_on(journey)
        self._turns |= journey.turns
        if journey.through:
            self._through.append((packet, journey))

    # One packet.

    def _repaired(self, packet: Packet) -> Packet | None:
        """The packet, or one that was made of it, with entries that let it through; None if no way was found."""
        return self._climb(packet, lambda journey: journey.through, self._further)

    def _elsewhere(self) -> Packet | None:
        """A packet made of one that came through, with entries, so that it takes a way that none has taken; or None."""
        if not self._through:
            return None
        # The later a packet was found, the farther from the usual way it goes.
        packet, journey = self._through[max(self._rng.randrange(len(self._through)) for _ in range(2))]
        for _ in range(self._rng.randint(1, _MUTATIONS)):
            packet = self._mutator.changed(self._rng, packet, journey)
        lost_will_do = self._rng.random() < _LEFT_ALONE

        def reached(journey: Journey) -> bool:
            return (journey.through or lost_will_do) and not journey.faulted and bool(journey.turns - self._turns)

        return self._climb(packet, reached, self._newer)

    def _likewise(self, packet: Packet) -> Packet:
        """Instead of a packet one that comes through as another did, some field changed; itself if there is none."""
        for _ in range(_STUCK if self._through and not self._worn_out else 0):
            changed = self._mutator.changed(self._rng, *self._rng.choice(self._through))
            if self._rehearsal.send(changed).through:
                return changed
        return packet

    def _climb(
        self, packet: Packet, reached: Callable[[Journey], bool], worth: Callable[[Journey], tuple[int, ...]]
    ) -> Packet | None:
        """Change a packet and its entries step by step, none of which is for the worse, until it is where it should be.

        Where it does not get there, or others no longer come through, everything is taken back, and there is None.
        """
        if self._worn_out:
            return None
        journey, stuck = self._rehearsal.send(packet), 0
        steps: list[Undo] = []
        for _ in range(_TRIES):
            if reached(journey) or stuck >= _STUCK or self._worn_out:
                break
            undo = self._changes.propose(journey)
            changed = packet if undo is not None else self._mutator.changed(self._rng, packet, journey)
            after = self._rehearsal.send(changed)
            if worth(after) >= worth(journey):
                stuck = 0 if worth(after) > worth(journey) else stuck + 1
                packet, journey = changed, after
                steps += [undo] if undo is not None else []
            else:
                stuck += 1
                if undo is not None:
                    undo()
        if reached(journey) and (not steps or self._others_still_come()):
            self._settle(packet, journey)
            return packet
        for undo in reversed(steps):
            undo()
        return None

    def _others_still_come(self) -> bool:
        """Whether some of those that came through still do: a new entry may stand before one that they relied on."""
        some = self._rng.sample(self._through, min(_WITNESSES, len(self._through)))
        return all(self._rehearsal.send(packet).through for packet, _ in some)

    def _further(self, journey: Journey) -> tuple[int, ...]:
        """What is better: through, whole, parsed, far, and where none has been."""
        new = len(journey.turns - self._turns)
        return journey.through, not journey.faulted, journey.parsed, journey.depth, new

    def _newer(self, journey: Journey) -> tuple[int, ...]:
        """What is better: whole, where none has been, through, far."""
        return not journey.faulted, len(journey.turns - self._turns), journey.through, journey.depth
