# SPDX-License-Identifier: Apache-2.0
"""What the cables of a live fabric are to the rest of it, whatever they are made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from fabric.live.cables import Cable
from fabric.live.child import Child
from fabric.live.messages import EndState
from fabric.live.nics import NicClient


class Cabling(Protocol):
    """All cables of a fabric: laid when it is made, attached to switches by `attachments` and to NICs by `plug`.

    Every method that needs a process or the kernel to answer raises FabricError (or BuildError, which is one) when it
    does not.

    Attributes:
        cables: by the names of their links.
        delays: they have the delays that they should have. False where the kernel cannot: NICs hold what arrives
            instead.
    """

    cables: Mapping[str, Cable]
    delays: bool

    def nic_prefix(self) -> Sequence[str]:
        """What to put before the command of a NIC's process, so that it can be plugged in."""

    def nic_descriptors(self, nic: str) -> Sequence[int]:
        """Which descriptors the process of a NIC inherits, by its name."""

    def switch_prefix(self) -> Sequence[str]:
        """What to put before the command of a switch's process."""

    def attachments(self) -> Mapping[str, Mapping[int, str]]:
        """By switch and port, what the switch's process is started on (`Target.start`)."""

    def plug(self, nics: Mapping[str, NicClient]) -> None:
        """Connect everything; the switches run, and so do these NICs, by name."""

    def set_state(self, link: str, up: bool) -> None:
        """Both directions; NICs at its ends notice."""

    def set_loss(self, link: str, probability: float, to: str | None = None) -> None:
        """Of each frame, in both directions, or only towards the node `to`."""

    def set_rate(self, link: str, rate_bps: int) -> None:
        """Both directions, bits per real second."""

    def switch_ends(self) -> Mapping[str, EndState]:
        """What the switches' ends count and hold, by the names of the ends."""

    def nic_ends(self) -> Mapping[str, EndState]:
        """What the NICs' ends count and hold, by the names of the ends."""

    def carried(self) -> Mapping[str, tuple[int, int]]:
        """Bytes that came out of each cable, by link: at its second end, and at its first; cheaper than all ends."""

    def tap(self, link: str) -> str:
        """What `fabric.live.capture` opens to see what crosses a cable, both ways, at its second end."""

    def late_ns(self) -> int:
        """How late frames came out in the worst of 100, ns of real time; 0 where nobody knows."""

    def processes(self) -> Sequence[Child]:
        """Which carry the frames; none where the kernel does."""

    def close(self) -> None:
        """Let everything go. Idempotent."""
