# SPDX-License-Identifier: Apache-2.0
"""A large program and 1,000 table inserts over P4Runtime in one Write."""

from __future__ import annotations

import json
from pathlib import Path

from p4runtime_kit import Names, thousand_inserts

from p4soft.compiler import compile_file
from p4soft.messages import p4runtime_pb2

ROUTER = Path(__file__).resolve().parents[3] / "examples" / "router.p4"


def test_a_thousand_inserts_in_one_write(connect, switch):
    result = compile_file(ROUTER)
    config = p4runtime_pb2.ForwardingPipelineConfig(
        p4info=result.p4info, p4_device_config=json.dumps(result.json).encode()
    )
    table, updates = thousand_inserts(Names(result.p4info))
    client = connect()
    client.become_primary()
    client.set_pipeline(config)
    client.stub.Write(client.write_request(*updates))
    assert len(switch.state.table(table)) == 1000
