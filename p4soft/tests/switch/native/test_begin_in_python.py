# SPDX-License-Identifier: Apache-2.0
"""A program begins at once in Python and goes over to machine code; large programs compile in pieces."""

from __future__ import annotations

import random
import sys
import threading
from functools import cache

import pytest
from native_pair_kit import Pair, everything
from p4runtime_kit import DEVICE_ID, Client, read_config
from program_kit import Builder, assign, bytes_program, call, const, extract, field, op, std
from waiting_kit import until

from p4soft.interpreter import RECURSION_LIMIT, deep_recursion
from p4soft.llvm import Unsupported, jit, pieces
from p4soft.switch import ProgramError, SimpleSwitch, load_program
from p4soft.switch.codegen.layout import Layout
from p4soft.switch.native import engine as compiler
from p4soft.switch.native.layout import MOST_ON_WIRE, NativeLayout
from p4soft.switch.p4runtime import P4RuntimeServer
from p4soft.switch.ports.control import Commands
from p4soft.switch.state.switch_state import PlainStorage

KIND, X = field("h", "kind"), field("h", "x")
FRAMES = [(0, bytes([kind, number, 0, 0, 0]) + b"rest") for number, kind in enumerate((0, 1, 2, 9, 1, 0) * 4)]


class Compiler:
    """Stands before LLVM: nothing is compiled until `go`, and `fail` says what comes of it then."""

    def __init__(self):
        self.go = threading.Event()
        self.begun = threading.Semaphore(0)
        self.fail = None
        self._real = compiler._compiled

    def __call__(self, program, unit):
        self.begun.release()
        assert self.go.wait(60)
        if self.fail is not None:
            raise self.fail
        return self._real(program, unit)


@pytest.fixture(name="llvm")
def held_back(monkeypatch):
    """Nothing is found compiled, and LLVM waits."""
    monkeypatch.setenv(jit.VARIABLE, "off")
    monkeypatch.setattr(compiler, "_known", type(compiler._known)())
    compiler.compile_native.cache_clear()
    found = Compiler()
    monkeypatch.setattr(compiler, "_compiled", found)
    yield found
    found.go.set()
    compiler.compile_native.cache_clear()


def program(cells="r"):
    """Counts, keeps, draws and queues: what must go on as if nothing had happened."""
    b = bytes_program()
    b.json["counter_arrays"].append({"name": "c", "id": 0, "size": 256, "is_direct": False})
    b.json["register_arrays"] = [{"name": cells, "id": 0, "size": 256, "bitwidth": 72}]
    row = {"type": "register_array", "value": cells}
    b.action("go", assign(std("egress_spec"), {"type": "runtime_data", "value": 0}), params={"port": 9})
    old = {"type": "register", "value": [cells, KIND]}
    b.run(
        "tally",
        call("count", {"type": "counter_array", "value": "c"}, KIND),
        call("register_write", row, KIND, op("+", old, std("packet_length"))),
        call("modify_field_rng_uniform", field("h", "y"), const(0), const(255)),
        following="route",
        start=True,
    )
    b.table("route", [("exact", KIND)], ["go"], default=("go", [1]), with_counters=True)
    return load_program(b.json)


def send(switch, now):
    return switch.receive_burst(FRAMES, now) + switch.advance(now + 5)


def test_the_same_state_goes_on_in_machine_code(llvm, caplog):
    late, python = SimpleSwitch(engine="auto", begin_in_python=True, seed=5), SimpleSwitch(engine="python", seed=5)
    told = []
    late.engine_listener = told.append
    with caplog.at_level("INFO", logger="p4soft.switch"):
        for switch in (late, python):
            switch.load(program())
            switch.set_queue_rate(100_000, 1)
        assert (late.engine, late.waits_for_machine_code, late.engine_reason) == ("python", True, None)
        assert send(late, 100) == send(python, 100)
        assert late.next_event_us() == python.next_event_us() is not None, "packets wait in queues"
        llvm.go.set()
        until(lambda: told)
    assert told == [None]
    assert (late.engine, late.waits_for_machine_code, late.takes_records) == ("native", False, True)
    for now in (107, 400, 10_000):
        assert send(late, now) == send(python, now)
    assert everything(late) == everything(python)
    assert any("machine code runs the program now" in record.getMessage() for record in caplog.records)


def test_what_llvm_cannot_do_stays_in_python(llvm):
    switch, told = SimpleSwitch(engine="auto", begin_in_python=True), []
    switch.engine_listener = told.append
    switch.load(program())
    sent = send(switch, 100)
    llvm.fail = Unsupported("LLVM is on strike")
    llvm.go.set()
    until(lambda: told)
    assert told == ["LLVM is on strike"]
    assert (switch.engine, switch.engine_reason, switch.waits_for_machine_code) == ("python", told[0], False)
    assert len(send(switch, 200)) == len(sent)
    assert switch.state.counters["c"].packets[9] == 8


@pytest.mark.usefixtures("llvm")
def test_what_native_code_cannot_run_is_known_at_once(monkeypatch):
    def unsupported(_program, _layout):
        raise Unsupported("no such thing")

    monkeypatch.setattr(compiler, "build", unsupported)
    switch = SimpleSwitch(engine="auto", begin_in_python=True)
    switch.load(program())
    assert (switch.engine, switch.engine_reason, switch.waits_for_machine_code) == ("python", "no such thing", False)
    assert type(switch.state.storage) is PlainStorage, "Python is fastest over objects of its own"


def test_a_program_that_has_gone_does_not_come_back(llvm):
    switch, told = SimpleSwitch(engine="auto", begin_in_python=True), []
    switch.engine_listener = told.append
    switch.load(program("old"))
    assert llvm.begun.acquire(timeout=60)
    switch.load(program("new"))
    llvm.go.set()
    until(lambda: told)
    assert told == [None] and switch.engine == "native"
    assert list(switch.state.registers) == ["new"]
    assert len(send(switch, 100)) == len(FRAMES)


def test_native_and_those_without_a_clock_wait(llvm):
    llvm.go.set()
    for options in ({"engine": "native", "begin_in_python": True}, {"engine": "auto"}):
        switch = SimpleSwitch(**options)
        switch.load(program())
        assert (switch.engine, switch.waits_for_machine_code) == ("native", False), options


def test_machine_code_that_is_there_runs_at_once(llvm):
    llvm.go.set()
    compiler.compile_native(program())
    switch = SimpleSwitch(engine="auto", begin_in_python=True)
    switch.load(program())
    assert (switch.engine, switch.waits_for_machine_code) == ("native", False)


def test_a_trace_that_ends_after_the_machine_code_came(llvm):
    switch, told = SimpleSwitch(engine="auto", begin_in_python=True), []
    switch.engine_listener = told.append
    switch.load(program())

    class Silent:
        def event(self, _event):
            pass

    switch.tracer = Silent()
    llvm.go.set()
    until(lambda: told)
    assert not switch.takes_records and len(send(switch, 100)) == len(FRAMES)
    switch.tracer = None
    assert switch.takes_records and len(send(switch, 200)) == len(FRAMES)
    assert switch.state.counters["c"].packets[9] == 8


class Ports:
    def __init__(self, switch):
        self.switch = switch


def test_who_asks_hears_which_engine_runs(llvm):
    switch = SimpleSwitch(engine="auto", begin_in_python=True)
    commands = Commands(Ports(switch), {})
    switch.load(program())
    assert commands.execute("show_engine") == ["python until its machine code is made", "ok"]
    llvm.go.set()
    until(lambda: switch.takes_records)
    assert commands.execute("show_engine") == ["native", "ok"]
    llvm.fail = Unsupported("too strange")
    switch.load(program("strange"))
    until(lambda: not switch.waits_for_machine_code)
    assert commands.execute("show_engine") == ["python: too strange", "ok"]


def test_a_client_of_p4runtime_does_not_wait_for_llvm(llvm):
    switch = SimpleSwitch(device_id=DEVICE_ID, engine="auto", begin_in_python=True)
    server = P4RuntimeServer(switch)
    server.start()
    client = Client(server.address)
    try:
        client.become_primary()
        client.set_pipeline(read_config())
        with switch.lock:
            assert switch.waits_for_machine_code
        llvm.go.set()
        until(lambda: switch.takes_records)
    finally:
        client.close()
        server.stop()


# --- Large programs --------------------------------------------------------------------------------------------------


@cache
def large(headers=80, fields=20):
    """Message types as an exchange has them: one of many headers follows the first, chosen by its number.

    Each has a field so wide that it does not lie as on the wire. LLVM is long at it: its machine code is made once, and
    then found.
    """
    widths = [8, 16, 32, 64, 48, 24, 160, 4, 12, 128, 40, 56]
    b = Builder()
    b.header("h", [["kind", 16, False], ["port", 16, False]])
    b.state("start", extract("h"), key=[KIND], to={**{n: f"m{n}" for n in range(headers)}, None: None})
    for n in range(headers):
        kept = random.Random(n).choices(widths, k=fields)
        kept += [MOST_ON_WIRE + 8, 8 + -sum(kept) % 8]
        b.header(f"m{n}", [[f"f{i}", width, False] for i, width in enumerate(kept)])
        b.state(f"m{n}", extract(f"m{n}"))
    b.run("out", assign(std("egress_spec"), field("h", "port")), start=True)
    for n in range(0, headers, 10):
        b.run(f"change{n}", assign(field(f"m{n}", "f2"), const(n)))
    return load_program(b.json)


def test_a_large_program_is_compiled_in_pieces_of_which_none_is_long():
    found = large()
    native = compiler.compile_native(found)
    assert len(native.artifact.images) > 2
    unit = compiler.build(found, NativeLayout(Layout(found)))
    sizes = [sum(len(block.instructions) for block in f.blocks) for f in unit.module.functions]
    assert max(sizes) < sum(sizes) / 4, "what reads and writes a header is a function of its own"
    parts = pieces(unit.module)
    assert [text for text, _ in pieces(unit.module)] == [text for text, _ in parts], "the same every time"
    lines = (line for text, _ in parts for line in text.splitlines())
    defined = {line.split('"')[1] for line in lines if line.startswith("define ")}
    assert {"parse", "ingress", "egress", "deparse", "burst"} <= defined


def test_a_burst_has_copies_of_short_functions_alone():
    def copied(program):
        burst = str(compiler.build(program, NativeLayout(Layout(program))).module.globals["burst"])
        calls = (line.partition('@"')[2] for line in burst.splitlines() if "alwaysinline" in line)
        return {call.partition('"')[0] for call in calls}

    assert copied(program()) == {"parse", "verify", "ingress", "egress", "deparse"}
    assert "parse" not in copied(large())


@pytest.mark.parametrize(
    ("machine", "known"), [("x86_64", True), ("AMD64", True), ("aarch64", True), ("riscv64", False)]
)
def test_functions_keep_their_callers_registers_where_llvm_knows_no_others(machine, known, monkeypatch):
    monkeypatch.setattr("p4soft.switch.native.unit.machine", lambda: machine)
    found = program()
    assert ("preserve_nonecc" in str(compiler.build(found, NativeLayout(Layout(found))).module)) is known


def test_a_large_program_does_the_same_in_both_engines():
    pair = Pair(large())
    frames = []
    for n in range(100):
        body = bytes((7 * n + 3 * i) % 256 for i in range(200))
        frames += [
            (1, n.to_bytes(2, "big") + (n % 9 + 1).to_bytes(2, "big") + body[:length]) for length in (400, 183, 5)
        ]
    assert len(pair.burst(frames, 100)) == len(frames)
    pair.check()


def test_a_small_program_stays_in_one_piece(llvm):
    llvm.go.set()
    assert len(compiler.compile_native(program()).artifact.images) == 1


def test_a_piece_that_llvm_cannot_do_is_a_reason(llvm, monkeypatch):
    llvm.go.set()
    monkeypatch.setattr(compiler, "pieces", lambda _module: [("define nothing", 1), ("define less", 1)])
    with pytest.raises(ProgramError, match=r"cannot run natively: internal error \(a report is welcome\)"):
        SimpleSwitch(engine="native").load(program())


def test_threads_that_need_deep_recursion_do_not_take_it_from_each_other():
    before, inside = sys.getrecursionlimit(), threading.Event()
    leave = threading.Event()

    def other():
        with deep_recursion():
            inside.set()
            leave.wait(60)

    thread = threading.Thread(target=other)
    with deep_recursion():
        thread.start()
        assert inside.wait(60)
    assert sys.getrecursionlimit() >= RECURSION_LIMIT, "the other is still inside"
    leave.set()
    thread.join(60)
    assert sys.getrecursionlimit() == before
