# SPDX-License-Identifier: Apache-2.0
"""The proof of tables: failures, each counted once, and mistakes, each found."""

from __future__ import annotations

import dataclasses
import itertools
import math
import random
from collections import Counter

import pytest
from click.testing import CliRunner
from msgspec import structs

import controller
import topologies
from controller.columns import SwitchTables
from controller.fleet import Folder, FolderWriter, plan_fleet
from controller.program import (
    ACL_DISABLE_TRIM,
    DISABLE_TRIM,
    ECMP_MEMBER,
    ISOLATE,
    MY_SID,
    PORT_ISOLATION,
    ROUTE_IPV4,
    ROUTE_IPV6,
    SET_NEXTHOP_IPV6,
    SWITCH_TRIMMING,
    UN,
)  # fmt: skip
from controller.tables import walk
from fabric.errors import FabricError
from fabric.proof.command import mutations, prove_command
from fabric.proof.failures import Failure, Failures
from fabric.proof.mutations import KINDS
from fabric.proof.p4src_run import P4srcRun, TargetRun
from fabric.proof.properties import Cabling
from fabric.proof.proving import Prover, nics_of, prove
from p4soft.table_entries import Exact, Lpm, TableEntry, Ternary
from p4soft.targets import TARGET_NAMES, get_target

# --- Proofs ----------------------------------------------------------------------------------------------------------
# The proof: planned and read-back tables are proved, each mistake is found, and p4src shows what is said of it.

PAPER = topologies.LAB.parent / "paper-8plane.yaml"
LAB = topologies.load(topologies.LAB)
ROUTED = {"ecmp": True, "nic_prefix_ipv4": "10.0.0.0/16"}
UNLIKE = {**ROUTED, "links.rates": {"p0-t0-0--p0-t1-1": "50 Gb/s"}}


# --- What holds ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "overrides",
    [{}, {"nics": 3}, {"nics": 1}, {"qos.trim.enabled": False}, {"t0s_per_plane": 1, "nics": 2}, ROUTED, UNLIKE],
)
def test_planned_tables_are_proved(overrides):
    proof = prove(topologies.load(topologies.LAB, overrides), jobs=1)
    assert proof.holds, list(proof.lines())


def test_all_paths_of_the_lab_are_counted_and_walk_to_their_nics():
    """The count is that of walks through the entries, one by one."""
    walked = 0
    for source in LAB.all_nics():
        for target in LAB.all_nics():
            for plane in range(LAB.planes):
                ways = [*range(LAB.t1s), *([None] if source.t0 == target.t0 else [])]
                for t1 in ways if source != target else ():
                    hops = walk(LAB, LAB.path(source.index, target.index, plane, t1))
                    assert hops[-1].peer == target.name and len(hops) <= 3
                    walked += 1
    assert prove(LAB, jobs=1).paths() == walked == 56


def test_a_share_of_the_papers_fabric_is_proved():
    paper = topologies.load(PAPER)
    prover = Prover(paper)
    for switch in list(paper.switches())[::613]:
        assert prover.judge(switch, prover.planner.plan(switch)) is None
    assert topologies.load(PAPER).nics == 131_072
    assert prove(topologies.load(PAPER, {"t0s_per_plane": 4, "planes": 1}), jobs=1).holds


@pytest.mark.parametrize("overrides", [{}, {"nics": 3}, UNLIKE])
def test_cables_are_those_of_the_topology(overrides):
    fabric = topologies.load(topologies.LAB, overrides)
    for switch in fabric.switches():
        cabling = Cabling.of(switch)
        assert len(cabling.name) == switch.port_count
        for number in range(switch.port_count):
            port = switch.port(number)
            assert (port is not None) == cabling.connected[number]
            if port is not None:
                assert cabling.mac[number] == port.peer_mac
                assert cabling.host[number] == (port.role == "host")
                assert cabling.rate_bps[number] == port.link.rate_bps


# --- What does not hold ----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def p4src():
    run = P4srcRun()
    yield run
    run.close()


@pytest.mark.parametrize("name", TARGET_NAMES)
def test_a_counterexample_runs_on_a_switch_process(name):
    """A drop, a wrong port, and one that fills a queue, which takes a clock that can be set."""
    if (reason := get_target(name).unavailable()) is not None:
        pytest.skip(reason)
    run = TargetRun(name)
    try:
        for switch, entry in (EXTRA[0], EXTRA[6]):
            verdict, tables = judged([*planned(switch), entry], switch)
            witness = verdict.mistakes[0].witness
            assert run.outcome(witness, tables) == witness.found
            assert run.outcome(witness, Prover(LAB).planner.plan(LAB.switch(switch))) == witness.expected
        full = next(m for m, _ in mutations(LAB, 30, 1) if m.table == SWITCH_TRIMMING)
        [mistake, *_] = Prover(LAB).judge(LAB.switch(full.switch), full.tables).mistakes
        assert len(mistake.witness.arrivals) > 1
        assert run.outcome(mistake.witness, full.tables) is None
    finally:
        run.close()


def judged(entries, switch="p0-t0-0", fabric=LAB):
    node = fabric.switch(switch)
    tables = SwitchTables.of_entries(switch, node.device_id, entries)
    return Prover(fabric).judge(node, tables), tables


def planned(switch="p0-t0-0"):
    return list(controller.plan(LAB, switch).entries)


def hop(address, length, port=2):
    match = {"dst_addr": Lpm(address >> 128 - length << 128 - length, length)}
    return TableEntry(ROUTE_IPV6, match, SET_NEXTHOP_IPV6, {"port": port, "src_mac": 1, "dst_mac": 2})


@pytest.mark.parametrize("table", [ROUTE_IPV4, ECMP_MEMBER])
def test_a_wrong_route_of_ipv4_or_of_a_group_is_found_and_said_to_have_no_packet(table):
    """That no NIC's packet meets it would not be true."""
    fabric = topologies.load(topologies.LAB, ROUTED)
    entries = list(controller.plan(fabric, "p0-t0-0").entries)
    at = next(at for at, entry in enumerate(entries) if entry.table == table and "port" in entry.params)
    port = entries[at].params["port"]
    entries[at] = dataclasses.replace(entries[at], params={**entries[at].params, "port": port ^ 1})
    [mistake] = judged(entries, fabric=fabric)[0].mistakes
    assert list(mistake.lines())[-1] == (
        "  no packet shows it: what IPv4 packets and hashed ones meet is not predicted"
    )


UNMET = (Exact(0), Exact(2))
BLOCK = 0xFCBB_BBBB << 96
EXTRA = [
    ("p0-t0-0", hop(BLOCK | 0x2005 << 80, 48)),  # a uSID that nobody has
    ("p0-t0-0", hop(BLOCK | 0x2000 << 80 | 0x1001 << 64, 64)),  # two uSIDs together go another way
    ("p0-t0-0", hop(BLOCK | 0x2000 << 80, 40)),  # a group of uSIDs
    ("p0-t0-0", hop(0x2001 << 112, 16)),  # an address outside the block
    ("p0-t0-0", dataclasses.replace(hop(1, 1), match={})),  # everything
    ("p0-t1-0", hop(0x2001 << 112, 16, port=1)),  # which only a segment routing header reaches there
    ("p0-t0-0", TableEntry(PORT_ISOLATION, {"ingress_port": Exact(0)}, ISOLATE)),
    ("p0-t1-1", TableEntry(PORT_ISOLATION, {"ingress_port": Exact(1)}, ISOLATE)),
    ("p0-t0-0", TableEntry(MY_SID, {"dst_addr": Lpm(BLOCK | 0x2000 << 80, 48)}, UN, {"usd_flavor": 0, "dscp_mode": 0})),
    ("p0-t0-0", TableEntry(ACL_DISABLE_TRIM, {"dscp": Ternary(4, 63)}, DISABLE_TRIM, {}, 1)),
]  # fmt: skip


@pytest.mark.parametrize(("switch", "entry"), EXTRA)
def test_an_entry_that_nobody_planned_is_shown_by_a_packet(p4src, switch, entry):
    verdict, tables = judged([*planned(switch), entry], switch)
    [mistake] = verdict.mistakes
    assert mistake.difference.found == entry and mistake.difference.planned is None
    assert mistake.witness is not None
    got = p4src.outcome(mistake.witness, tables)
    assert got == mistake.witness.found != mistake.witness.expected


def test_an_entry_that_no_packet_meets_is_named_and_said_to_be_one():
    entry = dataclasses.replace(planned("p0-t1-0")[0], match={"dst_addr": Lpm(BLOCK | 0x2001 << 80, 48)})
    verdict, _ = judged([*planned("p0-t1-0"), entry], "p0-t1-0")
    [mistake] = verdict.mistakes
    assert mistake.witness is None
    assert list(mistake.lines())[-1] == "  no packet of a NIC is treated otherwise because of it"


def test_decapsulation_that_nobody_planned_is_shown(p4src):
    own, *rest = planned()
    assert own.table == MY_SID
    verdict, tables = judged([dataclasses.replace(own, params={"usd_flavor": 1, "dscp_mode": 0}), *rest])
    witness = verdict.mistakes[0].witness
    assert (witness.found.drop, witness.expected.drop) == ("NO_ROUTE", "SID_UPPER_LAYER")
    assert p4src.outcome(witness, tables) == witness.found


@pytest.mark.parametrize("switch", ["p0-t0-0", "p0-t1-0"])
def test_every_single_missing_entry_is_found(switch):
    """Also of a queue that no DSCP leads to; but for traffic classes whose queue is that of a miss, or of no DSCP."""
    entries = planned(switch)
    for at, entry in enumerate(entries):
        if entry.match.get("tc") in UNMET:
            continue
        verdict, _ = judged([*entries[:at], *entries[at + 1 :]], switch)
        assert verdict is not None, entry
        assert [each.difference.planned for each in verdict.mistakes] == [entry]


@pytest.mark.parametrize("switch", ["p0-t0-0", "p0-t1-1"])
@pytest.mark.parametrize("overrides", [ROUTED, UNLIKE])
def test_every_missing_or_changed_route_to_a_nic_is_found(switch, overrides):
    fabric = topologies.load(topologies.LAB, overrides)
    entries = list(controller.plan(fabric, switch).entries)
    routes = [at for at, entry in enumerate(entries) if ".route." in entry.table]
    for at in routes:
        entry = entries[at]
        assert judged([*entries[:at], *entries[at + 1 :]], switch, fabric)[0] is not None, entry
        for name in {"port", "dst_mac", "group", "members"} & entry.params.keys():
            changed = dataclasses.replace(entry, params={**entry.params, name: entry.params[name] ^ 1})
            verdict, _ = judged([*entries[:at], changed, *entries[at + 1 :]], switch, fabric)
            assert verdict is not None, changed


def test_random_mistakes_are_found_and_shown_by_p4src():
    results = list(mutations(LAB, 24, seed=5))
    assert {mutation.kind for mutation, _ in results} == set(KINDS)
    assert [problem for _, problem in results if problem] == []


def test_mistakes_on_switches_of_512_ports_are_found_and_shown():
    """v1model drops what goes to port 511: in a run another port stands in for it."""
    results = list(mutations(topologies.load(PAPER), 2, seed=2))
    assert [problem for _, problem in results if problem] == []


def test_a_mistake_at_port_511_is_shown(p4src):
    paper = topologies.load(PAPER)
    node = paper.switch("p2-t0-9")
    prover = Prover(paper)
    tables = prover.planner.plan(node)
    route = tables.tables[ROUTE_IPV6]
    columns = {name: column.copy() for name, column in route.columns.items()}
    row = columns["port"].tolist().index(511)
    columns["port"][row] = 510
    changed = tables.with_table(structs.replace(route, columns=columns))
    witness = prover.judge(node, changed).mistakes[0].witness
    assert (witness.found.port, witness.expected.port) == (510, 511)
    assert p4src.outcome(witness, changed) == witness.found
    assert p4src.outcome(witness, tables) == witness.expected


def test_bits_after_a_prefix_are_noticed():
    """P4Runtime has none; a file of columns could."""
    tables = Prover(LAB).planner.plan(LAB.switch("p0-t0-0"))
    route = tables.tables[ROUTE_IPV6]
    for name in ("dst_addr.high", "dst_addr.low"):
        columns = {each: column.copy() for each, column in route.columns.items()}
        columns[name][-1] |= 1
        changed = tables.with_table(structs.replace(route, columns=columns))
        assert Prover(LAB).judge(LAB.switch("p0-t0-0"), changed) is not None


# --- Folders and the command -----------------------------------------------------------------------------------------


@pytest.fixture
def broken(tmp_path):
    """What was read back from the lab's switches, of which one has an entry changed by hand, and another is missing."""
    writer = FolderWriter(tmp_path / "read", LAB)
    for node in LAB.switches():
        entries = list(controller.plan(LAB, node).entries)
        if node.name == "p1-t0-1":
            at = next(at for at, entry in enumerate(entries) if "to p1-t1-0" in entry.note)
            entries[at] = dataclasses.replace(entries[at], params={**entries[at].params, "port": 3})
        if node.name != "p0-t1-1":
            writer.add_tables(SwitchTables.of_entries(node.name, node.device_id, entries))
    writer.finish()
    return tmp_path / "read"


def test_a_folder_is_proved_or_named(broken, tmp_path):
    plan_fleet(LAB, tmp_path / "plan", jobs=1)
    assert prove(LAB, Folder.open(tmp_path / "plan", LAB), jobs=1).holds
    run = CliRunner().invoke(prove_command, [str(topologies.LAB), "--tables", str(broken), "--jobs", "1", "--run"])
    assert run.exit_code == 1
    lines = run.output.splitlines()
    assert lines[0] == "p1-t0-1: FabricIngress.route.route_ipv6 dst_addr=fcbb:bbbb:2100::/48"
    assert "found     FabricIngress.route.set_nexthop_ipv6(port=3," in lines[1]
    assert "should be FabricIngress.route.set_nexthop_ipv6(port=2," in lines[2]
    assert lines[3] == "  nic2 port 1 sends to fcbb:bbbb:1201:2100:1201:3101::; the frame at port 0 of p1-t0-1:"
    assert "no tables of p0-t1-1" in lines
    assert "not proved: lab, 1 of 7 switches have wrong entries" in lines
    assert lines[-1].startswith("p4src on p1-t0-1: as predicted: leaves port 3 by queue 1")


@pytest.mark.long
@pytest.mark.parametrize("name", TARGET_NAMES)
def test_the_command_runs_a_mutated_table_on_a_switch_process(name, tmp_path):
    if (reason := get_target(name).unavailable()) is not None:
        pytest.skip(reason)
    mutation = next(each for each, _ in mutations(LAB, 8, 1) if each.kind == "swapped plane")
    writer = FolderWriter(tmp_path / "read", LAB)
    for node in LAB.switches():
        whole = Prover(LAB).planner.plan(node)
        writer.add_tables(mutation.tables if node.name == mutation.switch else whole)
    writer.finish()
    words = [str(topologies.LAB), "--tables", str(tmp_path / "read"), "--jobs", "1", "--run", "--target", name]
    run = CliRunner().invoke(prove_command, words)
    assert run.exit_code == 1, run.output
    told = [line for line in run.output.splitlines() if line.startswith("p4src on ")]
    assert told
    assert all(line.startswith(f"p4src on {mutation.switch} on {name}: as predicted: ") for line in told)


def test_a_target_that_is_not_there_is_known_before_anything_is_proved(monkeypatch):
    monkeypatch.setenv("PATH", "")
    run = CliRunner().invoke(prove_command, [str(topologies.LAB), "--jobs", "1", "--run", "--target", "bmv2"])
    assert (run.exit_code, run.output) == (1, "")
    assert str(run.exception).startswith("the bmv2 target is not available: not on the PATH: p4c-bm2-ss")


def test_the_command_proves_the_lab_and_tells_the_worst_failures():
    run = CliRunner().invoke(prove_command, [str(topologies.LAB), "--failures", "2", "--jobs", "1"])
    assert run.exit_code == 0, run.output
    lines = run.output.splitlines()
    assert lines[0] == "every path proved: lab, 8 switches, 296 entries, 56 paths between 4 NICs"
    assert lines[1].startswith("1 failure at a time: 24 combinations in 4 classes, worst first")
    assert "2 failures at a time: 276 combinations in 34 classes" in run.output


def test_a_folder_of_another_topology_is_refused(broken, tmp_path):
    other = tmp_path / "other.yaml"
    other.write_text(topologies.LAB.read_text().replace("size: 256", "size: 128"))
    run = CliRunner().invoke(prove_command, [str(other), "--tables", str(broken)])
    assert "of another topology: lab (" in str(run.exception)


def test_random_bytes_of_entries_never_crash_the_proof(p4src):
    """Entries whose numbers are drawn: a verdict, and where a packet is predicted, p4src does the same."""
    draw = random.Random(8)
    for _ in range(10):
        entries = planned()
        at = draw.randrange(len(entries))
        entry = entries[at]
        if entry.params:
            name = draw.choice(list(entry.params))
            entries[at] = dataclasses.replace(entry, params={**entry.params, name: draw.choice((0, 1, 3, 5))})
        try:
            verdict, tables = judged(entries)
        except controller.ControllerError as error:
            assert "accepted" in str(error)
            continue
        for mistake in verdict.mistakes if verdict else ():
            if mistake.witness is not None:
                try:
                    got = p4src.outcome(mistake.witness, tables)
                except FabricError as refused:
                    assert "restriction" in str(refused)
                else:
                    assert got == mistake.witness.found


# --- Failures --------------------------------------------------------------------------------------------------------
# Failures: classes count every combination once, and say what counting path by path says.


def everything(fabric):
    """All that can fail."""
    for plane in range(fabric.planes):
        yield from (Failure("T1", plane, t1=t1) for t1 in range(fabric.t1s))
        for t0 in range(fabric.t0s):
            yield Failure("T0", plane, t0)
            yield from (Failure("link", plane, t0, t1) for t1 in range(fabric.t1s))
            yield from (Failure("NIC port", plane, t0, nic=nic) for nic in range(nics_of(fabric, t0)))


def paths(fabric, dead):
    """By plane, the living paths of each pair of NICs, each path followed over what it needs."""
    found = {}
    for one, two in itertools.combinations(fabric.all_nics(), 2):
        for plane in range(fabric.planes):
            ends = [Failure("NIC port", plane, each.t0, nic=each.downlink) for each in (one, two)]
            ends += [Failure("T0", plane, each.t0) for each in (one, two)]
            ways = [ends] if one.t0 == two.t0 else []
            for t1 in range(fabric.t1s):
                links = [Failure("link", plane, each.t0, t1) for each in (one, two)]
                ways.append([*ends, *links, Failure("T1", plane, t1=t1)])
            found[one.index, two.index, plane] = sum(not dead & set(way) for way in ways)
    return found


def counted(fabric, combination):
    """What `Effect` says of a combination, from paths alone."""
    dead = {each._replace(nics=-1) for each in combination}
    before, after = paths(fabric, set()), paths(fabric, dead)
    pairs = list(itertools.combinations(range(fabric.nics), 2))
    planes = range(fabric.planes)
    had = {pair: sum(before[*pair, plane] for plane in planes) for pair in pairs}
    lost = {pair: had[pair] - sum(after[*pair, plane] for plane in planes) for pair in pairs}
    uneven = {nic for pair in pairs if len({after[*pair, plane] for plane in planes}) > 1 for nic in pair}
    worst = max(((lost[pair] / had[pair], lost[pair], had[pair]) for pair in pairs if lost[pair]), default=(0, 0, 1))
    hit = {plane for pair in pairs for plane in planes if after[*pair, plane] < before[*pair, plane]}
    return (
        sum(1 for pair in pairs if lost[pair]), worst[1:], sum(1 for pair in pairs if lost[pair] == had[pair]),
        len(uneven), len(hit),
    )  # fmt: skip


@pytest.mark.parametrize("overrides", [{}, {"nics": 3}, {"planes": 1, "t0s_per_plane": 3, "nics": 5}])
def test_classes_say_of_the_lab_what_every_combination_counted_says(overrides):
    fabric = topologies.load(topologies.LAB, overrides)
    for failures in (1, 2):
        by_classes = Counter()
        for effect in Failures(fabric).effects(failures):
            told = effect.pairs, effect.worst, effect.cut_off, effect.uneven, effect.planes
            assert told == counted(fabric, effect.example), effect
            by_classes[told] += effect.combinations
        one_by_one = Counter(counted(fabric, each) for each in itertools.combinations(everything(fabric), failures))
        assert by_classes == one_by_one


@pytest.mark.parametrize(("failures", "classes"), [(1, 4), (2, 34), (3, 257)])
def test_all_combinations_of_the_papers_fabric_are_in_a_class(failures, classes):
    paper = topologies.load(PAPER)
    can_fail = paper.planes * (paper.nics + paper.t0s * paper.t1s + paper.t0s + paper.t1s)
    effects = Failures(paper).effects(failures)
    assert sum(effect.combinations for effect in effects) == math.comb(can_fail, failures)
    assert len(effects) == classes


def test_more_failures_than_can_be_counted_are_refused():
    told = CliRunner().invoke(prove_command, ["--failures", "5"])
    assert (told.exit_code, "'--failures': 5 is not in the range 0<=x<=4" in told.stderr) == (2, True)


def test_single_failures_of_the_papers_fabric_take_what_the_paper_says():
    """arXiv 2605.04333 §2: a link T0-T1 is one of 2,048 paths of its T0's NICs, a T0 an eighth of all."""
    effects = {effect.example[0].kind: effect for effect in Failures(topologies.load(PAPER)).effects(1)}
    others = 131_072 - 256
    assert effects["link"].pairs == 256 * others + 256 * 255 // 2
    assert effects["T0"].worst[0] / effects["T0"].worst[1] == 1 / 8
    assert effects["T1"].pairs == 131_072 * 131_071 // 2
    assert effects["NIC port"].pairs == 131_071
    assert {effect.cut_off for effect in effects.values()} == {0}
