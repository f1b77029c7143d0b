# SPDX-License-Identifier: Apache-2.0
"""The agent of one NIC: sends a probe on each route of its turn, sees which come back, and reports both.

Sans-I/O, as the NIC: bytes and a clock in, bytes and the next wake-up out. Time is in ns.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from fabric.clustermapper.probe import ProbeFormat
from fabric.clustermapper.reports import Report, Route, Tally
from topologies import NicNode


@dataclass(frozen=True, slots=True)
class AgentOptions:
    """How an agent probes.

    Attributes:
        interval_ns: every route of the turn is probed once in it (the paper's agents: each millisecond).
        timeout_ns: what has not come back by then is lost; less than `interval_ns`.
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


class Agent:
    """Probes from one NIC.

    Attributes:
        carriers: a bit for each port whose link is up.
    """

    def __init__(
        self, node: NicNode, tell: Callable[[Report], None], *, options: AgentOptions | None = None, seed: int = 0
    ) -> None:
        """An agent beside the NIC `node`; `tell` is given each report; `seed` makes its key and its phase."""
        options = options or AgentOptions()
        fabric = node.fabric
        draw = Random(f"{seed}/fabric/clustermapper/{node.name}")
        self.carriers = (1 << fabric.planes) - 1
        self._node = node
        self._tell = tell
        self._options = options
        self._format = ProbeFormat(node, key=draw.getrandbits(64), dscp=fabric.qos.roles["CONTROL"].dscp)
        self._waiting: list[deque[Route]] = [deque() for _ in range(fabric.planes)]
        self._open: dict[int, Route] = {}
        self._lost: dict[Route, int] = {}
        self._sequence = 0
        self._next_t1 = node.downlink * options.t1s % fabric.t1s
        self._begin_ns = draw.randrange(options.interval_ns)
        self._judge_ns: int | None = None

    def receive(self, port: int, frame: bytes, now_ns: int) -> bool:
        """Whether a frame that arrived was one of the agent's probes. Any bytes will do."""
        probe = self._format.parse(frame)
        if probe is None:
            return False
        self._keep_time(now_ns)
        route = Route(self._node.index, probe.plane, probe.t1)
        if port == probe.plane and self._open.get(probe.sequence) == route:
            del self._open[probe.sequence]
            self._lost[route] -= 1
        return True

    def transmit(self, free_ports: int, now_ns: int) -> tuple[int, bytes] | None:
        """The next probe and its port, among the ports whose bit is set in `free_ports`; None when there is none."""
        self._keep_time(now_ns)
        for port, waiting in enumerate(self._waiting):
            if waiting and free_ports >> port & 1:
                route = waiting.popleft()
                self._sequence += 1
                self._open[self._sequence] = route
                return port, self._format.frame(route, self._sequence)
        return None

    def set_carrier(self, port: int, up: bool) -> None:
        """The link of a port has gone, or is there again."""
        self.carriers = self.carriers & ~(1 << port) | int(up) << port

    def next_wakeup(self) -> int:
        """When `transmit` should be asked again although nothing arrived."""
        return self._begin_ns if self._judge_ns is None else self._judge_ns

    def _keep_time(self, now_ns: int) -> None:
        if self._judge_ns is not None and now_ns >= self._judge_ns:
            self._judge(now_ns)
        if self._judge_ns is None and now_ns >= self._begin_ns:
            self._begin(now_ns)

    def _begin(self, now_ns: int) -> None:
        """An interval begins: everything of this turn is to be sent, and lost until it has come back."""
        fabric, nic = self._node.fabric, self._node.index
        share = min(self._options.t1s, fabric.t1s)
        t1s = [-1, *((self._next_t1 + step) % fabric.t1s for step in range(share))]
        self._next_t1 = (self._next_t1 + share) % fabric.t1s
        for plane, waiting in enumerate(self._waiting):
            routes = [Route(nic, plane, t1) for t1 in t1s]
            waiting.extend(routes)
            self._lost.update(dict.fromkeys(routes, 1))
        self._judge_ns = now_ns + self._options.timeout_ns
        self._begin_ns += self._options.interval_ns
        if self._begin_ns <= now_ns:  # nobody asked for longer than an interval
            self._begin_ns = now_ns + self._options.interval_ns

    def _judge(self, now_ns: int) -> None:
        """Time is up for this turn: what could not even be sent has not come back either."""
        dark = frozenset(plane for plane in range(len(self._waiting)) if not self.carriers >> plane & 1)
        tallies = {route: Tally(1, lost) for route, lost in self._lost.items()}
        for waiting in self._waiting:
            waiting.clear()
        self._open.clear()
        self._lost.clear()
        self._judge_ns = None
        self._tell(Report(self._node.index, now_ns, tallies, dark))
