# SPDX-License-Identifier: Apache-2.0
"""A whole live fabric: cables laid, switches loaded, NICs up; faults happen to real processes and links."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from typing_extensions import override

import topologies
from controller.pipeline import Pipeline
from fabric.live.cable_choice import CableKind
from fabric.live.cables import Cable
from fabric.live.fabric_switches import FabricSwitches
from fabric.live.guard import SwitchCounts
from fabric.live.laying import lay
from fabric.live.messages import (
    Congestion,
    Connect,
    Done,
    EndState,
    NicSettings,
    NicStatus,
    Open,
    Opened,
    Pace,
    Register,
    Registered,
    Release,
    Save,
    Status,
    Write,
)
from fabric.live.nics import NicClient
from fabric.live.scale import Clock, Scale
from fabric.live.source import TopologySource
from fabric.live.switches import SwitchProcesses
from fabric.scenario.faults import Faultable, Selection, untold
from host_stack.transport.congestion.profile import NSCC
from p4soft.command_line import EngineChoice
from p4soft.targets import RunningSwitch, Target

Say = Callable[[str], None]
DEFAULT, BY_NSCC = NicSettings(), Congestion(algorithm=NSCC)


@dataclass(frozen=True, slots=True)
class LivePair:
    """A connected pair of queue pairs.

    Attributes:
        source, destination: NICs by number.
        source_qpn, destination_qpn: their queue pairs.
        room: messages that may be open at a time.
    """

    source: int
    destination: int
    source_qpn: int
    destination_qpn: int
    room: int


@dataclass(frozen=True, slots=True)
class LiveFlow(LivePair):
    """The same, and a region at its far end.

    Attributes:
        address, r_key: of the region at the destination.
        size: of the region, bytes.
    """

    address: int
    r_key: int
    size: int


class LiveNetwork(Faultable):
    """Everything of a live fabric, on the ground that this process has. Use it as a context manager.

    Attributes:
        fabric: as its file has it.
        scale: of times and rates.
        clock: which all NICs share.
        cabling: its cables.
        nics: by number.
    """

    def __init__(
        self,
        source: TopologySource,
        scale: Scale,
        target: Target,
        program: Path,
        *,
        workdir: Path,
        cables: CableKind = "veth",
        seed: int = 1,
        nic_settings: NicSettings = DEFAULT,
        engine: EngineChoice = "auto",
        traced: bool = False,
        say: Say = lambda _: None,
    ) -> None:
        """Bring it up.

        Args:
            source: the topology.
            scale: how much slower than the topology.
            target: of the switches.
            program: P4 source of the switches.
            workdir: existing; logs, sockets and compiled files go there.
            cables: what they are made of.
            seed: of the switches and cables.
            nic_settings: of all NICs.
            engine: what runs the program on the embedded target.
            traced: switches write what happens to every packet; slow.
            say: told each step.

        Raises:
            BuildError: something did not come up; nothing of it stays.
            TopologyError: the file is not a topology.
        """
        self.fabric = source.load()
        self.scale = scale
        self.clock = Clock(scale, time.monotonic_ns())
        self.nics: list[NicClient] = []
        self._stack = ExitStack()
        slow = scale.slowed(self.fabric)
        with ExitStack() as undo:
            undo.enter_context(self._stack)
            self.cabling = lay(cables, self.fabric, slow, workdir, seed)
            self._stack.callback(self.cabling.close)
            self._switches = FabricSwitches(
                slow, target, program, self.cabling,
                workdir=workdir, seed=seed, engine=engine, traced=traced, stack=self._stack, say=say,
            )  # fmt: skip
            if not self.cabling.delays:  # a round trip takes as long as it should all the same
                nic_settings = nic_settings.model_copy(update={"hold_ns": _one_way_ns(self.fabric)})
            self._plug(source, workdir, nic_settings)
            say(f"{len(self.nics)} NICs are up; time runs {scale.factor:,} times as slow as in {self.fabric.name}")
            undo.pop_all()

    def __enter__(self) -> LiveNetwork:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End every process. Idempotent."""
        self._stack.close()

    @property
    def cables(self) -> Mapping[str, Cable]:
        """By the names of their links."""
        return self.cabling.cables

    @property
    def delays(self) -> bool:
        """Its cables have the delays of the topology; else NICs hold what arrives for that of a path."""
        return self.cabling.delays

    @property
    def switches(self) -> Mapping[str, RunningSwitch]:
        """The running switches, by name."""
        return self._switches.running

    @property
    def processes(self) -> SwitchProcesses:
        """The processes of the switches."""
        return self._switches

    @property
    def standing(self) -> frozenset[str]:
        """Switches that were stopped and not started since."""
        return self._switches.standing

    @property
    def pipeline(self) -> Pipeline:
        """What the switches run."""
        return self._switches.pipeline

    # --- Traffic ----------------------------------------------------------------------------------------------------

    def pair(
        self,
        source: int,
        destination: int,
        *,
        evs: int = 128,
        paths: int | None = None,
        congestion: Congestion = BY_NSCC,
        pinned: Sequence[int] | None = None,
    ) -> LivePair:
        """Connect two NICs by queue pairs with so many EVs, or those `pinned` from the first. Raises FabricError."""
        near, far = self.nics[source], self.nics[destination]
        own = None if pinned is None else list(pinned)
        here = near.ask(Open(peer=destination, evs=evs, paths=paths, congestion=congestion, pinned=own), Opened)
        there = far.ask(Open(peer=source, evs=evs, paths=paths, congestion=congestion), Opened)
        far.ask(Connect(qpn=there.qpn, peer=here.greeting), Done)
        near.ask(Connect(qpn=here.qpn, peer=there.greeting), Done)
        return LivePair(source, destination, here.qpn, there.qpn, here.room)

    def connect(self, source: int, destination: int, size: int) -> LiveFlow:
        """Connect two NICs for writes of up to `size` bytes. Raises FabricError."""
        pair = self.pair(source, destination)
        region = self.nics[destination].ask(Register(size=size), Registered)
        return LiveFlow(
            source, destination, pair.source_qpn, pair.destination_qpn, pair.room, region.address, region.r_key, size
        )

    def write(self, flow: LiveFlow, file: Path) -> None:
        """Post the write of a file's contents. Raises FabricError."""
        request = Write(qpn=flow.source_qpn, file=str(file), address=flow.address, r_key=flow.r_key)
        self.nics[flow.source].ask(request, Done)

    def save(self, flow: LiveFlow, file: Path) -> None:
        """Write what has arrived so far into a file. Raises FabricError."""
        self.nics[flow.destination].ask(Save(r_key=flow.r_key, file=str(file)), Done)

    def release(self, flow: LiveFlow) -> None:
        """Give back what `connect` took at both ends, also at one when the other is gone. Raises FabricError."""
        try:
            self.nics[flow.source].ask(Release(qpn=flow.source_qpn, r_key=None), Done)
        finally:
            self.nics[flow.destination].ask(Release(qpn=flow.destination_qpn, r_key=flow.r_key), Done)

    # --- Measuring --------------------------------------------------------------------------------------------------

    def switch_ends(self) -> dict[str, EndState]:
        """What the switches' ends of all cables count and hold, by their names. Raises FabricError."""
        return dict(self.cabling.switch_ends())

    def counted(self, switch: str) -> SwitchCounts | None:
        """What the program of a switch has counted; None of one that stands still or is gone. Raises FabricError."""
        return self._switches.counted(switch)

    def writes(self) -> dict[str, int] | None:
        """P4Runtime writes since the fabric is up, by switch; None when somebody else might have written."""
        return self._switches.writes()

    # --- Faults -----------------------------------------------------------------------------------------------------

    @override
    def set_forwarding(self, switch: str, forwarding: bool) -> None:
        self._switches.set_forwarding(switch, forwarding)

    def deaths(self) -> dict[str, str]:
        """How processes ended that should run: by name, `signal 9`."""
        found = {name: self._switches.death(name) for name in self.switches}
        found |= {child.name: child.death() for child in (*self.nics, *self.cabling.processes())}
        return {name: how for name, how in found.items() if how is not None}

    @override
    def set_link_state(self, link: str, up: bool) -> None:
        self.cabling.set_state(link, up)

    @override
    def set_link_loss(self, link: str, probability: float, to: str | None = None) -> None:
        self.cabling.set_loss(link, probability, to)

    @override
    def set_selected_loss(self, frames: Selection, probability: float) -> None:
        raise untold(frames)

    @override
    def set_link_rate(self, link: str, rate_bps: int) -> None:
        self.cabling.set_rate(link, self.scale.real_bps(rate_bps))
        cable = self.cables[link]
        if cable.link.role == "host":
            nic = self.nics[self.fabric.nic(cable.a.node).index]
            nic.ask(Pace(port=cable.a.port, rate_bps=rate_bps), Done)

    # --- Building ---------------------------------------------------------------------------------------------------

    def _plug(self, source: TopologySource, workdir: Path, settings: NicSettings) -> None:
        """The NIC processes, plugged into their cables."""
        for node in self.fabric.all_nics():
            nic = NicClient(
                source, node, self.clock, settings, workdir,
                prefix=self.cabling.nic_prefix(), descriptors=self.cabling.nic_descriptors(node.name),
            )  # fmt: skip
            self._stack.callback(nic.stop)
            self.nics.append(nic)
        for nic in self.nics:
            nic.ask(Status(), NicStatus)  # it runs behind its prefix now
        self.cabling.plug({nic.name: nic for nic in self.nics})


def _one_way_ns(fabric: topologies.Fabric) -> int:
    """The delays of the cables from a NIC to one at another T0."""
    links = fabric.spec.links
    return 2 * links.host.delay + 2 * links.fabric.delay
