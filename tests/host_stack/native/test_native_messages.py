# SPDX-License-Identifier: Apache-2.0
"""Writes begin, complete and are acknowledged by a NIC of machine code as by one in Python."""

from random import Random

import pytest
from fuzz_kit import corpus, mutate, resealed
from host_stack_kit import Pipe, config, join, opcode_of, psn_of, trim
from nic_state_kit import state
from test_data_path import SEEDS, pytestmark

from host_stack import Nic, QpCapacity, TransportOptions
from host_stack.errors import HostStackError
from host_stack.native import data_path
from host_stack.transport.completions import CompletionChannel
from host_stack.transport.connection import RtsAttributes
from host_stack.wire.constants import PSN_MASK, Syndrome
from host_stack.wire.headers import Opcode

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
    monkeypatch.setenv(data_path.VARIABLE, engine)
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
    """Each write has another length: 1,400 of them are more than a queue pair remembers how to begin."""
    made = []
    for engine in ("python", "native"):
        monkeypatch.setenv(data_path.VARIABLE, engine)
        nics = [Nic(config(name, number, [3 - number]), number) for name, number in (("a", 1), ("b", 2))]
        sender, _ = join(*nics)
        region = nics[1].register_memory(ROOM)
        for size in range(1400):
            sender.post_write(bytes(size), region.address, region.r_key)
        pipe = Pipe(nics)
        pipe.run(lambda sender=sender: sender.counters.messages_completed == 1400)
        made.append((pipe.sent, [state(nic, {}) for nic in nics]))
        assert 0 < len(sender.requestor._frames._begun) < 1024
    assert made[0] == made[1]


@pytest.mark.parametrize("acknowledged", [0, 4, 6, 9])
def test_an_ack_of_what_is_lost_or_given_up_is_the_same(acknowledged, monkeypatch):
    """Of ten packets some wait to be sent again, one is off the window, and more has been counted than named."""
    ack = next(frame for frame in corpus() if opcode_of(frame) == Opcode.ACK and frame[114] == Syndrome.ACK)
    made = []
    for engine in ("python", "native"):
        monkeypatch.setenv(data_path.VARIABLE, engine)
        nics = [Nic(config(name, number, [3 - number]), number) for name, number in (("a", 1), ("b", 2))]
        _, sender = join(*nics)
        sender.post_write(bytes(40_000), 0, 0)
        sent = [nics[1].transmit(3, 1000 * at) for at in range(10)]
        requestor = sender.requestor
        records = list(requestor.flight.records.values())
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
    monkeypatch.setenv(data_path.VARIABLE, "native")
    nics = [Nic(config(name, number, [3 - number]), number) for name, number in (("a", 1), ("b", 2))]
    sender, _ = join(*nics)
    sender.post_write(bytes(10), 0, 0)
    sender.requestor.state.queue.pending[0].mtu = 0
    with pytest.raises(TypeError, match="a path MTU of 0"):
        nics[0].transmit(3, 0)
