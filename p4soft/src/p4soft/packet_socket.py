# SPDX-License-Identifier: Apache-2.0
"""Whole Ethernet frames to and from a Linux network interface (AF_PACKET, packet(7)).

Used on both sides of a port: by the software switch and by the tester that attaches to it.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import fcntl
import socket
import struct
from collections.abc import Iterable

ETH_P_ALL = 0x0003
ETH_P_8021Q = 0x8100
SOL_PACKET = 263
PACKET_AUXDATA = 8
PACKET_IGNORE_OUTGOING = 23
PACKET_OUTGOING = 4
TP_STATUS_VLAN_VALID = 0x10
TP_STATUS_VLAN_TPID_VALID = 0x40
PACKET_STATISTICS = 6
MAX_FRAME = 65535
_RECEIVE_BUFFER = 8 << 20
_PACKET_ADD_MEMBERSHIP = 1
_PACKET_MR_PROMISC = 1
_SO_ATTACH_FILTER = 26
_NOTHING = ctypes.create_string_buffer(struct.pack("@HBBI", 0x06, 0, 0, 0), 8)  # struct sock_filter: return 0 bytes
_SIOCGIFFLAGS = 0x8913
_SIOCGIFMTU = 0x8921
_UP_AND_RUNNING = 0x1 | 0x40  # IFF_UP, IFF_RUNNING
_STATISTICS = struct.Struct("@II")  # struct tpacket_stats: tp_packets, tp_drops
_AUXDATA = struct.Struct("@IIIHHHH")  # struct tpacket_auxdata: status, len, snaplen, mac, net, vlan_tci, vlan_tpid


def open_interface(name: str, *, receives: bool = True) -> socket.socket:
    """Open a non-blocking packet socket that sees every frame *received* by interface `name`.

    Args:
        name: the interface.
        receives: whether it sees them; otherwise it is for sending alone.

    Raises:
        PermissionError: no CAP_NET_RAW; the message says what to do.
        OSError: no such interface.
    """
    try:
        # Protocol 0 receives nothing until bind(), so no frame of another interface slips in.
        sock = socket.socket(socket.AF_PACKET, socket.SOCK_RAW | socket.SOCK_NONBLOCK, 0)
    except PermissionError as error:
        message = f"interface {name}: opening a packet socket needs root or CAP_NET_RAW (or use unix:/path)"
        raise PermissionError(error.errno, message) from None
    try:
        sock.setsockopt(SOL_PACKET, PACKET_AUXDATA, 1)
        # Kernels before 4.20 lack this; receive_frame() filters outgoing frames by itself too.
        try:
            sock.setsockopt(SOL_PACKET, PACKET_IGNORE_OUTGOING, 1)
        except OSError as error:
            if error.errno not in (errno.ENOPROTOOPT, errno.EINVAL):
                raise
        sock.bind((name, ETH_P_ALL if receives else 0))
    except OSError as error:
        sock.close()
        if error.errno == errno.ENODEV:
            raise OSError(error.errno, f"interface {name}: no such network interface") from None
        raise OSError(error.errno, f"interface {name}: {error.strerror}") from None
    return sock


def see_all(sock: socket.socket, name: str) -> None:
    """Let a socket see frames to any address, and keep megabytes of them until they are read. Raises OSError."""
    with contextlib.suppress(OSError):  # Loopback and some virtual interfaces have no such mode.
        membership = struct.pack("@iHH8s", socket.if_nametoindex(name), _PACKET_MR_PROMISC, 0, b"")  # packet_mreq
        sock.setsockopt(SOL_PACKET, _PACKET_ADD_MEMBERSHIP, membership)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _RECEIVE_BUFFER)


def see_nothing(sock: socket.socket) -> None:
    """Let no more frames come to a socket; those that wait there stay. Raises OSError."""
    nothing = struct.pack("@HP", 1, ctypes.addressof(_NOTHING))  # struct sock_fprog
    sock.setsockopt(socket.SOL_SOCKET, _SO_ATTACH_FILTER, nothing)


def receive_frame(sock: socket.socket) -> bytes | None:
    """One received frame, its VLAN tag put back where the kernel took it out; None for a frame we sent ourselves.

    Raises:
        BlockingIOError: nothing is waiting.
        OSError: the interface went down or away.
    """
    data, ancillary, _flags, address = sock.recvmsg(MAX_FRAME, socket.CMSG_SPACE(_AUXDATA.size))
    if address[2] == PACKET_OUTGOING:
        return None
    return with_tag(data, ancillary)


def with_tag(data: bytes, ancillary: Iterable[tuple[int, int, bytes]]) -> bytes:
    """A frame with its VLAN tag, which the kernel took out and reports separately (packet(7), PACKET_AUXDATA)."""
    for level, kind, payload in ancillary:
        if level == SOL_PACKET and kind == PACKET_AUXDATA and len(payload) >= _AUXDATA.size:
            status, _, _, _, _, tci, tpid = _AUXDATA.unpack_from(payload)
            if status & TP_STATUS_VLAN_VALID:
                if not status & TP_STATUS_VLAN_TPID_VALID:
                    tpid = ETH_P_8021Q
                return data[:12] + struct.pack("!HH", tpid, tci) + data[12:]
    return data


def is_up(sock: socket.socket, name: str) -> bool:
    """Whether interface `name`, in the namespace of `sock`, is administratively up and has a carrier (netdevice(7))."""
    request = struct.pack("16sH14x", name.encode(), 0)  # struct ifreq
    try:
        reply = fcntl.ioctl(sock, _SIOCGIFFLAGS, request)
    except OSError:  # The interface is gone.
        return False
    flags: int = struct.unpack_from("16xH", reply)[0]
    return flags & _UP_AND_RUNNING == _UP_AND_RUNNING


def mtu(sock: socket.socket, name: str) -> int:
    """The longest payload of a frame of interface `name`, in the namespace of `sock`. Raises OSError."""
    reply = fcntl.ioctl(sock, _SIOCGIFMTU, struct.pack("16sI20x", name.encode(), 0))
    return int(struct.unpack_from("16xI", reply)[0])


def lost_since(sock: socket.socket) -> int:
    """Frames that found the socket's buffer full since this was last asked: the kernel counts from 0 again."""
    raw = sock.getsockopt(SOL_PACKET, PACKET_STATISTICS, _STATISTICS.size)
    return int(_STATISTICS.unpack(raw)[1])
