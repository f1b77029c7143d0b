# SPDX-License-Identifier: Apache-2.0
"""The calls about counters, meters, registers, parser value sets and hash calculations."""

from __future__ import annotations

from typing import Any

from p4soft.switch.hashes import Crc, CrcParameters
from p4soft.switch.state import CounterValue, ParserValueSet
from p4soft.switch.thrift.interface import standard
from p4soft.switch.thrift.values import (
    COUNTER,
    METER,
    REGISTER,
    VALUE_SET,
    Context,
    Refusals,
    locked,
    meter_config,
    meter_rates,
    signed,
)

_CounterError, _MeterError = standard.InvalidCounterOperation, standard.InvalidMeterOperation
_RegisterError, _ValueSetError = standard.InvalidRegisterOperation, standard.InvalidParseVSetOperation


class Arrays:
    def __init__(self, context: Context) -> None:
        self.context = context

    @locked
    def bm_counter_read(self, _cxt_id: int, counter_name: str, index: int) -> Any:
        with Refusals(_CounterError, COUNTER):
            value = self.context.state.counter(counter_name).read(index)
        return standard.BmCounterValue(signed(value.bytes, 64), signed(value.packets, 64))

    @locked
    def bm_counter_reset_all(self, _cxt_id: int, counter_name: str) -> None:
        with Refusals(_CounterError, COUNTER):
            self.context.state.counter(counter_name).reset()

    @locked
    def bm_counter_write(self, _cxt_id: int, counter_name: str, index: int, value: Any) -> None:
        with Refusals(_CounterError, COUNTER):
            unsigned = CounterValue(value.packets % (1 << 64), value.bytes % (1 << 64))
            self.context.state.counter(counter_name).write(index, unsigned)

    @locked
    def bm_meter_array_set_rates(self, _cxt_id: int, meter_array_name: str, rates: list[Any]) -> None:
        _check_count(rates)
        with Refusals(_MeterError, METER):
            config = meter_config(f"meter {meter_array_name}", rates)
            direct = self.context.program.meters.get(meter_array_name)
            if direct is not None and direct.binding is not None:
                self.context.state.table(direct.binding).write_meters(config, self.context.now_us())
                return
            meter = self.context.state.meter(meter_array_name)
            for index in range(meter.size):
                meter.write(index, config, self.context.now_us())

    @locked
    def bm_meter_set_rates(self, _cxt_id: int, meter_array_name: str, index: int, rates: list[Any]) -> None:
        _check_count(rates)
        with Refusals(_MeterError, METER):
            meter = self.context.state.meter(meter_array_name)
            meter.write(index, meter_config(f"meter {meter.name}[{index}]", rates), self.context.now_us())

    @locked
    def bm_meter_get_rates(self, _cxt_id: int, meter_array_name: str, index: int) -> list[Any]:
        with Refusals(_MeterError, METER):
            return meter_rates(self.context.state.meter(meter_array_name).read(index))

    @locked
    def bm_register_read(self, _cxt_id: int, register_array_name: str, index: int) -> int:
        with Refusals(_RegisterError, REGISTER):
            return signed(self.context.state.register(register_array_name).read(index), 64)

    @locked
    def bm_register_read_all(self, _cxt_id: int, register_array_name: str) -> list[int]:
        with Refusals(_RegisterError, REGISTER):
            return [signed(cell, 64) for cell in self.context.state.register(register_array_name).read_range()]

    @locked
    def bm_register_write(self, _cxt_id: int, register_array_name: str, index: int, value: int) -> None:
        with Refusals(_RegisterError, REGISTER):
            register = self.context.state.register(register_array_name)
            register.write(index, value % (1 << register.bitwidth))

    @locked
    def bm_register_write_range(
        self, _cxt_id: int, register_array_name: str, start_index: int, end_index: int, value: int
    ) -> None:
        """Cells start_index <= i < end_index."""
        with Refusals(_RegisterError, REGISTER):
            register = self.context.state.register(register_array_name)
            if not 0 <= start_index <= end_index <= register.size:
                raise _RegisterError(standard.RegisterOperationErrorCode.INVALID_INDEX)
            if start_index < end_index:
                register.write_range(start_index, [value % (1 << register.bitwidth)] * (end_index - start_index))

    @locked
    def bm_register_reset(self, _cxt_id: int, register_array_name: str) -> None:
        with Refusals(_RegisterError, REGISTER):
            self.context.state.register(register_array_name).reset()


class ValueSetsAndHashes:
    """The members of parser value sets, and the parameters of custom hash calculations."""

    def __init__(self, context: Context) -> None:
        self.context = context

    @locked
    def bm_parse_vset_add(self, _cxt_id: int, parse_vset_name: str, value: bytes) -> None:
        value_set, number = self._member(parse_vset_name, value)
        if (number, _full(value_set)) not in value_set.members:  # BMv2 takes a value twice without a word
            with Refusals(_ValueSetError, VALUE_SET):
                value_set.insert(number)

    @locked
    def bm_parse_vset_remove(self, _cxt_id: int, parse_vset_name: str, value: bytes) -> None:
        value_set, number = self._member(parse_vset_name, value)
        if (number, _full(value_set)) in value_set.members:
            value_set.delete(number)

    @locked
    def bm_parse_vset_get(self, _cxt_id: int, parse_vset_name: str) -> list[bytes]:
        value_set = self._value_set(parse_vset_name)
        return [value.to_bytes((value_set.width + 7) // 8) for value, _ in value_set.members]

    @locked
    def bm_parse_vset_clear(self, _cxt_id: int, parse_vset_name: str) -> None:
        self._value_set(parse_vset_name).clear()

    @locked
    def bm_set_crc16_custom_parameters(self, _cxt_id: int, calc_name: str, config: Any) -> None:
        self._configure(calc_name, config, 16)

    @locked
    def bm_set_crc32_custom_parameters(self, _cxt_id: int, calc_name: str, config: Any) -> None:
        self._configure(calc_name, config, 32)

    @locked
    def bm_set_toeplitz_hash_key(self, _cxt_id: int, calc_name: str, _key: bytes) -> None:
        """No calculation of v1model is a Toeplitz hash: always raises InvalidToeplitzHashOperation."""
        codes = standard.ToeplitzHashErrorCode
        known = calc_name in self.context.state.hashes
        code = codes.WRONG_TYPE_CALCULATION if known else codes.INVALID_CALCULATION_NAME
        raise standard.InvalidToeplitzHashOperation(code)

    def _value_set(self, name: str) -> ParserValueSet:
        with Refusals(_ValueSetError, VALUE_SET):
            return self.context.state.value_set(name)

    def _member(self, name: str, value: bytes) -> tuple[ParserValueSet, int]:
        value_set = self._value_set(name)
        if len(value) != (value_set.width + 7) // 8:
            raise _ValueSetError(standard.ParseVSetOperationErrorCode.ERROR)
        return value_set, int.from_bytes(value) & _full(value_set)

    def _configure(self, name: str, config: Any, width: int) -> None:
        codes = standard.CrcErrorCode
        calculation = self.context.program.calculations.get(name)
        if calculation is None:
            raise standard.InvalidCrcOperation(codes.INVALID_CALCULATION_NAME)
        function = self.context.state.hashes[name]
        if calculation.algo != f"crc{width}_custom" or not isinstance(function, Crc):
            raise standard.InvalidCrcOperation(codes.WRONG_TYPE_CALCULATION)
        parameters = CrcParameters(
            width,
            config.polynomial % (1 << width),
            config.initial_remainder % (1 << width),
            config.final_xor_value % (1 << width),
            config.data_reflected,
            config.remainder_reflected,
        )
        function.configure(parameters)


def _check_count(rates: list[Any]) -> None:
    if len(rates) != 2:  # every meter of v1model has a committed and a peak rate
        raise _MeterError(standard.MeterOperationErrorCode.BAD_RATES_LIST)


def _full(value_set: ParserValueSet) -> int:
    return (1 << value_set.width) - 1
