# SPDX-License-Identifier: Apache-2.0
"""The switch program in machine code against generated Python: random frames, random table states, nothing differs.

`MRC_NATIVE_FRAMES=1000000` sets the number of frames (20,000 or more); Python does about 30,000 a second.
"""

from __future__ import annotations

import json
import os
from random import Random

import p4src_tables as tables
from p4src_frames import FrameSource

from controller.program import QUEUES
from p4soft.switch import SimpleSwitch, load_program
from p4soft.switch.state import StateError

FRAMES = int(os.environ.get("MRC_NATIVE_FRAMES", "20000"))
SEED = 20260711
BURSTS_PER_STATE = 40


def everything(switch):
    state = switch.state
    return (
        {n: (list(c.packets), list(c.bytes)) for n, c in state.counters.items()},
        {n: list(r.cells) for n, r in state.registers.items()},
        {n: [(e.handle, e.packets, e.bytes) for e in t.entries()] for n, t in state.tables.items()},
        dict(switch.drops),
        switch.faults,
    )


def copied(switch):
    """What a switch's tables hold, as arguments of `insert`."""
    return [
        (name, (entry.key, entry.action), entry.priority)
        for name, table in switch.state.tables.items()
        for entry in table.entries()
    ]


def change(rng, switches, pool):
    """Take away and put back the same entries in both switches' tables: a random state after a few of these."""
    for _ in range(rng.choice((1, 5, 50))):
        name, (key, action), priority = rng.choice(pool)
        removing = rng.random() < 0.5
        done = []
        for switch in switches:
            table = switch.state.tables[name]
            try:
                if removing:
                    table.delete(key, priority)
                else:
                    table.insert(key, action, priority=priority)
                done.append(None)
            except StateError as refusal:
                done.append(str(refusal))
        assert done[0] == done[1]


def test_machine_code_does_what_python_does(embedded, lab, compiled):
    embedded.insert(tables.all_entries(lab))
    pool = copied(embedded.switch)
    program = load_program(json.dumps(compiled.json), source="p4src")
    native, python = (SimpleSwitch(priority_queues=QUEUES, engine=engine) for engine in ("native", "python"))
    for switch in (native, python):
        switch.load(program)
        for name, (key, action), priority in pool:
            switch.state.tables[name].insert(key, action, priority=priority)
    assert (native.engine, python.engine) == ("native", "python")
    rng, source = Random(SEED), FrameSource(SEED, tables.addresses(), min_frame=0)
    now = sent = left = bursts = 0
    while sent < FRAMES:
        if bursts % BURSTS_PER_STATE == 0:
            assert everything(native) == everything(python), f"after frame {sent}"
            change(rng, (native, python), pool)
        bursts += 1
        now += rng.choice((0, 1, 10, 1_000, 100_000_000))
        frames = [
            (rng.choice(tables.INGRESS_PORTS), source.next())
            for _ in range(min(FRAMES - sent, rng.choice((1, 7, 200))))
        ]
        emissions = native.receive_burst(frames, now)
        expected = [e for port, frame in frames for e in python.receive(port, frame, now)]
        assert emissions == expected, f"frames from {sent} on, {now} us: {[(p, f.hex()) for p, f in frames]}"
        sent, left = sent + len(frames), left + len(emissions)
    assert everything(native) == everything(python)
    assert left > FRAMES // 50, "hardly anything got through: the frames or the tables prove little"
