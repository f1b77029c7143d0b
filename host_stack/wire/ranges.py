# SPDX-License-Identifier: Apache-2.0
"""The check of a range."""

from host_stack.errors import ConfigError


def check_range(name: str, value: int, low: int, high: int) -> None:
    """Raises ConfigError unless ``value`` is in ``low..high``."""
    if not low <= value <= high:
        raise ConfigError(f"{name}: {value} is out of range; accepted: {low}..{high}")
