# SPDX-License-Identifier: Apache-2.0
"""From one topology's tables to another's: the fewest writes, and no path of both is ever broken on the way."""

from __future__ import annotations

from collections import Counter

import pytest
from click.testing import CliRunner

import controller
import topologies
from controller.__main__ import main
from controller.changes import changes
from controller.program import ROUTE_IPV6
from controller.switch_plan import compare
from controller.tables import longest_match, shift

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
