# SPDX-License-Identifier: Apache-2.0
"""Whole programs, and our own core.p4 and v1model.p4."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from tests.compiler.ast_kit import violations
from tests.compiler.checking_kit import check, declared, ingress

from p4soft.compiler import ast
from p4soft.compiler import types as t
from p4soft.compiler.front_end import check_file

ROOT = Path(__file__).resolve().parents[2]


def test_a_large_program_checks_without_warnings():
    program = check_file(ROOT / "examples" / "router.p4")
    assert violations(program) == []
    assert [str(w) for w in program.diagnostics.warnings] == []
    assert program.main is not None
    assert str(program.main.type).startswith("V1Switch<")


def test_core_declares_what_the_specification_lists():
    program = check("#include <core.p4>\n")
    assert program.errors == (
        "NoError",
        "PacketTooShort",
        "NoMatch",
        "StackOutOfBounds",
        "HeaderTooShort",
        "ParserTimeout",
        "ParserInvalidArgument",
    )
    assert program.match_kinds == ("exact", "ternary", "lpm")
    packet_in = program.globals["packet_in"]
    assert isinstance(packet_in, ast.ExternDecl)
    assert [m.name for m in packet_in.methods] == ["extract", "extract", "lookahead", "advance", "length"]
    assert {"packet_out", "verify", "NoAction", "static_assert"} <= set(program.globals)


# simple_switch.md, "Standard metadata", and P4Runtime's translation of v1model: names and widths in order.
STANDARD_METADATA = [
    ("ingress_port", 9),
    ("egress_spec", 9),
    ("egress_port", 9),
    ("instance_type", 32),
    ("packet_length", 32),
    ("enq_timestamp", 32),
    ("enq_qdepth", 19),
    ("deq_timedelta", 32),
    ("deq_qdepth", 19),
    ("ingress_global_timestamp", 48),
    ("egress_global_timestamp", 48),
    ("mcast_grp", 16),
    ("egress_rid", 16),
    ("checksum_error", 1),
    ("parser_error", None),
    ("priority", 3),
]


def test_v1model_standard_metadata():
    program = check("#include <v1model.p4>\n")
    type_ = program.globals["standard_metadata_t"].type
    assert isinstance(type_, t.StructType)
    assert [(f.name, t.width_of(f.type)) for f in type_.fields] == STANDARD_METADATA
    aliases = {f.name: f.decl.annotation("alias") for f in type_.fields if f.decl is not None}
    assert {n: a.string for n, a in aliases.items() if a is not None} == {
        "enq_timestamp": "queueing_metadata.enq_timestamp",
        "enq_qdepth": "queueing_metadata.enq_qdepth",
        "deq_timedelta": "queueing_metadata.deq_timedelta",
        "deq_qdepth": "queueing_metadata.deq_qdepth",
        "ingress_global_timestamp": "intrinsic_metadata.ingress_global_timestamp",
        "egress_global_timestamp": "intrinsic_metadata.egress_global_timestamp",
        "mcast_grp": "intrinsic_metadata.mcast_grp",
        "egress_rid": "intrinsic_metadata.egress_rid",
        "priority": "intrinsic_metadata.priority",
    }


@pytest.mark.parametrize(("version", "index_params"), [(None, 0), ("20180101", 0), ("20200408", 1)])
def test_v1model_versions(version: str | None, index_params: int):
    program = check("#include <v1model.p4>\n", defines={} if version is None else {"V1MODEL_VERSION": version})
    for name, own in (("counter", 0), ("meter", 0), ("register", 1)):
        extern = program.globals[name]
        assert isinstance(extern, ast.ExternDecl)
        assert len(extern.type_params) == own + index_params
    assert ("PortId_t" in program.globals) == bool(index_params)


def test_both_versions_check_the_same_program():
    before = "register<bit<48>>(16) r; counter(16, CounterType.packets) c; bit<48> v;"
    body = "r.read(v, (bit<32>) hdr.h.a); r.write(3, v + 1); c.count(0);"
    old = check(ingress(body, before))
    assert violations(old) == []
    new_before = "register<bit<48>, bit<8>>(16) r; counter<bit<8>>(16, CounterType.packets) c; bit<48> v;"
    new_body = "r.read(v, hdr.h.a); r.write(3, v + 1); c.count(0);"
    new = check(ingress(new_body, new_before), defines={"V1MODEL_VERSION": "20200408"})
    assert violations(new) == []
    assert str(declared(new, "r").type) == "register<bit<48>, bit<8>>"


def test_a_long_program_is_checked_quickly():
    actions = "\n".join(
        f"action a{n}(bit<8> v) {{ meta.x = v + {n % 256}; hdr.h.b = hdr.h.a ++ 8w1 == 0 ? 16w1 : hdr.h.b; }}\n"
        f"table t{n} {{ key = {{ hdr.h.a : exact; hdr.h.b : ternary; }}\n"
        f"actions = {{ a{n}; NoAction; }} size = {n + 1}; }}"
        for n in range(500)
    )
    applies = "\n".join(f"if (hdr.h.isValid() && meta.x != {n % 256}) {{ t{n}.apply(); }}" for n in range(500))
    source = ingress(applies, actions)
    started = time.process_time()
    program = check(source)
    elapsed = time.process_time() - started
    assert violations(program) == []
    # About 1,500 lines; the budget of the design is 1.5 s, with room for a slow machine.
    assert elapsed < 4
