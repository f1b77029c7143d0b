# SPDX-License-Identifier: Apache-2.0
"""A switch process of `targets` (the real BMv2 among them), driven over P4Runtime and its ports.

Time is real here. Nothing sleeps: `settle` returns as soon as every port has given what the test expects, or when the
switch has been quiet for a while. Entries and cells are P4Runtime entities, with ids from P4Info (P4Runtime 1.4,
section 9).
"""

from __future__ import annotations

import contextlib
import select
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Protocol

from google.protobuf import text_format
from typing_extensions import override

from p4soft.messages import p4info_pb2, p4runtime_pb2
from p4soft.p4runtime_client import Session, SessionError, bytestring
from p4soft.stf import Case, Options, load_json
from p4soft.stf.device import Device, EntryId, Output, Recorder
from p4soft.stf.statements import Expect, Packet, RefusedError, Statement, StfError, ports
from p4soft.switch import Program
from p4soft.switch.program.model import TableSpec
from p4soft.switch.state import (
    ActionCall,
    ActionRef,
    CounterValue,
    Exact,
    GroupRef,
    Lpm,
    MatchField,
    MemberRef,
    MeterConfig,
    Range,
    Ternary,
    Valid,
)
from p4soft.targets import CompiledFiles, SwitchOptions, Target, TargetError, get_target
from p4soft.targets.links import AttachError, PortSocket, open_attachment

# --- Entities --------------------------------------------------------------------------------------------------------


_OPTIONAL = p4info_pb2.MatchField.OPTIONAL


class Encoder:
    """Encodes for one P4Info. Every method raises RefusedError for what the P4Info does not know.

    Members and groups, which tests number from 0, get one more: 0 is none in P4Runtime.
    """

    def __init__(self, p4info: p4info_pb2.P4Info) -> None:
        self.p4info = p4info

    def table_entry(
        self, spec: TableSpec, key: Sequence[MatchField], priority: int, call: ActionRef | None
    ) -> p4runtime_pb2.Entity:
        """An entry; an empty key means the default entry, no call leaves the action out (for reading)."""
        entity = p4runtime_pb2.Entity()
        entry = entity.table_entry
        table = _named("table", spec.name, self.p4info.tables)
        entry.table_id, entry.priority = table.preamble.id, priority
        # P4Info lists match fields in the key's order, as BMv2 JSON does.
        for field, part, match in zip(table.match_fields, spec.key, key, strict=False):
            _add_match(entry, field, part.width, match)
        if not key:
            entry.is_default_action = True
        if call is None:
            return entity
        if isinstance(call, MemberRef):
            entry.action.action_profile_member_id = call.member_id + 1
            return entity
        if isinstance(call, GroupRef):
            entry.action.action_profile_group_id = call.group_id + 1
            return entity
        action = self._action(call)
        if not table.implementation_id:
            entry.action.action.CopyFrom(action)
        elif any(p.preamble.id == table.implementation_id and p.with_selector for p in self.p4info.action_profiles):
            one = entry.action.action_profile_action_set.action_profile_actions.add(weight=1)
            one.action.CopyFrom(action)
        else:
            raise RefusedError(
                f"table {spec.name} has an action profile without selector; accepted: member=N, after `member` made it"
            )
        return entity

    def member(self, profile: str, number: int, call: ActionCall) -> p4runtime_pb2.Entity:
        entity = p4runtime_pb2.Entity()
        member = entity.action_profile_member
        member.action_profile_id = _named("action profile", profile, self.p4info.action_profiles).preamble.id
        member.member_id = number + 1
        member.action.CopyFrom(self._action(call))
        return entity

    def group(self, profile: str, number: int, members: Sequence[int]) -> p4runtime_pb2.Entity:
        """A group of an action selector, its members of weight 1."""
        entity = p4runtime_pb2.Entity()
        group = entity.action_profile_group
        known = _named("action profile", profile, self.p4info.action_profiles)
        group.action_profile_id, group.group_id = known.preamble.id, number + 1
        group.max_size = max(1, len(members))
        for member in members:
            group.members.add(member_id=member + 1, weight=1)
        return entity

    def _action(self, call: ActionCall) -> p4runtime_pb2.Action:
        known = _named("action", call.name, self.p4info.actions)
        action = p4runtime_pb2.Action(action_id=known.preamble.id)
        for param, value in zip(known.params, call.args, strict=True):
            action.params.add(param_id=param.id, value=bytestring(value))
        return action

    def counter_id(self, name: str) -> int:
        return int(_named("counter", name, self.p4info.counters).preamble.id)

    def meter_id(self, name: str) -> int:
        return int(_named("meter", name, self.p4info.meters).preamble.id)


def _named(kind: str, name: str, objects: Iterable[Any]) -> Any:  # noqa: ANN401 - generated messages are untyped
    for found in objects:
        if found.preamble.name == name:
            return found
    raise RefusedError(f"the P4Info has no {kind} {name!r}, so P4Runtime cannot name it")


def _add_match(entry: p4runtime_pb2.TableEntry, field: p4info_pb2.MatchField, width: int, match: MatchField) -> None:
    """Add a match field; one that matches anything is left out, as the specification demands."""
    full = (1 << width) - 1
    out = p4runtime_pb2.FieldMatch(field_id=field.id)
    if isinstance(match, Exact | Valid):
        out.exact.value = bytestring(match.value if isinstance(match, Exact) else int(match.valid))
    elif isinstance(match, Lpm):
        if not match.prefix_len:
            return
        out.lpm.value, out.lpm.prefix_len = bytestring(match.value), match.prefix_len
    elif isinstance(match, Ternary):
        if not match.mask:
            return
        if field.match_type == _OPTIONAL:
            if match.mask != full:
                raise RefusedError(f"match field {field.name} is optional; accepted: a whole value, or *")
            out.optional.value = bytestring(match.value)
        else:
            out.ternary.value, out.ternary.mask = bytestring(match.value), bytestring(match.mask)
    elif isinstance(match, Range):
        if (match.low, match.high) == (0, full):
            return
        out.range.low, out.range.high = bytestring(match.low), bytestring(match.high)
    entry.match.append(out)


# --- The device ------------------------------------------------------------------------------------------------------


EXPECTED_WAIT_S = 5.0
"""How long an expected packet may take."""
QUIET_S = 0.3
"""After this long without a packet, no unexpected one is taken to be under way."""
_TIMEOUT_S = 20.0
DEVICE_ID = 1
_ETHERNET_HEADER = 14
_INSERT = p4runtime_pb2.Update.INSERT
_MODIFY = p4runtime_pb2.Update.MODIFY
_DELETE = p4runtime_pb2.Update.DELETE


class Frames(Protocol):
    """The ports of a switch process. Every method raises RefusedError when a port fails."""

    def send(self, port: int, frame: bytes) -> None:
        """Send a frame into a port."""

    def receive(self, seconds: float) -> Output | None:
        """The next frame that comes out of any port; None when nothing does for this long."""


class PortSockets(Frames):
    """Ports that testers attach to one by one."""

    def __init__(self, sockets: Mapping[int, PortSocket]) -> None:
        self._sockets = sockets
        self._by_descriptor = {sock.fileno(): (port, sock) for port, sock in sockets.items()}
        self._poller = select.poll()
        for descriptor in self._by_descriptor:
            self._poller.register(descriptor, select.POLLIN)
        self._readable: list[int] = []

    @override
    def send(self, port: int, frame: bytes) -> None:
        with _refusals():
            self._sockets[port].send(frame)

    @override
    def receive(self, seconds: float) -> Output | None:
        if not self._readable:
            self._readable = [descriptor for descriptor, _ in self._poller.poll(max(seconds, 0) * 1000)]
        while self._readable:
            port, sock = self._by_descriptor[self._readable.pop(0)]
            with _refusals():
                frame = sock.recv(0.0)
            if frame is not None:
                return Output(port, frame)
        return None


class RemoteDevice(Device):
    """A switch process, in real time. Use `remote_opener` or `open_remote` to make one.

    Attributes:
        address: `host:port` of its P4Runtime server; empty if nobody else needs it.
    """

    def __init__(self, program: Program, encoder: Encoder, session: Session, frames: Frames, undo: ExitStack) -> None:
        self.program = program
        self._encoder = encoder
        self._session = session
        self._frames = frames
        self._undo = undo
        self.address = ""
        self._outputs: list[Output] = []
        self._entries: list[p4runtime_pb2.Entity] = []
        self._groups: set[int] = set()
        self._sessions: set[int] = set()

    @override
    def send(self, port: int, frame: bytes) -> None:
        self._frames.send(port, frame)

    @override
    def settle(self, wanted: dict[int, int]) -> None:
        """Receive until every port gave what it should and then nothing more for `QUIET_S`."""
        latest = time.monotonic() + EXPECTED_WAIT_S
        quiet = time.monotonic() + QUIET_S
        while (remaining := (quiet if self._complete(wanted) else max(latest, quiet)) - time.monotonic()) > 0:
            output = self._frames.receive(remaining)
            if output is not None:
                self._outputs.append(output)
                quiet = time.monotonic() + QUIET_S

    def _complete(self, wanted: dict[int, int]) -> bool:
        return all(sum(o.port == port for o in self._outputs) >= count for port, count in wanted.items())

    @override
    def outputs(self) -> Sequence[Output]:
        return self._outputs

    @override
    def add(self, table: TableSpec, key: tuple[MatchField, ...], priority: int, call: ActionRef) -> EntryId:
        rank = priority + 1 if table.match in ("ternary", "range") else 0
        entity = self._encoder.table_entry(table, key, rank, call)
        self._write(_INSERT, entity)
        self._entries.append(entity)
        return EntryId(table.name, key, rank)

    @override
    def add_member(self, profile: str, member: int, call: ActionCall) -> None:
        self._write(_INSERT, self._encoder.member(profile, member, call))

    @override
    def add_group(self, profile: str, group: int, members: Sequence[int]) -> None:
        self._write(_INSERT, self._encoder.group(profile, group, members))

    @override
    def set_default(self, table: TableSpec, call: ActionCall) -> None:
        self._write(_MODIFY, self._encoder.table_entry(table, (), 0, call))

    def remove_all(self) -> None:
        """Remove every entry that this test added."""
        while self._entries:
            self._write(_DELETE, self._entries.pop())

    @override
    def read_counter(self, name: str, index: int | EntryId) -> CounterValue:
        """P4Runtime knows no entry handles."""
        entity = p4runtime_pb2.Entity()
        if isinstance(index, EntryId):
            spec = self.program.table(index.table)
            if spec is None or self.program.counters[name].binding != index.table:
                raise RefusedError(f"counter {name} does not count table {index.table}")
            entry = self._encoder.table_entry(spec, index.key, index.priority, None).table_entry
            entity.direct_counter_entry.table_entry.CopyFrom(entry)
            found = [e.direct_counter_entry.data for e in self._read(entity)]
        else:
            self._check_indirect(name)
            entity.counter_entry.counter_id = self._encoder.counter_id(name)
            entity.counter_entry.index.index = index
            found = [e.counter_entry.data for e in self._read(entity)]
        if not found:
            raise RefusedError(f"counter {name}: the switch has no such cell")
        return CounterValue(found[0].packet_count, found[0].byte_count)

    @override
    def write_counter(self, name: str, index: int, value: CounterValue) -> None:
        """P4Runtime knows no entry handles."""
        self._check_indirect(name)
        entity = p4runtime_pb2.Entity()
        entry = entity.counter_entry
        entry.counter_id, entry.index.index = self._encoder.counter_id(name), index
        entry.data.packet_count, entry.data.byte_count = value.packets, value.bytes
        self._write(_MODIFY, entity)

    def _check_indirect(self, name: str) -> None:
        if self.program.counters[name].direct:
            raise RefusedError(
                f"counter {name} is a direct counter and P4Runtime has no entry handles; accepted: "
                f"label the entry (add ... = LABEL) and use check_counter {name}($LABEL)"
            )

    def read_register(self, name: str, index: int) -> int:
        """Refused: simple_switch_grpc has no registers over P4Runtime."""
        raise _no_registers(f"{name}[{index}]")

    def write_register(self, name: str, index: int, value: int) -> None:
        """Refused: simple_switch_grpc has no registers over P4Runtime."""
        raise _no_registers(f"{name}[{index}] = {value}")

    def reset_register(self, name: str) -> None:
        """Refused: simple_switch_grpc has no registers over P4Runtime."""
        raise _no_registers(name)

    @override
    def read_meter(self, name: str, index: int) -> MeterConfig | None:
        entity = p4runtime_pb2.Entity()
        entity.meter_entry.meter_id, entity.meter_entry.index.index = self._encoder.meter_id(name), index
        found = self._read(entity)
        if not found or not found[0].meter_entry.HasField("config"):
            return None
        config = found[0].meter_entry.config
        return MeterConfig(config.cir, config.cburst, config.pir, config.pburst)

    @override
    def write_meter(self, name: str, index: int, config: MeterConfig) -> None:
        entity = p4runtime_pb2.Entity()
        entry = entity.meter_entry
        entry.meter_id, entry.index.index = self._encoder.meter_id(name), index
        entry.config.cir, entry.config.cburst = int(config.cir), config.cburst
        entry.config.pir, entry.config.pburst = int(config.pir), config.pburst
        self._write(_MODIFY, entity)

    @override
    def write_group(self, group: int, replicas: Sequence[tuple[int, int]]) -> None:
        entity = p4runtime_pb2.Entity()
        entry = entity.packet_replication_engine_entry.multicast_group_entry
        entry.multicast_group_id = group
        for port, rid in replicas:
            entry.replicas.add(egress_port=port, instance=rid)
        self._write(_MODIFY if group in self._groups else _INSERT, entity)
        self._groups.add(group)

    @override
    def write_session(self, session: int, replicas: Sequence[tuple[int, int]]) -> None:
        entity = p4runtime_pb2.Entity()
        entry = entity.packet_replication_engine_entry.clone_session_entry
        entry.session_id = session
        for port, rid in replicas:
            entry.replicas.add(egress_port=port, instance=rid)
        self._write(_MODIFY if session in self._sessions else _INSERT, entity)
        self._sessions.add(session)

    @override
    def delete_session(self, session: int) -> None:
        entity = p4runtime_pb2.Entity()
        entity.packet_replication_engine_entry.clone_session_entry.session_id = session
        self._write(_DELETE, entity)
        self._sessions.discard(session)

    def pass_time(self, seconds: float) -> None:
        """Real time: receives what comes meanwhile."""
        end = time.monotonic() + seconds
        while (remaining := end - time.monotonic()) > 0:
            output = self._frames.receive(remaining)
            if output is not None:
                self._outputs.append(output)

    def also_close(self, undo: ExitStack) -> None:
        """Add resources to release after the switch."""
        undo.push(self._undo.pop_all())
        self._undo = undo

    def close(self) -> None:
        self._undo.close()

    def _write(self, kind: p4runtime_pb2.Update.Type.ValueType, entity: p4runtime_pb2.Entity) -> None:
        with _refusals():
            self._session.write([p4runtime_pb2.Update(type=kind, entity=entity)])

    def _read(self, entity: p4runtime_pb2.Entity) -> list[p4runtime_pb2.Entity]:
        with _refusals():
            return list(self._session.read([entity]))


def _no_registers(what: str) -> RefusedError:
    return RefusedError(
        f"register {what}: simple_switch_grpc does not implement P4Runtime's RegisterEntry; accepted: run the test on "
        "--target embedded, or let the program put the value into a packet"
    )


def open_session(
    address: str, device_id: int, p4info: p4info_pb2.P4Info, device_config: bytes, undo: ExitStack
) -> Session:
    """Become the primary client of a switch and load a program; `undo` closes the session.

    Raises:
        RefusedError: the switch does not answer, or cannot run the program.
    """
    session = Session("the switch", address, device_id, timeout_s=_TIMEOUT_S)
    undo.callback(session.close)
    try:
        session.become_primary()
        session.set_pipeline(p4info, device_config)
    except SessionError as error:
        raise RefusedError(f"cannot load the program: {error}") from None
    return session


def open_remote(
    target: Target, files: CompiledFiles, numbers: Sequence[int], workdir: Path, options: SwitchOptions
) -> RemoteDevice:
    """Start a switch process, load a compiled program and attach to its ports.

    Args:
        target: what runs it.
        files: the program.
        numbers: its ports.
        workdir: existing directory for the switch's log and sockets.
        options: of the switch.

    Raises:
        RefusedError: the switch cannot run the program.
        StfError: the switch does not start, or the files cannot be read.
    """
    with ExitStack() as undo:
        try:
            switch = undo.enter_context(
                target.start(device_id=DEVICE_ID, ports=numbers, workdir=workdir, options=options)
            )
            text, p4info = files.json.read_text(), p4info_pb2.P4Info()
            text_format.Parse(files.p4info.read_text(), p4info)
            program = load_json(text, str(files.json))
            session = open_session(switch.grpc_address, DEVICE_ID, p4info, text.encode(), undo)
            sockets = {p: undo.enter_context(open_attachment(spec)) for p, spec in switch.attachments.items()}
        except (TargetError, AttachError, OSError, UnicodeDecodeError, text_format.ParseError) as error:
            raise StfError(str(error)) from None
        device = RemoteDevice(program, Encoder(p4info), session, PortSockets(sockets), undo.pop_all())
        device.address = switch.grpc_address
        return device


def remote_opener(target_name: str, options: Options) -> Callable[[Case, Sequence[Statement], Recorder | None], Device]:
    """An `OpenDevice` that starts a fresh switch process for each test.

    Raises:
        StfError: the target cannot be used here.
    """
    target = get_target(target_name)
    reason = target.unavailable()
    if reason is not None:
        raise StfError(reason)

    def open_device(case: Case, statements: Sequence[Statement], _recorder: Recorder | None) -> Device:
        _check_lengths(case, target_name, statements)
        with ExitStack() as undo:
            work = Path(undo.enter_context(tempfile.TemporaryDirectory(prefix="stf-")))
            try:
                files = _files(case) if case.is_json else target.compile(case.program, work)
            except TargetError as error:
                raise StfError(f"{case.program}: {error}") from None
            switch_options = SwitchOptions(cpu_port=options.cpu_port, engine=options.engine)
            try:
                device = open_remote(target, files, ports(statements), work, switch_options)
            except StfError as error:
                raise StfError(f"{case.program}: {error}") from None
            device.also_close(undo.pop_all())
            return device

    return open_device


def _check_lengths(case: Case, target_name: str, statements: Sequence[Statement]) -> None:
    """Refuse a test that no network interface can carry, rather than blame the switch for it."""
    if target_name != "bmv2":
        return
    for statement in statements:
        if isinstance(statement, Packet):
            length = len(statement.frame)
        elif isinstance(statement, Expect) and statement.pattern is not None and statement.pattern.exact:
            length = len(statement.pattern.digits) // 2
        else:
            continue
        if length < _ETHERNET_HEADER:
            raise StfError(
                f"{case.test}:{statement.line}: {statement.verb}: a network interface carries no packet of {length} "
                f"bytes; accepted: at least {_ETHERNET_HEADER} (an Ethernet header), or --target embedded"
            )


def _files(case: Case) -> CompiledFiles:
    if case.p4info is None:
        raise StfError(f"{case.program}: a compiled program needs its P4Info here; accepted: --p4info FILE")
    return CompiledFiles(case.program, case.p4info)


@contextlib.contextmanager
def _refusals() -> Iterator[None]:
    try:
        yield
    except SessionError as error:
        words = error.refusals[0].message if error.refusals else str(error)
        raise RefusedError(f"the switch refuses: {words}") from None
    except (AttachError, ValueError) as error:
        raise RefusedError(str(error)) from None
