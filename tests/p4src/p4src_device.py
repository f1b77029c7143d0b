# SPDX-License-Identifier: Apache-2.0
"""An embedded switch in this process: tables over P4Runtime on loopback, frames and counters by direct call."""

from __future__ import annotations

from collections.abc import Iterable

from controller import program as names
from controller.pipeline import Pipeline
from controller.program import DROP_REASONS, QUEUES, drop_index
from p4soft.switch import Emission, SimpleSwitch
from p4soft.switch.p4runtime import P4RuntimeServer
from p4soft.table_entries import TableEntry
from ptf_tests.dut.entries import address, addresses
from ptf_tests.dut.p4runtime import SwitchConnection
from ptf_tests.switch.device import Cell, Count

DEVICE_ID = 1
PORTS = tuple(range(16))
"""All that tests use."""


class EmbeddedDevice:
    """A switch that runs `pipeline`; internal errors raise `SwitchFault`."""

    def __init__(self, pipeline: Pipeline) -> None:
        self.switch = SimpleSwitch(device_id=DEVICE_ID, priority_queues=QUEUES)
        self.switch.faults_are_fatal = True
        self._epoch_us = 0
        self._server = P4RuntimeServer(self.switch)
        self._server.start()
        try:
            self._device = SwitchConnection(self._server.address, DEVICE_ID, pipeline)
            self._device.push_pipeline()
        except BaseException:  # or the server's threads would keep the process from ending
            self._server.stop()
            raise

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

    def drops(self, port: int) -> dict[str, int]:
        """Packets dropped so far that came in by `port`, by reason in lower case."""
        assert self.switch.state is not None
        counts = self.switch.state.counter(names.DROPPED_PACKETS).packets
        return {reason.lower(): counts[drop_index(port, number)] for reason, number in DROP_REASONS.items()}

    def counters(self, cells: Iterable[Cell]) -> dict[Cell, Count]:
        assert self.switch.state is not None
        found = {}
        for cell in cells:
            name, index = address(cell)
            value = self.switch.state.counter(name).read(index)
            found[cell] = Count(value.packets, value.bytes)
        return found

    def direct_counter(self, entry: TableEntry) -> Count:
        return self._device.read_direct_counter(entry)

    def moved(self) -> dict[Cell, int]:
        """Every counter cell that is not 0, with its packets."""
        assert self.switch.state is not None
        counts = {name: self.switch.state.counter(name).packets for name, _ in set(addresses(PORTS).values())}
        return {cell: n for cell, (name, index) in addresses(PORTS).items() if (n := counts[name][index])}
