# SPDX-License-Identifier: Apache-2.0
"""Commands about counters, meters, registers, parser value sets and hash calculations."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from p4soft.drop_in.cli.commands import (
    Array,
    CommandError,
    Group,
    Session,
    ValueSet,
    Words,
    boolean,
    counters,
    integer,
    meters,
    registers,
    unsigned,
    value_sets,
)
from p4soft.switch.thrift.interface import standard

if TYPE_CHECKING:
    Message = Any

GROUP = Group()


@GROUP.command("counter_read <name> <index>", "Show a counter, a direct one by its entry's handle", counters)
def _counter_read(session: Session, words: Words) -> None:
    name, index_word = words.exactly(2)
    counter, index = session.program.counters[name], integer(index_word, "index")
    if counter.table is None:
        value = session.standard.bm_counter_read(0, counter.name, index)
    else:
        print("this is the direct counter for table", counter.table)
        value = session.standard.bm_mt_read_counter(0, counter.table, index)
    print(f"{name}[{index}]= ({value.bytes} bytes, {value.packets} packets)")


@GROUP.command("counter_write <name> <index> <packets> <bytes>", "Set a counter", counters)
def _counter_write(session: Session, words: Words) -> None:
    name, index_word, packets, size = words.exactly(4)
    counter, index = session.program.counters[name], integer(index_word, "index")
    packets_value = integer(packets, "packets")
    value = standard.BmCounterValue(bytes=integer(size, "bytes"), packets=packets_value)
    if counter.table is None:
        session.standard.bm_counter_write(0, counter.name, index, value)
    else:
        print("writing to direct counter for table", counter.table)
        session.standard.bm_mt_write_counter(0, counter.table, index, value)
    print(f"{name}[{index}] has been updated")


@GROUP.command("counter_reset <name>", "Set every cell of a counter to 0", counters)
def _counter_reset(session: Session, words: Words) -> None:
    (name,) = words.exactly(1)
    counter = session.program.counters[name]
    if counter.table is None:
        session.standard.bm_counter_reset_all(0, counter.name)
    else:
        print("this is the direct counter for table", counter.table)
        session.standard.bm_mt_reset_counters(0, counter.table)


@GROUP.command(
    "meter_array_set_rates <name> <rate_1>:<burst_1> <rate_2>:<burst_2> ...", "Set the rates of a whole meter", meters
)
def _meter_array_set_rates(session: Session, words: Words) -> None:
    name, *rates = words.at_least(1)
    meter = session.program.meters[name]
    session.standard.bm_meter_array_set_rates(0, meter.name, _rates(meter, rates))


@GROUP.command(
    "meter_set_rates <name> <index> <rate_1>:<burst_1> <rate_2>:<burst_2> ...",
    "Set a meter's rates in units per microsecond, and bursts in units (bytes or packets)",
    meters,
)
def _meter_set_rates(session: Session, words: Words) -> None:
    name, index_word, *words_of_rates = words.at_least(2)
    meter, index = session.program.meters[name], integer(index_word, "index")
    rates = _rates(meter, words_of_rates)
    if meter.table is None:
        session.standard.bm_meter_set_rates(0, meter.name, index, rates)
    else:
        session.standard.bm_mt_set_meter_rates(0, meter.table, index, rates)


@GROUP.command("meter_get_rates <name> <index>", "Show a meter's rates", meters)
def _meter_get_rates(session: Session, words: Words) -> None:
    name, index_word = words.exactly(2)
    meter, index = session.program.meters[name], integer(index_word, "index")
    if meter.table is None:
        rates = session.standard.bm_meter_get_rates(0, meter.name, index)
    else:
        rates = session.standard.bm_mt_get_meter_rates(0, meter.table, index)
    if len(rates) != meter.rates:
        print(f"WARNING: expected {meter.rates} rates but only received {len(rates)}")
    for number, rate in enumerate(rates):
        print(f"{number}: info rate = {rate.units_per_micros}, burst size = {rate.burst_size}")


@GROUP.command("register_read <name> [index]", "Show a cell of a register, or all", registers)
def _register_read(session: Session, words: Words) -> None:
    name, *rest = words.at_least(1)
    register = session.program.registers[name]
    if rest:
        words.exactly(2)
        index = integer(rest[0], "index")
        print(f"{name}[{index}]=", session.standard.bm_register_read(0, register.name, index))
        return
    sys.stderr.write("register index omitted, reading entire array\n")
    cells = session.standard.bm_register_read_all(0, register.name)
    print(f"{name}=", ", ".join(map(str, cells)))


@GROUP.command("register_write <name> <index> <value>", "Set a cell of a register", registers)
def _register_write(session: Session, words: Words) -> None:
    name, index, value = words.exactly(3)
    register = session.program.registers[name]
    cell, number = integer(index, "index"), integer(value, "value, must be an integer")
    session.standard.bm_register_write(0, register.name, cell, number)


@GROUP.command("register_reset <name>", "Set every cell of a register to 0", registers)
def _register_reset(session: Session, words: Words) -> None:
    (name,) = words.exactly(1)
    session.standard.bm_register_reset(0, session.program.registers[name].name)


@GROUP.command("show_pvs", "List the parser value sets of the program")
def _show_pvs(session: Session, words: Words) -> None:
    words.exactly(0)
    for value_set in session.program.value_sets.values():
        print(value_set)


@GROUP.command("pvs_add <name> <value>", "Add a value to a parser value set; no error if it is there", value_sets)
def _pvs_add(session: Session, words: Words) -> None:
    value_set, value = _member(session, words)
    session.standard.bm_parse_vset_add(0, value_set.name, value)


@GROUP.command("pvs_remove <name> <value>", "Take a value out; no error if it is not there", value_sets)
def _pvs_remove(session: Session, words: Words) -> None:
    value_set, value = _member(session, words)
    session.standard.bm_parse_vset_remove(0, value_set.name, value)


@GROUP.command("pvs_get <name>", "Show the values of a parser value set, in no order", value_sets)
def _pvs_get(session: Session, words: Words) -> None:
    (name,) = words.exactly(1)
    for value in session.standard.bm_parse_vset_get(0, session.program.value_sets[name].name):
        print(value.hex())


@GROUP.command("pvs_clear <name>", "Take all values out of a parser value set", value_sets)
def _pvs_clear(session: Session, words: Words) -> None:
    (name,) = words.exactly(1)
    session.standard.bm_parse_vset_clear(0, session.program.value_sets[name].name)


_CRC = "<name> <polynomial> <initial remainder> <final xor value> <reflect data?> <reflect remainder?>"


@GROUP.command(f"set_crc16_parameters {_CRC}", "Change a custom crc16")
def _set_crc16_parameters(session: Session, words: Words) -> None:
    call = session.standard.bm_set_crc16_custom_parameters
    _set_crc(session, words, 16, standard.BmCrc16Config, call)


@GROUP.command(f"set_crc32_parameters {_CRC}", "Change a custom crc32")
def _set_crc32_parameters(session: Session, words: Words) -> None:
    call = session.standard.bm_set_crc32_custom_parameters
    _set_crc(session, words, 32, standard.BmCrc32Config, call)


@GROUP.command("set_toeplitz_hash_key <name> <key in hex string>", "Set the key of a Toeplitz hash")
def _set_toeplitz_hash_key(session: Session, words: Words) -> None:
    name, text = words.exactly(2)
    try:
        key = bytes.fromhex(text)
    except ValueError:
        raise CommandError("Toeplitz hash key must be a hex string") from None
    if len(key) % 4:
        raise CommandError("Toeplitz hash key must be a multiple of 4 bytes in length")
    session.standard.bm_set_toeplitz_hash_key(0, name, key)


def _rates(meter: Array, words: list[str]) -> list[Message]:
    if len(words) != meter.rates:
        raise CommandError(f"Invalid number of rates, expected {meter.rates} but got {len(words)}")
    rates = []
    for word in words:
        rate, _, burst = word.partition(":")
        try:
            rates.append(standard.BmMeterRateConfig(float(rate), int(burst)))
        except ValueError:
            raise CommandError("Error while parsing rates") from None
    return rates


def _member(session: Session, words: Words) -> tuple[ValueSet, bytes]:
    name, word = words.exactly(2)
    value_set = session.program.value_sets[name]
    try:
        value = int(word, 0)
    except ValueError:
        raise CommandError("Invalid input, could not cast to integer, try in hex with 0x prefix") from None
    if not 0 <= value < 1 << value_set.width:
        raise CommandError(f"Input is too large, it should fit within {value_set.width} bits")
    return value_set, value.to_bytes((value_set.width + 7) // 8)


def _set_crc(
    session: Session, words: Words, width: int, make: Message, call: Callable[[int, str, Message], None]
) -> None:
    name, *numbers, data, remainder = words.exactly(6)
    if session.program.crcs.get(name) != width:
        raise CommandError(f"Invalid crc{width}_custom name ({name})")
    call(0, name, make(*(unsigned(word, width) for word in numbers), boolean(data), boolean(remainder)))
