# SPDX-License-Identifier: Apache-2.0
"""A switch that runs `p4src/` and is configured over P4Runtime: the embedded one, BMv2, or anybody's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from typing_extensions import override

from controller.errors import ControllerError, NoAnswerError
from controller.pipeline import Pipeline
from controller.plan import compare
from controller.render import difference_text
from p4soft.table_entries import TableEntry
from ptf_tests.catalogue.claims import CLAIMS
from ptf_tests.dut.api import DeviceSpec, OverWire, Wire
from ptf_tests.dut.p4runtime.connection import SwitchConnection
from ptf_tests.dut.p4runtime.difference import ByDifference
from ptf_tests.dut.p4runtime.translation import entry_of
from ptf_tests.switch.abilities import P4RuntimeServer, Verb
from ptf_tests.switch.counters import Cell, Count, watched_cells
from ptf_tests.switch.device import DeviceError, DeviceGoneError
from ptf_tests.switch.settings import Setting


class P4RuntimeDevice(ByDifference, OverWire, P4RuntimeServer):
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
        self._device = self._connected()

    @override
    def capabilities(self) -> frozenset[str]:
        """Everything: the program has a table or a counter for each claim."""
        return frozenset(CLAIMS)

    @override
    def reset(self) -> None:
        """Load the pipeline again, which empties tables, counters and backlogs."""
        self._forget()
        with self._told():
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
            with self._told():
                self._counts = self._device.read_counters(watched_cells(ports))
        return self._counts

    @override
    def hits(self, setting: Setting) -> Count | None:
        """The direct counter of the setting's entry."""
        with self._told():
            return self._device.read_direct_counter(entry_of(setting))

    @override
    def differences(self) -> list[str]:
        """How the entries the server has differ from those written (see `abilities.P4RuntimeServer`)."""
        with self._told():
            found = compare(self._installed, self._device.read_entries())
        return [difference_text(difference) for difference in found]

    @override
    def refusal(self, verb: Verb, setting: Setting) -> str:
        """What the server answers an update with (see `abilities.P4RuntimeServer`)."""
        write = {"insert": self._device.insert, "modify": self._device.modify, "delete": self._device.delete}[verb]
        try:
            with self._told():
                write([entry_of(setting)])
        except DeviceGoneError:
            raise
        except DeviceError as error:
            return str(error)
        return ""

    @override
    def controller_leaves(self) -> None:
        """Disconnect (see `abilities.P4RuntimeServer`)."""
        self._device.close()

    @override
    def controller_returns(self) -> None:
        """Connect and become primary again (see `abilities.P4RuntimeServer`)."""
        self._device = self._connected()

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
        with self._told():
            self._device.delete(deleted)
            self._device.modify(modified)
            self._device.insert(inserted)

    @contextmanager
    def _told(self) -> Iterator[None]:
        """What the client says, as errors of a device: of one that refuses, or of one that answers no more."""
        try:
            yield
        except NoAnswerError as error:
            raise DeviceGoneError(f"{self.name}: {error}") from None
        except ControllerError as error:
            raise DeviceError(f"{self.name}: {error}") from None
