# SPDX-License-Identifier: Apache-2.0
"""The reverse EV set: one EV per plane for SACK, NACK and ACK (endpoint §6.1).

Simply reversing the forward path does not always work, so each plane's reverse EV is one that has been seen to work:
echoed by a SACK of our own data, or answered when probed. Until then it is a random one. A plane whose reverse EV
failed its probe is suspect, and rests until some EV of it has been seen to work again.
"""

from random import Random
from typing import Final

from host_stack.paths.ev import EvEntry, EvState
from host_stack.paths.ev_set import EvSet
from host_stack.paths.rotation import shuffle

_ASSUMED_BAD: Final = EvState.ASSUMED_BAD
_DENIED: Final = EvState.DENIED


class ReverseEvs:
    """At least one EV per plane. Planes take turns in an order drawn again at every turn.

    A fixed order would alias with the order of the packets: every ACK could leave by the same, dead, plane. Probes
    look at the planes in a fixed order, so that none is left for longer than it takes to look at each.

    Attributes:
        suspect: the planes whose reverse EV has not answered; one set for all queue pairs that share a peer.
    """

    __slots__ = (
        "_by_plane",
        "_doubted",
        "_evs",
        "_looked_at",
        "_order",
        "_patience_ns",
        "_rng",
        "_turned_ns",
        "suspect",
        "turned",
    )

    def __init__(self, evs: EvSet, rng: Random, patience_ns: int) -> None:
        """``patience_ns``: how soon after an answer data must come to be taken for its effect: two round trips."""
        self._evs = evs
        self._patience_ns = patience_ns
        self.turned: EvEntry | None = None
        self._turned_ns = 0
        self._rng = rng
        self._by_plane: list[EvEntry | None] = [None] * (max(evs.planes) + 1)
        self.suspect: set[int] = set()
        self._doubted: int | None = None
        self._order: list[int] = []
        self._looked_at: int | None = None
        for plane in evs.planes:
            self._replace(plane)

    def turn(self, entropy: int, free_ports: int, now_ns: int) -> EvEntry | None:
        """The EV by which the peer has just been heard, if it is ours too, may be used, and its port is free.

        If the peer is heard again soon, it has been answered by it (``heard``).
        """
        entry = self._evs.get(entropy)
        if entry is None or entry.state is _DENIED or not free_ports & ~self._evs.closed & 1 << entry.plane:
            return None
        self.turned = entry
        self._turned_ns = now_ns
        return entry

    def heard(self, now_ns: int) -> None:
        """Data has come: if an answer had left by ``turn``, that has arrived, or the peer would still ask.

        Data sooner than half a round trip after it was on its way before: who asks while it sends proves nothing.
        """
        turned, self.turned = self.turned, None
        if turned is not None and self._patience_ns // 4 <= now_ns - self._turned_ns <= self._patience_ns:
            self.confirm(turned)

    def choose(self, free_ports: int, only: int | None = None, soon: int = 0) -> EvEntry | None:
        """The reverse EV of the next plane whose port is free (bit p of ``free_ports``), or of plane ``only``.

        None: wait. Each plane has one turn before any has another: a plane whose port is idle, as that of a dead plane
        is, must not get all the answers because it is always free. So a port that is busy but will be free ``soon`` is
        waited for. Suspect planes, closed ones, and those of which every EV is assumed bad, are used only when all are.
        """
        evs = self._evs
        planes = evs.planes
        if only is not None and only in planes and not evs.closed >> only & 1:
            return self._usable(only) if free_ports >> only & 1 else None
        good = 0
        for plane in planes:
            if plane not in self.suspect and evs.hopeful(plane):
                good |= 1 << plane
        reachable = free_ports | soon
        if good:
            reachable &= good
        if not self._has_turn(reachable):
            self._order = list(planes)
            shuffle(self._rng, self._order)
        usable = free_ports & reachable
        if not usable:
            return None
        for plane in self._order[:]:
            if usable >> plane & 1:
                self._order.remove(plane)
                entry = self._usable(plane)
                if entry is not None:
                    return entry
        return None

    def _has_turn(self, planes: int) -> bool:
        """Whether one of these planes, a mask, is still to come in this turn."""
        for plane in self._order:  # noqa: SIM110  compiled, a loop is faster than a generator
            if planes >> plane & 1:
                return True
        return False

    def _usable(self, plane: int) -> EvEntry | None:
        entry = self._by_plane[plane]
        if entry is None or entry.state is _ASSUMED_BAD or entry.state is _DENIED:
            entry = self._replace(plane)
        return entry

    def confirm(self, entry: EvEntry) -> None:
        """This EV works: it becomes its plane's reverse EV."""
        if entry.state is not _DENIED:
            self._by_plane[entry.plane] = entry
            self.suspect.discard(entry.plane)
            if self._doubted == entry.plane:
                self._doubted = None

    def fail(self, entry: EvEntry) -> None:
        """A probe of this EV was not answered; if it is in use, another takes its place.

        If it is not in use, the one that is comes next: the whole plane may be gone.
        """
        if self._by_plane[entry.plane] is entry:
            self.suspect.add(entry.plane)
            self._replace(entry.plane)
        elif entry.plane not in self.suspect:
            self._doubted = entry.plane

    def candidate(self) -> EvEntry | None:
        """The EV to probe next: the reverse EV of a plane in doubt, or a random one of the next plane that is open.

        None if all EVs of those are denied.
        """
        doubted, self._doubted = self._doubted, None
        if doubted is not None and not self._evs.closed >> doubted & 1:
            return self._usable(doubted)
        planes = self._evs.planes
        at = self._rng.randrange(len(planes)) if self._looked_at is None else self._looked_at
        for _ in planes:
            self._looked_at = at = (at + 1) % len(planes)
            plane = planes[at]
            entries = [] if self._evs.closed >> plane & 1 else self._evs.in_plane(plane)
            if entries:
                return self._rng.choice(entries)
        return None

    def _replace(self, plane: int) -> EvEntry | None:
        """Another random EV of the plane, not known to be bad if there is one."""
        current = self._by_plane[plane]
        entries = self._evs.in_plane(plane)
        if not entries:
            self._by_plane[plane] = None
            return None
        usable = [e for e in entries if e.state is not EvState.ASSUMED_BAD]
        better = [e for e in usable if e is not current]
        chosen = self._rng.choice(better or usable or entries)
        self._by_plane[plane] = chosen
        return chosen
