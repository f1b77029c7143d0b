# SPDX-License-Identifier: Apache-2.0
"""NICs of machine code: messages and probes as in Python; an interrupt ends its call."""

import sys
from collections import Counter
from dataclasses import replace
from itertools import count, pairwise
from random import Random

import pytest
from fuzz_kit import corpus, mutate, resealed
from host_stack_kit import Pipe, address, config, is_data, join, opcode_of, psn_of, template, trim
from nic_state_kit import state
from nic_wire_kit import with_ce
from soak_kit import Soak
from test_data_path import SEEDS, pytestmark

from host_stack import CcProfile, EvProfile, EvState, Nic, QpCapacity, StaticPaths, TransportOptions
from host_stack.errors import HostStackError
from host_stack.native import data_path
from host_stack.paths.expansion import PLANE_UPLINK, PathTemplate
from host_stack.paths.probes import EvProber, OpenProbe, ProbeSchedule, Purpose
from host_stack.scheduler import Scheduler, Timers
from host_stack.transport.completions import CompletionChannel
from host_stack.transport.congestion.controller import ReceiverPenalty
from host_stack.transport.connection import RtsAttributes
from host_stack.transport.frames import QpFrames
from host_stack.transport.requestor import AckTimeout
from host_stack.unboxed import VARIABLE
from host_stack.wire.constants import PSN_MASK, Syndrome
from host_stack.wire.headers import Opcode
from host_stack.wire.options import EethOpBits, EvSplit, WireOptions

# --- Messages --------------------------------------------------------------------------------------------------------
# Writes begin, complete and are acknowledged by a NIC of machine code as by one in Python.

__all__ = ("pytestmark",)
ROOM = 200_000


def queue_pairs(nics, drawn):
    """Three, of all kinds of completion queues and receives; and the channels, and what handlers were called with."""
    channels, times, pairs = [CompletionChannel(), CompletionChannel()], [], []
    for number in range(3):
        given = []
        for nic, channel in zip(nics, channels, strict=True):
            capacity = QpCapacity(
                max_recv_wr=drawn.choice((None, None, 40)), signal_all=drawn.random() < 0.7, max_send_wr=2000
            )
            queue = nic.create_cq(drawn.choice((8, 4000)) if number else 4000, channel)
            if drawn.random() < 0.5:
                queue.arm()
            if drawn.random() < 0.5:
                queue.handler = times.append
            given.append(nic.create_qp(capacity=capacity, send_cq=queue, recv_cq=queue))
        pairs.append(join(*nics, given=tuple(given), rts=RtsAttributes(max_immediates=drawn.choice((4, 30)))))
        for qp in given:
            for wr_id in range(40 if qp.queues.receives.depth else 0):
                qp.post_recv(wr_id=wr_id)
    return pairs, channels, times


def post(drawn, qp, region):
    """A write of any size, none among them, with or without an immediate and a completion."""
    size = drawn.choice((0, 1, 3, 100, 4096, 4097, 20_000, drawn.randrange(3000)))
    data, offset = drawn.randbytes(size), drawn.randrange(ROOM - 20_000)
    named = {"wr_id": drawn.randrange(1 << 40), "signalled": drawn.choice((None, True, False))}
    if drawn.random() < 0.5:
        qp.post_write_imm(data, region.address + offset, region.r_key, drawn.randrange(1 << 32), **named)
    else:
        qp.post_write(data, region.address + offset, region.r_key, **named)


def played(seed, engine, monkeypatch, change):
    """All that leaves, completes and is known at the end of some hundred short writes both ways."""
    monkeypatch.setenv(VARIABLE, engine)
    drawn = Random(seed)
    transport = TransportOptions(tail_probe_ns=30_000)
    nics = [
        Nic(config(name, number, [3 - number], transport=transport), number) for name, number in (("a", 1), ("b", 2))
    ]
    pairs, channels, times = queue_pairs(nics, drawn)
    regions = [nic.register_memory(ROOM) for nic in nics]
    pipe = Pipe(nics)
    pipe.hook = lambda _name, _port, frame, _now: change(frame, drawn)
    done = []
    for _ in range(40):
        for me, qp in ((0, drawn.choice(pairs)[0]), (1, drawn.choice(pairs)[1])):
            for _ in range(drawn.randrange(12)):
                try:
                    post(drawn, qp, regions[1 - me])
                except HostStackError as problem:
                    done.append(str(problem))
        pipe.run(limit_ns=pipe.now + drawn.randrange(1, 60_000))
        for qp in drawn.choice(pairs):
            try:
                done.append(qp.queues.send_cq.poll(drawn.choice((1, None))))
            except HostStackError as problem:
                done.append(str(problem))
        if drawn.random() < 0.3:
            done.append([queue.number for queue in channels[drawn.randrange(2)].take()])
    return [pipe.sent, done, times, [state(nic, {}) for nic in nics]], pairs


def whole(frame, _):
    return [(0, frame)]


def acknowledging(frame, psn):
    """A transport ACK of this PSN instead of its own."""
    return resealed(frame[:111] + (psn & PSN_MASK).to_bytes(3, "big") + frame[114:])


def hostile(frame, drawn):
    """Transport ACKs change, are lost or come too early, late or twice; other frames are lost or trimmed, too."""
    dice = drawn.random()
    if opcode_of(frame) == Opcode.ACK:
        early = acknowledging(frame, psn_of(frame) + drawn.randrange(16))
        changed = [early, mutate(frame, drawn)] if dice < 0.2 else [early] if dice < 0.5 else []
        return [(0, frame), *((drawn.randrange(40_000), each) for each in changed)] if dice < 0.8 else []
    if dice < 0.05:
        return []
    data = Opcode.WRITE_FIRST <= opcode_of(frame) <= Opcode.WRITE_ONLY_IMM
    return [(0, trim(frame))] if dice < 0.15 and data else [(drawn.choice((0, 0, 0, 9_000)), frame)]


@pytest.mark.parametrize("change", [whole, hostile])
@pytest.mark.parametrize("seed", SEEDS)
def test_random_writes_leave_the_same_frames_completions_and_state(seed, change, monkeypatch):
    (*said, states), pairs = played(seed, "python", monkeypatch, change)
    assert sum(qp.counters.messages_completed for pair in pairs for qp in pair) > (100 if change is whole else 10)
    (*native_said, native_states), _ = played(seed, "native", monkeypatch, change)
    assert native_said == said
    assert native_states == states


def test_frames_of_more_kinds_than_are_remembered_begin_the_same(monkeypatch):
    """Each write has another length: 1,400 of them are more than a queue pair in Python remembers how to begin."""
    made = []
    for engine in ("python", "native"):
        monkeypatch.setenv(VARIABLE, engine)
        nics = [Nic(config(name, number, [3 - number]), number) for name, number in (("a", 1), ("b", 2))]
        sender, _ = join(*nics)
        region = nics[1].register_memory(ROOM)
        for size in range(1400):
            sender.post_write(bytes(size), region.address, region.r_key)
        pipe = Pipe(nics)
        pipe.run(lambda sender=sender: sender.counters.messages_completed == 1400)
        made.append((pipe.sent, [state(nic, {}) for nic in nics]))
        assert len(sender.requestor._frames._begun) < 1024
    assert made[0] == made[1]


@pytest.mark.parametrize("acknowledged", [0, 4, 6, 9])
def test_an_ack_of_what_is_lost_or_given_up_is_the_same(acknowledged, monkeypatch):
    """Of ten packets some wait to be sent again, one is off the window, and more has been counted than named."""
    ack = next(frame for frame in corpus() if opcode_of(frame) == Opcode.ACK and frame[114] == Syndrome.ACK)
    made = []
    for engine in ("python", "native"):
        monkeypatch.setenv(VARIABLE, engine)
        nics = [Nic(config(name, number, [3 - number]), number) for name, number in (("a", 1), ("b", 2))]
        _, sender = join(*nics)
        sender.post_write(bytes(40_000), 0, 0)
        sent = [nics[1].transmit(3, 1000 * at) for at in range(10)]
        requestor = sender.requestor
        records = requestor.flight.records.in_order()
        for record in records[3:5]:
            requestor.flight.requeue(record, 0)
        records[6].given_up = True
        requestor.state.cc.on_path_loss(records[6].size)
        requestor.state.cc.unreported = 30_000
        first = psn_of(sent[0][1])
        nics[1].receive(ack[5], acknowledging(ack, first + acknowledged), 20_000)
        sent += [nics[1].transmit(3, 20_000 + at) for at in range(5)]
        made.append((sent, state(nics[1], {})))
    assert sender.counters.messages_completed == (acknowledged == 9)
    assert made[0] == made[1]


def test_a_path_mtu_of_nothing_is_an_error(monkeypatch):
    monkeypatch.setenv(VARIABLE, "native")
    nics = [Nic(config(name, number, [3 - number]), number) for name, number in (("a", 1), ("b", 2))]
    sender, _ = join(*nics)
    sender.post_write(bytes(10), 0, 0)
    sender.requestor.state.queue.pending[0].mtu = 0
    with pytest.raises(TypeError, match="a path MTU of 0"):
        nics[0].transmit(3, 0)


# --- Probes ----------------------------------------------------------------------------------------------------------
# EV probes of a NIC of machine code are those of one in Python: who asks, who answers, what both know at the end.

PROBES = (Opcode.ENDPOINT_REQUEST, Opcode.ENDPOINT_RESPONSE)


def asking(seed, queue_pairs=2):
    """Two NICs with queue pairs, of which the first has much to ask, and what it is to ask when."""
    drawn = Random(seed)
    wire = WireOptions(
        ev_halves=drawn.choice(list(EvSplit)),
        eeth_op_bits=drawn.choice(list(EethOpBits)),
        hop_limit=drawn.randrange(256),
    )
    transport = TransportOptions(ev_probe_interval_ns=drawn.choice((2_000, 20_000)))
    nics = [
        Nic(config(name, number, [3 - number, 9], uplinks=8, wire=wire, transport=transport), number)
        for name, number in (("a", 1), ("b", 2))
    ]
    profile = EvProfile(template(2, 8), active_per_plane=6, backup_per_plane=2)
    pairs = [join(*nics, profile=profile) for _ in range(queue_pairs)]
    return nics, [qp for qp, _ in pairs], drawn


def ask(nic, qps, drawn, asked, now_ns):
    """A probe of any purpose, of an EV that is bad or not, of a queue pair that is there or not; or one is given up."""
    qp = drawn.choice(qps)
    entries = list(qp.evs)
    entry = drawn.choice(entries)
    if drawn.random() < 0.3:
        qp.evs.put(entry.entropy, drawn.choice((EvState.ASSUMED_BAD, EvState.GOOD, EvState.DENIED)), now_ns)
    if drawn.random() < 0.1 and asked:
        nic.prober.give_up(drawn.choice(asked))
    purpose = drawn.choice((Purpose.REVIVE, Purpose.REVERSE, Purpose.REVERSE, Purpose.CONTROLLER))
    number, peer = drawn.choice(((qp.qpn, 2), (qp.qpn, 2), (qp.qpn, 2), (0xABC, 2), (qp.qpn, 9)))
    asked.append(OpenProbe(number, address(peer), entry, purpose))
    nic.prober.ask(asked[-1])


def probes_played(
    seed, engine, monkeypatch, *, change=lambda frame, _: [frame], wait=lambda drawn: drawn.randrange(4_000)
):
    """The frames of `asking` with 120 probes, each of which `change` may lose or change, and the state at the end."""
    monkeypatch.setenv(VARIABLE, engine)
    nics, qps, drawn = asking(seed)
    asked, under_way, sent, now_ns = [], [], [], 0
    for nic in nics:  # timers that were moved long ago: soon there are so many that the heap is made anew
        nic._timers._heap += [(10**12 + number, 0, 0x999) for number in range(60 + seed)]
    for number in range(240):
        now_ns += wait(drawn)
        if number < 120:
            ask(nics[0], qps, drawn, asked, now_ns)
        for to, port, frame in under_way:
            nics[to].receive(port, frame, now_ns)
        under_way = []
        for me in (0, 1):
            while (left := nics[me].transmit(drawn.choice((3, 3, 1, 2, 0)), now_ns)) is not None:
                sent.append((now_ns, me, *left))
                port = left[0] if drawn.random() < 0.9 else 1 - left[0]
                under_way += [(1 - me, port, each) for each in change(left[1], drawn)]
            sent.append(nics[me].next_wakeup())
    return sent, [state(nic, {}) for nic in nics], nics


def forged(frame, drawn):
    """Lost, changed, twice, and as if from a NIC that nobody probed."""
    dice = drawn.random()
    if dice < 0.1:
        return []
    return [frame, *(mutate(frame, drawn) for _ in range(2))] if dice < 0.7 else [frame, frame]


@pytest.mark.parametrize("change", [lambda frame, _: [frame], forged], ids=["whole", "forged"])
@pytest.mark.parametrize("seed", SEEDS)
def test_random_probes_leave_the_same_frames_and_the_same_state(seed, change, monkeypatch):
    frames, states, nics = probes_played(seed, "python", monkeypatch, change=change)
    assert nics[0].counters["ev_probe.answered"] > 20
    native_frames, native_states, _ = probes_played(seed, "native", monkeypatch, change=change)
    assert native_frames == frames
    assert native_states == states


def test_answers_that_wait_too_long_or_are_too_many_are_the_same(monkeypatch):
    """The first NIC asks 2,000 times; the second may send nothing for long."""
    made = []
    for engine in ("python", "native"):
        monkeypatch.setenv(VARIABLE, engine)
        nics, qps, drawn = asking(3)
        for number in range(2000):
            ask(nics[0], qps, drawn, [], number)
            while (left := nics[0].transmit(3, 10**5 * number)) is not None:
                nics[1].receive(left[0], left[1], 10**5 * 1999 + number)
        left = [nics[1].transmit(3, 10**5 * 1999 + 2_000 + step * 100) for step in range(400)]
        made.append((left, state(nics[1], {})))
        counters = nics[1].counters
        assert min(counters[name] for name in ("drop.probe_queue_full", "drop.probe_answer_stale")) > 0
        assert any(left)
    assert made[0] == made[1]


def test_python_sees_no_probes_begins_no_frames_and_looks_after_few_timers(monkeypatch):
    seen = []
    for kind, names in (
        (Nic, ("receive", "_run_timers", "_after_requestor")), (ProbeSchedule, ("on_answer", "probe_reverse")),
        (EvProber, ("next", "next_ns", "response", "answer", "_request", "ask")), (Scheduler, ("_next_answer",)),
        (QpFrames, ("_begin",)), (Timers, ("set", "earliest", "pop_due", "on_data")), (AckTimeout, ("on_timer",)),
    ):  # fmt: skip
        for name in names:
            real = getattr(kind, name)

            def noted(*given, real=real, name=name, **named):
                seen.append((name, *given[1:]))
                return real(*given, **named)

            monkeypatch.setattr(kind, name, noted)
    machine = data_path.Machine()
    monkeypatch.setattr(data_path, "_machine", lambda: machine)
    monkeypatch.setenv(VARIABLE, "native")
    nics = Nic(config("a", 1, [2]), 1), Nic(config("b", 2, [1]), 2)
    sender, _ = join(*nics)
    region = nics[1].register_memory(1 << 20)
    Pipe(list(nics)).run(limit_ns=10_000)
    seen.clear()
    sender.post_write(bytes(1 << 20), region.address, region.r_key)
    Pipe(list(nics)).run(lambda: sender.counters.messages_completed == 1)
    assert nics[1].counters["ev_probe.answered"] > 2
    # The first probe of a peer is Python's, because nobody has looked up what leads to it; so is the post.
    assert all(opcode_of(each[2]) in PROBES for each in seen if each[0] == "receive")
    assert Counter(each[0] for each in seen) <= Counter(receive=1, response=1, set=1)


# --- Interrupts ------------------------------------------------------------------------------------------------------
# An interrupt that comes in Python which a NIC of machine code calls ends the NIC's call.

CALLS = ("receive", "transmit", "next_wakeup")


class Interrupt(BaseException):
    """What a signal raises in the main thread, wherever Python runs."""


class Signal:
    """Comes in the first call of a function of Python's by the machine code of these NICs; "" is none."""

    def __init__(self, nics, function=""):
        self.function, self.came = function, False
        self.called = set()
        self._inside = None
        for nic in nics:
            vars(nic).update({name: self._watched(vars(nic)[name]) for name in CALLS})

    def _watched(self, call):
        def watched(*given):
            self._inside = sys._getframe()
            sys.setprofile(self._profiled)
            try:
                return call(*given)
            finally:
                sys.setprofile(None)

        return watched

    def _profiled(self, frame, event, _):
        if event != "call" or frame.f_back is not self._inside:
            return
        self.called.add(frame.f_code.co_qualname)
        if frame.f_code.co_qualname == self.function:
            self.came = True
            raise Interrupt


@pytest.mark.parametrize("seed", SEEDS[:3])
def test_an_interrupt_in_what_machine_code_calls_is_not_lost(seed, monkeypatch):
    monkeypatch.setenv(VARIABLE, "native")
    soak = Soak(seed)
    called = Signal(soak.nics).called
    soak.run()
    assert "Responder._complete" in called
    lost = []
    for function in sorted(called):
        soak = Soak(seed)
        signal = Signal(soak.nics, function)
        try:
            soak.run()
        except Interrupt:
            continue
        lost.append((function, signal.came))
    assert not lost


# --- Windows ---------------------------------------------------------------------------------------------------------


def windows_of(seed, engine, monkeypatch):
    """A long write by NSCC over paths that are slow now and then, trim and mark; how often its window adapted."""
    monkeypatch.setenv(VARIABLE, engine)
    drawn = Random(seed)
    parameters = {
        "qa_gate": drawn.choice((0, 0, 1, 3)), "qa_threshold": drawn.choice((500, 4000, 40_000)),
        "disable_qa": seed % 8 == 7, "max_cwnd": drawn.choice((40_000, 300_000)), "fi_scale": drawn.choice((0.0, 0.25)),
    }  # fmt: skip
    slow_ns, trims = drawn.choice((300, 6000)), drawn.choice((0.0, 0.2))
    nics = [Nic(config(name, number, [3 - number]), number) for name, number in (("a", 1), ("b", 2))]
    sender, _ = join(*nics, cc=CcProfile(parameters=parameters))
    region = nics[1].register_memory(1 << 20)
    sender.post_write(bytes(1 << 20), region.address, region.r_key)
    pipe = Pipe(nics)

    def passed(_name, _port, frame, now_ns):
        late_ns = slow_ns * (now_ns // 20_000 % 3)
        if is_data(frame) and drawn.random() < trims * (now_ns // 40_000 % 2):
            frame = trim(frame)
        elif is_data(frame) and drawn.random() < 0.1:
            frame = with_ce(frame)
        return [(late_ns, frame)]

    pipe.hook = passed
    pipe.run(lambda: sender.counters.messages_completed == 1)
    nscc = sender.requestor.state.cc._destination.controller
    return nscc.adaptations, pipe.sent, [state(nic, {}) for nic in nics]


def test_windows_grow_and_adapt_as_in_python(monkeypatch):
    adaptations = []
    for seed in range(16):
        python, native = (windows_of(seed, engine, monkeypatch) for engine in ("python", "native"))
        assert native == python
        adaptations.append(native[0])
    assert 3 < sum(count > 0 for count in adaptations) < 16


@pytest.mark.parametrize("every", [15, 16, 17, 33, 100])
def test_a_sack_may_report_many_packets(every, monkeypatch):
    """The network passes one SACK in ``every``."""
    made = []
    for engine in ("python", "native"):
        monkeypatch.setenv(VARIABLE, engine)
        options = TransportOptions(path_mtu=256)
        nics = [Nic(config(name, 1 + at, [2 - at], transport=options), at) for at, name in enumerate("ab")]
        sender, _ = join(*nics, cwnd=1 << 20)
        region = nics[1].register_memory(300 * 256)
        sender.post_write(bytes(300 * 256), region.address, region.r_key)
        pipe, sacks, reported = Pipe(nics), count(), [0]

        def passed(_name, _port, frame, _now_ns, sacks=sacks):
            return [(0, frame)] if opcode_of(frame) != Opcode.SACK or next(sacks) % every == every - 1 else []

        def is_over(reported=reported, counters=sender.counters):
            reported.append(counters.deliveries)
            return counters.messages_completed == 1

        pipe.hook = passed
        pipe.run(is_over)
        assert max(after - before for before, after in pairwise(reported)) >= min(every, 60)
        made.append((pipe.sent, [state(nic, {}) for nic in nics]))
    assert made[0] == made[1]


# --- Planes ----------------------------------------------------------------------------------------------------------


class OddFormat(type(PLANE_UPLINK)):
    """A format whose ``plane`` returns, or raises, what the test told it."""

    def __init__(self, told):
        self._told = told

    def plane(self, _entropy):
        if isinstance(self._told, Exception):
            raise self._told
        return self._told


class OddEvs:
    def __init__(self, told):
        self._usual, self.format = template(), OddFormat(told)
        self.planes, self.entropies, self.outer = self._usual.planes, self._usual.entropies, self._usual.outer


@pytest.mark.parametrize("penalty", ReceiverPenalty)
@pytest.mark.parametrize("told", [-1, -5, 61, 62, 300, True, None, "x", 1 << 70, -(1 << 70), ValueError("odd")])
def test_what_a_format_says_of_a_plane_is_taken_as_in_python(told, penalty, monkeypatch):
    def played(engine):
        monkeypatch.setenv(VARIABLE, engine)
        nics = []
        for number in (1, 2):
            made = config("ab"[number - 1], number, [3 - number], transport=TransportOptions(receiver_penalty=penalty))
            nics.append(Nic(replace(made, paths=StaticPaths({address(3 - number): OddEvs(told)})), number))
        sender, _ = join(*nics)
        region = nics[1].register_memory(100_000)
        sender.post_write(bytes(100_000), region.address, region.r_key)
        pipe = Pipe(nics)
        try:
            pipe.run(limit_ns=200_000)
        except (TypeError, ValueError, IndexError, OverflowError) as error:
            return repr(error), len(pipe.sent)
        return pipe.sent, sender.counters.messages_completed

    assert played("native") == played("python")


@pytest.mark.parametrize("engine", ["native", "python"])
@pytest.mark.parametrize("base", [0, 1, 1 << 30, (1 << 60) - 1, (1 << 120) - 1, 1 << 120, (1 << 128) - 1, 1 << 128])
def test_a_path_s_address_is_its_template_s_whatever_its_bits(base, engine, monkeypatch):
    monkeypatch.setenv(VARIABLE, engine)
    paths = PathTemplate(base, (1 << 127 | 1,), (1 << 59, 1 << 60), planes=2, uplinks=4)
    made = replace(config("a", 1, [2]), paths=StaticPaths({address(2): paths}))
    sender, _ = join(nic := Nic(made, 1), Nic(config("b", 2, [1]), 2))
    sender.post_write(bytes(100_000), 0x1000, 1)
    if base >> 128:
        with pytest.raises(OverflowError):
            nic.transmit(3, 0)
        return
    frames = [nic.transmit(3, 1000 * at)[1] for at in range(8)]
    flips = {0, 1 << 59, 1 << 60, 1 << 59 | 1 << 60}
    expected = {base ^ plane ^ uplink for plane in (0, 1 << 127 | 1) for uplink in flips}
    assert {int.from_bytes(frame[38:54], "big") for frame in frames} == expected
    assert {frame[22:38] for frame in frames} == {address(1)}
