# SPDX-License-Identifier: Apache-2.0
"""A live network: switches, hosts and NICs as processes, and cables between them; faults happen to all of it.

It comes up inside namespaces (`fabric.live.namespaces`), or with Unix sockets, which need none.
"""

from __future__ import annotations

import contextlib
import os
import signal
import time
from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self, TypeVar

from msgspec import structs
from typing_extensions import override

from controller import ControllerError
from controller.pipeline import Pipeline
from fabric.errors import BuildError, FabricError
from fabric.live.cabling import Cable, Cabling, SocketCables, Veths, cables
from fabric.live.description import BringUp, Description, NicNodes, SwitchNode
from fabric.live.messages import Done, EndState, NicStatus, Pace, Status
from fabric.live.processes import HostNetwork, NicClient, compute_everything
from fabric.live.scale import Clock, Scale
from fabric.scenario.faults import Faultable, Selection, untold
from p4soft.targets import RunningSwitch, SwitchOptions, Target, TargetError
from p4soft.targets.process import exit_of

# --- Several at a time -----------------------------------------------------------------------------------------------


_AT_ONCE = 8
_T = TypeVar("_T")
_R = TypeVar("_R")


class Builders:
    """Threads that build a network, several of its parts at a time.

    They live until it ends: the kernel may end a process with the thread that started it (`child_lifetime`).
    """

    def __init__(self, stack: ExitStack) -> None:
        self._threads = ThreadPoolExecutor(_AT_ONCE, thread_name_prefix="build")
        stack.callback(self._threads.shutdown)

    def each(self, build: Callable[[_T], _R], parts: Iterable[_T]) -> list[_R]:
        """What each part becomes, in their order. Raises what the first of those raised that went wrong.

        None is being built any more then, whatever happened.
        """
        tasks = [self._threads.submit(build, part) for part in parts]
        try:
            wait(tasks)
        finally:  # an interrupt
            wait([task for task in tasks if not task.cancel()])
        return [task.result() for task in tasks]


# --- Switches --------------------------------------------------------------------------------------------------------


START_S = 60.0
"""How long a switch may take to start, and its program to compile, on a busy machine."""
_SOCKET_BYTES = 107
"""Longest path of a Unix socket (unix(7)); a lab in a deeper directory has no control sockets."""


class SwitchProcesses:
    """Switches without a program, running; they end with `stack`.

    Attributes:
        running: by name.
        traces: files that tell what happened to packets, by name; none unless traced.
        controls: control sockets by name (`p4soft.switch.ports.control`); of the embedded target only.
    """

    def __init__(
        self, nodes: Collection[SwitchNode], cabling: Cabling, how: BringUp, builders: Builders, stack: ExitStack
    ) -> None:
        """Start them, in a folder each.

        Raises:
            BuildError: one does not start.
        """
        self.traces: dict[str, Path] = {}
        self.controls: dict[str, Path] = {}
        self._stopped: set[str] = set()
        attachments = cabling.attachments()

        def start(node: SwitchNode) -> RunningSwitch:
            folder = how.workdir / node.name
            options = _options(node, cabling, how, folder)
            running = _start(node, attachments.get(node.name, {}), how.target, folder, options)
            stack.callback(running.stop)
            if options.control is not None:
                self.controls[node.name] = options.control
            if how.traced:
                self.traces[node.name] = options.trace or running.log
            return running

        started = builders.each(start, nodes)
        self.running = {node.name: running for node, running in zip(nodes, started, strict=True)}
        stack.callback(self._start_stopped)

    def set_forwarding(self, name: str, forwarding: bool) -> None:
        """Let the process of a switch run, or stop it where it stands: its links stay up. Raises FabricError."""
        how = self.death(name)
        if how is not None:
            raise FabricError(f"{name} is gone ({how}); its log: {self.running[name].log}")
        # A switch's process leads a group of its own, with its supervisor when it has one.
        os.killpg(self.running[name].process_id, signal.SIGCONT if forwarding else signal.SIGSTOP)
        (self._stopped.discard if forwarding else self._stopped.add)(name)

    @property
    def standing(self) -> frozenset[str]:
        return frozenset(self._stopped)

    def death(self, name: str) -> str | None:
        """How the process of a switch ended, `signal 9`; None while it runs, or stands still."""
        seen = os.WEXITED | os.WNOHANG | os.WNOWAIT  # the thread that started it still waits for it
        try:
            found = os.waitid(os.P_PID, self.running[name].process_id, seen)
        except ChildProcessError:  # waited for already
            return "ended"
        if found is None:
            return None
        return exit_of(found.si_status if found.si_code == os.CLD_EXITED else -found.si_status)

    def _start_stopped(self) -> None:
        """A stopped process does not notice that it is to end."""
        for name in self._stopped:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.running[name].process_id, signal.SIGCONT)


def _start(
    node: SwitchNode, ports: Mapping[int, str], target: Target, folder: Path, options: SwitchOptions
) -> RunningSwitch:
    folder.mkdir(parents=True, exist_ok=True)
    try:
        return target.start(device_id=node.device_id, ports=ports, workdir=folder, options=options)
    except TargetError as problem:
        raise BuildError(f"{node.name}: {problem}") from None


def _options(node: SwitchNode, cabling: Cabling, how: BringUp, folder: Path) -> SwitchOptions:
    plain = SwitchOptions(
        cpu_port=node.cpu_port,
        priority_queues=node.queues,
        seed=how.seed << 20 | node.device_id,
        engine=how.engine,
        grpc_port=node.grpc_port,
        prefix=tuple(cabling.switch_prefix()),
        start_timeout_s=START_S,
    )
    if how.target.name == "bmv2":  # its trace is in its log
        return structs.replace(plain, log_level="trace") if how.traced else plain
    control = folder / "control"
    return structs.replace(
        plain,
        trace=folder / "trace" if how.traced else None,
        control=control if len(os.fsencode(control)) <= _SOCKET_BYTES else None,
    )


# --- The network -----------------------------------------------------------------------------------------------------


REAL_TIME = Scale(1)


class Tables(Protocol):
    """Gives switches their programs and entries, when they run."""

    @abstractmethod
    def prepare(self, pipelines: Mapping[Path, Pipeline]) -> None:
        """See whether it can be done with these programs, before anything runs. Raises BuildError."""

    @abstractmethod
    def fill(self, node: SwitchNode, address: str, pipeline: Pipeline, stack: ExitStack) -> None:
        """Load a switch, while others are loaded by other threads, and put what its end needs onto `stack`.

        Raises:
            FabricError, ControllerError: it cannot be loaded.
        """

    @abstractmethod
    def summary(self, switches: int) -> str:
        """What was done to this many switches, for people."""


class Network(Faultable):
    """A network that is up. Use it as a context manager.

    Attributes:
        scale: how much slower than its description it runs.
        hosts: their networks, by name.
        nics: by number.
        pipelines: what switches run, by the file of the program.
    """

    def __init__(self, described: Description, tables: Tables, how: BringUp, scale: Scale = REAL_TIME) -> None:
        """Bring it up.

        Args:
            described: what it shall be.
            tables: what fills its switches.
            how: it comes up.
            scale: of times and rates; `described` has the real ones already.

        Raises:
            BuildError: something did not come up; nothing of it stays.
        """
        self.scale = scale
        self.clock = Clock(scale, time.monotonic_ns())
        self.hosts: dict[str, HostNetwork] = {}
        self.nics: list[NicClient] = []
        self._described = described
        self._stack = ExitStack()
        with ExitStack() as undo:
            undo.enter_context(self._stack)
            self.pipelines = _compiled(described, how)
            tables.prepare(self.pipelines)
            self.cabling = _laid(described, how)
            self._stack.callback(self.cabling.close)
            if described.hosts:
                self._plug_hosts(how)
            if described.nics is not None:
                self._start_nics(described.nics, how)
            builders = Builders(self._stack)
            self.processes = SwitchProcesses(described.switches.values(), self.cabling, how, builders, self._stack)
            builders.each(partial(self._fill, tables), described.switches.values())
            how.say(tables.summary(len(described.switches)))
            if self.nics:
                self._plug_nics(how)
            undo.pop_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End every process. Idempotent."""
        self._stack.close()

    @property
    def name(self) -> str:
        return self._described.name

    @property
    def cables(self) -> Mapping[str, Cable]:
        return self.cabling.cables

    @property
    def delays(self) -> bool:
        """Its cables have the delays that they should have; else NICs hold what arrives for that of a path."""
        return self.cabling.delays

    @property
    def switches(self) -> Mapping[str, RunningSwitch]:
        return self.processes.running

    @property
    def standing(self) -> frozenset[str]:
        return self.processes.standing

    def switch_ends(self) -> dict[str, EndState]:
        """What the switches' ends of all cables count and hold, by their names. Raises FabricError."""
        return dict(self.cabling.switch_ends())

    def deaths(self) -> dict[str, str]:
        """How processes ended that should run: by name, `signal 9`."""
        found = {name: self.processes.death(name) for name in self.switches}
        found |= {name: host.death() for name, host in self.hosts.items()}
        found |= {child.name: child.death() for child in (*self.nics, *self.cabling.processes())}
        return {name: how for name, how in found.items() if how is not None}

    def logs(self) -> dict[str, Path]:
        found = {name: running.log for name, running in self.switches.items()}
        found |= {name: host.log for name, host in self.hosts.items()}
        return found | {child.name: child.log for child in (*self.nics, *self.cabling.processes())}

    # --- Faults -----------------------------------------------------------------------------------------------------

    @override
    def set_forwarding(self, switch: str, forwarding: bool) -> None:
        self.processes.set_forwarding(switch, forwarding)

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
        end = self.cables[link].a
        for nic in self.nics:
            if nic.name == end.node:
                nic.ask(Pace(port=end.port, rate_bps=rate_bps), Done)

    # --- Building ---------------------------------------------------------------------------------------------------

    def _plug_hosts(self, how: BringUp) -> None:
        for name, host in self._described.hosts.items():
            self.hosts[name] = HostNetwork(host, self._described.mtu, how.workdir)
            self._stack.callback(self.hosts[name].stop)
        for link in self._described.at_hosts():
            compute_everything(self.cables[link.name].a.interface)
        self.cabling.plug_hosts(self.hosts)
        how.say(f"hosts up: {len(self.hosts)}")

    def _start_nics(self, nics: NicNodes, how: BringUp) -> None:
        """Their processes need a while; nobody waits for them yet."""
        settings = nics.settings
        if not self.cabling.delays:  # a round trip takes as long as it should all the same
            settings = structs.replace(settings, hold_ns=nics.path_delay_ns)
        for node in nics.nodes:
            nic = NicClient(
                nics.source, node, self.clock, settings, how.workdir,
                prefix=self.cabling.nic_prefix(), descriptors=self.cabling.nic_descriptors(node.name),
            )  # fmt: skip
            self._stack.callback(nic.stop)
            self.nics.append(nic)

    def _plug_nics(self, how: BringUp) -> None:
        for nic in self.nics:
            nic.ask(Status(), NicStatus)  # it runs behind its prefix now
        self.cabling.plug({nic.name: nic for nic in self.nics})
        factor = self.scale.factor
        how.say(f"{len(self.nics)} NICs are up; time runs {factor:,} times as slow as in {self._described.name}")

    def _fill(self, tables: Tables, node: SwitchNode) -> None:
        running = self.switches[node.name]
        try:
            tables.fill(node, running.grpc_address, self.pipelines[node.program], self._stack)
        except (FabricError, ControllerError) as problem:
            how = self.processes.death(node.name)
            raise BuildError(f"{node.name} ended ({how}); its log: {running.log}" if how else str(problem)) from None


def _compiled(described: Description, how: BringUp) -> dict[Path, Pipeline]:
    """Every program. Raises BuildError with what the compiler says."""
    found: dict[Path, Pipeline] = {}
    folder = how.workdir / "program"
    for program, shown in described.programs.items():
        try:
            files = how.target.compile(program, folder / str(len(found)) if len(described.programs) > 1 else folder)
            compiled = Pipeline.load(files.p4info, files.json)
        except (TargetError, ControllerError) as problem:
            raise BuildError(str(problem)) from None
        how.say(f"compiled {shown}")
        how.target.warm_up(files, SwitchOptions(engine=how.engine, start_timeout_s=START_S))
        found[program] = Pipeline(compiled.p4info, compiled.device_config, shown)
    return found


def _laid(described: Description, how: BringUp) -> Cabling:
    """A cable for each link. Raises BuildError."""
    wanted = cables(described)
    if how.cables == "unix":
        return SocketCables(wanted, described.bands, how.workdir, how.seed)
    return Veths(wanted, described.bands, cuts=described.cuts)
