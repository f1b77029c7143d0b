# SPDX-License-Identifier: Apache-2.0
"""Why a control-plane operation on the switch's state was refused. Every message is complete: object, field, values."""

# ruff: noqa: N818  # named after what happened, as P4Runtime names its status codes

from __future__ import annotations


class StateError(Exception):
    """Base of every refusal; nothing was changed when one is raised."""


class UnknownObject(StateError):
    """The loaded program has no object of that name (P4Runtime NOT_FOUND)."""


class InvalidEntry(StateError):
    """Malformed: wrong match kinds, values wider than the field, unknown action, wrong arguments (INVALID_ARGUMENT)."""


class OutOfRange(InvalidEntry):
    """An index beyond the end of an array (OUT_OF_RANGE)."""


class EntryExists(StateError):
    """Insert of something that is already there (ALREADY_EXISTS)."""


class EntryNotFound(StateError):
    """Modify, delete or read of something that is not there (NOT_FOUND)."""


class TableFull(StateError):
    """The declared size is used up (RESOURCE_EXHAUSTED)."""


class OutOfMemory(TableFull):
    """The declared size is not used up, but the machine has no memory for more (RESOURCE_EXHAUSTED)."""


class ImmutableEntry(StateError):
    """A const entry, a table of const entries, or a const default action (PERMISSION_DENIED)."""


class ObjectInUse(StateError):
    """A member or group that entries or groups still point at (FAILED_PRECONDITION)."""
