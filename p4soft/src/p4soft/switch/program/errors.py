# SPDX-License-Identifier: Apache-2.0
"""The one error the loader raises."""

from __future__ import annotations


class ProgramError(Exception):
    """A BMv2 JSON program that cannot be run; the message names file, JSON path, problem and what was expected."""

    def __init__(self, source: str, path: str, problem: str) -> None:
        super().__init__(f"{source}: {path}: {problem}")
        self.source = source
        self.path = path
        self.problem = problem
