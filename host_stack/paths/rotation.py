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


@unboxed(ints="_next_plane _skip_timer_ns closed")
class Rotation:
    """Of one EV set, in an order that is drawn again at every turn.

    Attributes:
        closed: bit p: plane p is closed, and none of its EVs is chosen.
    """

    __slots__ = (
        "_backups",
        "_cursor",
        "_good",
        "_next_plane",
        "_planes",
        "_resting",
        "_rng",
        "_rotation",
        "_skip_timer_ns",
        "_target",
        "closed",
    )

    def __init__(
        self, planes: tuple[int, ...], rng: Random, skip_timer_ns: int, good: Callable[[EvEntry, str, int], None]
    ) -> None:
        """``good``: called when a SKIP EV becomes GOOD again, with the reason and the time."""
        self._planes = planes
        self._rng = rng
        self._skip_timer_ns = skip_timer_ns
        self._good = good
        self._next_plane = 0
        self._rotation: dict[int, list[EvEntry]] = {}
        self._cursor: dict[int, int] = {}
        self._backups: dict[int, list[EvEntry]] = {}
        self._target: dict[int, int] = {}
        self._resting: dict[int, list[EvEntry]] = {plane: [] for plane in planes}
        self.closed = 0

    def begin(self, plane: int, entries: list[EvEntry], target: int) -> None:
        """The EVs of a plane, ``target`` of them active if there are enough."""
        self._rotation[plane] = [entry for entry in entries if entry.active]
        self._backups[plane] = [entry for entry in entries if not entry.active]
        self._cursor[plane] = 0
        self._target[plane] = target

    # --- Questions --------------------------------------------------------------------------------------------------

    def usable(self) -> int:
        """How many are active, resting ones among them."""
        return sum(len(self._rotation[plane]) + len(self._resting[plane]) for plane in self._planes)

    def turning(self) -> int:
        """How many take turns, in planes that are open."""
        return sum(len(rotation) for plane, rotation in self._rotation.items() if not self.closed >> plane & 1)

    def hopeful(self, plane: int) -> bool:
        """Whether a plane is open and some EV of it takes turns or is a backup."""
        return not self.closed >> plane & 1 and bool(self._rotation.get(plane) or self._backups.get(plane))

    def has_backup(self, plane: int) -> bool:
        """Whether another EV of the plane can take the place of one that goes."""
        return bool(self._backups[plane])

    # --- Choice -----------------------------------------------------------------------------------------------------

    def choose(self, free_ports: int, now_ns: int, avoid: int | None = None) -> EvEntry | None:
        """The next GOOD EV whose plane's port is free (bit p of ``free_ports``); ``avoid`` only if it is alone."""
        planes = self._planes
        count = len(planes)
        free_ports &= ~self.closed
        for step in range(count):
            position = (self._next_plane + step) % count
            plane = planes[position]
            if free_ports >> plane & 1:
                entry = self._next_in(plane, now_ns, avoid)
                if entry is not None:
                    self._next_plane = (position + 1) % count
                    return entry
        return self._otherwise(free_ports, now_ns, avoid)

    def _otherwise(self, free_ports: int, now_ns: int, avoid: int | None = None) -> EvEntry | None:
        """``choose``, where no plane with a free port has an EV in turn: the one to avoid, or what rests."""
        if avoid is not None and self.turning() == 1:
            return self.choose(free_ports, now_ns)
        if any(self._resting.values()) and not self.turning():
            self._rouse()
            return self.choose(free_ports, now_ns, avoid)
        return None

    def _next_in(self, plane: int, now_ns: int, avoid: int | None) -> EvEntry | None:
        """Walk the cursor to a GOOD EV; at most one SKIP is reset (endpoint §5.3), used if no other is GOOD.

        With a timer that resets it, and not the cursor, and before ``held_until_ns`` nothing does; if none is GOOD, the
        one that was left out longest comes back.
        """
        rotation = self._rotation[plane]
        size = len(rotation)
        cursor = self._cursor[plane]
        timer = self._skip_timer_ns
        visited: EvEntry | None = None
        wrapped = False
        # The order is drawn again when the cursor wraps, so two turns are needed to be sure to see every EV.
        for _ in range(2 * size):
            if cursor >= size:
                if size > 1:
                    shuffle(self._rng, rotation)
                cursor = 0
                wrapped = True
            entry = rotation[cursor]
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
                self._cursor[plane] = cursor
                return entry
        self._cursor[plane] = min(cursor, size)
        if visited is None or visited.entropy == avoid:
            return None
        if visited.state is _SKIP:
            self._good(visited, "visited", now_ns)
        return visited

    def next_plane(self) -> int:
        """The plane whose turn it is, as a bit; 0 when none that is open has an EV that takes turns."""
        planes = self._planes
        for step in range(len(planes)):
            plane = planes[(self._next_plane + step) % len(planes)]
            if self._rotation[plane] and not self.closed >> plane & 1:
                return 1 << plane
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
            plane = planes[position]
            entry = self._proven_in(plane, since_ns, avoid) if free_ports >> plane & 1 else None
            if entry is not None:
                self._next_plane = (position + 1) % count
                self._take_turn(entry)
                return entry
        return None

    def _take_turn(self, entry: EvEntry) -> None:
        rotation, cursor = self._rotation[entry.plane], self._cursor[entry.plane]
        if cursor >= len(rotation):
            shuffle(self._rng, rotation)
            self._cursor[entry.plane] = cursor = 0
        at = rotation.index(entry)
        if at >= cursor:
            rotation[at], rotation[cursor] = rotation[cursor], entry
            self._cursor[entry.plane] = cursor + 1

    def proven(self, since_ns: int, avoid: int | None) -> bool:
        """Whether some plane that is open has a GOOD EV but ``avoid`` with a proof of ``since_ns`` or later."""
        for plane in self._planes:
            if not self.closed >> plane & 1 and self._proven_in(plane, since_ns, avoid) is not None:
                return True
        return False

    def _proven_in(self, plane: int, since_ns: int, avoid: int | None) -> EvEntry | None:
        best: EvEntry | None = None
        for entry in self._rotation[plane]:
            proof_ns = entry.proof_ns if entry.proof_ns >= entry.answered_ns else entry.answered_ns
            if proof_ns >= since_ns and entry.state is _GOOD and entry.entropy != avoid:
                since_ns = proof_ns + 1
                best = entry
        return best

    # --- Rest -------------------------------------------------------------------------------------------------------

    def rest(self, entry: EvEntry) -> None:
        """Leave an active EV out until ``wake``, if others take turns."""
        if entry.active and not entry.resting and self.turning() > 1:
            self._take_out(entry)
            entry.resting = True
            self._resting[entry.plane].append(entry)

    def wake(self, entry: EvEntry) -> None:
        """A resting EV takes turns again."""
        self._get_up(entry)
        self._rotation[entry.plane].append(entry)

    def _rouse(self) -> None:
        """No other is left: what rests may be slow, or bad, but it is better than nothing."""
        for resting in self._resting.values():
            for entry in resting[:]:
                self.wake(entry)

    def _get_up(self, entry: EvEntry) -> None:
        entry.resting = False
        self._resting[entry.plane].remove(entry)

    # --- Coming and going -------------------------------------------------------------------------------------------

    def join(self, entry: EvEntry) -> bool:
        """Into its plane's active set if there is room, else to the backups; whether it is active."""
        plane = entry.plane
        entry.active = len(self._rotation[plane]) + len(self._resting[plane]) < self._target[plane]
        (self._rotation if entry.active else self._backups)[plane].append(entry)
        return entry.active

    def leave(self, entry: EvEntry) -> None:
        """It is neither active nor a backup any more."""
        if not entry.active:
            self._backups[entry.plane].remove(entry)
            return
        entry.active = False
        if entry.resting:
            self._get_up(entry)
        else:
            self._take_out(entry)

    def _take_out(self, entry: EvEntry) -> None:
        rotation = self._rotation[entry.plane]
        position = rotation.index(entry)
        del rotation[position]
        if position < self._cursor[entry.plane]:
            self._cursor[entry.plane] -= 1

    def activate_backup(self, plane: int) -> EvEntry | None:
        """The first backup of a plane becomes active; None if there is none."""
        backups = self._backups[plane]
        if not backups:
            return None
        entry = backups.pop(0)
        entry.active = True
        self._rotation[plane].append(entry)
        return entry
