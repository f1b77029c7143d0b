# SPDX-License-Identifier: Apache-2.0
"""From an EV to the SRv6 destination it expands to (wire-format §2, topology §2)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from typing_extensions import override

from host_stack.errors import ConfigError
from host_stack.paths.ev_format import EvFormat
from host_stack.paths.plane_uplink import PLANE_UPLINK
from host_stack.wire.ranges import check_range


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
        format: how entropy names a plane and an uplink.
    """

    base: int
    plane_masks: tuple[int, ...]
    uplink_masks: tuple[int, ...]
    planes: int
    uplinks: int
    format: EvFormat = PLANE_UPLINK

    def __post_init__(self) -> None:
        for name, count, masks in (
            ("planes", self.planes, self.plane_masks),
            ("uplinks", self.uplinks, self.uplink_masks),
        ):
            check_range(name, count, 1, 1 << len(masks))
        taken = 0
        for mask in (*self.plane_masks, *self.uplink_masks):
            if not mask or mask >> 128 or mask & taken:
                raise ConfigError(f"masks: {mask:#034x}; accepted: bits of an address that no other mask has")
            taken |= mask

    def destination(self, plane: int, uplink: int) -> int:
        """128-bit outer destination; raises ConfigError if the plane or uplink does not exist."""
        if not 0 <= plane < self.planes or not 0 <= uplink < self.uplinks:
            raise ConfigError(
                f"plane {plane}, uplink {uplink}: accepted planes 0..{self.planes - 1}, uplinks 0..{self.uplinks - 1}"
            )
        address = self.base
        for number, masks in ((plane, self.plane_masks), (uplink, self.uplink_masks)):
            for bit, mask in enumerate(masks):
                if number >> bit & 1:
                    address ^= mask
        return address

    def expand(self, entropy: int) -> int:
        """128-bit outer destination of an EV; raises ConfigError for one that names no path here."""
        return self.destination(*self.format.path(entropy))

    def entropies(self, plane: int) -> Sequence[int]:
        """The EVs of a plane, one per uplink."""
        return [self.format.entropy(plane, uplink) for uplink in range(self.uplinks)]

    def outer(self, source: bytes, entropy: int) -> bytes:
        """Own address and the SRv6 destination of an EV; raises ConfigError for one that names no path here."""
        return source + self.expand(entropy).to_bytes(16, "big")


class PathResolver(Protocol):
    """The NIC's static path configuration: templates keyed by destination (topology §2)."""

    def template(self, peer: bytes) -> EvSource | None:
        """What leads to the NIC with this inner address; None if it is unknown."""


class StaticPaths(PathResolver):
    """A PathResolver from a mapping of inner addresses."""

    def __init__(self, templates: Mapping[bytes, EvSource]) -> None:
        self._templates = dict(templates)

    @override
    def template(self, peer: bytes) -> EvSource | None:
        return self._templates.get(peer)
