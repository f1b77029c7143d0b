# SPDX-License-Identifier: Apache-2.0
"""Nothing outside a region is written."""

import pytest

from host_stack.transport.memory import AccessError, MemoryRegion, MemoryTable


def test_memory_refuses_what_leaves_a_region():
    table = MemoryTable()
    region = MemoryRegion(0x1000, bytearray(16), 7)
    table.add(region)
    table.place(7, 0x100C, b"abcd")
    assert region.data == bytes(12) + b"abcd"
    for key, address, data in ((8, 0x1000, b"x"), (7, 0xFFF, b"x"), (7, 0x100D, b"abcd"), (7, 1 << 63, b"x")):
        with pytest.raises(AccessError):
            table.place(key, address, data)
    assert region.data == bytes(12) + b"abcd"
    assert len(region.data) == 16
    with pytest.raises(ValueError, match="already registered"):
        table.add(MemoryRegion(0, bytearray(1), 7))
    table.remove(region)
    with pytest.raises(AccessError, match="unknown r_key"):
        table.place(7, 0x1000, b"x")
