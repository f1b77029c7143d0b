# SPDX-License-Identifier: Apache-2.0
"""What is measured of a synchronous training job: its steps, what made some of them slow, and restarts. Times in ns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct


class Repeat(Struct, frozen=True):
    """A packet that a flow sent again; of a RoCE NIC: the packet from which it sent everything again.

    Attributes:
        at_ns: when; before_ns: when it had left before.
        message: number of its message in its flow.
        path: the switches by which it had left before; ev: its EV. Of a copy of what had arrived, none.
    """

    at_ns: int
    before_ns: int
    message: int
    path: tuple[str, ...]
    ev: int | None
    why: str


class StepTime(Struct, frozen=True):
    """One step of a training job, from when NICs begin to compute until the last message of it has arrived."""

    number: int
    begin_ns: int
    end_ns: int

    @property
    def took_ns(self) -> int:
        return self.end_ns - self.begin_ns


class SlowStep(Struct, frozen=True):
    """A step that took longer than most, and the message that held it up most.

    Attributes:
        over_ns: by how much it took longer than the median of all.
        flow: index of the message's flow; pattern: of its collective.
        bucket: of the collective; message: in the flow, of all its steps; both from 0.
        posted_ns, took_ns: of the message, until what waited for it could go on; usual_ns: what it takes in the median
            of all steps.
        end: what was waited for, the message's arrival or that its sender knew of it.
        repeats: packets that were sent again meanwhile; first: the one that had left first.
    """

    step: StepTime
    over_ns: int
    flow: int
    pattern: str
    bucket: int
    message: int
    posted_ns: int
    took_ns: int
    usual_ns: int
    end: Literal["arrival", "acknowledgement"]
    repeats: int
    first: Repeat | None


class Restart(Struct, frozen=True):
    """A queue pair of a job failed, and the job went back to its last checkpoint.

    Attributes:
        flow: index of the queue pair's flow.
        step: that was under way; from_step: where the job went on.
        resumed_ns: when; None if the run ended before.
    """

    failed_ns: int
    flow: int
    why: str
    step: int
    from_step: int
    resumed_ns: int | None


class TrainingMeasurement(Struct, frozen=True):
    """A training job of the workload.

    Attributes:
        name: its own, or `training`.
        steps: how many there are to be.
        ideal_ns: a step at the least: what it computes and sends, at the full rate of a NIC's ports.
        begin_ns, end_ns: from when it began to when its last step was over, or the run.
        executed: every step that came to its end, in order; after a restart some are there once more.
        done: those of them that count, in order of their numbers: what a restart took back does not.
        slow: those that took 5 % longer than the median or more, the slowest first.
        flows: indices of its flows.
    """

    name: str
    nics: Sequence[str]
    steps: int
    compute_ns: int
    ideal_ns: float
    begin_ns: int
    end_ns: int
    executed: Sequence[StepTime]
    done: Sequence[StepTime]
    restarts: Sequence[Restart]
    slow: Sequence[SlowStep]
    flows: range

    @property
    def took_ns(self) -> list[int]:
        """Of every step that is done."""
        return [step.took_ns for step in self.done]

    @property
    def goodput(self) -> float | None:
        """What all steps that are done would take at the least, over the time that the job took."""
        took_ns = self.end_ns - self.begin_ns
        return round(len(self.done) * self.ideal_ns / took_ns, 4) if took_ns else None

    @property
    def idle(self) -> float | None:
        """The share of its time in which a NIC's accelerator computed nothing of what is done."""
        took_ns = self.end_ns - self.begin_ns
        return round(1 - len(self.done) * self.compute_ns / took_ns, 4) if took_ns else None
