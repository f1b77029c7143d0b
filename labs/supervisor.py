# SPDX-License-Identifier: Apache-2.0
"""The process that keeps a lab: brings it up, answers commands, takes everything with it when it ends.

`python -m labs.supervisor FOLDER SETTINGS`, started by `labs.starting` in namespaces of its own. It prints a line per
step; the last is `ready`. The command that started it answers `keep`, or the lab ends: a command that is killed leaves
no lab behind. What the lab tells of itself is here too, and its writes, where there are NICs.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import assert_never

from msgspec.structs import asdict, replace

from fabric import PROGRAM
from fabric.custom.network import CustomNetwork
from fabric.custom.reading import CustomNames, read_custom
from fabric.errors import FabricError
from fabric.live.description import BringUp, Say
from fabric.live.fabric import LiveFabric, LiveFlow, Sampler
from fabric.live.messages import Done, NicSettings, NicStatus, Refused, Sample, Sampled, Status
from fabric.live.namespaces import CableKind, host_process_id
from fabric.live.network import SwitchProcesses
from fabric.live.scale import Busy, Scale, groups
from fabric.scenario.faults import Fault, Names, parse_fault
from labs.control_socket import (
    KEEP,
    LARGEST_BYTES,
    READY,
    REQUESTS,
    SETTINGS,
    ApplyFault,
    ControlServer,
    CustomState,
    FabricSettings,
    Fail,
    Fetch,
    Happened,
    Heal,
    LinkState,
    Look,
    Looked,
    Peek,
    Plugged,
    Posted,
    PostWrite,
    Reply,
    Request,
    Settings,
    State,
    Stop,
    SwitchState,
    WriteRequest,
    WriteState,
)
from labs.directory import LabDirectory, LabError
from labs.faults import FabricNames, Failable, Failing
from p4soft.command_line import InterruptedCommandError, interruptible
from p4soft.targets import TargetError, get_target
from topologies import TopologyError

# --- Writes ----------------------------------------------------------------------------------------------------------


_UNFETCHED = 4
"""So many writes that are over keep their bytes for whom they were made for; older ones are given back."""


@dataclass
class _Write:
    flow: LiveFlow
    state: WriteState
    held: bool = True

    @property
    def over(self) -> bool:
        """Nothing more will happen to it."""
        return self.state.completed_ns is not None or self.state.failure is not None


class Writes:
    def __init__(self, network: LiveFabric) -> None:
        self._network = network
        self._names = Names(network.fabric)
        self._writes: list[_Write] = []

    def states(self) -> list[WriteState]:
        return [write.state for write in self._writes]

    def post(self, request: PostWrite) -> int:
        """Begin one; its number. Raises LabError, FabricError, OSError, or ValueError for a name that is none."""
        source, destination = (self._names.nic(name) for name in (request.source, request.destination))
        if source.index == destination.index:
            raise LabError(f"{source.name} does not write to itself; accepted: two NICs")
        size = self._size(Path(request.file))
        flow = self._network.connect(source.index, destination.index, size)
        posted_ns = self._network.clock.now_ns()
        try:
            self._network.write(flow, Path(request.file))
        except FabricError:
            self._network.release(flow)
            raise
        state = WriteState(
            source=source.name, source_qpn=flow.source_qpn, destination=destination.name, size=size, placed=0,
            posted_ns=posted_ns, completed_ns=None, failure=None,
        )  # fmt: skip
        self._writes.append(_Write(flow, state))
        return len(self._writes) - 1

    def fetch(self, index: int, file: Path) -> None:
        """Put what arrived of a write into a file, and give back what it held. Raises LabError, FabricError."""
        write = self._held(index)
        self._network.save(write.flow, file)
        if write.over:
            self._release(write)

    def peek(self, index: int, file: Path) -> None:
        """Put what arrived of a write into a file. Raises LabError, FabricError."""
        self._network.save(self._held(index).flow, file)

    def _held(self, index: int) -> _Write:
        if not 0 <= index < len(self._writes):
            raise LabError(f"no write {index}; there are {len(self._writes)}, counted from 0")
        write = self._writes[index]
        if not write.held:
            raise LabError(f"write {index}: what arrived was fetched, or given back after {_UNFETCHED} later writes")
        return write

    def update(self, nics: Mapping[str, NicStatus], deaths: Mapping[str, str]) -> None:
        """Look at each that is not over, and give back what was not fetched."""
        for write in self._writes:
            if not write.over:
                write.state = _seen(write, nics, deaths)
        waiting = [write for write in self._writes if write.held and write.over]
        for write in waiting[:-_UNFETCHED]:
            self._release(write)

    def _size(self, file: Path) -> int:
        if not file.is_file():
            raise LabError(f"{file}: not a file that can be read")
        size = file.stat().st_size
        if not size:
            raise LabError(f"{file} is empty; accepted: a file of at least one byte")
        left = LARGEST_BYTES - sum(write.state.size for write in self._writes if write.held)
        if size > left:
            raise LabError(f"{file} has {size:,} bytes; accepted: at most {left:,}, as all writes under way are held")
        return size

    def _release(self, write: _Write) -> None:
        write.held = False
        with contextlib.suppress(FabricError):  # of a NIC that is gone
            self._network.release(write.flow)


def _seen(write: _Write, nics: Mapping[str, NicStatus], deaths: Mapping[str, str]) -> WriteState:
    flow, before = write.flow, write.state
    for name in (before.source, before.destination):
        if name in deaths:
            return replace(before, failure=f"{name} is gone ({deaths[name]})")
    sender = next((qp for qp in nics[before.source].queue_pairs if qp.qpn == flow.source_qpn), None)
    receiver = next((qp for qp in nics[before.destination].queue_pairs if qp.qpn == flow.destination_qpn), None)
    if sender is None or receiver is None:  # posted after that NIC last answered
        return before
    return replace(
        before,
        placed=min(before.size, receiver.bytes_placed),
        completed_ns=sender.completed[0] if sender.completed else None,
        failure=sender.failures[0] if sender.failures else None,
    )


# --- NICs ------------------------------------------------------------------------------------------------------------


_LOOK_S = 2.0
"""How long a NIC may take to answer; it answers between two frames."""


class LabNics:
    """What only a lab of an MRC fabric has: NICs, their writes, and samples of what changes all the time.

    Attributes:
        known: what each NIC said when it last answered, by name.
    """

    def __init__(self, network: LiveFabric) -> None:
        self._network = network
        self._writes = Writes(network)
        self._sampler = Sampler(network)
        self._busy = Busy(groups({name: running.process_id for name, running in network.switches.items()}))
        self.known = {nic.name: nic.ask(Status(), NicStatus) for nic in network.nics}

    def watch(self) -> None:
        self._busy.look()

    def sample(self, silent: Collection[str]) -> Sampled:
        """What changes all the time, of all but those that are silent."""
        return self._sampler.take(silent)

    def write(self, request: WriteRequest) -> Reply:
        """Post a write, or tell what came of one. Raises FabricError, LabError."""
        match request:
            case PostWrite():
                self.observe()  # what is over makes room
                return Posted(index=self._writes.post(request))
            case Fetch(index=index, file=file):
                self._writes.fetch(index, Path(file))
            case Peek(index=index, file=file):
                self._writes.peek(index, Path(file))
            case _:
                assert_never(request)
        return Done()

    def observe(self) -> dict[str, str]:
        """Ask every NIC how it is; what should run and does not, or does not answer."""
        dead = self._network.deaths()
        ended = dict(dead)
        for nic in self._network.nics:
            if nic.name in dead:
                continue
            try:
                self.known[nic.name] = nic.ask(Status(), NicStatus, patience_s=_LOOK_S)
            except FabricError:
                how = nic.death()
                dead[nic.name] = how or "does not answer"
                if how:
                    ended[nic.name] = how
        self._writes.update(self.known, ended)
        return dead

    def state(self, looked: Looked) -> State:
        fabric = self._network.fabric
        return State(
            **asdict(looked),
            host_bps=fabric.rate_bps("host"),
            base_rtt_ns=fabric.base_rtt_ns,
            busy=self._busy.recent,
            nics=dict(self.known),
            writes=self._writes.states(),
        )


# --- The lab ---------------------------------------------------------------------------------------------------------


class Lab:
    """A network that is up. Its methods raise FabricError or LabError.

    Attributes:
        names: what can fail in it.
    """

    def __init__(self, where: LabDirectory, settings: Settings, network: LiveFabric | CustomNetwork) -> None:
        self.network = network
        self.names: Failable
        self._where = where
        self._settings = settings
        self._nics: LabNics | None = None
        if isinstance(network, LiveFabric):
            self.names, self._nics = FabricNames(network.fabric), LabNics(network)
        else:
            self.names = CustomNames(network.custom)

    def now_ns(self) -> int:
        return self.network.clock.now_ns()

    def deaths(self) -> Mapping[str, str]:
        """How processes ended that should run, by name: `signal 9`."""
        return self.network.deaths()

    def watch(self) -> None:
        """Called several times a second, from another thread. Only a fabric, which is slowed down, is judged."""
        if self._nics is not None:
            self._nics.watch()

    def sample(self, silent: Collection[str]) -> Sampled:
        """What changes all the time, of all but those that are silent."""
        if self._nics is not None:
            return self._nics.sample(silent)
        return Sampled(now_ns=self.now_ns(), links=dict(self.network.cabling.carried()), ports={}, nics={})

    def write(self, request: WriteRequest) -> Reply:
        if self._nics is not None:
            return self._nics.write(request)
        raise LabError(
            "hosts of this network have no MRC NIC, which could write; accepted: programs of theirs, such as "
            "`exec h2 -- iperf3 -s -1 -D`, then `exec h1 -- iperf3 -c ADDRESS`"
        )

    def look(self, faults: Mapping[str, list[str]], stopped: Collection[str]) -> State | CustomState:
        """The state of the whole lab.

        Args:
            faults: what is not as its file has it: target, and what it is.
            stopped: switches that were told to forward nothing.
        """
        network, settings = self.network, self._settings
        dead = self._nics.observe() if self._nics is not None else dict(network.deaths())
        looked = Looked(
            name=self._where.name,
            topology=settings.source.file if isinstance(settings, FabricSettings) else settings.file,
            fabric=network.name,
            target=settings.target,
            cables=_cables(settings),
            cables_late_ns=self._cables_late_ns(),
            factor=network.scale.factor,
            delays=network.delays,
            process_id=host_process_id(),
            origin_ns=network.clock.origin_ns,
            now_ns=self.now_ns(),
            switches=list(_switch_states(network.processes, dead, stopped)),
            networks=self._networks(),
            logs={name: str(log) for name, log in network.logs().items()} | {"keeper": str(self._where.log)},
            dead=dead,
            faults=dict(faults),
            taps={name: network.cabling.tap(name) for name in network.cables},
        )
        if self._nics is not None:
            return self._nics.state(looked)
        assert isinstance(network, CustomNetwork)
        return _custom_state(network, looked)

    def _networks(self) -> dict[str, int]:
        """A process, as the machine has it, in each network of a node."""
        found = {name: host.host_process_id for name, host in self.network.hosts.items()}
        if self._nics is not None and _cables(self._settings) == "veth":
            found |= {name: nic.process_id for name, nic in self._nics.known.items()}
        return found

    def _cables_late_ns(self) -> int:
        """0 as well when the relay is gone."""
        try:
            return self.network.scale.fabric_ns(self.network.cabling.late_ns())
        except FabricError:
            return 0


def _cables(settings: Settings) -> CableKind:
    return settings.cables if isinstance(settings, FabricSettings) else "veth"


def _switch_states(switches: SwitchProcesses, dead: Collection[str], stopped: Collection[str]) -> Iterator[SwitchState]:
    for name, running in switches.running.items():
        yield SwitchState(
            name=name,
            device_id=running.device_id,
            grpc_address=running.grpc_address,
            log=str(running.log),
            trace=_text(switches.traces.get(name)),
            control=_text(switches.controls.get(name)),
            forwards=name not in dead and name not in stopped,
        )


def _text(path: Path | None) -> str | None:
    return None if path is None else str(path)


def _custom_state(network: CustomNetwork, looked: Looked) -> CustomState:
    custom = network.custom
    plugs = {(end.node, end.port): link.name for link in custom.links.values() for end in link.ends}
    delays = network.delays or not any(link.delay_ns for link in custom.links.values())
    return CustomState(
        **asdict(looked) | {"delays": delays},
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
            for host in custom.hosts.values()
        },
        links={
            link.name: LinkState(
                a=(link.a.node, link.a.port),
                b=(link.b.node, link.b.port),
                rate_bps=link.rate_bps,
                delay_ns=link.delay_ns,
                loss=link.loss,
            )
            for link in custom.links.values()
        },
    )


@contextmanager
def lab_up(where: LabDirectory, settings: Settings, say: Say) -> Iterator[Lab]:
    """Bring a lab up, and end it. Raises FabricError, TargetError, TopologyError."""
    how = BringUp(
        get_target(settings.target), where.folder,
        cables=_cables(settings), seed=settings.seed, engine=settings.engine, traced=settings.traced, say=say,
    )  # fmt: skip
    network: LiveFabric | CustomNetwork
    if isinstance(settings, FabricSettings):
        scale, nics = Scale(settings.factor), NicSettings(seed=settings.seed)
        network = LiveFabric(settings.source, scale, PROGRAM, nics, how)
    else:
        network = CustomNetwork(read_custom(Path(settings.file)), how)
    with network:
        yield Lab(where, settings, network)


# --- The process -----------------------------------------------------------------------------------------------------


class Supervisor:
    """What a lab answers to commands, one at a time.

    Attributes:
        ended: it was asked to stop.
    """

    def __init__(self, lab: Lab) -> None:
        self.ended = False
        self._lab = lab
        self._failing = Failing(lab.names)
        self._faults: dict[tuple[str, str], Fault] = {}

    def answer(self, line: bytes) -> Reply:
        try:
            return self._do(REQUESTS.read(line))
        except OSError as problem:
            return Refused(why=f"{problem.filename or 'lab'}: {problem.strerror}")
        except (ValueError, FabricError, LabError) as problem:
            return Refused(why=str(problem))

    def watch(self) -> None:
        """Called several times a second while it is served, from another thread."""
        self._lab.watch()

    def _do(self, request: Request) -> Reply:
        now_ns = self._lab.now_ns()
        match request:
            case Look():
                return self._look()
            case Sample():
                return self._lab.sample(self._lab.deaths().keys() | self._stopped())
            case PostWrite() | Fetch() | Peek():
                return self._lab.write(request)
            case ApplyFault(fault=text):
                return self._apply([parse_fault(text, now_ns, self._lab.names)])
            case Fail(words=words):
                return self._apply(self._failing.failures(words, now_ns))
            case Heal(words=words):
                return self._apply(self._failing.cures(words, self._faults.values(), now_ns))
            case Stop():
                self.ended = True
            case _:
                assert_never(request)
        return Done()

    def _apply(self, faults: Iterable[Fault]) -> Happened:
        """Let them happen, each whether others can or not. Raises LabError for those that cannot."""
        happened, problems = [], []
        for fault in faults:
            try:
                fault.apply(self._lab.network)
            except FabricError as problem:
                problems.append(str(problem))
                continue
            happened.append(str(fault))
            self._faults.pop((fault.target, fault.affects), None)
            if not fault.restores:
                self._faults[fault.target, fault.affects] = fault
        if problems:
            raise LabError("; ".join(problems))
        return Happened(faults=happened)

    def _stopped(self) -> set[str]:
        return {name for name, affects in self._faults if affects == "forwarding"}

    def _look(self) -> State | CustomState:
        faults: dict[str, list[str]] = {}
        for fault in self._faults.values():
            faults.setdefault(fault.target, []).append(fault.state)
        return self._lab.look(faults, self._stopped())


def _end_unless_kept() -> None:
    """End this process, unless its parent says that it is to stay; the parent may be killed while we build."""
    if sys.stdin.buffer.readline() != KEEP:
        os.kill(os.getpid(), signal.SIGTERM)


def _say(step: str) -> None:
    print(step, flush=True)


def _keep(where: LabDirectory, settings: Settings) -> None:
    """Bring the lab up, and serve it until it is told to stop."""
    with contextlib.ExitStack() as stack:
        stack.callback(where.clean)
        threading.Thread(target=_end_unless_kept, daemon=True).start()
        supervisor = Supervisor(stack.enter_context(lab_up(where, settings, _say)))
        server = stack.enter_context(
            ControlServer(where.socket, supervisor.answer, lambda: supervisor.ended, supervisor.watch)
        )
        print(READY, flush=True)
        with where.log.open("ab") as log:  # until now, what goes wrong is for the parent
            os.dup2(log.fileno(), sys.stderr.fileno())
        server.serve_forever(poll_interval=0.2)


def main(arguments: Sequence[str]) -> int:
    """Keep a lab until it is told to stop."""
    folder, settings = arguments
    where = LabDirectory(Path(folder).name, Path(folder))
    try:
        lock = where.lock()
        if lock is None:
            by = where.holder()
            raise LabError(f"the lab {where.name!r} is up already, or coming up (process {by}); choose a --name")
        where.sign(lock, host_process_id())
        with interruptible():
            _keep(where, SETTINGS.read(settings))
    except InterruptedCommandError as interrupted:
        return interrupted.status
    except (FabricError, LabError, TargetError, TopologyError, ValueError) as problem:
        return _give_up(str(problem))
    except OSError as problem:
        return _give_up(f"{problem.filename or where.folder}: {problem.strerror}")
    return 0


def _give_up(why: str) -> int:
    with contextlib.suppress(OSError):  # the parent may be gone
        print(f"error: {why}", flush=True)
    return 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
