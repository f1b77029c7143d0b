# SPDX-License-Identifier: Apache-2.0
"""What the planner gives each switch, and from one topology's tables to another's."""

from __future__ import annotations

from collections import Counter
from ipaddress import IPv4Address
from pathlib import Path

import pytest
from click.testing import CliRunner
from controller_kit import trimming

import controller
import topologies
from controller import ControllerError, Exact, Lpm, TableEntry, plan
from controller.__main__ import main
from controller.changes import changes
from controller.encoding import decode, encode
from controller.program import ENUMS, ROUTE_IPV6
from controller.switch_plan import compare
from controller.tables import longest_match, rate_units, shift

# --- Plans -----------------------------------------------------------------------------------------------------------
# What the planner gives each switch. Expected: switch §2 and §3, docs/wire-profile.md, docs/pipeline.md.

BLOCK = 0xFCBBBBBB << 96
LAB_FILE = Path(topologies.__file__).parent / "lab.yaml"


def routes(switch_plan):
    """/48 routes as uSID to egress port."""
    return {
        entry.match["dst_addr"].value >> 80 & 0xFFFF: entry.params["port"]
        for entry in switch_plan.entries
        if entry.action == "FabricIngress.route.set_nexthop_ipv6" and entry.match["dst_addr"].prefix_len == 48
    }


def table(switch_plan, name):
    return [entry for entry in switch_plan.entries if entry.table == f"FabricIngress.{name}"]


def profile(switch_plan, port, queue, which="data_queue"):
    [entry] = [
        entry
        for entry in table(switch_plan, f"admission.{which}.queue_profile")
        if entry.match == {"egress_port": Exact(port), "queue": Exact(queue)}
    ]
    return entry.params


def test_t0_knows_itself_its_uplinks_and_its_downlinks(lab):
    planned = plan(lab, "p1-t0-1")
    [sid] = table(planned, "my_sid.my_sid")
    assert sid.match == {"dst_addr": Lpm(BLOCK | 0x1201 << 80, 48)}
    assert sid.action == "FabricIngress.my_sid.uN"
    assert routes(planned) == {0x3100: 0, 0x3101: 1, 0x2100: 2, 0x2101: 3}


def test_t1_knows_itself_and_each_t0(lab):
    planned = plan(lab, "p0-t1-1")
    [sid] = table(planned, "my_sid.my_sid")
    assert sid.match == {"dst_addr": Lpm(BLOCK | 0x2001 << 80, 48)}
    assert routes(planned) == {0x1000: 0, 0x1001: 1}


def test_rest_of_the_block_is_a_blackhole(lab):
    for switch in lab.switches():
        holes = [e for e in plan(lab, switch).entries if e.action == "FabricIngress.route.blackhole_ipv6"]
        assert [hole.match for hole in holes] == [{"dst_addr": Lpm(BLOCK, 32)}]


def test_next_hop_macs_are_those_of_the_link(lab):
    for switch in lab.switches():
        ports = {port.number: port for port in switch.ports()}
        for entry in table(plan(lab, switch), "route.route_ipv6"):
            if entry.params:
                assert entry.params["src_mac"] == switch.mac(entry.params["port"])
                assert entry.params["dst_mac"] == ports[entry.params["port"]].peer_mac


def test_paper_scale_is_513_routing_entries_on_either_tier(paper):
    for name in ("p3-t0-400", "p3-t1-200"):
        planned = plan(paper, name)
        # switch §2: 1 SID + 512 routes; plus the blackhole of the block.
        assert len(table(planned, "my_sid.my_sid")) + len(routes(planned)) == 513
        assert len(table(planned, "route.route_ipv6")) == 513


def test_dscp_roles_and_queues(lab):
    planned = plan(lab, "p0-t0-0")
    classes = {
        e.match["dscp"].value: (e.params["tc"], e.params["trim_eligible"])
        for e in table(planned, "classify.dscp_to_tc")
    }
    assert classes == {0: (1, 0), 4: (1, 1), 8: (1, 1), 12: (6, 0), 16: (6, 0), 46: (7, 0)}
    queues = {e.match["tc"].value: e.params["queue"] for e in table(planned, "classify.tc_to_queue")}
    assert queues == {0: 0, 1: 1, 2: 2, 6: 6, 7: 7}


def test_default_traffic_class_other_than_0_needs_all_64_dscps():
    fabric = topologies.load(LAB_FILE, {"qos.default_tc": 7})
    entries = table(plan(fabric, "p0-t0-0"), "classify.dscp_to_tc")
    assert len(entries) == 64
    assert {e.params["tc"] for e in entries if e.match["dscp"].value not in {0, 4, 8, 12, 16, 46}} == {7}


def test_queue_profiles_of_fabric_and_host_ports(lab):
    planned = plan(lab, "p0-t0-0")
    bdp = 92_000
    # 1 Mb/s is 2^27 units of 2^-30 bytes per us (docs/pipeline.md).
    assert profile(planned, 2, 1) == {
        "rate": 100_000 * 2**27, "frame_overhead": 24, "limit": bdp, "packet_discard_action": 1, "ecn": 1,
        "ecn_min_threshold": bdp // 5, "ecn_max_threshold": bdp * 4 // 5, "ecn_slope_per_byte": 2**32 // 55_200,
    }  # fmt: skip
    assert profile(planned, 0, 1) == {
        "rate": 100_000 * 2**27, "frame_overhead": 24, "limit": bdp * 3 // 2, "packet_discard_action": 1, "ecn": 0,
        "ecn_min_threshold": 0, "ecn_max_threshold": 0, "ecn_slope_per_byte": 0,
    }  # fmt: skip
    for queue in (0, 6, 7):
        assert profile(planned, 2, queue)["packet_discard_action"] == 0


def test_marking_as_dcqcn_has_it():
    """K_min 5 kB, K_max 200 kB, P_max 1 %: 0.01 * 2^32 over 195,000 bytes; on the last hop, too."""
    queue = {f"qos.queues.1.{side}.ecn.{name}": value for side in ("fabric", "host")
             for name, value in (("min", "5 kB"), ("max", "200 kB"), ("p_max", "1 %"))}  # fmt: skip
    limits = {f"qos.queues.1.{side}.limit": "1 MB" for side in ("fabric", "host")}
    planned = plan(topologies.load(LAB_FILE, queue | limits), "p0-t0-0")
    for port in range(4):
        found = profile(planned, port, 1)
        assert (found["ecn"], found["ecn_min_threshold"], found["ecn_max_threshold"]) == (1, 5_000, 200_000)
        assert found["ecn_slope_per_byte"] == 42_949_672 // 195_000 == 220


def test_no_ecn_on_any_host_port(lab):
    for switch in lab.switches():
        planned = plan(lab, switch)
        for port in switch.ports():
            marks = {profile(planned, port.number, queue)["ecn"] for queue in (0, 1, 2, 6, 7)}
            assert marks == ({0} if port.role == "host" else {0, 1})


def test_trim_dscp_tells_the_last_hop(lab):
    trims = {e.match["egress_port"].value: e.params for e in table(plan(lab, "p0-t0-0"), "admission.switch_trimming")}
    assert trims == {0: trimming(), 1: trimming(), 2: trimming(dscp=12), 3: trimming(dscp=12)}
    assert {e.params["dscp"] for e in table(plan(lab, "p0-t1-0"), "admission.switch_trimming")} == {12}


def test_trim_queue_profile_is_the_data_pass_profile_of_that_queue(lab):
    planned = plan(lab, "p0-t0-0")
    assert len(table(planned, "admission.trim_queue.queue_profile")) == 4
    for port in range(4):
        assert profile(planned, port, 6, "trim_queue") == profile(planned, port, 6)


def test_static_trim_queue_and_preserved_lengths():
    fabric = topologies.load(LAB_FILE, {"qos.trim.queue": 7, "qos.trim.lengths": "preserve"})
    planned = plan(fabric, "p0-t1-0")
    preserve = ENUMS["length_mode_t"]["PRESERVE"]
    for entry in table(planned, "admission.switch_trimming"):
        assert entry.params == trimming(dscp=12, queue=7, length_mode=preserve)
    assert {e.match["queue"].value for e in table(planned, "admission.trim_queue.queue_profile")} == {7}


def test_trimming_off_means_no_trim_entry_anywhere():
    planned = plan(topologies.load(LAB_FILE, {"qos.trim.enabled": False}), "p0-t0-0")
    assert not table(planned, "admission.switch_trimming")
    assert not table(planned, "admission.trim_queue.queue_profile")
    assert {e.params["packet_discard_action"] for e in table(planned, "admission.data_queue.queue_profile")} == {0}


def test_isolation_and_redispatch_are_off(lab):
    for switch in lab.switches():
        tables = {entry.table for entry in plan(lab, switch).entries}
        assert not tables & {"FabricIngress.validate.port_isolation", "FabricIngress.my_sid_redispatch.my_sid"}


@pytest.mark.parametrize(
    ("bps", "units"), [(100 * 10**9, 100_000 * 2**27), (10**6, 134_217_728), (5 * 10**6, 671_088_640), (1, 134)]
)
def test_rates_in_the_programs_units(bps, units):
    assert rate_units(bps) == units


@pytest.mark.parametrize("bps", [0, 2_200_000_000_000])
def test_a_rate_that_does_not_fit_is_refused(bps):
    with pytest.raises(ControllerError, match=f"{bps} b/s is not what .* accepted: 1 b/s to 2 Tb/s"):
        rate_units(bps)


def test_every_entry_fits_the_documented_tables_and_survives_the_wire(lab, paper, pipeline):
    for planned in (plan(lab, "p0-t0-0"), plan(lab, "p1-t1-1"), plan(paper, "p7-t1-255")):
        keys = Counter(entry.key for entry in planned.entries)
        assert max(keys.values()) == 1
        for entry in planned.entries:
            if entry.match.get("egress_port") != Exact(511):
                assert decode(pipeline, encode(pipeline, entry)) == entry


def test_plan_is_deterministic(lab):
    assert plan(lab, "p0-t0-0") == plan(topologies.load(LAB_FILE), "p0-t0-0")


def test_compare_names_each_kind_of_difference():
    one, two, three = (TableEntry("t", {"f": Exact(n)}, "a", {"p": n}) for n in (1, 2, 3))
    other = TableEntry("t", {"f": Exact(2)}, "a", {"p": 9}, note="notes do not count")
    found = compare({e.key: e for e in (one, two)}, {e.key: e for e in (other, three)})
    assert [(d.kind, d.planned, d.found) for d in found] == [
        ("missing", one, None), ("differs", two, other), ("extra", None, three),
    ]  # fmt: skip


# --- IPv4


def ipv4_routes(switch_plan):
    """Prefix to what it does: a port, `drop`, or (group, members)."""
    return {
        f"{IPv4Address(entry.match['dst_addr'].value)}/{entry.match['dst_addr'].prefix_len}": entry.params.get("port")
        if entry.action == "FabricIngress.route.set_nexthop_ipv4"
        else (entry.params["group"], entry.params["members"])
        if entry.action == "FabricIngress.route.set_ecmp_group_ipv4"
        else "drop"
        for entry in table(switch_plan, "route.route_ipv4")
    }


@pytest.fixture(scope="module")
def ipv4_lab():
    return topologies.load(LAB_FILE, {"ecmp": True, "nic_prefix_ipv4": "10.1.0.0/16", "nics": 3})


def test_ipv4_goes_down_the_only_way_and_up_by_a_hash(ipv4_lab):
    """As IPv6 does with `ecmp: true`: a /32 per NIC, the rest of the T0's own subnet dropped, all others to the T1s."""
    near, far = plan(ipv4_lab, "p0-t0-0"), plan(ipv4_lab, "p1-t0-1")
    assert ipv4_routes(near) == {"10.1.0.1/32": 0, "10.1.0.2/32": 1, "10.1.0.0/30": "drop", "10.1.0.0/16": (1, 2)}
    assert ipv4_routes(far) == {"10.1.0.5/32": 0, "10.1.0.4/30": "drop", "10.1.0.0/16": (1, 2)}
    for name in ("p0-t1-0", "p1-t1-1"):
        assert ipv4_routes(plan(ipv4_lab, name)) == {"10.1.0.0/30": 0, "10.1.0.4/30": 1}


def test_both_versions_of_ip_share_the_members_of_a_group(ipv4_lab):
    members = table(plan(ipv4_lab, "p0-t0-0"), "route.ecmp_member")
    assert [(entry.match["member"].value, entry.params["port"]) for entry in members] == [(0, 2), (1, 3)]


def test_ipv4_next_hop_macs_are_those_of_the_link(ipv4_lab):
    for switch in ipv4_lab.switches():
        ports = {port.number: port for port in switch.ports()}
        entries = [entry for entry in table(plan(ipv4_lab, switch), "route.route_ipv4") if "port" in entry.params]
        assert entries
        for entry in entries:
            assert entry.params["src_mac"] == switch.mac(entry.params["port"])
            assert entry.params["dst_mac"] == ports[entry.params["port"]].peer_mac


def test_no_ipv4_is_planned_without_addresses_nor_ecmp_for_one_t0_alone(lab):
    assert ipv4_routes(plan(lab, "p0-t0-0")) == {}
    alone = {"t0s_per_plane": 1, "nics": 2, "ecmp": True, "nic_prefix_ipv4": "10.1.0.0/30"}
    planned = plan(topologies.load(LAB_FILE, alone), "p0-t0-0")
    assert ipv4_routes(planned) == {"10.1.0.1/32": 0, "10.1.0.2/32": 1, "10.1.0.0/30": "drop"}
    assert len({entry.key for entry in planned.entries}) == len(planned.entries)


# --- Changes ---------------------------------------------------------------------------------------------------------
# From one topology's tables to another's: the fewest writes, and no path of both is ever broken on the way.

LAB = {"planes": 1}
GROWN = {"planes": 1, "t1s_per_plane": 3}
NICS = {"planes": 1, "nics": 3}
SECOND_BLOCK = {"planes": 1, "usid_block": "fcbb:cccc::/32"}
ROUTED = {"planes": 1, "ecmp": True}
SMALLER_TRIM = {"planes": 1, "qos.trim.size": 128}


def tables(fabric):
    plans = {node.name: controller.plan(fabric, node) for node in fabric.switches()}
    return {name: {entry.key: entry for entry in plan.entries} for name, plan in plans.items()}


def apply(state, change):
    entries = state.setdefault(change.switch, {})
    if change.phase == "insert":
        assert change.entry.key not in entries
        entries[change.entry.key] = change.entry
    elif change.phase == "modify":
        assert entries[change.entry.key] == change.before
        entries[change.entry.key] = change.entry
    else:
        del entries[change.entry.key]


def paths(fabric):
    """Every path as what its packets carry: the first switch, the outer destination, and the NIC at its end."""
    found = set()
    for source in fabric.all_nics():
        for target in fabric.all_nics():
            for t1 in range(fabric.t1s):
                path = fabric.path(source.index, target.index, 0, t1)
                found.add((path.switches[0], path.destination, target.name))
    return found


def arrives(fabric, state, path):
    """The NIC that a packet comes to through these tables, None when it is dropped."""
    name, destination, _ = path
    for _ in range(4):
        entries = state.get(name, {}).values()
        sid = longest_match(entries, controller.program.MY_SID, destination)
        destination = shift(destination) if sid is not None else destination
        route = longest_match(entries, ROUTE_IPV6, destination)
        if route is None or "port" not in route.params:
            return None
        name = fabric.switch(name).port(route.params["port"]).peer
        if name.startswith("nic"):
            return name
    return None


PAIRS = [
    (LAB, GROWN), (GROWN, LAB), (LAB, NICS), (NICS, LAB), (LAB, SECOND_BLOCK), (LAB, ROUTED), (ROUTED, LAB),
    (LAB, SMALLER_TRIM), (LAB, LAB),
]  # fmt: skip


@pytest.mark.parametrize(("before", "after"), PAIRS)
def test_writes_are_the_fewest_and_break_no_path_of_both(before, after):
    old, new = (topologies.load(topologies.LAB, each) for each in (before, after))
    state, wanted = tables(old), tables(new)
    fewest = sum(len(compare(wanted.get(name, {}), state.get(name, {}))) for name in {*state, *wanted})
    both = paths(old) & paths(new)
    largest = new if new.t1s >= old.t1s else old
    writes = list(changes(old, new))
    assert len(writes) == fewest
    for change in writes:
        apply(state, change)
        if change.entry.table in (ROUTE_IPV6, controller.program.MY_SID):
            assert all(arrives(largest, state, path) == path[2] for path in both)
    assert {name: entries for name, entries in state.items() if entries} == wanted


def test_renumbered_usids_overlap_so_that_paths_of_either_block_work_in_between():
    old, new = (topologies.load(topologies.LAB, each) for each in (LAB, SECOND_BLOCK))
    state = tables(old)
    for change in changes(old, new):
        if change.phase == "delete":
            break
        apply(state, change)
    assert all(arrives(old, state, path) == path[2] for path in paths(old) | paths(new))


def test_a_group_grows_after_its_member_and_shrinks_before():
    small, large = (topologies.load(topologies.LAB, {**each, "ecmp": True}) for each in (LAB, GROWN))
    for old, new in ((small, large), (large, small)):
        state = tables(old)
        for change in changes(old, new):
            apply(state, change)
            for entries in state.values():
                members = Counter(
                    entry.match["ecmp_group"].value
                    for entry in entries.values()
                    if entry.table == controller.program.ECMP_MEMBER
                )
                for entry in entries.values():
                    if "members" in entry.params:
                        assert members[entry.params["group"]] >= entry.params["members"]


def test_the_command_lists_writes_cables_and_device_ids(tmp_path):
    text = topologies.LAB.read_text()
    after = tmp_path / "after.yaml"
    grown = text.replace("downlinks_per_t0: 2", "downlinks_per_t0: 3").replace("t1s_per_plane: 2", "t1s_per_plane: 3")
    after.write_text(grown)
    run = CliRunner().invoke(main, ["diff", str(topologies.LAB), str(after), "--shown", "0"])
    assert run.exit_code == 0, run.output
    assert "modify p0-t0-0: FabricIngress.route.route_ipv6 dst_addr=fcbb:bbbb:2000::/48: " in run.output
    assert "  # a cable moves\n" in run.output
    assert "device id of p1-t0-0: 5 -> 6\n" in run.output
    assert run.output.splitlines()[-1].endswith("next hops move with their cables")
    few = CliRunner().invoke(main, ["diff", str(topologies.LAB), str(after), "--shown", "1"]).output.splitlines()
    assert few[1].startswith("... and ") and few[0].startswith("insert p0-t1-2: ")
