# SPDX-License-Identifier: Apache-2.0
"""The ports of a NIC: carrier, administration, damping, and what follows from them and from peers' (endpoint §8).

```
            carrier lost                     carrier back, penalty at or below suppress_threshold
     UP ─────────────────► DOWN ────────────────────────────────────────────────────────────────► UP
      ▲                     ▲ │ carrier back, penalty above suppress_threshold
      │        carrier lost │ ▼
      └─────────────────── DAMPED      penalty below reuse_threshold, or max_suppress_time_ns over: UP
   any ⇄ DISABLED: the controller only
```
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from math import ceil, log2

from host_stack.config import NicConfig, PortOptions
from host_stack.errors import check_range
from host_stack.paths.probes import EvProber, OpenProbe
from host_stack.peers import PeerPlanes, PlaneState, PortStatus
from host_stack.queue_pair import QueuePair
from host_stack.transport.windows import PortMasks
from host_stack.unboxed import unboxed
from host_stack.wire.codecs import Builder
from host_stack.wire.frames import Packet
from host_stack.wire.headers import Erth
from host_stack.wire.options import PortStateCarriage

# --- Own ports -------------------------------------------------------------------------------------------------------


class PortState(Enum):
    """What a port is, to its NIC."""

    UP = "up"
    DOWN = "down"
    """No carrier."""
    DAMPED = "damped"
    """It has a carrier again, and has lost it too often lately."""
    DISABLED = "disabled"
    """The controller has taken it out of service."""


@dataclass(frozen=True, slots=True)
class PortReport:
    """One port, as the controller sees it.

    Attributes:
        port: its number.
        state: what it is now.
        carrier: whether its link is there; enabled: whether the controller lets it be used.
        penalty: of its flaps, decayed until now.
        downs: how often it has lost its carrier.
    """

    port: int
    state: PortState
    carrier: bool
    enabled: bool
    penalty: int
    downs: int


class _Port:
    __slots__ = ("carrier", "downs", "enabled", "penalty", "penalty_ns", "reuse_ns")

    def __init__(self) -> None:
        self.carrier = True
        self.enabled = True
        self.penalty = 0.0
        self.penalty_ns = 0
        self.reuse_ns: int | None = None
        self.downs = 0

    @property
    def state(self) -> PortState:
        if not self.enabled:
            return PortState.DISABLED
        if not self.carrier:
            return PortState.DOWN
        return PortState.UP if self.reuse_ns is None else PortState.DAMPED


class Ports(PortMasks):
    """All ports of one NIC. Bit p of ``up``: port p is UP; of ``leaving``: it has a carrier and is not UP."""

    __slots__ = ("_in_sacks", "_on_change", "_options", "_ports")

    def __init__(
        self, count: int, options: PortOptions, on_change: Callable[[int], None], *, in_sacks: bool = False
    ) -> None:
        """``count`` ports with a carrier, in service.

        ``on_change`` is told the time whenever ``up`` has changed; ``in_sacks``: SACKs say which are up.
        """
        everything = (1 << count) - 1
        super().__init__(everything, everything if in_sacks else 0)
        self._in_sacks = in_sacks
        self._options = options
        self._ports = [_Port() for _ in range(count)]
        self._on_change = on_change

    def set_carrier(self, port: int, up: bool, now_ns: int) -> None:
        """The link of a port went down, or is there again."""
        one = self._ports[port]
        if one.carrier is up:
            return
        one.carrier = up
        options = self._options
        if not up:
            one.downs += 1
            one.penalty = self._decayed(one, now_ns) + options.flap_penalty
            one.penalty_ns = now_ns
            one.reuse_ns = None
        elif self._decayed(one, now_ns) > options.suppress_threshold:
            half_lives = log2(self._decayed(one, now_ns) / options.reuse_threshold)
            decayed_ns = now_ns + ceil(half_lives * options.decay_half_life_ns)
            one.reuse_ns = min(decayed_ns, now_ns + options.max_suppress_time_ns)
        self._changed(now_ns)

    def set_enabled(self, port: int, enabled: bool, now_ns: int) -> None:
        """The controller takes a port out of service, or puts it back; carrier and penalty stay what they are."""
        self._ports[port].enabled = enabled
        self._changed(now_ns)

    def reports(self, now_ns: int) -> list[PortReport]:
        """Every port, by number."""
        return [
            PortReport(number, one.state, one.carrier, one.enabled, round(self._decayed(one, now_ns)), one.downs)
            for number, one in enumerate(self._ports)
        ]

    def next_ns(self) -> int | None:
        """When ``run`` must be called: the first damped port has been quiet for long enough."""
        return min((one.reuse_ns for one in self._ports if one.reuse_ns is not None), default=None)

    def run(self, now_ns: int) -> None:
        """Damped ports whose time has come are used again."""
        for one in self._ports:
            if one.reuse_ns is not None and one.reuse_ns <= now_ns:
                one.reuse_ns = None
        self._changed(now_ns)

    def _changed(self, now_ns: int) -> None:
        carriers = sum(1 << number for number, one in enumerate(self._ports) if one.carrier)
        up = sum(1 << number for number, one in enumerate(self._ports) if one.state is PortState.UP)
        self.leaving = carriers & ~up
        if up != self.up:
            self.up = up
            self.sack_mask = up if self._in_sacks else 0
            self._on_change(now_ns)

    def _decayed(self, one: _Port, now_ns: int) -> float:
        """The penalty now: halved every half-life."""
        if not one.penalty:
            return 0.0
        halved: float = one.penalty * 0.5 ** ((now_ns - one.penalty_ns) / self._options.decay_half_life_ns)
        return halved


# --- Own ports and those of peers ------------------------------------------------------------------------------------


@unboxed(bools="in_sacks")
class PortControl:
    """Ports, the planes towards each peer, and what peers are told.

    Attributes:
        in_sacks: peers learn the state of ports from SACKs, not from updates.
        masks: which ports are up, and what SACKs say of them.
        pending: peers that an update is to be sent to, or repeated for.
    """

    __slots__ = (
        "_config",
        "_counters",
        "_peers",
        "_ports",
        "_prober",
        "_schedule",
        "_status",
        "in_sacks",
        "masks",
        "pending",
    )

    def __init__(
        self,
        config: NicConfig,
        *,
        builder: Builder,
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
        self._ports = Ports(len(config.ports), config.port_options, self._on_ports, in_sacks=self.in_sacks)
        self.masks: PortMasks = self._ports
        self._status = PortStatus(
            config.address, len(config.ports), options=config.port_options, builder=builder, counters=counters
        )
        self.pending = self._status.pending

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
        peer.close_to(qp, now_ns)
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
        if peer is not None and peer.health.suspicious and peer.listen(now_ns):
            self._changed(now_ns)

    # --- Time -------------------------------------------------------------------------------------------------------

    def next(self, free: int, now_ns: int) -> tuple[int, bytes] | None:
        """(port, frame) of a port status update that is due, on a port whose bit is set in ``free``."""
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
            *(peer.next_ns() for peer in self._peers.values() if peer.probing),
        ]
        return min((at_ns for at_ns in times if at_ns is not None), default=None)

    def run(self, now_ns: int) -> None:
        """Whatever is due: damped ports, peers' words that came too fast, probes of planes."""
        self._ports.run(now_ns)
        self._status.run(now_ns)
        for peer in self._peers.values():
            peer.run(now_ns)
        self._schedule(self._next_ns(now_ns))
