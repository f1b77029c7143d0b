# SPDX-License-Identifier: Apache-2.0
"""EV probes: connectionless endpoint operations that ask whether a path works (wire-format §6.13, endpoint §6.2).

Request: ERTH op 1 to QP 0x2, BTH.PSN[15:0] = request id, sent on the EV in question. Response: EETH, on the control
class, sent back on the same EV (same plane, same T1), which fails together with the path it answers for.
Nothing is retransmitted: an answer that does not come is a failed probe.
"""

from collections import Counter
from dataclasses import dataclass
from enum import Enum

from host_stack.paths.ev import EvEntry
from host_stack.paths.template import EvSource, PathResolver
from host_stack.wire.build import FrameBuilder
from host_stack.wire.codec import Eeth, Erth
from host_stack.wire.constants import ENDPOINT_QPN, EndpointOp
from host_stack.wire.opcodes import Opcode
from host_stack.wire.options import WireOptions
from host_stack.wire.parse import Packet
from host_stack.wire.timestamps import tick


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

    __slots__ = ("_address", "_builder", "_counters", "_eeth_bits", "_next_id", "_open", "_paths", "_templates")

    def __init__(
        self, address: bytes, paths: PathResolver, wire: WireOptions, *, builder: FrameBuilder, counters: Counter[str]
    ) -> None:
        """``address``: the NIC's own."""
        self._address = address
        self._paths = paths
        self._eeth_bits = wire.eeth_op_bits
        self._builder = builder
        self._counters = counters
        self._open: dict[int, OpenProbe] = {}
        self._next_id = 0
        self._templates: dict[bytes, EvSource] = {}

    def request(self, probe: OpenProbe, now_ns: int) -> tuple[int, bytes]:
        """(port, request frame) of a new probe."""
        entry = probe.entry
        probe.request_id = self._next_id
        self._next_id = self._next_id + 1 & 0xFFFF
        self._open[probe.request_id] = probe
        self._counters["ev_probe.sent"] += 1
        return entry.plane, self._builder.control(
            port=entry.plane,
            outer_addresses=entry.outer_addresses,
            inner_addresses=self._address + probe.peer,
            entropy=entry.entropy,
            opcode=Opcode.ENDPOINT_REQUEST,
            dest_qpn=ENDPOINT_QPN,
            psn=probe.request_id,
            body=Erth(EndpointOp.EV_PROBE, tick(now_ns)).pack(),
        )

    def give_up(self, probe: OpenProbe) -> None:
        """Stop waiting for a probe that has not been answered."""
        if self._open.get(probe.request_id) is probe:
            del self._open[probe.request_id]
            self._counters["ev_probe.unanswered"] += 1

    def forget(self, qpn: int) -> None:
        """Stop waiting for the probes of a queue pair that has ended."""
        for request_id in [number for number, probe in self._open.items() if probe.qpn == qpn]:
            del self._open[request_id]

    def answer(self, packet: Packet) -> OpenProbe | None:
        """The probe a response belongs to, now closed; None (and counted) if it matches none."""
        probe = self._open.get(packet.bth.psn & 0xFFFF)
        if probe is None or probe.peer != packet.source:
            self._counters["drop.probe_response"] += 1
            return None
        del self._open[probe.request_id]
        probe.answered = True
        self._counters["ev_probe.answered"] += 1
        return probe

    def response(self, packet: Packet, erth: Erth) -> tuple[int, bytes] | None:
        """(port, frame) that answers a request; None (and counted) if its sender or EV is unknown here."""
        source = packet.source
        template = self._templates.get(source)
        if template is None:
            # Only peers that exist are remembered: a source address is anybody's to invent.
            template = self._paths.template(source)
            if template is None:
                self._counters["drop.probe_unknown_peer"] += 1
                return None
            self._templates[source] = template
        try:
            outer = template.outer(self._address, packet.entropy)
        except ValueError:
            self._counters["drop.probe_bad_ev"] += 1
            return None
        port = template.format.plane(packet.entropy)
        self._counters["ev_probe.responses"] += 1
        return port, self._builder.control(
            port=port,
            outer_addresses=outer,
            inner_addresses=self._address + source,
            entropy=packet.entropy,
            opcode=Opcode.ENDPOINT_RESPONSE,
            dest_qpn=ENDPOINT_QPN,
            psn=packet.bth.psn & 0xFFFF,
            body=Eeth(erth.op, erth.timestamp).pack(self._eeth_bits),
        )
