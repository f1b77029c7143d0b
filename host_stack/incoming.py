# SPDX-License-Identifier: Apache-2.0
"""What becomes of a frame that arrives: it is for a queue pair or for the NIC itself, or it is dropped and counted."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from host_stack.config import NicConfig
from host_stack.endpoint import Endpoint
from host_stack.port_control import PortControl
from host_stack.qp_state import QpState
from host_stack.queue_pair import QueuePair
from host_stack.scheduler import Scheduler
from host_stack.wakeups import Wakeups
from host_stack.wire.bth import same_partition
from host_stack.wire.codec import Seth
from host_stack.wire.constants import ENDPOINT_QPN
from host_stack.wire.opcodes import Recipient
from host_stack.wire.parse import Drop, DropReason, FrameParser, Packet

# Members that are asked for with every packet, looked up once.
_ENDPOINT: Final = Recipient.ENDPOINT
_RESPONDER: Final = Recipient.RESPONDER


class Incoming:
    """The way in of one NIC."""

    __slots__ = (
        "_answered",
        "_counters",
        "_endpoint",
        "_macs",
        "_parser",
        "_pkey",
        "_ports",
        "_queue_pairs",
        "_scheduler",
        "_wakeups",
    )

    def __init__(
        self,
        config: NicConfig,
        links: Sequence[bytes],
        queue_pairs: Mapping[int, QueuePair],
        *,
        endpoint: Endpoint,
        ports: PortControl,
        scheduler: Scheduler,
        wakeups: Wakeups,
        answered: Callable[[QueuePair], None],
        counters: Counter[str],
    ) -> None:
        """``links``: the Ethernet header of each port; ``answered`` is told when a requestor has had an answer."""
        self._macs = [link[6:12] for link in links]
        self._parser = FrameParser(config.wire, config.address)
        self._pkey = config.wire.pkey
        self._queue_pairs = queue_pairs
        self._endpoint = endpoint
        self._ports = ports
        self._scheduler = scheduler
        self._wakeups = wakeups
        self._answered = answered
        self._counters = counters

    def receive(self, port: int, frame: bytes, now_ns: int) -> None:
        """A frame arrived on a port of the NIC. Never raises on its bytes."""
        counters = self._counters
        if frame[:6] != self._macs[port]:
            counters["drop.wrong_mac"] += 1
            return
        packet = self._parser.parse(frame)
        if isinstance(packet, Drop):
            self._drop(packet.reason)
            return
        if not same_partition(packet.bth.pkey, self._pkey):
            counters["drop.pkey"] += 1
            return
        qpn, recipient = packet.bth.dest_qpn, packet.kind.recipient
        endpoint = recipient is _ENDPOINT
        if (qpn == ENDPOINT_QPN) is not endpoint:
            counters["drop.endpoint_qpn"] += 1
            return
        if endpoint:
            answer = self._endpoint.receive(packet, port, now_ns)
            if answer is not None:
                self._scheduler.queue_answer(*answer, now_ns)
            return
        qp = self._queue_pairs.get(qpn)
        if qp is None:
            counters["drop.unknown_qpn"] += 1
        elif not qp.receives and qp.state is not QpState.ERROR:
            counters["drop.qp_state"] += 1
        elif packet.source != qp.peer_address:
            counters["drop.wrong_peer"] += 1
        elif not qp.receives:
            self._to_failed(qp, packet)
        elif recipient is _RESPONDER:
            self._to_responder(qp, packet, now_ns)
        else:
            self._to_requestor(qp, packet, now_ns)

    def _to_responder(self, qp: QueuePair, packet: Packet, now_ns: int) -> None:
        responder, probing = qp.responder, qp.probing
        assert responder is not None, "a queue pair in RTR has a responder"
        assert probing is not None, "a queue pair in RTR has a schedule of probes"
        if responder.failed:
            self._to_failed(qp, packet)
            return
        if not packet.kind.data:
            self._drop(responder.on_control(packet, now_ns))
        else:
            responder.on_data(packet, now_ns)
            if qp.reverse is not None:
                qp.reverse.heard(now_ns)
        # Who only asks, because nothing of a full window is reported, needs a way back as much as who sends.
        probing.received_ns = now_ns
        self._wakeups.on_data(qp, now_ns)
        if len(responder.answers):
            self._scheduler.queue_control(qp)

    def _to_failed(self, qp: QueuePair, packet: Packet) -> None:
        """A packet for a queue pair in ERROR, or on its way there: who asks is told the reason again."""
        self._counters["drop.qp_state"] += 1
        if packet.kind.recipient is _RESPONDER and qp.responder is not None and qp.responder.answer_failed(packet):
            self._scheduler.queue_control(qp)

    def _to_requestor(self, qp: QueuePair, packet: Packet, now_ns: int) -> None:
        if qp.requestor is None:
            self._counters["drop.qp_state"] += 1
            return
        dropped = qp.on_answer(packet, now_ns)
        self._drop(dropped)
        if self._ports.in_sacks and dropped is None and isinstance(seth := packet.control[0], Seth):
            self._ports.on_sack(packet.source, seth.port_mask, now_ns)
        self._ports.listen(packet.source, now_ns)
        self._answered(qp)

    def _drop(self, reason: DropReason | None) -> None:
        if reason is not None:
            self._counters["drop." + reason.value] += 1
