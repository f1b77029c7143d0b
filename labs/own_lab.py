# SPDX-License-Identifier: Apache-2.0
"""A lab of somebody's own network: what it tells of itself, and that its hosts have no MRC NIC."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from typing_extensions import override

from fabric.live.isolation import host_process_id
from fabric.live.samples import Sampled
from fabric.own.names import OwnNames
from fabric.own.network import OwnNetwork, Say
from fabric.own.reading import read_own
from fabric.scenario.faults import Faultable
from labs.errors import LabError
from labs.failing import Failable
from labs.kept import Kept, switch_states
from labs.place import Place
from labs.requests import LinkState, OwnState, Plugged, Reply, WriteRequest
from labs.settings import OwnSettings
from p4soft.targets import get_target


class OwnLab(Kept):
    """A network that is up."""

    def __init__(self, where: Place, settings: OwnSettings, network: OwnNetwork) -> None:
        self._where = where
        self._settings = settings
        self._network = network
        self._names = OwnNames(network.fabric)

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
        """It is in real time, and nothing is judged."""

    @override
    def sample(self, silent: Collection[str]) -> Sampled:
        return Sampled(now_ns=self.now_ns(), links=self._network.links.carried(), ports={}, nics={})

    @override
    def write(self, request: WriteRequest) -> Reply:
        raise LabError(
            "hosts of this network have no MRC NIC, which could write; accepted: programs of theirs, such as "
            "`exec h2 -- iperf3 -s -1 -D`, then `exec h1 -- iperf3 -c ADDRESS`"
        )

    @override
    def look(self, faults: Mapping[str, list[str]], stopped: Collection[str]) -> OwnState:
        network, fabric = self._network, self._network.fabric
        dead = dict(network.deaths())
        logs = {name: running.log for name, running in network.switches.running.items()}
        logs |= {name: host.log for name, host in network.hosts.items()}
        plugs = {(end.node, end.port): link.name for link in fabric.links.values() for end in link.ends}
        return OwnState(
            name=self._where.name,
            topology=str(fabric.file),
            fabric=fabric.name,
            target=self._settings.target,
            factor=1,
            delays=network.links.delays or not any(link.delay_ns for link in fabric.links.values()),
            process_id=host_process_id(),
            origin_ns=network.clock.origin_ns,
            now_ns=network.clock.now_ns(),
            switches=list(switch_states(network.switches, dead, stopped)),
            networks={name: host.host_process_id for name, host in network.hosts.items()},
            logs={**{name: str(log) for name, log in logs.items()}, "keeper": str(self._where.log)},
            dead=dead,
            faults=dict(faults),
            taps={name: network.links.tap(name) for name in fabric.links},
            hosts={
                host.name: [
                    Plugged(
                        name=each.name,
                        mac=each.mac,
                        addresses=[str(address) for address in each.addresses],
                        link=plugs[host.name, port],
                    )
                    for port, each in enumerate(host.interfaces)
                ]
                for host in fabric.hosts.values()
            },
            links={
                link.name: LinkState(
                    a=tuple(link.a), b=tuple(link.b), rate_bps=link.rate_bps, delay_ns=link.delay_ns, loss=link.loss
                )
                for link in fabric.links.values()
            },
        )


@contextmanager
def own_lab(where: Place, settings: OwnSettings, say: Say) -> Iterator[OwnLab]:
    """Bring a network up, and end it. Raises FabricError, TargetError."""
    with OwnNetwork(
        read_own(Path(settings.file)), get_target(settings.target),
        workdir=where.folder, seed=settings.seed, engine=settings.engine, traced=settings.traced, say=say,
    ) as network:  # fmt: skip
        yield OwnLab(where, settings, network)
