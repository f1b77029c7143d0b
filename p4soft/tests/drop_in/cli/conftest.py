# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import sys

import pytest
from tests.switch.thrift.thrift_kit import EVERYTHING

from p4soft.drop_in.cli.shell import COMMANDS, Connection, Shell, open_session
from p4soft.switch import SimpleSwitch, load_program
from p4soft.switch.thrift import ThriftServer


@pytest.fixture
def switch():
    switch = SimpleSwitch()
    switch.load(load_program(EVERYTHING.read_text(), source="everything.json"))
    return switch


@pytest.fixture
def server(switch):
    server = ThriftServer(switch)
    server.start()
    yield server
    server.stop()


@pytest.fixture
def open_shell(server, capsys):
    connections = []

    def open_shell(engine="SimplePreLAG"):
        connection = Connection("localhost", server.port)
        connections.append(connection)
        shell = Shell(open_session(connection, None, engine), COMMANDS)
        capsys.readouterr()
        return shell

    yield open_shell
    for connection in connections:
        connection.close()


@pytest.fixture
def typed(open_shell, capsys):
    """Types a line, and has what is printed."""
    shell = open_shell()

    def typed(line):
        shell.stdout = sys.stdout  # pytest's is another one in fixtures than in tests
        shell.onecmd(line)
        return capsys.readouterr().out

    return typed
