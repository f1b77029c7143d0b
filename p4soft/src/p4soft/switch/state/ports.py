# SPDX-License-Identifier: Apache-2.0
"""Which ports have a link: what selector members with a watch port depend on."""

from __future__ import annotations


class PortStates:
    """Up or down, per port. A port nobody has said anything about is `others_up`.

    Attributes:
        others_up: the state of ports never set: True without real ports (emulated fabrics), False once a switch has
            real ports, so that a port that does not exist is down (as in BMv2).
    """

    __slots__ = ("_up", "others_up")

    def __init__(self) -> None:
        self.others_up = True
        self._up: dict[int, bool] = {}

    def is_up(self, port: int) -> bool:
        """Whether `port` has a link."""
        return self._up.get(port, self.others_up)

    def set(self, port: int, up: bool) -> None:
        """Say that `port` went up or down."""
        self._up[port] = up

    def forget(self, port: int) -> None:
        """Treat `port` as one never set."""
        self._up.pop(port, None)
