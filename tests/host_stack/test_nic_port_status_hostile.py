# SPDX-License-Identifier: Apache-2.0
"""Port status from whoever likes to send it: nobody else is concerned, nothing grows, and a lie is found out."""

from random import Random

import pytest
from host_stack_kit import address, config, is_data, join, opcode_of, template
from nic_ports_kit import MIB, Planes

from host_stack import EvProfile, Nic
from host_stack.peers import PlaneState
from host_stack.wire.frames import FrameBuilder, ethernet
from host_stack.wire.headers import Bth, BthCodec, Eeth, Erth
from host_stack.wire.options import BthFlagOrder, EethOpBits, WireOptions

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
