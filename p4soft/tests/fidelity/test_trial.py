# SPDX-License-Identifier: Apache-2.0
"""Why two outcomes differ, and the processes of the reference."""

import os
import subprocess
import sys
from dataclasses import replace
from functools import partial

import pytest
from tests.compiler.compiler_kit import build, source
from waiting_kit import until

from p4soft.fidelity import verdict as judging
from p4soft.fidelity.corpus import OURS, P4C
from p4soft.fidelity.reference import Bmv2, Bmv2Grpc, ReferenceFault, is_idle, processor_seconds
from p4soft.fidelity.trial import (
    Clock,
    Difference,
    NotRun,
    Outcome,
    before_parsing,
    cleared,
    differences,
    header_fields,
    run_embedded,
    set_field,
)
from p4soft.fidelity.verdict import STALE, Court, Judge, Trial, Verdict, merged
from p4soft.fidelity.workload import Amount, Workload, generate
from p4soft.switch import load_program

# --- Outcomes --------------------------------------------------------------------------------------------------------
# Why two outcomes differ: time, chance and what was never written are found out; everything else is left.

TIME, CHANCE = "time stamps, or rates of meters", "random numbers"
LOCAL = "variables that were never written"
PACKETS = 8
HEADER = 10
"""Bytes of the header: a shorter frame leaves as it came."""
QUEUE = "time in queues and their depth"


def judged(tmp_path, change, **parts):
    """The verdict on an outcome that `change` made differ from the reference (both of the embedded switch)."""
    compiled = build(tmp_path, source(**parts))
    work = generate(compiled.json, compiled.p4info, "1", Amount(packets=PACKETS))

    def run(document, clock):
        return run_embedded(document, compiled.p4info, work, clock)

    reference = run(compiled.json, Clock())
    mine = change(run, compiled.json, reference)
    return Judge([(compiled.json, run)], lambda: reference).judge(differences(mine, reference), reference)


def at_another_time(run, document, _reference):
    return run(document, Clock(start_us=777_777, gap_us=31))


def with_another_seed(run, document, _reference):
    return run(document, Clock(seed=99))


def test_time_stamps_are_recognised(tmp_path):
    verdict = judged(tmp_path, at_another_time, ingress="hdr.h.d = (bit<32>)std.ingress_global_timestamp;")
    assert list(verdict.explained) == [TIME]
    assert not verdict.left


def test_random_numbers_are_recognised(tmp_path):
    verdict = judged(tmp_path, with_another_seed, ingress="random(hdr.h.d, 0, 0xffffffff);")
    assert list(verdict.explained) == [CHANCE]
    assert not verdict.left


def flipped(outcome, position):
    """The outcome with one byte of every frame another."""
    packets = [
        tuple((port, frame[:position] + bytes([frame[position] ^ 1]) + frame[position + 1 :]) for port, frame in frames)
        if all(len(frame) >= HEADER for _, frame in frames)
        else frames
        for frames in outcome.packets
    ]
    return replace(outcome, packets=packets)


@pytest.mark.parametrize(
    ("ingress", "position", "reason"),
    [
        ("hdr.h.d = (bit<32>)std.ingress_global_timestamp;", 5, TIME),
        ("hdr.h.d = (bit<32>)std.ingress_global_timestamp;", 0, None),
        ("hdr.h.b = hdr.items[0].value;", 1, None),
        ("bit<8> never; hdr.h.b = never;", 1, LOCAL),
        ("hdr.h.b = 8w1;", 1, None),
    ],
)
def test_only_where_runs_vary(tmp_path, ingress, position, reason):
    """A difference beside a time stamp is not excused by it."""
    verdict = judged(tmp_path, lambda _run, _document, reference: flipped(reference, position), ingress=ingress)
    assert list(verdict.explained) == ([reason] if reason else [])
    assert bool(verdict.left) == (reason is None)


def test_time_in_queues_is_recognised(tmp_path):
    egress = "hdr.h.d = std.deq_timedelta;"
    verdict = judged(tmp_path, lambda _r, _d, reference: flipped(reference, 7), egress=egress)
    assert list(verdict.explained) == [QUEUE]


def test_an_index_that_was_never_written_may_be_any(tmp_path):
    """A compiler may count in whichever cell it likes."""

    def elsewhere(_run, _document, reference):
        return replace(reference, cells={**reference.cells, "counter MyIngress.c[77]": "packet_count: 3"})

    locals_ = "counter(256, CounterType.packets) c; counter(256, CounterType.packets) d;"
    never = "bit<32> never; if (hdr.h.a == 0xff) { never = 1; } "
    excused = judged(tmp_path, elsewhere, locals=locals_, ingress=f"{never} c.count(never); d.count(1);")
    assert [d.item for d in excused.explained[LOCAL]] == ["counter MyIngress.c[77]"]
    sound = judged(tmp_path, elsewhere, locals=locals_, ingress=f"{never} c.count(2); d.count(never);")
    assert [d.item for d in sound.left] == ["counter MyIngress.c[77]"]


def test_a_frame_too_many_is_left(tmp_path):
    def more(_run, _document, reference):
        return replace(reference, packets=[(*(frames or ()), (9, b"x")) for frames in reference.packets])

    verdict = judged(tmp_path, more, ingress="hdr.h.d = (bit<32>)std.ingress_global_timestamp;")
    assert len(verdict.left) == PACKETS
    assert str(verdict.left[0]).startswith("packet 0: port 1: ")


def test_a_reference_that_does_not_repeat_itself_is_told():
    once, again = Outcome(cells={"register r[0]": "0x1"}), Outcome(cells={"register r[0]": "0x2"})
    verdict = Judge([], lambda: again).judge(differences(Outcome(), once), once)
    assert list(verdict.explained) == ["BMv2 does not repeat itself"]


def test_everything_is_compared_but_what_cannot_be_read():
    mine = Outcome(["", "no"], [()], {"entry of t: a": "1", "counter c[0]": "1"})
    theirs = Outcome(["", ""], [((1, b"\x01"),)], {"entry of t": "cannot be read: INTERNAL", "counter c[0]": "2"})
    assert [str(d) for d in differences(mine, theirs)] == [
        "update 1: refused; the reference: accepted",
        "packet 0: nothing; the reference: port 1: 01",
        "counter c[0]: 1; the reference: 2",
    ]


def test_time_and_queues_in_one_frame_are_recognised(tmp_path):
    """As programs for in-band telemetry have it: a time stamp beside the time in the queue."""
    body = "hdr.h.d = (bit<32>)std.ingress_global_timestamp; hdr.h.c = (bit<16>)std.deq_timedelta;"

    def later_and_longer(run, document, _reference):
        other = run(document, Clock(start_us=777_777, gap_us=31))
        return flipped(other, 3)

    verdict = judged(tmp_path, later_and_longer, egress=body)
    assert not verdict.left
    assert "several of these in one place" in verdict.explained
    assert judged(tmp_path, lambda r, d, ref: flipped(later_and_longer(r, d, ref), 1), egress=body).left


def test_the_priority_of_const_entries_is_not_compared(tmp_path):
    text = source(
        locals="table t { key = { hdr.h.a : ternary; } actions = { NoAction; }"
        " const entries = { 1 &&& 3 : NoAction(); 2 &&& 3 : NoAction(); } }"
        "table u { key = { hdr.h.a : ternary; } actions = { NoAction; } }",
        ingress="t.apply(); u.apply();",
    )
    compiled = build(tmp_path, text)
    found = run_embedded(
        compiled.json, compiled.p4info, generate(compiled.json, compiled.p4info, "1", Amount(packets=2)), Clock()
    )
    entries = [name for name in found.cells if name.startswith("entry of")]
    assert sum("MyIngress.t" in name for name in entries) == 2
    assert all(("priority" in name) == ("MyIngress.u" in name) for name in entries)


def test_the_time_from_ingress_to_egress_is_recognised(tmp_path):
    """It is always 0 in virtual time, and never twice the same in BMv2."""
    body = "hdr.h.d = (bit<32>)(std.egress_global_timestamp - std.ingress_global_timestamp);"
    verdict = judged(tmp_path, lambda _r, _d, reference: flipped(reference, 7), egress=body)
    assert list(verdict.explained) == [QUEUE]


def test_rounds_of_one_program_are_one_trial():
    one, two = Trial(updates=3, packets=5, through=2, left_out=["packet 1 left out: x"]), Trial(updates=4, packets=5)
    two.left_out = ["packet 2 left out: y"]
    one.verdicts["a on b"] = Verdict(explained={"time": [Difference("packet 1", None, None)]})
    two.verdicts["a on b"] = Verdict(
        explained={"time": [Difference("packet 3", None, None)]}, left=[Difference("packet 4", "x", "y")]
    )
    two.refused["c on d"] = "no"
    whole = merged([one, two])
    assert (whole.updates, whole.packets, whole.through) == (7, 10, 2)
    assert whole.left_out == ["packet 1 left out: x", "round 2: packet 2 left out: y"]
    assert whole.reasons == {"time": 2}
    assert whole.wrong == ["c on d: no", "a on b: round 2, packet 4: x; the reference: y"]


# --- What earlier packets left ---------------------------------------------------------------------------------------
# What earlier packets left in headers is told from everything else by a run with cleared headers.

COURT_PACKETS = tuple((1, bytes([number]) + bytes(range(12))) for number in range(4))


def stand_in(spoil, document, info, workload, _workdir):
    """A BMv2 whose headers hold 0x5a before anything is written to them, and what `spoil` makes of its outcome."""
    left = [set_field(header, f.name, 0x5A) for header, f in header_fields(load_program(document))]
    outcome = run_embedded(before_parsing(document, left), info, workload, Clock())
    spoil(outcome)
    return outcome, workload


def verdicts(tmp_path, monkeypatch, spoil, **parts):
    compiled = build(tmp_path, source(**parts))
    monkeypatch.setattr(judging, "run_bmv2", partial(stand_in, spoil))
    tried = judging.Bench(
        {OURS: compiled.json, P4C: compiled.json},
        {OURS: compiled.p4info, P4C: compiled.p4info},
        Workload((), COURT_PACKETS, ()),
        tmp_path,
        "python",
    )
    court = Court(tried)
    pairing = (OURS, judging.EMBEDDED)
    return court.judge(pairing, tried.run(*pairing)), tried


def as_it_is(_outcome):
    pass


@pytest.mark.parametrize(
    ("parts", "items"),
    [
        ({"ingress": "hdr.h.b = hdr.items[0].value;"}, [f"packet {number}" for number in range(4)]),
        (
            {"locals": "counter(256, CounterType.packets) c;", "ingress": "c.count((bit<32>)hdr.items[0].value);"},
            ["counter MyIngress.c[0]", "counter MyIngress.c[90]"],
        ),
        (
            # What DASH does: a copy of the field is what a table looks for.
            {
                "more_meta": "bit<8> kept;",
                "locals": "action mark() { hdr.h.c = 7; }"
                "table t { key = { meta.kept : exact; } actions = { mark; NoAction; }"
                " const entries = { 0x5a : mark(); } }",
                "ingress": "meta.kept = hdr.items[0].value; t.apply();",
            },
            [f"packet {number}" for number in range(4)],
        ),
    ],
)
def test_what_is_alike_with_cleared_headers_was_stale(tmp_path, monkeypatch, parts, items):
    verdict, _ = verdicts(tmp_path, monkeypatch, as_it_is, **parts)
    assert {reason: [d.item for d in several] for reason, several in verdict.explained.items()} == {STALE: items}
    assert not verdict.left


def test_a_byte_beside_it_is_left(tmp_path, monkeypatch):
    def spoil(outcome):
        ((port, frame),) = outcome.packets[2]
        outcome.packets[2] = ((port, frame[:-1] + b"\xee"),)

    verdict, _ = verdicts(tmp_path, monkeypatch, spoil, ingress="hdr.h.b = hdr.items[0].value;")
    assert [d.item for d in verdict.explained[STALE]] == ["packet 0", "packet 1", "packet 3"]
    assert [d.item for d in verdict.left] == ["packet 2"]


def test_a_switch_that_falls_over_cleared_headers_is_judged_as_it_is(tmp_path, monkeypatch):
    verdict, tried = verdicts(tmp_path, monkeypatch, as_it_is, ingress="hdr.h.b = hdr.items[0].value;")
    assert not verdict.left
    cleared_ = tried.cleared()

    def falls(document, info, workload, workdir):
        if document in cleared_.documents.values():
            raise NotRun("it falls")
        return stand_in(as_it_is, document, info, workload, workdir)

    monkeypatch.setattr(judging, "run_bmv2", falls)
    again = Court(tried).judge((OURS, judging.EMBEDDED), tried.run(OURS, judging.EMBEDDED))
    assert [d.item for d in again.left] == [f"packet {number}" for number in range(4)]


def test_a_parser_that_comes_back_to_its_start_keeps_what_it_read(tmp_path):
    """Headers are cleared before parsing begins, not whenever its first state runs."""
    text = source(
        after_extract="transition select(hdr.h.b) { 9 : more; default : accept; }",
        states="state more { packet.extract(hdr.items.next); transition accept; }",
    )
    document = build(tmp_path, text).json
    changed = cleared(document)
    parser = changed["parsers"][0]
    assert parser["init_state"] not in {state["name"] for state in document["parsers"][0]["parse_states"]}
    assert [s for s in parser["parse_states"] if s["name"] != parser["init_state"]] == document["parsers"][0][
        "parse_states"
    ]
    load_program(changed)


# --- The reference ---------------------------------------------------------------------------------------------------
# The processes of the reference: why one does not start, what one has left to do, and how much it has done.


@pytest.mark.parametrize("start", [Bmv2Grpc, lambda folder: Bmv2(folder / "program.json", folder)])
def test_a_bmv2_without_nanomsg_is_named(tmp_path, monkeypatch, start):
    for name in ("simple_switch", "simple_switch_grpc"):
        said = "echo Error while parsing command line arguments; echo Usage: ...; echo Your target comes with its own"
        (tmp_path / name).write_text(f"#!/bin/sh\n{said}\nexit 1\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    with pytest.raises(ReferenceFault, match=r"this BMv2 was built without nanomsg$"):
        start(tmp_path)


def test_a_process_that_waits_and_one_that_works():
    with subprocess.Popen([sys.executable, "-c", "input()\nwhile True: pass"], stdin=subprocess.PIPE) as child:
        try:
            until(lambda: is_idle(child.pid))
            before = processor_seconds(child.pid)
            child.stdin.write(b"\n")
            child.stdin.flush()
            until(lambda: processor_seconds(child.pid) > before + 0.05)
            assert not is_idle(child.pid)
        finally:
            child.kill()
    assert is_idle(child.pid)
    assert processor_seconds(child.pid) == 0
    assert processor_seconds(os.getpid()) > 0
