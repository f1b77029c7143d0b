# SPDX-License-Identifier: Apache-2.0
"""Which EVs a queue pair may use (endpoint §5.1)."""

from collections.abc import Sequence
from dataclasses import dataclass

from host_stack.errors import ConfigError
from host_stack.paths.template import EvSource
from host_stack.wire.ranges import check_range

_ACTIVE = 64


@dataclass(frozen=True, slots=True)
class EvProfile:
    """Which EVs a queue pair may use, and how many of them at once.

    Attributes:
        template: which EVs there are, and what they expand to.
        active_per_plane: size of the active set in each plane (equal in all, endpoint §5.1), at most what exists; None
            for 64, or as many as there are.
        backup_per_plane: how many more, if there are so many, wait to replace a failed EV of their plane.
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
