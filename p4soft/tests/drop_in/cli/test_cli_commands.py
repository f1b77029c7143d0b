# SPDX-License-Identifier: Apache-2.0
"""Commands as people and scripts type them. What all of them print is compared with BMv2's CLI in
tests/switch/thrift/test_simple_switch_cli.py, where there is one; here is what scripts look for, and what BMv2's
own CLI ends with a traceback for."""

from __future__ import annotations

import re

import pytest
from tests.switch.thrift.thrift_kit import EVERYTHING

from p4soft.drop_in.cli.shell import COMMANDS

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
