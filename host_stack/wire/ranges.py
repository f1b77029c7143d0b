# SPDX-License-Identifier: Apache-2.0
"""The checks of a range, and of an address."""

from host_stack.errors import ConfigError


def check_range(name: str, value: int, low: int, high: int) -> None:
    """Raises ConfigError unless ``value`` is in ``low..high``."""
    if not low <= value <= high:
        raise ConfigError(f"{name}: {value} is out of range; accepted: {low}..{high}")


def check_address(name: str, address: bytes) -> None:
    """Raises ConfigError unless ``address`` is as long as one of IPv6 or IPv4."""
    if len(address) not in (16, 4):
        raise ConfigError(f"{name}: {len(address)} bytes; accepted: a 16-byte IPv6 address, or 4 bytes of IPv4")
