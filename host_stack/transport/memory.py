# SPDX-License-Identifier: Apache-2.0
"""Registered memory. Every byte a NIC writes goes through ``MemoryTable.place``: nothing else is touched."""

Buffer = bytes | bytearray | memoryview


class AccessError(Exception):
    """A remote access names an unknown r_key or leaves its region. The message says which."""


class MemoryRegion:
    """A registered buffer remote peers may write.

    Attributes:
        address: virtual address of its first byte (64 bit).
        length: bytes.
        r_key: 32-bit key a peer must present.
        data: the bytes themselves; the owner may read them at any time.
    """

    __slots__ = ("address", "bytes_placed", "data", "length", "r_key")

    def __init__(self, address: int, data: bytearray, r_key: int) -> None:
        if address < 0 or address + len(data) > 1 << 64:
            raise ValueError(f"address {address:#x} + {len(data)} bytes leaves the 64-bit address space")
        self.address = address
        self.data = data
        self.length = len(data)
        self.r_key = r_key
        self.bytes_placed = 0

    def __repr__(self) -> str:
        return f"MemoryRegion(address={self.address:#x}, length={self.length}, r_key={self.r_key:#010x})"


class MemoryTable:
    """The regions of one NIC, by r_key."""

    def __init__(self) -> None:
        self._regions: dict[int, MemoryRegion] = {}

    def has(self, r_key: int) -> bool:
        """Whether a region has this key."""
        return r_key in self._regions

    def add(self, region: MemoryRegion) -> None:
        """Register; raises ValueError if the r_key is taken."""
        if region.r_key in self._regions:
            raise ValueError(f"r_key {region.r_key:#010x} is already registered")
        self._regions[region.r_key] = region

    def remove(self, region: MemoryRegion) -> None:
        """Deregister; later accesses with its r_key are refused."""
        del self._regions[region.r_key]

    def place(self, r_key: int, address: int, payload: Buffer) -> None:
        """Copy ``payload`` to virtual ``address`` of the region of ``r_key``; raises AccessError and writes nothing."""
        region = self._regions.get(r_key)
        if region is None:
            raise AccessError(f"unknown r_key {r_key:#010x}")
        view = memoryview(payload)
        offset = address - region.address
        end = offset + view.nbytes
        if offset < 0 or end > region.length:
            raise AccessError(
                f"[{address:#x}, {address + view.nbytes:#x}) leaves region {r_key:#010x} "
                f"[{region.address:#x}, {region.address + region.length:#x})"
            )
        region.data[offset:end] = view
        region.bytes_placed += view.nbytes
