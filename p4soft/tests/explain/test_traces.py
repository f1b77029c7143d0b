# SPDX-License-Identifier: Apache-2.0
"""Traces of one program that has every construct: the text is golden, the JSON is what `--events` lists."""

import io
import json
import re
from pathlib import Path

import pytest
from tests.explain import parcel_kit as parcel

from p4soft.explain.__main__ import events_text
from p4soft.switch import trace
from p4soft.switch.command import SwitchCommand
from p4soft.switch.trace import BytePattern, FilteringTracer, JsonTracer, PacketFilter, TextTracer, event_name

GOLDEN = Path(__file__).parent / "golden" / "parcel_trace.txt"
DOCUMENT = Path(__file__).parents[2] / "docs" / "tracing.md"
EVENTS = re.sub(r"\n {2}(?=\w)", " ", events_text())  # a long list of members takes several lines
HEX = re.compile(r"-?0x[0-9a-f]+")


class Recorder:
    def __init__(self):
        self.events = []

    def event(self, event):
        self.events.append(event)


def text_of(packets=None):
    out = io.StringIO()
    tracer = TextTracer(out)
    parcel.run(tracer if packets is None else FilteringTracer(tracer, packets))
    return parcel.relative(out.getvalue())


def objects():
    out = io.StringIO()
    parcel.run(JsonTracer(out))
    return [json.loads(line) for line in out.getvalue().splitlines()]


def documented():
    """event -> member -> type, as `p4soft explain --events` prints them."""
    rows = re.findall(r"^(\w+): (.*)$", EVENTS, re.MULTILINE)
    assert len(rows) == len({name for name, _ in rows})
    return {name: dict(member.split(" ") for member in members.split(", ")) for name, members in rows}


def is_hex(value):
    return isinstance(value, str) and HEX.fullmatch(value) is not None


def is_number(value):
    return isinstance(value, int) and not isinstance(value, bool)


def is_place(value):
    if value is None:
        return True
    kinds = {"file": str, "line": int, "column": int, "text": str}
    return value.keys() == kinds.keys() and all(isinstance(value[k], kind) for k, kind in kinds.items())


TYPES = {
    "number": is_number,
    "number?": lambda v: v is None or is_number(v),
    "string": lambda v: isinstance(v, str),
    "string?": lambda v: v is None or isinstance(v, str),
    "boolean": lambda v: isinstance(v, bool),
    "hex": is_hex,
    "bytes": lambda v: isinstance(v, str) and bytes.fromhex(v).hex() == v,
    "strings": lambda v: isinstance(v, list) and all(isinstance(s, str) for s in v),
    "pairs": lambda v: all(p.keys() == {"name", "value"} and is_hex(p["value"]) for p in v),
    "place": is_place,
}


def test_the_text_is_golden():
    assert text_of() == GOLDEN.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("packet", "line"),
    [
        (0, "table ParcelIngress.dispatch key op=0x1: hit const entry 0 (op=0x1)"),
        (0, "ParcelIngress.out_of(0x6) via group 1, member 1"),
        (0, "direct_counter: ParcelIngress.dispatched of entry 0: 1 packets, 8 bytes so far"),
        (1, "miss -> default ParcelIngress.refuse()"),
        (1, "DROPPED in ingress: egress_spec is the drop port 511  [parcel.p4:91]"),
        (2, "register_read: ParcelIngress.last_value[1] is 0x0  [parcel.p4:97]"),
        (2, "register_write: ParcelIngress.last_value[1] = 0x42  [parcel.p4:98]"),
        (2, "count: ParcelIngress.seen[2]: 1 packets, 8 bytes so far  [parcel.p4:100]"),
        (2, "execute_meter: ParcelIngress.limit[3] is green  [parcel.p4:101]"),
        (3, "random: 0x5 out of 0x5..0x5  [parcel.p4:107]"),
        (3, "log_msg: mark 4 of 3  [parcel.p4:108]"),  # CRC-16/ARC of 03 1111 is 0x19cc, of 8: 4
        (4, "digest news_t to the control plane: scalars.digest=0x4, scalars.digest_0=0x2222"),
        (4, "clone_i2e: session 5 to port 4, as #4.1, keeping scalars.metadata_t.trips=0x0"),
        (5, "resubmit: back to the ingress parser, as #5+1, keeping scalars.metadata_t.trips=0x1"),
        (6, "multicast: group 9 to port 2, as #6.2"),
        (7, "DROPPED in ingress: no such multicast group: 8  [parcel.p4:125]"),
        (8, "DROPPED in ingress: assert failed at parcel.p4:130"),
        (9, "start -> unwrap on scalars.lookahead=0xfe (case value set ParcelParser.wrapped)  [parcel.p4:41]"),
        (9, "advance by 8 bits from byte 0  [parcel.p4:49]"),
        (9, "labels[1] becomes invalid  [parcel.p4:135]"),
        (10, "recirculate: back to the ingress parser, as #10+1"),
        (11, "truncated from 8 to 4 bytes"),
        (12, "DROPPED in egress: egress_spec is the drop port 511"),
        (13, "is wrong: 0xbeef, not 0xfefe  [parcel.p4:73]"),  # ~(0x0100 + 0x0001)
        (13, "writes 0xfefe over 0xbeef"),
        (14, "parser stops in parcel: PacketTooShort; ingress still runs  [parcel.p4:54]"),
        (15, "parser stops in parcel: BadParcel; ingress still runs  [parcel.p4:55]"),
    ],
)
def test_every_construct_is_explained(packet, line):
    assert line in text_of(PacketFilter(frozenset((packet,))))


def test_every_event_is_documented_with_its_members():
    page = documented()
    events = [c for c in vars(trace).values() if isinstance(c, type) and issubclass(c, trace.TraceEvent)]
    described = {
        event_name(c): [name for name in c.__struct_fields__ if name != "at"]
        for c in events
        if c is not trace.TraceEvent
    }
    assert {name: list(members) for name, members in page.items()} == described
    assert max(map(len, events_text().splitlines())) < 80
    assert all(f"*{kind}*" in DOCUMENT.read_text(encoding="utf-8") for kind in ("hex", "pairs", "place"))


def test_json_is_what_the_page_says():
    page = documented()
    seen = set()
    for found in objects():
        assert list(found)[:4] == ["packet", "pass", "copy", "event"]
        members = page[found["event"]]
        assert list(found)[4:] == list(members)
        for name, kind in members.items():
            assert TYPES[kind](found[name]), (found, name, kind)
        seen.add(found["event"])
    assert seen == set(page)  # the parcels leave no event out


def test_copies_and_passes_are_numbered():
    journeys = {(o["packet"], o["pass"], o["copy"]) for o in objects()}
    assert {(4, 0, 1), (5, 1, 0), (6, 0, 1), (6, 0, 2), (10, 1, 0)} <= journeys
    assert (4, 0, 2) not in journeys


def test_frames_are_in_the_json():
    of_0 = [o for o in objects() if o["packet"] == 0]
    assert of_0[0]["frame"] == of_0[-1]["frame"] == "010012340000beef"


def test_tracing_changes_nothing():
    plain, watched = parcel.switch(None), parcel.switch(Recorder())
    for i, frame in enumerate(parcel.FRAMES.values()):
        data = bytes.fromhex(frame)
        assert plain.receive(1, data, i) == watched.receive(1, data, i)


def test_a_queued_copy_keeps_its_journey():
    recorder = Recorder()
    sw = parcel.switch(recorder)
    sw.set_queue_rate(1)
    sw.receive(1, bytes.fromhex(parcel.FRAMES["multicast"]), 0)
    sw.receive(1, bytes.fromhex(parcel.FRAMES["multicast"]), 1)
    sw.advance(10_000_000)
    journeys = {(e.at.packet, e.at.copy) for e in recorder.events if isinstance(e, trace.Emitted)}
    assert journeys == {(0, 1), (0, 2), (1, 1), (1, 2)}


def test_tracing_may_begin_while_packets_wait():
    sw = parcel.switch(None)
    sw.set_queue_rate(1)
    frame = bytes.fromhex(parcel.FRAMES["a hit"])
    sw.receive(1, frame, 0)
    sw.receive(1, frame, 0)
    sw.tracer = recorder = Recorder()
    sw.advance(10_000_000)
    assert [e.packet for e in recorder.events if isinstance(e, trace.Emitted)] == [1]


@pytest.mark.parametrize(
    ("packets", "expected"),
    [
        (PacketFilter(frozenset((4,))), {4}),
        (PacketFilter(patterns=(BytePattern.parse("0:06"),)), {6, 7}),
        (PacketFilter(patterns=(BytePattern.parse("0:06"), BytePattern.parse("2:0009"))), {6}),
        (PacketFilter(patterns=(BytePattern.parse("1:0f&0f"),)), set()),
        (PacketFilter(patterns=(BytePattern.parse("1:10&f0"),)), {12}),
        (PacketFilter(patterns=(BytePattern.parse("5:00"), BytePattern.parse("6:beef"))), {0}),
        (PacketFilter(port=2), set()),
        (PacketFilter(frozenset((1, 2)), port=1), {1, 2}),
    ],
)
def test_filters_choose_whole_packets(packets, expected):
    recorder = Recorder()
    parcel.run(FilteringTracer(recorder, packets))
    assert {e.packet for e in recorder.events} == expected


def test_a_chosen_packet_comes_with_its_copies_and_passes():
    text = text_of(PacketFilter(frozenset((4,))))
    assert text == "".join(
        line for line in GOLDEN.read_text(encoding="utf-8").splitlines(True) if re.match(r"#4\b", line)
    )
    assert "#4.1   sent out of port 4" in text


@pytest.mark.parametrize("text", ["", "12", "12:", "x:86dd", "12:8", "12:zz", "12:86dd&ff", "-1:00", "²:00"])
def test_wrong_patterns_are_refused(text):
    with pytest.raises(ValueError, match="accepted: OFFSET:HEX"):
        BytePattern.parse(text)


def test_options_become_a_filter():
    given = ["p.json", "--trace-json", "--trace-packet", "3", "--trace-packet", "5", "--trace-port", "2"]
    options = SwitchCommand(lambda _: None).make_context("switch", [*given, "--trace-bytes", "12:86dd"]).obj
    assert (options.trace, options.trace_json) == (None, "-")
    assert options.trace_filter == PacketFilter(frozenset((3, 5)), 2, (BytePattern(12, b"\x86\xdd", b"\xff\xff"),))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--trace-packet", "1"], "add one"),
        (["--trace", "--trace-json"], "both write to standard output"),
        (["--trace=x", "--trace-json=x"], "both write to x"),
        (["--trace", "--trace-bytes", "q"], "accepted: OFFSET:HEX"),
        (["--trace", "--trace-port", "512"], "accepted: 0..511"),
    ],
)
def test_wrong_options_are_refused(arguments, message, capsys):
    with pytest.raises(SystemExit) as stopped:
        SwitchCommand(lambda _: None).main(["p.json", *arguments])
    assert stopped.value.code == 2
    assert message in capsys.readouterr().err
