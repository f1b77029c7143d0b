# SPDX-License-Identifier: Apache-2.0
"""The frames that one connection sends: the same addresses, source port and port of the NIC in all of them."""

from dataclasses import dataclass

from host_stack.wire.build import FrameBuilder
from host_stack.wire.codec import Aeth
from host_stack.wire.constants import ECN_ECT0, ECN_NOT_ECT
from host_stack.wire.psn import psn_of
from roce.wire.bth import Bth
from roce.wire.opcodes import Opcode
from roce.wire.parse import CNP_PAYLOAD


@dataclass(frozen=True, slots=True)
class TrafficClasses:
    """DSCP (0..63) of what a NIC sends. Data is ECT(0); acknowledgements and CNPs are not to be marked.

    Attributes:
        data: of requests, and of their acknowledgements, which share the connection's service level (IBTA 9.7.5.1.1).
        cnp: of CNPs, ahead of data (Zhu et al., SIGCOMM 2015, section 3.1).
    """

    data: int
    cnp: int


class QpFrames:
    """Builds the frames of one connection."""

    __slots__ = ("_ack_class", "_addresses", "_builder", "_cnp_class", "_data_class", "_entropy", "_peer", "_port")

    def __init__(
        self,
        builder: FrameBuilder,
        classes: TrafficClasses,
        *,
        port: int,
        addresses: bytes,
        source_port: int,
        peer_qpn: int,
    ) -> None:
        """A connection's frames.

        Args:
            builder: of the NIC.
            classes: of the NIC.
            port: the port of the NIC that they leave by.
            addresses: own and peer's, 32 bytes of IPv6 or 8 of IPv4.
            source_port: UDP source port, 16 bits.
            peer_qpn: destination queue pair, 24 bits.
        """
        self._builder = builder
        self._port = port
        self._addresses = addresses
        self._entropy = source_port << 16  # the flow label stays 0
        self._peer = peer_qpn
        self._data_class = classes.data << 2 | ECN_ECT0
        self._ack_class = classes.data << 2 | ECN_NOT_ECT
        self._cnp_class = classes.cnp << 2 | ECN_NOT_ECT

    def request(
        self, opcode: int, index: int, *, ack_req: bool, headers: bytes, payload: bytes | memoryview = b""
    ) -> bytes:
        """A packet of a message; ``headers``: what follows the BTH, ``index``: its PSN before the modulus."""
        bth = Bth(opcode, self._peer, psn_of(index), ack_req, -len(payload) & 3)
        return self._build(self._data_class, bth.pack() + headers, payload)

    def acknowledge(self, syndrome: int, index: int, msn: int) -> bytes:
        """An ACK or a NAK; ``msn``: messages completed, 24 bits of it are sent."""
        body = Bth(Opcode.ACKNOWLEDGE, self._peer, psn_of(index)).pack() + Aeth(syndrome, psn_of(msn)).pack()
        return self._build(self._ack_class, body)

    def cnp(self) -> bytes:
        """A congestion notification packet."""
        return self._build(self._cnp_class, Bth(Opcode.CNP, self._peer, 0, migreq=False, becn=True).pack(), CNP_PAYLOAD)

    def _build(self, traffic_class: int, headers: bytes, payload: bytes | memoryview = b"") -> bytes:
        return self._builder.build(
            port=self._port,
            outer_addresses=b"",
            inner_addresses=self._addresses,
            traffic_class=traffic_class,
            entropy=self._entropy,
            headers=headers,
            payload=payload,
        )
