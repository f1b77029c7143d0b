# SPDX-License-Identifier: Apache-2.0
"""When a queue pair probes which of its EVs, and what it makes of the answers (endpoint §5.4, §6)."""

from collections import deque

from host_stack.paths.ev_probes import EvProber, OpenProbe, Purpose
from host_stack.paths.ev_set import EvSet
from host_stack.paths.reverse_evs import ReverseEvs
from host_stack.wire.constants import SackMark

_REVERSE_PATIENCE = 2
"""A reverse probe has failed if it is unanswered when the next but one is due."""


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
