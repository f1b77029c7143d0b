# SPDX-License-Identifier: Apache-2.0
"""EV probes take a hundredth of a port, one per path whoever asks, back off, and are never older than their sending."""

import itertools
from collections import Counter

from host_stack_kit import (
    Peer,
    Pipe,
    config,
    ev_set,
    is_data,
    join,
    opcode_of,
    template,
)
from nic_wire_kit import pattern

from host_stack import EvProfile, EvState, Nic, TransportOptions
from host_stack.wire.constants import EndpointOp
from host_stack.wire.headers import Bth, BthCodec, Erth
from host_stack.wire.options import BthFlagOrder

REQUEST = 0xD8
PROBE_WIRE = 134 + 24  # bytes of an EV probe on the wire, with FCS, preamble and gap


def many(qps=16, uplinks=64, planes=2, transport=None):
    a = Nic(config("a", 1, [2], uplinks=uplinks, planes=planes, transport=transport), 1)
    b = Nic(config("b", 2, [1], uplinks=uplinks, planes=planes, transport=transport), 2)
    profile = EvProfile(template(planes, uplinks), active_per_plane=uplinks, backup_per_plane=0)
    pairs = [join(a, b, profile=profile) for _ in range(qps)]
    return a, b, pairs, Pipe([a, b])


def all_bad(pairs, plane, now=0):
    for qp, _ in pairs:
        for entry in qp.evs:
            if entry.plane == plane:
                qp.evs.put(entry.entropy, EvState.ASSUMED_BAD, now)


def test_sixteen_queue_pairs_and_a_dead_plane_leave_the_port_to_others():
    a, _, pairs, pipe = many()
    all_bad(pairs, 1)
    pipe.hook = lambda _n, port, frame, _now: [] if port == 1 else [(0, frame)]
    for qp, _ in pairs:
        a.wake(qp)
    pipe.run(limit_ns=1_000_000)
    probes = [(now, port) for now, name, port, frame in pipe.sent if name == "a" and opcode_of(frame) == REQUEST]
    assert {port for _, port in probes} == {1}
    # It was 29 Gb/s of 100.
    assert len(probes) * PROBE_WIRE * 8 / 1_000_000 <= 1.0
    gaps = [later - earlier for (earlier, _), (later, _) in itertools.pairwise(probes)]
    assert min(gaps) >= PROBE_WIRE * 8 * 100 // 100 - 1


def test_one_probe_serves_every_queue_pair_of_the_path():
    transport = TransportOptions(ev_probe_interval_ns=50_000)
    a, _, pairs, pipe = many(qps=16, uplinks=2, transport=transport)
    all_bad(pairs, 1)
    for qp, _ in pairs:
        a.wake(qp)
    pipe.run(limit_ns=240_000)
    assert all(entry.state is EvState.GOOD for qp, _ in pairs for entry in qp.evs)
    sent = Counter(opcode_of(frame) for _, name, _, frame in pipe.sent if name == "a")
    assert sent[REQUEST] == 2 * 3  # two paths, three answers in a row
    assert a.counters["ev_probe.sent"] == a.counters["ev_probe.answered"] == 6


def test_what_is_not_answered_is_asked_less_and_less_often():
    evs, _, _ = ev_set()  # an interval of 100 ns
    entropy = next(iter(evs)).entropy
    evs.on_loss(entropy, 0, "loss", 0)
    times, now = [], 0
    while len(times) < 16:
        now = evs.next_probe_ns()
        assert [e.entropy for e in evs.due_probes(now)] == [entropy]
        times.append(now)
    gaps = [later - earlier for earlier, later in itertools.pairwise(times)]
    assert gaps[:8] == [100] * 8
    assert gaps[8:13] == [200, 400, 800, 1600, 1600]
    evs.on_probe_answer(entropy, 0, now)  # an answer brings the interval back
    later = evs.next_probe_ns()
    evs.due_probes(later)
    assert evs.next_probe_ns() == later + 100


def test_probes_wait_without_getting_old_while_a_port_is_down():
    a, _, pairs, pipe = many(qps=4)
    all_bad(pairs, 1)
    for qp, _ in pairs:
        a.wake(qp)
    pipe.down = {("a", 1)}
    pipe.run(limit_ns=2_000_000)
    assert not pipe.sent
    pipe.down = set()
    pipe.at(2_000_001, lambda: pipe.pump(a))
    pipe.run(limit_ns=2_010_000)
    probes = [(now, frame) for now, name, _, frame in pipe.sent if name == "a" and opcode_of(frame) == REQUEST]
    assert 1 <= len(probes) <= 9  # 10 us of the budget, not 256 at once
    for now, frame in probes:
        stamp = int.from_bytes(frame[126:128], "big")
        assert stamp == now // 128 & 0xFFFF


def test_nobody_is_probed_for_a_queue_pair_that_has_ended_or_an_ev_that_is_denied():
    a, _, pairs, pipe = many(qps=2, uplinks=4)
    all_bad(pairs, 1)
    pipe.down = {("a", 1)}
    for qp, _ in pairs:
        a.wake(qp)
    pipe.run(limit_ns=200_000)  # four paths wait for the port
    pairs[0][0].reset()
    for entry in list(pairs[1][0].evs):
        if entry.plane == 1:
            pairs[1][0].evs.deny(entry.entropy, 200_000)
    pipe.down = set()
    pipe.at(200_001, lambda: pipe.pump(a))
    pipe.run(limit_ns=1_000_000)
    assert not [frame for _, name, _, frame in pipe.sent if name == "a" and opcode_of(frame) == REQUEST]


def requests(peer, count):
    bth = BthCodec(BthFlagOrder.IBTA).pack(Bth(REQUEST, 2, 5))
    frame = peer.frame(bth + Erth(EndpointOp.EV_PROBE, 1).pack(), dscp=46, ecn=0)
    for _ in range(count):
        peer.nic.receive(1, frame, peer.now)


def test_answers_to_probes_do_not_starve_data():
    peer = Peer()
    peer.qp.post_write(pattern(40 * 4096), 0x5000, 1)
    requests(peer, 100)
    sent = [peer.parser.parse(peer.nic.transmit(0b10, peer.now)[1]) for _ in range(40)]
    assert sum(p.kind.data for p in sent) == 20


def test_answers_that_waited_too_long_are_not_sent():
    peer = Peer()
    requests(peer, 100)
    peer.now += TransportOptions().ev_probe_interval_ns + 1
    assert peer.drain() == []
    assert peer.nic.counters["drop.probe_answer_stale"] == 100
    assert peer.nic.next_wakeup() is None


def test_data_still_flows_on_the_budgeted_port():
    a, b, pairs, pipe = many(qps=2, uplinks=64)
    region = b.register_memory(1 << 20)
    all_bad(pairs[1:], 1)
    a.wake(pairs[1][0])
    pairs[0][0].post_write(pattern(1 << 20), region.address, region.r_key)
    pipe.run(lambda: pairs[0][0].counters.messages_completed == 1)
    data = sum(is_data(frame) for _, name, port, frame in pipe.sent if name == "a" and port == 1)
    assert data == 128
    assert pipe.now < 53_000  # 256 packets over two ports, and a round trip
