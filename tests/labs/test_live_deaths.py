# SPDX-License-Identifier: Apache-2.0
"""Processes of a live lab that die or stand still: everything says which, and the rest goes on."""

import contextlib
import os
import re
import signal
import time
from pathlib import Path

import pytest
from lab_kit import DEADLINE_S, patient
from waiting_kit import until

pytestmark = pytest.mark.timeout(180)
CABLE = "nic0:0--p0-t0-0:0"


@pytest.fixture
def lab(lab):
    lab.up()
    yield lab
    lab.run("down")
    assert not (lab.folder / "mrc-lab").exists()


def wait_for(lab, holds):
    return until(lambda: state if holds(state := lab.state()) else None, DEADLINE_S)


def process_of(lab, switch):
    """As the host has it: a process that has the switch's log open is its."""
    log = next(each.log for each in lab.state().switches if each.name == switch)
    for entry in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if log.encode() in (entry / "cmdline").read_bytes().split(b"\0"):
                return int(entry.name)
    raise AssertionError(switch)


def test_the_dead_are_named_and_the_living_go_on(lab):
    nic = lab.state().nics["nic1"].process_id
    lab.run("write", "nic0", "nic1", "--bytes", "100MB", "--no-wait")

    os.kill(nic, signal.SIGSTOP)
    state = wait_for(lab, lambda state: state.dead)
    assert state.dead == {"nic1": "does not answer"}
    assert state.writes[0].failure is None  # it may come back
    begun = time.monotonic()
    assert lab.run("status").count("does not answer") == 2  # in the table, and below it where to look
    assert time.monotonic() - begun < DEADLINE_S
    os.kill(nic, signal.SIGCONT)
    state = wait_for(lab, lambda state: not state.dead)
    # Its answers are to what is asked now, not to what was asked while it stood still.
    assert lab.run("fail", "rate", CABLE, "50Gb/s") and lab.run("heal", "all")

    os.kill(nic, signal.SIGKILL)
    state = wait_for(lab, lambda state: state.dead.get("nic1") == "signal 9")
    assert state.dead.keys() == {"nic1"}
    assert state.writes[0].failure == "nic1 is gone (signal 9)"
    assert re.search(r"nic1: signal 9; `\S+ -m labs logs nic1` shows what it said", " ".join(lab.run("status").split()))
    assert "nic1 is gone (signal 9); its log: " in lab.run("write", "nic0", "nic1", "--bytes", "1KB", status=1)
    assert "nic1 is gone (signal 9), and its network with it" in lab.run("exec", "nic1", "true", status=1)
    lab.run("exec", "nic0", "true")

    os.kill(process_of(lab, "p0-t1-0"), signal.SIGKILL)
    state = wait_for(lab, lambda state: len(state.dead) == 2)
    assert state.dead["p0-t1-0"] == "signal 9"
    assert [switch.forwards for switch in state.switches] == [True, False]
    assert "p0-t1-0 is gone (signal 9); its log: " in lab.run("fail", "switch", "p0-t1-0", status=1)
    # What can still fail does, whether other parts of it can or not; and so it is healed.
    assert "p0-t1-0 is gone" in lab.run("fail", "plane", "0", status=1)
    assert lab.state().faults == {"p0-t0-0": ["stopped"]}
    assert lab.run("heal", "all").strip() == "switch p0-t0-0 started"
    assert "does not answer: it is signal 9" in lab.run("shell", "p0-t1-0", status=1)
    assert lab.run("down").strip() == "down"


@pytest.mark.long
def test_down_is_quick_when_switches_stand_still(lab):
    lab.run("fail", "plane", "0")
    begun = time.monotonic()
    assert lab.run("down").strip() == "down"
    # Each would be given 10 s to end by itself, one after the other.
    assert time.monotonic() - begun < 15


@patient
def test_down_ends_a_keeper_that_stands_still(lab):
    keeper = lab.state().process_id
    os.kill(keeper, signal.SIGSTOP)
    assert lab.run("down").strip() == "down"
