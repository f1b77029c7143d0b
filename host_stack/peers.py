# SPDX-License-Identifier: Apache-2.0
"""What a NIC knows of its peers' ports: the planes towards each, and what updates say (wire-format §6.11, endpoint §8).

A plane carries traffic while the ports at both its ends are up (endpoint §8).

```
                    own port down                     own port up, and the peer's as far as told
   OPEN, TOLD, PROBED ───────────► CLOSED        CLOSED, TOLD ─────────────────────────────────► PROBED
   OPEN, PROBED ── the peer says that its port is down ──► TOLD
   OPEN ── nothing is heard of it, and of others is (``PlaneHealth``) ──► PROBED
   PROBED, TOLD ── plane_probe_successes EV probes in a row are answered ──► OPEN
```

No single report opens or closes a plane for good. A plane comes back when its probes are answered. A plane that the
peer reported down, but whose probes are answered, was never down. A plane that fell silent and then answers packets
that left before was slow, not down. A plane may carry probes and no data, because probes have another priority. So a
plane that fell silent, was opened by probes and falls silent again before it answers any data rests twice as long each
time.

A port status update is an endpoint request with the state of all ports, so that the newest says everything. It is never
retransmitted (wire-format §6.13): while a peer has not answered, another update with a new id says the same again, on
another plane.
"""

from collections import Counter
from collections.abc import Callable
from enum import Enum

from host_stack.config import PortOptions
from host_stack.paths.ev_set import EvSet
from host_stack.paths.plane_health import FEW, PlaneHealth
from host_stack.paths.probes import EvProber, OpenProbe, Purpose
from host_stack.queue_pair import QueuePair
from host_stack.transport.connection import TransportOptions
from host_stack.wire.codecs import Builder, control
from host_stack.wire.constants import ENDPOINT_QPN, EndpointOp
from host_stack.wire.frames import Packet
from host_stack.wire.headers import Erth, Opcode, tick

# --- Planes towards a peer -------------------------------------------------------------------------------------------

_PATIENT_PROBES = 7
"""Of a plane whose ports are up again: this many may stay unanswered before the interval begins to double,"""
_MOST_DOUBLINGS = 4
"""and it doubles this often."""
_MOST_RELAPSES = 8
"""A plane that carries probes and no data doubles its rest this many times: to 256 probe intervals and a half."""


class PlaneState(Enum):
    """What a plane towards one peer is."""

    OPEN = "open"
    CLOSED = "closed"
    """The own port is not up."""
    TOLD = "told"
    """The peer says that its port is not up."""
    PROBED = "probed"
    """Up at both ends, as far as is known, and to be proved."""


class _Plane:
    __slots__ = (
        "asked_ns",
        "due_ns",
        "failures",
        "probe",
        "proved_ns",
        "relapses",
        "silent",
        "state",
        "successes",
        "trusted_ns",
        "turn",
    )

    def __init__(self, state: PlaneState) -> None:
        self.state = state
        self.successes = 0
        self.failures = 0
        self.due_ns = 0
        self.asked_ns = 0
        self.probe: OpenProbe | None = None
        self.trusted_ns = 0
        self.turn = 0
        self.silent = False
        # When probes opened it last, and how often in a row no data was heard from then until it fell silent again.
        self.proved_ns = 0
        self.relapses = 0


class PeerPlanes:
    """Planes and queue pairs towards one peer.

    Attributes:
        address: the peer's inner address, 16 bytes.
        queue_pairs: those that are connected to it, by number.
        health: what they hear of each plane.
        announced: bit p: the peer's port p is up, as far as it has said.
        probing: whether a plane is to be probed.
    """

    __slots__ = (
        "_counters",
        "_ev_sets",
        "_local",
        "_options",
        "_planes",
        "_prober",
        "_suspect",
        "_transport",
        "address",
        "announced",
        "health",
        "probing",
        "queue_pairs",
    )

    def __init__(
        self,
        address: bytes,
        local: int,
        count: int,
        *,
        options: PortOptions,
        transport: TransportOptions,
        prober: EvProber,
        counters: Counter[str],
    ) -> None:
        """``count`` planes, of which those of the bits of ``local`` are up here; of the peer only good is known."""
        self.address = address
        self.queue_pairs: dict[int, QueuePair] = {}
        self.announced = (1 << count) - 1
        self.probing = False
        self._local = local
        self._options = options
        self._prober = prober
        self._counters = counters
        self._transport = transport
        self.health = PlaneHealth(count)
        self._suspect: set[int] = set()
        self._ev_sets: list[EvSet] = []
        self._planes = [
            _Plane(PlaneState.OPEN if local >> number & 1 else PlaneState.CLOSED) for number in range(count)
        ]

    def add(self, qp: QueuePair) -> None:
        """A queue pair has this peer from now on."""
        self.queue_pairs[qp.qpn] = qp
        if qp.evs is not None:
            qp.evs.health = self.health
            qp.evs.fellows = self._ev_sets
            self._ev_sets.append(qp.evs)
        if qp.reverse is not None:
            qp.reverse.suspect = self._suspect

    def remove(self, qp: QueuePair) -> None:
        """A queue pair has ended."""
        if self.queue_pairs.pop(qp.qpn, None) is not None and qp.evs in self._ev_sets:
            self._ev_sets.remove(qp.evs)

    # --- Questions --------------------------------------------------------------------------------------------------

    def states(self) -> tuple[PlaneState, ...]:
        """Of every plane, by number."""
        return tuple(plane.state for plane in self._planes)

    def closed_to(self, planes: int) -> int:
        """Bit p: of a queue pair that uses ``planes`` (as bits), plane p is closed.

        A queue pair with no open plane uses what may be: those that are to be proved, or else those that only the peer
        says are down.
        """
        everything = (1 << len(self._planes)) - 1
        for state in (PlaneState.OPEN, PlaneState.PROBED, PlaneState.TOLD):
            usable = sum(1 << number for number, plane in enumerate(self._planes) if plane.state is state)
            if usable & planes:
                return everything & ~usable
        return everything

    # --- Ports ------------------------------------------------------------------------------------------------------

    def set_local(self, up: int, now_ns: int) -> None:
        """The own ports of the bits of ``up`` are up, the others are not."""
        self._local = up
        self._review(now_ns)

    def hear(self, up: int, now_ns: int) -> None:
        """The peer says that its ports of the bits of ``up`` are up, and that the others are not."""
        for number, plane in enumerate(self._planes):
            if not up >> number & 1 and plane.trusted_ns > now_ns:
                up |= 1 << number  # it was said before, and was not so
        self.announced = up & (1 << len(self._planes)) - 1
        self._review(now_ns)

    def _review(self, now_ns: int) -> None:
        for number, plane in enumerate(self._planes):
            before = plane.state
            if not self._local >> number & 1:
                if plane.state is not PlaneState.CLOSED:
                    plane.state = PlaneState.CLOSED
                    self._give_up(plane)
            elif not self.announced >> number & 1:
                if plane.state in (PlaneState.OPEN, PlaneState.CLOSED):
                    plane.successes = plane.failures = 0
                    plane.due_ns = now_ns + self._options.plane_probe_interval_ns
                plane.state = PlaneState.TOLD
            elif plane.state in (PlaneState.CLOSED, PlaneState.TOLD):
                if plane.state is PlaneState.CLOSED:
                    plane.successes = 0
                plane.failures = 0
                plane.due_ns = now_ns
                plane.state = PlaneState.PROBED
            plane.silent = plane.silent and plane.state is before
        self.apply(now_ns)

    def apply(self, now_ns: int) -> None:
        """The state of a plane has changed: tell every queue pair which planes are closed to it."""
        self.probing = any(map(_probed, self._planes))
        for qp in list(self.queue_pairs.values()):
            self.close_to(qp, now_ns)

    def close_to(self, qp: QueuePair, now_ns: int) -> None:
        """Tell a queue pair which planes are closed to it."""
        qp.close_planes(self.closed_to(qp.plane_mask), now_ns)

    # --- Silence ----------------------------------------------------------------------------------------------------

    def listen(self, now_ns: int) -> bool:
        """Reports have come in: leave planes that have fallen silent to probes, and use those again that were slow.

        Returns:
            Whether a plane has opened or closed.
        """
        changed = False
        self.health.suspicious = False
        for number, plane in enumerate(self._planes):
            if plane.silent and self.health.heard_again(number):
                self._counters["plane.slow"] += 1
                self._open(plane)
                changed = True
        for number in self.health.fallen(self._in_use, self._patience_ns(), now_ns):
            plane = self._planes[number]
            self._counters["plane.silent"] += 1
            plane.state = PlaneState.PROBED
            plane.silent = True
            plane.successes = plane.failures = 0
            plane.due_ns = now_ns
            if plane.proved_ns and not self.health.heard_since(number, plane.proved_ns):
                plane.relapses = min(plane.relapses + 1, _MOST_RELAPSES)
                plane.due_ns += self._options.plane_probe_interval_ns * 3 // 2 << plane.relapses
            else:
                plane.relapses = 0
            changed = True
        if changed:
            self.apply(now_ns)
        return changed

    def _in_use(self, number: int) -> int:
        """How many EVs of an open plane are active, as far as it matters; 0 of one that is not open."""
        if self._planes[number].state is not PlaneState.OPEN:
            return 0
        active: set[int] = set()
        for qp in self.queue_pairs.values():
            if qp.evs is not None:
                active.update(entry.entropy for entry in qp.evs.in_plane(number) if entry.active)
            if len(active) >= FEW:
                break
        return len(active)

    def _patience_ns(self) -> int:
        """Half a round trip more than the longest of late, but no longer than after which a packet counts as lost."""
        options = self._transport
        longest_ns = max(
            (
                qp.requestor.state.losses.trips.patience_ns
                for qp in self.queue_pairs.values()
                if qp.requestor is not None
            ),
            default=options.base_rtt_ns,
        )
        return min(longest_ns + (options.base_rtt_ns >> 1), options.reorder_ns)

    # --- Probes -----------------------------------------------------------------------------------------------------

    def next_ns(self) -> int | None:
        """When ``run`` must be called; None while no plane is to be probed."""
        return min((plane.due_ns for plane in self._planes if _probed(plane)), default=None)

    def run(self, now_ns: int) -> None:
        """Probe the planes whose turn it is; a probe that has not been answered by the next one has failed."""
        for number, plane in enumerate(self._planes):
            if not _probed(plane) or plane.due_ns > now_ns:
                continue
            probe = plane.probe
            if probe is not None and not probe.answered:
                plane.successes = 0
                plane.failures += 1
                self._give_up(plane)
            patient = 0 if plane.state is PlaneState.TOLD else _PATIENT_PROBES
            doublings = min(max(0, plane.failures - patient), _MOST_DOUBLINGS)
            # An answer takes a round trip, which the interval may be, and a frame or two in front of it.
            plane.due_ns = now_ns + (self._options.plane_probe_interval_ns * 3 // 2 << doublings)
            plane.asked_ns = now_ns
            plane.probe = self._ask(number)

    def _ask(self, number: int) -> OpenProbe | None:
        """Probe a plane on one of its EVs, each time another; None if no queue pair has one.

        If some of its EVs may be dead and others not, an EV that has answered is asked again.
        """
        plane = self._planes[number]
        for qp in self.queue_pairs.values():
            entries = qp.evs.in_plane(number) if qp.evs is not None else []
            if entries:
                if not (plane.silent and plane.successes):
                    plane.turn += 1
                probe = OpenProbe(0, self.address, entries[plane.turn % len(entries)], Purpose.RETURN)
                self._prober.ask(probe)
                return probe
        return None

    def on_answer(self, probe: OpenProbe, now_ns: int) -> None:
        """A probe of ``run`` has been answered."""
        number = probe.entry.plane
        plane = self._planes[number]
        if plane.probe is not probe or not _probed(plane):
            return
        plane.failures = 0
        plane.successes += 1
        plane.due_ns = max(now_ns, plane.asked_ns + self._options.plane_probe_interval_ns)
        if plane.successes < self._options.plane_probe_successes:
            return
        if plane.state is PlaneState.TOLD:
            self._counters["port_status.contradicted"] += 1
            self.announced |= 1 << number
            plane.trusted_ns = now_ns + self._options.max_suppress_time_ns
        plane.probe = None
        plane.proved_ns = now_ns if plane.silent else 0
        self._open(plane)
        self.apply(now_ns)

    def _open(self, plane: _Plane) -> None:
        plane.state = PlaneState.OPEN
        plane.silent = False
        self._give_up(plane)

    def _give_up(self, plane: _Plane) -> None:
        if plane.probe is not None:
            self._prober.give_up(plane.probe)
            plane.probe = None


def _probed(plane: _Plane) -> bool:
    return plane.state in (PlaneState.PROBED, PlaneState.TOLD)


# --- Port status updates ---------------------------------------------------------------------------------------------

_STALE_IDS = 64
"""A request id at most this much older than the newest one heard has been overtaken,"""
_STALE_INTERVALS = 8
"""if it comes within this many retry intervals of it; later, the peer has begun to count anew."""


class _Conversation:
    """With one peer: what it is to be told, and what it has said.

    Attributes:
        mask: of the last update for it; sent: how often it left; due_ns: when it is to leave next.
        ids: of the updates with this mask that left.
        heard_id, heard_ns: request id and time of the newest update from it; -1: none.
        heard: the newest mask that waits to take effect; quiet_ns: not before then.
    """

    __slots__ = ("due_ns", "heard", "heard_id", "heard_ns", "ids", "mask", "quiet_ns", "sent")

    def __init__(self, mask: int) -> None:
        self.mask = mask
        self.sent = 0
        self.due_ns = 0
        self.ids: set[int] = set()
        self.heard_id = -1
        self.heard_ns = -1
        self.heard: int | None = None
        self.quiet_ns = 0


class PortStatus:
    """The conversations of one NIC about ports, one per peer that it has queue pairs with.

    Attributes:
        pending: peers that an update is to be sent to, or repeated for.
    """

    __slots__ = (
        "_address", "_builder", "_counters", "_everything", "_hasty", "_next_id", "_options", "_rows", "pending",
    )  # fmt: skip

    def __init__(
        self, address: bytes, ports: int, *, options: PortOptions, builder: Builder, counters: Counter[str]
    ) -> None:
        """``address``: the NIC's own; ``ports``: how many it has."""
        self._address = address
        self._everything = (1 << ports) - 1
        self._options = options
        self._builder = builder
        self._counters = counters
        self._next_id = 0
        self._rows: dict[bytes, tuple[PeerPlanes, _Conversation]] = {}
        self.pending: set[bytes] = set()
        # Peers whose newest word waits until it takes effect.
        self._hasty: set[bytes] = set()

    # --- Peers ------------------------------------------------------------------------------------------------------

    def add(self, peer: PeerPlanes) -> None:
        """A new peer, which takes every port for up."""
        self._rows[peer.address] = (peer, _Conversation(self._everything))

    def remove(self, peer: PeerPlanes) -> None:
        """The last queue pair to a peer has ended."""
        del self._rows[peer.address]
        self.pending.discard(peer.address)
        self._hasty.discard(peer.address)

    # --- Telling ----------------------------------------------------------------------------------------------------

    def tell(self, peer: PeerPlanes, mask: int, now_ns: int) -> None:
        """``peer`` is to know that the ports of the bits of ``mask`` are up and the others are not."""
        _, row = self._rows[peer.address]
        if row.mask != mask:
            row.mask, row.sent, row.due_ns = mask, 0, now_ns
            row.ids.clear()
            self.pending.add(peer.address)

    def due(self, now_ns: int) -> bool:
        """Whether an update is to be sent now."""
        return any(self._rows[address][1].due_ns <= now_ns for address in self.pending)

    def next(self, free: int, now_ns: int) -> tuple[int, bytes] | None:
        """(port, frame) of an update that is due, on a port whose bit is set in ``free``."""
        for address in sorted(self.pending):
            peer, row = self._rows[address]
            if row.due_ns > now_ns:
                continue
            if row.sent > self._options.port_status_retries:
                self.pending.discard(address)
                self._counters["port_status.unanswered"] += 1
                continue
            sent = self._update(peer, row, free, now_ns)
            if sent is not None:
                return sent
        return None

    def _update(self, peer: PeerPlanes, row: _Conversation, free: int, now_ns: int) -> tuple[int, bytes] | None:
        for qp in peer.queue_pairs.values():
            entry = qp.reverse.choose(free) if qp.reverse is not None else None
            if entry is None:
                continue
            request_id = self._next_id
            self._next_id = request_id + 1 & 0xFFFF
            row.ids.add(request_id)
            row.due_ns = now_ns + (self._options.port_status_retry_ns << row.sent)
            row.sent += 1
            self._counters["port_status.sent"] += 1
            return entry.plane, control(
                self._builder,
                port=entry.plane,
                outer_addresses=entry.outer_addresses,
                inner_addresses=self._address + peer.address,
                entropy=entry.entropy,
                opcode=Opcode.ENDPOINT_REQUEST,
                dest_qpn=ENDPOINT_QPN,
                psn=request_id,
                headers=(Erth(EndpointOp.PORT_STATUS, tick(now_ns), row.mask),),
            )
        return None

    def on_response(self, packet: Packet) -> None:
        """A peer has answered an update: it need not be repeated, if it is still what the peer is to know."""
        found = self._rows.get(packet.source)
        if found is None or packet.bth.psn & 0xFFFF not in found[1].ids:
            self._counters["drop.port_status_response"] += 1
            return
        row = found[1]
        self.pending.discard(packet.source)
        row.ids.clear()
        self._counters["port_status.answered"] += 1

    # --- Hearing ----------------------------------------------------------------------------------------------------

    def on_request(
        self, packet: Packet, erth: Erth, now_ns: int, answer: Callable[[Packet, Erth], tuple[int, bytes] | None]
    ) -> tuple[int, bytes] | None:
        """An update of a peer: the (port, frame) of ``answer``, or None (and counted) if it is not valid."""
        found = self._rows.get(packet.source)
        if found is None:
            self._counters["drop.port_status_unknown_peer"] += 1
            return None
        _, row = found
        mask = erth.port_mask & self._everything
        if not mask:
            # A peer that can send has a port.
            self._counters["drop.port_status_empty"] += 1
            return None
        request_id = packet.bth.psn & 0xFFFF
        recent = now_ns - row.heard_ns < _STALE_INTERVALS * self._options.port_status_retry_ns
        if row.heard_id >= 0 and recent and 0 < (row.heard_id - request_id & 0xFFFF) <= _STALE_IDS:
            self._counters["drop.port_status_stale"] += 1
        else:
            row.heard_id, row.heard_ns = request_id, now_ns
            self._counters["port_status.received"] += 1
            self.heard(packet.source, mask, now_ns)
        return answer(packet, erth)

    def heard(self, source: bytes, mask: int, now_ns: int) -> None:
        """A peer has said which of its ports are up; what it says too fast takes effect later, the newest of it."""
        found = self._rows.get(source)
        if found is None:
            return
        peer, row = found
        if now_ns < row.quiet_ns:
            row.heard = mask
            self._hasty.add(source)
            return
        row.heard = None
        self._hasty.discard(source)
        if mask != peer.announced:
            row.quiet_ns = now_ns + self._options.plane_probe_interval_ns
            peer.hear(mask, now_ns)

    # --- Time -------------------------------------------------------------------------------------------------------

    def next_ns(self, now_ns: int) -> int | None:
        """When ``run`` must be called, or ``next`` asked, after now: an update that is due waits for a port."""
        times = [self._rows[address][1].quiet_ns for address in self._hasty]
        times += [at_ns for address in self.pending if (at_ns := self._rows[address][1].due_ns) > now_ns]
        return min(times, default=None)

    def run(self, now_ns: int) -> None:
        """What was said too fast takes effect."""
        for source in [each for each in self._rows if each in self._hasty]:
            _, row = self._rows.get(source, (None, None))
            if row is not None and row.heard is not None and row.quiet_ns <= now_ns:
                self.heard(source, row.heard, now_ns)
