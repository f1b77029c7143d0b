# SPDX-License-Identifier: Apache-2.0
"""`python -m host_stack parameters` has every parameter, with the default that a NIC really gets."""

import re
from dataclasses import fields
from enum import Enum

import pytest
from command_kit import ran

import topologies
from host_stack import Nic, RtrAttributes, RtsAttributes, WireOptions
from host_stack.__main__ import main
from host_stack.config import PortOptions
from host_stack.parameters import MRC, ROCE, groups
from host_stack.provision import NAMED, connect, nic_config
from host_stack.roce import provision as roce_provision
from host_stack.transport.connection import TransportOptions

GROUPS = [*groups(), *groups(of_roce=True)]
ROWS = {(group.kind, each.name): each for group in GROUPS for each in group.parameters}


def said(*words):
    return ran(main, "parameters", *words)


@pytest.mark.parametrize("group", GROUPS, ids=lambda group: f"{group.kind.__module__}.{group.kind.__name__}")
def test_every_field_has_its_words_in_order(group):
    assert [each.name for each in group.parameters] == [each.name for each in fields(group.kind)]
    for each in group.parameters:
        assert each.what, each.name
        assert each.source, each.name
        assert each.default or each.otherwise or each.accepted[:1].isupper(), f"{each.name}: no default"


@pytest.mark.parametrize("named", [NAMED, roce_provision.NAMED])
def test_every_name_of_scenarios_is_marked_and_says_what_is_accepted(named):
    of = {kind: names for kind, names in named.items() if kind in (*MRC, *ROCE)}
    assert of
    for kind, names in of.items():
        for name in names:
            assert ROWS[kind, name].named, name
            assert ROWS[kind, name].accepted, name


def test_the_choices_are_those_of_the_enums():
    for (kind, name), row in ROWS.items():
        default = next(each.default for each in fields(kind) if each.name == name)
        if isinstance(default, Enum) and name != "access":
            assert row.accepted.split(", ") == [str(each.value) for each in type(default)], name


def test_the_defaults_of_a_fabric_are_true():
    lab = topologies.load("topologies/lab.yaml")
    a, b = (Nic(nic_config(lab, name), seed=1) for name in ("nic0", "nic3"))
    for options in (a.config.transport, a.config.port_options):
        for field in fields(options):
            value, row = getattr(options, field.name), ROWS[type(options), field.name]
            if value != field.default:
                assert row.otherwise == f"{value / lab.base_rtt_ns:g} RTT", field.name
            elif field.name != "path_mtu":
                assert not row.otherwise, field.name
    assert {PortOptions, TransportOptions} == {type(a.config.transport), type(a.config.port_options)}
    assert connect(lab, a, b).a.query().rtr.service_time is (ROWS[RtrAttributes, "service_time"].otherwise == "true")


def test_defaults_in_words():
    assert ROWS[WireOptions, "udp_ports_accepted"].default == "4791, 4971"
    assert ROWS[RtsAttributes, "ack_timeout"].what.endswith("(7: 131 us)")
    assert RtsAttributes().timeout_ns(0) == 131_072


def test_the_command_lists_all_or_what_is_asked_for():
    everything = said().stdout
    assert max(map(len, everything.splitlines())) <= 80
    assert all(re.search(rf"^[* ] {row.name}\b", everything, re.MULTILINE) for row in ROWS.values() if row.named is True
               and any(row is each for group in groups() for each in group.parameters))  # fmt: skip
    assert said("sack_thr").stdout == (
        "TransportOptions: timers and limits\n"
        "* sack_threshold_bytes = 16384; accepted: bytes, 1 or more\n"
        "      a SACK after so many, each packet counting at least 1,024 [own]\n"
    )
    assert "DcqcnParameters: " in said("--roce").stdout
    refused = said("xyz")
    assert refused.returncode == 1
    assert refused.stderr.startswith("error: xyz: no such parameter; accepted: a part of name, address, ")
