# SPDX-License-Identifier: Apache-2.0
"""Digest lists without any protocol: when they are full or due, and what is not said twice."""

import pytest

from p4soft.switch.p4runtime.digests import LearnBuffer, LearningConfig


def buffer(timeout_us=0, size=0, ack_us=0):
    return LearnBuffer(LearningConfig(timeout_us * 1000, size, ack_us * 1000))


def test_without_a_timeout_every_message_is_a_list():
    learning = buffer()
    assert learning.add([1, 2], 5)
    assert learning.take(1, 5) == [(1, 2)]
    assert learning.due_us() is None


def test_a_list_is_sent_when_it_is_full_or_due():
    learning = buffer(timeout_us=100, size=2)
    assert not learning.add([1], 10)
    assert learning.due_us() == 110
    assert not learning.add([1], 20)  # it is in the list already
    assert learning.add([2], 30)
    assert learning.take(1, 30) == [(1,), (2,)]


def test_a_timeout_that_is_no_whole_microsecond_is_not_shortened():
    learning = LearnBuffer(LearningConfig(1_500, 0, 0))
    learning.add([1], 10)
    assert learning.due_us() == 12


@pytest.mark.parametrize("forgets", [lambda b: b.acknowledge(7), lambda _: None])
def test_nothing_unacknowledged_is_said_again_until_its_time_is_over(forgets):
    learning = buffer(ack_us=50)
    assert learning.add([1], 0)
    learning.take(7, 0)
    assert not learning.add([1], 49)
    forgets(learning)
    assert learning.add([1], 50)


def test_what_is_acknowledged_may_come_again_at_once():
    learning = buffer(ack_us=50)
    learning.add([1], 0)
    learning.take(7, 0)
    learning.acknowledge(7)
    assert learning.add([1], 1)
