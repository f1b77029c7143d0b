# SPDX-License-Identifier: Apache-2.0
"""`random`, meters and custom CRCs in machine code, without Python: the same draws, colours, hashes and state."""

from __future__ import annotations

import binascii
import random
import zlib

import pytest
from native_pair_kit import FRAMES, KIND, X, Y, Z, fields, pair, program
from program_kit import assign, bytes_program, call, const, field, op, std

from p4soft.switch.hashes import Crc, CrcParameters
from p4soft.switch.native.engine import HostCalls
from p4soft.switch.state import ActionCall, Exact
from p4soft.switch.state.cells import GREEN, RED, YELLOW, MeterConfig

SECOND = 1_000_000


@pytest.fixture(autouse=True)
def _alone(monkeypatch):
    """Machine code gets no answer from Python."""

    def refuse(*_):
        raise AssertionError("machine code has asked Python")

    monkeypatch.setattr(HostCalls, "_call", refuse)


# --- random ------------------------------------------------------------------------------------------------------


def drawing(low, high, **options):
    b = bytes_program(meta={"drawn": 64})
    b.run("in", assign(std("egress_spec"), const(1)), following="use", start=True)
    drawn = field("meta", "drawn")
    b.run(
        "use",
        call("modify_field_rng_uniform", drawn, low, high),
        assign(Z, drawn),
        assign(X, op(">>", drawn, const(56))),
    )
    return pair(b, **options)


@pytest.mark.parametrize("seed", [0, 7, -3, 1 << 70])
def test_random_draws_what_python_draws(seed):
    """More than one set of 624 words, and every draw is `random.Random`'s own."""
    both, expected = drawing(const(10), const(13), seed=seed), random.Random(seed)
    drawn = [fields(e)[3] for now in range(20) for e in both.burst(FRAMES, now)]
    assert drawn == [expected.randint(10, 13) for _ in drawn]
    assert len(drawn) > 624 and set(drawn) == {10, 11, 12, 13}


@pytest.mark.parametrize("high", [0, 1, 254, 255, 0xFFFF, (1 << 32) - 2, (1 << 32) - 1, 1 << 32, (1 << 64) - 1])
def test_random_of_any_range(high):
    """As many words as the range asks for, up to the three that 2^64 numbers take."""
    both, expected = drawing(const(0), const(high), seed=3), random.Random(3)
    drawn = [(fields(e)[1], fields(e)[3]) for e in both.burst(FRAMES, 0)]
    numbers = [expected.randint(0, high) for _ in drawn]
    assert drawn == [(number >> 56, number & 0xFFFF) for number in numbers]


def test_random_without_a_range_changes_nothing():
    both = pair(program().run("use", call("modify_field_rng_uniform", X, const(10), Y)))
    sent = [both.burst(FRAMES, now) for now in range(3)]
    assert {fields(e)[1] for burst in sent for e in burst} == {1}, "low is above high: left alone"


# --- meters ------------------------------------------------------------------------------------------------------


def indirect(unit, size=4):
    b = program()
    b.json["meter_arrays"] = [
        {"name": "m", "id": 0, "is_direct": False, "size": size, "type": unit, "rate_count": 2, "result_target": None}
    ]
    b.run("use", call("execute_meter", {"type": "meter_array", "value": "m"}, KIND, X))
    return pair(b)


def test_meters():
    """Committed 2 packets and 1 more a second, peak 4 and 2 more."""
    both = indirect("packets")
    both.change(lambda switch: switch.state.meters["m"].write(1, MeterConfig(1, 2, 2, 4), 0))
    colours = [fields(e)[1] for e in both.burst([FRAMES[1]] * 6, 0)]
    assert colours == [GREEN, GREEN, YELLOW, YELLOW, RED, RED]
    assert [fields(e)[1] for e in both.burst([FRAMES[1]] * 3, SECOND)] == [GREEN, YELLOW, RED]
    assert [fields(e)[1] for e in both.burst([FRAMES[0], FRAMES[7]], SECOND)] == [GREEN, 1], "unset; out of range"
    both.check()


def random_rates(rng):
    """Of every size, whole and broken; now and then none at all."""
    if rng.random() < 0.1:
        return None
    cir = rng.choice((0, 1, 3, 7.25, rng.random() * 1000, rng.randrange(1, 10**6), 10**12 / 7, float(2**62), 1e300))
    pir = cir * rng.choice((1, 1.5, 2))
    bursts = [rng.choice((0, 1, 9, rng.randrange(1, 100), rng.randrange(10**6), (1 << 63) - 1, 1 << 80)) for _ in "cp"]
    return MeterConfig(cir, bursts[0], pir, bursts[1])


@pytest.mark.parametrize("unit", ["packets", "bytes"])
def test_meters_of_any_rates_at_any_time(unit):
    rng = random.Random(unit)
    both, now, seen = indirect(unit, 8), 0, set()
    for _ in range(120):
        index, config, at = rng.randrange(8), random_rates(rng), now
        both.change(lambda switch, i=index, c=config, t=at: switch.state.meters["m"].write(i, c, t))
        frames = [(0, bytes([rng.randrange(9), 9, 2, 3, 4]) + bytes(rng.randrange(60))) for _ in range(12)]
        seen.update(fields(e)[1] for e in both.burst(frames, now))
        both.check()
        now += rng.choice((0, 1, 1000, SECOND, rng.randrange(1 << 33), -min(now, 5000)))
    both.change(lambda switch: switch.state.meters["m"].reset())
    later = now + SECOND  # packets may wait since time went back
    assert {fields(e)[1] for e in both.burst([FRAMES[1]] * 50, later)[-50:]} == {GREEN}
    assert seen >= {GREEN, YELLOW, RED}


def direct(unit):
    b = program()
    b.json["meter_arrays"] = [
        {
            "name": "m", "id": 0, "is_direct": True, "rate_count": 2, "type": unit, "size": 0, "binding": "use",
            "result_target": ["h", "x"],
        }
    ]  # fmt: skip
    b.action("nothing")
    b.table("use", [("exact", KIND)], ["nothing"], default=("nothing", []), direct_meters="m")
    return pair(b)


def test_direct_meters():
    both = direct("bytes")
    for switch in both.both:
        table = switch.state.tables["use"]
        table.write_meter(table.insert([Exact(1)], ActionCall("nothing", ())), MeterConfig(1, 10, 1, 20))
    sent = both.burst([FRAMES[1]] * 4, 0)
    assert [fields(e)[1] for e in sent] == [GREEN, YELLOW, RED, RED], "9 bytes each, of 10 and 20"
    both.check()


def test_direct_meters_come_and_go_with_their_entries():
    """Entries and meters in any order: rows move as they grow, and are used again."""
    rng, both, now = random.Random(5), direct("packets"), 0
    for _ in range(150):
        key, what, config, at = [Exact(rng.randrange(40))], rng.random(), random_rates(rng), now

        def change(switch, key=key, what=what, config=config, at=at):
            table = switch.state.tables["use"]
            if what < 0.5:
                table.insert(key, ActionCall("nothing", ()))
            elif what < 0.65:
                table.delete(key)
            elif what < 0.97:
                table.write_meter(table.get(key), config, at)
            else:
                entry = table.get(key)
                table.delete(key)
                table.insert(key, ActionCall("nothing", ())).meter = entry.meter  # as a batch that is taken back

        both.change(change)
        both.burst([(0, bytes([rng.randrange(40), 0, 0, 0, 0])) for _ in range(20)], now)
        both.check()
        now += rng.randrange(SECOND)


def test_a_meter_outlives_its_entry():
    both = direct("packets")
    table = both.native.state.tables["use"]
    entry = table.insert([Exact(1)], ActionCall("nothing", ()))
    table.write_meter(entry, MeterConfig(0, 3, 0, 3))
    both.native.receive_burst([FRAMES[1]] * 2, 0)
    table.delete(entry.key)
    table.write_meter(table.insert([Exact(2)], ActionCall("nothing", ())), MeterConfig(0, 9, 0, 9))
    assert [entry.meter.execute(0, 1) for _ in range(2)] == [GREEN, RED], "one of three was left"


# --- custom CRCs -------------------------------------------------------------------------------------------------


def hashing(algo):
    b = program()
    b.json["calculations"].append({"name": "calc", "id": 0, "algo": algo, "input": [KIND, Z]})
    calculation = {"type": "calculation", "value": "calc"}
    return pair(b.run("use", call("modify_field_with_hash_based_offset", Z, const(0), calculation, const(1 << 16))))


def inputs():
    return [frame[:1] + frame[3:5] for _, frame in FRAMES]


def hashes(both, now=0):
    return [fields(e)[3] for e in both.burst(FRAMES, now)]


def test_custom_crcs_and_their_parameters():
    """The usual CRC-32 first, then CRC-16/XMODEM, as a controller may set it."""
    both = hashing("crc32_custom")
    assert hashes(both) == [zlib.crc32(d) & 0xFFFF for d in inputs()]
    xmodem = CrcParameters(16, 0x1021, 0, 0, reflect_in=False, reflect_out=False)
    both.change(lambda switch: switch.state.hashes["calc"].configure(xmodem))
    assert hashes(both) == [binascii.crc_hqx(d, 0) for d in inputs()]


@pytest.mark.parametrize("width", [8, 16, 32, 64])
def test_custom_crcs_of_any_parameters(width):
    rng, both = random.Random(width), hashing(f"crc{width}_custom")
    for now in range(12):
        polynomial, initial, final = (rng.getrandbits(width) for _ in range(3))
        parameters = CrcParameters(width, polynomial, initial, final, rng.random() < 0.5, rng.random() < 0.5)
        both.change(lambda switch, p=parameters: switch.state.hashes["calc"].configure(p))
        assert hashes(both, now) == [Crc(parameters)(d) & 0xFFFF for d in inputs()]


# --- One state ---------------------------------------------------------------------------------------------------


class Silent:
    def event(self, event):
        pass


def test_engines_take_turns():
    """A tracer comes and goes: draws, meters' tokens and CRCs go on where the other engine left them."""
    b = program()
    b.json["meter_arrays"] = [
        {"name": "m", "id": 0, "is_direct": False, "size": 4, "type": "packets", "rate_count": 2, "result_target": None}
    ]
    b.json["calculations"].append({"name": "calc", "id": 0, "algo": "crc16_custom", "input": [KIND, Z]})
    use = (
        call("modify_field_rng_uniform", X, const(0), const(200)),
        call("execute_meter", {"type": "meter_array", "value": "m"}, KIND, Y),
        call("modify_field_with_hash_based_offset", Z, X, {"type": "calculation", "value": "calc"}, const(1 << 15)),
    )
    both = pair(b.run("use", *use), seed=11)
    parameters = CrcParameters(16, 0x8BB7, 0x1234, 0xFF, reflect_in=True, reflect_out=False)
    both.change(lambda switch: switch.state.meters["m"].write(2, MeterConfig(5e6, 40, 9e6, 60)))
    both.change(lambda switch: switch.state.hashes["calc"].configure(parameters))
    for now, tracer in enumerate((None, Silent(), None, Silent(), Silent(), None)):
        both.native.tracer = tracer
        for _ in range(4):
            both.burst(FRAMES, now)
        both.check()
