# SPDX-License-Identifier: Apache-2.0
"""Planes die one after another: what is left is used in full, as in figure 9a of the production paper."""

import pytest
from host_stack_kit import Transfer, delivered, ev_set, is_data, template

from host_stack import EvProfile, EvState

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
