# SPDX-License-Identifier: Apache-2.0
"""A switch that uses all of a core is said to be the machine's limit; one that waits for its cables is not."""

import os
import signal
import subprocess
import sys
import time

import pytest

from fabric.live.scale import Busy, advice, groups, overload


class Machine:
    """A clock, and processes that use so much of a core from now on."""

    def __init__(self):
        self.now_s = 0.0
        self.used = {11: 0.0, 12: 0.0}

    def runs(self, seconds, **shares):
        self.now_s += seconds
        for name, share in shares.items():
            self.used[{"fast": 11, "slow": 12}[name]] += seconds * share

    def of(self, process):
        if process not in self.used:
            raise ProcessLookupError
        return self.used[process]


@pytest.fixture
def machine():
    return Machine()


@pytest.fixture
def busy(machine):
    return Busy({"fast": [11], "slow": [12]}, lambda: machine.now_s, machine.of)


def test_the_worst_second_counts_but_not_the_first(machine, busy):
    for fast, slow in ((1.0, 0.1), (0.2, 0.3), (0.25, 0.95), (0.1, 0.1)):
        for _ in range(4):
            machine.runs(0.25, fast=fast, slow=slow)
            busy.look()
    assert busy.worst == pytest.approx({"fast": 0.25, "slow": 0.95})
    (said,) = overload({}, 8000, 0, busy.worst)
    assert said.startswith("overloaded: slow used 95 % of a core: ") and said.endswith("take a larger --scale")
    assert overload({}, 8000, 0, {"fast": 0.89}) == []
    assert overload({}, 8000, 0, steering_ns=(100, 4000)) == []
    (said,) = overload({}, 8000, 0, steering_ns=(100, 4001))
    assert "what waited for a completion was posted 4.0 us after it in 1 of 100 cases" in said


def test_the_advice_says_what_it_means_and_what_to_do():
    assert advice([], 10_000) == ""
    said = advice(["overloaded: nic0 was late"], 10_000)
    assert said.startswith("The machine is too busy for 1 : 10,000. What is lost, late or sent again may be its doing")
    assert "--scale 20000 (make: SCALE=20000) or more" in said


def test_what_was_long_ago_is_not_recent(machine, busy):
    for share in (0.1, 0.95, *(0.2,) * 9):
        machine.runs(1, fast=share)
        busy.look()
    assert busy.recent["fast"] == pytest.approx(0.95)
    machine.runs(1, fast=0.2)
    busy.look()
    assert (busy.recent["fast"], busy.worst["fast"]) == (pytest.approx(0.2), pytest.approx(0.95))


def test_who_is_gone_counts_no_more(machine, busy):
    machine.runs(2, slow=0.5)
    busy.look()
    del machine.used[12]
    machine.runs(2, fast=0.5)
    busy.look()
    assert busy.worst == pytest.approx({"fast": 0.5})


BURNS = "import os\nif os.fork():\n    os.wait()\nwhile True:\n    pass"


def test_the_kernel_tells_of_all_in_a_group(monkeypatch):
    """As BMv2 has it: the leader waits for the switch."""
    monkeypatch.setattr("fabric.live.scale._WINDOW_S", 0.1)
    with subprocess.Popen([sys.executable, "-c", BURNS], start_new_session=True) as leader:
        deadline = time.monotonic() + 30
        while len(found := groups({"burning": leader.pid})["burning"]) < 2:
            assert time.monotonic() < deadline, found
        busy = Busy({"burning": found})
        while busy.worst.get("burning", 0.0) < 0.1:
            assert time.monotonic() < deadline, busy.worst
            time.sleep(0.02)
            busy.look()
        os.killpg(leader.pid, signal.SIGKILL)
