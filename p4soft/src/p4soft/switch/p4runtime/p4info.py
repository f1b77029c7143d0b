# SPDX-License-Identifier: Apache-2.0
"""P4Info as the server uses it: ids resolved, widths and kinds at hand, values between byte strings and numbers.

Reading only: nothing here knows the switch.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Protocol, TypeVar

from msgspec import Struct, field

from p4soft.messages import p4info_pb2, p4types_pb2
from p4soft.p4runtime_client import bytestring as encode
from p4soft.switch.p4runtime.status import RESOURCE_EXHAUSTED, P4RuntimeError, invalid

# --- Byte strings: padding accepted, the shortest answered (P4Runtime specification, "Bytestrings") ------------------


def decode(data: bytes, width: int, where: str, *parts: object) -> int:
    """The unsigned value of `data` for a `bit<width>`.

    Args:
        data: the byte string; leading zero bytes are accepted.
        width: bits of the field.
        where: what the value is for, as a %-format of `parts` that is only evaluated when there is an error.
        parts: arguments of `where`.

    Raises:
        P4RuntimeError: INVALID_ARGUMENT for an empty string or a value that does not fit.
    """
    value = int.from_bytes(data, "big")
    if data and not value >> width:
        return value
    label = where % parts if parts else where
    if not data:
        raise invalid(f"{label}: empty byte string; accepted: a value of {width} bits, at least one byte")
    raise invalid(f"{label}: {value:#x} does not fit; accepted: 0..{(1 << width) - 1:#x} (bit<{width}>)")


def decode_signed(data: bytes, width: int, where: str) -> int:
    """The value of `data` for an `int<width>`; raises INVALID_ARGUMENT as `decode` does."""
    if not data:
        raise invalid(f"{where}: empty byte string; accepted: a value of {width} bits, at least one byte")
    value = int.from_bytes(data, "big", signed=True)
    limit = 1 << (width - 1)
    if not -limit <= value < limit:
        raise invalid(f"{where}: {value} does not fit; accepted: {-limit}..{limit - 1} (int<{width}>)")
    return value


def encode_signed(value: int) -> bytes:
    """The shortest two's complement byte string."""
    magnitude = value if value >= 0 else ~value
    return value.to_bytes(magnitude.bit_length() // 8 + 1, "big", signed=True)


# --- Types translated to strings -------------------------------------------------------------------------------------


_DECIMAL = re.compile(rb"0|[1-9][0-9]*")


class StringMap:
    """Names and numbers of one type with @p4runtime_translation(uri, string), `width` bits wide in the data path.

    The specification leaves the mapping to the target. This one needs no configuration and never maps two names to
    one number:

    * a name that is a decimal number (no leading zeros) which fits the type is that number: "7" is port 7;
    * any other name gets a number when it is first written, from the upper half of the type's range on. There it stays
      out of the way of small numbers, and keeps its number until the pipeline is replaced (RECONCILE keeps it);
    * a number that has no name is read as its decimal digits.
    """

    def __init__(self, type_name: str, width: int) -> None:
        self.type_name = type_name
        self.width = width
        self._numbers: dict[bytes, int] = {}
        self._names: dict[int, bytes] = {}
        self._next = 1 << (width - 1)

    def decode(self, name: bytes, where: str, *parts: object) -> int:
        """The number of a name; `where` is a %-format of `parts`, as for the function `decode`.

        Raises:
            P4RuntimeError: INVALID_ARGUMENT for what is not UTF-8, or a number another name has; RESOURCE_EXHAUSTED
                when every number has a name.
        """
        known = self._numbers.get(name)
        if known is not None:
            return known
        label = where % parts if parts else where
        if _DECIMAL.fullmatch(name) and len(name) <= self.width and not int(name) >> self.width:
            number = int(name)
            taken = self._names.get(number)
            if taken is not None:
                raise invalid(f"{label}: {number} already stands for the name {taken.decode()!r} of {self.type_name}")
            return number
        try:
            name.decode()
        except UnicodeDecodeError:
            raise invalid(f"{label}: {name!r} is not UTF-8; accepted: a string ({self.type_name})") from None
        number = self._free(label)
        self._numbers[name], self._names[number] = number, name
        return number

    def encode(self, number: int) -> bytes:
        return self._names.get(number) or b"%d" % number

    def adopt(self, other: StringMap) -> None:
        """Take over the names of an earlier pipeline's type of the same name, as far as they fit."""
        for name, number in other._numbers.items():
            if not number >> self.width and number not in self._names and name not in self._numbers:
                self._numbers[name], self._names[number] = number, name

    def _free(self, label: str) -> int:
        full = 1 << self.width
        for _ in range(min(full, len(self._names) + 1)):
            number, self._next = self._next, (self._next + 1) % full
            if number not in self._names:
                return number
        raise P4RuntimeError(RESOURCE_EXHAUSTED, f"{label}: all {full} values of {self.type_name} have names already")


# --- Objects, by id --------------------------------------------------------------------------------------------------


EXACT, LPM, TERNARY, RANGE, OPTIONAL = "exact", "lpm", "ternary", "range", "optional"
_MATCH_KINDS = {
    p4info_pb2.MatchField.EXACT: EXACT,
    p4info_pb2.MatchField.LPM: LPM,
    p4info_pb2.MatchField.TERNARY: TERNARY,
    p4info_pb2.MatchField.RANGE: RANGE,
    p4info_pb2.MatchField.OPTIONAL: OPTIONAL,
}


class Named(Protocol):
    """Anything that has an id and a P4 name."""

    @property
    def id(self) -> int:
        """Its P4Info id."""

    @property
    def name(self) -> str:
        """Its full P4 name."""


class FieldInfo(Struct, frozen=True):
    """A match field, action parameter or packet metadata field: `width` bits; `kind` only for match fields.

    `type_name` is set for a user-defined type, whose P4Info width may be that of a translation (0: a string).
    `strings` translates it then, once the width in the data path is known.
    """

    id: int
    name: str
    width: int
    kind: str = ""
    type_name: str = ""
    strings: StringMap | None = None

    def decode(self, data: bytes, where: str, *parts: object) -> int:
        """The data path's value of what a client wrote; `where` and `parts` as for the function `decode`."""
        if self.strings is not None:
            return self.strings.decode(data, where, *parts)
        return decode(data, self.width, where, *parts)

    def encode(self, value: int) -> bytes:
        return encode(value) if self.strings is None else self.strings.encode(value)


class ActionInfo(Struct, frozen=True):
    """An action; `index` maps parameter ids to positions."""

    id: int
    name: str
    params: tuple[FieldInfo, ...]
    index: Mapping[int, int]


class ActionUse(Struct, frozen=True):
    action: ActionInfo
    in_entries: bool
    as_default: bool


class ProfileInfo(Struct, frozen=True):
    """An action profile; `max_group_size` 0 means no limit, `sum_of_members` how it is counted."""

    id: int
    name: str
    with_selector: bool
    size: int
    max_group_size: int
    sum_of_members: bool
    max_member_weight: int
    table_ids: tuple[int, ...]


class TableInfo(Struct, frozen=True):
    """A table; `index` maps match field ids to positions in `fields` (the key's order)."""

    id: int
    name: str
    fields: tuple[FieldInfo, ...]
    index: Mapping[int, int]
    actions: Mapping[int, ActionUse]
    action_ids: Mapping[str, int]
    profile_id: int
    direct_counter_id: int
    direct_meter_id: int
    const_default: bool
    const_entries: bool
    size: int
    idle_timeout: bool

    @property
    def translated(self) -> bool:
        """Whether a parameter of one of its actions is translated to a string."""
        return any(p.strings is not None for use in self.actions.values() for p in use.action.params)


class MeterInfo(Struct, frozen=True):
    """A meter; `type` is p4.config.v1.MeterSpec.Type, `table_id` is 0 for an indirect one."""

    id: int
    name: str
    type: int
    table_id: int = 0


class NamedInfo(Struct, frozen=True):
    """A counter (table_id 0 for an indirect one)."""

    id: int
    name: str
    table_id: int = 0


class DataField(Struct, frozen=True):
    """A scalar of a register or digest: kind bit, int, bool, varbit, enum or string; `width` bits.

    A string is a translated type; `strings` does it, once the width in the data path is known (0 until then).
    """

    name: str
    kind: str
    width: int
    type_name: str = ""
    strings: StringMap | None = None


class DataInfo(Struct, frozen=True):
    """A register or digest: a scalar, or the members of a struct, tuple or header.

    `shape` is scalar, struct, tuple or header; `fields` is empty when the type is one this server cannot carry.
    """

    id: int
    name: str
    shape: str
    fields: tuple[DataField, ...]


class ValueSetInfo(Struct, frozen=True):
    """A parser value set; fields concatenate in order to the select key."""

    id: int
    name: str
    fields: tuple[FieldInfo, ...]
    index: Mapping[int, int]
    size: int


class PacketHeaderInfo(Struct, frozen=True):
    """packet_in or packet_out metadata, in header order."""

    name: str
    fields: tuple[FieldInfo, ...]
    index: Mapping[int, int]


class P4InfoIndex(Struct, frozen=True):
    """Everything in a P4Info, by id. The message it came from is kept in `message`."""

    message: p4info_pb2.P4Info
    tables: Mapping[int, TableInfo]
    actions: Mapping[int, ActionInfo]
    profiles: Mapping[int, ProfileInfo]
    counters: Mapping[int, NamedInfo]
    direct_counters: Mapping[int, NamedInfo]
    meters: Mapping[int, MeterInfo]
    direct_meters: Mapping[int, MeterInfo]
    registers: Mapping[int, DataInfo]
    digests: Mapping[int, DataInfo]
    value_sets: Mapping[int, ValueSetInfo]
    packet_headers: Mapping[str, PacketHeaderInfo] = field(default_factory=dict)
    absent: Mapping[int, str] = field(default_factory=dict)
    """Objects that the program does not have, because the compiler found them useless: id to kind and name."""
    strings: Mapping[str, StringMap] = field(default_factory=dict)
    """Types translated to strings, by name."""


def index_p4info(message: p4info_pb2.P4Info) -> P4InfoIndex:
    """Resolve a P4Info.

    Raises:
        P4RuntimeError: INVALID_ARGUMENT when ids repeat or refer to nothing, naming the object.
    """
    actions = {a.preamble.id: _action(a) for a in _unique("action", message.actions)}
    direct_counters = {
        c.preamble.id: NamedInfo(c.preamble.id, c.preamble.name, c.direct_table_id)
        for c in _unique("direct counter", message.direct_counters)
    }
    direct_meters = {
        m.preamble.id: MeterInfo(m.preamble.id, m.preamble.name, m.spec.type, m.direct_table_id)
        for m in _unique("direct meter", message.direct_meters)
    }
    profiles = {p.preamble.id: _profile(p) for p in _unique("action profile", message.action_profiles)}
    tables = {
        t.preamble.id: _table(t, actions, profiles, direct_counters, direct_meters)
        for t in _unique("table", message.tables)
    }
    return P4InfoIndex(
        message=message,
        tables=tables,
        actions=actions,
        profiles=profiles,
        counters={
            c.preamble.id: NamedInfo(c.preamble.id, c.preamble.name) for c in _unique("counter", message.counters)
        },
        direct_counters=direct_counters,
        meters={
            m.preamble.id: MeterInfo(m.preamble.id, m.preamble.name, m.spec.type)
            for m in _unique("meter", message.meters)
        },
        direct_meters=direct_meters,
        registers={r.preamble.id: _data(r, message.type_info) for r in _unique("register", message.registers)},
        digests={d.preamble.id: _data(d, message.type_info) for d in _unique("digest", message.digests)},
        value_sets={v.preamble.id: _value_set(v) for v in _unique("value set", message.value_sets)},
        packet_headers={h.preamble.name: _packet_header(h) for h in message.controller_packet_metadata},
    )


class _Object(Protocol):
    """Anything in a P4Info that has an id and a name."""

    @property
    def preamble(self) -> p4info_pb2.Preamble:
        """Both, and annotations."""


_T = TypeVar("_T", bound=_Object)


def _unique(what: str, objects: Iterable[_T]) -> Iterable[_T]:
    """The objects, each checked to have a name and an id no earlier one has."""
    seen: dict[int, str] = {}
    for thing in objects:
        preamble = thing.preamble
        if not preamble.id or not preamble.name:
            raise invalid(f"P4Info: {what} {preamble.name!r} with id {preamble.id}: both a name and an id are needed")
        if preamble.id in seen:
            raise invalid(f"P4Info: {what}s {seen[preamble.id]} and {preamble.name} both have id {preamble.id:#x}")
        seen[preamble.id] = preamble.name
        yield thing


def _positions(where: str, fields: tuple[FieldInfo, ...]) -> dict[int, int]:
    positions = {f.id: i for i, f in enumerate(fields)}
    if len(positions) != len(fields):
        raise invalid(f"P4Info: {where}: two of its fields or parameters have the same id")
    return positions


def _action(action: p4info_pb2.Action) -> ActionInfo:
    params = tuple(FieldInfo(p.id, p.name, p.bitwidth, type_name=p.type_name.name) for p in action.params)
    name = action.preamble.name
    return ActionInfo(action.preamble.id, name, params, _positions(f"action {name}", params))


def _match_fields(where: str, fields: Iterable[p4info_pb2.MatchField]) -> tuple[FieldInfo, ...]:
    result = []
    for match in fields:
        kind = _MATCH_KINDS.get(match.match_type)
        if kind is None:
            shown = match.other_match_type or "unspecified"
            raise invalid(
                f"P4Info: {where}: match field {match.name}: match type {shown} is not supported; "
                f"accepted: {', '.join(_MATCH_KINDS.values())}"
            )
        result.append(FieldInfo(match.id, match.name, match.bitwidth, kind, match.type_name.name))
    return tuple(result)


def _profile(profile: p4info_pb2.ActionProfile) -> ProfileInfo:
    by_members = profile.WhichOneof("selector_size_semantics") == "sum_of_members"
    return ProfileInfo(
        profile.preamble.id,
        profile.preamble.name,
        profile.with_selector,
        profile.size,
        profile.max_group_size,
        by_members,
        profile.sum_of_members.max_member_weight if by_members else 0,
        tuple(profile.table_ids),
    )


def _table(
    table: p4info_pb2.Table,
    actions: Mapping[int, ActionInfo],
    profiles: Mapping[int, ProfileInfo],
    direct_counters: Mapping[int, NamedInfo],
    direct_meters: Mapping[int, MeterInfo],
) -> TableInfo:
    name = table.preamble.name
    uses: dict[int, ActionUse] = {}
    for reference in table.action_refs:
        if reference.id not in actions:
            raise invalid(f"P4Info: table {name}: action id {reference.id:#x} is not an action of this P4Info")
        uses[reference.id] = ActionUse(
            actions[reference.id],
            reference.scope != p4info_pb2.ActionRef.DEFAULT_ONLY,
            reference.scope != p4info_pb2.ActionRef.TABLE_ONLY,
        )
    if table.implementation_id and table.implementation_id not in profiles:
        raise invalid(f"P4Info: table {name}: implementation {table.implementation_id:#x} is not an action profile")
    direct_counter = direct_meter = 0
    for resource in table.direct_resource_ids:
        if resource in direct_counters:
            direct_counter = resource
        elif resource in direct_meters:
            direct_meter = resource
        else:
            raise invalid(f"P4Info: table {name}: direct resource {resource:#x} is not a direct counter or meter")
    fields = _match_fields(f"table {name}", table.match_fields)
    return TableInfo(
        id=table.preamble.id,
        name=name,
        fields=fields,
        index=_positions(f"table {name}", fields),
        actions=uses,
        action_ids={use.action.name: action_id for action_id, use in uses.items()},
        profile_id=table.implementation_id,
        direct_counter_id=direct_counter,
        direct_meter_id=direct_meter,
        const_default=table.const_default_action_id != 0,
        const_entries=table.is_const_table,
        size=table.size,
        idle_timeout=table.idle_timeout_behavior == p4info_pb2.Table.NOTIFY_CONTROL,
    )


def _value_set(value_set: p4info_pb2.ValueSet) -> ValueSetInfo:
    name = value_set.preamble.name
    fields = _match_fields(f"value set {name}", value_set.match)
    positions = _positions(f"value set {name}", fields)
    return ValueSetInfo(value_set.preamble.id, name, fields, positions, value_set.size)


def _packet_header(header: p4info_pb2.ControllerPacketMetadata) -> PacketHeaderInfo:
    fields = tuple(FieldInfo(m.id, m.name, m.bitwidth, type_name=m.type_name.name) for m in header.metadata)
    name = header.preamble.name
    return PacketHeaderInfo(name, fields, _positions(f"controller packet metadata {name}", fields))


def _data(thing: p4info_pb2.Register | p4info_pb2.Digest, types: p4types_pb2.P4TypeInfo) -> DataInfo:
    spec = thing.type_spec
    identity = (thing.preamble.id, thing.preamble.name)
    kind = spec.WhichOneof("type_spec")
    if kind == "struct" and spec.struct.name in types.structs:
        members = [_scalar(m.name, m.type_spec, types) for m in types.structs[spec.struct.name].members]
        return DataInfo(*identity, "struct", _all_or_none(members))
    if kind == "header" and spec.header.name in types.headers:
        members = [_bits(m.name, m.type_spec) for m in types.headers[spec.header.name].members]
        return DataInfo(*identity, "header", _all_or_none(members))
    if kind == "tuple":
        members = [_scalar(f"member {i}", m, types) for i, m in enumerate(spec.tuple.members)]
        return DataInfo(*identity, "tuple", _all_or_none(members))
    return DataInfo(*identity, "scalar", _all_or_none([_scalar("", spec, types)]))


def _all_or_none(members: list[DataField | None]) -> tuple[DataField, ...]:
    known = tuple(m for m in members if m is not None)
    return known if len(known) == len(members) else ()


def _scalar(name: str, spec: p4types_pb2.P4DataTypeSpec, types: p4types_pb2.P4TypeInfo) -> DataField | None:
    """A bit, int, varbit or bool (also behind a type name or serializable enum), or None for anything else."""
    kind = spec.WhichOneof("type_spec")
    if kind == "bitstring":
        return _bits(name, spec.bitstring)
    if kind == "bool":
        return DataField(name, "bool", 1)
    if kind == "new_type" and spec.new_type.name in types.new_types:
        new_type = types.new_types[spec.new_type.name]
        if new_type.WhichOneof("representation") == "original_type":
            return _scalar(name, new_type.original_type, types)
        width = new_type.translated_type.sdn_bitwidth
        return DataField(name, "bit", width) if width else DataField(name, "string", 0, spec.new_type.name)
    if kind == "serializable_enum" and spec.serializable_enum.name in types.serializable_enums:
        return DataField(name, "enum", types.serializable_enums[spec.serializable_enum.name].underlying_type.bitwidth)
    return None


def _bits(name: str, spec: p4types_pb2.P4BitstringLikeTypeSpec) -> DataField | None:
    kind = spec.WhichOneof("type_spec")
    if kind == "varbit":
        return DataField(name, "varbit", spec.varbit.max_bitwidth)
    if kind in ("bit", "int"):
        return DataField(name, kind, getattr(spec, kind).bitwidth)
    return None
