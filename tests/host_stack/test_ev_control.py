# SPDX-License-Identifier: Apache-2.0
"""A controller's operations on EVs, and probes of them."""

import itertools
from collections import Counter

import pytest
from host_stack_kit import (
    Peer,
    Pipe,
    Transfer,
    config,
    ev_set,
    is_data,
    join,
    opcode_of,
    template,
    trim,
)
from nic_wire_kit import pattern, with_ce

from host_stack import ConfigError, EvProfile, EvState, Nic, TransportOptions
from host_stack.ev_control import EvControl
from host_stack.paths.ev import EvEntry, Sending
from host_stack.paths.plane_health import PlaneHealth
from host_stack.wire.constants import EndpointOp
from host_stack.wire.headers import Bth, BthCodec, Erth
from host_stack.wire.options import BthFlagOrder

# --- Operations ------------------------------------------------------------------------------------------------------
# A controller's operations on the EVs of running queue pairs.

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
    before = entropies_sent(made, 0)[old] - after[old]
    assert control.replace(new, old) == 1
    assert next(report.packets for report in control.query() if report.entropy == old) == before > 0


@pytest.mark.parametrize("replaced", [False, True])
def test_what_left_by_a_replaced_ev_says_nothing_of_its_plane(replaced):
    """It arrives when the set does not know of the EV any more."""
    evs, _, _ = ev_set(EvProfile(template(2, 8), active_per_plane=2, backup_per_plane=2))
    evs.health = PlaneHealth(2)
    sending = Sending(50)
    sending.entry, sending.sends = next(entry for entry in evs if entry.plane == 1), 1
    sending.entropy = sending.entry.entropy
    if replaced:
        evs.replace(sending.entropy, EvEntry(0xC001_00FF, 1, 0xFF, bytes(32), False), 60)
    evs.on_delivered([sending])
    assert evs.health.heard_ns == [-1, -1 if replaced else 50]


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


# --- Probes ----------------------------------------------------------------------------------------------------------
# EV probes take a hundredth of a port, one per path whoever asks, back off, and are never older than their sending.

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
