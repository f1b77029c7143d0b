# SPDX-License-Identifier: Apache-2.0
"""Port status updates: telling peers which ports are up, and hearing it from them (wire-format §6.11, endpoint §8).

An update is an endpoint request with the state of all ports, so that the newest says everything. It is never
retransmitted (wire-format §6.13): while a peer has not answered, another update with a new id says the same again, on
another plane.
"""

from collections import Counter
from collections.abc import Callable

from host_stack.peer_planes import PeerPlanes
from host_stack.port_options import PortOptions
from host_stack.wire.build import FrameBuilder
from host_stack.wire.codec import Erth
from host_stack.wire.constants import ENDPOINT_QPN, EndpointOp
from host_stack.wire.opcodes import Opcode
from host_stack.wire.parse import Packet
from host_stack.wire.timestamps import tick

_STALE_IDS = 64
"""A request id at most this much older than the newest one heard has been overtaken,"""
_STALE_INTERVALS = 8
"""if it comes within so many retry intervals of it; later, the peer has begun to count anew."""


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

    __slots__ = ("_address", "_builder", "_counters", "_everything", "_next_id", "_options", "_rows", "pending")

    def __init__(
        self, address: bytes, ports: int, *, options: PortOptions, builder: FrameBuilder, counters: Counter[str]
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

    # --- Peers ------------------------------------------------------------------------------------------------------

    def add(self, peer: PeerPlanes) -> None:
        """A new peer, which takes every port for up."""
        self._rows[peer.address] = (peer, _Conversation(self._everything))

    def remove(self, peer: PeerPlanes) -> None:
        """The last queue pair to a peer has ended."""
        del self._rows[peer.address]
        self.pending.discard(peer.address)

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
            return entry.plane, self._builder.control(
                port=entry.plane,
                outer_addresses=entry.outer_addresses,
                inner_addresses=self._address + peer.address,
                entropy=entry.entropy,
                opcode=Opcode.ENDPOINT_REQUEST,
                dest_qpn=ENDPOINT_QPN,
                psn=request_id,
                body=Erth(EndpointOp.PORT_STATUS, tick(now_ns), row.mask).pack(),
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
        """An update of a peer: the (port, frame) of ``answer``, or None (and counted) if it is nobody's or nonsense."""
        found = self._rows.get(packet.source)
        if found is None:
            self._counters["drop.port_status_unknown_peer"] += 1
            return None
        _, row = found
        mask = erth.port_mask & self._everything
        if not mask:
            # Whoever can send has a port.
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
            return
        row.heard = None
        if mask != peer.told:
            row.quiet_ns = now_ns + self._options.plane_probe_interval_ns
            peer.hear(mask, now_ns)

    # --- Time -------------------------------------------------------------------------------------------------------

    def next_ns(self, now_ns: int) -> int | None:
        """When ``run`` must be called, or ``next`` asked, after now: an update that is due waits for a port."""
        times = [row.quiet_ns for _, row in self._rows.values() if row.heard is not None]
        times += [at_ns for address in self.pending if (at_ns := self._rows[address][1].due_ns) > now_ns]
        return min(times, default=None)

    def run(self, now_ns: int) -> None:
        """What was said too fast takes effect."""
        for source, (_, row) in list(self._rows.items()):
            if row.heard is not None and row.quiet_ns <= now_ns:
                self.heard(source, row.heard, now_ns)
