# SPDX-License-Identifier: Apache-2.0
"""Values, keys, actions, meters and packets between P4Runtime messages and the switch."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache

from google.protobuf.internal.containers import RepeatedCompositeFieldContainer

from p4soft.messages import p4data_pb2, p4info_pb2, p4runtime_pb2
from p4soft.p4runtime_client import bytestring as encode
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
    MeterInfo,
    P4InfoIndex,
    PacketHeaderInfo,
    decode,
    decode_signed,
    encode_signed,
)
from p4soft.switch.p4runtime.status import UNIMPLEMENTED, P4RuntimeError, invalid
from p4soft.switch.state import ActionCall, CounterValue, Exact, Lpm, MatchField, MeterConfig, Range, Ternary, Valid

# --- Match fields and actions (P4Runtime specification, "Match Format") ----------------------------------------------


class MatchCodec:
    """Converts the match fields of one table or value set.

    `valid_fields` are positions whose BMv2 JSON match type is "valid" (an exact match on isValid()).
    """

    __slots__ = ("_fields", "_index", "_omitted", "_short", "_valid", "_where")

    def __init__(
        self,
        where: str,
        fields: Sequence[FieldInfo],
        index: Mapping[int, int],
        valid_fields: frozenset[int] = frozenset(),
    ) -> None:
        self._where = where
        self._fields = tuple(fields)
        self._index = index
        self._valid = valid_fields
        self._omitted: tuple[MatchField | None, ...] = tuple(_dont_care(f) for f in fields)
        self._short = [_short_way(f) if i not in valid_fields else _no_short_way for i, f in enumerate(self._fields)]

    def decode(self, matches: Iterable[p4runtime_pb2.FieldMatch]) -> tuple[MatchField, ...]:
        """The key, one field per component, omitted ones as don't-care.

        Raises:
            P4RuntimeError: INVALID_ARGUMENT for an unknown or repeated field, a wrong match type, a missing exact
                field, a value that does not fit, or a don't-care that is spelled out.
        """
        key = list(self._omitted)
        seen = 0
        for match in matches:
            field_id = match.field_id
            position = self._index.get(field_id)
            if position is None:
                names = ", ".join(f"{f.id} ({f.name})" for f in self._fields) or "none"
                raise invalid(f"{self._where}: match field id {field_id} is unknown; accepted: {names}")
            bit = 1 << position
            if seen & bit:
                raise invalid(f"{self._where}: match field {self._fields[position].name} is given twice")
            seen |= bit
            key[position] = self._short[position](match) or self._decode_field(position, match)
        result = []
        for position, field in enumerate(key):
            if field is None:
                info = self._fields[position]
                raise invalid(f"{self._where}: match field {info.name} (id {info.id}, exact) is missing")
            result.append(field)
        return tuple(result)

    def encode(
        self, key: Sequence[MatchField], matches: RepeatedCompositeFieldContainer[p4runtime_pb2.FieldMatch]
    ) -> None:
        """Add the canonical match fields of a key: shortest byte strings, don't-cares left out."""
        for info, field, omitted in zip(self._fields, key, self._omitted, strict=True):
            if field == omitted:
                continue
            match = matches.add()
            match.field_id = info.id
            if isinstance(field, Exact):
                match.exact.value = info.encode(field.value)
            elif isinstance(field, Lpm):
                given = match.lpm
                given.value, given.prefix_len = encode(field.value), field.prefix_len
            elif isinstance(field, Valid):
                match.exact.value = b"\x01" if field.valid else b"\x00"
            elif isinstance(field, Range):
                match.range.low = encode(field.low)
                match.range.high = encode(field.high)
            elif info.kind == OPTIONAL:
                match.optional.value = info.encode(field.value)
            else:
                match.ternary.value = info.encode(field.value)
                match.ternary.mask = encode(field.mask)

    def _decode_field(self, position: int, match: p4runtime_pb2.FieldMatch) -> MatchField:
        info = self._fields[position]
        kind = match.WhichOneof("field_match_type")
        if kind != info.kind:
            raise invalid(
                f"{self._where}: match field {info.name}: got {kind or 'no match type'}; accepted: {info.kind}"
            )
        name, width = info.name, info.width
        if info.strings is not None and kind in (LPM, RANGE):
            raise invalid(
                f"{self._where}: match field {name}: type {info.strings.type_name} is translated to a string, which "
                f"{kind} cannot match; accepted: leave it out, or translate it to bits"
            )
        if kind == EXACT:
            value = info.decode(match.exact.value, "%s: match field %s", self._where, name)
            return Valid(bool(value)) if position in self._valid else Exact(value)
        if kind == LPM:
            return self._decode_lpm(info, match.lpm)
        if kind == RANGE:
            return self._decode_range(info, match.range)
        full = (1 << width) - 1
        if kind == OPTIONAL:
            return Ternary(info.decode(match.optional.value, "%s: match field %s", self._where, name), full)
        ternary = match.ternary
        value = info.decode(ternary.value, "%s: match field %s: value", self._where, name)
        mask = decode(ternary.mask, width, "%s: match field %s: mask", self._where, name)
        if not mask:
            raise self._spelled_out(info, "mask 0")
        if value & ~mask:
            raise invalid(
                f"{self._where}: match field {name}: value {value:#x} has bits set where mask {mask:#x} has none; "
                "accepted: those bits 0"
            )
        return Ternary(value, mask)

    def _decode_lpm(self, info: FieldInfo, lpm: p4runtime_pb2.FieldMatch.LPM) -> Lpm:
        value = decode(lpm.value, info.width, "%s: match field %s", self._where, info.name)
        length = lpm.prefix_len
        if length == 0:
            raise self._spelled_out(info, "prefix length 0")
        if not 0 < length <= info.width:
            raise invalid(
                f"{self._where}: match field {info.name}: prefix length {length} is out of range; "
                f"accepted: 1..{info.width}"
            )
        if value & ((1 << (info.width - length)) - 1):
            raise invalid(
                f"{self._where}: match field {info.name}: {value:#x}/{length} has bits set after its prefix; "
                "accepted: those bits 0"
            )
        return Lpm(value, length)

    def _decode_range(self, info: FieldInfo, given: p4runtime_pb2.FieldMatch.Range) -> Range:
        low = decode(given.low, info.width, "%s: match field %s: low", self._where, info.name)
        high = decode(given.high, info.width, "%s: match field %s: high", self._where, info.name)
        if low > high:
            raise invalid(
                f"{self._where}: match field {info.name}: low {low:#x} is above high {high:#x}; accepted: low <= high"
            )
        if low == 0 and high == (1 << info.width) - 1:
            raise self._spelled_out(info, "the whole range")
        return Range(low, high)

    def _spelled_out(self, info: FieldInfo, what: str) -> P4RuntimeError:
        return invalid(
            f"{self._where}: match field {info.name}: {what} means don't-care, which is written by omitting the field"
        )


_ShortWay = Callable[[p4runtime_pb2.FieldMatch], MatchField | None]


def _short_way(info: FieldInfo) -> _ShortWay:
    """Decodes what most matches are, well-formed; None for everything else, which `MatchCodec` decodes or refuses."""
    make = _SHORT_WAYS.get(info.kind) if info.strings is None else None
    return make(info.width) if make is not None else _no_short_way


@cache
def _short_exact(width: int) -> _ShortWay:
    def exact(match: p4runtime_pb2.FieldMatch) -> MatchField | None:
        data = match.exact.value  # empty when the match is of another kind
        value = int.from_bytes(data, "big")
        return Exact(value) if data and not value >> width else None

    return exact


@cache
def _short_lpm(width: int) -> _ShortWay:
    # By prefix length: the bits that must be 0, those beyond the field's width included.
    beyond = [~(((1 << width) - 1) ^ ((1 << (width - length)) - 1)) for length in range(width + 1)]

    def lpm(match: p4runtime_pb2.FieldMatch) -> MatchField | None:
        given = match.lpm
        data, length = given.value, given.prefix_len
        value = int.from_bytes(data, "big")
        return Lpm(value, length) if data and 0 < length <= width and not value & beyond[length] else None

    return lpm


@cache
def _short_ternary(width: int) -> _ShortWay:
    def ternary(match: p4runtime_pb2.FieldMatch) -> MatchField | None:
        given = match.ternary
        data = given.value
        value, mask = int.from_bytes(data, "big"), int.from_bytes(given.mask, "big")
        return Ternary(value, mask) if data and mask and not mask >> width and not value & ~mask else None

    return ternary


_SHORT_WAYS = {EXACT: _short_exact, LPM: _short_lpm, TERNARY: _short_ternary}


def _no_short_way(_match: p4runtime_pb2.FieldMatch) -> MatchField | None:
    return None


def _dont_care(info: FieldInfo) -> MatchField | None:
    """The match that an omitted field stands for; None when it may not be omitted."""
    if info.kind == EXACT:
        return None
    if info.kind == LPM:
        return Lpm(0, 0)
    if info.kind == RANGE:
        return Range(0, (1 << info.width) - 1)
    return Ternary(0, 0)


def decode_action(action: ActionInfo, message: p4runtime_pb2.Action, where: str) -> ActionCall:
    """The call of `action` with the message's parameters.

    Raises:
        P4RuntimeError: INVALID_ARGUMENT for a missing, repeated or unknown parameter or a value that does not fit.
    """
    params = action.params
    args: list[int | None] = [None] * len(params)
    for param in message.params:
        position = action.index.get(param.param_id)
        if position is None:
            names = ", ".join(f"{p.id} ({p.name})" for p in params) or "none"
            raise invalid(f"{where}: action {action.name}: parameter id {param.param_id} is unknown; accepted: {names}")
        if args[position] is not None:
            raise invalid(f"{where}: action {action.name}: parameter {params[position].name} is given twice")
        info = params[position]
        args[position] = info.decode(param.value, "%s: action %s: parameter %s", where, action.name, info.name)
    values = []
    for info, value in zip(params, args, strict=True):
        if value is None:
            raise invalid(f"{where}: action {action.name}: parameter {info.name} (id {info.id}) is missing")
        values.append(value)
    return ActionCall(action.name, tuple(values))


def encode_action(action: ActionInfo, call: ActionCall, message: p4runtime_pb2.Action) -> None:
    message.action_id = action.id
    for info, value in zip(action.params, call.args, strict=True):
        param = message.params.add()
        param.param_id = info.id
        param.value = info.encode(value)


# --- P4Data and CounterData: register cells, digest messages, counter readings ---------------------------------------


_MEMBER_OF_KIND = {"bit": "bitstring", "int": "bitstring", "bool": "bool", "enum": "enum_value", "string": "bitstring"}


def decode_counter(data: p4runtime_pb2.CounterData, where: str) -> CounterValue:
    """A counter value to write; raises INVALID_ARGUMENT for negative numbers."""
    if data.packet_count < 0 or data.byte_count < 0:
        raise invalid(
            f"{where}: packet_count {data.packet_count}, byte_count {data.byte_count}; accepted: 0..2**63-1 each"
        )
    return CounterValue(data.packet_count, data.byte_count)


def encode_counter(value: CounterValue, data: p4runtime_pb2.CounterData) -> None:
    """Fill `data`; P4Runtime's counters are signed 64-bit, the switch's unsigned, so the top bit is dropped."""
    data.packet_count = value.packets & (2**63 - 1)
    data.byte_count = value.bytes & (2**63 - 1)


def decode_data(info: DataInfo, data: p4data_pb2.P4Data, where: str) -> tuple[int, ...]:
    """The unsigned values (two's complement for int) of a scalar.

    Raises:
        P4RuntimeError: INVALID_ARGUMENT when `data` does not have the type the P4Info gives, or does not fit.
    """
    field = info.fields[0]
    kind = data.WhichOneof("data")
    wanted = _MEMBER_OF_KIND[field.kind]
    if kind != wanted:
        raise invalid(f"{where}: data is {kind or 'missing'}; accepted: {wanted} ({field.kind}<{field.width}>)")
    if field.kind == "bool":
        return (int(data.bool),)
    if field.kind == "int":
        return (decode_signed(data.bitstring, field.width, f"{where}: data") & ((1 << field.width) - 1),)
    if field.strings is not None:
        return (field.strings.decode(data.bitstring, "%s: data", where),)
    return (decode(getattr(data, wanted), field.width, "%s: data", where),)


def encode_data(info: DataInfo, values: Sequence[int]) -> p4data_pb2.P4Data:
    """P4Data of the shape the P4Info gives, from unsigned values in field order."""
    data = p4data_pb2.P4Data()
    if info.shape == "scalar":
        _encode_scalar(info.fields[0], values[0], data)
    elif info.shape == "header":
        data.header.is_valid = True
        data.header.bitstrings.extend(encode(value) for value in values)
    else:
        members = data.struct.members if info.shape == "struct" else data.tuple.members
        for field, value in zip(info.fields, values, strict=True):
            _encode_scalar(field, value, members.add())
    return data


def _encode_scalar(field: DataField, value: int, data: p4data_pb2.P4Data) -> None:
    if field.kind == "bool":
        data.bool = bool(value)
    elif field.strings is not None:
        data.bitstring = field.strings.encode(value)
    elif field.kind == "int":
        signed = value - (1 << field.width) if value >> (field.width - 1) else value
        data.bitstring = encode_signed(signed)
    elif field.kind == "enum":
        data.enum_value = encode(value)
    elif field.kind == "varbit":
        data.varbit.bitstring = encode(value)
        data.varbit.bitwidth = field.width
    else:
        data.bitstring = encode(value)


# --- Meter configurations, and what this switch can do of them -------------------------------------------------------


_FIELDS = ("cir", "cburst", "pir", "pburst")


def decode_config(meter: MeterInfo, config: p4runtime_pb2.MeterConfig) -> MeterConfig:
    """A meter configuration to write.

    Raises:
        P4RuntimeError: INVALID_ARGUMENT for what the meter's type does not allow; UNIMPLEMENTED for an excess burst.
    """
    where = f"meter {meter.name}"
    for name in (*_FIELDS, "eburst"):
        if getattr(config, name) < 0:
            raise invalid(f"{where}: {name} {getattr(config, name)} is negative; accepted: 0 or more")
    if meter.type == p4info_pb2.MeterSpec.TWO_RATE_THREE_COLOR:
        if config.eburst:
            raise invalid(f"{where} is a two-rate meter: eburst {config.eburst}; accepted: 0")
        if config.pir < config.cir:
            raise invalid(f"{where}: pir {config.pir} is below cir {config.cir}; accepted: pir >= cir")
    else:
        if (config.pir, config.pburst) != (config.cir, config.cburst):
            raise invalid(f"{where} is a single-rate meter; accepted: pir = cir and pburst = cburst")
        if config.eburst:
            if meter.type == p4info_pb2.MeterSpec.SINGLE_RATE_TWO_COLOR:
                raise invalid(f"{where} is a two-colour meter: eburst {config.eburst}; accepted: 0")
            raise P4RuntimeError(UNIMPLEMENTED, f"{where}: an excess burst size is not supported; accepted: eburst 0")
    return MeterConfig(config.cir, config.cburst, config.pir, config.pburst)


def encode_config(config: MeterConfig, message: p4runtime_pb2.MeterConfig) -> None:
    """Fill `message`, which is set even when every number is 0."""
    message.SetInParent()
    for name in _FIELDS:
        setattr(message, name, int(getattr(config, name)))  # another control plane may have asked for a fraction


def refuse_counter_data(where: str) -> None:
    """Refuse a request with per-colour counters, which there are not. Raises P4RuntimeError: UNIMPLEMENTED."""
    raise P4RuntimeError(UNIMPLEMENTED, f"{where}: per-colour meter counters are not supported; leave the field unset")


# --- Packet-in and packet-out: the header before a frame on the CPU port, as metadata --------------------------------


def packet_in(info: P4InfoIndex, frame: bytes) -> p4runtime_pb2.PacketIn | None:
    """The message for a frame that left through the CPU port.

    Fields are taken from the front of the frame, in the order of the `packet_in` header, most significant bit first.
    None when the frame is too short to hold that header.
    """
    header = info.packet_headers.get("packet_in")
    if header is None:
        return p4runtime_pb2.PacketIn(payload=frame)
    length = _header_bytes(header)
    if len(frame) < length:
        return None
    message = p4runtime_pb2.PacketIn(payload=frame[length:])
    bits = int.from_bytes(frame[:length], "big")
    remaining = length * 8
    for field in header.fields:
        remaining -= field.width
        metadata = message.metadata.add()
        metadata.metadata_id = field.id
        metadata.value = field.encode(bits >> remaining & ((1 << field.width) - 1))
    return message


def packet_out(info: P4InfoIndex, message: p4runtime_pb2.PacketOut) -> bytes:
    """The frame to inject on the CPU port.

    Raises:
        P4RuntimeError: INVALID_ARGUMENT when the metadata is not exactly what the `packet_out` header declares.
    """
    header = info.packet_headers.get("packet_out")
    if header is None:
        if message.metadata:
            raise invalid("packet-out with metadata, but the P4Info declares no packet_out header; leave metadata out")
        return bytes(message.payload)
    values: dict[int, int] = {}
    for metadata in message.metadata:
        position = header.index.get(metadata.metadata_id)
        if position is None:
            names = ", ".join(f"{f.id} ({f.name})" for f in header.fields)
            raise invalid(f"packet-out: metadata id {metadata.metadata_id} is unknown; accepted: {names}")
        if position in values:
            raise invalid(f"packet-out: metadata {header.fields[position].name} is given twice")
        field = header.fields[position]
        values[position] = field.decode(metadata.value, "packet-out: metadata %s", field.name)
    bits = 0
    for position, field in enumerate(header.fields):
        if position not in values:
            raise invalid(f"packet-out: metadata {field.name} (id {field.id}) is missing")
        bits = bits << field.width | values[position]
    length = _header_bytes(header)
    padding = length * 8 - sum(f.width for f in header.fields)
    return (bits << padding).to_bytes(length, "big") + bytes(message.payload)


def _header_bytes(header: PacketHeaderInfo) -> int:
    return (sum(f.width for f in header.fields) + 7) // 8
