# SPDX-License-Identifier: Apache-2.0
"""A NIC of machine code does what one in Python does: the same frames at the same times, the same state at the end."""

import contextlib
import os
import weakref
from collections import Counter
from itertools import count, repeat
from random import Random

import host_stack_kit
import pytest
from fuzz_kit import corpus, resealed
from host_stack_kit import Pipe, config, join, opcode_of, psn_of, trim, with_dscp
from long_kit import share
from nic_state_kit import Slotted, numbers, replace_one, state
from soak_kit import Soak
from test_nic_forged import OF_CONTROL, OF_DATA, OF_RETH, Forged

from host_stack import ConfigError, Nic, QpState, RtrAttributes, RtsAttributes, TransportOptions, bench
from host_stack.errors import LAST_NS
from host_stack.native import data_path, layout
from host_stack.scheduler import TIMER_BITS, Scheduler
from host_stack.transport.completions import CompletionQueue
from host_stack.transport.congestion.incast_penalty import IncastPenalty, _Turn
from host_stack.transport.memory import MemoryRegion
from host_stack.transport.requestor import SendState
from host_stack.transport.responder import Responder
from host_stack.transport.work import SendQueue
from host_stack.unboxed import VARIABLE
from host_stack.wire import frames as wire_frames
from host_stack.wire import icrc
from host_stack.wire.constants import PSN_MASK
from host_stack.wire.headers import WRITES, Opcode
from host_stack.wire.options import EvSplit, WireOptions

SEED = int(os.environ.get("MRC_SOAK_SEED", "0"))
#: Random runs: a dozen, 40 with those that are long; MRC_SOAK asks for a number.
RUNS = range(SEED, SEED + int(os.environ.get("MRC_SOAK", "40")))
SEEDS = share(RUNS, RUNS if "MRC_SOAK" in os.environ else RUNS[:12])

pytestmark = pytest.mark.skipif(data_path._machine() is None, reason="this Python has no machine code for NICs")


def run(seed, engine, monkeypatch):
    monkeypatch.setenv(VARIABLE, engine)
    soak = Soak(seed)
    assert all(bool(vars(nic)) is (engine == "native") for nic in soak.nics)
    soak.run()
    return soak.pipe.sent, [state(nic, {}) for nic in soak.nics]


@pytest.mark.parametrize("seed", SEEDS)
def test_random_runs_leave_the_same_frames_and_the_same_state(seed, monkeypatch):
    frames, states = run(seed, "python", monkeypatch)
    assert len(states[0]) > 10
    native_frames, native_states = run(seed, "native", monkeypatch)
    assert native_frames == frames
    assert native_states == states


@pytest.mark.parametrize("seed", range(0, 24, 3))
def test_forged_frames_leave_the_same_frames_and_the_same_state(seed, monkeypatch):
    made = []
    for engine in ("python", "native"):
        monkeypatch.setenv(VARIABLE, engine)
        forged = Forged(seed, data={**OF_DATA, **OF_RETH, "payload": (138, 139)}, control=OF_CONTROL).run()
        made.append((forged.pipe.sent, [state(nic, {}) for nic in forged.nics]))
    assert made[0] == made[1]


def _changed(frames, drawn):
    """Frames with a bit changed in each byte of the headers, cut, too long, with other traffic classes and flags."""

    def sealed(frame):
        return frame[:-4] + icrc.compute(frame[54:-4])

    for at in range(12, 114):
        for made in (resealed, sealed, bytes):
            frame = next(frames)
            yield made(frame[:at] + bytes([frame[at] ^ 1 << drawn.randrange(8)]) + frame[at + 1 :])
        yield next(frames)[:at]
        yield next(frames) + bytes(at % 3)
    for number in range(64):
        yield with_dscp(next(frames), number)
        frame = next(frames)
        outer, inner = bytes([frame[15] & 0xCF | number % 4 << 4]), bytes([frame[55] & 0xCF | number // 4 % 4 << 4])
        yield sealed(frame[:15] + outer + frame[16:55] + inner + frame[56:])
        frame = next(frames)
        yield sealed(frame[:103] + bytes([frame[103] ^ 4 * number]) + frame[104:])  # flags, pad and version of the BTH


@pytest.mark.parametrize("split", EvSplit)
@pytest.mark.parametrize("opcode", [*(kind.opcode for kind in WRITES.values()), Opcode.SACK])
def test_a_frame_that_is_changed_leaves_the_same_frames_and_the_same_state(opcode, split, monkeypatch):
    frame = next(frame for frame in corpus() if frame[102] == opcode)
    psns = count(0xFFFFF0 + 1) if opcode != Opcode.SACK else repeat(0xFFFFF0)  # the first packet never comes
    frames = (resealed(frame[:111] + (psn & PSN_MASK).to_bytes(3, "big") + frame[114:]) for psn in psns)
    changed = list(_changed(frames, Random(SEED)))
    most = (
        30 if opcode in (Opcode.WRITE_LAST_IMM, Opcode.WRITE_ONLY_IMM) else len(changed)
    )  # more immediates are refused
    for begin in range(0, len(changed), most):
        some = changed[begin : begin + most]
        assert _left(some, "native", split, monkeypatch) == _left(some, "python", split, monkeypatch)


@pytest.mark.parametrize("plane", [1, 61, 62, 64, 65, 255])
def test_data_by_a_plane_that_is_not_there_leaves_the_same_state(plane, monkeypatch):
    frame = next(each for each in corpus() if each[102] == Opcode.WRITE_MIDDLE and each[94:96] == b"\xc0\x00")
    frames = [
        resealed(frame[:95] + bytes([named]) + frame[96:111] + psn.to_bytes(3, "big") + frame[114:])
        for named, psn in zip((0, 0, plane, 1, plane), range(0xFFFFF1, 0xFFFFF6), strict=True)
    ]
    native, python = (_left(frames, engine, EvSplit.SPORT_HIGH, monkeypatch) for engine in ("native", "python"))
    assert native == python


def _left(frames, engine, split, monkeypatch):
    """What a NIC that also sends has sent when it has got these frames, and its state."""
    monkeypatch.setenv(VARIABLE, engine)
    wire = WireOptions(ev_halves=split)
    nics = [Nic(config(name, number, [3 - number], wire=wire), number) for name, number in (("a", 1), ("b", 2))]
    _, qp = join(*nics)
    region = nics[1].register_memory(200_000)
    qp.post_write(bytes(200_000), region.address, region.r_key)
    sent = []
    for now_ns, each in enumerate([b"", *frames]):
        nics[1].receive(0, each, now_ns)
        while (one := nics[1].transmit(3, now_ns)) is not None:
            sent.append(one)
    assert qp.state is QpState.RTS, "it takes all of them"
    return sent, state(nics[1], {})


@pytest.mark.parametrize("queue_pairs", [1, 4])
def test_python_sees_few_packets_of_long_writes(queue_pairs, monkeypatch):
    monkeypatch.setenv(VARIABLE, "native")
    seen = []
    for name in ("receive", "transmit"):
        real = getattr(Nic, name)
        monkeypatch.setattr(Nic, name, lambda *given, real=real: (seen.append(given), real(*given))[1])
    machine = data_path.Machine()
    monkeypatch.setattr(data_path, "_machine", lambda: machine)
    packets, _ = bench.transfer(16 << 20, queue_pairs)
    assert packets == 4096 * queue_pairs
    assert 0 < len(seen) < packets / 4


def test_python_sees_no_data_of_short_writes_with_immediates(monkeypatch):
    monkeypatch.setenv(VARIABLE, "native")
    seen = Counter()
    real = Nic.receive

    def receive(nic, port, frame, now_ns):
        seen[frame[102:103]] += 1  # the opcode is behind Ethernet, two IPv6 headers and UDP
        real(nic, port, frame, now_ns)

    called = {
        "new_of": data_path, "_turn_of_control": Scheduler, "_complete": Responder, "report": SendState,
        "start": SendQueue, "next": SendQueue, "push": CompletionQueue,
    }  # fmt: skip
    for name, of in called.items():
        was = getattr(of, name)
        monkeypatch.setattr(of, name, lambda *given, was=was, name=name: (seen.update([name]), was(*given))[1])
    monkeypatch.setattr(Nic, "receive", receive)
    machine = data_path.Machine()
    monkeypatch.setattr(data_path, "_machine", lambda: machine)
    nics = Nic(config("a", 1, [2]), 1), Nic(config("b", 2, [1]), 2)
    sender, receiver = join(*nics)
    region = nics[1].register_memory(16_384)
    for number in range(64):
        sender.post_write_imm(bytes([number]) * 16_384, region.address, region.r_key, number)
    Pipe(list(nics)).run(lambda: sender.counters.messages_completed == 64)
    assert [each.imm for each in receiver.poll_completions()] == list(range(64))
    answers = (Opcode.SACK, Opcode.ACK)
    assert not {bytes([each]) for each in (*answers, *(kind.opcode for kind in WRITES.values()))} & set(seen)
    assert not [name for name in called if name in seen]


def test_python_sees_no_data_while_a_nack_waits_to_be_repeated(monkeypatch):
    monkeypatch.setenv(VARIABLE, "native")
    seen, trimmed = [], []
    real = Responder.on_data
    monkeypatch.setattr(Responder, "on_data", lambda *given: (seen.append(given[1].bth.psn), real(*given))[1])
    nics = Nic(config("a", 1, [2]), 1), Nic(config("b", 2, [1]), 2)
    sender, receiver = join(*nics)
    region = nics[1].register_memory(1 << 20)
    sender.post_write(bytes(range(256)) * 4096, region.address, region.r_key)
    pipe = Pipe(list(nics))

    def one_is_trimmed(_name, _port, frame, _now_ns):
        if opcode_of(frame) == Opcode.WRITE_MIDDLE and not trimmed:
            trimmed.append(psn_of(frame))
            return [(0, trim(frame))]
        return [(0, frame)]

    pipe.hook = one_is_trimmed
    pipe.run(lambda: sender.counters.messages_completed == 1)
    assert region.read(0, 1 << 20) == bytes(range(256)) * 4096
    assert receiver.counters.trims_received == 1
    assert len(set(seen) - set(trimmed)) <= 1, "that by which it is repeated"


def in_both_engines(monkeypatch):
    """Two NICs, and the connected queue pairs of the first and the second, first in Python and then native."""
    for engine in ("python", "native"):
        monkeypatch.setenv(VARIABLE, engine)
        nics = Nic(config("a", 1, [2]), 1), Nic(config("b", 2, [1]), 2)
        yield nics, *join(*nics)


@pytest.mark.parametrize("address", [(1 << 62) - 300, (1 << 63) - 5000, 1 << 63, (1 << 64) - (1 << 15)])
def test_writes_to_any_address_are_placed(address, monkeypatch):
    """In both engines, also where the sum of an address and a length has more bits than a word of machine code."""
    made = []
    for nics, sender, _ in in_both_engines(monkeypatch):
        region = nics[1].register_memory(1 << 15, address=address)
        sender.post_write(bytes(range(256)) * 128, region.address, region.r_key)
        Pipe(list(nics)).run(limit_ns=1_000_000)
        assert region.read(0, 1 << 15) == bytes(range(256)) * 128
        made.append([state(nic, {}) for nic in nics])
    assert made[0] == made[1]


@pytest.mark.parametrize("address", [0x1000, (1 << 62) - 5000, 1 << 63])
@pytest.mark.parametrize("seed", range(3))
def test_packets_in_any_order_leave_the_same_state(seed, address, monkeypatch):
    """Some of them far ahead, and one that is its message's, but not at its address."""
    made = []
    for nics, sender, receiver in in_both_engines(monkeypatch):
        region = nics[1].register_memory(1 << 18, address=address)
        for begin in (0, 1 << 16):
            sender.post_write(bytes(range(256)) * 256, address + begin, region.r_key)
        drawn, states = Random(seed), []
        frames = [nics[0].transmit(3, number * 2000) for number in range(32)]
        wrong = drawn.randrange(17, 31)
        port, frame = frames[wrong]
        frames[wrong] = port, resealed(frame[:122] + (address + 256).to_bytes(8, "big") + frame[130:])
        drawn.shuffle(frames)
        for number, (port, frame) in enumerate(frames):
            nics[1].receive(port, frame, 100_000 + number)
            states.append(state(nics[1], {}))
        assert receiver.counters.sequence_errors == 1
        made.append(states)
    assert made[0] == made[1]


@pytest.mark.parametrize("versions", [True, False])
def test_what_is_taken_away_is_not_found_again(versions, monkeypatch):
    """Neither memory nor a queue pair, whether dictionaries have versions or not."""
    made = []
    if not versions:
        monkeypatch.setitem(layout._FOUND_OUT, "dict_version", lambda: 0)
    machine = data_path.Machine()
    monkeypatch.setattr(data_path, "_machine", lambda: machine)
    for nics, sender, receiver in in_both_engines(monkeypatch):
        first = nics[1].register_memory(1 << 16)
        sender.post_write(bytes([1]) * (1 << 16), first.address, first.r_key)
        frames = iter([nics[0].transmit(3, number * 2000) for number in range(12)])
        for now_ns in range(2):
            nics[1].receive(*next(frames), now_ns)
        nics[1].deregister_memory(first)
        second = MemoryRegion(first.address, bytearray(1 << 16), first.r_key)
        nics[1].memory.add(second)
        for now_ns in range(2, 4):
            nics[1].receive(*next(frames), now_ns)
        placed = [first.bytes_placed, second.bytes_placed]
        del nics[1].queue_pairs[receiver.qpn]
        for now_ns in range(4, 6):
            nics[1].receive(*next(frames), now_ns)
        assert receiver.counters.packets_placed == 4
        nics[1].queue_pairs[receiver.qpn] = receiver
        nics[1].deregister_memory(second)
        for now_ns in range(6, 8):
            nics[1].receive(*next(frames), now_ns)
        assert placed == [first.bytes_placed, second.bytes_placed] == [2 * 4096] * 2
        assert receiver.counters.access_errors == 1
        made.append(state(nics[1], {}))
    assert made[0] == made[1]


def _counted(senders, engine, monkeypatch):
    """What a NIC asks of its senders, and its state after each packet. Its port is full, then slow, then quiet."""
    monkeypatch.setenv(VARIABLE, engine)
    nics = [Nic(config(f"from {number}", number, [9]), number) for number in range(1, senders + 1)]
    to = Nic(config("to", 9, range(1, senders + 1)), 9)
    for nic in nics:
        qp, _ = join(nic, to, cwnd=1 << 20)
        region = to.register_memory(1 << 23)
        qp.post_write(bytes(1 << 23), region.address, region.r_key)
    drawn, now_ns, seen, waiting = Random(senders), 0, [], []
    for number in range(3000):
        now_ns += 84 if number % 1000 < 900 else drawn.choice([1000, 50_000])
        one = nics[drawn.randrange(senders) if number % 1500 < 1300 else 0]
        sent = one.transmit(3, now_ns)
        waiting += [(sent, now_ns + min(number % 1000 * 30, 9000))] if sent else []
        while waiting and waiting[0][1] <= now_ns:
            to.receive(*waiting.pop(0)[0], now_ns)
        while (answer := to.transmit(3, now_ns)) is not None:
            seen.append(answer)
            for nic in nics:
                nic.receive(*answer, now_ns)
        seen.append(state(to.resources.flow_control, {}))
    return seen, to.resources.flow_control


@pytest.mark.parametrize("senders", [1, 2, 5])
def test_penalties_are_the_same(senders, monkeypatch):
    python, control = _counted(senders, "python", monkeypatch)
    assert control.turns > 20
    assert (control.asked > 0) is (senders > 1)
    assert _counted(senders, "native", monkeypatch)[0] == python


def _turned(engine, monkeypatch):
    """A NIC's answers, and its state after each packet of a lone sender. Before each, that state is drawn."""
    monkeypatch.setenv(VARIABLE, engine)
    nics = Nic(config("a", 1, [2]), 1), Nic(config("b", 2, [1]), 2)
    sender, _ = join(*nics, cwnd=1 << 22)
    region = nics[1].register_memory(1 << 22)
    sender.post_write(bytes(1 << 22), region.address, region.r_key)
    control, drawn, seen = nics[1].resources.flow_control, Random(SEED), []
    for sent_ns in range(100_000, 80_100_000, 100_000):
        now_ns = sent_ns + drawn.randrange(3000)
        for peer in control._peers.values():
            peer.level, peer.surplus = drawn.choice([0.0, drawn.random() * 2]), drawn.uniform(-3.1, 3.1)
            peer.silent_rounds, peer.penalty = drawn.choice([0, 2, 3, 63, 64]), drawn.choice([0, 5])
            peer.may_grow, peer.asked = drawn.random() < 0.5, drawn.random() < 0.5
            control._began_ns, control._planes = now_ns - drawn.randrange(30_000), drawn.randrange(4)
            control._ends_ns = now_ns - drawn.choice([-1, 0, 1, 10_000, 20_000])
            control._frames, control._packets = drawn.randrange(40), drawn.choice([0, drawn.randrange(1000)])
            full = 0.917 * sum(control._rates[plane] for plane in range(2) if control._planes >> plane & 1)
            bytes_to_be_full = int(full * max(1, now_ns - control._began_ns)) - 78 * control._frames
            peer.received = max(0, drawn.choice([0, bytes_to_be_full, bytes_to_be_full + 1]))
            control._delay_ticks, control._delay_ns = drawn.randrange(1 << 16), drawn.choice([0.0, 9999.9])
            control._turn, control._full = drawn.choice([*_Turn, _Turn.MEASURE]), drawn.random() < 0.5
            control._senders, control._recent_ns = drawn.randrange(3), drawn.uniform(0, 10_000)
        if (sent := nics[0].transmit(3, sent_ns)) is not None:
            nics[1].receive(*sent, now_ns)
        while (answer := nics[1].transmit(3, now_ns)) is not None:
            seen.append(answer)
            nics[0].receive(*answer, now_ns)
        seen.append(state(control, {}))
    return seen


def test_turns_of_a_lone_sender_are_the_same(monkeypatch):
    assert _turned("native", monkeypatch) == _turned("python", monkeypatch)


def test_python_sees_one_packet_of_a_lone_sender(monkeypatch):
    """Of each other turn than the first, machine code finds out all."""
    seen = []
    real = IncastPenalty.on_data
    monkeypatch.setattr(IncastPenalty, "on_data", lambda *given, **more: (seen.append(given), real(*given, **more)))
    assert _counted(1, "native", monkeypatch)[1].turns > 20
    assert len(seen) == 1


class Payload(bytearray):
    """One that says when it is gone."""


def test_a_packet_that_has_arrived_keeps_no_payload(monkeypatch):
    """Machine code makes the packets that leave of those that have arrived."""
    monkeypatch.setenv(VARIABLE, "native")
    nics = Nic(config("a", 1, [2]), 1), Nic(config("b", 2, [1]), 2)
    sender, _ = join(*nics)
    region = nics[1].register_memory(1 << 20)
    payload = Payload(1 << 20)
    known = weakref.ref(payload)
    sender.post_write(payload, region.address, region.r_key)
    del payload
    Pipe(list(nics)).run(lambda: sender.counters.messages_completed == 1)
    sender.poll_completions()
    assert known() is None


@pytest.mark.parametrize("of_sender", [True, False], ids=["sender", "receiver"])
def test_a_completion_handler_may_take_itself_off(of_sender, monkeypatch):
    """One that nobody else has lives until it has returned."""
    monkeypatch.setenv(VARIABLE, "native")
    nics = Nic(config("a", 1, [2]), 1), Nic(config("b", 2, [1]), 2)
    sender, receiver = join(*nics)
    region = nics[1].register_memory(100)
    queue = (sender if of_sender else receiver).queues.send_cq
    told = []

    def listening():
        told.append((yield))
        queue.handler = None
        kept = [bytearray(size) for size in range(16, 400, 8) for _ in range(20)]
        told.append(len(kept))
        yield

    heard = listening()
    next(heard)
    queue.handler = heard.send
    del heard
    for number in range(3):
        sender.post_write_imm(bytes(100), region.address, region.r_key, number)
    Pipe(list(nics)).run(lambda: sender.counters.messages_completed == 3)
    assert told[1:] == [960]


def test_a_time_that_goes_back_gives_the_same_frames(monkeypatch):
    sent = {}
    for engine in ("python", "native"):
        monkeypatch.setenv(VARIABLE, engine)
        nics = Nic(config("a", 1, [2]), 1), Nic(config("b", 2, [1]), 2)
        sender, _ = join(*nics)
        region = nics[1].register_memory(100)
        sender.post_write(bytes(100), region.address, region.r_key)
        port, frame = nics[0].transmit(3, 10_000)
        nics[1].receive(port, frame, 20_000)
        sent[engine] = [nics[1].transmit(3, now_ns) for now_ns in (19_950, 19_950)]
    assert sent["native"] == sent["python"]
    assert sent["native"][0] is not None


@pytest.mark.parametrize("engine", ["python", "native"])
def test_a_time_that_is_none_is_refused_and_nothing_happens(engine, monkeypatch):
    monkeypatch.setenv(VARIABLE, engine)
    nics = Nic(config("a", 1, [2]), 1), Nic(config("b", 2, [1]), 2)
    sender, _ = join(*nics)
    sender.post_write(bytes(100), 0x1000, 1)
    before = state(nics[0], {})
    for now_ns in (-5, -(1 << 70), LAST_NS + 1, 1 << 63, 1 << 64, 1 << 70):
        calls = (nics[0].receive, 0, b""), (nics[0].transmit, 3), (nics[0].set_carrier, 0, False)
        for call, *given in (*calls, (nics[0].set_port_enabled, 0, False)):
            with pytest.raises(ConfigError, match=rf"^now_ns: {now_ns} is out of range; accepted: 0\.\.{LAST_NS}$"):
                call(*given, now_ns)
            with pytest.raises(ConfigError, match=rf"^now_ns: 5\.0 is no whole number; accepted: 0\.\.{LAST_NS}$"):
                call(*given, 5.0)
    assert state(nics[0], {}) == before


@pytest.mark.parametrize("engine", ["python", "native"])
def test_arguments_have_names(engine, monkeypatch):
    monkeypatch.setenv(VARIABLE, engine)
    nics = Nic(config("a", 1, [2]), 1), Nic(config("b", 2, [1]), 2)
    sender, receiver = join(*nics)
    sender.post_write(bytes(10_000), nics[1].register_memory(10_000).address, 1)
    sent = nics[0].transmit(3, 10), nics[0].transmit(3, now_ns=10), nics[0].transmit(now_ns=10, free_ports=3)
    (port, frame), *others = sent
    nics[1].receive(port, now_ns=20, frame=frame)
    assert receiver.responder.reception.rcvd_bytes
    assert None not in others
    for call, given, named in (
        (nics[1].receive, (port, frame, 20, 1), {}),
        (nics[1].receive, (port, frame, 20, 1, 1, 1), {}),
        (nics[1].receive, (port, frame), {}),
        (nics[1].receive, (port, frame), {"time": 20}),
        (nics[1].receive, (port, frame, 20), {"now_ns": 20, "port": port, "time": 20}),
        (nics[0].transmit, (3, 10, 10), {}),
        (nics[0].transmit, (3,), {"time": 10}),
        (nics[0].next_wakeup, (3,), {}),
        (nics[0].next_wakeup, (), {"time": 10}),
    ):
        with pytest.raises(TypeError):
            call(*given, **named)


def test_the_last_times_are_those_of_both_engines(monkeypatch):
    made = []
    for nics, sender, _ in in_both_engines(monkeypatch):
        region = nics[1].register_memory(100)
        sender.post_write_imm(bytes(100), region.address, region.r_key, 7)
        frames = [nics[0].transmit(3, LAST_NS)]
        nics[1].receive(*frames[0], LAST_NS)
        frames += [nics[1].transmit(3, LAST_NS) for _ in range(3)]
        wakes = [nic.next_wakeup() for nic in nics]
        for each in filter(None, frames[1:]):
            nics[0].receive(*each, LAST_NS)
        made.append(
            (frames, wakes, [nic.next_wakeup() for nic in nics], nics[0].transmit(3, 5), sender.poll_completions())
        )
    assert made[0] == made[1]
    assert made[0][1][0] > LAST_NS, "of a timer"
    assert made[0][4]


def test_a_number_that_was_read_does_not_change_with_its_slot(monkeypatch):
    """Machine code writes numbers over old ones that nobody else has."""
    monkeypatch.setenv(VARIABLE, "native")
    nics = Nic(config("a", 1, [2]), 1), Nic(config("b", 2, [1]), 2)
    sender, _ = join(*nics)
    region = nics[1].register_memory(1 << 20)
    for _ in range(2):
        sender.post_write(bytes(1 << 20), region.address, region.r_key)
    pipe = Pipe(list(nics))
    pipe.run(lambda: sender.counters.messages_completed == 1)
    held = numbers(nics[0]) + numbers(nics[1])
    texts = [str(each) for each in held]
    before = sender.counters.data_bytes
    pipe.run(lambda: sender.counters.messages_completed == 2)
    assert [str(each) for each in held] == texts
    assert before < sender.counters.data_bytes == 2 << 20


def test_an_engine_that_is_none_is_refused(monkeypatch):
    monkeypatch.setenv(VARIABLE, "fast")
    with pytest.raises(ConfigError, match=r"^MRC_NIC=fast: accepted: native, python$"):
        Nic(config("n", 1, [2]), 1)


def test_a_nic_is_machine_code_if_nothing_is_said(monkeypatch):
    monkeypatch.delenv(VARIABLE, raising=False)
    assert sorted(vars(Nic(config("n", 1, [2]), 1))) == ["next_wakeup", "receive", "transmit"]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_part_that_is_replaced_by_anything_is_an_exception_at_most(seed, monkeypatch):
    """And never the end of the process."""
    monkeypatch.setenv(VARIABLE, "native")
    monkeypatch.setattr(wire_frames, "_TABLES", {})  # what NICs share, those of other tests, too
    drawn, soak = Random(seed), Soak(seed)
    real, left = soak.pipe.pump, [drawn.randrange(20, 300)]
    known = [name for name, value in data_path.constants().items() if value >> 16 and not name.startswith("Roce")]

    def pump(nic):
        left[0] -= 1
        if not left[0]:
            replace_one(nic, known, drawn)
        real(nic)

    monkeypatch.setattr(soak.pipe, "pump", pump)
    with contextlib.suppress(Exception):
        soak.run()


def test_a_ring_of_packets_that_is_no_list_is_an_exception(monkeypatch):
    monkeypatch.setenv(VARIABLE, "native")
    nics = Nic(config("a", 1, [2]), 1), Nic(config("b", 2, [1]), 2)
    sender, _ = join(*nics)
    region = nics[1].register_memory(100)
    sender.post_write(bytes(100), region.address, region.r_key)
    sender.requestor.flight.records._places = ()
    with pytest.raises((TypeError, SystemError)):
        nics[0].transmit(3, 0)


@pytest.mark.parametrize("engine", ["python", "native"])
@pytest.mark.parametrize("deadline", [("soon", 1), (5, "first")])
def test_a_deadline_that_is_none_is_an_exception(deadline, engine, monkeypatch):
    """As a tracer can leave it in the middle of a call."""
    monkeypatch.setenv(VARIABLE, engine)
    nic = Nic(config("n", 1, [2]), 1)
    timers = nic._timers
    timers._heap, timers._deadlines, timers._looked, timers._wake_ns = [(*deadline, 9)], {9: deadline}, 5, 5
    with pytest.raises(TypeError):
        nic.transmit(3, 10)


def test_a_deadline_that_is_none_is_not_moved(monkeypatch):
    monkeypatch.setenv(VARIABLE, "native")
    nics = Nic(config("a", 1, [2]), 1), Nic(config("b", 2, [1]), 2)
    sender, _ = join(*nics)
    sender.post_write(bytes(100), 0x1000, 1)
    nics[0]._timers._deadlines[sender.qpn << TIMER_BITS] = ("soon", 1)
    with pytest.raises(TypeError):
        nics[0].transmit(3, 10)


def test_a_part_of_another_kind_is_named(monkeypatch):
    monkeypatch.setenv(VARIABLE, "native")
    nic = Nic(config("n", 1, [2]), 1)
    nic._scheduler = Slotted()
    with pytest.raises(
        TypeError, match=r"\.Slotted'> where a <class 'host_stack\.scheduler\.Scheduler'> belongs; MRC_NIC"
    ):
        nic.transmit(1, 0)


def test_a_subclass_runs_in_python(monkeypatch):
    monkeypatch.setenv(VARIABLE, "native")

    class Other(Nic):
        pass

    assert not vars(Other(config("n", 1, [2]), 1))


def test_what_is_told_as_a_subclass_runs_in_python(monkeypatch):
    monkeypatch.setenv(VARIABLE, "native")

    class Other(TransportOptions):
        pass

    assert not vars(Nic(config("n", 1, [2], transport=Other()), 1))


class OtherRtr(RtrAttributes):
    pass


class OtherRts(RtsAttributes):
    pass


def test_attributes_of_a_subclass_are_asked_in_python(monkeypatch):
    monkeypatch.setattr(host_stack_kit, "RtrAttributes", OtherRtr)
    sent = []
    for engine in ("python", "native"):
        monkeypatch.setenv(VARIABLE, engine)
        nics = Nic(config("a", 1, [2]), 1), Nic(config("b", 2, [1]), 2)
        sender, receiver = join(*nics, rts=OtherRts(max_immediates=32))
        region = nics[1].register_memory(10_000)
        for number in range(40):
            sender.post_write_imm(bytes(10_000), region.address, region.r_key, number)
        pipe = Pipe(list(nics))
        pipe.run(limit_ns=3_000_000)
        assert len(receiver.poll_completions()) == 40
        sent.append(pipe.sent)
    assert sent[0] == sent[1]


@pytest.mark.parametrize("yes", [1, True])
def test_a_flag_is_what_python_takes_it_for(yes, monkeypatch):
    sent = []
    for engine in ("python", "native"):
        monkeypatch.setenv(VARIABLE, engine)
        told = {"transport": TransportOptions(judge_msn=yes), "wire": WireOptions(timestamps=yes)}
        nics = Nic(config("a", 1, [2], **told), 1), Nic(config("b", 2, [1], **told), 2)
        sender, _ = join(*nics, service_time=yes)
        region = nics[1].register_memory(100_000)
        for signalled in (yes, 0, None):
            sender.post_write(bytes(90_000), region.address, region.r_key, signalled=signalled)
        pipe = Pipe(list(nics))
        pipe.run(lambda sender=sender: sender.counters.messages_completed == 3)
        assert len(sender.poll_completions()) == 2
        sent.append(pipe.sent)
    assert sent[0] == sent[1]


# --- Places in objects ----------------------------------------------------------------------------------------------


class Below(Slotted):
    __slots__ = ("own",)


class Open:
    __slots__ = ("__dict__", "own")


@pytest.mark.parametrize(
    ("kind", "name"),
    [(Slotted, "first"), (Slotted, "second"), (Below, "own"), (Below, "first"), (Open, "own")],
)
def test_a_place_is_where_the_attribute_is(kind, name):
    made, value = kind(), object()
    setattr(made, name, value)
    word = layout._WORD.from_address(id(made) + layout.place_of(kind, name))
    assert word.value == id(value)


@pytest.mark.parametrize(("kind", "name"), [(Open, "other"), (Slotted, "third"), (Slotted, "__doc__")])
def test_what_is_in_no_slot_is_said(kind, name):
    with pytest.raises(layout.UnsuitableError, match=rf"^{kind.__name__}\.{name} is in no slot$"):
        layout.place_of(kind, name)


def test_a_python_without_a_lock_is_refused(monkeypatch):
    monkeypatch.setattr(layout.sys, "_is_gil_enabled", lambda: False, raising=False)
    with pytest.raises(layout.UnsuitableError, match="needs Python's lock"):
        layout.check_python()


def test_a_dictionary_without_a_version_is_noticed(monkeypatch):
    assert layout.dict_version() in {0, 24}
    monkeypatch.setattr(layout, "_VERSION_AT", 0)  # where references are counted
    assert layout.dict_version() == 0


class Misplaced(dict):
    """A container whose size is not where it was."""

    fromkeys = classmethod(lambda *_: Misplaced())
    __len__ = lambda _: 99  # noqa: E731  as short as what it stands for


def test_a_python_with_other_containers_is_refused(monkeypatch):
    monkeypatch.setattr(layout, "dict", Misplaced, raising=False)
    with pytest.raises(layout.UnsuitableError, match="a Misplaced of this Python is made otherwise"):
        layout.check_python()


class Longer(Random):
    """A generator whose state has one word more than it was."""

    getstate = lambda _: (3, (*Random(1).getstate()[1], 1), None)  # noqa: E731  as short as what it stands for


def test_a_python_with_other_generators_is_refused(monkeypatch):
    monkeypatch.setattr(layout, "Random", Longer)
    with pytest.raises(layout.UnsuitableError, match="generators of random numbers are made otherwise"):
        layout.check_python()
