# SPDX-License-Identifier: Apache-2.0
"""What a NIC makes of the state of ports: its own, and those of its peers (endpoint §8)."""

from collections import Counter
from collections.abc import Callable

from host_stack.config import NicConfig
from host_stack.paths.ev_probes import EvProber, OpenProbe
from host_stack.peer_planes import PeerPlanes, PlaneState
from host_stack.port_status import PortStatus
from host_stack.ports import PortReport, Ports
from host_stack.queue_pair import QueuePair
from host_stack.wire.build import FrameBuilder
from host_stack.wire.codec import Erth
from host_stack.wire.options import PortStateCarriage
from host_stack.wire.parse import Packet
from host_stack.wire.ranges import check_range


class PortControl:
    """Ports, the planes towards each peer, and what peers are told.

    Attributes:
        in_sacks: peers learn the state of ports from SACKs, not from updates.
    """

    __slots__ = ("_config", "_counters", "_peers", "_ports", "_prober", "_schedule", "_status", "in_sacks")

    def __init__(
        self,
        config: NicConfig,
        *,
        builder: FrameBuilder,
        prober: EvProber,
        counters: Counter[str],
        schedule: Callable[[int | None], None],
    ) -> None:
        """``schedule`` is told when ``run`` must be called, and ``transmit`` asked; None: not for now."""
        self._config = config
        self._schedule = schedule
        self.in_sacks = config.wire.port_state is PortStateCarriage.SACK_BITMAP
        self._prober = prober
        self._counters = counters
        self._peers: dict[bytes, PeerPlanes] = {}
        self._ports = Ports(len(config.ports), config.port_options, self._on_ports)
        self._status = PortStatus(
            config.address, len(config.ports), options=config.port_options, builder=builder, counters=counters
        )

    # --- Queue pairs ------------------------------------------------------------------------------------------------

    def connect(self, qp: QueuePair, now_ns: int) -> None:
        """A queue pair has a peer from now on."""
        peer = self._peers.get(qp.peer_address)
        if peer is None:
            peer = self._peers[qp.peer_address] = PeerPlanes(
                qp.peer_address,
                self.up,
                len(self._config.ports),
                options=self._config.port_options,
                prober=self._prober,
                counters=self._counters,
                transport=self._config.transport,
            )
            self._status.add(peer)
        peer.add(qp)
        self._tell(peer, now_ns)
        peer.apply(now_ns)
        self._changed(now_ns)

    def disconnect(self, qp: QueuePair) -> None:
        """A queue pair has ended; with the last one to a peer, what is known of its ports is forgotten."""
        peer = self._peers.get(qp.peer_address)
        if peer is None or qp.qpn not in peer.queue_pairs:
            return
        peer.remove(qp)
        if not peer.queue_pairs:
            del self._peers[qp.peer_address]
            self._status.remove(peer)

    # --- Ports ------------------------------------------------------------------------------------------------------

    @property
    def up(self) -> int:
        """Bit p: port p is up."""
        return self._ports.up

    @property
    def leaving(self) -> int:
        """Bit p: port p has a carrier, and is not to be used: it is out of service, or damped."""
        return self._ports.leaving

    @property
    def sack_mask(self) -> int:
        """What SACKs say of the ports: bit p, port p is up; 0 if they say nothing."""
        return self._ports.up if self.in_sacks else 0

    def set_carrier(self, port: int, up: bool, now_ns: int) -> None:
        """The link of a port is gone, or is there again.

        Nothing is sent by a port whose link is gone, what was on its way there is sent again on other planes, and peers
        are told. The last port to go fails nothing at once: retries run, and a port may come back before they end.

        Raises:
            ConfigError: there is no such port.
        """
        self._check(port)
        self._ports.set_carrier(port, up, now_ns)
        self._changed(now_ns)

    def set_enabled(self, port: int, enabled: bool, now_ns: int) -> None:
        """The controller takes a port out of service, or puts it back (endpoint §8); peers are told.

        What arrives by a port that is out of service is still taken, so that nothing is lost.

        Raises:
            ConfigError: there is no such port.
        """
        self._check(port)
        self._ports.set_enabled(port, enabled, now_ns)
        self._changed(now_ns)

    def reports(self, now_ns: int) -> list[PortReport]:
        """Every port: its state, and why."""
        return self._ports.reports(now_ns)

    def plane_states(self, peer: bytes) -> tuple[PlaneState, ...]:
        """Of every plane towards a peer (16-byte inner address) that there is a queue pair to; else none."""
        planes = self._peers.get(peer)
        return () if planes is None else planes.states()

    def _check(self, port: int) -> None:
        check_range("port", port, 0, len(self._config.ports) - 1)

    def _on_ports(self, now_ns: int) -> None:
        for peer in list(self._peers.values()):
            self._tell(peer, now_ns)
            peer.set_local(self.up, now_ns)

    def _tell(self, peer: PeerPlanes, now_ns: int) -> None:
        if self.up and not self.in_sacks:
            self._status.tell(peer, self.up, now_ns)

    def on_request(self, packet: Packet, erth: Erth, now_ns: int) -> tuple[int, bytes] | None:
        """A peer's port status update: the (port, frame) that answers it, or None."""
        answer = self._status.on_request(packet, erth, now_ns, self._prober.response)
        self._changed(now_ns)
        return answer

    def on_response(self, packet: Packet, now_ns: int) -> None:
        """A peer's answer to an update."""
        self._status.on_response(packet)
        self._changed(now_ns)

    def on_sack(self, peer: bytes, mask: int, now_ns: int) -> None:
        """A SACK of a peer had this bitmap of its ports (``PortStateCarriage.SACK_BITMAP``); 0 says nothing."""
        if mask:
            self._status.heard(peer, mask & (1 << len(self._config.ports)) - 1, now_ns)
            self._changed(now_ns)

    def on_probe_answer(self, probe: OpenProbe, now_ns: int) -> None:
        """A probe of a plane has been answered."""
        peer = self._peers.get(probe.peer)
        if peer is not None:
            peer.on_answer(probe, now_ns)
            self._changed(now_ns)

    # --- Silence ----------------------------------------------------------------------------------------------------

    def listen(self, address: bytes, now_ns: int) -> None:
        """A peer has reported what has arrived: has a plane towards it fallen silent?"""
        peer = self._peers.get(address)
        if peer is not None and peer.silence.suspicious and peer.listen(now_ns):
            self._changed(now_ns)

    # --- Time -------------------------------------------------------------------------------------------------------

    def next(self, free: int, now_ns: int) -> tuple[int, bytes] | None:
        """(port, frame) of a port status update that is due, on a port whose bit is set in ``free``."""
        if not self._status.pending:
            return None
        sent = self._status.next(free, now_ns)
        self._schedule(self._next_ns(now_ns))
        return sent

    def _changed(self, now_ns: int) -> None:
        """What is to be sent now is asked for now."""
        self._schedule(now_ns if self._status.due(now_ns) else self._next_ns(now_ns))

    def _next_ns(self, now_ns: int) -> int | None:
        """What is due and waits for a port needs no timer: ``next`` is asked when a port is free."""
        times = [
            self._ports.next_ns(),
            self._status.next_ns(now_ns),
            *(peer.next_ns() for peer in self._peers.values()),
        ]
        return min((at_ns for at_ns in times if at_ns is not None), default=None)

    def run(self, now_ns: int) -> None:
        """Whatever is due: damped ports, peers' words that came too fast, probes of planes."""
        self._ports.run(now_ns)
        self._status.run(now_ns)
        for peer in self._peers.values():
            peer.run(now_ns)
        self._schedule(self._next_ns(now_ns))
