# SPDX-License-Identifier: Apache-2.0
"""Moments: the state of a lab at one time, made of the supervisor's answer and the one before.

While a page is open a lab is sampled, and its moments are stored, so that a page can scroll back. Sampling must not
disturb the lab. So the lab is asked at most every half second, rests four times as long as its answer took (at most two
seconds), and is not asked at all while no page is open.
"""

from __future__ import annotations

import asyncio
import math
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Iterator, Mapping

from msgspec.structs import asdict

from fabric.errors import FabricError
from fabric.live.messages import Message, PathEvs, PortSample, QpStatus, Sampled, text_of
from fabric.live.scale import advice, overload
from labs.control_socket import CustomState, Looked, State, WriteState
from labs.directory import LabError
from topologies import Fabric

# --- A moment --------------------------------------------------------------------------------------------------------


NEWEST_WRITES = 6
"""Writes on the page."""
_GAP_NS = 5_000_000_000
"""Of real time. After a longer gap there are no rates."""


class PortMoment(Message, frozen=True):
    """A port of a switch.

    Attributes:
        queued: bytes in its queues; None where the target cannot tell.
        trimmed, dropped, marked: packets since the moment before.
    """

    queued: int | None
    trimmed: int
    dropped: int
    marked: int


class WriteMoment(WriteState, frozen=True):
    """A write and the queue pair that it is made by.

    Attributes:
        number: of the write.
        paths: of that queue pair; as they were last when it was given back.
        counted: whether that queue pair was ever seen; the counters are 0 and mean nothing otherwise.
        packets, retransmissions, nacks, losses: of that queue pair, since it was made.
        again: retransmissions since the moment before.
        retired, revived: paths, since it was made.
        verdict: what came of comparing it, of a write of this page.
    """

    number: int
    paths: list[PathEvs]
    counted: bool
    packets: int
    retransmissions: int
    nacks: int
    losses: int
    again: int
    retired: int
    revived: int
    verdict: str | None


class Happening(Message, frozen=True):
    """Something that happened since the moment before: `kind` is fault, heal, write, paths or trouble."""

    kind: str
    text: str


class Moment(Message, frozen=True, kw_only=True):
    """A lab at one time.

    Attributes:
        number: of the moment, from 0.
        now_ns: when, ns of the topology.
        span_ns: since the moment before; 0 when there is none to compare with.
        links: by name: load of each direction, first end to second and back, as a share of the topology's rate.
        ports: by switch, in order of their numbers; switches that did not answer are left out.
        writes: the newest, oldest first.
        received_bps: by NIC: what came to it, bits per second of the topology, headers and all.
        faults: by node or link: differences from the topology.
        dead: by node: why its process does not run.
        overload: sentences that say that the machine is too slow; advice: what that means, and what to do about it.
        happened: since the moment before.
    """

    number: int
    now_ns: int
    span_ns: int
    links: dict[str, tuple[float, float]]
    ports: dict[str, list[PortMoment]]
    writes: list[WriteMoment]
    received_bps: dict[str, int]
    faults: dict[str, list[str]]
    dead: dict[str, str]
    overload: list[str]
    advice: str = ""
    happened: list[Happening]


class Moments:
    """Makes a moment of each answer and the one before it."""

    def __init__(self, links: Mapping[str, tuple[str, int]], receivers: Collection[str], fabric: Fabric | None) -> None:
        """Begin.

        Args:
            links: by name: the node at the first end, and the rate, bits per second.
            receivers: NICs or hosts; each is at the first end of its links.
            fabric: the topology of an MRC fabric; None of a custom network.
        """
        self._links = links
        self._receivers = receivers
        self._fabric = fabric
        switches = () if fabric is None else fabric.switches()
        self._rates = {switch.name: [port.link.rate_bps for port in switch.ports()] for switch in switches}
        self._number = 0
        self._before: tuple[State | CustomState, Sampled] | None = None
        self._backlogs: dict[tuple[str, int], tuple[int, int]] = {}
        self._seen: dict[int, WriteMoment] = {}

    @classmethod
    def of_fabric(cls, fabric: Fabric) -> Moments:
        links = {link.name: (link.a[0], link.rate_bps) for link in fabric.links()}
        return cls(links, {nic.name for nic in fabric.all_nics()}, fabric)

    @classmethod
    def of_custom(cls, state: CustomState) -> Moments:
        return cls({name: (link.a[0], link.rate_bps) for name, link in state.links.items()}, state.hosts.keys(), None)

    def make(self, state: State | CustomState, sampled: Sampled, verdicts: Mapping[int, str]) -> Moment:
        """The moment of these answers; `verdicts` are by number of the write."""
        before = self._before
        rates = {name: rate_bps for name, (_, rate_bps) in self._links.items()}
        span_ns, links = loads(rates, sampled, before[1] if before else None, state.factor)
        if not span_ns:
            before = None
        reasons, writes = [], []
        if isinstance(state, State):
            reasons = overload(state.nics, state.base_rtt_ns, state.cables_late_ns, state.busy)
            writes = list(self._writes(state, sampled, verdicts))
        moment = Moment(
            number=self._number,
            now_ns=sampled.now_ns,
            span_ns=span_ns,
            links=links,
            ports={name: list(self._ports(name, sampled, before)) for name in sampled.ports},
            writes=writes,
            received_bps=self._received(links),
            faults=state.faults,
            dead=state.dead,
            overload=reasons,
            advice=advice(reasons, state.factor),
            happened=list(_happened(state, self._fabric, self._before[0] if self._before else None)),
        )
        self._number += 1
        self._before = state, sampled
        return moment

    def _received(self, links: Mapping[str, tuple[float, float]]) -> dict[str, int]:
        found: Counter[str] = Counter()
        for name, (_, back) in links.items():
            node, rate_bps = self._links[name]
            if node in self._receivers:
                found[node] += round(back * rate_bps)
        return dict(found)

    def _ports(
        self, switch: str, sampled: Sampled, before: tuple[State | CustomState, Sampled] | None
    ) -> Iterator[PortMoment]:
        earlier = [] if before is None else before[1].ports.get(switch, [])
        for number, port in enumerate(sampled.ports[switch]):
            then = earlier[number] if number < len(earlier) else port
            yield PortMoment(
                queued=self._queued(switch, number, port, sampled.now_ns),
                trimmed=max(0, port.trimmed - then.trimmed),
                dropped=max(0, port.dropped + port.trim_dropped - then.dropped - then.trim_dropped),
                marked=max(0, port.marked - then.marked),
            )

    def _queued(self, switch: str, number: int, port: PortSample, now_ns: int) -> int | None:
        """Bytes that wait there now: what the program saw when a packet last came, less what has left since."""
        if not port.backlog:
            return port.waiting
        seen_us, seen_ns = self._backlogs.get((switch, number), (-1, 0))
        if seen_us != port.backlog_us:
            seen_ns = now_ns
            self._backlogs[switch, number] = port.backlog_us, now_ns
        drained = (now_ns - seen_ns) * self._rates[switch][number] // 8_000_000_000
        return max(0, port.backlog[0] - drained)

    def _writes(self, state: State, sampled: Sampled, verdicts: Mapping[int, str]) -> Iterator[WriteMoment]:
        first = max(0, len(state.writes) - NEWEST_WRITES)
        seen = self._seen
        self._seen = {}
        for number, write in enumerate(state.writes[first:], first):
            then = seen.get(number)
            nic = sampled.nics.get(write.source)
            paths = None if nic is None else nic.paths.get(write.source_qpn)
            pair = _pair(state, write)
            counted = _counted(pair, then)
            self._seen[number] = WriteMoment(
                **asdict(write) | counted,
                number=number,
                paths=paths or (then.paths if then else []),
                verdict=verdicts.get(number),
                counted=pair is not None or (then is not None and then.counted),
                again=max(0, counted["retransmissions"] - then.retransmissions) if then else 0,
            )
            yield self._seen[number]


def _counted(pair: QpStatus | None, then: WriteMoment | None) -> dict[str, int]:
    """What a queue pair has counted; what it had when it is no longer there."""
    if pair is not None:
        return {
            "packets": pair.packets,
            "retransmissions": pair.retransmissions,
            "nacks": pair.nacks,
            "losses": pair.losses,
            "retired": pair.evs_retired,
            "revived": pair.evs_revived,
        }
    return {
        name: getattr(then, name, 0) for name in ("packets", "retransmissions", "nacks", "losses", "retired", "revived")
    }


def _pair(state: State, write: WriteState) -> QpStatus | None:
    nic = state.nics.get(write.source)
    return None if nic is None else next((qp for qp in nic.queue_pairs if qp.qpn == write.source_qpn), None)


def loads(
    rates: Mapping[str, int], sampled: Sampled, before: Sampled | None, factor: int
) -> tuple[int, dict[str, tuple[float, float]]]:
    """Time since the sample before, and what each link carried in it, each way, as a share of its rate.

    Args:
        rates: by link, bits per second.
        sampled: now.
        before: the sample before; None for none.
        factor: how many times slower than its own time the lab runs.

    Returns:
        ns, 0 when there is nothing to compare with; and loads by link.
    """
    span_ns = 0 if before is None else sampled.now_ns - before.now_ns
    if before is None or not 0 < span_ns * factor <= _GAP_NS:
        return 0, {name: (0.0, 0.0) for name in rates if name in sampled.links}
    found = {}
    for name, rate_bps in rates.items():
        if name in sampled.links:
            now = sampled.links[name]
            there, back = (
                round(max(0, after - then) * 8e9 / span_ns / rate_bps, 3)
                for after, then in zip(now, before.links.get(name, now), strict=True)
            )
            found[name] = there, back
    return span_ns, found


def _faults_happened(state: Looked, before: Looked | None) -> Iterator[Happening]:
    """What failed, was healed, or ended since a lab was as `before`; since it came up when that is None."""
    faults_before, dead_before = (before.faults, before.dead) if before else ({}, {})
    for target in sorted(faults_before.keys() | state.faults.keys()):
        now, then = state.faults.get(target, []), faults_before.get(target, [])
        for fault in now:
            if fault not in then:
                yield Happening(kind="fault", text=f"{target} {fault}")
        for fault in then:
            if fault not in now:
                yield Happening(kind="heal", text=f"{target} no longer {fault}")
    for name in sorted(state.dead.keys() - dead_before.keys()):
        yield Happening(kind="trouble", text=f"{name}: {state.dead[name]}")


def _happened(
    state: State | CustomState, fabric: Fabric | None, before: State | CustomState | None
) -> Iterator[Happening]:
    yield from _faults_happened(state, before)  # what fails was made to fail before anybody looked
    if isinstance(state, State) and fabric is not None:
        yield from _writes_happened(state, fabric, before if isinstance(before, State) else state)


def _writes_happened(state: State, fabric: Fabric, before: State) -> Iterator[Happening]:
    for number, write in enumerate(state.writes):
        then_write = before.writes[number] if number < len(before.writes) else None
        label = f"write {number}, {write.source} to {write.destination}"
        if then_write is None:
            yield Happening(kind="write", text=f"{label}: {write.size:,} bytes posted")
        if write.completed_ns is not None and (then_write is None or then_write.completed_ns is None):
            yield Happening(
                kind="write", text=f"{label}: complete after {(write.completed_ns - write.posted_ns) / 1e3:,.1f} us"
            )
        if write.failure is not None and (then_write is None or then_write.failure is None):
            yield Happening(kind="trouble", text=f"{label}: {write.failure}")
    yield from _paths_changed(state, fabric, before)
    yield from _lost_by_machine(state, before)


def _lost_by_machine(state: State, before: State) -> Iterator[Happening]:
    """Frames that no cable lost and no switch: they found a socket of this machine full."""
    for name, nic in state.nics.items():
        count = nic.lost_by_kernel - before.nics[name].lost_by_kernel
        if count > 0:
            what = f"{count:,} frame{'s' if count > 1 else ''}"
            yield Happening(kind="trouble", text=f"{name}: the machine, not the network, lost {what} at a full socket")


def _paths_changed(state: State, fabric: Fabric, before: State) -> Iterator[Happening]:
    """Paths that were retired or revived; equal changes share a line."""
    for name, nic in state.nics.items():
        if nic.now_ns == before.nics[name].now_ns:  # it did not answer: these are known
            continue
        alike = Counter(
            (change.plane, change.uplink, change.old, change.new, change.reason) for change in nic.ev_changes
        )
        for (plane, uplink, old, new, reason), count in alike.items():
            way = f"plane {plane}" if fabric.t1s == 0 else f"p{plane}-t1-{uplink}"
            yield Happening(
                kind="paths", text=f"{name}: {count} path{'s' if count > 1 else ''} by {way} {old} → {new} ({reason})"
            )


# --- Moments for all pages -------------------------------------------------------------------------------------------


PERIOD_S = 0.5
KEPT = 1200
"""Moments: ten minutes."""
FOLLOWERS = 8
"""Pages at once."""
_LAG = 16
"""Moments that a page may be late. A later page is disconnected, and its browser connects again."""
_REST, _LONGEST_REST_S = 4, 2.0
"""The rest after an answer, in times of its length, and at most in seconds."""
_PATIENCE_S = 10.0
"""Sampling goes on for this long after the last page closed: it may be loaded again."""

Look = Callable[[], Moment]


class TooManyError(LabError):
    """There are `FOLLOWERS` pages already."""


class Follower:
    """One open page: first the moments that it missed, then each new one."""

    def __init__(self, missed: Iterable[bytes], left: Callable[[Follower], None]) -> None:
        self._missed = missed
        self._left = left
        self._coming: asyncio.Queue[bytes | None] = asyncio.Queue(_LAG)

    async def events(self) -> AsyncIterator[bytes]:
        """Events, until `dismiss`."""
        for event in self._missed:
            yield event
        while (coming := await self._coming.get()) is not None:
            yield coming

    def send(self, event: bytes) -> None:
        """Queue an event; a follower whose queue is full is dismissed."""
        try:
            self._coming.put_nowait(event)
        except asyncio.QueueFull:
            self.dismiss()

    def dismiss(self) -> None:
        """End `events` at once."""
        self.leave()
        while not self._coming.empty():
            self._coming.get_nowait()
        self._coming.put_nowait(None)

    def leave(self) -> None:
        """Make room for another page. Idempotent."""
        self._left(self)


class Watch:
    """The moments of a lab, for all followers."""

    def __init__(self, look: Look) -> None:
        """`look` makes a moment in another thread, and raises LabError when the lab does not answer."""
        self._look = look
        self._kept: deque[tuple[int, bytes]] = deque(maxlen=KEPT)
        self._followers: set[Follower] = set()
        self._wanted = asyncio.Event()

    async def run(self) -> None:
        """Runs until cancelled."""
        loop = asyncio.get_running_loop()
        left_s = -math.inf
        while True:
            if self._followers:
                left_s = loop.time()
            elif loop.time() - left_s > _PATIENCE_S:
                self._wanted.clear()
                await self._wanted.wait()
            began_s = loop.time()
            try:
                moment = await asyncio.to_thread(self._look)
            except (LabError, FabricError) as problem:
                self._send(_event("trouble", str(problem)))
            else:
                event = _event("moment", text_of(moment), moment.number)
                self._kept.append((moment.number, event))
                self._send(event)
            took_s = loop.time() - began_s
            await asyncio.sleep(max(PERIOD_S - took_s, min(_LONGEST_REST_S, _REST * took_s)))

    def join(self, after: int) -> Follower:
        """A new follower, which the caller ends with `leave`.

        Args:
            after: number of the last moment that the page has; -1 for none.

        Raises:
            TooManyError: there are `FOLLOWERS` already.
        """
        if len(self._followers) >= FOLLOWERS:
            raise TooManyError(f"{FOLLOWERS} pages look at this lab already; close one")
        newest = self._kept[-1][0] if self._kept else -1
        # A number above the newest is from an earlier server.
        missed = [event for number, event in self._kept if number > after or after > newest]
        follower = Follower(missed, self._followers.discard)
        self._followers.add(follower)
        self._wanted.set()
        return follower

    def end(self) -> None:
        for follower in list(self._followers):
            follower.dismiss()

    def _send(self, event: bytes) -> None:
        for follower in list(self._followers):
            follower.send(event)


def _event(kind: str, data: str, number: int | None = None) -> bytes:
    """A server-sent event (HTML Standard, 9.2.5)."""
    lines = [f"event: {kind}"]
    if number is not None:
        lines.append(f"id: {number}")
    lines += [f"data: {line}" for line in data.splitlines() or [""]]
    return ("\n".join(lines) + "\n\n").encode()
