# SPDX-License-Identifier: Apache-2.0
"""The loop of the ports: signals, frames of other threads, traces on the way."""

from __future__ import annotations

import contextlib
import json
import struct
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from port_kit import WAIT_S, attached, running
from process_kit import ANY_ADDRESS, command
from program_kit import assign, bytes_program, call, field, std
from waiting_kit import until

from p4soft.switch.ports import loop as loop_module
from p4soft.switch.ports.control import Commands
from p4soft.switch.ports.loop import PortLoop

# --- Signals ---------------------------------------------------------------------------------------------------------
# A signal ends the loop, whichever thread the kernel gives it to.

ROOT = Path(__file__).resolve().parents[3]
# SIGTERM is blocked in the main thread, so that the kernel must give it to the other one.
PROGRAM = """
import os, signal, threading, time
from p4soft.switch import SimpleSwitch
from p4soft.switch.ports.loop import PortLoop

loop = PortLoop(SimpleSwitch())
loop.wake_on_signals()
signal.signal(signal.SIGTERM, lambda *_: loop.stop())

def other():
    state = ""
    while state != "S":  # asleep, in its selector
        time.sleep(0.01)
        with open(f"/proc/self/task/{os.getpid()}/stat") as stat:
            state = stat.read().rpartition(")")[2].split()[0]
    os.kill(os.getpid(), signal.SIGTERM)

threading.Thread(target=other, daemon=True).start()
signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
loop.run()
loop.close()
print("ended")
"""


def test_a_signal_that_another_thread_gets_ends_the_loop():
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], cwd=ROOT, capture_output=True, text=True, timeout=30, check=False
    )
    assert (done.returncode, done.stdout) == (0, "ended\n"), done.stderr


# --- Injected frames -------------------------------------------------------------------------------------------------
# Frames that other threads bring (packet-outs): they wait for room, in order, and ports are served meanwhile.


def to_the_port_it_names(engine: str = "python"):
    program = bytes_program()
    program.run("in", assign(std("egress_spec"), field("h", "x")), start=True)
    return program.load(engine=engine)


def test_a_flood_waits_outside_until_there_is_room():
    loop = PortLoop(to_the_port_it_names())
    total = 3 * loop_module.MOST_INJECTED
    flood = threading.Thread(
        target=lambda: [loop.inject(255, bytes([0, 9, 0, 0, 0, n & 0xFF])) for n in range(total)], daemon=True
    )
    flood.start()
    until(lambda: len(loop._injected) == loop_module.MOST_INJECTED)
    flood.join(0.2)
    assert flood.is_alive()
    assert len(loop._injected) == loop_module.MOST_INJECTED
    worker = threading.Thread(target=loop.run)
    worker.start()
    flood.join(WAIT_S)
    until(lambda: loop.unknown_port_drops >= total)
    loop.stop()
    worker.join(WAIT_S)
    loop.close()
    assert loop.unknown_port_drops == total


def test_nobody_waits_for_a_loop_that_ends():
    loop = PortLoop(to_the_port_it_names())
    flood = threading.Thread(
        target=lambda: [loop.inject(255, bytes(5)) for _ in range(2 * loop_module.MOST_INJECTED)], daemon=True
    )
    flood.start()
    until(lambda: len(loop._injected) == loop_module.MOST_INJECTED)
    loop.stop()
    flood.join(WAIT_S)
    assert not flood.is_alive()
    loop.close()


@pytest.mark.parametrize("engine", ["native", "python"])
def test_ports_are_served_during_a_flood(engine, tmp_path):
    with running(to_the_port_it_names(engine), tmp_path, range(1, 3)) as loop, contextlib.ExitStack() as stack:
        one, two = (stack.enter_context(attached(tmp_path, port)) for port in (1, 2))
        ended = threading.Event()

        def flood() -> None:
            while not ended.is_set():
                loop.inject(255, bytes([0, 9, 0, 0, 0]))

        threads = [threading.Thread(target=flood, daemon=True) for _ in range(2)]
        for thread in threads:
            thread.start()
        try:
            for number in range(50):
                one.sendall(bytes([number, 2, 0, 0, 0]))
                assert two.recv(100)[0] == number
        finally:
            ended.set()
        for thread in threads:
            thread.join(WAIT_S)


# --- Traces ----------------------------------------------------------------------------------------------------------
# A trace that begins and ends while packets flow: engines take turns, and nothing is lost.

TOTAL = 3000
TRACE_WAIT_S = 30.0


def counting(**options):
    """Frames leave by the port of their second byte, and are counted by their first."""
    program = bytes_program()
    program.json["counter_arrays"].append({"name": "c", "id": 0, "size": 256, "is_direct": False})
    count = call("count", {"type": "counter_array", "value": "c"}, field("h", "kind"))
    return program.run("in", assign(std("egress_spec"), field("h", "x")), count, start=True).load(**options)


@pytest.mark.parametrize("engine", ["native", "python"])
def test_nothing_is_lost_when_traces_begin_and_end_under_load(engine, tmp_path):
    switch, got, traces = counting(engine=engine), [], 0
    with running(switch, tmp_path, range(1, 3)) as loop, attached(tmp_path, 1) as one, attached(tmp_path, 2) as two:
        commands = Commands(loop, {})

        def send():
            for number in range(TOTAL):
                one.sendall(bytes([number % 256, 2, 0, 0, 0]) + struct.pack("!I", number))

        def receive():
            got.extend(struct.unpack_from("!I", two.recv(100), 5)[0] for _ in range(TOTAL))

        threads = [threading.Thread(target=run) for run in (send, receive)]
        for thread in threads:
            thread.start()
        while threads[1].is_alive():
            for line in (f"trace_start {tmp_path}/{traces}.jsonl", "trace_stop"):
                assert loop.call(lambda line=line: commands.execute(line)) == ["ok"]
            traces += 1
        for thread in threads:
            thread.join(TRACE_WAIT_S)
    assert got == list(range(TOTAL)) and traces
    counted = switch.state.counters["c"]
    assert [counted.packets[i] for i in range(256)] == [len(range(i, TOTAL, 256)) for i in range(256)]
    assert (switch.engine, switch.tracer, switch.faults) == (engine, None, 0)


def test_a_trace_has_the_packets_between_its_beginning_and_its_end(start, tmp_path, loopback_program):
    control, trace, text = tmp_path / "control", tmp_path / "trace.jsonl", tmp_path / "trace.txt"
    process = start(loopback_program, "--control", control, "-i", f"1@unix:{tmp_path}/1", *ANY_ADDRESS)
    process.ready()
    with attached(tmp_path, 1) as port:
        for number, line in enumerate(("trace_stop", f"trace_start {trace}", f"trace_start {text}", "trace_stop")):
            answer = command(control, line)
            assert (answer == ["ok"]) == (number in (1, 3)), answer
            port.sendall(bytes([number]) * 60)
            assert port.recv(100) == bytes([number]) * 60
        assert command(control, f"trace_start {text}") == ["ok"]
        port.sendall(bytes(60))
        port.recv(100)
        assert command(control, f"trace_start {tmp_path}")[0].startswith("error: a trace is being written to ")
    frames = [e["frame"] for e in map(json.loads, trace.read_text().splitlines()) if e["event"] == "received"]
    assert frames == ["01" * 60, "02" * 60]
    assert text.read_text().startswith("#4 ")
    assert process.stop() == 0


def test_a_file_that_cannot_be_written_is_told(tmp_path):
    switch = counting(engine="native")
    with running(switch, tmp_path, range(0)) as loop:
        said = loop.call(lambda: Commands(loop, {}).execute(f"trace_start {tmp_path}/none/trace"))
    assert said == [f"error: {tmp_path}/none/trace: cannot write: No such file or directory"]
    assert switch.tracer is None
