# SPDX-License-Identifier: Apache-2.0
"""p4src and 1,000 table inserts over P4Runtime in one Write."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from finsy.proto.p4.v1 import p4runtime_pb2
from p4runtime_kit import INSERT, Names

from p4soft.compiler import compile_file

MAIN = Path(__file__).resolve().parents[4] / "p4src" / "main.p4"


def test_a_thousand_inserts_in_one_write(connect, switch):
    result = compile_file(MAIN)
    config = p4runtime_pb2.ForwardingPipelineConfig(
        p4info=result.p4info, p4_device_config=json.dumps(result.json).encode()
    )
    table, updates = thousand_inserts(Names(result.p4info))
    client = connect()
    client.become_primary()
    client.set_pipeline(config)
    client.stub.Write(client.write_request(*updates))
    assert len(switch.state.table(table)) == 1000


def thousand_inserts(names):
    """The first table of p4src that takes 1,000 entries with one exact or lpm field at least 16 bits wide."""
    for table in names.info.tables:
        wide = [f for f in table.match_fields if f.bitwidth >= 16 and f.match_type == 3]
        if table.size >= 1000 and len(table.match_fields) == 1 and wide and not table.implementation_id:
            usable = [r.id for r in table.action_refs if r.scope != 2]
            action = next(a for a in names.info.actions if a.preamble.id == usable[0])
            break
    else:
        pytest.fail("p4src has no such table any more: choose another one")
    call = p4runtime_pb2.Action(action_id=action.preamble.id)
    for param in action.params:
        call.params.add(param_id=param.id, value=b"\x01")
    updates, width = [], table.match_fields[0].bitwidth
    for number in range(1000):
        entry = p4runtime_pb2.TableEntry(table_id=table.preamble.id)
        match = entry.match.add(field_id=table.match_fields[0].id)
        match.lpm.value, match.lpm.prefix_len = (number << (width - 16)).to_bytes(width // 8, "big"), 16
        entry.action.action.CopyFrom(call)
        updates.append((INSERT, entry))
    return table.preamble.name, updates
