# SPDX-License-Identifier: Apache-2.0
"""p4src on one core: compiled, run from memory to memory natively and in generated Python; and the work it is given.

The work is that of a T0 of the lab fabric: data packets from a NIC below it, sprayed over its uplinks.
"""

from __future__ import annotations

import ctypes
import os
import struct
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import count
from pathlib import Path

import numpy as np
from msgspec import Struct

import controller
import topologies
from common import PROJECT_ROOT
from controller import client
from controller.pipeline import Pipeline
from fabric import PROGRAM
from fabric.emulation.switches import compile_program
from p4soft.command_line import EngineChoice
from p4soft.fidelity.mutation_worker import Workload as Mutated
from p4soft.llvm.jit import VARIABLE
from p4soft.switch import SimpleSwitch
from p4soft.switch.p4runtime import P4RuntimeServer
from p4soft.targets.process import reference_program
from tools.bench.growth import Counted
from tools.bench.measurements import Better, Figure, Settings, UnavailableError, Work, best_rates, best_seconds

# --- The work of a T0 ------------------------------------------------------------------------------------------------


_SWITCH = "p0-t0-0"
_ETHERNET, _IPV6 = 14, 40
_ECT0 = 2
_FRAME = 256


class Workload(Struct, frozen=True):
    """Frames that arrive on `port` of the switch `name`, and the ports that they leave by."""

    fabric: topologies.Fabric
    name: str
    port: int
    leave_by: Sequence[int]
    frames: Sequence[bytes]


def lab_workload(size: int) -> Workload:
    """Frames of `size` bytes (154 at least), one for each path from nic0 to the last NIC on plane 0."""
    fabric = topologies.load(topologies.LAB)
    switch, source, sink = fabric.switch(_SWITCH), fabric.nic(0), fabric.nic(fabric.nics - 1)
    ethernet = switch.mac(source.downlink).to_bytes(6, "big") + source.mac(0).to_bytes(6, "big") + b"\x86\xdd"
    traffic_class = fabric.qos.roles["TRIMMABLE"].dscp << 2 | _ECT0
    frames = []
    for t1 in range(fabric.t1s):
        inner_length = size - _ETHERNET - 2 * _IPV6
        first = 6 << 28 | traffic_class << 20 | t1
        destination = fabric.path(0, fabric.nics - 1, 0, t1).destination
        outer = struct.pack("!IHBB", first, size - _ETHERNET - _IPV6, 41, 64)
        inner = struct.pack("!IHBB", first, inner_length, 17, 64)
        addresses = (source.address.to_bytes(16, "big"), sink.address.to_bytes(16, "big"))
        udp = struct.pack("!HHHH", 0xC000, 4791, inner_length, 0)
        packet = outer + addresses[0] + destination.to_bytes(16, "big") + inner + b"".join(addresses) + udp
        frames.append((ethernet + packet).ljust(size, b"\0"))
    uplinks = [port.number for port in switch.ports() if port.role == "fabric"]
    return Workload(fabric, _SWITCH, source.downlink, uplinks, frames)


def install(workload: Workload, address: str) -> int:
    """Make the switch that serves P4Runtime at `address` the workload's, entries and all; how many entries it holds.

    Raises:
        ControllerError: it does not answer, or refuses something.
    """
    return client.install(address, pipeline(), plan(workload)).entries


def of_program(path: Path) -> Mutated | None:
    """The lab's T0 for `python -m p4soft.fidelity fuzz --workload tools.bench.p4src:of_program`."""
    if path.resolve() != PROGRAM:
        return None
    lab = lab_workload(_FRAME)
    ours = pipeline()
    frames = [(lab.port, frame) for frame in lab.frames]
    return Mutated(plan(lab).device_id, ours.p4info, ours.device_config, lambda address: install(lab, address), frames)


def plan(workload: Workload) -> controller.SwitchPlan:
    return controller.plan(workload.fabric, workload.fabric.switch(workload.name))


@cache
def pipeline() -> Pipeline:
    """p4src, compiled once."""
    return compile_program(PROGRAM)


# --- Frames from memory to memory ------------------------------------------------------------------------------------


SIZES = (256, 1500, 4200)
_BURST = 256
_SPACING_US = 1000  # between bursts, and one between frames: no queue of the lab fills, all go the whole way
_PYTHON_FRAMES = 100


def p4src_in_process(settings: Settings) -> Iterator[Figure]:
    """Packets per second through a T0 of the lab with all its entries, by frame size.

    Raises:
        UnavailableError: the native engine does not run here.
    """
    workloads = {size: lab_workload(size) for size in SIZES}
    native, python = _switch(workloads[SIZES[0]], "native"), _switch(workloads[SIZES[0]], "python")
    clock = count(_SPACING_US, _SPACING_US)
    if not native.takes_records:
        raise UnavailableError(f"the native engine does not run here: {native.engine_reason}")
    for size, workload in workloads.items():
        ours, theirs = best_rates(
            [_native(native, workload, clock), _python(python, workload, clock)], settings.seconds
        )
        yield Figure(f"p4src_in_process_{size}", ours, "packets/s", "the Python engine", theirs)


def _switch(workload: Workload, engine: EngineChoice) -> SimpleSwitch:
    switch = SimpleSwitch(device_id=workload.fabric.switch(workload.name).device_id, priority_queues=8, engine=engine)
    server = P4RuntimeServer(switch, "127.0.0.1:0")
    server.start()
    try:
        install(workload, server.address)
    finally:
        server.stop()
    return switch


def _native(switch: SimpleSwitch, workload: Workload, clock: Iterator[int]) -> Work:
    """Bursts of records, as the ports of a switch process hand them in."""
    from p4soft.switch.native.burst import Frame  # noqa: PLC0415 - llvmlite may be missing

    records = (Frame * _BURST)()
    for i, record in enumerate(records):
        frame = workload.frames[i % len(workload.frames)]
        record.port, record.length, record.data = workload.port, len(frame), frame
    sink = Counted()

    times = np.frombuffer(memoryview(records).cast("B"), dtype=np.int64)[2::3]  # the last of each record's three words
    spaced = np.arange(_BURST)

    def work() -> int:
        times[:] = next(clock) + spaced
        before = sink.frames
        switch.receive_records(ctypes.addressof(records), _BURST, sink)
        assert sink.frames == before + _BURST, "frames were dropped"
        return _BURST

    return work


def _python(switch: SimpleSwitch, workload: Workload, clock: Iterator[int]) -> Work:
    frames = [(workload.port, workload.frames[i % len(workload.frames)]) for i in range(_PYTHON_FRAMES)]

    def work() -> int:
        now_us = next(clock)
        sent = sum(len(switch.receive(port, frame, now_us + i)) for i, (port, frame) in enumerate(frames))
        assert sent == _PYTHON_FRAMES, "frames were dropped"
        return _PYTHON_FRAMES

    return work


# --- From source to JSON, next to p4c, process start included; and from JSON to machine code -------------------------


_ROUNDS = 3
_LOAD = """
import sys, time
from p4soft.switch import SimpleSwitch, load_program
text = open(sys.argv[1], encoding="utf-8").read()
switch, start = SimpleSwitch(engine="native"), time.perf_counter()
switch.load(load_program(text))
print(time.perf_counter() - start)
"""


def compile_times(settings: Settings) -> Iterator[Figure]:
    outputs = [
        "-o",
        str(settings.scratch / "main.json"),
        "--p4runtime-files",
        str(settings.scratch / "main.p4info.txtpb"),
    ]
    ours = best_seconds(lambda: _run([sys.executable, "-m", "p4soft.compiler", str(PROGRAM), *outputs]))
    yield from _load_times(settings.scratch)
    p4c = reference_program("p4c-bm2-ss")
    if p4c is None:
        yield Figure("compile_p4src", ours, "s", better=Better.LESS, why="p4c-bm2-ss is not on the PATH")
        return
    theirs = best_seconds(lambda: _run([p4c, "--std", "p4-16", str(PROGRAM), *outputs]))
    yield Figure("compile_p4src", ours, "s", "p4c-bm2-ss", theirs, Better.LESS, "the start of Python is 0.1 s of it")


def _load_times(scratch: Path) -> Iterator[Figure]:
    """Seconds by the clock to load the JSON as machine code, in a new process whose start is not counted."""
    json = str(scratch / "main.json")
    fresh = min(_load(json, "off") for _ in range(_ROUNDS))
    _load(json, str(scratch / "cache"))
    cached = min(_load(json, str(scratch / "cache")) for _ in range(_ROUNDS))
    yield Figure("load_p4src_native", fresh, "s", better=Better.LESS, why="LLVM; nothing on disk yet")
    yield Figure("load_p4src_cached", cached, "s", "the first time", fresh, Better.LESS)


def _load(json: str, cache: str) -> float:
    return float(_run([sys.executable, "-c", _LOAD, json], **{VARIABLE: cache}))


def _run(command: list[str], **more: str) -> str:
    environment = {**os.environ, **more}
    return subprocess.run(
        command, cwd=PROJECT_ROOT, env=environment, check=True, capture_output=True, text=True, timeout=600
    ).stdout
