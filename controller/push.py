# SPDX-License-Identifier: Apache-2.0
"""Installs the plans of a fleet: checked before the first write, in waves, several switches at a time, with retries.

A wave is a share of the fleet. The next wave begins when each switch of the last one holds its plan, as it says itself
when it is read back. The first switch that accepted its plan and holds something else stops everything. A switch that
is silent or busy is tried again, later each time. A journal, if there is one, has what was done, and the next push
goes on where it ends.
"""

from __future__ import annotations

import heapq
import math
import random
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice

from msgspec import Struct, structs

from controller.client import InstallReport, Pace, SwitchClient, differences_text
from controller.column_codec import ColumnCodec
from controller.columns import SwitchTables
from controller.encoding import EncodedPlan
from controller.errors import ControllerError, StoppedError, SwitchError, VerifyError
from controller.inventory import Connections, Endpoint
from controller.journal import FINISHED, Journal, Record
from controller.pipeline import Pipeline
from topologies import Switch

# --- Plans of a fleet, checked ---------------------------------------------------------------------------------------


Tables = Callable[[Switch], SwitchTables]
"""Where the tables of a switch come from: a planner, or a folder. Raises ControllerError."""


class Planned(Struct, frozen=True):
    """What a switch shall hold: how many entries, and the digest of its tables."""

    entries: int
    digest: str


_CHUNK = 64
"""Switches whose plans are encoded together."""
_ROOM = 384 << 20
"""Bytes of plans that are kept from the check to the push."""


class FleetPlan:
    """The plans of a fleet. The whole is checked once; bytes of switches for which there was no room are made again."""

    def __init__(self, tables: Tables, pipeline: Pipeline) -> None:
        """Raises PipelineError: a rule of the P4Info cannot be understood."""
        self.pipeline = pipeline
        self._tables = tables
        self._codec = ColumnCodec(pipeline)
        self._lock = threading.Lock()
        self._planned: dict[str, Planned] = {}
        self._kept: dict[str, EncodedPlan] = {}
        self._expected: dict[str, Sequence[Endpoint]] = {}
        self._tables_kept: set[int] = set()
        self._room = _ROOM

    def check(self, endpoints: Sequence[Endpoint], told: Callable[[int], None] = lambda _: None) -> dict[str, Planned]:
        """Plan and encode each switch, by name.

        Raises:
            ControllerError: a plan cannot be installed; the message has a line for each of the first switches.
        """
        problems: list[str] = []
        rest = iter(endpoints)
        done = 0
        while chunk := list(islice(rest, _CHUNK)):
            with self._lock:
                problems += self._check(chunk)
            done += len(chunk)
            told(done)
        if problems:
            more = [f"... and {len(problems) - _SHOWN} more switches"] if len(problems) > _SHOWN else []
            raise ControllerError("\n".join([*problems[:_SHOWN], *more, "nothing was written"]))
        return dict(self._planned)

    def _check(self, endpoints: Sequence[Endpoint]) -> Iterator[str]:
        """Encode the plans of a few switches together; what is wrong with each that is."""
        for endpoint, plan in self._together(endpoints):
            if isinstance(plan, EncodedPlan):
                self._keep(endpoint.name, plan)
            else:
                yield str(plan)

    def _together(self, endpoints: Iterable[Endpoint]) -> Iterator[tuple[Endpoint, EncodedPlan | ControllerError]]:
        """The plans of a few switches, or what is wrong with one: together they take a quarter of the time."""
        found: list[tuple[Endpoint, SwitchTables]] = []
        for endpoint in endpoints:
            try:
                found.append((endpoint, self._tables(endpoint.switch)))
            except ControllerError as error:
                yield endpoint, error
        self._codec.prepare(tables for _, tables in found)
        for endpoint, tables in found:
            try:
                yield endpoint, self._encode(endpoint, tables)
            except ControllerError as error:
                yield endpoint, error

    def expect(self, endpoints: Sequence[Endpoint]) -> None:
        """Have `encoded`, asked for these in about this order, make the plans of the next few together."""
        with self._lock:
            for first in range(0, len(endpoints), _CHUNK):
                few = endpoints[first : first + _CHUNK]
                self._expected.update((endpoint.name, few) for endpoint in few)

    def encoded(self, endpoint: Endpoint) -> EncodedPlan:
        """The bytes of a switch's plan, for its id at its address. Raises ControllerError. Of all threads."""
        with self._lock:
            few = self._expected.get(endpoint.name, ())
            if endpoint.name not in self._kept and few:
                for each in few:
                    self._expected.pop(each.name, None)
                self._kept |= {each.name: plan for each, plan in self._together(few) if isinstance(plan, EncodedPlan)}
            kept = self._kept.pop(endpoint.name, None)
            return kept if kept is not None else self._encode(endpoint, self._tables(endpoint.switch))

    def _encode(self, endpoint: Endpoint, tables: SwitchTables) -> EncodedPlan:
        made = Planned(len(tables), tables.digest)
        if self._planned.setdefault(endpoint.name, made) != made:
            raise ControllerError(f"{endpoint.name}: its tables have changed since they were checked")
        return structs.replace(self._codec.encode(tables), device_id=endpoint.device_id)

    def _keep(self, name: str, plan: EncodedPlan) -> None:
        """Keep a plan until it is asked for again, if there is room: its tables are perhaps those of others too."""
        more = {id(table): table.size for table in plan.tables if id(table) not in self._tables_kept}
        if self._room >= sum(more.values()):
            self._room -= sum(more.values())
            self._tables_kept.update(more)
            self._kept[name] = plan

    def planned(self, name: str) -> Planned:
        """What a switch shall hold, once it was encoded."""
        return self._planned[name]


_SHOWN = 10

# --- Who comes when --------------------------------------------------------------------------------------------------


def mixed(endpoints: Iterable[Endpoint]) -> list[Endpoint]:
    """Endpoints in turn from each device class, tier and address, so that the first few are some of each."""
    kinds: dict[tuple[str, str, str], deque[Endpoint]] = {}
    for endpoint in endpoints:
        kind = (endpoint.device_class.name, endpoint.switch.tier, endpoint.address)
        kinds.setdefault(kind, deque()).append(endpoint)
    found = []
    turns = deque(kinds.values())
    while turns:
        turn = turns.popleft()
        found.append(turn.popleft())
        if turn:
            turns.append(turn)
    return found


def sizes(waves: Sequence[Fraction], count: int) -> tuple[int, ...]:
    """How many of ``count`` switches all waves up to each have together: at least one more each time."""
    found: list[int] = []
    for share in waves:
        size = min(count, max(math.ceil(share * count), (found[-1] if found else 0) + 1))
        if not found or size > found[-1]:
            found.append(size)
    return tuple(found)


@dataclass(slots=True)
class _Job:
    endpoint: Endpoint
    wave: int
    tries: int = 0


class _Queue:
    """The jobs of a wave. No address has more at a time than its device class allows."""

    def __init__(self, jobs: Sequence[_Job]) -> None:
        self._changed = threading.Condition()
        self._ready: dict[str, deque[_Job]] = {}
        self._turns: deque[str] = deque()
        self._later: list[tuple[float, int, _Job]] = []
        self._busy: Counter[str] = Counter()
        self._open = len(jobs)
        self._count = 0
        self._stopped = False
        for job in jobs:
            self._offer(job)

    def take(self) -> _Job | None:
        """The next job, when there is one; None when all are done, or `stop` was called."""
        with self._changed:
            while self._open and not self._stopped:
                now = time.monotonic()
                while self._later and self._later[0][0] <= now:
                    self._offer(heapq.heappop(self._later)[2])
                job = self._next()
                if job is not None:
                    return job
                self._changed.wait(self._later[0][0] - now if self._later else None)
            return None

    def again(self, job: _Job, delay_s: float) -> None:
        """Put a job back; it is taken again after this many seconds at the earliest."""
        with self._changed:
            self._busy[job.endpoint.address] -= 1
            self._count += 1
            heapq.heappush(self._later, (time.monotonic() + delay_s, self._count, job))
            self._changed.notify_all()

    def done(self, job: _Job) -> None:
        """A job needs no other try."""
        with self._changed:
            self._busy[job.endpoint.address] -= 1
            self._open -= 1
            self._changed.notify_all()

    def stop(self) -> None:
        """Give out no more jobs."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()

    def _offer(self, job: _Job) -> None:
        address = job.endpoint.address
        if address not in self._ready:
            self._ready[address] = deque()
            self._turns.append(address)
        self._ready[address].append(job)

    def _next(self) -> _Job | None:
        for _ in range(len(self._turns)):
            address = self._turns[0]
            jobs = self._ready[address]
            if self._busy[address] < jobs[0].endpoint.device_class.at_once:
                job = jobs.popleft()
                self._busy[address] += 1
                self._turns.rotate(-1)
                if not jobs:
                    self._turns.remove(address)
                    del self._ready[address]
                return job
            self._turns.rotate(-1)
        return None


# --- The push --------------------------------------------------------------------------------------------------------


class Terms(Struct, frozen=True):
    """How a push goes about it.

    Attributes:
        waves: shares of the fleet, growing, the last one 1.
        at_once: most switches that are written to at a time.
        retries: how often a switch that is silent or busy is tried again.
        rate: most updates per second of a switch; the lesser of it and its class's counts; None: no limit.
        timeout_s: of each call, six times as long for the program to be loaded.
        election_id: the highest wins.
        backoff_s: before the first retry; twice as long before each next one, up to `LONGEST_BACKOFF_S`.
    """

    waves: tuple[Fraction, ...] = (Fraction(1),)
    at_once: int = 16
    retries: int = 4
    rate: float | None = None
    timeout_s: float = 10.0
    election_id: int = 1
    backoff_s: float = 0.5


LONGEST_BACKOFF_S = 30.0
_GRACE_S = 5.0
"""For the calls under way to end, when a push is interrupted."""


@dataclass(slots=True)
class Progress:
    """How far a push is: switches of its waves, and how many have which fate."""

    wave: int = 0
    waves: int = 0
    size: int = 0
    holding: int = 0
    failed: int = 0
    retried: int = 0


class Outcome(Struct, frozen=True):
    """How a push ended.

    Attributes:
        records: of each switch that was begun, in the order in which it was; those of earlier runs too.
        reports: of the switches that this run wrote to.
        stopped: why not all waves were gone through; "" when they were.
        foreign: switches of earlier runs that others had written to since; they were written to again.
    """

    records: dict[str, Record]
    reports: tuple[InstallReport, ...]
    stopped: str
    foreign: tuple[str, ...] = ()

    @property
    def failures(self) -> list[Record]:
        """The switches that do not hold their plans."""
        return [record for record in self.records.values() if record.state != "holds"]


class Push:
    """One run over a fleet. `run` is called once."""

    def __init__(
        self,
        endpoints: Sequence[Endpoint],
        plan: FleetPlan,
        terms: Terms,
        journal: Journal | None = None,
        told: Callable[[Progress], None] = lambda _: None,
    ) -> None:
        """For endpoints whose plans were checked (`FleetPlan.check`); ``told`` is called by all threads."""
        self._order = mixed(endpoints)
        self._plan = plan
        self._terms = terms
        self._journal = journal
        self._told = told
        self._connections = Connections()
        self._stopped = threading.Event()
        self._lock = threading.Lock()
        self._records: dict[str, Record] = dict(_same_places(journal, endpoints)) if journal else {}
        self._reports: list[InstallReport] = []
        self._foreign: list[str] = []
        self._progress = Progress()
        self._why = ""
        self._broken: BaseException | None = None
        self._queue = _Queue(())
        self._workers: list[threading.Thread] = []

    def run(self) -> Outcome:
        """Write wave after wave, and look at the end whether all switches still run the program.

        Raises:
            ControllerError: the journal cannot be written. The push has ended then.
        """
        try:
            self._recheck(self._unlike)
            ends = sizes(self._terms.waves, len(self._order))
            self._progress.waves = len(ends)
            for number, end in enumerate(ends, start=1):
                if self._why or not self._wave(number, self._order[:end]):
                    break
            if not self._why and self._recheck(self._restarted):
                self._wave(len(ends), self._order)
            if self._journal is not None:
                self._journal.end(self._why or (FINISHED if not self._failed(self._order) else "some failed"))
        except BaseException:
            self._give_up()
            raise
        finally:
            self._connections.close()
        return Outcome(self._records, tuple(self._reports), self._why, tuple(sorted(self._foreign)))

    # -- waves ---------------------------------------------------------------------------------------------------------

    def _wave(self, number: int, endpoints: Sequence[Endpoint]) -> bool:
        """Write to those that do not hold their plans; whether all do then."""
        jobs = [_Job(endpoint, number) for endpoint in endpoints if not self._holds(endpoint)]
        self._progress.wave, self._progress.size = number, len(endpoints)
        self._progress.holding = len(endpoints) - len(jobs)
        self._tell()
        self._queue = queue = _Queue(jobs)
        self._workers = workers = [
            threading.Thread(target=self._work, args=(queue,), name=f"push {n}", daemon=True)
            for n in range(min(self._terms.at_once, len(jobs)))
        ]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        if self._broken is not None:
            raise self._broken
        failed = self._failed(endpoints)
        if failed and not self._why and number < self._progress.waves:
            self._why = (
                f"stopped after wave {number}: {len(failed)} of {len(endpoints)} switches do not hold their plans"
            )
        return not failed and not self._why

    def _holds(self, endpoint: Endpoint) -> bool:
        record = self._records.get(endpoint.name)
        return record is not None and record.state == "holds"

    def _failed(self, endpoints: Sequence[Endpoint]) -> list[Endpoint]:
        return [endpoint for endpoint in endpoints if not self._holds(endpoint)]

    def _recheck(self, wrong: Callable[[SwitchClient, Endpoint], str]) -> bool:
        """Forget switches that no longer hold what they held, and note why; whether there are any."""
        holding = [endpoint for endpoint in self._order if self._holds(endpoint)]
        if not holding:
            return False

        def asked(endpoint: Endpoint) -> str:
            try:
                with self._client(endpoint) as client:
                    return wrong(client, endpoint)
            except ControllerError as error:
                return str(error)

        pool = ThreadPoolExecutor(self._terms.at_once)
        try:
            found = list(zip(holding, pool.map(asked, holding), strict=True))
        finally:
            pool.shutdown(wait=False, cancel_futures=True)  # when it was interrupted, the connections end the others
        lost = [(endpoint, why) for endpoint, why in found if why]
        for endpoint, why in lost:
            self._note(structs.replace(self._records[endpoint.name], state="failed", error=why, time=time.time()))
        return bool(lost)

    def _unlike(self, client: SwitchClient, endpoint: Endpoint) -> str:
        """How a switch differs from what an earlier run left there; "" when it does not. Its entries are all read."""
        try:
            differences = client.verify(self._plan.encoded(endpoint))
        except VerifyError:
            if client.current_cookie() is not None:  # it has not only restarted: its program is another one
                self._foreign.append(endpoint.name)
            raise
        if not differences:
            return ""
        self._foreign.append(endpoint.name)
        return f"{endpoint.name}: others wrote to it since the last run\n{differences_text(differences)}"

    def _restarted(self, client: SwitchClient, endpoint: Endpoint) -> str:
        """Whether a switch lost its program during this run. A cookie costs it next to nothing, unlike its entries."""
        lost = client.current_cookie() != self._plan.pipeline.cookie
        return f"{endpoint.name}: lost its program during this run" if lost else ""

    # -- a worker ------------------------------------------------------------------------------------------------------

    def _work(self, queue: _Queue) -> None:
        try:
            while (job := queue.take()) is not None:
                self._try(queue, job)
        except BaseException as error:  # noqa: BLE001 - the main thread raises it
            self._broken = self._broken or error
            queue.stop()

    def _try(self, queue: _Queue, job: _Job) -> None:
        endpoint, planned = job.endpoint, self._plan.planned(job.endpoint.name)
        job.tries += 1
        record = Record(
            endpoint.name, "begun", planned.digest, job.wave, job.tries, planned.entries, time=time.time(),
            address=endpoint.address, device_id=endpoint.device_id,
        )  # fmt: skip
        self._note(record)
        began = time.monotonic()
        try:
            plan = self._plan.encoded(endpoint)
            with self._client(endpoint) as client:
                report = client.install(plan)
        except StoppedError:
            queue.done(job)
            return
        except ControllerError as error:  # of this switch; what the journal raises is not caught here
            if isinstance(error, SwitchError) and error.passing and job.tries <= self._terms.retries:
                self._progress.retried += 1
                queue.again(job, _backoff_s(self._terms.backoff_s, job.tries, endpoint.name))
                return
            self._note(structs.replace(record, state="failed", error=str(error), time=time.time()))
            self._progress.failed += 1
            if isinstance(error, VerifyError):
                self._why = f"stopped in wave {job.wave}: {endpoint.name} does not hold what it accepted"
                queue.stop()
        else:
            written = report.inserted + report.modified + report.deleted
            took = round(time.monotonic() - began, 3)
            self._note(structs.replace(record, state="holds", written=written, seconds=took, time=time.time()))
            with self._lock:
                self._reports.append(report)
                self._progress.holding += 1
        queue.done(job)
        self._tell()

    def _client(self, endpoint: Endpoint) -> SwitchClient:
        from p4soft.p4runtime_client import Session  # noqa: PLC0415 - gRPC is large, and not everywhere

        terms = self._terms
        session = Session(
            endpoint.name,
            self._connections.to(endpoint),
            endpoint.device_id,
            election_id=terms.election_id,
            timeout_s=terms.timeout_s,
            watched=False,
        )
        rates = [rate for rate in (terms.rate, endpoint.device_class.rate) if rate is not None]
        pace = Pace(min(rates, default=None), self._stopped)
        return SwitchClient(session, endpoint.device_id, self._plan.pipeline, name=endpoint.name, pace=pace)

    def _note(self, record: Record) -> None:
        with self._lock:
            self._records[record.switch] = record
            if self._journal is not None:
                self._journal.add(record)

    def _tell(self) -> None:
        with self._lock:
            self._told(replace(self._progress))

    # -- an end before the end -----------------------------------------------------------------------------------------

    def _give_up(self) -> None:
        """Let the writes under way end, and say in the journal that there are no more."""
        self._stopped.set()
        self._queue.stop()
        deadline = time.monotonic() + _GRACE_S
        for worker in self._workers:
            worker.join(max(0.0, deadline - time.monotonic()))
        self._connections.close()
        if self._journal is not None:
            with suppress(ControllerError):
                self._journal.end("interrupted")


def _same_places(journal: Journal, endpoints: Iterable[Endpoint]) -> Iterator[tuple[str, Record]]:
    """The records of switches that still answer at the address, and with the id, that the journal has of them."""
    for endpoint in endpoints:
        record = journal.story.records.get(endpoint.name)
        if record is not None and (record.address, record.device_id) == (endpoint.address, endpoint.device_id):
            yield endpoint.name, record


def _backoff_s(first: float, tries: int, name: str) -> float:
    """Before the next try: twice as long each time, and not the same for all switches of a server that came back."""
    spread: float = random.Random(f"{name} {tries}").uniform(0.75, 1.25)
    return min(LONGEST_BACKOFF_S, first * 2.0 ** (tries - 1)) * spread


def summary(outcome: Outcome) -> Iterator[str]:
    """How many switches have which state, in a few lines."""
    states = Counter(record.state for record in outcome.records.values())
    written = sum(report.inserted + report.modified + report.deleted for report in outcome.reports)
    yield f"{states['holds']} switches hold their plans, {states['failed']} failed; {written} entries written"
    if outcome.foreign:
        yield f"others wrote to {len(outcome.foreign)} of them since the last run, {outcome.foreign[0]} the first"
    if states["begun"]:
        yield f"{states['begun']} were begun and not finished"
