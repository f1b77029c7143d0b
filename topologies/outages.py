# SPDX-License-Identifier: Apache-2.0
"""What of a fabric is known to be gone: links that are down, switches that do not forward."""

from __future__ import annotations

from dataclasses import dataclass

from topologies.nodes import Link


@dataclass(frozen=True, slots=True)
class Outages:
    """Names of links that are down, and of switches that are gone with all their links."""

    links: frozenset[str] = frozenset()
    switches: frozenset[str] = frozenset()

    def takes(self, link: Link) -> bool:
        """Whether nothing passes a link."""
        if not self.links and not self.switches:
            return False
        return link.name in self.links or link.a[0] in self.switches or link.b[0] in self.switches


NO_OUTAGES = Outages()
