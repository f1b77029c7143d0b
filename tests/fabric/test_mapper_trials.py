# SPDX-License-Identifier: Apache-2.0
"""The Clustermapper in the emulated fabric, and what a result has of it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from house_kit import ROOT
from msgspec.structs import replace

import topologies
from common.written_tables import END, begin
from fabric.clustermapper import AgentOptions
from fabric.emulation.network import Network
from fabric.emulation.switches import running_switches
from fabric.errors import FabricError
from fabric.mapper_trials import COMMAND, FILE, emulated, keep, modelled, read_kept, run_trials, score, table
from fabric.mapping import Clustermapper
from fabric.running import result_of
from fabric.scenario.reading import load
from host_stack import EvState, Nic
from host_stack.provision import connect, nic_config

# --- Trials ----------------------------------------------------------------------------------------------------------
# The Clustermapper in the emulated fabric: random faults are located, and NICs stop using what is at fault.

ROOM = Path(topologies.__file__).parent
LAB, EIGHT = topologies.load(ROOM / "lab.yaml"), topologies.load(ROOM / "eight-planes.yaml")
DOCS = ROOT / "docs"


def test_faults_are_located_in_an_emulated_fabric():
    """`MRC_MAPPER_TRIALS=330`: hundreds of faults."""
    count = int(os.environ.get("MRC_MAPPER_TRIALS", "2"))
    with emulated(LAB, seed=3, say=lambda _: None) as probed:
        scores = score(list(run_trials(probed, count, seed=3)))
    assert scores.located + scores.masked > 0
    assert min(scores.precision, scores.recall) >= 0.97


@pytest.mark.long
def test_faults_are_located_among_32_t1s_and_what_is_well_is_not_told():
    """Two of the eight planes, which the map looks at one by one."""
    fabric = topologies.Fabric(EIGHT.spec.model_copy(update={"planes": 2}))
    scores = score(list(run_trials(modelled(fabric, seed=4), 1, seed=4, most=5)))
    assert scores.located >= 3
    assert scores.missed == scores.wrong == scores.passing == 0


def test_the_page_has_the_stored_scores_which_are_good_enough():
    page = (DOCS / "clustermapper.md").read_text(encoding="utf-8")
    kept = read_kept(DOCS / FILE)
    written = page.partition(begin(COMMAND))[2].partition(END)[0].strip()
    assert written == table(kept), "python -m fabric mapper --page docs/clustermapper.md"
    (large,) = (each for each in kept if each.fabric == "eight-planes")
    assert large.most == 5 and large.load > 0
    assert large.scores.trials >= 60
    assert large.scores.precision_of_all_told >= 0.97
    assert large.scores.recall >= 0.97


def test_scores_are_kept_next_to_their_page_in_place_of_older_ones(tmp_path):
    page = tmp_path / "page.md"
    (mine, *_) = read_kept(DOCS / FILE)
    with pytest.raises(FabricError, match=r"page\.md"):
        keep(page, mine)
    page.write_text("no table", encoding="utf-8")
    with pytest.raises(FabricError, match="no table; accepted: a page with the lines"):
        keep(page, mine)
    page.write_text(f"before\n{begin(COMMAND)}\nold\n{END}\nafter\n", encoding="utf-8")
    keep(page, mine)
    keep(page, replace(mine, seed=99))
    assert read_kept(tmp_path / FILE) == [replace(mine, seed=99)]
    assert page.read_text(encoding="utf-8").count("\n| `") == 1
    assert page.read_text(encoding="utf-8").endswith(f"{END}\nafter\n")
    (tmp_path / FILE).write_text("[{}]", encoding="utf-8")
    with pytest.raises(FabricError, match="no scores"):
        keep(page, mine)


def test_nics_leave_out_what_is_at_fault_and_use_it_again():
    """The link of NIC 3 on plane 0 loses a fifth: every EV of that plane is denied to who writes to it, no other."""
    nics = [Nic(nic_config(LAB, index), seed=index) for index in range(LAB.nics)]
    to_lossy = connect(LAB, nics[0], nics[3], evs=16).a
    elsewhere = connect(LAB, nics[0], nics[2], evs=16).a
    mapper = Clustermapper(LAB, nics, AgentOptions(interval_ns=50_000, timeout_ns=25_000), seed=1)

    def denied(qp):
        assert qp.evs is not None
        return {entry.plane for entry in qp.evs if entry.state is EvState.DENIED}

    with running_switches(LAB, 1, lambda _: None, served=False) as running:
        network = Network(LAB, running.switches, mapper.endpoints, seed=1)
        mapper.attach(network)
        network.loop.run(500_000)
        assert denied(to_lossy) == denied(elsewhere) == set()
        network.set_link_loss("nic3:0--p0-t0-1:1", 0.2)
        network.loop.run(3_000_000)
        assert denied(to_lossy) == {0} and denied(elsewhere) == set()
        assert to_lossy.evs is not None
        assert all(entry.state is EvState.DENIED for entry in to_lossy.evs if entry.plane == 0)
        network.set_link_loss("nic3:0--p0-t0-1:1", 0.0)
        network.loop.run(12_000_000)
        assert denied(to_lossy) == set()


# --- In a result -----------------------------------------------------------------------------------------------------
# What the Clustermapper of a run saw and told is in its result.

LAB_FILE = Path(topologies.__file__).parent / "lab.yaml"
SCENARIO = f"""
name: seen
topology: {LAB_FILE}
limit: 3ms
clustermapper: {{interval: 50us, timeout: 25us}}
workload:
  - {{from: nic0, to: nic2, bytes: 64KiB}}
  - {{from: nic0, to: nic2, bytes: 64KiB, at: 1500us}}
faults:
  - {{at: 400us, do: switch p0-t1-0 stop}}
  - {{at: 800us, do: switch p0-t1-0 start}}
"""


@pytest.fixture(scope="module")
def seen(tmp_path_factory):
    """A T1 that stands still from 400 to 800 us, in a result."""
    file = tmp_path_factory.mktemp("seen") / "seen.yaml"
    file.write_text(SCENARIO)
    return result_of(load(file), served=False)


def test_probes_are_counted_by_where_they_turn_over_time(seen):
    probes = seen["clustermapper"]
    assert probes["interval_ns"] == 50_000
    assert (
        set(probes["sent"])
        == set(probes["lost"])
        == {f"p{p}-t{tier}-{i}" for p in (0, 1) for tier in (0, 1) for i in (0, 1)}
    )
    whole = range(2, seen["verdict"]["end_ns"] // 50_000 - 1)
    assert all(probes["sent"]["p0-t1-0"][at] == 4 for at in whole)  # an agent beside each of four NICs
    assert all(probes["sent"]["p0-t0-0"][at] == 2 for at in whole)  # two of them at each T0
    during = range(9, 16)
    assert all(probes["lost"]["p0-t1-0"][at] == 4 for at in during)
    assert not sum(probes["lost"]["p0-t1-0"][:8]) and not sum(probes["lost"]["p0-t1-0"][18:])
    assert not any(sum(lost) for name, lost in probes["lost"].items() if name != "p0-t1-0")


def test_findings_are_told_with_their_begin_and_end(seen):
    (finding,) = seen["clustermapper"]["findings"]
    assert (finding["name"], finding["state"]) == ("p0-t1-0", "dead")
    assert 400_000 < finding["since_ns"] < 800_000 < finding["until_ns"] < 1_500_000
