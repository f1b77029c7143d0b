# SPDX-License-Identifier: Apache-2.0
"""Labs come and go, a third of them killed at random moments: nothing stays.

`MRC_LABS_CYCLES=100 pytest -m '' tests/labs/test_live_churn.py` for more.
"""

import os
import random
import signal
import time
from pathlib import Path

import pytest
from lab_kit import DEADLINE_S, processes_of, wait_until_gone
from waiting_kit import until

pytestmark = pytest.mark.timeout(0)
CYCLES = int(os.environ.get("MRC_LABS_CYCLES", "1"))
SEED = int(os.environ.get("MRC_LABS_SEED", "0"))
PATIENT_S = 120


def kill(lab, drawn, longest_s):
    """Kill the command or the keeper at any moment from the beginning of `up` to a while after its end."""
    process = lab.start(*lab.up_arguments())
    at = time.monotonic() + drawn.uniform(0, 1.3) * longest_s
    while time.monotonic() < at:
        time.sleep(0.01)
    keeper = keeper_of(lab)
    if keeper is not None and (process.poll() is not None or drawn.random() < 0.5):
        victim, who = keeper, "the keeper"
    elif process.poll() is None:
        victim, who = process.pid, "the command"
    else:  # it came up and went: nobody is there to be killed
        victim, who = None, "nobody"
    if victim is not None:
        os.kill(victim, signal.SIGKILL)
    said, _ = process.communicate(timeout=PATIENT_S)
    assert "Traceback" not in said, said
    return who


def keeper_of(lab):
    lock = lab.folder / "mrc-lab" / "lab" / "lock"
    try:
        return int(lock.read_text())
    except (OSError, ValueError):
        return None


def nothing_stays(lab, host):
    wait_until_gone(processes_of(lab.folder))
    assert {each.name for each in Path("/sys/class/net").iterdir()} <= host | set(others_interfaces())
    assert str(lab.folder) not in Path("/proc/self/mounts").read_text()
    until(lambda: not (lab.folder / "mrc-lab").exists(), DEADLINE_S)
    assert {each.name for each in lab.folder.iterdir()} <= {"tiny.yaml", ".cache"}  # of compiled programs


def others_interfaces():
    """What other tests may make on the host meanwhile; a lab's interfaces are called after its nodes."""
    return [each.name for each in Path("/sys/class/net").iterdir() if not each.name.startswith(("p0-t", "n0.", "n1."))]


@pytest.mark.long
def test_nothing_stays_of_labs_that_come_and_go(lab):
    drawn = random.Random(SEED)
    host = {each.name for each in Path("/sys/class/net").iterdir()}
    longest_s, killed = 3.0, []
    for cycle in range(CYCLES):
        if cycle % 3 == 0:
            killed.append(kill(lab, drawn, longest_s))
            lab.run("down")
        else:
            begun = time.monotonic()
            lab.up()
            longest_s = time.monotonic() - begun
            if drawn.random() < 0.5:
                lab.run("write", "nic0", "nic1", "--bytes", "10KB")
            if drawn.random() < 0.5:
                lab.run("fail", "switch", drawn.choice(["p0-t0-0", "p0-t1-0"]))
            assert lab.run("down").strip() == "down"
        nothing_stays(lab, host)
        print(f"{cycle + 1} of {CYCLES}: nothing stayed", flush=True)  # with -s
    print(f"{CYCLES} labs, {len(killed)} killed: {', '.join(sorted(set(killed)))}")
