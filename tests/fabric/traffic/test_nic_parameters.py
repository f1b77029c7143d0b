# SPDX-License-Identifier: Apache-2.0
"""Every parameter of a NIC has a name in scenarios, and is checked there."""

from __future__ import annotations

import re
import socket
from contextlib import ExitStack
from dataclasses import fields
from enum import Enum
from pathlib import Path

import pytest
from msgspec.structs import replace

import host_stack.roce.provision
import host_stack.roce.verbs
import topologies
from fabric.errors import ScenarioError
from fabric.live.messages import Congestion, Connect, NicSettings, Open, message_of, text_of
from fabric.live.nic_process import NicProcess
from fabric.live.scale import Clock, Scale
from fabric.scenario.reading import load
from fabric.traffic.nics import build_nics, build_traffic, check_paths, connector
from fabric.traffic.payloads import Contents
from fabric.traffic.plan import plan_of
from fabric.traffic.roce import build_roce_nics, roce_options
from host_stack import (
    Capabilities,
    CcProfile,
    EvProfile,
    InitAttributes,
    NicConfig,
    PortConfig,
    QpCapacity,
    QpHint,
    ReceiveLimits,
    RtrAttributes,
    RtsAttributes,
    TransportOptions,
    WireOptions,
)  # fmt: skip
from host_stack.config import PortOptions
from host_stack.provision import NAMED

ELSEWHERE = {
    NicConfig: {
        "name": "topology", "address": "topology", "ports": "topology", "paths": "topology",
        "wire": "group", "transport": "group", "port_options": "group", "receive_limits": "group",
        "ev_event_mask": "what results tell of", "codec": "who runs it: results do not change",
    },
    PortConfig: dict.fromkeys(("mac", "peer_mac", "rate_bps"), "topology"),
    WireOptions: {"dscp": "qos.roles of the topology"},
    TransportOptions: {},
    PortOptions: {},
    ReceiveLimits: {},
    EvProfile: {
        "template": "topology", "active_per_plane": "nic.evs", "paths": "nic.paths",
        "denied": "state: the Clustermapper's, and none at the start",
    },
    QpCapacity: {
        "max_recv_wr": "no receives are posted: the NIC has one for each immediate by itself",
        "signal_all": "workloads go on when writes complete",
    },
    QpHint: {},
    InitAttributes: {
        "ev_profile": "group", "cc_profile": "nic.congestion", "hint": "group", "access": "workloads write",
    },
    RtrAttributes: {
        **dict.fromkeys(("peer_address", "dest_qpn", "first_psn"), "the peer's"),
        **dict.fromkeys(("mpr", "max_immediates", "service_time", "dynamic_mpr"), "Capabilities"),
    },
    RtsAttributes: {
        "first_psn": "by the seed", **dict.fromkeys(("mpr", "dynamic_mpr", "trim_nacks"), "Capabilities"),
    },
    Capabilities: {
        "wire": "group", "ports": "topology", **dict.fromkeys(("path_mtu", "dynamic_mpr"), "TransportOptions"),
    },
    CcProfile: dict.fromkeys(("algorithm", "parameters"), "nic.congestion"),
}  # fmt: skip
"""Fields of what a NIC and its queue pairs are told that have no name of their own, and who says them instead."""

ROCE_ELSEWHERE = {
    host_stack.roce.verbs.NicConfig: {
        **dict.fromkeys(("name", "address", "ports"), "topology"), "classes": "qos.roles of the topology",
        "dcqcn": "nic.congestion", "codec": "who runs it: results do not change",
    },
    host_stack.roce.verbs.RtrAttributes: {
        **dict.fromkeys(("peer_address", "peer_qpn", "first_psn"), "the peer's"), "path_mtu": "mtu of the topology",
        "port": "nic.qps",
    },
    host_stack.roce.verbs.RtsAttributes: {"first_psn": "by the seed"},
}  # fmt: skip

GIVEN = {
    "path_mtu": 2048, "planes": [1], "udp_ports_accepted": [4971], "min_active": 2, "source_port": 50000,
    "pkey": 0x8001, "linear_retries": 3, "retry_count": 3, "rnr_retry": 3,
}  # fmt: skip
"""Other than the default where one more than that would be refused."""


def another(name, current):
    if name in GIVEN:
        return GIVEN[name]
    if isinstance(current, Enum):
        return next(each.value for each in type(current) if each is not current)
    return not current if isinstance(current, bool) else current + 1


def other_values(named):
    return {
        each.name: another(each.name, each.default)
        for kind, names in named.items()
        for each in fields(kind)
        if each.name in names
    }


def scenario(tmp_path, options, before="", nic=""):
    file = tmp_path / "s.yaml"
    lines = (
        "".join(f"    {name}: {value}\n" for name, value in options.items())
        .replace("True", "true")
        .replace("False", "false")
    )
    lab = Path(topologies.__file__).with_name("lab.yaml")
    workload = "workload: [{from: nic0, to: nic3, bytes: 4kB}]\n"
    file.write_text(f"name: s\ntopology: {lab}\n{before}{workload}nic:\n{nic}  options:\n{lines or '    {}'}")
    return load(file)


def line(loaded, text):
    lines = loaded.document.path.read_text().splitlines()
    return next(number for number, content in enumerate(lines, 1) if text in content)


def refusal(loaded):
    with pytest.raises(ScenarioError) as caught:
        build_traffic(loaded, [Contents(bytes(4000), 4000)])
    return str(caught.value)


@pytest.mark.parametrize(
    ("named", "elsewhere"), [(NAMED, ELSEWHERE), (host_stack.roce.provision.NAMED, ROCE_ELSEWHERE)]
)
def test_no_field_is_forgotten(named, elsewhere):
    for kind, instead in elsewhere.items():
        assert {each.name for each in fields(kind)} == set(instead) | named.get(kind, set()), kind
        assert not set(instead) & named.get(kind, set())
    assert set(named) <= set(elsewhere)


VALUES = other_values(NAMED)


def shown(value):
    return value.value if isinstance(value, Enum) else sorted(value) if isinstance(value, frozenset) else value


def check_reached(config, qp, peer):
    """Everything of VALUES is where the NIC looks for it."""
    for name in NAMED[NicConfig]:
        assert getattr(config, name) == VALUES[name]
    for options in (config.wire, config.transport, config.port_options, config.receive_limits):
        for name in NAMED[type(options)]:
            assert shown(getattr(options, name)) == VALUES[name], name
    told = qp.query()
    for part in (told.capacity, told.init.hint, told.rts):
        for name in NAMED[type(part)]:
            assert getattr(part, name) == VALUES[name], name
    profile = told.init.ev_profile
    assert [profile.backup_per_plane, list(profile.planes), profile.min_active] == [65, [1], 2]
    assert (told.rtr.mpr, told.rtr.max_immediates, told.rtr.service_time) == (9, 129, False)
    assert (told.rts.mpr, told.rts.trim_nacks) == (9, False)
    assert peer.query().rts.ack_timeout == VALUES["ack_timeout"]


def test_every_parameter_reaches_the_nics_of_an_emulated_fabric(tmp_path):
    loaded = scenario(tmp_path, VALUES)
    nics = build_nics(loaded)
    pair = connector(loaded, nics)(plan_of(loaded).flows[0])
    check_reached(nics[0].config, pair.a, pair.b)


def test_every_parameter_reaches_the_nic_processes_of_a_live_fabric(tmp_path):
    loaded = scenario(tmp_path, VALUES)
    # As the scenario's process sends it, and a NIC's process reads it.
    settings = message_of(text_of(NicSettings(options=loaded.nic.options)), NicSettings)
    with ExitStack() as stack:
        ends = []
        for index in (0, 3):
            control, orders = (socket.socketpair() for _ in range(2))
            for each in (*control, *orders):
                stack.callback(each.close)
            clock = Clock(Scale(1000), 0)
            ends.append(NicProcess(loaded.topology, index, clock, settings, control=control[0], orders=orders[0]))
        opened = [
            end._do(Open(peer=peer, evs=4, paths=None, congestion=Congestion(algorithm="uet-1.0-nscc")))
            for end, peer in zip(ends, (3, 0), strict=True)
        ]
        for end, own, other in ((ends[0], *opened), (ends[1], *reversed(opened))):
            end._do(Connect(qpn=own.qpn, peer=other.parameters))
        qps = [end._nic.queue_pairs[own.qpn] for end, own in zip(ends, opened, strict=True)]
        check_reached(ends[0]._nic.config, *qps)


def test_a_wrong_value_is_refused_with_its_line_and_what_is_accepted(tmp_path):
    loaded = scenario(tmp_path, VALUES)
    for name in VALUES:
        for wrong in ("wrong", -1, [-1]):
            nic = loaded.nic.model_copy(update={"options": {**loaded.nic.options, name: wrong}})
            said = refusal(replace(loaded, nic=nic))
            assert re.match(rf"\S+s\.yaml:{line(loaded, f'    {name}: ')}: nic\.options\.{name}: ", said), said
            assert "accepted: " in said


@pytest.mark.parametrize(
    ("option", "value", "says"),
    [
        ("planes", [0, 2], "2 does not exist; accepted: 0..1"),
        ("planes", [1, 1], "accepted: one plane or more, each once"),
        ("planes", [], "accepted: one plane or more, each once"),
        ("min_active", 5, "5 is out of range; accepted: 1..4"),
        ("max_immediates", 31, "31 is out of range; accepted: 32..65535"),
        ("linear_retires", 3, "no such NIC option; accepted: ack_timeout, async_event_depth, "),
    ],
)
def test_what_the_fabric_does_not_have_is_refused(tmp_path, option, value, says):
    loaded = scenario(tmp_path, {option: value})
    said = refusal(loaded)
    assert f"s.yaml:{line(loaded, option)}: nic.options.{option}: " in said
    assert says in said


def test_more_paths_than_the_fabric_has_are_refused(tmp_path):
    # From nic0 to nic3: two planes of two T1s.
    loaded = scenario(tmp_path, {}, nic="  paths: 5\n")
    said = refusal(loaded)
    assert f"s.yaml:{line(loaded, 'paths: 5')}: nic.paths: 5 are more paths than the fabric has: 4 from nic0 to" in said
    assert "nic3; accepted: 1..4, or leave it out" in said
    fits = scenario(tmp_path, {}, nic="  paths: 4\n")
    check_paths(fits, [nic.config for nic in build_nics(fits)])


def test_more_t1s_than_the_fabric_has_are_refused(tmp_path):
    with pytest.raises(ScenarioError, match=r"s\.yaml:4: clustermapper\.t1s: 3 are more T1s .* has; accepted: 1\.\.2"):
        scenario(tmp_path, {}, before="clustermapper:\n  t1s: 3\n")
    assert scenario(tmp_path, {}, before="clustermapper: {}\n").clustermapper.t1s == 16, "as many as there are"


ROCE_VALUES = other_values(host_stack.roce.provision.NAMED)
ROCE = "  kind: roce\n"
ECMP = "overrides: {ecmp: true}\n"


def test_every_parameter_reaches_roce_nics(tmp_path):
    dcqcn = {each.name: 77 for each in fields(host_stack.roce.DcqcnParameters)}
    dcqcn |= {"g": 0.5, "alpha": 0.5, "cnp_pacing": "port"}
    loaded = scenario(tmp_path, ROCE_VALUES, before=ECMP, nic=f"{ROCE}  congestion: {dcqcn}\n".replace("'", ""))
    config, options = build_roce_nics(loaded)[0].config, roce_options(loaded)
    for name in host_stack.roce.provision.NAMED[host_stack.roce.verbs.NicConfig]:
        assert getattr(config, name) == ROCE_VALUES[name]
    for name in host_stack.roce.provision.NAMED[host_stack.roce.verbs.RtsAttributes]:
        assert getattr(options.rts, name) == ROCE_VALUES[name]
    assert dict(options.rtr) == {"source_port": 50000, "min_rnr_timer": 13}
    assert config.dcqcn == host_stack.roce.DcqcnParameters(**dcqcn)


def test_a_wrong_value_for_a_roce_nic_is_refused(tmp_path):
    loaded = scenario(tmp_path, ROCE_VALUES, before=ECMP, nic=ROCE)
    for name in ROCE_VALUES:
        for wrong in ("wrong", -1, [1]):
            nic = loaded.nic.model_copy(update={"options": {**loaded.nic.options, name: wrong}})
            said = refusal(replace(loaded, nic=nic))
            assert re.match(rf"\S+s\.yaml:{line(loaded, f'    {name}: ')}: nic\.options\.{name}: ", said), said
            assert "accepted: " in said
