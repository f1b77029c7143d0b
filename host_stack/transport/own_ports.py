# SPDX-License-Identifier: Apache-2.0
"""What a responder needs to know of its NIC's ports."""

from typing import Protocol


class OwnPorts(Protocol):
    """The ports of a NIC."""

    @property
    def up(self) -> int:
        """Bit p: port p is up and in service."""

    @property
    def leaving(self) -> int:
        """Bit p: port p has a carrier, and is not to be used: it is out of service, or damped."""

    @property
    def sack_mask(self) -> int:
        """What SACKs say of the ports: bit p, port p is up; 0 if they say nothing."""
