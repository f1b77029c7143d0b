# SPDX-License-Identifier: Apache-2.0
"""What earlier packets left in headers is told from everything else by a run with cleared headers."""

from functools import partial

import pytest
from tests.compiler.compiler_kit import build, source

from p4soft.fidelity import verdict as judging
from p4soft.fidelity.corpus import OURS, P4C
from p4soft.fidelity.trial import Clock, NotRun, before_parsing, cleared, header_fields, run_embedded, set_field
from p4soft.fidelity.verdict import STALE, Court
from p4soft.fidelity.workload import Workload
from p4soft.switch import load_program

PACKETS = tuple((1, bytes([number]) + bytes(range(12))) for number in range(4))


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
        Workload((), PACKETS, ()),
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
