# SPDX-License-Identifier: Apache-2.0
"""Runs a counterexample through the real switch program, on a switch that holds the tables as found.

`P4srcRun` has an embedded switch in this process and sets its clock, so it runs every counterexample. `TargetRun`
starts a switch of `p4soft.targets` (BMv2, or the embedded one as a process) and sends to its ports. Such a switch has
its own clock: a counterexample of several frames at exact times, which fill a queue, cannot be run there.

v1model sends nothing by port 511: it is where dropped packets go (`controller.program.MAX_PORT`). A T0 of 512 ports has
such a port. For the run, 511 changes places with a port that the packets have nothing to do with, and that port's
entries stay away.
"""

from __future__ import annotations

import json
import select
import time
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

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
from p4soft.targets import SwitchOptions, TargetError, get_target
from p4soft.targets.links import AttachError, PortSocket, open_attachment

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


# --- A target ---------------------------------------------------------------------------------------------------------


_PATIENCE_S = 10.0
"""For a frame, or for a counted drop; a switch needs some milliseconds."""
_LOOK_S = 0.05
_START_S = 120.0
"""For a switch process to start, on a machine with much other work."""


class TargetRun:
    """Switches of a target that run `p4src`, a new one for each witness."""

    def __init__(self, name: str) -> None:
        """Compile the program as the target does.

        Raises:
            FabricError: the target is not there; the message says what is missing.
        """
        self._target = get_target(name)
        if (reason := self._target.unavailable()) is not None:
            raise FabricError(reason)
        self._place = TemporaryDirectory()
        self._folder = Path(self._place.name)
        try:
            files = self._target.compile(PROGRAM, self._folder)
        except TargetError as error:
            self.close()
            raise FabricError(str(error)) from None
        self._pipeline = Pipeline.load(files.p4info, files.json)

    def close(self) -> None:
        """Remove the compiled program."""
        self._place.cleanup()

    def outcome(self, witness: Witness, tables: SwitchTables) -> Outcome | None:
        """What becomes of the witness's frame on a switch with these tables; None: it takes frames at exact times.

        Raises:
            FabricError: the switch does not start, refuses an entry, or neither sends the frame nor counts a drop.
        """
        if len(witness.arrivals) > 1:
            return None
        stand_in = _stand_in(witness, tables)
        [arrival] = witness.arrivals
        ports = {arrival.port, witness.found.port, witness.expected.port} - {-1}
        wanted = sorted({stand_in if port == _BEYOND else port for port in ports})
        options = SwitchOptions(priority_queues=PRIORITY_QUEUES, start_timeout_s=_START_S)
        try:
            with (
                self._target.start(device_id=1, ports=wanted, workdir=self._folder, options=options) as switch,
                SwitchClient(switch.grpc_address, 1, self._pipeline, name=tables.switch, timeout_s=60) as client,
                ExitStack() as stack,
            ):
                client.become_primary()
                client.set_pipeline()
                client.insert(_renamed(tables, stand_in).entries())
                ends = {port: stack.enter_context(open_attachment(spec)) for port, spec in switch.attachments.items()}
                came_by = stand_in if arrival.port == _BEYOND else arrival.port
                ends[came_by].send(arrival.frame)
                return _seen(client, ends, came_by, stand_in)
        except (TargetError, AttachError, ControllerError) as error:
            raise FabricError(f"{tables.switch}: {error}") from None


def _seen(client: SwitchClient, ends: Mapping[int, PortSocket], came_by: int, stand_in: int) -> Outcome:
    """What comes out of a switch that was sent one frame, or why it was dropped."""
    deadline = time.monotonic() + _PATIENCE_S
    while time.monotonic() < deadline:
        ready, _, _ = select.select(list(ends.values()), (), (), _LOOK_S)
        for port, end in ends.items():
            if end in ready and (frame := end.recv(deadline)) is not None:
                queues = (
                    queue
                    for queue in range(program.QUEUES)
                    if client.read_counter(program.QUEUE_COUNTERS[0], program.queue_index(port, queue))[0]
                )
                return _read(_BEYOND if port == stand_in else port, next(queues, -1), frame)
        for name, number in program.DROP_REASONS.items():
            if client.read_counter(program.DROPPED_PACKETS, program.drop_index(came_by, number))[0]:
                return Outcome(drop=name)
    raise FabricError(f"{client.name}: no frame on ports {', '.join(map(str, ends))} and no counted drop")


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
