# SPDX-License-Identifier: Apache-2.0
"""Direct counters and meters in table entries, with actions that do not use them (P4Runtime §9.1.10)."""

from __future__ import annotations

import json

import pytest
from p4runtime_kit import DELETE, INSERT, MODIFY, Names, with_counter
from tests.compiler.compiler_kit import build, source

from p4soft.messages import p4runtime_pb2

MIXED = source(
    more_meta="bit<2> color;",
    locals="""
    direct_counter(CounterType.packets) seen;
    direct_meter<bit<2>>(MeterType.packets) rate;
    action count() { seen.count(); }
    action measure() { rate.read(meta.color); count(); }
    action neither() { }
    table t {
        key = { hdr.h.a : exact; } actions = { count; measure; neither; }
        default_action = neither; counters = seen; meters = rate;
    }
    direct_counter(CounterType.packets) implicit;
    table u { key = { hdr.h.a : exact; } actions = { neither; NoAction; } counters = implicit; }
    """,
    ingress="t.apply(); u.apply();",
)


@pytest.fixture(scope="module")
def mixed(tmp_path_factory):
    return build(tmp_path_factory.mktemp("mixed"), MIXED)


@pytest.fixture
def p4(mixed):
    return Names(mixed.p4info)


@pytest.fixture
def client(connect, mixed):
    client = connect()
    client.become_primary()
    client.set_pipeline(
        p4runtime_pb2.ForwardingPipelineConfig(p4info=mixed.p4info, p4_device_config=json.dumps(mixed.json).encode())
    )
    return client


def with_meter(entry):
    entry.meter_config.cir, entry.meter_config.cburst, entry.meter_config.pir, entry.meter_config.pburst = 1, 2, 3, 4
    return entry


def entry(p4, action=None, table="t", **fields):
    return p4.entry(table, {} if fields else {1: 1}, None if action is None else p4.action(action), **fields)


def test_a_counter_for_an_action_that_does_not_count(client, p4):
    code, message = client.refused(INSERT, with_counter(entry(p4, "neither"), packets=1))
    assert code == "INVALID_ARGUMENT"
    assert "table MyIngress.t: action MyIngress.neither does not count; leave counter_data unset" in message
    assert "accepted with: MyIngress.count, MyIngress.measure" in message
    client.write((INSERT, with_counter(entry(p4, "measure"), packets=1)))
    assert client.refused(MODIFY, with_counter(entry(p4, "neither"), packets=1))[0] == "INVALID_ARGUMENT"
    client.write((MODIFY, entry(p4, "neither")))
    assert client.refused(MODIFY, with_counter(entry(p4), packets=1))[0] == "INVALID_ARGUMENT"  # keeps its action
    default = with_counter(entry(p4, "neither", is_default_action=True), packets=1)
    assert client.refused(MODIFY, default)[0] == "INVALID_ARGUMENT"
    client.write((DELETE, with_counter(entry(p4, "neither"), packets=1)))  # of which the key alone counts


def test_a_meter_for_an_action_that_does_not_read_it(client, p4):
    code, message = client.refused(INSERT, with_meter(entry(p4, "count")))
    assert (code, "action MyIngress.count does not read the meter" in message) == ("INVALID_ARGUMENT", True)
    client.write((INSERT, with_meter(entry(p4, "measure"))))


def test_where_no_action_counts_all_do(client, p4, mixed):
    """v1model.p4: a table's direct counter counts "regardless of whether the count() method is called"."""
    client.write((INSERT, with_counter(entry(p4, "neither", "u"), packets=1)))
    tables = {t["name"]: t for t in mixed.json["pipelines"][0]["tables"]}
    assert "counting_actions" not in tables["MyIngress.u"]
