# SPDX-License-Identifier: Apache-2.0
"""A queue pair's set of entropy values: states, backups, probes, marks and revival (endpoint §5).

```
            SACK SKIP_ONCE, NACK TRIMMED                     loss, timeout, ALWAYS_SKIP
   GOOD ───────────────────────────────► SKIP      GOOD, SKIP ─────────────────────────► ASSUMED_BAD
     ▲                                    │           ▲                                     │
     └── cursor visits it, or skip timer ─┘           └── N consecutive probes answered ────┘
   any ⇄ DENIED: only the controller
```

One mark is worth one turn (endpoint §5.3). Of many EVs that is a round trip or more, and the queue has gone when the EV
is used again. Of two it is a packet: a third of the flow stays on a full path whatever the marks say. So the time grows
with the need: an EV that is marked again soon after it came back is left out for a base RTT, for two, and so on up to
64, but only while it stands out: of its last packets six at least were marked, or trimmed, and four times as many as of
at least half of its plane's EVs. Where most are full, leaving each out for long would only move one queue to and fro.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from random import Random
from typing import Final

from host_stack.counters import QpCounters
from host_stack.errors import ConfigError, UnknownObjectError, check_range
from host_stack.paths.ev import LATELY, EvEntry, EvEvent, EvEvents, EvState, Outer, Sending
from host_stack.paths.ev_profile import EvProfile
from host_stack.paths.plane_health import PlaneHealth
from host_stack.paths.rotation import Rotation
from host_stack.unboxed import unboxed
from host_stack.wire.constants import SackMark

# --- EVs that are assumed bad (endpoint §5.4) ------------------------------------------------------------------------

_PATIENT_PROBES: Final = 7
"""So many probes in a row may stay unanswered before the interval begins to double,"""
_MOST_DOUBLINGS: Final = 4
"""and so often does it double."""


class SkipEnd(Enum):
    """When an EV that was marked or trimmed is used again (endpoint §5.3), where no timer says so."""

    TURN = "turn"
    """When the cursor comes by."""
    ROUND_TRIPS = "round_trips"
    """As ``TURN``, but in a set of fewer EVs than a window has packets not before eight base RTTs are over."""
    DOUBLING = "doubling"
    """As ``TURN``, but not before a time that doubles whenever it is marked again soon after, and stands out."""


@dataclass(frozen=True, slots=True)
class EvRules:
    """How EVs come back.

    Attributes:
        probe_interval_ns: between two probes of one ASSUMED_BAD EV; also how long a probe may take to be answered.
        probe_successes: consecutive answers that revive an EV.
        skip_timer_ns: if non-zero, a SKIP EV returns to GOOD after this long, and not when the cursor visits it.
        proof_ns: an EV is proven while no packet that arrived had left by another so much later than by it.
        revive_to_skip: an EV whose reviving probe was answered with SKIP_ONCE goes to SKIP, not to GOOD.
        skip_end: when SKIP ends if ``skip_timer_ns`` is 0.
        base_rtt_ns: an unloaded round trip; window: packets of a first window, or 0 if that does not matter.
    """

    probe_interval_ns: int
    probe_successes: int
    skip_timer_ns: int
    revive_to_skip: bool
    proof_ns: int
    skip_end: SkipEnd = SkipEnd.TURN
    base_rtt_ns: int = 10_000
    window: int = 0


class BadEvs:
    """Those of one queue pair.

    Attributes:
        due_ns: when one is to be probed next; None if none is.
    """

    __slots__ = ("_closed", "_entries", "_rules", "due_ns")

    def __init__(self, rules: EvRules) -> None:
        self._rules = rules
        self._entries: list[EvEntry] = []
        self._closed = 0
        self.due_ns: int | None = None

    def add(self, entry: EvEntry, now_ns: int) -> None:
        """Assumed bad from now on."""
        entry.successes = 0
        entry.failures = 0
        entry.losses = 0
        entry.probe_open = False
        entry.probe_due_ns = now_ns + self._rules.probe_interval_ns
        self._entries.append(entry)
        self._look()

    def remove(self, entry: EvEntry) -> None:
        """No more; it must have been."""
        self._entries.remove(entry)
        self._look()

    def close(self, closed: int) -> None:
        """Bit p of ``closed``: plane p is closed, and not probed. Entries may be due at another time than before."""
        self._closed = closed
        self._look()

    def _look(self) -> None:
        self.due_ns = min((entry.probe_due_ns for entry in self._open()), default=None)

    def _open(self) -> Iterator[EvEntry]:
        return (entry for entry in self._entries if not self._closed >> entry.plane & 1)

    def due(self, now_ns: int) -> list[EvEntry]:
        """Those to probe now. One whose previous probe is still unanswered starts counting from zero."""
        due = [entry for entry in self._open() if entry.probe_due_ns <= now_ns]
        for entry in due:
            if entry.probe_open:
                entry.successes = 0
                entry.failures += 1
            entry.probe_open = True
            doublings = min(max(0, entry.failures - _PATIENT_PROBES), _MOST_DOUBLINGS)
            entry.probe_due_ns = now_ns + (self._rules.probe_interval_ns << doublings)
        self._look()
        return due

    def answered(self, entry: EvEntry, mark: int) -> bool:
        """A probe of it was answered, with M = ``mark``; whether it has been proved good."""
        if mark == SackMark.ALWAYS_SKIP:
            return False
        entry.failures = 0
        entry.successes += 1
        return entry.successes >= self._rules.probe_successes


# --- Marks -----------------------------------------------------------------------------------------------------------

_SOON: Final = 4
"""Base RTTs: marked again within these, or within the time that it was left out, an EV came back too early;"""
_FIRST: Final = 8
"""so it did if that is known of one of its first packets, however far apart a small window has put them."""
_MOST: Final = 64
"""Base RTTs: no longer is an EV left out."""
_STANDS_OUT: Final = 4
"""Times as many marks for each packet."""
_LEAST: Final = 6
"""Marks of late: fewer are chance,"""
_LEAST_PART: Final = 3
"""and so are fewer than so large a part, 1 / 3, of its packets."""
_SLOW: Final = 3
"""Base RTTs that a round trip takes at most before it counts as a mark."""
_FEW: Final = 8
"""Base RTTs that ``SkipEnd.ROUND_TRIPS`` waits."""


class PlaneMarks:
    """Of one EV set."""

    __slots__ = ("_before", "_last", "_rules")

    def __init__(self, rules: EvRules) -> None:
        self._last: dict[int, tuple[EvEntry, int]] = {}
        self._before: dict[int, int] = {}
        self._rules = rules

    def of_others(self, entry: EvEntry, now_ns: int) -> int:
        """When another EV of its plane was last heard to be marked, −1 if none was; now this one is."""
        plane = entry.plane
        last = self._last.get(plane)
        if last is not None and last[0] is not entry:
            self._before[plane] = last[1]
        self._last[plane] = (entry, now_ns)
        return self._before.get(plane, -1)

    def held_ns(self, entry: EvEntry, entries: Iterable[EvEntry], now_ns: int, *, few: bool) -> int:
        """The least time, in ns, that an EV is left out besides its turn.

        ``entries``: those of its plane; ``few``: the set has less than a window of them.
        """
        rules = self._rules
        rtt_ns = rules.base_rtt_ns
        if rules.skip_end is SkipEnd.TURN or rules.skip_timer_ns:
            return 0
        if rules.skip_end is SkipEnd.ROUND_TRIPS:
            return _FEW * rtt_ns if few else 0
        soon = now_ns - entry.back_ns <= max(entry.held_ns, _SOON * rtt_ns) or entry.told_back <= _FIRST
        if entry.back_ns < 0 or not soon or not _stands_out(entry, entries):
            return 0
        return min(max(2 * entry.held_ns, rtt_ns), _MOST * rtt_ns)


def _stands_out(entry: EvEntry, entries: Iterable[EvEntry]) -> bool:
    """Whether an EV is marked much more than at least half of ``entries`` in use, those of its plane; one alone is not.

    Where most are full, leaving each out for long would only move one queue to and fro. Where a flow alone fills all
    its paths, chance marks now one and now the other, but few packets of it.
    """
    marked, told = entry.marked_lately, entry.told_lately
    if marked < _LEAST or marked * _LEAST_PART < told:
        return False
    better = 0
    for other in entries:
        if other.active:
            better += 1 if other.marked_lately * told * _STANDS_OUT <= marked * other.told_lately else -1
    return better >= 0


# --- The set ---------------------------------------------------------------------------------------------------------

_USABLE: Final = (EvState.GOOD, EvState.SKIP)
_LASTS: Final = 8
"""An EV is proven for this many round trips after its packet left, even if no answer has come since."""
_EVER: Final = 1 << 62
_JUST: Final = 4
"""Losses at most this many round trips apart count as simultaneous."""
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


_NO_MORE: Final = 1 << 62
"""No packet leaves so late: what left by an EV that has been replaced proves nothing of others when it arrives."""


@unboxed(ints="_proof_ns")
class EvSet:
    """Active and backup EVs, striped equally over the planes, in an order that is drawn again at every turn.

    A plane may be closed: a port at one of its ends is down. None of its EVs is chosen or probed until it is open
    again, and none is blamed for what was lost with the plane.

    Attributes:
        closed: bit p: plane p is closed.
        entries: active and backup EVs by entropy.
        bad: EVs that are assumed bad, and when one of them is to be probed.
        health: what it shares with other sets towards the same peer; None before it has a peer.
        fellows: those sets; an EV that rests or is blamed in one does so in all, unless one of them knows better.
    """

    __slots__ = (
        "__dict__",  # the suite's broken NICs replace methods of one set
        "_allowed",
        "_counters",
        "_events",
        "_marks",
        "_min_active",
        "_of_plane",
        "_planes",
        "_proof",
        "_proof_ns",
        "_qpn",
        "_replaced",
        "_rotation",
        "_rules",
        "bad",
        "closed",
        "entries",
        "fellows",
        "health",
    )

    def __init__(
        self,
        profile: EvProfile,
        *,
        source: bytes,
        qpn: int,
        rules: EvRules,
        rng: Random,
        events: EvEvents,
        counters: QpCounters,
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
        self.entries: dict[int, EvEntry] = {}
        self._of_plane: dict[int, list[EvEntry]] = {}
        self._replaced: dict[int, int] = {}  # what EVs that were replaced have sent: they may come back
        self._planes = profile.used_planes()
        counters.plane_packets = [0] * (max(self._planes) + 1)
        self._rotation = Rotation(rng, rules.skip_timer_ns, self._good)
        self.bad = BadEvs(rules)
        self._marks = PlaneMarks(rules)
        self.health: PlaneHealth | None = None
        self.fellows: list[EvSet] = []
        self.closed = 0
        self._proof = -1
        self._proof_ns = -1
        template = profile.template
        outer, path, entries = Outer(source, template), template.format.path, self.entries
        for plane, (active, backup) in profile.sizes().items():
            drawn = _draw(rng, template.entropies(plane), profile.denied, active + backup)
            chosen = []
            for position, entropy in enumerate(drawn):
                entry = entries[entropy] = EvEntry(entropy, plane, path(entropy)[1], outer, position < active)
                chosen.append(entry)
            self._of_plane[plane] = chosen
            self._rotation.begin(plane, chosen, active)
        total = self._rotation.usable()
        if not total:
            raise ConfigError("evs: every path is denied; accepted: at least one that is not")
        # Never 0 by default: an empty set could not even be probed back by data.
        self._min_active = max(1, total // 4) if profile.min_active is None else profile.min_active
        check_range("ev_min_active", self._min_active, 1, total)

    # --- Questions --------------------------------------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self.entries)

    def __iter__(self) -> Iterator[EvEntry]:
        return iter(self.entries.values())

    @property
    def planes(self) -> tuple[int, ...]:
        """Planes the set uses."""
        return self._planes

    def get(self, entropy: int) -> EvEntry | None:
        """The entry of an EV, active or backup; None if it is not in the set."""
        return self.entries.get(entropy)

    def usable(self) -> int:
        """How many active EVs are GOOD or SKIP."""
        return self._rotation.usable()

    def hopeful(self, plane: int) -> bool:
        """Whether a plane is open and some EV of it, active or backup, is neither assumed bad nor denied."""
        return self._rotation.hopeful(plane)

    def in_plane(self, plane: int) -> list[EvEntry]:
        """Every EV of a plane but the denied ones."""
        return [entry for entry in self._of_plane.get(plane, ()) if entry.state is not EvState.DENIED]

    # --- Choice -----------------------------------------------------------------------------------------------------

    def choose(self, free_ports: int, now_ns: int, avoid: int | None = None) -> EvEntry | None:
        """The next GOOD EV whose plane's port is free (bit p of ``free_ports``); ``avoid`` only if it is alone."""
        return self._rotation.choose(free_ports, now_ns, avoid)

    def next_plane(self) -> int:
        """The plane whose turn it is, as a bit; 0 when none has an EV in turn."""
        return self._rotation.next_plane()

    def choose_proven(self, free_ports: int, now_ns: int, avoid: int | None = None) -> EvEntry | None:
        """As ``choose``, for what must not be lost again: the EV by which the newest packet or probe has arrived.

        Planes take turns. Only where no plane has a proven EV it is any EV's turn; if one has whose port is not free,
        that is waited for, because the port of a plane that has just died is always free. A proof does not last.
        """
        lasts_ns = self._rules.proof_ns
        since_ns = max(0, self._proof_ns - lasts_ns, now_ns - _LASTS * lasts_ns)
        entry = self._rotation.choose_proven(free_ports, since_ns, avoid)
        if entry is not None or self._rotation.proven(since_ns, avoid):
            return entry
        return self._rotation.choose(free_ports, now_ns, avoid)

    # --- Events -----------------------------------------------------------------------------------------------------

    def on_mark(self, entropy: int, mark: int, sent_ns: int | None, now_ns: int) -> None:
        """A SACK about a packet that left at ``sent_ns`` (None: unknown) echoed this EV with M = ``mark``.

        What had left before the EV was last left out saw the queue for which it was. If others of its plane have been
        marked since, they are as full: neighbours that gave each such mark a turn would leave one queue for the other
        together, and come back together, and set all of them swinging.
        """
        entry = self.entries.get(entropy)
        if entry is None:
            return
        entry.marks += 1
        if mark == SackMark.SKIP_ONCE:
            entry.marked_lately += 1
            alone = self._marks.of_others(entry, now_ns) <= entry.skipped_ns
            if alone or sent_ns is None or sent_ns >= entry.skipped_ns or self._rules.skip_timer_ns:
                self._skip(entry, "marked", now_ns)
        elif mark == SackMark.ALWAYS_SKIP and not self.closed >> entry.plane & 1:
            self._demote(entry, "always_skip", now_ns)

    def on_trim(self, entropy: int, now_ns: int) -> None:
        """A NACK TRIMMED (not LASTHOP: that does not blame the path) echoed this EV."""
        entry = self.entries.get(entropy)
        if entry is not None:
            entry.trims += 1
            entry.marked_lately += 1
            entry.told_lately += 1
            entry.told_back += 1
            if entry.told_lately >= LATELY:
                entry.forget_half()
            self._skip(entry, "trimmed", now_ns)

    def on_trip(self, entropy: int, rtt_ns: int, now_ns: int, *, marked: bool = False) -> None:
        """A packet on this EV has told of a round trip, besides its mark.

        One of more than three base RTTs counts as a mark: the packet has waited longer than a queue lasts that switches
        trim. By itself it leaves out only an EV that stands out: behind a receiver's full port all are late.
        """
        entry = self.entries.get(entropy)
        if entry is None:
            return
        entry.rtt_ns = rtt_ns
        if rtt_ns > _SLOW * self._rules.base_rtt_ns and not marked:
            entry.marked_lately += 1
            if _stands_out(entry, self._of_plane[entry.plane]):
                self._skip(entry, "slow", now_ns)

    def on_loss(self, entropy: int, sent_ns: int, reason: str, now_ns: int) -> bool:
        """A packet sent on this EV at ``sent_ns`` is lost and was not trimmed: the path is presumed failed.

        Returns:
            Whether the EV is out of use for it.
        """
        entry = self.entries.get(entropy)
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

    def missing(self, entropy: int, sent_ns: int) -> None:
        """A packet on this EV has not been reported, and the reports have not been lost (``PlaneHealth.missing``)."""
        entry = self.entries.get(entropy)
        if entry is not None and self.health is not None:
            self.health.missing(entry.plane, entropy, sent_ns)

    def heard(self, entropy: int, sent_ns: int) -> None:
        """What was sent on this EV at ``sent_ns`` has arrived, or got as far as where it was trimmed."""
        entry = self.entries.get(entropy)
        health = self.health
        if entry is not None and health is not None and sent_ns > health.heard_ns[entry.plane]:
            if health.watched >> entry.plane & 1:
                health.heard(entry.plane, sent_ns)
            else:
                health.heard_ns[entry.plane] = sent_ns

    def on_answered(self, entropy: int, sent_ns: int) -> None:
        """A reliability probe that left on this EV at ``sent_ns`` has been answered: what must arrive may follow it.

        Of packets that left before it says nothing.
        """
        entry = self.entries.get(entropy)
        if entry is not None:
            entry.answered_ns = max(sent_ns, entry.answered_ns)

    def _fellows_of(self, entry: EvEntry, sent_ns: int) -> "list[tuple[EvSet, EvEntry]]":
        """The other sets that have this path, each with its entry; none if one has heard of it what left later."""
        found: list[tuple[EvSet, EvEntry]] = []
        for other in self.fellows:
            same = other.entries.get(entry.entropy)
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
        entry = self.entries.get(entropy)
        if entry is None:
            return
        for other, same in self._fellows_of(entry, sent_ns):
            other._rest(same)
        self._rest(entry)

    def _rest(self, entry: EvEntry) -> None:
        entry.silent += 1
        if entry.state in _USABLE:
            self._rotation.rest(entry)

    def wake(self, entropy: int) -> None:
        """One of the packets for which this EV rests is settled: reported, or lost."""
        entry = self.entries.get(entropy)
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
            self._rotation.wake(entry)

    def exonerate(self, entropy: int, now_ns: int) -> None:
        """A packet that ``on_loss`` held against this EV had not been lost: it arrived, or was trimmed.

        When that is so of all of them, the EV is as good as it was, and needs no probes.
        """
        entry = self.entries.get(entropy)
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
        proof = self.entries.get(self._proof)
        return self._proof_ns >= since_ns and proof is not None and proof is not entry and proof.active

    def on_delivered(self, sendings: Iterable[Sending]) -> None:
        """These have arrived. Of one that left more than once an earlier transmission, on another EV, may have."""
        health = self.health
        for sending in sendings:
            entry, sent_ns = sending.entry, sending.sent_ns
            if entry is not None:
                entry.told_lately += 1
                entry.told_back += 1
                if entry.told_lately >= LATELY:
                    entry.forget_half()
                if sent_ns > entry.proof_ns:
                    entry.proof_ns = sent_ns
                    plane = entry.plane
                    if sending.sends == 1 and health is not None and sent_ns > health.heard_ns[plane]:
                        if health.watched >> plane & 1:
                            health.heard(plane, sent_ns)
                        else:
                            health.heard_ns[plane] = sent_ns
            if sent_ns >= self._proof_ns:
                self._proof_ns = sent_ns
                self._proof = sending.entropy

    def path_failed(self, entropy: int, sent_ns: int) -> bool:
        """A packet that left on this EV then is lost: is that its path's failure, and no sign of congestion?

        It is congestion if the path works, that is, a later packet has arrived by it. It is congestion as well if all
        open planes have just lost packets, as the last ports before a receiver do, or if enough losses leave no EV of
        the open planes in use: paths do not fail in all planes at once.
        """
        entry = self.entries.get(entropy)
        if entry is None:
            return True
        if self.health is not None:
            self.health.lost(entry.plane, sent_ns)
            others = [plane for plane in self._planes if plane != entry.plane and not self.closed >> plane & 1]
            since_ns = sent_ns - _JUST * self._rules.proof_ns
            if others and all(self.health.lost_since(plane, since_ns) or self._is_bad(plane) for plane in others):
                return False
        return entry.proof_ns <= sent_ns

    def _is_bad(self, plane: int) -> bool:
        return all(entry.state is EvState.ASSUMED_BAD for entry in self.in_plane(plane) if entry.active)

    def on_probe_answer(self, entropy: int, mark: int, now_ns: int) -> bool:
        """A probe sent on this EV was answered; enough in a row revive it.

        Returns:
            Whether it was assumed bad, so that ``mark`` has been considered here.
        """
        entry = self.entries.get(entropy)
        if entry is None:
            return False
        entry.probe_open = False
        if entry.state is not EvState.ASSUMED_BAD:
            return False
        if self.bad.answered(entry, mark):
            skip = mark == SackMark.SKIP_ONCE and self._rules.revive_to_skip
            self._revive(entry, EvState.SKIP if skip else EvState.GOOD, "probed", now_ns)
        return True

    def next_probe_ns(self) -> int | None:
        """When an ASSUMED_BAD EV is to be probed next; None if none is."""
        return self.bad.due_ns

    def due_probes(self, now_ns: int) -> list[EvEntry]:
        """The EVs to probe now. One whose previous probe is still unanswered starts counting from zero."""
        return self.bad.due(now_ns)

    def _known(self, entropy: int) -> EvEntry:
        entry = self.entries.get(entropy)
        if entry is None:
            raise UnknownObjectError(f"ev: {entropy:#010x} is not in the set of queue pair {self._qpn}")
        return entry

    def close(self, closed: int, now_ns: int) -> None:
        """From now on the planes of these bits are closed, the others open.

        What was sent on a plane before it opened again is not held against its EVs, and those that were assumed bad
        before it closed are probed at once.
        """
        opened = self.closed & ~closed
        self.closed = self._rotation.closed = closed
        if opened:
            for plane, entries in self._of_plane.items():
                for entry in entries if opened >> plane & 1 else ():
                    entry.good_since_ns = now_ns
                    entry.probe_due_ns = now_ns
        self.bad.close(closed)

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
            self.bad.remove(entry)
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
        entry = self.entries.get(entropy)
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
        at = list(self.entries).index(entropy)
        if old.state is EvState.ASSUMED_BAD:
            self.bad.remove(old)
        elif old.state is not EvState.DENIED:
            self._rotation.leave(old)
        # An owner that still refers to the old one, such as the reverse EVs, must not use it.
        self._move(old, EvState.DENIED, "replaced", now_ns)
        old.proof_ns = _NO_MORE
        entries = list(self.entries.values())
        entries[at] = entry
        self.entries = {each.entropy: each for each in entries}
        of_plane = self._of_plane[old.plane]
        of_plane[of_plane.index(old)] = entry
        self._replaced[entropy] = old.packets
        entry.packets += self._replaced.pop(entry.entropy, 0)
        self._join(entry, EvState.GOOD, "replacement", now_ns)

    # --- Transitions ------------------------------------------------------------------------------------------------

    def _skip(self, entry: EvEntry, reason: str, now_ns: int) -> None:
        if entry.state is EvState.GOOD:
            entry.skipped_ns = now_ns
            few = len(self.entries) < self._rules.window
            entry.held_ns = self._marks.held_ns(entry, self._of_plane[entry.plane], now_ns, few=few)
            entry.held_until_ns = now_ns + entry.held_ns if entry.held_ns else 0
            self._counters.evs_skipped += 1
            self._move(entry, EvState.SKIP, reason, now_ns)

    def _demote(self, entry: EvEntry, reason: str, now_ns: int, *, alone: bool = True) -> None:
        """To ASSUMED_BAD, unless that leaves fewer than the floor (and ``alone``: no other EV is known to work)."""
        if entry.state not in _USABLE:
            return
        plane = entry.plane
        if alone and entry.active and not self._rotation.has_backup(plane) and self.usable() - 1 < self._min_active:
            self._counters.demotions_refused += 1
            return
        self._retire(entry, reason, now_ns)

    def _retire(self, entry: EvEntry, reason: str, now_ns: int) -> None:
        self._move(entry, EvState.ASSUMED_BAD, reason, now_ns)
        self._counters.evs_retired += 1
        self.bad.add(entry, now_ns)
        self._leave(entry, now_ns)

    def _revive(self, entry: EvEntry, state: EvState, reason: str, now_ns: int) -> None:
        self.bad.remove(entry)
        self._counters.evs_revived += 1
        self._join(entry, state, reason, now_ns)

    def _join(self, entry: EvEntry, state: EvState, reason: str, now_ns: int) -> None:
        """Back into its plane's active set if there is room, else to the backups."""
        entry.good_since_ns = now_ns
        entry.skipped_ns = now_ns
        if self._rotation.join(entry):
            self._move(entry, state, reason, now_ns)
        else:
            self._move(entry, EvState.GOOD, "parked", now_ns)

    def _leave(self, entry: EvEntry, now_ns: int) -> None:
        """Neither active nor a backup any more; if it was active, a backup takes its place."""
        active = entry.active
        self._rotation.leave(entry)
        backup = self._rotation.activate_backup(entry.plane) if active else None
        if backup is not None:
            backup.good_since_ns = now_ns
            event = EvEvent(
                now_ns, self._qpn, backup.entropy, backup.plane, backup.uplink, None, backup.state, "activated"
            )
            self._events.append(event)

    def _good(self, entry: EvEntry, reason: str, now_ns: int) -> None:
        """A SKIP EV's turn has come by."""
        entry.back_ns = now_ns
        entry.told_back = 0
        self._move(entry, EvState.GOOD, reason, now_ns)

    def _move(self, entry: EvEntry, state: EvState, reason: str, now_ns: int) -> None:
        old, entry.state = entry.state, state
        self._events.append(EvEvent(now_ns, self._qpn, entry.entropy, entry.plane, entry.uplink, old, state, reason))
