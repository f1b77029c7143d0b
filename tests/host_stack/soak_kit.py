# SPDX-License-Identifier: Apache-2.0
"""Random runs of NICs over a network that does everything that networks do, each from one seed.

Every write has a place of its own in the receiver's memory, with guards around it. What an application may rely on is
checked while it happens and at the end: a write that succeeded has put its bytes where they belong, an immediate comes
once, in order, and not before the bytes of its own and all earlier writes, and whatever was posted ends: as a success,
as an error, or with the reset of its queue pair. Nothing but the writes' own places is ever touched.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random

from host_stack_kit import (
    Pipe,
    address,
    config,
    is_data,
    template,
    trim,
)
from nic_wire_kit import with_ce

from host_stack import (
    CcProfile,
    Completion,
    CompletionKind,
    CompletionQueueError,
    CompletionStatus,
    EvProfile,
    EvSet,
    InitAttributes,
    Nic,
    QpCapacity,
    QpState,
    QueuePair,
    ReceiveLimits,
    RtrAttributes,
    RtsAttributes,
    TransportOptions,
    WireOptions,
)
from host_stack.paths.ev_set import SkipEnd
from host_stack.transport.congestion.controller import ReceiverPenalty
from host_stack.wire.options import IntactTrim, OutOfWindow, PortStateCarriage, ProbeSkipOnce, RcvdBytesBasis

GUARD = 64
_RECEIVES = 40


@dataclass
class Write:
    """One write: where it goes, and what became of it."""

    number: int
    data: bytes
    offset: int
    immediate: bool
    life: int
    status: CompletionStatus | None = None
    announced: bool = False
    lost_with_reset: bool = False


@dataclass
class Lane:
    """One direction of a connection: a sender, a receiver, and the writes between them, in the order posted."""

    sender: QueuePair
    receiver: QueuePair
    writes: list[Write] = field(default_factory=list)
    life: int = 0


class SoakError(AssertionError):
    """A promise was broken; the message has the seed."""


class Soak:
    """One run.

    Attributes:
        deadline_ns: when everything must have ended; all retries of a queue pair together take less than 30 ms.
    """

    deadline_ns = 400_000_000

    def __init__(self, seed: int) -> None:
        rng = self.rng = Random(seed)
        self.seed = seed
        self.planes, self.uplinks = rng.choice((1, 2, 2, 4, 8)), rng.choice((1, 2, 4, 8))
        transport = TransportOptions(
            path_mtu=rng.choice((256, 1024, 4096)),
            sack_threshold_bytes=rng.choice((2048, 16384, 65536)),
            reorder_ns=rng.choice((5_000, 20_000, 60_000)),
            tail_probe_ns=rng.choice((15_000, 30_000, 100_000)),
            skip_timer_ns=rng.choice((0, 0, 20_000)),
            skip_end=list(SkipEnd)[seed % 3],
            receiver_penalty=rng.choice(list(ReceiverPenalty)),
        )
        wire = WireOptions(
            timestamps=rng.random() < 0.8,
            out_of_window=rng.choice(list(OutOfWindow)),
            rcvd_bytes=rng.choice(list(RcvdBytesBasis)),
            probe_skip_once=rng.choice(list(ProbeSkipOnce)),
            intact_trim=rng.choice(list(IntactTrim)),
            port_state=rng.choice(list(PortStateCarriage)),
        )
        given = {"planes": self.planes, "uplinks": self.uplinks, "transport": transport, "wire": wire}
        #: Whether the network does nothing that a NIC may give up for: marks, copies and a little reordering alone.
        self.harmless = rng.random() < 0.2
        scarce = ReceiveLimits(bitmap_psns=rng.choice((0, 3, 40)), messages=rng.choice((0, 1)))
        self.nics = [
            Nic(
                replace(
                    config("ab"[i], i + 1, [2 - i], **given),
                    receive_limits=scarce if rng.random() < 0.2 and not self.harmless else ReceiveLimits(),
                ),
                seed=seed << 1 | i,
            )
            for i in (0, 1)
        ]
        self.pipe = Pipe(self.nics, delay_ns=rng.choice((500, 3000) if self.harmless else (500, 3000, 10_000)))
        self.pipe.hook = self._hook
        self.lazy = True
        self.loss = 0 if self.harmless else rng.choice((0, 0, 0.001, 0.02, 0.1))
        self.trims = 0 if self.harmless else rng.choice((0, 0, 0.02, 0.3))
        self.marks = rng.choice((0, 0.05, 0.5))
        self.copies = rng.choice((0, 0, 0.02, 0.2))
        self.damage = 0 if self.harmless else rng.choice((0, 0, 0.01))
        self.jitter_ns = rng.choice((0, 2_000) if self.harmless else (0, 2_000, 30_000, 200_000))
        self.dead: list[tuple[int, int, int, str]] = []
        self.calm_ns = rng.randrange(200_000, 3_000_000)
        self.mtu = transport.path_mtu
        self.pairs: list[tuple[QueuePair, QueuePair]] = []
        self.lanes: list[Lane] = []
        for _ in range(rng.choice((1, 1, 2, 4))):
            pair = (self._queue_pair(self.nics[0]), self._queue_pair(self.nics[1]))
            self._connect(pair)
            self.pairs.append(pair)
            self.lanes += [Lane(pair[0], pair[1]), Lane(pair[1], pair[0])]
        self._plan_writes()
        if not self.harmless:
            self._plan_faults()

    # --- Set-up -----------------------------------------------------------------------------------------------------

    def _queue_pair(self, nic: Nic) -> QueuePair:
        """With receives posted by the NIC or by its program; with a completion queue of its own, or one too small."""
        rng = self.rng
        capacity = QpCapacity(max_recv_wr=rng.choice((None, None, _RECEIVES)))
        if self.harmless or rng.random() < 0.9:
            return nic.create_qp(capacity=capacity)
        return nic.create_qp(capacity=capacity, send_cq=nic.create_cq(rng.choice((1, 2, 5))))

    def _connect(self, pair: tuple[QueuePair, QueuePair]) -> None:
        rng = self.rng
        mpr = rng.choice((1, 2, 8))
        rts = {
            "ack_timeout": rng.randrange(4, 8),
            "linear_retries": rng.randrange(2, 8),
            "exponential_retries": rng.randrange(0, 5),
        }
        # The same as last time, often: only then can what is left of a former connection pass for the present one's.
        psns = [rng.choice((rng.getrandbits(24), 0xFFFFF0, 0xFFFFF0)) for _ in pair]
        active = rng.randrange(1, self.uplinks + 1)
        profile = EvProfile(
            template(self.planes, self.uplinks),
            active_per_plane=active,
            backup_per_plane=rng.randrange(0, self.uplinks + 1),
            min_active=rng.choice((None, 1)),
        )
        cc = rng.choice(
            (*(CcProfile.fixed(window) for window in (8192, 65536, 1 << 18)), CcProfile(), CcProfile("null"))
        )
        dynamic = rng.random() < 0.3
        limits = {"mpr": mpr, "max_immediates": 32, "service_time": rng.random() < 0.5, "dynamic_mpr": dynamic}
        for qp in pair:
            qp.modify_to_init(InitAttributes(profile, cc))
            if qp.queues.capacity.max_recv_wr is not None:
                for number in range(_RECEIVES if self.harmless or rng.random() < 0.8 else rng.randrange(4)):
                    qp.post_recv(wr_id=number)
        for i, qp in enumerate(pair):
            qp.modify_to_rtr(RtrAttributes(address(2 - i), pair[1 - i].qpn, first_psn=psns[1 - i], **limits))
            qp.modify_to_rts(RtsAttributes(first_psn=psns[i], mpr=mpr, max_immediates=32, dynamic_mpr=dynamic, **rts))

    def _plan_writes(self) -> None:
        rng = self.rng
        plans = []
        sizes = {0: GUARD, 1: GUARD}
        number = 0
        for index, lane in enumerate(self.lanes):
            to = 1 - index % 2
            for _ in range(rng.randrange(0, 7)):
                number += 1
                size = rng.choice((1, 3, self.mtu, self.mtu + 1, rng.randrange(1, 12 * self.mtu)))
                write = Write(number, rng.randbytes(size), sizes[to], rng.random() < 0.4, 0)
                sizes[to] += size + GUARD
                plans.append((rng.randrange(0, self.calm_ns), lane, write))
        self.regions = [nic.register_memory(sizes[i]) for i, nic in enumerate(self.nics)]
        for at_ns, lane, write in plans:
            self.pipe.at(at_ns, lambda lane=lane, write=write: self._post(lane, write))

    def _plan_faults(self) -> None:
        rng, pipe = self.rng, self.pipe
        for _ in range(rng.choice((0, 0, 1, 3))):
            begin = rng.randrange(self.calm_ns)
            self.dead.append(
                (
                    rng.randrange(self.planes),
                    begin,
                    begin + rng.randrange(10_000, 2_000_000),
                    rng.choice(("a", "b", "ab")),
                )
            )
        for _ in range(rng.choice((0, 0, 1, 2))):
            where = (rng.choice("ab"), rng.randrange(self.planes))
            begin = rng.randrange(self.calm_ns)
            pipe.at(begin, lambda where=where: pipe.down.add(where))
            pipe.at(begin + rng.randrange(10_000, 2_000_000), lambda where=where: self._port_up(where))
        for _ in range(rng.choice((0, 0, 1, 2))):
            # As a driver tells it: the carrier goes, once or again and again, or the controller takes the port away.
            nic, port = rng.choice(self.nics), rng.randrange(self.planes)
            change = rng.choice((nic.set_carrier, nic.set_carrier, nic.set_port_enabled))
            begin = rng.randrange(self.calm_ns)
            for _ in range(rng.choice((1, 1, 6))):
                pipe.at(begin, lambda nic=nic, port=port, change=change: self._port(nic, port, change, up=False))
                begin += rng.randrange(1_000, 500_000)
                pipe.at(begin, lambda nic=nic, port=port, change=change: self._port(nic, port, change, up=True))
                begin += rng.randrange(1_000, 50_000)
        for _ in range(rng.choice((0, 0, 0, 1, 2, 6))):
            number = rng.randrange(len(self.pairs))
            pipe.at(rng.randrange(self.calm_ns), lambda number=number: self._reconnect(number))
        for _ in range(rng.choice((0, 0, 0, 2, 8))):
            pipe.at(rng.randrange(self.calm_ns), self._deny)

    def _deny(self) -> None:
        """The controller denies an EV, or all of a queue pair, and may release them again."""
        rng = self.rng
        evs = rng.choice(rng.choice(self.pairs)).evs
        assert evs is not None
        entropies = [entry.entropy for entry in evs]
        chosen = rng.choice(([rng.choice(entropies)], entropies))
        for entropy in chosen:
            evs.deny(entropy, self.pipe.now)
        if rng.random() < 0.8:
            self.pipe.at(self.pipe.now + rng.randrange(1, 500_000), lambda: self._allow(evs, chosen))

    def _allow(self, evs: EvSet, entropies: list[int]) -> None:
        for entropy in entropies:
            evs.allow(entropy, self.pipe.now)
        for nic in self.nics:
            self.pipe.pump(nic)

    def _port(self, nic: Nic, port: int, change: Callable[[int, bool, int], None], *, up: bool) -> None:
        change(port, up, self.pipe.now)
        self.pipe.pump(nic)

    def _port_up(self, where: tuple[str, int]) -> None:
        self.pipe.down.discard(where)
        self.pipe.pump(self.pipe.nics[where[0]])

    # --- What happens -----------------------------------------------------------------------------------------------

    def _hook(self, name: str, port: int, frame: bytes, now: int) -> list[tuple[int, bytes]]:
        rng = self.rng
        if any(plane == port and begin <= now < end and name in who for plane, begin, end, who in self.dead):
            return []
        calm = now > 4 * self.calm_ns
        if not calm and rng.random() < self.loss:
            return []
        if rng.random() < self.trims * (not calm) and is_data(frame):
            frame = trim(frame, rng.choice((12, 12, 16)), rng.choice((128, 256, 8192)))
        elif rng.random() < self.marks and frame[15] & 0x30:
            frame = with_ce(frame)
        elif not calm and rng.random() < self.damage:
            at = rng.randrange(54, len(frame))
            frame = frame[:at] + bytes((frame[at] ^ 1 << rng.randrange(8),)) + frame[at + 1 :]
        out = [(rng.randrange(self.jitter_ns + 1), frame)]
        while rng.random() < self.copies:
            out.append((rng.randrange(3 * self.jitter_ns + 1), frame))
        return out

    def _post(self, lane: Lane, write: Write) -> None:
        if lane.sender.state is not QpState.RTS:
            return
        write.life = lane.life
        lane.writes.append(write)
        region = self.regions[lane.receiver is self.pairs[self.lanes.index(lane) // 2][1]]
        at, key = region.address + write.offset, region.r_key
        if write.immediate:
            lane.sender.post_write_imm(write.data, at, key, write.number, wr_id=write.number)
        else:
            lane.sender.post_write(write.data, at, key, wr_id=write.number)
        self.pipe.pump(self.nics[self.lanes.index(lane) % 2])

    def _reconnect(self, number: int) -> None:
        self.poll()
        pair = self.pairs[number]
        if any(qp.queues.send_cq.overruns for qp in pair):
            return  # such a queue takes nothing any more
        for lane in self.lanes[2 * number : 2 * number + 2]:
            lane.life += 1
            for write in lane.writes:
                write.lost_with_reset |= write.status is None or not write.announced
        for qp in pair:
            qp.reset()
        self._connect(pair)
        for nic in self.nics:
            self.pipe.pump(nic)

    # --- What must hold ---------------------------------------------------------------------------------------------

    def _fail(self, what: str) -> None:
        raise SoakError(f"seed {self.seed} at {self.pipe.now} ns: {what}")

    def _region(self, lane: Lane) -> memoryview:
        return memoryview(self.regions[1 - self.lanes.index(lane) % 2].data)

    def _arrived(self, lane: Lane, write: Write) -> bool:
        return self._region(lane)[write.offset : write.offset + len(write.data)] == write.data

    def poll(self) -> None:
        """Take every completion and hold it against what was posted."""
        for lane in self.lanes:
            for done in self._completions(lane.sender):
                if done.kind is CompletionKind.WRITE:
                    self._sent(lane, done.wr_id, done.status)
                elif done.status is CompletionStatus.SUCCESS:
                    self._announced(self._other(lane), done.imm, done.length)

    def _completions(self, qp: QueuePair) -> list[Completion]:
        cq = qp.queues.send_cq
        # Whoever has little room looks seldom, so that it overruns now and then.
        if self.lazy and cq.depth < _RECEIVES and not cq.overruns and self.rng.random() < 0.9:
            return []
        try:
            return cq.poll()
        except CompletionQueueError:
            self._overrun(qp)
            return []

    def _overrun(self, qp: QueuePair) -> None:
        """Completions are lost, and it is said: nobody waits for them, and the queue pair has ended."""
        if qp.state is not QpState.ERROR:
            self._fail(f"the completion queue of {qp} has overrun, and it goes on")
        for lane in self.lanes:
            for write in lane.writes:
                if lane.sender is qp:
                    write.lost_with_reset |= write.status is None
                if lane.receiver is qp:
                    write.announced = True

    def _other(self, lane: Lane) -> Lane:
        return self.lanes[self.lanes.index(lane) ^ 1]

    def _sent(self, lane: Lane, number: int, status: CompletionStatus) -> None:
        waiting = [write for write in lane.writes if write.status is None and not write.lost_with_reset]
        if not waiting or waiting[0].number != number:
            self._fail(f"write {number} completed out of order, twice, or never posted")
        write = waiting[0]
        write.status = status
        if status is CompletionStatus.SUCCESS and not self._arrived(lane, write):
            self._fail(f"write {number} succeeded, and its bytes are not there")

    def _announced(self, lane: Lane, number: int | None, length: int) -> None:
        waiting = [w for w in lane.writes if w.immediate and not w.announced and w.life == lane.life]
        if not waiting or waiting[0].number != number:
            self._fail(f"immediate {number} came out of order, twice, or was never sent")
        write = waiting[0]
        write.announced = True
        if length != len(write.data):
            self._fail(f"immediate {number} says {length} bytes of {len(write.data)}")
        for earlier in lane.writes[: lane.writes.index(write) + 1]:
            if earlier.life == lane.life and not self._arrived(lane, earlier):
                self._fail(f"immediate {number} came before the bytes of write {earlier.number}")

    def _silent(self) -> list[int]:
        return [w.number for lane in self.lanes for w in lane.writes if w.status is None and not w.lost_with_reset]

    def run(self) -> Soak:
        """Until everything that was posted has ended.

        Raises:
            SoakError: a promise was broken.
        """
        pipe = self.pipe

        def step() -> bool:
            self.poll()
            return pipe.now > self.calm_ns and not self._silent()

        pipe.run(step, limit_ns=self.deadline_ns)
        self.lazy = False
        self.poll()
        self.poll()  # a small queue says that it has overrun only after it has given what it holds
        if self._silent():
            self._fail(f"silence about writes {self._silent()}")
        # What is still on its way must do no harm.
        pipe.run(limit_ns=pipe.now + 1_000_000)
        self.poll()
        self._check_end()
        return self

    def _check_end(self) -> None:
        if self.harmless and self.outcome() != "intact":
            self._fail(f"nothing was lost, and it ended with {self.outcome()}")
        touched = [bytearray(region.length) for region in self.regions]
        for index, lane in enumerate(self.lanes):
            failed = [write for write in lane.writes if write.status not in (None, CompletionStatus.SUCCESS)]
            if any(write.life == lane.life for write in failed) and lane.sender.state is not QpState.ERROR:
                self._fail(f"a write of {lane.sender} failed, and it goes on")
            for write in lane.writes:
                if write.status is CompletionStatus.SUCCESS:
                    if not self._arrived(lane, write):
                        self._fail(f"write {write.number} was overwritten after it had succeeded")
                    if write.immediate and not write.announced and write.life == lane.life:
                        self._fail(f"write {write.number} succeeded, and its immediate never came")
                end = write.offset + len(write.data)
                touched[1 - index % 2][write.offset : end] = b"\1" * len(write.data)
            self._exactly_once(lane)
        for nic in self.nics:
            held = sum(destination.inflight for destination in nic._destinations._known.values())
            if held:
                self._fail(f"everything has ended, and {held} bytes of {nic.config.name}'s windows are not given back")
        for region, mine in zip(self.regions, touched, strict=True):
            for at, byte in enumerate(memoryview(region.data)):
                if byte and not mine[at]:
                    self._fail(f"byte {at} of {region} belongs to no write")

    def _exactly_once(self, lane: Lane) -> None:
        """No byte is placed twice in the life of a connection."""
        sizes = sum(len(write.data) for write in lane.writes if write.life == lane.life)
        if lane.receiver.counters.bytes_placed > sizes:
            self._fail(f"{lane.receiver} placed {lane.receiver.counters.bytes_placed} bytes of {sizes}")

    def outcome(self) -> str:
        """How it went: "intact" if every write succeeded, "reset" or "error" if some did not."""
        writes = [write for lane in self.lanes for write in lane.writes]
        if all(write.status is CompletionStatus.SUCCESS for write in writes):
            return "intact"
        return "reset" if any(write.lost_with_reset for write in writes) else "error"
