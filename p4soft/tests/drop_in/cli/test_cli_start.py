# SPDX-License-Identifier: Apache-2.0
"""The commands from start to end: options, standard input, and a switch that is not there, leaves, or is none."""

from __future__ import annotations

import importlib.util
import io
import socket
import threading

import pytest
from tests.command_kit import status
from tests.switch.thrift.thrift_kit import EVERYTHING, TIMEOUT_S

from p4soft.drop_in import cli

MAINS = [cli.main, cli.main_runtime]


@pytest.fixture
def run(monkeypatch, capsys):
    """Runs a command with lines on standard input; its exit status, output and errors."""

    def run(main, *arguments, lines=""):
        monkeypatch.setattr("sys.stdin", io.StringIO(lines))
        code = status(main, list(map(str, arguments)))
        return code, *capsys.readouterr()

    return run


@pytest.mark.parametrize("main", MAINS)
def test_commands_from_standard_input(main, run, server):
    code, out, err = run(
        main, "--thrift-port", server.port, lines="mirroring_add 5 3\nmirroring_get 5\nregister_read cells 0\n"
    )
    assert (code, err) == (0, "")
    assert out == (
        "Obtaining JSON from switch...\nDone\nControl utility for runtime P4 table manipulation\n"
        "RuntimeCmd: RuntimeCmd: MirroringSessionConfig(port=3, mgid=None)\nRuntimeCmd: cells[0]= 0\nRuntimeCmd: \n"
    )


def test_an_empty_line_repeats_the_last_command_and_rubbish_is_said(run, server):
    _, out, _ = run(MAINS[0], "--thrift-port", server.port, lines="greet\n\n# a comment\n")
    assert out.count("hello") == 2
    assert "*** Unknown syntax: # a comment" in out


def test_the_engine_of_replication_is_simple_switchs_or_as_said(run, server):
    line = "mc_mgrp_create 1\n"
    assert "Creating" in run(MAINS[0], "--thrift-port", server.port, "--pre", "None", lines=line)[1]
    assert "without packet" in run(MAINS[1], "--thrift-port", server.port, "--pre", "None", lines=line)[1]


def test_the_program_may_come_from_a_file(run, server, tmp_path):
    code, out, _ = run(MAINS[0], "--thrift-port", server.port, "--json", EVERYTHING, "--thrift-ip", "127.0.0.1")
    assert (code, "WARNING" in out, "Obtaining" in out) == (0, False, False)
    (tmp_path / "other.json").write_text(EVERYTHING.read_text() + "\n")
    code, out, _ = run(MAINS[0], "--thrift-port", server.port, "--json", tmp_path / "other.json")
    assert (code, "WARNING: the JSON files loaded into the switch and the one you just provided" in out) == (0, True)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (None, "cannot read: No such file or directory"),
        (b"\xff", "cannot read: not text"),
        (b"{", "not the BMv2 JSON of a program (JSONDecodeError"),
        (b"[]", "not the BMv2 JSON of a program (AttributeError"),
        (b'{"pipelines": [{"tables": [{"name": "t"}]}]}', "not the BMv2 JSON of a program (KeyError: 'type')"),
    ],
)
def test_a_file_that_is_no_program(run, server, tmp_path, content, reason):
    path = tmp_path / "p.json"
    if content is not None:
        path.write_bytes(content)
    code, _, err = run(MAINS[0], "--thrift-port", server.port, "--json", path)
    assert (code, err.count("\n")) == (1, 1)
    assert err.startswith(f"error: {path}: {reason}")


def test_no_switch(run):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    code, _, err = run(MAINS[0], "--thrift-port", port)
    assert code == 1
    assert err.startswith(f"error: Could not connect to thrift client on port {port}\nMake sure the switch is running")


@pytest.fixture
def answering():
    """A server that answers the first bytes of every client with the same bytes, and closes."""
    listener = socket.create_server(("127.0.0.1", 0))
    listener.settimeout(TIMEOUT_S)

    def serve(answer):
        def once():
            client, _ = listener.accept()
            client.recv(1)
            client.sendall(answer)
            client.close()

        threading.Thread(target=once, daemon=True).start()
        return listener.getsockname()[1]

    yield serve
    listener.close()


@pytest.mark.parametrize(
    "answer", [b"", b"HTTP/1.1 400 Bad Request\r\n\r\n", bytes(100), b"\x80\x01\x00\x02" + b"\xff" * 60]
)
def test_something_that_is_no_switch(run, answering, answer):
    code, _, err = run(MAINS[0], "--thrift-port", answering(answer))
    assert code == 1
    assert err.startswith("error: Error when requesting JSON config from switch (")


def test_the_switch_leaves(run, server, monkeypatch):
    class Lines(io.StringIO):
        def readline(self, *_):
            server.stop()
            return "switch_info\n"

    monkeypatch.setattr("builtins.input", lambda _prompt: Lines().readline())
    code, _, err = run(MAINS[0], "--thrift-port", server.port)
    assert code == 1
    assert err.startswith(f"error: the connection to the switch at localhost:{server.port} broke: ")


@pytest.mark.parametrize("main", MAINS)
@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--thrift-port", "x"], "'x'; accepted: 1..65535"),
        (["--thrift-port", "0"], "'0'; accepted: 1..65535"),
        (["--pre", "Simple"], "'Simple' is not one of"),
        (["extra"], "unexpected extra argument"),
    ],
)
def test_wrong_usage(main, run, options, reason):
    code, _, err = run(main, *options)
    assert code == 2
    assert reason in err


@pytest.mark.parametrize("main", MAINS)
def test_an_environment_without_thriftpy2(main, run, monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    code, _, err = run(main)
    assert code == 1
    assert err.startswith("error: Thrift needs the Python package thriftpy2, which is not installed; accepted: ")
