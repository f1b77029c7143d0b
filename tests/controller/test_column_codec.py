# SPDX-License-Identifier: Apache-2.0
"""Columns become the bytes that protobuf makes of the entries, and what does not fit the program is refused."""

from __future__ import annotations

import numpy as np
import pytest
from controller_kit import build
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from controller import ConstraintError, ControllerError, PipelineError, Ternary, plan
from controller.column_codec import ColumnCodec
from controller.columns import SCHEMAS, ColumnPlanner, SwitchTables, Table
from controller.encoding import codec
from controller.pipeline import Pipeline
from controller.program import ACL_DISABLE_TRIM, DISABLE_TRIM, ROUTE_IPV6, SWITCH_TRIMMING
from p4soft.table_entries import Exact, Lpm, TableEntry
from topologies import Fabric


def one_by_one(pipeline, entries):
    return sorted(codec(pipeline).encoded(entry) for entry in entries)


@pytest.mark.parametrize("ecmp", [False, True])
def test_the_plans_of_the_lab(lab, pipeline, ecmp):
    fabric = Fabric(lab.spec.model_copy(update={"ecmp": ecmp}))
    planner, encoder = ColumnPlanner(fabric), ColumnCodec(pipeline)
    for switch in fabric.switches():
        entries = plan(fabric, switch).entries
        assert sorted(encoder.encode(planner.plan(switch)).entries) == one_by_one(pipeline, entries)


def test_switches_together_have_the_bytes_that_each_has_alone(lab, pipeline):
    planner, together = ColumnPlanner(lab), ColumnCodec(pipeline)
    tables = [planner.plan(switch) for switch in lab.switches()]
    together.prepare(tables)
    for each in tables:
        assert together.encode(each) == ColumnCodec(pipeline).encode(each)


def numbers(bits):
    """Values of every length in bytes, those on both sides of a boundary among them."""
    return st.integers(0, bits).map(lambda bit: (1 << bit) - 1) | st.integers(0, (1 << bits) - 1)


@st.composite
def matches(draw, kind, bits):
    if kind == "exact":
        return Exact(draw(numbers(bits)))
    if kind == "lpm":
        length = draw(st.integers(1, bits))
        return Lpm(draw(numbers(length)) << bits - length, length)
    mask = draw(numbers(bits)) or 1
    return Ternary(draw(numbers(bits)) & mask, mask)


@st.composite
def entries_of(draw):
    """Entries that the program's rules allow: no port is 511, trim sizes are 128 and more, thresholds are in order."""
    schema = SCHEMAS[draw(st.sampled_from(sorted(SCHEMAS)))]
    action = draw(st.sampled_from(sorted(schema.actions)))
    match = {
        name: draw(matches(kind, bits))
        for name, (kind, bits) in schema.fields.items()
        if kind == "exact" or draw(st.booleans())
    }
    params = {name: draw(numbers(bits)) for name, bits in schema.actions[action].items()}
    for name in match.keys() & {"egress_port", "ingress_port"}:
        if match[name] in (Exact(511), Ternary(511, 511)):
            match[name] = Exact(510) if isinstance(match[name], Exact) else Ternary(510, 511)
    for name, change in (("port", lambda n: min(n, 510)), ("size", lambda n: max(n, 128)), ("ecn", lambda _: 0)):
        if name in params:
            params[name] = change(params[name])
    return TableEntry(schema.name, match, action, params, draw(st.integers(1, 2**31 - 1)) if schema.has_priority else 0)


@settings(max_examples=25, deadline=None)
@given(st.lists(entries_of(), min_size=1, max_size=12, unique_by=lambda entry: entry.key))
def test_any_entries(pipeline, entries):
    tables = SwitchTables.of_entries("s", 1, entries)
    assert sorted(ColumnCodec(pipeline).encode(tables).entries) == one_by_one(pipeline, entries)


def changed(lab, table, **columns):
    """The first switch with other columns in a table."""
    tables = ColumnPlanner(lab).plan(lab.switch("p0-t0-0"))
    found = tables.table(table)
    types = found.schema.columns
    made = {name: np.full(len(found), value).astype(types[name]) for name, value in columns.items()}
    return tables.with_table(Table(found.schema, dict(found.columns) | made))


@pytest.mark.parametrize(
    ("change", "error", "what"),
    [
        ((SWITCH_TRIMMING, {"size": 127}), ConstraintError, r"^p0-t0-0: .*wants size >= 128, but size = 127"),
        ((SWITCH_TRIMMING, {"dscp": 64}), PipelineError, r"^p0-t0-0: .*parameter dscp: 0x40 does not fit; accepted"),
        ((SWITCH_TRIMMING, {"egress_port": 512}), ControllerError, "port 512 does not exist on v1model"),
        ((SWITCH_TRIMMING, {"egress_port": 511}), ControllerError, "port 511 does not exist on v1model"),
        ((ROUTE_IPV6, {"dst_addr.low": 1}), PipelineError, "dst_addr has bits set after its prefix"),
        ((ROUTE_IPV6, {"dst_addr.len": 129}), PipelineError, "prefix length 129; accepted: 0..128"),
        ((ROUTE_IPV6, {"port": 511}), ControllerError, "port 511 does not exist on v1model"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused(lab, pipeline, change, error, what):
    table, columns = change
    with pytest.raises(error, match=what):
        ColumnCodec(pipeline).encode(changed(lab, table, **columns))


def test_a_mask_that_does_not_cover_its_value_is_refused(pipeline):
    match = {"dscp": Ternary(1, 1)}
    tables = SwitchTables.of_entries("s", 1, [TableEntry(ACL_DISABLE_TRIM, match, DISABLE_TRIM, {}, 1)])
    table = tables.table(ACL_DISABLE_TRIM)
    wrong = structs.replace(table, columns=dict(table.columns) | {"dscp": np.array([3], np.uint8)})
    with pytest.raises(PipelineError, match="dscp has bits set outside its mask"):
        ColumnCodec(pipeline).encode(tables.with_table(wrong))


def test_a_program_without_the_table(lab):
    older = Pipeline(build(without="admission.switch_trimming"), b"", "older.p4info.txtpb")
    with pytest.raises(PipelineError, match=r"older.p4info.txtpb: no table 'FabricIngress.admission.switch_trimming'"):
        ColumnCodec(older).encode(ColumnPlanner(lab).plan(lab.switch("p0-t0-0")))


def test_the_paper_has_a_port_that_v1model_lacks(paper, pipeline):
    with pytest.raises(ControllerError, match=r"^p0-t0-0: port 511 does not exist on v1model; accepted: 0\.\.510"):
        ColumnCodec(pipeline).encode(ColumnPlanner(paper).plan(paper.switch("p0-t0-0")))
