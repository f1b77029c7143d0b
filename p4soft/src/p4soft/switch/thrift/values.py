# SPDX-License-Identifier: Apache-2.0
"""What every call needs: the switch, and values and refusals between messages as BMv2 writes them and the state.

Values are keys, arguments, handles, priorities and rates.
"""

from __future__ import annotations

import functools
import logging
import math
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from msgspec import Struct

from p4soft.switch import SimpleSwitch
from p4soft.switch.program.model import KeyField, Program, TableSpec
from p4soft.switch.state import (
    ActionCall,
    ActionProfile,
    Entry,
    EntryExists,
    EntryNotFound,
    Exact,
    ImmutableEntry,
    InvalidEntry,
    Lpm,
    MatchField,
    MeterConfig,
    ObjectInUse,
    OutOfRange,
    Range,
    StateError,
    SwitchState,
    Table,
    TableFull,
    Ternary,
    UnknownObject,
    Valid,
)
from p4soft.switch.thrift.interface import simple_pre_lag, standard
from p4soft.switch.thrift.protocol import RefusalError

# --- Refusals as the codes that BMv2 gives for them ------------------------------------------------------------------


_LOG = logging.getLogger(__name__)
Codes = Mapping[type[StateError], int]

TableCode = standard.TableOperationErrorCode
_Counter, _Meter = standard.CounterOperationErrorCode, standard.MeterOperationErrorCode
_Register, _ValueSet = standard.RegisterOperationErrorCode, standard.ParseVSetOperationErrorCode
_Multicast = simple_pre_lag.McOperationErrorCode

TABLE: Codes = {
    UnknownObject: TableCode.INVALID_TABLE_NAME,
    EntryExists: TableCode.DUPLICATE_ENTRY,
    EntryNotFound: TableCode.INVALID_HANDLE,
    TableFull: TableCode.TABLE_FULL,
    ImmutableEntry: TableCode.IMMUTABLE_TABLE_ENTRIES,
    InvalidEntry: TableCode.BAD_MATCH_KEY,
    StateError: TableCode.ERROR,
}
DEFAULT_ENTRY: Codes = {**TABLE, ImmutableEntry: TableCode.DEFAULT_ENTRY_IS_CONST}
MEMBER: Codes = {
    **TABLE,
    UnknownObject: TableCode.INVALID_ACTION_PROFILE_NAME,
    EntryNotFound: TableCode.INVALID_MBR_HANDLE,
    ObjectInUse: TableCode.MBR_STILL_USED,
    InvalidEntry: TableCode.BAD_ACTION_DATA,
}
GROUP: Codes = {
    **MEMBER,
    EntryNotFound: TableCode.INVALID_GRP_HANDLE,
    ObjectInUse: TableCode.GRP_STILL_USED,
    InvalidEntry: TableCode.NO_ACTION_PROFILE_SELECTION,
}
COUNTER: Codes = {
    UnknownObject: _Counter.INVALID_COUNTER_NAME,
    OutOfRange: _Counter.INVALID_INDEX,
    StateError: _Counter.ERROR,
}
METER: Codes = {
    UnknownObject: _Meter.INVALID_METER_NAME,
    OutOfRange: _Meter.INVALID_INDEX,
    InvalidEntry: _Meter.INVALID_INFO_RATE_VALUE,
    StateError: _Meter.ERROR,
}
REGISTER: Codes = {
    UnknownObject: _Register.INVALID_REGISTER_NAME,
    OutOfRange: _Register.INVALID_INDEX,
    StateError: _Register.ERROR,
}
VALUE_SET: Codes = {UnknownObject: _ValueSet.INVALID_PARSE_VSET_NAME, StateError: _ValueSet.ERROR}
MULTICAST: Codes = {
    InvalidEntry: _Multicast.INVALID_MGID,
    EntryNotFound: _Multicast.INVALID_L1_HANDLE,
    StateError: _Multicast.ERROR,
}


class Refusals:
    """A context that raises `exception` with the code for a StateError, whose message goes to the log."""

    def __init__(self, exception: Any, codes: Codes) -> None:
        self._exception, self._codes = exception, codes

    def __enter__(self) -> None: ...

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if isinstance(value, StateError):
            _LOG.warning("thrift: %s", value)
            code = next(self._codes[kind] for kind in type(value).__mro__ if kind in self._codes)
            raise self._exception(code) from None


def table_error(code: int, reason: str) -> Exception:
    """An InvalidTableOperation, with its reason in the log."""
    _LOG.warning("thrift: %s", reason)
    error: Exception = standard.InvalidTableOperation(code)
    return error


# --- Values ----------------------------------------------------------------------------------------------------------


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


_KINDS = {
    "exact": _Type.EXACT,
    "lpm": _Type.LPM,
    "ternary": _Type.TERNARY,
    "range": _Type.RANGE,
    "valid": _Type.VALID,
}


def _match_field(spec: TableSpec, part: KeyField, given: Any) -> MatchField:
    value = getattr(given, part.match)
    if given.type != _KINDS[part.match] or value is None:
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


# --- The switch and its lock, and the numbers of members and groups --------------------------------------------------


_P = ParamSpec("_P")
_R = TypeVar("_R")


class Context(Struct, frozen=True):
    """The switch, as the calls see it."""

    switch: SimpleSwitch
    now_us: Callable[[], int]
    on_change: Callable[[], None]

    @property
    def state(self) -> SwitchState:
        """What the loaded program keeps; raises RefusalError when there is no program."""
        if self.switch.state is None:
            raise RefusalError("the switch has no program yet; accepted: one over P4Runtime, or load_new_config_file")
        return self.switch.state

    @property
    def program(self) -> Program:
        """The loaded program; raises RefusalError when there is none."""
        return self.state.program

    def profile_of(self, table: Table) -> ActionProfile:
        """The action profile of an indirect table; raises RefusalError for another one."""
        name = table.spec.action_profile
        if name is None:
            raise RefusalError(f"table {table.name} has no action profile")
        return self.state.action_profile(name)


class _Handler(Protocol):
    @property
    def context(self) -> Context: ...


_Self = TypeVar("_Self", bound=_Handler)


def locked(method: Callable[Concatenate[_Self, _P], _R]) -> Callable[Concatenate[_Self, _P], _R]:
    """Run a call under the switch's lock, and say afterwards that something may have changed."""

    @functools.wraps(method)
    def run(self: _Self, /, *args: _P.args, **kwargs: _P.kwargs) -> _R:
        with self.context.switch.lock:
            result = method(self, *args, **kwargs)
        self.context.on_change()
        return result

    return run


def number_of(handle: int) -> int:
    """The id of a member or group, which P4Runtime counts from 1, for a handle, which BMv2 counts from 0."""
    return handle % (1 << 32) + 1


def handle_of(number: int) -> int:
    return signed(number - 1, 32)
