# SPDX-License-Identifier: Apache-2.0
"""Faults: each kind parses, applies and describes itself; and links that flap by chance."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import pytest
from fabric_kit import LAB, emulate

import topologies
from fabric.errors import RefusedValueError, ScenarioError
from fabric.report.page import run_page
from fabric.scenario import faults
from fabric.scenario.faults import (
    EvLoss,
    Fault,
    Faultable,
    LinkDown,
    LinkLoss,
    LinkRate,
    LinkUp,
    Names,
    SelectedLoss,
    Selection,
    SwitchStart,
    SwitchStop,
)
from fabric.scenario.reading import load

# --- Kinds -----------------------------------------------------------------------------------------------------------
# Faults: each kind parses, applies and describes itself, and nothing else knows which kinds there are.

NAMES = Names(topologies.load(LAB))
CABLE = "p0-t0-0:2--p0-t1-0:0"
SPEED = 100_000_000_000
FLOW = Selection(source="nic0", destination="nic2")
PATH = Selection(0xC0000001, "nic0", "nic2", CABLE)
EV = Selection(0xC0000001)


class Recorder(Faultable):
    def __init__(self):
        self.calls = []

    def set_forwarding(self, switch, forwarding):
        self.calls.append(("forwarding", switch, forwarding))

    def set_link_state(self, link, up):
        self.calls.append(("state", link, up))

    def set_link_loss(self, link, probability, to=None):
        self.calls.append(("loss", link, probability, to))

    def set_link_rate(self, link, rate_bps):
        self.calls.append(("rate", link, rate_bps))

    def set_selected_loss(self, frames, probability):
        self.calls.append(("selected", frames, probability))


@pytest.mark.parametrize(
    ("text", "fault", "does", "restores", "said"),
    [
        ("switch p0-t1-0 stop", SwitchStop(5, "p0-t1-0"), ("forwarding", "p0-t1-0", False), False, "p0-t1-0 stopped"),
        ("switch p0-t1-0 start", SwitchStart(5, "p0-t1-0"), ("forwarding", "p0-t1-0", True), True, "p0-t1-0 started"),
        ("link p0-t0-0--p0-t1-0 down", LinkDown(5, CABLE), ("state", CABLE, False), False, f"{CABLE} down"),
        (f"link {CABLE} up", LinkUp(5, CABLE), ("state", CABLE, True), True, f"{CABLE} up"),
        (f"link {CABLE} loss 0.20", LinkLoss(5, CABLE, 0.2), ("loss", CABLE, 0.2, None), False, f"{CABLE} loss 0.2"),
        (f"link {CABLE} loss 0.00", LinkLoss(5, CABLE, 0), ("loss", CABLE, 0, None), True, f"{CABLE} loss 0"),
        (f"link {CABLE} loss 0.1 to p0-t0-0", LinkLoss(5, CABLE, 0.1, "p0-t0-0"), ("loss", CABLE, 0.1, "p0-t0-0"),
         False, f"{CABLE} loss 0.1 to p0-t0-0"),
        (f"link {CABLE} rate 25 Gb/s", LinkRate(5, CABLE, SPEED // 4, SPEED), ("rate", CABLE, SPEED // 4), False,
         f"{CABLE} rate 25.0 Gb/s"),
        (f"link {CABLE} rate 0.1Tb/s", LinkRate(5, CABLE, SPEED, SPEED), ("rate", CABLE, SPEED), True,
         f"{CABLE} rate 100.0 Gb/s"),
        ("flow nic0>nic2 loss 0.1", SelectedLoss(5, "nic0>nic2", 0.1, FLOW), ("selected", FLOW, 0.1), False,
         "nic0>nic2 loss 0.1"),
        ("flow nic0>nic2 loss 0.2 on p0-t0-0--p0-t1-0 ev 0xC0000001",
         SelectedLoss(5, f"nic0>nic2 ev 0xc0000001 on {CABLE}", 0.2, PATH), ("selected", PATH, 0.2), False,
         f"nic0>nic2 ev 0xc0000001 on {CABLE} loss 0.2"),
        ("flow nic0>nic2 loss 0", SelectedLoss(5, "nic0>nic2", 0, FLOW), ("selected", FLOW, 0), True,
         "nic0>nic2 loss 0"),
        ("ev 0xc0000001 loss 0.3", EvLoss(5, "ev 0xc0000001", 0.3, EV), ("selected", EV, 0.3), False,
         "0xc0000001 loss 0.3"),
    ],
)  # fmt: skip
def test_a_kind_parses_applies_and_describes_itself(text, fault, does, restores, said):
    parsed = faults.parse_fault(text, 5, NAMES)
    fabric = Recorder()
    parsed.apply(fabric)
    assert (parsed, fabric.calls, parsed.restores) == (fault, [does], restores)
    assert str(parsed) == f"{text.split()[0]} {said}"


def test_a_loss_one_way_is_undone_both_ways():
    assert LinkLoss(5, CABLE, 0.1, "p0-t0-0").undone(9) == LinkLoss(9, CABLE, 0.0)


def test_some_frames_are_written_down_whatever_they_are_named_by():
    loss = faults.parse_fault("flow nic0>nic2 loss 0.2 ev 3 on p0-t0-0--p0-t1-0", 5, NAMES)
    assert loss.values() == {
        "probability": 0.2, "entropy": 3, "source": "nic0", "destination": "nic2", "link": CABLE,
    }  # fmt: skip
    assert loss.undone(9) == SelectedLoss(9, loss.target, 0.0, loss.frames)
    assert faults.parse_fault("ev 3 loss 1", 0, NAMES).values() == {"probability": 1.0, "entropy": 3}


def test_a_fabric_that_cannot_do_a_fault_is_refused_before_it_runs():
    class Half(Faultable):
        def set_forwarding(self, switch, forwarding): ...

    with pytest.raises(TypeError, match="set_link_loss"):
        Half()


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("reboot p0-t1-0", "is not a fault"),
        ("switch p0-t1-0", "is not a fault"),
        ("switch p0-t1-0 explode", "is not a fault"),
        ("link p0-t1-0 stop", "is not a fault"),
        ("", "is not a fault"),
        ("switch p0-t1-0 stop now", "'now' is too much"),
        (f"link {CABLE} loss", "not a loss probability"),
        (f"link {CABLE} loss 1 2", "not a loss probability"),
        (f"link {CABLE} loss nan", "not a loss probability"),
        (f"link {CABLE} loss to p0-t0-0", "not a loss probability"),
        (f"link {CABLE} loss 0.1 to p1-t0-0", "'p1-t0-0' is not at an end of"),
        (f"link {CABLE} loss 0.1 to", "not a loss probability"),
        (f"link {CABLE} rate 25", "not a number with a unit"),
        ("flow nic0 loss 0.1", "'nic0' is not a flow"),
        ("flow nic0>nic9 loss 0.1", "no NIC named 'nic9'"),
        ("flow nic0>nic2 loss", "not a loss probability"),
        ("flow nic0>nic2 loss 0.1 ev", "names no frames"),
        ("flow nic0>nic2 loss 0.1 via p0-t1-0", "names no frames"),
        ("flow nic0>nic2 loss 0.1 ev 1 ev 2", "names no frames"),
        ("flow nic0>nic2 loss 0.1 ev 0x1c0000001", "not an EV"),
        ("flow nic0>nic2 loss 0.1 on p0-t0-0--p1-t1-0", "no link between"),
        ("ev path loss 0.1", "'path' is not an EV"),
        ("ev 0xc0000001 loss 0.1 ev 2", "names no frames"),
    ],
)
def test_what_is_no_fault_is_refused(text, what):
    with pytest.raises(RefusedValueError, match=what) as caught:
        faults.parse_fault(text, 0, NAMES)
    if what == "is not a fault":
        assert caught.value.accepted == faults.fault_forms()


def test_an_unknown_kind_is_named_with_its_line_and_the_kinds_there_are(scenario_file):
    file = scenario_file(replace={"switch p0-t1-0 stop": "switch p0-t1-0 explode"})
    with pytest.raises(ScenarioError) as caught:
        emulate(file)
    assert str(caught.value) == (
        f"{file}:11: faults.0.do: 'switch p0-t1-0 explode' is not a fault; accepted: {faults.fault_forms()}"
    )


def test_the_page_about_scenarios_describes_every_kind():
    page = (Path(topologies.__file__).parent / "scenarios/README.md").read_text(encoding="utf-8")
    assert [form for form in faults.fault_forms().split(", ") if form not in page] == []


def test_a_class_is_all_that_a_new_kind_takes(monkeypatch, scenario_file):
    monkeypatch.setattr(faults, "_KINDS", dict(faults._KINDS))

    @dataclass(frozen=True)
    class SwitchIsolate(Fault, form="switch NAME isolate", affects="isolation"):
        restores: ClassVar[bool] = False
        state: ClassVar[str] = "isolated"

        def apply(self, fabric):
            for port in NAMES.switch(self.target).ports():
                fabric.set_link_state(port.link.name, False)

    assert "`switch NAME isolate`" in faults.fault_forms()
    run = emulate(scenario_file(replace={"p0-t1-0 stop": "p0-t1-0 isolate"}))
    assert run.scenario.faults[0] == SwitchIsolate(20_000, "p0-t1-0")
    assert [link.name for link in run.network.links.values() if not link.directions[0].up] == [
        "p0-t0-0:2--p0-t1-0:0", "p0-t0-1:2--p0-t1-0:1",
    ]  # fmt: skip
    assert run.result()["scenario"]["faults"][0] == {
        "at_ns": 20_000, "kind": "switch isolate", "target": "p0-t1-0", "affects": "isolation", "restores": False,
        "state": "isolated", "happened": True, "dead_path": None,
    }  # fmt: skip
    assert "p0-t1-0 isolated from 20 µs to the end" in run_page(run.result())


# --- Flapping --------------------------------------------------------------------------------------------------------
# Links that flap by chance: as often as asked, never twice at once, the same for the same seed.

FLAPS = """
flaps:
  - {links: ["p0-t0-*--p0-t1-*", nic0:0--p0-t0-0:0], from: 100us, until: 4100us, every: 20us, down: 30us}
"""
FAULTS = """faults:
  - {at: 20us, do: switch p0-t1-0 stop}
  - {at: 50us, do: switch p0-t1-0 start}
"""


def flapping(scenario_file, text=FLAPS, seed=7):
    return load(scenario_file(replace={FAULTS: text, "seed: 7": f"seed: {seed}"})).faults


def test_links_flap_at_their_rate_and_come_back(scenario_file):
    faults = flapping(scenario_file)
    downs = [fault for fault in faults if isinstance(fault, LinkDown)]
    ups = [fault for fault in faults if isinstance(fault, LinkUp)]
    # 200 flaps are meant: four standard deviations of a Poisson process are 57.
    assert 143 < len(downs) < 257 and len(ups) == len(downs) == len(faults) // 2
    assert all(100_000 <= fault.at_ns < 4_100_000 for fault in downs)
    assert sorted((fault.at_ns + 30_000, fault.target) for fault in downs) == [(up.at_ns, up.target) for up in ups]
    # Each link flaps; of one that is down, nothing more goes down.
    assert {fault.target for fault in downs} == {
        "p0-t0-0:2--p0-t1-0:0", "p0-t0-0:3--p0-t1-1:0", "p0-t0-1:2--p0-t1-0:1", "p0-t0-1:3--p0-t1-1:1",
        "nic0:0--p0-t0-0:0",
    }  # fmt: skip
    up = dict.fromkeys((fault.target for fault in downs), True)
    for fault in faults:
        assert up[fault.target] is isinstance(fault, LinkDown)
        up[fault.target] = isinstance(fault, LinkUp)


def test_the_seed_decides(scenario_file):
    assert flapping(scenario_file) == flapping(scenario_file) != flapping(scenario_file, seed=8)


def test_beside_faults_in_order_of_time(scenario_file):
    faults = flapping(scenario_file, FAULTS + FLAPS)
    assert [fault.at_ns for fault in faults] == sorted(fault.at_ns for fault in faults)
    assert str(faults[0]) == "switch p0-t1-0 stopped"


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('"p0-t0-*--p0-t1-*"', '"p9-*"', r":\d+: flaps\.0: no link named 'p9-\*'"),
        ('"p0-t0-*--p0-t1-*"', "p0-t0-0--p1-t1-0", r"flaps\.0: no link between"),
        ("every: 20us", "every: 0us", r":\d+: flaps\.0\.every: .*greater than 0"),
        ("from: 100us", "from: 5ms", "`from` is not before `until`"),
        ("every: 20us", "every: 1ns", r"flaps\.0: some 4,000,000 flaps; accepted: 20,000 at most"),
        (", down: 30us", "", r"flaps\.0\.down: "),
        ("down: 30us", "down: 30us, often: true", r"flaps\.0\.often: "),
    ],
)
def test_what_cannot_flap_is_refused(scenario_file, old, new, says):
    assert old in FLAPS
    with pytest.raises(ScenarioError, match=says):
        flapping(scenario_file, FLAPS.replace(old, new))
