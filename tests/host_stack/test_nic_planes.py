# SPDX-License-Identifier: Apache-2.0
"""Planes of a NIC: they die one after another or all together, and what is left is loaded alike."""

import pytest
from host_stack_kit import (
    Peer,
    Pipe,
    Transfer,
    config,
    delivered,
    ev_set,
    is_data,
    join,
    template,
)
from nic_wire_kit import pattern
from silent_planes_kit import Silent, dead

from host_stack import CompletionStatus, EvProfile, EvState, Nic, QpState

# --- Planes that die -------------------------------------------------------------------------------------------------
# Planes die one after another: what is left is used in full, as in figure 9a of the production paper.

MIB = 1 << 20
PLANES = 8


def lasting(size, hook, **kw):
    profile = EvProfile(template(PLANES, 8), active_per_plane=8, backup_per_plane=0)
    return Transfer(size, hook, planes=PLANES, uplinks=8, profile=profile, mpr=64, cwnd=1 << 20, **kw)


@pytest.mark.parametrize("alive", [1, 2, 4])
def test_what_is_alive_is_used_in_full(alive):
    """It was 12.8 of 100 Gb/s with one plane of eight: a floor kept dead EVs in the rotation."""
    size = 8 * MIB
    t = lasting(size, lambda _n, port, frame, now: [] if port >= alive and now > 20_000 else [(0, frame)])
    t.run().arrived()
    wire = size * (4096 + 166) // 4096 * 8 // (100 * alive)  # ns on the ports that are left
    assert t.pipe.now < wire * 1.03 + 250_000
    used = [e for e in t.qa.evs if e.state in (EvState.GOOD, EvState.SKIP) and not t.qa.evs.closed >> e.plane & 1]
    assert {e.plane for e in used} == set(range(alive))


def test_one_dip_for_each_plane_that_is_lost():
    """A plane dies every 200 us; between two deaths the rate is that of the planes that are left."""
    step = 200_000
    t = lasting(
        100 * MIB,
        lambda _n, port, frame, now: [] if port >= PLANES - now // step else [(0, frame)],
        limit_ns=8 * step,
    )
    t.run()
    for lost in range(1, PLANES):
        begin, end = lost * step + 120_000, (lost + 1) * step
        sent = [p for now, n, p, f in t.pipe.sent if n == "a" and is_data(f) and begin <= now < end]
        good = [p for p in sent if p < PLANES - lost]
        capacity = (PLANES - lost) * (end - begin) * 100 // 8 // (4096 + 166)
        assert len(good) >= 0.97 * capacity
        assert len(sent) - len(good) <= 2  # nothing goes to planes that are known to be dead


def lose_all_but(evs, alive, now):
    for entry in list(evs):
        if entry.entropy not in alive:
            evs.on_loss(entry.entropy, now, "loss", now + 5)


def test_the_floor_gives_way_to_what_is_known_to_be_alive():
    evs, _, counters = ev_set(EvProfile(template(2, 8)))  # 16 active, a floor of 4
    alive = {0xC0000001}
    delivered(evs, 0xC0000001, 10)
    lose_all_but(evs, alive, 10)
    assert {e.entropy for e in evs if e.state is EvState.GOOD} == alive
    assert evs.usable() == 1
    assert counters.demotions_refused == 0
    # And it never gives way altogether.
    evs.on_loss(0xC0000001, 20, "loss", 25)
    assert evs.usable() == 1


def test_an_old_delivery_is_no_proof_of_life():
    evs, _, counters = ev_set(EvProfile(template(2, 8)))
    delivered(evs, 0xC0000001, 9)
    lose_all_but(evs, set(), 10)
    assert evs.usable() == 4
    assert counters.demotions_refused == 4


def test_an_ev_that_delivered_later_than_it_lost_is_lossy_not_dead():
    evs, _, counters = ev_set(EvProfile(template(2, 8), min_active=16))
    delivered(evs, 0xC0000001, 30)
    evs.on_loss(0xC0000001, 20, "loss", 35)
    assert evs.get(0xC0000001).state is EvState.GOOD
    assert counters.demotions_refused == 1


def test_always_skip_respects_the_floor():
    """The peer's word about an EV is no sign that it is dead."""
    evs, _, _ = ev_set(EvProfile(template(2, 8)))
    delivered(evs, 0xC0000001, 10)
    for entry in list(evs):
        evs.on_mark(entry.entropy, 2, None, 5)
    assert evs.usable() == 4


# --- No path at all --------------------------------------------------------------------------------------------------
# No path at all: what waits goes on when there is one again, and otherwise ends in an error, not in silence.


def test_all_denied_is_reported():
    t = Transfer(5000, limit_ns=100_000_000)
    for entry in t.qa.evs:
        t.qa.evs.deny(entry.entropy, 0)
    t.run()
    assert [c.status for c in t.qa.poll_completions()] == [CompletionStatus.RETRY_EXCEEDED]
    assert t.qa.state is QpState.ERROR
    assert 30_000_000 < t.pipe.now < 40_000_000  # the whole ladder of retries
    assert not [frame for _, name, _, frame in t.pipe.sent if name == "a"]


def test_all_ports_down_is_reported():
    t = Transfer(5000, limit_ns=100_000_000)
    t.pipe.down = {("a", 0), ("a", 1)}
    t.run()
    assert [c.status for c in t.qa.poll_completions()] == [CompletionStatus.RETRY_EXCEEDED]


def test_allow_arms_a_wake_up():
    peer = Peer()
    entropies = [entry.entropy for entry in peer.qp.evs]
    for entropy in entropies:
        peer.qp.evs.deny(entropy, peer.now)
    peer.qp.post_write(pattern(100), 0x5000, 1)
    assert peer.drain() == []
    peer.now += 1000
    assert peer.nic.next_wakeup() > peer.now
    peer.qp.evs.allow(entropies[0], peer.now)
    assert peer.nic.next_wakeup() <= peer.now
    assert [p.entropy for p in peer.drain()] == [entropies[0]]


def test_a_path_that_is_allowed_in_time_saves_the_write():
    t = Transfer(5000)
    for entry in t.qa.evs:
        t.qa.evs.deny(entry.entropy, 0)
    t.pipe.at(10_000_000, lambda: (t.qa.evs.allow(0xC0000000, t.pipe.now), t.pipe.pump(t.a)))
    t.run().arrived()
    assert t.pipe.now < 10_010_000


def test_who_has_nothing_to_send_arms_nothing():
    peer = Peer()
    assert peer.drain() == []
    assert peer.nic.next_wakeup() is None


# --- Loads of planes -------------------------------------------------------------------------------------------------
# Towards each of its peers a NIC loads all planes alike (endpoint §8, "false incast"), and no port waits for that.

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
        loads = qp.counters.plane_packets
        assert len(loads) == planes
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
