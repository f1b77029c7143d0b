# SPDX-License-Identifier: Apache-2.0
"""The writes of a scenario on a live fabric, as their NICs last told of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from typing_extensions import override

from fabric.live.messages import Congestion, EvChanged, NicStatus, QpStatus
from fabric.live.network import LiveFlow, LiveNetwork
from fabric.measuring.measurements import EvChange, FlowNumbers, MessageTimes, Outstanding
from fabric.scenario.model import Scenario
from fabric.traffic.flow import Flow
from fabric.traffic.measured import digests_of, outstanding_of_one, times_of_one
from fabric.traffic.nics import cc_profile, nic_of, path_names


def received_file(files: Path, index: int) -> Path:
    """Where what arrived of a write is in the end."""
    return files / f"{index}.received"


class LiveWrite(Flow):
    """One write between two NIC processes; times are ns since the run began."""

    def __init__(self, index: int, scenario: Scenario, data: bytes, network: LiveNetwork, files: Path) -> None:
        """Connect its NICs. Raises FabricError.

        Args:
            index: of the write in the scenario's workload.
            scenario: whose.
            data: what it carries.
            network: which carries it.
            files: directory for what is sent and received.
        """
        write, topology, profile = scenario.writes[index], scenario.topology, cc_profile(scenario)
        self.index = index
        self.source, self.destination = topology.nic(write.source).index, topology.nic(write.to).index
        self.name = f"{write.source} → {write.to}"
        self.size = len(data)
        self.post_ns = write.at
        self.begun_ns = 0
        self._scenario = scenario
        self._network = network
        self._sent, self._received = files / f"{index}.sent", received_file(files, index)
        self._sent.write_bytes(data)
        self._flow: LiveFlow = network.connect(
            self.source, self.destination, len(data), evs=scenario.nic.evs, paths=scenario.nic.paths,
            congestion=Congestion(algorithm=profile.algorithm, parameters=dict(profile.parameters)),
        )  # fmt: skip
        self._sender: QpStatus | None = None
        self._receiver: QpStatus | None = None
        self._changes: list[EvChanged] = []

    @override
    def post(self) -> None:
        self.post_ns = self._network.clock.now_ns() - self.begun_ns
        self._network.write(self._flow, self._sent)

    def see(self, nics: Mapping[int, NicStatus]) -> None:
        """What all NICs tell now, by number; each tells every change of an EV once."""
        self._sender = _of(nics[self.source], self._flow.source_qpn)
        self._receiver = _of(nics[self.destination], self._flow.destination_qpn)
        own = self._flow.source_qpn
        self._changes += [change for change in nics[self.source].ev_changes if change.qpn == own]

    @override
    def completed_ns(self) -> int | None:
        done = self._sender.completed if self._sender else []
        return done[0] - self.begun_ns if done else None

    @override
    def failure(self) -> str | None:
        return self._sender.failures[0] if self._sender and self._sender.failures else None

    @override
    def placed_bytes(self) -> int:
        return min(self._receiver.bytes_placed, self.size) if self._receiver else 0

    @override
    def received(self) -> bytes:
        self._network.save(self._flow, self._received)
        return self._received.read_bytes()

    @override
    def digests(self) -> tuple[str, str]:
        return digests_of(self._sent.read_bytes(), self.received())

    @override
    def times(self) -> MessageTimes:
        return times_of_one(self)

    @override
    def outstanding(self) -> Outstanding | None:
        return outstanding_of_one(self)

    @override
    def ev_states(self) -> Mapping[str, int]:
        return self._sender.evs if self._sender else {}

    @override
    def numbers(self) -> FlowNumbers:
        told = self._sender
        if told is None:
            return FlowNumbers(0, 0, 0, 0, 0, 0, 0, 0)
        return FlowNumbers(
            packets=told.packets,
            retransmissions=told.retransmissions,
            nacks=told.nacks,
            losses=told.losses,
            timeouts=told.timeouts,
            evs_retired=told.evs_retired,
            evs_revived=told.evs_revived,
            worst_latency_ns=told.worst_delivery_ns,
        )

    @override
    def ev_changes(self) -> Sequence[EvChange]:
        hashed = not nic_of(self._scenario, self.source).wire.ev_mode.encapsulates
        return [
            EvChange(
                change.time_ns - self.begun_ns,
                change.entropy,
                change.plane,
                path_names(
                    self._scenario.topology, self.source, self.destination, change.plane,
                    None if hashed else change.uplink,
                ),
                change.old,
                change.new,
                change.reason,
            )
            for change in self._changes
        ]  # fmt: skip


def _of(nic: NicStatus, qpn: int) -> QpStatus | None:
    return next((qp for qp in nic.queue_pairs if qp.qpn == qpn), None)
