# SPDX-License-Identifier: Apache-2.0
"""What handlers, finalizers and the garbage collector do to a NIC in the middle of its own calls, in both engines."""

import gc
import sys
from collections import Counter
from contextlib import suppress
from copy import copy
from random import Random

import pytest
from fuzz_kit import corpus, resealed
from host_stack_kit import Pipe, config, join, opcode_of, psn_of, template
from nic_state_kit import state
from nic_wire_kit import with_ce
from test_data_path import SEEDS, pytestmark

from host_stack import HostStackError, Nic, QpCapacity, QpState, ReceiveLimits
from host_stack.ev_control import EvControl
from host_stack.paths.ev import Outer
from host_stack.paths.ev_set import EvSet
from host_stack.transport.recovery import TripTimes
from host_stack.transport.work import PacketRing
from host_stack.unboxed import VARIABLE
from host_stack.wire.constants import PSN_MASK, Syndrome
from host_stack.wire.headers import Opcode

__all__ = ("pytestmark",)
ENGINES = ("python", "native")
UNTOUCHED = -12_345
CALLS = ("receive", "transmit", "next_wakeup")
SYNDROME = 114  # of an AETH, in a frame; the PSN is before it


def pair(queue_pairs=1, **more):
    nics = Nic(config("a", 1, [2], **more), 1), Nic(config("b", 2, [1], **more), 2)
    pairs = [join(*nics) for _ in range(queue_pairs)]
    return nics, pairs, nics[1].register_memory(1 << 16)


# --- Handlers ---------------------------------------------------------------------------------------------------------


class ToldError(Exception):
    """Of a handler."""


def fail(*_):
    raise ToldError


def third(nic):
    own = 1 if nic.config.name == "a" else 2
    return Nic(config("c", 3 - own, [own]), 3)


ENDS = {
    "reset": lambda _, qp: qp.reset(),
    "error": lambda _, qp: qp.modify_to_error(),
    "destroy": lambda nic, qp: nic.destroy_qp(qp),
    "post": lambda _, qp: qp.post_write(bytes(9000), 0x1000, 1),
    "raise": fail,
    "again": lambda nic, qp: (qp.reset(), join(nic, third(nic), given=(qp, None))),
}


def handled(end, of, call, limits):
    """What is to be seen of two NICs when a handler of NIC `of` ends its queue pair in its `call`th call."""
    nics, pairs, region = pair(2, receive_limits=limits)
    qp, told, problems = pairs[0][of], [], []

    def handler(now_ns):
        told.append((now_ns, dict(nics[of].counters), nics[of].now_ns))
        if len(told) == call:
            ENDS[end](nics[of], qp)

    qp.queues.send_cq.handler = handler
    for number in range(6):
        for sender, _ in pairs:
            sender.post_write_imm(bytes([number]) * 6000, region.address, region.r_key, number)
    pipe = Pipe(list(nics))
    pump, deliver = pipe.pump, pipe._deliver

    def watched(act):
        def acts(*given):
            try:
                act(*given)
            except ToldError:
                problems.append((pipe.now, given[-1]))

        return acts

    pipe.pump, pipe._deliver = watched(pump), watched(deliver)
    drawn = Random(1)
    pipe.hook = lambda _name, _port, frame, _now: [(drawn.randrange(3) * 4000, frame)]  # so that several end at once
    pipe.run(limit_ns=3_000_000)
    qp.queues.send_cq.handler = None
    left = [nic.resources for nic in nics]
    return told, problems, pipe.sent, [state(nic, {}) for nic in nics], [(each.psns, each.messages) for each in left]


@pytest.mark.parametrize("limits", [ReceiveLimits(), ReceiveLimits(bitmap_psns=40, messages=3)], ids=["", "limited"])
@pytest.mark.parametrize("call", [1, 2, 3])
@pytest.mark.parametrize("of", [0, 1], ids=["sender", "receiver"])
@pytest.mark.parametrize("end", ENDS)
def test_a_handler_does_the_same_in_both_engines(end, of, call, limits, monkeypatch):
    made = {}
    for engine in ENGINES:
        monkeypatch.setenv(VARIABLE, engine)
        made[engine] = handled(end, of, call, limits)
    python, native = made.values()
    assert len(python[0]) >= call
    assert native == python
    assert bool(python[1]) is (end == "raise")
    if of and end in ("reset", "error", "destroy"):
        assert python[4][1] == (0, 0), "what it held of the NIC's resources is free"


# --- Finalizers and the collector -------------------------------------------------------------------------------------


PYTHONS = (KeyError, TypeError, AssertionError, HostStackError)
"""What Python's methods raise whose parts go in the middle of them, or have gone."""
ACTS = ("reset", "error", "destroy", "send", "receive", "post", "carrier", "deregister", "replace", "swap")


class Intruder:
    """Acts in the middle of calls of two NICs, as often as `rate` says: when a payload ends, and the collector runs.

    Or, `traced`, with each line of Python that they call.
    """

    def __init__(self, drawn, nics, pairs, region, *, traced):
        self.drawn, self.nics, self.pairs, self.region, self.traced = drawn, nics, pairs, region, traced
        self.rate = drawn.choice((0.003, 0.01, 0.1))
        self.inside, self.frames, self.acted = 0, [], Counter()
        for nic in nics:
            vars(nic).update({name: self._watched(vars(nic)[name]) for name in CALLS})

    def _watched(self, call):
        def watched(*given):
            self.inside += 1
            before = sys.gettrace()
            if self.traced:
                sys.settrace(self._trace)
            try:
                return call(*given)
            finally:
                sys.settrace(before)
                self.inside -= 1

        return watched

    def collect(self, phase, _):
        if phase == "start" and not self.traced:
            self.act()

    def _trace(self, *_):
        self.act()
        return self._trace

    def act(self):
        if self.inside != 1 or self.drawn.random() > self.rate:
            return
        self.inside = 99  # it is not interrupted itself
        name = self.drawn.choice(ACTS)
        self.acted[name] += 1
        try:
            getattr(self, "_" + name)(self.drawn.randrange(2))
        except PYTHONS:
            self.acted["refused"] += 1
        finally:
            self.inside = 1
        [bytearray(size) for size in range(16, 500, 8) for _ in range(3)]  # memory that was freed is others' now

    def _reset(self, of):
        self.drawn.choice(self.pairs)[of].reset()

    def _error(self, of):
        self.drawn.choice(self.pairs)[of].modify_to_error()

    def _destroy(self, of):
        self.nics[of].destroy_qp(self.drawn.choice(self.pairs)[of])

    def _send(self, of):
        self.nics[of].transmit(3, self.nics[of].now_ns)

    def _receive(self, of):
        if self.frames:
            self.nics[of].receive(*self.drawn.choice(self.frames), self.nics[of].now_ns)

    def _post(self, of):
        self.drawn.choice(self.pairs)[of].post_write(Payload(self, 3000), self.region.address, self.region.r_key)

    def _carrier(self, of):
        self.nics[of].set_carrier(self.drawn.randrange(2), self.drawn.random() < 0.8, self.nics[of].now_ns)

    def _deregister(self, _):
        if self.drawn.random() < 0.1:
            self.nics[1].deregister_memory(self.region)

    def _replace(self, of):
        evs = self.drawn.choice(self.pairs)[of].evs
        if evs is not None:
            EvControl(self.nics[of]).replace(self.drawn.choice(list(evs.entries)), self.drawn.getrandbits(32))

    def _swap(self, of):
        """A copy in the place of a part: nobody has the part any more."""
        qp, scheduler = self.drawn.choice(self.pairs)[of], self.nics[of]._scheduler
        places = [(scheduler, "_data"), (scheduler, "_control")]
        if qp.responder is not None:
            places += [(qp.responder, name) for name in ("reception", "_rules", "_counters", "answers")]
            places.append((qp.responder.reception, "window"))
        if qp.requestor is not None:
            places += [(qp.requestor.state, name) for name in ("flight", "counters", "cc")]
            places.append((qp.requestor, "state"))
        whose, name = self.drawn.choice(places)
        setattr(whose, name, copy(getattr(whose, name)))


class Payload(bytearray):
    """Whose end is that of others."""

    def __init__(self, intruder, size):
        super().__init__(size)
        self.intruder = intruder

    def __del__(self):
        self.intruder.act()


def intruded(seed, traced=False):
    """Exceptions of NICs' calls, and what was done in them."""
    drawn = Random(seed)
    nics, pairs, region = pair(3)
    intruder = Intruder(drawn, nics, pairs, region, traced=traced)
    gc.callbacks.append(intruder.collect)
    problems = []
    now_ns = 1000

    def called(of, name, *given):
        gc.enable()
        try:
            return vars(nics[of])[name](*given, now_ns)
        except Exception as problem:  # noqa: BLE001 - Python's methods are interrupted, too
            problems.append(f"{type(problem).__name__}: {problem}")
        finally:
            gc.disable()

    def begin():
        for number, (sender, receiver) in enumerate(pairs):
            if QpState.DESTROYED in (sender.state, receiver.state):
                pairs[number] = join(*nics)
            elif not sender.state is receiver.state is QpState.RTS:
                sender.reset()
                receiver.reset()
                join(*nics, given=(sender, receiver))
        if intruder.region.r_key not in nics[1].memory._regions:
            intruder.region = nics[1].register_memory(1 << 16)
        for sender, _ in pairs:
            if len(sender.requestor._queue) < 4:
                data = Payload(intruder, drawn.choice((100, 9000)))
                sender.post_write_imm(data, intruder.region.address, intruder.region.r_key, 7)

    for _ in range(60):
        with suppress(*PYTHONS):
            begin()
        for step in range(24):
            now_ns += drawn.choice((300, 1700, 1700, 50_000))
            sent = called(step % 2, "transmit", 3)
            if sent is None or drawn.random() < 0.05:
                continue
            intruder.frames = [sent, *intruder.frames[:8]]
            called(1 - step % 2, "receive", *drawn.choice(intruder.frames) if drawn.random() < 0.1 else sent)
        for qp in (each for both in pairs for each in both):
            qp.queues.send_cq._completions.clear()
    intruder.rate = 0
    return problems, intruder.acted


@pytest.mark.parametrize("traced", [False, True], ids=["collected", "traced"])
@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_ends_in_the_middle_of_a_call_is_there_until_its_end(seed, traced, monkeypatch):
    monkeypatch.setenv(VARIABLE, "native")
    gc.collect()
    threshold, callbacks = gc.get_threshold(), list(gc.callbacks)
    gc.disable()
    gc.set_threshold(1)
    try:
        problems, acted = intruded(seed, traced)
    finally:
        gc.callbacks[:] = callbacks
        gc.set_threshold(*threshold)
        gc.enable()
    assert acted.total() > 20
    assert not [each for each in problems if "belongs" in each or each.startswith("SystemError")]


@pytest.mark.parametrize("engine", ENGINES)
def test_a_packet_is_in_the_send_order_although_it_was_looked_for_while_it_left(engine, monkeypatch):
    """Where the ring of packets in flight grows, another call may look at what is in it."""
    monkeypatch.setenv(VARIABLE, engine)
    (sender, _), [(qp, _)], region = pair()
    qp.post_write(bytes(80_000), region.address, region.r_key)
    flight, put, looked = qp.requestor.flight, PacketRing.put, []

    def look_and_put(ring, record):
        if len(ring) == 8:
            looked.append(record.index)
            flight.first_ns = 10_000
            assert len(flight.fall_silent(0)) == 8
        put(ring, record)

    with monkeypatch.context() as patched:
        patched.setattr(PacketRing, "put", look_and_put)
        for at in range(10):
            assert sender.transmit(3, 1000 * at)
    assert [packet.index for packet in flight.fall_silent(0)] == [*looked, looked[0] + 1]


# --- What an exception of a handler leaves ----------------------------------------------------------------------------


def raised_in_an_ack(engine, monkeypatch):
    """A completion handler raises while an ACK reports packets that had been given up; then another ACK comes."""
    monkeypatch.setenv(VARIABLE, engine)
    nics, _, _ = pair(0)
    _, sender = join(*nics)
    ack = next(f for f in corpus() if opcode_of(f) == Opcode.ACK and f[SYNDROME] == Syndrome.ACK)
    for _ in range(2):
        sender.post_write(bytes(20_000), 0, 0)
    sent = [nics[1].transmit(3, 1000 * at) for at in range(10)]
    flight = sender.requestor.flight
    for record in flight.records.in_order()[1:3]:
        flight.requeue(record, 0)
    sender.queues.send_cq.handler = fail

    def acknowledge(packets, now_ns):
        psn = (psn_of(sent[0][1]) + packets) & PSN_MASK
        frame = resealed(ack[: SYNDROME - 3] + psn.to_bytes(3, "big") + ack[SYNDROME:])
        nics[1].receive(ack[5], frame, now_ns)

    with pytest.raises(ToldError):
        acknowledge(4, 20_000)
    between = state(nics[1], {})
    sender.queues.send_cq.handler = None
    acknowledge(9, 21_000)
    return between, state(nics[1], {})


def test_bytes_that_were_late_are_counted_although_a_handler_raises(monkeypatch):
    python, native = (raised_in_an_ack(engine, monkeypatch) for engine in ENGINES)
    assert native == python


def half_way(change=lambda frame: frame):
    """Two NICs, the queue pair of the first, which has sent ten packets, and SACKs of six, which arrived changed so."""
    (sender, receiver), _, region = pair(0)
    qp, _ = join(sender, receiver)
    for _ in range(2):
        qp.post_write(bytes(20_000), region.address, region.r_key)
    sent = [sender.transmit(3, 1000 * at) for at in range(10)]
    for at, (port, frame) in enumerate(sent[:6]):
        receiver.receive(port, change(frame), 12_000 + at)
    answers = [receiver.transmit(3, 15_000 + at * 100) for at in range(40)]
    return (sender, receiver), qp, [answer for answer in answers if answer and opcode_of(answer[1]) == Opcode.SACK]


def raised_in_a_sack(kind, name, engine, monkeypatch):
    """The NIC's state after each SACK. A method raises once, while they report packets that had been given up."""
    monkeypatch.setenv(VARIABLE, engine)
    (sender, _), qp, sacks = half_way(with_ce)
    for record in qp.requestor.flight.records.in_order()[1:3]:
        qp.requestor.flight.requeue(record, 0)
    raised, real = [], getattr(kind, name)

    def once(*given, **named):
        if raised:
            return real(*given, **named)
        raised.append(name)
        raise ToldError

    states = []
    with monkeypatch.context() as patched:
        patched.setattr(kind, name, once)
        for at, (port, frame) in enumerate(sacks):
            with suppress(ToldError):
                sender.receive(port, frame, 25_000 + 100 * at)
            states.append(state(sender, {}))
    assert len(raised) == 1
    return states


@pytest.mark.parametrize(("kind", "name"), [(EvSet, "on_mark"), (TripTimes, "note")])
def test_bytes_that_were_late_are_counted_although_a_sack_raises(kind, name, monkeypatch):
    python, native = (raised_in_a_sack(kind, name, engine, monkeypatch) for engine in ENGINES)
    assert native == python


def test_what_is_replaced_while_a_sack_raises_is_written_to_no_more(monkeypatch):
    monkeypatch.setenv(VARIABLE, "native")
    (sender, _receiver), qp, sacks = half_way()
    for record in qp.requestor.flight.records.in_order()[1:3]:
        record.repeated = True
    others = []

    def replace(_record, _now_ns):
        """And others get its memory."""
        old = qp.requestor.acknowledgements
        kind, qp.requestor.acknowledgements = type(old), copy(old)
        del old
        for _ in range(20_000):
            others.append(kind.__new__(kind))
            others[-1]._late_bytes = UNTOUCHED
        raise ToldError

    qp.requestor.flight._reported = replace
    with pytest.raises(ToldError):
        for port, frame in sacks:
            sender.receive(port, frame, 25_000)
    assert {other._late_bytes for other in others} == {UNTOUCHED}


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("end", ["destroy", "create"])
def test_a_handler_may_end_or_make_queue_pairs_while_an_overrun_ends_others(end, engine, monkeypatch):
    monkeypatch.setenv(VARIABLE, engine)
    (a, b), _, region = pair(0)
    small, pairs = a.create_cq(1), []
    for _ in range(3):
        own = a.create_cq(100)
        qp = a.create_qp(capacity=QpCapacity(max_recv_wr=4), send_cq=small, recv_cq=own)
        pairs.append(join(a, b, given=(qp, None)))
        qp.post_recv(wr_id=1)

        def act(_now_ns, qp=qp, own=own):
            own.handler = None
            a.create_qp() if end == "create" else a.destroy_qp(qp)

        own.handler = act
    for qp, _ in pairs:
        qp.post_write(bytes(100), region.address, region.r_key)
    Pipe([a, b]).run(limit_ns=200_000)
    assert {qp.state for qp, _ in pairs} == {QpState.ERROR if end == "create" else QpState.DESTROYED}


@pytest.mark.parametrize("engine", ENGINES)
def test_an_overrun_ends_all_its_queue_pairs_and_flushes_all_their_work_though_handlers_raise(engine, monkeypatch):
    monkeypatch.setenv(VARIABLE, engine)
    (a, b), _, region = pair(0)
    small, pairs, told = a.create_cq(1), [], 0
    small.handler = lambda _: small.overruns and any(qp.state is QpState.ERROR for qp, _ in pairs) and fail()
    for _ in range(4):
        receives = a.create_cq(100)
        receives.handler = fail
        qp = a.create_qp(capacity=QpCapacity(max_recv_wr=4), send_cq=small, recv_cq=receives)
        pairs.append(join(a, b, given=(qp, None)))
    for qp, _ in pairs:
        for wr_id in range(3):
            qp.post_recv(wr_id=wr_id)
            qp.post_write(bytes(20_000), region.address, region.r_key)
    for _ in range(5):
        try:
            Pipe([a, b]).run(limit_ns=200_000)
        except ToldError:
            told += 1
    assert told == 1
    assert {qp.state for qp, _ in pairs} == {QpState.ERROR}
    assert [len(qp.queues.recv_cq) for qp, _ in pairs] == [3] * 4
    assert small.overruns == 3 * 4 - 1
    assert a.next_wakeup() is None


def answered(late_ns, engine, monkeypatch):
    """Packets leave early and are answered almost at the end of the times that a NIC knows."""
    monkeypatch.setenv(VARIABLE, engine)
    nics, pairs, region = pair()
    qp = pairs[0][0]
    for _ in range(2):
        qp.post_write(bytes(60_000), region.address, region.r_key)
    now_ns = 1000
    while now_ns < 20_000:
        sent = nics[0].transmit(3, now_ns)
        now_ns += 400
        if sent:
            nics[1].receive(*sent, now_ns)
    back = [nics[1].transmit(3, now_ns + 400 * at) for at in range(60)]
    for at, sent in enumerate(filter(None, back)):
        nics[0].receive(*sent, late_ns + 100 * at)
    return qp.counters.total_delivery_ns, state(nics[0], {})


@pytest.mark.parametrize("late_ns", [1 << 47, 1 << 49, 1 << 60, (1 << 62) - 1_000_000])
def test_times_of_delivery_may_have_more_bits_than_a_word_together(late_ns, monkeypatch):
    python, native = (answered(late_ns, engine, monkeypatch) for engine in ENGINES)
    assert python[0] > 20 * (late_ns - 20_000)
    assert native == python


def test_answers_that_are_replaced_as_one_leaves_are_read_no_more(monkeypatch):
    monkeypatch.setenv(VARIABLE, "native")
    (sender, receiver), _, region = pair(0)
    sending, qp = join(sender, receiver)
    sending.post_write(bytes(20_000), region.address, region.r_key)
    sent = [sender.transmit(3, 1000 * at) for at in range(10)]
    for at, (port, frame) in enumerate(filter(None, sent)):
        receiver.receive(port, frame, 12_000 + at)
    others = []

    class Taking(Outer):
        def of(self, entropy):
            """Its place goes to others, which have no jobs."""
            old = qp.responder.answers
            kind, qp.responder.answers = type(old), copy(old)
            del old
            others.extend(kind.__new__(kind) for _ in range(20_000))
            return super().of(entropy)

    for entry in qp.evs:
        entry._outer = Taking(receiver.config.address, template())
    frame = receiver.transmit(3, 15_000)
    assert frame is not None
    assert opcode_of(frame[1]) == Opcode.SACK
    assert len(others) == 20_000
