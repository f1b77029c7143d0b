# SPDX-License-Identifier: Apache-2.0
"""Mutated frames through p4src's machine code, with the entries and frames of the lab's T0 in every second turn.

`MRC_FUZZ_NATIVE=10000000` sets how many; `make fuzz-native` is the command.
"""

import pytest
from long_kit import rounds

from fabric import PROGRAM
from p4soft.fidelity.mutation import Settings, run, summary
from tools.bench.p4src import lab_workload, of_program

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
