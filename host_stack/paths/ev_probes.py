# SPDX-License-Identifier: Apache-2.0
"""EV probes: connectionless endpoint operations that ask whether a path works (wire-format §6.13, endpoint §6.2).

Request: ERTH op 1 to QP 0x2, BTH.PSN[15:0] = request id, sent on the EV in question. Response: EETH, on the control
class, sent back on the same EV value (same plane, same T1), which fails together with the path it answers for.
Nothing is retransmitted: an answer that does not come is a failed probe.
"""

from collections import Counter
from dataclasses import dataclass
from enum import Enum

from host_stack.config import NicConfig
from host_stack.paths.ev import PathTemplate, plane_of
from host_stack.paths.ev_set import EvEntry
from host_stack.transport.qp_frames import TrafficClasses, tick
from host_stack.wire.build import FrameBuilder
from host_stack.wire.codec import Bth, BthCodec, Eeth, Erth, eeth_codec
from host_stack.wire.constants import ENDPOINT_QPN, EndpointOp, Opcode
from host_stack.wire.parse import Packet


class Purpose(Enum):
    """Why an EV is probed."""

    REVIVE = "revive"
    """It is ASSUMED_BAD."""
    REVERSE = "reverse"
    """It may become its plane's reverse EV."""


@dataclass(slots=True, eq=False)
class OpenProbe:
    """A probe.

    Attributes:
        qpn, peer: queue pair it is sent for, and the 16-byte address it goes to.
        entry: EV in question.
        purpose: why.
        request_id: BTH.PSN[15:0]; set when its frame is made.
        answered: whether the response has come.
    """

    qpn: int
    peer: bytes
    entry: EvEntry
    purpose: Purpose
    request_id: int = -1
    answered: bool = False


class EvProber:
    """Builds EV probe requests and responses, and matches responses with requests."""

    __slots__ = (
        "_bth",
        "_builder",
        "_classes",
        "_config",
        "_counters",
        "_eeth",
        "_links",
        "_next_id",
        "_open",
        "_templates",
    )

    def __init__(
        self,
        config: NicConfig,
        builder: FrameBuilder,
        links: tuple[bytes, ...],
        classes: TrafficClasses,
        counters: Counter[str],
    ) -> None:
        self._config = config
        self._builder = builder
        self._links = links
        self._classes = classes
        self._counters = counters
        self._bth = BthCodec(config.wire.bth_flag_order)
        self._eeth, _ = eeth_codec(config.wire.eeth_op_bits)
        self._open: dict[int, OpenProbe] = {}
        self._next_id = 0
        self._templates: dict[bytes, PathTemplate | None] = {}

    def request(self, probe: OpenProbe, now_ns: int) -> bytes:
        """The request frame of a new probe."""
        probe.request_id = self._next_id
        self._next_id = self._next_id + 1 & 0xFFFF
        self._open[probe.request_id] = probe
        self._counters["ev_probe.sent"] += 1
        return self._frame(
            probe.entry.plane,
            outer=probe.entry.outer_addresses,
            peer=probe.peer,
            ev=probe.entry.value,
            bth=Bth(Opcode.ENDPOINT_REQUEST, ENDPOINT_QPN, probe.request_id, pkey=self._config.wire.pkey),
            body=Erth(EndpointOp.EV_PROBE, tick(now_ns)).pack(),
        )

    def give_up(self, probe: OpenProbe) -> None:
        """Stop waiting for a probe that has not been answered."""
        if self._open.get(probe.request_id) is probe:
            del self._open[probe.request_id]
            self._counters["ev_probe.unanswered"] += 1

    def answer(self, packet: Packet, eeth: Eeth) -> OpenProbe | None:
        """The probe a response belongs to, now closed; None (and counted) if it matches none."""
        probe = self._open.get(packet.bth.psn & 0xFFFF)
        if probe is None or probe.peer != packet.source or eeth.op != EndpointOp.EV_PROBE:
            self._counters["drop.probe_response"] += 1
            return None
        del self._open[probe.request_id]
        probe.answered = True
        self._counters["ev_probe.answered"] += 1
        return probe

    def response(self, packet: Packet, erth: Erth) -> tuple[int, bytes] | None:
        """(port, frame) that answers a request; None (and counted) if its sender or EV is unknown here."""
        source = packet.source
        if source not in self._templates:
            self._templates[source] = self._config.paths.template(source)
        template = self._templates[source]
        if template is None:
            self._counters["drop.probe_unknown_peer"] += 1
            return None
        try:
            path = template.expand(packet.ev).to_bytes(16, "big")
        except ValueError:
            self._counters["drop.probe_bad_ev"] += 1
            return None
        port = plane_of(packet.ev)
        self._counters["ev_probe.responses"] += 1
        frame = self._frame(
            port,
            outer=self._config.address + path,
            peer=source,
            ev=packet.ev,
            bth=Bth(Opcode.ENDPOINT_RESPONSE, ENDPOINT_QPN, packet.bth.psn & 0xFFFF, pkey=self._config.wire.pkey),
            body=self._eeth(Eeth(erth.op, erth.timestamp)),
        )
        return port, frame

    def _frame(self, port: int, *, outer: bytes, peer: bytes, ev: int, bth: Bth, body: bytes) -> bytes:
        return self._builder.build(
            link_header=self._links[port],
            outer_addresses=outer,
            inner_addresses=self._config.address + peer,
            traffic_class=self._classes.control,
            ev=ev,
            headers=self._bth.pack(bth) + body,
        )
