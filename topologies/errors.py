# SPDX-License-Identifier: Apache-2.0
"""The one exception of this room."""

from __future__ import annotations

from collections.abc import Sequence


class TopologyError(ValueError):
    """A topology file, or a question about a fabric, that makes no sense.

    Attributes:
        problems: One complete sentence per problem, in file order. For a file: ``file:line: field: what is wrong;
            accepted: ...``. ``str()`` of the exception is these lines joined by newlines.
    """

    def __init__(self, problems: str | Sequence[str]) -> None:
        """Store the problems; a single string is one problem."""
        self.problems: tuple[str, ...] = (problems,) if isinstance(problems, str) else tuple(problems)
        super().__init__("\n".join(self.problems))
