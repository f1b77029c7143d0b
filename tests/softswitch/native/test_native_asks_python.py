# SPDX-License-Identifier: Apache-2.0
"""What machine code asks Python for while a packet is where it is: the same draws, colours, hashes and messages.

One test for each thing that docs/bmv2-fidelity.md names.
"""

from __future__ import annotations

import binascii
import zlib

import pytest
from native_pair_kit import Pair
from program_kit import assign, bytes_program, call, const, field, op, std

from targets.softswitch import load_program
from targets.softswitch.externs.crc import CrcParameters
from targets.softswitch.state import ActionCall, Exact
from targets.softswitch.state.meters import GREEN, RED, YELLOW, MeterConfig

KIND, X, Y, Z = (field("h", name) for name in ("kind", "x", "y", "z"))
FRAMES = [(0, bytes([kind, 1, 2, 3, 4]) + b"rest") for kind in (0, 1, 2, 3, 2, 1, 0, 255) * 5]


def program():
    return bytes_program().run("in", assign(std("egress_spec"), const(1)), following="use", start=True)


def pair(b, **options):
    return Pair(load_program(b.json), **options)


def fields(emission):
    kind, x, y = emission.frame[:3]
    return kind, x, y, int.from_bytes(emission.frame[3:5], "big")


@pytest.mark.parametrize("seed", [0, 7])
def test_random(seed):
    both = pair(program().run("use", call("modify_field_rng_uniform", X, const(10), Y)), seed=seed)
    sent = [both.burst(FRAMES, now) for now in range(3)]
    assert {fields(e)[1] for burst in sent for e in burst} == {1}, "low is above high: left alone"
    both = pair(program().run("use", call("modify_field_rng_uniform", X, const(10), const(13))), seed=seed)
    drawn = [fields(e)[1] for now in range(3) for e in both.burst(FRAMES, now)]
    assert set(drawn) == {10, 11, 12, 13}
    both.check()


def test_log_messages(caplog):
    values = {"type": "parameters_vector", "value": [KIND, op("+", Z, const(1 << 70))]}
    text = {"type": "string", "value": "kind {} and {}"}
    both = pair(program().run("use", call("log_msg", text, values)))
    with caplog.at_level("INFO", logger="targets.softswitch.p4"):
        both.burst(FRAMES[:2], 5)
    told = [record.getMessage() for record in caplog.records if record.name == "targets.softswitch.p4"]
    expected = [f"kind {kind} and {(1 << 70) + 0x0304}" for kind in (0, 1)]
    assert told == expected * 2, "each engine, each packet"


def test_meters():
    """Committed 2 packets and 1 more a second, peak 4 and 2 more."""
    b = program()
    b.json["meter_arrays"] = [
        {"name": "m", "id": 0, "is_direct": False, "size": 4, "type": "packets", "rate_count": 2, "result_target": None}
    ]
    b.run("use", call("execute_meter", {"type": "meter_array", "value": "m"}, KIND, X))
    both = pair(b)
    both.change(lambda switch: switch.state.meters["m"].write(1, MeterConfig(1, 2, 2, 4), 0))
    colours = [fields(e)[1] for e in both.burst([FRAMES[1]] * 6, 0)]
    assert colours == [GREEN, GREEN, YELLOW, YELLOW, RED, RED]
    assert [fields(e)[1] for e in both.burst([FRAMES[1]] * 3, 1_000_000)] == [GREEN, YELLOW, RED]
    assert [fields(e)[1] for e in both.burst([FRAMES[0], FRAMES[7]], 1_000_000)] == [GREEN, 1], "unset; out of range"
    both.check()


def test_direct_meters():
    b = program()
    b.json["meter_arrays"] = [
        {
            "name": "m", "id": 0, "is_direct": True, "rate_count": 2, "type": "bytes", "size": 0, "binding": "use",
            "result_target": ["h", "x"],
        }
    ]  # fmt: skip
    b.action("nothing")
    b.table("use", [("exact", KIND)], ["nothing"], default=("nothing", []), direct_meters="m")
    both = pair(b)

    for switch in both.both:
        table = switch.state.tables["use"]
        table.write_meter(table.insert([Exact(1)], ActionCall("nothing", ())), MeterConfig(1, 10, 1, 20))
    sent = both.burst([FRAMES[1]] * 4, 0)
    assert [fields(e)[1] for e in sent] == [GREEN, YELLOW, RED, RED], "9 bytes each, of 10 and 20"
    both.check()


def hashing(algo):
    b = program()
    inputs = [KIND, Z]
    b.json["calculations"].append({"name": "calc", "id": 0, "algo": algo, "input": inputs})
    calculation = {"type": "calculation", "value": "calc"}
    return b.run("use", call("modify_field_with_hash_based_offset", Z, const(0), calculation, const(1 << 16)))


def test_custom_crcs_and_their_parameters():
    """The usual CRC-32 first, then CRC-16/XMODEM, as a controller may set it."""
    both = pair(hashing("crc32_custom"))
    data = [frame[:1] + frame[3:5] for _, frame in FRAMES]
    assert [fields(e)[3] for e in both.burst(FRAMES, 0)] == [zlib.crc32(d) & 0xFFFF for d in data]
    xmodem = CrcParameters(16, 0x1021, 0, 0, reflect_in=False, reflect_out=False)
    both.change(lambda switch: switch.state.hashes["calc"].configure(xmodem))

    assert [fields(e)[3] for e in both.burst(FRAMES, 1)] == [binascii.crc_hqx(d, 0) for d in data]


def test_round_robin():
    both = pair(hashing("round_robin"))
    assert [fields(e)[3] for now in range(2) for e in both.burst(FRAMES, now)] == list(range(2 * len(FRAMES)))


def test_consistent_round_robin():
    both = pair(hashing("round_robin_consistent"))
    assert [fields(e)[3] for e in both.burst(FRAMES, 0)] == [0, 1, 2, 3, 2, 1, 0, 4] * 5
