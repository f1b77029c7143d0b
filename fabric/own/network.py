# SPDX-License-Identifier: Apache-2.0
"""A whole network of somebody's own, for real: links laid, switches loaded, hosts up; faults happen to all of it.

Inside the namespaces of a live fabric (`fabric.live.isolation`), in real time: nothing is slowed down.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from typing_extensions import override

from controller import ControllerError
from controller.pipeline import Pipeline
from fabric.errors import BuildError, FabricError
from fabric.live import cables
from fabric.live.cables import CableEnd, Shape
from fabric.live.scale import Clock, Scale
from fabric.live.switches import START_S, SwitchProcesses, SwitchWanted
from fabric.live.veth_pairs import VethPairs
from fabric.own.encoding import PlacedUpdate, updates
from fabric.own.filling import fill
from fabric.own.hosts import HostNetwork, plugged, routes
from fabric.own.model import OwnFabric, Switch
from fabric.own.offload import compute_everything
from fabric.scenario.faults import Faultable, Selection, untold
from p4soft.command_line import EngineChoice
from p4soft.targets import SwitchOptions, Target, TargetError

Say = Callable[[str], None]
_FIRST_PORT = 50_050
"""P4Runtime of device 1 is at 50051, as controllers that were written for a tutorial expect."""


@dataclass(frozen=True, slots=True)
class _Pair:
    a: CableEnd
    b: CableEnd


class _HostLinks(VethPairs):
    """Links whose ends at hosts are in the hosts' networks."""

    def __init__(self, network: OwnFabric) -> None:
        pairs = {
            name: _Pair(*(CableEnd(end.node, end.port, f"{end.node}.{end.port}") for end in link.ends))
            for name, link in network.links.items()
        }
        shapes = {name: Shape(link.rate_bps, link.delay_ns, link.loss) for name, link in network.links.items()}
        self._networks: Mapping[str, HostNetwork] = {}
        self._fabric = network
        self._at_hosts = [pair.a for pair in pairs.values() if pair.a.node in network.hosts]
        super().__init__(pairs, network.switches.keys(), shapes, {})
        for end in self._at_hosts:
            compute_everything(end.interface)

    def plug(self, networks: Mapping[str, HostNetwork]) -> None:
        """Give every host its ends. Raises BuildError."""
        self._networks = networks
        cables.ip(f"link set {end.interface} netns {networks[end.node].process_id}" for end in self._at_hosts)
        for host in self._fabric.hosts.values():
            names = [f"{host.name}.{port}" for port in range(len(host.interfaces))]
            networks[host.name].run("ip", plugged(host, names, self._fabric.mtu))
            networks[host.name].run("ip", routes(host))
        for end in self._at_hosts:
            self._shape_elsewhere(end)
        cables.await_up(end.interface for end in self.ends_here())

    @override
    def _tc_elsewhere(self, end: CableEnd, lines: Sequence[str]) -> None:
        self._networks[end.node].run("tc", lines)

    @override
    def _inside(self, end: CableEnd) -> str:
        return self._fabric.hosts[end.node].interfaces[end.port].name


class OwnNetwork(Faultable):
    """A network that is up. Use it as a context manager.

    Attributes:
        fabric: as its file has it.
        clock: real time since it came up.
        links: what is between its nodes.
        switches: their processes.
        hosts: their networks, by name.
    """

    def __init__(
        self,
        network: OwnFabric,
        target: Target,
        *,
        workdir: Path,
        seed: int = 0,
        engine: EngineChoice = "auto",
        traced: bool = False,
        say: Say = lambda _: None,
    ) -> None:
        """Bring it up.

        Args:
            network: what it shall be.
            target: of the switches.
            workdir: existing; logs, sockets and compiled files go there.
            seed: of the switches.
            engine: what runs the program on the embedded target.
            traced: switches write what happens to every packet; slow.
            say: told each step.

        Raises:
            BuildError: something did not come up; nothing of it stays.
        """
        self.fabric = network
        self.clock = Clock(Scale(1), time.monotonic_ns())
        self._stack = ExitStack()
        with ExitStack() as undo:
            undo.enter_context(self._stack)
            self._target = target.name
            plain = SwitchOptions(engine=engine, start_timeout_s=START_S)
            programs = _programs(network, target, workdir, plain, say)
            written = {each.name: updates(programs[each.program], each.entries) for each in network.switches.values()}
            self.links = _HostLinks(network)
            self.hosts: dict[str, HostNetwork] = {}
            for name, host in network.hosts.items():
                self.hosts[name] = HostNetwork(host, workdir)
                self._stack.callback(self.hosts[name].stop)
            self.links.plug(self.hosts)
            say(f"hosts up: {len(self.hosts)}")
            self.switches = self._start(target, workdir, seed, plain, traced=traced)
            self._fill(programs, written)
            count = sum(map(len, written.values()))
            say(f"entries written: {count}; nobody controls the switches, who asks may write")
            undo.pop_all()

    def __enter__(self) -> OwnNetwork:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End every process. Idempotent."""
        self._stack.close()

    def deaths(self) -> dict[str, str]:
        """How processes ended that should run: by name, `signal 9`."""
        found = {name: self.switches.death(name) for name in self.switches.running}
        found |= {name: host.death() for name, host in self.hosts.items()}
        return {name: how for name, how in found.items() if how is not None}

    # --- Faults -----------------------------------------------------------------------------------------------------

    @override
    def set_forwarding(self, switch: str, forwarding: bool) -> None:
        self.switches.set_forwarding(switch, forwarding)

    @override
    def set_link_state(self, link: str, up: bool) -> None:
        if self._target == "bmv2":
            self.links.cut(link, not up)
        else:
            self.links.set_state(link, up)

    @override
    def set_link_loss(self, link: str, probability: float, to: str | None = None) -> None:
        self.links.set_loss(link, probability, to)

    @override
    def set_selected_loss(self, frames: Selection, probability: float) -> None:
        raise untold(frames)

    @override
    def set_link_rate(self, link: str, rate_bps: int) -> None:
        self.links.set_rate(link, rate_bps)

    # --- Building ---------------------------------------------------------------------------------------------------

    def _start(
        self, target: Target, workdir: Path, seed: int, plain: SwitchOptions, *, traced: bool
    ) -> SwitchProcesses:
        interfaces = self.links.attachments()
        wanted = [
            SwitchWanted(each.name, each.device_id, interfaces.get(each.name, {}), _options(each, plain, seed))
            for each in self.fabric.switches.values()
        ]
        try:
            return SwitchProcesses(target, wanted, workdir=workdir, traced=traced, stack=self._stack)
        except TargetError as problem:
            raise BuildError(str(problem)) from None

    def _fill(self, programs: Mapping[Path, Pipeline], written: Mapping[str, Sequence[PlacedUpdate]]) -> None:
        for switch in self.fabric.switches.values():
            address = self.switches.running[switch.name].grpc_address
            try:
                fill(switch.name, address, switch.device_id, programs[switch.program], written[switch.name])
            except FabricError as problem:
                how = self.switches.death(switch.name)
                log = self.switches.running[switch.name].log
                raise BuildError(f"{switch.name} ended ({how}); its log: {log}" if how else str(problem)) from None


def _programs(
    network: OwnFabric, target: Target, workdir: Path, plain: SwitchOptions, say: Say
) -> dict[Path, Pipeline]:
    """Every program, compiled. Raises BuildError with what the compiler says."""
    found: dict[Path, Pipeline] = {}
    for switch in network.switches.values():
        if switch.program in found:
            continue
        try:
            files = target.compile(switch.program, workdir / "program" / str(len(found)))
            compiled = Pipeline.load(files.p4info, files.json)
        except (TargetError, ControllerError) as problem:
            raise BuildError(str(problem)) from None
        target.warm_up(files, plain)
        found[switch.program] = Pipeline(compiled.p4info, compiled.device_config, str(switch.program))
        say(f"compiled {switch.program}")
    return found


def _options(switch: Switch, plain: SwitchOptions, seed: int) -> SwitchOptions:
    return SwitchOptions(
        cpu_port=switch.cpu_port,
        priority_queues=switch.queues,
        seed=seed << 20 | switch.device_id,
        engine=plain.engine,
        start_timeout_s=plain.start_timeout_s,
        grpc_port=_FIRST_PORT + switch.device_id,
    )
