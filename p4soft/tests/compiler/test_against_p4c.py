# SPDX-License-Identifier: Apache-2.0
# ruff: noqa: E501 - P4 snippets read better on one line
"""Against the real p4c, when it is on the PATH: the same P4Info, and JSON that does the same to packets."""

from __future__ import annotations

import json
import random
import subprocess
from pathlib import Path

import pytest
from finsy.proto.p4.config.v1 import p4info_pb2
from google.protobuf import text_format
from reference_kit import needs
from tests.compiler.compiler_kit import source

from p4soft.compiler import compile_file
from p4soft.switch import SimpleSwitch, load_program
from p4soft.switch.state.errors import StateError
from p4soft.switch.state.match import ActionCall, Exact, Lpm, Range, Ternary

pytestmark = [pytest.mark.bmv2, needs("p4c-bm2-ss")]

FABRIC = Path(__file__).parents[3] / "p4src" / "main.p4"

SMALL = {
    "tables": {
        "locals": """
        direct_counter(CounterType.bytes) seen;
        action set_a(bit<8> v) { hdr.h.a = v; seen.count(); } action leave() { hdr.h.b = 1; exit; }
        table t { key = { hdr.h.d: lpm; hdr.h.a: ternary; } actions = { set_a; leave; NoAction; } counters = seen; }
        table u { key = { hdr.h.c: range; hdr.items[0].isValid(): exact; } actions = { leave; NoAction; } const entries = {
            (5..9, false): leave(); (_, true): NoAction(); } }
        """,
        "ingress": "if (t.apply().hit) { hdr.h.e = hdr.h.e + 1; } switch (u.apply().action_run) { leave: { hdr.h.c = 7; } }",
    },
    "arithmetic": {
        "locals": "register<bit<48>>(16) r;",
        "ingress": """
        bit<48> n; r.read(n, (bit<32>)hdr.h.a[3:0]); n = n + ((bit<48>)hdr.h.d << 8) |-| 48w77; r.write((bit<32>)hdr.h.a[3:0], n);
        hdr.h.d = n[47:16]; hdr.h.s = hdr.h.s |+| (int<8>)hdr.h.b; hdr.h.c[11:4] = hdr.h.e ^ ~hdr.h.a;
        hdr.h.b = hdr.h.s < 0 ? -hdr.h.b : hdr.h.b >> 3;
        """,
    },
    "parser": {
        "after_extract": "transition select(hdr.h.a, hdr.h.b) { (0..7, _): more; (_, 1 &&& 1): more; default: accept; }",
        "states": """
        state more { packet.extract(hdr.items.next); hdr.h.c = hdr.h.c + (bit<16>)hdr.items.last.value;
                     transition select(packet.lookahead<bit<8>>()) { 0: accept; 0xff: last; default: more; } }
        state last { packet.advance(8); transition more; }
        """,
        "ingress": "hdr.items.pop_front(1); if (hdr.items[0].isValid() && std.parser_error == error.NoError) { hdr.h.e = 1; }",
        "compute": "update_checksum(hdr.h.isValid(), { hdr.h.a, hdr.h.b, hdr.h.d }, hdr.h.c, HashAlgorithm.csum16);",
    },
}  # fmt: skip


@pytest.fixture(scope="module", params=["fabric", *SMALL])
def both(request, tmp_path_factory):
    """p4c's and our JSON and P4Info of one program."""
    directory = tmp_path_factory.mktemp("oracle")
    file = FABRIC
    if request.param != "fabric":
        file = directory / "program.p4"
        file.write_text(source(**SMALL[request.param]))
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


def test_the_same_p4info(both):
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


def test_the_same_packets(both):
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
