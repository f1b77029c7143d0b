# SPDX-License-Identifier: Apache-2.0
"""The interfaces of EVs: what their 32 bits say, which there are towards a peer, and who knows of peers.

The 32 bits of an EV are its *entropy* (wire-format §4). Under SRv6 they are the compressed form of the bits that vary
from path to path. Another format is another ``EvFormat``, and an ``EvSource`` that names it (``expansion``).
"""

from collections.abc import Sequence
from typing import Protocol


class EvFormat(Protocol):
    """How entropy names a plane (= NIC port) and an uplink of the T0 on it."""

    def entropy(self, plane: int, uplink: int) -> int:
        """The entropy of a path. Raises ConfigError for a plane or uplink that the format cannot express."""

    def path(self, entropy: int) -> tuple[int, int]:
        """(plane, uplink) of an entropy. Raises ConfigError for one that names no path in this format."""

    def plane(self, entropy: int) -> int:
        """The plane bits of any entropy, whether or not it names a path."""


class EvSource(Protocol):
    """Which EVs there are towards one peer, and what each expands to."""

    @property
    def planes(self) -> int:
        """How many planes exist."""

    @property
    def format(self) -> EvFormat:
        """How entropy names a plane and an uplink."""

    def entropies(self, plane: int) -> Sequence[int]:
        """The EVs of a plane."""

    def outer(self, source: bytes, entropy: int) -> bytes:
        """What follows the hop limit of the outer header of a packet on this EV, as ``FrameBuilder.build`` takes it.

        Args:
            source: own address, 16 bytes.
            entropy: the EV.

        Raises:
            ValueError: the EV names no path here.
        """


class PathResolver(Protocol):
    """The NIC's static path configuration: templates keyed by destination (topology §2)."""

    def template(self, peer: bytes) -> EvSource | None:
        """What leads to the NIC with this inner address; None if it is unknown."""
