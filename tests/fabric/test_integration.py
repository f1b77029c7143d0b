# SPDX-License-Identifier: Apache-2.0
"""The whole way through: p4src, compiler, switches, P4Runtime, controller, NICs, emulated time."""

from __future__ import annotations

import hashlib
import io
import subprocess
import threading
from pathlib import Path

import pytest
from long_kit import share
from reference_kit import needs
from rich.console import Console

import topologies
from controller import ControllerError
from controller.client import SwitchClient
from fabric import PROGRAM, results
from fabric import running as command
from fabric.emulation import switches
from fabric.emulation.network import Network
from fabric.emulation.run import Ready, execute
from fabric.emulation.switches import compile_program, running_switches
from fabric.errors import BuildError
from fabric.progress import Progress
from fabric.report import comparison as compare
from fabric.scenario.reading import load
from fabric.traffic.nics import build_flows, build_nics
from fabric.traffic.payloads import payloads
from p4soft.p4runtime_client import Connection
from p4soft.switch.p4runtime import servicer

SCENARIOS = Path(topologies.__file__).parent / "scenarios"


def quiet():
    return Console(file=io.StringIO(), width=120)


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    out = tmp_path_factory.mktemp("demo")
    console = quiet()
    passed = command.run_scenario(SCENARIOS / "demo.yaml", out, None, console)
    return passed, out, console.file.getvalue()


def test_the_demo_passes(demo):
    passed, out, text = demo
    assert passed, text
    made = results.load(out / "result.json")
    assert made["verdict"]["passed"] is True
    for flow in made["flows"]:
        assert (flow["bytes"], flow["placed_bytes"], flow["intact"]) == (4 << 20, 4 << 20, True)
    assert len({flow["sha256_received"] for flow in made["flows"]}) == 3
    # nic0 and nic1 cross the fabric on 2 planes x 2 T1s; nic2 sits on nic3's T0.
    assert [flow["sprayed_paths"] for flow in made["flows"]] == [4, 4, 2]
    # Nothing beats the receiver's 200 Gb/s.
    assert made["checks"]["completion_us"] >= 12 * 2**20 * 8 / 200_000
    assert made["checks"]["p4runtime_writes_during_run"] == 0


def test_the_demo_retires_the_dead_path_after_the_fault_and_revives_it_after_the_repair(demo):
    made = results.load(demo[1] / "result.json")
    for flow in made["flows"][:2]:
        dead = [change for change in flow["ev_changes"] if "p0-t1-0" in change["path"]]
        assert dead[0]["to"] == "ASSUMED_BAD"
        assert 150_000 < dead[0]["at_ns"] < 350_000
        assert dead[-1]["to"] == "GOOD"
        assert dead[-1]["at_ns"] > 350_000
    assert not made["flows"][2]["ev_changes"]


@needs("tshark")
def test_the_demos_captures_decode(demo):
    captures = sorted((demo[1] / "captures").glob("*.pcapng"))
    assert len(captures) == 2
    for file in captures:
        shown = subprocess.run(
            ["tshark", "-r", file, "-c", "500", "-T", "fields", "-e", "frame.protocols"],
            check=True,
            capture_output=True,
            text=True,
            timeout=60,
        ).stdout.split()
        assert set(shown) == {"eth:ethertype:ipv6:ipv6:udp:infiniband"} or all(
            protocols.startswith("eth:ethertype:ipv6:ipv6:udp") for protocols in shown
        )


def test_a_users_file_arrives_whole_and_twice_gives_the_same_bytes(demo, tmp_path, scenario_file):
    del demo  # first: its failure explains more
    mine = tmp_path / "mine.bin"
    mine.write_bytes(bytes(range(256)) * 500)
    file = scenario_file(replace={
        "bytes: 400kB": "bytes: 200kB",
        "trims.total: {min: 1}": "finished: true",
        "frames.blackholed: {min: 1}": "frames.overflowed: 0",
    })  # fmt: skip
    for number in (1, 2):
        assert command.run_scenario(file, tmp_path / f"out{number}", mine, quiet(), show_progress=False)
    first, second = (tmp_path / f"out{number}" for number in (1, 2))
    copies = sorted((first / "received").iterdir())
    assert [copy.name for copy in copies] == ["0-nic0-nic3-mine.bin", "1-nic1-nic3-mine.bin"]
    assert {hashlib.sha256(copy.read_bytes()).digest() for copy in copies} == {
        hashlib.sha256(mine.read_bytes()).digest()
    }
    produced = sorted(path.relative_to(first) for path in first.rglob("*") if path.is_file())
    assert len(produced) == 5
    for path in produced:
        assert (first / path).read_bytes() == (second / path).read_bytes(), path


@pytest.mark.parametrize("variant", share(["demo-no-trim", "demo-one-path"], ["demo-no-trim"]))
def test_the_variants_are_visibly_worse(demo, tmp_path, variant):
    assert command.run_scenario(SCENARIOS / f"{variant}.yaml", tmp_path, None, quiet(), show_progress=False)
    both = [results.load(demo[1] / "result.json"), results.load(tmp_path / "result.json")]
    trends = {row.name: row.cells[1].trend for row in compare.rows(both)}
    # On one path a window has few packets at stake in the switch that dies; they wait long for another chance.
    own = {"demo-no-trim": "losses.total", "demo-one-path": "latency.worst_us"}[variant]
    for name in ("completion_us", "goodput_fraction.min", "goodput_total_gbps", own, "plane_balance"):
        assert trends[name] == "worse", name
    assert "numbers are worse" in compare.comparison_page(both)


def test_the_switches_own_counters_agree_with_what_was_seen_on_the_links(scenario_file):
    file = scenario_file(
        text="""\
        name: incast
        topology: LAB
        workload:
          - {from: nic0, to: nic3, bytes: 256KiB}
          - {from: nic1, to: nic3, bytes: 256KiB}
          - {from: nic2, to: nic3, bytes: 256KiB}
        """
    )
    loaded = load(file)
    carried = [payload.contents for payload in payloads(loaded, None)]
    nics = build_nics(loaded)
    flows = build_flows(loaded, nics, carried)
    with running_switches(loaded.topology, loaded.seed, lambda _: None) as built:
        network = Network(loaded.topology, built.switches, nics, seed=1)
        execute(loaded, Ready(network, flows), progress=Progress())
        pipeline = compile_program(PROGRAM)
        counted = 0
        for switch in loaded.topology.switches():
            with SwitchClient(built.address, switch.device_id, pipeline, name=switch.name) as client:
                for port in switch.ports():
                    for queue in (1, 2):
                        index = port.number << 3 | queue  # p4src/stages/admission.p4: egress port (9 bits) ++ queue (3)
                        counted += client.read_counter("FabricIngress.admission.queue_tx_trim_packets", index)[0]
    assert counted == sum(node.trimmed for node in network.switches.values()) > 0


def test_tables_filled_by_direct_call_give_the_same_result(scenario_file, monkeypatch):
    file = scenario_file(
        text="""\
        name: direct
        topology: LAB
        overrides: {ecmp: true}
        routing: {failover: routed, convergence: 20us}
        workload: [{from: nic0, to: nic3, bytes: 64KiB}]
        faults: [{at: 10us, do: switch p0-t1-0 stop}]
        """
    )
    with monkeypatch.context() as patched:
        patched.setattr(servicer, "SharedServer", None)
        direct = command.result_of(load(file), served=False)
    assert direct["verdict"]["passed"]
    assert direct == command.result_of(load(file))


@pytest.mark.parametrize("served", [True, False])
def test_a_switch_that_is_refused_is_named_whichever_it_is(monkeypatch, served):
    fabric = topologies.load(Path(topologies.__file__).with_name("lab.yaml"))
    real = switches.install

    def install(session, pipeline, plan):
        if plan.switch in ("p0-t1-1", "p1-t1-0"):
            raise ControllerError(f"no room for {plan.switch}")
        return real(session, pipeline, plan)

    monkeypatch.setattr(switches, "install", install)
    with (
        pytest.raises(BuildError, match=r"^p0-t1-1: no room for p0-t1-1$"),
        running_switches(fabric, 1, lambda _: None, served=served),
    ):
        pass
    assert not any(thread.name.startswith("install") for thread in threading.enumerate())


def test_what_is_under_way_ends_as_soon_as_a_switch_is_refused(monkeypatch):
    fabric = topologies.load(Path(topologies.__file__).with_name("lab.yaml"))
    real, real_close, ended = switches.install, Connection.close, threading.Event()

    def install(session, pipeline, plan):
        if plan.switch == "p0-t0-0":
            return real(session, pipeline, plan)
        if plan.switch == "p0-t0-1":
            raise ControllerError("no room")
        assert ended.wait(20), "nothing ends a call that is not answered"
        raise ControllerError("the connection was closed")

    monkeypatch.setattr(switches, "install", install)
    monkeypatch.setattr(Connection, "close", lambda connection: (ended.set(), real_close(connection)))
    with (
        pytest.raises(BuildError, match=r"^p0-t0-1: no room$"),
        running_switches(fabric, 1, lambda _: None),
    ):
        pass


def test_no_thread_or_server_outlives_a_run():
    before = {thread.name for thread in threading.enumerate()}
    fabric = topologies.load(Path(topologies.__file__).with_name("lab.yaml"))
    with running_switches(fabric, 1, lambda _: None) as built:
        assert len(built.switches) == 8
        writes = built.writes()
        # Each switch took its pipeline and its entries, and nothing more comes.
        assert min(writes.values()) > 10
        assert built.writes() == writes
    left = {
        thread.name
        for thread in threading.enumerate()
        if not thread.daemon and thread.name.startswith(("p4runtime", "install"))
    } - before
    assert not left


def test_a_program_that_does_not_compile_is_one_message(tmp_path):
    program = tmp_path / "broken.p4"
    program.write_text("#include <core.p4>\ncontrol c() { apply { x = 1; } }\n")
    fabric = topologies.load(Path(topologies.__file__).with_name("lab.yaml"))
    with (
        pytest.raises(BuildError, match=r"broken.p4 does not compile:\n.*broken.p4:2"),
        running_switches(fabric, 1, lambda _: None, program),
    ):
        pass


def test_the_papers_fabric_is_too_large_to_emulate(scenario_file, tmp_path, monkeypatch):
    monkeypatch.setattr("os.sysconf", {"SC_PHYS_PAGES": 8_000_000, "SC_PAGE_SIZE": 4096}.__getitem__)
    file = scenario_file(replace={"lab.yaml": "paper-8plane.yaml", "[nic3:0--p0-t0-1:1]": "[]"})
    with pytest.raises(BuildError, match=r"6,144 switches and 131,072 NICs need about .* accepted: .* 32.8 GB"):
        command.run_scenario(file, tmp_path, None, quiet())
