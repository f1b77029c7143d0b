# SPDX-License-Identifier: Apache-2.0
"""P4Runtime match fields and actions to the switch's and back (P4Runtime specification, "Match Format")."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Protocol

from finsy.proto.p4.v1 import p4runtime_pb2

from p4soft.switch.p4runtime.bytestring import decode, encode
from p4soft.switch.p4runtime.p4info.index import EXACT, LPM, OPTIONAL, RANGE, TERNARY, ActionInfo, FieldInfo
from p4soft.switch.p4runtime.status import P4RuntimeError, invalid
from p4soft.switch.state import ActionCall, Exact, Lpm, MatchField, Range, Ternary, Valid


class Matches(Protocol):
    """The `match` of a message."""

    def add(self) -> p4runtime_pb2.FieldMatch:
        """A new match field at the end."""


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

    def encode(self, key: Sequence[MatchField], matches: Matches) -> None:
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
    """What an omitted field means; None when it may not be omitted."""
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
    """Fill `message` with a call."""
    message.action_id = action.id
    for info, value in zip(action.params, call.args, strict=True):
        param = message.params.add()
        param.param_id = info.id
        param.value = info.encode(value)
