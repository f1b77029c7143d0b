# SPDX-License-Identifier: Apache-2.0
"""Queue pairs: their states, what ends one, and packets of the one before."""

import pytest
from host_stack_kit import (
    Peer,
    Pipe,
    address,
    config,
    is_data,
    join,
    opcode_of,
    template,
)
from nic_wire_kit import pattern

import topologies
from host_stack import (
    CcProfile,
    CompletionStatus,
    EvProfile,
    InitAttributes,
    Nic,
    QpState,
    QpStateError,
    RtrAttributes,
    RtsAttributes,
)
from host_stack.provision import connect, nic_config

# --- States ----------------------------------------------------------------------------------------------------------
# The verbs: states of a queue pair, and what it says when asked out of turn (endpoint §1.2).


def test_state_machine_and_its_messages():
    nic = Nic(config("n", 1, [2]), 1)
    qp = nic.create_qp()
    assert qp.state is QpState.RESET
    with pytest.raises(QpStateError, match=r"queue pair 16 is in RESET; accepted: RTS to post a write"):
        qp.post_write(b"x", 0, 0)
    with pytest.raises(QpStateError, match=r"is in RESET; accepted: INIT to go to RTR"):
        qp.modify_to_rtr(RtrAttributes(address(2), 17))
    template = nic.config.paths.template(address(2))
    qp.modify_to_init(InitAttributes(EvProfile(template), CcProfile.fixed(1000)))
    qp.modify_to_rtr(RtrAttributes(address(2), 17))
    with pytest.raises(QpStateError):
        qp.post_write(b"x", 0, 0)
    qp.modify_to_rts(RtsAttributes())
    for bad, message in (
        (lambda: qp.post_write(b"", 1 << 64, 0), "leaves the 64-bit address space"),
        (lambda: qp.post_write(b"xy", (1 << 64) - 1, 0), "leaves the 64-bit address space"),
        (lambda: qp.post_write(b"x", 0, 1 << 32), r"r_key: 0x100000000 is out of range"),
        (lambda: qp.post_write(b"x", 0, 1.0), r"r_key: 1\.0 is no whole number; accepted: 0\.\.0xffffffff"),
        (lambda: qp.post_write(b"x", 1.5, 0), r"remote_address: 1\.5 is no whole number"),
        (lambda: qp.post_write_imm(b"x", 0, 0, 1 << 32), r"imm: 4294967296 is out of range"),
    ):
        with pytest.raises(ValueError, match=message):
            bad()
    qp.post_write(b"x", 0, 0, wr_id=4)
    qp.modify_to_error()
    assert [c.wr_id for c in qp.poll_completions()] == [4]
    qp.reset()
    assert qp.state is QpState.RESET


# --- The end ---------------------------------------------------------------------------------------------------------
# Whatever ends a queue pair (reset, error, destroy) gives back what it held: window, jobs, probes, timers.

WINDOW = 64 * 1024


def two(seed=1):
    a, b = Nic(config("a", 1, [2]), seed), Nic(config("b", 2, [1]), seed + 1)
    return a, b, Pipe([a, b])


def end(nic, qp, how):
    if how == "reset":
        qp.reset()
    elif how == "error":
        qp.modify_to_error()
    else:
        nic.destroy_qp(qp)


@pytest.mark.parametrize("how", ["reset", "error", "destroy"])
def test_packets_in_flight_give_the_shared_window_back(how):
    a, b, pipe = two()
    first, _ = join(a, b, cwnd=WINDOW)
    second, _ = join(a, b, cwnd=WINDOW)
    region = b.register_memory(1 << 20)
    pipe.hook = lambda _n, _p, _f, _now: []
    first.post_write(pattern(1 << 20), region.address, region.r_key)
    pipe.run(limit_ns=20_000)  # the window is full, nothing has arrived
    pipe.hook = lambda _n, _p, frame, _now: [(0, frame)]
    second.post_write(pattern(100_000), region.address, region.r_key, wr_id=5)
    pipe.pump(a)
    end(a, first, how)
    # What waited for the window is asked for without anybody's help.
    assert a.next_wakeup() == a.now_ns
    pipe.run(lambda: second.counters.messages_completed == 1, limit_ns=200_000)
    assert [(c.wr_id, c.status) for c in second.poll_completions()] == [(5, CompletionStatus.SUCCESS)]
    assert second.counters.timeouts == 0


@pytest.mark.parametrize("how", ["reset", "error", "destroy"])
def test_an_ended_queue_pair_leaves_no_timer_and_no_work(how):
    a, b, pipe = two()
    qp, _ = join(a, b)
    region = b.register_memory(1 << 20)
    pipe.hook = lambda _n, _p, _f, _now: []
    qp.post_write(pattern(1 << 20), region.address, region.r_key)
    pipe.run(limit_ns=200_000)  # probes and timeouts under way, EVs assumed bad
    end(a, qp, how)
    assert a.transmit(0b11, a.now_ns) is None
    assert a.next_wakeup() is None


def test_a_reset_queue_pair_has_no_answers_left_to_send():
    peer = Peer()
    for number in range(1, 40):
        peer.now += 128
        peer.nic.receive(1, peer.data(number, ack=True), peer.now)
    peer.qp.reset()
    assert peer.drain() == []


def test_a_reset_queue_pair_can_be_connected_again_and_is_scheduled_once():
    peer = Peer()
    peer.qp.post_write(pattern(100_000), 0x5000, 1)
    peer.drain(3)
    peer.qp.reset()
    assert peer.qp.state is QpState.RESET
    assert peer.nic._scheduler._data.count(peer.qp) == 0
    assert peer.nic.queue_pairs[peer.qp.qpn] is peer.qp


def test_a_destroyed_queue_pair_is_unknown():
    peer = Peer()
    frame = peer.data(0)
    peer.nic.destroy_qp(peer.qp)
    assert peer.give(frame) == []
    assert peer.nic.counters["drop.unknown_qpn"] == 1
    with pytest.raises(KeyError):
        peer.nic.destroy_qp(peer.qp)


# --- Packets of a former connection ----------------------------------------------------------------------------------
# A packet of a former connection is never taken for one of the present, although it has its PSN.

FIRST_PSN = 0xFFFFF0


def again(a, b, qa, qb, psn=FIRST_PSN):
    """Both ends reset, and connected with the numbers that they have now and the same PSN as before."""
    for qp in (qa, qb):
        qp.reset()
    for qp in (qa, qb):
        qp.modify_to_init(InitAttributes(EvProfile(template()), CcProfile.fixed(256 * 1024)))
    for qp, other, peer in ((qa, qb, b), (qb, qa, a)):
        qp.modify_to_rtr(RtrAttributes(peer.config.address, other.qpn, first_psn=psn))
        qp.modify_to_rts(RtsAttributes(first_psn=psn))


def test_stale_packets_of_every_kind_go_nowhere():
    a, b = Nic(config("a", 1, [2]), 1), Nic(config("b", 2, [1]), 2)
    qa, qb = join(a, b, psn=FIRST_PSN)
    region = b.register_memory(8 * 4096)
    pipe = Pipe([a, b])
    old = []
    pipe.hook = lambda _n, _p, frame, _now: old.append(frame) or [(0, frame)]
    qa.post_write(b"o" * 8 * 4096, region.address, region.r_key)
    pipe.run(lambda: qa.counters.messages_completed == 1)
    again(a, b, qa, qb)
    # The new connection writes the same place; of its packets all but the first are held up.
    pipe.hook = lambda _n, _p, frame, _now: [(0, frame)]
    new = pattern(8 * 4096)
    qa.post_write(new, region.address, region.r_key, wr_id=2)
    before = qa.counters.as_dict(), qb.counters.as_dict()
    assert {opcode_of(frame) for frame in old} >= {0xC6, 0xC7, 0xC8, 0xDC, 0xD1}
    for frame in old:
        to = b if is_data(frame) else a
        to.receive(0 if frame[:6] == b.config.ports[0].mac else 1, frame, pipe.now)
    assert (qa.counters.as_dict(), qb.counters.as_dict()) == before
    assert qa.poll_completions() == []
    assert bytes(region.data) == b"o" * 8 * 4096
    pipe.run(lambda: qa.counters.messages_completed == 1)
    assert bytes(region.data) == new


def test_a_queue_pair_number_is_not_given_again_soon():
    nic = Nic(config("a", 1, [2]), 1)
    seen = set()
    qp = nic.create_qp()
    for _ in range(100):
        assert qp.qpn not in seen
        seen.add(qp.qpn)
        qp.modify_to_init(InitAttributes(EvProfile(template())))
        qp.modify_to_rtr(RtrAttributes(address(2), 17))
        qp.reset()
        assert nic.queue_pairs == {qp.qpn: qp}
    unused = nic.create_qp()
    number = unused.qpn
    unused.modify_to_init(InitAttributes(EvProfile(template())))
    unused.reset()
    assert unused.qpn == number  # nobody can have sent anything to it
    nic.destroy_qp(unused)
    assert nic.create_qp().qpn != number


def test_numbers_turn_over_and_skip_those_in_use():
    nic = Nic(config("a", 1, [2]), 1)
    first = nic.create_qp()
    nic._numbers.next = 0xFFFFFF
    assert nic.create_qp().qpn == 0xFFFFFF
    assert nic.create_qp().qpn not in (first.qpn, 0, 1, 2)


def test_a_queue_pair_draws_anew_for_each_connection_and_from_its_seed():
    def drawn(seed):
        qp = Nic(config("a", 1, [2]), seed).create_qp()
        for _ in range(4):
            qp.modify_to_init(InitAttributes(EvProfile(template())))
            qp.modify_to_rtr(RtrAttributes(address(2), 17))
            yield from (qp.evs._rotation._rng.random(), qp.reverse._rng.random())
            qp.reset()

    seen = list(drawn(1))
    assert len(set(seen)) == len(seen)
    assert list(drawn(1)) == seen
    assert not set(drawn(2)) & set(seen)


def test_connections_start_at_a_random_psn_of_the_seed():
    fabric = topologies.load("topologies/lab.yaml")

    def psns(seed):
        a, b = Nic(nic_config(fabric, 0), seed), Nic(nic_config(fabric, 3), seed + 100)
        return [
            (pair.a.requestor.flight.next_index, pair.b.requestor.flight.next_index)
            for pair in (connect(fabric, a, b) for _ in range(20))
        ]

    drawn = psns(1)
    flat = [psn for pair in drawn for psn in pair]
    assert psns(1) == drawn
    assert psns(2) != drawn
    assert len(set(flat)) == len(flat)
    assert all(0 <= psn <= 0xFFFFFF for psn in flat)
    assert max(flat) - min(flat) > 1 << 22  # spread over the space, not neighbours
    # Each end expects what the other begins with.
    a, b = Nic(nic_config(fabric, 0), 5), Nic(nic_config(fabric, 3), 6)
    pair = connect(fabric, a, b)
    assert pair.a.responder.reception.window.cack + 1 == pair.b.requestor.flight.next_index
    assert pair.b.responder.reception.window.cack + 1 == pair.a.requestor.flight.next_index
    assert pair.a.state is QpState.RTS
