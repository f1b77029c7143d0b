# SPDX-License-Identifier: Apache-2.0
"""Registered memory. Every byte a NIC writes goes through ``MemoryTable.place``: nothing else is touched."""

from dataclasses import dataclass
from enum import Flag
from operator import eq
from random import Random
from typing import Final, TypeAlias

from typing_extensions import Buffer as AnyBuffer

from host_stack.errors import ConfigError, HostStackError, UnknownObjectError, is_whole
from host_stack.unboxed import unboxed

Buffer: TypeAlias = AnyBuffer
"""Anything with bytes: bytes, a bytearray, a memoryview, an array."""


def bytes_of(field: str, buffer: Buffer) -> memoryview:
    """The bytes of a buffer, which cannot change its size until the view is released.

    Raises:
        ConfigError: ``buffer``, called ``field``, has no bytes, or they are not contiguous.
    """
    kind = type(buffer).__name__
    try:
        view = memoryview(buffer)
    except TypeError:
        raise ConfigError(f"{field}: {kind} has no bytes; accepted: a contiguous buffer") from None
    if not view.c_contiguous:
        raise ConfigError(f"{field}: {kind} is not contiguous; accepted: a contiguous buffer")
    return view.cast("B") if view.nbytes else memoryview(b"")


def lender_of(view: memoryview) -> bytes | None:
    """The object whose bytes ``view`` shows, if they never change: frames may borrow them."""
    return view.obj if type(view.obj) is bytes else None


class AccessError(HostStackError):
    """A remote access names an unknown r_key, leaves its region, or is not allowed there. The message says which."""


class Access(Flag):
    """What peers may do to a memory region, or by a queue pair (IBTA 10.6.3.3)."""

    LOCAL = 0
    """Nothing: it is the owner's alone."""
    REMOTE_WRITE = 1


@dataclass(frozen=True, slots=True)
class ProtectionDomain:
    """Regions and queue pairs that belong together: a peer reaches a region only by a queue pair of its domain.

    Attributes:
        number: which of its NIC's domains it is; 0 is the one that everything is in for which no other is named.
    """

    number: int


DEFAULT_DOMAIN: Final = ProtectionDomain(0)


@unboxed(ints="bytes_placed length", bools="writable")
class MemoryRegion:
    """A registered buffer remote peers may write.

    Attributes:
        address: virtual address of its first byte (64 bit).
        length: bytes.
        r_key: 32-bit key a peer must present.
        data: the bytes themselves, as they were registered; the owner may read and change them at any time, but their
            number is fixed until the region is deregistered.
        domain: the protection domain it belongs to; access: what peers may do to it; writable: whether that is writing.
        bytes_placed: bytes that peers have written.
    """

    __slots__ = ("_view", "access", "address", "bytes_placed", "data", "domain", "length", "r_key", "writable")

    def __init__(
        self,
        address: int,
        data: Buffer,
        r_key: int,
        domain: ProtectionDomain = DEFAULT_DOMAIN,
        access: Access = Access.REMOTE_WRITE,
    ) -> None:
        """A region of writable, contiguous ``data``.

        Raises:
            ConfigError: ``data`` cannot be written, is not contiguous, or leaves the 64-bit address space.
        """
        view = bytes_of("buffer", data)
        if view.readonly and view.nbytes:
            kind = type(data).__name__
            raise ConfigError(
                f"buffer: {kind} cannot be written; accepted: a bytearray, or a writable contiguous buffer"
            )
        if address < 0 or address + view.nbytes > 1 << 64:
            size = view.nbytes
            view.release()
            raise ConfigError(f"address {address:#x} + {size} bytes leaves the 64-bit address space")
        self.address = address
        self.data = data
        self.length = view.nbytes
        self.r_key = r_key
        self.domain = domain
        self.access = access
        self.writable = Access.REMOTE_WRITE in access
        self.bytes_placed = 0
        self._view = view

    def write(self, offset: int, payload: bytes | memoryview) -> None:
        """Copy bytes of a peer (of a view of bytes) to ``offset``; that they fit has been checked."""
        size = len(payload)
        self._view[offset : offset + size] = payload
        self.bytes_placed += size

    def read(self, offset: int, length: int) -> bytes:
        """A copy of ``length`` bytes from ``offset`` on, for the owner; as a slice, less at the end of the region."""
        return bytes(memoryview(self.data).cast("B")[offset : offset + length])

    def equals(self, contents: bytes | memoryview) -> bool:
        """Whether these bytes are what the region holds, for the owner; of a ``bytearray`` without a copy."""
        data = self.data if isinstance(self.data, bytearray) else self.read(0, self.length)
        return bool(eq(data, contents))  # which bytearrays know of all that has bytes

    def release(self) -> None:
        """The buffer is its owner's again: nothing is placed any more."""
        self._view.release()

    def __repr__(self) -> str:
        return f"MemoryRegion(address={self.address:#x}, length={self.length}, r_key={self.r_key:#010x})"


_FIRST_ADDRESS: Final = 0x1_0000_0000
_ALIGNMENT: Final = 1 << 21


class MemoryTable:
    """The regions of one NIC, by r_key."""

    __slots__ = ("_next_address", "_regions")

    def __init__(self) -> None:
        self._regions: dict[int, MemoryRegion] = {}
        self._next_address = _FIRST_ADDRESS

    def __len__(self) -> int:
        return len(self._regions)

    def register(
        self, buffer: int | Buffer, *, address: int | None, domain: ProtectionDomain, access: Access, rng: Random
    ) -> MemoryRegion:
        """A region of a buffer, or of a new one of that many bytes, with an r_key that no other region has.

        Raises:
            ConfigError: the buffer cannot be written, is not contiguous, or leaves the 64-bit address space; or the
                address is no whole number.
        """
        if address is not None and not is_whole(address):
            raise ConfigError(f"address: {address!r} is no whole number; accepted: 0..0xffffffffffffffff")
        data = bytearray(buffer) if isinstance(buffer, int) else buffer
        if address is None:
            address = self._next_address
            size = bytes_of("buffer", data).nbytes
            self._next_address += -(-max(1, size) // _ALIGNMENT) * _ALIGNMENT
        r_key = rng.getrandbits(32)
        while r_key in self._regions:
            r_key = rng.getrandbits(32)
        region = MemoryRegion(address, data, r_key, domain, access)
        self.add(region)
        return region

    def add(self, region: MemoryRegion) -> None:
        """Register; raises ConfigError if the r_key is taken."""
        if region.r_key in self._regions:
            raise ConfigError(f"r_key {region.r_key:#010x} is already registered")
        self._regions[region.r_key] = region

    def remove(self, region: MemoryRegion) -> None:
        """Deregister; later accesses with its r_key are refused. Raises UnknownObjectError if it is not registered."""
        if self._regions.get(region.r_key) is not region:
            raise UnknownObjectError(f"{region} is not registered")
        del self._regions[region.r_key]
        region.release()

    def place(
        self,
        r_key: int,
        address: int,
        payload: bytes | memoryview,
        domain: ProtectionDomain | None = DEFAULT_DOMAIN,
    ) -> None:
        """Copy ``payload`` to virtual ``address`` of the region of ``r_key``; raises AccessError and writes nothing.

        ``domain``: that of the queue pair; None if no peer may write by it.
        """
        region = self._regions.get(r_key)
        if region is None:
            raise AccessError(f"unknown r_key {r_key:#010x}")
        same = region.domain is domain or region.domain == domain
        if not same or not region.writable:
            raise AccessError(f"region {r_key:#010x} of {region.domain} may not be written by a queue pair of {domain}")
        offset = address - region.address
        size = len(payload)
        if offset < 0 or offset + size > region.length:
            raise AccessError(
                f"[{address:#x}, {address + size:#x}) leaves region {r_key:#010x} "
                f"[{region.address:#x}, {region.address + region.length:#x})"
            )
        region.write(offset, payload)
