# SPDX-License-Identifier: Apache-2.0
"""EV probes: connectionless endpoint operations that ask whether a path works (wire-format §6.13, endpoint §6.2).

Request: ERTH op 1 to QP 0x2, BTH.PSN[15:0] = request id, sent on the EV in question. Response: EETH, on the control
class, sent back on the same EV (same plane, same T1), which fails together with the path it answers for.
Nothing is retransmitted: an answer that does not come is a failed probe.

A probe tests a path. Queue pairs that ask about the same path share one probe and its answer. A port gives probes one
hundredth of its rate. The frame of a probe is built when the port sends it, and only if a queue pair still wants it.

A queue pair's ``ProbeSchedule`` says when it probes which of its EVs, and what answers mean (endpoint §5.4, §6).
"""

from collections import Counter, OrderedDict, deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from host_stack.paths.ev import EvEntry, EvState
from host_stack.paths.ev_set import EvSet
from host_stack.paths.ev_source import EvSource, PathResolver
from host_stack.paths.reverse_evs import ReverseEvs
from host_stack.unboxed import unboxed
from host_stack.wire.codecs import Builder, control
from host_stack.wire.constants import ENDPOINT_QPN, EndpointOp, SackMark
from host_stack.wire.frames import Packet
from host_stack.wire.headers import Eeth, Erth, Opcode, tick

# --- The NIC's probes ------------------------------------------------------------------------------------------------

_BITS_ON_THE_WIRE: Final = (134 + 24) * 8
"""Of a probe: a frame of 134 bytes, FCS, preamble and gap."""
_SHARE: Final = 100
"""Probes take one in this many bits of a port."""


class Purpose(Enum):
    """Why an EV is probed."""

    REVIVE = "revive"
    """It is ASSUMED_BAD."""
    REVERSE = "reverse"
    """It may become its plane's reverse EV."""
    RETURN = "return"
    """Its plane may be open again; of no queue pair."""
    CONTROLLER = "controller"
    """A controller wants to know."""


@unboxed(ints="answered_ns answered_port request_id sent_ns", bools="answered given_up")
@dataclass(slots=True, eq=False)
class OpenProbe:
    """What a queue pair wants to know.

    Attributes:
        qpn, peer: queue pair it is sent for (0: none), and the address it goes to.
        entry: EV in question.
        purpose: why.
        request_id: BTH.PSN[15:0] of the probe that asks for it; -1: none has left yet.
        sent_ns: when that left; answered: whether the response has come; answered_ns, answered_port: when, and where.
        given_up: whether the queue pair no longer waits for it.
    """

    qpn: int
    peer: bytes
    entry: EvEntry
    purpose: Purpose
    request_id: int = -1
    sent_ns: int = -1
    answered: bool = False
    answered_ns: int = -1
    answered_port: int = -1
    given_up: bool = False

    @property
    def sent(self) -> bool:
        """Whether the probe has left."""
        return self.request_id >= 0

    @property
    def wanted(self) -> bool:
        """Whether the answer would still mean something."""
        return not self.given_up and (self.purpose is not Purpose.REVIVE or self.entry.state is EvState.ASSUMED_BAD)


@dataclass(slots=True, eq=False)
class _PathProbe:
    """A probe of a path, and what the queue pairs want to know from its answer."""

    peer: bytes
    entry: EvEntry
    asked: list[OpenProbe] = field(default_factory=list)


@unboxed(ints="_next_id waiting_paths")
class EvProber:
    """Sends EV probes within the budget of each port, matches responses with requests, and answers requests.

    Attributes:
        waiting_paths: how many paths are to be probed.
    """

    __slots__ = (
        "_address",
        "_builder",
        "_counters",
        "_next_id",
        "_next_ns",
        "_open",
        "_paths",
        "_spacing_ns",
        "_templates",
        "_waiting",
        "waiting_paths",
    )

    def __init__(
        self,
        address: bytes,
        paths: PathResolver,
        *,
        builder: Builder,
        rates_bps: Sequence[int],
        counters: Counter[str],
    ) -> None:
        """``address``: the NIC's own; ``rates_bps``: of its ports."""
        self._address = address
        self._paths = paths
        self._builder = builder
        self._counters = counters
        self._open: dict[int, _PathProbe] = {}
        self._next_id = 0
        self._templates: dict[bytes, EvSource] = {}
        self._spacing_ns = tuple(_BITS_ON_THE_WIRE * _SHARE * 10**9 // rate for rate in rates_bps)
        self._waiting: tuple[OrderedDict[tuple[bytes, int], _PathProbe], ...] = tuple(OrderedDict() for _ in rates_bps)
        self.waiting_paths = 0
        self._next_ns = [0] * len(rates_bps)

    # --- Requests ---------------------------------------------------------------------------------------------------

    def ask(self, probe: OpenProbe) -> None:
        """Probe a path as soon as its port and the budget allow."""
        entry = probe.entry
        waiting = self._waiting[entry.plane]
        key = (probe.peer, entry.entropy)
        path = waiting.get(key)
        if path is None:
            path = waiting[key] = _PathProbe(probe.peer, entry)
            self.waiting_paths += 1
        path.asked.append(probe)

    def next(self, free: int, now_ns: int) -> tuple[int, bytes] | None:
        """(port, frame) of the probe to send now, on a port whose bit is set in ``free``."""
        for port, waiting in enumerate(self._waiting):
            if free >> port & 1 and self._next_ns[port] <= now_ns:
                while waiting:
                    _, path = waiting.popitem(last=False)
                    self.waiting_paths -= 1
                    path.asked = [probe for probe in path.asked if probe.wanted]
                    if path.asked:
                        self._next_ns[port] = now_ns + self._spacing_ns[port]
                        return port, self._request(path, now_ns)
        return None

    def next_ns(self, now_ns: int) -> int | None:
        """When the budget of a port allows the next probe that waits; None if none waits for that."""
        if not self.waiting_paths:
            return None
        times = [
            at_ns for waiting, at_ns in zip(self._waiting, self._next_ns, strict=True) if waiting and at_ns > now_ns
        ]
        return min(times, default=None)

    def _request(self, path: _PathProbe, now_ns: int) -> bytes:
        request_id = self._next_id
        self._next_id = request_id + 1 & 0xFFFF
        self._open[request_id] = path
        for probe in path.asked:
            probe.request_id = request_id
            probe.sent_ns = now_ns
            if probe.purpose is not Purpose.CONTROLLER:
                probe.entry.probe_open = probe.purpose is Purpose.REVIVE
        self._counters["ev_probe.sent"] += 1
        entry = path.entry
        return control(
            self._builder,
            port=entry.plane,
            outer_addresses=entry.outer_addresses,
            inner_addresses=self._address + path.peer,
            entropy=entry.entropy,
            opcode=Opcode.ENDPOINT_REQUEST,
            dest_qpn=ENDPOINT_QPN,
            psn=request_id,
            headers=(Erth(EndpointOp.EV_PROBE, tick(now_ns)),),
        )

    def give_up(self, probe: OpenProbe) -> None:
        """Stop waiting for the answer to a probe."""
        probe.given_up = True
        if probe.sent and not probe.answered:
            self._close_unwanted(probe.request_id)

    def forget(self, qpn: int) -> None:
        """Stop waiting for the answers to the probes of a queue pair that has ended."""
        for paths in (*(list(waiting.values()) for waiting in self._waiting), list(self._open.values())):
            for path in paths:
                for probe in path.asked:
                    probe.given_up |= probe.qpn == qpn
        for request_id in list(self._open):
            self._close_unwanted(request_id)

    def _close_unwanted(self, request_id: int) -> None:
        path = self._open.get(request_id)
        if path is not None and all(probe.given_up for probe in path.asked):
            del self._open[request_id]
            self._counters["ev_probe.unanswered"] += 1

    def answer(self, packet: Packet, port: int, now_ns: int) -> list[OpenProbe]:
        """The probes that this response answers, which came by ``port``; none (and counted) if it matches no probe."""
        request_id = packet.bth.psn & 0xFFFF
        path = self._open.get(request_id)
        if path is None or path.peer != packet.source:
            self._counters["drop.probe_response"] += 1
            return []
        del self._open[request_id]
        self._counters["ev_probe.answered"] += 1
        waited = [probe for probe in path.asked if not probe.given_up]
        for probe in waited:
            probe.answered = True
            probe.answered_ns = now_ns
            probe.answered_port = port
        return waited

    # --- Responses --------------------------------------------------------------------------------------------------

    def response(self, packet: Packet, erth: Erth) -> tuple[int, bytes] | None:
        """(port, frame) that answers a request; None (and counted) if its sender or EV is unknown here."""
        source = packet.source
        template = self._templates.get(source)
        if template is None:
            # Only peers that exist are remembered: a sender can invent any source address.
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
        if port >= len(self._waiting):
            # The fabric may have more planes than this NIC has ports.
            self._counters["drop.probe_bad_ev"] += 1
            return None
        return port, control(
            self._builder,
            port=port,
            outer_addresses=outer,
            inner_addresses=self._address + source,
            entropy=packet.entropy,
            opcode=Opcode.ENDPOINT_RESPONSE,
            dest_qpn=ENDPOINT_QPN,
            psn=packet.bth.psn & 0xFFFF,
            headers=(Eeth(erth.op, erth.timestamp),),
        )


# --- A queue pair's probes -------------------------------------------------------------------------------------------

_REVERSE_PATIENCE = 2
"""A reverse probe has failed if it is unanswered when the next but one is due."""


@unboxed(ints="_interval_ns _interval_since_ns received_ns sent_ns")
class ProbeSchedule:
    """The EV probes of one queue pair: of EVs that are assumed bad, and of the way back while it only receives.

    Attributes:
        received_ns: when data last came in; sent_ns: when data last went out.
    """

    __slots__ = (
        "_evs",
        "_interval_ns",
        "_interval_since_ns",
        "_peer",
        "_prober",
        "_qpn",
        "_reverse",
        "_reverse_probes",
        "_revivals",
        "received_ns",
        "sent_ns",
    )

    def __init__(
        self, qpn: int, peer: bytes, evs: EvSet, reverse: ReverseEvs, *, prober: EvProber, interval_ns: int
    ) -> None:
        """``interval_ns``: between two probes of the way back."""
        self._qpn = qpn
        self._peer = peer
        self._evs = evs
        self._reverse = reverse
        self._prober = prober
        self._interval_ns = interval_ns
        self._interval_since_ns = -1
        self._reverse_probes: deque[OpenProbe] = deque()
        self._revivals: dict[int, OpenProbe] = {}
        self.received_ns = -1
        self.sent_ns = -1

    def revive(self, now_ns: int) -> None:
        """Ask about every ASSUMED_BAD EV whose turn it is, unless an earlier question has not left yet."""
        for entry in self._evs.due_probes(now_ns):
            previous = self._revivals.get(entry.entropy)
            if previous is not None and previous.wanted and not previous.sent:
                entry.probe_open = False
                continue
            if previous is not None:
                self._prober.give_up(previous)
            probe = self._revivals[entry.entropy] = OpenProbe(self._qpn, self._peer, entry, Purpose.REVIVE)
            self._prober.ask(probe)
            entry.probe_open = False  # until it is sent

    def begin_interval(self, now_ns: int) -> int:
        """A round trip begins, at the end of which the way back is probed if data has come in; when it ends."""
        self._interval_since_ns = now_ns
        return now_ns + self._interval_ns

    def quiet(self) -> bool:
        """Whether no data came in since the interval began."""
        return self.received_ns < self._interval_since_ns

    def probe_reverse(self, now_ns: int) -> None:
        """A queue pair that receives but does not send probes one random EV per interval for its reverse set."""
        probes = self._reverse_probes
        if len(probes) == _REVERSE_PATIENCE:
            oldest = probes.popleft()
            if not oldest.answered:
                self._prober.give_up(oldest)
                # One that has waited for the budget of its port, which many queue pairs share, may still be answered.
                if oldest.sent and now_ns >= oldest.sent_ns + self._interval_ns * 3 // 2:
                    self._reverse.fail(oldest.entry)
        entry = self._reverse.candidate() if self.sent_ns <= now_ns - self._interval_ns else None
        if entry is not None:
            probe = OpenProbe(self._qpn, self._peer, entry, Purpose.REVERSE)
            probes.append(probe)
            self._prober.ask(probe)

    def on_answer(self, probe: OpenProbe, now_ns: int) -> None:
        """A probe of this queue pair has been answered."""
        if probe.purpose is Purpose.REVIVE:
            self._evs.on_probe_answer(probe.entry.entropy, SackMark.NONE, now_ns)
        else:
            self._reverse.confirm(probe.entry)
