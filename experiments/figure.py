# SPDX-License-Identifier: Apache-2.0
"""What a figure of the paper is here: scenarios to run, criteria for what comes out, and curves beside the paper's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

Result = Mapping[str, Any]
"""A `result.json`, as `fabric.results.document` says."""


@dataclass(frozen=True, slots=True)
class Run:
    """One run of a figure.

    Attributes:
        name: of the run, also of its folder: letters, digits and `-`.
        scenario: fields of a scenario file; `base`, if any, is a file name below `topologies/scenarios`.
    """

    name: str
    scenario: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Criterion:
    """One thing that must hold.

    Attributes:
        text: what it asks, with its bound.
        seen: what was seen.
        held: whether it does.
    """

    text: str
    seen: str
    held: bool


@dataclass(frozen=True, slots=True)
class Curve:
    """One curve of a figure's plot: `y` over `x`; `paper`: values digitised from the paper, drawn as points."""

    label: str
    x: Sequence[float]
    y: Sequence[float]
    paper: bool = False


@dataclass(frozen=True, slots=True)
class Panel:
    """One plot of a figure."""

    title: str
    x_label: str
    y_label: str
    curves: Sequence[Curve]


@dataclass(frozen=True, slots=True)
class Finding:
    """What a figure's runs come to.

    Attributes:
        criteria: all must hold.
        panels: plots.
        numbers: by name, for `data.json`.
    """

    criteria: Sequence[Criterion]
    panels: Sequence[Panel]
    numbers: Mapping[str, float] = field(default_factory=dict)

    @property
    def held(self) -> bool:
        """Whether every criterion holds."""
        return all(criterion.held for criterion in self.criteria)


class Figure(Protocol):
    """A figure of the paper."""

    @property
    def name(self) -> str:
        """Such as `fig18`."""

    @property
    def title(self) -> str:
        """What it shows."""

    @property
    def paper(self) -> str:
        """What the paper saw, in numbers."""

    @property
    def scale(self) -> str:
        """How it was made smaller, by the one rule of docs/experiments.md, and what that may change."""

    def runs(self) -> Sequence[Run]:
        """What is to be run."""

    def judge(self, results: Mapping[str, Result]) -> Finding:
        """What the results, by name of the run, come to."""
