# SPDX-License-Identifier: Apache-2.0
"""Towards one peer, some EVs of all that there are: those that a program has chosen itself."""

from collections.abc import Sequence

from typing_extensions import override

from host_stack.errors import ConfigError
from host_stack.paths.ev_format import EvFormat
from host_stack.paths.template import EvSource


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
