# SPDX-License-Identifier: Apache-2.0
"""A packet of a former connection is never taken for one of the present, although it has its PSN."""

from host_stack_kit import (
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
from host_stack import CcProfile, EvProfile, InitAttributes, Nic, QpState, RtrAttributes, RtsAttributes
from host_stack.provision import connect, nic_config

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
