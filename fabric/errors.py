# SPDX-License-Identifier: Apache-2.0
"""Errors of this room. Each message is complete: a person reads it as it is."""

from __future__ import annotations

from collections.abc import Sequence


class FabricError(Exception):
    """Something the user can put right; shown as `error: <message>`."""


class ScenarioError(FabricError):
    """A scenario file that cannot be run: one sentence per problem, each starting with `file:line: field:`."""

    def __init__(self, problems: str | Sequence[str]) -> None:
        super().__init__(problems if isinstance(problems, str) else "\n".join(problems))


class RefusedValueError(ValueError):
    """A value of a scenario that cannot be used: what is wrong with it, and what would be accepted."""

    def __init__(self, what: str, accepted: str) -> None:
        super().__init__(f"{what}; accepted: {accepted}")
        self.what = what
        self.accepted = accepted


class BuildError(FabricError):
    """The fabric did not come up: a program that does not compile, a switch that does not answer, an entry refused."""
