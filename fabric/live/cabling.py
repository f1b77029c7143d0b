# SPDX-License-Identifier: Apache-2.0
"""The cables of a live network: veth pairs, or Unix sockets where neither root nor user namespaces are to be had.

Of veth pairs the switches' ends are in this network namespace, the others each where their node is. With sockets one
process relays all frames: switches listen at `unix:` ports (`p4soft.switch.ports.unix`), NICs inherit one end of a pair
of sockets for each of their ports, and the relay has the other ends. All these processes end with their parent.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace
from typing_extensions import override

from fabric.errors import BuildError
from fabric.live import tc
from fabric.live.child_lifetime import bound_to_parent
from fabric.live.description import Description
from fabric.live.messages import (
    Carrier,
    Counted,
    Done,
    EndState,
    Lay,
    Read,
    RelayCable,
    RelayEnd,
    SetLoss,
    SetRate,
    SetState,
    Sockets,
)
from fabric.live.namespaces import host_process_id, inner
from fabric.live.processes import Child, NicClient
from fabric.live.tc import RX_BYTES, TX_BYTES, CableEnd, Shape, counters, read_ends
from p4soft.targets.links import UNIX_PREFIX

# --- What all cables are ---------------------------------------------------------------------------------------------


class Cable(Struct, frozen=True):
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
    """The number of a process in its network, as this namespace has it."""

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
        """What each switch's process is started on, by switch and port (`Target.start`)."""

    def plug_hosts(self, hosts: Mapping[str, Station]) -> None:
        """Connect these hosts, by name; no switch need run."""

    def plug(self, nics: Mapping[str, NicClient]) -> None:
        """Connect everything else; the switches run, and so do these NICs, by name."""

    def set_state(self, link: str, up: bool) -> None:
        """Set both directions of a link up or down; NICs at its ends notice."""

    def set_loss(self, link: str, probability: float, to: str | None = None) -> None:
        """Set the probability that a frame is lost, in both directions, or only towards the node `to`."""

    def set_rate(self, link: str, rate_bps: int) -> None:
        """Set the rate of both directions, bits per real second."""

    def switch_ends(self) -> Mapping[str, EndState]:
        """What the switches' ends count and hold, by the names of the ends."""

    def nic_ends(self) -> Mapping[str, EndState]:
        """What the NICs' ends count and hold, by the names of the ends."""

    def carried(self) -> Mapping[str, tuple[int, int]]:
        """Bytes that came out of each cable, by link: at its second end, and at its first; cheaper than all ends."""

    def tap(self, link: str) -> str:
        """What `fabric.live.capture` opens to see what crosses a cable, both ways, at its second end."""

    def late_ns(self) -> int:
        """How late frames came out in the worst of 100, ns of real time; 0 where that is not known."""

    def processes(self) -> Sequence[Child]:
        """Which carry the frames; none where the kernel does."""

    def close(self) -> None:
        """Let everything go. Idempotent."""


# --- Veth pairs ------------------------------------------------------------------------------------------------------


class Veths(Cabling):
    """Veth pairs, one for each link, shaped by `tc`."""

    def __init__(self, wanted: Mapping[str, Cable], bands: Mapping[int, int], *, cuts: bool) -> None:
        """Lay them: the switches' ends up and silent, the others waiting for their namespaces.

        Args:
            wanted: cables by link.
            bands: DSCP to band, 0 (served first) to 7.
            cuts: a link without a NIC that goes down is cut off (`cut`); otherwise its interfaces go down.

        Raises:
            BuildError: the kernel refuses one.
        """
        tc.run_ip(["link set lo up"])
        self.cables = wanted
        self.delays = tc.can_delay()
        self._bands = bands
        self._cuts = cuts
        self._nics: Mapping[str, NicClient] = {}
        self._stations: dict[str, Station] = {}
        self._shapes: dict[str, Shape] = {}
        tc.lay(cable.ends for cable in wanted.values())
        lines: list[str] = []
        for cable in wanted.values():
            shape = cable.shape if self.delays else replace(cable.shape, delay_ns=0)
            for end in cable.ends:
                self._shapes[end.interface] = shape
                lines += tc.shaped(end.interface, shape, bands)
        tc.run_tc(lines)
        for end in self._switch_ends(wanted.values()):
            tc.disable_ipv6(end.interface)
        tc.run_ip(f"link set {end.interface} up" for end in self._switch_ends(wanted.values()))

    @override
    def nic_prefix(self) -> list[str]:
        return inner()

    @override
    def nic_descriptors(self, nic: str) -> list[int]:
        return []

    @override
    def switch_prefix(self) -> list[str]:
        return []

    @override
    def attachments(self) -> dict[str, dict[int, str]]:
        found: dict[str, dict[int, str]] = {}
        for end in self._switch_ends(self.cables.values()):
            found.setdefault(end.node, {})[end.port] = end.interface
        return found

    @override
    def plug_hosts(self, hosts: Mapping[str, Station]) -> None:
        self._plug(hosts)

    @override
    def plug(self, nics: Mapping[str, NicClient]) -> None:
        self._nics = nics
        self._plug(nics)

    def _plug(self, stations: Mapping[str, Station]) -> None:
        """Give these nodes their ends, and wait until all that is plugged is up."""
        self._stations |= stations
        theirs = [cable.a for cable in self.cables.values() if cable.a.node in stations]
        tc.run_ip(f"link set {end.interface} netns {stations[end.node].process_id}" for end in theirs)
        for station in stations.values():
            station.plugged()
        for end in theirs:  # a queueing discipline does not move with its interface
            self._tc(end, tc.shaped(self._inside(end), self._shapes[end.interface], self._bands))
        whole = [each for each in self.cables.values() if each.between_switches or each.a.node in self._stations]
        tc.await_up(end.interface for end in self._switch_ends(whole))

    @override
    def set_state(self, link: str, up: bool) -> None:
        """A NIC's end goes down, and so it notices; otherwise nothing gets through, or all interfaces go down."""
        cable = self.cables[link]
        if cable.a.node in self._nics:
            self._nics[cable.a.node].set_port(cable.a.port, up=up)
        elif self._cuts:
            self.cut(link, not up)
        else:  # one end: the other loses its carrier
            tc.run_ip([f"link set {cable.b.interface} {'up' if up else 'down'}"])

    def cut(self, link: str, off: bool) -> None:
        """Let nothing through in both directions, or let it again; both ends stay up. Raises FabricError.

        For BMv2: when an interface of its is set down, libpcap 1.10 waits inside one call until a frame comes there,
        and the switch receives from no other port meanwhile.
        """
        for end in self.cables[link].ends:
            self._reshape(end, replace(self._shapes[end.interface], cut=off))

    @override
    def set_loss(self, link: str, probability: float, to: str | None = None) -> None:
        for end in self.cables[link].ends:  # an end's shape is that of what it sends
            loss = 0.0 if to == end.node else probability
            self._reshape(end, replace(self._shapes[end.interface], loss=loss))

    @override
    def set_rate(self, link: str, rate_bps: int) -> None:
        for end in self.cables[link].ends:
            self._reshape(end, replace(self._shapes[end.interface], rate_bps=rate_bps))

    @override
    def switch_ends(self) -> dict[str, EndState]:
        return read_ends(end.interface for end in self._switch_ends(self.cables.values()))

    @override
    def nic_ends(self) -> dict[str, EndState]:
        read = {name: nic.read_ends() for name, nic in self._nics.items()}
        ends = (cable.a for cable in self.cables.values() if cable.a.node in read)
        return {end.interface: read[end.node][end.port] for end in ends}

    @override
    def carried(self) -> dict[str, tuple[int, int]]:
        # The `b` ends are here, and the queues before them have passed then.
        counted = counters()
        ends = {name: cable.b.interface for name, cable in self.cables.items()}
        return {name: (counted[end][RX_BYTES], counted[end][TX_BYTES]) for name, end in ends.items() if end in counted}

    @override
    def tap(self, link: str) -> str:
        return self.cables[link].b.interface

    @override
    def late_ns(self) -> int:
        return 0

    @override
    def processes(self) -> list[Child]:
        return []

    @override
    def close(self) -> None:
        """The kernel takes them away with their namespaces."""

    def _switch_ends(self, cables: Iterable[Cable]) -> Iterator[CableEnd]:
        return (end for cable in cables for end in (cable.ends if cable.between_switches else (cable.b,)))

    def _reshape(self, end: CableEnd, after: Shape) -> None:
        self._tc(end, tc.reshaped(self._inside(end), self._shapes[end.interface], after, self._bands))
        self._shapes[end.interface] = after

    def _tc(self, end: CableEnd, lines: Sequence[str]) -> None:
        if end.node in self._stations:
            self._stations[end.node].run_tc(lines)
        else:
            tc.run_tc(lines)

    def _inside(self, end: CableEnd) -> str:
        return self._stations[end.node].interface(end.port) if end.node in self._stations else end.interface


# --- Unix sockets ----------------------------------------------------------------------------------------------------


_PATH_BYTES = 100
"""Longest path of a socket that is used as it is (unix(7) has 107)."""
_TAPS = "taps"


class SocketCables(Cabling):
    def __init__(
        self,
        wanted: Mapping[str, Cable],
        bands: Mapping[int, int],
        workdir: Path,
        seed: int,
    ) -> None:
        """Start the relay; nothing is laid before `plug`.

        Args:
            wanted: cables by link.
            bands: DSCP to band, 0 (served first) to 7.
            workdir: existing; a directory for sockets is made in it, and the relay's log.
            seed: of what is lost.

        Raises:
            BuildError: the relay cannot be started, or no directory be made.
        """
        self.cables = wanted
        self.delays = True
        self._bands, self._seed = bands, seed
        self._nics: Mapping[str, NicClient] = {}
        self._folder = _Folder(workdir / "cables")
        # A pair for each port of a NIC: the NIC's end and the relay's.
        self._pairs: dict[str, tuple[socket.socket, socket.socket]] = {}
        with contextlib.ExitStack() as undo:
            undo.callback(self._folder.remove)
            undo.callback(self._let_go)
            try:
                for end in self._nic_ends():
                    self._pairs[end.interface] = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            except OSError as error:
                raise BuildError(f"cables: {error.strerror}") from None
            command = [*bound_to_parent(os.getpid()), sys.executable, "-m", "fabric.live.relay"]
            theirs = [pair[1].fileno() for pair in self._pairs.values()]
            self._relay = Child("cables", command, workdir / "cables.log", descriptors=theirs)
            undo.pop_all()

    @override
    def nic_prefix(self) -> list[str]:
        return bound_to_parent(os.getpid())

    @override
    def switch_prefix(self) -> list[str]:
        return bound_to_parent(os.getpid())

    @override
    def nic_descriptors(self, nic: str) -> list[int]:
        return [self._pairs[end.interface][0].fileno() for end in self._nic_ends() if end.node == nic]

    @override
    def attachments(self) -> dict[str, dict[int, str]]:
        found: dict[str, dict[int, str]] = {}
        for end in self._switch_ends():
            found.setdefault(end.node, {})[end.port] = f"{UNIX_PREFIX}{self._folder.path(end.interface)}"
        return found

    @override
    def plug_hosts(self, hosts: Mapping[str, Station]) -> None:
        raise BuildError("hosts are network namespaces, into which sockets cannot be plugged; accepted: veths")

    @override
    def plug(self, nics: Mapping[str, NicClient]) -> None:
        self._nics = nics
        for name, nic in nics.items():
            nic.ask(Sockets(descriptors=self.nic_descriptors(name)), Done)
        laid = [
            RelayCable(
                link=name,
                a=self._relay_end(cable.a),
                b=self._relay_end(cable.b),
                rate_bps=cable.shape.rate_bps,
                delay_ns=cable.shape.delay_ns,
            )
            for name, cable in self.cables.items()
        ]
        taps = self._folder.path(_TAPS)
        self._relay.ask(Lay(cables=laid, taps=taps, bands=dict(self._bands), seed=self._seed), Done)
        self._let_go()
        for end in self._switch_ends():  # all ends are connected: no other process may connect
            self._folder.forget(end.interface)

    @override
    def set_state(self, link: str, up: bool) -> None:
        self._relay.ask(SetState(link=link, up=up), Done)
        for end in self.cables[link].ends:
            if end.node in self._nics:
                self._nics[end.node].ask(Carrier(port=end.port, up=up), Done)

    @override
    def set_loss(self, link: str, probability: float, to: str | None = None) -> None:
        there, back = (probability if to in (None, end.node) else 0.0 for end in self.cables[link].ends[::-1])
        self._relay.ask(SetLoss(link=link, there=there, back=back), Done)

    @override
    def set_rate(self, link: str, rate_bps: int) -> None:
        self._relay.ask(SetRate(link=link, rate_bps=rate_bps), Done)

    @override
    def switch_ends(self) -> dict[str, EndState]:
        counted = self._counted().ends
        return {end.interface: counted[end.interface] for end in self._switch_ends()}

    @override
    def nic_ends(self) -> dict[str, EndState]:
        counted = self._counted().ends
        return {end.interface: counted[end.interface] for end in self._nic_ends()}

    @override
    def carried(self) -> dict[str, tuple[int, int]]:
        counted = self._counted().ends
        return {
            name: (counted[cable.b.interface].received_bytes, counted[cable.a.interface].received_bytes)
            for name, cable in self.cables.items()
        }

    @override
    def tap(self, link: str) -> str:
        return f"{UNIX_PREFIX}{self._folder.path(_TAPS)}"

    @override
    def late_ns(self) -> int:
        return self._counted().late_ns

    @override
    def processes(self) -> list[Child]:
        return [self._relay]

    @override
    def close(self) -> None:
        self._relay.stop()
        self._let_go()
        self._folder.remove()

    def _counted(self) -> Counted:
        return self._relay.ask(Read(), Counted)

    def _relay_end(self, end: CableEnd) -> RelayEnd:
        if end.interface in self._pairs:
            return RelayEnd(name=end.interface, descriptor=self._pairs[end.interface][1].fileno())
        return RelayEnd(name=end.interface, path=self._folder.path(end.interface))

    def _let_go(self) -> None:
        """The processes that use the pairs have inherited them."""
        for pair in self._pairs.values():
            for sock in pair:
                sock.close()
        self._pairs.clear()

    def _nic_ends(self) -> Iterator[CableEnd]:
        """In the order of each NIC's ports."""
        ends = (cable.a for cable in self.cables.values() if not cable.between_switches)
        return iter(sorted(ends, key=lambda end: (end.node, end.port)))

    def _switch_ends(self) -> Iterator[CableEnd]:
        for cable in self.cables.values():
            if cable.between_switches:
                yield cable.a
            yield cable.b


class _Folder:
    """A directory for sockets, however deep: a longer path than sockets may have is shortened by way of /proc."""

    def __init__(self, folder: Path) -> None:
        """Make it. Raises BuildError."""
        self._folder = folder.absolute()
        try:
            self._folder.mkdir(mode=0o700, exist_ok=True)
            self._descriptor = os.open(self._folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        except OSError as error:
            raise BuildError(f"{folder}: {error.strerror}") from None

    def path(self, name: str) -> str:
        """The path of a socket in it; for processes of this user, as long as this process lives."""
        path = str(self._folder / name)
        if len(os.fsencode(path)) <= _PATH_BYTES:
            return path
        return f"/proc/{host_process_id()}/fd/{self._descriptor}/{name}"

    def forget(self, name: str) -> None:
        (self._folder / name).unlink(missing_ok=True)

    def remove(self) -> None:
        """Remove all of it. Idempotent."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1
        shutil.rmtree(self._folder, ignore_errors=True)
