# SPDX-License-Identifier: Apache-2.0
"""Links: two independent directions."""

from __future__ import annotations

from collections.abc import Iterator

from fabric.emulation.parts import Wire


class Link:
    """Both directions of one link, named as the topology names it (`a:port--b:port`)."""

    __slots__ = ("directions", "name")

    def __init__(self, name: str, forward: Wire, backward: Wire) -> None:
        self.name = name
        self.directions = (forward, backward)

    def __iter__(self) -> Iterator[Wire]:
        return iter(self.directions)
