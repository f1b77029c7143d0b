# SPDX-License-Identifier: Apache-2.0
"""What a figure of the paper is here: scenarios to run, criteria for what comes out, and curves beside the paper's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

Result = Mapping[str, Any]
"""A `result.json`, as `fabric.results.document` says."""
Scale = Literal["small", "paper"]
"""How large a figure is run: for minutes, or with the paper's counts of nodes and switches."""
SCALES: tuple[Scale, ...] = ("small", "paper")
SEEDS = (1, 2, 3, 4, 5)
"""Of a figure with chance in it."""


def scenario_of(figure: str, **changes: object) -> dict[str, Any]:
    """The scenario of a figure's file, `topologies/scenarios/paper/FIGURE.yaml`, with these fields over it.

    `nic`, `overrides` and `expect` are merged name by name, as `base` does it; a field replaces the file's.
    """
    return {"base": f"paper/{figure}.yaml", **changes}


@dataclass(frozen=True, slots=True)
class Run:
    """One run of a figure.

    Attributes:
        name: of the run, also of its folder: letters, digits and `-`.
        scenario: fields of a scenario file; `base`, if any, is a file name below `topologies/scenarios`.
        endless: whether it has more to send than its limit lets it, so that it is meant to end there.
    """

    name: str
    scenario: Mapping[str, Any]
    endless: bool = False


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
    """One curve of a figure's plot: `y` over `x`.

    Attributes:
        label: what it is.
        paper: whether these are values digitised from the paper, drawn as hollow points.
        low, high: the least and the most of all seeds at each `x`, drawn as a band or as error bars; `y` is their mean.
        of: of the paper's, the label of the curve that they belong to, whose colour they have.
    """

    label: str
    x: Sequence[float]
    y: Sequence[float]
    paper: bool = False
    low: Sequence[float] = ()
    high: Sequence[float] = ()
    of: str = ""


@dataclass(frozen=True, slots=True)
class Level:
    """Values of the paper that are of no time or size of it: drawn across the plot; `of` as a curve's."""

    label: str
    values: Sequence[float]
    of: str


@dataclass(frozen=True, slots=True)
class Panel:
    """One plot of a figure.

    Attributes:
        levels: of the paper.
        names: of x = 0, 1, ..., with nothing between them: points stand side by side over each, and no line joins them.
        logarithmic: the axes that are: `x` (of base 2), `y`.
    """

    title: str
    x_label: str
    y_label: str
    curves: Sequence[Curve]
    levels: Sequence[Level] = ()
    names: Sequence[str] = ()
    logarithmic: str = ""


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
    def shows(self) -> str:
        """What it says of MRC when it holds here, and what it does not say."""

    @property
    def scale(self) -> Mapping[Scale, str]:
        """How it was made smaller at each scale, by the one rule of docs/experiments.md, and what that may change."""

    def runs(self, scale: Scale) -> Sequence[Run]:
        """What is to be run, all of it based on the figure's file (`scenario_of`); names are the same at each scale."""

    def judge(self, results: Mapping[str, Result]) -> Finding:
        """What the results, by name of the run, come to."""
