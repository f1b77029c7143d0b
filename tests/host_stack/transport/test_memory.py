# SPDX-License-Identifier: Apache-2.0
"""Nothing outside a region is written, and no region without the right to it."""

import sys
from array import array

import pytest
from host_stack_kit import ACK, FIRST, Peer, address, config, template

from host_stack import Access, ConfigError, EvProfile, InitAttributes, Nic, QpState, RtrAttributes, RtsAttributes
from host_stack.transport.memory import AccessError, MemoryRegion, MemoryTable
from host_stack.wire.headers import Aeth

# --- Regions ---------------------------------------------------------------------------------------------------------
# Nothing outside a region is written.


def test_memory_refuses_what_leaves_a_region():
    table = MemoryTable()
    region = MemoryRegion(0x1000, bytearray(16), 7)
    table.add(region)
    table.place(7, 0x100C, b"abcd")
    assert region.data == bytes(12) + b"abcd"
    for key, place, data in ((8, 0x1000, b"x"), (7, 0xFFF, b"x"), (7, 0x100D, b"abcd"), (7, 1 << 63, b"x")):
        with pytest.raises(AccessError):
            table.place(key, place, data)
    assert region.data == bytes(12) + b"abcd"
    assert len(region.data) == 16
    with pytest.raises(ValueError, match="already registered"):
        table.add(MemoryRegion(0, bytearray(1), 7))
    table.remove(region)
    with pytest.raises(AccessError, match="unknown r_key"):
        table.place(7, 0x1000, b"x")


def test_a_region_holds_the_export_of_its_buffer():
    """An owner who shrinks the buffer would move what is placed: Python refuses that while the region is registered."""
    data = bytearray(16)
    table = MemoryTable()
    region = MemoryRegion(0x1000, data, 7)
    table.add(region)
    with pytest.raises(BufferError):
        del data[:8]
    with pytest.raises(BufferError):
        data.extend(b"more")
    table.place(7, 0x1008, b"abcd")
    assert data == bytes(8) + b"abcd" + bytes(4)
    table.remove(region)
    del data[:8]  # it is the owner's again
    assert data == b"abcd" + bytes(4)


@pytest.mark.parametrize(
    ("buffer", "message"),
    [
        (b"immutable", r"buffer: bytes cannot be written; accepted: a bytearray, or a writable contiguous buffer"),
        (memoryview(b"immutable"), "buffer: memoryview cannot be written"),
        (memoryview(bytearray(8))[::2], "buffer: memoryview is not contiguous"),
        ("text", "buffer: str has no bytes"),
    ],
)
def test_what_cannot_be_written_is_refused_when_it_is_registered(buffer, message):
    nic = Nic(config("n", 1, [2]), 1)
    with pytest.raises(ConfigError, match=message):
        nic.register_memory(buffer)
    assert not nic.memory._regions


def test_any_writable_buffer_will_do():
    words = array("Q", [0] * 4)
    nic = Nic(config("n", 1, [2]), 1)
    region = nic.register_memory(words)
    assert region.length == 32
    nic.memory.place(region.r_key, region.address + 8, (5).to_bytes(8, sys.byteorder))
    assert list(words) == [0, 5, 0, 0]
    half = bytearray(8)
    part = nic.register_memory(memoryview(half)[4:])
    nic.memory.place(part.r_key, part.address, b"abcd")
    assert half == bytes(4) + b"abcd"


@pytest.mark.parametrize("buffer", [bytearray(b"abcd"), array("H", b"abcd")])
def test_a_region_is_held_against_bytes(buffer):
    region = Nic(config("n", 1, [2]), 1).register_memory(buffer)
    assert region.equals(b"abcd")
    assert not region.equals(b"abcx")
    assert not region.equals(b"abc")
    assert not region.equals(b"abcde")


def test_a_failed_registration_leaves_the_buffer_alone():
    data = bytearray(4)
    with pytest.raises(ValueError, match="leaves the 64-bit address space"):
        MemoryRegion((1 << 64) - 3, data, 1)
    data.extend(b"x")


def test_data_to_write_must_be_contiguous_and_is_held_until_it_completes():
    peer = Peer()
    with pytest.raises(ConfigError, match="data: memoryview is not contiguous"):
        peer.qp.post_write(memoryview(b"abcdef")[::2], 0, 0)
    with pytest.raises(ConfigError, match="data: str has no bytes"):
        peer.qp.post_write("abc", 0, 0)
    data = bytearray(b"abcd")
    peer.qp.post_write(data, 0x5000, 1)
    with pytest.raises(BufferError):
        data.clear()
    peer.drain()
    peer.give(peer.control(ACK, Aeth(0x1F, 1).pack(), psn=FIRST))
    data.clear()


# --- Rights ----------------------------------------------------------------------------------------------------------
# A key alone opens nothing: protection domain and access of region and queue pair must allow it.


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
