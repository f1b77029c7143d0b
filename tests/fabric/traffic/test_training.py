# SPDX-License-Identifier: Apache-2.0
"""Training jobs: what a step waits for, counted by hand; which message held it up; and back to a checkpoint."""

from __future__ import annotations

import json
from functools import partial

import pytest
from test_messages import Receiver

from fabric.emulation.events import EventLoop
from fabric.errors import ScenarioError
from fabric.measurements import FlowNumbers
from fabric.results import dumps
from fabric.running import result_of
from fabric.scenario.reading import load
from fabric.steps import Repeat
from fabric.traffic.flow import Conductor, Flow, QpPair, Through
from fabric.traffic.payloads import Contents, NicMemory, many_messages
from fabric.traffic.plan import End, plan_of
from fabric.traffic.training import Trainer, training_measurements

TOOK_NS = 100
JOB = """\
name: job
topology: LAB
limit: 1ms
workload:
  - name: job
    nics: [nic0, nic1, nic2]
    training:
      steps: 5
      compute: 1us
      collectives:
        - {collective: ring-all-reduce, bytes: 6000, buckets: 2, overlap: 0.5}
        - {collective: send-receive, bytes: 1000}
"""
"""The first bucket is ready after 750 ns and takes 2 (3 - 1) messages one after another, until 1,150 ns, the second
goes on from there until 1,550 ns, then comes one message."""
STEP_NS = 750 + 2 * 4 * TOOK_NS + TOOK_NS
CHECKPOINT = "      checkpoint: {every: 2, restart: 10us}\n"


class Line(QpPair):
    """Each message takes so long, those of `late` longer; one of `fails` is the end of it."""

    room = 100

    def __init__(self, loop, late, fails):
        self.loop, self.late, self.fails, self.done, self.hear, self.closed = loop, late, fails, [], None, False

    def post(self, piece, _operation):
        if self.fails.pop(piece.number, None):
            self.loop.at(self.loop.now + 500, self._fail, piece.number)
            return
        self.loop.at(self.loop.now + TOOK_NS + self.late.get(piece.number, 0), self._arrive, piece)

    def _fail(self, number):
        self.done.append(Through(number, End.SENDER, self.loop.now, "retry_exceeded"))
        self.hear(self.loop.now)

    def _arrive(self, piece):
        if not self.closed:
            piece.region.write(piece.offset, piece.data)
            self.done += [Through(piece.number, end, self.loop.now, None) for end in (End.RECEIVER, End.SENDER)]
            self.hear(self.loop.now)

    def through(self):
        done, self.done = self.done, []
        return done

    def listen(self, hear):
        self.hear = hear

    def close(self):
        self.closed = True

    def repeats(self):
        return [Repeat(5_000, 4_700, number, ("p0-t0-0",), 7, "trimmed") for number in self.late]

    def placed_bytes(self):
        return 0

    def in_flight(self):
        return {}

    def ev_states(self):
        return {}

    def numbers(self):
        return FlowNumbers(1, 0, 0, 0, 0, 0, 0, 0)

    def ev_changes(self):
        return []


def planned(scenario_file, text=JOB):
    return plan_of(load(scenario_file(text=text)))


def trained(scenario_file, text=JOB, late=(), fails=()):
    """A job over lines: its measurement, and its flows. `late`: (flow, message) to ns; `fails`: (flow, message)."""
    scenario = load(scenario_file(text=text))
    plan, loop, flows = plan_of(scenario), EventLoop(), []
    for index, flow in enumerate(plan.flows):
        own_late = {message: ns for (of, message), ns in dict(late).items() if of == index}
        connect = partial(_lines, loop, own_late, {message: True for of, message in fails if of == index})
        contents = Contents(many_messages("7", flow.bytes), flow.bytes, index)
        name = f"nic{flow.source} → nic{flow.destination}"
        memory = NicMemory(Receiver())
        flows.append(Flow(index, flow, name, contents, 0, qp_pairs=connect(), memory=memory, connect=connect))
    trainers = [Trainer(training, flows, loop) for training in plan.trainings]
    Conductor(plan, flows, loop, lambda _nic: None, trainers).start()
    loop.run(1_000_000)
    (measured,) = training_measurements(scenario, trainers, flows, 1_000_000)
    return measured, flows


def _lines(loop, late, fails):
    return [Line(loop, late, fails)]


def test_a_job_is_flows_that_last_and_a_bucket_begins_when_it_is_computed(scenario_file):
    plan = planned(scenario_file)
    (training,) = plan.trainings
    ring, pipeline = training.stages
    assert (training.nics, training.steps, training.compute_ns, training.flows) == ((0, 1, 2), 5, 1000, range(6))
    assert (ring.flows, ring.rounds, ring.messages, ring.ready_ns) == (range(3), 4, 8, (750, 1000))
    assert {(flow.times, flow.bytes) for flow in plan.flows[:3]} == {(5 * 8, 1000)}
    assert (pipeline.flows, pipeline.rounds, pipeline.messages, pipeline.ready_ns) == (range(3, 6), 1, 1, (1000,))
    assert {(flow.times, flow.bytes) for flow in plan.flows[3:]} == {(5, 1000)}
    # At 8 Gb/s, a byte a ns: 4,000 bytes from 750 ns on, 4,000 behind them, then 1,000.
    assert training.ideal_ns(8 * 10**9) == 750 + 4000 + 4000 + 1000
    assert training.ideal_ns(8 * 10**15) == pytest.approx(1000, abs=1)


def test_a_step_ends_with_its_last_message_and_the_next_begins_then(scenario_file):
    measured, flows = trained(scenario_file)
    assert [(step.number, step.begin_ns, step.took_ns) for step in measured.executed] == [
        (number, number * STEP_NS, STEP_NS) for number in range(5)
    ]
    assert measured.done == measured.executed and not measured.slow and not measured.restarts
    assert all(flow.completed_ns() is not None for flow in flows)
    assert measured.idle == pytest.approx(1 - 1000 / STEP_NS, abs=1e-4)
    assert measured.goodput == pytest.approx(measured.ideal_ns / STEP_NS, abs=1e-4)


def test_all_wait_for_the_slowest_and_the_message_that_held_the_step_up_is_found(scenario_file):
    """In the third step the second NIC's third message of the second bucket takes 700 ns more."""
    message = 2 * 8 + 4 + 2
    measured, _ = trained(scenario_file, late={(1, message): 700, (4, 0): 30}.items())
    assert [step.took_ns - STEP_NS for step in measured.executed] == [30, 0, 700, 0, 0]
    (slow,) = measured.slow  # 30 ns are less than a twentieth
    assert (slow.step.number, slow.over_ns) == (2, 700)
    assert (slow.flow, slow.message, slow.bucket, slow.pattern) == (1, message, 1, "ring-all-reduce")
    assert (slow.took_ns, slow.usual_ns) == (TOOK_NS + 700, TOOK_NS)
    assert slow.posted_ns == 2 * STEP_NS + 30 + 750 + 6 * TOOK_NS
    assert slow.repeats == 1 and slow.first.path == ("p0-t0-0",) and slow.first.why == "trimmed"


def test_a_message_that_was_late_without_holding_anything_up_is_not_blamed(scenario_file):
    """The first bucket is 60 ns late in a step that the pipeline's message holds up by 500 ns."""
    measured, _ = trained(scenario_file, late={(0, 8): 60, (5, 1): 500}.items())
    (slow,) = measured.slow
    assert (slow.step.number, slow.flow, slow.message, slow.over_ns) == (1, 5, 1, 560)


def test_a_failed_queue_pair_takes_the_job_back_to_its_checkpoint(scenario_file):
    """In the fourth step; checkpoints are before the first, the third and the fifth."""
    measured, flows = trained(scenario_file, JOB + CHECKPOINT, fails=[(2, 3 * 8)])
    failed_ns = 3 * STEP_NS + 750 + 500
    (restart,) = measured.restarts
    assert (restart.failed_ns, restart.flow, restart.step, restart.from_step) == (failed_ns, 2, 3, 2)
    assert restart.resumed_ns == failed_ns + 10_000 and restart.why == "retry_exceeded"
    assert [step.number for step in measured.executed] == [0, 1, 2, 2, 3, 4]
    assert [step.number for step in measured.done] == [0, 1, 2, 3, 4]
    assert measured.end_ns == restart.resumed_ns + 3 * STEP_NS
    assert all(flow.failure() is None and flow.digests()[0] == flow.digests()[1] for flow in flows)
    assert {flow.numbers().packets for flow in flows} == {2}  # of both lives of its queue pairs


def test_without_checkpoints_a_failed_queue_pair_is_the_end_of_the_job(scenario_file):
    measured, flows = trained(scenario_file, fails=[(2, 3 * 8)])
    assert [step.number for step in measured.done] == [0, 1, 2] and measured.end_ns == 1_000_000
    assert flows[2].failure() == "retry_exceeded"
    assert flows[4].failure() == "the job has ended: nic2 → nic0: retry_exceeded"


@pytest.mark.parametrize(
    ("old", "new", "field", "says"),
    [
        ("bytes: 6000", "bytes: 5", "workload.0.training.collectives.0.bytes", "2 buckets of nothing shared out over"),
        ("bytes: 1000", "bytes: 0", "workload.0.training.collectives.1.bytes", "greater than 0"),
        ("buckets: 2", "buckets: 0", "workload.0.training.collectives.0.buckets", "greater than or equal to 1"),
        ("overlap: 0.5", "overlap: 1.5", "workload.0.training.collectives.0.overlap", "accepted: the last share"),
        ("compute: 1us", "compute: -1us", "workload.0.training.compute", "accepted"),
        ("compute: 1us", "compute: 200us", "workload.0.training.compute", "5 steps compute for 1000000 ns"),
        ("steps: 5", "steps: 0", "workload.0.training.steps", "greater than or equal to 1"),
        ("ring-all-reduce", "incast", "workload.0.training.collectives.0.collective", "accepted: ring-all-reduce"),
        ("bytes: 1000", "bytes: 1000, outstanding: 2", "workload.0.training.collectives.1", "does not belong"),
        ("name: job\n    nics", "name: job\n    after: [job]\n    nics", "workload.0.after", "a circle: job after job"),
        ("[nic0, nic1, nic2]", "[nic0, nic1, nic1]", "workload.0.nics.2", "'nic1' takes part twice"),
        ("nics:", "operation: send\n    nics:", "workload.0.operation", "MRC has no sends"),
        (JOB, JOB + "      checkpoint: {every: 0, restart: 1us}\n", "workload.0.training.checkpoint.every", "1..10000"),
        (JOB, JOB + "      checkpoint: {every: 2, restart: 0}\n", "workload.0.training.checkpoint.restart", "30ms"),
    ],
)
def test_a_job_that_cannot_be_is_refused(scenario_file, old, new, field, says):
    assert old in JOB
    with pytest.raises(ScenarioError) as caught:
        planned(scenario_file, JOB.replace(old, new))
    lines = [line for line in str(caught.value).splitlines() if f": {field}: " in line]
    assert len(lines) == 1 and says in lines[0], str(caught.value)


def test_jobs_that_wait_for_each_other_are_refused(scenario_file):
    other = JOB.partition("workload:\n")[2].replace("name: job", "name: other\n    after: [job]")
    with pytest.raises(ScenarioError, match="a circle: job after other after job"):
        planned(scenario_file, JOB.replace("name: job\n    nics", "name: job\n    after: [other]\n    nics") + other)


REAL = """\
name: job
topology: LAB
limit: 20ms
overrides: {ecmp: true}
NIC
workload:
  - name: job
    training:
      steps: 4
      compute: 50us
      collectives:
        - {collective: ring-all-reduce, bytes: 64KiB, buckets: 2, overlap: 0.5}
        - {collective: all-to-all, bytes: 32KiB}
      checkpoint: {every: 2, restart: 1ms}
faults:
  - {at: 150us, do: switch p0-t1-0 stop}
  - {at: END, do: switch p0-t1-0 start}
"""


def test_mrc_goes_on_by_other_paths_and_the_slow_step_names_the_dead_one(scenario_file):
    file = scenario_file(text=REAL.replace("NIC", "").replace("END", "5ms"))
    result = result_of(load(file), served=False)
    (job,) = result["trainings"]
    assert result["verdict"]["all_intact"] and job["done"] == 4 and not job["restarts"]
    assert result["checks"]["steps.slowest_us"] > 1.05 * result["checks"]["steps.p50_us"]
    assert job["slow_steps"][0]["took_ns"] == max(job["executed"]["took_ns"])
    lost = next(slow for slow in job["slow_steps"] if slow["end"] == "arrival")
    assert "p0-t1-0" in lost["first_resent"]["path"] and lost["message_ns"] > lost["usual_ns"]
    assert lost["first_resent"]["fault"] == "switch p0-t1-0 stopped"
    flow = result["flows"][lost["flow"]]
    assert (flow["from"], flow["to"]) == (lost["from"], lost["to"])
    assert dumps(result) == dumps(result_of(load(file), served=False))


def test_roce_loses_a_queue_pair_and_the_job_does_its_steps_again(scenario_file):
    nic = "nic: {kind: roce, options: {timeout: 3, retry_count: 3}}"
    result = result_of(load(scenario_file(text=REAL.replace("NIC", nic).replace("END", "900us"))), served=False)
    (job,) = result["trainings"]
    assert result["verdict"]["all_intact"] and job["done"] == 4
    assert result["checks"]["steps.restarts"] == len(job["restarts"]) >= 1
    first = job["restarts"][0]
    assert first["why"] == "retry_exceeded" and first["resumed_ns"] == first["failed_ns"] + 1_000_000
    assert first["from_step"] == first["step"] - first["step"] % 2
    json.dumps(result)
