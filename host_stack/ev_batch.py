# SPDX-License-Identifier: Apache-2.0
"""A controller's batch of EV probes: which paths answer, how soon, and by which port (endpoint §6.2, §9)."""

from collections.abc import Sequence
from dataclasses import dataclass

from host_stack.paths.ev_probes import EvProber, OpenProbe


@dataclass(frozen=True, slots=True)
class ProbeReport:
    """What is known of one probe.

    Attributes:
        qpn: local queue pair number whose EV it is.
        entropy, plane: the EV.
        rtt_ns: from when the probe left until its answer was here, ns; None: there is none, or not yet.
        port: the port that the answer came by; None without one.
        service_time_subtracted: whether the time that the peer took is left out of ``rtt_ns``; responses do not say it.
    """

    qpn: int
    entropy: int
    plane: int
    rtt_ns: int | None
    port: int | None
    service_time_subtracted: bool = False


class ProbeBatch:
    """Probes that were asked for together. They leave within the budget that EV probes have of a port."""

    __slots__ = ("_prober", "_probes")

    def __init__(self, prober: EvProber, probes: Sequence[OpenProbe]) -> None:
        self._prober = prober
        self._probes = tuple(probes)
        for probe in self._probes:
            prober.ask(probe)

    def __len__(self) -> int:
        return len(self._probes)

    @property
    def waiting(self) -> int:
        """How many have no answer yet."""
        return sum(not (probe.answered or probe.given_up) for probe in self._probes)

    def reports(self) -> list[ProbeReport]:
        """One for each, in the order of the EVs that were asked for, at any time."""
        return [
            ProbeReport(
                probe.qpn,
                probe.entry.entropy,
                probe.entry.plane,
                probe.answered_ns - probe.sent_ns if probe.answered else None,
                probe.answered_port if probe.answered else None,
            )
            for probe in self._probes
        ]

    def close(self) -> None:
        """Stop waiting: who has not answered has not."""
        for probe in self._probes:
            if not probe.answered:
                self._prober.give_up(probe)
