# SPDX-License-Identifier: Apache-2.0
"""`fail` and `heal`: what people say becomes faults of a scenario, and only what is broken is healed."""

from pathlib import Path

import pytest

import topologies
from fabric.errors import RefusedValueError
from fabric.scenario.faults import Names, parse_fault
from labs.faults import FAIL, HEAL, FabricNames, Failing

FABRIC = topologies.load(Path(__file__).parents[2] / "topologies" / "lab.yaml")
FAILING = Failing(FabricNames(FABRIC))
CABLE = "nic1:0--p0-t0-0:1"
UPLINK = "p1-t0-0:2--p1-t1-0:0"


def happened(words, standing=None):
    """What it lets happen, as a scenario writes it; `standing` is given for `heal`."""
    if standing is None:
        faults = FAILING.failures(words.split(), 7)
    else:
        now = [parse_fault(text, 3, Names(FABRIC)) for text in standing]
        faults = FAILING.cures(words.split(), now, 7)
    assert all(fault.at_ns == 7 for fault in faults)
    return [str(fault) for fault in faults]


@pytest.mark.parametrize(
    ("words", "faults"),
    [
        ("switch p0-t1-0", ["switch p0-t1-0 stopped"]),
        (f"link {CABLE}", [f"link {CABLE} down"]),
        ("link nic1--p0-t0-0", [f"link {CABLE} down"]),
        ("port nic1:0", [f"link {CABLE} down"]),
        ("port p0-t0-0:1", [f"link {CABLE} down"]),
        ("plane 1", [f"switch p1-{name} stopped" for name in ("t0-0", "t0-1", "t1-0", "t1-1")]),
        (f"loss {CABLE} 0.25", [f"link {CABLE} loss 0.25"]),
        (f"rate {CABLE} 25Gb/s", [f"link {CABLE} rate 25.0 Gb/s"]),
        (f"rate {CABLE} 25 Gb/s", [f"link {CABLE} rate 25.0 Gb/s"]),
    ],
)
def test_what_fails(words, faults):
    assert happened(words) == faults


CABLE_CURES = [f"link {CABLE} up", f"link {CABLE} loss 0"]
STANDING = ["switch p0-t1-0 stop", f"link {CABLE} down", f"link {CABLE} loss 0.5", f"link {UPLINK} rate 1Gb/s"]


@pytest.mark.parametrize(
    ("words", "cures"),
    [
        ("all", ["switch p0-t1-0 started", *CABLE_CURES, f"link {UPLINK} rate 100.0 Gb/s"]),
        ("switch p0-t1-0", ["switch p0-t1-0 started"]),
        ("switch p0-t1-1", []),
        (f"link {CABLE}", CABLE_CURES),
        ("port nic1:0", CABLE_CURES),
        (f"loss {CABLE}", [f"link {CABLE} loss 0"]),
        (f"rate {CABLE}", []),
        (f"rate {UPLINK}", [f"link {UPLINK} rate 100.0 Gb/s"]),
        ("plane 0", ["switch p0-t1-0 started", *CABLE_CURES]),
        ("plane 1", [f"link {UPLINK} rate 100.0 Gb/s"]),
    ],
)  # fmt: skip
def test_what_heals_is_what_was_broken(words, cures):
    assert happened(words, STANDING) == cures


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("", "nothing that can fail; accepted: `switch NAME`, `link A--B`"),
        ("p0-t1-0", "nothing that can fail"),
        ("all", "nothing that can fail"),
        ("switch", "nothing that can fail"),
        ("switch p0-t1-0 now", "nothing that can fail"),
        ("switch p0-t1-9", "no switch named 'p0-t1-9'; did you mean 'p0-t1-"),
        ("port nic1", "no port named 'nic1'"),
        ("port nic1:9", "no port named 'nic1:9'; did you mean 'nic1:"),
        ("plane 2", "no plane named '2'; accepted: planes: 0, 1"),
        ("plane -1", "no plane named '-1'"),
        ("plane \N{SUPERSCRIPT TWO}", "no plane named"),
        (f"loss {CABLE}", "is not a loss probability"),
        (f"loss {CABLE} -1", "is not a loss probability"),
        (f"rate {CABLE} 0b/s", "a rate of 0 never ends"),
    ],
)
def test_what_cannot_fail_is_told(words, said):
    with pytest.raises(RefusedValueError) as refusal:
        FAILING.failures(words.split(), 0)
    assert said in str(refusal.value)


@pytest.mark.parametrize("words", ["", "everything", "loss", f"loss {CABLE} 0", "plane 2", "switch x", "port y"])
def test_what_cannot_be_healed_is_told(words):
    with pytest.raises(RefusedValueError, match="accepted: "):
        FAILING.cures(words.split(), [], 0)


def test_all_that_can_fail_is_listed():
    for form in FAIL:
        words = form.replace("NAME", "p0-t1-0").replace("A--B", CABLE).replace("NODE:PORT", "nic0:0").replace("N", "1")
        assert happened(words)
    for form in HEAL:
        words = form.replace("NAME", "p0-t1-0").replace("A--B", CABLE).replace("NODE:PORT", "nic0:0").replace("N", "1")
        assert happened(words, STANDING) is not None
