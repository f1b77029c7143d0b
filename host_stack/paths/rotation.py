# SPDX-License-Identifier: Apache-2.0
"""Which EV of a set is next: those that are active take turns, plane by plane; others rest, or wait as backups."""

from collections.abc import Callable
from random import Random
from typing import Final, TypeVar

from host_stack.paths.ev import EvEntry, EvState
from host_stack.unboxed import unboxed

_SKIP: Final = EvState.SKIP
_GOOD: Final = EvState.GOOD
T = TypeVar("T")


def shuffle(rng: Random, entries: list[T]) -> None:
    """``Random.shuffle``, which is Python: it is done for every turn, that is, a step of it for every packet."""
    for last in range(len(entries) - 1, 0, -1):
        bits = (last + 1).bit_length()
        at = rng.getrandbits(bits)
        while at > last:
            at = rng.getrandbits(bits)
        entries[last], entries[at] = entries[at], entries[last]


@unboxed(ints="cursor plane")
class PlaneTurns:
    """The EVs of one plane that are active or backups.

    Attributes:
        plane: its number.
        entries: active ones that take turns, in order; cursor: how many have had theirs.
        resting: active ones that are left out.
        target: how many are active, if there are enough.
        backups: in the order in which they become active.
    """

    __slots__ = ("backups", "cursor", "entries", "plane", "resting", "target")

    def __init__(self, plane: int, entries: list[EvEntry], target: int) -> None:
        self.plane = plane
        self.entries = entries[:target]
        self.cursor = 0
        self.resting: list[EvEntry] = []
        self.target = target
        self.backups = entries[target:]


@unboxed(ints="_next_plane _skip_timer_ns closed")
class Rotation:
    """Of one EV set, in an order that is drawn again at every turn.

    Attributes:
        closed: bit p: plane p is closed, and none of its EVs is chosen.
    """

    __slots__ = (
        "_by_plane",
        "_good",
        "_next_plane",
        "_planes",
        "_rng",
        "_skip_timer_ns",
        "closed",
    )

    def __init__(self, rng: Random, skip_timer_ns: int, good: Callable[[EvEntry, str, int], None]) -> None:
        """``good``: called when a SKIP EV becomes GOOD again, with the reason and the time."""
        self._rng = rng
        self._skip_timer_ns = skip_timer_ns
        self._good = good
        self._next_plane = 0  # a place in `_planes`
        self._planes: list[PlaneTurns] = []
        self._by_plane: dict[int, PlaneTurns] = {}
        self.closed = 0

    def begin(self, plane: int, entries: list[EvEntry], target: int) -> None:
        """The EVs of one more plane: the first ``target`` of them, as many as there are, are active."""
        turns = self._by_plane[plane] = PlaneTurns(plane, entries, target)
        self._planes.append(turns)

    # --- Questions --------------------------------------------------------------------------------------------------

    def usable(self) -> int:
        """How many are active, resting ones among them."""
        return sum(len(turns.entries) + len(turns.resting) for turns in self._planes)

    def turning(self) -> int:
        """How many take turns, in planes that are open."""
        return sum(len(turns.entries) for turns in self._planes if not self.closed >> turns.plane & 1)

    def hopeful(self, plane: int) -> bool:
        """Whether a plane is open and some EV of it takes turns or is a backup."""
        turns = self._by_plane[plane]
        return not self.closed >> plane & 1 and bool(turns.entries or turns.backups)

    def has_backup(self, plane: int) -> bool:
        """Whether another EV of the plane can take the place of one that goes."""
        return bool(self._by_plane[plane].backups)

    # --- Choice -----------------------------------------------------------------------------------------------------

    def choose(self, free_ports: int, now_ns: int, avoid: int | None = None) -> EvEntry | None:
        """The next GOOD EV whose plane's port is free (bit p of ``free_ports``); ``avoid`` only if it is alone."""
        planes = self._planes
        count = len(planes)
        free_ports &= ~self.closed
        for step in range(count):
            position = (self._next_plane + step) % count
            turns = planes[position]
            if free_ports >> turns.plane & 1:
                entry = self._next_in(turns, now_ns, avoid)
                if entry is not None:
                    self._next_plane = (position + 1) % count
                    return entry
        return self._otherwise(free_ports, now_ns, avoid)

    def _otherwise(self, free_ports: int, now_ns: int, avoid: int | None = None) -> EvEntry | None:
        """``choose``, where no plane with a free port has an EV in turn: the one to avoid, or what rests."""
        if avoid is not None and self.turning() == 1:
            return self.choose(free_ports, now_ns)
        if any(turns.resting for turns in self._planes) and not self.turning():
            self._rouse()
            return self.choose(free_ports, now_ns, avoid)
        return None

    def _next_in(self, turns: PlaneTurns, now_ns: int, avoid: int | None) -> EvEntry | None:
        """Walk the cursor to a GOOD EV; at most one SKIP is reset (endpoint §5.3), used if no other is GOOD.

        With a timer that resets it, and not the cursor, and before ``held_until_ns`` nothing does; if none is GOOD, the
        one that was left out longest comes back.
        """
        entries = turns.entries
        size = len(entries)
        cursor = turns.cursor
        timer = self._skip_timer_ns
        visited: EvEntry | None = None
        wrapped = False
        # The order is drawn again when the cursor wraps, so two turns are needed to be sure to see every EV.
        for _ in range(2 * size):
            if cursor >= size:
                if size > 1:
                    shuffle(self._rng, entries)
                cursor = 0
                wrapped = True
            entry = entries[cursor]
            cursor += 1
            if entry.state is _SKIP:
                if timer and now_ns >= entry.skipped_ns + timer:
                    self._good(entry, "skip_timer", now_ns)
                else:
                    if visited is None or visited.state is _SKIP:
                        if not timer and now_ns >= entry.held_until_ns:
                            visited = entry
                            self._good(entry, "visited", now_ns)
                        elif visited is None or entry.skipped_ns < visited.skipped_ns:
                            visited = entry
                    continue
            if entry.entropy != avoid and (wrapped or entry is not visited):
                turns.cursor = cursor
                return entry
        turns.cursor = min(cursor, size)
        if visited is None or visited.entropy == avoid:
            return None
        if visited.state is _SKIP:
            self._good(visited, "visited", now_ns)
        return visited

    def next_plane(self) -> int:
        """The plane whose turn it is, as a bit; 0 when none that is open has an EV that takes turns."""
        planes = self._planes
        for step in range(len(planes)):
            turns = planes[(self._next_plane + step) % len(planes)]
            if turns.entries and not self.closed >> turns.plane & 1:
                return 1 << turns.plane
        return 0

    def choose_proven(self, free_ports: int, since_ns: int, avoid: int | None) -> EvEntry | None:
        """Of the next plane whose port is free the GOOD EV with the newest proof, of ``since_ns`` or later; or None.

        If it was still to come in this turn, it has come.
        """
        planes = self._planes
        count = len(planes)
        free_ports &= ~self.closed
        for step in range(count):
            position = (self._next_plane + step) % count
            turns = planes[position]
            entry = self._proven_in(turns, since_ns, avoid) if free_ports >> turns.plane & 1 else None
            if entry is not None:
                self._next_plane = (position + 1) % count
                self._take_turn(turns, entry)
                return entry
        return None

    def _take_turn(self, turns: PlaneTurns, entry: EvEntry) -> None:
        entries, cursor = turns.entries, turns.cursor
        if cursor >= len(entries):
            shuffle(self._rng, entries)
            turns.cursor = cursor = 0
        at = entries.index(entry)
        if at >= cursor:
            entries[at], entries[cursor] = entries[cursor], entry
            turns.cursor = cursor + 1

    def proven(self, since_ns: int, avoid: int | None) -> bool:
        """Whether some plane that is open has a GOOD EV but ``avoid`` with a proof of ``since_ns`` or later."""
        for turns in self._planes:
            if not self.closed >> turns.plane & 1 and self._proven_in(turns, since_ns, avoid) is not None:
                return True
        return False

    @staticmethod
    def _proven_in(turns: PlaneTurns, since_ns: int, avoid: int | None) -> EvEntry | None:
        best: EvEntry | None = None
        for entry in turns.entries:
            proof_ns = entry.proof_ns if entry.proof_ns >= entry.answered_ns else entry.answered_ns
            if proof_ns >= since_ns and entry.state is _GOOD and entry.entropy != avoid:
                since_ns = proof_ns + 1
                best = entry
        return best

    # --- Rest -------------------------------------------------------------------------------------------------------

    def rest(self, entry: EvEntry) -> None:
        """Leave an active EV out until ``wake``, if others take turns."""
        if entry.active and not entry.resting and self.turning() > 1:
            turns = self._by_plane[entry.plane]
            self._take_out(turns, entry)
            entry.resting = True
            turns.resting.append(entry)

    def wake(self, entry: EvEntry) -> None:
        """A resting EV takes turns again."""
        turns = self._by_plane[entry.plane]
        self._get_up(turns, entry)
        turns.entries.append(entry)

    def _rouse(self) -> None:
        """No other is left: what rests may be slow, or bad, but it is better than nothing."""
        for turns in self._planes:
            for entry in turns.resting[:]:
                self.wake(entry)

    @staticmethod
    def _get_up(turns: PlaneTurns, entry: EvEntry) -> None:
        entry.resting = False
        turns.resting.remove(entry)

    # --- Coming and going -------------------------------------------------------------------------------------------

    def join(self, entry: EvEntry) -> bool:
        """Into its plane's active set if there is room, else to the backups; whether it is active."""
        turns = self._by_plane[entry.plane]
        entry.active = len(turns.entries) + len(turns.resting) < turns.target
        (turns.entries if entry.active else turns.backups).append(entry)
        return entry.active

    def leave(self, entry: EvEntry) -> None:
        """It is neither active nor a backup any more."""
        turns = self._by_plane[entry.plane]
        if not entry.active:
            turns.backups.remove(entry)
            return
        entry.active = False
        if entry.resting:
            self._get_up(turns, entry)
        else:
            self._take_out(turns, entry)

    @staticmethod
    def _take_out(turns: PlaneTurns, entry: EvEntry) -> None:
        position = turns.entries.index(entry)
        del turns.entries[position]
        if position < turns.cursor:
            turns.cursor -= 1

    def activate_backup(self, plane: int) -> EvEntry | None:
        """The first backup of a plane becomes active; None if there is none."""
        turns = self._by_plane[plane]
        if not turns.backups:
            return None
        entry = turns.backups.pop(0)
        entry.active = True
        turns.entries.append(entry)
        return entry
