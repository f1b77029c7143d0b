# SPDX-License-Identifier: Apache-2.0
"""An embedded switch in this process: tables over P4Runtime on loopback, frames and counters by direct call."""

from __future__ import annotations

from collections.abc import Iterable

from controller.pipeline import Pipeline
from controller.plan import TableEntry
from ptf_tests.dut.p4runtime.connection import SwitchConnection
from ptf_tests.switch.counters import DROP_COUNTERS, PORT_COUNTER, QUEUE_COUNTERS, QUEUES, Cell, Count, short_name
from targets.softswitch import Emission, SimpleSwitch
from targets.softswitch.p4runtime import P4RuntimeServer

DEVICE_ID = 1


class EmbeddedDevice:
    """A switch that runs `pipeline`; internal errors raise `SwitchFault`."""

    def __init__(self, pipeline: Pipeline) -> None:
        self.switch = SimpleSwitch(device_id=DEVICE_ID, priority_queues=QUEUES)
        self.switch.faults_are_fatal = True
        self._epoch_us = 0
        self._server = P4RuntimeServer(self.switch)
        self._server.start()
        self._device = SwitchConnection(self._server.address, DEVICE_ID, pipeline)
        self._device.push_pipeline()

    def __enter__(self) -> EmbeddedDevice:
        return self

    def __exit__(self, *exc: object) -> None:
        self._device.close()
        self._server.stop()

    def reset(self) -> None:
        """As after a push of the pipeline, without its cost: empty tables, counters and registers at zero."""
        state = self.switch.state
        assert state is not None
        for table in state.tables.values():
            table.clear()
        for array in (*state.counters.values(), *state.registers.values()):
            array.reset()
        self.switch.drops.clear()
        # The switch's time never goes back, but the program sees its 48 low bits only: those start again at 0.
        self._epoch_us += 1 << 49

    def insert(self, entries: Iterable[TableEntry]) -> None:
        self._device.insert(entries)

    def receive(self, port: int, frame: bytes, now_us: int) -> list[Emission]:
        """What one frame makes the switch send. Time starts at 0 after `reset`; nothing waits: no queue has a rate."""
        return self.switch.receive(port, frame, self._epoch_us + now_us)

    def packets(self, counter: str) -> list[int]:
        """The live packet counts of an indirect counter, by full name."""
        assert self.switch.state is not None
        return self.switch.state.counter(counter).packets

    def counters(self, cells: Iterable[tuple[str, int]]) -> dict[Cell, Count]:
        assert self.switch.state is not None
        found = {}
        for name, index in cells:
            value = self.switch.state.counter(name).read(index)
            found[short_name(name), index] = Count(value.packets, value.bytes)
        return found

    def direct_counter(self, entry: TableEntry) -> Count:
        return self._device.read_direct_counter(entry)

    def moved(self) -> dict[Cell, int]:
        """Every counter cell that is not 0, with its packets."""
        moved = {}
        for name in (*DROP_COUNTERS, *QUEUE_COUNTERS, PORT_COUNTER):
            moved.update({(short_name(name), i): n for i, n in enumerate(self.packets(name)) if n})
        return moved
