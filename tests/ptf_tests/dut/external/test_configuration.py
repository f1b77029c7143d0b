# SPDX-License-Identifier: Apache-2.0
"""What to configure, in words, as CONFIG_DB, and as a P4Runtime request."""

import json

import pytest
from google.protobuf import text_format

from controller.pipeline import Pipeline
from p4soft.messages import p4runtime_pb2
from p4soft.targets import get_target
from ptf_tests.dut.external.configuration import Configuration, describe, write_configuration, write_request
from ptf_tests.dut.external.sonic import render
from ptf_tests.dut.p4runtime import PROGRAM
from ptf_tests.switch.profile import Access, Profile
from ptf_tests.switch.settings import (
    Blackhole,
    DisableTrim,
    DscpToTc,
    EcmpMember,
    EcmpRoute,
    Isolation,
    QueueProfile,
    Route,
    Sid,
    TcToDscp,
    TcToQueue,
    Trimming,
    ua,
    un,
    un_ua,
)

B = "fcbb:bbbb"
PORTS = (0, 1)
NAMES = {0: "Ethernet0", 1: "Ethernet8"}


def tables(*settings, blocked=()):
    """CONFIG_DB without the links, which are the same each time."""
    found = render(settings, blocked, PORTS, NAMES)
    return {name: table for name, table in found.tables.items() if name not in ("INTERFACE", "NEIGH")}


def missing(*settings, blocked=()):
    return list(render(settings, blocked, PORTS, NAMES).missing)


# --- SONiC


def test_sonic_links():
    assert render((), (), PORTS, {0: "Ethernet0"}).tables == {
        "INTERFACE": {
            "Ethernet0": {},
            "Ethernet0|fdad:0:ffff::1/64": {},
            "Ethernet0|198.18.0.1/24": {},
            "Ethernet4": {},
            "Ethernet4|fdad:0:ffff:1::1/64": {},
            "Ethernet4|198.18.1.1/24": {},
        },
        "NEIGH": {
            "Ethernet0|fdad:0:ffff::2": {"neigh": "02:00:00:a0:00:b3", "family": "IPv6"},
            "Ethernet0|198.18.0.2": {"neigh": "02:00:00:a0:00:b3", "family": "IPv4"},
            "Ethernet4|fdad:0:ffff:1::2": {"neigh": "02:00:00:a0:01:b3", "family": "IPv6"},
            "Ethernet4|198.18.1.2": {"neigh": "02:00:00:a0:01:b3", "family": "IPv4"},
        },
    }


def test_sonic_routes():
    settings = (
        Route(f"{B}:2001::/48", 1),
        Route("198.51.100.0/24", 0),
        Blackhole(f"{B}::/32"),
        EcmpRoute("fd77::/64", 5, 3),
        EcmpMember(5, 0, 1),
        EcmpMember(5, 2, 0),
    )
    assert tables(*settings) == {
        "STATIC_ROUTE": {
            f"default|{B}:2001::/48": {"nexthop": "fdad:0:ffff:1::2", "ifname": "Ethernet8"},
            "default|198.51.100.0/24": {"nexthop": "198.18.0.2", "ifname": "Ethernet0"},
            f"default|{B}::/32": {"blackhole": "true"},
            "default|fd77::/64": {"nexthop": "fdad:0:ffff:1::2,fdad:0:ffff::2", "ifname": "Ethernet8,Ethernet0"},
        }
    }
    assert missing(*settings) == ["route fd77::/64: 1 of 3 members that are not installed"]


def test_sonic_sids():
    settings = (
        un(f"{B}:1001::/48"),
        un(f"{B}:1002::/48", usd=True, uniform=True),
        ua(f"{B}:e001::/48", 1),
        un_ua(f"{B}:1001:e001::/64", 1),
        Sid("uDT46", f"{B}:1001:d046::/64"),
    )
    locator = {"block_len": "32", "node_len": "16", "arg_len": "0", "vrf": "default"}
    assert tables(*settings) == {
        "SRV6_MY_LOCATORS": {
            "loc_fcbbbbbb1001": {"prefix": f"{B}:1001::", "func_len": "16", **locator},
            "loc_fcbbbbbb1002": {"prefix": f"{B}:1002::", "func_len": "0", **locator},
            "loc_fcbbbbbbe001": {"prefix": f"{B}:e001::", "func_len": "0", **locator},
        },
        "SRV6_MY_SIDS": {
            f"loc_fcbbbbbb1001|{B}:1001::/48": {"action": "uN"},
            f"loc_fcbbbbbb1002|{B}:1002::/48": {
                "action": "uN",
                "decap_vrf": "default",
                "decap_dscp_mode": "uniform",
            },
            f"loc_fcbbbbbbe001|{B}:e001::/48": {
                "action": "uA",
                "interface": "Ethernet8",
                "adj": "fdad:0:ffff:1::2",
            },
            f"loc_fcbbbbbb1001|{B}:1001:e001::/64": {
                "action": "uA",
                "interface": "Ethernet8",
                "adj": "fdad:0:ffff:1::2",
            },
            f"loc_fcbbbbbb1001|{B}:1001:d046::/64": {
                "action": "uDT46",
                "decap_vrf": "default",
                "decap_dscp_mode": "pipe",
            },
        },
    }
    assert missing(*settings) == []


def test_sonic_has_no_words_for_every_sid():
    assert missing(Sid("uDT6", f"{B}:1001:d006::/64"), Sid("uN", f"{B}:1001::/48", redispatch=True)) == [
        f"SID {B}:1001:d006::/64: action uDT6; SONiC has uN, uA and uDT46",
        f"SID {B}:1001::/48: looked up after a shift only",
    ]


def test_sonic_symmetric_trimming():
    """The HLD's example: DSCP 48, queue 6, packet_discard_action trim on the data queue."""
    settings = (
        DscpToTc(4, 1, trim_eligible=True),
        DscpToTc(48, 6),
        TcToQueue(1, 1),
        TcToQueue(6, 6),
        QueueProfile(1, 1, trim=True, ecn=(1000, 2000)),
        Trimming(size=256, dscp=48, queue=6, length_mode="preserve"),
    )
    assert tables(*settings) == {
        "DSCP_TO_TC_MAP": {"mrc": {"4": "1", "48": "6"}},
        "TC_TO_QUEUE_MAP": {"mrc": {"1": "1", "6": "6"}},
        "PORT_QOS_MAP": {
            "Ethernet0": {"dscp_to_tc_map": "mrc", "tc_to_queue_map": "mrc"},
            "Ethernet8": {"dscp_to_tc_map": "mrc", "tc_to_queue_map": "mrc"},
        },
        "BUFFER_PROFILE": {
            "mrc_Ethernet8_1": {
                "pool": "egress_lossy_pool",
                "size": "0",
                "dynamic_th": "0",
                "packet_discard_action": "trim",
            }
        },
        "BUFFER_QUEUE": {"Ethernet8|1": {"profile": "mrc_Ethernet8_1"}},
        "QUEUE": {"Ethernet8|1": {"wred_profile": "mrc_Ethernet8_1"}},
        "WRED_PROFILE": {
            "mrc_Ethernet8_1": {
                "ecn": "ecn_green",
                "wred_green_enable": "true",
                "green_min_threshold": "1000",
                "green_max_threshold": "2000",
                "green_drop_probability": "100",
            }
        },
        "SWITCH_TRIMMING": {"GLOBAL": {"size": "256", "dscp_value": "48", "queue_index": "6"}},
    }
    assert missing(*settings) == ["trimming: no length changes; no field decides it"]


def test_sonic_asymmetric_trimming():
    """`from-tc` and `dynamic`, by the schema of the HLD."""
    settings = (TcToDscp(0, 5, 10), TcToDscp(1, 5, 20), Trimming(size=300, dscp=None, queue=None, tc=5))
    found = tables(*settings)
    assert found == {
        "TC_TO_DSCP_MAP": {"mrc_Ethernet0": {"5": "10"}, "mrc_Ethernet8": {"5": "20"}},
        "PORT_QOS_MAP": {
            "Ethernet0": {"tc_to_dscp_map": "mrc_Ethernet0"},
            "Ethernet8": {"tc_to_dscp_map": "mrc_Ethernet8"},
        },
        "SWITCH_TRIMMING": {
            "GLOBAL": {"size": "300", "dscp_value": "from-tc", "queue_index": "dynamic", "tc_value": "5"}
        },
    }
    assert missing(*settings)[0] == (
        "TC_TO_DSCP_MAP mrc_Ethernet0: that it is for trimmed packets alone; SONiC remarks all packets of the class"
    )


def test_sonic_queues():
    """Rates in bytes a second; a blocked queue as sonic-mgmt blocks it: DWRR weight 15, one packet a second."""
    settings = (QueueProfile(0, 1, rate=8_000_000, limit=5000, overhead=24), QueueProfile(0, 2, rate="crawl"))
    crawl = {"type": "DWRR", "weight": "15", "meter_type": "packets", "cir": "1", "pir": "1"}
    found = tables(*settings, blocked=[(1, 3)])
    assert found["SCHEDULER"] == {
        "mrc_Ethernet0_1": {"type": "DWRR", "weight": "15", "meter_type": "bytes", "cir": "1000000", "pir": "1000000"},
        "mrc_Ethernet0_2": crawl,
        "mrc_Ethernet8_3": crawl,
    }
    assert found["BUFFER_PROFILE"]["mrc_Ethernet8_3"]["packet_discard_action"] == "drop"
    assert found["QUEUE"]["Ethernet8|3"] == {"scheduler": "mrc_Ethernet8_3"}
    assert missing(*settings, blocked=[(1, 3)]) == [
        "queue 1 of Ethernet0: limit of 5000 bytes; SONiC's thresholds follow the free pool",
        "queue 1 of Ethernet0: 24 bytes of overhead for each frame",
        "queue 3 of Ethernet8: blocked; it is shaped to one packet a second and has to be kept full",
    ]


@pytest.mark.parametrize(("rate", "shown"), [(1, "1"), (7, "1"), (8, "1"), (100_000_000_000, "12500000000")])
def test_sonic_schedulers_have_both_rates(rate, shown):
    """sonic-scheduler.yang: no `pir` without `cir`, `cir` above 0, `pir` not below it; bytes a second, uint64."""
    (scheduler,) = tables(QueueProfile(0, 1, rate=rate))["SCHEDULER"].values()
    assert (scheduler["cir"], scheduler["pir"]) == (shown, shown)


def test_sonic_trims_by_queue():
    settings = (DscpToTc(0, 1), DscpToTc(4, 1, trim_eligible=True), TcToQueue(1, 1), QueueProfile(1, 1, trim=True))
    assert missing(*settings) == ["trimming: that packets of DSCP 0 are not trimmed; a queue trims all or none"]


def test_sonic_rules():
    settings = (Isolation(1), DisableTrim("fd00::/64", 7), DisableTrim("fd01::/64", 9))
    assert tables(*settings) == {
        "ACL_TABLE_TYPE": {
            "L3V6LITE": {
                "MATCHES": ["IP_PROTOCOL", "IP_TYPE"],
                "ACTIONS": ["PACKET_ACTION", "COUNTER"],
                "BIND_POINTS": ["PORT"],
            },
            "DISABLE_TRIM_L3V6": {
                "MATCHES": ["SRC_IPV6"],
                "ACTIONS": ["DISABLE_TRIM_ACTION", "COUNTER"],
                "BIND_POINTS": ["PORT"],
            },
        },
        "ACL_TABLE": {
            "LINK_ISOLATION_TABLE": {
                "policy_desc": "SRv6_link_isolation",
                "type": "L3V6LITE",
                "stage": "ingress",
                "ports": ["Ethernet8"],
            },
            "DISABLE_TRIM_TABLE": {
                "policy_desc": "Packet_trimming",
                "type": "DISABLE_TRIM_L3V6",
                "stage": "ingress",
                "ports": ["Ethernet0", "Ethernet8"],
            },
        },
        "ACL_RULE": {
            "LINK_ISOLATION_TABLE|DENY_ALL_IPV6": {
                "PRIORITY": "999",
                "PACKET_ACTION": "DROP",
                "IP_TYPE": "IPV6ANY",
            },
            "LINK_ISOLATION_TABLE|PERMIT_ALL_ICMPV6": {
                "PRIORITY": "1000",
                "PACKET_ACTION": "FORWARD",
                "IP_PROTOCOL": "58",
            },
            "DISABLE_TRIM_TABLE|RULE_1": {
                "PRIORITY": "7",
                "SRC_IPV6": "fd00::/64",
                "PACKET_ACTION": "DISABLE_TRIM",
            },
            "DISABLE_TRIM_TABLE|RULE_2": {
                "PRIORITY": "9",
                "SRC_IPV6": "fd01::/64",
                "PACKET_ACTION": "DISABLE_TRIM",
            },
        },
    }


# --- Words


@pytest.mark.parametrize(
    ("setting", "sentence"),
    [
        (
            un(f"{B}:1::/48"),
            f"Local SID {B}:1::/48, uN (End with NEXT-C-SID): shift by 16 bits, then route; no flavour.",
        ),
        (
            ua(f"{B}:e001::/48", 1, usd=True),
            f"Local SID {B}:e001::/48, uA (End.X with NEXT-C-SID): shift by 16 bits, then to the neighbour "
            "fdad:0:ffff:1::2 on port 1 (Ethernet8); flavour USD; DSCP mode pipe.",
        ),
        (
            Route("198.51.100.0/24", 1),
            "Static route 198.51.100.0/24 to the neighbour 198.18.1.2 on port 1 (Ethernet8).",
        ),
        (Blackhole(f"{B}::/32"), f"Static route {B}::/32 that drops (blackhole)."),
        (DscpToTc(4, 1, trim_eligible=True), "DSCP 4 has traffic class 1; its packets may be trimmed."),
        (
            QueueProfile(1, 2, rate=8000, limit=500, trim=True, ecn=(10, 20)),
            "Queue 2 of port 1 (Ethernet8): drains at 8000 bit/s; admits 500 bytes of backlog; trims what it refuses; "
            "marks ECN-capable packets, none below 10 bytes of backlog and all from 20.",
        ),
        (
            Trimming(size=256, dscp=None, queue=None, tc=6),
            "Packet trimming, on every port: keep 256 bytes from the Ethernet header; the DSCP of traffic class 6 by "
            "port; the queue of that DSCP; the outermost IP length is that of the trimmed packet.",
        ),
        (Isolation(1), "Link isolation: of what enters port 1 (Ethernet8), drop all IPv6 but ICMPv6."),
        (
            DisableTrim("fd00::/64", 3),
            "Ingress ACL rule on every port, priority 3 (larger wins): packets from fd00::/64 are never trimmed.",
        ),
        (
            DisableTrim("::/0", 4, destination="fd00::1/128", next_header=41, dscp=8, ingress=1),
            "Ingress ACL rule on port 1 (Ethernet8), priority 4 (larger wins): packets from ::/0 to fd00::1/128, of "
            "next header 41, of DSCP 8 are never trimmed.",
        ),
    ],
    ids=lambda value: "" if isinstance(value, str) else type(value).__name__,
)
def test_sentences(setting, sentence):
    lines = describe((setting,), (), PORTS, Access(names={1: "Ethernet8"}))
    assert lines[-1] == f"  1. {sentence}"


def test_the_ports_come_first():
    access = Access(interfaces={0: "eth1"}, names={1: "Ethernet8"}, macs={1: "0c:42:a1:00:00:01"})
    assert describe((), [(1, 3)], PORTS, access) == [
        "Ports",
        "  1. port 0, connected to eth1 of the suite: MAC address 02:00:00:50:00:e1; static neighbour fdad:0:ffff::2 "
        "(IPv4: 198.18.0.2) at 02:00:00:a0:00:b3.",
        "  2. port 1 (Ethernet8): MAC address 0c:42:a1:00:00:01; static neighbour fdad:0:ffff:1::2 "
        "(IPv4: 198.18.1.2) at 02:00:00:a0:01:b3.",
        "",
        "Configuration: these and no other SIDs, static routes, maps, profiles and rules",
        "  1. Queue 3 of port 1 (Ethernet8) admits nothing: block it, or keep it full.",
    ]


# --- P4Runtime, and the files


def test_sonic_disable_trim_by_every_field():
    rule = DisableTrim("fd00::/64", 7, destination="fd01::1/128", next_header=41, dscp=8, ingress=1)
    found = tables(DisableTrim("fd02::/64"), rule)
    assert found["ACL_TABLE_TYPE"]["DISABLE_TRIM_L3V6"]["MATCHES"] == [
        "SRC_IPV6",
        "DST_IPV6",
        "NEXT_HEADER",
        "DSCP",
        "IN_PORTS",
    ]
    assert found["ACL_RULE"]["DISABLE_TRIM_TABLE|RULE_2"] == {
        "PRIORITY": "7",
        "SRC_IPV6": "fd00::/64",
        "DST_IPV6": "fd01::1/128",
        "NEXT_HEADER": "41",
        "DSCP": "8",
        "IN_PORTS": "Ethernet8",
        "PACKET_ACTION": "DISABLE_TRIM",
    }


@pytest.fixture(scope="module")
def pipeline(tmp_path_factory):
    files = get_target("embedded").compile(PROGRAM, tmp_path_factory.mktemp("program"))
    return Pipeline.load(files.p4info, files.json)


def test_p4runtime_request(pipeline):
    request = text_format.Parse(
        write_request((Route(f"{B}:2001::/48", 1),), (), PORTS, pipeline), p4runtime_pb2.WriteRequest()
    )
    (update,) = request.updates
    assert update.type == p4runtime_pb2.Update.INSERT
    entry = update.entity.table_entry
    assert pipeline.tables_by_id[entry.table_id].name == "FabricIngress.route.route_ipv6"
    assert entry.match[0].lpm.value.hex() == "fcbbbbbb2001" + "00" * 10
    assert entry.match[0].lpm.prefix_len == 48
    assert [param.value.hex() for param in entry.action.action.params] == ["01", "0200005001e1", "020000a001b3"]


def test_p4runtime_disable_trim_by_every_field(pipeline):
    rule = DisableTrim("fd00::/64", 7, destination="fd01::1/128", next_header=41, dscp=8, ingress=1)
    request = text_format.Parse(write_request((rule,), (), PORTS, pipeline), p4runtime_pb2.WriteRequest())
    entry = request.updates[0].entity.table_entry
    table = pipeline.tables_by_id[entry.table_id]
    assert (table.name, entry.priority) == ("FabricIngress.classify.acl_disable_trim", 7)
    names = (
        "ingress_port",
        "src_addr",
        "dst_addr",
        "next_header",
        "dscp",
    )  # as docs/pipeline.md has them, from id 1 on
    found = {names[field.field_id - 1]: (field.ternary.value.hex(), field.ternary.mask.hex()) for field in entry.match}
    assert found == {
        "ingress_port": ("01", "01ff"),
        "src_addr": ("fd" + "00" * 15, "ff" * 8 + "00" * 8),
        "dst_addr": ("fd01" + "00" * 13 + "01", "ff" * 16),
        "next_header": ("29", "ff"),
        "dscp": ("08", "3f"),
    }


def profile():
    return Profile(name="mine", description="", dut="external", claims=frozenset())


def test_the_files(tmp_path, pipeline):
    configuration = Configuration((Route("fd00::/64", 1), Sid("uDT6", f"{B}:1::/48")), frozenset({(1, 3)}))
    write_configuration(configuration, tmp_path / "a" / "b", profile(), pipeline)
    found = {path.name: path.read_text() for path in (tmp_path / "a" / "b").iterdir()}
    assert set(found) == {"what-to-configure.txt", "config_db.json", "p4runtime.txtpb", "not-expressible.txt"}
    assert "Static route fd00::/64" in found["what-to-configure.txt"]
    assert "default|fd00::/64" in json.loads(found["config_db.json"])["STATIC_ROUTE"]
    assert "table_entry" in found["p4runtime.txtpb"]
    assert found["not-expressible.txt"].splitlines() == [
        f"config_db.json: SID {B}:1::/48: action uDT6; SONiC has uN, uA and uDT46",
        "config_db.json: queue 3 of Ethernet4: blocked; it is shaped to one packet a second and has to be kept full",
    ]


def test_without_a_program_there_is_no_p4runtime_file(tmp_path):
    write_configuration(Configuration(), tmp_path, profile())
    assert not (tmp_path / "p4runtime.txtpb").exists()
    assert (tmp_path / "not-expressible.txt").read_text() == ""
    assert (tmp_path / "what-to-configure.txt").read_text().endswith("rules\n  (nothing)\n")
