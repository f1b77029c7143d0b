# SPDX-License-Identifier: Apache-2.0
"""Which EVs a queue pair may use (endpoint §5.1), and how programs and controllers choose them (endpoint §9).

``PinnedEvs`` are those that a program has chosen itself. A controller's format and EV profiles are set up, taken online
and taken back:

```
 INIT ──take_offline──► OFFLINE ──take_online──► ONLINE        a format: its mode first, then its fields
   ▲                      │  ▲                     │           a profile: its format first, then its EVs
   └──────clear───────────┘  └────take_offline─────┘
```
Concepts and names are the OCP API's; its declarations are not copied. A queue pair takes the ``ev_profile`` of a
profile that is ONLINE, and keeps it whatever becomes of the profile.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum

from typing_extensions import override

from host_stack.errors import ConfigError, check_range
from host_stack.paths.ev_source import EvFormat, EvSource
from host_stack.paths.expansion import EvField, EvFormatFields, Expansion, FieldEvs
from host_stack.wire.options import EvMode, EvSplit

# --- Profiles --------------------------------------------------------------------------------------------------------

_ACTIVE = 64


@dataclass(frozen=True, slots=True)
class EvProfile:
    """Which EVs a queue pair may use, and how many of them at once.

    Attributes:
        template: which EVs there are, and what they expand to.
        active_per_plane: size of the active set in each plane (equal in all, endpoint §5.1), at most what exists; None
            for 64, or as many as there are.
        backup_per_plane: how many more, if there are enough, wait to replace a failed EV of their plane.
        planes: planes to use; None for all.
        paths: at most this many distinct paths in the whole set, spread over the planes; None for no limit.
        min_active: never demote below this many usable EVs (ev_min_active); None for a quarter of the active set.
        denied: EVs the controller has denied from the start.
    """

    template: EvSource
    active_per_plane: int | None = None
    backup_per_plane: int = 64
    planes: Sequence[int] | None = None
    paths: int | None = None
    min_active: int | None = None
    denied: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        check_range("backup_per_plane", self.backup_per_plane, 0, 1 << 32)
        if self.paths is not None and self.paths < 1:
            raise ConfigError(f"paths: {self.paths}; accepted: at least 1")
        for plane in self.planes or ():
            if not 0 <= plane < self.template.planes:
                raise ConfigError(f"planes: {plane} does not exist; accepted: 0..{self.template.planes - 1}")
        if self.planes is not None and (not self.planes or len(set(self.planes)) < len(self.planes)):
            raise ConfigError(f"planes: {tuple(self.planes)}; accepted: one plane or more, each once")
        if self.active_per_plane is not None:
            check_range("active_per_plane", self.active_per_plane, 1, self.fewest())
        if self.min_active is not None:
            check_range("ev_min_active", self.min_active, 1, sum(active for active, _ in self.sizes().values()))

    def fewest(self) -> int:
        """How many EVs the plane has that has fewest."""
        return min(len(self.template.entropies(plane)) for plane in self.used_planes())

    def used_planes(self) -> tuple[int, ...]:
        """The planes the set is striped over; fewer than exist only if ``planes`` or ``paths`` says so."""
        planes = tuple(self.planes) if self.planes is not None else tuple(range(self.template.planes))
        return planes if self.paths is None else planes[: self.paths]

    def sizes(self) -> dict[int, tuple[int, int]]:
        """(active, backup) per used plane."""
        planes = self.used_planes()
        result: dict[int, tuple[int, int]] = {}
        for position, plane in enumerate(planes):
            limit = len(self.template.entropies(plane))
            if self.paths is not None:
                share = self.paths // len(planes) + (position < self.paths % len(planes))
                limit = min(limit, share)
            active = min(_ACTIVE if self.active_per_plane is None else self.active_per_plane, limit)
            result[plane] = (active, min(self.backup_per_plane, limit - active))
        return result


# --- A program's choice ----------------------------------------------------------------------------------------------


class PinnedEvs(EvSource):
    """Of the EVs of another source those that are given; planes without one have none."""

    def __init__(self, source: EvSource, entropies: Sequence[int]) -> None:
        """``entropies``: each once, in any order. Raises ConfigError: the source does not have one of them."""
        self._source = source
        self._of_plane: dict[int, list[int]] = {plane: [] for plane in range(source.planes)}
        for entropy in dict.fromkeys(entropies):
            plane = source.format.plane(entropy)
            if plane >= source.planes or entropy not in source.entropies(plane):
                raise ConfigError(f"evs: {entropy:#010x} names no path to the peer; accepted: an EV of the fabric")
            self._of_plane[plane].append(entropy)

    @property
    @override
    def planes(self) -> int:
        return self._source.planes

    @property
    @override
    def format(self) -> EvFormat:
        return self._source.format

    @property
    def used_planes(self) -> tuple[int, ...]:
        """The planes that have an EV."""
        return tuple(plane for plane, entropies in self._of_plane.items() if entropies)

    @override
    def entropies(self, plane: int) -> Sequence[int]:
        return self._of_plane[plane]

    @override
    def outer(self, source: bytes, entropy: int) -> bytes:
        return self._source.outer(source, entropy)


# --- A controller's objects ------------------------------------------------------------------------------------------


class ProfileState(Enum):
    """State of a format or EV profile."""

    INIT = "INIT"
    """Nothing is set."""
    OFFLINE = "OFFLINE"
    """Set up as far as it goes; may be changed, may not be used."""
    ONLINE = "ONLINE"
    """May be used, may not be changed."""


class Selection(Enum):
    """Where the EVs of a profile come from."""

    AUTO = "auto"
    """The NIC knows: its static paths to the peer."""
    EXPLICIT = "explicit"
    """The controller gives each."""
    GENERATED = "generated"
    """All that the fields' masks, minima and maxima allow."""


class ProfileStateError(ConfigError):
    """The profile is in the wrong state for what was asked, or another one still needs it; the message says which."""


class _Profile:
    """What format and EV profiles have in common: a name for messages, and the way round the states."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.state = ProfileState.INIT

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r}, {self.state.name})"

    def need(self, what: str, *states: ProfileState) -> None:
        """Refuse ``what`` in any other state. Raises ProfileStateError."""
        if self.state not in states:
            accepted = ", ".join(state.name for state in states)
            raise ProfileStateError(f"{self.name}: {what} in state {self.state.name}; accepted in: {accepted}")


class FormatProfile(_Profile):
    """A format: how expanded EVs travel, and in which places.

    Attributes:
        name: for messages.
        state: current state.
        mode: how EVs travel; None until set.
        fields: the places; None until set.
        users: EV profiles that are ONLINE with it.
    """

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.mode: EvMode | None = None
        self.fields: EvFormatFields | None = None
        self.users: set[str] = set()

    def set_mode(self, mode: EvMode) -> None:
        """How EVs travel; the places are to be set again. Raises ProfileStateError when ONLINE."""
        self.need("mode", ProfileState.INIT, ProfileState.OFFLINE)
        self.mode, self.fields = mode, None

    def set_fields(self, widths: Sequence[int]) -> None:
        """Bits of each place. Raises ProfileStateError unless OFFLINE, ConfigError if they do not fit the mode."""
        self.need("fields", ProfileState.OFFLINE)
        assert self.mode is not None
        self.fields = EvFormatFields(self.mode, tuple(widths))

    def take_offline(self) -> None:
        """INIT, ONLINE → OFFLINE.

        Raises:
            ProfileStateError: it has no mode, or an EV profile is ONLINE with it.
        """
        self.need("take_offline", ProfileState.INIT, ProfileState.ONLINE)
        if self.mode is None:
            raise ProfileStateError(f"{self.name}: mode: not set; accepted: a mode before OFFLINE")
        if self.users:
            raise ProfileStateError(
                f"{self.name}: state: {', '.join(sorted(self.users))} is ONLINE with it; take that offline first"
            )
        self.state = ProfileState.OFFLINE

    def take_online(self) -> None:
        """OFFLINE → ONLINE. Raises ProfileStateError in another state, or without fields."""
        self.need("take_online", ProfileState.OFFLINE)
        if self.fields is None:
            raise ProfileStateError(f"{self.name}: fields: not set; accepted: fields before ONLINE")
        self.state = ProfileState.ONLINE

    def clear(self) -> None:
        """OFFLINE → INIT, forgetting everything. Raises ProfileStateError in another state."""
        self.need("clear", ProfileState.OFFLINE)
        self.state, self.mode, self.fields = ProfileState.INIT, None, None


class ManagedEvProfile(_Profile):
    """An EV profile under a controller: which EVs, how many at once, and how few at least.

    Attributes:
        name: for messages.
        state: current state.
        planes: how many planes (= NIC ports) exist.
        selection: where the EVs come from; None until set.
    """

    def __init__(self, name: str, planes: int, *, split: EvSplit = EvSplit.SPORT_HIGH) -> None:
        """For a NIC with ``planes`` ports whose UDP source port carries this half of the EV. Raises ConfigError."""
        super().__init__(name)
        check_range("planes", planes, 1, 8)
        self.planes = planes
        self.selection: Selection | None = None
        self._ev_split = split
        self._format: FormatProfile | None = None
        self._source: EvSource | None = None
        self._profile: EvProfile | None = None
        self._sizes: tuple[int | None, int, int | None] = (None, 64, None)

    def set_automatic(self, source: EvSource) -> None:
        """AUTO: the NIC's own paths to a peer. Raises ProfileStateError unless INIT or OFFLINE."""
        self.need("EVs", ProfileState.INIT, ProfileState.OFFLINE)
        self.selection, self._source, self._format = Selection.AUTO, source, None

    def set_explicit(
        self, form: FormatProfile, fields: Sequence[EvField], plane_field: int, values: Sequence[int]
    ) -> None:
        """EXPLICIT: these EVs, each of as many bits as the masks of the fields have.

        Raises:
            ProfileStateError: it is ONLINE, or the format is not.
            ConfigError: the fields do not fit the format, or an EV is not one, or is there twice.
        """
        if not values:
            raise ConfigError(f"{self.name}: evs: none; accepted: at least one")
        self._set_fields(Selection.EXPLICIT, form, fields, plane_field, values)

    def set_generated(self, form: FormatProfile, fields: Sequence[EvField], plane_field: int) -> None:
        """GENERATED: all that the fields allow; raises as ``set_explicit``."""
        self._set_fields(Selection.GENERATED, form, fields, plane_field, None)

    def _set_fields(
        self,
        selection: Selection,
        form: FormatProfile,
        fields: Sequence[EvField],
        plane_field: int,
        values: Sequence[int] | None,
    ) -> None:
        self.need("EVs", ProfileState.INIT, ProfileState.OFFLINE)
        form.need(f"use by {self.name}", ProfileState.ONLINE)
        assert form.fields is not None
        expansion = Expansion(form.fields, tuple(fields))
        source = FieldEvs(expansion, planes=self.planes, plane_field=plane_field, values=values, split=self._ev_split)
        empty = [plane for plane in range(self.planes) if not len(source.entropies(plane))]
        if empty:
            # Planes must stay equally loaded, or they congest (endpoint §5.1).
            raise ConfigError(
                f"{self.name}: evs: none on plane {empty[0]}; accepted: at least one on each of {self.planes}"
            )
        self.selection, self._source, self._format = selection, source, form

    def set_sizes(self, active_per_plane: int, backup_per_plane: int, min_active: int | None = None) -> None:
        """How many EVs are in use and wait, per plane, and the floor of usable ones. Raises ProfileStateError."""
        self.need("sizes", ProfileState.INIT, ProfileState.OFFLINE)
        check_range(f"{self.name}: active_per_plane", active_per_plane, 1, 1 << 16)
        check_range(f"{self.name}: backup_per_plane", backup_per_plane, 0, 1 << 16)
        self._sizes = (active_per_plane, backup_per_plane, min_active)

    def take_offline(self) -> None:
        """INIT, ONLINE → OFFLINE. Raises ProfileStateError in another state."""
        self.need("take_offline", ProfileState.INIT, ProfileState.ONLINE)
        if self._format is not None:
            self._format.users.discard(self.name)
        self.state, self._profile = ProfileState.OFFLINE, None

    def take_online(self) -> None:
        """OFFLINE → ONLINE.

        Raises:
            ProfileStateError: it is in another state, has no EVs, or its format is not ONLINE any more.
            ConfigError: the sizes are not possible.
        """
        self.need("take_online", ProfileState.OFFLINE)
        if self._source is None:
            raise ProfileStateError(f"{self.name}: evs: not set; accepted: EVs before ONLINE")
        active, backup, minimum = self._sizes
        profile = EvProfile(self._source, active_per_plane=active, backup_per_plane=backup, min_active=minimum)
        if self._format is not None:
            self._format.need(f"use by {self.name}", ProfileState.ONLINE)
            self._format.users.add(self.name)
        self.state, self._profile = ProfileState.ONLINE, profile

    def clear(self) -> None:
        """OFFLINE → INIT, forgetting everything. Raises ProfileStateError in another state."""
        self.need("clear", ProfileState.OFFLINE)
        self.state = ProfileState.INIT
        self.selection, self._source, self._format = None, None, None
        self._sizes = (None, 64, None)

    def ev_profile(self, denied: frozenset[int] = frozenset()) -> EvProfile:
        """What a queue pair takes to INIT, without the EVs of a denylist. Raises ProfileStateError unless ONLINE."""
        self.need("use by a queue pair", ProfileState.ONLINE)
        assert self._profile is not None
        return replace(self._profile, denied=denied) if denied else self._profile
