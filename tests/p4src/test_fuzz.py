# SPDX-License-Identifier: Apache-2.0
"""Mutated frames into the switch program: nothing crashes, nothing leaks, and everything is as the reference says.

`MRC_FUZZ_FRAMES=100000` sets the number of frames (5,000 or more); 100,000 take about ten seconds. The stream depends
on the seed alone, so a longer run begins with the shorter one.
"""

from __future__ import annotations

import os
from random import Random

import p4src_tables as tables
from p4src_frames import FrameSource
from p4src_reference import Reference, marked

from ptf_tests.switch.device import PORT_COUNTER, QUEUE_COUNTERS

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
