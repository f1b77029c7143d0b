# SPDX-License-Identifier: Apache-2.0
"""A lab of an MRC fabric: its NICs, their writes, and what it tells of itself."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import assert_never

from typing_extensions import override

from fabric.errors import FabricError
from fabric.live.busy import Busy, groups
from fabric.live.isolation import host_process_id
from fabric.live.messages import Done, NicSettings, NicStatus, Status
from fabric.live.network import LiveNetwork, Say
from fabric.live.samples import Sampled
from fabric.live.sampling import Sampler
from fabric.live.scale import Scale
from fabric.program import PROGRAM
from fabric.scenario.faults import Faultable
from labs.failing import FabricNames, Failable
from labs.kept import Kept, switch_states
from labs.place import Place
from labs.requests import Fetch, Peek, Posted, PostWrite, Reply, State, WriteRequest
from labs.settings import FabricSettings
from labs.writes import Writes
from p4soft.targets import get_target

_LOOK_S = 2.0
"""For a NIC to say how it is; it answers between two frames."""


class FabricLab(Kept):
    """A fabric that is up."""

    def __init__(self, where: Place, settings: FabricSettings, network: LiveNetwork) -> None:
        self._where = where
        self._settings = settings
        self._network = network
        self._names = FabricNames(network.fabric)
        self._writes = Writes(network)
        self._sampler = Sampler(network)
        self._busy = Busy(groups({name: running.process_id for name, running in network.switches.items()}))
        self._known = {nic.name: nic.ask(Status(), NicStatus) for nic in network.nics}

    @property
    @override
    def network(self) -> Faultable:
        return self._network

    @property
    @override
    def names(self) -> Failable:
        return self._names

    @override
    def now_ns(self) -> int:
        return self._network.clock.now_ns()

    @override
    def deaths(self) -> Mapping[str, str]:
        return self._network.deaths()

    @override
    def watch(self) -> None:
        self._busy.look()

    @override
    def sample(self, silent: Collection[str]) -> Sampled:
        return self._sampler.take(silent)

    @override
    def write(self, request: WriteRequest) -> Reply:
        match request:
            case PostWrite():
                self._observe()  # what is over makes room
                return Posted(index=self._writes.post(request))
            case Fetch(index=index, file=file):
                self._writes.fetch(index, Path(file))
            case Peek(index=index, file=file):
                self._writes.peek(index, Path(file))
            case _:
                assert_never(request)
        return Done()

    @override
    def look(self, faults: Mapping[str, list[str]], stopped: Collection[str]) -> State:
        network = self._network
        fabric = network.fabric
        dead = self._observe()
        switches = {name: str(running.log) for name, running in network.switches.items()}
        nics = {nic.name: str(nic.log) for nic in network.nics}
        carriers = {each.name: str(each.log) for each in network.cabling.processes()}
        return State(
            name=self._where.name,
            topology=self._settings.source.file,
            fabric=fabric.name,
            host_bps=fabric.rate_bps("host"),
            base_rtt_ns=fabric.base_rtt_ns,
            busy=self._busy.recent,
            target=self._settings.target,
            cables=self._settings.cables,
            cables_late_ns=self._cables_late_ns(),
            factor=network.scale.factor,
            delays=network.delays,
            process_id=host_process_id(),
            origin_ns=network.clock.origin_ns,
            now_ns=network.clock.now_ns(),
            switches=list(switch_states(network.processes, dead, stopped)),
            networks={name: nic.process_id for name, nic in self._known.items() if self._settings.cables == "veth"},
            nics=dict(self._known),
            writes=self._writes.states(),
            logs={**switches, **nics, **carriers, "keeper": str(self._where.log)},
            dead=dead,
            faults=dict(faults),
            taps={name: network.cabling.tap(name) for name in network.cables},
        )

    def _cables_late_ns(self) -> int:
        """0 as well when whoever carries frames is gone."""
        try:
            return self._network.scale.fabric_ns(self._network.cabling.late_ns())
        except FabricError:
            return 0

    def _observe(self) -> dict[str, str]:
        """Ask every NIC how it is; what should run and does not, or does not answer."""
        dead = self._network.deaths()
        ended = dict(dead)
        for nic in self._network.nics:
            if nic.name in dead:
                continue
            try:
                self._known[nic.name] = nic.ask(Status(), NicStatus, patience_s=_LOOK_S)
            except FabricError:
                how = nic.death()
                dead[nic.name] = how or "does not answer"
                if how:
                    ended[nic.name] = how
        self._writes.update(self._known, ended)
        return dead


@contextmanager
def fabric_lab(where: Place, settings: FabricSettings, say: Say) -> Iterator[FabricLab]:
    """Bring a fabric up, and end it. Raises FabricError, TargetError, TopologyError."""
    with LiveNetwork(
        settings.source, Scale(settings.factor), get_target(settings.target), PROGRAM,
        workdir=where.folder, cables=settings.cables, seed=settings.seed, nic_settings=NicSettings(seed=settings.seed),
        engine=settings.engine, traced=settings.traced, say=say,
    ) as network:  # fmt: skip
        yield FabricLab(where, settings, network)
