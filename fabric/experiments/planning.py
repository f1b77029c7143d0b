# SPDX-License-Identifier: Apache-2.0
"""Which runs are to be made: those that are not there, of figures whose runs are all within what they may take."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from common.quantities import show_size
from fabric.experiments.estimate import Estimate, estimate
from fabric.experiments.figure import Figure, Run
from fabric.experiments.identity import Task
from fabric.experiments.store import Store


@dataclass(frozen=True, slots=True)
class Allowance:
    """What one run may take, by estimate.

    Attributes:
        memory_bytes: of one process; None where runs are made elsewhere.
        minutes: of one core.
    """

    memory_bytes: int | None
    minutes: float


@dataclass(frozen=True, slots=True)
class Planned:
    """A run that is to be made."""

    figure: Figure
    run: Run
    task: Task
    estimate: Estimate


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be done.

    Attributes:
        there: runs whose results are there.
        missing: runs to be made.
        refused: why a figure is not run, by its name.
    """

    there: Sequence[tuple[Figure, Run]]
    missing: Sequence[Planned]
    refused: Mapping[str, str]

    @property
    def seconds(self) -> float:
        """Of one core, for all that is missing, by estimate."""
        return sum(each.estimate.seconds for each in self.missing)

    def workers(self, cores: int, memory_bytes: int) -> int:
        """How many processes of this machine may run at a time: one per core, as long as the largest fit in memory."""
        largest = max((each.estimate.memory_bytes for each in self.missing), default=1)
        return max(1, min(cores, memory_bytes // largest))


def plan(figures: Sequence[Figure], store: Store, allowance: Allowance) -> Plan:
    """What is there, what is to be made, and what is refused.

    Raises:
        ExperimentError: a run is not a scenario.
        FabricError: a run is a scenario that cannot be run.
    """
    there: list[tuple[Figure, Run]] = []
    missing: list[Planned] = []
    refused: dict[str, str] = {}
    for figure in figures:
        runs = [run for run in figure.runs(store.scale) if not store.has(figure, run)]
        there += [(figure, run) for run in figure.runs(store.scale) if run not in runs]
        planned = [_planned(figure, run) for run in runs]
        problems = [problem for each in planned if (problem := _problem(each, allowance))]
        if problems:
            refused[figure.name] = problems[0]
        else:
            missing += planned
    return Plan(there, missing, refused)


def _planned(figure: Figure, run: Run) -> Planned:
    task = Task.of(run.scenario)
    return Planned(figure, run, task, estimate(task.load()))


def _problem(planned: Planned, allowance: Allowance) -> str | None:
    needed = planned.estimate
    if allowance.memory_bytes is not None and needed.memory_bytes > allowance.memory_bytes:
        accepted = f"the {show_size(allowance.memory_bytes)} that are free here, or a cluster"
    elif needed.seconds > 60 * allowance.minutes:
        accepted = f"{allowance.minutes:g} minutes a run, or a larger --minutes"
    else:
        return None
    return f"run {planned.run.name} needs about {needed}; accepted: {accepted}"
