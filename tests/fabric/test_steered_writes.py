# SPDX-License-Identifier: Apache-2.0
"""Writes that are posted by what has completed: on the emulator, with both kinds of NIC, and in both of its loops."""

from __future__ import annotations

import io
import json
import re

import pytest
from rich.console import Console

from fabric import results
from fabric.emulation.native.parts import NativeParts
from fabric.emulation.network import Network
from fabric.emulation.nodes import PythonParts
from fabric.emulation.run import Ready, execute
from fabric.emulation.switches import running_switches
from fabric.errors import FabricError, ScenarioError
from fabric.progress import Progress
from fabric.results import build
from fabric.running import result_of, run_scenario
from fabric.scenario.reading import load
from fabric.traffic.nics import build_traffic
from fabric.traffic.payloads import payloads

MRC = "nic: {evs: 16}\n"
ROCE = "nic: {kind: roce}\noverrides: {ecmp: true}\n"
FLOWS = """\
name: steered
topology: LAB
limit: 2ms
NICworkload:
  - {from: nic0, to: nic3, bytes: 64KiB, times: 6, outstanding: 2, qps: 2, operation: write-imm, name: first}
  - {from: nic1, to: nic2, bytes: 2, times: 3, after: [first], name: second}
  - {from: nic1, to: nic3, bytes: 20kB, times: 5, every: 5us, OWN}
  - {from: nic2, to: nic0, bytes: 5000, after: [first, second], at: 10us, operation: write-imm}
faults:
  - {at: 20us, do: link p0-t0-0--p0-t1-0 loss 0.02}
"""


def carried(scenario):
    return [each.contents for each in payloads(scenario, None)]


def run(file, parts=None):
    """The result of a scenario, by one of the two loops."""
    scenario = load(file)
    traffic = build_traffic(scenario, carried(scenario))
    with running_switches(scenario.topology, scenario.seed, lambda _: None, served=False) as built:
        network = Network(scenario.topology, built.switches, traffic.nics, seed=scenario.seed, parts=parts)
        return build(scenario, execute(scenario, Ready(network, traffic.flows), progress=Progress()))


@pytest.mark.parametrize(
    ("nic", "own"), [(MRC, "evs: [p0-t1-1, 0xC0010001]"), (ROCE, "operation: send")], ids=["mrc", "roce"]
)
def test_what_waits_begins_when_what_it_waits_for_is_over(scenario_file, nic, own):
    file = scenario_file(text=FLOWS.replace("NIC", nic).replace("OWN", own))
    result = run(file, NativeParts(wires=48, switches=8, nics=4))
    first, second, timed, last = flows = result["flows"]
    assert result["verdict"]["all_intact"]
    assert [flow["messages"]["completion"]["count"] for flow in flows] == [6, 3, 5, 1]
    assert all(flow["messages"]["damaged"] == 0 for flow in flows)
    assert second["post_ns"] == first["completed_ns"]
    assert last["post_ns"] == max(second["completed_ns"], 10_000)
    assert timed["completed_ns"] >= 4 * 5_000  # the last of five is due then
    assert first["messages"]["delivery"]["count"] == 6 and second["messages"]["delivery"] is None
    # The other loop leaves the same bytes.
    assert json.dumps(run(file, PythonParts())) == json.dumps(result)


def test_pinned_evs_are_the_only_ones_used(scenario_file):
    text = FLOWS.replace("NIC", "").replace("OWN", "evs: [p0-t1-1, 0xC0010001]")
    only = text.replace(text[text.index("  - {from: nic0") : text.index("  - {from: nic1, to: nic3")], "")
    result = result_of(load(scenario_file(text=only[: only.index("  - {from: nic2")])))
    carrying = {path["switches"][1] for path in result["flows"][0]["paths"] if path["bytes"] > 4096}
    assert carrying == {"p0-t1-1", "p1-t1-1"}


def test_one_at_a_time_on_an_idle_link(scenario_file):
    """By hand, for RoCE, between two T0s of the lab: 3 us of cables each way, and four links of 100 Gb/s.

    A write of 2 bytes with an immediate: 14 (Ethernet) + 40 (IPv6) + 8 (UDP) + 12 (BTH) + 16 (RETH) + 4 (ImmDt)
    + 2 + 2 (pad) + 4 (ICRC) + 24 (preamble, FCS, gap) = 126 bytes, 10 ns a link. Its ACK: 14 + 40 + 8 + 12 + 4 + 4 + 24
    = 106 bytes, 8 ns a link.
    """
    one_way_ns, back_ns = 3_000 + 4 * 10, 3_000 + 4 * 8
    file = scenario_file(
        text=f"""\
        name: latency
        topology: LAB
        {ROCE.splitlines()[0]}
        {ROCE.splitlines()[1]}
        workload: [{{from: nic0, to: nic3, bytes: 2, times: 7, operation: write-imm}}]
    """
    )
    flow = result_of(load(file))["flows"][0]
    times = flow["messages"]
    assert times["delivery"] == {"count": 7, "mean": one_way_ns, **dict.fromkeys(SPREAD, one_way_ns)}
    assert times["completion"] == {
        "count": 7,
        "mean": one_way_ns + back_ns,
        **dict.fromkeys(SPREAD, one_way_ns + back_ns),
    }
    assert flow["completed_ns"] == 7 * (one_way_ns + back_ns)


COLLECTIVES = """\
name: collectives
topology: LAB
limit: 3ms
NICworkload:
  - {collective: ring-all-reduce, bytes: 400kB, name: ring}
  - {collective: all-to-all, bytes: 100kB, after: [ring], name: exchange, outstanding: 2}
  - {collective: send-receive, bytes: 50kB, times: 3, after: [exchange], OWN}
  - {collective: permutation, bytes: 50kB, after: [exchange]}
  - {collective: incast, bytes: 40kB, at: 20us, to: nic2, victim: {from: nic0, to: nic1}}
"""


@pytest.mark.parametrize(("nic", "own"), [(MRC, "qps: 2"), (ROCE, "operation: send")], ids=["mrc", "roce"])
def test_collectives_with_both_kinds_of_nic_and_both_loops(scenario_file, nic, own):
    file = scenario_file(text=COLLECTIVES.replace("NIC", nic).replace("OWN", own))
    result = run(file, NativeParts(wires=48, switches=8, nics=4))
    assert result["verdict"]["all_intact"] and result["checks"]["messages.damaged"] == 0
    ring, exchange, ring_of_sends, permutation, incast = result["collectives"]
    flows = result["flows"]
    for collective, factor in ((ring, 6 / 4), (exchange, 3 / 4), (ring_of_sends, 1), (permutation, 1), (incast, 3 / 4)):
        took_ns = max(flows[index]["completed_ns"] for index in collective["flows"]) - collective["begin_ns"]
        assert 0 < collective["duration_ns"] < took_ns  # what has arrived is acknowledged later
        algorithm = collective["bytes"] * collective["times"] * 8 / collective["duration_ns"]
        assert collective["algorithm_gbps"] == pytest.approx(algorithm, abs=1e-3)
        assert collective["bus_gbps"] == pytest.approx(algorithm * factor, abs=1e-3)
        assert collective["bus_gbps"] < 192.2  # payload is 96.1 % of 200 Gb/s
    assert exchange["begin_ns"] == max(flows[index]["completed_ns"] for index in ring["flows"])
    assert ring_of_sends["begin_ns"] == permutation["begin_ns"]
    assert incast["begin_ns"] == 20_000 and len(incast["flows"]) == 3 and incast["bytes"] == 160_000
    assert flows[-1]["bytes"] == 120_000  # the victim: as much as the three together
    assert json.dumps(run(file, PythonParts())) == json.dumps(result)


def test_a_ring_of_next_to_no_bytes_takes_as_long_as_the_way_round(scenario_file):
    """By hand, for RoCE: of six steps round four NICs three stay below a T0 and three cross to the other.

    A write of 2 bytes is 126 bytes on the wire (below), 10 ns a link: 2 x 500 + 2 x 10 ns below a T0, 3 us + 4 x 10 ns
    across. Each of the five that follow leaves behind the ACK of what it waited for, 8 ns.
    """
    item = "{collective: ring-all-reduce, bytes: 8}"
    file = scenario_file(text=f"name: ring\ntopology: LAB\n{ROCE}workload: [{item}]\n")
    (ring,) = result_of(load(file))["collectives"]
    assert ring["duration_ns"] == 3 * 1_020 + 3 * 3_040 + 5 * 8


def test_a_run_that_cannot_finish_ends_at_its_limit_with_what_was_outstanding(scenario_file):
    text = """\
    name: stuck
    topology: LAB
    limit: 300us
    nic: {evs: 4}
    workload:
      - {from: nic0, to: nic3, bytes: 8MiB, times: 3, name: large, evs: [p0-t1-0, p1-t1-0]}
      - {collective: ring-all-reduce, bytes: 4kB, after: [large]}
    faults:
      - {at: 20us, do: switch p0-t1-0 stop}
      - {at: 20us, do: switch p1-t1-0 stop}
    """
    file = scenario_file(text=text)
    console = Console(file=io.StringIO(), width=160)
    assert not run_scenario(file, file.parent / "out", None, console, show_progress=False)
    result = results.load(file.parent / "out/result.json")
    assert result["verdict"]["end_ns"] == 300_000 and not result["verdict"]["finished"]
    large, *ring = result["flows"]
    left = large["outstanding"]
    assert (left["messages"], left["posted"]) == (3, 1) and left["bytes"] == 3 * (8 << 20) - large["placed_bytes"]
    ways = {" → ".join(path["switches"]) for path in left["paths"]}
    assert ways and ways <= {"p0-t0-0 → p0-t1-0 → p0-t0-1", "p1-t0-0 → p1-t1-0 → p1-t0-1"}
    assert sum(path["packets"] for path in left["paths"]) > 0
    assert [flow["outstanding"]["waits"] for flow in ring] == ["it has not begun: it comes after large"] * 4
    assert result["collectives"][0]["duration_ns"] is None
    for shown in (console.file.getvalue(), (file.parent / "out/report.html").read_text()):
        assert "Not done at the end" in shown and "it has not begun: it comes after large" in shown
        assert all(f"by {way}" in shown for way in ways)


def test_what_cannot_go_on_says_what_it_waits_for(scenario_file):
    text = f"""\
    name: stuck
    topology: LAB
    limit: 100us
    {ROCE.replace(chr(10), chr(10) + "    ")}workload:
      - {{collective: ring-all-reduce, bytes: 40kB, nics: [nic0, nic1, nic2]}}
      - {{from: nic1, to: nic0, bytes: 2kB, name: first}}
      - {{from: nic0, to: nic1, bytes: 2kB, times: 4, every: 33us, after: [first]}}
    faults:
      - {{at: 0us, do: link nic2:0--p0-t0-1:0 loss 1 to nic2}}
    """
    flows = result_of(load(scenario_file(text=text)))["flows"]
    waits = {flow["name"]: flow["outstanding"]["waits"] for flow in flows[:3] if flow["outstanding"]}
    assert waits["nic0 → nic1"] == "message 3 of 4 waits: message 2 of nic2 → nic0 has not arrived"
    assert re.fullmatch(r"message 4 of 4 is due at 10\d\.\d+ µs", flows[-1]["outstanding"]["waits"])


SPREAD = ("min", "p50", "p95", "p99", "max")


@pytest.mark.parametrize(
    ("old", "new", "field", "says"),
    [
        ("after: [first], ", "after: [frist], ", "workload.1.after.0", "no item named 'frist'; did you mean 'first'?"),
        ("name: first", "name: first, after: [second]", "workload.0.after", "a circle: first after second after first"),
        ("name: second", "name: first", "workload.1.name", "'first' is also the name of workload.0"),
        ("times: 6", "times: 0", "workload.0.times", "greater than or equal to 1"),
        ("every: 5us", "every: 0us", "workload.2.every", "greater than 0"),
        ("every: 5us", "every: 1ms", "workload.2.every", "message 5 of 5 is due at 4000000 ns, which is not before"),
        ("every: 5us", "every: 5us, outstanding: 2", "workload.2", "accepted: `outstanding` (closed loop) or `every`"),
        ("qps: 2", "qps: 65", "workload.0.qps", "accepted: queue pairs, 1..64"),
        ("operation: write-imm}", "operation: send}", "workload.3.operation", "MRC has no sends; accepted: write"),
        ("bytes: 64KiB", "bytes: 1GiB", "workload.0", "are 2147483648 bytes; at most 1GiB"),
        ("limit: 2ms\n", "limit: 2ms\nnic: {kind: roce}\n", "workload.2.evs", "does not belong to `nic: {kind: roce}`"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused(scenario_file, old, new, field, says):
    file = scenario_file(text=FLOWS.replace("NIC", "").replace("OWN", "evs: [p0-t1-1]").replace(old, new))
    with pytest.raises(ScenarioError) as caught:
        load(file)
    lines = [line for line in str(caught.value).splitlines() if f": {field}: " in line]
    assert len(lines) == 1 and lines[0].startswith(f"{file}:") and says in lines[0]


def test_an_ev_that_the_flow_does_not_have_is_refused(scenario_file):
    file = scenario_file(text=FLOWS.replace("NIC", "").replace("OWN", "evs: [p0-t1-1, 0xC0000007, p0-t0-0]"))
    scenario = load(file)
    with pytest.raises(ScenarioError) as caught:
        build_traffic(scenario, carried(scenario))
    number, name = str(caught.value).splitlines()
    assert number.startswith(
        f"{file}:7: workload.2.evs.1: the flow has no EV 0xc0000007; accepted: 0xc0000000 (p0-t1-0)"
    )
    assert "workload.2.evs.2: no path of the flow crosses 'p0-t0-0'; accepted:" in name


def test_a_file_is_not_carried_many_times(scenario_file, tmp_path):
    (tmp_path / "one.bin").write_bytes(b"abc")
    file = scenario_file(text=FLOWS.replace("NIC", "").replace("OWN", "evs: [p0-t1-1]"))
    with pytest.raises(FabricError, match=r":5: workload\.0: each of its messages has contents of its own"):
        payloads(load(file), tmp_path / "one.bin")


RING = """\
name: ring
topology: LAB
limit: 5ms
nic: {evs: 16}
workload:
  - {name: ring, collective: ring-all-reduce, bytes: 128KiB, nics: [nic0, nic2, nic1, nic3], OWN}
"""


def ring(scenario_file, own):
    made = run(scenario_file(text=RING.replace("OWN", own)))
    assert made["verdict"]["all_intact"]
    return made["collectives"][0]["duration_ns"], made["flows"][0]["messages"]["messages"], made


def test_a_latency_is_paid_once_a_step_and_slices_overlap(scenario_file):
    whole, steps, _ = ring(scenario_file, "latency: 0us")
    late, _, first = ring(scenario_file, "latency: 20us")
    assert steps == 6 and late - whole == pytest.approx(6 * 20_000, abs=3_000)
    sliced, messages, made = ring(scenario_file, "latency: 20us, slice: 4KiB")
    assert messages == 6 * 8 and sliced < late  # the first slice of a step goes on while the others arrive
    one_by_one, _, _ = ring(scenario_file, "latency: 20us, slice: 4KiB, slots: 1")
    assert one_by_one > sliced + 6 * 7 * 4_000  # a slot is free after a round trip: 4 us of links
    assert ring(scenario_file, "latency: 20us")[2] == first
    assert made["flows"][0]["post_ns"] == 0
