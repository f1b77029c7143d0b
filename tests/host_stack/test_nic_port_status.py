# SPDX-License-Identifier: Apache-2.0
"""Ports: carrier and damping, what peers are told of them, and what hostile peers tell."""

from itertools import pairwise
from random import Random

import pytest
from host_stack_kit import address, config, is_data, join, opcode_of, template
from nic_ports_kit import MIB, SIGNAL_NS, Planes

from host_stack import CompletionStatus, ConfigError, EvProfile, EvState, Nic, RtsAttributes, WireOptions
from host_stack.config import PortOptions
from host_stack.peers import PlaneState
from host_stack.ports import Ports, PortState
from host_stack.wire.frames import FrameBuilder, ethernet
from host_stack.wire.headers import Bth, BthCodec, Eeth, Erth
from host_stack.wire.options import BthFlagOrder, EethOpBits, PortStateCarriage

# --- Carrier and damping ---------------------------------------------------------------------------------------------
# Ports of a NIC: carrier, damping by RFC 2439's arithmetic, administration.

MS = 1_000_000


def ports(count=2, **options):
    changes = []
    return Ports(count, PortOptions(**options), changes.append), changes


def flap(made, port, at_ns):
    made.set_carrier(port, False, at_ns)
    made.set_carrier(port, True, at_ns + 1000)


def test_a_port_follows_its_carrier():
    made, changes = ports()
    assert made.up == 0b11
    made.set_carrier(1, False, 10)
    assert (made.up, changes) == (0b01, [10])
    made.set_carrier(1, False, 20)  # said twice
    assert changes == [10]
    made.set_carrier(1, True, 30)
    assert (made.up, changes) == (0b11, [10, 30])
    assert [report.downs for report in made.reports(30)] == [0, 1]


def test_a_port_that_flaps_is_held_down_until_its_penalty_has_decayed():
    """1000 a flap, held above 2000, let go below 750, half of it in 1 ms: RFC 2439 §4.2 in a NIC's time."""
    made, _ = ports()
    flap(made, 0, 0)
    flap(made, 0, 10_000)
    assert made.up == 0b11  # 1993
    flap(made, 0, 20_000)
    assert made.up == 0b10
    assert made.reports(21_000)[0].state is PortState.DAMPED
    reuse_ns = made.next_ns()
    # 2979 halves to 750 in log2(2979 / 750) = 1.99 half-lives.
    assert 20_000 + 1.98 * MS < reuse_ns < 20_000 + 2.01 * MS
    made.run(reuse_ns - 1)
    assert made.up == 0b10
    made.run(reuse_ns)
    assert made.up == 0b11
    assert made.next_ns() is None


def test_a_damped_port_that_goes_down_again_waits_for_its_carrier_first():
    made, _ = ports()
    for at_ns in (0, 10_000, 20_000):
        flap(made, 0, at_ns)
    made.set_carrier(0, False, 30_000)
    assert made.reports(30_000)[0].state is PortState.DOWN
    assert made.next_ns() is None
    made.set_carrier(0, True, 20 * MS)  # long enough for any penalty to decay
    assert made.up == 0b11


def test_a_port_is_not_held_for_longer_than_the_limit():
    made, _ = ports(max_suppress_time_ns=3 * MS)
    for number in range(50):
        flap(made, 0, number * 10_000)
    assert made.next_ns() == 49 * 10_000 + 1000 + 3 * MS


def test_without_a_penalty_nothing_is_damped():
    made, _ = ports(flap_penalty=0)
    for number in range(50):
        flap(made, 0, number * 10)
    assert made.up == 0b11


def test_a_port_out_of_service_stays_so_whatever_its_carrier_does():
    made, changes = ports()
    made.set_enabled(0, False, 5)
    assert (made.up, changes) == (0b10, [5])
    flap(made, 0, 10)
    assert made.up == 0b10
    assert made.reports(20)[0].state is PortState.DISABLED
    made.set_enabled(0, True, 30)
    assert made.up == 0b11


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"reuse_threshold": 2000}, "reuse_threshold"),
        ({"decay_half_life_ns": 0}, "decay_half_life_ns"),
        ({"port_status_retries": 31}, "port_status_retries"),
        ({"plane_probe_successes": 0}, "plane_probe_successes"),
        ({"flap_penalty": -1}, "flap_penalty"),
    ],
)
def test_impossible_options_are_refused(options, field):
    with pytest.raises(ConfigError, match=rf"{field}.*accepted"):
        PortOptions(**options)


# --- Port status between peers ---------------------------------------------------------------------------------------
# A port goes down: the NIC leaves it at once, its peer hears of it and leaves it too, and both come back safely.

REQUEST, RESPONSE = 0xD8, 0xD9
#: From the cut until the peer knows: the NIC notices, and half a round trip of 6 us and a frame or two passes.
KNOWN_NS = SIGNAL_NS + 5_000
SACK_MODE = WireOptions(port_state=PortStateCarriage.SACK_BITMAP)


def updates(planes, name):
    """(time, port, mask) of the port status updates that a NIC sent."""
    return [
        (at, port, int.from_bytes(frame[118:122], "big"))
        for at, port, frame in planes.sent(name)
        if opcode_of(frame) == REQUEST and frame[115] & 3 == 0
    ]


def data_ports(planes, name, since, until=1 << 60):
    return {port for _, port, frame in planes.sent(name, since, until) if is_data(frame)}


def test_both_ends_leave_a_plane_whose_port_is_down_and_lose_nothing():
    planes = Planes()
    regions = [planes.write(8 * MIB), planes.write(8 * MIB, "b")]
    planes.down(50_000, "a", 1)
    planes.run(2_000_000)
    assert data_ports(planes, "a", 50_000 + SIGNAL_NS) == {0, 2, 3}
    assert data_ports(planes, "b", 50_000 + KNOWN_NS) == {0, 2, 3}
    assert [mask for _, _, mask in updates(planes, "a")] == [0b1101]
    assert updates(planes, "b") == []
    assert planes.a.counters["port_status.answered"] == 1
    for qp, region in zip((planes.qa, planes.qb), regions, strict=True):
        assert [done.status for done in qp.poll_completions()] == [CompletionStatus.SUCCESS]
        assert bytes(region.data[:251]) == bytes((i * 7 + 1) & 0xFF for i in range(251))
        # The plane was lost, not its paths: none of them is blamed.
        assert qp.counters.evs_retired == qp.counters.timeouts == 0
        assert qp.counters.plane_losses > 0


def test_what_was_on_its_way_is_sent_again_within_two_round_trips():
    """A hole is a loss after 20 us of later packets; a plane that is gone need not be waited for."""
    planes = Planes()
    planes.write(4 * MIB)
    planes.down(50_000, "a", 1)
    planes.run(1_000_000)
    again = [at for at, _, frame in planes.sent("a") if is_data(frame) and frame[110] & 0x20]
    assert again
    assert max(again) < 50_000 + SIGNAL_NS + 2 * 10_000


def test_a_plane_comes_back_when_probes_of_it_are_answered_and_not_before():
    planes = Planes()
    planes.write(16 * MIB)
    planes.write(16 * MIB, "b")
    planes.down(50_000, "a", 1)
    planes.up(150_000, "a", 1)
    planes.run(230_000)
    for name in "ab":
        # Three probes, each answered, one an interval of 10 us at the soonest.
        probes = [at for at, port, frame in planes.sent(name, 150_000 + SIGNAL_NS) if port == 1 and not is_data(frame)]
        first = min(at for at, port, frame in planes.sent(name, 150_000) if port == 1 and is_data(frame))
        assert len([at for at in probes if at < first]) >= 3
        assert 150_000 + SIGNAL_NS + 20_000 < first < 150_000 + SIGNAL_NS + 60_000
        assert data_ports(planes, name, 220_000) == {0, 1, 2, 3}
    assert set(planes.a.ports.plane_states(address(2))) == {PlaneState.OPEN}
    assert {entry.state for entry in planes.qa.evs} == {EvState.GOOD}


def test_a_plane_that_is_said_to_be_back_and_is_not_carries_nothing():
    planes = Planes()
    planes.write(8 * MIB)
    planes.down(50_000, "a", 1)
    planes.up(100_000, "a", 1)
    planes.pipe.at(100_001, lambda: planes.cut.add(("b", 1)))  # still dead, at the other end, and nobody says so
    planes.run(1_000_000)
    assert data_ports(planes, "a", 50_000 + SIGNAL_NS) == {0, 2, 3}
    assert planes.qa.counters.losses_inferred == 0
    assert planes.a.ports.plane_states(address(2))[1] is PlaneState.PROBED


def test_an_update_is_repeated_as_a_new_request_on_another_plane_until_it_is_answered():
    planes = Planes()
    lost = []

    def hook(name, port, frame, now):
        if opcode_of(frame) == REQUEST and frame[115] & 3 == 0 and len(lost) < 3:
            lost.append(port)
            return []
        return planes.hook(name, port, frame, now)

    planes.pipe.hook = hook
    planes.down(50_000, "a", 1)
    planes.run(1_000_000)
    sent = updates(planes, "a")
    gaps = [later - earlier for (earlier, _, _), (later, _, _) in pairwise(sent)]
    assert gaps == [20_000, 40_000, 80_000]
    assert len(set(lost)) == 3  # three planes are left, each has had its turn
    ids = [frame[112:114] for _, _, frame in planes.sent("a") if opcode_of(frame) == REQUEST and frame[115] & 3 == 0]
    assert len(set(ids)) == 4  # never the same request twice (wire-format §6.13)
    assert planes.a.counters["port_status.answered"] == 1


def test_a_peer_that_never_answers_is_left_alone():
    planes = Planes(options=PortOptions(port_status_retries=2))
    planes.pipe.hook = lambda _n, _p, frame, _t: [] if opcode_of(frame) == RESPONSE else [(0, frame)]
    planes.down(50_000, "a", 1)
    planes.run(10_000_000)
    assert len(updates(planes, "a")) == 3
    assert planes.a.counters["port_status.unanswered"] == 1


def test_a_peer_that_connects_later_is_told_then():
    planes = Planes()
    planes.a.set_carrier(2, False, 0)
    planes.run(100_000)
    assert [mask for _, _, mask in updates(planes, "a")] == [0b1011]
    qa, qb = planes.qa, planes.qb
    qa.reset()
    qb.reset()
    assert planes.b.ports.plane_states(address(1)) == ()  # with the last queue pair the peer is forgotten ...
    again = Planes()
    again.a.set_carrier(2, False, 0)
    again.run(100_000)
    assert again.b.ports.plane_states(address(1))[2] is PlaneState.TOLD  # ... and with the first it is told


def test_ports_that_come_and_go_are_damped_and_the_peer_hears_little():
    planes = Planes()
    planes.write(64 * MIB)
    for number in range(8):
        planes.down(50_000 + 40_000 * number, "a", 1)
        planes.up(70_000 + 40_000 * number, "a", 1)
    planes.run(1_000_000)
    assert planes.a.ports.reports(planes.pipe.now)[1].state is PortState.DAMPED
    assert len(updates(planes, "a")) <= 6  # two flaps, a third that is held: down, up, down, up, down
    assert data_ports(planes, "a", 200_000) == {0, 2, 3}


def test_taking_a_port_out_of_service_loses_nothing():
    planes = Planes()
    planes.write(8 * MIB)
    planes.write(8 * MIB, "b")
    planes.pipe.at(50_000, lambda: planes.a.set_port_enabled(3, False, planes.pipe.now))
    planes.run(2_000_000)
    assert data_ports(planes, "a", 50_000) == {0, 1, 2}
    assert data_ports(planes, "b", 50_000 + 5_000) == {0, 1, 2}
    assert planes.lost == 0
    for qp in (planes.qa, planes.qb):
        assert [done.status for done in qp.poll_completions()] == [CompletionStatus.SUCCESS]
        assert qp.counters.evs_retired == 0
    planes.a.set_port_enabled(3, True, planes.pipe.now)
    planes.write(8 * MIB)
    planes.run(3_000_000)
    assert data_ports(planes, "a", 2_100_000) == {0, 1, 2, 3}


def test_the_last_port_fails_queue_pairs_by_their_retry_budget_not_at_once():
    rts = RtsAttributes(ack_timeout=7, linear_retries=3, exponential_retries=0)
    planes = Planes(planes=2, rts=rts)
    planes.write(8 * MIB)
    for port in (0, 1):
        planes.down(50_000, "a", port)
    # Four timeouts of 131 us: three retries and the one after the last.
    planes.run(50_000 + 4 * 131_072 - 20_000)
    assert planes.qa.error is None
    planes.run(50_000 + 4 * 131_072 + 140_000)
    assert planes.qa.error is CompletionStatus.RETRY_EXCEEDED


def test_a_port_that_returns_in_time_saves_the_queue_pair():
    planes = Planes(planes=2)
    planes.write(4 * MIB)
    for port in (0, 1):
        planes.down(50_000, "a", port)
    planes.up(500_000, "a", 0)
    planes.run(3_000_000)
    assert [done.status for done in planes.qa.poll_completions()] == [CompletionStatus.SUCCESS]


def test_a_bitmap_in_sacks_is_the_other_mode():
    planes = Planes(wire=SACK_MODE)
    planes.write(16 * MIB)
    planes.write(16 * MIB, "b")
    planes.down(50_000, "a", 1)
    planes.up(150_000, "a", 1)
    planes.run(140_000)
    assert updates(planes, "a") == []
    assert data_ports(planes, "b", 50_000 + KNOWN_NS + 1_000) == {0, 2, 3}
    masks = {frame[126] for at, _, frame in planes.sent("a", 70_000) if opcode_of(frame) == 0xDC}
    assert masks == {0b1101}
    planes.run(300_000)
    assert data_ports(planes, "b", 250_000) == {0, 1, 2, 3}


def test_sacks_say_nothing_of_ports_in_the_usual_mode():
    planes = Planes()
    planes.write(MIB)
    planes.down(20_000, "b", 1)
    planes.run(1_000_000)
    assert {frame[126] for _, _, frame in planes.sent("b") if opcode_of(frame) == 0xDC} == {0}


@pytest.mark.parametrize("port", [-1, 4])
def test_a_port_that_does_not_exist_is_refused(port):
    planes = Planes()
    with pytest.raises(ConfigError, match=r"port: .*accepted: 0\.\.3"):
        planes.a.set_carrier(port, False, 0)
    with pytest.raises(ConfigError, match=r"port: .*accepted: 0\.\.3"):
        planes.a.set_port_enabled(port, False, 0)


# --- Port status from hostile peers ----------------------------------------------------------------------------------
# Port status from whoever likes to send it: nobody else is concerned, nothing grows, and a lie is found out.

ALL_UP = 0b1111


def endpoint_frame(nic, source, opcode, request_id, body, *, port=0):
    """A frame to ``nic`` with any inner source, by a plane."""
    mac = nic.config.ports[port].mac
    builder = FrameBuilder(WireOptions(), [ethernet(mac, mac)])
    return builder.build(
        port=0,
        outer_addresses=source + bytes(16),
        inner_addresses=source + nic.config.address,
        traffic_class=46 << 2,
        entropy=0xC0000000 | port << 16,
        headers=BthCodec(BthFlagOrder.IBTA).pack(Bth(opcode, 2, request_id)) + body,
    )


def update(nic, mask, *, source=None, request_id=0, port=0):
    return endpoint_frame(nic, source or address(1), 0xD8, request_id, Erth(0, 0, mask).pack(), port=port)


def answers(nic, now):
    out = []
    while (sent := nic.transmit(ALL_UP, now)) is not None:
        out.append(sent[1])
    return out


def test_an_address_without_a_queue_pair_changes_nothing_and_gets_no_answer():
    planes = Planes()
    nic = planes.b
    for number in range(5000):
        source = address(1 << 32 | number) if number % 2 else Random(number).randbytes(16)
        nic.receive(0, update(nic, number & 0xFF, source=source), number)
    assert nic.counters["drop.port_status_unknown_peer"] == 5000
    assert set(nic.ports.plane_states(address(1))) == {PlaneState.OPEN}
    assert answers(nic, 5000) == []
    assert len(nic.ports._peers) == len(nic.ports._status._rows) == 1


def test_what_one_peer_says_does_not_concern_another():
    victim = Nic(config("v", 1, [2, 3], planes=4), seed=1)
    others = [Nic(config(name, number, [1], planes=4), seed=number) for name, number in (("b", 2), ("c", 3))]
    for other in others:
        join(victim, other, profile=EvProfile(template(4, 2)))
    victim.receive(0, update(victim, 0b0001, source=address(2)), 10)
    assert victim.ports.plane_states(address(2))[1:] == (PlaneState.TOLD,) * 3
    assert set(victim.ports.plane_states(address(3))) == {PlaneState.OPEN}


def test_an_update_without_any_port_is_nonsense():
    planes = Planes()
    planes.b.receive(0, update(planes.b, 0xFFFF_FFF0), 10)
    assert planes.b.counters["drop.port_status_empty"] == 1
    assert set(planes.b.ports.plane_states(address(1))) == {PlaneState.OPEN}


def test_bits_of_ports_that_do_not_exist_say_nothing():
    planes = Planes()
    planes.b.receive(0, update(planes.b, 0xFFFF_FFFF), 10)
    assert set(planes.b.ports.plane_states(address(1))) == {PlaneState.OPEN}


def test_an_update_that_was_overtaken_is_ignored():
    planes = Planes()
    planes.b.receive(0, update(planes.b, 0b1101, request_id=7), 100)
    planes.b.receive(0, update(planes.b, ALL_UP, request_id=6), 200)
    assert planes.b.counters["drop.port_status_stale"] == 1
    assert planes.b.ports.plane_states(address(1))[1] is PlaneState.TOLD
    # A peer that began to count anew is heard after a while.
    planes.b.receive(0, update(planes.b, ALL_UP, request_id=0), 1_000_000)
    assert planes.b.ports.plane_states(address(1))[1] is PlaneState.PROBED


def test_a_lie_about_a_plane_is_found_out_by_probes_and_not_believed_again_soon():
    planes = Planes()
    planes.write(32 * MIB, "b")
    planes.run(50_000)

    def lie():
        planes.b.receive(0, update(planes.b, 0b1101, request_id=40_000), planes.pipe.now)
        planes.pipe.pump(planes.b)

    for number in range(100):
        planes.pipe.at(50_000 + 5_000 * number, lie)
    planes.run(600_000)
    assert planes.b.counters["port_status.contradicted"] == 1
    assert planes.b.ports.plane_states(address(1))[1] is PlaneState.OPEN
    used = {port for _, port, frame in planes.sent("b", 150_000, 550_000) if is_data(frame)}
    assert used == {0, 1, 2, 3}
    assert planes.qb.counters.evs_retired == 0


def test_a_lie_about_all_planes_but_one_costs_no_queue_pair_and_no_time():
    planes = Planes()
    planes.write(2 * MIB, "b")
    planes.run(20_000)
    planes.b.receive(0, update(planes.b, 0b0001), planes.pipe.now)
    planes.run(2_000_000)
    assert [done.status.value for done in planes.qb.poll_completions()] == ["success"]


def test_a_flood_of_changing_words_changes_planes_once_an_interval_and_keeps_nothing():
    planes = Planes()
    nic = planes.b
    rng = Random(1)
    changes = []
    for number in range(20_000):
        now = 100 + number * 10  # 200 us of it
        before = nic.ports.plane_states(address(1))
        nic.receive(rng.randrange(4), update(nic, rng.getrandbits(32) | 1, request_id=rng.getrandbits(16)), now)
        if nic.ports.plane_states(address(1)) != before:
            changes.append(now)
    assert len(changes) <= 200_000 // 10_000 + 1
    row = nic.ports._status._rows[address(1)][1]
    assert row.heard is None or isinstance(row.heard, int)
    assert row.ids == set()
    # Answers wait in the queue of a port, which has a bound.
    assert len(answers(nic, 200_100)) <= 4 * 256 + 8
    assert nic.counters["drop.probe_queue_full"] > 0


def test_answers_that_nobody_asked_for_are_counted():
    planes = Planes()
    body = Eeth(0, 0).pack(EethOpBits.BITS_3_2)
    for request_id in range(100):
        planes.a.receive(0, endpoint_frame(planes.a, address(2), 0xD9, request_id, body), 10)
        planes.a.receive(0, endpoint_frame(planes.a, address(77), 0xD9, request_id, body), 10)
    assert planes.a.counters["drop.port_status_response"] == 200


@pytest.mark.parametrize("mask", [0b1101, 0b0001, 0])
def test_a_forged_answer_to_an_update_only_ends_its_repetition(mask):
    """Whoever can forge the peer's address and guess the id can do this; the peer then finds out by itself."""
    planes = Planes()
    planes.pipe.hook = lambda _n, _p, frame, _t: [] if opcode_of(frame) == 0xD8 else [(0, frame)]
    planes.write(2 * MIB)
    planes.down(20_000, "a", 1)
    planes.run(31_000)
    planes.a.receive(0, endpoint_frame(planes.a, address(2), 0xD9, mask, Eeth(0, 0).pack(EethOpBits.BITS_3_2)), 31_000)
    planes.run(2_000_000)
    assert [done.status.value for done in planes.qa.poll_completions()] == ["success"]
