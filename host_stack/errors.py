# SPDX-License-Identifier: Apache-2.0
"""Everything that ``host_stack`` raises is a ``HostStackError``; its message is complete and for people."""

from typing_extensions import override


class HostStackError(Exception):
    """The base class: whoever uses a NIC needs to know no other."""


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
