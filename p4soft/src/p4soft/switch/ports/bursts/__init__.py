# SPDX-License-Identifier: Apache-2.0
"""Frames in and out of sockets, many at a time: one system call for a burst, and no Python for a frame.

`recvmmsg` fills the records that the native engine's burst takes, `sendmmsg` empties those that it leaves, over packet
sockets and SOCK_SEQPACKET alike.
"""

from p4soft.switch.ports.bursts.transfer import BurstTransfer, Received

__all__ = ["BurstTransfer", "Received"]
