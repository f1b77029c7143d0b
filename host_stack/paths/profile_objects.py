# SPDX-License-Identifier: Apache-2.0
"""Format and EV profiles as a controller makes them: set up, taken online, taken back (endpoint §9).

```
 INIT ──take_offline──► OFFLINE ──take_online──► ONLINE        a format: its mode first, then its fields
   ▲                      │  ▲                     │           a profile: its format first, then its EVs
   └──────clear───────────┘  └────take_offline─────┘
```
Concepts and names are the OCP API's; its declarations are not copied. A queue pair takes the ``ev_profile`` of a
profile that is ONLINE, and keeps it whatever becomes of the profile.
"""

from collections.abc import Sequence
from dataclasses import replace
from enum import Enum

from host_stack.errors import ConfigError
from host_stack.paths.ev_profile import EvProfile
from host_stack.paths.expansion import EvField, EvFormatFields, Expansion
from host_stack.paths.field_evs import FieldEvs
from host_stack.paths.template import EvSource
from host_stack.wire.options import EvHalves, EvMode
from host_stack.wire.ranges import check_range


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

    def __init__(self, name: str, planes: int, *, halves: EvHalves = EvHalves.SPORT_HIGH) -> None:
        """For a NIC with ``planes`` ports whose UDP source port carries this half of the EV. Raises ConfigError."""
        super().__init__(name)
        check_range("planes", planes, 1, 8)
        self.planes = planes
        self.selection: Selection | None = None
        self._halves = halves
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
        source = FieldEvs(expansion, planes=self.planes, plane_field=plane_field, values=values, halves=self._halves)
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
