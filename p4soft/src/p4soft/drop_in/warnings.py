# SPDX-License-Identifier: Apache-2.0
"""p4c's `--Wdisable`, `--Winfo`, `--Wwarn` and `--Werror`: which diagnostics are shown, and which count as errors."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from p4soft.compiler import Diagnostic

Level = Literal["disable", "info", "warn", "error"]


@dataclass(frozen=True)
class WarningLevels:
    """A `Show` that obeys options.

    Attributes:
        chosen: (level, kinds) as the options say, a later one wins; no kinds: all warnings.
        most: how many errors are shown at most.
    """

    chosen: Sequence[tuple[Level, Sequence[str]]] = ()
    most: int | None = None

    def __call__(self, diagnostics: Sequence[Diagnostic]) -> int:
        """Show what is to be shown on standard error; the number of errors."""
        errors = 0
        for diagnostic in diagnostics:
            level = self._level(diagnostic)
            if level == "disable":
                continue
            if level == "error":
                errors += 1
                if self.most is not None and errors > self.most:
                    continue
                diagnostic = replace(diagnostic, severity="error")  # noqa: PLW2901
            print(diagnostic, file=sys.stderr)
        return errors

    def _level(self, diagnostic: Diagnostic) -> Level:
        if diagnostic.severity == "error":
            return "error"
        level: Level = "warn"
        for chosen, kinds in self.chosen:
            if not kinds or any(_is(diagnostic.code, kind) for kind in kinds):
                level = chosen
        return level


def _is(code: str, kind: str) -> bool:
    """Whether a warning of ours is of p4c's `kind`: ours are named alike, but say what is unused (`unused-action`)."""
    return code == kind or code.startswith(f"{kind}-")
