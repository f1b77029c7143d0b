# SPDX-License-Identifier: Apache-2.0
"""Cables that are Unix sockets, where neither root nor user namespaces are to be had: one process relays all frames.

Switches listen at `unix:` ports (`p4soft.switch.ports.unix`), NICs inherit one end of a pair of sockets for each
of their ports, and the relay has the other ends. All processes are bound to the life of their
parent: nothing else ends them with it.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from typing_extensions import override

from fabric.errors import BuildError
from fabric.live.cables.cabling import Cable, Cabling, Station
from fabric.live.cables.tc import CableEnd
from fabric.live.child_lifetime import bound_to_parent
from fabric.live.messages import (
    Carrier,
    Counted,
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
from fabric.live.namespaces import host_process_id
from fabric.live.processes import Child, NicClient
from fabric.live.protocol import Done
from p4soft.targets.links import UNIX_PREFIX

_PATH_BYTES = 100
"""Of a socket's path, with room for its name (unix(7) has 107)."""
_TAPS = "taps"


class SocketCables(Cabling):
    """Cables in user space."""

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
            command = [*bound_to_parent(os.getpid()), sys.executable, "-m", "fabric.live.cables.relay"]
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
        for end in self._switch_ends():  # everybody is connected, and nobody else shall be
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
        """Whoever uses the pairs has inherited them."""
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
        """Of a socket in it; for processes of this user, as long as this one lives."""
        path = str(self._folder / name)
        if len(os.fsencode(path)) <= _PATH_BYTES:
            return path
        return f"/proc/{host_process_id()}/fd/{self._descriptor}/{name}"

    def forget(self, name: str) -> None:
        """Remove a socket's file; who is connected stays so."""
        (self._folder / name).unlink(missing_ok=True)

    def remove(self) -> None:
        """Remove all of it. Idempotent."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1
        shutil.rmtree(self._folder, ignore_errors=True)
