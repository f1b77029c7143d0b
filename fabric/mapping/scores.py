# SPDX-License-Identifier: Apache-2.0
"""Trials in numbers: precision, recall, time to locate."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from fabric.mapping.ailments import AILMENTS, Ailment
from fabric.mapping.trials import Trial


@dataclass(frozen=True, slots=True)
class Times:
    """How long it took to locate what had one ailment.

    Attributes:
        ailment: which.
        located: how many were.
        median_ns, p90_ns, worst_ns: of them.
    """

    ailment: Ailment
    located: int
    median_ns: float
    p90_ns: float
    worst_ns: float


@dataclass(frozen=True, slots=True)
class Scores:
    """What many trials come to.

    Attributes:
        trials: how many.
        faults: in all of them.
        masked: of them, those that no probe could see behind another fault; not asked for.
        located: those that the map told at the end of the trial.
        missed: those it did not, masked ones not counted.
        wrong: components that were well and told to be at fault at the end of a trial.
        named: of those located, how many it said the right thing of: down, black hole or lossy.
        passing: components that were well and told to be at fault for a while.
        times: to locate, by ailment.
    """

    trials: int
    faults: int
    masked: int
    located: int
    missed: int
    wrong: int
    named: int
    passing: int
    times: Sequence[Times]

    @property
    def precision(self) -> float:
        """Share of what was told at the end of a trial that was at fault, 0..1."""
        return self.located / (self.located + self.wrong) if self.located + self.wrong else 1.0

    @property
    def precision_of_all_told(self) -> float:
        """Share of what was ever told in a trial, be it for a look or two, that was at fault, 0..1."""
        told = self.located + self.wrong + self.passing
        return self.located / told if told else 1.0

    @property
    def recall(self) -> float:
        """Share of what was at fault that was told, 0..1."""
        return self.located / (self.located + self.missed) if self.located + self.missed else 1.0


def score(trials: Sequence[Trial]) -> Scores:
    """The numbers of trials."""
    outcomes = [
        (illness, at_ns, masked, named)
        for trial in trials
        for illness, at_ns, masked, named in zip(
            trial.illnesses, trial.located_ns, trial.masked, trial.named, strict=True
        )
    ]
    times = []
    for ailment in AILMENTS:
        took = sorted(at_ns for illness, at_ns, _, _ in outcomes if at_ns is not None and illness.ailment == ailment)
        if took:
            times.append(Times(ailment, len(took), statistics.median(took), took[int(0.9 * (len(took) - 1))], took[-1]))
    return Scores(
        trials=len(trials),
        faults=len(outcomes),
        masked=sum(masked for _, _, masked, _ in outcomes),
        located=sum(at_ns is not None for _, at_ns, _, _ in outcomes),
        missed=sum(at_ns is None and not masked for _, at_ns, masked, _ in outcomes),
        wrong=sum(len(trial.wrong) for trial in trials),
        named=sum(named for _, _, _, named in outcomes),
        passing=sum(len(trial.passing) for trial in trials),
        times=times,
    )
