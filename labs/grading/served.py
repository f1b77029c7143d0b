# SPDX-License-Identifier: Apache-2.0
"""A switch that a student's own program may talk to over P4Runtime, and whose tables are read back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from types import TracebackType

from finsy.proto.p4.config.v1 import p4info_pb2
from finsy.proto.p4.v1 import p4runtime_pb2
from google.protobuf import text_format
from typing_extensions import override

from labs.grading.bench import Bench, Compiled
from labs.grading.frames import address
from labs.grading.lesson import UngradableError, Work
from p4soft.p4runtime_client import Session, SessionError
from p4soft.stf.device import Device, EmbeddedDevice
from p4soft.stf.remote import DEVICE_ID, Encoder, RemoteDevice, open_session
from p4soft.stf.runner import find_table
from p4soft.stf.statements import StfError
from p4soft.switch.p4runtime import P4RuntimeServer
from p4soft.switch.state import MatchField


class ServedBench(Bench):
    """A `Bench` with a P4Runtime server on loopback. The embedded switch stays in this process, in virtual time.

    Attributes:
        address: `host:port` of the server.
        device_id: of P4Runtime.
    """

    def __init__(self, work: Work, program: Compiled, ports: Sequence[int]) -> None:
        """Start it. Raises as `Bench` does."""
        self._undo = ExitStack()
        self._p4info = p4info_pb2.P4Info()
        text_format.Parse(program.files.p4info.read_text(), self._p4info)
        super().__init__(work, program, ports)
        self._session = Session("the switch", self.address, self.device_id)
        self._undo.callback(self._session.close)

    @override
    def _open(self, work: Work, program: Compiled, ports: Sequence[int]) -> Device:
        device = super()._open(work, program, ports)
        if isinstance(device, RemoteDevice):
            self.address, self.device_id = device.address, DEVICE_ID
            return device
        assert isinstance(device, EmbeddedDevice)
        server = P4RuntimeServer(device.switch)
        server.start()
        self._undo.callback(server.stop)
        self.address, self.device_id = server.address, device.switch.device_id
        try:
            open_session(self.address, self.device_id, self._p4info, program.files.json.read_bytes(), self._undo)
        except StfError as error:
            raise UngradableError(str(error)) from None
        return device

    def entries(self) -> list[bytes]:
        """Every entry that somebody wrote, each in the form of `encoded`. Raises UngradableError without an answer."""
        entity = p4runtime_pb2.Entity()
        entity.table_entry.table_id = 0
        try:
            found = [each.table_entry for each in self._session.read([entity])]
        except SessionError as error:
            raise UngradableError(str(error)) from None
        return [_canonical(each) for each in found if not each.is_default_action]

    def encoded(self, table: str, key: Sequence[MatchField], action: str, params: Mapping[str, int]) -> bytes:
        """An entry in a form that compares."""
        spec = find_table(self._device.program, table)
        entity = Encoder(self._p4info).table_entry(spec, tuple(key), 0, self.call(table, action, params))
        return _canonical(entity.table_entry)

    def described(self, table: str) -> list[str]:
        """The entries of a table, for people."""
        name = find_table(self._device.program, table).name
        return [text for each in self.entries() if (text := self.text(each)).startswith(f"{name} ")]

    def text(self, entry: bytes) -> str:
        """An entry for people, by the names of P4Info."""
        return _text(self._p4info, p4runtime_pb2.TableEntry.FromString(entry))

    @override
    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._undo.close()
        super().__exit__(kind, value, trace)


def _text(p4info: p4info_pb2.P4Info, entry: p4runtime_pb2.TableEntry) -> str:
    """An entry by the names of P4Info; addresses of 128 bits as IPv6 writes them."""
    table = next(each for each in p4info.tables if each.preamble.id == entry.table_id)
    fields = {each.id: each for each in table.match_fields}
    keys = []
    for match in entry.match:
        field = fields[match.field_id]
        raw = match.exact.value or match.lpm.value or match.ternary.value
        value = int.from_bytes(raw, "big")
        shown = address(value) if field.bitwidth == 128 else f"{value:#x}"
        length = f"/{match.lpm.prefix_len}" if match.HasField("lpm") else ""
        keys.append(f"{field.name}={shown}{length}")
    action = next(each for each in p4info.actions if each.preamble.id == entry.action.action.action_id)
    names = {each.id: each.name for each in action.params}
    params = [f"{names[each.param_id]}=0x{each.value.hex()}" for each in entry.action.action.params]
    return f"{table.preamble.name} {', '.join(keys)} -> {action.preamble.name}({', '.join(params)})"


def _canonical(entry: p4runtime_pb2.TableEntry) -> bytes:
    kept = p4runtime_pb2.TableEntry(table_id=entry.table_id, priority=entry.priority, action=entry.action)
    kept.match.extend(sorted(entry.match, key=lambda field: field.field_id))
    return kept.SerializeToString(deterministic=True)
