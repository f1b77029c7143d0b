# SPDX-License-Identifier: Apache-2.0
"""The agent of one NIC: sends a probe on each route of its turn, sees which come back, and reports both.

Sans-I/O, as the NIC: bytes and a clock in, bytes and the next wake-up out. Time is in ns.

A probe's bytes: Ethernet / outer IPv6 with the loop as uSIDs / IPv6 from and to the same NIC / UDP / 24 bytes. The
paper publishes no format; this one is ours. The payload is `MCMP`, version (8 bits), plane (8), T1 (16, 0xffff: the
loop turns at the T0), sequence number (64) and the agent's key (64), big endian. Probes are in the class of control
packets (DSCP 46, Not-ECT): they measure links and switches, not queues.
"""

from __future__ import annotations

import struct
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from topologies import NicNode

# --- What the map is told --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, order=True)
class Route:
    """A loop of one NIC to itself.

    Attributes:
        nic: index of the NIC.
        t1: index of the T1 at which it turns, by way of the NIC's T0; -1: it turns at the T0.
    """

    nic: int
    plane: int
    t1: int


class Report(Struct, frozen=True, eq=False):
    """What one agent saw in one interval: one probe on each loop of its turn.

    Attributes:
        nic: index of the NIC.
        at_ns: end of the interval.
        t1s: where the probes turned, the same on each plane, each once: index of a T1; -1: at the T0.
        lost: which did not come back in time: a row for each plane, a column for each of `t1s`.
        dark: planes whose port had no carrier at `at_ns`.
    """

    nic: int
    at_ns: int
    t1s: tuple[int, ...]
    lost: NDArray[np.bool_]
    dark: frozenset[int] = frozenset()


# --- A probe's bytes -------------------------------------------------------------------------------------------------


UDP_PORT = 49_191
"""Both ports of a probe, from the dynamic range (RFC 6335 §6)."""
_MAGIC = b"MCMP"
_VERSION = 1
_PAYLOAD = struct.Struct("!4sBBHQQ")
_IPV6 = struct.Struct("!IHBB16s16s")
_UDP = struct.Struct("!HHHH")
_ETHERTYPE = b"\x86\xdd"
_IN_IPV6, _UDP_NEXT = 41, 17
_HOP_LIMIT = 64
_AT_T0 = 0xFFFF
_ETHERNET = 14
_SOURCE = slice(_ETHERNET + 8, _ETHERNET + 24)
_INNER_SOURCE = slice(_SOURCE.start + _IPV6.size, _SOURCE.stop + _IPV6.size)
"""Where the source address of a frame is, and that of one that the T0 has left the outer header on."""
FRAME_BYTES = _ETHERNET + 2 * _IPV6.size + _UDP.size + _PAYLOAD.size
"""Of a probe with its outer header."""


class Probe(Struct, frozen=True):
    """What a frame that came back says.

    Attributes:
        t1: where it turned; -1: at the T0.
        sequence: 64 bits.
    """

    plane: int
    t1: int
    sequence: int


class ProbeFormat:
    """How the probes of one NIC are made, and read when they come back."""

    def __init__(self, node: NicNode, *, key: int, dscp: int) -> None:
        """`key`: 64 secret bits, so that no other NIC can answer; `dscp`: 6 bits."""
        self._node = node
        self._key = key
        self._word = 6 << 28 | dscp << 22
        self._own = node.address.to_bytes(16, "big")
        self._heads: dict[Route, bytes] = {}

    def frame(self, route: Route, sequence: int) -> bytes:
        """A probe of a route. Raises TopologyError when the fabric has no such route."""
        head = self._heads.get(route)
        if head is None:
            head = self._heads[route] = self._head(route)
        t1 = _AT_T0 if route.t1 < 0 else route.t1
        payload = _PAYLOAD.pack(_MAGIC, _VERSION, route.plane, t1, sequence, self._key)
        length = _UDP.size + len(payload)
        udp = _UDP.pack(UDP_PORT, UDP_PORT, length, 0)
        checksum = _checksum(self._own + self._own + struct.pack("!II", length, _UDP_NEXT) + udp + payload)
        return head + udp[:6] + checksum.to_bytes(2, "big") + payload

    def may_be_own(self, frame: bytes) -> bool:
        """Whether the NIC's address is a frame's source: most frames come from other NICs. Any bytes will do."""
        return frame[_SOURCE] == self._own or frame[_INNER_SOURCE] == self._own

    def parse(self, frame: bytes) -> Probe | None:
        """The probe that a frame is; None when it is none of ours. Any bytes will do."""
        at = _ETHERNET
        if frame[12:14] != _ETHERTYPE or len(frame) < at + _IPV6.size:
            return None
        if frame[at + 6] == _IN_IPV6:  # the T0 leaves the outer header on
            at += _IPV6.size
        if len(frame) < at + _IPV6.size + _UDP.size + _PAYLOAD.size:
            return None
        word, length, following, _, source, destination = _IPV6.unpack_from(frame, at)
        if word >> 28 != 6 or following != _UDP_NEXT or not source == destination == self._own:
            return None
        at += _IPV6.size
        ports = _UDP.unpack_from(frame, at)
        if ports[:3] != (UDP_PORT, UDP_PORT, _UDP.size + _PAYLOAD.size) or length != ports[2]:
            return None
        datagram = frame[at : at + length]
        if _checksum(source + destination + struct.pack("!II", length, _UDP_NEXT) + datagram) != 0xFFFF:
            return None  # that of what is whole sums up to nothing, which is sent as all ones
        magic, version, plane, t1, sequence, key = _PAYLOAD.unpack_from(frame, at + _UDP.size)
        if (magic, version, key) != (_MAGIC, _VERSION, self._key):
            return None
        return Probe(plane, -1 if t1 == _AT_T0 else t1, sequence)

    def _head(self, route: Route) -> bytes:
        node, plane = self._node, route.plane
        fabric = node.fabric
        path = fabric.path(node.index, node.index, plane, None if route.t1 < 0 else route.t1)
        length = _UDP.size + _PAYLOAD.size
        ethernet = node.switch(plane).mac(node.downlink).to_bytes(6, "big") + node.mac(plane).to_bytes(6, "big")
        outer = _IPV6.pack(
            self._word, _IPV6.size + length, _IN_IPV6, _HOP_LIMIT, self._own, path.destination.to_bytes(16, "big")
        )
        inner = _IPV6.pack(self._word, length, _UDP_NEXT, _HOP_LIMIT, self._own, self._own)
        return ethernet + _ETHERTYPE + outer + inner


def _checksum(data: bytes) -> int:
    """The Internet checksum (RFC 1071) of an even number of bytes; 0 is 0xffff, as in UDP (RFC 768)."""
    total = sum(struct.unpack(f"!{len(data) // 2}H", data))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return ~total & 0xFFFF or 0xFFFF


# --- The agent -------------------------------------------------------------------------------------------------------


class AgentOptions(Struct, frozen=True):
    """How an agent probes.

    Attributes:
        interval_ns: every route of the turn is probed once in it (the paper's agents: each millisecond).
        timeout_ns: a probe that has not come back by then is lost; less than `interval_ns`.
        t1s: of each plane that are probed in one interval, one after the other over all; the agents of a T0 begin at
            different ones.
    """

    interval_ns: int = 1_000_000
    timeout_ns: int = 500_000
    t1s: int = 16

    def __post_init__(self) -> None:
        if not 0 < self.timeout_ns < self.interval_ns:
            raise ValueError(f"timeout_ns: {self.timeout_ns}; accepted: 1..{self.interval_ns - 1}, below interval_ns")
        if self.t1s < 1:
            raise ValueError(f"t1s: {self.t1s}; accepted: 1 or more")


class Turns:
    """When the intervals of an agent begin, and where its probes turn in each.

    Attributes:
        begin_ns: of the next interval.
    """

    def __init__(self, node: NicNode, options: AgentOptions, seed: int) -> None:
        """`seed` gives the agent its phase, so that not all probe at once."""
        self.begin_ns = Random(f"{seed}/fabric/clustermapper/phase/{node.name}").randrange(options.interval_ns)
        self._t1s = node.fabric.t1s
        self._share = min(options.t1s, self._t1s)
        self._next_t1 = node.downlink * options.t1s % self._t1s
        self._interval_ns = options.interval_ns

    def take(self, now_ns: int) -> tuple[int, ...]:
        """An interval begins: indices of the T1s at which its probes turn, -1 for the T0 before them."""
        t1s = (-1, *((self._next_t1 + step) % self._t1s for step in range(self._share)))
        self._next_t1 = (self._next_t1 + self._share) % self._t1s
        self.begin_ns += self._interval_ns
        if self.begin_ns <= now_ns:  # not called for longer than an interval
            self.begin_ns = now_ns + self._interval_ns
        return t1s


class Agent:
    """Probes from one NIC.

    Attributes:
        carriers: a bit for each port whose link is up.
        probe_format: of its probes.
        quiet_ns: before that `transmit` has nothing to do; 0 while there are probes to send.
    """

    def __init__(
        self, node: NicNode, tell: Callable[[Report], None], *, options: AgentOptions | None = None, seed: int = 0
    ) -> None:
        """An agent next to the NIC `node`; `tell` is given each report; `seed` makes its key and its phase."""
        options = options or AgentOptions()
        fabric = node.fabric
        key = Random(f"{seed}/fabric/clustermapper/key/{node.name}").getrandbits(64)
        self.carriers = (1 << fabric.planes) - 1
        self._node = node
        self._tell = tell
        self._timeout_ns = options.timeout_ns
        self._turns = Turns(node, options, seed)
        self._t1s: tuple[int, ...] = ()
        self.probe_format = ProbeFormat(node, key=key, dscp=fabric.qos.roles["CONTROL"].dscp)
        self._waiting: list[deque[Route]] = [deque() for _ in range(fabric.planes)]
        self._open: dict[int, Route] = {}
        self._lost: NDArray[np.bool_] = np.zeros((fabric.planes, 0), dtype=np.bool_)
        self._sequence = 0
        self._judge_ns: int | None = None
        self.quiet_ns = self._turns.begin_ns

    def receive(self, port: int, frame: bytes, now_ns: int) -> bool:
        """Whether a frame that arrived was one of the agent's probes. Any bytes will do."""
        probe = self.probe_format.parse(frame)
        if probe is None:
            return False
        self._keep_time(now_ns)
        route = Route(self._node.index, probe.plane, probe.t1)
        if port == probe.plane and self._open.get(probe.sequence) == route:
            del self._open[probe.sequence]
            self._lost[probe.plane, self._t1s.index(probe.t1)] = False
        return True

    def transmit(self, free_ports: int, now_ns: int) -> tuple[int, bytes] | None:
        """The next probe and its port, among the ports whose bit is set in `free_ports`; None when there is none."""
        if now_ns < self.quiet_ns:
            return None
        self._keep_time(now_ns)
        for port, waiting in enumerate(self._waiting):
            if waiting and free_ports >> port & 1:
                route = waiting.popleft()
                if not any(self._waiting):
                    self.quiet_ns = self.next_wakeup()
                self._sequence += 1
                self._open[self._sequence] = route
                return port, self.probe_format.frame(route, self._sequence)
        return None

    def set_carrier(self, port: int, up: bool) -> None:
        """The link of a port has gone, or is there again."""
        self.carriers = self.carriers & ~(1 << port) | int(up) << port

    def next_wakeup(self) -> int:
        """When `transmit` should be asked again although nothing arrived."""
        return self._turns.begin_ns if self._judge_ns is None else self._judge_ns

    def _keep_time(self, now_ns: int) -> None:
        if self._judge_ns is not None and now_ns >= self._judge_ns:
            self._judge(now_ns)
        if self._judge_ns is None and now_ns >= self._turns.begin_ns:
            self._begin(now_ns)

    def _begin(self, now_ns: int) -> None:
        """An interval begins: everything of this turn is to be sent, and lost until it has come back."""
        self._t1s = self._turns.take(now_ns)
        for plane, waiting in enumerate(self._waiting):
            waiting.extend(Route(self._node.index, plane, t1) for t1 in self._t1s)
        self._lost = np.ones((len(self._waiting), len(self._t1s)), dtype=np.bool_)
        self._judge_ns = now_ns + self._timeout_ns
        self.quiet_ns = 0

    def _judge(self, now_ns: int) -> None:
        """Time is up for this turn: probes that could not be sent count as lost."""
        dark = frozenset(plane for plane in range(len(self._waiting)) if not self.carriers >> plane & 1)
        for waiting in self._waiting:
            waiting.clear()
        self._open.clear()
        self._judge_ns = None
        self.quiet_ns = self._turns.begin_ns
        self._tell(Report(self._node.index, now_ns, self._t1s, self._lost, dark))
