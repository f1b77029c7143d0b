# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from thrift_kit import refused

from p4soft.switch.thrift.interface import standard

COUNTER, METER, CELLS, SET = "MyIngress.port_counter", "MyIngress.port_meter", "MyIngress.cells", "MyParser.probe_types"


def test_counters(std, switch):
    std.bm_counter_write(0, COUNTER, 3, standard.BmCounterValue(bytes=100, packets=2))
    assert (switch.state.counter(COUNTER).packets[3], switch.state.counter(COUNTER).bytes[3]) == (2, 100)
    assert std.bm_counter_read(0, COUNTER, 3) == standard.BmCounterValue(bytes=100, packets=2)
    std.bm_counter_reset_all(0, COUNTER)
    assert std.bm_counter_read(0, COUNTER, 3) == standard.BmCounterValue(bytes=0, packets=0)
    codes, error = standard.CounterOperationErrorCode, standard.InvalidCounterOperation
    with refused(codes.INVALID_INDEX, error):
        std.bm_counter_read(0, COUNTER, 16)
    with refused(codes.INVALID_INDEX, error):
        std.bm_counter_read(0, COUNTER, -1)
    with refused(codes.INVALID_COUNTER_NAME, error):
        std.bm_counter_read(0, "nowhere", 0)


def test_meters(std, switch):
    rates = [standard.BmMeterRateConfig(0.0000005, 5), standard.BmMeterRateConfig(2.5, 9)]
    std.bm_meter_set_rates(0, METER, 1, rates)
    assert std.bm_meter_get_rates(0, METER, 1) == rates
    assert std.bm_meter_get_rates(0, METER, 0) == []
    meter = switch.state.meter(METER)
    assert [meter.execute(1, now, 5) for now in (0, 2, 9_999_999, 10_000_000)] == [0, 1, 1, 0]
    std.bm_meter_array_set_rates(0, METER, rates)
    assert std.bm_meter_get_rates(0, METER, 7) == rates
    codes, error = standard.MeterOperationErrorCode, standard.InvalidMeterOperation
    with refused(codes.BAD_RATES_LIST, error):
        std.bm_meter_set_rates(0, METER, 1, rates[:1])
    with refused(codes.INVALID_INFO_RATE_VALUE, error):
        std.bm_meter_set_rates(0, METER, 1, rates[::-1])
    for wrong in (float("nan"), float("inf"), -1.0, 1e300):
        with refused(codes.INVALID_INFO_RATE_VALUE, error):
            std.bm_meter_set_rates(0, METER, 1, [rates[0], standard.BmMeterRateConfig(wrong, 1)])
    with refused(codes.INVALID_INDEX, error):
        std.bm_meter_set_rates(0, METER, 8, rates)


def test_registers(std):
    std.bm_register_write(0, CELLS, 1, 0x12345678)  # 20 bits wide
    assert std.bm_register_read(0, CELLS, 1) == 0x45678
    std.bm_register_write_range(0, CELLS, 1, 3, -1)
    assert std.bm_register_read_all(0, CELLS) == [0, 0xFFFFF, 0xFFFFF, 0]
    std.bm_register_reset(0, CELLS)
    assert std.bm_register_read_all(0, CELLS) == [0, 0, 0, 0]
    codes, error = standard.RegisterOperationErrorCode, standard.InvalidRegisterOperation
    with refused(codes.INVALID_INDEX, error):
        std.bm_register_read(0, CELLS, 4)
    with refused(codes.INVALID_INDEX, error):
        std.bm_register_write_range(0, CELLS, 1, 5, 0)
    with refused(codes.INVALID_REGISTER_NAME, error):
        std.bm_register_read_all(0, "nowhere")


def test_value_sets(std, switch):
    for _ in range(2):
        std.bm_parse_vset_add(0, SET, b"\x12\x34")
    assert std.bm_parse_vset_get(0, SET) == [b"\x12\x34"]
    assert switch.state.value_set(SET).members == [(0x1234, 0xFFFF)]
    for _ in range(2):
        std.bm_parse_vset_remove(0, SET, b"\x12\x34")
    std.bm_parse_vset_add(0, SET, b"\x00\x01")
    std.bm_parse_vset_clear(0, SET)
    assert std.bm_parse_vset_get(0, SET) == []
    codes, error = standard.ParseVSetOperationErrorCode, standard.InvalidParseVSetOperation
    with refused(codes.INVALID_PARSE_VSET_NAME, error):
        std.bm_parse_vset_clear(0, "nowhere")
    with refused(codes.ERROR, error):
        std.bm_parse_vset_add(0, SET, b"\x01")


def test_hash_calculations(std, switch):
    codes, error = standard.CrcErrorCode, standard.InvalidCrcOperation
    config = standard.BmCrc16Config(0x1021, -1, 0, False, False)
    with refused(codes.INVALID_CALCULATION_NAME, error):
        std.bm_set_crc16_custom_parameters(0, "nowhere", config)
    assert all(c.algo != "crc16_custom" for c in switch.program.calculations.values())
