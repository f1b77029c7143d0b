# SPDX-License-Identifier: Apache-2.0
"""The kernel's structs of recvmmsg(2) and sendmmsg(2), packet(7) and cmsg(3).

Linux on 64-bit machines: `socklen_t` is 4 bytes, `size_t` 8.
"""

from __future__ import annotations

import ctypes

BURST = 64
"""Messages of one system call."""
HEADROOM = 16
"""Bytes before a received frame: room to put a VLAN tag back in."""
MAX_FRAME = 65536


class IoVec(ctypes.Structure):
    """`struct iovec`: where the bytes of a message are."""

    _fields_ = (("base", ctypes.c_uint64), ("length", ctypes.c_uint64))


class Message(ctypes.Structure):
    """`struct mmsghdr`: `struct msghdr` and, after the call, the bytes of the message."""

    _fields_ = (
        ("name", ctypes.c_uint64),
        ("name_length", ctypes.c_uint64),
        ("vectors", ctypes.c_uint64),
        ("vector_count", ctypes.c_uint64),
        ("control", ctypes.c_uint64),
        ("control_length", ctypes.c_uint64),
        ("flags", ctypes.c_uint32),
        ("padding", ctypes.c_uint32),
        ("length", ctypes.c_uint32),
        ("padding2", ctypes.c_uint32),
    )


class LinkAddress(ctypes.Structure):
    """`struct sockaddr_ll`, padded to 24 bytes."""

    _fields_ = (
        ("family", ctypes.c_uint16),
        ("protocol", ctypes.c_uint16),
        ("interface", ctypes.c_uint32),
        ("hardware", ctypes.c_uint16),
        ("packet_type", ctypes.c_uint8),
        ("rest", ctypes.c_uint8 * 13),
    )


class Auxiliary(ctypes.Structure):
    """`struct cmsghdr` and `struct tpacket_auxdata`, which says what the kernel took out of a frame."""

    _fields_ = (
        ("size", ctypes.c_uint64),
        ("level", ctypes.c_uint32),
        ("kind", ctypes.c_uint32),
        ("status", ctypes.c_uint32),
        ("length", ctypes.c_uint32),
        ("captured", ctypes.c_uint32),
        ("link_offset", ctypes.c_uint16),
        ("network_offset", ctypes.c_uint16),
        ("vlan_tci", ctypes.c_uint16),
        ("vlan_tpid", ctypes.c_uint16),
        ("padding", ctypes.c_uint32),
    )


def at(structure: type[ctypes.Structure], field: str) -> tuple[int, int]:
    """Byte offset and width in bits of a field."""
    found = getattr(structure, field)
    return found.offset, 8 * found.size
