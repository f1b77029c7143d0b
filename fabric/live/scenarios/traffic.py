# SPDX-License-Identifier: Apache-2.0
"""The flows of a scenario between NIC processes, and the program that has their messages posted.

A flow's queue pairs and memory are there before time begins. A message is posted when its time comes, or
when what it waits for has completed: each NIC reports completions to the program, which then orders the message from
the NIC that is to post it. Report and order take real time, which is measured.
"""

from __future__ import annotations

import heapq
import itertools
import select
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from msgspec import Struct
from typing_extensions import override

from fabric.errors import FabricError
from fabric.live.fabric import LiveFabric, LivePair
from fabric.live.messages import (
    Compare,
    Compared,
    Congestion,
    Done,
    Ended,
    EvChanged,
    InFlight,
    Measured,
    NicStatus,
    Order,
    Post,
    Provide,
    Provided,
    QpStatus,
    Report,
    Save,
    Watch,
)
from fabric.live.processes import NicClient
from fabric.live.scale import Clock, latenesses
from fabric.measurements import EvChange, FlowNumbers
from fabric.scenario import Operation, Scenario
from fabric.traffic.flow import Flow, Piece, QpPair, Through
from fabric.traffic.nics import by_path, cc_profile, nic_of, path_names, pinned_evs
from fabric.traffic.payloads import Compared as Judged
from fabric.traffic.payloads import Contents, Memory, Region
from fabric.traffic.plan import End, plan_of

# --- The program that posts ------------------------------------------------------------------------------------------


_LONGEST_WAIT_S = 0.05
_ANSWER_S = 30.0

Hear = Callable[[Ended], None]


class Posting:
    """A clock for a `Conductor`, in its own thread: other threads hold `lock` while they touch a flow.

    Attributes:
        lock: held while the thread does something with flows.
        heard_ns: how long after it was known at a NIC this heard of each of the newest completions, ns of the topology.
    """

    def __init__(self, network: LiveFabric) -> None:
        self.lock = threading.Lock()
        self.heard_ns = latenesses()
        self._network = network
        self._channels = [nic.orders for nic in network.nics]
        self._clock = network.clock
        self._heard_by: dict[tuple[int, int], Hear] = {}
        self._compared_by: dict[int, Callable[[bytes | None], None]] = {}
        self._provided: dict[int, deque[Provided]] = {}
        self._reports: deque[tuple[int, Report]] = deque()
        self._tickets = itertools.count()
        self._timers: list[tuple[int, int, Callable[[Any], None], Any]] = []
        self._order = itertools.count()
        self._ending = self._closed = False
        self._settled = threading.Event()
        self._pool = ThreadPoolExecutor(1, "posting")
        self._running: Future[None] | None = None

    # --- What flows and their conductor ask ---------------------------------------------------------------------------

    @property
    def now(self) -> int:
        """Time since the run began (ns of the topology); below 0 before."""
        return self._clock.now_ns()

    @property
    def now_of_nics(self) -> int:
        return self._network.clock.now_ns()

    def at(self, when_ns: int, action: Callable[[Any], None], argument: Any = None) -> None:  # noqa: ANN401
        """Call `action(argument)` then."""
        heapq.heappush(self._timers, (when_ns, next(self._order), action, argument))

    def watch(self, nic: int, qpn: int, hear: Hear) -> None:
        """Have `hear` called with everything that ends at a queue pair. Raises FabricError."""
        self._heard_by[nic, qpn] = hear
        self.order(nic, Watch(qpn=qpn))

    def order(self, nic: int, order: Order) -> None:
        """Have a NIC do something. Raises FabricError."""
        self._channels[nic].order(order)

    def provide(self, nic: int, size: int) -> Provided:
        """A region of a NIC, when it has answered. Raises FabricError."""
        self.order(nic, Provide(size=size))
        answers = self._provided.setdefault(nic, deque())
        deadline = time.monotonic() + _ANSWER_S
        while not answers:
            if time.monotonic() > deadline:
                raise FabricError(f"{self._network.nics[nic].name} does not answer")
            self._listen(self._ready(_LONGEST_WAIT_S))
        return answers.popleft()

    def compare(self, nic: int, r_key: int, file: str, begin: int, then: Callable[[bytes | None], None]) -> None:
        """Hold a region against a file, from `begin` on. Raises FabricError."""
        ticket = next(self._tickets)
        self._compared_by[ticket] = then
        self.order(nic, Compare(ticket=ticket, r_key=r_key, file=file, begin=begin))

    # --- Its life -----------------------------------------------------------------------------------------------------

    def begin(self, clock: Clock) -> None:
        """From now on things happen; `clock` is that of the run."""
        self._clock = clock
        self._running = self._pool.submit(self._run)

    def check(self) -> None:
        """Raise FabricError if it could not go on."""
        if self._running is not None and self._running.done():
            self._running.result()

    def finish(self) -> None:
        """Post nothing any more; wait for what is still being compared. Raises FabricError.

        Reports of NICs are still read, and ignored: a NIC whose reports are not read would block.
        """
        with self.lock:
            self._ending = True
        deadline = time.monotonic() + _ANSWER_S
        while self._running is not None and not self._settled.wait(_LONGEST_WAIT_S):
            self.check()
            if time.monotonic() > deadline:
                raise FabricError("NICs do not tell whether what arrived is what was sent")
        self.check()

    def __enter__(self) -> Posting:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self.lock:
            self._closed = True
        self._pool.shutdown()

    def _run(self) -> None:
        while not self._closed:
            ready = self._ready(self._wait_s())
            with self.lock:
                self._listen(ready)
                self._dispatch()
                self._run_due()
                if self._ending and not self._compared_by:
                    self._settled.set()

    def _wait_s(self) -> float:
        timers = self._timers
        if not timers or self._ending:
            return _LONGEST_WAIT_S
        return min(_LONGEST_WAIT_S, self._clock.seconds_until(timers[0][0]))

    def _ready(self, wait_s: float) -> list[int]:
        """Numbers of the NICs that have told something, after that time at most."""
        channels = self._channels
        readable, _, _ = select.select(channels, [each for each in channels if each.waiting], [], wait_s)
        return [index for index, channel in enumerate(channels) if channel in readable]

    def _listen(self, ready: list[int]) -> None:
        for channel in self._channels:
            if channel.waiting:
                channel.flush()
        for nic in ready:
            for report in self._channels[nic].read():
                if isinstance(report, Provided):
                    self._provided.setdefault(nic, deque()).append(report)
                else:
                    self._reports.append((nic, report))

    def _dispatch(self) -> None:
        while self._reports:
            nic, report = self._reports.popleft()
            if isinstance(report, Compared):
                found = None if report.found is None else bytes.fromhex(report.found)
                self._compared_by.pop(report.ticket)(found)
            elif isinstance(report, Ended) and not self._ending:
                self.heard_ns.append(self.now_of_nics - report.time_ns)
                self._heard_by[nic, report.qpn](report)

    def _run_due(self) -> None:
        while self._timers and not self._ending and self._timers[0][0] <= self.now:
            _, _, action, argument = heapq.heappop(self._timers)
            action(argument)


# --- Flows and their memory ------------------------------------------------------------------------------------------


class Stored:
    """What flows carry, as files that NIC processes read; flows that share a buffer share a file."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._files: dict[int, tuple[bytes, str]] = {}

    def file(self, contents: Contents) -> str:
        known = self._files.get(id(contents.buffer))
        if known is None:
            path = self._folder / f"{len(self._files)}.sent"
            path.write_bytes(contents.buffer)
            known = self._files[id(contents.buffer)] = contents.buffer, str(path)
        return known[1]


@dataclass
class LiveRegion(Region):
    nic: NicClient
    copy: Path
    address: int
    length: int
    r_key: int

    @override
    def read(self, offset: int, length: int, /) -> bytes:
        """As `Region.read`. Raises FabricError."""
        self.nic.ask(Save(r_key=self.r_key, file=str(self.copy)), Done)
        return self.copy.read_bytes()[offset : offset + length]


class LiveMemory(Memory):
    """Memory of a NIC process; a region that is given back serves the next flow that needs its size."""

    def __init__(self, network: LiveFabric, nic: int, posting: Posting, stored: Stored, copy: Path) -> None:
        """`nic`: the NIC's number; `copy`: a file for what is read."""
        self._client = network.nics[nic]
        self._nic = nic
        self._posting = posting
        self._stored = stored
        self._copy = copy
        self._spare: dict[int, list[Region]] = {}

    @override
    def register(self, size: int) -> Region:
        spare = self._spare.get(size)
        if spare:
            return spare.pop()
        found = self._posting.provide(self._nic, size)
        return LiveRegion(self._client, self._copy, found.address, size, found.r_key)

    @override
    def deregister(self, region: Region) -> None:
        self._spare.setdefault(region.length, []).append(region)

    @override
    def compare(self, region: Region, contents: Contents, number: int, then: Judged) -> None:
        self._posting.compare(self._nic, region.r_key, self._stored.file(contents), contents.begin(number), then)


class LiveQpPair(QpPair):
    """A `QpPair` between two NIC processes; times are ns since the run began.

    Attributes:
        begun_ns: when that was, as NICs count.
    """

    def __init__(
        self, scenario: Scenario, pair: LivePair, posting: Posting, file: str, begin: Callable[[int], int]
    ) -> None:
        """Over a connected pair."""
        self.room = pair.room
        self.begun_ns = 0
        self._scenario = scenario
        self._pair = pair
        self._posting = posting
        self._file = file
        self._begin = begin
        self._through: list[Through] = []
        self._hear: Callable[[int], None] | None = None
        self._sender: QpStatus | None = None
        self._receiver: QpStatus | None = None
        self._changes: list[EvChanged] = []
        self._in_flight: Sequence[InFlight] = ()
        posting.watch(pair.source, pair.source_qpn, lambda ended: self._ended(End.SENDER, ended))
        posting.watch(pair.destination, pair.destination_qpn, lambda ended: self._ended(End.RECEIVER, ended))

    @override
    def post(self, piece: Piece, operation: Operation) -> None:
        pair, posting = self._pair, self._posting
        order = Post(
            qpn=pair.source_qpn, number=piece.number, immediate=operation != "write", file=self._file,
            begin=self._begin(piece.number) + piece.offset, size=len(piece.data),
            address=piece.region.address + piece.offset, r_key=piece.region.r_key, ordered_ns=posting.now_of_nics,
        )  # fmt: skip
        posting.order(pair.source, order)

    def _ended(self, end: End, ended: Ended) -> None:
        time_ns = ended.time_ns - self.begun_ns
        self._through.append(Through(ended.number, end, time_ns, ended.failure))
        if self._hear is not None:
            self._hear(time_ns)

    @override
    def through(self) -> Sequence[Through]:
        through, self._through = self._through, []
        return through

    @override
    def listen(self, hear: Callable[[int], None]) -> None:
        self._hear = hear

    def see(self, nics: Mapping[int, NicStatus]) -> None:
        """What all NICs tell now, by number; each tells every change of an EV once."""
        pair = self._pair
        self._sender = _of(nics[pair.source], pair.source_qpn)
        self._receiver = _of(nics[pair.destination], pair.destination_qpn)
        self._changes += [change for change in nics[pair.source].ev_changes if change.qpn == pair.source_qpn]

    def measured(self, nics: Sequence[Measured]) -> None:
        self._in_flight = nics[self._pair.source].in_flight[self._pair.source_qpn]

    @override
    def placed_bytes(self) -> int:
        return self._receiver.bytes_placed if self._receiver else 0

    @override
    def in_flight(self) -> Mapping[tuple[str, ...], int]:
        return by_path({each.way: each.packets for each in self._in_flight}, self._path)

    @override
    def ev_states(self) -> Mapping[str, int]:
        return self._sender.evs if self._sender else {}

    @override
    def numbers(self) -> FlowNumbers:
        sender = self._sender
        if sender is None:
            return FlowNumbers(0, 0, 0, 0, 0, 0, 0, 0)
        return FlowNumbers(
            packets=sender.packets,
            retransmissions=sender.retransmissions,
            nacks=sender.nacks,
            losses=sender.losses,
            timeouts=sender.timeouts,
            evs_retired=sender.evs_retired,
            evs_revived=sender.evs_revived,
            worst_latency_ns=sender.worst_delivery_ns,
        )

    @override
    def ev_changes(self) -> Sequence[EvChange]:
        return [
            EvChange(
                change.time_ns - self.begun_ns, change.entropy, change.plane, self._path(change.plane, change.uplink),
                change.old, change.new, change.reason,
            )
            for change in self._changes
        ]  # fmt: skip

    def _path(self, plane: int, uplink: int) -> tuple[str, ...]:
        hashed = not nic_of(self._scenario, self._pair.source).wire.ev_mode.encapsulates
        ends = self._pair.source, self._pair.destination
        return path_names(self._scenario.topology, *ends, plane, None if hashed else uplink)


def _of(nic: NicStatus, qpn: int) -> QpStatus | None:
    return next((qp for qp in nic.queue_pairs if qp.qpn == qpn), None)


class LiveTraffic(Struct, frozen=True):
    """What is sent: `flows`, in the order of the plan, and all of their `qp_pairs`."""

    flows: Sequence[Flow]
    qp_pairs: Sequence[LiveQpPair]


def live_traffic(
    scenario: Scenario, network: LiveFabric, posting: Posting, carried: Sequence[Contents], files: Path
) -> LiveTraffic:
    """The flows of a scenario's workload, connected; the memory that they will need is there.

    Raises:
        FabricError: a NIC refuses something, or is gone.
    """
    plan, profile, options, nic = plan_of(scenario), cc_profile(scenario), scenario.nic, scenario.topology.nic
    congestion = Congestion(algorithm=profile.algorithm, parameters=dict(profile.parameters))
    stored = Stored(files)
    memories = [
        LiveMemory(network, index, posting, stored, files / f"{index}.received") for index in range(len(network.nics))
    ]
    flows, qp_pairs, ready = [], [], []
    for index, (flow, contents) in enumerate(zip(plan.flows, carried, strict=True)):
        pinned = pinned_evs(scenario, flow, nic_of(scenario, flow.source), nic_of(scenario, flow.destination))
        pairs = [
            network.pair(
                flow.source, flow.destination,
                evs=options.evs, paths=options.paths, congestion=congestion, pinned=pinned,
            )
            for _ in range(flow.qps or 1)
        ]  # fmt: skip
        file, memory = stored.file(contents), memories[flow.destination]
        own = [LiveQpPair(scenario, pair, posting, file, contents.begin) for pair in pairs]
        name = f"{nic(flow.source).name} → {nic(flow.destination).name}"
        at_ns = plan.jobs[flow.item].at_ns
        flows.append(Flow(index, flow, name, contents, at_ns, qp_pairs=own, memory=memory))
        qp_pairs += own
        # To ask for memory when it is needed would take time. One more: while what has arrived is being compared.
        wanted = min(flow.times, (flow.outstanding or 1) + 1) - (0 if flow.collective else 1)
        ready += [(memory, memory.register(contents.size)) for _ in range(wanted)]
    for memory, region in ready:
        memory.deregister(region)
    return LiveTraffic(flows, qp_pairs)
