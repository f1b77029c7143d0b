# SPDX-License-Identifier: Apache-2.0
"""The error for a value that a NIC does not accept, and the check of a range."""


class ConfigError(ValueError):
    """A configuration value is out of range; the message names the field, the value and what is accepted."""


def check_range(name: str, value: int, low: int, high: int) -> None:
    """Raises ConfigError unless ``value`` is in ``low..high``."""
    if not low <= value <= high:
        raise ConfigError(f"{name}: {value} is out of range; accepted: {low}..{high}")
