# SPDX-License-Identifier: Apache-2.0
"""One program by p4c and by us: the same P4Info, and JSON that does the same to packets."""

from __future__ import annotations

import json
import random
import subprocess

from google.protobuf import text_format

from p4soft.compiler import compile_file
from p4soft.messages import p4info_pb2
from p4soft.switch import SimpleSwitch, load_program
from p4soft.switch.state.errors import StateError
from p4soft.switch.state.match import ActionCall, Exact, Lpm, Range, Ternary


def by_both(file, directory):
    """p4c's and our JSON and P4Info of one program."""
    outputs = directory / "p4c.json", directory / "p4c.txtpb"
    command = ["p4c-bm2-ss", "--std", "p4-16", str(file), "-o", str(outputs[0]), "--p4runtime-files", str(outputs[1])]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    theirs = p4info_pb2.P4Info()
    text_format.Parse(outputs[1].read_text(), theirs)
    ours = compile_file(file)
    return json.loads(outputs[0].read_text()), theirs, ours.json, ours.p4info


def _ordered(info):
    """The message with every list of objects sorted by id: order has no meaning in P4Info."""
    copy = p4info_pb2.P4Info()
    copy.CopyFrom(info)
    for descriptor, value in copy.ListFields():
        if descriptor.name not in ("pkg_info", "type_info"):
            value.sort(key=lambda item: item.preamble.id)
    for table in copy.tables:
        table.action_refs.sort(key=lambda ref: ref.id)
    if not copy.type_info.ListFields():
        copy.ClearField("type_info")
    return copy


def check_p4info(both):
    _json, theirs, _ours, ours = both
    assert text_format.MessageToString(_ordered(ours)) == text_format.MessageToString(_ordered(theirs))


def _widths(program):
    types_ = {t["name"]: {f[0]: f[1] for f in t["fields"]} for t in program["header_types"]}
    return {h["name"]: types_[h["header_type"]] for h in program["headers"]}


def _fill(switches, program, rng):
    """The same random entries in both switches."""
    widths = _widths(program)
    runtime = {a["id"]: a["runtime_data"] for a in program["actions"]}
    for table in (t for p in program["pipelines"] for t in p["tables"]):
        if not table["key"] or table["type"] != "simple" or "entries" in table:
            continue
        for _ in range(8):
            key = []
            for part in table["key"]:
                header, name = part["target"]
                width = 1 if name == "$valid$" else widths[header][name]
                everything = (1 << width) - 1
                value = rng.choice([0, 1, 5, rng.getrandbits(width)]) & everything
                length = rng.choice([0, width // 2, width])
                prefix = everything & ~((1 << (width - length)) - 1)
                mask = rng.getrandbits(width)
                key.append(
                    {
                        "exact": Exact(value),
                        "lpm": Lpm(value & prefix, length),
                        "ternary": Ternary(value & mask, mask),
                        "range": Range(value, max(value, mask)),
                    }[part["match_type"]]
                )
            choice = rng.randrange(len(table["actions"]))
            args = tuple(
                rng.getrandbits(p["bitwidth"]) & rng.choice([1, 7, -1]) for p in runtime[table["action_ids"][choice]]
            )
            priority = rng.randrange(1, 100) if table["match_type"] in ("ternary", "range") else 0
            outcomes = set()
            for switch in switches:
                try:
                    switch.state.table(table["name"]).insert(
                        key, ActionCall(table["actions"][choice], args), priority=priority
                    )
                    outcomes.add("inserted")
                except StateError as error:
                    outcomes.add(type(error).__name__)
            assert len(outcomes) == 1, table["name"]


def _frames(rng, count):
    for _ in range(count):
        length = rng.choice([10, 12, 16, 54, 78, 110, 200])
        frame = bytearray(rng.choice([0, 1, 5, 0xFF, rng.getrandbits(8)]) for _ in range(length))
        if length >= 54 and rng.random() < 0.8:
            frame[12:15] = b"\x86\xdd\x60"
            frame[20] = rng.choice([4, 17, 41, 43, 58])
            frame[21] = rng.choice([0, 1, 2, 64])
        yield bytes(frame)


def check_packets(both):
    theirs, _their_info, ours, _our_info = both
    rng = random.Random(20)
    switches = [SimpleSwitch(seed=1, priority_queues=8) for _ in range(2)]
    for switch, program in zip(switches, (theirs, ours), strict=True):
        switch.load(load_program(program))
    now = 0
    for filled in (False, True):
        if filled:
            _fill(switches, theirs, rng)
        for frame in _frames(rng, 60):
            now += 1000
            port = rng.randrange(4)
            out = [s.receive(port, frame, now) + s.advance(now + 500) for s in switches]
            assert [(e.port, e.frame.hex()) for e in out[1]] == [(e.port, e.frame.hex()) for e in out[0]], frame.hex()
    for name in (c["name"] for c in theirs["counter_arrays"] if not c["is_direct"]):
        arrays = [s.state.counter(name) for s in switches]
        assert [arrays[0].read(i) for i in range(8)] == [arrays[1].read(i) for i in range(8)], name
