# SPDX-License-Identifier: Apache-2.0
"""A switch that runs `p4src/` and is configured over P4Runtime: the embedded one, BMv2, or anybody's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from typing_extensions import override

from controller.client import SwitchClient
from controller.encoding import encode
from controller.errors import ControllerError, NoAnswerError, NotPrimaryError
from controller.pipeline import Pipeline
from controller.switch_plan import compare, difference_text
from p4soft.command_line import EngineChoice
from p4soft.messages import p4runtime_pb2
from p4soft.table_entries import EntryKey, TableEntry
from p4soft.targets import CompiledFiles, SwitchOptions, Target, TargetError
from ptf_tests.catalogue.claims import CLAIMS
from ptf_tests.dut.api import TRACE, Attached, Bench, DeviceSpec, OverWire, Wire
from ptf_tests.dut.entries import ByDifference, address, entry_of
from ptf_tests.switch.device import (
    Cell,
    Controlled,
    Count,
    DeviceError,
    DeviceGoneError,
    P4RuntimeServer,
    Verb,
    watched_cells,
)
from ptf_tests.switch.settings import Setting

# --- The connection: table entries in, counters out ------------------------------------------------------------------


class SwitchConnection:
    """Table entries in, counters out, as primary client of a P4Runtime server. Not thread-safe."""

    def __init__(self, address: str, device_id: int, pipeline: Pipeline, *, election_id: int = 1) -> None:
        """Connect and become primary.

        Args:
            address: host:port of the P4Runtime server.
            device_id: P4Runtime device id.
            pipeline: the program the switch runs, or shall run after `push_pipeline`.
            election_id: the highest one of all clients is primary.

        Raises:
            SwitchError: the switch does not answer, or another client is primary.
        """
        self.pipeline = pipeline
        self._client = SwitchClient(address, device_id, pipeline, name="device under test", election_id=election_id)
        self._client.become_primary()
        self._counter_ids = {c.preamble.name: c.preamble.id for c in pipeline.p4info.counters}
        self._last_request: (
            tuple[tuple[Cell, ...], Sequence[p4runtime_pb2.Entity], Mapping[tuple[int, int], Cell]] | None
        ) = None

    def push_pipeline(self) -> None:
        """Load the program; all tables become empty."""
        self._client.set_pipeline()

    def insert(self, entries: Sequence[TableEntry]) -> None:
        """Insert table entries. Raises SwitchError, which names the refused entry."""
        self._client.insert(entries)

    def modify(self, entries: Sequence[TableEntry]) -> None:
        """Change entries that are there. Raises SwitchError, which names the refused entry."""
        self._client.modify(entries)

    def delete(self, entries: Sequence[TableEntry]) -> None:
        """Delete entries that are there. Raises SwitchError, which names the refused entry."""
        self._client.delete(entries)

    def write_nothing(self) -> None:
        """An empty Write. Raises NotPrimaryError when another client is primary by now, SwitchError."""
        self._client.write(())

    def runs_a_program(self) -> bool:
        """Whether a pipeline has been set. Raises SwitchError."""
        return self._client.current_cookie() is not None

    def delete_all(self) -> None:
        """Delete every entry of the tables that the program does not fill itself. Raises SwitchError."""
        self._client.delete(self._client.read_entries().values())

    def read_entries(self) -> dict[EntryKey, TableEntry]:
        """All entries of all tables. Raises SwitchError."""
        return self._client.read_entries()

    def read_counters(self, cells: Sequence[Cell]) -> dict[Cell, Count]:
        """Packets and bytes of counter cells. Raises SwitchError."""
        entities, asked = self._request(tuple(cells))
        found: dict[Cell, Count] = {}
        for entity in self._client.read(*entities):
            entry = entity.counter_entry
            cell = asked[entry.counter_id, entry.index.index]
            found[cell] = Count(entry.data.packet_count, entry.data.byte_count)
        return found

    def _request(
        self, cells: tuple[Cell, ...]
    ) -> tuple[Sequence[p4runtime_pb2.Entity], Mapping[tuple[int, int], Cell]]:
        """What to read, and what each answer is; the last one is kept, because a case asks for the same many times."""
        if self._last_request is None or self._last_request[0] != cells:
            entities, asked = [], {}
            for cell in cells:
                name, index = address(cell)
                entity = p4runtime_pb2.Entity()
                entity.counter_entry.counter_id = self._counter_ids[name]
                entity.counter_entry.index.index = index
                entities.append(entity)
                asked[self._counter_ids[name], index] = cell
            self._last_request = (cells, entities, asked)
        return self._last_request[1:]

    def read_direct_counter(self, entry: TableEntry) -> Count:
        """Packets and bytes of the direct counter of an entry that was inserted. Raises LookupError."""
        entity = p4runtime_pb2.Entity()
        entity.direct_counter_entry.table_entry.CopyFrom(encode(self.pipeline, entry))
        for found in self._client.read(entity):
            data = found.direct_counter_entry.data
            return Count(data.packet_count, data.byte_count)
        raise LookupError(f"the device returned no direct counter for {entry.table} {dict(entry.match)}")

    def close(self) -> None:
        """Disconnect; there is no primary client then."""
        self._client.close()


# --- The device ------------------------------------------------------------------------------------------------------


_TAKEN_OVER = (
    "another controller took the device over, or it restarted; accepted: no controller but the suite, or an "
    "election_id above its own"
)


class P4RuntimeDevice(ByDifference, OverWire, P4RuntimeServer, Controlled):
    """Entries over P4Runtime, frames over `wire`."""

    def __init__(self, spec: DeviceSpec, wire: Wire, ports: Sequence[int]) -> None:
        """Connect and become primary. Raises DeviceError."""
        if spec.p4info is None or spec.json_file is None:
            raise DeviceError(f"{spec.name}: a P4Runtime device needs a P4Info and a JSON file")
        self.name = spec.name
        self._wire = wire
        super().__init__(ports)
        self._trace = spec.trace
        self._trace_offset = 0
        self._counts: Mapping[Cell, Count] | None = None  # as long as nothing has been sent since; see `counters`
        try:
            self._pipeline = Pipeline.load(spec.p4info, spec.json_file)
        except ControllerError as error:
            raise DeviceError(f"{spec.name}: {error}") from None
        self._address, self._device_id, self._election_id = spec.address, spec.device_id, spec.election_id
        self._left = False
        self._device = self._connected()

    @override
    def capabilities(self) -> frozenset[str]:
        """Everything: the program has a table or a counter for each claim."""
        return frozenset(CLAIMS)

    @override
    def reset(self) -> None:
        """Load the pipeline again, which empties tables, counters and backlogs."""
        self._forget()
        with self._device_errors():
            self._device.push_pipeline()
        self._counts = dict.fromkeys(watched_cells(self._ports), Count(0, 0))

    @override
    def send(self, port: int, frame: bytes) -> None:
        self._counts = None
        self._wire.send(port, frame)

    @override
    def counters(self, ports: Sequence[int]) -> Mapping[Cell, Count]:
        """Every drop, queue and port counter of these ports.

        Read only if a frame was sent since the last time: a program of `p4src/` counts nothing else, and a new pipeline
        starts at 0. Where that does not hold, the counts after the next frame tell.
        """
        if self._counts is None or tuple(ports) != self._ports:
            with self._device_errors():
                self._counts = self._device.read_counters(watched_cells(ports))
        return self._counts

    @override
    def hits(self, setting: Setting) -> Count | None:
        """The direct counter of the setting's entry."""
        with self._device_errors():
            return self._device.read_direct_counter(entry_of(setting))

    @override
    def differences(self) -> list[str]:
        """How the entries the server has differ from those written (see `switch.device.P4RuntimeServer`)."""
        with self._device_errors():
            found = compare(self._installed, self._device.read_entries())
        return [difference_text(difference) for difference in found]

    @override
    def refusal(self, verb: Verb, setting: Setting) -> str:
        """What the server answers an update with (see `switch.device.P4RuntimeServer`)."""
        write = {"insert": self._device.insert, "modify": self._device.modify, "delete": self._device.delete}[verb]
        try:
            with self._device_errors():
                write([entry_of(setting)])
        except DeviceGoneError:
            raise
        except DeviceError as error:
            return str(error)
        return ""

    @override
    def controller_leaves(self) -> None:
        """Disconnect (see `switch.device.P4RuntimeServer`)."""
        self._left = True
        self._device.close()

    @override
    def controller_returns(self) -> None:
        """Connect and become primary again (see `switch.device.P4RuntimeServer`)."""
        self._device = self._connected()
        self._left = False

    @override
    def check_control(self) -> None:
        """A server that takes no empty Write may still be ours: only one that says whose it is counts."""
        if self._left:
            return
        try:
            with self._device_errors():
                self._device.write_nothing()
        except DeviceGoneError:
            raise
        except DeviceError:
            return

    @override
    def trace(self) -> list[str]:
        """New lines of the switch's trace file."""
        if self._trace is None or not self._trace.exists():
            return []
        with self._trace.open("rb") as file:
            file.seek(self._trace_offset)
            text = file.read()
        self._trace_offset += len(text)
        return text.decode("utf-8", "replace").splitlines()

    @override
    def close(self) -> None:
        self._device.close()

    def _connected(self) -> SwitchConnection:
        try:
            return SwitchConnection(self._address, self._device_id, self._pipeline, election_id=self._election_id)
        except ControllerError as error:
            raise DeviceGoneError(f"{self.name}: {error}") from None

    def _write(
        self, deleted: Sequence[TableEntry], modified: Sequence[TableEntry], inserted: Sequence[TableEntry]
    ) -> None:
        with self._device_errors():
            self._device.delete(deleted)
            self._device.modify(modified)
            self._device.insert(inserted)

    @contextmanager
    def _device_errors(self) -> Iterator[None]:
        """What the client says, as errors of a device: of one that refuses, or of one that answers no more."""
        try:
            yield
        except NoAnswerError as error:
            raise DeviceGoneError(f"{self.name}: {error}") from None
        except NotPrimaryError as error:
            raise DeviceGoneError(f"{self.name}: {error}; {_TAKEN_OVER}") from None
        except ControllerError as error:
            raise DeviceError(f"{self.name}: {error}") from None


# --- The bench: a switch of p4soft, embedded or real BMv2 ------------------------------------------------------------


PROGRAM = Path(__file__).resolve().parents[2] / "p4src" / "main.p4"
DEVICE_ID = 1
PRIORITY_QUEUES = 8


@dataclass(frozen=True, slots=True)
class TargetBench(Bench):
    """A switch process of its own for the run.

    Attributes:
        target: which switch.
        ports: its ports.
        files: compiled program to run instead of compiling `p4src/` with the target's own compiler.
        engine: what runs it on the embedded switch.
        tracing: whether the switch writes a trace (in generated Python, whatever the engine).
    """

    target: Target
    ports: Sequence[int]
    files: CompiledFiles | None = None
    engine: EngineChoice = "auto"
    tracing: bool = False

    @property
    @override
    def kind(self) -> str:
        return self.target.name

    @override
    def unavailable(self) -> str | None:
        return self.target.unavailable()

    @override
    def traced(self) -> TargetBench | None:
        return replace(self, tracing=True) if self.target.name == "embedded" else None

    @contextmanager
    @override
    def start(self, workdir: Path) -> Iterator[Attached]:
        """Compile, start, and stop again. Raises DeviceError."""
        trace = workdir / TRACE if self.tracing else None
        try:
            files = self.files or self.target.compile(PROGRAM, workdir / "build")
            options = SwitchOptions(priority_queues=PRIORITY_QUEUES, trace=trace, engine=self.engine)
            running = self.target.start(device_id=DEVICE_ID, ports=self.ports, workdir=workdir, options=options)
        except TargetError as error:
            raise DeviceError(str(error)) from None
        with running as switch:
            spec = DeviceSpec(
                kind="p4runtime",
                name=self.target.name,
                address=switch.grpc_address,
                device_id=DEVICE_ID,
                p4info=files.p4info,
                json_file=files.json,
                trace=trace,
            )
            yield Attached(spec, switch.attachments, self.target.versions())
