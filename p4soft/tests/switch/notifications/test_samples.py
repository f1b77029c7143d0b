# SPDX-License-Identifier: Apache-2.0
"""Buffers of digests for a subscriber, as BMv2's learn engine has them."""

from __future__ import annotations

from p4soft.switch.notifications import SampleBuffers

A, B, C = b"a", b"b", b"c"


def test_a_sample_is_taken_once_until_it_is_acknowledged():
    buffers = SampleBuffers()
    assert not buffers.add(A, 0)
    assert not buffers.add(A, 1)
    assert buffers.take() == (0, [A])
    buffers.add(A, 2)
    buffers.add(B, 3)
    assert buffers.take() == (1, [B])
    buffers.acknowledge(0)
    buffers.acknowledge(0)
    buffers.acknowledge(77)
    buffers.add(A, 4)
    buffers.add(B, 4)
    assert buffers.take() == (2, [A])


def test_samples_are_acknowledged_one_by_one():
    buffers = SampleBuffers()
    for sample in (A, B, C):
        buffers.add(sample, 0)
    buffers.take()
    buffers.acknowledge_samples(0, [0, 2, 3, -1])
    buffers.acknowledge_samples(5, [0])
    for sample in (A, B, C):
        buffers.add(sample, 0)
    assert buffers.take() == (1, [A, C])


def test_a_buffer_is_due_when_its_first_sample_is_old():
    buffers = SampleBuffers()
    assert buffers.due_us() is None
    buffers.add(A, 500)
    buffers.add(B, 900_000)
    assert buffers.due_us() == 1_000_500
    buffers.timeout_ms = 20
    assert buffers.due_us() == 20_500
    buffers.timeout_ms = 0
    assert buffers.due_us() is None


def test_sixteen_samples_fill_a_buffer_or_as_many_as_said():
    buffers = SampleBuffers()
    assert [buffers.add(bytes([number]), 0) for number in range(16)] == [False] * 15 + [True]
    buffers.take()
    assert not buffers.is_full()
    buffers.add(A, 0)
    buffers.add(B, 0)
    buffers.max_samples = 2
    assert buffers.is_full()
