# SPDX-License-Identifier: Apache-2.0
"""Addresses of the links between a device and the suite, for devices that route to addresses and not to ports.

No case uses these ranges: fdad:0:ffff::/48 (RFC 4193) and 198.18.0.0/16 (RFC 2544, for tests between devices).
"""

from __future__ import annotations

from ipaddress import IPv6Address


def device_ipv6(port: int) -> str:
    """The device's IPv6 address on `port`, of a /64."""
    return str(IPv6Address(f"fdad:0:ffff:{port:x}::1"))


def neighbour_ipv6(port: int) -> str:
    """The IPv6 address of the neighbour on `port`."""
    return str(IPv6Address(f"fdad:0:ffff:{port:x}::2"))


def device_ipv4(port: int) -> str:
    """The device's IPv4 address on `port`, of a /24; ports 0 to 255."""
    return f"198.18.{port}.1"


def neighbour_ipv4(port: int) -> str:
    """The IPv4 address of the neighbour on `port`."""
    return f"198.18.{port}.2"


def mac_text(address: int) -> str:
    """A MAC address as people write it."""
    return address.to_bytes(6, "big").hex(":")
