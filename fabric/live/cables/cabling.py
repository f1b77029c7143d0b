# SPDX-License-Identifier: Apache-2.0
"""What the cables of a live network are to the rest of it, whatever they are made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from fabric.live.cables.tc import CableEnd, Shape
from fabric.live.description import Description
from fabric.live.messages import EndState
from fabric.live.processes import Child, NicClient


@dataclass(frozen=True, slots=True)
class Cable:
    """A cable. `a` is at a NIC, a host or a switch, `b` at a switch.

    Attributes:
        between_switches: so is `a`.
        shape: of both directions, in the beginning.
    """

    a: CableEnd
    b: CableEnd
    between_switches: bool
    shape: Shape

    @property
    def ends(self) -> tuple[CableEnd, CableEnd]:
        """Both, `a` first."""
        return self.a, self.b


def cables(network: Description) -> dict[str, Cable]:
    """A cable for each link, by its name. Interfaces are called after node and port: `h1.0`, `p0-t0-1.2`, `n3.0`."""
    short = network.short_names()
    found = {}
    for link in network.links.values():
        a, b = (CableEnd(node, port, f"{short.get(node, node)}.{port}") for node, port in link.ends)
        shape = Shape(link.rate_bps, link.delay_ns, link.loss)
        found[link.name] = Cable(a, b, a.node in network.switches, shape)
    return found


class Station(Protocol):
    """A node with a network of its own: a host, or the process of a NIC."""

    process_id: int
    """Of a process in its network, as this namespace has it."""

    def plugged(self) -> None:
        """Its interfaces are in its network now: set them up."""

    def run_tc(self, lines: Sequence[str]) -> None:
        """Run lines of `tc -batch` in its network."""

    def interface(self, port: int) -> str:
        """What the interface of a port is called there."""


class Cabling(Protocol):
    """All cables of a network: laid when it is made, attached to switches by `attachments`, to other nodes by `plug`.

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

    def plug_hosts(self, hosts: Mapping[str, Station]) -> None:
        """Connect these hosts, by name; no switch need run."""

    def plug(self, nics: Mapping[str, NicClient]) -> None:
        """Connect everything else; the switches run, and so do these NICs, by name."""

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
