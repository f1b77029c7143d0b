# SPDX-License-Identifier: Apache-2.0
"""A queue pair's set of entropy values: rotation, states, backups and revival (endpoint §5).

```
            SACK SKIP_ONCE, NACK TRIMMED                     loss, timeout, ALWAYS_SKIP
   GOOD ───────────────────────────────► SKIP      GOOD, SKIP ─────────────────────────► ASSUMED_BAD
     ▲                                    │           ▲                                     │
     └── cursor visits it, or skip timer ─┘           └── N consecutive probes answered ────┘
   any ⇄ DENIED: only the controller
```
"""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Final

from host_stack.errors import ConfigError, UnknownObjectError
from host_stack.paths.bad_evs import BadEvs, EvRules
from host_stack.paths.ev import EvEntry, EvEvent, EvState
from host_stack.paths.ev_counters import EvCounters
from host_stack.paths.ev_events import EvEvents
from host_stack.paths.ev_profile import EvProfile
from host_stack.paths.plane_marks import PlaneMarks
from host_stack.paths.plane_silence import PlaneSilence
from host_stack.paths.turns import Turns
from host_stack.wire.constants import SackMark
from host_stack.wire.ranges import check_range

_USABLE: Final = (EvState.GOOD, EvState.SKIP)
_LASTS: Final = 8
"""An EV is proven for so many round trips after its packet left, however little has been heard since."""
_EVER: Final = 1 << 62
_JUST: Final = 4
"""Losses so many round trips apart are of the same time."""
_LOOKED_THROUGH: Final = 1 << 20


def _nothing() -> None:
    pass


def _draw(rng: Random, entropies: Sequence[int], denied: frozenset[int], count: int) -> list[int]:
    """Up to ``count`` different EVs that are not denied; there may be too many to look at each."""
    if denied and len(entropies) > _LOOKED_THROUGH:
        return [entropy for entropy in rng.sample(entropies, count + len(denied)) if entropy not in denied][:count]
    if denied:
        entropies = [entropy for entropy in entropies if entropy not in denied]
    return rng.sample(entropies, min(count, len(entropies)))


class EvSet:
    """Active and backup EVs, striped equally over the planes, in an order that is drawn again at every turn.

    A plane may be closed: a port at one of its ends is down. None of its EVs is chosen or probed until it is open
    again, and none is blamed for what was lost with the plane.

    Attributes:
        closed: bit p: plane p is closed.
        silence: what it shares with other sets towards the same peer; None before it has a peer.
        fellows: those sets; an EV that rests or is blamed in one does so in all, unless one of them knows better.
    """

    def __init__(
        self,
        profile: EvProfile,
        *,
        source: bytes,
        qpn: int,
        rules: EvRules,
        rng: Random,
        events: EvEvents,
        counters: EvCounters,
        allowed: Callable[[], None] | None = None,
    ) -> None:
        """Draw the set: random EVs in each plane, the same number in all planes.

        Raises:
            ConfigError: the profile leaves no EV.
        """
        self._qpn = qpn
        self._rules = rules
        self._events = events
        self._counters = counters
        # Called when the controller takes an EV off the denylist: what waited for a path may go on.
        self._allowed = allowed or _nothing
        self._entries: dict[int, EvEntry] = {}
        self._planes = profile.used_planes()
        self._turns = Turns(self._planes, rng, rules.skip_timer_ns, self._good)
        self._bad = BadEvs(rules)
        self._marks = PlaneMarks(rules)
        self.silence: PlaneSilence | None = None
        self.fellows: list[EvSet] = []
        self.closed = 0
        self._proof = -1
        self._proof_ns = -1
        template = profile.template
        for plane, (active, backup) in profile.sizes().items():
            drawn = _draw(rng, template.entropies(plane), profile.denied, active + backup)
            chosen = []
            for position, entropy in enumerate(drawn):
                uplink = template.format.path(entropy)[1]
                outer = template.outer(source, entropy)
                entry = self._entries[entropy] = EvEntry(entropy, plane, uplink, outer, position < active)
                chosen.append(entry)
            self._turns.begin(plane, chosen, active)
        total = self._turns.usable()
        if not total:
            raise ConfigError("evs: every path is denied; accepted: at least one that is not")
        # Never 0 by default: an empty set could not even be probed back by data.
        self._min_active = max(1, total // 4) if profile.min_active is None else profile.min_active
        check_range("ev_min_active", self._min_active, 1, total)

    # --- Questions --------------------------------------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[EvEntry]:
        return iter(self._entries.values())

    @property
    def planes(self) -> tuple[int, ...]:
        """Planes the set uses."""
        return self._planes

    def get(self, entropy: int) -> EvEntry | None:
        """The entry of an EV, active or backup; None if it is not in the set."""
        return self._entries.get(entropy)

    def usable(self) -> int:
        """How many active EVs are GOOD or SKIP."""
        return self._turns.usable()

    def hopeful(self, plane: int) -> bool:
        """Whether a plane is open and some EV of it, active or backup, is neither assumed bad nor denied."""
        return self._turns.hopeful(plane)

    def in_plane(self, plane: int) -> list[EvEntry]:
        """Every EV of a plane but the denied ones."""
        return [e for e in self._entries.values() if e.plane == plane and e.state is not EvState.DENIED]

    # --- Choice -----------------------------------------------------------------------------------------------------

    def choose(self, free_ports: int, now_ns: int, avoid: int | None = None) -> EvEntry | None:
        """The next GOOD EV whose plane's port is free (bit p of ``free_ports``); ``avoid`` only if it is alone."""
        return self._turns.choose(free_ports, now_ns, avoid)

    def next_plane(self) -> int:
        """The plane whose turn it is, as a bit; 0 when none has an EV in turn."""
        return self._turns.next_plane()

    def choose_proven(self, free_ports: int, now_ns: int, avoid: int | None = None) -> EvEntry | None:
        """As ``choose``, for what must not be lost again: the EV by which the newest packet or probe has arrived.

        Planes take turns. Only where no plane has a proven EV it is any EV's turn; if one has whose port is not free,
        that is waited for, because the port of a plane that has just died is always free. A proof does not last.
        """
        lasts_ns = self._rules.proof_ns
        since_ns = max(0, self._proof_ns - lasts_ns, now_ns - _LASTS * lasts_ns)
        entry = self._turns.choose_proven(free_ports, since_ns, avoid)
        if entry is not None or self._turns.proven(since_ns, avoid):
            return entry
        return self._turns.choose(free_ports, now_ns, avoid)

    # --- Events -----------------------------------------------------------------------------------------------------

    def on_mark(self, entropy: int, mark: int, sent_ns: int | None, now_ns: int) -> None:
        """A SACK about a packet that left at ``sent_ns`` (None: nobody can tell) echoed this EV with M = ``mark``.

        What had left before the EV was last left out saw the queue for which it was. If others of its plane have been
        marked since, they are as full: neighbours that gave each such mark a turn would leave one queue for the other
        together, and come back together, and set all of them swinging.
        """
        entry = self._entries.get(entropy)
        if entry is None:
            return
        entry.marks += 1
        if mark == SackMark.SKIP_ONCE:
            entry.tell(marked=True)
            alone = self._marks.of_others(entry, now_ns) <= entry.skipped_ns
            if alone or sent_ns is None or sent_ns >= entry.skipped_ns or self._rules.skip_timer_ns:
                self._skip(entry, "marked", now_ns)
        elif mark == SackMark.ALWAYS_SKIP and not self.closed >> entry.plane & 1:
            self._demote(entry, "always_skip", now_ns)

    def on_trim(self, entropy: int, now_ns: int) -> None:
        """A NACK TRIMMED (not LASTHOP: that does not blame the path) echoed this EV."""
        entry = self._entries.get(entropy)
        if entry is not None:
            entry.trims += 1
            entry.tell(marked=True)
            entry.tell(marked=False)
            self._skip(entry, "trimmed", now_ns)

    def on_loss(self, entropy: int, sent_ns: int, reason: str, now_ns: int) -> bool:
        """A packet sent on this EV at ``sent_ns`` is lost and was not trimmed: the path is presumed failed.

        Returns:
            Whether the EV is out of use for it.
        """
        entry = self._entries.get(entropy)
        if entry is None:
            return False
        entry.lost += 1
        # After a timeout nothing was heard of any path: the peer may be gone, and only for this queue pair.
        for other, same in self._fellows_of(entry, sent_ns) if reason != "timeout" else ():
            other._blame(same, sent_ns, reason, now_ns)
        return self._blame(entry, sent_ns, reason, now_ns)

    def _blame(self, entry: EvEntry, sent_ns: int, reason: str, now_ns: int) -> bool:
        if sent_ns < entry.good_since_ns or self.closed >> entry.plane & 1:
            return False
        if entry.state in _USABLE:
            self._demote(entry, reason, now_ns, alone=not self._another_works(entry, sent_ns))
        if entry.state is not EvState.ASSUMED_BAD:
            return False
        entry.losses += 1
        return True

    def on_round_trip(self, entropy: int, rtt_ns: int) -> None:
        """A packet on this EV has told how long its round trip was."""
        entry = self._entries.get(entropy)
        if entry is not None:
            entry.rtt_ns = rtt_ns

    def missing(self, entropy: int, sent_ns: int) -> None:
        """A packet on this EV has not been reported, and the reports have not been lost (``PlaneSilence.missing``)."""
        entry = self._entries.get(entropy)
        if entry is not None and self.silence is not None:
            self.silence.missing(entry.plane, entropy, sent_ns)

    def heard(self, entropy: int, sent_ns: int) -> None:
        """What was sent on this EV at ``sent_ns`` has arrived, or got as far as where it was trimmed."""
        entry = self._entries.get(entropy)
        if entry is not None and self.silence is not None:
            self.silence.heard(entry.plane, sent_ns)

    def on_answered(self, entropy: int, sent_ns: int) -> None:
        """A reliability probe that left on this EV at ``sent_ns`` has been answered: what must arrive may follow it.

        Of packets that left before it says nothing.
        """
        entry = self._entries.get(entropy)
        if entry is not None:
            entry.answered_ns = max(sent_ns, entry.answered_ns)

    def _fellows_of(self, entry: EvEntry, sent_ns: int) -> "list[tuple[EvSet, EvEntry]]":
        """The other sets that have this path, each with its entry; none if one has heard of it what left later."""
        found: list[tuple[EvSet, EvEntry]] = []
        for other in self.fellows:
            same = other._entries.get(entry.entropy)
            if same is None or other is self or same.outer_addresses != entry.outer_addresses:
                continue
            if same.proof_ns > sent_ns:
                return []
            found.append((other, same))
        return found if entry.proof_ns <= sent_ns else []

    def rest(self, entropy: int, sent_ns: int = -1) -> None:
        """Nothing was heard of a packet sent on this EV then: others are used, if there are any, until ``wake``.

        It is not blamed: if it is only slow, it is used again as soon as something of it has been heard.
        """
        entry = self._entries.get(entropy)
        if entry is None:
            return
        for other, same in self._fellows_of(entry, sent_ns):
            other._rest(same)
        self._rest(entry)

    def _rest(self, entry: EvEntry) -> None:
        entry.silent += 1
        if entry.state in _USABLE:
            self._turns.rest(entry)

    def wake(self, entropy: int) -> None:
        """One of the packets for which this EV rests is settled: reported, or lost."""
        entry = self._entries.get(entropy)
        if entry is None:
            return
        for other, same in self._fellows_of(entry, _EVER):
            other._wake(same)
        self._wake(entry)

    def _wake(self, entry: EvEntry) -> None:
        if not entry.silent:
            return
        entry.silent -= 1
        if entry.resting and not entry.silent:
            self._turns.wake(entry)

    def exonerate(self, entropy: int, now_ns: int) -> None:
        """A packet that ``on_loss`` held against this EV had not been lost: it arrived, or was trimmed.

        When that is so of all of them, the EV is as good as it was, and needs no probes.
        """
        entry = self._entries.get(entropy)
        if entry is None:
            return
        for other, same in self._fellows_of(entry, _EVER):
            other._exonerate(same, now_ns)
        self._exonerate(entry, now_ns)

    def _exonerate(self, entry: EvEntry, now_ns: int) -> None:
        if entry.state is not EvState.ASSUMED_BAD or not entry.losses:
            return
        entry.losses -= 1
        if not entry.losses:
            self._revive(entry, EvState.GOOD, "exonerated", now_ns)

    def _another_works(self, entry: EvEntry, since_ns: int) -> bool:
        """Whether what was sent since then on another EV in use has arrived: then this one is worse than having few."""
        proof = self._entries.get(self._proof)
        return self._proof_ns >= since_ns and proof is not None and proof is not entry and proof.active

    def on_delivered(self, entropy: int, sent_ns: int, *, surely: bool = True) -> None:
        """A packet sent on this EV at ``sent_ns`` has arrived; not ``surely``: or an earlier one on another EV did."""
        entry = self._entries.get(entropy)
        if entry is not None:
            entry.tell(marked=False)
            if sent_ns > entry.proof_ns:
                entry.proof_ns = sent_ns
                if surely and self.silence is not None:
                    self.silence.heard(entry.plane, sent_ns)
        if sent_ns >= self._proof_ns:
            self._proof_ns = sent_ns
            self._proof = entropy

    def path_failed(self, entropy: int, sent_ns: int) -> bool:
        """A packet that left on this EV then is lost: is that its path's failure, and no sign of congestion?

        It is congestion where the path works, that is, what left by it later has arrived; or where all planes that are
        open have just lost packets, as ports before a receiver do, or so many that no EV of them is left in use: no
        path fails in all of them at once.
        """
        entry = self._entries.get(entropy)
        if entry is None:
            return True
        if self.silence is not None:
            self.silence.lost(entry.plane, sent_ns)
            others = [plane for plane in self._planes if plane != entry.plane and not self.closed >> plane & 1]
            since_ns = sent_ns - _JUST * self._rules.proof_ns
            if others and all(self.silence.lost_since(plane, since_ns) or self._is_bad(plane) for plane in others):
                return False
        return entry.proof_ns <= sent_ns

    def _is_bad(self, plane: int) -> bool:
        return all(entry.state is EvState.ASSUMED_BAD for entry in self.in_plane(plane) if entry.active)

    def on_probe_answer(self, entropy: int, mark: int, now_ns: int) -> bool:
        """A probe sent on this EV was answered; enough in a row revive it.

        Returns:
            Whether it was assumed bad, so that ``mark`` has been considered here.
        """
        entry = self._entries.get(entropy)
        if entry is None:
            return False
        entry.probe_open = False
        if entry.state is not EvState.ASSUMED_BAD:
            return False
        if self._bad.answered(entry, mark):
            skip = mark == SackMark.SKIP_ONCE and self._rules.revive_to_skip
            self._revive(entry, EvState.SKIP if skip else EvState.GOOD, "probed", now_ns)
        return True

    def next_probe_ns(self) -> int | None:
        """When an ASSUMED_BAD EV is to be probed next; None if none is."""
        return self._bad.next_ns(self.closed)

    def due_probes(self, now_ns: int) -> list[EvEntry]:
        """The EVs to probe now. One whose previous probe is still unanswered starts counting from zero."""
        return self._bad.due(self.closed, now_ns)

    def _known(self, entropy: int) -> EvEntry:
        entry = self._entries.get(entropy)
        if entry is None:
            raise UnknownObjectError(f"ev: {entropy:#010x} is not in the set of queue pair {self._qpn}")
        return entry

    def close(self, closed: int, now_ns: int) -> None:
        """From now on the planes of these bits are closed, the others open.

        What was sent on a plane before it opened again is not held against its EVs, and those that were assumed bad
        before it closed are probed at once.
        """
        opened = self.closed & ~closed
        self.closed = self._turns.closed = closed
        if opened:
            for entry in self._entries.values():
                if opened >> entry.plane & 1:
                    entry.good_since_ns = now_ns
                    entry.probe_due_ns = now_ns

    def deny(self, entropy: int, now_ns: int) -> None:
        """The controller's denylist: any state → DENIED; a backup takes over. UnknownObjectError for a foreign EV.

        It may deny the last one. Then nothing is sent, and what is posted fails when its retries are used up.
        """
        entry = self._known(entropy)
        if entry.state is EvState.DENIED:
            return
        was_bad = entry.state is EvState.ASSUMED_BAD
        self._move(entry, EvState.DENIED, "controller", now_ns)
        if was_bad:
            self._bad.remove(entry)
        else:
            self._leave(entry, now_ns)

    def allow(self, entropy: int, now_ns: int) -> None:
        """The controller takes an EV off the denylist. UnknownObjectError for a foreign EV."""
        entry = self._known(entropy)
        if entry.state is EvState.DENIED:
            self._join(entry, EvState.GOOD, "controller", now_ns)
            self._allowed()

    def put(self, entropy: int, state: EvState, now_ns: int) -> bool:
        """The controller puts an EV into GOOD, ASSUMED_BAD or DENIED; whether that is in the set and changed."""
        entry = self._entries.get(entropy)
        if entry is None or entry.state is state or (state is EvState.GOOD and entry.state is EvState.SKIP):
            return False
        if state is EvState.DENIED:
            self.deny(entropy, now_ns)
        elif state is EvState.ASSUMED_BAD:
            # From the denylist too; the floor does not bind the controller.
            self.allow(entropy, now_ns)
            self._retire(entry, "controller", now_ns)
        elif entry.state is EvState.DENIED:
            self.allow(entropy, now_ns)
        else:
            self._revive(entry, EvState.GOOD, "controller", now_ns)
        return True

    def replace(self, entropy: int, entry: EvEntry, now_ns: int) -> None:
        """The controller puts a new EV of the same plane in the place of one. UnknownObjectError for a foreign EV."""
        old = self._known(entropy)
        at = list(self._entries).index(entropy)
        if old.state is EvState.ASSUMED_BAD:
            self._bad.remove(old)
        elif old.state is not EvState.DENIED:
            self._turns.leave(old)
        # Whoever still holds the old one, as the way back does, must not use it.
        self._move(old, EvState.DENIED, "replaced", now_ns)
        entries = list(self._entries.values())
        entries[at] = entry
        self._entries = {each.entropy: each for each in entries}
        self._join(entry, EvState.GOOD, "replacement", now_ns)

    # --- Transitions ------------------------------------------------------------------------------------------------

    def _skip(self, entry: EvEntry, reason: str, now_ns: int) -> None:
        if entry.state is EvState.GOOD:
            entry.skipped_ns = now_ns
            few = len(self._entries) < self._rules.window
            entry.held_ns = self._marks.held_ns(entry, self._entries.values(), now_ns, few=few)
            entry.held_until_ns = now_ns + entry.held_ns if entry.held_ns else 0
            self._counters.evs_skipped += 1
            self._move(entry, EvState.SKIP, reason, now_ns)

    def _demote(self, entry: EvEntry, reason: str, now_ns: int, *, alone: bool = True) -> None:
        """To ASSUMED_BAD, unless that leaves fewer than the floor (and ``alone``: no other EV is known to work)."""
        if entry.state not in _USABLE:
            return
        plane = entry.plane
        if alone and entry.active and not self._turns.has_backup(plane) and self.usable() - 1 < self._min_active:
            self._counters.demotions_refused += 1
            return
        self._retire(entry, reason, now_ns)

    def _retire(self, entry: EvEntry, reason: str, now_ns: int) -> None:
        self._move(entry, EvState.ASSUMED_BAD, reason, now_ns)
        self._counters.evs_retired += 1
        self._bad.add(entry, now_ns)
        self._leave(entry, now_ns)

    def _revive(self, entry: EvEntry, state: EvState, reason: str, now_ns: int) -> None:
        self._bad.remove(entry)
        self._counters.evs_revived += 1
        self._join(entry, state, reason, now_ns)

    def _join(self, entry: EvEntry, state: EvState, reason: str, now_ns: int) -> None:
        """Back into its plane's active set if there is room, else to the backups."""
        entry.good_since_ns = now_ns
        entry.skipped_ns = now_ns
        if self._turns.join(entry):
            self._move(entry, state, reason, now_ns)
        else:
            self._move(entry, EvState.GOOD, "parked", now_ns)

    def _leave(self, entry: EvEntry, now_ns: int) -> None:
        """Neither active nor a backup any more; if it was active, a backup takes its place."""
        active = entry.active
        self._turns.leave(entry)
        backup = self._turns.activate_backup(entry.plane) if active else None
        if backup is not None:
            backup.good_since_ns = now_ns
            self._log(backup, None, backup.state, "activated", now_ns)

    def _good(self, entry: EvEntry, reason: str, now_ns: int) -> None:
        """A SKIP EV's turn has come by."""
        entry.back_ns = now_ns
        self._move(entry, EvState.GOOD, reason, now_ns)

    def _move(self, entry: EvEntry, state: EvState, reason: str, now_ns: int) -> None:
        old, entry.state = entry.state, state
        self._log(entry, old, state, reason, now_ns)

    def _log(self, entry: EvEntry, old: EvState | None, new: EvState, reason: str, now_ns: int) -> None:
        self._events.append(EvEvent(now_ns, self._qpn, entry.entropy, entry.plane, entry.uplink, old, new, reason))
