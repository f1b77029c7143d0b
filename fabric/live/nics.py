# SPDX-License-Identifier: Apache-2.0
"""The NIC processes of a live fabric, as whoever made them sees them."""

from __future__ import annotations

import socket
import sys
from collections.abc import Sequence
from pathlib import Path

from typing_extensions import override

from fabric.errors import BuildError
from fabric.live.child import Child
from fabric.live.messages import NicSettings
from fabric.live.order_channel import OrderChannel
from fabric.live.scale import Clock
from fabric.live.source import TopologySource
from topologies import NicNode


class NicClient(Child):
    """One NIC process (`fabric.live.nic_process`).

    Attributes:
        orders: by which a program that steers a workload has it post.
    """

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
        ours, theirs = socket.socketpair()
        self.orders = OrderChannel(node.name, ours)
        command = [
            *prefix, sys.executable, "-m", "fabric.live.nic_process",
            source.text(), str(node.index), str(clock.scale.factor), str(clock.origin_ns), settings.model_dump_json(),
            str(theirs.fileno()),
        ]  # fmt: skip
        log = workdir / f"{node.name}.log"
        try:
            with theirs:
                super().__init__(node.name, command, log, descriptors=[*descriptors, theirs.fileno()])
        except BuildError:
            ours.close()
            raise

    @override
    def stop(self) -> None:
        self.orders.close()
        super().stop()
