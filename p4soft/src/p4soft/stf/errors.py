# SPDX-License-Identifier: Apache-2.0
"""What can be wrong with a test, as opposed to what can be wrong with the switch (a `checks.Failure`)."""

from __future__ import annotations

from collections.abc import Sequence


class StfError(Exception):
    """A test that cannot be run: unreadable, malformed, or asking for something its program or target has not."""


class StfSyntaxError(StfError):
    """Every malformed line of a file, each as `file:line: verb: problem; accepted: form`."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = tuple(problems)


class RefusedError(StfError):
    """A statement names something the program does not have, or that the target cannot do; no file or line yet."""
