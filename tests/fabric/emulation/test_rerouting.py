# SPDX-License-Identifier: Apache-2.0
"""Failover: routed, and how long something is sent into what is dead."""

from __future__ import annotations

import io
import json
import threading

import pytest
from fabric_kit import LAB, emulate
from parts_kit import between_two_nics, both
from rich.console import Console

import topologies
from controller import plan
from fabric.emulation.switches import Rerouting, running_switches
from fabric.errors import ScenarioError
from fabric.live.scenarios.run import check_live
from fabric.running import result_of, run_scenario
from fabric.scenario.faults import Names, parse_fault
from fabric.scenario.reading import load
from fabric.traffic.payloads import Contents
from p4soft.switch import Emission
from topologies import Outages

# --- Routes ----------------------------------------------------------------------------------------------------------
# Routed failover: frames are lost until the convergence delay is over, then routes go around, and later back.

ONE_PLANE = {"ecmp": True, "planes": 1, "t0s_per_plane": 3, "t1s_per_plane": 3, "nics": 6}
US = 1000


@pytest.fixture(scope="module")
def fabric():
    return topologies.load(LAB, ONE_PLANE)


@pytest.fixture(scope="module")
def switches(fabric):
    with running_switches(fabric, 1, lambda _: None, served=False) as running:
        yield running


@pytest.fixture
def rerouting(fabric, switches):
    """Makes one, over switches that hold the whole plan, for faults given as (us, text); convergence takes 100 us."""
    for name in switches.switches:
        with switches.client(name) as client:
            client.install(plan(fabric, name))

    def make(*faults):
        parsed = [parse_fault(text, at_us * US, Names(fabric)) for at_us, text in faults]
        return Rerouting(fabric, switches, parsed, 100 * US)

    return make


def held(fabric, switches, names, outages):
    """Whether switches hold exactly the plan without what is gone."""
    for name in names:
        with switches.client(name) as client:
            assert client.verify(plan(fabric, name, outages)) == [], name


def test_a_link_is_taken_out_of_every_group_that_used_it_and_comes_back(fabric, switches, rerouting):
    routing = rerouting((10, "link p0-t0-1--p0-t1-2 down"), (250, "link p0-t0-1--p0-t1-2 up"))
    names, before = list(switches.switches), switches.writes()
    assert routing.next_ns() == 110 * US
    routing.converge()
    held(fabric, switches, names, Outages(frozenset({"p0-t0-1:4--p0-t1-2:1"})))
    [change] = routing.changes
    assert (change.at_ns, change.faults) == (110 * US, ["link p0-t0-1:4--p0-t1-2:1 down"])
    # p0-t0-1 loses a member (its route says how many: modified). The other T0s get a group of two and a route for it.
    # p0-t1-2 loses its route to p0-t0-1. Nobody else is written to.
    assert (change.switches, change.modified, change.deleted, change.inserted) == (4, 1, 2, 6)
    written = {name: count - before[name] for name, count in switches.writes().items()}
    assert written == {"p0-t0-0": 3, "p0-t0-1": 2, "p0-t0-2": 3, "p0-t1-0": 0, "p0-t1-1": 0, "p0-t1-2": 1}
    assert routing.next_ns() == 350 * US
    routing.converge()
    held(fabric, switches, names, topologies.NO_OUTAGES)
    assert routing.next_ns() is None
    assert routing.changes[1].entries == change.entries


def test_a_stopped_switch_is_gone_for_the_others_and_is_told_when_it_is_back(fabric, switches, rerouting):
    routing = rerouting(
        (0, "switch p0-t1-0 stop"), (0, "link p0-t0-0--p0-t1-1 down"), (5, "link p0-t0-2--p0-t1-0 down"),
        (50, "switch p0-t1-0 start"),
    )  # fmt: skip
    before = switches.writes()["p0-t1-0"]
    routing.converge()
    gone = Outages(frozenset({"p0-t0-0:3--p0-t1-1:0"}), frozenset({"p0-t1-0"}))
    held(fabric, switches, ["p0-t0-0", "p0-t0-1", "p0-t0-2", "p0-t1-1", "p0-t1-2"], gone)
    routing.converge()
    assert switches.writes()["p0-t1-0"] == before  # it cannot be told that its link went
    routing.converge()
    links = frozenset({"p0-t0-0:3--p0-t1-1:0", "p0-t0-2:2--p0-t1-0:2"})
    held(fabric, switches, list(switches.switches), Outages(links))
    assert switches.writes()["p0-t1-0"] == before + 1
    assert [change.at_ns for change in routing.changes] == [100 * US, 105 * US, 150 * US]


def test_what_nobody_notices_changes_nothing(switches, rerouting):
    routing = rerouting(
        (0, "link p0-t0-0--p0-t1-0 loss 0.5"), (1, "link p0-t0-0--p0-t1-0 rate 1Gb/s"),
        (2, "link p0-t0-0--p0-t1-0 down"), (2, "link p0-t0-0--p0-t1-0 up"),
    )  # fmt: skip
    before = switches.writes()
    assert routing.next_ns() == 102 * US
    routing.converge()
    assert routing.changes == []
    assert switches.writes() == before


RUN = f"""\
name: routed
topology: {LAB}
overrides: {{ecmp: true, planes: 1, t1s_per_plane: 3}}
seed: 2
limit: 5ms
sample: 10us
nic: {{kind: roce, qps: 4, options: {{timeout: 4}}}}
routing: {{failover: routed, convergence: 100us}}
workload:
  - {{from: nic0, to: nic2, bytes: 1MiB}}
  - {{from: nic1, to: nic3, bytes: 200kB, at: 30us}}
faults: [{{at: 40us, do: link p0-t0-1--p0-t1-1 down}}]
"""


def run(folder, text, engine="auto"):
    folder.mkdir()
    file = folder / "routed.yaml"
    file.write_text(text, encoding="utf-8")
    console = Console(file=io.StringIO(), width=120)
    assert run_scenario(file, folder, None, console, show_progress=False, engine=engine), console.file.getvalue()
    return (folder / "result.json").read_bytes()


@pytest.fixture(scope="module")
def routed(tmp_path_factory):
    folder = tmp_path_factory.mktemp("rerouting") / "native"
    return folder, run(folder, RUN)


def test_frames_are_lost_until_routes_have_changed(routed, tmp_path):
    """The T0 of the senders does not see the link go: it is the other T0's, and the T1 loses what comes for it."""
    folder, raw = routed
    result = json.loads(raw)
    [change] = result["routing"]["changes"]
    assert (change["at_ns"], change["switches"]) == (140 * US, 3)
    assert change["entries"] == result["checks"]["routes.changed"] == result["checks"]["p4runtime_writes_during_run"]
    use = result["scenario"]["faults"][0]["dead_path"]
    assert 0 < use["data"] <= result["checks"]["frames.lost_on_links"]
    # Until the routes change, and no longer: a packet every 0.34 us, some 2 us from the NIC to where it is lost.
    assert 97 * US < use["last_data_sent_ns"] - 40 * US < 100 * US
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert "link p0-t0-1:3--p0-t1-1:1 down" in page.partition("<h2>Routes</h2>")[2]
    static = json.loads(run(tmp_path / "static", RUN.replace("routing:", "#").replace("down", "rate 100Gb/s")))
    assert static["flows"][0]["completed_ns"] < 140 * US < result["flows"][0]["completed_ns"]
    assert "routing" not in static


def test_the_same_bytes_from_machine_code_and_from_python(routed, tmp_path):
    assert run(tmp_path / "python", RUN, engine="python") == routed[1]


MRC = (
    RUN.replace("kind: roce, qps: 4, options: {timeout: 4}", "evs: 32, options: {ev_mode: udp}")
    .replace("limit: 5ms", "limit: 2ms")
    .replace("bytes: 1MiB", "bytes: 2MiB")
    .replace("at: 30us", "at: 150us")
)


def test_udp_only_evs_all_lead_somewhere_again(tmp_path):
    """About a third of the first flow's EVs die with the link; a flow that begins after the change loses nothing."""
    result = json.loads(run(tmp_path / "udp", MRC))
    first, second = result["flows"]
    assert first["evs_retired"] > 5
    assert (second["losses"], second["evs_retired"]) == (0, 0)
    [change] = result["routing"]["changes"]
    assert change["entries"] > 0


@pytest.mark.long
def test_srv6_is_not_touched(tmp_path):
    text = MRC.replace("options: {ev_mode: udp}", "trimming: true").replace("2MiB", "768KiB")
    with_routing, without = (
        json.loads(run(tmp_path / name, each))
        for name, each in (("routed", text), ("static", text.replace("routing:", "# routing:")))
    )
    assert with_routing["routing"]["changes"][0]["entries"] > 0
    for part in ("flows", "timeline", "fabric"):
        assert with_routing[part] == without[part]


@pytest.mark.parametrize(
    "case",  # changed, field, what is said, what is accepted
    [
        ("failover: routed", "failover: rooted", "routing.failover", "'rooted'", "`routed`"),
        (", convergence: 100us", "", "routing", "need each other", "convergence"),
        ("failover: routed", "failover: static", "routing", "need each other", "convergence"),
        ("100us}", "0us}", "routing.convergence", "0", "such as 2s"),
        ("ecmp: true, ", "", "routing.failover", "no routes to NICs' addresses", "`ecmp: true`"),
    ],
)
def test_refused(tmp_path, case):
    old, new, field, said, accepted = case
    file = tmp_path / "routed.yaml"
    file.write_text(MRC.replace(old, new), encoding="utf-8")
    with pytest.raises(ScenarioError) as caught:
        load(file)
    what, _, values = str(caught.value).partition("; accepted: ")
    assert what.startswith(f"{file}:8: {field}: ")
    assert said in what
    assert accepted in values


def test_refused_on_a_live_fabric(tmp_path):
    file = tmp_path / "routed.yaml"
    file.write_text(MRC, encoding="utf-8")
    with pytest.raises(ScenarioError, match=r"routed.yaml:8: routing.failover: nobody changes routes on a live fabric"):
        check_live(load(file), [Contents(b"x", 1)], factor=1000, say=lambda _: None)


# --- Dead paths ------------------------------------------------------------------------------------------------------
# How long something is sent into links that are down and switches that are stopped.

FRAME = bytes(range(200))


class ToPort1:
    """A switch that sends all there."""

    def __init__(self):
        self.lock = threading.RLock()

    def receive(self, _port, frame, _now_us):
        return [Emission(1, 1, frame)]

    def advance(self, _now_us):
        return []

    def next_event_us(self):
        return None


@pytest.mark.parametrize("parts", both(), ids=["python", "native"])
def test_what_comes_to_a_dead_link_or_a_stopped_switch_is_told(parts):
    """224 bytes with their overhead take 17 ns at 100 Gb/s, and 500 ns for the way."""
    loop, ends, node, wires, nics, _ = between_two_nics(parts, ToPort1(), FRAME)
    told = []
    out = next(wire for wire in wires if wire.name == "s:1>n1:0")
    node.on_lost = lambda *lost: told.append(("switch", *lost))
    out.on_lost = lambda *lost: told.append(("link", *lost))

    def send(_nothing):
        nics[0].frame = FRAME
        ends[0].pump()

    out.set_state(False)
    ends[0].pump()
    loop.run(1_000)
    assert told == [("link", FRAME, 0, 517)]
    node.stopped = True
    loop.at(2_000, send)
    loop.run(3_000)
    assert told[1:] == [("switch", FRAME, 2_000, 2_517)]
    node.on_lost = out.on_lost = None
    loop.at(3_500, send)
    loop.run(5_000)
    assert len(told) == 2
    assert (node.blackholed, out.lost_down) == (2, 1)


def test_each_fault_has_what_it_lost_until_its_end(scenario_file):
    result = emulate(scenario_file()).result()
    stop, start = result["scenario"]["faults"]
    assert stop["dead_path"]["frames"] == result["checks"]["frames.blackholed"] > 0
    assert 20_000 < stop["dead_path"]["last_sent_ns"] < stop["dead_path"]["last_lost_ns"] <= 50_000
    assert result["checks"]["dead_paths.used_us"] == (stop["dead_path"]["last_sent_ns"] - 20_000) / 1000
    assert start["dead_path"] is None


def one_write(tmp_path, size, *faults):
    """The result of one write from nic0 to nic2 of the lab, with 16 EVs, while something fails."""
    file = tmp_path / "dead.yaml"
    file.write_text(f"""\
name: dead
topology: {LAB}
limit: 5ms
nic: {{evs: 16}}
workload: [{{from: nic0, to: nic2, bytes: {size}}}]
faults: [{", ".join(f"{{at: {at}, do: {does}}}" for at, does in faults)}]
""")
    return result_of(load(file), served=False)


def test_mrc_is_off_a_dead_path_in_microseconds_and_looks_whether_it_is_back(tmp_path):
    """Half of plane 0's paths are dead: data goes on there for some round trips of 9 us, EV probes for good."""
    result = one_write(tmp_path, "6MiB", ("50us", "link p0-t0-1--p0-t1-0 down"))
    use = result["scenario"]["faults"][0]["dead_path"]
    assert result["flows"][0]["completed_ns"] > 250_000
    assert 0 < use["data"] < use["frames"]
    assert 0 < use["probes"] <= use["frames"] - use["data"]
    assert 50_000 < use["last_data_sent_ns"] < 80_000
    assert use["used_ns"] < 100_000


@pytest.mark.parametrize("target", ["link p0-t0-1--p0-t1-0", "switch p0-t1-0"])
def test_what_came_by_before_a_fault_and_after_it_is_counted(tmp_path, target):
    """Until it fails a path carries a quarter of 16 MiB at most, and some of it again once its EVs have been probed."""
    down, up = ("down", "up") if target.startswith("link") else ("stop", "start")
    faults = ("50us", f"{target} {down}"), ("100us", f"{target} {up}"), ("600us", f"{target} {down}")
    result = one_write(tmp_path, "16MiB", *faults)
    first, restored, second = (fault["dead_path"] for fault in result["scenario"]["faults"])
    assert restored is None
    assert 100_000 < first["before_bytes"] < 4 << 20
    assert first["back_bytes"] > 100_000
    lost = second["before_bytes"] - first["before_bytes"] - first["back_bytes"]
    assert 0 <= lost <= 4300 * first["frames"]  # what comes to a stopped switch, no link carries when it is down
    assert second["back_bytes"] == 0
