# SPDX-License-Identifier: Apache-2.0
"""Errors for people, apart from what raises them: a command that only says how it is used names them all the same."""

from __future__ import annotations

from collections.abc import Sequence


class UserError(Exception):
    """Something that a person can put right. The message is complete: a command prints it as it is."""


class DocumentError(ValueError):
    """A file that cannot be used.

    Attributes:
        problems: one complete sentence each, `file:line: field: what; accepted ...`. `str()` joins them by newlines.
    """

    def __init__(self, problems: str | Sequence[str]) -> None:
        """Store the problems; a single string is one problem."""
        self.problems: tuple[str, ...] = (problems,) if isinstance(problems, str) else tuple(problems)
        super().__init__("\n".join(self.problems))
