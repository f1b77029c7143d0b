# SPDX-License-Identifier: Apache-2.0
"""A trace explains every packet, and changes nothing about what the switch does."""

import io
import random

from program_kit import Builder, assign, bytes_program, call, const, extract, field, header, op, param, std

from p4soft.switch import trace
from p4soft.switch.codegen import compile_program
from p4soft.switch.state import ActionCall, CloneSession, Lpm, Replica
from p4soft.switch.trace import TextTracer


class Recorder:
    def __init__(self):
        self.events = []

    def event(self, event):
        self.events.append(event)


def program():
    b = bytes_program()
    b.header("extra", [["v", 8, False]])
    b.json["parsers"][0]["parse_states"].clear()
    b.state("start", extract("h"), key=[field("h", "kind")], to={2: "more", None: None})
    b.state("more", extract("extra"))
    b.json["counter_arrays"].append({"name": "c", "id": 0, "size": 4, "is_direct": False})
    b.json["field_lists"].append({"id": 0, "name": "none", "elements": []})
    b.action("forward", assign(std("egress_spec"), param(0), line=41), assign(field("h", "x"), const(7), line=42),
             params={"port": 9})  # fmt: skip
    b.action("deny", call("mark_to_drop", header("standard_metadata"), line=51))
    b.table("route", [("lpm", field("h", "z"))], ["forward", "deny"], match="lpm", default=("deny", []), line=60,
            following="check")  # fmt: skip
    b.condition("check", op("==", field("h", "y"), const(9)), "tbl_note", None, line=70)
    b.run("tbl_note", call("count", {"type": "counter_array", "value": "c"}, const(2), line=80),
          call("add_header", header("extra"), line=81),
          call("clone_ingress_pkt_to_egress", const(3), const(0), line=82),
          call("truncate", const(6), line=83))  # fmt: skip
    return b.start("route")


def traced(frame, **options):
    out = io.StringIO()
    sw = program().load(tracer=TextTracer(out), **options)
    sw.state.table("route").insert([Lpm(0x1200, 8)], ActionCall("forward", (3,)))
    sw.state.pre.insert_session(CloneSession(3, (Replica(5),)))
    sw.receive(1, frame, 123)
    return out.getvalue()


def test_a_hit_names_entry_action_line_and_changes():
    text = traced(bytes([1, 0, 0, 0x12, 0x34]))
    for line in (
        "#0 received on port 1: 5 bytes at 123 us",
        "parser state start",
        "extract h (5 bytes at 0): kind=0x1, x=0x0, y=0x0, z=0x1234",
        "start -> accept on h.kind=0x1 (case default)",
        "table route key h.z=0x1234: hit entry 0 (h.z=0x1200/8) -> forward(0x3)  [test.p4:60]",
        "action forward(port=0x3)",
        "standard_metadata.egress_spec: 0x0 -> 0x3  [test.p4:41]",
        "h.x: 0x0 -> 0x7  [test.p4:42]",
        "if if check: false  [test.p4:70]",
        "queued for port 3 priority 0 (0 ahead)",
        "sent out of port 3: 5 bytes",
    ):
        assert line in text, line


def test_a_drop_says_why_and_where():
    text = traced(bytes([1, 0, 0, 0x55, 0x34]))
    assert "table route key h.z=0x5534: miss -> default deny()  [test.p4:60]" in text
    assert text.endswith("#0   DROPPED in ingress: egress_spec is the drop port 511  [test.p4:51]\n")


def test_short_packets_explain_the_parser_error():
    text = traced(bytes([2, 0, 0, 0x12, 0x34]))
    assert "start -> more on h.kind=0x2 (case 0x2)" in text
    assert "parser stops in more: PacketTooShort; ingress still runs" in text


def test_copies_counts_headers_and_cuts():
    text = traced(bytes([1, 0, 9, 0x12, 0x34, 0, 0, 0]))
    for line in (
        "count: c[2]: 1 packets, 8 bytes so far  [test.p4:80]",
        "extra becomes valid  [test.p4:81]",
        "clone: session 3  [test.p4:82]",
        "clone_i2e: session 3 to port 5, as #0.1",
        "truncated from 9 to 6 bytes",
        "sent out of port 5: 8 bytes",
        "sent out of port 3: 6 bytes",
    ):
        assert line in text, line
    assert "table tbl_note" not in text  # p4c's own wrappers are noise


def test_queue_drops_are_explained():
    out = io.StringIO()
    sw = bytes_program().run("in", assign(std("priority"), const(3)), start=True).load(tracer=TextTracer(out))
    sw.receive(1, bytes(5), 0)
    assert "DROPPED in queue: priority 3 is out of range: the switch has 1 queues per port" in out.getvalue()
    out = io.StringIO()
    sw = bytes_program().load(tracer=TextTracer(out))
    sw.set_queue_depth(0)
    sw.receive(1, bytes(5), 0)
    sw.set_queue_depth(0, port=0)
    sw.receive(1, bytes(5), 0)
    assert "DROPPED in queue: queue of port 0 priority 0 is full" in out.getvalue()


def test_events_are_structured():
    recorder = Recorder()
    sw = program().load(tracer=recorder)
    sw.state.table("route").insert([Lpm(0x1200, 8)], ActionCall("forward", (3,)))
    sw.receive(1, bytes([1, 0, 0, 0x12, 0x34]), 123)
    applied = [e for e in recorder.events if isinstance(e, trace.TableApplied)]
    assert [(e.table, e.key, e.hit, e.handle, e.action) for e in applied] == [
        ("route", (("h.z", 0x1234),), True, 0, "forward(0x3)")
    ]
    assert applied[0].source is not None and applied[0].source.line == 60


def test_untraced_code_has_no_trace_in_it():
    loaded = program().load().program
    assert "TR(" not in compile_program(loaded, False).text
    assert "TR(" in compile_program(loaded, True).text


def test_traced_and_untraced_switches_agree():
    rng = random.Random(3)
    plain, watched = program().load(), program().load(tracer=Recorder())
    for sw in (plain, watched):
        sw.state.table("route").insert([Lpm(0x1200, 8)], ActionCall("forward", (3,)))
    for i in range(200):
        frame = bytes(rng.choice([0, 1, 2, 9, 0x12]) for _ in range(rng.randrange(9)))
        assert plain.receive(1, frame, i) == watched.receive(1, frame, i)


def test_the_tracer_can_come_and_go():
    b = Builder()
    b.json["register_arrays"].append({"name": "r", "id": 0, "size": 1, "bitwidth": 8})
    b.state("start")
    r = {"type": "register_array", "value": "r"}
    b.run("in", call("register_read", field("meta", "a"), r, const(0)),
          call("register_write", r, const(0), op("+", field("meta", "a"), const(1)), line=5), start=True)  # fmt: skip
    sw = b.load()
    sw.receive(0, b"", 0)
    recorder = Recorder()
    sw.tracer = recorder
    sw.receive(0, b"", 0)
    sw.tracer = None
    sw.receive(0, b"", 0)
    assert sw.state.register("r").cells == [3]
    assert {e.packet for e in recorder.events} == {1}


def test_a_closed_output_does_not_cost_packets():
    class Closed(io.StringIO):
        def write(self, _text):
            raise BrokenPipeError

    sw = program().load(tracer=TextTracer(Closed()))
    sw.state.table("route").insert([Lpm(0x1200, 8)], ActionCall("forward", (3,)))
    assert len(sw.receive(1, bytes([1, 0, 0, 0x12, 0x34]), 0)) == 1
