# SPDX-License-Identifier: Apache-2.0
"""What is counted from frames agrees with what the NICs counted: over their journals, and over captures of links."""

import io
import json
from collections import Counter
from random import Random

import pytest
from host_stack_kit import Transfer, is_data, trim
from rich.console import Console

from fabric.running import run_scenario
from host_stack import Journal
from host_stack.explain.captures import PacketReader, read_capture
from host_stack.explain.conversations import (
    Outcome,
    explain_journals,
    fates_of,
    read_conversations,
    reason_name,
    write_journals,
)
from host_stack.explain.summary import conversation_document
from host_stack.wire.options import WireOptions


def bad_wire(seed):
    """Trims, losses and delays; answers get lost too."""
    rng = Random(seed)

    def hook(_name, port, frame, _now):
        chance = rng.random()
        if is_data(frame) and chance < 0.08 and len(frame) > 256:
            return [(0, trim(frame, 12 if port else 16))]
        if chance > 0.97:
            return []
        return [(rng.choice((0, 0, 0, 5_000)), frame)]

    return hook


def journaled(seed, size=300_000):
    transfer = Transfer(size, bad_wire(seed))
    transfer.a.journal, transfer.b.journal = Journal(), Journal()
    transfer.run()
    return transfer


@pytest.mark.parametrize("seed", range(8))
def test_the_journals_of_two_nics_tell_what_their_counters_do(seed):
    transfer = journaled(seed)
    journals = {"a": transfer.a.journal, "b": transfer.b.journal}
    conversations = explain_journals(journals, WireOptions())
    (conversation,) = conversations.all()
    fates = fates_of(conversation)
    made = conversation_document(conversation, fates)
    counters, peer = transfer.qa.counters, transfer.qb.counters
    assert made["data_packets"] == counters.data_packets
    assert made["data_bytes"] == counters.data_bytes == 300_000
    assert made["retransmissions"] == counters.retransmissions
    assert made["retransmitted_bytes"] == counters.retransmitted_bytes
    assert {int(row["entropy"], 16): row["packets"] for row in made["evs"]} == counters.ev_packets
    assert {int(plane): count for plane, count in made["planes"].items()} == counters.plane_packets
    assert (made["sacks"], made["acks"], made["probes"]) == (peer.sacks_sent, peer.acks_sent, counters.probes_sent)
    assert made["nacks"] == {reason_name(reason): count for reason, count in peer.nacks_sent.items()}
    assert (made["writer_qpn"], made["reader_qpn"]) == (transfer.qa.qpn, transfer.qb.qpn)
    # What was seen cut on arrival is what the reader says it received trimmed.
    cut = [fate for sent in fates.values() for fate in sent if fate.transmission.cut is not None]
    assert len(cut) == peer.trims_received
    assert all(fate.outcome is Outcome.TRIMMED for fate in cut)
    # Everything was delivered, once each.
    last = Counter(fate.outcome for sent in fates.values() for fate in sent)
    assert last[Outcome.DELIVERED] == counters.data_packets
    assert last[Outcome.OPEN] == 0


@pytest.mark.parametrize("seed", range(4))
def test_the_sending_that_is_said_to_have_arrived_did_arrive(seed):
    """The reader's journal says which sendings came whole; explain is told the writer's alone."""
    transfer = journaled(seed)
    (told,) = explain_journals({"a": transfer.a.journal}, WireOptions()).all()
    (truth,) = explain_journals({"b": transfer.b.journal}, WireOptions()).all()
    arrived = {
        (one.psn, one.first.entropy, one.first.timestamp)
        for sent in truth.transmissions.values()
        for one in sent
        if one.cut is None
    }
    said = [
        (fate.transmission.psn, fate.transmission.first.entropy, fate.transmission.first.timestamp)
        for sent in fates_of(told).values()
        for fate in sent
        if fate.outcome is Outcome.DELIVERED
    ]
    right = sum(each in arrived for each in said)
    # Which of two sendings was reported is a guess when both may have been; it is seldom wrong.
    assert right >= 0.97 * len(said)
    assert len(said) > 70


def test_a_journal_as_a_file_tells_the_same(tmp_path):
    transfer = journaled(3)
    journals = {"a": transfer.a.journal, "b": transfer.b.journal}
    write_journals(journals, tmp_path / "journal.pcapng")
    reader = PacketReader(WireOptions())
    frames = list(read_capture(tmp_path / "journal.pcapng"))
    assert {frame.interface for frame in frames} == {
        f"{n}:{p} {way}" for n in "ab" for p in (0, 1) for way in ("in", "out")
    }
    (again,) = read_conversations(found for frame in frames if (found := reader.read(frame))).all()
    (once,) = explain_journals(journals, WireOptions()).all()
    assert conversation_document(again, fates_of(again)) == conversation_document(once, fates_of(once))


SCENARIO = """\
name: incast
title: An incast, captured
topology: {lab}
seed: 5
limit: 5ms
sample: 10us
nic: {{congestion: {{algorithm: fixed-window}}, window: 64}}
workload:
  - {{from: nic0, to: nic3, bytes: 400kB}}
  - {{from: nic1, to: nic3, bytes: 400kB}}
faults:
  - {{at: 10us, do: switch p0-t1-0 stop}}
captures: ["nic0:0--p0-t0-0:0", "nic0:1--p1-t0-0:0"]
"""


def test_captures_of_a_nics_links_tell_what_the_fabrics_result_does(tmp_path):
    from pathlib import Path

    lab = Path(__file__).resolve().parents[3] / "topologies" / "lab.yaml"
    (tmp_path / "incast.yaml").write_text(SCENARIO.format(lab=lab))
    run_scenario(tmp_path / "incast.yaml", tmp_path / "out", None, Console(file=io.StringIO()), show_progress=False)
    result = json.loads((tmp_path / "out" / "result.json").read_text())
    reader = PacketReader(WireOptions())
    frames = [frame for file in sorted((tmp_path / "out/captures").iterdir()) for frame in read_capture(file)]
    frames.sort(key=lambda frame: frame.time_ns)
    (conversation,) = read_conversations(found for frame in frames if (found := reader.read(frame))).all()
    made = conversation_document(conversation, fates_of(conversation))
    (flow,) = [each for each in result["flows"] if each["from"] == "nic0"]
    assert made["data_bytes"] == flow["bytes"] == 400_000
    assert made["retransmissions"] == flow["retransmissions"] > 0
    assert sum(made["nacks"].values()) == flow["nacks"]
    assert made["outcomes"]["delivered"] == made["data_packets"]
    assert made["outcomes"].get("lost", 0) > 0
