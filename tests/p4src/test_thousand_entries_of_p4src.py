# SPDX-License-Identifier: Apache-2.0
"""The switch program and 1,000 table inserts over P4Runtime in one Write."""

import json

from tests.switch.p4runtime_kit import CPU_PORT, DEVICE_ID, Client, Names, thousand_inserts

from p4soft.messages import p4runtime_pb2
from p4soft.switch import SimpleSwitch
from p4soft.switch.p4runtime import P4RuntimeServer


def test_a_thousand_inserts_in_one_write(compiled):
    switch = SimpleSwitch(device_id=DEVICE_ID, cpu_port=CPU_PORT)
    switch.faults_are_fatal = True
    config = p4runtime_pb2.ForwardingPipelineConfig(
        p4info=compiled.p4info, p4_device_config=json.dumps(compiled.json).encode()
    )
    table, updates = thousand_inserts(Names(compiled.p4info))
    server = P4RuntimeServer(switch)
    server.start()
    client = Client(server.address)
    client.become_primary()
    client.set_pipeline(config)
    client.stub.Write(client.write_request(*updates))
    client.close()
    server.stop()
    assert len(switch.state.table(table)) == 1000
