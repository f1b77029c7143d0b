# SPDX-License-Identifier: Apache-2.0
"""What an entropy value means: EV ⇄ (plane, T1 uplink), and the SRv6 destination it expands to.

wire-format §4 and topology §2 say what is known of it.

The EV is 32 bits. Under SRv6 it is the compressed form of the path-varying bits: this project writes
``0xC000 | plane`` in the high half and the T0 uplink number (= T1 index; 0 on a T0-local path) in the low half, so a
capture shows the plane in the UDP source port (inside the range RoCEv2 asks for) and the uplink in the flow label.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

EV_PREFIX = 0xC000_0000
PLANE_BITS = 8
UPLINK_BITS = 16


class EvState(Enum):
    """State of an EV (endpoint §5.2). SKIP is internal to the NIC: the API reports it as GOOD."""

    GOOD = "GOOD"
    SKIP = "SKIP"
    ASSUMED_BAD = "ASSUMED_BAD"
    DENIED = "DENIED"


@dataclass(frozen=True, slots=True)
class EvEvent:
    """A transition of one EV of one queue pair.

    Attributes:
        time_ns: when.
        qpn: local queue pair number.
        ev: 32-bit entropy value.
        plane: its plane.
        uplink: its T0 uplink number.
        old: state before; None when the EV enters the active set.
        new: state after.
        reason: "trimmed", "marked", "always_skip", "loss", "timeout", "visited", "skip_timer", "probed", "controller",
            "activated" (a backup joins), or "parked" (a revived EV becomes a backup).
    """

    time_ns: int
    qpn: int
    ev: int
    plane: int
    uplink: int
    old: EvState | None
    new: EvState
    reason: str


def ev_value(plane: int, uplink: int) -> int:
    """The 32-bit EV of (plane, uplink); raises ValueError outside 8 and 16 bits."""
    if not 0 <= plane < 1 << PLANE_BITS or not 0 <= uplink < 1 << UPLINK_BITS:
        raise ValueError(f"plane {plane}, uplink {uplink}: accepted planes 0..255, uplinks 0..65535")
    return EV_PREFIX | plane << UPLINK_BITS | uplink


def plane_of(ev: int) -> int:
    """Plane (= NIC port) of an EV."""
    return ev >> UPLINK_BITS & ((1 << PLANE_BITS) - 1)


def uplink_of(ev: int) -> int:
    """T0 uplink number of an EV."""
    return ev & ((1 << UPLINK_BITS) - 1)


@dataclass(frozen=True, slots=True)
class PathTemplate:
    """How the bits of an EV change the outer destination address towards one peer.

    ``base`` is the destination of plane 0, uplink 0. Bit b of the plane number flips ``plane_masks[b]`` (one bit in
    each of the uSIDs), bit b of the uplink number flips ``uplink_masks[b]`` (one bit in the T1's uSID): the bit fields
    of wire-format §2.3, without knowing where a fabric put them.

    Attributes:
        base: 128-bit address.
        plane_masks: one mask per bit of the plane number, least significant first.
        uplink_masks: one mask per bit of the uplink number, least significant first; empty on a T0-local path.
        planes: how many planes exist.
        uplinks: how many uplinks exist per plane; 1 on a T0-local path.
    """

    base: int
    plane_masks: tuple[int, ...]
    uplink_masks: tuple[int, ...]
    planes: int
    uplinks: int

    def destination(self, plane: int, uplink: int) -> int:
        """128-bit outer destination; raises ValueError if the plane or uplink does not exist."""
        if not 0 <= plane < self.planes or not 0 <= uplink < self.uplinks:
            raise ValueError(
                f"plane {plane}, uplink {uplink}: accepted planes 0..{self.planes - 1}, uplinks 0..{self.uplinks - 1}"
            )
        address = self.base
        for number, masks in ((plane, self.plane_masks), (uplink, self.uplink_masks)):
            for bit, mask in enumerate(masks):
                if number >> bit & 1:
                    address ^= mask
        return address

    def expand(self, ev: int) -> int:
        """128-bit outer destination of an EV; raises ValueError for an EV that names no path here."""
        if ev & ~((1 << PLANE_BITS + UPLINK_BITS) - 1) != EV_PREFIX:
            raise ValueError(f"EV {ev:#010x} does not start with 0xc0")
        return self.destination(plane_of(ev), uplink_of(ev))


@dataclass(frozen=True, slots=True)
class EvProfile:
    """Which EVs a queue pair may use, and how many of them at once.

    Attributes:
        template: expansion to addresses.
        active_per_plane: size of the active set in each plane (equal in all, endpoint §5.1), capped by what exists.
        backup_per_plane: how many more wait to replace a failed EV of their plane.
        planes: planes to use; None for all.
        paths: at most this many distinct paths in the whole set, spread over the planes; None for no limit.
        min_active: never demote below this many usable EVs (ev_min_active); None for a quarter of the active set.
        denied: EVs the controller has denied from the start.
    """

    template: PathTemplate
    active_per_plane: int = 64
    backup_per_plane: int = 64
    planes: Sequence[int] | None = None
    paths: int | None = None
    min_active: int | None = None
    denied: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        if self.active_per_plane < 1 or self.backup_per_plane < 0:
            raise ValueError(
                f"active_per_plane {self.active_per_plane}, backup_per_plane {self.backup_per_plane}: "
                "accepted: at least 1, at least 0"
            )
        if self.paths is not None and self.paths < 1:
            raise ValueError(f"paths: {self.paths}; accepted: at least 1")
        for plane in self.planes or ():
            if not 0 <= plane < self.template.planes:
                raise ValueError(f"planes: {plane} does not exist; accepted: 0..{self.template.planes - 1}")

    def used_planes(self) -> tuple[int, ...]:
        """The planes the set is striped over; fewer than exist only if ``planes`` or ``paths`` says so."""
        planes = tuple(self.planes) if self.planes is not None else tuple(range(self.template.planes))
        return planes if self.paths is None else planes[: self.paths]

    def sizes(self) -> dict[int, tuple[int, int]]:
        """(active, backup) per used plane."""
        planes = self.used_planes()
        result: dict[int, tuple[int, int]] = {}
        for position, plane in enumerate(planes):
            limit = self.template.uplinks
            if self.paths is not None:
                share = self.paths // len(planes) + (position < self.paths % len(planes))
                limit = min(limit, share)
            active = min(self.active_per_plane, limit)
            result[plane] = (active, min(self.backup_per_plane, limit - active))
        return result
