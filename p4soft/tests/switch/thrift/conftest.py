# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest
from p4runtime_kit import DEVICE_ID
from thrift_kit import EVERYTHING, Client

from p4soft.switch import SimpleSwitch, load_program
from p4soft.switch.thrift import ThriftServer


@pytest.fixture
def switch():
    switch = SimpleSwitch(device_id=DEVICE_ID, cpu_port=255)
    switch.faults_are_fatal = True
    switch.load(load_program(EVERYTHING.read_text(), source="everything.json"))
    return switch


@pytest.fixture
def server(switch, clock):
    server = ThriftServer(switch, clock=clock)
    server.start()
    yield server
    server.stop()


@pytest.fixture
def client(server):
    client = Client(server.port)
    yield client
    client.close()


@pytest.fixture
def std(client):
    return client.standard
