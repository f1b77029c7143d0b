# SPDX-License-Identifier: Apache-2.0
"""One truth of state: engines change at run time, bursts stop and go on, and the disk keeps what was compiled."""

from __future__ import annotations

import ctypes
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from guarded_memory_kit import GuardedFrames, GuardedMemory
from native_pair_kit import Pair, everything
from program_kit import Builder, assign, bytes_program, call, const, extract, field, op, std

from p4soft.llvm import jit
from p4soft.llvm.jit import Artifact
from p4soft.switch import Emission, SimpleSwitch, load_program
from p4soft.switch.native import storage
from p4soft.switch.native.burst import Frame, Out, Sent
from p4soft.switch.native.layout import Exit
from p4soft.switch.native.memory import read_word
from p4soft.switch.state import ActionCall, CloneSession, Exact, MulticastGroup, Replica

KIND, X = field("h", "kind"), field("h", "x")
CELLS = {"type": "register_array", "value": "r"}


class Silent:
    def __init__(self):
        self.events = []

    def event(self, event):
        self.events.append(event)


def program():
    """Counts and keeps every kind; kind 1 is cloned, 2 is a digest, 3 goes to a group, 4 is resubmitted once."""
    b = Builder()
    b.header("h", [["kind", 8, False], ["x", 8, False], ["y", 8, False], ["z", 16, False]])
    b.state("start", extract("h"))
    b.json["counter_arrays"].append({"name": "c", "id": 0, "size": 256, "is_direct": False})
    b.json["register_arrays"] = [{"name": "r", "id": 0, "size": 256, "bitwidth": 72}]
    b.json["field_lists"] = [{"id": 1, "name": "fl", "elements": []}]
    b.json["learn_lists"] = [{"id": 1, "name": "seen", "elements": [{"type": "field", "value": ["h", "kind"]}]}]
    b.action("go", assign(std("egress_spec"), {"type": "runtime_data", "value": 0}), params={"port": 9})
    b.action("none")
    b.run(
        "tally",
        call("count", {"type": "counter_array", "value": "c"}, KIND),
        call("register_write", CELLS, KIND, op("+", {"type": "register", "value": ["r", KIND]}, std("packet_length"))),
        following="route",
        start=True,
    )
    b.table("route", [("exact", KIND)], ["go", "none"], default=("go", [1]), following="rare", with_counters=True)
    b.condition("rare", op("==", KIND, const(1)), "clone", "rare2")
    b.run("clone", call("clone_ingress_pkt_to_egress", const(7), const(1)), following=None)
    b.condition("rare2", op("==", KIND, const(2)), "learn", "rare3")
    b.run("learn", call("generate_digest", const(0), const(1)))
    b.condition("rare3", op("==", KIND, const(3)), "many", "rare4")
    b.run("many", assign(std("mcast_grp"), const(5)))
    again = op("and", op("==", KIND, const(4)), op("==", std("instance_type"), const(0)))
    b.condition("rare4", again, "again", None)
    b.run("again", call("resubmit", const(1)))
    return load_program(b.json)


def fill(switch):
    switch.state.pre.insert_session(CloneSession(7, (Replica(9, 1),)))
    switch.state.pre.insert_group(MulticastGroup(5, (Replica(3, 1), Replica(4, 2))))
    switch.state.tables["route"].insert([Exact(8)], ActionCall("go", (2,)))


FRAMES = [(0, bytes([kind, 0, 0, 0, 0, 0xEE])) for kind in (8, 1, 8, 2, 3, 4, 0, 8, 1)]


def test_rare_packets_leave_in_order_among_others():
    pair = Pair(program())
    pair.change(fill)
    sent = pair.burst(FRAMES, 100)
    # A clone is queued before its original; copies of a group come as the client wrote them.
    assert [e.port for e in sent] == [2, 9, 1, 2, 1, 3, 4, 1, 1, 2, 9, 1]
    pair.check()
    assert [d.values for d in pair.digests[0]] == [(2,)]


def test_tracing_begins_and_ends_without_losing_anything():
    pair = Pair(program())
    pair.change(fill)
    for switch in pair.both:
        switch.set_queue_rate(1000, port=2)
    seen = []
    for tracer in (None, Silent(), None, Silent(), None):
        pair.native.tracer = tracer
        for now in (100, 200):
            seen += pair.burst(FRAMES, now + len(seen))
        pair.check()
        assert tracer is None or tracer.events
    waiting = pair.native.next_event_us()
    assert waiting is not None and waiting == pair.python.next_event_us()
    left = pair.native.advance(10**9)
    assert left == pair.python.advance(10**9)
    assert left
    pair.check()


def test_queued_packets_survive_a_change_of_engine():
    pair = Pair(program())
    pair.change(fill)
    for switch in pair.both:
        switch.set_queue_rate(10, port=2)
    pair.burst([FRAMES[0]] * 3, 100)
    pair.native.tracer = Silent()
    pair.burst([FRAMES[0]] * 2, 200)
    pair.native.tracer = None
    assert len(pair.native.advance(10**9)) == 4
    pair.python.advance(10**9)
    pair.check()


def test_time_that_goes_back_makes_packets_wait_as_in_python():
    pair = Pair(program())
    pair.change(fill)
    for now in (1000, 10, 999, 1000, 2000):
        pair.burst(FRAMES, now)
    pair.check()


def test_a_full_output_stops_a_burst_and_nothing_is_lost():
    switch = SimpleSwitch(engine="native")
    switch.load(program())
    fill(switch)
    fast = switch._fast
    switch.receive(0, FRAMES[0][1], 0)
    frames = (Frame * 5)(*[Frame(0, 6, FRAMES[0][1], 50) for _ in range(5)])
    records, room = (Sent * 2)(), ctypes.create_string_buffer(4096)
    out = Out(ctypes.addressof(records), 2, 0, ctypes.addressof(room), 4096, 0)
    at, done = ctypes.addressof(frames), []
    while True:
        taken, reason = fast.step(5 - len(done), at + ctypes.sizeof(Frame) * len(done), ctypes.addressof(out))
        done += [room.raw[r.offset : r.offset + r.length] for r in records[: out.count]]
        out.count = out.used = 0
        if reason is Exit.DONE:
            break
        assert reason is Exit.FULL and taken == 2
    assert done == [FRAMES[0][1]] * 5


def test_the_end_of_a_frame_that_leaves_as_it_came_is_copied_only_if_it_may_not_stay():
    switch = SimpleSwitch(engine="native")
    switch.load(program())
    fill(switch)
    header, frame = bytes([8, 1, 2, 3, 4]), bytes([8, 1, 2, 3, 4]) + b"rest"
    switch.receive(0, frame, 0)
    for may_stay, bytes_left, written in ((0, 0, frame), (1, 4, header + b"....")):
        frames, records = (Frame * 1)(Frame(0, 9, frame, 50)), (Sent * 1)()
        room = ctypes.create_string_buffer(b"." * 64)
        out = Out(ctypes.addressof(records), 1, 0, ctypes.addressof(room), 64, 0, may_stay)
        assert switch._fast.step(1, ctypes.addressof(frames), ctypes.addressof(out)) == (1, Exit.DONE)
        assert (records[0].length, out.used, out.left) == (9, 9, bytes_left)
        assert room.raw[:9] == written


def cutting(most):
    """A switch that keeps at most ``most`` bytes of a frame. Its program has one header, of two bytes."""
    b = Builder()
    b.header("h", [["kind", 8, False], ["x", 8, False]])
    b.state("start", extract("h"))
    b.run("cut", assign(std("egress_spec"), const(1)), call("truncate", const(most)), start=True)
    switch = SimpleSwitch(engine="native")
    switch.load(load_program(b.json))
    return switch


@pytest.mark.parametrize(
    ("most", "written", "left"), [(1, b"\1", 0), (2, b"\1\2", 0), (5, b"\1\2res", -5), (6, b"\1\2", 4), (9, b"\1\2", 4)]
)
def test_where_a_frame_is_cut_is_said(most, written, left):
    switch, frame = cutting(most), b"\1\2rest"
    switch.receive(0, frame, 0)
    frames, records = (Frame * 1)(Frame(0, 6, frame, 50)), (Sent * 1)()
    room = ctypes.create_string_buffer(64)
    out = Out(ctypes.addressof(records), 1, 0, ctypes.addressof(room), 64, 0, 1)
    assert switch._fast.step(1, ctypes.addressof(frames), ctypes.addressof(out)) == (1, Exit.DONE)
    assert (records[0].length, out.used, out.left) == (min(most, 6), min(most, 6), left)
    assert room.raw[: len(written)] == written


def test_what_follows_the_headers_leaves_as_it_came_and_nothing_beyond_is_read(monkeypatch):
    monkeypatch.setattr(storage, "new_memory", GuardedMemory)
    switch = SimpleSwitch(engine="native")
    switch.load(program())
    guarded, rng = GuardedFrames(switch), random.Random(1)
    for length in range(500):
        frame = FRAMES[0][1][:5] + rng.randbytes(length)
        assert guarded.receive(0, frame, length) == [Emission(1, 0, frame)]


def test_a_frame_larger_than_the_output_makes_it_grow():
    switch = SimpleSwitch(engine="native")
    switch.load(program())
    big = bytes(3 << 20)
    assert switch.receive(0, big, 0) == [Emission(1, 0, big)]


def test_a_listener_may_call_the_switch_again():
    b = bytes_program().run("in", assign(std("egress_spec"), op("+", X, const(1))), start=True)
    switch = SimpleSwitch(engine="native", cpu_port=5)
    switch.load(load_program(b.json))
    inner = []
    switch.packet_in_listener = lambda frame: inner.extend(switch.receive_burst([(0, b"\0\1\0\0\0" + frame)] * 2, 9))
    sent = switch.receive_burst([(0, b"\0\2\0\0\0"), (0, b"\0\4\0\0\0"), (0, b"\0\3\0\0\0")], 9)
    assert [e.port for e in sent] == [3, 4] and [e.port for e in inner] == [2, 2]


def test_what_a_deleted_entry_counted_can_be_read():
    switch = SimpleSwitch(engine="native")
    switch.load(program())
    fill(switch)
    entry = switch.state.tables["route"].entries()[0]
    switch.receive(0, FRAMES[0][1], 0)
    switch.state.tables["route"].delete(entry.key)
    switch.state.tables["route"].insert([Exact(9)], ActionCall("go", (3,)))
    assert (entry.packets, entry.bytes) == (1, 6)
    assert everything(switch)["entries"]["route"][0][1:3] == (0, 0)


def test_what_goes_wrong_in_python_is_counted_once(monkeypatch):
    b = bytes_program().run("in", assign(std("egress_spec"), const(1)), following="tell", start=True)
    values = {"type": "parameters_vector", "value": [X]}
    b.run("tell", call("log_msg", {"type": "string", "value": "{}"}, values))
    switch = SimpleSwitch(engine="native")
    switch.load(load_program(b.json))

    def broken(_template, _values):
        raise OSError("no words left")

    monkeypatch.setattr("p4soft.switch.native.engine.format_message", broken)
    switch.receive(0, bytes(5), 0)
    assert (switch.faults, switch.drops["internal error"]) == (1, 1)
    monkeypatch.undo()
    assert len(switch.receive(0, bytes(5), 1)) == 1
    assert switch.faults == 1


def test_objects_of_a_program_outlive_it():
    switch = SimpleSwitch(engine="native")
    switch.load(program())
    fill(switch)
    old = switch.state
    switch.receive(0, FRAMES[0][1], 0)
    switch.load(program())
    assert old.counters["c"].packets[8] == 1 and old.registers["r"].cells[8] == 6
    assert old.tables["route"].entries()[0].packets == 1


# --- The cache on disk -------------------------------------------------------------------------------------------

ARTIFACT = Artifact((b"image", b"", b"another"), 3, ("failed",), (("text", (1, 2)),))


def test_statements_take_no_native_memory_of_tables():
    """p4c makes a table of every bare statement; machine code runs its action without looking anything up."""
    b = Builder()
    b.header("h", [["kind", 8, False]])
    b.state("start", extract("h"))
    b.action("go", assign(std("egress_spec"), const(1)))
    b.run("statement", assign(KIND, const(9)), following="route", start=True)
    b.table("route", [("exact", KIND)], ["go"], default=("go", []))
    switch = SimpleSwitch(engine="native")
    switch.load(load_program(b.json))
    storage = switch.state.storage
    assert list(storage.layout.roots) == list(storage.layout.records) == ["route"]
    assert all(read_word(storage.word(words["route"])) for words in (storage.layout.roots, storage.layout.records))
    assert [(e.port, e.frame) for e in switch.receive(1, b"\x01", 0)] == [(1, b"\x09")]


@pytest.mark.parametrize(
    ("uses", "left_out"), [({}, 32), ({"with_counters": True}, 8), ({"support_timeout": True}, 0)], ids=str
)
def test_a_record_has_no_more_than_packets_of_its_table_use(uses, left_out):
    """What it leaves out is in the entry, and no packet changes it."""
    b = Builder()
    b.header("h", [["kind", 8, False]])
    b.state("start", extract("h"))
    b.action("go", assign(std("egress_spec"), const(1)))
    b.table("route", [("exact", KIND)], ["go"], default=("go", []), **uses).start("route")
    switch = SimpleSwitch(engine="native")
    switch.load(load_program(b.json))
    entries = [switch.state.tables["route"].insert([Exact(n)], ActionCall("go", ()), now_us=7 + n) for n in range(3)]
    rows = switch.state.storage._entry_rows["route"].rows
    assert rows.size == 40 - left_out
    for _ in range(2):
        switch.receive(1, b"\x01", 50)
    counted = (2, 2) if "with_counters" in uses else (0, 0)
    assert [(e.packets, e.bytes) for e in entries] == [(0, 0), counted, (0, 0)]
    assert [e.last_hit_us for e in entries] == [7, 50 if "support_timeout" in uses else 8, 9]


def test_an_artifact_comes_back(tmp_path, monkeypatch):
    monkeypatch.setenv(jit.VARIABLE, str(tmp_path))
    jit.write_cached("name", ARTIFACT)
    assert jit.read_cached("name") == ARTIFACT
    assert jit.read_cached("other") is None


@pytest.mark.parametrize("at", [0, 5, 30, 60, -1])
def test_a_changed_file_is_not_read(tmp_path, monkeypatch, at):
    monkeypatch.setenv(jit.VARIABLE, str(tmp_path))
    jit.write_cached("name", ARTIFACT)
    data = bytearray((tmp_path / "name").read_bytes())
    data[at] ^= 1
    (tmp_path / "name").write_bytes(data)
    assert jit.read_cached("name") is None
    (tmp_path / "name").write_bytes(data[: len(data) // 2])
    assert jit.read_cached("name") is None


def test_a_folder_that_others_can_write_to_is_not_read(tmp_path, monkeypatch):
    monkeypatch.setenv(jit.VARIABLE, str(tmp_path))
    jit.write_cached("name", ARTIFACT)
    tmp_path.chmod(0o777)
    assert jit.read_cached("name") is None


def test_no_disk_at_all(tmp_path, monkeypatch):
    for said in ("off", str(tmp_path / "file" / "below")):
        (tmp_path / "file").write_text("")
        monkeypatch.setenv(jit.VARIABLE, said)
        jit.write_cached("name", ARTIFACT)
        assert jit.read_cached("name") is None


def test_a_corrupt_cache_does_not_stop_a_switch(tmp_path):
    code = (
        f"import sys; sys.path.insert(0, '{Path(__file__).parents[1]}'); from program_kit import bytes_program; "
        "s = bytes_program().load(engine='native'); print(s.engine, len(s.receive(0, bytes(5), 0)))"
    )
    said = {**os.environ, jit.VARIABLE: str(tmp_path)}
    for _ in range(2):
        found = subprocess.run([sys.executable, "-c", code], env=said, capture_output=True, text=True, check=True)
        assert found.stdout.split()[0] == "native"
        for path in tmp_path.iterdir():
            path.write_bytes(path.read_bytes()[:-7])
