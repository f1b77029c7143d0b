# SPDX-License-Identifier: Apache-2.0
"""One EV of a queue pair: a path, its state, its transitions, and the channel that reports those (endpoint §5, §9)."""

from collections.abc import Iterator
from enum import Enum
from typing import Final, NamedTuple

from host_stack.paths.ev_source import EvSource
from host_stack.unboxed import unboxed

LATELY: Final = 64
"""Packets of an EV."""


class EvState(Enum):
    """State of an EV (endpoint §5.2). SKIP is internal to the NIC: the API reports it as GOOD."""

    GOOD = "GOOD"
    SKIP = "SKIP"
    ASSUMED_BAD = "ASSUMED_BAD"
    DENIED = "DENIED"


class EvEvent(NamedTuple):
    """A transition of one EV of one queue pair.

    Attributes:
        time_ns: when.
        qpn: local queue pair number.
        entropy: the EV's 32 bits.
        plane: its plane.
        uplink: its T0 uplink number.
        old: state before; None when the EV enters the active set.
        new: state after.
        reason: "trimmed", "marked", "slow", "always_skip", "loss", "timeout", "visited", "skip_timer", "probed",
            "controller", "replaced", "replacement", "activated" (a backup joins), "parked" (a revived EV becomes a
            backup), or "exonerated" (what was blamed on it had not been lost).
    """

    time_ns: int
    qpn: int
    entropy: int
    plane: int
    uplink: int
    old: EvState | None
    new: EvState
    reason: str


@unboxed(ints="entropy sends sent_ns")
class Sending:
    """Something that left on an EV.

    Attributes:
        entropy: the EV of its last transmission, and its entry; sent_ns: when that left; sends: transmissions so far.
    """

    __slots__ = ("entropy", "entry", "sends", "sent_ns")

    def __init__(self, sent_ns: int) -> None:
        self.entropy = 0
        self.entry: EvEntry | None = None
        self.sent_ns = sent_ns
        self.sends = 0


class Outer:
    """Makes the ``outer_addresses`` of a set's EVs when they are needed: many never leave."""

    __slots__ = ("source", "template")

    def __init__(self, source: bytes, template: EvSource) -> None:
        """``source``: own address, 16 bytes; 4 on IPv4."""
        self.source = source
        self.template = template

    def of(self, entropy: int) -> bytes:
        """Those of one EV."""
        return self.template.outer(self.source, entropy)


@unboxed(ints="entropy packets plane proof_ns told_back told_lately")
class EvEntry:
    """One EV.

    Attributes:
        entropy: its 32 bits; plane, uplink: what they stand for; packets: data packets by it, first and again.
        state: current state; active: in the active set (False: a backup).
        good_since_ns: last time it became usable; losses of packets sent before do not count against it.
        successes: consecutive probes answered while ASSUMED_BAD; failures: consecutive ones that were not.
        probe_due_ns: when to probe it next; probe_open: a probe is unanswered.
        skipped_ns: when it last entered SKIP, or became usable; −1: never.
        held_ns: how long SKIP lasts at least, this time or last time; held_until_ns: until when; back_ns: when it last
            ended, −1: never.
        marked_lately, told_lately: marks and trims, and packets whose fate is known, of which it has told; both are
            halved whenever there are 64 packets. told_back: packets since it last came back.
        losses: packets that were blamed on it since it was last usable, and have not turned up.
        lost, trims, marks: packets lost that left by it, NACKs TRIMMED and SACKs with a mark that named it, ever.
        proof_ns: when the newest packet left by it that is known to have arrived; −1: none. One that has been replaced
            proves nothing any more.
        answered_ns: when the newest reliability probe left by it that has been answered; −1: none.
        rtt_ns: the last round trip that a packet on it told of; None before.
        silent: packets on it that nothing was heard of for too long; resting: it is left out until that has changed.
    """

    __slots__ = (
        "_outer",
        "active",
        "answered_ns",
        "back_ns",
        "entropy",
        "failures",
        "good_since_ns",
        "held_ns",
        "held_until_ns",
        "losses",
        "lost",
        "marked_lately",
        "marks",
        "packets",
        "plane",
        "probe_due_ns",
        "probe_open",
        "proof_ns",
        "resting",
        "rtt_ns",
        "silent",
        "skipped_ns",
        "state",
        "successes",
        "told_back",
        "told_lately",
        "trims",
        "uplink",
    )

    def __init__(self, entropy: int, plane: int, uplink: int, outer: bytes | Outer, active: bool) -> None:
        """``outer``: the ``outer_addresses``, or what makes them."""
        self.entropy = entropy
        self.plane = plane
        self.uplink = uplink
        self._outer = outer
        self.state = EvState.GOOD
        self.active = active
        self.packets = 0
        self.good_since_ns = 0
        self.successes = 0
        self.failures = 0
        self.probe_due_ns = 0
        self.probe_open = False
        self.skipped_ns = -1
        self.held_ns = 0
        self.held_until_ns = 0
        self.back_ns = -1
        self.marked_lately = 0
        self.told_lately = 0
        self.told_back = 0
        self.losses = 0
        self.lost = 0
        self.trims = 0
        self.marks = 0
        self.proof_ns = -1
        self.answered_ns = -1
        self.rtt_ns: int | None = None
        self.silent = 0
        self.resting = False

    @property
    def outer_addresses(self) -> bytes:
        """What of the outer header names the path.

        Own address and SRv6 destination, 32 bytes; with a routing header after them, 56; none if it is not
        encapsulated.
        """
        outer = self._outer
        if not isinstance(outer, bytes):
            outer = self._outer = outer.of(self.entropy)
        return outer

    def forget_half(self) -> None:
        """It has told of ``LATELY`` packets: what they told counts half from now on."""
        self.told_lately >>= 1
        self.marked_lately >>= 1

    def __repr__(self) -> str:
        return f"EvEntry({self.entropy:#010x}, plane={self.plane}, uplink={self.uplink}, {self.state.name})"


# --- Events ----------------------------------------------------------------------------------------------------------


class EvEvents:
    """EV events in time order, until they are taken.

    Attributes:
        depth: how many are kept; a new one that finds the channel full is dropped.
        mask: events from or to one of these states are kept, others are left out.
        dropped: how many did not fit.
    """

    __slots__ = ("_events", "_kept", "depth", "dropped", "mask")

    def __init__(self, depth: int, mask: frozenset[EvState] = frozenset(EvState)) -> None:
        self._events: list[EvEvent] = []
        self.depth = depth
        self.mask = mask
        # A tuple is looked through without a call.
        self._kept = tuple(mask)
        self.dropped = 0

    def __len__(self) -> int:
        return len(self._events)

    def __iter__(self) -> Iterator[EvEvent]:
        return iter(self._events)

    def append(self, event: EvEvent, /) -> None:
        """Report a transition, if the mask has it and there is room."""
        if event.new not in self._kept and event.old not in self._kept:
            return
        if len(self._events) >= self.depth:
            self.dropped += 1
        else:
            self._events.append(event)

    def take(self, maximum: int | None = None) -> list[EvEvent]:
        """Up to ``maximum`` events (all by default), oldest first; each is returned once."""
        taken = self._events if maximum is None else self._events[: max(maximum, 0)]
        self._events = self._events[len(taken) :]
        return taken
