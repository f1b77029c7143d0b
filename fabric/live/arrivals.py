# SPDX-License-Identifier: Apache-2.0
"""What arrived at a NIC from whom, and by which path: counted on frames, beside the NIC."""

from __future__ import annotations

import topologies
from fabric.live.messages import Arrived
from fabric.measuring.measurements import FrameCount
from host_stack import ConfigError, NicConfig
from host_stack.provision import FabricPaths
from host_stack.wire.constants import TRIMMED_ROLES
from host_stack.wire.parse import Drop, FrameParser


class Arrivals:
    """Counts frames per sending NIC and EV; what an EV names is looked up when somebody asks."""

    def __init__(self, fabric: topologies.Fabric, config: NicConfig) -> None:
        self._fabric = fabric
        self._config = config
        self._parser = FrameParser(config.wire, config.address)
        self._uses: dict[tuple[bytes, int, int], FrameCount] = {}
        self._peers: dict[bytes, int] = {}

    def expect(self, peer: bytes, index: int) -> None:
        """Frames from this address are of that NIC; others are not counted."""
        self._peers[peer] = index

    def saw(self, port: int, frame: bytes) -> None:
        """A frame has arrived at a port."""
        packet = self._parser.parse(frame)
        if isinstance(packet, Drop) or packet.source not in self._peers:
            return
        key = packet.source, port, packet.entropy
        use = self._uses.get(key)
        if use is None:
            use = self._uses[key] = FrameCount()
        use.frames += 1
        use.bytes += len(frame)
        use.trimmed += packet.role in TRIMMED_ROLES

    def told(self) -> list[Arrived]:
        """All of it, in order of NICs and paths."""
        sums: dict[tuple[int, int, int | None], FrameCount] = {}
        for (peer, port, entropy), use in self._uses.items():
            path = sums.setdefault((self._peers[peer], port, self._uplink(self._peers[peer], entropy)), FrameCount())
            path.frames += use.frames
            path.bytes += use.bytes
            path.trimmed += use.trimmed
        return [
            Arrived(source=source, plane=plane, uplink=uplink, frames=u.frames, bytes=u.bytes, trimmed=u.trimmed)
            for (source, plane, uplink), u in sorted(sums.items(), key=lambda item: (*item[0][:2], item[0][2] or 0))
        ]

    def _uplink(self, source: int, entropy: int) -> int | None:
        """The uplink that an EV of a NIC names; None where it names none."""
        wire = self._config.wire
        if not wire.ev_mode.encapsulates:
            return None
        towards = FabricPaths(self._fabric, self._fabric.nic(source), wire).template(self._config.address)
        try:
            return None if towards is None else towards.format.path(entropy)[1]
        except ConfigError:
            return None
