# SPDX-License-Identifier: Apache-2.0
"""What a direction of a link loses for what is in a frame: an EV, a flow."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import topologies
from fabric.scenario.selection import Selection
from host_stack.wire.entropy import join_entropy
from host_stack.wire.network import read_network
from host_stack.wire.options import EvHalves


@dataclass(frozen=True, slots=True)
class _Found:
    """A `Selection` as bytes: the addresses of its NICs, one per version of IP; none are any."""

    entropy: int | None
    sources: tuple[bytes, ...]
    destinations: tuple[bytes, ...]

    def has(self, entropy: int, source: bytes, destination: bytes) -> bool:
        return (
            (self.entropy is None or entropy == self.entropy)
            and (not self.sources or source in self.sources)
            and (not self.destinations or destination in self.destinations)
        )


class SelectedLosses:
    """Of one direction. Only frames that are looked for cost it a random number."""

    def __init__(self, topology: topologies.Fabric, seed: str) -> None:
        self._topology = topology
        self._rng = Random(seed)
        self._wanted: dict[Selection, tuple[_Found, float]] = {}

    def __bool__(self) -> bool:
        return bool(self._wanted)

    def set(self, frames: Selection, probability: float) -> None:
        """Lose these with this probability; 0: no more."""
        self._wanted.pop(frames, None)
        if probability:
            sources, destinations = self._addresses(frames.source), self._addresses(frames.destination)
            self._wanted[frames] = _Found(frames.entropy, tuple(sources), tuple(destinations)), probability

    def _addresses(self, nic: str | None) -> Iterator[bytes]:
        if nic is not None:
            node = self._topology.nic(nic)
            yield node.address.to_bytes(16, "big")
            if node.ipv4_address is not None:
                yield node.ipv4_address.to_bytes(4, "big")

    def take(self, frame: bytes) -> bool:
        """Whether a frame is lost. Any bytes are fine."""
        headers = read_network(frame)
        if headers is None or headers.at + 2 > len(frame):
            return False
        sport = int.from_bytes(frame[headers.at : headers.at + 2], "big")
        entropy = join_entropy(sport, headers.label, EvHalves.SPORT_HIGH)
        return any(
            found.has(entropy, headers.source, headers.destination) and self._rng.random() < probability
            for found, probability in self._wanted.values()
        )
