# SPDX-License-Identifier: Apache-2.0
"""Mutated frames through p4src's machine code, with the entries and frames of the lab's T0 in every second turn.

`MRC_FUZZ_NATIVE=10000000` sets how many; `make fuzz-native` is the command.
"""

import os

from fabric import PROGRAM
from p4soft.fidelity.mutation import Settings, run, summary
from tools.bench.p4src import lab_workload, of_program

FRAMES = int(os.environ.get("MRC_FUZZ_NATIVE", "20000"))
WORKLOAD = "tools.bench.p4src:of_program"


def test_the_labs_frames_are_among_what_is_mutated(tmp_path):
    given = of_program(PROGRAM)
    assert [frame for _, frame in given.frames] == list(lab_workload(256).frames)
    assert of_program(tmp_path / "main.p4") is None


def test_machine_code_of_p4src_survives():
    outcome = run([PROGRAM], Settings(FRAMES, seed=20260711, workload=WORKLOAD), print)
    assert outcome.holds, summary(outcome)
    assert outcome.frames > FRAMES * 9 // 10
    assert sum(result.left for result in outcome.results) > FRAMES // 20
