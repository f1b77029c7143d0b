# SPDX-License-Identifier: Apache-2.0
"""Runs a counterexample through the real switch program, on an embedded switch that holds the tables as found.

v1model sends nothing by port 511: it is where dropped packets go (`controller.program.MAX_PORT`). A T0 of 512 ports has
such a port. For the run, 511 changes places with a port that the packets have nothing to do with, and that port's
entries stay away.
"""

from __future__ import annotations

import json

import numpy as np

from controller import program
from controller.client import SwitchClient
from controller.columns import SwitchTables, Table
from controller.errors import ControllerError
from controller.pipeline import Pipeline
from fabric import PRIORITY_QUEUES, PROGRAM
from fabric.errors import FabricError
from fabric.proof.prediction import Arrival, Outcome
from fabric.proof.witnesses import Witness
from p4soft.command_line import EngineChoice
from p4soft.compiler import compile_file
from p4soft.interpreter import no_collections
from p4soft.switch import SimpleSwitch
from p4soft.switch.p4runtime import Device, DirectSession

_BEYOND = program.MAX_PORT + 1
_EPOCH_US = 1 << 49
"""Between two runs: the program sees the 48 low bits of the time, and those start again."""


class P4srcRun:
    """An embedded switch that runs `p4src`, for one witness after another."""

    def __init__(self, engine: EngineChoice = "python") -> None:
        compiled = compile_file(PROGRAM)
        config = json.dumps(compiled.json, separators=(",", ":")).encode()
        self._pipeline = Pipeline(compiled.p4info, config, PROGRAM.name)
        self._switch = SimpleSwitch(device_id=1, priority_queues=PRIORITY_QUEUES, engine=engine)
        self._switch.faults_are_fatal = True
        self._client = SwitchClient(DirectSession("run", Device(self._switch)), 1, self._pipeline, name="run")
        self._client.become_primary()
        self._client.set_pipeline()
        self._held: SwitchTables | None = None
        self._epoch_us = 0

    def close(self) -> None:
        """Close the session with the switch."""
        self._client.close()

    def outcome(self, witness: Witness, tables: SwitchTables) -> Outcome:
        """What becomes of the witness's last frame on a switch with these tables.

        Raises:
            FabricError: the switch refuses an entry.
        """
        stand_in = _stand_in(witness, tables)
        self._hold(_renamed(tables, stand_in))
        self._reset()
        outcome = Outcome()
        for arrival in witness.arrivals:
            outcome = self._receive(arrival, stand_in)
        return outcome

    def _hold(self, tables: SwitchTables) -> None:
        """Write the tables; those that the switch has from the run before stay."""
        state = self._switch.state
        assert state is not None
        with no_collections():
            for name, held in state.tables.items():
                if name not in tables.tables and len(held):
                    held.clear()
            entries = []
            for name, table in tables.tables.items():
                before = self._held.tables.get(name) if self._held is not None else None
                if before is None or before.digest != table.digest:
                    state.tables[name].clear()
                    entries += [table.entry(row) for row in range(len(table))]
            self._held = None
            try:
                self._client.insert(entries)
            except ControllerError as error:
                raise FabricError(f"{tables.switch}: {error}") from None
        self._held = tables

    def _reset(self) -> None:
        state = self._switch.state
        assert state is not None
        for counter in state.counters.values():
            counter.reset()
        for register in state.registers.values():
            register.reset()
        self._epoch_us += _EPOCH_US

    def _receive(self, arrival: Arrival, stand_in: int) -> Outcome:
        state = self._switch.state
        assert state is not None
        port = stand_in if arrival.port == _BEYOND else arrival.port
        dropped = state.counter(program.DROPPED_PACKETS).packets
        reasons = {name: program.drop_index(port, number) for name, number in program.DROP_REASONS.items()}
        before = {name: dropped[index] for name, index in reasons.items()}
        emissions = self._switch.receive(port, arrival.frame, self._epoch_us + arrival.now_us)
        for name, index in reasons.items():
            if dropped[index] != before[name]:
                return Outcome(drop=name)
        if len(emissions) != 1:
            raise FabricError(f"{len(emissions)} frames sent for one; accepted: one, or a counted drop")
        sent = emissions[0]
        left = _BEYOND if sent.port == stand_in else sent.port
        return _read(left, sent.priority, sent.frame)


def _read(port: int, queue: int, frame: bytes) -> Outcome:
    traffic = int.from_bytes(frame[14:16], "big") >> 4 & 0xFF
    return Outcome(
        port=port,
        queue=queue,
        length=len(frame),
        dscp=traffic >> 2,
        ecn=traffic & 3,
        payload_length=int.from_bytes(frame[18:20], "big"),
        hop_limit=frame[21],
        destination=int.from_bytes(frame[38:54], "big"),
        macs=(int.from_bytes(frame[6:12], "big"), int.from_bytes(frame[:6], "big")),
    )


# --- Port 511 --------------------------------------------------------------------------------------------------------


_PORT_COLUMNS = ("port", "egress_port", "ingress_port")


def _stand_in(witness: Witness, tables: SwitchTables) -> int:
    """A port that the packets have nothing to do with; `_BEYOND` itself where no table has that."""
    if not any(_has(table) for table in tables.tables.values()):
        return _BEYOND
    busy = {witness.found.port, witness.expected.port, *(arrival.port for arrival in witness.arrivals)}
    return next(port for port in range(_BEYOND) if port not in busy)


def _has(table: Table) -> bool:
    return any(bool((table.columns[name] == _BEYOND).any()) for name in _PORT_COLUMNS if name in table.columns)


def _renamed(tables: SwitchTables, stand_in: int) -> SwitchTables:
    """The tables with 511 as ``stand_in``, and without the entries that had that port before."""
    if stand_in == _BEYOND:
        return tables
    return SwitchTables.of_tables(
        tables.switch, tables.device_id, (_without(table, stand_in) for table in tables.tables.values())
    )


def _without(table: Table, stand_in: int) -> Table:
    columns = dict(table.columns)
    stays = np.ones(len(table), np.bool_)
    for name in _PORT_COLUMNS:
        if name in columns:
            ports = columns[name]
            if name != "port" or "dst_mac" in columns:
                sends = columns["dst_mac"] != 0 if name == "port" else np.ones(len(table), np.bool_)
                stays &= ~((ports == stand_in) & sends)
            columns[name] = np.where(ports == _BEYOND, stand_in, ports).astype(ports.dtype)
    return Table.of_columns(table.schema.name, {name: column[stays] for name, column in columns.items()})
