# SPDX-License-Identifier: Apache-2.0
"""Refusals of the switch's state as the codes that BMv2 gives for them."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterator, Mapping
from typing import Any

from p4soft.switch.state import (
    EntryExists,
    EntryNotFound,
    ImmutableEntry,
    InvalidEntry,
    ObjectInUse,
    OutOfRange,
    StateError,
    TableFull,
    UnknownObject,
)
from p4soft.switch.thrift.interface import simple_pre_lag, standard

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


@contextlib.contextmanager
def refusals(exception: Any, codes: Codes) -> Iterator[None]:
    """Raise `exception` with the code for a StateError, whose message goes to the log."""
    try:
        yield
    except StateError as error:
        _LOG.warning("thrift: %s", error)
        code = next(codes[kind] for kind in type(error).__mro__ if kind in codes)
        raise exception(code) from None


def table_error(code: int, reason: str) -> Exception:
    """An InvalidTableOperation, with its reason in the log."""
    _LOG.warning("thrift: %s", reason)
    error: Exception = standard.InvalidTableOperation(code)
    return error
