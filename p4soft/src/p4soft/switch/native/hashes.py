# SPDX-License-Identifier: Apache-2.0
"""BMv2's hash algorithms over bytes in native memory, a byte at a time.

Those with parameters that the control plane sets are in `crcs.py`; those with a memory of their own stay in Python:
`host.py` calls them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from llvmlite import ir

from p4soft.switch.externs.crc import CRC16, CRC32, CRC_CCITT, CrcParameters
from p4soft.switch.native.ints import I8, I64
from p4soft.switch.native.unit import Body

Step = Callable[[Body, ir.Value, ir.Value, ir.Value], ir.Value]


@dataclass(frozen=True, slots=True)
class Algorithm:
    """A hash as a fold over bytes: 64 bits of state, from `initial` through `step(body, state, byte, i)` to `finish`.

    `byte` is 64 bits wide, `i` the number of the byte.
    """

    initial: int
    step: Step
    finish: Callable[[Body, ir.Value], ir.Value]


def _word(value: int) -> ir.Constant:
    return ir.Constant(I64, value)


def _table(parameters: CrcParameters) -> tuple[int, ...]:
    """The table of a CRC; reflected when it reads its input so."""
    width, out = parameters.width, []
    mask, top = (1 << width) - 1, 1 << (width - 1)
    reflected = int(f"{parameters.polynomial:0{width}b}"[::-1], 2)
    for byte in range(256):
        if parameters.reflect_in:
            value = byte
            for _ in range(8):
                value = value >> 1 ^ (reflected if value & 1 else 0)
        else:
            value = byte << (width - 8)
            for _ in range(8):
                value = (value << 1 ^ (parameters.polynomial if value & top else 0)) & mask
        out.append(value)
    return tuple(out)


def _crc(parameters: CrcParameters) -> Algorithm:
    assert parameters.reflect_in == parameters.reflect_out, parameters
    table, width = _table(parameters), parameters.width

    def step(body: Body, state: ir.Value, byte: ir.Value, i: ir.Value) -> ir.Value:
        del i
        b = body.b
        if parameters.reflect_in:
            index, rest = b.and_(b.xor(state, byte), _word(0xFF)), b.lshr(state, _word(8))
        else:
            index = b.xor(b.lshr(state, _word(width - 8)), byte)
            rest = b.and_(b.shl(state, _word(8)), _word((1 << width) - 1))
        rows = body.unit.words_constant(table, 32)
        entry = b.load(body.at(rows, b.shl(index, _word(2))), typ=ir.IntType(32), align=4)
        return b.xor(b.zext(entry, I64), rest)

    return Algorithm(parameters.initial, step, lambda body, state: body.b.xor(state, _word(parameters.final_xor)))


def _sum_step(body: Body, state: ir.Value, byte: ir.Value, i: ir.Value) -> ir.Value:
    """Big-endian 16-bit words; an odd last byte is a high half."""
    b = body.b
    even = b.icmp_unsigned("==", b.and_(i, _word(1)), _word(0))
    return b.add(state, b.select(even, b.shl(byte, _word(8)), byte))


def fold_sum(body: Body, total: ir.Value) -> ir.Value:
    """The complement of a sum of 16-bit words, folded (RFC 1071)."""
    b = body.b
    for _ in range(4):
        total = b.add(b.and_(total, _word(0xFFFF)), b.lshr(total, _word(16)))
    return b.xor(total, _word(0xFFFF))


def _xor_step(size: int) -> Step:
    def step(body: Body, state: ir.Value, byte: ir.Value, i: ir.Value) -> ir.Value:
        b = body.b
        place = b.sub(_word(8 * (size - 1)), b.shl(b.and_(i, _word(size - 1)), _word(3)))
        return b.xor(state, b.shl(byte, place))

    return step


def _identity_step(body: Body, state: ir.Value, byte: ir.Value, i: ir.Value) -> ir.Value:
    b = body.b
    return b.select(b.icmp_unsigned("<", i, _word(8)), b.or_(b.shl(state, _word(8)), byte), state)


def _same(body: Body, state: ir.Value) -> ir.Value:
    del body
    return state


ALGORITHMS: dict[str, Algorithm] = {
    "crc16": _crc(CRC16),
    "crc32": _crc(CRC32),
    "crcCCITT": _crc(CRC_CCITT),
    "cksum16": Algorithm(0, _sum_step, fold_sum),
    "csum16": Algorithm(0, _sum_step, fold_sum),
    "xor16": Algorithm(0, _xor_step(2), _same),
    "xor32": Algorithm(0, _xor_step(4), _same),
    "identity": Algorithm(0, _identity_step, _same),
}


def run(body: Body, algorithm: Algorithm, parts: list[tuple[ir.Value, ir.Value]]) -> ir.Value:
    """The hash of some (address, length) pieces one after the other, as 64 bits."""
    b = body.b
    state, done = body.variable(I64), body.variable(I64)
    b.store(_word(algorithm.initial), state)
    b.store(_word(0), done)
    for pointer, length in parts:
        before = b.load(done)
        with body.count_to(length) as i:
            byte = b.zext(b.load(body.at(pointer, i), typ=I8), I64)
            b.store(algorithm.step(body, b.load(state), byte, b.add(before, i)), state)
        b.store(b.add(before, length), done)
    return algorithm.finish(body, b.load(state))
