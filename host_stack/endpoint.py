# SPDX-License-Identifier: Apache-2.0
"""Endpoint operations: what NICs ask each other outside of any queue pair, at QP 0x2 (wire-format §6.13).

An operation is a row of ``Endpoint``'s table, by ``EndpointOp``.
"""

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from host_stack.paths.ev_probes import EvProber, OpenProbe
from host_stack.port_control import PortControl
from host_stack.wire.codec import Eeth, Erth
from host_stack.wire.constants import EndpointOp
from host_stack.wire.opcodes import Opcode
from host_stack.wire.parse import DropReason, Packet


class Operation(NamedTuple):
    """What to do with a request, whose answer is a (port, frame) or None, and with a response that came by a port."""

    on_request: Callable[[Packet, Erth, int], tuple[int, bytes] | None]
    on_response: Callable[[Packet, int, int], None]


class Endpoint:
    """The operations that a NIC knows."""

    def __init__(
        self,
        prober: EvProber,
        ports: PortControl,
        on_probe_answer: Callable[[OpenProbe, int], None],
        counters: Counter[str],
    ) -> None:
        """``on_probe_answer`` takes an EV probe that has been answered, and the time."""
        self._prober = prober
        self._on_probe_answer = on_probe_answer
        self._counters = counters
        self._ports = ports
        self._operations = {
            int(EndpointOp.PORT_STATUS): Operation(ports.on_request, self._port_status_response),
            int(EndpointOp.EV_PROBE): Operation(self._ev_probe_request, self._ev_probe_response),
        }

    def receive(self, packet: Packet, port: int, now_ns: int) -> tuple[int, bytes] | None:
        """A request or a response came by ``port``: the (port, frame) to answer with; unknown ones are counted."""
        match packet.bth.opcode, packet.control:
            case Opcode.ENDPOINT_REQUEST, (Erth() as erth,):
                operation = self._operations.get(erth.op)
                if operation is not None:
                    return operation.on_request(packet, erth, now_ns)
                self._counters["drop.endpoint_op"] += 1
            case Opcode.ENDPOINT_RESPONSE, (Eeth() as eeth,):
                operation = self._operations.get(eeth.op)
                if operation is not None:
                    operation.on_response(packet, port, now_ns)
                else:
                    self._counters["drop.probe_response"] += 1
            case _:
                self._counters[f"drop.{DropReason.UNHANDLED_OPCODE.value}"] += 1
        return None

    def _ev_probe_request(self, packet: Packet, erth: Erth, _now_ns: int) -> tuple[int, bytes] | None:
        answer = self._prober.response(packet, erth)
        if answer is not None:
            self._counters["ev_probe.responses"] += 1
        return answer

    def _port_status_response(self, packet: Packet, _port: int, now_ns: int) -> None:
        self._ports.on_response(packet, now_ns)

    def _ev_probe_response(self, packet: Packet, port: int, now_ns: int) -> None:
        for probe in self._prober.answer(packet, port, now_ns):
            self._on_probe_answer(probe, now_ns)
