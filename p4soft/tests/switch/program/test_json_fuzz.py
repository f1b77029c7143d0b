# SPDX-License-Identifier: Apache-2.0
"""Damaged BMv2 JSON: the loader refuses it with a clean message, or the switch runs it without an internal error.

`MRC_FUZZ_JSON=20000` sets the number of programs (60 unless told, 300 if long); 20,000 take about ten minutes. The
stream depends on the seed alone, so a longer run begins with the shorter one.
"""

from __future__ import annotations

import json
from random import Random

import pytest
from long_kit import rounds
from tests.switch.json_mutation_kit import Damage

from p4soft.switch import ProgramError, SimpleSwitch, load_program
from p4soft.switch.dataplane import SwitchFault
from p4soft.switch.state import CloneSession, MulticastGroup, Replica

SEED = 20260301
SOURCE = "damaged.json"


def frames(rng):
    """A few frames, of every length that matters."""
    return [rng.randbytes(rng.choice((0, 1, 7, 14, 20, 40, 100))) for _ in range(6)]


def check_program(program, rng, engine):
    """The property; whether the program was accepted."""
    packets = frames(rng)
    switch = SimpleSwitch(engine=engine)
    switch.faults_are_fatal = True
    try:
        switch.load(load_program(json.dumps(program), source=SOURCE))
    except ProgramError as error:
        message = str(error)
        assert message.startswith(f"{SOURCE}: ")
        assert "\n" not in message
        assert len(message) < 1000, message[:2000]
        return False
    switch.state.pre.insert_session(CloneSession(1, (Replica(3), Replica(4, 1))))
    switch.state.pre.insert_group(MulticastGroup(1, (Replica(1), Replica(2))))
    for now, frame in enumerate(packets):
        try:
            switch.receive(now % 3, frame, now)
        except SwitchFault as fault:
            if "AssertionFailed" not in str(fault):  # The program itself says assert(false).
                raise
    return True


def accepted_of(programs, damage, tmp_path):
    """Holds so many damaged programs against the property; how many were accepted.

    Of a few, one in fifteen runs in machine code, which takes longest to make; of many, each.
    """
    native = 15 if programs < 100 else 1
    rng, accepted = Random(SEED), 0
    for number in range(programs):
        program = damage.next()
        try:
            accepted += check_program(program, rng, "python" if number % native else "auto")
        except BaseException as error:
            kept = tmp_path / f"damaged{number}.json"
            kept.write_text(json.dumps(program))
            error.add_note(f"the program is kept in {kept}")
            raise
    return accepted


@pytest.mark.parametrize("programs", rounds("MRC_FUZZ_JSON", 30, 300))
def test_damaged_programs(tmp_path, programs):
    accepted = accepted_of(programs, Damage(SEED), tmp_path)
    assert programs // 10 < accepted < programs * 3 // 4, "the damage is too small or too great to prove much"
