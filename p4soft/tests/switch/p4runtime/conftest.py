# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest
from p4runtime_kit import CPU_PORT, DEVICE_ID, Client, Names, read_config

from p4soft.switch import SimpleSwitch
from p4soft.switch.p4runtime import P4RuntimeServer


@pytest.fixture
def switch():
    switch = SimpleSwitch(device_id=DEVICE_ID, cpu_port=CPU_PORT)
    switch.faults_are_fatal = True
    return switch


@pytest.fixture
def injected():
    """Frames the server handed to the CPU port."""
    return []


@pytest.fixture
def server(switch, clock, injected):
    server = P4RuntimeServer(switch, clock=clock, packet_out_sink=injected.append)
    server.start()
    yield server
    server.stop()


@pytest.fixture
def connect(server):
    """Opens clients; closes them all at the end."""
    clients = []

    def open_client(**arguments) -> Client:
        client = Client(server.address, **arguments)
        clients.append(client)
        return client

    yield open_client
    for client in clients:
        client.close()


@pytest.fixture(scope="session")
def config():
    return read_config()


@pytest.fixture(scope="session")
def p4(config):
    return Names(config.p4info)


@pytest.fixture
def client(connect, config):
    """The primary, with everything.p4 running."""
    client = connect()
    client.become_primary()
    client.set_pipeline(config)
    return client
