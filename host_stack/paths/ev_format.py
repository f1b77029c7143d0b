# SPDX-License-Identifier: Apache-2.0
"""What the 32 bits of an EV, its *entropy*, say about its path (wire-format §4).

Under SRv6 they are the compressed form of the bits that vary from path to path. Another format is another class here,
and a ``PathTemplate`` that names it.
"""

from typing import Protocol


class EvFormat(Protocol):
    """How entropy names a plane (= NIC port) and an uplink of the T0 on it."""

    def entropy(self, plane: int, uplink: int) -> int:
        """The entropy of a path. Raises ConfigError for a plane or uplink that the format cannot express."""

    def path(self, entropy: int) -> tuple[int, int]:
        """(plane, uplink) of an entropy. Raises ConfigError for one that names no path in this format."""

    def plane(self, entropy: int) -> int:
        """The plane bits of any entropy, whether or not it names a path."""
