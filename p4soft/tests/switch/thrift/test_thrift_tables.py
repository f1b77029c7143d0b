# SPDX-License-Identifier: Apache-2.0
"""Tables, profiles and arrays over Thrift."""

from __future__ import annotations

import pytest
from thrift_kit import NO_OPTIONS, Code, exact, lpm, priority, refused, ternary

from p4soft.switch.thrift.interface import standard

# --- Tables ----------------------------------------------------------------------------------------------------------

EXACT, LPM, TERNARY = "MyIngress.exact_t", "MyIngress.lpm_t", "MyIngress.ternary_t"
FORWARD = "MyIngress.forward"


def add(std, number: int) -> int:
    return std.bm_mt_add_entry(0, EXACT, [exact(number, 6)], FORWARD, [b"\x00\x05"], NO_OPTIONS)


def test_an_entry_from_add_to_delete(std):
    assert [add(std, number) for number in (1, 2, 3)] == [0, 1, 2]
    assert std.bm_mt_get_num_entries(0, EXACT) == 3
    std.bm_mt_modify_entry(0, EXACT, 1, "MyIngress.rewrite", [b"\x01\xff", bytes(6), b"\x0f"])
    entry = std.bm_mt_get_entry(0, EXACT, 1)
    assert entry.match_key == [exact(2, 6)]
    assert entry.action_entry.action_name == "MyIngress.rewrite"
    assert entry.action_entry.action_data == [b"\x01\xff", b"\x00", b"\x0f"]
    assert (entry.options.priority, entry.life) == (-1, None)
    std.bm_mt_delete_entry(0, EXACT, 1)
    assert [e.entry_handle for e in std.bm_mt_get_entries(0, EXACT)] == [0, 2]


def test_a_handle_is_not_the_one_of_an_entry_deleted_before(std):
    add(std, 1)
    std.bm_mt_delete_entry(0, EXACT, 0)
    with refused(Code.INVALID_HANDLE):
        std.bm_mt_get_entry(0, EXACT, 0)
    assert add(std, 2) == 1 << 24
    with refused(Code.EXPIRED_HANDLE):
        std.bm_mt_get_entry(0, EXACT, 0)
    with refused(Code.EXPIRED_HANDLE):
        std.bm_mt_delete_entry(0, EXACT, 0)
    std.bm_mt_clear_entries(0, EXACT, False)
    assert add(std, 3) == 0


def test_handles_wrap_after_256_generations(std):
    handles = []
    for number in range(257):
        handles.append(add(std, number))
        std.bm_mt_delete_entry(0, EXACT, handles[-1])
    assert handles[128] == -(1 << 31)
    assert handles[256] == handles[0] == 0


def test_the_lowest_priority_wins_and_p4runtimes_is_its_mirror(std, switch):
    key = [ternary(0x12, 0xFF, 2), ternary(0, 0, 2), exact(1, 2)]
    action = "MyIngress.metered"
    std.bm_mt_add_entry(0, TERNARY, key, action, [b"\x00\x01"], priority(10))
    std.bm_mt_add_entry(0, TERNARY, key, action, [b"\x00\x02"], priority(3))
    first, second = switch.state.table(TERNARY).entries()
    assert second.priority > first.priority == 2**31 - 1 - 10
    assert [e.options.priority for e in std.bm_mt_get_entries(0, TERNARY)] == [10, 3]
    assert std.bm_mt_get_entry_from_key(0, TERNARY, key, priority(3)).entry_handle == 1
    with refused(Code.BAD_MATCH_KEY):
        std.bm_mt_get_entry_from_key(0, TERNARY, key, priority(4))
    with refused(Code.ERROR):
        std.bm_mt_add_entry(0, TERNARY, key, action, [b"\x00\x02"], priority(-1))


def test_keys_are_as_wide_as_their_field_and_masked(std):
    for fields in (
        [exact(1, 1)],
        [exact(1, 1), exact(1, 4)],
        [exact(1, 2), lpm(0, 4, 0)],
        [exact(1, 1), lpm(0, 4, 33)],
    ):
        with refused(Code.BAD_MATCH_KEY):
            std.bm_mt_add_entry(0, LPM, fields, FORWARD, [b"\x01"], NO_OPTIONS)
    std.bm_mt_add_entry(0, LPM, [exact(1, 1), lpm(0x0A000105, 4, 24)], FORWARD, [b"\x01"], NO_OPTIONS)
    (entry,) = std.bm_mt_get_entries(0, LPM)
    assert entry.match_key == [exact(1, 1), lpm(0x0A000100, 4, 24)]
    with refused(Code.DUPLICATE_ENTRY):
        std.bm_mt_add_entry(0, LPM, [exact(1, 1), lpm(0x0A000100, 4, 24)], FORWARD, [b"\x01"], NO_OPTIONS)


def test_errors_have_bmv2s_codes(std):
    with refused(Code.INVALID_TABLE_NAME):
        std.bm_mt_get_num_entries(0, "nowhere")
    with refused(Code.INVALID_ACTION_NAME):
        std.bm_mt_add_entry(0, EXACT, [exact(1, 6)], "MyIngress.metered", [b"\x01"], NO_OPTIONS)
    with refused(Code.BAD_ACTION_DATA):
        std.bm_mt_add_entry(0, EXACT, [exact(1, 6)], FORWARD, [], NO_OPTIONS)
    with refused(Code.NO_TABLE_KEY):
        std.bm_mt_add_entry(0, "MyIngress.keyless_t", [], FORWARD, [b"\x01"], NO_OPTIONS)
    with refused(Code.WRONG_TABLE_TYPE):
        std.bm_mt_add_entry(0, "MyIngress.selector_t", [exact(1, 2)], FORWARD, [b"\x01"], NO_OPTIONS)
    with refused(Code.WRONG_TABLE_TYPE):
        std.bm_mt_indirect_delete_entry(0, EXACT, 0)
    with refused(Code.IMMUTABLE_TABLE_ENTRIES):
        std.bm_mt_delete_entry(0, "MyIngress.const_t", 0)
    with refused(Code.AGEING_DISABLED):
        std.bm_mt_set_entry_ttl(0, EXACT, 0, 100)
    with refused(Code.COUNTERS_DISABLED):
        std.bm_mt_read_counter(0, LPM, 0)
    with refused(Code.METERS_DISABLED):
        std.bm_mt_get_meter_rates(0, LPM, 0)
    with refused(Code.DEFAULT_ENTRY_IS_CONST):
        std.bm_mt_set_default_action(0, LPM, "NoAction", [])
    for number in range(8):
        std.bm_mt_add_entry(0, LPM, [exact(number, 1), lpm(0, 4, 0)], FORWARD, [b"\x01"], NO_OPTIONS)
    with refused(Code.TABLE_FULL):
        std.bm_mt_add_entry(0, LPM, [exact(9, 1), lpm(0, 4, 0)], FORWARD, [b"\x01"], NO_OPTIONS)


def test_default_entries(std):
    keyless = "MyIngress.keyless_t"
    assert std.bm_mt_get_default_entry(0, keyless).action_name == "NoAction"
    std.bm_mt_set_default_action(0, keyless, FORWARD, [b"\x00\x07"])
    default = std.bm_mt_get_default_entry(0, keyless)
    assert (default.action_name, default.action_data) == (FORWARD, [b"\x07"])
    assert std.bm_mt_get_entry_from_key(0, keyless, [], NO_OPTIONS).action_entry == default
    std.bm_mt_reset_default_entry(0, keyless)
    assert std.bm_mt_get_default_entry(0, keyless).action_name == "NoAction"
    none = std.bm_mt_get_default_entry(0, "MyIngress.selector_t")
    assert none.action_type == standard.BmActionEntryType.NONE


def test_entries_of_the_program_have_its_priorities(std):
    entries = std.bm_mt_get_entries(0, "MyIngress.const_t")
    assert [e.options.priority for e in entries] == [1, 2]


def test_time_outs(std, clock):
    idle = "MyIngress.idle_t"
    handle = std.bm_mt_add_entry(0, idle, [exact(5, 6)], "NoAction", [], NO_OPTIONS)
    clock.now = 1_000_000
    std.bm_mt_set_entry_ttl(0, idle, handle, 2000)
    clock.now = 1_500_000
    life = std.bm_mt_get_entry(0, idle, handle).life
    assert (life.timeout_ms, life.time_since_hit_ms) == (2000, 500)


def test_direct_counters_and_meters(std):
    add(std, 1)
    std.bm_mt_write_counter(0, EXACT, 0, standard.BmCounterValue(bytes=70, packets=-1))
    assert std.bm_mt_read_counter(0, EXACT, 0) == standard.BmCounterValue(bytes=70, packets=-1)
    std.bm_mt_reset_counters(0, EXACT)
    assert std.bm_mt_read_counter(0, EXACT, 0) == standard.BmCounterValue(bytes=0, packets=0)
    with refused(Code.INVALID_HANDLE):
        std.bm_mt_read_counter(0, EXACT, 9)
    key = [ternary(0, 0, 2), ternary(0, 0, 2), exact(1, 2)]
    handle = std.bm_mt_add_entry(0, TERNARY, key, "NoAction", [], priority(1))
    assert std.bm_mt_get_meter_rates(0, TERNARY, handle) == []
    rates = [standard.BmMeterRateConfig(0.07, 5), standard.BmMeterRateConfig(0.3, 9)]
    std.bm_mt_set_meter_rates(0, TERNARY, handle, rates)
    assert std.bm_mt_get_meter_rates(0, TERNARY, handle) == rates
    with refused(Code.ERROR):
        std.bm_mt_set_meter_rates(0, TERNARY, handle, rates[::-1])


def test_a_direct_meter_is_configured_for_all_entries_and_those_to_come(std):
    keys = [[ternary(number, 0xFF, 2), ternary(0, 0, 2), exact(1, 2)] for number in (1, 2)]
    rates = [standard.BmMeterRateConfig(0.07, 5), standard.BmMeterRateConfig(0.3, 9)]
    std.bm_mt_add_entry(0, TERNARY, keys[0], "NoAction", [], priority(1))
    std.bm_meter_array_set_rates(0, "MyIngress.ternary_meter", rates)
    std.bm_mt_add_entry(0, TERNARY, keys[1], "NoAction", [], priority(1))
    assert [std.bm_mt_get_meter_rates(0, TERNARY, handle) for handle in (0, 1)] == [rates, rates]
    std.bm_reset_state()
    std.bm_mt_add_entry(0, TERNARY, keys[0], "NoAction", [], priority(1))
    assert std.bm_mt_get_meter_rates(0, TERNARY, 0) == []


@pytest.mark.parametrize("reset", [False, True])
def test_clear(std, reset):
    add(std, 1)
    std.bm_mt_set_default_action(0, "MyIngress.exact_t", "MyIngress.to_cpu", [])
    std.bm_mt_clear_entries(0, EXACT, reset)
    assert std.bm_mt_get_num_entries(0, EXACT) == 0
    name = std.bm_mt_get_default_entry(0, EXACT).action_name
    assert name == ("MyIngress.miss" if reset else "MyIngress.to_cpu")


# --- Profiles --------------------------------------------------------------------------------------------------------

PROFILE, TABLE = "MyIngress.ecmp", "MyIngress.selector_t"


def test_members_and_groups(std):
    assert [std.bm_mt_act_prof_add_member(0, PROFILE, FORWARD, [bytes([n])]) for n in (1, 2, 3)] == [0, 1, 2]
    assert std.bm_mt_act_prof_create_group(0, PROFILE) == 0
    with refused(Code.EMPTY_GRP):
        std.bm_mt_indirect_ws_add_entry(0, TABLE, [exact(1, 2)], 0, NO_OPTIONS)
    for member in (2, 0):
        std.bm_mt_act_prof_add_member_to_group(0, PROFILE, member, 0)
    assert std.bm_mt_act_prof_get_group(0, PROFILE, 0).mbr_handles == [0, 2]
    with refused(Code.MBR_ALREADY_IN_GRP):
        std.bm_mt_act_prof_add_member_to_group(0, PROFILE, 2, 0)
    with refused(Code.MBR_NOT_IN_GRP):
        std.bm_mt_act_prof_remove_member_from_group(0, PROFILE, 1, 0)
    assert std.bm_mt_indirect_ws_add_entry(0, TABLE, [exact(1, 2)], 0, NO_OPTIONS) == 0
    assert std.bm_mt_indirect_add_entry(0, TABLE, [exact(2, 2)], 1, NO_OPTIONS) == 1
    kinds = [(e.action_entry.grp_handle, e.action_entry.mbr_handle) for e in std.bm_mt_get_entries(0, TABLE)]
    assert kinds == [(0, None), (None, 1)]
    with refused(Code.GRP_STILL_USED):
        std.bm_mt_act_prof_delete_group(0, PROFILE, 0)
    with refused(Code.MBR_STILL_USED):
        std.bm_mt_act_prof_delete_member(0, PROFILE, 1)
    std.bm_mt_indirect_ws_modify_entry(0, TABLE, 1, 0)
    std.bm_mt_act_prof_delete_member(0, PROFILE, 1)
    assert std.bm_mt_act_prof_add_member(0, PROFILE, FORWARD, [b"\x04"]) == 1
    std.bm_mt_act_prof_modify_member(0, PROFILE, 1, FORWARD, [b"\x09"])
    assert std.bm_mt_act_prof_get_member(0, PROFILE, 1).action_data == [b"\x09"]
    std.bm_mt_indirect_delete_entry(0, TABLE, 1)
    std.bm_mt_act_prof_remove_member_from_group(0, PROFILE, 2, 0)
    assert [g.mbr_handles for g in std.bm_mt_act_prof_get_groups(0, PROFILE)] == [[0]]
    assert [m.mbr_handle for m in std.bm_mt_act_prof_get_members(0, PROFILE)] == [0, 1, 2]


def test_default_members(std):
    std.bm_mt_act_prof_add_member(0, PROFILE, FORWARD, [b"\x01"])
    std.bm_mt_indirect_set_default_member(0, TABLE, 0)
    assert std.bm_mt_get_default_entry(0, TABLE).mbr_handle == 0
    std.bm_mt_indirect_reset_default_entry(0, TABLE)
    assert std.bm_mt_get_default_entry(0, TABLE).mbr_handle is None


def test_errors(std):
    with refused(Code.INVALID_ACTION_PROFILE_NAME):
        std.bm_mt_act_prof_create_group(0, "nowhere")
    with refused(Code.INVALID_MBR_HANDLE):
        std.bm_mt_indirect_add_entry(0, TABLE, [exact(2, 2)], 7, NO_OPTIONS)
    with refused(Code.INVALID_GRP_HANDLE):
        std.bm_mt_indirect_ws_set_default_group(0, TABLE, 7)
    with refused(Code.INVALID_ACTION_NAME):
        std.bm_mt_act_prof_add_member(0, PROFILE, "MyIngress.to_cpu", [])


# --- Arrays ----------------------------------------------------------------------------------------------------------

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
