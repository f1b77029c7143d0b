# SPDX-License-Identifier: Apache-2.0
"""Random programs run natively, all of them, and do what they do in Python.

`MRC_NATIVE_PROGRAMS=745` sets how many (4 unless told, 25 if long); compiling takes about a second for each.
"""

from __future__ import annotations

import os
import random

import pytest
from long_kit import rounds
from msgspec.structs import replace

from p4soft.compiler import CompileErrors, compile_file
from p4soft.fidelity.generator import generate
from p4soft.fidelity.random_programs import run_embedded
from p4soft.switch import SwitchFault

FIRST = int(os.environ.get("MRC_NATIVE_FIRST_PROGRAM", "1"))
CHUNKS = 4


def mutated(packets, rng):
    """The packets, and some of them cut, lengthened, or with other bytes."""
    for port, frame in packets:
        yield port, frame
        data = bytearray(frame)
        for _ in range(rng.choice((1, 2, 8))):
            if data:
                data[rng.randrange(len(data))] = rng.choice((0, 1, 0x7F, 0x80, 0xFF, rng.randrange(256)))
        yield port, bytes(data[: rng.randrange(len(data) + 1)] if rng.random() < 0.5 else data + rng.randbytes(9))


def outcome(program, case, engine):
    try:
        return run_embedded(program, case, engine)
    except SwitchFault as fault:
        return str(fault)


@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("programs", rounds("MRC_NATIVE_PROGRAMS", 4, 25))
def test_same_as_in_python(programs, chunk, tmp_path):
    for seed in range(FIRST + chunk, FIRST + programs, CHUNKS):
        case = generate(seed)
        case = replace(case, packets=tuple(mutated(case.packets, random.Random(seed))))
        path = tmp_path / "program.p4"
        path.write_text(case.source)
        try:
            program = compile_file(path).json
        except CompileErrors as errors:
            pytest.fail(f"seed {seed}: {errors}")
        native, python = (outcome(program, case, engine) for engine in ("native", "python"))
        if isinstance(native, str) or isinstance(python, str):
            assert native == python, f"seed {seed}"
        else:
            assert native.difference(python) is None, f"seed {seed}"
