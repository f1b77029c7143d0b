# SPDX-License-Identifier: Apache-2.0
"""p4src in process: frames from memory to memory, on one core, natively and in generated Python."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from itertools import count

import numpy as np

from p4soft.engine_choice import EngineChoice
from p4soft.switch import SimpleSwitch
from p4soft.switch.growth import Counted
from p4soft.switch.p4runtime import P4RuntimeServer
from tools.bench.results import Figure
from tools.bench.settings import Settings, UnavailableError
from tools.bench.timing import Work, best_rates
from tools.bench.workload import Workload, install, lab_workload

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
    from p4soft.switch.native.frames import Frame  # noqa: PLC0415 - llvmlite may be missing

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
