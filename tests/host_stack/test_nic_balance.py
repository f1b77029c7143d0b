# SPDX-License-Identifier: Apache-2.0
"""Towards each of its peers a NIC loads all planes alike (endpoint §8, "false incast"), and no port waits for that."""

import pytest
from host_stack_kit import Pipe, config, is_data, join
from nic_wire_kit import pattern
from silent_planes_kit import Silent, dead

from host_stack import Nic

PACKETS = 128


def all_to_all(count, planes):
    """Each of so many NICs writes to each of the others, all at once; the queue pairs that send, and the wire."""
    numbers = range(1, count + 1)
    nics = {
        own: Nic(config(f"n{own}", own, [peer for peer in numbers if peer != own], planes=planes), seed=own)
        for own in numbers
    }
    pipe = Pipe(list(nics.values()))
    data = pattern(PACKETS * 4096)
    pairs = []
    for own, nic in nics.items():
        for peer in numbers:
            if peer > own:
                pairs += [(*join(nic, nics[peer]), nics[peer]), (*reversed(join(nic, nics[peer])), nic)]
    senders = []
    for mine, _, peer in pairs:
        region = peer.register_memory(len(data))
        mine.post_write(data, region.address, region.r_key)
        senders.append(mine)
    pipe.run(lambda: all(qp.counters.messages_completed for qp in senders), limit_ns=5_000_000)
    return senders, pipe


@pytest.mark.parametrize(("count", "planes"), [(8, 4), (6, 2)])
def test_planes_are_equally_loaded_towards_every_peer(count, planes):
    senders, _ = all_to_all(count, planes)
    assert len(senders) == count * (count - 1)
    for qp in senders:
        loads = [qp.counters.plane_packets[plane] for plane in range(planes)]
        assert sum(loads) == PACKETS
        assert max(loads) - min(loads) <= 4


def test_no_port_waits_for_a_queue_pair_whose_turn_it_is_there():
    """Three NICs of four planes: two queue pairs each, of which often none has its turn on the port that is free."""
    _, pipe = all_to_all(3, 4)
    ports = [
        [at for at, name, port, frame in pipe.sent if name == "n1" and port == plane and is_data(frame)]
        for plane in range(4)
    ]
    frame_ns = (4096 + 142 + 24) * 8 // 100
    for sent in ports:
        assert sent[-1] - sent[0] <= 1.1 * frame_ns * len(sent)


@pytest.mark.parametrize(("qps", "planes"), [(12, 3), (16, 4)])
def test_many_queue_pairs_that_share_a_window_fill_every_plane(qps, planes):
    """A window of 1.5 BDP has a third to spare for packets that wait to be asked about.

    With half a microsecond of queue on the way, and every half of a queue pair's part asked about, it was 93 %. Through
    a fabric, which goes by frames of both hops, 77 %.
    """
    run = Silent(qps, planes, 16 * planes, dead(()), delay_ns=3_600).run(2)
    run.check(planes, (0, 1))
    assert min(run.goodput(number, planes) for number in (0, 1)) >= 0.97


def written(sender, peer, packets, **given):
    """A queue pair from one to the other that has a write of so many packets to send."""
    qp, _ = join(sender, peer, cwnd=1 << 24, **given)
    data = pattern(packets * 4096)
    region = peer.register_memory(len(data))
    qp.post_write(data, region.address, region.r_key)
    return qp


@pytest.mark.parametrize("reason", ["denied", "window"])
def test_who_may_not_send_holds_up_no_other_queue_pair_to_the_same_peer(reason):
    """All its EVs are denied, or all that may be unacknowledged is on its way; a third peer wants the ports as well."""
    sender, peer, third = (Nic(config(name, own, [1, 2, 3]), seed=own) for own, name in enumerate("sab", 1))
    pipe = Pipe([sender, peer, third])
    held = written(sender, peer, 1000, mpr=1)
    if reason == "denied":
        for entry in list(held.evs):
            held.evs.deny(entry.entropy, 0)
    else:
        own = held.qpn.to_bytes(3, "big")
        pipe.hook = lambda name, _port, frame, _now: [] if name == "a" and frame[107:110] == own else [(0, frame)]
        pipe.run(lambda: pipe.now > 50_000, limit_ns=60_000)
    for _ in range(2):
        written(sender, third, 2000)
    free = written(sender, peer, 64)
    pipe.pump(sender)
    pipe.run(lambda: free.counters.messages_completed, limit_ns=pipe.now + 200_000)
    assert free.counters.messages_completed == 1
    assert held.counters.data_packets <= 128


def test_nobody_waits_for_a_port_that_never_comes_free():
    """Port 0 carries nothing and nobody says it is down: who may use both planes is served as who may use the other."""
    sender, *peers = (Nic(config(name, own, [1, 2, 3]), seed=own) for own, name in enumerate("sab", 1))
    pipe = Pipe([sender, *peers])
    pipe.down.add(("s", 0))
    both, one = (written(sender, peer, 128) for peer in peers)
    for entry in [entry for entry in one.evs if entry.plane == 0]:
        one.evs.deny(entry.entropy, 0)
    pipe.run(lambda: one.counters.messages_completed, limit_ns=5_000_000)
    assert both.counters.data_packets >= 120
