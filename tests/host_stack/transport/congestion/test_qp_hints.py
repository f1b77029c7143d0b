# SPDX-License-Identifier: Apache-2.0
"""A hint makes the first window smaller, and nothing else (endpoint §1.2)."""

import pytest
from host_stack_kit import (
    Pipe,
    config,
    template,
)
from nic_wire_kit import pattern

from host_stack import CcProfile, EvProfile, InitAttributes, Nic, QpHint, RtrAttributes, RtsAttributes
from host_stack.transport.congestion.controller import Conditions
from host_stack.transport.congestion.nscc import NsccParameters

PEER = config("o", 2, [1]).address


def first_window(hint, cc=None):
    nic = Nic(config("n", 1, [2]), 1)
    qp = nic.create_qp()
    qp.modify_to_init(InitAttributes(EvProfile(template()), cc or CcProfile(), hint))
    qp.modify_to_rtr(RtrAttributes(PEER, 17))
    qp.modify_to_rts(RtsAttributes())
    return nic.destination(PEER, CcProfile(), (0, 1)).controller.window


@pytest.mark.parametrize(
    ("hint", "part"),
    [
        (QpHint(), 1),
        (QpHint(num_qps_per_peer=8), 1),  # they share the destination's window
        (QpHint(num_remote_recv_peers=7), 7),
        (QpHint(num_send_peers=4), 4),
        (QpHint(num_send_peers=4, num_remote_recv_peers=7), 7),
        (QpHint(num_qps_per_peer=8, num_remote_recv_peers=56), 7),  # seven NICs of eight queue pairs
        (QpHint(num_qps_per_peer=8, num_remote_recv_peers=57), 8),
    ],
)
def test_the_first_window_is_a_part_of_the_largest(hint, part):
    largest = 200_000_000_000 * 10_000 // 8_000_000_000 * 3 // 2  # 1.5 bandwidth-delay products of two ports
    assert first_window(hint) == largest // part


def test_it_is_never_less_than_a_packet():
    assert first_window(QpHint(num_remote_recv_peers=1 << 20)) == Conditions(1, 1, 4184, True).packet_bytes


def test_a_fixed_window_is_fixed():
    assert first_window(QpHint(num_remote_recv_peers=7), CcProfile.fixed(70_000)) == 70_000


def test_the_window_grows_to_what_it_would_have_been():
    a, b = Nic(config("a", 1, [2]), 1), Nic(config("b", 2, [1]), 2)
    pairs = []
    for nic, peer in ((a, b), (b, a)):
        qp = nic.create_qp()
        found = nic.config.paths.template(peer.config.address)
        qp.modify_to_init(InitAttributes(EvProfile(found), CcProfile(), QpHint(num_remote_recv_peers=64)))
        pairs.append(qp)
    for qp, other, peer in ((pairs[0], pairs[1], b), (pairs[1], pairs[0], a)):
        qp.modify_to_rtr(RtrAttributes(peer.config.address, other.qpn, mpr=32))
        qp.modify_to_rts(RtsAttributes(mpr=32))
    controller = a.destination(b.config.address, CcProfile(), (0, 1)).controller
    begun = controller.window
    data = pattern(4 << 20)
    region = b.register_memory(len(data))
    pairs[0].post_write(data, region.address, region.r_key)
    Pipe([a, b]).run(lambda: pairs[0].counters.messages_completed == 1)
    assert bytes(region.data) == data
    assert controller.window > 16 * begun


def test_numbers_without_a_hint_are_those_of_before():
    conditions = Conditions(10_000, 100_000_000_000, 4184, True)
    assert conditions.sharers == NsccParameters().resolve(conditions).sharers == 1
