# SPDX-License-Identifier: Apache-2.0
"""Commands as people and scripts type them."""

from __future__ import annotations

import importlib.util
import io
import re
import socket
import threading

import pytest
from tests.command_kit import status
from tests.switch.thrift.thrift_kit import EVERYTHING, TIMEOUT_S

from p4soft.drop_in import cli
from p4soft.drop_in.cli.shell import COMMANDS

# --- Commands --------------------------------------------------------------------------------------------------------
# Commands as people and scripts type them. What all of them print is compared with BMv2's CLI in
# tests/switch/thrift/test_simple_switch_cli.py, where there is one; here is what scripts look for, and what BMv2's
# own CLI ends with a traceback for.

ENTRY = "table_add exact_t forward 00:00:00:00:00:01 => 1"


def test_an_entry_is_added_under_a_handle_and_read_back(typed, switch):
    assert typed(ENTRY).splitlines() == [
        "Adding entry to exact match table exact_t",
        "match key:           EXACT-00:00:00:00:00:01",
        "action:              forward",
        "runtime data:        00:01",
        "Entry has been added with handle 0",
    ]
    assert "Action entry: MyIngress.forward - 01" in typed("table_dump exact_t")
    assert typed("table_num_entries MyIngress.exact_t") == "1\n"
    assert len(switch.state.table("MyIngress.exact_t")) == 1
    assert typed(ENTRY).splitlines()[-1] == "Invalid table operation (DUPLICATE_ENTRY)"


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("table_add exact_t to_cpu 9 =>", "Entry has been added with handle 0"),
        (
            "table_add exact_t forward 256.0.0.1 => 1",
            "Invalid match key: Error while parsing 256.0.0.1 - Invalid input",
        ),
        ("table_add exact_t forward 00:00:00:00:00:1ff => 1", "Invalid MAC address"),
        ("table_add exact_t forward -1 => 1", "Parameter is negative"),
        ("table_add exact_t forward 1 => -1", "Invalid runtime data: Error while parsing -1 - Parameter is negative"),
        ("table_add lpm_t drop 1 256.0.0.1/8 =>", "Invalid IPv4 address"),
        ("table_add lpm_t drop 1 10.0.0.0/x =>", "Invalid LPM value 10.0.0.0/x"),
        ("table_add ternary_t metered", "Error: Insufficient number of args"),
        ("table_modify exact_t to_cpu 0", "Invalid table operation (INVALID_HANDLE)"),
        ("table_modify exact_t forward 0", "needs 1 parameters"),
        ("act_prof_modify_member ecmp forward 0", "needs 1 parameters"),
        ("table_indirect_add selector_t", "Error: Insufficient number of args"),
        ("table_indirect_add selector_t 1 2 => 0", "Error: Table MyIngress.selector_t needs 1 key fields"),
        ("set_crc16_parameters x", "Wrong number of args, expected 6 but got 1"),
        ("set_toeplitz_hash_key x 00", "must be a multiple of 4 bytes"),
        ("set_toeplitz_hash_key x zz", "must be a hex string"),
        ("set_toeplitz_hash_key x 00000000", "Invalid Toeplitz hash operation (INVALID_CALCULATION_NAME)"),
        ("mc_node_destroy x", "Error: Bad format for node handle"),
        ("mc_node_create 1 99999999", "'99999999' is not a valid port number"),
        ("serialize_state /nowhere/x", "Error: the state cannot be serialized in BMv2's format"),
        ("write_config_to_file /nowhere/x", "Error: cannot write /nowhere/x: No such file or directory"),
        ("switch_info", "device_id                : 0"),
    ],
)
def test_one_line_for_what_bmv2s_own_cli_may_die_of(typed, line, shown):
    assert shown in typed(line)


def test_values_of_parser_value_sets(typed):
    assert typed("pvs_add MyParser.probe_types 0x12") == ""
    assert typed("pvs_add probe_types 0x12") == ""
    assert int(typed("pvs_get probe_types").strip(), 16) == 0x12
    assert "it should fit within" in typed("pvs_add probe_types 0x123456789abcdef")
    assert typed("pvs_remove probe_types 0x12") == ""
    assert typed("pvs_get probe_types") == ""


def test_multicast_groups_and_link_aggregation_groups(typed):
    typed("mc_mgrp_create 7")
    assert "node was created with handle 0" in typed("mc_node_create 3 1 2 | 4")
    typed("mc_node_associate 7 0")
    typed("mc_set_lag_membership 4 8 9")
    dump = typed("mc_dump").splitlines()
    assert "mgrp(7)" in dump
    assert "  -> (L1h=0, rid=3) -> (ports=[1, 2], lags=[4])" in dump
    assert "lag(4) -> ports=[8, 9]" in dump


def test_another_engine_of_replication(open_shell, capsys):
    shell = open_shell(None)
    shell.onecmd("mc_mgrp_create 1")
    assert "without packet replication engine" in capsys.readouterr().out
    shell = open_shell("SimplePre")
    for line in ("mc_mgrp_create 1", "mc_node_create 5 1 2", "mc_node_associate 1 0"):
        shell.onecmd(line)
    assert "Creating node with rid 5 and with port map 110\nnode was created" in capsys.readouterr().out
    shell.onecmd("mc_set_lag_membership 1 2")
    assert "SimplePreLAG is required" in capsys.readouterr().out
    shell.onecmd("mc_dump")
    assert "None for this PRE type" in capsys.readouterr().out


def test_another_program(typed, tmp_path):
    text = EVERYTHING.read_text().replace('"MyIngress.forward"', '"MyIngress.onward"')
    (tmp_path / "new.json").write_text(text)
    (tmp_path / "wrong.json").write_text("{} {}")
    assert "Not a valid JSON file" in typed(f"load_new_config_file {tmp_path}/wrong.json")
    typed(f"load_new_config_file {tmp_path}/new.json")
    assert "Swapping configs" in typed("swap_configs")
    assert "Entry has been added" in typed("table_add exact_t onward 1 => 1")
    assert "has no action forward" in typed(ENTRY)
    typed(f"write_config_to_file {tmp_path}/again.json")
    assert (tmp_path / "again.json").read_text() == text


def test_commands_that_begin_with_a_table_complete_to_its_name_and_actions(open_shell):
    complete = open_shell().complete_table_add
    assert "MyIngress.exact_t" in complete("", "table_add ", 10, 10)
    assert complete("MyIngress.ex", "table_add MyIngress.ex", 10, 22) == ["MyIngress.exact_t"]
    line = "table_add MyIngress.keyless_t "
    assert complete("MyIngress.f", f"{line}MyIngress.f", len(line), len(line) + 11) == ["MyIngress.forward"]
    assert complete("", f"{line}MyIngress.forward ", len(line) + 18, len(line) + 18) == []


@pytest.mark.parametrize(
    ("command", "whole"),
    [
        ("act_prof_dump", "MyIngress.ecmp"),
        ("counter_read", "MyIngress.port_counter"),
        ("meter_get_rates", "MyIngress.port_meter"),
        ("register_read", "MyIngress.cells"),
        ("pvs_get", "MyParser.probe_types"),
    ],
)
def test_names_are_completed(open_shell, command, whole):
    shell = open_shell()
    text = whole[:-2]
    found = getattr(shell, f"complete_{command}")(text, f"{command} {text}", len(command) + 1, len(command) + 20)
    assert found == [whole]
    assert shell.completenames(command[:-1]) != []


def test_every_command_has_help_that_shows_how_to_type_it(typed):
    for command in COMMANDS:
        assert re.search(rf": {command.name}( |$)", typed(f"help {command.name}").strip(), re.MULTILINE), command.name
    listed = typed("help")
    assert all(command.name in listed.split() for command in COMMANDS)


# --- From start to end -----------------------------------------------------------------------------------------------
# The commands from start to end: options, standard input, and a switch that is not there, leaves, or is none.

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
