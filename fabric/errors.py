# SPDX-License-Identifier: Apache-2.0
"""Errors of this room. Each message is complete: a person reads it as it is."""

from __future__ import annotations


class FabricError(Exception):
    """Something the user can put right; shown as `error: <message>`."""


class ScenarioError(FabricError):
    """A scenario file that cannot be run. Messages start with `file:line: field:`."""


class BuildError(FabricError):
    """The fabric did not come up: a program that does not compile, a switch that does not answer, an entry refused."""
