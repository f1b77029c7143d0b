# SPDX-License-Identifier: Apache-2.0
"""The ports of a running event loop, for other threads."""

from __future__ import annotations

from collections.abc import Sequence

from p4soft.switch.ports.base import PortInfo
from p4soft.switch.ports.loop import PortLoop


class PortDirectory:
    """Adds, removes and lists ports on the loop's thread. The caller must not hold the switch's lock."""

    def __init__(self, loop: PortLoop) -> None:
        self._loop = loop

    def add(self, number: int, interface: str) -> None:
        """Open one more port; raises PortError."""
        self._loop.call(lambda: self._loop.add_port(number, interface))

    def remove(self, number: int) -> None:
        """Close a port; raises PortError."""
        self._loop.call(lambda: self._loop.remove_port(number))

    def show(self) -> Sequence[PortInfo]:
        """Every port; raises PortError."""
        return self._loop.call(self._loop.port_infos)
