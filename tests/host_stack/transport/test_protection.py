# SPDX-License-Identifier: Apache-2.0
"""A key alone opens nothing: protection domain and access of region and queue pair must allow it."""

import pytest
from host_stack_kit import ACK, FIRST, Peer, address, template

from host_stack import Access, EvProfile, InitAttributes, QpState, RtrAttributes, RtsAttributes


def reconnect(peer, domain=None, access=Access.REMOTE_WRITE):
    """The same peer on a queue pair of another domain, or with other rights."""
    qp = peer.nic.create_qp() if domain is None else peer.nic.create_qp(domain)
    qp.modify_to_init(InitAttributes(EvProfile(template()), access=access))
    qp.modify_to_rtr(RtrAttributes(address(2), peer.peer_qpn, first_psn=FIRST))
    qp.modify_to_rts(RtsAttributes(first_psn=FIRST))
    peer.qp = qp


def refused(peer, region):
    out = peer.give(peer.data(0, b"evil", opcode=0xCA, va=region.address, key=region.r_key))
    naks = [p.control[0].syndrome for p in out if p.bth.opcode == ACK]
    assert naks in ([0x62], [0x1F])
    if naks == [0x62]:
        assert not any(region.data)
        assert peer.qp.state is QpState.ERROR
    return naks == [0x62]


def test_by_default_everything_is_in_one_domain_and_may_be_written():
    peer = Peer()
    region = peer.nic.register_memory(64)
    assert region.domain == peer.qp.domain
    assert region.access is Access.REMOTE_WRITE
    assert not refused(peer, region)


def test_a_region_of_another_domain_is_out_of_reach():
    peer = Peer()
    domain = peer.nic.create_protection_domain()
    assert domain != peer.nic.create_protection_domain()
    region = peer.nic.register_memory(64, domain=domain)
    assert refused(peer, region)
    reconnect(peer, domain)
    assert not refused(peer, region)


def test_a_queue_pair_of_another_domain_reaches_nothing_of_the_default_one():
    peer = Peer()
    region = peer.nic.register_memory(64)
    reconnect(peer, peer.nic.create_protection_domain())
    assert refused(peer, region)


def test_a_region_without_remote_write_is_the_owners_alone():
    peer = Peer()
    assert refused(peer, peer.nic.register_memory(64, access=Access.LOCAL))


def test_a_queue_pair_without_remote_write_takes_none():
    peer = Peer()
    region = peer.nic.register_memory(64)
    reconnect(peer, access=Access.LOCAL)
    assert refused(peer, region)


@pytest.mark.parametrize("access", list(Access))
def test_access_is_a_set(access):
    assert Access.LOCAL | access == access
