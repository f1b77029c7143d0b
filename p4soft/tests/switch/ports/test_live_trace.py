# SPDX-License-Identifier: Apache-2.0
"""A trace that begins and ends while packets flow: engines take turns, and nothing is lost."""

from __future__ import annotations

import json
import struct
import threading

import pytest
from port_kit import attached, running
from process_kit import ANY_ADDRESS, command
from program_kit import assign, bytes_program, call, field, std

from p4soft.switch.ports.control import Commands

TOTAL = 3000
WAIT_S = 30.0


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
            thread.join(WAIT_S)
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
