# SPDX-License-Identifier: Apache-2.0
"""Has a host's interface send whole frames of its MTU with whole checksums, as a cable would carry them.

Between two ends of a veth the kernel leaves checksums and segmentation to a device that does not exist; a P4 switch
then gets TCP and UDP without checksums, in frames of 64 KiB. `ethtool -K eth0 tx off sg off tso off gso off gro off`.
"""

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import socket
import struct

from fabric.errors import BuildError

_SIOCETHTOOL = 0x8946
# linux/ethtool.h: ETHTOOL_STXCSUM, ETHTOOL_SSG, ETHTOOL_STSO, ETHTOOL_SGSO, ETHTOOL_SGRO
_CHECKSUMS = 0x17
_SEGMENTATION = (0x19, 0x1F, 0x24, 0x2C)


def compute_everything(interface: str) -> None:
    """Leave nothing to the device, for good. Raises BuildError."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        try:
            _switch_off(sock, interface, _CHECKSUMS)
        except OSError as error:
            raise BuildError(f"interface {interface}: checksums stay with the device: {error.strerror}") from None
        for feature in _SEGMENTATION:
            with contextlib.suppress(OSError):  # without checksums there is no segmentation where these are not known
                _switch_off(sock, interface, feature)


def _switch_off(sock: socket.socket, interface: str, feature: int) -> None:
    value = ctypes.create_string_buffer(struct.pack("@II", feature, 0))
    request = struct.pack("@16sP", interface.encode(), ctypes.addressof(value))
    fcntl.ioctl(sock, _SIOCETHTOOL, request)
