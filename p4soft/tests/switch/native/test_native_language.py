# SPDX-License-Identifier: Apache-2.0
"""Every program of tests/language runs natively, and does with random frames what it does in Python.

`MRC_NATIVE_LANGUAGE_FRAMES=10000` sets the frames for each program (40 unless told). Unless the long ones run too,
some of the programs have memory of their own, and others memory that ends where memory ends; tests/language runs all
of them natively.
"""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest
from guarded_memory_kit import GuardedFrames, GuardedMemory
from long_kit import share
from native_pair_kit import Pair

from p4soft.compiler import CompileErrors, compile_file
from p4soft.switch import load_program
from p4soft.switch.native import storage
from p4soft.switch.state import CloneSession, MulticastGroup, Replica

FRAMES = int(os.environ.get("MRC_NATIVE_LANGUAGE_FRAMES", "40"))
LONG = 9_000
AGAIN = {"recirculate.p4"}
"""Programs through which an empty frame goes again and again, up to the switch's limit: a tenth of the frames."""
PROGRAMS = sorted((Path(__file__).parents[2] / "language").glob("*.p4"))
CHUNKS = 8


def frames(rng):
    """Short and long, random and full of small numbers, which select more than random ones do."""
    size = rng.choice((0, 1, 2, 5, 14, 20, 34, 64, 128, 300))
    if rng.random() < 0.5:
        return rng.randbytes(size)
    return bytes(rng.choice((0, 0, 0, 1, 1, 2, 3, 4, 8, 16, 0x45, 0x80, 0xFF)) for _ in range(size))


def groups(switch):
    """Some groups and sessions, so that copies are made."""
    for number in (1, 2, 5):
        switch.state.pre.insert_group(MulticastGroup(number, (Replica(1, 1), Replica(2, 7), Replica(3, 9))))
        switch.state.pre.insert_session(CloneSession(number, (Replica(4, 2),), class_of_service=0))


def programs(chunk):
    for path in PROGRAMS[chunk::CHUNKS]:
        try:
            yield path, load_program(compile_file(path).json, source=path.name)
        except CompileErrors:
            continue  # one needs a -D


@pytest.mark.parametrize("chunk", share(range(CHUNKS), [0, 2, 4]))
def test_same_as_in_python(chunk):
    run = 0
    for path, program in programs(chunk):
        pair = Pair(program, cpu_port=510)
        pair.change(groups)
        rng, now = random.Random(path.name), 0
        for _ in range(FRAMES // (10 if path.name in AGAIN else 1)):
            now += rng.choice((0, 1, 1000))
            pair.burst([(rng.randrange(8), frames(rng)) for _ in range(rng.choice((1, 3)))], now, path.name)
        pair.check()
        run += 1
    assert run >= len(PROGRAMS) // CHUNKS - 1


@pytest.mark.parametrize("chunk", share(range(CHUNKS), [1, 5]))
def test_nothing_outside_packet_and_state_is_touched(chunk, monkeypatch):
    """Frame, packet, output and every object of the state end where memory ends: a step too far ends the process."""
    monkeypatch.setattr(storage, "new_memory", GuardedMemory)
    for path, program in programs(chunk):
        pair = Pair(program, cpu_port=510)
        pair.change(groups)
        guarded = GuardedFrames(pair.native)
        rng, now = random.Random(path.name), 0
        for _ in range(FRAMES):
            now += rng.choice((0, 1, 1000))
            port, frame = rng.randrange(8), frames(rng) if rng.random() < 0.98 else rng.randbytes(LONG)
            assert guarded.receive(port, frame, now) == pair.python.receive(port, frame, now), path.name
        pair.check()
