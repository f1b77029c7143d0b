# SPDX-License-Identifier: Apache-2.0
"""The NIC processes of a live fabric, as whoever made them sees them."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from fabric.live.child import Child
from fabric.live.messages import NicSettings
from fabric.live.scale import Clock
from fabric.live.source import TopologySource
from topologies import NicNode


class NicClient(Child):
    """One NIC process (`fabric.live.nic_process`)."""

    def __init__(
        self,
        source: TopologySource,
        node: NicNode,
        clock: Clock,
        settings: NicSettings,
        workdir: Path,
        *,
        prefix: Sequence[str],
        descriptors: Sequence[int],
    ) -> None:
        """Start the process of a NIC.

        Args:
            source: the topology.
            node: which of its NICs.
            clock: which all NICs share.
            settings: of all NICs.
            workdir: of its log.
            prefix: what to put before its command.
            descriptors: which it inherits, to be plugged in.

        Raises:
            BuildError: it cannot be started.
        """
        command = [
            *prefix, sys.executable, "-m", "fabric.live.nic_process",
            source.text(), str(node.index), str(clock.scale.factor), str(clock.origin_ns), settings.model_dump_json(),
        ]  # fmt: skip
        super().__init__(node.name, command, workdir / f"{node.name}.log", descriptors=descriptors)
