# SPDX-License-Identifier: Apache-2.0
"""A synchronous training job: its steps one after the other, back to a checkpoint, and what made a step slow.

In a step every NIC's accelerator computes for the same time; then come the stages, collectives in buckets, one after
the other. A bucket may begin once it has been computed; within a stage a NIC goes on as soon as it has what it needs.
The step is over when the last message of its last stage has arrived, and then the next one begins: all wait for the
slowest.

When a queue pair fails, the job ends; or, with checkpoints, all its queue pairs end, and after a given time others take
the job up where its last checkpoint is.

What made a step slow is found from its end backwards. The message that arrived last was posted when the one that it
waited for was through, and so on, up to the begin. Of these the one that took longest beyond what it usually takes held
the step up most.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from statistics import median_low
from typing import Final, NamedTuple

from typing_extensions import override

from fabric.scenario import Scenario
from fabric.steps import Repeat, Restart, SlowStep, StepTime, TrainingMeasurement
from fabric.traffic.flow import Clock, Flow, Gate
from fabric.traffic.plan import End, PlannedTraining, Stage

# --- Step after step -------------------------------------------------------------------------------------------------


class Trainer(Gate):
    """Lets the flows of a training job post what a step allows.

    Attributes:
        training: what is to be done.
        executed: steps that came to their end, some twice after a restart.
        done: those of them that count, by number: what a restart took back does not.
        restarts: in order of time.
        begun_ns: when the job began; None before.
        opened_ns: by step, when each of its stages began, of its last execution.
    """

    def __init__(self, training: PlannedTraining, flows: Sequence[Flow], clock: Clock) -> None:
        self.training = training
        self.executed: list[StepTime] = []
        self.done: dict[int, StepTime] = {}
        self.restarts: list[Restart] = []
        self.begun_ns: int | None = None
        self.opened_ns: dict[int, list[int]] = {}
        self._flows = {index: flows[index] for index in training.flows}
        self._stage_of = {index: stage for stage in training.stages for index in stage.flows}
        self._clock = clock
        self._advance: Callable[[Iterable[int]], None] = lambda _flows: None
        self._allowed = dict.fromkeys(training.flows, 0)
        self._pending: set[int] = set()
        self._step = self._stage = self._step_ns = 0
        self._life = 0  # of the job, one more after each failure: what an earlier one had put off is void
        self._halted = False
        for flow in self._flows.values():
            flow.remember()

    @property
    @override
    def flows(self) -> range:
        return self.training.flows

    @property
    def over_ns(self) -> int | None:
        """When the last step was over; None while it is not."""
        last = self.done.get(self.training.steps - 1)
        return None if last is None else last.end_ns

    @override
    def begin(self, advance: Callable[[Iterable[int]], None]) -> None:
        self._advance = advance
        self.begun_ns = self._clock.now
        self._begin_step(0)

    @override
    def missing(self, index: int, number: int) -> str | None:
        if number < self._allowed[index]:
            return None
        if self._halted:
            return f"the job is restarted from the checkpoint at step {self.restarts[-1].from_step + 1}"
        stage = self._stage_of[index]
        step, bucket = number // stage.messages, number % stage.messages // stage.rounds
        if step > self._step:
            return f"step {self._step + 1} is not over"
        return f"bucket {bucket + 1} of the {stage.pattern} of step {step + 1} may not begin yet"

    @override
    def settled(self, index: int) -> None:
        if self._halted or self.over_ns is not None:
            return
        flow = self._flows[index]
        why = flow.failure()
        if why is not None:
            self._failed(index, why)
            return
        if index not in self._pending:
            return
        if flow.through(End.RECEIVER) >= (self._step + 1) * self._stage_of[index].messages:
            self._pending.discard(index)
            if not self._pending:
                self._stage_over()

    def _begin_step(self, step: int) -> None:
        self._step, self._step_ns = step, self._clock.now
        self.opened_ns[step] = []
        self._open_stage(0)

    def _open_stage(self, number: int) -> None:
        now_ns, stage = self._clock.now, self.training.stages[number]
        self._stage = number
        self._pending = set(stage.flows)
        self.opened_ns[self._step].append(now_ns)
        ready = 0
        for bucket, ready_ns in enumerate(stage.ready_ns, 1):
            due_ns = self._step_ns + ready_ns
            if due_ns <= now_ns:
                ready = bucket
            else:
                self._clock.at(due_ns, self._ready, (self._life, bucket))
        self._allow(stage, ready)

    def _ready(self, what: tuple[int, int]) -> None:
        """A bucket has been computed. Its stage is open: it cannot be over without it."""
        life, buckets = what
        if life == self._life:
            self._allow(self.training.stages[self._stage], buckets)

    def _allow(self, stage: Stage, buckets: int) -> None:
        for index in stage.flows:
            self._allowed[index] = self._step * stage.messages + buckets * stage.rounds
        self._advance(stage.flows)

    def _stage_over(self) -> None:
        if self._stage + 1 < len(self.training.stages):
            self._open_stage(self._stage + 1)
            return
        step = self.done[self._step] = StepTime(self._step, self._step_ns, self._clock.now)
        self.executed.append(step)
        if self._step + 1 < self.training.steps:
            self._begin_step(self._step + 1)

    # --- Back to a checkpoint ---------------------------------------------------------------------------------------

    def _failed(self, index: int, why: str) -> None:
        training = self.training
        if training.every is None or training.restart_ns is None:
            for flow in self._flows.values():
                flow.give_up(f"the job has ended: {self._flows[index].name}: {why}")
            return
        self._life += 1
        self._halted = True
        for flow in self._flows.values():
            flow.halt()
        from_step = self._step - self._step % training.every
        self.done = {number: step for number, step in self.done.items() if number < from_step}
        self.restarts.append(Restart(self._clock.now, index, why, self._step, from_step, None))
        self._allowed = dict.fromkeys(training.flows, 0)
        self._clock.at(self._clock.now + training.restart_ns, self._resume)

    def _resume(self, _nothing: None) -> None:
        self._halted = False
        failed = self.restarts[-1]
        resumed = Restart(
            failed.failed_ns, failed.flow, failed.why, failed.step, failed.from_step, resumed_ns=self._clock.now
        )
        self.restarts[-1] = resumed
        for index, flow in self._flows.items():
            flow.resume(resumed.from_step * self._stage_of[index].messages)
        self._begin_step(resumed.from_step)


# --- What made a step slow -------------------------------------------------------------------------------------------


SLOW: Final = 0.05
"""A step is slow that takes longer than the median by this share or more."""
MOST_SLOW: Final = 20
"""Slow steps that are told of, the slowest."""


class _Message(NamedTuple):
    """A message of a flow, and the end at which something waited for it."""

    flow: int
    number: int
    end: End


class _Books:
    """When each message of a job was posted and through, by its flows' marks."""

    def __init__(self, trainer: Trainer, flows: Sequence[Flow]) -> None:
        self._trainer = trainer
        self._flows = flows
        self._usual: dict[_Message, int] = {}

    def stage(self, index: int) -> int:
        """The number of a flow's stage."""
        return next(at for at, stage in enumerate(self._trainer.training.stages) if index in stage.flows)

    def posted_ns(self, message: _Message) -> int:
        marks = self._flows[message.flow].marks
        assert marks is not None, "the trainer has asked for them"
        return marks[message.number].posted_ns

    def through_ns(self, message: _Message) -> int:
        marks = self._flows[message.flow].marks
        assert marks is not None, "the trainer has asked for them"
        return marks[message.number].through_ns.get(message.end, -1)

    def took_ns(self, message: _Message) -> int:
        return self.through_ns(message) - self.posted_ns(message)

    def usual_ns(self, message: _Message) -> int:
        """What the message of the same place in its step takes, in the median of all steps that are over."""
        per_step = self._trainer.training.stages[self.stage(message.flow)].messages
        first = message._replace(number=message.number % per_step)
        if first not in self._usual:
            same = (first._replace(number=step * per_step + first.number) for step in self._trainer.done)
            self._usual[first] = median_low([self.took_ns(each) for each in same])
        return self._usual[first]

    def chain(self, step: int) -> Iterator[_Message]:
        """From the message that ended a step back to one that waited for nothing but what was computed."""
        stages, opened_ns = self._trainer.training.stages, self._trainer.opened_ns[step]
        at: _Message | None = self._last(stages[-1], step)
        while at is not None:
            yield at
            posted_ns, stage = self.posted_ns(at), self.stage(at.flow)
            before = self._waited_for(at, posted_ns, step)
            if before is None and stage and posted_ns == opened_ns[stage]:
                before = self._last(stages[stage - 1], step)
            at = before

    def _last(self, stage: Stage, step: int) -> _Message:
        """The message of a stage that arrived last in a step."""
        last = (_Message(index, (step + 1) * stage.messages - 1, End.RECEIVER) for index in stage.flows)
        return max(last, key=self.through_ns)

    def _waited_for(self, message: _Message, posted_ns: int, step: int) -> _Message | None:
        """The message of the same step that was through at the moment at which this one was posted."""
        first = step * self._trainer.training.stages[self.stage(message.flow)].messages
        for need in self._flows[message.flow].plan.needs:
            before = _Message(need.flow, message.number - need.lag, need.end)
            if before.number >= first and self.through_ns(before) == posted_ns:
                return before
        return None

    def repeats(self, message: _Message) -> list[Repeat]:
        """What its flow sent again of this message, or of one before that it had to wait for, while it was under way.

        A receiver is told of messages in their order.
        """
        from_ns, to_ns = self.posted_ns(message), self.through_ns(message)
        return [
            repeat
            for repeat in self._flows[message.flow].repeats()
            if repeat.message <= message.number and from_ns <= repeat.at_ns <= to_ns
        ]


def training_measurements(
    scenario: Scenario, trainers: Sequence[Trainer], flows: Sequence[Flow], end_ns: int
) -> list[TrainingMeasurement]:
    """Every training job of a run, at its end."""
    nic_bps = scenario.topology.planes * scenario.topology.rate_bps("host")
    measured = []
    for trainer in trainers:
        training = trainer.training
        measured.append(
            TrainingMeasurement(
                name=scenario.workload[training.item].name or "training",
                nics=[scenario.topology.nic(nic).name for nic in training.nics],
                steps=training.steps,
                compute_ns=training.compute_ns,
                ideal_ns=training.ideal_ns(nic_bps),
                begin_ns=end_ns if trainer.begun_ns is None else trainer.begun_ns,
                end_ns=end_ns if trainer.over_ns is None else trainer.over_ns,
                executed=list(trainer.executed),
                done=list(trainer.done.values()),
                restarts=list(trainer.restarts),
                slow=_slow(trainer, flows),
                flows=training.flows,
            )
        )
    return measured


def _slow(trainer: Trainer, flows: Sequence[Flow]) -> list[SlowStep]:
    done = list(trainer.done.values())
    if not done:
        return []
    usual_ns = median_low([step.took_ns for step in done])
    slow = [step for step in done if step.took_ns >= (1 + SLOW) * usual_ns]
    slow.sort(key=lambda step: (-step.took_ns, step.number))
    books = _Books(trainer, flows)
    return [_blamed(books, trainer, step, step.took_ns - usual_ns) for step in slow[:MOST_SLOW]]


def _blamed(books: _Books, trainer: Trainer, step: StepTime, over_ns: int) -> SlowStep:
    worst = max(books.chain(step.number), key=lambda message: books.took_ns(message) - books.usual_ns(message))
    stage = trainer.training.stages[books.stage(worst.flow)]
    repeats = books.repeats(worst)
    return SlowStep(
        step=step,
        over_ns=over_ns,
        flow=worst.flow,
        pattern=stage.pattern,
        bucket=worst.number % stage.messages // stage.rounds,
        message=worst.number,
        posted_ns=books.posted_ns(worst),
        took_ns=books.took_ns(worst),
        usual_ns=books.usual_ns(worst),
        end="arrival" if worst.end is End.RECEIVER else "acknowledgement",
        repeats=len(repeats),
        first=min(repeats, key=lambda repeat: repeat.before_ns, default=None),
    )
