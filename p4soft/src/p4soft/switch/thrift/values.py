# SPDX-License-Identifier: Apache-2.0
"""Keys, arguments, handles, priorities and rates, between messages as BMv2 writes them and the switch's state."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from p4soft.switch.program.model import KeyField, Program, TableSpec
from p4soft.switch.state import (
    ActionCall,
    Entry,
    Exact,
    InvalidEntry,
    Lpm,
    MatchField,
    MeterConfig,
    Range,
    Table,
    Ternary,
    Valid,
)
from p4soft.switch.thrift.codes import TableCode, table_error
from p4soft.switch.thrift.interface import standard

_PRIORITY_PIVOT = 2**31 - 1
"""P4Runtime's priorities count from here downwards, as where BMv2 turns one into the other."""
_MAX_RATE = 1e12
_Type = standard.BmMatchParamType


def signed(value: int, width: int) -> int:
    """The low `width` bits of `value` as Thrift has integers."""
    value &= (1 << width) - 1
    return value - (1 << width) if value >> (width - 1) else value


def state_priority(table: Table, options: Any) -> int:
    """The priority of the state for the one in a message; raises InvalidTableOperation."""
    if not table.needs_priority:
        return 0
    priority = options.priority or 0
    if not 0 <= priority < _PRIORITY_PIVOT:
        reason = f"table {table.name}: priority {priority}; accepted: 0..{_PRIORITY_PIVOT - 1} (the lowest wins)"
        raise table_error(TableCode.ERROR, reason)
    return int(_PRIORITY_PIVOT - priority)


def wire_priority(table: Table, entry: Entry) -> int:
    """The priority to show for an entry; -1 where the table has none."""
    if not table.needs_priority:
        return -1
    if table.frozen:
        # Given by the program, whose lowest number wins as well.
        return max(given.priority for given in table.spec.entries) + 1 - entry.priority
    return _PRIORITY_PIVOT - entry.priority


def entry_handle(entry: Entry) -> int:
    """The handle by which clients know an entry: its place in the table, and in the upper byte its generation."""
    return signed(entry.generation << 24 | entry.handle, 32)


def match_key(spec: TableSpec, parameters: Sequence[Any]) -> list[MatchField]:
    """The key of an entry; raises InvalidTableOperation (BAD_MATCH_KEY) for one that the table cannot have."""
    if len(parameters) != len(spec.key):
        reason = f"table {spec.name}: {len(parameters)} match fields; accepted: {len(spec.key)}"
        raise table_error(TableCode.BAD_MATCH_KEY, reason)
    return [_match_field(spec, part, given) for part, given in zip(spec.key, parameters, strict=True)]


def match_parameters(spec: TableSpec, key: Sequence[MatchField]) -> list[Any]:
    """The same key for a message."""
    return [_parameter(part, match) for part, match in zip(spec.key, key, strict=True)]


def action_call(
    table_or_profile: str, program: Program, ids: Sequence[int], name: str, data: list[bytes]
) -> ActionCall:
    """An action with its arguments, of which bits beyond their width are cut off, as BMv2 does when it runs one.

    Raises:
        InvalidTableOperation: INVALID_ACTION_NAME or BAD_ACTION_DATA.
    """
    action = next((program.actions[i] for i in ids if program.actions[i].name == name), None)
    if action is None:
        raise table_error(TableCode.INVALID_ACTION_NAME, f"{table_or_profile} has no action {name!r}")
    if len(data) != len(action.params):
        reason = f"{table_or_profile}: action {name} takes {len(action.params)} arguments, got {len(data)}"
        raise table_error(TableCode.BAD_ACTION_DATA, reason)
    values = (
        int.from_bytes(given) & ((1 << param.width) - 1) for param, given in zip(action.params, data, strict=True)
    )
    return ActionCall(name, tuple(values))


def action_data(call: ActionCall) -> list[bytes]:
    """The arguments for a message, in as few bytes as they need."""
    return [value.to_bytes(max(1, (value.bit_length() + 7) // 8)) for value in call.args]


def meter_config(where: str, rates: Sequence[Any]) -> MeterConfig:
    """Two rates, the committed one first; raises InvalidEntry."""
    for rate in rates:
        if not math.isfinite(rate.units_per_micros) or not 0 <= rate.units_per_micros <= _MAX_RATE:
            raise InvalidEntry(
                f"{where}: rate {rate.units_per_micros}; accepted: 0..{_MAX_RATE:g} units per microsecond"
            )
        if rate.burst_size < 0:
            raise InvalidEntry(f"{where}: burst size {rate.burst_size}; accepted: 0 or more")
    committed, peak = rates
    return MeterConfig(
        _per_second(committed.units_per_micros),
        committed.burst_size,
        _per_second(peak.units_per_micros),
        peak.burst_size,
    )


def meter_rates(config: MeterConfig | None) -> list[Any]:
    """The rates for a message; none for a meter never configured."""
    if config is None:
        return []
    rate = standard.BmMeterRateConfig
    return [rate(config.cir / 1e6, signed(config.cburst, 32)), rate(config.pir / 1e6, signed(config.pburst, 32))]


def _per_second(units_per_micros: float) -> float:
    """A whole number where it was meant to be one: 0.07 x 1000000 is not 70000 in binary."""
    value = units_per_micros * 1e6
    return round(value) if math.isclose(value, round(value), rel_tol=1e-12) else value


def _match_field(spec: TableSpec, part: KeyField, given: Any) -> MatchField:
    kinds = {
        "exact": _Type.EXACT,
        "lpm": _Type.LPM,
        "ternary": _Type.TERNARY,
        "range": _Type.RANGE,
        "valid": _Type.VALID,
    }
    value = getattr(given, part.match)
    if given.type != kinds[part.match] or value is None:
        raise table_error(
            TableCode.BAD_MATCH_KEY,
            f"table {spec.name}: match field {part.name}: accepted: {part.match}, with its value",
        )
    if part.match == "valid":
        return Valid(value.key)
    full = (1 << part.width) - 1
    if part.match == "exact":
        return Exact(_number(spec, part, value.key) & full)
    if part.match == "lpm":
        if not 0 <= value.prefix_length <= part.width:
            where = f"table {spec.name}: match field {part.name}"
            reason = f"{where}: prefix length {value.prefix_length}; accepted: 0..{part.width}"
            raise table_error(TableCode.BAD_MATCH_KEY, reason)
        ignored = (1 << (part.width - value.prefix_length)) - 1
        return Lpm(_number(spec, part, value.key) & full & ~ignored, value.prefix_length)
    if part.match == "ternary":
        mask = _number(spec, part, value.mask) & full
        return Ternary(_number(spec, part, value.key) & mask, mask)
    return Range(_number(spec, part, value.start) & full, _number(spec, part, value.end_) & full)


def _number(spec: TableSpec, part: KeyField, data: bytes) -> int:
    if len(data) != _size(part):
        reason = f"table {spec.name}: match field {part.name}: {len(data)} bytes; accepted: {_size(part)}"
        raise table_error(TableCode.BAD_MATCH_KEY, reason)
    return int.from_bytes(data)


def _parameter(part: KeyField, match: MatchField) -> Any:
    size, make = _size(part), standard.BmMatchParam
    if isinstance(match, Exact):
        return make(_Type.EXACT, exact=standard.BmMatchParamExact(match.value.to_bytes(size)))
    if isinstance(match, Lpm):
        return make(_Type.LPM, lpm=standard.BmMatchParamLPM(match.value.to_bytes(size), match.prefix_len))
    if isinstance(match, Ternary):
        value, mask = match.value.to_bytes(size), match.mask.to_bytes(size)
        return make(_Type.TERNARY, ternary=standard.BmMatchParamTernary(value, mask))
    if isinstance(match, Range):
        low, high = match.low.to_bytes(size), match.high.to_bytes(size)
        return make(_Type.RANGE, range=standard.BmMatchParamRange(low, high))
    return make(_Type.VALID, valid=standard.BmMatchParamValid(match.valid))


def _size(part: KeyField) -> int:
    return (part.width + 7) // 8
