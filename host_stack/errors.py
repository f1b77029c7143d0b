# SPDX-License-Identifier: Apache-2.0
"""What ``host_stack`` raises, the checks that raise it, and what handlers raise.

Everything is a ``HostStackError``; its message is complete and for people.
"""

from collections.abc import Callable, Iterable
from typing import Final, TypeVar

from typing_extensions import override

# --- Errors ----------------------------------------------------------------------------------------------------------


class HostStackError(Exception):
    """The base class of all errors that a NIC raises."""


class ConfigError(HostStackError, ValueError):
    """A value is not one that a NIC accepts; the message names the field, the value and what is accepted."""


class UnknownObjectError(HostStackError, KeyError):
    """A queue pair, a region or a queue is not one of this NIC, or not any more."""

    @override
    def __str__(self) -> str:
        # A KeyError shows its argument in quotes, as a key.
        return str(self.args[0])


class QueueFullError(HostStackError):
    """A work queue has no room for what was posted; the message says which, and for how many there is."""


# --- Handlers that raise ---------------------------------------------------------------------------------------------

_T = TypeVar("_T")


def for_all(items: Iterable[_T], action: Callable[[_T], object]) -> None:
    """Call ``action`` for each; what handlers raise in between is raised when all have had their turn, the first."""
    raised: BaseException | None = None
    for item in items:
        try:
            action(item)
        except BaseException as error:  # noqa: BLE001  raised below
            raised = raised or error
    if raised is not None:
        raise raised


# --- Checks ----------------------------------------------------------------------------------------------------------


def is_whole(value: object) -> bool:
    """Whether it is a whole number, Python's or NumPy's."""
    return isinstance(value, int) or hasattr(type(value), "__index__")


def check_range(name: str, value: int, low: int, high: int) -> None:
    """Raises ConfigError unless ``value`` is a whole number in ``low..high``."""
    if not is_whole(value):
        raise ConfigError(f"{name}: {value!r} is no whole number; accepted: {low}..{high}")
    if not low <= value <= high:
        raise ConfigError(f"{name}: {value} is out of range; accepted: {low}..{high}")


LAST_NS: Final = (1 << 62) - 1
"""The last time that a NIC knows, in ns: sums of two such times fit in 64 bits."""


def check_time(now_ns: int) -> None:
    """Raises ConfigError unless ``now_ns`` is a time that a NIC knows."""
    check_range("now_ns", now_ns, 0, LAST_NS)


def check_address(name: str, address: bytes) -> None:
    """Raises ConfigError unless ``address`` is as long as one of IPv6 or IPv4."""
    if len(address) not in (16, 4):
        raise ConfigError(f"{name}: {len(address)} bytes; accepted: a 16-byte IPv6 address, or 4 bytes of IPv4")
