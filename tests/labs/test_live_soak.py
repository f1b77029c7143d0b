# SPDX-License-Identifier: Apache-2.0
"""A write survives whatever fails on its way, one after the other.

`MRC_LABS_SOAK=300 pytest -m '' tests/labs/test_live_soak.py` runs five minutes of it.
"""

import os
import random
import time
from pathlib import Path

import pytest
from lab_kit import CABLES
from topology_kit import TINY

import topologies
from fabric.live.messages import Done
from labs.control_socket import Fail, Fetch, Happened, Heal, Look, Posted, PostWrite, State, ask
from labs.directory import LabDirectory

pytestmark = pytest.mark.timeout(0)
SECONDS = float(os.environ.get("MRC_LABS_SOAK", "0"))
SEED = int(os.environ.get("MRC_LABS_SEED", "0"))
TARGET = os.environ.get("MRC_LABS_TARGET", "embedded")
EVERY_S = 2.0 if SECONDS else 0.4
SCALE, SIZE = ("120000", 100 << 20) if SECONDS else ("20000", 1 << 19)
LAB = Path(topologies.__file__).with_name("lab.yaml").read_text() if SECONDS else TINY.replace("planes: 1", "planes: 2")
MOST = 2
"""Faults at a time: each of them alone leaves a way, two may leave none for a while."""


@pytest.fixture
def lab(lab):
    file = lab.folder / "soak.yaml"
    file.write_text(LAB)
    lab.run("up", "--topology", str(file), "--scale", SCALE, "--target", TARGET, "--cables", CABLES, "--no-page")
    return LabDirectory("lab", lab.folder / "mrc-lab" / "lab")


def anything(drawn, fabric):
    """Something that fails, as people write it."""
    link = drawn.choice([link.name for link in fabric.links()])
    return drawn.choice([
        ["switch", drawn.choice([switch.name for switch in fabric.switches()])],
        ["link", link],
        ["loss", link, f"{drawn.uniform(0.01, 0.5):.2f}"],
        ["rate", link, f"{drawn.choice([5, 10, 25, 50])}Gb/s"],
    ])  # fmt: skip


@pytest.mark.long
def test_every_byte_arrives_whatever_fails(lab, tmp_path):
    drawn, fabric = random.Random(SEED), topologies.load(tmp_path / "soak.yaml")
    sent, received = tmp_path / "sent", tmp_path / "received"
    sent.write_bytes(drawn.randbytes(SIZE))
    request = PostWrite(source="nic0", destination=fabric.nic(fabric.nics - 1).name, file=str(sent))
    index = ask(lab, request, Posted).index
    begun, struck, standing = time.monotonic(), [], []
    while (write := ask(lab, Look(), State).writes[index]).completed_ns is None:
        assert write.failure is None, (write, struck[-8:])
        elapsed = time.monotonic() - begun
        assert elapsed < 60 + 6 * SECONDS, (write, standing)
        if elapsed < (SECONDS or 1.5):
            while len(standing) >= MOST or (standing and drawn.random() < 0.5):
                words = standing.pop(0)
                ask(lab, Heal(words=words[:2]), Happened)
            standing.append(anything(drawn, fabric))
            struck += ask(lab, Fail(words=standing[-1]), Happened).faults
        elif standing:
            ask(lab, Heal(words=["all"]), Happened)
            standing.clear()
        time.sleep(max(0.0, EVERY_S - (time.monotonic() - begun - elapsed)))
    ask(lab, Fetch(index=index, file=str(received)), Done)
    assert received.read_bytes() == sent.read_bytes()
    assert len(struck) >= 2
    print(f"{SIZE:,} bytes, {len(struck)} faults, {time.monotonic() - begun:.0f} s, intact")
