# SPDX-License-Identifier: Apache-2.0
"""The switches of an emulated fabric: compiled program, P4Runtime on loopback, tables installed, verified and rerouted.

One P4Runtime server serves them all, each as a device, so that thousands of switches take no more threads and sockets
than one. The controller is gone before emulated time starts; the server stays, so that `writes` can prove that no
client wrote. A fabric that this machine's memory cannot carry is refused before anything starts.

With routed failover (`Rerouting`) the controller comes back. A convergence delay after a fault it plans the routes to
NICs' addresses anew, and writes what differs; until then frames are lost. SRv6's routes never change: a path that a
packet names has no other way.
"""

from __future__ import annotations

import contextlib
import functools
import json
import os
import threading
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from typing_extensions import override

import controller
import topologies
from controller import SwitchPlan
from controller.client import InstallReport, SwitchClient, encoded, install
from controller.encoding import EncodedPlan
from controller.pipeline import Pipeline
from fabric import PRIORITY_QUEUES, PROGRAM
from fabric.errors import BuildError
from fabric.measurements import RouteChange
from fabric.scenario.faults import Fault, Faultable, Selection
from p4soft.command_line import EngineChoice
from p4soft.compiler import CompileErrors, compile_file
from p4soft.interpreter import no_collections
from p4soft.p4runtime_client import BaseSession
from p4soft.switch import SimpleSwitch
from p4soft.switch.p4runtime import Device, DirectSession

if TYPE_CHECKING:
    from p4soft.p4runtime_client import Connection

# --- How large a fabric can be ---------------------------------------------------------------------------------------


#: Bytes of memory: a switch that runs `p4src` natively, one of its table entries, a NIC at rest, a link with both its
#: queues empty. Traffic comes on top. A test measures the first two.
SWITCH_BYTES = 200_000
ENTRY_BYTES = 1_000
NIC_BYTES = 20_000
LINK_BYTES = 20_000
_GB = 1_000_000_000
_OF_A_PORT, _OF_A_SWITCH = 3, 8


def entry_count(topology: topologies.Fabric) -> int:
    """How many table entries its switches have, without those of ECMP.

    Of a port a route, trimming, and a profile for each queue and for what is trimmed; of a switch its uSID, the routes
    that go nowhere, traffic classes, and a queue for each.
    """
    queues = len(topology.qos.queues)
    return topology.port_count * (_OF_A_PORT + queues) + topology.switch_count * (_OF_A_SWITCH + queues)


def needed_bytes(topology: topologies.Fabric) -> int:
    """About what a fabric at rest takes: its switches, their entries, its NICs and links."""
    return (
        topology.switch_count * SWITCH_BYTES
        + entry_count(topology) * ENTRY_BYTES
        + topology.nics * NIC_BYTES
        + topology.link_count * LINK_BYTES
    )


def check_size(topology: topologies.Fabric) -> None:
    """Raises BuildError when a fabric needs more memory than this machine has."""
    there = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    needed = needed_bytes(topology)
    if needed > there:
        raise BuildError(
            f"{topology.name}: {topology.switch_count:,} switches and {topology.nics:,} NICs need about "
            f"{needed / _GB:,.1f} GB of memory in one emulation; accepted: what fits into this machine's "
            f"{there / _GB:,.1f} GB"
        )


# --- Switches --------------------------------------------------------------------------------------------------------


_PATIENCE_S = 120.0
"""How long a switch may take to answer: the first one compiles machine code, and the machine may be busy."""
_AT_ONCE = 4
"""Switches to install over gRPC at a time: while one's answer is on its way, another is at work."""

Say = Callable[[str], None]


class Switches(Struct, frozen=True):
    """Running switches and what P4Runtime's clients see of them, by name; where they are served, and what they run.

    Attributes:
        address: of the P4Runtime server; None: there is none, and clients call the devices.
    """

    switches: Mapping[str, SimpleSwitch]
    devices: Mapping[str, Device]
    address: str | None
    pipeline: Pipeline

    def client(self, name: str) -> SwitchClient:
        """A controller's session with a switch, to be closed. Raises ControllerError."""
        device = self.devices[name]
        at = self.address or DirectSession(name, device)
        return SwitchClient(at, device.switch.device_id, self.pipeline, name=name, timeout_s=_PATIENCE_S)

    def writes(self) -> dict[str, int]:
        return {name: device.writes for name, device in self.devices.items()}


@contextlib.contextmanager
def running_switches(
    topology: topologies.Fabric,
    seed: int,
    say: Say,
    program: Path = PROGRAM,
    engine: EngineChoice = "auto",
    *,
    served: bool = True,
) -> Iterator[Switches]:
    """Compile, start, install, verify; stop every server at the end, whatever happens.

    Args:
        topology: which switches.
        seed: of the run; each switch draws its own from it.
        say: called with each step, for people.
        program: P4 source.
        engine: what runs it.
        served: over gRPC, on loopback; False: the controller calls the switches, with the same messages.

    Raises:
        BuildError: the program does not compile, the fabric is too large, a switch does not answer or
            refuses an entry, or holds something else than planned.
    """
    check_size(topology)
    pipeline = compile_program(program)
    say(f"compiled {program.parent.name}/{program.name}")
    lock = threading.RLock()  # one, as whoever runs the fabric needs all switches
    with no_collections():
        switches = {
            node.name: SimpleSwitch(
                device_id=node.device_id,
                priority_queues=PRIORITY_QUEUES,
                seed=zlib.crc32(f"{seed}/{node.name}".encode()),
                engine=engine,
                lock=lock,
            )
            for node in topology.switches()
        }
        devices = {name: Device(switch) for name, switch in switches.items()}
    with contextlib.ExitStack() as stack:
        address = stack.enter_context(_server(topology.name, devices.values())) if served else None
        connection = stack.enter_context(_connection(address)) if address is not None else None
        with no_collections():
            sessions = [_session(connection, device, name) for name, device in devices.items()]
            held = _plans(topology) if served else None
            plans = _kept_plans(topology, pipeline) if held is None else held
            entries = _install(pipeline, sessions, plans, connection)
        for switch in switches.values():
            if switch.engine_reason is not None:
                say(f"switches run in Python: {switch.engine_reason}")
                break
        say(f"{len(switches)} switches hold {entries} verified entries, set over P4Runtime; the controller is gone")
        if held is not None and not isinstance(topology, topologies.Slice):  # a proof is of whole tables
            say(_proof(topology, held))
        yield Switches(switches, devices, address, pipeline)


def _proof(topology: topologies.Fabric, held: Iterable[SwitchPlan]) -> str:
    """What the tables of all switches are proved to do, in a line."""
    from controller.columns import SwitchTables  # noqa: PLC0415 - NumPy is not everywhere
    from fabric.proof.proving import Proof, Prover  # noqa: PLC0415 - the same

    prover, wrong, entries = Prover(topology), [], 0
    for node, plan in zip(topology.switches(), held, strict=True):
        verdict = prover.judge(node, SwitchTables.of_entries(node.name, node.device_id, plan.entries))
        wrong += [verdict] if verdict else []
        entries += len(plan.entries)
    return [*Proof(topology, topology.switch_count, entries, wrong).lines()][-1]


@contextlib.contextmanager
def _of_switch(name: str) -> Iterator[None]:
    """Whatever goes wrong in here is said to be of a switch. Raises BuildError."""
    try:
        yield
    except controller.ControllerError as problem:
        raise BuildError(f"{name}: {problem}") from None


def _plans(topology: topologies.Fabric) -> list[SwitchPlan]:
    """What all switches shall hold. Raises BuildError."""
    plans = []
    for node in topology.switches():
        with _of_switch(node.name):
            plans.append(controller.plan(topology, node))
    return plans


def _encoded_plans(topology: topologies.Fabric, pipeline: Pipeline) -> list[EncodedPlan]:
    """The same as bytes."""
    plans = []
    for plan in _plans(topology):
        with _of_switch(plan.switch):
            plans.append(encoded(plan, pipeline))
    return plans


_KEPT = 4
"""Fabrics; the plan of a switch is a hundredth of the switch."""
_kept: dict[tuple[object, ...], list[EncodedPlan]] = {}
"""By fabric, program, and who planned: a sabotage of switches is another planner."""


def _kept_plans(topology: topologies.Fabric, pipeline: Pipeline) -> list[EncodedPlan]:
    """As `_encoded_plans`, which a process does once for a fabric: many runs have few. A slice has the whole's spec."""
    if isinstance(topology, topologies.Slice):
        return _encoded_plans(topology, pipeline)
    key = topology.spec.model_dump_json(), pipeline.cookie, controller.plan
    plans = _kept[key] = _kept.pop(key, []) or _encoded_plans(topology, pipeline)
    for oldest in list(_kept)[:-_KEPT]:
        del _kept[oldest]
    return plans


def _install(
    pipeline: Pipeline,
    sessions: Sequence[BaseSession],
    plans: Sequence[SwitchPlan | EncodedPlan],
    connection: Connection | None,
) -> int:
    """Make all switches hold their plans, which are read back: some at once, if over a connection.

    Returns:
        How many entries.

    Raises:
        BuildError: a switch refuses something.
    """

    def one(plan: SwitchPlan | EncodedPlan, session: BaseSession) -> int:
        with _of_switch(plan.switch):
            return install(session, pipeline, plan).entries

    todo = zip(plans, sessions, strict=True)
    done = [one(*next(todo))]  # machine code is made for the first, and the others find it
    if connection is None:
        done += [one(*each) for each in todo]
    else:
        pool = ThreadPoolExecutor(_AT_ONCE, thread_name_prefix="install")
        try:
            done += pool.map(lambda each: one(*each), todo)
        except BaseException:
            connection.close()  # what is under way ends now
            raise
        finally:
            pool.shutdown(cancel_futures=True)
    return sum(done)


@contextlib.contextmanager
def _server(name: str, devices: Iterable[Device]) -> Iterator[str]:
    """Serve the devices of a fabric; gives the address. Raises BuildError."""
    from p4soft.switch.p4runtime import ServerError, SharedServer  # noqa: PLC0415 - gRPC is large, and not everywhere

    try:
        server = SharedServer(tuple(devices))
    except ServerError as problem:
        raise BuildError(f"{name}: {problem}") from None
    try:
        server.start()
        yield server.address
    finally:
        server.stop()


@contextlib.contextmanager
def _connection(address: str) -> Iterator[Connection]:
    """The connection of one controller with all switches of a fabric."""
    from p4soft.p4runtime_client import Connection  # noqa: PLC0415 - gRPC is large, and not everywhere

    connection = Connection(address)
    try:
        yield connection
    finally:
        connection.close()


def _session(connection: Connection | None, device: Device, name: str) -> BaseSession:
    if connection is None:
        return DirectSession(name, device)
    from p4soft.p4runtime_client import Session  # noqa: PLC0415 - gRPC is large, and not everywhere

    return Session(name, connection, device.switch.device_id, timeout_s=_PATIENCE_S, watched=False)


@functools.cache
def compile_program(program: Path) -> Pipeline:
    """P4 source to what a controller installs, compiled once in a process that runs several scenarios.

    Raises:
        BuildError: with the compiler's diagnostics.
    """
    try:
        compiled = compile_file(program)
    except CompileErrors as problem:
        raise BuildError(f"{program.name} does not compile:\n{problem}") from None
    config = json.dumps(compiled.json, separators=(",", ":")).encode()
    return Pipeline(compiled.p4info, config, program.name)


# --- Rerouting -------------------------------------------------------------------------------------------------------


_NOTICED = ("state", "forwarding")
"""Which faults a routing protocol notices: whether a link or switch is there, not how well it does."""


class KnownState(Faultable):
    """The links and switches that are known to be gone."""

    def __init__(self) -> None:
        self._links: set[str] = set()
        self._switches: set[str] = set()

    @property
    def outages(self) -> topologies.Outages:
        return topologies.Outages(frozenset(self._links), frozenset(self._switches))

    @override
    def set_forwarding(self, switch: str, forwarding: bool) -> None:
        (self._switches.discard if forwarding else self._switches.add)(switch)

    @override
    def set_link_state(self, link: str, up: bool) -> None:
        (self._links.discard if up else self._links.add)(link)

    @override
    def set_link_loss(self, link: str, probability: float, to: str | None = None) -> None:
        pass

    @override
    def set_link_rate(self, link: str, rate_bps: int) -> None:
        pass

    @override
    def set_selected_loss(self, frames: Selection, probability: float) -> None:
        pass


class Rerouting:
    """The controller of a run with routed failover."""

    def __init__(
        self, topology: topologies.Fabric, switches: Switches, faults: Iterable[Fault], convergence_ns: int
    ) -> None:
        """For switches that hold the plan of the whole topology, and faults in order of time."""
        self._topology = topology
        self._switches = switches
        self._known = KnownState()
        self._planned_for = topologies.NO_OUTAGES
        self._held = {node.name: controller.plan(topology, node) for node in topology.switches()}
        noticed = [fault for fault in faults if fault.affects in _NOTICED]
        due = groupby(noticed, key=lambda fault: fault.at_ns + convergence_ns)
        self._due = [(at_ns, list(each)) for at_ns, each in due]
        self.changes: list[RouteChange] = []

    def next_ns(self) -> int | None:
        """When to `converge` next; None when nothing is left to happen."""
        return self._due[0][0] if self._due else None

    def converge(self) -> None:
        """The faults of a convergence delay ago become known: plan without what is gone, and write what differs.

        Not while the loop runs, which holds the switches' locks.

        Raises:
            BuildError: there is no such plan, or a switch refuses it.
        """
        at_ns, faults = self._due.pop(0)
        for fault in faults:
            fault.apply(self._known)
        outages = self._known.outages
        if outages == self._planned_for:
            return
        self._planned_for = outages
        reports = []
        for node in self._topology.switches():
            if node.name not in outages.switches:  # it cannot be reached; it is written when it is back
                try:
                    plan = controller.plan(self._topology, node, outages)
                    if plan.entries != self._held[node.name].entries:
                        reports.append(self._write(node.name, plan))
                except controller.ControllerError as problem:
                    raise BuildError(f"routing at {at_ns} ns: {node.name}: {problem}") from None
        self.changes.append(
            RouteChange(
                at_ns=at_ns,
                faults=[str(fault) for fault in faults],
                switches=len(reports),
                inserted=sum(report.inserted for report in reports),
                modified=sum(report.modified for report in reports),
                deleted=sum(report.deleted for report in reports),
            )
        )

    def _write(self, name: str, plan: SwitchPlan) -> InstallReport:
        before, self._held[name] = self._held[name], plan
        with self._switches.client(name) as client:
            return client.change(before, plan)
