# SPDX-License-Identifier: Apache-2.0
"""A controller's operations on the EVs of running queue pairs."""

from collections import Counter

import pytest
from host_stack_kit import (
    Transfer,
    ev_set,
    is_data,
    template,
    trim,
)
from nic_wire_kit import with_ce

from host_stack import ConfigError, EvProfile, EvState
from host_stack.ev_control import EvControl
from host_stack.paths.ev import EvEntry

PROFILE = {"active_per_plane": 2, "backup_per_plane": 1}


def transfer(size=1 << 20, **kw):
    return Transfer(size, uplinks=4, profile=EvProfile(template(2, 4), **PROFILE), **kw)


def entropies_sent(made, since=0):
    return Counter(
        int.from_bytes(frame[94:96], "big") << 16 | int.from_bytes(frame[56:58], "big")
        for now, name, _, frame in made.pipe.sent
        if name == "a" and now >= since and is_data(frame)
    )


def test_query():
    made = transfer()
    found = EvControl(made.a).query()
    assert {report.qpn for report in found} == {made.qa.qpn}
    assert Counter((report.plane, report.active, report.state) for report in found) == {
        (0, True, EvState.GOOD): 2,
        (0, False, EvState.GOOD): 1,
        (1, True, EvState.GOOD): 2,
        (1, False, EvState.GOOD): 1,
    }
    assert {report.entropy for report in found} == {entry.entropy for entry in made.qa.evs}
    made.qa.evs.on_trim(found[0].entropy, 0)
    assert EvControl(made.a).query([made.qa])[0].state is EvState.GOOD  # SKIP is internal
    assert EvControl(made.a).query([]) == []


def test_a_denied_ev_is_not_used_any_more_and_a_backup_takes_its_place():
    made = transfer()
    control = EvControl(made.a)
    active = [report.entropy for report in control.query() if report.active and report.plane == 0]
    made.qa.post_write(made.data, made.region.address, made.region.r_key, wr_id=7)
    made.pipe.at(20_000, lambda: control.deny([active[0], 0x12345678]))
    made.pipe.run(lambda: made.qa.counters.messages_completed == 1)
    made.arrived()
    assert entropies_sent(made)[active[0]] > 0
    assert entropies_sent(made, 20_001)[active[0]] == 0
    assert sum(report.active for report in control.query()) == 4
    event = next(event for event in made.a.events if event.new is EvState.DENIED)
    # The NIC's time is the last that it was told.
    assert 19_000 < event.time_ns <= 20_000
    assert (event.entropy, event.reason) == (active[0], "controller")


def test_all_denied_and_allowed_again_goes_on_at_once():
    """Nothing arrives and no timer of data is near: the permission itself must wake the NIC."""
    made = transfer()
    control = EvControl(made.a)
    every = [report.entropy for report in control.query()]
    made.qa.post_write(made.data, made.region.address, made.region.r_key, wr_id=7)
    assert control.deny(every) == 6
    assert control.deny(every) == 0
    made.pipe.run(limit_ns=50_000)
    assert entropies_sent(made) == {}
    made.a.transmit(0, 50_000)

    def permit():
        assert control.allow(every) == 6
        assert made.a.next_wakeup() <= made.pipe.now
        made.pipe.pump(made.a)

    made.pipe.at(60_000, permit)
    made.pipe.run(lambda: made.qa.counters.messages_completed == 1)
    made.arrived()
    assert min(now for now, name, _, frame in made.pipe.sent if name == "a" and is_data(frame)) == 60_000


def test_an_ev_said_to_be_bad_is_probed_and_comes_back():
    made = transfer()
    control = EvControl(made.a)
    first = control.query()[0].entropy
    made.qa.post_write(made.data, made.region.address, made.region.r_key, wr_id=7)
    made.pipe.at(10_000, lambda: control.set_state([first], EvState.ASSUMED_BAD))
    made.pipe.run(limit_ns=1_000_000)
    assert bytes(made.region.data) == made.data
    states = [(event.new, event.reason) for event in made.a.events if event.entropy == first and event.old is not None]
    assert states[0] == (EvState.ASSUMED_BAD, "controller")
    assert any(reason in ("probed", "parked") for _, reason in states)
    assert control.query()[0].state is EvState.GOOD


def test_an_ev_replaced_in_mid_transfer():
    made = transfer()
    control = EvControl(made.a)
    known = {report.entropy for report in control.query()}
    old = next(report.entropy for report in control.query() if report.active and report.plane == 1)
    new = next(entropy for entropy in (0xC0010000 | uplink for uplink in range(4)) if entropy not in known)
    made.qa.post_write(made.data, made.region.address, made.region.r_key, wr_id=7)
    made.pipe.at(20_000, lambda: control.replace(old, new))
    made.pipe.run(lambda: made.qa.counters.messages_completed == 1)
    made.arrived()
    after = entropies_sent(made, 20_001)
    assert after[old] == 0
    assert after[new] > 0
    assert {report.entropy for report in control.query()} == known - {old} | {new}
    assert control.replace(old, new) == 0  # it is in no set any more


@pytest.mark.parametrize("state", ["active", "backup", "bad", "denied"])
def test_replacing_keeps_the_books(state):
    evs, _, _ = ev_set(EvProfile(template(2, 8), active_per_plane=2, backup_per_plane=2))
    plane0 = [entry for entry in evs if entry.plane == 0]
    old = next(entry for entry in plane0 if entry.active is (state != "backup"))
    if state == "bad":
        evs.on_loss(old.entropy, 10, "loss", 10)
    elif state == "denied":
        evs.deny(old.entropy, 10)
    new = EvEntry(0xC000_00FF, 0, 0xFF, bytes(32), False)
    evs.replace(old.entropy, new, 20)
    assert evs.get(old.entropy) is None
    assert evs.get(new.entropy) is new
    assert old.state is EvState.DENIED
    assert len(evs) == 8
    assert sum(entry.active for entry in evs) == evs.usable() == 4
    seen = {evs.choose(0b01, 30 + n).entropy for n in range(50)}
    assert old.entropy not in seen
    assert len(seen) == 2
    assert evs.next_probe_ns() is None
    # All of the plane may go and come back.
    for entry in [entry for entry in evs if entry.plane == 0]:
        evs.deny(entry.entropy, 40)
    assert evs.choose(0b01, 50) is None
    for entry in [entry for entry in evs if entry.plane == 0]:
        evs.allow(entry.entropy, 60)
    assert evs.usable() == 4


def test_replacements_that_cannot_be():
    made = transfer()
    control = EvControl(made.a)
    old = next(report.entropy for report in control.query() if report.plane == 1)
    other = next(report.entropy for report in control.query() if report.plane == 1 and report.entropy != old)
    for new, complaint in (
        (0x12345678, "ev: 0x12345678 names no path of queue pair"),
        (0xC0010009, "ev: 0xc0010009 names no path of queue pair"),
        (0xC0000000, "ev: 0xc0000000 is on plane 0; accepted: plane 1"),
        (other, "is in the set of queue pair"),
    ):
        with pytest.raises(ConfigError, match=complaint):
            control.replace(old, new)
    assert EvControl(made.a).query()[0].entropy in {entry.entropy for entry in made.qa.evs}
    with pytest.raises(ConfigError, match="state: SKIP is internal to the NIC"):
        control.set_state([old], EvState.SKIP)


def test_a_batch_of_probes_tells_round_trips_and_ports_and_changes_nothing():
    dead = []

    def hook(_sender, _port, frame, _now):
        entropy = int.from_bytes(frame[94:96], "big") << 16 | int.from_bytes(frame[56:58], "big")
        return [] if entropy in dead else [(0, frame)]

    made = transfer(hook=hook)
    control = EvControl(made.a)
    before = control.query()
    dead.append(before[1].entropy)
    control.deny([before[2].entropy])
    batch = control.probe()
    assert len(batch) == batch.waiting == len(before) == 6
    made.pipe.pump(made.a)
    made.pipe.run(limit_ns=100_000)
    assert batch.waiting == 1
    for was, found in zip(before, batch.reports(), strict=True):
        assert (found.qpn, found.entropy, found.plane) == (made.qa.qpn, was.entropy, was.plane)
        assert found.service_time_subtracted is False
        if was.entropy in dead:
            assert (found.rtt_ns, found.port) == (None, None)
        else:
            assert found.port == was.plane
            assert 6_000 <= found.rtt_ns <= 6_100  # twice 3 us, and two short frames
    assert [report.state for report in control.query()].count(EvState.DENIED) == 1
    assert not [event for event in made.a.events if event.new is EvState.ASSUMED_BAD]
    unanswered = made.a.counters["ev_probe.unanswered"]
    batch.close()
    assert batch.waiting == 0
    assert made.a.counters["ev_probe.unanswered"] == unanswered + 1


def test_a_batch_of_some_evs_closes_the_one_before_and_ends_with_its_queue_pair():
    made = transfer(hook=lambda *_: [])
    control = EvControl(made.a)
    one = control.query()[0].entropy
    first = control.probe()
    second = control.probe([one, 0x12345678])
    assert (first.waiting, len(second)) == (0, 1)
    made.pipe.pump(made.a)
    made.pipe.run(limit_ns=50_000)
    made.a.destroy_qp(made.qa)
    assert second.waiting == 0
    assert second.reports()[0].rtt_ns is None
    assert len(control.probe()) == 0


def test_query_has_the_counters_of_each_ev():
    """Every tenth packet is lost on one EV, every tenth trimmed on another, every tenth marked on a third."""
    evs, seen = [], Counter()

    def hook(sender, _port, frame, _now):
        entropy = int.from_bytes(frame[94:96], "big") << 16 | int.from_bytes(frame[56:58], "big")
        if sender == "a" and is_data(frame) and entropy in evs:
            seen[entropy] += 1
            if seen[entropy] == 5:
                return ([], [(0, trim(frame))], [(0, with_ce(frame))])[evs.index(entropy)]
        return [(0, frame)]

    made = transfer(hook=hook)
    control = EvControl(made.a)
    evs += [report.entropy for report in control.query() if report.active][:3]
    made.run().arrived()
    reports = {report.entropy: report for report in control.query()}
    lossy, trimming, marking = (reports[entropy] for entropy in evs)
    assert (lossy.lost, trimming.trims, marking.marks) == (1, 1, 1)
    assert sum(report.lost + report.trims + report.marks for report in reports.values()) == 3
    counters = made.qa.counters
    assert sum(report.packets for report in reports.values()) == counters.data_packets + counters.retransmissions
    assert trimming.packets == entropies_sent(made)[trimming.entropy]
    # 6 us on the wire, a packet of 0.34 us, and what waits in front of the answer.
    assert all(6_300 <= report.rtt_ns <= 20_000 for report in reports.values() if report.packets > 20)
    assert reports[evs[0]].state is EvState.ASSUMED_BAD or counters.evs_revived == 1
