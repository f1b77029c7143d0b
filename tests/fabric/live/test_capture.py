# SPDX-License-Identifier: Apache-2.0
"""What of the frames that a tap saw is in its capture."""

import io
import os
import time

import pytest

from fabric.live.capture import Recording, Seen, record
from fabric.live.scale import Clock, Scale

EPOCH_NS = 1_000_000
"""`time.monotonic_ns` when the clock of the fabric was at 0."""


class FakeTap:
    """Has seen frames at these times of the fabric, 1 : 1; a pipe that has something makes it readable."""

    def __init__(self, *times_ns):
        self.ended = False
        self.sock, feed = os.pipe()
        os.write(feed, b"x")
        os.close(feed)
        self.waiting = [Seen(EPOCH_NS + at_ns, leaving=False, frame=bytes(60)) for at_ns in times_ns]

    def take(self):
        return self.waiting.pop(0) if self.waiting else None


@pytest.fixture
def ended():
    """A descriptor that has ended: whoever started the capture has closed it."""
    here, there = os.pipe()
    os.close(there)
    yield here
    os.close(here)


@pytest.fixture
def recorded(ended):
    """How many of the frames of a tap are in a capture of so many."""

    def recorded(tap, frames):
        recording = Recording(io.BytesIO(), "a:0--b:0", Clock(Scale(1), EPOCH_NS), 0)
        record(tap, recording, ended, frames)
        return recording.frames

    return recorded


def test_a_frame_before_time_begins_is_left_out_and_ends_nothing(recorded):
    assert recorded(FakeTap(-5, 1, 2, 3), 0) == 3


def test_it_ends_with_the_frames_that_were_asked_for(recorded):
    tap = FakeTap(-5, 1, 2, 3)
    assert recorded(tap, 2) == 2
    assert len(tap.waiting) == 1


def test_all_that_passed_before_the_end_is_taken_and_nothing_that_came_later(recorded):
    now_ns = time.monotonic_ns() - EPOCH_NS
    tap = FakeTap(*range(1000), now_ns + 3_600_000_000_000)
    assert recorded(tap, 0) == 1000
