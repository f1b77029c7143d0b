# SPDX-License-Identifier: Apache-2.0
"""A port goes down: the NIC leaves it at once, its peer hears of it and leaves it too, and both come back safely."""

from itertools import pairwise

import pytest
from host_stack_kit import address, is_data, opcode_of
from nic_ports_kit import MIB, SIGNAL_NS, Planes

from host_stack import CompletionStatus, ConfigError, EvState, RtsAttributes, WireOptions
from host_stack.config import PortOptions
from host_stack.peers import PlaneState
from host_stack.ports import PortState
from host_stack.wire.options import PortStateCarriage

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
