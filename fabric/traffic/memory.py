# SPDX-License-Identifier: Apache-2.0
"""Memory of the receiver of a flow, wherever its NIC is: where messages go, and whether they are there."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Protocol

from typing_extensions import override

from fabric.traffic.contents import Contents
from host_stack import MemoryRegion

Compared = Callable[[bytes | None], None]
"""Told None, or the SHA-256 of what is in memory in the place of what should be there."""


class Region(Protocol):
    """Bytes that peers may write.

    Attributes:
        address, r_key: by which they do.
        length: bytes.
    """

    address: int
    length: int
    r_key: int

    def read(self, offset: int, length: int, /) -> bytes:
        """A copy of `length` bytes from `offset` on."""


class Memory(Protocol):
    """Of a NIC, what a flow that it receives needs."""

    def register(self, size: int) -> Region:
        """A region of so many bytes that peers may write."""

    def deregister(self, region: Region) -> None:
        """The region is not needed any more."""

    def compare(self, region: Region, contents: Contents, number: int, then: Compared) -> None:
        """Hold a region against a message; `then` is called when that is done, at once if that is possible."""


class Registry(Protocol):
    """Of a NIC, the verbs by which a program gives it memory."""

    def register_memory(self, buffer: int) -> MemoryRegion:
        """A region of so many bytes that peers may write."""

    def deregister_memory(self, region: MemoryRegion) -> None:
        """From now on peers are refused that write to the region."""


class NicMemory(Memory):
    """Memory of a NIC of this process."""

    def __init__(self, nic: Registry) -> None:
        self._nic = nic

    @override
    def register(self, size: int) -> MemoryRegion:
        return self._nic.register_memory(size)

    @override
    def deregister(self, region: Region) -> None:
        self._nic.deregister_memory(own(region))

    @override
    def compare(self, region: Region, contents: Contents, number: int, then: Compared) -> None:
        there = region.read(0, region.length)
        then(None if there == contents.message(number) else hashlib.sha256(there).digest())


def own(region: Region) -> MemoryRegion:
    """A region that is in the memory of this process."""
    assert isinstance(region, MemoryRegion), "it was registered by a NIC of this process"
    return region
