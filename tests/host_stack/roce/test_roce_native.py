# SPDX-License-Identifier: Apache-2.0
"""A RoCE NIC of machine code does what one in Python does: the same frames at the same times, the same state."""

import contextlib
from collections import Counter
from dataclasses import replace
from random import Random
from threading import Event, Thread

import pytest
from nic_state_kit import Slotted, numbers, replace_one, state
from nic_wire_kit import with_ce
from roce_kit import FIRST, MAC, Peer, Wire, config, join, nics, opcode_of
from roce_soak_kit import network, soak
from test_roce_soak import corpus, mutated, sealed

from host_stack.errors import LAST_NS, HostStackError
from host_stack.native import data_path
from host_stack.roce import (
    CompletionStatus,
    ConfigError,
    DcqcnParameters,
    Nic,
    NicConfig,
    QpState,
    RtsAttributes,
    pause,
)
from host_stack.roce.queue_pair import QueuePair
from host_stack.unboxed import VARIABLE
from host_stack.wire import icrc

pytestmark = pytest.mark.skipif(data_path._machine() is None, reason="this Python has no machine code for NICs")

ENGINES = ("python", "native")
NO_TIMES = (-5, -(1 << 70), LAST_NS + 1, 1 << 63, 1 << 64, 1 << 70, 5.0)
ROOM = 1 << 16
#: Rates fall, and rise again by the timer and by the byte counter, to hyper increase.
QUICK = DcqcnParameters(
    cnp_interval_ns=3_000, alpha_timer_ns=4_000, increase_timer_ns=2_000, byte_counter=15_000, fast_recovery=1,
    additive_bps=900_000_000, hyper_bps=2_000_000_000, minimum_bps=50_000_000,
)  # fmt: skip
SHARED = DcqcnParameters(cnp_interval_ns=3_000, cnp_pacing="port", begin_bps=20_000_000_000, byte_counter=9_000)


def both(made, monkeypatch):
    """What two engines make, by ``made()``, is the same."""
    results = []
    for engine in ENGINES:
        monkeypatch.setenv(VARIABLE, engine)
        results.append(made())
    assert results[0] == results[1]
    return results[1]


@pytest.mark.parametrize("seed", range(1000, 1024))
def test_random_runs_leave_the_same_frames_completions_and_state(seed, monkeypatch):
    def made():
        wire, done = soak(seed)
        return wire.sent, done, [state(nic, {}) for nic in wire.nics.values()]

    both(made, monkeypatch)


def pausing(wire, drawn):
    """Priorities are paused now and then, for a while or until the end of the pause is said."""
    nic = drawn.choice((wire.a, wire.b))
    quanta = {drawn.randrange(8): drawn.choice((0, 40, 400)) for _ in range(drawn.randrange(1, 8))}
    nic.receive(drawn.randrange(2), pause.pack(MAC, quanta), wire.now)
    wire.pump(nic)
    if wire.now < 1_500_000:
        wire.at(wire.now + drawn.randrange(1, 30_000), lambda: pausing(wire, drawn))


def post(drawn, qp, peer, region):
    size = drawn.choice((0, 1, 256, 1000, drawn.randrange(20_000)))
    imm = drawn.choice((None, None, drawn.getrandbits(32)))
    if imm is not None:
        peer.post_receive(b"")
    offset = drawn.randrange(ROOM - size)
    qp.post_write(drawn.randbytes(size), region.address + offset, region.r_key, imm=imm, wr_id=drawn.randrange(100))


def played(seed):
    """All that leaves, completes and is known, of writes both ways by two ports, with pauses, marks and losses."""
    drawn = Random(seed)
    dcqcn = drawn.choice((None, QUICK, QUICK, SHARED))
    a, b = nics(ports=2, dcqcn=dcqcn, ack_every=drawn.choice((2, 16)), rate_bps=40_000_000_000)
    rts = RtsAttributes(timeout=drawn.choice((0, 4, 6)), retry_count=drawn.choice((1, 7)))
    pairs = [
        join(a, b, mtu=drawn.choice((256, 1024, 4096)), rts=rts, psn=drawn.choice((FIRST, 5)), port=number % 2)
        for number in range(drawn.choice((1, 4, 9)))
    ]
    regions = b.register_memory(ROOM), a.register_memory(ROOM)
    told: list[tuple[int, int]] = []
    for pair in pairs:
        for qp in pair:
            qp.log_resent()
            if drawn.random() < 0.5:
                qp.completion_handler = lambda now, qpn=qp.qpn: told.append((qpn, now))
    lossy = network(drawn, drawn.choice((0, 0, 0.03)), ipv4=False)
    marks = drawn.choice((0, 0.1, 0.6))

    def hook(frame, now):
        passed = lossy(frame, now) if drawn.random() < 0.3 else [(0, frame)]
        return [(extra, with_ce(each) if drawn.random() < marks and len(each) > 60 else each) for extra, each in passed]

    wire = Wire(a, b, rate_bps=40_000_000_000, hook=hook)
    if drawn.random() < 0.5:
        wire.at(1, lambda: pausing(wire, drawn))
    done = []
    for _ in range(12):
        for pair in pairs:
            for me in (0, 1):
                for _ in range(drawn.randrange(4)):
                    try:
                        post(drawn, pair[me], pair[1 - me], regions[me])
                    except HostStackError as problem:
                        done.append(str(problem))
        wire.run(limit_ns=wire.now + drawn.randrange(1, 200_000))
        if drawn.random() < 0.1:
            wire.a.set_carrier(1, drawn.random() < 0.5, wire.now)
        done.append([qp.poll_completions(drawn.choice((1, None))) for pair in pairs for qp in pair])
        done.append([nic.next_wakeup() for nic in (a, b)])
    return wire.sent, done, told, [state(nic, {}) for nic in (a, b)], sum(len(each) for each in done)


@pytest.mark.parametrize("seed", range(40))
def test_writes_with_pauses_marks_and_losses_are_the_same(seed, monkeypatch):
    assert len(both(lambda: played(seed), monkeypatch)[0]) > 20


def given(frames, dcqcn=QUICK, **more):
    """What a NIC that also sends has sent when it has got these frames, and its state."""
    peer = Peer(dcqcn=dcqcn, rts=RtsAttributes(timeout=1), **more)
    peer.nic.register_memory(4096)
    sent, kept = [], []
    for number, frame in enumerate(frames(peer)):
        if peer.qp.state is not QpState.RTS or number % 50 == 0:
            kept.append(peer.qp.poll_completions())
            peer.reconnect()
            peer.qp.post_write(b"x" * 3000, 0, 0, imm=number)
            peer.qp.post_receive(bytearray(100), wr_id=number)
        peer.now += 700
        peer.nic.receive(0, frame, peer.now)
        sent += [peer.nic.transmit(1, peer.now) for _ in range(number % 4)]
    return sent, kept, state(peer.nic, {})


def changed(frame):
    """A bit of each byte of the headers is another, with an ICRC that is right, or not; cut, too long."""
    drawn = Random(1)
    for at in range(12, min(len(frame), 98)):
        other = frame[:at] + bytes([frame[at] ^ 1 << drawn.randrange(8)]) + frame[at + 1 :]
        yield from (other, other[:-4] + icrc.compute(other[14:-4]), sealed(other), frame[:at], sealed(frame[:at]))
    for number in range(256):  # pad, version and flags of the BTH
        yield sealed(frame[:63] + bytes([number]) + frame[64:])
        yield sealed(frame[:15] + bytes([number]) + frame[16:])
    yield from (frame + bytes(3), frame)


@pytest.mark.parametrize("number", range(45))
def test_a_frame_that_is_changed_leaves_the_same_frames_and_the_same_state(number, monkeypatch):
    both(lambda: given(lambda peer: changed(corpus(peer)[number % len(corpus(peer))])), monkeypatch)


@pytest.mark.parametrize("seed", range(8))
def test_mutated_frames_leave_the_same_frames_and_the_same_state(seed, monkeypatch):
    def frames(peer):
        drawn, known = Random(seed), corpus(peer)
        return (mutated(drawn.choice(known), drawn) for _ in range(1500))

    both(lambda: given(frames, dcqcn=(None, QUICK, SHARED)[seed % 3]), monkeypatch)


def test_a_limited_member_of_a_partition_takes_the_same_frames(monkeypatch):
    def frames(peer):
        bth = peer.bth(0x0A, FIRST)
        for pkey in (0xFFFF, 0x7FFF, 0x1234, 0x9234):
            yield peer.frame(bth._replace(pkey=pkey, ack_req=True), peer.reth(4), b"abcd")

    sent, *_ = both(lambda: given(frames, pkey=0x7FFF), monkeypatch)
    assert len([each for each in sent if each is not None and opcode_of(each[1]) == 0x11]) == 1


@pytest.mark.parametrize("dcqcn", [None, SHARED])
def test_python_sees_nothing_of_writes_in_order(dcqcn, monkeypatch):
    monkeypatch.setenv(VARIABLE, "native")
    seen = Counter()
    called = {"receive": Nic, "transmit": Nic, "next_data": QueuePair, "next_answer": QueuePair, "run": QueuePair}
    for name, of in called.items():
        was = getattr(of, name)
        monkeypatch.setattr(of, name, lambda *args, was=was, name=name: (seen.update([name]), was(*args))[1])
    machine = data_path.Machine()
    monkeypatch.setattr(data_path, "_machine", lambda: machine)
    a, b = nics(dcqcn=dcqcn)
    qp, other = join(a, b)
    region = b.register_memory(1 << 20)
    for number in range(8):
        other.post_receive(b"")
        qp.post_write(bytes([number]) * (1 << 17), region.address + (number << 17), region.r_key, imm=number)
    wire = Wire(a, b)
    wire.run()
    assert [each.imm for each in other.poll_completions()] == list(range(8))
    assert {each.status for each in qp.poll_completions()} == {CompletionStatus.SUCCESS}
    assert len(wire.sent) > 1024
    assert not seen


def test_a_number_that_was_read_does_not_change_with_its_slot(monkeypatch):
    """Machine code writes numbers over old ones that nobody else has."""
    monkeypatch.setenv(VARIABLE, "native")
    a, b = nics(dcqcn=SHARED)
    qp, _ = join(a, b, mtu=256)
    region = b.register_memory(ROOM)
    for _ in range(40):
        qp.post_write(bytes(ROOM), region.address, region.r_key)
    wire = Wire(a, b)
    wire.run(lambda: len(qp._completions) == 20)
    held = numbers(a) + numbers(b)
    texts, before = [str(each) for each in held], qp.counters.data_packets
    wire.run()
    assert [str(each) for each in held] == texts
    assert 5120 < before < qp.counters.data_packets == 40 * 256


def test_a_completion_handler_may_take_itself_off(monkeypatch):
    """One that nobody else has lives until it has returned."""
    monkeypatch.setenv(VARIABLE, "native")
    a, b = nics()
    qp, _ = join(a, b)
    told = []

    def listening():
        told.append((yield))
        qp.completion_handler = None
        told.append(len([bytearray(size) for size in range(16, 400, 8) for _ in range(20)]))
        yield

    heard = listening()
    next(heard)
    qp.completion_handler = heard.send
    del heard
    region = b.register_memory(100)
    for _ in range(3):
        qp.post_write(bytes(100), region.address, region.r_key)
    Wire(a, b).run()
    assert told[1:] == [960] and len(qp.poll_completions()) == 3


@pytest.mark.parametrize(
    ("of_sender", "end"),
    [(of_sender, end) for of_sender in (True, False) for end in (QueuePair.reset, QueuePair.modify_to_error)],
)
def test_a_completion_handler_may_end_its_queue_pair(of_sender, end, monkeypatch):
    def made():
        a, b = nics(dcqcn=QUICK)
        qp, other = join(a, b)
        region = b.register_memory(100)
        for number in range(3):
            other.post_receive(b"")
            qp.post_write(bytes(100), region.address, region.r_key, imm=number)
        ended = qp if of_sender else other

        def handler(_now):
            ended.completion_handler = None
            end(ended)
            told.append(len([bytearray(size) for size in range(16, 600, 8) for _ in range(20)]))

        told, ended.completion_handler = [], handler
        wire = Wire(a, b)
        wire.run(limit_ns=200_000)
        return wire.sent, told, [state(nic, {}) for nic in (a, b)]

    assert both(made, monkeypatch)[1] == [1460]


@pytest.mark.parametrize("end", [QueuePair.reset, QueuePair.modify_to_error])
def test_who_ends_its_queue_pair_at_the_first_of_several_completions_gets_no_more(end, monkeypatch):
    """One ACK is of three writes."""

    def made():
        a, b = nics()
        qp, _ = join(a, b)
        region = b.register_memory(100)
        for number in range(3):
            qp.post_write(bytes(100), region.address, region.r_key, wr_id=number)

        def handler(_now):
            qp.completion_handler = None
            end(qp)

        qp.completion_handler = handler
        for frame in [a.transmit(1, now_ns)[1] for now_ns in range(3)]:
            b.receive(0, frame, 10)
        a.receive(0, b.transmit(1, 20)[1], 30)
        return [(each.wr_id, each.status) for each in qp.poll_completions()]

    flushed = [(1, CompletionStatus.FLUSHED), (2, CompletionStatus.FLUSHED)]
    assert both(made, monkeypatch) == ([] if end is QueuePair.reset else [(0, CompletionStatus.SUCCESS), *flushed])


def test_a_completion_handler_sees_what_has_been_counted(monkeypatch):
    def made():
        a, b = nics()
        qp, other = join(a, b)
        region, seen = b.register_memory(100), []
        other.post_receive(b"")
        other.completion_handler = lambda _now: seen.append(dict(b.counters))
        qp.completion_handler = lambda _now: seen.append(dict(a.counters))
        qp.post_write(bytes(100), region.address, region.r_key, imm=3)
        Wire(a, b).run()
        return seen

    assert both(made, monkeypatch) == [{"rx.frames": 1}, {"tx.frames": 1, "rx.frames": 1}]


@pytest.mark.parametrize("address", [1 << 61, (1 << 62) - 300, (1 << 63) - 300, 1 << 63, (1 << 64) - 4096])
def test_writes_to_any_address_are_placed(address, monkeypatch):
    def made():
        a, b = nics()
        qp, _ = join(a, b, mtu=256)
        region = b.register_memory(4096, address=address)
        qp.post_write(bytes(range(250)) * 4, region.address, region.r_key)
        Wire(a, b).run()
        return [each.status for each in qp.poll_completions()], region.read(0, 1000)

    assert both(made, monkeypatch) == ([CompletionStatus.SUCCESS], bytes(range(250)) * 4)


def test_ports_in_a_list_serve_in_both_engines(monkeypatch):
    def made():
        a, b = (Nic(replace(each, ports=list(each.ports)), seed=1) for each in (config(1), config(2)))
        qp, _ = join(a, b)
        region = b.register_memory(100)
        qp.post_write(bytes(100), region.address, region.r_key)
        Wire(a, b).run()
        return [each.status for each in qp.poll_completions()]

    assert both(made, monkeypatch) == [CompletionStatus.SUCCESS]


class InterruptedNumber:
    """A number that a signal comes in."""

    def __index__(self):
        raise KeyboardInterrupt


@pytest.mark.parametrize("call", [lambda nic: nic.receive(0, b"", InterruptedNumber()),
                                  lambda nic: nic.transmit(1, InterruptedNumber())])  # fmt: skip
def test_an_interrupt_in_an_argument_is_not_lost(call, monkeypatch):
    monkeypatch.setenv(VARIABLE, "native")
    with pytest.raises(KeyboardInterrupt):
        call(nics()[0])


def test_a_part_of_another_kind_is_an_error_of_its_own_thread(monkeypatch):
    """While it is found, another thread is in machine code, too."""
    monkeypatch.setenv(VARIABLE, "native")
    outside, inside, found = Event(), Event(), []

    def one(handler):
        a, b = nics()
        qp, _ = join(a, b)
        region = b.register_memory(100)
        qp.completion_handler = lambda _now: handler(qp)
        for _ in range(3):
            qp.post_write(bytes(100), region.address, region.r_key)
        Wire(a, b).run()

    def first(qp):
        outside.set()
        assert inside.wait(20)
        qp._requester._limits = object()

    def second(_qp):
        inside.set()
        assert done.wait(20)

    def failing():
        with contextlib.suppress(TypeError):
            one(first)
            found.append("no error")
        done.set()

    done = Event()
    thread = Thread(target=failing)
    thread.start()
    assert outside.wait(20)
    one(second)
    thread.join()
    assert not found


@pytest.mark.parametrize("what", [KeyboardInterrupt, ValueError])
def test_what_a_completion_handler_raises_ends_the_call(what, monkeypatch):
    def made():
        peer = Peer()
        peer.qp.post_receive(b"")
        peer.qp.completion_handler = raising
        with pytest.raises(what):
            peer.give(peer.request(0, 0x0B, b"abcd", body=peer.reth(4) + bytes(4)))
        return len(peer.qp.poll_completions())

    def raising(_now):
        raise what

    assert both(made, monkeypatch) == 1


@pytest.mark.parametrize("kept", [int | None, ()], ids=["parts", "anything"])
@pytest.mark.parametrize("seed", range(40))
def test_a_part_that_is_replaced_by_anything_is_an_exception_at_most(seed, kept, monkeypatch):
    """And never the end of the process."""
    monkeypatch.setenv(VARIABLE, "native")
    drawn, left = Random(seed), [Random(seed).randrange(5, 200)]
    real = Wire.pump
    known = [name[4:] for name, value in data_path.constants().items() if name.startswith("Roce") and value >> 16]

    def pump(wire, nic):
        left[0] -= 1
        if not left[0]:
            replace_one(nic, known, drawn, kept)
        real(wire, nic)

    monkeypatch.setattr(Wire, "pump", pump)
    with contextlib.suppress(Exception):
        played(seed)
    assert left[0] <= 0


def test_a_part_of_another_kind_is_named(monkeypatch):
    monkeypatch.setenv(VARIABLE, "native")
    nic, _ = nics()
    nic._scheduler = Slotted()
    with pytest.raises(TypeError, match=r"\.Slotted'> where a <class 'host_stack\.roce\.nic\.Scheduler'> belongs"):
        nic.transmit(1, 0)


def test_numbers_that_are_none_are_refused_as_in_python(monkeypatch):
    def made():
        nic, _ = nics()
        said = []
        for port in (-1, 1, 1 << 70):
            with pytest.raises(ConfigError) as refused:
                nic.receive(port, b"", 0)
            said.append(str(refused.value))
        for now_ns in NO_TIMES:
            calls = (nic.receive, 0, b"", now_ns), (nic.transmit, 1, now_ns), (nic.set_carrier, 0, True, now_ns)
            for call, *given in calls:
                with pytest.raises(ConfigError) as refused:
                    call(*given)
                said.append(str(refused.value))
        return said, nic.transmit(1, 5), nic.next_wakeup(), nic.now_ns

    assert both(made, monkeypatch)[0][3] == "now_ns: -5 is out of range; accepted: 0..4611686018427387903"


def test_the_last_times_are_those_of_both_engines(monkeypatch):
    """Sums of them and of a timeout are times of a NIC, too."""

    def made():
        a, b = nics(dcqcn=QUICK)
        qp, _ = join(a, b, mtu=256, rts=RtsAttributes(timeout=31))
        region = b.register_memory(1000)
        qp.post_write(bytes(100), region.address, region.r_key)
        sent = a.transmit(1, LAST_NS)
        b.receive(*sent, LAST_NS)
        return sent, [(nic.next_wakeup(), nic.transmit(1, LAST_NS - 7)) for nic in (a, b)]

    assert both(made, monkeypatch)[1][0][0] == LAST_NS + (4096 << 31)


def test_a_nic_is_machine_code_if_nothing_is_said(monkeypatch):
    monkeypatch.delenv(VARIABLE, raising=False)

    class Other(Nic):
        pass

    assert sorted(vars(Nic(config(1), 1))) == ["next_wakeup", "receive", "transmit"]
    assert not vars(Other(config(1), 1))
    with data_path.in_python():
        assert not vars(Nic(config(1), 1))


def test_what_the_soak_sends_is_of_all_kinds(monkeypatch):
    """Or the tests above would show little."""
    monkeypatch.setenv(VARIABLE, "native")
    seen = Counter(opcode_of(each[3]) for seed in range(40) for each in played(seed)[0])
    assert min(seen[opcode] for opcode in (0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x11, 0x81)) > 20


class OtherConfig(NicConfig):
    pass


class OtherPace(DcqcnParameters):
    pass


class OtherRts(RtsAttributes):
    pass


def acknowledged(a, b, **more):
    """Frames of a write until three ACKs have come."""
    qp, _ = join(a, b, mtu=256, **more)
    region = b.register_memory(ROOM)
    qp.post_write(bytes(ROOM), region.address, region.r_key)
    wire = Wire(a, b)
    wire.run(lambda: qp.counters.acks > 2)
    return wire.sent


def test_attributes_of_a_subclass_are_asked_in_python(monkeypatch):
    def made():
        a, b = nics()
        return acknowledged(a, b, rts=OtherRts(timeout=6))

    assert both(made, monkeypatch)


@pytest.mark.parametrize("kind", [OtherConfig, OtherPace])
def test_what_is_told_as_a_subclass_runs_in_python(kind, monkeypatch):
    """As only Python knows what a subclass makes of it."""

    def made():
        pace = OtherPace(begin_bps=10**9) if kind is OtherPace else QUICK
        told = [config(number, dcqcn=pace) for number in (1, 2)]
        if kind is OtherConfig:
            told = [OtherConfig(each.name, each.address, each.ports, dcqcn=pace) for each in told]
        a, b = (Nic(each, seed=number) for number, each in enumerate(told))
        assert not vars(a)
        return acknowledged(a, b)

    assert both(made, monkeypatch)
