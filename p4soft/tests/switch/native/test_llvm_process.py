# SPDX-License-Identifier: Apache-2.0
"""LLVM in a process of its own: what it does not survive is a reason to run in Python, and the switch goes on."""

from __future__ import annotations

import ctypes
import itertools
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from ir_kit import I32, I64, function
from llvmlite import ir
from long_kit import share
from program_kit import bytes_program
from waiting_kit import until

from p4soft.llvm import Code, Limits, LlvmProcess, Unsupported, jit
from p4soft.llvm import child as llvm_child
from p4soft.switch import ProgramError, SimpleSwitch, load_program
from p4soft.switch.native import engine as compiler


@pytest.fixture
def process():
    made = LlvmProcess()
    yield made
    made.stop()


def module(name="it", times=3):
    made = ir.Module()
    with function(made, name, I64, [I64]) as (f, (x,)):
        f.ret(x * times)
    return made


def aborting(made):
    """A call that LLVM for this processor cannot turn into anything: it says so, and aborts."""
    name = "llvm.aarch64.crc32b" if "86" in os.uname().machine else "llvm.x86.sse42.crc32.32.8"
    strange = ir.Function(made, ir.FunctionType(I32, (I32, I32)), name)
    with function(made, "strange", I64, [I64]) as (f, (x,)):
        b = f.builder
        b.ret(b.zext(b.call(strange, [b.trunc(x.value, I32), b.trunc(x.value, I32)]), I64))
    return made


def large(made, values=2000):
    """So much to do that a second is not enough, and little memory either."""
    with function(made, "large", I64, [I64, I64]) as (f, (x, y)):
        total = f.variable(x)
        for i in range(values):
            with f.when((total.get() ^ i) > y):
                total.set(total.get() * (x + i) // (y | 1) + (total.get() >> (x & 63)))
        f.ret(total.get())
    return made


def calls(image, number):
    code = Code(image)
    return code.function("it", ctypes.c_uint64, result=ctypes.c_uint64)(number)


def test_modules_one_after_the_other_in_one_process(process):
    for speed in (0, 2, llvm_child.REGISTERS_ONLY, llvm_child.FEW_PASSES):
        assert calls(process.assemble(str(module()), speed), 14) == 42
    first = process._process.pid
    process.assemble(str(module("other")), 1)
    assert process._process.pid == first


def test_what_is_no_ir_is_told_and_the_process_goes_on(process):
    with pytest.raises(Unsupported, match=r"internal error \(a report is welcome\): LLVM IR parsing error"):
        process.assemble("define nothing", 2)
    pid = process._process.pid
    assert calls(process.assemble(str(module()), 2), 1) == 3
    assert process._process.pid == pid


def test_an_abort_ends_that_process_only(process):
    with pytest.raises(Unsupported, match=r"LLVM does not get through it: SIGABRT \(LLVM ERROR: Cannot select"):
        process.assemble(str(aborting(module())), 2)
    assert calls(process.assemble(str(module()), 2), 1) == 3


def test_too_long_is_an_end():
    slow = LlvmProcess(Limits(seconds=1))
    with pytest.raises(Unsupported, match="it takes more than 1 s"):
        slow.assemble(str(large(module())), 3)
    assert calls(slow.assemble(str(module()), 2), 1) == 3
    slow.stop()


def test_too_long_on_the_wall_is_an_end():
    slow = LlvmProcess(Limits(wall_s=0.01))
    with pytest.raises(Unsupported, match="was killed, or took more than 0 s"):
        slow.assemble(str(large(module(), 500)), 3)
    slow.stop()


def test_too_much_memory_is_an_end():
    poor = LlvmProcess(Limits(memory=200 << 20))
    with pytest.raises(Unsupported, match=r"LLVM does not get through it: |MemoryError"):
        poor.assemble(str(large(module())), 3)
    poor.stop()


def test_a_process_that_was_killed_is_started_again(process):
    process.assemble(str(module()), 0)
    os.kill(process._process.pid, signal.SIGKILL)
    process._process.wait()
    assert calls(process.assemble(str(module()), 0), 2) == 6


@pytest.mark.parametrize("part", [0, 1], ids=["head", "object"])
def test_an_interrupt_leaves_no_answer_for_the_next_question(part, process, monkeypatch):
    read, calls_of_read = LlvmProcess._read, itertools.count()

    def interrupted(self: LlvmProcess, file: int, count: int, deadline: float) -> bytes:
        if next(calls_of_read) == part:
            raise KeyboardInterrupt
        return read(self, file, count, deadline)

    monkeypatch.setattr(LlvmProcess, "_read", interrupted)
    with pytest.raises(KeyboardInterrupt):
        process.assemble(str(module(times=7)), 2)
    assert calls(process.assemble(str(module()), 2), 5) == 15


def test_a_process_without_work_ends_and_another_one_begins():
    idle = LlvmProcess(Limits(idle_s=0.05))
    idle.assemble(str(module()), 0)
    first = idle._process
    assert first.wait(20) == 0
    assert calls(idle.assemble(str(module()), 0), 2) == 6
    assert idle._process is not first
    idle.stop()


def test_it_ends_with_the_process_that_started_it():
    code = "from p4soft.llvm import LLVM; import os; LLVM.start(); print(LLVM._process.pid, flush=True); os._exit(0)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    status = Path(f"/proc/{int(done.stdout)}/status")
    until(lambda: not status.exists() or "zombie" in status.read_text())


_KITS = Path(__file__).parents[1]
_END = (
    f"import sys; sys.path.insert(0, '{_KITS}'); from program_kit import bytes_program; "
    "from p4soft.switch import SimpleSwitch, load_program; s = SimpleSwitch(begin_in_python=True); "
    "s.engine_listener = lambda reason: print('told', reason); s.load(load_program(bytes_program().json))"
)


def test_a_switch_that_ends_meanwhile_neither_waits_nor_says_so():
    said = {**os.environ, jit.VARIABLE: "off"}
    done = subprocess.run(
        [sys.executable, "-c", _END], env=said, capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.returncode, done.stdout.replace("told None\n", ""), done.stderr) == (0, "", "")


def test_many_threads_compile(process):
    found, threads = [], []
    for i in range(8):
        text = str(module())
        threads.append(threading.Thread(target=lambda n=i, t=text: found.append(calls(process.assemble(t, 0), n))))
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == [3 * i for i in range(8)]


@pytest.fixture(name="_no_cache")
def no_cache(monkeypatch):
    """Everything is compiled, nothing found."""
    monkeypatch.setenv(jit.VARIABLE, "off")
    monkeypatch.setattr(compiler, "_known", type(compiler._known)())
    compiler.compile_native.cache_clear()


def program():
    return load_program(bytes_program().json)


def broken(monkeypatch, spoil):
    """Every program's module has something that LLVM cannot digest."""
    build = compiler.build

    def spoiled(given, layout):
        unit = build(given, layout)
        spoil(unit.module)
        return unit

    monkeypatch.setattr(compiler, "build", spoiled)


def test_a_program_that_llvm_aborts_on_runs_in_python(monkeypatch, _no_cache, caplog):
    broken(monkeypatch, aborting)
    switch = SimpleSwitch(engine="auto")
    with caplog.at_level("INFO", logger="p4soft.switch"):
        switch.load(program())
    assert switch.engine == "python"
    assert switch.engine_reason.startswith("LLVM does not get through it: SIGABRT (LLVM ERROR: Cannot select")
    assert "\n" not in switch.engine_reason
    assert [r.getMessage() for r in caplog.records] == [f"device 0: the program runs in Python: {switch.engine_reason}"]
    assert len(switch.receive(0, bytes(5), 0)) == 1


def test_native_alone_refuses_it_and_the_old_program_stays(monkeypatch, _no_cache):
    switch = SimpleSwitch(engine="native")
    switch.load(program())
    old = switch.program
    compiler.compile_native.cache_clear()
    compiler._known.clear()
    broken(monkeypatch, aborting)
    with pytest.raises(ProgramError, match="cannot run natively: LLVM does not get through it: SIGABRT"):
        switch.load(program())
    assert switch.program is old and len(switch.receive(0, bytes(5), 0)) == 1


def test_a_program_that_takes_llvm_too_long_runs_in_python(monkeypatch, _no_cache):
    slow = LlvmProcess(Limits(wall_s=0.01))
    monkeypatch.setattr("p4soft.llvm.LLVM", slow)
    switch = SimpleSwitch(engine="auto")
    switch.load(program())
    assert switch.engine == "python" and "took more than 0 s" in switch.engine_reason
    slow.stop()


def test_no_process_can_be_started(monkeypatch, _no_cache):
    monkeypatch.setattr("p4soft.llvm.LLVM", LlvmProcess())
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    switch = SimpleSwitch(engine="auto")
    switch.load(program())
    assert switch.engine == "python"
    assert switch.engine_reason.startswith("no process can be started for LLVM (")


_LOAD = (
    f"import sys; sys.path.insert(0, '{_KITS}'); from program_kit import bytes_program; "
    "s = bytes_program().load(engine='auto'); print(s.engine, len(s.receive(0, bytes(5), 0)))"
)


def loaded(cache):
    said = {**os.environ, jit.VARIABLE: str(cache)}
    done = subprocess.run([sys.executable, "-c", _LOAD], env=said, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


ARTIFACT = jit.Artifact((b"an image", b"and another"), 5, ("no",), (("%d", (1,)),))


def test_a_cache_that_cannot_be_written(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    for folder in (tmp_path / "file", tmp_path / "file" / "below", "/proc/1/nowhere"):
        monkeypatch.setenv(jit.VARIABLE, str(folder))
        jit.write_cached("it", ARTIFACT)
        assert jit.read_cached("it") is None, folder
    assert loaded(tmp_path / "file" / "below") == (0, "native 1\n", "")


def spoilers():
    yield "truncated", lambda data, _: data[: len(data) // 2]
    yield "empty", lambda _data, _others: b""
    yield "another program's", lambda _data, others: others
    yield "one bit", lambda data, _: data[:-9] + bytes([data[-9] ^ 4]) + data[-8:]
    yield "an older format", lambda data, _: data.replace(b"softswitch native 3", b"softswitch native 2", 1)
    yield "noise", lambda data, _: os.urandom(len(data))


SPOILERS = dict(spoilers())


@pytest.mark.parametrize("what", SPOILERS)
def test_bad_cache_entries_are_noticed(what):
    data, other = ARTIFACT.to_bytes("it"), ARTIFACT.to_bytes("another")
    assert jit.Artifact.from_bytes(data, "it") == ARTIFACT
    assert jit.Artifact.from_bytes(SPOILERS[what](data, other), "it") is None


@pytest.mark.parametrize("some", share([["one bit"], [what for what in SPOILERS if what != "one bit"]], [["one bit"]]))
def test_bad_cache_entries_are_made_anew(some, tmp_path):
    assert loaded(tmp_path) == (0, "native 1\n", "")
    entries = sorted(path for path in tmp_path.iterdir())
    assert len(entries) >= 2, "the program and what changes tables"
    for what, spoil in ((what, SPOILERS[what]) for what in some):
        kept = [path.read_bytes() for path in entries]
        for number, path in enumerate(entries):
            path.write_bytes(spoil(kept[number], kept[number - 1]))
        assert loaded(tmp_path) == (0, "native 1\n", ""), what
        assert [len(path.read_bytes()) for path in entries] == [len(data) for data in kept], what
