# SPDX-License-Identifier: Apache-2.0
"""A controller's hand on the EVs of running queue pairs: query, states, replacement, probes (endpoint §6.2, §9).

Each operation is about all queue pairs of a NIC that have an EV set, or about those given.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from host_stack.errors import ConfigError
from host_stack.nic import Nic
from host_stack.paths.ev import EvEntry, EvState
from host_stack.paths.ev_set import EvSet
from host_stack.paths.probes import EvProber, OpenProbe, Purpose
from host_stack.queue_pair import QueuePair

# --- Batches of probes -----------------------------------------------------------------------------------------------


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


# --- Operations ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EvReport:
    """What a controller is told of one EV of one queue pair.

    Attributes:
        qpn: local queue pair number.
        entropy, plane: the EV.
        state: GOOD, ASSUMED_BAD or DENIED; SKIP is internal and shown as GOOD (endpoint §5.2).
        active: in use; False: a backup, or out of use.
        packets: data packets that left by it, again ones too; lost: those of them taken for lost, trimmed ones not.
        trims, marks: NACKs TRIMMED and SACKs with a mark that named it; rtt_ns: the last round trip of a packet on it.
    """

    qpn: int
    entropy: int
    plane: int
    state: EvState
    active: bool
    packets: int
    lost: int
    trims: int
    marks: int
    rtt_ns: int | None


class EvControl:
    """Operations on the EVs of a NIC."""

    def __init__(self, nic: Nic) -> None:
        self._nic = nic
        self._batch: ProbeBatch | None = None

    def query(self, queue_pairs: Iterable[QueuePair] | None = None) -> list[EvReport]:
        """All EVs, in the order they were drawn."""
        return [
            EvReport(
                qp.qpn,
                entry.entropy,
                entry.plane,
                _shown(entry),
                entry.active,
                packets=entry.packets,
                lost=entry.lost,
                trims=entry.trims,
                marks=entry.marks,
                rtt_ns=entry.rtt_ns,
            )
            for qp, evs in self._sets(queue_pairs)
            for entry in evs
        ]

    def set_state(
        self, entropies: Iterable[int], state: EvState, queue_pairs: Iterable[QueuePair] | None = None
    ) -> int:
        """Put EVs into a state, wherever they are in a set; how many EVs of how many sets changed.

        DENIED takes an EV out until it is said to be GOOD; ASSUMED_BAD has it probed, as after a loss.

        Raises:
            ConfigError: the state is SKIP, which is the NIC's own.
        """
        if state is EvState.SKIP:
            raise ConfigError("state: SKIP is internal to the NIC; accepted: GOOD, ASSUMED_BAD, DENIED")
        wanted, changed = list(entropies), 0
        for qp, evs in self._sets(queue_pairs):
            before = changed
            changed += sum(evs.put(entropy, state, self._nic.now_ns) for entropy in wanted)
            if changed > before:
                self._wake(qp)
        return changed

    def deny(self, entropies: Iterable[int]) -> int:
        """Put EVs on the denylist of every queue pair; how many changed."""
        return self.set_state(entropies, EvState.DENIED)

    def allow(self, entropies: Iterable[int]) -> int:
        """Take EVs off the denylist of every queue pair; how many changed."""
        return self.set_state(entropies, EvState.GOOD)

    def replace(self, old: int, new: int, queue_pairs: Iterable[QueuePair] | None = None) -> int:
        """Put EV ``new`` in the place of ``old``, active or backup, wherever that is in a set; in how many it was.

        What is in flight on ``old`` is not called back. ``new`` starts as GOOD.

        Raises:
            ConfigError: ``new`` names no path to a peer, is on another plane, or is in a set already. Then nothing is
                changed.
        """
        found = [(qp, evs) for qp, evs in self._sets(queue_pairs) if evs.get(old) is not None]
        prepared = []
        for qp, evs in found:
            source = qp.ev_profile.template
            try:
                plane, uplink = source.format.path(new)
                outer = source.outer(self._nic.config.address, new)
            except ValueError as problem:
                raise ConfigError(f"ev: {new:#010x} names no path of queue pair {qp.qpn}: {problem}") from problem
            entry = evs.get(old)
            if entry is not None and entry.plane != plane:
                raise ConfigError(f"ev: {new:#010x} is on plane {plane}; accepted: plane {entry.plane}, as {old:#010x}")
            if evs.get(new) is not None:
                raise ConfigError(f"ev: {new:#010x} is in the set of queue pair {qp.qpn}; accepted: one that is not")
            prepared.append((qp, evs, EvEntry(new, plane, uplink, outer, False)))
        for qp, evs, entry in prepared:
            evs.replace(old, entry, self._nic.now_ns)
            self._wake(qp)
        return len(prepared)

    def probe(
        self, entropies: Iterable[int] | None = None, queue_pairs: Iterable[QueuePair] | None = None
    ) -> ProbeBatch:
        """Probe EVs of connected queue pairs, all by default, in any state; what EVs are used for does not change.

        The batch before, of this controller, is closed.
        """
        if self._batch is not None:
            self._batch.close()
        wanted = None if entropies is None else set(entropies)
        connected = [(qp, evs) for qp, evs in self._sets(queue_pairs) if qp.probing is not None]
        probes = [
            OpenProbe(qp.qpn, qp.peer_address, entry, Purpose.CONTROLLER)
            for qp, evs in connected
            for entry in evs
            if wanted is None or entry.entropy in wanted
        ]
        self._batch = ProbeBatch(self._nic.prober, probes)
        for qp, _ in connected:
            self._nic.wake(qp)
        return self._batch

    def _sets(self, queue_pairs: Iterable[QueuePair] | None) -> list[tuple[QueuePair, EvSet]]:
        chosen = self._nic.queue_pairs.values() if queue_pairs is None else queue_pairs
        return [(qp, qp.evs) for qp in chosen if qp.evs is not None]

    def _wake(self, qp: QueuePair) -> None:
        """What was out of paths may have one now."""
        if qp.requestor is not None:
            self._nic.activate(qp)
            self._nic.wake(qp)


def _shown(entry: EvEntry) -> EvState:
    return EvState.GOOD if entry.state is EvState.SKIP else entry.state
