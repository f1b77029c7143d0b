# SPDX-License-Identifier: Apache-2.0
"""Errors of this package. Each message is complete; the command prints it as ``error: <message>``."""

from __future__ import annotations


class ControllerError(Exception):
    """Something a person can act on: a bad inventory, a plan that cannot be installed."""


class PipelineError(ControllerError):
    """The P4Info and the plan do not fit together: unknown table, field, action or parameter, or a value too wide."""


class SwitchError(ControllerError):
    """A switch did not answer, refused us, or refused an entry.

    Attributes:
        passing: another try may go well: it was silent, busy, or somebody else's.
    """

    def __init__(self, message: str, *, passing: bool = False) -> None:
        super().__init__(message)
        self.passing = passing


class NoAnswerError(SwitchError):
    """A switch cannot be reached, or did not answer in time."""


class NotPrimaryError(SwitchError):
    """A switch takes no write from us: another client is primary, or none is."""


class VerifyError(ControllerError):
    """What a switch holds is not what was planned; the message has one line per difference."""


class ConstraintError(ControllerError):
    """An entry breaks a rule that the program states in its P4Info."""


class StoppedError(ControllerError):
    """Somebody said to stop while a switch was written to."""
