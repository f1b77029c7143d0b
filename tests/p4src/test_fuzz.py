# SPDX-License-Identifier: Apache-2.0
"""Mutated frames and mutated text of the switch program."""

from __future__ import annotations

import os
from random import Random

import p4src_tables as tables
import pytest
from long_kit import rounds
from p4src_frames import FrameSource
from p4src_reference import Reference, marked
from tests.compiler.mutation_kit import Mutator, flattened
from tests.compiler.test_compiler_fuzz import accepted_of as compiled_of
from tests.compiler.test_compiler_fuzz import hang_guard  # noqa: F401 - a fixture
from tests.switch.json_mutation_kit import Damage
from tests.switch.json_mutation_kit import accepted_of as loaded_of

from fabric import PROGRAM
from p4soft.fidelity.mutation import Settings, run, summary
from ptf_tests.switch.device import PORT_COUNTER, QUEUE_COUNTERS
from tools.bench.p4src import lab_workload, of_program

# --- Frames ----------------------------------------------------------------------------------------------------------
# Mutated frames into the switch program: nothing crashes, nothing leaks, and everything is as the reference says.
#
# `MRC_FUZZ_FRAMES=100000` sets the number of frames (5,000 or more); 100,000 take about ten seconds. The stream depends
# on the seed alone, so a longer run begins with the shorter one.

FRAMES = int(os.environ.get("MRC_FUZZ_FRAMES", "5000"))
SEED = 20260101


def arrivals(seed, frames):
    """(port, frame, time in us): bursts in which time stands still, so that 100 Gb/s queues fill, then gaps."""
    rng = Random(seed)
    source = FrameSource(seed, tables.addresses())
    now, burst = 1_000_000, 0
    for _ in range(frames):
        if burst == 0:
            burst = rng.choice((1, 20, 200, 1000))
            now += rng.choice((1, 10, 1_000, 100_000_000))
        burst -= 1
        yield rng.choice(tables.INGRESS_PORTS), source.next(), now


def test_every_frame_leaves_once_or_counts_once_as_the_reference_says(embedded, lab):
    entries = tables.all_entries(lab)
    embedded.insert(entries)
    reference = Reference.of(entries)
    sent, reasons = dict.fromkeys(tables.EGRESS_PORTS, 0), dict.fromkeys(embedded.drops(0), 0)
    trims = marks = invisible = 0
    for number, (port, frame, now) in enumerate(arrivals(SEED, FRAMES)):
        before = embedded.drops(port)
        emissions = embedded.receive(port, frame, now)
        reason = [name for name, packets in embedded.drops(port).items() for _ in range(packets - before[name])]
        story = f"frame {number}, port {port}, {now} us, {len(frame)} bytes: {frame.hex()}"
        assert len(emissions) + len(reason) == 1, story
        expected = reference.process(port, frame, now)
        if reason:
            assert reason == [expected.reason], story
            reasons[reason[0]] += 1
            continue
        (emission,) = emissions
        assert len(emission.frame) <= len(frame), story
        if expected.may_mark:
            certain = marked(expected)
            invisible += certain.frame == expected.frame  # CE already: a mark shows in the counter only
            expected = expected if emission.frame == expected.frame else certain
        actual = (None, emission.port, emission.priority, emission.frame.hex())
        assert actual == (expected.reason, expected.port, expected.priority, expected.frame.hex()), story
        sent[emission.port] += 1
        trims += expected.trimmed
        marks += expected.must_mark
    assert sum(sent.values()) + sum(reasons.values()) == FRAMES
    tx = {port: n for (name, port), n in embedded.moved().items() if name == PORT_COUNTER}
    assert tx == {port: n for port, n in sent.items() if n}
    assert not embedded.switch.drops
    _check_queue_counters(embedded, sum(sent.values()), reasons, trims, range(marks, marks + invisible + 1))
    # The stream reached every corner; otherwise the test would prove little.
    missing = [reason for reason, number in reasons.items() if not number]
    assert not missing, f"no frame of p4src_frames provokes {missing}: a mutation there must"
    assert all(sent.values()), sent
    assert trims, "no frame was trimmed"
    assert marks, "no frame was marked"


def _check_queue_counters(embedded, sent, reasons, trims, marks):
    moved = embedded.moved()
    total = {name: sum(n for (counter, _), n in moved.items() if counter == name) for name in QUEUE_COUNTERS}
    refused_trims = reasons["trim_queue_full"]
    assert total.pop("queue_wred_ecn_marked_packets") in marks
    assert total == {
        "queue_packets": sent,
        "queue_dropped_packets": trims + refused_trims + reasons["queue_full"],
        "queue_trim_packets": trims + refused_trims,
        "queue_tx_trim_packets": trims,
        "queue_dropped_trim_packets": refused_trims,
    }


# --- Frames through machine code -------------------------------------------------------------------------------------
# Mutated frames through p4src's machine code, with the entries and frames of the lab's T0 in every second turn.
#
# `MRC_FUZZ_NATIVE=10000000` sets how many; `make fuzz-native` is the command.

WORKLOAD = "tools.bench.p4src:of_program"


def test_the_labs_frames_are_among_what_is_mutated(tmp_path):
    given = of_program(PROGRAM)
    assert [frame for _, frame in given.frames] == list(lab_workload(256).frames)
    assert of_program(tmp_path / "main.p4") is None


@pytest.mark.parametrize("frames", rounds("MRC_FUZZ_NATIVE", 5_000, 20_000))
def test_machine_code_of_p4src_survives(frames):
    outcome = run([PROGRAM], Settings(frames, seed=20260711, workload=WORKLOAD), print)
    assert outcome.holds, summary(outcome)
    assert outcome.frames > frames * 9 // 10
    assert sum(result.left for result in outcome.results) > frames // 20


# --- Text and JSON ---------------------------------------------------------------------------------------------------
# The switch program's text and JSON, damaged by a seed: compiler and loader refuse it cleanly, or it runs.

MUTANTS = 16
TEXT_SEED = 20260701


@pytest.mark.parametrize("mutants", rounds("MRC_FUZZ_P4SRC", 5, MUTANTS))
def test_mutated_text(program, tmp_path, hang_guard, mutants):  # noqa: F811
    folders = (program.parent, program.parent / "stages")
    mutator = Mutator(TEXT_SEED, [program.read_text(), flattened(program, folders)])
    assert 0 < compiled_of(mutants, mutator, tmp_path, hang_guard, folders) < mutants


def test_damaged_json(program, tmp_path):
    assert 0 < loaded_of(MUTANTS, Damage(TEXT_SEED, [program]), tmp_path) < MUTANTS
