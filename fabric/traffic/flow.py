# SPDX-License-Identifier: Apache-2.0
"""A flow: messages from one NIC to another, who posts them when, and what is measured of it.

A flow goes over one or more connected pairs of queue pairs (`QpPair`), of either kind of NIC. The flow says which
message is posted when, where it goes, and whether it arrived as it was sent. The yardstick for its goodput is its fair
share: max-min over the NICs' ports.

The conductor lets flows begin, and posts each message at the moment at which what it waits for has come. After the run
it says how long collectives took.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any, Final, Protocol

from msgspec import Struct

from common.quantities import show_time
from fabric.errors import FabricError
from fabric.measurements import (
    CollectiveMeasurement,
    EvChange,
    FlowMeasurement,
    FlowNumbers,
    MessageTimes,
    Outstanding,
    PathUse,
    spread,
    summed,
)
from fabric.scenario import MAX_OUTSTANDING, MAX_WRITE_BYTES, Operation, Scenario
from fabric.steps import Repeat
from fabric.traffic.payloads import Contents, Memory, Region
from fabric.traffic.plan import End, Plan, PlannedFlow
from host_stack import MemoryRegion

# --- Queue pairs -----------------------------------------------------------------------------------------------------


class Through(Struct, frozen=True):
    """A message, or a piece of it, is through at one end.

    Attributes:
        number: of the message in its flow.
        failure: why it never will arrive; None if it did.
    """

    number: int
    end: End
    time_ns: int
    failure: str | None


class Piece(Struct, frozen=True):
    """What one queue pair sends of a message.

    Attributes:
        number: of the message in its flow.
        data: the bytes.
    """

    number: int
    data: memoryview
    region: Region
    offset: int


class QpPair(Protocol):
    """Two connected queue pairs, from the sender's to the receiver's.

    Attributes:
        room: pieces that may be open at a time.
    """

    room: int

    def post(self, piece: Piece, operation: Operation) -> None:
        """Send a piece, after posting what it needs at the receiver."""

    def through(self) -> Iterable[Through]:
        """Completions at both ends since the last call."""

    def listen(self, hear: Callable[[int], None]) -> None:
        """Have `hear` called with the time (ns) whenever something completes, before the NIC is done with it."""

    def placed_bytes(self) -> int:
        """Payload placed in the receiver's memory."""

    def in_flight(self) -> Mapping[tuple[str, ...], int]:
        """Packets that were sent and are not known to have arrived, by the switches of the path they took last."""

    def timeout_ns(self) -> int | None:
        """When the local ACK timeout of those ends; None where packets that are lost come again long before."""
        return None

    def ev_states(self) -> Mapping[str, int]:
        """How many EVs of the sender's are in each of EV_STATES."""

    def numbers(self) -> FlowNumbers:
        """The sender's counters."""

    def lost(self) -> tuple[int, int]:
        """Of its counters, `losses` and `retransmissions`: they are asked for with every sample."""
        numbers = self.numbers()
        return numbers.losses, numbers.retransmissions

    def ev_changes(self) -> Sequence[EvChange]:
        """Retirements and revivals so far, in order."""

    def repeats(self) -> Sequence[Repeat]:
        """Packets sent again, in order of time; none where that is not known."""
        return ()

    def close(self) -> None:
        """Both queue pairs end, and what is under way between them is lost. Raises FabricError where they cannot."""
        raise FabricError("queue pairs of a live fabric end with their run; accepted: emulated time")


# --- Flows -----------------------------------------------------------------------------------------------------------


_ENDS: Final = (End.SENDER, End.RECEIVER)


@dataclass(slots=True)
class _Open:
    """A message under way.

    Attributes:
        due_ns: when it was posted; in an open loop when it was to be.
        left: pieces that are not through, per end.
    """

    due_ns: int
    region: Region
    left: dict[End, int]


@dataclass(slots=True)
class Mark:
    """When a message was posted, and when it was through at each end; −1: not yet."""

    posted_ns: int
    through_ns: dict[End, int]


class Flow:
    """Messages from one NIC to another over connected queue pairs. NICs are given by index, times in ns.

    Each message that is under way has a region of the receiver's of its own; the next one takes the place of one that
    has been held against what was sent. So a flow needs as much memory as it has messages under way.

    Attributes:
        plan: what it is to do.
        size: bytes of all messages.
        post_ns: when it began, or is to begin.
        begun_ns: when it began; None before.
        marks: by number of a message, if `remember` was called; those that were posted.
    """

    def __init__(
        self,
        index: int,
        plan: PlannedFlow,
        name: str,
        contents: Contents,
        post_ns: int,
        *,
        qp_pairs: Sequence[QpPair],
        memory: Memory,
        share: int | None = None,
        connect: Callable[[], Sequence[QpPair]] | None = None,
    ) -> None:
        """A flow that has not begun.

        Args:
            index: of the flow in its run.
            plan: what it is to do.
            name: for people.
            contents: what its messages carry.
            post_ns: when it is to begin.
            qp_pairs: messages go over them one after the other.
            memory: the receiver's.
            share: how many bytes of each message each pair carries; None: a message goes by one pair.
            connect: makes other pairs of the same kind; None: nobody can.
        """
        self.index = index
        self.plan = plan
        self.source, self.destination = plan.source, plan.destination
        self.name = name
        self.size = plan.times * contents.size
        self.post_ns = post_ns
        self.begun_ns: int | None = None
        self._contents = contents
        self._qp_pairs = qp_pairs
        self._share = share
        self._connect = connect
        self._hear: Callable[[int], None] | None = None
        self._closed: list[FlowNumbers] = []
        self._closed_changes: list[EvChange] = []
        self._closed_repeats: list[Repeat] = []
        self._placed_before = 0
        self.marks: dict[int, Mark] | None = None
        self._memory = memory
        self._free: list[Region] = []
        self._last: Region | None = None
        if not plan.collective:
            self._free.append(memory.register(contents.size))
            self._last = self._free[0]
        self._open: dict[int, _Open] = {}
        self._next = 0
        self._window = min(
            plan.outstanding or max(1, MAX_WRITE_BYTES // contents.size), MAX_OUTSTANDING, qp_pairs[0].room
        )
        self._missing: Callable[[int], str | None] | None = None
        self._failure: str | None = None
        self._completed_ns: int | None = None
        self._latest_ns = self._arrived_ns = 0
        self._through: dict[End, set[int]] = {end: set() for end in _ENDS}
        self._prefix = dict.fromkeys(_ENDS, 0)
        self._took: dict[End, list[int]] = {end: [] for end in _ENDS}
        self._damaged: dict[int, bytes] = {}
        self._comparing = 0
        self._heard = False
        self._spoke: set[int] = set()

    # --- Steering ---------------------------------------------------------------------------------------------------

    def steer(self, missing: Callable[[int], str | None], hear: Callable[[int], None]) -> None:
        """From now on a message waits as long as `missing` says what for; `hear`: as of `QpPair.listen`."""
        self._missing = missing
        self._heard = True
        self._hear = hear
        self._listen(hear)

    def _listen(self, hear: Callable[[int], None]) -> None:
        alone = len(self._qp_pairs) == 1
        for number, qp_pair in enumerate(self._qp_pairs):
            qp_pair.listen(hear if alone else partial(self._note_whose, hear, number))

    def _note_whose(self, hear: Callable[[int], None], number: int, time_ns: int) -> None:
        """Of many queue pairs few have completed something at a time: only they are asked what."""
        self._spoke.add(number)
        hear(time_ns)

    def post(self) -> None:
        self.begin()
        self.advance(self.post_ns)

    def begin(self) -> None:
        """Its time runs from now on, whether something is posted yet or not."""
        self.begun_ns = self.post_ns

    def advance(self, now_ns: int) -> bool:
        """Post what may be posted now; whether there was something."""
        before = self._next
        while self._next < self.plan.times and len(self._open) < self._window and self._failure is None:
            due_ns = self._due_ns(now_ns)
            if due_ns > now_ns or (self._missing is not None and self._missing(self._next) is not None):
                break
            self._post(self._next, due_ns)
            self._next += 1
        return self._next > before

    def next_due_ns(self) -> int | None:
        """When the next message of an open loop is due; None if there is none, or in a closed loop."""
        if self.plan.every_ns is None or self._next >= self.plan.times:
            return None
        return self._due_ns(0)

    def _due_ns(self, now_ns: int) -> int:
        every_ns = self.plan.every_ns
        return now_ns if every_ns is None else self.post_ns + self._next * every_ns

    def _post(self, number: int, due_ns: int) -> None:
        size = self._contents.size
        region = self._last = self._free.pop() if self._free else self._memory.register(size)
        data = self._contents.message(number)
        if self._share is None:
            pieces = [(self._qp_pairs[number % len(self._qp_pairs)], 0, size)]
        else:
            share = self._share
            pieces = [(qp_pair, at * share, min(size, (at + 1) * share)) for at, qp_pair in enumerate(self._qp_pairs)]
        ends = _ENDS if self.plan.arrivals else _ENDS[:1]
        if self.marks is not None:
            self.marks[number] = Mark(due_ns, dict.fromkeys(ends, -1))
        self._open[number] = _Open(due_ns, region, dict.fromkeys(ends, len(pieces)))
        for qp_pair, begin, end in pieces:
            qp_pair.post(Piece(number, data[begin:end], region, begin), self.plan.operation)

    def settle(self) -> bool:
        """Take note of what has completed; whether a message is through at an end by that, or never will be."""
        told, whose = False, self._qp_pairs
        if self._heard and len(whose) > 1:
            whose = [whose[number] for number in sorted(self._spoke)]
            self._spoke.clear()
        for qp_pair in whose:
            for each in qp_pair.through():
                if each.failure is not None:
                    self._failure = self._failure or each.failure
                    told = True
                elif self._piece_through(each.number, each.end, each.time_ns):
                    told = True
        return told

    def _piece_through(self, number: int, end: End, time_ns: int) -> bool:
        """A piece is through at an end; whether its message is."""
        message = self._open[number]
        message.left[end] -= 1
        self._latest_ns = max(self._latest_ns, time_ns)
        if message.left[end]:
            return False
        self._took[end].append(time_ns - message.due_ns)
        if end is End.RECEIVER:
            self._arrived_ns = max(self._arrived_ns, time_ns)
        self._note(end, number)
        if self.marks is not None:
            self.marks[number].through_ns[end] = time_ns
        if any(message.left.values()):
            return True
        del self._open[number]
        if self._next == self.plan.times and not self._open:
            self._completed_ns = self._latest_ns
        self._comparing += 1
        self._memory.compare(message.region, self._contents, number, partial(self._compared, number, message.region))
        return True

    def _compared(self, number: int, region: Region, found: bytes | None) -> None:
        """A message in memory has been compared with what was sent; the region is free."""
        self._comparing -= 1
        self._free.append(region)
        if found is not None:
            self._damaged[number] = found
        if self.plan.collective and self._completed_ns is not None and not self._comparing:
            self._give_back()

    def _give_back(self) -> None:
        """Everything has arrived and been looked at, and the sender knows: nothing is written any more."""
        for region in self._free:
            self._memory.deregister(region)
        self._free.clear()
        self._last = None

    def _note(self, end: End, number: int) -> None:
        through, prefix = self._through[end], self._prefix[end]
        through.add(number)
        while prefix in through:
            through.remove(prefix)
            prefix += 1
        self._prefix[end] = prefix

    def arrived_ns(self) -> int | None:
        """When the receiver knew that the last message had arrived; None before, or if it is not told."""
        return self._arrived_ns if self._prefix[End.RECEIVER] == self.plan.times else None

    def through(self, end: End) -> int:
        """How many messages, from the first on and without a gap, are through at one end."""
        return self._prefix[end]

    # --- Ends, and another begin ------------------------------------------------------------------------------------

    def remember(self) -> None:
        """From now on `marks` say what befell each message."""
        self.marks = {}

    def give_up(self, why: str) -> None:
        """It will never complete."""
        self._failure = self._failure or why

    def halt(self) -> None:
        """Its queue pairs end, with all that is under way; until `resume` it does nothing."""
        self._closed.append(self.numbers())
        self._closed_changes = self.ev_changes()
        self._closed_repeats = self.repeats()
        self._placed_before += sum(qp_pair.placed_bytes() for qp_pair in self._qp_pairs)
        for qp_pair in self._qp_pairs:
            qp_pair.close()
        self._qp_pairs = ()
        self._spoke.clear()
        for message in self._open.values():
            self._memory.deregister(message.region)
        self._open.clear()
        self._last = None
        self._failure = self._completed_ns = None

    def resume(self, number: int) -> None:
        """Once more from this message on, on other queue pairs; messages are posted at the next `advance`."""
        assert self._connect is not None and self._hear is not None, "it can be connected anew, and is steered"
        self._closed = [summed(self._closed)]
        self._qp_pairs = self._connect()
        self._listen(self._hear)
        self._next = number
        for end in _ENDS:
            self._through[end] = set()
            self._prefix[end] = number

    # --- What the fabric asks ---------------------------------------------------------------------------------------

    def completed_ns(self) -> int | None:
        """When the sender saw the last message complete; None before."""
        if not self._heard:
            self.settle()
        return self._completed_ns

    def failure(self) -> str | None:
        """Why it never will complete; None while it may."""
        if not self._heard:
            self.settle()
        return self._failure

    def placed_bytes(self) -> int:
        """Bytes placed in the receiver's memory so far, at most the size."""
        return min(self._placed_before + sum([qp_pair.placed_bytes() for qp_pair in self._qp_pairs]), self.size)

    def received(self) -> bytes:
        """The region that the last message was written to, as it is now."""
        return b"" if self._last is None else self._last.read(0, self._last.length)

    def digests(self) -> tuple[str, str]:
        """SHA-256 of what was sent and of what was received, as hexadecimal digits.

        Of the message; if there are many, of the SHA-256s of all of them one behind the other.
        """
        if self.plan.times == 1 and not self.plan.collective:
            sent = self._contents.digests(1).hex()
            if isinstance(self._last, MemoryRegion) and self._last.equals(self._contents.message(0)):
                return sent, sent
            return sent, hashlib.sha256(self.received()).hexdigest()
        found = {
            number: hashlib.sha256(message.region.read(0, message.region.length)).digest()
            for number, message in self._open.items()
        }
        found |= self._damaged
        all_sent = self._contents.digests(self.plan.times)
        each = len(all_sent) // self.plan.times
        all_got = bytearray(all_sent[: self._next * each])
        for number, digest in found.items():
            if number < self._next:
                all_got[number * each : (number + 1) * each] = digest
        return hashlib.sha256(all_sent).hexdigest(), hashlib.sha256(all_got).hexdigest()

    def times(self) -> MessageTimes:
        completion = spread(self._took[End.SENDER])
        return MessageTimes(self.plan.times, completion, spread(self._took[End.RECEIVER]), len(self._damaged))

    def outstanding(self) -> Outstanding | None:
        """What is not done; None if all is."""
        if self.completed_ns() is not None:
            return None
        paths: Counter[tuple[str, ...]] = Counter()
        for qp_pair in self._qp_pairs:
            paths.update(qp_pair.in_flight())
        left = self.plan.times - self._next + len(self._open)
        return Outstanding(left, len(self._open), self.size - self.placed_bytes(), self._waits(), paths)

    def _waits(self) -> str:
        if self._open:
            ends = [end for qp_pair in self._qp_pairs if (end := qp_pair.timeout_ns()) is not None]
            return f"its local ACK timeout, which ends at {show_time(min(ends))}" if ends else ""
        if self.begun_ns is None:
            return f"it has not begun: it comes after {', '.join(self.plan.after) or 'its time'}"
        if self._failure is not None:
            return f"it has failed: {self._failure}"
        missing = self._missing(self._next) if self._missing is not None else None
        if missing is None:
            return f"message {self._next + 1} of {self.plan.times} is due at {show_time(self._due_ns(0))}"
        return f"message {self._next + 1} of {self.plan.times} waits: {missing}"

    def ev_states(self) -> Mapping[str, int]:
        """How many EVs of the flow are in each of EV_STATES."""
        states: dict[str, int] = {}
        for qp_pair in self._qp_pairs:
            for name, count in qp_pair.ev_states().items():
                states[name] = states.get(name, 0) + count
        return states

    def numbers(self) -> FlowNumbers:
        return summed([*self._closed, *(qp_pair.numbers() for qp_pair in self._qp_pairs)])

    def lost(self) -> tuple[int, int]:
        """Of `numbers`, `losses` and `retransmissions`."""
        found = [qp_pair.lost() for qp_pair in self._qp_pairs]
        found += [(numbers.losses, numbers.retransmissions) for numbers in self._closed]
        return found[0] if len(found) == 1 else (sum(losses for losses, _ in found), sum(again for _, again in found))

    def ev_changes(self) -> list[EvChange]:
        """Retirements and revivals so far, in order."""
        changes = [change for qp_pair in self._qp_pairs for change in qp_pair.ev_changes()]
        return self._closed_changes + sorted(changes, key=lambda change: change.at_ns)

    def repeats(self) -> list[Repeat]:
        """Packets sent again, in order of time."""
        found = [repeat for qp_pair in self._qp_pairs for repeat in qp_pair.repeats()]
        return self._closed_repeats + sorted(found, key=lambda repeat: repeat.at_ns)


# --- Measurement -----------------------------------------------------------------------------------------------------


def flow_measurement(
    flow: Flow,
    *,
    names: tuple[str, str],
    share_bps: float | None,
    end_ns: int,
    paths: Iterable[PathUse],
    worst_frame_latency_ns: int | None,
) -> FlowMeasurement:
    """One flow at the end of a run.

    Args:
        flow: asked for all that its NICs know.
        names: of the NIC that sends and the one that receives.
        share_bps: its fair share; None where flows wait for one another.
        end_ns: of the run.
        paths: that frames took from the one NIC to the other, in any order.
        worst_frame_latency_ns: as in `FlowMeasurement`.

    Raises:
        FabricError: a NIC in another process does not answer.
    """
    done = flow.completed_ns()
    sent, received = flow.digests()
    return FlowMeasurement(
        source=names[0],
        destination=names[1],
        name=flow.name,
        bytes=flow.size,
        placed_bytes=flow.placed_bytes(),
        post_ns=flow.post_ns,
        completed_ns=done,
        duration_ns=(done if done is not None else end_ns) - flow.post_ns,
        failure=flow.failure(),
        fair_share_bps=share_bps,
        sha256_sent=sent,
        sha256_received=received,
        numbers=flow.numbers(),
        ev_changes=flow.ev_changes(),
        worst_frame_latency_ns=worst_frame_latency_ns,
        paths=sorted(paths, key=lambda path: path.switches),
        times=flow.times(),
        outstanding=flow.outstanding(),
    )


# --- Fair shares -----------------------------------------------------------------------------------------------------


def fair_shares(
    flows: Sequence[tuple[int, int]], nic_bps: int, *, together: bool = True
) -> Sequence[float] | Sequence[None]:
    """Max-min fair rates when all flows are active and only NICs limit them.

    Progressive filling: the tightest NIC direction fixes the rate of its flows, which frees capacity elsewhere.

    Args:
        flows: (sending NIC, receiving NIC) of each flow.
        nic_bps: sum of a NIC's port rates, bits/s, each direction.
        together: whether all may be under way at once; flows that wait for one another share nothing.

    Returns:
        Bits per second, one per flow; None for each where they are not together.
    """
    if not together:
        return [None] * len(flows)
    members: dict[tuple[int, int], list[int]] = {}
    for direction in (0, 1):
        for nic in sorted({flow[direction] for flow in flows}):
            members[direction, nic] = []
    for index, flow in enumerate(flows):
        for direction in (0, 1):
            members[direction, flow[direction]].append(index)
    left = dict.fromkeys(members, Fraction(nic_bps))
    unfixed = {side: len(those) for side, those in members.items()}
    rates: dict[int, Fraction] = {}
    while len(rates) < len(flows):
        tightest = min((side for side in members if unfixed[side]), key=lambda side: left[side] / unfixed[side])
        share = left[tightest] / unfixed[tightest]
        for index in members[tightest]:
            if index not in rates:
                rates[index] = share
                for side in enumerate(flows[index]):
                    left[side] -= share
                    unfixed[side] -= 1
    return [float(rates[index]) for index in range(len(flows))]


# --- Conductor -------------------------------------------------------------------------------------------------------


class Clock(Protocol):
    """Where something can be put off to; times are ns."""

    @property
    def now(self) -> int:
        """Time since the start of the run (ns)."""

    def at(self, when_ns: int, action: Callable[[Any], None], argument: Any = None) -> None:  # noqa: ANN401
        """Call `action(argument)` then."""


class Gate(Protocol):
    """Holds messages of some flows back, beside what they wait for by themselves.

    Attributes:
        flows: whose.
    """

    @property
    def flows(self) -> range:
        """Indices of its flows, of one item of the workload."""

    def begin(self, advance: Callable[[Iterable[int]], None]) -> None:
        """The item begins now. `advance`: to be called with flows of which more may be posted, from then on."""

    def missing(self, index: int, number: int) -> str | None:
        """What a message of a flow waits for; None for nothing."""

    def settled(self, index: int) -> None:
        """Something of a flow has completed, or it has failed."""


class Conductor:
    """Posts the messages of a plan's flows, by their completions."""

    def __init__(
        self,
        plan: Plan,
        flows: Sequence[Flow],
        clock: Clock,
        wake: Callable[[int], None],
        gates: Sequence[Gate] = (),
    ) -> None:
        """Nothing is posted yet.

        Args:
            plan: what is to be done.
            flows: of the plan, in its order.
            clock: of the run.
            wake: called with the number of a NIC to which something has been posted.
            gates: that hold some of the flows back.
        """
        self._plan = plan
        self._flows = flows
        self._clock = clock
        self._wake = wake
        self._followers: dict[int, list[int]] = {}
        self._steered = {index: flows[index] for index in sorted(plan.steered())}
        self._asked: set[int] = set()
        self._left = [len(job.flows) for job in plan.jobs]
        self._waits = [len(job.after) for job in plan.jobs]
        self._begun: set[int] = set()
        self._over: set[int] = set()
        self._later: dict[int, list[int]] = {}
        self._ready: dict[tuple[int, int], int] = {}
        self._gates = {index: gate for gate in gates for index in gate.flows}
        for index, flow in enumerate(plan.flows):
            for need in flow.needs:
                if flow.latency_ns and need.end is End.RECEIVER:  # it goes on when what has arrived is ready
                    self._later.setdefault(need.flow, []).append(index)
                    self._ready[need.flow, index] = 0
                elif need.flow != index:
                    self._followers.setdefault(need.flow, []).append(index)
        for index, steered in self._steered.items():
            steered.steer(self._missing_of(index), self._hearing(index))

    def start(self) -> None:
        """Put off what waits for nothing but its time."""
        for index, job in enumerate(self._plan.jobs):
            if not job.after:
                self._clock.at(job.at_ns, self._begin, index)

    def _missing_of(self, index: int) -> Callable[[int], str | None]:
        planned, gate = self._plan.flows[index], self._gates.get(index)
        needs = [(self._steered[need.flow], need.end, need.lag, (need.flow, index)) for need in planned.needs]

        def missing(number: int) -> str | None:
            held = None if gate is None else gate.missing(index, number)
            if held is not None:
                return held
            for flow, end, lag, follower in needs:
                through = flow.through(end)
                if through <= number - lag:
                    what = "arrived" if end is End.RECEIVER else "completed"
                    return f"message {through + 1} of {flow.name} has not {what}"
                if self._ready.get(follower, through) <= number - lag:
                    return f"what message {number - lag + 1} of {flow.name} brought is not ready yet"
            return None if index in self._begun else f"its first step needs {show_time(planned.latency_ns)}"

        return missing

    def _hearing(self, index: int) -> Callable[[int], None]:
        def hear(_time_ns: int) -> None:  # of a NIC that fails, when it was last called
            if index not in self._asked:  # the NIC must not be called from here: it is in the middle of something
                self._asked.add(index)
                self._clock.at(self._clock.now, self._settle, index)

        return hear

    def _begin(self, job: int) -> None:
        flows = self._plan.jobs[job].flows
        for gate in dict.fromkeys(self._gates[index] for index in flows if index in self._gates):
            gate.begin(self._advance)
        for index in flows:
            flow = self._flows[index]
            flow.post_ns = self._clock.now
            if latency_ns := self._plan.flows[index].latency_ns:
                flow.begin()
                self._clock.at(self._clock.now + latency_ns, self._start_late, index)
                continue
            self._begun.add(index)
            flow.post()
            self._await_due(index)
        for source in dict.fromkeys(self._flows[index].source for index in flows):
            self._wake(source)

    def _start_late(self, index: int) -> None:
        self._begun.add(index)
        self._advance((index,))

    def _make_ready(self, told: tuple[int, int, int]) -> None:
        """A NIC and its GPU are done with what arrived of a flow, up to a message: told of flow, follower, message."""
        before, follower, through = told
        self._ready[before, follower] = through
        self._advance((follower,))

    def _settle(self, index: int) -> None:
        self._asked.discard(index)
        flow = self._steered[index]
        arrived = flow.through(End.RECEIVER)
        if not flow.settle():  # a piece of a message: nobody waits for that
            return
        if (through := flow.through(End.RECEIVER)) > arrived:
            for follower in self._later.get(index, ()):
                ready_ns = self._clock.now + self._plan.flows[follower].latency_ns
                self._clock.at(ready_ns, self._make_ready, (index, follower, through))
        if index in self._gates:
            self._gates[index].settled(index)
        self._advance((index, *self._followers.get(index, ())))
        if flow.completed_ns() is not None and index not in self._over:
            self._over.add(index)
            self._one_less(self._plan.flows[index].item)

    def _advance(self, indices: Iterable[int]) -> None:
        woken: dict[int, None] = {}
        for index in indices:
            if index in self._begun and self._steered[index].advance(self._clock.now):
                woken[self._flows[index].source] = None
                self._await_due(index)
        for source in woken:
            self._wake(source)

    def _await_due(self, index: int) -> None:
        """The next message of an open loop is posted when it is due."""
        flow = self._steered.get(index)
        due_ns = flow.next_due_ns() if flow is not None else None
        if due_ns is not None and due_ns > self._clock.now:
            self._clock.at(due_ns, self._advance, (index,))

    def _one_less(self, job: int) -> None:
        """A flow of a job is over; after the job's last flow its successors begin."""
        self._left[job] -= 1
        if self._left[job]:
            return
        for index, follower in enumerate(self._plan.jobs):
            if job in follower.after:
                self._waits[index] -= 1
                if not self._waits[index]:
                    self._clock.at(max(self._clock.now, follower.at_ns), self._begin, index)


# --- Times of collectives --------------------------------------------------------------------------------------------


def collective_measurements(scenario: Scenario, plan: Plan, flows: Sequence[Flow]) -> list[CollectiveMeasurement]:
    """Every collective of a plan, at the end of a run of its flows."""
    measured = []
    for collective in plan.collectives:
        arrived = [flows[index].arrived_ns() for index in collective.flows]
        known = [at for at in arrived if at is not None]
        measured.append(
            CollectiveMeasurement(
                scenario.workload[collective.item].name or collective.pattern,
                collective.pattern,
                [scenario.topology.nic(nic).name for nic in collective.nics],
                collective.bytes,
                collective.times,
                flows[collective.flows[0]].begun_ns,
                max(known) if len(known) == len(arrived) else None,
                float(collective.factor),
                collective.flows,
            )
        )
    return measured
