# SPDX-License-Identifier: Apache-2.0
"""Entries that the program gives its tables, as a P4Runtime WriteRequest: `p4c --p4runtime-entries-files`."""

import json
import subprocess

import pytest
from google.protobuf import json_format, text_format
from reference_kit import needs
from tests.command_kit import status
from tests.compiler.compiler_kit import source

from p4soft.drop_in import p4c
from p4soft.messages import p4runtime_pb2

ACTION = "action put(bit<12> v) { hdr.h.c = (bit<16>)v; }"

LPM = (
    "key = { hdr.h.a : exact; hdr.h.c : lpm; }"
    " const entries = { (7, 0x1200 &&& 0xff00) : put(0xabc); (8, _) : NoAction(); }"
)
PRIORITIES = "entries = { const priority = 7 : 1 : put(1); priority = 20 : 2 : put(2); 3 : put(3); }"


def program(*tables, **parts):
    """A program with tables `t0`, `t1` ... of these keys and entries."""
    declared = "".join(f"table t{n} {{ actions = {{ put; NoAction; }} {text} }}" for n, text in enumerate(tables))
    applied = "".join(f"t{n}.apply();" for n in range(len(tables)))
    return source(locals=ACTION + declared, ingress=applied, **parts)


def entries(tmp_path, text):
    """The table entries that are written for a program."""
    (tmp_path / "prog.p4").write_text(text)
    file = tmp_path / "entries.txtpb"
    arguments = [str(tmp_path / "prog.p4"), "-o", str(tmp_path / "prog.json"), "--p4runtime-entries-files", str(file)]
    assert status(p4c.main_bm2_ss, arguments) == 0
    return written(file)


def written(file):
    request = text_format.Parse(file.read_text(), p4runtime_pb2.WriteRequest())
    assert all(update.type == p4runtime_pb2.Update.INSERT for update in request.updates)
    return [update.entity.table_entry for update in request.updates]


def matches(entry):
    """The fields an entry looks at: number, kind, and its parts in the order of the message."""
    found = []
    for match in entry.match:
        kind = match.WhichOneof("field_match_type")
        parts = [value.hex() if isinstance(value, bytes) else value for _, value in getattr(match, kind).ListFields()]
        found.append((match.field_id, kind, *parts))
    return found


def test_every_kind_of_match(tmp_path):
    found = entries(
        tmp_path,
        program(
            LPM,
            "key = { hdr.h.a : ternary; hdr.h.c : range; hdr.h.b : optional; } const entries = {"
            " (0x1f &&& 0x0f, 1..0x200, 9) : put(1); (3, 5, _) : put(2); (_, 0..0xffff, _) : put(3); }",
        ),
    )
    assert [matches(entry) for entry in found] == [
        [(1, "exact", "07"), (2, "lpm", "1200", 8)],
        [(1, "exact", "08")],
        [(1, "ternary", "0f", "0f"), (2, "range", "0001", "0200"), (3, "optional", "09")],
        [(1, "ternary", "03", "ff"), (2, "range", "0005", "0005")],
        [],
    ]
    assert [entry.priority for entry in found] == [0, 0, 3, 2, 1]
    assert all(entry.is_const for entry in found)
    assert [[p.value.hex() for p in entry.action.action.params] for entry in found] == [
        ["0abc"],
        [],
        ["0001"],
        ["0002"],
        ["0003"],
    ]


def test_priorities_are_those_of_the_program(tmp_path):
    """P4_16 §14.2.1.4; the entries of a table that is not const, those that win first."""
    found = entries(tmp_path, program(f"key = {{ hdr.h.a : ternary; }} {PRIORITIES}"))
    assert [(e.priority, e.is_const, matches(e)[0][2]) for e in found] == [
        (20, False, "02"),
        (19, False, "03"),
        (7, True, "01"),
    ]


def test_ids_are_those_of_p4info(tmp_path):
    found = entries(tmp_path, program("key = { hdr.h.a : exact @id(9); } const entries = { 5 : put(1); }"))
    assert matches(found[0]) == [(9, "exact", "05")]


def test_a_program_without_entries(tmp_path):
    assert entries(tmp_path, program("key = { hdr.h.a : exact; }")) == []


def test_the_formats_of_files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "prog.p4").write_text(program("key = { hdr.h.a : exact; } const entries = { 5 : put(1); }"))
    assert status(p4c.main, ["--p4runtime-entries-files", "e.txtpb,e.json,e.bin", "prog.p4"]) == 0
    (expected,) = written(tmp_path / "e.txtpb")
    assert (tmp_path / "e.txtpb").read_text().startswith("# proto-file: p4/v1/p4runtime.proto\n")
    parsed = json_format.ParseDict(json.loads((tmp_path / "e.json").read_text()), p4runtime_pb2.WriteRequest())
    assert parsed.updates[0].entity.table_entry == expected
    assert status(p4c.main, ["--p4runtime-entries-file", "old", "--p4runtime-format", "binary", "prog.p4"]) == 0
    assert (tmp_path / "old").read_bytes() == (tmp_path / "e.bin").read_bytes()
    assert p4runtime_pb2.WriteRequest.FromString((tmp_path / "old").read_bytes()) == parsed


@pytest.mark.bmv2
@needs("p4c-bm2-ss")
def test_as_p4c_writes_them(tmp_path):
    text = program(
        LPM,
        f"key = {{ hdr.h.a : ternary; }} {PRIORITIES}",
        "key = { hdr.h.c : range; hdr.h.b : optional; } const entries = { (1..0x200, 9) : put(1); (_, _) : put(2); }",
    )
    ours = entries(tmp_path, text)
    command = ["p4c-bm2-ss", "prog.p4", "-o", "p4c.json", "--p4runtime-entries-files", "p4c.txtpb"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, timeout=60)
    assert ours == written(tmp_path / "p4c.txtpb")
