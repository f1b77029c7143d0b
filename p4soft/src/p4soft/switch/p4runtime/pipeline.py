# SPDX-License-Identifier: Apache-2.0
"""Which forwarding pipeline runs: SetForwardingPipelineConfig, GetForwardingPipelineConfig and the state that is kept.

A config is read (P4Info and `p4_device_config`), the two are bound to each other, and the switch loads the program.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeVar

from google.protobuf import descriptor_pb2, message_factory
from google.protobuf.message import DecodeError, Message
from msgspec import Struct
from msgspec.structs import replace

from p4soft.messages import p4info_pb2, p4runtime_pb2
from p4soft.switch import Program, ProgramError, SimpleSwitch, SwitchState, load_program
from p4soft.switch.p4runtime.entities import Entities, Send
from p4soft.switch.p4runtime.handler import INSERT, MODIFY, Context
from p4soft.switch.p4runtime.p4info import (
    EXACT,
    LPM,
    OPTIONAL,
    RANGE,
    TERNARY,
    ActionInfo,
    DataField,
    DataInfo,
    FieldInfo,
    P4InfoIndex,
    PacketHeaderInfo,
    StringMap,
    TableInfo,
    ValueSetInfo,
    index_p4info,
)
from p4soft.switch.p4runtime.status import FAILED_PRECONDITION, NOT_FOUND, P4RuntimeError, from_state_error, invalid
from p4soft.switch.program.model import TableSpec
from p4soft.switch.state import CounterArray, MeterArray, RegisterArray, StateError

# --- Widths: those of the data path, which the P4Info of a translated type does not say ------------------------------


class Widths:
    """One pipeline's; every type translated to a string has one `StringMap`, wherever it is used."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self.strings: dict[str, StringMap] = {}
        self._by_type: dict[str, int] = {}
        """Widths in the data path of the types met so far."""

    def field(self, where: str, info: FieldInfo, width: int) -> FieldInfo:
        """A match field or action parameter of `width` bits in the data path; raises INVALID_ARGUMENT on a mismatch."""
        if info.type_name:
            self._by_type[info.type_name] = width
        if info.width == width:
            return info
        if not info.type_name:
            raise mismatch(f"{where}: {info.width} bits in the P4Info, {width} in the JSON")
        if info.width:
            return replace(info, width=width)
        # A string with lpm or range: no entry can name it (MatchCodec), but the program is none the worse.
        return replace(info, width=width, strings=self._map(where, info.type_name, width))

    def value_set(self, info: ValueSetInfo) -> ValueSetInfo:
        """The JSON has only the width of the whole key, so one field may be translated."""
        where, total = f"value set {info.name}", self._program.value_sets[info.name].width
        fields = list(info.fields)
        given = sum(f.width for f in fields)
        for position, item in enumerate(fields):
            if given != total and item.type_name:
                fields[position] = self.field(f"{where}: field {item.name}", item, total - given + item.width)
                break
        if (bits := sum(f.width for f in fields)) != total:
            raise mismatch(f"{where}: {bits} bits in the P4Info, {total} in the JSON")
        return replace(info, fields=tuple(fields))

    def packet_header(self, info: PacketHeaderInfo) -> PacketHeaderInfo:
        """packet_in or packet_out: the P4Info does not say which header it is, so it is found by its fields' names.

        The program may have none with these fields: one that parses and emits the same bits by another type, or that
        never talks to a controller. A field then has the width its type has elsewhere in the program, if it is there.
        """
        if not any(f.type_name for f in info.fields):
            return info
        names = [f.name for f in info.fields]
        for header in self._program.headers.values():
            if [f.name for f in header.type.fields] == names:
                pairs = zip(info.fields, header.type.fields, strict=True)
                fields = tuple(self.field(f"{info.name}: {f.name}", f, real.width) for f, real in pairs)
                return replace(info, fields=fields)
        known = ((f, self._by_type.get(f.type_name, f.width)) for f in info.fields)
        fields = tuple(self.field(f"{info.name}: {f.name}", f, width) for f, width in known)
        return replace(info, fields=fields)

    def data(self, info: DataInfo, widths: Sequence[int]) -> DataInfo:
        """A register or digest whose fields have `widths` in the data path."""
        if len(info.fields) != len(widths):
            return info
        fields = (self._data_field(info.name, f, width) for f, width in zip(info.fields, widths, strict=True))
        return replace(info, fields=tuple(fields))

    def _data_field(self, where: str, item: DataField, width: int) -> DataField:
        if item.kind != "string":
            return item
        return replace(item, width=width, strings=self._map(where, item.type_name, width))

    def _map(self, where: str, type_name: str, width: int) -> StringMap:
        found = self.strings.setdefault(type_name, StringMap(type_name, width))
        if found.width != width:
            raise mismatch(f"{where}: type {type_name} has {width} bits here and {found.width} elsewhere")
        return found


def mismatch(problem: str) -> P4RuntimeError:
    """The error for a P4Info and a program that do not belong together."""
    return invalid(f"the P4Info and the BMv2 JSON do not belong together: {problem}")


# --- P4Info and program: whether both describe the same pipeline -----------------------------------------------------


_T = TypeVar("_T")
_I = TypeVar("_I", bound=Any)
_GENERATED = "tbl_"
"""How p4c names the tables it makes of statements; they are not in the P4Info."""

# P4Info's match type to what BMv2 JSON may call it. v1model's optional is written as ternary; an exact match on
# isValid() may be written as "valid"; and p4c gives every field of a ternary or range table its own kind.
_JSON_KINDS: Mapping[str, tuple[str, ...]] = {
    EXACT: ("exact", "valid"),
    LPM: ("lpm",),
    TERNARY: ("ternary",),
    OPTIONAL: ("ternary", "optional"),
    RANGE: ("range",),
}


def bind(p4info: p4info_pb2.P4Info, program: Program) -> P4InfoIndex:
    """Index `p4info` and check it against `program`.

    Raises:
        P4RuntimeError: INVALID_ARGUMENT naming the first object on which the two disagree.
    """
    index, absent = index_p4info(p4info), {}
    specs = {t.name: t for t in program.tables()}
    if index.tables and not any(t.name in specs for t in index.tables.values()):
        # A compiler may drop tables that do nothing, but hardly every one of them while others are there.
        others = [name for name in specs if not name.startswith(_GENERATED)]
        if others:
            names = _list(t.name for t in index.tables.values())
            raise mismatch(f"the P4Info has the tables {names}; the JSON has {_list(others)}")

    def present(kind: str, infos: Mapping[int, _I], among: Mapping[str, object]) -> dict[int, _I]:
        absent.update({i: f"{kind} {info.name}" for i, info in infos.items() if info.name not in among})
        return {i: info for i, info in infos.items() if info.name in among}

    bound = replace(
        index,
        tables=present("table", index.tables, specs),
        profiles=present("action profile", index.profiles, program.action_profiles),
        counters=present("counter", index.counters, program.counters),
        meters=present("meter", index.meters, program.meters),
        registers=present("register", index.registers, program.registers),
        value_sets=present("value set", index.value_sets, program.value_sets),
        digests=present("digest", index.digests, {d.name: d for d in program.learn_lists.values()}),
        absent=absent,
    )
    actions: dict[int, ActionInfo] = dict(bound.actions)
    widths = Widths(program)
    learned = {learn.name: learn.widths for learn in program.learn_lists.values()}
    bound = replace(
        bound,
        tables={i: _bind_table(t, specs[t.name], program, actions, widths) for i, t in bound.tables.items()},
        actions=actions,
        value_sets={i: widths.value_set(v) for i, v in bound.value_sets.items()},
        packet_headers={name: widths.packet_header(h) for name, h in bound.packet_headers.items()},
        registers={i: widths.data(r, (program.registers[r.name].bitwidth,)) for i, r in bound.registers.items()},
        digests={i: widths.data(d, learned[d.name]) for i, d in bound.digests.items()},
        strings=widths.strings,
    )
    for profile in bound.profiles.values():
        if profile.with_selector != (program.action_profiles[profile.name].selector_algo is not None):
            raise mismatch(f"action profile {profile.name}: only one of the two has a selector")
    for counter in bound.counters.values():
        if program.counters[counter.name].direct:
            raise mismatch(f"counter {counter.name}: direct in the JSON only")
    for meter in bound.meters.values():
        if program.meters[meter.name].direct:
            raise mismatch(f"meter {meter.name}: direct in the JSON only")
    return bound


def _bind_table(
    table: TableInfo, spec: TableSpec, program: Program, actions: dict[int, ActionInfo], widths: Widths
) -> TableInfo:
    """The table with the widths the data path has; its actions, likewise, are put into `actions`."""
    where = f"table {table.name}"
    if len(table.fields) != len(spec.key):
        raise mismatch(f"{where}: {len(table.fields)} match fields in the P4Info, {len(spec.key)} in the JSON")
    fields = []
    for info, key in zip(table.fields, spec.key, strict=True):
        if key.match not in _JSON_KINDS[info.kind]:
            raise mismatch(f"{where}: match field {info.name}: {info.kind} in the P4Info, {key.match} in the JSON")
        fields.append(widths.field(f"{where}: match field {info.name}", info, key.width))
    uses = {}
    json_actions = {program.actions[i].name: program.actions[i] for i in spec.actions}
    for action_id, use in table.actions.items():
        params = _named(f"{where}: action", use.action.name, json_actions).params
        actions[action_id] = _bind_action(use.action, [p.width for p in params], widths)
        uses[action_id] = replace(use, action=actions[action_id])
    if bool(table.profile_id) != bool(spec.action_profile):
        raise mismatch(f"{where}: only one of the two has an action profile")
    if table.direct_counter_id and not spec.with_counters:
        raise mismatch(f"{where}: the P4Info has a direct counter, the JSON has with_counters false")
    if table.direct_meter_id and not spec.direct_meter:
        raise mismatch(f"{where}: the P4Info has a direct meter, the JSON has none")
    if table.idle_timeout and not spec.support_timeout:
        raise mismatch(f"{where}: the P4Info has idle time-outs, the JSON has support_timeout false")
    return replace(table, fields=tuple(fields), actions=uses)


def _bind_action(action: ActionInfo, real: list[int], widths: Widths) -> ActionInfo:
    where = f"action {action.name}"
    if len(action.params) != len(real):
        raise mismatch(f"{where}: {len(action.params)} parameters in the P4Info, {len(real)} in the JSON")
    params = [
        widths.field(f"{where}: parameter {info.name}", info, width)
        for info, width in zip(action.params, real, strict=True)
    ]
    return replace(action, params=tuple(params))


def _named(what: str, name: str, among: Mapping[str, _T]) -> _T:
    found = among.get(name)
    if found is None:
        raise mismatch(f"{what} {name} is in the P4Info but not in the JSON, which has: {_list(among)}")
    return found


def _list(names: Iterable[str]) -> str:
    return ", ".join(names) or "none"


# --- p4_device_config: BMv2 JSON, bare or inside a p4.tmp.P4DeviceConfig ---------------------------------------------


_ACCEPTED = "accepted: BMv2 JSON, or a p4.tmp.P4DeviceConfig with BMv2 JSON as device_data"
_DEVICE_DATA = "device_data"
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def bmv2_json(device_config: bytes) -> str:
    """The BMv2 JSON in a `p4_device_config`.

    `reassign` and `extras` of the message have no meaning here: every config that is committed replaces the pipeline.

    Raises:
        P4RuntimeError: INVALID_ARGUMENT, neither form.
    """
    data = device_config
    if not data.removeprefix(_BYTE_ORDER_MARK).lstrip().startswith((b"{", b"[")):
        data = _device_data(device_config)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise _refusal("not text") from None


def _device_data(wrapped: bytes) -> bytes:
    message = _P4DeviceConfig()
    try:
        message.ParseFromString(wrapped)
    except DecodeError:
        raise _refusal("not text of JSON, and no protobuf message either") from None
    data: bytes = getattr(message, _DEVICE_DATA)
    if not data:
        raise _refusal("not text of JSON, and as a message it has no device_data")
    return data


def _refusal(what: str) -> P4RuntimeError:
    return invalid(f"config.p4_device_config is {what}; {_ACCEPTED}")


def _message_class() -> type[Message]:
    """The part of BMv2's old message that is read; no package of the Python index carries it.

    The p4lang tutorials and what was written after them send it. It is outside the default pool: a client in this
    process may have the whole.
    """
    kind = descriptor_pb2.FieldDescriptorProto
    file = descriptor_pb2.FileDescriptorProto(name="p4config.proto", package="p4.tmp", syntax="proto3")
    field = file.message_type.add(name="P4DeviceConfig").field.add(name=_DEVICE_DATA, number=3)
    field.type, field.label = kind.TYPE_BYTES, kind.LABEL_OPTIONAL
    return message_factory.GetMessages([file])["p4.tmp.P4DeviceConfig"]


_P4DeviceConfig = _message_class()


# --- Configs made ready once: a thousand switches of a fabric run the same program -----------------------------------


_MOST_CONFIGS = 4
"""Configs to keep: a tester sets the same few again and again."""


class Realized(Struct, frozen=True, eq=False):
    """A config that the switch can run. It does not change, except for the strings that `info` may learn.

    Attributes:
        p4info: the P4Info, serialized deterministically.
        device_config: what came with it.
        info: the P4Info, indexed and bound to the program.
        program: of the device config.
    """

    p4info: bytes
    device_config: bytes
    info: P4InfoIndex
    program: Program

    def is_of(self, p4info: p4info_pb2.P4Info, device_config: bytes) -> bool:
        return self.device_config == device_config and self.p4info == _serialized(p4info)


def realize(p4info: p4info_pb2.P4Info, device_config: bytes) -> Realized:
    """The config, ready to be run: shared with others who ask for the same.

    Raises:
        P4RuntimeError: INVALID_ARGUMENT, it is not BMv2 JSON, not of a program that the switch can run, or the two do
            not belong together.
    """
    found = _realized(_serialized(p4info), device_config, _program(device_config))
    if found.info.strings:  # a switch numbers the strings of its own clients
        return replace(found, info=bind(found.info.message, found.program))
    return found


@lru_cache(maxsize=_MOST_CONFIGS)
def _realized(p4info: bytes, device_config: bytes, program: Program) -> Realized:
    return Realized(p4info, device_config, bind(p4info_pb2.P4Info.FromString(p4info), program), program)


@lru_cache(maxsize=_MOST_CONFIGS)
def _program(device_config: bytes) -> Program:
    text = bmv2_json(device_config)
    try:
        program = load_program(text, source="p4_device_config")
        _try(program)
    except ProgramError as error:
        raise invalid(str(error)) from None
    return program


def _try(program: Program) -> None:
    """A config that can be realized can run: in Python if need be, which is known at once.

    What a trial switch compiles is not compiled again.

    Raises:
        ProgramError: nothing can run it.
    """
    try:
        SimpleSwitch(engine="python").load(program)
    except ProgramError:
        SimpleSwitch().load(program)


def _serialized(p4info: p4info_pb2.P4Info) -> bytes:
    return p4info.SerializeToString(deterministic=True)


# --- State that moves to a new pipeline (COMMIT, RECONCILE_AND_COMMIT) -----------------------------------------------


_Array = TypeVar("_Array", CounterArray, MeterArray, RegisterArray)


def copy_state(source: Entities, target: Entities, now_us: int) -> None:
    """Write everything `source` holds into `target`, whose pipeline has just been loaded.

    Raises:
        P4RuntimeError: INVALID_ARGUMENT naming the first thing the new pipeline has no place for.
    """
    for name, strings in target.context.info.strings.items():
        if name in source.context.info.strings:
            strings.adopt(source.context.info.strings[name])
    for table in target.context.state.tables.values():
        # Entries the program itself gives, and a client may have deleted: the copy brings those that are left.
        table.clear()
    for query in _queries():
        for entity in source.read(query):
            _write(target, entity)
    _copy_default_entries(source, target)
    old, new = source.context.state, target.context.state
    _copy_arrays("counter", old.counters, new.counters, lambda c: any(c.packets) or any(c.bytes), _copy_counter)
    _copy_arrays("register", old.registers, new.registers, lambda r: any(r.cells), _copy_register)
    _copy_arrays("meter", old.meters, new.meters, _is_configured, lambda a, b: _copy_meter(a, b, now_us))


def _queries() -> Iterator[p4runtime_pb2.Entity]:
    """Read-everything requests, in an order in which references come after what they refer to."""
    for name in ("action_profile_member", "action_profile_group", "table_entry", "packet_replication_engine_entry"):
        entity = p4runtime_pb2.Entity()
        getattr(entity, name).SetInParent()
        if name == "table_entry":
            entity.table_entry.counter_data.SetInParent()
            entity.table_entry.meter_config.SetInParent()
        yield entity
    for name in ("value_set_entry", "digest_entry"):
        entity = p4runtime_pb2.Entity()
        getattr(entity, name).SetInParent()
        yield entity


def _write(target: Entities, entity: p4runtime_pb2.Entity) -> None:
    update = p4runtime_pb2.Update(type=INSERT, entity=entity)
    name = entity.WhichOneof("entity")
    if name == "value_set_entry":
        update.type = MODIFY
        if not entity.value_set_entry.members:
            return
    elif name == "table_entry" and entity.table_entry.is_const:
        # The program gives the entry; only its counter and meter are state.
        update.type = MODIFY
        for part in ("is_const", "action", "metadata"):
            update.entity.table_entry.ClearField(part)
    try:
        target.write(update)
    except P4RuntimeError as error:
        raise invalid(f"the existing state does not fit the new pipeline: {error.message}") from None


def _copy_default_entries(source: Entities, target: Entities) -> None:
    query = p4runtime_pb2.Entity()
    query.table_entry.is_default_action = True
    query.table_entry.counter_data.SetInParent()
    query.table_entry.meter_config.SetInParent()
    initial = {entity.table_entry.table_id: entity for entity in target.read(query)}
    for entity in source.read(query):
        if initial.get(entity.table_entry.table_id) != entity:
            update = p4runtime_pb2.Update(type=MODIFY, entity=entity)
            try:
                target.write(update)
            except P4RuntimeError as error:
                raise invalid(f"the existing default action does not fit the new pipeline: {error.message}") from None


def _copy_arrays(
    what: str,
    old: Mapping[str, _Array],
    new: Mapping[str, _Array],
    in_use: Callable[[_Array], bool],
    copy: Callable[[_Array, _Array], None],
) -> None:
    for name, array in old.items():
        if not in_use(array):
            continue
        other = new.get(name)
        if other is None or other.size < array.size:
            size = "no such" if other is None else f"only {other.size} cells in"
            raise invalid(f"the existing state does not fit the new pipeline: it has {size} {what} {name}")
        copy(array, other)


def _copy_counter(old: CounterArray, new: CounterArray) -> None:
    new.packets[: old.size] = old.packets
    new.bytes[: old.size] = old.bytes


def _copy_register(old: RegisterArray, new: RegisterArray) -> None:
    if old.bitwidth > new.bitwidth:
        raise invalid(f"the existing state does not fit the new pipeline: register {old.name} has become narrower")
    new.cells[: old.size] = old.cells


def _is_configured(meter: MeterArray) -> bool:
    return any(config is not None for config in meter.read_range())


def _copy_meter(old: MeterArray, new: MeterArray, now_us: int) -> None:
    for index, config in enumerate(old.read_range()):
        if config is not None:
            new.write(index, config, now_us)


# --- The pipeline of a switch ----------------------------------------------------------------------------------------


_Set = p4runtime_pb2.SetForwardingPipelineConfigRequest
_Get = p4runtime_pb2.GetForwardingPipelineConfigRequest

_NO_CONFIG = "no forwarding pipeline config has been set; send SetForwardingPipelineConfig first"


class _Candidate(Struct, frozen=True):
    """A verified config, and the cookie it came with."""

    realized: Realized
    cookie: int | None


class Pipeline:
    """The forwarding pipeline of one switch. Every call under the switch's lock."""

    def __init__(self, switch: SimpleSwitch, now_us: Callable[[], int], send: Send) -> None:
        """`send` takes digest lists and idle notifications to the primary clients."""
        self._switch = switch
        self._now_us = now_us
        self._send = send
        self._config: _Candidate | None = None
        self._saved: _Candidate | None = None
        self._verified: _Candidate | None = None  # the last one: a tester sets the same program again and again
        self._running: Entities | None = None
        self._current: Entities | None = None

    @property
    def running(self) -> Entities | None:
        """What the data path uses; its digests and idle time-outs are live. None once somebody else swapped it."""
        if self._running is not None and self._running.context.state is not self._switch.state:
            if self._current is self._running:
                self._current = self._config = None
            self._running = None
        return self._running

    @property
    def current(self) -> Entities | None:
        """What Read and Write refer to: a saved pipeline if there is one, otherwise the running one."""
        return None if self.running is None and self._current is None else self._current

    def entities(self) -> Entities:
        """As `current`.

        Raises:
            P4RuntimeError: FAILED_PRECONDITION before any pipeline was set.
        """
        current = self.current
        if current is None:
            raise P4RuntimeError(FAILED_PRECONDITION, _NO_CONFIG)
        return current

    def set(self, request: p4runtime_pb2.SetForwardingPipelineConfigRequest) -> None:
        """Perform the request's action.

        Raises:
            P4RuntimeError: INVALID_ARGUMENT for a missing, malformed or inconsistent config, NOT_FOUND for a COMMIT
                without a saved config; the running pipeline is then untouched.
        """
        action = request.action
        if action == _Set.COMMIT:
            self._commit(request)
            return
        if action not in (_Set.VERIFY, _Set.VERIFY_AND_SAVE, _Set.VERIFY_AND_COMMIT, _Set.RECONCILE_AND_COMMIT):
            raise invalid(
                f"action {action}; accepted: VERIFY (1), VERIFY_AND_SAVE (2), VERIFY_AND_COMMIT (3), COMMIT (4), "
                "RECONCILE_AND_COMMIT (5)"
            )
        candidate = self._verified = _verify(request, self._verified)
        if action == _Set.VERIFY_AND_SAVE:
            self._saved = candidate
            self._config = candidate
            self._current = self._entities(candidate, SwitchState(candidate.realized.program, self._switch.ports))
        elif action == _Set.VERIFY_AND_COMMIT:
            self._load(candidate, None)
        elif action == _Set.RECONCILE_AND_COMMIT:
            previous = self.running
            if previous is not None:
                # A rehearsal on another state, so that a failure leaves the running pipeline alone.
                copy_state(previous, self._entities(candidate, SwitchState(candidate.realized.program)), self._now_us())
            self._load(candidate, previous)

    def get(self, response_type: int) -> p4runtime_pb2.GetForwardingPipelineConfigResponse:
        """The parts of the config that the response type asks for.

        Raises:
            P4RuntimeError: INVALID_ARGUMENT for an unknown response type; FAILED_PRECONDITION before any pipeline was
                set, where the specification has an empty response: clients made for BMv2 look for what BMv2 says.
        """
        response = p4runtime_pb2.GetForwardingPipelineConfigResponse()
        if response_type not in (_Get.ALL, _Get.COOKIE_ONLY, _Get.P4INFO_AND_COOKIE, _Get.DEVICE_CONFIG_AND_COOKIE):
            raise invalid(f"response type {response_type}; accepted: 0..3")
        config = self._config if self.running is not None or self._current is not None else None
        if config is None:
            raise P4RuntimeError(FAILED_PRECONDITION, _NO_CONFIG)
        response.config.SetInParent()
        if config.cookie is not None:
            response.config.cookie.cookie = config.cookie
        if response_type in (_Get.ALL, _Get.P4INFO_AND_COOKIE):
            response.config.p4info.CopyFrom(config.realized.info.message)
        if response_type in (_Get.ALL, _Get.DEVICE_CONFIG_AND_COOKIE):
            response.config.p4_device_config = config.realized.device_config
        return response

    def _commit(self, request: p4runtime_pb2.SetForwardingPipelineConfigRequest) -> None:
        if request.HasField("config"):
            raise invalid("COMMIT takes no config: it realizes the one saved before; accepted: config unset")
        if self._saved is None:
            raise P4RuntimeError(NOT_FOUND, "no saved config to commit; send VERIFY_AND_SAVE first")
        self._load(self._saved, self._current)

    def _load(self, candidate: _Candidate, previous: Entities | None) -> None:
        try:
            self._switch.load(candidate.realized.program)
        except StateError as error:  # no memory for its tables or registers; the old program runs on
            raise from_state_error(error) from None
        state = self._switch.state
        assert state is not None
        running = self._running = self._current = self._entities(candidate, state)
        self._config, self._saved = candidate, None
        self._switch.digest_listener = running.digests.learn
        if previous is not None:
            copy_state(previous, running, self._now_us())

    def _entities(self, candidate: _Candidate, state: SwitchState) -> Entities:
        return Entities(Context(candidate.realized.info, state, self._now_us), self._send)


def _verify(request: p4runtime_pb2.SetForwardingPipelineConfigRequest, last: _Candidate | None) -> _Candidate:
    """Check a config; one that differs from the `last` verified in its cookie only is not read again."""
    if not request.HasField("config"):
        raise invalid("the config is missing; accepted: a P4Info and, as p4_device_config, BMv2 JSON")
    config = request.config
    if not config.HasField("p4info"):
        raise invalid("config.p4info is missing")
    device_config = config.p4_device_config  # each time that it is asked for it is copied
    if not device_config:
        raise invalid("config.p4_device_config is missing; accepted: the BMv2 JSON that the P4 compiler wrote")
    cookie = config.cookie.cookie if config.HasField("cookie") else None
    if last is not None and last.realized.is_of(config.p4info, device_config):
        return _Candidate(last.realized, cookie)
    return _Candidate(realize(config.p4info, device_config), cookie)
